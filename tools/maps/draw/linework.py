"""The lines of a hex map: grid, escarpments, roads, tracks, railways, the wire, rings round forts."""

from collections.abc import Iterable
from itertools import pairwise

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from tools.maps.draw import cliffs, scenery
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.ground import Ground
from tools.maps.draw.hexmap import HexMap
from tools.maps.draw.lettering import Room
from tools.maps.draw.path import Line, distance, length, number, resample, shifted, smooth, straight
from tools.maps.draw.raster import strings
from tools.maps.geography import of_kind
from tools.maps.plane import Point, dense


def draw_grid(work: HexMap, skip: Iterable[str] = ()) -> None:
    """Every side of every land hex once."""
    left = set(skip)
    unit = work.unit
    known: dict[tuple[int, int], Point] = {}

    def corner(p: Point) -> Point:
        column, row = round(p[0] / (0.2 * unit)), round(p[1] / (0.2 * unit))
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                q = known.get((column + i, row + j))
                if q is not None and distance(p, q) < 0.1 * unit:
                    return q
        known[column, row] = p
        return p

    sides: dict[frozenset[Point], None] = {}
    for key, ring in work.corners.items():
        if work.pack.places[key].sea or key in left:
            continue
        points = [corner(p) for p in ring]
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            sides.setdefault(frozenset((a, b)), None)
    at: dict[Point, list[Point]] = {}
    for side in sides:
        a, b = sorted(side)
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    parts = []
    for start in at:
        while at[start]:
            trail, here = [start], start
            while at[here]:
                there = at[here].pop(0)
                at[there].remove(here)
                trail.append(there)
                here = there
            parts.append(straight(trail))
    work.canvas.path("grid", "grid", "".join(parts))


def draw_cliffs(work: HexMap, found: list[tuple[list[Point], str]]) -> None:
    """Lines and hachures, open where a way goes through."""
    unit = work.unit
    ways = _ways(work)
    for line, key in found:
        for n, part in enumerate(cliffs.broken(line, _gaps(line, ways), 0.095 * unit)):
            work.canvas.path("escarpment", "tick", cliffs.wedges(part, unit, f"{key} {n}"))
            work.canvas.path("escarpment", "cliff", smooth(strings(LineString(part).simplify(0.4))[0]))
        for off in (0.0, 0.09):
            work.room.draw_line(resample(shifted(line, off * unit), 0.07 * unit), 1.0)


def _ways(work: HexMap) -> BaseGeometry:
    """Every road, track and railway, and a stroke through each pass that has none."""
    lines = [LineString(one.curve) for routes in work.routes.values() for one in routes]
    for link in work.pack.of("pass"):
        lines.append(LineString([work.where[link.a], work.where[link.b]]))
    return shapely.unary_union(lines)


def _gaps(line: Line, ways: BaseGeometry) -> list[Point]:
    cut = LineString(line).intersection(ways)
    return [(float(p.x), float(p.y)) for p in shapely.get_parts(cut) if p.geom_type == "Point"]


def draw_ridges(work: HexMap) -> None:
    """Ridges and mountains on hexsides: hachures that fall on both sides, a mountain with a crest."""
    unit, ways = work.unit, _ways(work)
    for kind, size in (("ridge", 0.7), ("mountain", 1.0)):
        sides = [cliffs.hexside(work.where[k.a], work.where[k.b], (0.0, -1.0)) for k in work.pack.of(kind)]
        for n, line in enumerate(cliffs.lines(sides, unit)):
            key = f"{work.pack.game} {kind} {n}"
            curve = cliffs.eased(line, unit, key)
            for part in cliffs.broken(curve, _gaps(curve, ways), 0.095 * unit):
                for side in (1.0, -1.0):
                    work.canvas.path("escarpment", "tick", cliffs.wedges(part, unit, f"{key} {side}", side, size))
                if kind == "mountain":
                    work.canvas.path("escarpment", "crest", smooth(strings(LineString(part).simplify(0.4))[0]))
            work.room.draw_line(resample(curve, 0.07 * unit), 1.2)


def draw_marsh_sides(work: HexMap) -> None:
    """Salt marsh that lies along a hexside."""
    for link in work.pack.of("marsh"):
        side = cliffs.hexside(work.where[link.a], work.where[link.b], (0.0, -1.0))
        shape = LineString([side.a, side.b]).buffer(0.13 * work.unit)
        ground = work.panels[work.pack.places[link.a].section].ground
        scenery.wash(work.canvas, "marsh", shape)
        scenery.marks(work.canvas, ground, "marshmark", shape, 0.1 * work.unit)
        work.room.draw_line(resample([side.a, side.b], 0.07 * work.unit), 1.2)


def draw_rivers(work: HexMap) -> None:
    """Rivers on hexsides."""
    sides = [cliffs.hexside(work.where[k.a], work.where[k.b], (0.0, -1.0)) for k in work.pack.of("river")]
    for n, line in enumerate(cliffs.lines(sides, work.unit)):
        curve = cliffs.eased(line, work.unit, f"{work.pack.game} river {n}")
        work.canvas.path("coast", "river", smooth(curve))
        work.room.draw_line(resample(curve, 0.07 * work.unit), 1.2)


