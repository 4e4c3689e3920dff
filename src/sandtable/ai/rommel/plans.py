"""Rommel in the Desert: a side's plan under the scenario's terms, and what each hex is worth for it.

A plan has a name to show to a player, the hexes a side fights for, and those it has to take before the end.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.engine.maps import places_in
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r10_victory import holds

Weights = tuple[tuple[int, float], ...]
"""Hexes and how much they matter."""
WAY_COST = (1.0, 0.7, 0.5, 0.35)
OUTPOST = 4.0
"""The most a block may be worth that is sent to a post in the rear."""
DRAW = 2.0
"""How much more a hex draws blocks if it has to be taken."""


class Plan(NamedTuple):
    """What a side wants for a while."""

    name: str
    """As in "The Axis plans to ...": `storm Tobruk`."""
    aims: dict[str, float]
    must: tuple[str, ...] = ()
    """What it has to take."""
    posts: tuple[tuple[str, float], ...] = ()
    """Hexes of its rear in which it wants a block while the army is away, and what one is worth there."""
    camp: str = ""
    """Where the light troops that will go there are set up."""


Posts = tuple[tuple[str, float], ...]
"""Hexes of the rear by name, with what a block is worth there."""
CYRENAICA: Posts = (
    ("El Agheila", 12.0),
    ("Agedabia", 8.0),
    ("Mersa Brega", 6.0),
    ("Mersa Brega NE1", 6.0),
    ("Msus E1", 8.0),
    ("Mechili", 4.0),
)
"""The trails by which raiders come from the desert south of the Jebel, and the base."""
FRONTIER: Posts = (("Tobruk", 10.0), ("Sollum", 7.0), ("Sidi Barrani", 6.0), ("Bir Sofafi", 4.0))
EGYPT: Posts = (("Alexandria", 6.0), ("Mersa Matruh", 4.0), ("Sidi Barrani", 4.0), ("Sollum", 6.0))
DELTA: Posts = (("Alexandria", 10.0), ("El Hammam", 6.0), ("El Alamein", 5.0), ("El Daba", 4.0))
"""The road of an army that stands beyond these places."""

PLANS: dict[str, tuple[Plan, Plan]] = {
    "battleaxe": (
        Plan(
            "take Sollum and Bardia, or open the road to Tobruk",
            {"Sollum": 12, "Sidi Omar": 6, "Bardia": 12, "Tobruk": 8},
            ("Sollum", "Bardia"),
        ),
        Plan(
            "hold the frontier and the ring round Tobruk",
            {"Sollum": 12, "Sidi Omar": 6, "Bardia": 5, "Gambut": 8, "Gazala SE1": 5, "Bir el Gubi": 8},
        ),
    ),
    "crusader": (
        Plan("hold Tobruk and reach it", {"Tobruk": 14, "Bir el Gubi": 5, "Gambut": 6}),
        Plan(
            "storm Tobruk",
            {"Tobruk": 16, "Bardia": 5, "Sidi Omar": 4},
            ("Tobruk",),
            posts=(("El Agheila", 12.0), ("Mersa Brega", 4.0), ("Benghazi", 4.0)),
            camp="Gazala",
        ),
    ),
    "gazala": (
        Plan("hold Tobruk and the Gazala line", {"Tobruk": 14, "Gazala": 6, "Bir Hacheim": 5}, posts=EGYPT),
        Plan("go round the line and storm Tobruk", {"Tobruk": 16}, ("Tobruk",), posts=CYRENAICA, camp="Mechili"),
    ),
    "alamein": (
        Plan(
            "keep the army, then retake Tobruk",
            {"Tobruk": 13, "Mersa Matruh": 9, "El Alamein": 7},
            ("Tobruk",),
            posts=DELTA,
        ),
        Plan(
            "take Mersa Matruh and hold Tobruk",
            {"Mersa Matruh": 12, "Tobruk": 10, "El Alamein": 6},
            ("Mersa Matruh",),
            posts=FRONTIER,
        ),
    ),
    "1940": (
        Plan(
            "destroy the army on the frontier, then take Tobruk and Benghazi",
            {"Tobruk": 13, "Mersa Matruh": 9, "Bardia": 8, "Benghazi": 10},
            ("Tobruk", "Benghazi"),
        ),
        Plan(
            "keep the larger army and hold the fortresses",
            {"Mersa Matruh": 10, "Tobruk": 9, "Bardia": 7, "Benghazi": 7},
            ("Mersa Matruh",),
        ),
    ),
    "campaign": (
        Plan("hold Tobruk", {"Tobruk": 14, "Bardia": 6, "Mersa Matruh": 6}, ("Tobruk",), posts=EGYPT),
        Plan(
            "take Tobruk",
            {"Tobruk": 14, "Benghazi": 7, "Bardia": 6},
            ("Tobruk",),
            posts=(*((name, worth / 2) for name, worth in CYRENAICA), ("Benghazi", 4.0), ("Derna", 3.0)),
            camp="Mechili",
        ),
    ),
}
"""Each scenario's terms: the plan of the Allies, and of the Axis."""


