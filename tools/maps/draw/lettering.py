"""How wide words are, small capitals, and where names may stand without touching anything."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil

from tools.maps.draw.path import number
from tools.maps.plane import Point

Box = tuple[float, float, float, float]

# Advance widths of Palatino in thousandths, space to tilde; wider than most faces that may stand in for it.
_ROMAN = (
    "250 278 371 500 500 840 778 208 333 333 389 606 250 333 250 606 500 500 500 500 500 500 500 500 500 500 250 "
    "250 606 606 606 444 747 778 611 709 774 611 556 763 832 337 333 726 611 946 831 786 604 786 668 525 613 778 "
    "722 1000 667 667 667 333 606 333 606 500 333 500 553 444 611 479 333 556 582 291 234 556 291 883 582 546 601 "
    "560 395 424 326 603 565 834 516 556 500 333 606 333 606"
)
_BOLD = (
    "250 278 402 500 500 889 833 227 333 333 444 606 250 333 250 296 500 500 500 500 500 500 500 500 500 500 250 "
    "250 606 606 606 444 747 778 667 722 833 611 556 833 833 389 389 778 611 1000 833 833 611 833 722 611 667 778 "
    "778 1000 667 667 667 333 606 333 606 500 333 500 611 444 611 500 389 556 611 333 333 611 333 889 611 556 611 "
    "611 389 444 333 611 556 833 500 556 500 310 606 310 606"
)
_ADVANCE = {
    "roman": [int(w) / 1000 for w in _ROMAN.split()],
    "bold": [int(w) / 1000 for w in _BOLD.split()],
}
SMALL = 0.78  # height of a small capital against a capital


def width(words: str, size: float, face: str = "roman", spacing: float = 0.0, small_caps: bool = False) -> float:
    """How wide a line of text is, letter spacing (in em) included."""
    table = _ADVANCE[face]
    total = 0.0
    for letter in words:
        small = small_caps and letter.islower()
        shown = letter.upper() if small else letter
        index = ord(shown) - 32
        advance = table[index] if 0 <= index < len(table) else 0.6
        total += advance * (SMALL if small else 1.0) + spacing
    return total * size


def small_caps(words: str, size: float) -> str:
    """Words as capitals and small capitals, for any renderer."""
    out, run, low = "", "", False
    for letter in [*words, ""]:
        is_low = letter.islower()
        if run and (is_low != low or not letter):
            text = escape(run.upper())
            out += f'<tspan font-size="{number(size * SMALL)}">{text}</tspan>' if low else text
            run = ""
        run, low = run + letter, is_low
    return out


def overlap(a: Box, b: Box) -> float:
    """The area two boxes share."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def grown(box: Box, by: float) -> Box:
    """A box with a margin."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


@dataclass
class Room:
    """What stands where: names keep off each other, and off lines and counters where they can."""

    width: float
    height: float
    cell: float = 40.0
    names: dict[str, Box] = field(default_factory=dict)
    _dots: dict[tuple[int, int], list[tuple[Point, float]]] = field(default_factory=dict)
    _blocks: dict[tuple[int, int], list[tuple[Box, float]]] = field(default_factory=dict)

    def draw_line(self, points: Iterable[Point], cost: float) -> None:
        """Note points of a line that names had better not cover."""
        for x, y in points:
            self._dots.setdefault((int(x // self.cell), int(y // self.cell)), []).append(((x, y), cost))

    def block(self, box: Box, cost: float) -> None:
        """Note a box that names had better not cover."""
        for cell in self._cells(box):
            self._blocks.setdefault(cell, []).append((box, cost))

    def claim(self, key: str, box: Box) -> None:
        """Give a box to a name for good."""
        self.names[key] = box

    def _cells(self, box: Box) -> list[tuple[int, int]]:
        columns = range(int(box[0] // self.cell), ceil(box[2] / self.cell) + 1)
        rows = range(int(box[1] // self.cell), ceil(box[3] / self.cell) + 1)
        return [(c, r) for c in columns for r in rows]

    def cost(self, box: Box, counters: float = 1.0) -> float:
        """How bad it would be to write here; infinite where another name stands or the sheet ends.

        `counters` weighs the squares in which counters stand: names along a road cannot always shun them.
        """
        if box[0] < 3 or box[1] < 3 or box[2] > self.width - 3 or box[3] > self.height - 3:
            return float("inf")
        left, top, right, bottom = grown(box, 1.5)
        for a, b, c, d in self.names.values():
            if a < right and c > left and b < bottom and d > top:
                return float("inf")
        area = (box[2] - box[0]) * (box[3] - box[1])
        total = 0.0
        seen: set[Box] = set()
        for cell in self._cells(box):
            for (x, y), weight in self._dots.get(cell, ()):
                if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
                    total += weight
            for other, weight in self._blocks.get(cell, ()):
                if other not in seen:
                    seen.add(other)
                    total += counters * weight * overlap(box, other) / area
        return total

    def best(self, boxes: Sequence[tuple[Box, float]]) -> int | None:
        """The index of the cheapest box (each with a cost of its own), or None when all are taken."""
        costs = [own + self.cost(box) for box, own in boxes]
        cheapest = min(range(len(costs)), key=costs.__getitem__) if costs else None
        return cheapest if cheapest is not None and costs[cheapest] < float("inf") else None
