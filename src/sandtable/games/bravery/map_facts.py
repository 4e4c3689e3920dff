"""What the rulebook states about the map, fact by fact."""

from __future__ import annotations

from math import cos, hypot, radians
from statistics import median

from sandtable.engine.facts import Fact, called, cell, has, links_between, on_line, touch, with_feature
from sandtable.engine.maps import Costs, Map, cheapest, flood, mask_of

STRATEGIC = {
    "Bardia": "0612",
    "Bir Sheferzen": "0111",
    "Bir el Gubi": "0403",
    "El Adem": "0604",
    "Fort Capuzzo": "0412",
    "Gabr Saleh": "0308",
    "Gambut": "0608",
    "Halfaya Pass": "0313",
    "Sidi Azeiz": "0511",
    "Sidi Omar": "0211",
    "Sidi Rezegh": "0605",
    "Sollum": "0413",
    "Tobruk": "0904",
}
ALLIED_AT_START = {"0308", "0111", "0211", "0412", "0511", "0904"}
FORMATIONS = "15PZ 21PZ 90LT SOLLUM H.PASS PAV BOL BRE SAV TRI TRN ARI 1A 4A 7A 22A 1SA 2SA 2NZ 4IND 70D"
CORRIDOR = ("0904", "0803", "0804", "0903", "0902")


def _costs(board: Map) -> Costs:
    """Costs of 6.1 in half points: road 1, track 2, desert 4, no way over a bare cliff or into the sea."""

    def price(a: int, b: int) -> int | None:
        if "sea" in (board.terrain[a], board.terrain[b]):
            return None
        if board.linked("road", a, b):
            return 1
        if board.linked("track", a, b):
            return 2
        return None if board.linked("cliff", a, b) else 4

    return board.costs(price)


def _reach(board: Map, place: str, kind: str, limit: int) -> bool:
    """Does a full allowance of 3 points make exactly this many crossings of one kind from a place, and no more?"""
    price = {"road": 1, "track": 2, "desert": 4}[kind]
    table = _costs(board)
    only = tuple(tuple((b, cost) for b, cost in row if cost == price) for row in table)
    spent = cheapest(only, board.index[place], 6)
    return max(spent.values()) // price == limit


def _kilometres_a_hex(board: Map) -> float:
    grid = board.grids["main"]
    found = []
    for a in STRATEGIC.values():
        for b in STRATEGIC.values():
            if a < b:
                (x1, y1), (x2, y2) = grid.centre(*grid.parse(a)), grid.centre(*grid.parse(b))
                lat1, lon1, lat2, lon2 = (float(cell(board, p, c)) for p in (a, b) for c in ("lat", "lon"))
                north, east = (lat1 - lat2) * 110.9, (lon1 - lon2) * 111.3 * cos(radians(31.6))
                found.append(hypot(north, east) / hypot(x1 - x2, y1 - y2))
    return median(found)


def _ways_out(board: Map) -> list[int]:
    return [len(row) for row, terrain in zip(_costs(board), board.terrain, strict=True) if terrain != "sea"]


def _every_land_hex_reached(board: Map) -> bool:
    around = [mask_of(b for b, _ in row) for row in _costs(board)]
    land = mask_of(k for k, terrain in enumerate(board.terrain) if terrain != "sea")
    return flood(1 << board.index["0904"], land, around) == land


