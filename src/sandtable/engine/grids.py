"""Hex grids: numbers to neighbours and distances, for either orientation, parity and numbering."""

from __future__ import annotations

from typing import NamedTuple


class Grid(NamedTuple):
    """How the hexes of one map section are laid out and numbered.

    Pointy-topped hexes stand in rows, flat-topped ones in columns. `shifted` tells which rows stand half a hex further
    east (pointy), or which columns half a hex further south (flat). Columns grow east; rows grow `rows_grow`.
    """

    section: str
    orientation: str
    shifted: str
    numbering: str
    rows_grow: str

    def parse(self, number: str) -> tuple[int, int]:
        """Row and column of a printed number."""
        if len(number) != 4 or not number.isdigit():
            raise ValueError(f"expected a hex number of four digits, got {number!r}")
        first, second = int(number[:2]), int(number[2:])
        return (first, second) if self.numbering == "RRCC" else (second, first)

    def format(self, row: int, column: int) -> str:
        """The printed number of a row and column."""
        return f"{row:02}{column:02}" if self.numbering == "RRCC" else f"{column:02}{row:02}"

    def is_shifted(self, line: int) -> bool:
        """Does this row (pointy) or column (flat) stand half a hex further?"""
        return (line % 2 == 0) == (self.shifted == "even")

    def doubled(self, row: int, column: int) -> tuple[int, int]:
        """Position along and across the lines of hexes, in half hexes along them."""
        if self.orientation == "pointy":
            return 2 * column + self.is_shifted(row), row
        half = 1 if self.rows_grow == "south" else -1
        return 2 * row + half * self.is_shifted(column), column

    def centre(self, row: int, column: int) -> tuple[float, float]:
        """The centre in hexes east and south of row 0, column 0, neighbours being 1 apart."""
        along, across = self.doubled(row, column)
        south = 1 if self.rows_grow == "south" else -1
        if self.orientation == "pointy":
            return along / 2, south * across * 0.75**0.5
        return across * 0.75**0.5, south * along / 2

    def around(self, row: int, column: int) -> list[tuple[int, int]]:
        """The six neighbours, on the grid or not."""
        if self.orientation == "pointy":
            near = column if self.is_shifted(row) else column - 1
            lines = [(row + step, near + side) for step in (-1, 1) for side in (0, 1)]
            return [(row, column - 1), (row, column + 1), *lines]
        near = row if self.is_shifted(column) == (self.rows_grow == "south") else row - 1
        lines = [(near + side, column + step) for step in (-1, 1) for side in (0, 1)]
        return [(row - 1, column), (row + 1, column), *lines]

    def distance(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Hexes from one to the other."""
        (along_a, across_a), (along_b, across_b) = self.doubled(*a), self.doubled(*b)
        across = abs(across_a - across_b)
        return across + max(0, (abs(along_a - along_b) - across) // 2)
