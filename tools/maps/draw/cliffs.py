"""Escarpments: hexsides strung into lines, and hachures that fall on the downhill side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from tools.maps.draw.noise import chance
from tools.maps.draw.path import Line, distance, pair, resample, rounded
from tools.maps.plane import Point

_BEARING = {
    "north": (0.0, -1.0),
    "north-east": (0.7, -0.7),
    "east": (1.0, 0.0),
    "south-east": (0.7, 0.7),
    "south": (0.0, 1.0),
    "south-west": (-0.7, 0.7),
    "west": (-1.0, 0.0),
    "north-west": (-0.7, -0.7),
}


def facing(words: str) -> Point | None:
    """The direction (on screen) in which a cliff that faces so falls."""
    return _BEARING.get(words.split(",")[0].strip())


@dataclass(frozen=True)
class Edge:
    """A hexside: its two ends, and the direction in which it falls."""

    a: Point
    b: Point
    down: Point


def hexside(one: Point, two: Point, down: Point) -> Edge:
    """The side between two neighbouring hex centres."""
    mx, my = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
    dx, dy = (two[0] - one[0]) / (2 * sqrt(3)), (two[1] - one[1]) / (2 * sqrt(3))
    return Edge((mx - dy, my + dx), (mx + dy, my - dx), down)


def lines(edges: Iterable[Edge], unit: float) -> list[list[Point]]:
    """Hexsides strung together, each line running with the low ground on its right."""
    corners: list[Point] = []

    def corner(p: Point) -> Point:
        for q in corners:
            if distance(p, q) < 0.05 * unit:
                return q
        corners.append(p)
        return p

    sides = [Edge(corner(e.a), corner(e.b), e.down) for e in edges]
    at: dict[Point, list[int]] = {}
    for index, edge in enumerate(sides):
        at.setdefault(edge.a, []).append(index)
        at.setdefault(edge.b, []).append(index)
    used: set[int] = set()
    found = []
    for start in [*(p for p in at if len(at[p]) != 2), *at]:
        for index in at[start]:
            if index in used:
                continue
            line, here, step, falls = [start], start, index, 0.0
            while step not in used:
                used.add(step)
                there = sides[step].b if sides[step].a == here else sides[step].a
                right = (-(there[1] - here[1]), there[0] - here[0])
                falls += right[0] * sides[step].down[0] + right[1] * sides[step].down[1]
                line.append(there)
                here = there
                fresh = [k for k in at[here] if k not in used]
                if len(at[here]) != 2 or not fresh:
                    break
                step = fresh[0]
            found.append(line if falls >= 0 else line[::-1])
    return found


def eased(line: Sequence[Point], unit: float, key: str) -> list[Point]:
    """A zigzag of hexsides eased into the line of a cliff, still on the sides it closes."""
    pulled = [line[0]]
    for a, b, c in zip(line, line[1:], line[2:], strict=False):
        pulled.append((0.62 * b[0] + 0.19 * (a[0] + c[0]), 0.62 * b[1] + 0.19 * (a[1] + c[1])))
    pulled.append(line[-1])
    fine = resample(rounded(pulled, 3), 0.16 * unit)
    moved = [fine[0]]
    for k, (x, y) in enumerate(fine[1:-1], 1):
        sway = 0.035 * unit
        moved.append((x + sway * (2 * chance(key, 3 * k) - 1), y + sway * (2 * chance(key, 3 * k + 1) - 1)))
    return rounded([*moved, fine[-1]], 2)


def broken(line: Line, gaps: Iterable[Point], width: float) -> list[list[Point]]:
    """The line without the parts that lie within reach of a crossing."""
    holes = list(gaps)
    parts: list[list[Point]] = [[]]
    for point in resample(line, width / 5):
        if any(distance(point, hole) < width for hole in holes):
            if parts[-1]:
                parts.append([])
        else:
            parts[-1].append(point)
    return [part for part in parts if len(part) > 2]


def wedges(line: Line, unit: float, key: str, side: float = 1.0, size: float = 1.0) -> str:
    """Hachures as one path: wedges 0.05 of a hex apart, 0.09 to 0.15 long, pointing downhill."""
    gap = 0.05 * unit
    feet = resample(line, gap)
    whole = gap * (len(feet) - 1)
    parts = []
    for k, (x, y) in enumerate(feet):
        s = gap * k
        (ax, ay), (bx, by) = feet[max(0, k - 1)], feet[min(len(feet) - 1, k + 1)]
        run = distance((ax, ay), (bx, by)) or 1.0
        tx, ty = (bx - ax) / run, (by - ay) / run
        nx, ny = -ty * side, tx * side
        taper = min(1.0, 0.45 + min(s, whole - s) / (0.5 * unit))
        reach = unit * size * taper * (0.09 + 0.06 * chance(key, k))
        lean = unit * 0.012 * (2 * chance(key, k + 991) - 1)
        half = unit * 0.0135
        base, tip = (2 * tx * half, 2 * ty * half), (nx * reach + tx * (lean - half), ny * reach + ty * (lean - half))
        parts.append(f"M{pair(x - tx * half, y - ty * half)}l{pair(*base)}l{pair(*tip)}z")
    return "".join(parts)
