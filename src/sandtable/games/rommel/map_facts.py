"""What the player aid states about the map, fact by fact."""

from __future__ import annotations

import re

from sandtable.engine.facts import Fact, cell, links_between, touch, with_feature
from sandtable.engine.maps import Map, flood, mask_of

MOUNTAIN_HEXES = ("Charruba", "Cirene", "El Garib", "El Gubba", "Marawa", "Wadi Cuff", "Wadi Cuff E1")
OTHER_MOUNTAIN = {("Barce", "Er Rejima"), ("Er Rejima", "Msus"), ("Mechili", "Mechili W1")}
MARSHES = {"Sebkhah es Seqira", "Sebket el Jenein"}
BARRIERS = ("escarpment", "marsh", "mountain")
WAYS = ("road", "track", "trail", "pass")
DIRECTIONS = {"E": (1, 0), "NE": (0, 1), "NW": (-1, 1), "W": (-1, 0), "SW": (0, -1), "SE": (1, -1)}
BEARING = re.compile(r"(.+) (E|NE|NW|W|SW|SE)(\d)")


def _pairs(board: Map, kind: str) -> set[tuple[str, str]]:
    return {(board.ids[min(a, b)], board.ids[max(a, b)]) for a, b in board.links(kind)}


def _ordered(board: Map, a: str, b: str) -> tuple[str, str]:
    return (a, b) if board.index[a] < board.index[b] else (b, a)


def _crossed(board: Map, a: int, b: int) -> bool:
    return any(board.linked(way, a, b) for way in WAYS)


def _barriers(board: Map) -> set[tuple[int, int]]:
    return {(min(a, b), max(a, b)) for kind in BARRIERS for a, b in board.links(kind)}


def _side_is(board: Map, kind: str, a: str, b: str) -> bool:
    return board.linked(kind, board.index[a], board.index[b])


def _spot(board: Map, place: str) -> tuple[int, int]:
    return int(cell(board, place, "q")), int(cell(board, place, "r"))


def _lies(board: Map, place: str, way: str, count: int, of: str) -> bool:
    """Does a hex lie this many steps in a direction from another?"""
    (q, r), (dq, dr) = _spot(board, of), DIRECTIONS[way]
    return _spot(board, place) == (q + dq * count, r + dr * count)


def _named_by_bearing(board: Map) -> bool:
    """Does every bearing in a name point from the named place to the hex?"""
    found = [(place, match) for place in board.ids if (match := BEARING.fullmatch(place))]
    return bool(found) and all(_lies(board, place, m[2], int(m[3]), m[1]) for place, m in found)


def _mountain_beyond_the_list(board: Map) -> set[tuple[str, str]]:
    return {pair for pair in _pairs(board, "mountain") if not set(pair) & set(MOUNTAIN_HEXES)}


def _neighbours(board: Map, place: str) -> set[str]:
    return {board.ids[near] for near in board.neighbours[board.index[place]]}


def _marsh(board: Map, name: str) -> tuple[int, int]:
    (side,) = (pair for pair in board.links("marsh") if board.link_name("marsh", *pair) == name)
    return side


def _all_reached(board: Map) -> bool:
    shut = {pair for pair in _barriers(board) if not _crossed(board, *pair)}
    around = [
        mask_of(near for near in places if (min(here, near), max(here, near)) not in shut)
        for here, places in enumerate(board.neighbours)
    ]
    everything = mask_of(range(len(board)))
    return flood(1 << board.index["Alexandria"], everything, around) == everything


FACTS = [
    Fact("C1", "Terrain", "terrain lies on hexsides: hexes are all alike, and most sides are open",
         lambda m: set(m.terrain) == {"desert"} and 0 < len(_barriers(m)) < len(m.links("open")) / 4),
    Fact("C2", "Terrain", "some full sides are closed, some are crossed by a road or pass; every hex can be reached",
         lambda m: {_crossed(m, a, b) for a, b in _barriers(m)} == {True, False} and _all_reached(m)),
    Fact("C3", "Terrain", "Beda Fomm and Antelat share a side, and it is not escarpment",
         lambda m: touch(m, "Beda Fomm", "Antelat") and not _side_is(m, "escarpment", "Beda Fomm", "Antelat")),
    Fact("C4", "Terrain", "Gadd el Ahmar SE2 and SE3 share a side, and it is not escarpment",
         lambda m: touch(m, "Gadd el Ahmar SE2", "Gadd el Ahmar SE3")
         and not _side_is(m, "escarpment", "Gadd el Ahmar SE2", "Gadd el Ahmar SE3")),
    Fact("C5", "Terrain", "a hex is named by its place or by bearing and distance from one, and these are true",
         _named_by_bearing),
    Fact("C6", "Terrain", "no side along the Qattara Depression is marsh",
         lambda m: not any(_side_is(m, "marsh", a, b) for a in ("El Alamein SW1", "Fuka SE2", "El Daba SW2", "Fuka SW2")
                           for b in _neighbours(m, a))),
    Fact("C7", "Terrain", "there are two marsh sides: Sebkhah es Seqira with a pass, Sebket el Jenein without",
         lambda m: {m.link_name("marsh", a, b) for a, b in m.links("marsh")} == MARSHES and len(m.links("marsh")) == 2
         and m.linked("pass", *_marsh(m, "Sebkhah es Seqira")) and not _crossed(m, *_marsh(m, "Sebket el Jenein"))),
    Fact("C8", "Terrain", "every side of the seven hexes of the Jebel is mountain",
         lambda m: all(_side_is(m, "mountain", a, b) for a in MOUNTAIN_HEXES for b in _neighbours(m, a))),
    Fact("C9", "Terrain", "there are exactly three mountain sides more",
         lambda m: _mountain_beyond_the_list(m) == {_ordered(m, a, b) for a, b in OTHER_MOUNTAIN}
         and all(touch(m, a, b) for a, b in OTHER_MOUNTAIN)),
    Fact("C10", "Terrain", "the seven lie in rows: El Garib to El Gubba, Marawa to Wadi Cuff E1, and Charruba below",
         lambda m: touch(m, "El Garib", "Cirene", "El Gubba") and touch(m, "Marawa", "Wadi Cuff", "Wadi Cuff E1")
         and len({_spot(m, p)[1] for p in MOUNTAIN_HEXES}) == 3 and touch(m, "Marawa", "Charruba")),
    Fact("C11", "Terrain", "Wadi Cuff E1 is the east neighbour of Wadi Cuff, Mechili W1 the west neighbour of Mechili",
         lambda m: _lies(m, "Wadi Cuff E1", "E", 1, "Wadi Cuff") and _lies(m, "Mechili W1", "W", 1, "Mechili")
         and m.name[m.index["Wadi Cuff E1"]] == ""),
    Fact("C12", "2.8", "roads and passes lead through closed terrain",
         lambda m: all(any(m.linked(way, a, b) for a, b in _barriers(m)) for way in ("road", "pass"))),
    Fact("C13", "7, 9", "each side has one base; there are ports and fortresses, all on the coast",
         lambda m: with_feature(m, "base-axis") == {"El Agheila"} and with_feature(m, "base-allied") == {"Alexandria"}
         and with_feature(m, "fortress") == {"Benghazi", "Tobruk", "Bardia"} <= with_feature(m, "port")
         <= with_feature(m, "coast")),
    Fact("C14", "2", "a road of one grade leads from base to base",
         lambda m: links_between(m, "El Agheila", "Alexandria", "road") == len(m.links("road")) == 31),
]  # fmt: skip
