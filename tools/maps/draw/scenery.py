"""What the ground looks like: sea, shore, relief, form lines, wadis, sand, marsh, jebel, dunes."""

from collections.abc import Iterable
from math import cos, sin

import shapely
from shapely.geometry import LineString
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry

from tools.maps.draw.canvas import Canvas
from tools.maps.draw.cliffs import wedges
from tools.maps.draw.ground import Ground
from tools.maps.draw.noise import chance, turn
from tools.maps.draw.path import Line, number, resample, smooth, straight
from tools.maps.draw.raster import polygons, rings, strings
from tools.maps.plane import Point

VIGNETTE = ((3.0, 0.62), (6.5, 0.52), (10.5, 0.43), (15.0, 0.34), (20.0, 0.26), (26.0, 0.18), (33.0, 0.10))
SHADE = (-0.08, -0.17, -0.28, -0.42, -0.62, -0.95, -1.5)
LIGHT = (0.14, 0.28, 0.5, 0.9)


def outline(shape: BaseGeometry, tolerance: float) -> str:
    """A shape as one path with rounded corners; long straight edges keep theirs."""
    fine = shapely.segmentize(shape.simplify(tolerance), 24.0)
    return "".join(smooth(ring, close=True) for ring in rings(fine) if len(ring) > 3)


def sea(canvas: Canvas, ground: Ground) -> None:
    """Water, lighter far out, and lines that follow the shore ever more faintly."""
    r = ground.raster
    wide, tall = number(r.right - r.left), number(r.bottom - r.top)
    canvas.add("sea", f'<rect class="water" x="{number(r.left)}" y="{number(r.top)}" width="{wide}" height="{tall}"/>')
    scale = min(1.0, ground.unit / 70)
    frame = r.box()
    for reach in (30.0, 21.0, 13.0, 6.0):
        shape = ground.land.buffer(reach * scale).intersection(frame)
        canvas.path("sea", "shoal", outline(shape, 1.0))
    for reach, strength in VIGNETTE:
        ring = ground.land.buffer(reach * scale, quad_segs=4)
        edge = ring.boundary.intersection(r.box(-0.5)).simplify(0.35)
        d = "".join(smooth(line) for line in strings(shapely.line_merge(edge)) if len(line) > 2)
        canvas.path("vignette", "vig", d, stroke_opacity=f"{strength:.2f}")


def land(canvas: Canvas, ground: Ground) -> None:
    """Sand, tinted where it is high and lit from the north-west; coarser on large sheets."""
    fine = 0.0065 * ground.grain + 0.02 if ground.unit > 60 else 0.0135 * ground.grain
    fine_land = shapely.segmentize(ground.land.simplify(0.3), 24.0)
    corners = {
        (x, y) for x in (ground.raster.left, ground.raster.right) for y in (ground.raster.top, ground.raster.bottom)
    }
    canvas.path("land", "land", "".join(smooth(_sharp(ring, corners), close=True) for ring in rings(fine_land)))
    least = 0.02 * ground.grain**2
    for level in (0.55, 0.8, 1.05, 1.35, 1.7):
        shape = ground.raster.above(ground.broad, level, least * 4).intersection(ground.land)
        canvas.path("relief", "high", outline(shape, fine * 1.5))
    for level in SHADE if ground.unit > 50 else SHADE[::2]:
        shape = ground.raster.above(-ground.light, -level, least).intersection(ground.land)
        canvas.path("relief", "shade", outline(shape, fine))
    for level in LIGHT if ground.unit > 50 else LIGHT[:3]:
        shape = ground.raster.above(ground.light, level, least).intersection(ground.land)
        canvas.path("relief", "light", outline(shape, fine))
    shore = shapely.segmentize(shapely.line_merge(ground.coast.simplify(0.3)), 24.0)
    canvas.path("coast", "coast", "".join(smooth(line) for line in strings(shore)))
    _form_lines(canvas, ground, least=0.7 * ground.grain, fine=fine)


def _sharp(ring: list[Point], corners: set[Point]) -> list[Point]:
    """The ring with its frame corners doubled, so that smoothing leaves them sharp."""
    return [point for point in ring for _ in range(2 if point in corners else 1)]


def _form_lines(canvas: Canvas, ground: Ground, least: float, fine: float) -> None:
    inner = ground.land.buffer(-0.03 * ground.unit)
    thin: list[str] = []
    thick: list[str] = []
    for index in range(-3, 30):
        level = 0.095 * index
        for line in ground.raster.lines(ground.height, level):
            if len(line) < 3:
                continue
            for part in strings(LineString(line).intersection(inner)):
                kept = LineString(part)
                if kept.length > least:
                    (thick if index % 5 == 0 else thin).append(smooth(strings(kept.simplify(1.8 * fine))[0]))
    canvas.path("formlines", "form", "".join(thin))
    canvas.path("formlines", "form5", "".join(thick))


def sand(canvas: Canvas, ground: Ground, gap: float, keep: float) -> None:
    """A stipple of sand, thicker in some places than in others."""
    shapely.prepare(ground.land)
    dots = []
    for x, y, key in _scatter(ground, gap):
        thick = 0.5 + 0.5 * ground.raster.at(ground.light, (x, y))
        if chance(key, 7) < keep * thick and ground.room((x, y)) > 0.05 * ground.unit:
            dots.append(f"M{number(x)} {number(y)}h0")
    canvas.path("formlines", "dot", "".join(dots))


def _scatter(ground: Ground, gap: float) -> Iterable[tuple[float, float, str]]:
    r = ground.raster
    for row in range(int((r.bottom - r.top) / gap)):
        for column in range(int((r.right - r.left) / gap)):
            key = f"{ground.seed}.{row}.{column}"
            yield r.left + (column + chance(key, 1)) * gap, r.top + (row + chance(key, 2)) * gap, key


