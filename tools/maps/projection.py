"""From longitude and latitude to the plane of a hex grid: an affine fit, then a rubber sheet over known places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, radians

from tools.maps.geography import places
from tools.maps.plane import Point, dense


@dataclass(frozen=True)
class Projection:
    """x = a*lon + b*lat + c and y likewise, then pulled so that every pinned place lands where the game has it."""

    x: tuple[float, float, float]
    y: tuple[float, float, float]
    pins: Mapping[str, Point] = field(default_factory=dict)

    def affine(self, spot: Point) -> Point:
        """The straight part of the projection."""
        lon, lat = spot
        return (
            self.x[0] * lon + self.x[1] * lat + self.x[2],
            self.y[0] * lon + self.y[1] * lat + self.y[2],
        )

    def __call__(self, spot: Point) -> Point:
        """Where a (longitude, latitude) lies in the plane: pins pull with the inverse square of their distance."""
        x, y = self.affine(spot)
        total = dx = dy = 0.0
        for name, (pin_x, pin_y) in self.pins.items():
            pin = places()[name]
            at_x, at_y = self.affine(pin)
            distance = _square_km(spot, pin)
            if distance < 1e-6:
                return pin_x, pin_y
            total += 1 / distance
            dx += (pin_x - at_x) / distance
            dy += (pin_y - at_y) / distance
        return (x + dx / total, y + dy / total) if total else (x, y)

    def line(self, points: Sequence[Point]) -> list[Point]:
        """A whole line or ring in the plane."""
        return [self(point) for point in dense(points)]


def _square_km(a: Point, b: Point) -> float:
    east = (a[0] - b[0]) * 111.3 * cos(radians((a[1] + b[1]) / 2))
    north = (a[1] - b[1]) * 110.9
    return east * east + north * north
