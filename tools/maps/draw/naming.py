"""The names on a hex map: places, wells, roads and tracks, hex numbers, exits."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise

from tools.maps.draw.canvas import number_share
from tools.maps.draw.hexmap import HexMap
from tools.maps.draw.lettering import Box, small_caps, width
from tools.maps.draw.pack import Spot
from tools.maps.draw.path import Line, distance, length, number, piece, resample, shifted, smooth
from tools.maps.draw.routes import Route
from tools.maps.geography import gazetteer
from tools.maps.plane import Point


def block_centres(work: HexMap, cost: float = 7.0) -> None:
    """Counters stand in the middle of hexes: names keep off there where they can."""
    half = 0.31 * work.unit
    for key, (x, y) in work.where.items():
        if not work.pack.places[key].sea:
            work.room.block((x - half, y - half, x + half, y + half), cost)


BELOW = ((0.47, 0.0), (-0.355, 0.5), (0.56, 0.7), (-0.47, 1.0))
ABOVE = ((-0.355, 0.0), (-0.31, 0.4), (-0.26, 0.6), (0.38, 3.0), (0.47, 5.0), (-0.47, 5.0))
BESIDE = (0.05, 5.0)


def draw_names(
    work: HexMap,
    sizes: Mapping[str, float],
    shown: Mapping[str, str] | None = None,
    heights: Sequence[tuple[float, float]] = BELOW,
) -> None:
    """Place names in small capitals, larger for what matters, under or over the counter's square.

    `heights` are where the foot of a name may stand, in hexes below the middle, each with how unwelcome it is.
    """
    renamed = shown or {}
    unit = work.unit
    named = [p for p in work.pack.places.values() if p.name and not p.sea]

    def size_of(place: Spot) -> float:
        return max((sizes[w] for w in (*place.features, place.terrain) if w in sizes), default=sizes[""])

    for place in sorted(named, key=lambda p: (-size_of(p), p.id)):
        size = size_of(place) * unit
        words = renamed.get(place.name, place.name)
        wide = width(words, size, "bold", 0.02, small_caps=True)
        x, y = work.where[place.id]
        options = []
        for base, own in (*heights, BESIDE):
            for slide in (0.0, -0.12, 0.12, -0.25, 0.25, -0.4, 0.4, -0.6, 0.6):
                sx, sy = x + slide * unit, y + base * unit
                if base == BESIDE[0]:
                    sx = x + (0.38 * unit + wide / 2) * (1 if slide > 0 else -1)
                at_sea = work.panels[place.section].ground.room((sx, sy - 0.3 * size)) < 0
                box = (sx - wide / 2, sy - 0.72 * size, sx + wide / 2, sy + 0.16 * size)
                options.append((box, own + 4 * abs(slide) - 0.9 * at_sea))
        best = work.room.best(options)
        if best is None:
            raise ValueError(f"{work.pack.game}: no room for the name of {place.id} {place.name}")
        box = options[best][0]
        sx, sy = (box[0] + box[2]) / 2, box[3] - 0.16 * size
        work.room.claim(f"place {place.id}", box)
        work.labels[place.id] = (sx, sy, size)
        work.canvas.text("names", "place halo", sx, sy, small_caps(words, size), font_size=size, letter_spacing=".02em")


def draw_wells(work: HexMap, names: Iterable[tuple[str, Point]], size: float) -> None:
    """Minor places in italics beside a dot; those without room are left out."""
    for words, spot in names:
        x, y = spot
        wide = width(words, size)
        options = []
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.8), (-0.7, 0.8), (0.7, -0.8), (-0.7, -0.8)):
            sx = x + dx * (wide / 2 + size * 0.6) if dy == 0 else x + dx * wide / 2
            sy = y + (dy * size * 1.05) + size * 0.3
            options.append(((sx - wide / 2, sy - 0.75 * size, sx + wide / 2, sy + 0.22 * size), 0.1 * abs(dx)))
        dot = (x - 3, y - 3, x + 3, y + 3)
        best = work.room.best(options)
        if best is None or work.room.cost(options[best][0]) > 4 or work.room.cost(dot) == float("inf"):
            continue
        box = options[best][0]
        work.room.claim(f"well {words}", box)
        work.room.claim(f"dot {words}", dot)
        work.canvas.add("minor", f'<circle class="spot" cx="{number(x)}" cy="{number(y)}" r="1.7"/>')
        work.canvas.text(
            "minor", "well halo", (box[0] + box[2]) / 2, box[3] - 0.22 * size, escape(words), font_size=size
        )


UNLIKE = ("Trigh el Abd west end",)  # no place of its own
MINOR = ("town", "village", "pass", "cistern", "hill", "ridge", "oasis", "airfield")


def draw_minor(work: HexMap, size: float) -> None:
    """The gazetteer's other places, each on its own panel, as far as there is room."""
    shown = {place.name for place in work.pack.places.values()}
    for panel in work.panels.values():
        left, top, right, bottom = panel.window
        found = []
        for entry in gazetteer():
            x, y = panel.place((entry.lon, entry.lat))
            on_sheet = left + 10 < x < right - 10 and top + 10 < y < bottom - 10
            new = entry.kind in MINOR and not shown & {entry.name, *entry.aliases} and entry.name not in UNLIKE
            if new and on_sheet and panel.ground.room((x, y)) > 0.02 * work.unit:
                found.append((entry.name, (x, y)))
        draw_wells(work, found, size)


