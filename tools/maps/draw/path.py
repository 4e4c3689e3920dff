"""Lines as lists of points, and the path strings they become."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from tools.maps.plane import Point

Line = Sequence[Point]


def number(value: float) -> str:
    """A coordinate with at most one decimal and nothing superfluous."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def pair(x: float, y: float) -> str:
    """Two coordinates as short as they can be written."""
    second = number(y)
    return number(x) + ("" if second.startswith("-") else " ") + second


def straight(points: Line, close: bool = False) -> str:
    """A path of straight pieces, in steps relative to the point before."""
    grid = [(round(x * 10), round(y * 10)) for x, y in points]
    parts = [f"M{pair(grid[0][0] / 10, grid[0][1] / 10)}"]
    last = grid[0]
    for x, y in grid[1:]:
        if (x, y) != last:
            parts.append(f"l{pair((x - last[0]) / 10, (y - last[1]) / 10)}")
            last = (x, y)
    return "".join(parts) + ("z" if close else "")


def smooth(points: Line, close: bool = False) -> str:
    """A path that rounds every corner: points steer the curve, the midpoints between them lie on it."""
    if len(points) < 3:
        return straight(points, close)
    ring = list(points[:-1]) if close and points[0] == points[-1] else list(points)
    if close:
        start = middle(ring[-1], ring[0])
        pairs = [(p, middle(p, q)) for p, q in zip(ring, [*ring[1:], ring[0]], strict=True)]
    else:
        start = ring[0]
        pairs = [(p, middle(p, q)) for p, q in pairwise(ring[1:])]
        pairs[-1] = (ring[-2], ring[-1])
    x0, y0 = round(start[0], 1), round(start[1], 1)
    parts = [f"M{pair(x0, y0)}"]
    for (cx, cy), (x, y) in pairs:
        x1, y1 = round(x, 1), round(y, 1)
        step = pair(cx - x0, cy - y0)
        end = pair(x1 - x0, y1 - y0)
        parts.append(f"q{step}{'' if end.startswith('-') else ' '}{end}")
        x0, y0 = x1, y1
    return "".join(parts) + ("z" if close else "")


def middle(a: Point, b: Point) -> Point:
    """The point half-way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def distance(a: Point, b: Point) -> float:
    """How far two points lie apart."""
    return hypot(a[0] - b[0], a[1] - b[1])


def length(points: Line) -> float:
    """The length of a line."""
    return sum(distance(a, b) for a, b in pairwise(points))


def resample(points: Line, step: float) -> list[Point]:
    """The same line in equal steps, its ends kept."""
    whole = length(points)
    count = max(1, round(whole / step))
    found, so_far, k = [points[0]], 0.0, 1
    for a, b in pairwise(points):
        run = distance(a, b)
        while k < count and run and so_far + run >= whole * k / count:
            share = (whole * k / count - so_far) / run
            found.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
            k += 1
        so_far += run
    return [*found, points[-1]]


def along(points: Line, reach: float) -> Point:
    """The point at a given distance along a line."""
    left = reach
    for a, b in pairwise(points):
        piece = distance(a, b)
        if piece and left <= piece:
            share = left / piece
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        left -= piece
    return points[-1]


def piece(points: Line, start: float, end: float) -> list[Point]:
    """The part of a line between two distances along it."""
    inner, so_far = [], 0.0
    for a, b in pairwise(points):
        so_far += distance(a, b)
        if start < so_far < end:
            inner.append(b)
    return [along(points, start), *inner, along(points, end)]


def spline(points: Line, steps: int = 8) -> list[Point]:
    """A curve through every point (Catmull-Rom)."""
    if len(points) < 3:
        return resample(points, max(distance(points[0], points[-1]) / steps, 0.1))
    first = (2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1])
    last = (2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1])
    walk = [first, *points, last]
    curve = [points[0]]
    for p0, p1, p2, p3 in zip(walk, walk[1:], walk[2:], walk[3:], strict=False):
        for k in range(1, steps + 1):
            t = k / steps
            curve.append((_cubic(p0[0], p1[0], p2[0], p3[0], t), _cubic(p0[1], p1[1], p2[1], p3[1], t)))
    return curve


def _cubic(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)


def rounded(points: Line, rounds: int = 2) -> list[Point]:
    """Corners cut again and again, the ends kept (Chaikin)."""
    line = list(points)
    for _ in range(rounds):
        cut = [line[0]]
        for a, b in pairwise(line):
            cut.append((0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]))
            cut.append((0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1]))
        line = [*cut, line[-1]]
    return line


def shifted(points: Line, by: float) -> list[Point]:
    """The line moved sideways, to its right for a positive distance (y grows down)."""
    moved = []
    for k, (x, y) in enumerate(points):
        a, b = points[max(0, k - 1)], points[min(len(points) - 1, k + 1)]
        run = distance(a, b) or 1.0
        moved.append((x - (b[1] - a[1]) / run * by, y + (b[0] - a[0]) / run * by))
    return moved
