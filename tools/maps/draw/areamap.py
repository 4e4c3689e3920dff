"""A map of areas and zones: cells of ground with an identifier each, and boxes round the edge joined by lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import cos, pi, sin

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import polylabel

from tools.maps.draw import cliffs
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.ground import Ground
from tools.maps.draw.lettering import Box, Room, small_caps, width
from tools.maps.draw.pack import Link, Pack, Spot
from tools.maps.draw.path import Line, distance, number, resample, smooth, spline, straight
from tools.maps.draw.raster import strings
from tools.maps.plane import Point

RULES = """\
.sandmap .edge{stroke:var(--map-track);stroke-width:1.5;stroke-opacity:.8}
.sandmap .border{stroke:var(--map-ink);stroke-width:2.6;stroke-opacity:.75}
.sandmap .outside{fill:var(--map-halo);fill-opacity:.42}
.sandmap .strong{fill:var(--map-road);fill-opacity:.1}
.sandmap .joint{stroke:var(--map-ink);stroke-width:5;stroke-opacity:.75}
.sandmap .jointcore{stroke:var(--map-halo);stroke-width:2.4}
.sandmap .plate{fill:var(--map-paper);stroke:var(--map-ink);stroke-width:1.5}
.sandmap .strongplate{fill:var(--map-paper);stroke:var(--map-fort);stroke-width:2.2}
.sandmap .bar{stroke:var(--map-ink);stroke-width:.9;stroke-opacity:.6}
.sandmap .zonebox{fill:var(--map-paper);fill-opacity:.88;stroke-width:2}
.sandmap .alliedbox{stroke:var(--map-road)}
.sandmap .axisbox{stroke:var(--map-axis)}
.sandmap .alliedletter{fill:var(--map-road)}
.sandmap .axisletter{fill:var(--map-ink)}
.sandmap .pip{fill:var(--map-road)}
.sandmap .id{font-weight:700}
"""


@dataclass
class AreaMap:
    """Everything drawn so far of one area map."""

    pack: Pack
    canvas: Canvas
    unit: float
    room: Room
    ground: Ground
    cells: dict[str, Polygon]
    boxes: dict[str, Box]
    where: dict[str, Point] = field(default_factory=dict)
    labels: dict[str, tuple[float, float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, cell in self.cells.items():
            spot = polylabel(cell, 2.0)
            self.where[key] = (float(spot.x), float(spot.y))
        for key, box in self.boxes.items():
            self.where[key] = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + 0.15 * self.unit)  # below the name

    def outlines(self) -> dict[str, list[Point]]:
        """Cells and boxes as rings."""
        rings = {key: [(float(x), float(y)) for x, y in cell.exterior.coords[:-1]] for key, cell in self.cells.items()}
        for key, (a, b, c, d) in self.boxes.items():
            rings[key] = [(a, b), (c, b), (c, d), (a, d)]
        return rings

    def shared(self, link: Link) -> list[Point]:
        """The line between two cells."""
        one, two = self.cells[link.a], self.cells[link.b]
        near = one.boundary.intersection(two.buffer(0.6))
        merged = strings(shapely.line_merge(near)) if near.geom_type != "LineString" else strings(near)
        return max(merged, key=lambda line: LineString(line).length)

    def whole(self) -> BaseGeometry:
        """All cells as one shape."""
        return shapely.unary_union([cell.buffer(0.8) for cell in self.cells.values()]).buffer(-0.8)


def draw_cells(work: AreaMap) -> None:
    """Borders of areas, strongpoints tinted, the ground outside paler."""
    canvas = work.canvas
    whole = work.whole()
    outside = work.ground.land.difference(whole)
    canvas.path("zones", "outside", "".join(straight(r, close=True) for r in _rings(outside)))
    for key in work.cells:
        if work.pack.places[key].terrain == "strongpoint":
            canvas.path("zones", "strong", straight(work.outlines()[key], close=True))
    for link in work.pack.of("open"):
        line = work.shared(link)
        canvas.path("places", "edge", _bent(line, work.unit, f"{link.a}-{link.b}"))
        work.room.draw_line(resample(line, 6), 0.8)
    edge = whole.boundary.difference(work.ground.coast.buffer(7))
    canvas.path("places", "border", "".join(straight(line) for line in strings(shapely.line_merge(edge))))


def _rings(shape: BaseGeometry) -> list[list[Point]]:
    found = []
    for part in shapely.get_parts(shape):
        if isinstance(part, Polygon) and part.area > 20:
            found += [[(float(x), float(y)) for x, y in ring.coords] for ring in [part.exterior, *part.interiors]]
    return found


def _bent(line: Line, unit: float, key: str) -> str:
    return smooth(cliffs.eased(line, unit * 0.6, key)) if LineString(line).length > 0.4 * unit else straight(line)


def draw_escarpments(work: AreaMap, beyond: Sequence[Point], down: Point) -> None:
    """Hachures on the boundaries no one may cross, run on beyond the areas."""
    lines = [work.shared(link) for link in work.pack.of("escarpment")]
    joined = strings(shapely.line_merge(shapely.unary_union([LineString(line) for line in lines])))
    last = max(joined, key=lambda line: max(x for x, _ in line))
    for index, found in enumerate(joined):
        line = found
        if found is last:
            line = [*(found if found[-1][0] > found[0][0] else found[::-1]), *beyond]
        right = (-(line[-1][1] - line[0][1]), line[-1][0] - line[0][0])
        run = list(line) if right[0] * down[0] + right[1] * down[1] >= 0 else list(line)[::-1]
        curve = cliffs.eased(run, work.unit, f"{work.pack.game} cliff {index}")
        work.ground.add_cliff(curve, 0.5)
        work.canvas.path("escarpment", "tick", cliffs.wedges(curve, work.unit, f"{index}"))
        work.canvas.path("escarpment", "cliff", smooth(curve))
        work.room.draw_line(resample(curve, 6), 1.6)


def draw_ways(work: AreaMap, kind: str, lines: Iterable[Sequence[Point]]) -> None:
    """Roads or tracks of the true ground, for the eye alone."""
    curves = [spline(list(line), 8) for line in lines if len(line) > 1]
    d = "".join(smooth(curve) for curve in curves)
    if kind == "road":
        work.canvas.path("roads", "casing", d)
        work.canvas.path("roads", "road", d)
    else:
        work.canvas.path("tracks", "trackcasing", d)
        work.canvas.path("tracks", "track", d)
    for curve in curves:
        work.room.draw_line(resample(curve, 7), 1.4 if kind == "road" else 0.6)


def draw_identifiers(work: AreaMap, radius: float, size: float) -> None:
    """Number over modifier, round or (a strongpoint) six-sided, beside the middle where units stand."""
    for key in sorted(work.cells, key=lambda k: work.cells[k].area):
        place = work.pack.places[key]
        x, y = _plate_spot(work, key, radius, size)
        shape = _plate(x, y, radius, place.terrain == "strongpoint")
        work.canvas.add("places", shape)
        work.canvas.text("places", "id", x, y - radius * 0.12, escape(key), font_size=radius * 0.92)
        work.canvas.path("places", "bar", f"M{number(x - radius * 0.55)} {number(y)}h{number(radius * 1.1)}")
        work.canvas.text("places", "", x, y + radius * 0.68, f"+{place.more['tem']}", font_size=radius * 0.72)
        for n in range(int(place.more["vp"])):
            cx = x + radius * (1.32 + 0.46 * n)
            work.canvas.add(
                "places", f'<circle class="pip" cx="{number(cx)}" cy="{number(y)}" r="{number(radius * 0.17)}"/>'
            )
        wide = width(place.name, size, "bold", 0.02, small_caps=True)
        base = y + radius + size * 0.95
        work.canvas.text(
            "names", "place halo", x, base, small_caps(place.name, size), font_size=size, letter_spacing=".02em"
        )
        work.room.claim(f"plate {key}", (x - radius, y - radius, x + radius * 1.9, y + radius))
        work.room.claim(f"place {key}", (x - wide / 2, base - 0.72 * size, x + wide / 2, base + 0.16 * size))
        work.labels[key] = (x, base, size)


def _plate_spot(work: AreaMap, key: str, radius: float, size: float) -> Point:
    """Room inside the cell for plate, name and a counter side by side; the counter's middle becomes the place's."""
    cell, place = work.cells[key], work.pack.places[key]
    wide = width(place.name, size, "bold", 0.02, small_caps=True) / 2 + 2
    half = 0.34 * work.unit
    plates: list[tuple[float, Point, BaseGeometry]] = []
    counters: list[tuple[float, Point, BaseGeometry]] = []
    for x, y in _mesh(cell, 9.0):
        block = shapely.box(x - max(wide, radius), y - radius - 2, x + max(wide, radius * 1.9), y + radius + size * 1.2)
        out = block.difference(cell).area / block.area
        if out < 0.3:
            cost = work.room.cost((x - radius, y - radius, x + radius * 1.9, y + radius)) * 2
            cost += work.room.cost((x - wide, y + radius, x + wide, y + radius + size * 1.15)) + 30 * out
            plates.append((cost, (x, y), block))
        square = shapely.box(x - half, y - half, x + half, y + half)
        out = square.difference(cell).area / square.area
        if out < 0.5:
            counters.append((14 * out + 0.012 * distance((x, y), work.where[key]), (x, y), square))
    pairs = [
        (a + b + 40 * (one.intersection(two).area / two.area) + 0.01 * distance(p, q), p, q)
        for a, p, one in sorted(plates, key=lambda plate: plate[0])[:40]
        for b, q, two in sorted(counters, key=lambda counter: counter[0])[:40]
    ]
    cost, plate, middle = min(pairs, default=(float("inf"), (0.0, 0.0), (0.0, 0.0)))
    if cost == float("inf"):
        raise ValueError(f"{work.pack.game}: no room for the identifier of area {key}")
    work.where[key] = middle
    return plate


def _mesh(cell: Polygon, step: float) -> list[Point]:
    left, top, right, bottom = cell.bounds
    columns, rows = range(int((right - left) / step) + 1), range(int((bottom - top) / step) + 1)
    spots = [(left + c * step, top + r * step) for r in rows for c in columns]
    return [spot for spot in spots if cell.contains(shapely.Point(*spot))]


def _plate(x: float, y: float, radius: float, strong: bool) -> str:
    if not strong:
        return f'<circle class="plate" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
    points = " ".join(
        f"{number(x + radius * 1.12 * sin(k * pi / 3))},{number(y - radius * 1.12 * cos(k * pi / 3))}" for k in range(6)
    )
    return f'<polygon class="strongplate" points="{points}"/>'


def draw_zones(work: AreaMap, size: float) -> None:
    """A box for each zone with its letter, name and modifier, in the colour of the side that starts there."""
    for key, (left, top, right, bottom) in work.boxes.items():
        place = work.pack.places[key]
        side = place.more["control"]
        frame = f'x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}"'
        work.canvas.add("places", f'<rect class="zonebox {side}box" {frame} rx="9"/>')
        work.canvas.text("names", f"id {side}letter", left + size * 1.0, top + size * 1.35, key, font_size=size * 1.5)
        name_size = _fitting(place, right - left - size * 2.5, size * 0.72)
        work.canvas.text(
            "names",
            "place",
            (left + size * 1.9 + right) / 2,
            top + size * 1.15,
            small_caps(place.name, name_size),
            font_size=name_size,
            letter_spacing=".02em",
        )
        work.canvas.text(
            "names", "well", right - size * 0.75, bottom - size * 0.4, f"+{place.more['tem']}", font_size=size * 0.7
        )
        work.labels[key] = ((left + size * 1.9 + right) / 2, top + size * 1.15, name_size)
        work.room.claim(f"place {key}", (left, top, right, bottom))


def draw_key(work: AreaMap, corner: Point, size: float) -> None:
    """What the plates mean."""
    x, y = corner
    rows = ((False, "open ground"), (True, "strongpoint"))
    for n, (strong, words) in enumerate(rows):
        cx, cy = x + n * size * 9.5, y
        work.canvas.add("decoration", _plate(cx, cy, size, strong))
        work.canvas.text("decoration", "id", cx, cy - size * 0.12, "n", font_size=size * 0.9, font_style="italic")
        work.canvas.path("decoration", "bar", f"M{number(cx - size * 0.55)} {number(cy)}h{number(size * 1.1)}")
        work.canvas.text("decoration", "", cx, cy + size * 0.68, "+m", font_size=size * 0.66)
        wide = width(words, size * 0.9)
        work.canvas.text("decoration", "well", cx + size * 1.5 + wide / 2, cy + size * 0.3, words, font_size=size * 0.9)
    cx = x + 19 * size
    work.canvas.add("decoration", f'<circle class="pip" cx="{number(cx)}" cy="{number(y)}" r="3.2"/>')
    work.canvas.text("decoration", "well", cx + size * 3.3, y + size * 0.3, "victory point", font_size=size * 0.9)
    work.room.claim("key", (x - size, y - size * 1.2, x + size * 26, y + size * 1.2))


def _fitting(place: Spot, room: float, size: float) -> float:
    wide = width(place.name, size, "bold", 0.02, small_caps=True)
    return size if wide <= room else size * room / wide


def draw_lines(work: AreaMap, bends: Mapping[str, Point]) -> None:
    """The printed lines between zones and from zones to areas; `bends` leads one round a corner."""
    for link in work.pack.of("line"):
        a, b = work.where[link.a], work.where[link.b]
        via = bends.get(f"{link.a}-{link.b}")
        start = _gate(work, link.a, via or b)
        end = _gate(work, link.b, via or a)
        points = [start, via, end] if via else [start, end]
        d = smooth(points) if via else straight(points)
        work.canvas.path("zones", "joint", d)
        work.canvas.path("zones", "jointcore", d)
        work.room.draw_line(resample(points, 8), 2.0)
        for key, spot in ((link.a, start), (link.b, end)):
            if key in work.cells:
                work.canvas.add(
                    "zones", f'<circle class="dotring" cx="{number(spot[0])}" cy="{number(spot[1])}" r="4.5"/>'
                )


def _gate(work: AreaMap, key: str, towards: Point) -> Point:
    """Where a line leaves a zone's box, or ends just inside an area."""
    x, y = work.where[key]
    if key in work.boxes:
        inner = LineString([(x, y), towards]).intersection(shapely.box(*work.boxes[key]))
        return (float(inner.coords[-1][0]), float(inner.coords[-1][1]))
    cell = work.cells[key].buffer(-14)
    spot = shapely.shortest_line(cell, shapely.Point(*towards)).coords[0]
    return float(spot[0]), float(spot[1])
