"""Sections side by side: a strip of paper between them, and coloured hexsides joined across it."""

from shapely.geometry import LineString

from tools.maps.draw.hexmap import HexMap, rail_side
from tools.maps.draw.path import middle, number, resample, smooth
from tools.maps.draw.raster import strings
from tools.maps.draw.routes import chains, route
from tools.maps.plane import Point

COLOURS = ("red", "orange", "yellow", "brown", "gray", "blue", "green", "purple")
RULES = """\
.sandmap .strip{fill:var(--map-paper)}
.sandmap .panel{fill:none;stroke:var(--map-ink);stroke-width:1.6;stroke-opacity:.75}
.sandmap .seamside{stroke-width:5.5}
.sandmap .seamline{stroke-width:2.6;stroke-opacity:.75}
.sandmap .planned{stroke-dasharray:2 5;stroke-opacity:.75}
.sandmap .caption{font-style:italic}
""" + "".join(f".sandmap .seam-{name}{{stroke:var(--map-seam-{name})}}\n" for name in COLOURS)


def draw_strips(work: HexMap) -> None:
    """Paper wherever no section lies, and a line round each section."""
    canvas = work.canvas
    windows = sorted(panel.window for panel in work.panels.values())
    edges = [0.0, *(side for left, _, right, _ in windows for side in (left, right)), canvas.width]
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        if right - left > 0.5:
            box = f'x="{number(left)}" y="0" width="{number(right - left)}" height="{number(canvas.height)}"'
            canvas.add("sea", f'<rect class="strip" {box}/>')
            work.room.block((left - 4, 0.0, right + 4, canvas.height), 30.0)
    for left, top, right, bottom in windows:
        box = f'x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}"'
        canvas.add("decoration", f'<rect class="panel" {box}/>')


def draw_seams(work: HexMap) -> None:
    """The hexsides of each colour, and a line across the strip for each pair that touches."""
    done: set[tuple[str, str]] = set()
    for link in work.pack.of("seam"):
        one, two = sorted((link.a, link.b), key=lambda key: work.where[key][0])
        for key, sign in ((one, 1), (two, -1)):
            if (key, link.name) not in done:
                done.add((key, link.name))
                for a, b in outer_sides(work, key, sign):
                    d = f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
                    work.canvas.path("zones", f"seamside seam-{link.name}", d)
        (x1, y1), (x2, y2) = _gate(work, one, 1), _gate(work, two, -1)
        work.canvas.path("zones", f"seamline seam-{link.name}", _swing((x1, y1), (x2, y2)))


def outer_sides(work: HexMap, key: str, sign: int) -> list[tuple[Point, Point]]:
    """The sides of a hex that look out of its section, east for 1 and west for -1."""
    place = work.pack.places[key]
    grid = work.pack.grids[place.section]
    here = [n for n in grid.neighbours(key) if n in work.pack.places and work.pack.places[n].section == place.section]
    taken = [middle(work.where[key], work.where[n]) for n in here]
    ring, x = work.corners[key], work.where[key][0]
    found = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        mx, my = middle(a, b)
        free = all((mx - px) ** 2 + (my - py) ** 2 > 4 for px, py in taken)
        if free and (mx - x) * sign > 0.1 * work.unit:
            found.append((a, b))
    return found


def _gate(work: HexMap, key: str, sign: int) -> Point:
    x, y = work.where[key]
    return x + sign * 0.5 * work.unit, y


def _swing(start: Point, end: Point) -> str:
    """A curve across the strip that leaves and arrives level."""
    (x1, y1), (x2, y2) = start, end
    half = number((x1 + x2) / 2)
    return f"M{number(x1)} {number(y1)}C{half} {number(y1)} {half} {number(y2)} {number(x2)} {number(y2)}"


def draw_crossings(work: HexMap) -> None:
    """Roads, tracks and railways that go on in the next section."""
    styles: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        ("road", "roads", ("casing", "road")),
        ("track", "tracks", ("trackcasing", "track")),
        ("rail-planned", "rail", ("rail planned",)),
    )
    for kind, layer, classes in styles:
        for link in work.pack.of(kind):
            if work.pack.places[link.a].section == work.pack.places[link.b].section:
                continue
            (x1, y1), (x2, y2) = sorted((work.nodes[link.a], work.nodes[link.b]))
            for word in classes:
                work.canvas.path(layer, word, _swing((x1, y1), (x2, y2)))


def draw_planned(work: HexMap) -> None:
    """Roads and railways that may be built during the game, dotted."""
    for kind, layer, word in (("rail-planned", "rail", "rail planned"), ("road-planned", "roads", "road planned")):
        inner = [k for k in work.pack.of(kind) if work.pack.places[k.a].section == work.pack.places[k.b].section]
        for row in chains(inner, work.nodes):
            one = route(row, work.nodes, 0.0, rail_side(work.unit) if kind == "rail-planned" else 0.0)
            work.canvas.path(layer, word, smooth(strings(LineString(one.curve).simplify(0.35))[0]))
            work.room.draw_line(resample(one.curve, 0.1 * work.unit), 0.6)
