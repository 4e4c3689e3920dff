"""What the rulebook states about the map, fact by fact."""

from __future__ import annotations

from math import cos, radians

from sandtable.engine.facts import Fact, called, cell, has, links_between, touch, with_feature
from sandtable.engine.maps import Map

AREAS = {str(number) for number in range(1, 24)}
ZONES = set("ABCDEFGHI")
ALLIED = set("ABCDH")
STRONGPOINTS = {"6", "9", "13", "22"}
POINTS = {"6": 2, "13": 2, "19": 2, "23": 2, "9": 1, "11": 1, "15": 1, "16": 1, "21": 1, "22": 1}


def _around(board: Map, place: str) -> set[str]:
    return {board.ids[near] for near in board.neighbours[board.index[place]]}


def _open_around(board: Map, place: str) -> set[str]:
    return {near for near in _around(board, place) if links_between(board, place, near, "open", "line") == 1}


def _kinds_between(board: Map, a: str, b: str) -> set[str]:
    return {k for k in ("open", "escarpment", "line") if board.linked(k, board.index[a], board.index[b])}


def _miles(board: Map, places: set[str]) -> tuple[float, float]:
    """How far the areas stretch from west to east and from south to north."""
    lats = [float(cell(board, place, "lat")) for place in places]
    lons = [float(cell(board, place, "lon")) for place in places]
    return (max(lons) - min(lons)) * 69.2 * cos(radians(31.5)), (max(lats) - min(lats)) * 68.9


def _fits_the_sheet(board: Map) -> bool:
    east, north = _miles(board, AREAS)
    return east < 34 and north < 44


def _reaches(board: Map, place: str, goals: str) -> bool:
    return any(links_between(board, place, goal, "open", "line") > 0 for goal in goals)


