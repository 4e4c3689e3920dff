"""The ground under a grid: where land and sea lie, how high it is, how light falls on it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.draw.noise import Array, layered
from tools.maps.draw.path import Line
from tools.maps.draw.raster import Raster, polygons, side_distance, signed_distance
from tools.maps.geography import features
from tools.maps.plane import Point, dense

Project = Callable[[Point], Point]


@dataclass(frozen=True)
class Rule:
    """A point that must show land (or sea) with so much room around it, in canvas units."""

    spot: Point
    land: bool
    room: float
    spread: float


class Ground:
    """Coast from geography bent to the rules, and relief from coast, cliffs and high ground."""

    def __init__(
        self, raster: Raster, unit: float, project: Project, rules: Iterable[Rule], seed: int, grain: float = 75.0
    ) -> None:
        self.raster, self.unit, self.project, self.seed = raster, unit, project, seed
        self.grain = max(unit, grain)  # the size of hummocks and hollows
        field = self._bend(self._geographic_coast(), list(rules))
        wide = raster.above(field, 0.0, smallest=0.03 * unit * unit)
        self.land: BaseGeometry = wide.intersection(raster.box())
        self.coast = _open_edge(wide, raster)
        self.shore: Array = signed_distance(raster, wide, self.coast)
        self.cliffs: list[tuple[Line, float]] = []
        self.hills: list[tuple[BaseGeometry, float, float]] = []

    def _geographic_coast(self) -> Array:
        ring = next(f.points for f in features("coastline") if f.shape == "Polygon")
        line = next(f.points for f in features("coastline") if f.shape == "LineString")
        south = [(lon, 24.0 if lat < 28.31 else lat) for lon, lat in ring]  # beyond the window all is land
        land = Polygon([self.project(p) for p in dense(south, 3)]).buffer(0)
        edge = LineString([self.project(p) for p in dense(line, 3)])
        return signed_distance(self.raster, land, edge)

    def _bend(self, field: Array, rules: Sequence[Rule]) -> Array:
        """Push the coast until every rule holds, then roughen it where no rule is near."""
        x, y = self.raster.mesh()
        for _ in range(60):
            broken = 0
            for rule in rules:
                sign = 1 if rule.land else -1
                lack = rule.room - sign * self.raster.at(field, rule.spot)
                if lack > 0.01 * self.unit:
                    broken += 1
                    self._push(field, rule, sign * lack)
            if not broken:
                break
        grain = layered(x / (0.33 * self.unit), y / (0.33 * self.unit), self.seed + 90, 3)
        return np.asarray(field + 0.055 * self.unit * grain * np.exp(-np.abs(field) / (0.4 * self.unit)))

    def _push(self, field: Array, rule: Rule, amount: float) -> None:
        r, (px, py), reach = self.raster, rule.spot, 3 * rule.spread
        xs, ys = r.xs, r.ys
        j0, j1 = np.searchsorted(xs, [px - reach, px + reach])
        i0, i1 = np.searchsorted(ys, [py - reach, py + reach])
        far = (xs[None, j0:j1] - px) ** 2 + (ys[i0:i1, None] - py) ** 2
        field[i0:i1, j0:j1] += amount * np.exp(-far / (2 * rule.spread**2))

    def room(self, spot: Point) -> float:
        """How far a point lies from the shore: positive on land, negative at sea."""
        return self.raster.at(self.shore, spot)

    def ashore(self, spot: Point, room: float) -> Point:
        """The point itself, or the nearest one with so much land around it."""
        for _ in range(12):
            lack = room - self.room(spot)
            if lack <= 0:
                break
            dx, dy = self.raster.uphill(self.shore, spot)
            spot = (spot[0] + dx * min(lack, self.unit * 0.1), spot[1] + dy * min(lack, self.unit * 0.1))
        return spot

    def add_cliff(self, line: Line, height: float = 1.0) -> None:
        """A step in the ground, high on the left of the line as it runs."""
        self.cliffs.append((line, height))

    def add_hill(self, shape: BaseGeometry, height: float, slope: float) -> None:
        """High (or, below zero, low) ground within a shape, rising over a slope of this many units."""
        self.hills.append((shape, height, slope))

    @cached_property
    def broad(self) -> Array:
        """The large forms of the land: coast, cliffs, jebel, depression."""
        x, y = self.raster.mesh()
        unit = self.unit
        height = 0.55 * (1 - np.exp(-np.clip(self.shore, 0, None) / (2.5 * unit)))
        wave = 3.2 * self.grain
        height = height + 0.30 * layered(x / wave, y / wave, self.seed + 10, 2)
        for line, size in self.cliffs:
            away, from_end = side_distance(self.raster, line, 2.4 * unit)
            face = np.clip(away / (0.16 * unit) + 0.6, 0, 1)
            back = np.exp(-((np.clip(away, 0, None) / (0.75 * unit)) ** 2))
            fade = np.clip(from_end / (1.1 * unit) + 0.1, 0, 1)
            height = height + size * face * back * fade
        for inside, rise in self._slopes:
            height = height + rise * inside
        return np.asarray(height)

    @cached_property
    def _slopes(self) -> list[tuple[Array, float]]:
        """How far up the slope of each hill every point stands, from 0 to 1, and how high the hill is."""
        found = []
        for shape, rise, slope in self.hills:
            away = signed_distance(self.raster, shape, shape.boundary, reach=slope)
            found.append((np.clip(away / slope + 0.5, 0, 1), rise))
        return found

    @cached_property
    def height(self) -> Array:
        """The land with its small forms: hummocks, wadis and, on high ground, ridges."""
        x, y = self.raster.mesh()
        wave = 0.9 * self.grain
        grain = layered(x / wave, y / wave, self.seed + 20, 3)
        ridges = 1 - 2 * np.abs(layered(1.2 * x / wave, 1.2 * y / wave, self.seed + 30, 3))
        rugged = np.zeros_like(x)
        for inside, rise in self._slopes:
            if rise > 0:
                rugged = np.maximum(rugged, inside)
        return np.asarray(self.broad + 0.17 * grain + 0.34 * rugged * ridges)

    @cached_property
    def light(self) -> Array:
        """How the ground is lit from the north-west: positive in the light, negative in the shade."""
        down, right = np.gradient(self.height, self.raster.step / self.grain)
        return np.asarray((right + down) * 0.7)


def _open_edge(land: BaseGeometry, raster: Raster) -> BaseGeometry:
    """The outline of the land without the part that only follows the frame."""
    inner = raster.box(-0.5)
    return unary_union([part.boundary for part in polygons(land)]).intersection(inner)
