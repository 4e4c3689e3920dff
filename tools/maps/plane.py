"""Plane geometry: points, lines and polygons in hex units, x east and y north."""

from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies inside a closed ring."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether segment a-b crosses segment c-d."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def crossings(a: Point, b: Point, line: Sequence[Point]) -> int:
    """How often segment a-b crosses a line of several points."""
    return sum(cross(a, b, c, d) for c, d in pairwise(line))


def dense(line: Sequence[Point], steps: int = 4) -> list[Point]:
    """The same line with more points, so that it bends with a projection that is not straight."""
    points = [line[0]]
    for (x1, y1), (x2, y2) in pairwise(line):
        points += [(x1 + (x2 - x1) * k / steps, y1 + (y2 - y1) * k / steps) for k in range(1, steps + 1)]
    return points
