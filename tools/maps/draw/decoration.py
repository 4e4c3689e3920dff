"""What a map carries besides its ground: title, compass, scale, lettering of sea and lands, degrees at the edge."""

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from tools.maps.draw.canvas import Canvas
from tools.maps.draw.lettering import Room, width
from tools.maps.draw.path import number
from tools.maps.plane import Point
from tools.maps.projection import Projection


def cartouche(canvas: Canvas, room: Room, centre: Point, title: tuple[str, str, str], size: float) -> None:
    """Line above, title, line below, between double rules."""
    above, name, below = title
    x, y = centre
    half = max(width(name, size, "bold"), width(above, size * 0.5, spacing=0.22), width(below, size * 0.5)) / 2
    canvas.text(
        "decoration", "seatext", x, y - size * 0.95, escape(above.upper()), font_size=size * 0.5, letter_spacing=".2em"
    )
    canvas.text("decoration", "", x, y, escape(name), font_size=size, font_weight=700)
    canvas.text("decoration", "seatext", x, y + size * 0.78, escape(below), font_size=size * 0.54, font_style="italic")
    for height in (y - size * 1.75, y + size * 1.25):
        for kind, off in (("bold", 0.0), ("thin", size * 0.13)):
            top = height + (off if height < y else -off)
            canvas.path("decoration", kind, f"M{number(x - half * 0.86)} {number(top)}H{number(x + half * 0.86)}")
    room.claim("title", (x - half, y - size * 1.85, x + half, y + size * 1.4))


def compass(canvas: Canvas, room: Room, centre: Point, size: float, turned: float = 0.0) -> None:
    """A rose of sixteen points; `turned` in degrees, for grids that do not lie north up."""
    x, y = centre
    parts: list[str] = []
    solid: list[str] = []
    blank: list[str] = []
    for k in range(72):
        a, inner = k * pi / 36, size * (0.86 if k % 6 == 0 else 0.92)
        outer = size * 0.98
        parts.append(f"M{_polar(inner, a)}L{_polar(outer, a)}")
    for k in range(8):
        a, reach = k * pi / 4, size * (0.8 if k % 2 == 0 else 0.5)
        tip = _polar(reach, a)
        for side, store in ((1, solid), (-1, blank)):
            b = a + side * pi / 8
            store.append(f"M0 0L{tip} {_polar(size * 0.2, b)}z")
    words = (
        f'<text class="seatext" x="0" y="{number(-size * 1.12)}" font-size="{number(size * 0.42)}" '
        'font-weight="700">N</text>'
    )
    canvas.add(
        "decoration",
        f'<g transform="translate({number(x)} {number(y)}) rotate({number(turned)})">'
        f'<circle r="{number(size)}" class="ring"/>'
        f'<circle r="{number(size * 0.84)}" class="ring"/>'
        f'<path class="thin" d="{"".join(parts)}"/>'
        f'<path class="blank" d="{"".join(blank)}"/>'
        f'<path class="solid" d="{"".join(solid)}"/>{words}</g>',
    )
    room.claim("compass", (x - size * 1.1, y - size * 1.65, x + size * 1.1, y + size * 1.1))


def _polar(reach: float, angle: float) -> str:
    return f"{number(reach * sin(angle))} {number(-reach * cos(angle))}"


def scale_bar(canvas: Canvas, room: Room, left: Point, per_km: float, steps: Sequence[int], size: float) -> None:
    """A bar in kilometres, its sections filled in turn."""
    x, y = left
    for a, b, filled in zip(steps, steps[1:], [True, False] * len(steps), strict=False):
        wide = number((b - a) * per_km)
        box = f"M{number(x + a * per_km)} {number(y)}h{wide}v{number(size * 0.42)}h-{wide}z"
        canvas.path("decoration", "solid" if filled else "blank", box)
    for km in steps:
        canvas.text("decoration", "tiny", x + km * per_km, y - size * 0.4, str(km), font_size=size)
    end = x + steps[-1] * per_km
    canvas.text(
        "decoration", "seatext", end + size * 1.6, y + size * 0.45, "km", font_size=size * 1.15, font_style="italic"
    )
    room.claim("scale", (x - size, y - size * 1.4, end + size * 2.6, y + size * 0.9))


