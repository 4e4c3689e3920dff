"""`board.json`: where each place lies on the drawing, its outline and its neighbours."""

import json
from collections.abc import Mapping, Sequence

from tools.maps.draw.pack import Pack, Spot
from tools.maps.plane import Point

JOINING = ("seam", "open", "line")  # links that make neighbours beside the arithmetic of a grid
LEGEND = {
    "road": "Road",
    "track": "Track",
    "trail": "Trail",
    "rail": "Railway",
    "escarpment": "Escarpment",
    "wire": "Frontier wire",
    "fort": "Fort",
    "camp": "Camp",
    "marsh": "Salt marsh",
    "rough": "Rough",
    "mountain": "Jebel",
    "depression": "Depression",
    "sand": "Sand sea",
    "ridge": "Ridge",
    "zone": "Zone",
    "seam": "Seam of two sections",
}

FEATURES = {
    "port": "port",
    "fort": "fort",
    "fortress": "fortress",
    "encampment": "camp",
    "oasis": "oasis",
    "pass": "pass",
}
LINES = {"road": "road", "track": "track", "trail": "trail", "rail": "railway"}


def features(place: Spot) -> list[str]:
    """What a place has that a player asks about, in words."""
    known = [word for feature, word in FEATURES.items() if feature in place.features]
    defence = place.more.get("tem", "")
    return [*known, f"+{defence} in defence"] if defence else known


def lines(pack: Pack) -> dict[str, list[str]]:
    """The roads, tracks and railways through each place."""
    found: dict[str, set[str]] = {key: set() for key in pack.places}
    for link in pack.links:
        if link.kind in LINES:
            found[link.a].add(link.kind)
            found[link.b].add(link.kind)
    return {key: [word for kind, word in LINES.items() if kind in kinds] for key, kinds in found.items()}


def neighbours(pack: Pack) -> dict[str, list[str]]:
    """Who touches whom: by grid, and by the links that say so."""
    found: dict[str, set[str]] = {key: set() for key in pack.places}
    for key, place in pack.places.items():
        grid = pack.grids.get(place.section)
        if grid is not None:
            found[key] |= {
                n for n in grid.neighbours(key) if n in pack.places and pack.places[n].section == place.section
            }
    areas = not pack.grids
    for link in pack.links:
        if link.kind in JOINING or (areas and link.kind == "escarpment"):
            found[link.a].add(link.b)
            found[link.b].add(link.a)
    return {key: sorted(others) for key, others in found.items()}


def board(
    pack: Pack,
    size: tuple[float, float],
    unit: float,
    where: Mapping[str, Point],
    outlines: Mapping[str, Sequence[Point]],
    labels: Mapping[str, tuple[float, float, float]],
    legend: Sequence[tuple[str, str]],
) -> str:
    """The file, one place a line."""
    around, through = neighbours(pack), lines(pack)
    rows = []
    for key in sorted(pack.places, key=lambda k: (pack.places[k].section, k)):
        place = pack.places[key]
        entry: dict[str, object] = {
            "x": _round(where[key][0]),
            "y": _round(where[key][1]),
            "name": place.name,
            "terrain": place.terrain,
        }
        if len(pack.grids) > 1:
            entry["section"] = place.section
        if features(place):
            entry["features"] = features(place)
        if through[key]:
            entry["lines"] = through[key]
        if key in labels:
            entry["label"] = [_round(value) for value in labels[key]]
        entry["poly"] = [[_round(x), _round(y)] for x, y in outlines[key]]
        entry["neighbours"] = around[key]
        rows.append(f"{json.dumps(key)}:{json.dumps(entry, ensure_ascii=False, separators=(',', ':'))}")
    head = {
        "title": pack.title,
        "width": _round(size[0]),
        "height": _round(size[1]),
        "hex": unit,
        "legend": [{"kind": kind, "label": LEGEND[kind], "note": note} for kind, note in legend],
    }
    text = json.dumps(head, ensure_ascii=False)[:-1]
    return text + ', "places": {\n' + ",\n".join(rows) + "\n}}\n"


def _round(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
