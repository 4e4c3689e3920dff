"""What the rulebook states about the map, fact by fact."""

from __future__ import annotations

from math import cos, hypot, radians
from statistics import median

from sandtable.engine.facts import Fact, called, cell, has, links_between, on_line, touch, with_feature
from sandtable.engine.maps import Costs, Map, cheapest, flood, mask_of, places_in

ALEXANDRIA, TOBRUK, AXIS_SOURCE = "6508", "3408", "1019"
NAMED = ("6508", "1019", "3109", "1908", "4110", "4009", "3408")
MOTORISED = {"clear": 1, "rough": 2, "salt-marsh": 3, "mountain": 3}
POINT = 6


def _closed(board: Map, a: int, b: int) -> bool:
    on_a_line = board.linked("road", a, b) or board.linked("track", a, b)
    return board.linked("escarpment", a, b) and not on_a_line


def _costs(board: Map) -> Costs:
    """What motorised units pay, in sixths of a point."""

    def price(a: int, b: int) -> int | None:
        if board.terrain[b] not in MOTORISED or _closed(board, a, b):
            return None
        if board.linked("road", a, b):
            return POINT // 3
        if board.linked("track", a, b):
            return POINT // 2
        extra = 2 * board.linked("ridge", a, b) + board.linked("river", a, b)
        return POINT * (MOTORISED[board.terrain[b]] + extra)

    return board.costs(price)


def points_between(board: Map, a: str, b: str, limit: int = 20) -> float:
    """Movement points of a motorised unit from one hex to another; infinite beyond the limit."""
    spent = cheapest(_costs(board), board.index[a], limit * POINT)
    return spent.get(board.index[b], float("inf")) / POINT


def supplied(board: Map, unit: str, source: str, points: int = 4, without: tuple[str, ...] = ()) -> bool:
    """Is there a supply path of three parts: points over any ground, ten track hexes, any length of road?"""
    shut = mask_of(board.index[name] for name in without)
    goal = board.index[source]
    road, track = board.joined("road"), board.joined("track")
    on_road = mask_of(board.index[name] for name in on_line(board, "road"))
    ground = cheapest(_costs(board), board.index[unit], points * POINT, closed=shut)
    if goal in ground:
        return True
    fed = flood(1 << goal, on_road & ~shut, road)
    reached = mask_of(ground)
    if reached & fed:
        return True
    on_track = mask_of(board.index[name] for name in on_line(board, "track"))
    edge = reached & on_track
    for _ in range(12):  # ten further track hexes, and the road hex that ends them
        if edge & fed:
            return True
        edge |= mask_of(near for place in places_in(edge) for near in places_in(track[place] & ~shut))
    return False


def track_hexes(board: Map, start: str, road: str) -> int:
    """Track hexes between a hex and the road hex that ends the track, neither counted (ruling R4)."""
    return links_between(board, start, road, "track") - 1


def _zone(board: Map, side: str, letter: str) -> set[str]:
    return {place for place in on_line(board, "road") if cell(board, place, f"zone_{side}") == letter}


def _zones_in_order(board: Map, side: str, source: str) -> bool:
    """Going out from the source along the road, do the letters never go back?"""
    letters = {place: cell(board, place, f"zone_{side}") for place in on_line(board, "road")}
    steps = {place: links_between(board, source, place, "road") for place in letters}
    nearest = {letter: min(steps[p] for p in letters if letters[p] == letter) for letter in "ABCDEF"}
    return sorted(nearest, key=nearest.__getitem__) == list("ABCDEF")


def _kilometres_a_hex(board: Map) -> float:
    grid = board.grids["main"]
    found = []
    for a in NAMED:
        for b in NAMED:
            if a < b:
                (x1, y1), (x2, y2) = grid.centre(*grid.parse(a)), grid.centre(*grid.parse(b))
                lat1, lon1, lat2, lon2 = (float(cell(board, p, c)) for p in (a, b) for c in ("lat", "lon"))
                north, east = (lat1 - lat2) * 110.9, (lon1 - lon2) * 111.3 * cos(radians(31.5))
                found.append(hypot(north, east) / hypot(x1 - x2, y1 - y2))
    return median(found)


def _around_tobruk(board: Map) -> tuple[str, ...]:
    here = board.index[TOBRUK]
    return tuple(board.ids[near] for near in board.neighbours[here] if not _closed(board, here, near))


def _off_the_lines(board: Map, place: str) -> float:
    """Movement points to the nearest road, track or source."""
    spent = cheapest(_costs(board), board.index[place], 10 * POINT)
    lines = on_line(board, "road") | on_line(board, "track")
    return min(cost for near, cost in spent.items() if board.ids[near] in lines) / POINT


def _coast(board: Map, place: str) -> bool:
    return has(board, place, "coast")


