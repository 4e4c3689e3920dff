"""A hex map in the making: panels of ground, hexes on the canvas, roads through them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps.draw import cliffs, scenery
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.ground import Ground, Rule
from tools.maps.draw.lettering import Box, Room
from tools.maps.draw.noise import Array, layered, turn
from tools.maps.draw.pack import Link, Pack, Spot
from tools.maps.draw.path import distance
from tools.maps.draw.raster import Raster
from tools.maps.draw.routes import Route, chains, kept_ashore, route
from tools.maps.geography import features, of_kind
from tools.maps.plane import Point, dense
from tools.maps.projection import Projection

CLIFF_KINDS = ("cliff", "escarpment")
TERRAIN = {
    # terrain word: (wash, sign, spacing of signs in hexes, height, slope in hexes)
    "marsh": ("marsh", "marshmark", 0.17, -0.25, 0.3),
    "salt-marsh": ("marsh", "marshmark", 0.17, -0.25, 0.3),
    "rough": ("rough", "roughmark", 0.3, 0.25, 0.5),
    "mountain": ("jebel", "jebelmark", 0.42, 0.75, 0.7),
    "depression": ("depression", "", 0.0, -0.8, 0.6),
    "sand": ("dunes", "dune", 0.36, 0.1, 0.5),
}
TRUE_KINDS = {"sand": "sand_sea", "mountain": "mountain", "marsh": "salt_marsh", "depression": "depression"}


def rail_side(unit: float) -> float:
    """How far a railway runs beside the road through the same hexes."""
    return max(0.075 * unit, 5.2)


class Layout(Protocol):
    """Where hexes lie in the plane: a numbered grid, or any other set of hexes."""

    @property
    def orientation(self) -> str:
        """Pointy or flat."""

    def centre(self, place: str) -> Point:
        """The middle of a hex."""

    def corners(self, place: str) -> list[Point]:
        """Its outline."""


@dataclass(frozen=True)
class Section:
    """One grid on the sheet: its window in the plane, and where on the canvas its corner lies."""

    name: str
    projection: Projection
    left: float
    top: float
    right: float
    bottom: float
    at: Point = (0.0, 0.0)
    layout: Layout | None = None


@dataclass(frozen=True)
class Panel:
    """A section with its ground, its hexes on the canvas and the places that belong to it."""

    section: Section
    unit: float
    ground: Ground
    centres: dict[str, Point]

    def place(self, spot: Point) -> Point:
        """From longitude and latitude to the canvas."""
        x, y = self.section.projection(spot)
        return self.on_canvas((x, y))

    def on_canvas(self, spot: Point) -> Point:
        """From the plane to the canvas."""
        s = self.section
        return s.at[0] + (spot[0] - s.left) * self.unit, s.at[1] + (s.top - spot[1]) * self.unit

    @property
    def window(self) -> Box:
        """The panel's rectangle on the canvas."""
        r = self.ground.raster
        return r.left, r.top, r.right, r.bottom


