"""Rommel in the Desert: named hexes of 46 km, terrain on their sides."""

import csv
from math import cos, pi, sin, sqrt

from shapely import Polygon

from tools.maps import geography
from tools.maps.games.common import land, place_columns
from tools.maps.plane import Point
from tools.maps.projection import Projection
from tools.maps.sheet import Place, Sheet

PROJECTION = Projection((2.041115, 0.335528, -59.089444), (-0.28686, 2.387407, -67.907908))
PROJECTIONS = {"main": PROJECTION}
STEPS = {"E": (1, 0), "NE": (0, 1), "NW": (-1, 1), "W": (-1, 0), "SW": (0, -1), "SE": (1, -1)}


def _hexes() -> dict[str, tuple[int, int]]:
    with (geography.FOLDER / "rommel_hexes.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: (int(row["q"]), int(row["r"])) for row in csv.DictReader(file)}


HEXES = _hexes()
CENTRES: dict[str, Point] = {name: (q + r / 2, r * sqrt(3) / 2) for name, (q, r) in HEXES.items()}

GAZETTEER = {"Marawa": "Maraua", "Er Rejima": "Er Regima"}  # the player aid spells these its own way
FEATURES = {
    "El Agheila": "base-axis source-axis entry-axis",
    "Alexandria": "base-allied source-allied entry-allied port",
    "Benghazi": "fortress port",
    "Tobruk": "fortress port",
    "Bardia": "fortress port",
    "Mersa Matruh": "port",
    "Jalo": "oasis",
    "Giarabub": "oasis",
    "Siwa": "oasis",
}

MOUNTAIN = ("Charruba", "Cirene", "El Garib", "El Gubba", "Marawa", "Wadi Cuff", "Wadi Cuff E1")  # all their sides
SIDES = {
    "mountain": {"Jebel Akhdar": "Barce|Er Rejima, Er Rejima|Msus, Mechili W1|Mechili"},
    "marsh": {"Sebkhah es Seqira": "El Agheila|El Agheila SE1", "Sebket el Jenein": "Agedabia|Agedabia SE1"},
    "escarpment": {
        "Halfaya - Sofafi escarpment": (
            "Bardia|Sollum, Sidi Omar|Sollum, Sidi Omar SE1|Sollum, Sollum|Bir Sofafi, Bir Sofafi|Sidi Barrani"
        ),
        "Sceleidima escarpment": "Beda Fomm NE1|Msus, Beda Fomm NE1|Antelat",
    },
    "pass": {"Halfaya Pass": "Sidi Omar|Sollum", "Sebkhah es Seqira": "El Agheila|El Agheila SE1"},
}

LINES = {
    "road": {
        "Via Balbia": (
            "El Agheila - Mersa Brega - Mersa Brega NE1 - Agedabia - Beda Fomm - Beda Fomm NE1 - Benghazi - "
            "Benghazi NE1 - Barce - Marawa - Wadi Cuff - Cirene - El Gubba - Derna - Tmimi - Gazala - Gazala SE1 - "
            "Tobruk - Gambut - Bardia - Sollum"
        ),
        "Egyptian coast road": (
            "Sollum - Sidi Barrani - Sidi Barrani E1 - Bir Sofafi E2 - Mersa Matruh W1 - Mersa Matruh - Fuka - "
            "El Daba - El Daba SE1 - El Alamein - El Hammam - Alexandria"
        ),
    },
    "track": {
        "Er Rejima pass": "Benghazi - Er Rejima - Barce",
        "Msus track": "Agedabia - Antelat - Msus - Msus E1 - Msus E2 - Mechili SW1 - Mechili",
        "Mechili - Derna": "Mechili - Derna",
        "Mechili - Tmimi": "Mechili - Tmimi",
        "Trigh Capuzzo": "Mechili - Gadd el Ahmar - Gadd el Ahmar E1 - Gazala SE1 - Bir el Gubi - Gambut",
        "El Adem road": "Bir el Gubi - Tobruk",
        "Trigh el Abd": "Bir Hacheim - Bir el Gubi - Bir el Gubi SE1 - Sidi Omar - Bardia",
        "Halfaya Pass": "Sidi Omar - Sollum",
        "Gazala - Bir Hacheim": "Gazala - Gadd el Ahmar E1 - Bir Hacheim",
        "Sollum - Sofafi - Matruh": "Sollum - Bir Sofafi - Sidi Barrani SE1 - Bir Sofafi E2",
    },
    "trail": {
        "Trigh el Abd west": (
            "Antelat - Antelat E1 - Antelat E2 - Mechili SW2 - Gadd el Ahmar SW1 - Gadd el Ahmar SE1 - Bir Hacheim"
        ),
        "Charruba trail": "Barce - Charruba - Charruba E1 - Mechili W1 - Mechili",
        "Wadi Cuff - Mechili": "Wadi Cuff - Mechili W1",
        "Chaulan trail": "Mechili - Wadi Cuff E1 - El Gubba",
        "El Garib trail": "Marawa - El Garib - Cirene",
        "Frontier wire": "Sidi Omar - Sidi Omar SE1 - Fort Maddalena - Fort Maddalena SW1 - Giarabub",
        "Giarabub - Siwa": "Giarabub - Giarabub SE1 - Siwa W1 - Siwa",
        "Siwa - Matruh": (
            "Siwa - Siwa NE1 - Siwa NE2 - Bir Sofafi SE2 - Sidi Barrani SE3 - Fuka W2 - Mersa Matruh SW1 - Mersa Matruh"
        ),
        "Jalo - Agedabia": "Jalo - Jalo NW1 - Jalo NW2 - Jalo NW3 - Mersa Brega E1 - Agedabia",
        "Gadd el Ahmar": "Gadd el Ahmar - Gadd el Ahmar SE1",
        "Barrel track": (
            "Mersa Matruh SW1 - Fuka SW1 - El Daba SW2 - Fuka SE2 - El Alamein SW1 - El Alamein SE1 - El Hammam"
        ),
        "Bir Hacheim - Sidi Omar": "Bir Hacheim - Bir Hacheim SE1 - Bir el Gubi SE1",
    },
}


def build() -> Sheet:
    """The whole map."""
    sheet = Sheet("rommel", "Rommel in the Desert", columns=("q", "r", "lat", "lon"))
    at = {spot: name for name, spot in HEXES.items()}
    shore = land(PROJECTION)
    for name, (q, r) in HEXES.items():
        place = Place(name, "main", "desert", name if _is_place(name) else "", set(FEATURES.get(name, "").split()))
        place.more = {"q": str(q), "r": str(r)} | place_columns(GAZETTEER.get(name, name))
        if not _outline(name).within(shore):
            place.features.add("coast")
        sheet.add(place)
    for name, (q, r) in HEXES.items():
        for dq, dr in STEPS.values():
            near = at.get((q + dq, r + dr))
            if near:
                sheet.link(name, near, "open")
                if name in MOUNTAIN:
                    sheet.link(name, near, "mountain", "Jebel Akhdar")
    for kind, groups in SIDES.items():
        for name, pairs in groups.items():
            for pair in pairs.split(", "):
                a, b = pair.split("|")
                sheet.link(a, b, kind, name)
    for kind, lines in LINES.items():
        for name, row in lines.items():
            sheet.chain(row.split(" - "), kind, name)
    return sheet


def _is_place(name: str) -> bool:
    """Whether a hex is named after a place of its own, not by its bearing from one."""
    last = name.split()[-1]
    return last.rstrip("0123456789") not in STEPS or not last[-1].isdigit()


def _outline(name: str) -> Polygon:
    (x, y), radius = CENTRES[name], 0.9 / sqrt(3)
    return Polygon([(x + radius * cos(k * pi / 3 + pi / 6), y + radius * sin(k * pi / 3 + pi / 6)) for k in range(6)])
