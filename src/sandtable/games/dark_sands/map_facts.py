"""What the rulebook states about the map, fact by fact."""

from __future__ import annotations

from itertools import combinations
from math import cos, hypot, radians
from statistics import median

from sandtable.engine.facts import Fact, called, cell, has, links_between, on_line, touch, with_feature
from sandtable.engine.maps import Map, mask_of, spread

PORTS = ("Benghazi", "Tobruk", "Bardia", "Mersa Matruh", "Alexandria")
PURPLE = {"1356", "1456", "1556"}
BYPASS = ("2728", "2629", "2630", "2631")
FORTS = ("2729", "2730")
NET = ("road", "track", "rail")
SUPPLY_RANGE = {"west": 4, "center": 8, "east": 4}
WEST_CENTER, CENTER_EAST = frozenset(("west", "center")), frozenset(("center", "east"))
TERRAIN = {"sea", "clear", "rough", "mountain", "marsh", "depression"}


def _section(board: Map, place: str) -> str:
    return board.section[board.index[place]]


def _abroad(board: Map, place: str) -> set[str]:
    """The neighbours of a hex on other sections."""
    here = board.index[place]
    return {board.ids[near] for near in board.neighbours[here] if board.section[near] != board.section[here]}


def _kilometres_a_hex(board: Map, section: str) -> float:
    grid, found = board.grids[section], []
    named = [p for p in board.ids if cell(board, p, "lat") and _section(board, p) == section]
    for a, b in combinations(named, 2):
        (x1, y1), (x2, y2) = grid.centre(*grid.parse(a)), grid.centre(*grid.parse(b))
        lat1, lon1, lat2, lon2 = (float(cell(board, p, c)) for p in (a, b) for c in ("lat", "lon"))
        north, east = (lat1 - lat2) * 110.9, (lon1 - lon2) * 111.3 * cos(radians(31.5))
        found.append(hypot(north, east) / hypot(x1 - x2, y1 - y2))
    return median(found)


def _half_scale(board: Map) -> bool:
    center = _kilometres_a_hex(board, "center")
    return all(1.4 < _kilometres_a_hex(board, end) / center < 2.1 for end in ("west", "east"))


def _range_matters(board: Map) -> bool:
    """Does the overland range leave land out of supply and land in supply on every section?"""
    net = mask_of(board.index[place] for kind in NET for place in on_line(board, kind))
    for section, reach in SUPPLY_RANGE.items():
        land = mask_of(k for k, s in enumerate(board.section) if s == section and board.terrain[k] != "sea")
        near = net
        for _ in range(reach):
            near |= spread(near, board.around)
        if not (land & near and land & ~near):
            return False
    return True


def _crossing(board: Map, kind: str) -> set[frozenset[str]]:
    """The pairs of sections between which a kind of line crosses."""
    pairs = (frozenset((board.section[a], board.section[b])) for a, b in board.links(kind))
    return {pair for pair in pairs if len(pair) == 2}


def _joined_by_colour_alone(board: Map) -> bool:
    seams = {frozenset(pair) for pair in board.links("seam")}
    pairs = ((a, b) for a in range(len(board)) for b in board.neighbours[a])
    abroad = {frozenset(pair) for pair in pairs if board.section[pair[0]] != board.section[pair[1]]}
    return seams == abroad


def _column(place: str) -> int:
    return int(place[2:])


def _colours_are_whole(board: Map) -> bool:
    """Does every hex of a colour touch every hex of that colour across the seam?"""
    groups: dict[str, set[int]] = {}
    for a, b in board.links("seam"):
        groups.setdefault(board.link_name("seam", a, b), set()).update((a, b))
    return all(
        board.linked("seam", a, b)
        for group in groups.values()
        for a, b in combinations(sorted(group), 2)
        if board.section[a] != board.section[b]
    )


def _ring(board: Map) -> set[str]:
    """The land around the two fort hexes, Tobruk left out."""
    near = {board.ids[n] for fort in FORTS for n in board.neighbours[board.index[fort]]}
    return {place for place in near if board.terrain[board.index[place]] != "sea"} - {*FORTS, "2830"}


def _coast_is_true(board: Map) -> bool:
    return all(
        has(board, board.ids[k], "coast") == any(board.terrain[near] == "sea" for near in board.neighbours[k])
        for k in range(len(board)) if board.terrain[k] != "sea"
    )  # fmt: skip