def draw_routes(work: HexMap) -> None:
    """Trails dotted, tracks dashed, rails with sleepers, roads in their casing."""
    canvas, unit = work.canvas, work.unit
    for kind, layer, classes in (
        ("trail", "tracks", ("trackcasing", "trail")),
        ("track", "tracks", ("trackcasing", "track")),
        ("rail", "rail", ("rail",)),
        ("road", "roads", ("casing", "road")),
    ):
        d = "".join(_curve(one.curve) for one in work.routes[kind])
        for word in classes:
            canvas.path(layer, word, d)
    canvas.path("rail", "sleeper", "".join(_sleepers(one.curve, unit) for one in work.routes["rail"]))
    for kind, cost in (("road", 2.2), ("track", 0.9), ("trail", 0.7), ("rail", 1.2)):
        for one in work.routes[kind]:
            work.room.draw_line(resample(one.curve, 0.07 * unit), cost)


def _curve(curve: Line) -> str:
    return smooth(strings(LineString(curve).simplify(0.35))[0])


def _sleepers(curve: Line, unit: float) -> str:
    parts = []
    points = resample(curve, 0.13 * unit)
    for a, b in pairwise(points[1:]):
        run = distance(a, b) or 1.0
        nx, ny = -(b[1] - a[1]) / run * 0.035 * unit, (b[0] - a[0]) / run * 0.035 * unit
        parts.append(f"M{number(a[0] - nx)} {number(a[1] - ny)}l{number(2 * nx)} {number(2 * ny)}")
    return "".join(parts)


def draw_wire(work: HexMap) -> None:
    """The frontier wire on every panel."""
    for feature in of_kind("frontier_wire"):
        for panel in work.panels.values():
            line = LineString([panel.place(p) for p in dense(feature.points, 4)])
            wire(work.canvas, work.room, panel.ground, line, work.unit)


def wire(canvas: Canvas, room: Room, ground: Ground, line: LineString, unit: float, gap: float = 13.0) -> None:
    """The wire of 1931 along the frontier: a line with a cross every few paces, from shore to sand."""
    dry = ground.land.buffer(-0.05 * unit)
    for part in strings(shapely.line_merge(line.simplify(0.06 * unit).intersection(dry))):
        if length(part) < 0.4 * unit:
            continue
        fine = resample(part, gap)
        crosses = "".join(f"M{number(x - 2.4)} {number(y - 2.4)}l4.8 4.8m0-4.8l-4.8 4.8" for x, y in fine)
        canvas.path("wire", "wire", smooth(fine) + crosses)
        room.draw_line(fine, 0.7)


def draw_works(work: HexMap) -> None:
    """Dots for named places, rings for forts (dotted) and camps (dashed)."""
    unit = work.unit
    for key, place in work.pack.places.items():
        if place.sea:
            continue
        x, y = work.nodes[key]
        cx, cy = work.where[key]
        rings_ = {"fort": "0.1 5", "fortress": "0.1 5", "encampment": "7 5"}
        for word, dash in rings_.items():
            if word in place.features or place.terrain == word:
                work.canvas.add(
                    "places",
                    f'<circle class="fort" fill="none" cx="{number(cx)}" cy="{number(cy)}" r="{number(0.415 * unit)}" '
                    f'stroke-dasharray="{dash}" stroke-linecap="round"/>',
                )
        if "port" in place.features:
            _anchor(work, key)
        if place.name:
            radius = 0.034 * unit if unit > 60 else 0.055 * unit
            work.canvas.add(
                "places", f'<circle class="dotring" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
            )


def _anchor(work: HexMap, key: str) -> None:
    """An anchor on the water nearest to a port."""
    panel = work.panels[work.pack.places[key].section]
    x, y = work.nodes[key]
    size = max(0.085 * work.unit, 5.0)
    dx, dy = panel.ground.raster.uphill(panel.ground.shore, (x, y))
    reach = panel.ground.room((x, y)) + 1.5 * size
    x, y = x - dx * reach, y - dy * reach
    n = number
    arms = f"M{n(x - size * 0.7)} {n(y + size * 0.25)}q{n(size * 0.1)} {n(size * 0.7)} {n(size * 0.7)} {n(size * 0.75)}"
    arms += f"q{n(size * 0.6)} {n(-size * 0.05)} {n(size * 0.7)} {n(-size * 0.75)}"
    shank = f"M{n(x)} {n(y - size * 0.55)}V{n(y + size)}M{n(x - size * 0.42)} {n(y - size * 0.3)}h{n(size * 0.84)}"
    eye = f"M{n(x)} {n(y - size * 0.55)}a{n(size * 0.22)} {n(size * 0.22)} 0 1 1 .1 0z"
    work.canvas.path("places", "anchor", arms + shank + eye)
    work.room.claim(f"anchor {key}", (x - size, y - size * 1.1, x + size, y + size * 1.1))