def lettering(
    canvas: Canvas,
    room: Room,
    kind: str,
    words: Sequence[str],
    centre: Point,
    size: float,
    spacing: float,
    turned: float = 0.0,
    layer: str = "names",
) -> None:
    """Wide letters over sea or land, line under line, turned about their centre."""
    x, y = centre
    more = {"transform": f"rotate({number(turned)} {number(x)} {number(y)})"} if turned else {}
    for k, line in enumerate(words):
        canvas.text(
            layer,
            kind,
            x + spacing * size / 2,
            y + k * size * 1.25,
            escape(line),
            font_size=size,
            letter_spacing=f"{spacing:g}em",
            **more,
        )
    half = max(width(line, size, spacing=spacing) for line in words) / 2
    key = f"lettering {words[0]} {number(x)}"
    if turned:
        count = max(2, len(words[0]))
        for k in range(count):
            off, a = half * (2 * k + 1 - count) / count, turned * pi / 180
            px, py = x + off * cos(a), y - size * 0.3 + off * sin(a)
            reach = half / count * 0.9
            room.claim(f"{key} {k}", (px - reach, py - size * 0.5, px + reach, py + size * 0.5))
        return
    bottom = y + size * 0.25 + (len(words) - 1) * size * 1.25
    room.claim(key, (x - half, y - size * 0.85, x + half, bottom))


def degrees(
    canvas: Canvas, room: Room, projection: Projection, unit: float, corner: Point, every: float, size: float
) -> None:
    """Ticks of longitude along the top and latitude down the left (`corner`: the sheet's corner in the plane)."""
    left, top = corner
    (a, b, c), (d, e, f) = projection.x, projection.y
    parts = []
    for k in range(int(17 / (every / 5)), int(33 / (every / 5))):
        lon = k * every / 5
        lat = (top - f - d * lon) / e
        x = (a * lon + b * lat + c - left) * unit
        if 8 < x < canvas.width - 8:
            major = k % 5 == 0
            parts.append(f"M{number(x)} 0v{8 if major else 4}")
            if major and 60 < x < canvas.width - 60:
                _degree(canvas, room, (x, 8 + size * 1.1), lon, "E", size)
    for k in range(int(26 / (every / 5)), int(35 / (every / 5))):
        lat = k * every / 5
        lon = (left - c - b * lat) / a
        y = (top - (d * lon + e * lat + f)) * unit
        if 8 < y < canvas.height - 8:
            major = k % 5 == 0
            parts.append(f"M0 {number(y)}h{8 if major else 4}")
            if major and 40 < y < canvas.height - 40:
                _degree(canvas, room, (12 + size * 1.9, y + size * 0.3), lat, "N", size)
    canvas.path("decoration", "degreetick", "".join(parts))


def _degree(canvas: Canvas, room: Room, spot: Point, value: float, letter: str, size: float) -> None:
    whole, minutes = divmod(round(value * 60), 60)
    words = f"{whole}°{minutes:02}′ {letter}"
    x, y = spot
    box = (x - size * 1.9, y - size * 0.8, x + size * 1.9, y + size * 0.25)
    if room.cost(box) < float("inf"):
        canvas.text("decoration", "degree", x, y, words, font_size=size)
        room.claim(f"degree {words}", box)


def frame(canvas: Canvas) -> None:
    """A neat line round the sheet."""
    w, h = number(canvas.width), number(canvas.height)
    canvas.add("decoration", f'<rect class="neat" x="0" y="0" width="{w}" height="{h}"/>')