def draw_line_names(work: HexMap, kind: str, names: Mapping[str, int], size: float) -> None:
    """Names of roads and tracks along their line, this many times, where it is straightest and the room free.

    A stretch called `Via Balbia: Derna - Gazala` is part of the Via Balbia.
    """
    unit = work.unit
    for name, times in names.items():
        wide = width(name, size, spacing=0.14) * 1.06
        spots = []
        for index, one in enumerate(work.routes[kind]):
            for start, end in _stretches(one, name):
                curve = one.curve[start * 10 : end * 10 + 1]
                if curve[0][0] > curve[-1][0]:
                    curve = curve[::-1]
                whole = length(curve)
                for k in range(int((whole - wide) / (0.12 * unit)) + 1) if whole > wide else ():
                    part = piece(curve, k * 0.12 * unit, k * 0.12 * unit + wide)
                    for side in (-1, 1):
                        base = shifted(
                            resample(part, wide / 6), -0.075 * unit if side < 0 else 0.055 * unit + size * 0.72
                        )
                        spots.append((_line_cost(work, base, size) + (side > 0) * 0.3, index, k, side, base))
        spots.sort(key=lambda s: s[:4])
        done: list[Point] = []
        for cost, _, _, _, base in spots:
            if len(done) >= times or cost == float("inf"):
                break
            if any(distance(base[3], other) < 6 * unit for other in done):
                continue
            if any(work.room.cost(box) == float("inf") for box in _letter_boxes(base, size)):
                continue
            done.append(base[3])
            ident = f"{work.pack.game}-{kind}-{len(work.canvas.defs)}"
            work.canvas.defs.append(f'<path id="{ident}" d="{smooth(base)}"/>')
            work.canvas.add(
                "minor",
                f'<text class="line {kind}name halo" font-size="{number(size)}">'
                f'<textPath href="#{ident}" startOffset="50%">{escape(name)}</textPath></text>',
            )
            for n, box in enumerate(_letter_boxes(base, size)):
                work.room.claim(f"line {name} {len(done)} {n}", box)


def _stretches(one: Route, name: str) -> list[tuple[int, int]]:
    found, start = [], None
    for k, full in enumerate([*one.names, ""]):
        word = full.split(":")[0]
        if word == name and start is None:
            start = k
        if word != name and start is not None:
            found.append((start, k))
            start = None
    return found