@dataclass
class HexMap:
    """Everything drawn so far of one hex map."""

    pack: Pack
    canvas: Canvas
    unit: float
    room: Room
    panels: dict[str, Panel] = field(default_factory=dict)
    where: dict[str, Point] = field(default_factory=dict)
    corners: dict[str, list[Point]] = field(default_factory=dict)
    nodes: dict[str, Point] = field(default_factory=dict)
    routes: dict[str, list[Route]] = field(default_factory=dict)
    labels: dict[str, tuple[float, float, float]] = field(default_factory=dict)

    def add_section(self, section: Section, seed: int, step: float, grain: float = 75.0) -> Panel:
        """Lay the ground of one section: its coast obeys the hexes."""
        unit, (x0, y0) = self.unit, section.at
        raster = Raster(
            x0, y0, x0 + (section.right - section.left) * unit, y0 + (section.top - section.bottom) * unit, step
        )
        grid = section.layout or self.pack.grids[section.name]
        inside = {k: p for k, p in self.pack.places.items() if p.section == section.name}

        def canvas_of(spot: Point) -> Point:
            return x0 + (spot[0] - section.left) * unit, y0 + (section.top - spot[1]) * unit

        centres = {key: canvas_of(grid.centre(key)) for key in inside}
        for key in inside:
            self.where[key] = centres[key]
            self.corners[key] = [canvas_of(c) for c in grid.corners(key)]
        rules = self._coast_rules(inside)
        ground = Ground(raster, unit, lambda spot: canvas_of(section.projection(spot)), rules, seed, grain)
        panel = Panel(section, unit, ground, centres)
        self.panels[section.name] = panel
        return panel

    def _coast_rules(self, inside: Mapping[str, Spot]) -> list[Rule]:
        unit = self.unit
        found = []
        for key, place in inside.items():
            x, y = self.where[key]
            if place.sea:
                found.append(Rule((x, y), False, 0.2 * unit, 0.42 * unit))
                continue
            if "coast" in place.features:
                found.append(Rule((x, y), True, 0.24 * unit, 0.42 * unit))
                continue
            found.append(Rule((x, y), True, 0.35 * unit, 0.42 * unit))
            for cx, cy in self.corners[key]:
                found.append(Rule((x + 0.97 * (cx - x), y + 0.97 * (cy - y)), True, 0.06 * unit, 0.25 * unit))
        return found

    def place_nodes(self) -> None:
        """Where roads run through each hex: named places in the middle, others a little off it."""
        for key, (x, y) in self.where.items():
            place = self.pack.places[key]
            if place.sea:
                continue
            sway = 0.0 if place.name else 0.09 * self.unit
            angle = turn(key)
            spot = (x + sway * np.cos(angle), y + sway * np.sin(angle))
            panel = self.panels[place.section]
            sx, sy = panel.ground.ashore((float(spot[0]), float(spot[1])), 0.16 * self.unit)
            self.nodes[key] = (sx, sy)

    def ease_nodes(self) -> None:
        """Draw crossing points together along the roads, so that a road does not zigzag from centre to centre."""
        around: dict[str, set[str]] = {}
        for link in self.pack.of("road", "track", "trail"):
            if self._joined(link):
                around.setdefault(link.a, set()).add(link.b)
                around.setdefault(link.b, set()).add(link.a)
        for _ in range(6):
            for key in sorted(around):
                near = [self.nodes[other] for other in sorted(around[key])]
                if len(near) < 2:
                    continue
                x, y = self.nodes[key]
                mx = 0.5 * x + 0.5 * sum(p[0] for p in near) / len(near)
                my = 0.5 * y + 0.5 * sum(p[1] for p in near) / len(near)
                cx, cy = self.where[key]
                most = (0.1 if self.pack.places[key].name else 0.24) * self.unit
                far = distance((mx, my), (cx, cy))
                share = min(1.0, most / far) if far else 1.0
                panel = self.panels[self.pack.places[key].section]
                spot = (cx + (mx - cx) * share, cy + (my - cy) * share)
                self.nodes[key] = panel.ground.ashore(spot, 0.14 * self.unit)

    def lay_routes(self, exits: Iterable[tuple[str, str, Point]] = ()) -> None:
        """Curves for every road, track and railway; exits (place, kind, hexes east and south) run on to the edge."""
        beyond: dict[str, list[Link]] = {}
        for key, kind, (east, south) in exits:
            name = next((link.name for link in self.pack.of(kind) if key in (link.a, link.b)), "")
            x, y = self.nodes[key]
            outside = f"{key} {kind} out"
            self.nodes[outside] = (x + east * self.unit, y + south * self.unit)
            beyond.setdefault(kind, []).append(Link(key, outside, kind, name))
        for kind, wander in (("road", 0.045), ("track", 0.06), ("trail", 0.07), ("rail", 0.02)):
            links = [link for link in self.pack.of(kind) if self._joined(link)] + beyond.get(kind, [])
            side = rail_side(self.unit) if kind == "rail" else 0.0
            found = [route(row, self.nodes, wander * self.unit, side) for row in chains(links, self.nodes)]
            self.routes[kind] = [self._kept(one) for one in found]

    def _joined(self, link: Link) -> bool:
        near = distance(self.where[link.a], self.where[link.b]) < 1.2 * self.unit
        return near and link.a in self.nodes and link.b in self.nodes

    def _kept(self, one: Route) -> Route:
        panel = self.panels[next(self.pack.places[k].section for k in one.places if k in self.pack.places)]
        return kept_ashore(one, panel.ground.ashore, 0.075 * self.unit)

    def cliff_lines(self) -> list[tuple[list[Point], str]]:
        """The escarpments of the rules, each with the low ground on its right, eased."""
        faces = {f.name: f.faces for f in features("terrain")}
        edges = []
        for link in self.pack.of(*CLIFF_KINDS):
            down = cliffs.facing(faces.get(link.name, "")) or self._seaward(link)
            edges.append(cliffs.hexside(self.where[link.a], self.where[link.b], down))
        found = []
        for index, line in enumerate(cliffs.lines(edges, self.unit)):
            key = f"{self.pack.game} cliff {index}"
            found.append((cliffs.eased(line, self.unit, key), key))
        return found

    def _seaward(self, link: Link) -> Point:
        a, b = self.where[link.a], self.where[link.b]
        ground = self.panels[self.pack.places[link.a].section].ground
        sign = 1 if ground.room(a) > ground.room(b) else -1
        return sign * (b[0] - a[0]), sign * (b[1] - a[1])

    def panel_at(self, spot: Point) -> Panel | None:
        """The panel a point of the canvas lies in."""
        for panel in self.panels.values():
            left, top, right, bottom = panel.window
            if left <= spot[0] <= right and top <= spot[1] <= bottom:
                return panel
        return None

    def terrain_shape(self, panel: Panel, words: Iterable[str]) -> BaseGeometry | None:
        """An organic shape that covers the hexes of some terrain and leaves the others."""
        chosen = set(words)
        r, unit = panel.ground.raster, self.unit
        mine = [k for k in panel.centres if self.pack.places[k].terrain in chosen]
        if not mine:
            return None
        x, y = r.mesh()
        field_: Array = np.full_like(x, -0.25)
        for key in panel.centres:
            place = self.pack.places[key]
            sign = 1.0 if place.terrain in chosen else (0.0 if place.sea else -0.55)
            if sign:
                _splat(field_, r, panel.centres[key], 0.42 * unit, sign)
        field_ += 0.3 * layered(x / (0.5 * unit), y / (0.5 * unit), panel.ground.seed + 50, 3)
        return r.above(field_, 0.05, 0.05 * unit * unit).intersection(panel.ground.land.buffer(-0.02 * unit))