FACTS = [
    Fact("E1", "1", "a hex is about 13 km across, not the 15 miles of the text (ruling R1)",
         lambda m: 12 < _kilometres_a_hex(m) < 14.5),
    Fact("E2", "2.2", "the map has desert, cliffs, roads, tracks, forts, encampments, villages and towns",
         lambda m: "desert" in m.terrain and all(m.links(k) for k in ("cliff", "road", "track"))
         and all(with_feature(m, f) for f in ("fort", "encampment", "village", "town"))),
    Fact("E3", "3", "the thirteen strategic hexes have their stated names and numbers",
         lambda m: with_feature(m, "strategic") == set(STRATEGIC.values())
         and all(called(m, name) == hex_ for name, hex_ in STRATEGIC.items())),
    Fact("E4", "3", "the Commonwealth starts with six of them and the Axis with seven",
         lambda m: {h for h in STRATEGIC.values() if cell(m, h, "control") == "allied"} == ALLIED_AT_START
         and sum(cell(m, h, "control") == "axis" for h in STRATEGIC.values()) == 7),
    Fact("E5", "3, 2.1.1", "every formation has one set-up hex; the garrisons stand in Sollum and Halfaya Pass",
         lambda m: sorted(filter(None, (row["setup"] for row in m.rows))) == sorted(FORMATIONS.split())
         and cell(m, "0413", "setup") == "SOLLUM" and cell(m, "0313", "setup") == "H.PASS"),
    Fact("E6", "6.1", "some cliff sides are closed and some are crossed by a road or a track",
         lambda m: {m.linked("road", a, b) or m.linked("track", a, b) for a, b in m.links("cliff")} == {True, False}),
    Fact("E7", "6.1", "three points make six crossings by road, three by track or one over the desert",
         lambda m: _reach(m, "0904", "road", 6) and _reach(m, "0403", "track", 3) and _reach(m, "0105", "desert", 1)),
    Fact("E8", "9.1", "Tobruk and Halfaya Pass are forts; Bardia, Fort Capuzzo and Sollum are encampments",
         lambda m: with_feature(m, "fort") == {"0904", "0313"}
         and with_feature(m, "encampment") == {"0612", "0412", "0413"}),
    Fact("E9", "11.2", "every strategic hex is either a village, a fort or an encampment, and no other hex is",
         lambda m: with_feature(m, "village") | with_feature(m, "fort") | with_feature(m, "encampment")
         == with_feature(m, "strategic")
         and not with_feature(m, "village") & (with_feature(m, "fort") | with_feature(m, "encampment"))),
    Fact("E10", "13.1.1.3", "three hexes of the east edge lead to Alexandria",
         lambda m: len(with_feature(m, "to-alexandria")) == 3
         and all(h.endswith("14") for h in with_feature(m, "to-alexandria"))),
    Fact("E11", "13.1.1.3", "roads and tracks join each of them to Gambut, Sidi Rezegh and Bir el Gubi",
         lambda m: all(links_between(m, exit_, town, "road", "track") > 0
                       for exit_ in with_feature(m, "to-alexandria") for town in ("0608", "0605", "0403"))),
    Fact("E12", "13.1.2.2", "0901 on the west edge leads to Tripoli, and the road goes there",
         lambda m: with_feature(m, "to-tripoli") == {"0901"} and "0901" in on_line(m, "road")
         and not any(h.endswith("00") for h in m.ids)),
    Fact("E13", "13.1.2.2", "0903, 0803 and 0804 touch Tobruk, and 0902 joins 0903 to 0901",
         lambda m: all(touch(m, "0904", h) for h in ("0903", "0803", "0804")) and touch(m, "0903", "0902", "0901")),
    Fact("E14", "13.2", "Tobruk is worth two points, each of the other twelve one",
         lambda m: {h: cell(m, h, "vp") for h in with_feature(m, "strategic")}
         == {h: "2" if h == "0904" else "1" for h in STRATEGIC.values()}),
    Fact("E15", "12.1.1", "a unit can pass through every strategic hex: each has two ways or more",
         lambda m: all(len(_costs(m)[m.index[h]]) >= 2 for h in STRATEGIC.values())),
    Fact("E16", "7.3.5", "cliffs shut no hex in: each land hex has two ways out or more",
         lambda m: min(_ways_out(m)) >= 2),
    Fact("E17", "13.1.2.2", "the corridor and 0901 are land, and all land can be reached",
         lambda m: all(m.terrain[m.index[h]] == "desert" for h in (*CORRIDOR, "0901"))
         and not has(m, "0904", "to-tripoli") and _every_land_hex_reached(m)),
]  # fmt: skip