def wadis(canvas: Canvas, ground: Ground, gap: float) -> None:
    """Dry valleys that climb inland from the coast and thin out."""
    drawn = []
    for line in strings(shapely.line_merge(ground.coast)):
        for index, spot in enumerate(resample(line, gap)):
            key = f"wadi {ground.seed} {index} {spot[0]:.0f}"
            if chance(key) < 0.62:
                reach = ground.unit * (0.22 + 0.6 * chance(key, 1) ** 2)
                main = _climb(ground, spot, reach, key)
                if len(main) > 5:
                    drawn.append(_taper(main, 1.15))
                    if reach > 0.42 * ground.unit:
                        drawn.append(_taper(_climb(ground, main[len(main) // 2], reach * 0.4, key + "b", 0.9), 0.7))
    canvas.path("coast", "wadi", "".join(drawn))


def _climb(ground: Ground, spot: Point, reach: float, key: str, lean: float = 0.0) -> list[Point]:
    step = max(0.045 * ground.unit, 3.2)
    line, sway = [spot], lean * (1 if chance(key, 5) < 0.5 else -1)
    for k in range(int(reach / step)):
        sway += 0.5 * (chance(key, 10 + k) - 0.5)
        sway *= 0.97
        dx, dy = ground.raster.uphill(ground.shore, line[-1])
        dx, dy = dx * cos(sway) - dy * sin(sway), dx * sin(sway) + dy * cos(sway)
        line.append((line[-1][0] + dx * step, line[-1][1] + dy * step))
    return line


def _taper(line: Line, width: float) -> str:
    if len(line) < 3:
        return ""
    left, right = [], []
    for k, (x, y) in enumerate(line):
        a, b = line[max(0, k - 1)], line[min(len(line) - 1, k + 1)]
        run = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 or 1.0
        half = width * (1 - k / (len(line) - 1)) / 2 + 0.12
        left.append((x - (b[1] - a[1]) / run * half, y + (b[0] - a[0]) / run * half))
        right.append((x + (b[1] - a[1]) / run * half, y - (b[0] - a[0]) / run * half))
    return straight([*left, *right[::-1]], close=True)


def wash(canvas: Canvas, kind: str, shape: BaseGeometry) -> None:
    """A tint over a shape."""
    canvas.path("terrain", kind, outline(shape, 0.6))


def rim(canvas: Canvas, shape: BaseGeometry, unit: float) -> None:
    """The edge of low ground: thin hachures that fall inwards."""
    for n, part in enumerate(polygons(shape.simplify(0.8))):
        line = [(float(x), float(y)) for x, y in part.exterior.coords]
        inward = 1.0 if part.exterior.is_ccw else -1.0  # on screen, where y grows down, the inside lies so
        canvas.path("terrain", "rimtick", wedges(line, unit, f"rim {n}", side=-inward, size=0.75))
        canvas.path("terrain", "rim", smooth(line, close=True))


def marks(canvas: Canvas, ground: Ground, kind: str, shape: BaseGeometry, gap: float) -> None:
    """Small signs scattered over a shape: reeds for a marsh, crests for dunes, tufts of hachure for broken ground."""
    shapely.prepare(shape)
    parts = []
    for x, y, key in _scatter(ground, gap):
        if shapely.contains_xy(shape, x, y) and shape.boundary.distance(Dot(x, y)) > 0.12 * gap:
            parts.append(_SIGNS[kind](x, y, gap, key))
    canvas.path("terrain", kind, "".join(parts))


def _reeds(x: float, y: float, gap: float, key: str) -> str:
    wide = gap * (0.22 + 0.3 * chance(key, 3))
    return f"M{number(x - wide)} {number(y)}h{number(2 * wide)}"


def _crest(x: float, y: float, gap: float, key: str) -> str:
    wide, rise = gap * (0.4 + 0.25 * chance(key, 3)), gap * (0.13 + 0.1 * chance(key, 4))
    return f"M{number(x - wide)} {number(y)}q{number(wide)} {number(-2 * rise)} {number(2 * wide)} 0"


def _tuft(x: float, y: float, gap: float, key: str) -> str:
    angle, size = turn(key, 3), gap * (0.16 + 0.12 * chance(key, 4))
    dx, dy = cos(angle) * size, sin(angle) * size
    strokes = ""
    for k in (-1, 0, 1):
        sx, sy, share = x - dy * 0.55 * k, y + dx * 0.55 * k, 1 - 0.3 * abs(k)
        strokes += f"M{number(sx - dx / 2)} {number(sy - dy / 2)}l{number(dx * share)} {number(dy * share)}"
    return strokes


def _hill(x: float, y: float, gap: float, key: str) -> str:
    """A molehill as old maps have it: a crest with three strokes down its dark side."""
    wide = gap * (0.22 + 0.16 * chance(key, 4))
    tall = wide * (0.75 + 0.3 * chance(key, 5))
    strokes = f"M{number(x - wide)} {number(y)}q{number(wide * 0.85)} {number(-2 * tall)} {number(2 * wide)} 0"
    for t in (0.55, 0.72, 0.88):
        sx = x - wide + wide * (2 * t * (1 - t) * 0.85 + 2 * t * t)
        sy = y - 4 * tall * t * (1 - t)
        strokes += f"M{number(sx)} {number(sy)}l{number(wide * 0.16)} {number((y - sy) * 0.8 + wide * 0.1)}"
    return strokes


_SIGNS = {"marshmark": _reeds, "dune": _crest, "roughmark": _tuft, "jebelmark": _hill}