def _splat(sheet: Array, r: Raster, spot: Point, spread: float, amount: float) -> None:
    xs, ys, reach = r.xs, r.ys, 3 * spread
    j0, j1 = np.searchsorted(xs, [spot[0] - reach, spot[0] + reach])
    i0, i1 = np.searchsorted(ys, [spot[1] - reach, spot[1] + reach])
    far = (xs[None, j0:j1] - spot[0]) ** 2 + (ys[i0:i1, None] - spot[1]) ** 2
    sheet[i0:i1, j0:j1] += amount * np.exp(-far / (2 * spread**2))


def draw_ground(work: HexMap, cliffs_found: list[tuple[list[Point], str]], true_ground: Iterable[str] = ()) -> None:
    """Sea, land, relief and terrain of every panel; some of it from the true ground where no hex has it."""
    for panel in work.panels.values():
        ground, unit = panel.ground, work.unit
        shapes: dict[str, BaseGeometry] = {}
        for word, (_, _, _, height, slope) in TERRAIN.items():
            shape = work.terrain_shape(panel, [word])
            if shape is not None and not shape.is_empty:
                shapes[word] = shape
                ground.add_hill(shape, height, slope * unit)
        for word in true_ground:
            rings = [Polygon([panel.place(p) for p in dense(f.points)]).buffer(0) for f in of_kind(TRUE_KINDS[word])]
            whole = unary_union(rings).buffer(0.1 * unit).buffer(-0.1 * unit)
            shapes[word] = whole.intersection(ground.land)
            height, slope = TERRAIN[word][3:]
            ground.add_hill(whole, height, slope * unit)
        for line, _ in cliffs_found:
            if work.panel_at(line[len(line) // 2]) is panel:
                ground.add_cliff(line, 0.5)
        scenery.sea(work.canvas, ground)
        scenery.land(work.canvas, ground)
        scenery.sand(work.canvas, ground, max(0.14 * unit, 0.19 * ground.grain), 0.45)
        scenery.wadis(work.canvas, ground, max(0.32 * unit, 22.0))
        for word, shape in shapes.items():
            wash, sign, gap, _, _ = TERRAIN[word]
            scenery.wash(work.canvas, wash, shape)
            if sign:
                scenery.marks(work.canvas, ground, sign, shape, gap * max(unit, 56.0))
            if word == "depression":
                scenery.rim(work.canvas, shape, unit)