def _letter_boxes(base: Line, size: float) -> list[Box]:
    """Boxes along the letters that do not touch each other."""
    found = []
    for (ax, ay), (bx, by) in pairwise(base):
        found.append((min(ax, bx) + 2.2, min(ay, by) - 0.7 * size, max(ax, bx) - 2.2, max(ay, by) + 0.02 * size))
    return [box for box in found if box[2] > box[0]]


def _line_cost(work: HexMap, base: Line, size: float) -> float:
    total = 0.0
    for box in _letter_boxes(base, size):
        total += work.room.cost(box, counters=0.15)
    for a, b, c in zip(base, base[1:], base[2:], strict=False):
        run = distance(a, b) * distance(b, c) or 1.0
        total += 14 * abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) / run
    steep = abs(base[-1][1] - base[0][1]) / (abs(base[-1][0] - base[0][0]) or 0.1)
    return total + (3 * steep if steep < 1.6 else float("inf"))


def draw_numbers(work: HexMap) -> None:
    """Hex numbers at the top of each land hex, left out where a name stands."""
    size = number_share(work.unit) * work.unit
    for key, place in work.pack.places.items():
        if not place.sea:
            pointy = work.pack.grids[place.section].orientation == "pointy"
            _small_print(work, key, size, 0.43 if pointy else 0.40)


def draw_bearings(work: HexMap, size: float) -> None:
    """The names of hexes that are called by their bearing from a place, as quiet as hex numbers."""
    for key, place in work.pack.places.items():
        if not place.name and _small_print(work, key, size, 0.345):
            x, y = work.where[key]
            half = width(key, size) / 2
            work.room.claim(f"bearing {key}", (x - half, y - 0.345 * work.unit - size, x + half, y - 0.345 * work.unit))


def draw_setup(work: HexMap, size: float) -> None:
    """The formation that starts in a hex, where its counter will cover it."""
    for key, place in work.pack.places.items():
        if place.more.get("setup"):
            x, y = work.where[key]
            work.canvas.text("places", "setup", x, y + 0.24 * work.unit, escape(place.more["setup"]), font_size=size)


def _small_print(work: HexMap, words: str, size: float, up: float) -> bool:
    """A hex's number or bearing this many hexes over its middle, if no name stands there."""
    x, y = work.where[words]
    base, half = y - up * work.unit, width(words, size) * 0.62
    free = work.room.cost((x - half, base - 0.75 * size, x + half, base + 0.1 * size)) < float("inf")
    if free:
        work.canvas.add("numbers", f'<text x="{number(x)}" y="{number(base)}">{escape(words)}</text>')
    return free


def edge_label(work: HexMap, key: str, words: str, east: bool, size: float) -> None:
    """Where a road leaves the map: words in italics with an arrowhead towards the edge."""
    x, y = work.where[key]
    wide = width(words, size, "bold") + size * 1.1
    options = []
    for dy in (0.22, -0.16, 0.34, -0.3, 0.44):
        for dx in (0.05, -0.1, 0.2, -0.25, 0.3):
            cx, cy = x + dx * work.unit * (1 if east else -1), y + dy * work.unit
            options.append(((cx - wide / 2, cy - 0.72 * size, cx + wide / 2, cy + 0.2 * size), abs(dx) + abs(dy - 0.2)))
    best = work.room.best(options)
    if best is None:
        raise ValueError(f"{work.pack.game}: no room for {words}")
    box = options[best][0]
    work.room.claim(f"edge {key}", box)
    tip, back = (box[2], box[2] - 0.6 * size) if east else (box[0], box[0] + 0.6 * size)
    mid = (box[1] + box[3]) / 2
    work.canvas.add(
        "names",
        f'<path d="M{number(tip)} {number(mid)}L{number(back)} {number(mid - 0.32 * size)}'
        f'V{number(mid + 0.32 * size)}z" class="arrow"/>',
    )
    centre = (box[0] + box[2]) / 2 + (-0.45 if east else 0.45) * size
    work.canvas.text(
        "names",
        "halo",
        centre,
        box[3] - 0.2 * size,
        escape(words),
        font_size=size,
        font_style="italic",
        font_weight=700,
    )
