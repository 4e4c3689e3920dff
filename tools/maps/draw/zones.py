"""Zones along a road: the land nearest to each zone's road hexes, tinted, bordered and lettered."""

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tools.maps.draw.hexmap import HexMap
from tools.maps.draw.noise import Array
from tools.maps.draw.path import straight
from tools.maps.draw.raster import Raster, rings, strings
from tools.maps.plane import Point

RULES = """\
.sandmap .zone{fill-opacity:var(--map-zone-strength)}
.sandmap .zoneline{stroke:var(--map-ink);stroke-width:1.1;stroke-opacity:.5;stroke-dasharray:9 3 1.5 3}
.sandmap .zoneletter{font-weight:700;fill-opacity:.7}
.sandmap .zonenote{font-style:italic;fill-opacity:.85}
""" + "".join(f".sandmap .zone-{k}{{fill:var(--map-zone-{k})}}\n" for k in "abcdef")


def draw_zones(work: HexMap, column: str) -> dict[str, BaseGeometry]:
    """Tint every zone of one column of places.csv; the shapes by zone."""
    (panel,) = work.panels.values()
    members: dict[str, list[Point]] = {}
    for key, place in work.pack.places.items():
        if place.more.get(column):
            members.setdefault(place.more[column], []).append(work.where[key])
    raster = panel.ground.raster
    away = {zone: _nearest(raster, spots) for zone, spots in sorted(members.items())}
    found = {}
    for zone, mine in away.items():
        others = np.min([sheet for other, sheet in away.items() if other != zone], axis=0)
        shape = raster.above(others - mine, 0.0).intersection(panel.ground.land)
        found[zone] = shape
        work.canvas.path(
            "zones", f"zone zone-{zone.lower()}", "".join(straight(ring, close=True) for ring in rings(shape, 1.0))
        )
    lines = []
    for zone, shape in found.items():
        for other, second in found.items():
            if zone < other:
                edge = shape.boundary.intersection(second.buffer(1.5)).simplify(2.0)
                lines += [straight(line) for line in strings(shapely.line_merge(edge)) if len(line) > 1]
    work.canvas.path("zones", "zoneline", "".join(lines))
    return found


def _nearest(raster: Raster, spots: Sequence[Point]) -> Array:
    x, y = raster.mesh()
    best = np.full_like(x, np.inf)
    for px, py in spots:
        best = np.minimum(best, np.hypot(x - px, y - py))
    return best


def letter_zones(work: HexMap, spots: Mapping[str, Point], columns: tuple[str, str], words: str, size: float) -> None:
    """A large letter in each zone, and under it which of the other side's zones lie there."""
    mine, theirs = columns
    meets: dict[str, set[str]] = {zone: set() for zone in spots}
    for place in work.pack.places.values():
        if place.more.get(mine) and place.more.get(theirs):
            meets[place.more[mine]].add(place.more[theirs])
    notes = {zone: f"{words} {', '.join(sorted(others))}" for zone, others in meets.items()}
    for zone, (x, y) in spots.items():
        kind = f"zone-{zone.lower()}"
        work.canvas.text("zones", f"zoneletter {kind}", x, y, zone, font_size=size)
        work.canvas.text("zones", f"zonenote {kind}", x, y + size * 0.42, notes[zone], font_size=size * 0.34)
        work.room.claim(f"zone {zone}", (x - size * 0.8, y - size * 0.8, x + size * 0.8, y + size * 0.55))