FACTS = [
    Fact("D1", "3.0", "the areas fit a sheet of 17 by 22 inches at two miles an inch", _fits_the_sheet),
    Fact("D2", "3.1", "there are 23 numbered areas and zones A to I, and nothing else",
         lambda m: set(m.ids) == AREAS | ZONES),
    Fact("D3", "3.1.1", "zones A, B, C, D and H start Allied, the other zones and all areas Axis",
         lambda m: {p for p in m.ids if cell(m, p, "control") == "allied"} == ALLIED
         and {p for p in m.ids if cell(m, p, "control") == "axis"} == AREAS | ZONES - ALLIED),
    Fact("D4", "3.1.2", "each area is clear or a strongpoint",
         lambda m: {m.terrain[m.index[p]] for p in AREAS} == {"clear", "strongpoint"}),
    Fact("D5", "3.1.3", "each area and zone has a terrain effects modifier from 1 to 3",
         lambda m: {cell(m, p, "tem") for p in m.ids} == {"1", "2", "3"}),
    Fact("D6", "3.1.4", "two areas meet over open desert or an escarpment, never both",
         lambda m: all(len(_kinds_between(m, a, b)) == 1 for a in AREAS for b in _around(m, a))
         and bool(m.links("escarpment"))),
    Fact("D7", "5.2.1", "the Allies enter from zones A, B, C and D",
         lambda m: with_feature(m, "entry-allied") == set("ABCD")),
    Fact("D8", "5.2.1, 17.1, 14.2.1", "zone A is Buq-Buq and zone H Tobruk, which starts Allied",
         lambda m: called(m, "Buq-Buq") == "A" and called(m, "Tobruk") == "H" and cell(m, "H", "control") == "allied"),
    Fact("D9", "5.2.2, 8.1.2, 17.2", "area 6 is Halfaya Pass, a strongpoint",
         lambda m: called(m, "Halfaya Pass") == "6" and m.terrain[m.index["6"]] == "strongpoint"),
    Fact("D10", "5.2.2, 17.2", "area 15 is Fort Capuzzo", lambda m: called(m, "Fort Capuzzo") == "15"),
    Fact("D11", "17.2, 8.1.2", "area 16 is Sollum Barracks and area 17 Musaid (ruling R1)",
         lambda m: called(m, "Sollum Barracks") == "16" and called(m, "Musaid") == "17"),
    Fact("D12", "5.2.2, 17.2", "area 9 is Point 206, a strongpoint",
         lambda m: called(m, "Point 206") == "9" and m.terrain[m.index["9"]] == "strongpoint"),
    Fact("D13", "17.2", "13 is Point 208, 11 Sidi Omar, 19 Sidi Azeiz, 23 Menastir II, and there is a Menastir I",
         lambda m: [called(m, n) for n in ("Point 208", "Sidi Omar", "Sidi Azeiz", "Menastir II")]
         == ["13", "11", "19", "23"] and called(m, "Menastir I") in AREAS),
    Fact("D14", "5.2.2, 17.2", "area 21 is Bardia Harbor, area 22 Bardia, a strongpoint",
         lambda m: called(m, "Bardia Harbor") == "21" and called(m, "Bardia") == "22"
         and m.terrain[m.index["22"]] == "strongpoint"),
    Fact("D15", "16.1", "no place next to area 18 starts Allied",
         lambda m: all(cell(m, near, "control") == "axis" for near in _around(m, "18"))),
    Fact("D16", "16.2", "zone G, where the 5th Light waits, starts Axis and leads onto the map",
         lambda m: cell(m, "G", "control") == "axis" and bool(_open_around(m, "G") & AREAS)),
    Fact("D17", "5.2.2", "the besiegers in zone H have a way to another Axis zone",
         lambda m: bool(_open_around(m, "H") & (ZONES - ALLIED))),
    Fact("D18", "8.1.2", "areas 6 and 17 meet over open desert", lambda m: _kinds_between(m, "6", "17") == {"open"}),
    Fact("D19", "9.3.2, 11.6.4, 14.2.1", "no open boundary or line runs where the escarpment does",
         lambda m: not any(m.linked(kind, a, b) for a, b in m.links("escarpment") for kind in ("open", "line"))),
    Fact("D20", "9.3.3, 15.1", "zones are joined by lines alone, and every zone has a line to another zone",
         lambda m: all(_kinds_between(m, z, near) == {"line"} for z in ZONES for near in _around(m, z))
         and all(_around(m, z) & ZONES for z in ZONES)),
    Fact("D21", "10.2.1, 11.4.4", "the strongpoints are 6, 9, 22 and (ruling R3) 13",
         lambda m: {p for p in m.ids if m.terrain[m.index[p]] == "strongpoint"} == STRONGPOINTS),
    Fact("D22", "14.2", "Allied zones are Allied supply sources, Axis zones Axis ones",
         lambda m: with_feature(m, "source-allied") == ALLIED and with_feature(m, "source-axis") == ZONES - ALLIED),
    Fact("D23", "15.0", "zones have lines only to areas on the edge of the sheet",
         lambda m: all(has(m, near, "edge") for z in ZONES for near in _around(m, z) & AREAS)),
    Fact("D24", "7.1, 15.2", "areas and zones can be told apart, for stacking",
         lambda m: all((m.section[m.index[p]] == "zones") == (p in ZONES) for p in m.ids)),
    Fact("D25", "16.1, 16.2", "zones E, F and G start Axis and the Allies can get to each",
         lambda m: all(cell(m, z, "control") == "axis" and _reaches(m, z, "ABCD") for z in "EFG")),
    Fact("D26", "17.1", "a way leads from Tobruk to Buq-Buq without crossing the escarpment",
         lambda m: links_between(m, "H", "A", "open", "line") > 0),
    Fact("D27", "17.2", "ten areas bear victory points, and each has a way to zone A, B, C or D",
         lambda m: {p: int(cell(m, p, "vp")) for p in m.ids if cell(m, p, "vp") != "0"} == POINTS
         and all(_reaches(m, p, "ABCD") for p in POINTS)),
    Fact("D28", "3.1.4", "the escarpment runs from Halfaya Pass to Halfway House; only the pass opens it (R2)",
         lambda m: all("escarpment" in _kinds_between(m, called(m, "Halfway House"), p) for p in ("1", "2"))
         and touch(m, "2", "6", "5") and links_between(m, "2", "5", "open", without=["6"]) == -1),
    Fact("D29", "11.6.4", "some areas border the sea, some the edge of the sheet",
         lambda m: bool(with_feature(m, "coast") & AREAS) and bool(with_feature(m, "edge") & AREAS)),
    Fact("D30", "16.3", "each of zones A, B, C and D has a line onto the map",
         lambda m: all(_open_around(m, z) & AREAS for z in "ABCD")),
    Fact("D31", "19.6", "Tobruk is a zone of its own, joined to zones only",
         lambda m: m.section[m.index["H"]] == "zones" and _around(m, "H") <= ZONES),
]  # fmt: skip