def plan_of(pos: RommelPosition, side: int) -> Plan:
    """The plan a side follows now."""
    return PLANS[pos.box.plan.terms][side]


def aims(pos: RommelPosition, side: int) -> dict[int, float]:
    """The hexes a side wants, with their weight; bases always count."""
    box = pos.box
    wanted = {box.map.index[name]: weight for name, weight in plan_of(pos, side).aims.items()}
    wanted.setdefault(box.board.base[side], 3.0)
    wanted.setdefault(box.board.base[OTHER[side]], 4.0)
    return wanted


@lru_cache(maxsize=32)
def _every_post(box: RommelBox, side: int) -> tuple[tuple[int, float, int], ...]:
    """The posts of a side's plan with their worth and how far they are from its base."""
    far = box.board.distance[0][box.board.base[side]]
    named = [(box.map.index[name], worth) for name, worth in PLANS[box.plan.terms][side].posts]
    return tuple((place, worth, far[place]) for place, worth in named)


def posts(pos: RommelPosition, side: int) -> Weights:
    """The hexes of its rear in which a side wants a block, with their worth: those that half the army is beyond."""
    every = _every_post(pos.box, side)
    if not every:
        return ()
    far = pos.box.board.distance[0][pos.box.board.base[side]]
    start, end = pos.box.span[side]
    away = sorted([far[place] for place in pos.where[start:end] if place >= 0])
    middle = away[len(away) // 2] if away else 0
    return tuple([(place, worth) for place, worth, steps in every if steps < middle])


def decisive(pos: RommelPosition, side: int) -> frozenset[int]:
    """The hexes a side still has to take."""
    return frozenset(pos.box.map.index[name] for name in plan_of(pos, side).must if not holds(pos, side, name))


@lru_cache(maxsize=256)
def pull(box: RommelBox, wanted: Weights) -> tuple[float, ...]:
    """What it is worth to stand in each hex: near its aims, by road rather than by desert."""
    worth = [0.0] * len(box.map)
    for place, weight in wanted:
        for hex_, far in enumerate(_travel(box, place)):
            worth[hex_] = max(worth[hex_], weight / (1 + 0.4 * far))
    return tuple(worth)


@lru_cache(maxsize=256)
def by_pull(worth: tuple[float, ...]) -> tuple[int, ...]:
    """All hexes, those most worth standing in first."""
    return tuple(sorted(range(len(worth)), key=lambda place: -worth[place]))


@lru_cache(maxsize=1024)
def _travel(box: RommelBox, goal: int) -> tuple[float, ...]:
    """The time to a hex from every other."""
    board = box.board
    far = [99.0] * len(box.map)
    far[goal] = 0.0
    heap = [(0.0, goal)]
    while heap:
        cost, here = heappop(heap)
        if cost > far[here]:
            continue
        for there in places_in(board.around[here]):
            grade = max(g for g in range(4) if board.by_grade[g][here] >> there & 1)
            new = cost + WAY_COST[grade]
            if new < far[there]:
                far[there] = new
                heappush(heap, (new, there))
    return tuple(far)
