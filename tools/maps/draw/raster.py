"""A sheet of numbers over a rectangle of the canvas, and the lines and shapes drawn from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import contourpy
import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from tools.maps.draw.noise import Array
from tools.maps.plane import Point


@dataclass(frozen=True)
class Raster:
    """The points of a regular mesh over a rectangle."""

    left: float
    top: float
    right: float
    bottom: float
    step: float

    @property
    def xs(self) -> Array:
        """The columns of the mesh, one step beyond the rectangle on both sides."""
        return np.arange(self.left - self.step, self.right + 1.5 * self.step, self.step)

    @property
    def ys(self) -> Array:
        """The rows of the mesh, one step beyond the rectangle on both sides."""
        return np.arange(self.top - self.step, self.bottom + 1.5 * self.step, self.step)

    def mesh(self) -> tuple[Array, Array]:
        """Every point of the mesh, as two sheets."""
        x, y = np.meshgrid(self.xs, self.ys)
        return x, y

    def box(self, margin: float = 0.0) -> Polygon:
        """The rectangle itself."""
        return shapely.box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def at(self, sheet: Array, spot: Point) -> float:
        """The value of a sheet between the points of the mesh."""
        column = min(max((spot[0] - self.left) / self.step + 1, 0.0), sheet.shape[1] - 1.001)
        row = min(max((spot[1] - self.top) / self.step + 1, 0.0), sheet.shape[0] - 1.001)
        i, j = int(row), int(column)
        a, b = row - i, column - j
        top = sheet[i, j] * (1 - b) + sheet[i, j + 1] * b
        low = sheet[i + 1, j] * (1 - b) + sheet[i + 1, j + 1] * b
        return float(top * (1 - a) + low * a)

    def uphill(self, sheet: Array, spot: Point) -> Point:
        """The direction, of length one, in which a sheet rises."""
        s = self.step
        dx = self.at(sheet, (spot[0] + s, spot[1])) - self.at(sheet, (spot[0] - s, spot[1]))
        dy = self.at(sheet, (spot[0], spot[1] + s)) - self.at(sheet, (spot[0], spot[1] - s))
        size = (dx * dx + dy * dy) ** 0.5 or 1.0
        return dx / size, dy / size

    def lines(self, sheet: Array, level: float) -> list[list[Point]]:
        """The lines on which a sheet has one value."""
        generator = contourpy.contour_generator(self.xs, self.ys, sheet)
        return [[(float(x), float(y)) for x, y in settled(line)] for line in generator.lines(level)]

    def above(self, sheet: Array, level: float, smallest: float = 0.0) -> BaseGeometry:
        """The shape in which a sheet is at least so high, without specks and pinholes."""
        wider = np.pad(sheet, 1, mode="edge")  # so that the outermost points of the mesh lie inside, not on the edge
        xs = np.concatenate([[self.xs[0] - self.step], self.xs, [self.xs[-1] + self.step]])
        ys = np.concatenate([[self.ys[0] - self.step], self.ys, [self.ys[-1] + self.step]])
        generator = contourpy.contour_generator(xs, ys, wider, fill_type=contourpy.FillType.OuterOffset)
        found = []
        for points, offsets in zip(*generator.filled(level, np.inf), strict=True):
            rings = [settled(points)[a:b] for a, b in pairwise(np.asarray(offsets))]
            holes = [ring for ring in rings[1:] if Polygon(ring).area > smallest]
            outer = Polygon(rings[0], holes)
            if Polygon(rings[0]).area > smallest:
                found.append(outer.buffer(0))
        return shapely.unary_union(found) if found else MultiPolygon()


def settled(points: object) -> Array:
    """Points without the last digits, which differ from one processor to another."""
    return np.round(np.asarray(points), 6)


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons a shape is made of."""
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]


def strings(shape: BaseGeometry) -> list[list[Point]]:
    """The lines a shape is made of, as points."""
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, LineString) and not part.is_empty]
    return [[(float(x), float(y)) for x, y in part.coords] for part in parts]


def rings(shape: BaseGeometry, tolerance: float = 0.0) -> list[list[Point]]:
    """Every outline and hole of a shape."""
    plain = shape.simplify(tolerance) if tolerance else shape
    found = []
    for part in polygons(plain):
        for ring in [part.exterior, *part.interiors]:
            found.append([(float(x), float(y)) for x, y in ring.coords])
    return found


def signed_distance(raster: Raster, shape: BaseGeometry, edge: BaseGeometry, reach: float | None = None) -> Array:
    """How far every point of the mesh lies from an edge, positive inside the shape; exact only within reach."""
    x, y = raster.mesh()
    shapely.prepare(shape)
    within = shapely.contains_xy(shape, x, y)
    if reach is None:
        shapely.prepare(edge)
        away = np.asarray(shapely.distance(shapely.points(x, y), edge))
    else:
        near = edge.buffer(reach, quad_segs=2)
        shapely.prepare(near)
        shapely.prepare(edge)
        close = shapely.contains_xy(near, x, y)
        away = np.full_like(x, reach)
        away[close] = shapely.distance(shapely.points(x[close], y[close]), edge)
    return np.where(within, away, -away)


def side_distance(raster: Raster, line: Sequence[Point], reach: float) -> tuple[Array, Array]:
    """Distance from a line, positive on its left as drawn on screen, and how far along it the nearest point lies."""
    x, y = raster.mesh()
    best = np.full_like(x, 1e9)
    sign = np.ones_like(x)
    spot = np.full_like(x, -1e9)
    so_far = 0.0
    for (ax, ay), (bx, by) in pairwise(line):
        near = (
            (x > min(ax, bx) - reach)
            & (x < max(ax, bx) + reach)
            & (y > min(ay, by) - reach)
            & (y < max(ay, by) + reach)
        )
        px, py, dx, dy = x[near], y[near], bx - ax, by - ay
        whole = (dx * dx + dy * dy) or 1.0
        t = ((px - ax) * dx + (py - ay) * dy) / whole
        held = np.clip(t, 0, 1)
        away = np.hypot(px - ax - held * dx, py - ay - held * dy)
        closer = away < best[near]
        rows, columns = (index[closer] for index in np.nonzero(near))
        best[rows, columns] = away[closer]
        sign[rows, columns] = np.where((dy * (px - ax) - dx * (py - ay))[closer] >= 0, 1.0, -1.0)
        spot[rows, columns] = (so_far + t * whole**0.5)[closer]
        so_far += whole**0.5
    return best * sign, np.minimum(spot, so_far - spot)