FACTS = [
    Fact("B1", "2.1", "El Agheila is on West, Alexandria on East and Buqbuq, 2045, on Center",
         lambda m: [_section(m, called(m, n)) for n in ("El Agheila", "Alexandria", "Buq Buq")]
         == ["west", "east", "center"] and called(m, "Buq Buq") == "2045"),
    Fact("B2", "2.1", "there are three sections, and Center has about twice the scale of the others (ruling R3)",
         lambda m: set(m.section) == {"west", "center", "east"} and _half_scale(m)),
    Fact("B3", "3.5", "every hex is on one section, and columns tell which (ruling R1)",
         lambda m: all(_section(m, p) == ("west" if _column(p) < 20 else "center" if _column(p) < 56 else "east")
                       for p in m.ids)),
    Fact("B4", "2.1.1", "Halfaya Pass, 2042, and To Cairo are marked and are not named locations",
         lambda m: called(m, "Halfaya Pass") == "2042" and not has(m, "2042", "named")
         and not has(m, called(m, "To Cairo"), "named")),
    Fact("B5", "2.1.2", "Benghazi, Tobruk, Bardia, Mersa Matruh and Alexandria are the only ports",
         lambda m: with_feature(m, "port") == {called(m, name) for name in PORTS}),
    Fact("B6", "2.1.4, 10.1.3", "the sources are El Agheila 1600, Alexandria 1877 and To Cairo 1376",
         lambda m: with_feature(m, "source-axis") == {"1600"} and with_feature(m, "source-allied") == {"1877", "1376"}
         and [called(m, n) for n in ("El Agheila", "Alexandria", "To Cairo")] == ["1600", "1877", "1376"]),
    Fact("B7", "2.1.4", "El Agheila and Alexandria are named locations",
         lambda m: has(m, "1600", "named") and has(m, "1877", "named")),
    Fact("B8", "5.1.1", "roads and tracks lead from El Agheila to Alexandria",
         lambda m: links_between(m, "1600", "1877", "road", "track") > 0),
    Fact("B9", "5.2.1", "Benghazi counts for the Allies each turn; Matruh and El Alamein, with Tobruk, for the Axis",
         lambda m: with_feature(m, "vp-allied") == {called(m, "Benghazi")}
         and with_feature(m, "vp-axis") == {called(m, n) for n in ("Mersa Matruh", "El Alamein", "Tobruk")}),
    Fact("B10", "5.2.2", "Tobruk, Bardia and Sollum count on the last turn",
         lambda m: with_feature(m, "vp-last") == {called(m, n) for n in ("Tobruk", "Bardia", "Sollum")}),
    Fact("B11", "6.1", "hexes of one colour touch across the seam, each with each", _colours_are_whole),
    Fact("B12", "6.1", "every hex has one terrain of the chart", lambda m: set(m.terrain) == TERRAIN),
    Fact("B13", "9.0", "the rail line runs from Alexandria and ends at Mersa Matruh",
         lambda m: links_between(m, "1877", called(m, "Mersa Matruh"), "rail") == len(m.links("rail"))
         and with_feature(m, "railhead") == {called(m, "Mersa Matruh")}),
    Fact("B14", "9.1, 9.3, 23.3.1", "it can be built on from Matruh to Tobruk, which has the Railway Completed box",
         lambda m: links_between(m, called(m, "Mersa Matruh"), "2830", "rail-planned") == len(m.links("rail-planned"))
         and with_feature(m, "railway-completed") == {"2830"}),
    Fact("B15", "10.1.1", "the overland range leaves land in and out of supply on every section", _range_matters),
    Fact("B16", "10.1.2", "all three sources are on one net of roads, tracks and rail",
         lambda m: links_between(m, "1600", "1877", *NET) > 0 and links_between(m, "1600", "1376", *NET) > 0),
    Fact("B17", "10.1.4", "Tobruk, Bardia and Mersa Matruh are ports on the coast",
         lambda m: all(has(m, called(m, n), "port", "coast") for n in ("Tobruk", "Bardia", "Mersa Matruh"))),
    Fact("B18", "10.1.4", "fort hexes are next to Tobruk", lambda m: all(touch(m, "2830", f) for f in FORTS)),
    Fact("B19", "14.0", "there are exactly four fort hexes",
         lambda m: len(with_feature(m, "fort")) == 4 and {"2830", called(m, "Bardia")} <= with_feature(m, "fort")),
    Fact("B20", "3.5", "they are Bardia, Tobruk and two hexes next to Tobruk",
         lambda m: with_feature(m, "fort") == {"2830", called(m, "Bardia"), *FORTS}),
    Fact("B21", "10.1.4, 13.7.1", "Tobruk and Bardia are on Center, Mersa Matruh is on East",
         lambda m: [_section(m, called(m, n)) for n in ("Tobruk", "Bardia", "Mersa Matruh")]
         == ["center", "center", "east"]),
    Fact("B22", "13.7.2", "there are marsh, mountain and fort hexes",
         lambda m: {"marsh", "mountain"} <= set(m.terrain) and bool(with_feature(m, "fort"))),
    Fact("B23", "13.3, 13.8", "coastal hexes are the land hexes next to the sea", _coast_is_true),
    Fact("B24", "15.1", "units can be placed in land hexes next to the Allied sources",
         lambda m: all(any(m.terrain[n] == "clear" for n in m.neighbours[m.index[s]]) for s in ("1877", "1376"))),
    Fact("B25", "15.3, 18.4", "the El Agheila entry area is El Agheila and more (ruling R8)",
         lambda m: "1600" in with_feature(m, "entry-axis") and len(with_feature(m, "entry-axis")) > 1
         and all(m.distance(m.index["1600"], m.index[p]) <= 2 for p in with_feature(m, "entry-axis"))),
    Fact("B26", "15.3", "Benghazi is on West", lambda m: _section(m, called(m, "Benghazi")) == "west"),
    Fact("B27", "19.1.5", "a hex of West or East is wider than one of Center, so it costs more", _half_scale),
    Fact("B28", "19.1.6", "sections are joined by coloured sides and nowhere else", _joined_by_colour_alone),
    Fact("B29", "19.1.6", "Center 1154 is purple and touches East 1356, 1456 and 1556, purple too",
         lambda m: all(m.link_name("seam", m.index["1154"], m.index[p]) == "purple" for p in PURPLE)),
    Fact("B30", "19.1.6", "East edge hexes without the colour are closed to 1154 (ruling R2)",
         lambda m: _abroad(m, "1154").isdisjoint({"1256", "1656", "1156"}) and {"1256", "1656", "1156"} <= set(m.ids)),
    Fact("B31", "19.1.6", "1154 is on the east edge of Center, the purple three on the west edge of East",
         lambda m: _abroad(m, "1154") == PURPLE and all(_abroad(m, p) == {"1154"} for p in PURPLE)
         and max(_column(p) for p in m.ids if _section(m, p) == "center") == 54
         and min(_column(p) for p in m.ids if _section(m, p) == "east") == 56),
    Fact("B32", "19.1.7, 19.1.8", "roads, tracks and the railway cross from section to section",
         lambda m: _crossing(m, "road") == _crossing(m, "track") == {WEST_CENTER, CENTER_EAST}
         and _crossing(m, "rail-planned") == {CENTER_EAST}),
    Fact("B33", "20.3.3", "four hexes of Center are about as far as two of West or East",
         lambda m: all(0.6 < 2 * _kilometres_a_hex(m, end) / (4 * _kilometres_a_hex(m, "center")) < 1.1
                       for end in ("west", "east"))),
    Fact("B34", "20.3.4", "rows run west to east on every section, so a retreat east or west is plain (ruling R6)",
         lambda m: {grid.orientation for grid in m.grids.values()} == {"pointy"}),
    Fact("B35", "22.6", "3418, Derna, is land on West with a road to El Agheila",
         lambda m: called(m, "Derna") == "3418" and _section(m, "3418") == "west"
         and links_between(m, "3418", "1600", "road") > 0),
    Fact("B36", "23.3.2", "the bypass is 2728, 2629, 2630 and 2631, none of them on a road before it is built",
         lambda m: with_feature(m, "bypass") == set(BYPASS) and not set(BYPASS) & on_line(m, "road")),
    Fact("B37", "23.3.2.3", "once built it joins the coast road west of Tobruk to the coast road east of it",
         lambda m: links_between(m, "2828", "2632", "road-planned") == 5 and {"2828", "2632"} <= on_line(m, "road")
         and links_between(m, "2828", "2632", "road", without=["2830"]) == -1),
    Fact("B38", "23.3.2", "the four hexes of the bypass follow each other", lambda m: touch(m, *BYPASS)),
    Fact("B39", "14.0, 23.3.2", "round Tobruk 2830 and its forts lie the bypass, 2829 and 2731 on the road (ruling R4)",
         lambda m: called(m, "Tobruk") == "2830" and _ring(m) == {*BYPASS, "2829", "2731"}
         and {"2829", "2731"} <= on_line(m, "road")),
    Fact("B40", "2.1, 2.1.1", "Halfaya Pass and Buqbuq are in one row, three hexes apart; Buqbuq is on the coast",
         lambda m: m.distance(m.index["2042"], m.index["2045"]) == 3 and has(m, "2045", "coast")),
    Fact("B41", "2.1.1, 2.1.3", "the places that count for victory are named locations",
         lambda m: {called(m, n) for n in ("El Alamein", "Sollum", "Bardia", "Tobruk", "Mersa Matruh", "Benghazi")}
         == {p for f in ("vp-allied", "vp-axis", "vp-last") for p in with_feature(m, f)} <= with_feature(m, "named")),
]  # fmt: skip