EXAMPLE_3 = ("3309", "3409")
FACTS = [
    Fact("A1", "2.0", "a hex is about 15 miles across, within two miles",
         lambda m: 13 < _kilometres_a_hex(m) / 1.609 < 17),
    Fact("A2", "7.11, 8.4", "Alexandria is 6508 and the only Allied supply source",
         lambda m: called(m, "Alexandria") == "6508" and with_feature(m, "source-allied") == {"6508"}),
    Fact("A3", "7.11, 7.7, 8.4", "1019, El Agheila, is the Axis supply source and entry hex",
         lambda m: with_feature(m, "source-axis") == with_feature(m, "entry-axis") == {"1019"}
         and called(m, "El Agheila") == "1019"),
    Fact("A4", "7.7", "Allied reinforcements arrive at Alexandria",
         lambda m: with_feature(m, "entry-allied") == {"6508"}),
    Fact("A5", "7.11", "one road net joins every road hex to both sources",
         lambda m: all(links_between(m, p, s, "road") >= 0 for p in on_line(m, "road") for s in ("6508", "1019"))),
    Fact("A6", "7.12", "every road hex and no other is in a zone A to F of each side",
         lambda m: all((row["zone_axis"] in set("ABCDEF")) == (row["zone_allied"] in set("ABCDEF"))
                       == (row["id"] in on_line(m, "road")) for row in m.rows)),
    Fact("A7", "7.12", "Axis zone C starts at 2306 and holds the road hexes on to 3209",
         lambda m: {"2306", "3209", "2406", "2706", "2809", "3109"} <= _zone(m, "axis", "C")
         and cell(m, "2307", "zone_axis") == "B"),
    Fact("A8", "7.12", "Allied zone C is the road hexes from 4009 to 2809",
         lambda m: {"4009", "2809"} <= _zone(m, "allied", "C")
         and cell(m, "4110", "zone_allied") == "B" and cell(m, "2808", "zone_allied") == "D"),
    Fact("A9", "7.12", "3409, 3510 and 3609 are road hexes in Allied zone C",
         lambda m: {"3409", "3510", "3609"} <= _zone(m, "allied", "C")),
    Fact("A10", "7.32", "Gazala is 3109, a road hex in Allied zone C",
         lambda m: called(m, "Gazala") == "3109" and "3109" in _zone(m, "allied", "C")),
    Fact("A11", "7.32", "3709 is a road hex in Allied zone C, joined by road to Alexandria",
         lambda m: "3709" in _zone(m, "allied", "C") and links_between(m, "3709", "6508", "road") > 0),
    Fact("A12", "7.32", "Tobruk and Benghazi are road hexes that a road path between depot and source can use",
         lambda m: {TOBRUK, called(m, "Benghazi")} <= on_line(m, "road")
         and links_between(m, "1019", "3109", "road", without=[called(m, "Benghazi")]) == -1
         and links_between(m, "3209", "3609", "road", without=["3409"]) > 0),
    Fact("A13", "7.9", "Sollum is 4110, a road hex in Allied zone B",
         lambda m: called(m, "Sollum") == "4110" and "4110" in _zone(m, "allied", "B")),
    Fact("A14", "7.9", "Bardia, 4009, is next to Sollum across the limit of Allied zones B and C",
         lambda m: called(m, "Bardia") == "4009" and touch(m, "4009", "4110") and "4009" in _zone(m, "allied", "C")),
    Fact("A15", "7.9, 7.12", "3609 is in Axis zone C (ruling R1)", lambda m: "3609" in _zone(m, "axis", "C")),
    Fact("A16", "7.12, 7.16", "zones run from A to F outward from each source",
         lambda m: _zones_in_order(m, "axis", "1019") and _zones_in_order(m, "allied", "6508")),
    Fact("A17", "8.1", "supply reaches four points over the ground or ten track hexes, and no further",
         lambda m: supplied(m, "3617", ALEXANDRIA) and not supplied(m, "3617", ALEXANDRIA, points=2)
         and track_hexes(m, "3819", "4110") == 10),
    Fact("A18", "8.3", "3819 is a track hex, three movement points from 3617",
         lambda m: "3819" in on_line(m, "track") and points_between(m, "3617", "3819") == 3),
    Fact("A19", "8.3", "ten track hexes lead from 3819 to road hex 4110",
         lambda m: track_hexes(m, "3819", "4110") == 10 and "4110" in on_line(m, "road")),
    Fact("A20", "8.3", "a road leads from 4110 to Alexandria", lambda m: links_between(m, "4110", "6508", "road") > 0),
    Fact("A21", "8.3", "3117 is more than four movement points from any road, track or source",
         lambda m: _off_the_lines(m, "3117") > 4 and not supplied(m, "3117", AXIS_SOURCE)),
    Fact("A22", "8.3, 13.5", "3117 is within six movement points of one, and then supplied",
         lambda m: _off_the_lines(m, "3117") <= 6 and supplied(m, "3117", AXIS_SOURCE, points=6)),
    Fact("A23", "8.3", "3309 and 3409 are road hexes next to Tobruk, 3408, and no escarpment parts them",
         lambda m: called(m, "Tobruk") == TOBRUK and set(EXAMPLE_3) <= on_line(m, "road") & set(_around_tobruk(m))),
    Fact("A24", "8.3", "with Tobruk's zone of control in force no road leads from Gazala to Alexandria",
         lambda m: links_between(m, "3109", "6508", "road", without=[TOBRUK, *EXAMPLE_3]) == -1),
    Fact("A25", "8.3", "a road leads from 1709 to Gazala", lambda m: links_between(m, "1709", "3109", "road") > 0),
    Fact("A26", "8.3", "round a hostile Tobruk a unit in 1709 has no supply path to Alexandria",
         lambda m: not supplied(m, "1709", ALEXANDRIA, without=(TOBRUK, *_around_tobruk(m)))),
    Fact("A27", "8.3", "eight track hexes lead from Gazala to 3609, clear of Tobruk's zone of control",
         lambda m: track_hexes(m, "3109", "3609") == 8
         and links_between(m, "3109", "3609", "track", without=_around_tobruk(m)) == 9),
    Fact("A28", "8.3", "3609 is on that track and on the road",
         lambda m: "3609" in on_line(m, "track") & on_line(m, "road")),
    Fact("A29", "8.3", "Barce is 1908, and eight steps of track, four movement points, lead from it to 2710",
         lambda m: called(m, "Barce") == "1908" and links_between(m, "1908", "2710", "track") == 8
         and points_between(m, "1908", "2710") == 4),
    Fact("A30", "8.3", "ten track hexes lead from 2710 to 3609, so a unit in Barce is supplied round a hostile Tobruk",
         lambda m: track_hexes(m, "2710", "3609") == 10
         and supplied(m, "1908", ALEXANDRIA, without=(TOBRUK, *_around_tobruk(m)))),
    Fact("A31", "8.4", "Tobruk is a port and no full supply source",
         lambda m: has(m, TOBRUK, "port")
         and TOBRUK not in with_feature(m, "source-allied") | with_feature(m, "source-axis")),
    Fact("A32", "9.7", "Tobruk and Alexandria are ports on the coast",
         lambda m: {TOBRUK, "6508"} <= with_feature(m, "port") & with_feature(m, "coast")),
    Fact("A33", "3.1, 16.0", "Tobruk and Benghazi begin Axis; Benghazi is no fortress (ruling R2)",
         lambda m: all(cell(m, called(m, n), "control") == "axis" for n in ("Tobruk", "Benghazi"))
         and not has(m, called(m, "Benghazi"), "fortress")),
    Fact("A34", "16.0, 16.1", "Tobruk and Bardia are the only fortresses",
         lambda m: with_feature(m, "fortress") == {TOBRUK, "4009"}),
    Fact("A35", "16.1", "Bardia is a town beneath its fortress and Tobruk is not",
         lambda m: has(m, "4009", "town") and not has(m, TOBRUK, "town")),
    Fact("A36", "11.1", "Alexandria and Benghazi are the cities",
         lambda m: with_feature(m, "city") == {"6508", called(m, "Benghazi")}),
    Fact("A37", "11.1", "every kind of hex terrain is on the map",
         lambda m: {"clear", "rough", "salt-marsh", "depression", "mountain"} == set(m.terrain) - {"sea"}
         and all(with_feature(m, f) for f in ("city", "fortress", "town")) and bool(m.links("road"))
         and bool(m.links("track"))),
    Fact("A38", "11.1", "no road or track enters the depression",
         lambda m: all(m.terrain[m.index[p]] != "depression" for k in ("road", "track") for p in on_line(m, k))),
    Fact("A39", "11.2", "escarpments, ridges and a river run along hexsides",
         lambda m: all(m.links(kind) for kind in ("escarpment", "ridge", "river"))),
    Fact("A40", "9.3, 11.2", "some escarpment sides are closed and some are crossed by a road or track",
         lambda m: {_closed(m, a, b) for a, b in m.links("escarpment")} == {True, False}),
    Fact("A41", "15.0", "coastal hexes are land next to the sea, and all such hexes are coastal",
         lambda m: all(_coast(m, m.ids[p]) == any(m.terrain[n] == "sea" for n in m.neighbours[p])
                       for p in range(len(m)) if m.terrain[p] != "sea")),
    Fact("A42", "17.1", "a unit can go from one source to the other",
         lambda m: links_between(m, "1019", "6508", "road") > 0),
    Fact("A43", "17.2", "Tobruk can be entered from the west, the south and the east",
         lambda m: {"3309", "3409", "3509"} <= set(_around_tobruk(m))),
    Fact("A44", "7.9, 8.3", "the pairs the examples call adjacent are, and 2710 is eight steps from 1908",
         lambda m: touch(m, "4009", "4110") and touch(m, "3309", "3408", "3409", "3510", "3609", "3709")
         and m.distance(m.index["1908"], m.index["2710"]) == 8),
]  # fmt: skip
