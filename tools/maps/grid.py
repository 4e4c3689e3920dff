"""Numbered hex grids in a plane whose unit is the distance between neighbouring centres, x east and y north."""

from dataclasses import asdict, dataclass
from functools import cached_property
from math import cos, pi, sin, sqrt

from sandtable.engine.grids import Grid as Numbers
from tools.maps.plane import Point


@dataclass(frozen=True)
class Grid:
    """The `[[grid]]` table of a `map.toml`, with the geometry it implies."""

    section: str
    orientation: str
    shifted: str
    numbering: str
    rows_grow: str

    @cached_property
    def numbers(self) -> Numbers:
        """The same grid as the engine has it."""
        return Numbers(**asdict(self))

    def number(self, row: int, column: int) -> str:
        """The hex number of a row and column."""
        return self.numbers.format(row, column)

    def centre(self, place: str) -> Point:
        """Where the centre of a hex lies."""
        east, south = self.numbers.centre(*self.numbers.parse(place))
        return east, -south

    def neighbours(self, place: str) -> list[str]:
        """The numbers around a hex, whether or not the sheet has them."""
        around = self.numbers.around(*self.numbers.parse(place))
        return sorted(self.number(row, column) for row, column in around if row >= 0 and column >= 0)

    def corners(self, place: str, size: float = 1.0) -> list[Point]:
        """The outline of a hex, anticlockwise."""
        x, y = self.centre(place)
        radius, start = size / sqrt(3), pi / 6 if self.orientation == "pointy" else 0.0
        return [(x + radius * cos(start + k * pi / 3), y + radius * sin(start + k * pi / 3)) for k in range(6)]
