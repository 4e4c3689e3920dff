"""Bravery in the Sand: the roads to Alexandria, and what keeps the Axis off them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.engine.maps import Mask, flood, places_in, spread
from sandtable.games.bravery.box import LEVELS, BraveryBox

MARCHES = 3
"""Movement points of units that march on their own."""
ENOUGH, MARKER = 14, 1
"""Steps that hold a road, and what a control marker without troops counts for."""
PANZER, WALLS = LEVELS.index("A"), 2
"""The level of German armour, and how much more a step in works counts than one of tanks in the open."""


@lru_cache(maxsize=4096)
def open_exits(box: BraveryBox, axis_held: Mask) -> Mask:
    """The eastern exits that an open road joins to a base of the Axis."""
    return flood(box.bases & axis_held, ~(box.strategic & ~axis_held), box.paths) & box.alexandria


@lru_cache(maxsize=4096)
def gates(box: BraveryBox, axis_held: Mask) -> Mask:
    """The hexes of the Commonwealth on the roads to Alexandria with the fewest of them, as control is now."""
    _, nexts, starts, ends = roads(box)
    places = tuple(places_in(box.strategic))
    costs = [not axis_held >> place & 1 for place in places]
    ahead = _fewest(costs, nexts, [n for n in range(len(places)) if ends >> n & 1])
    behind = _fewest(costs, nexts, starts)
    least = min(ahead[n] for n in starts)
    on_way = [n for n, cost in enumerate(costs) if cost and ahead[n] + behind[n] - cost == least]
    return sum(1 << places[n] for n in on_way)


def _fewest(costs: list[bool], nexts: tuple[tuple[int, ...], ...], starts: Sequence[int]) -> list[int]:
    """The fewest barred hexes on a way from some hexes to each, both ends counted."""
    fewest = [len(costs)] * len(costs)
    edge = [(int(costs[n]), n) for n in starts]
    while edge:
        cost, here = heappop(edge)
        if cost < fewest[here]:
            fewest[here] = cost
            for there in nexts[here]:
                heappush(edge, (cost + costs[there], there))
    return fewest


class Roads(NamedTuple):
    """The roads to Alexandria, from one hex that can bar them to the next; such hexes are numbered."""

    number: dict[int, int]
    """The number of each strategic hex by its place."""
    nexts: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...]
    """Those that are bases."""
    ends: Mask
    """Those from which an exit can be reached with no other in between, a bit for each number."""


@lru_cache(maxsize=4)
def roads(box: BraveryBox) -> Roads:
    """The roads between the strategic hexes."""
    places = tuple(places_in(box.strategic))
    number = {place: n for n, place in enumerate(places)}
    near = [flood(1 << place, ~box.strategic, box.paths) for place in places]
    nexts = [spread(reached, box.paths) & box.strategic & ~reached for reached in near]
    return Roads(
        number,
        tuple(tuple(number[other] for other in places_in(mask)) for mask in nexts),
        tuple(number[place] for place in places_in(box.bases)),
        sum(1 << n for n, reached in enumerate(near) if reached & box.alexandria),
    )


def bars(box: BraveryBox, stacks: Mapping[int, tuple[int, int, int, float]], axis_held: Mask) -> tuple[int, ...]:
    """What the Axis has to overcome in each strategic hex, by its number: a control marker and the troops there.

    `stacks` are those of the Commonwealth by place, their steps and their level first.
    """
    return tuple(
        [
            0 if axis_held >> place & 1 else MARKER + (place in stacks and barring(box, place, *stacks[place][:2]))
            for place in roads(box).number
        ]
    )


def barring(box: BraveryBox, place: int, steps: int, level: int) -> int:
    """How much some troops bar a hex to panzers: more in works, less if these hit them on a five as well."""
    if box.works[place]:
        return WALLS * steps
    return steps if PANZER - level < 2 else (steps + 1) // 2


@lru_cache(maxsize=1 << 14)
def resistance(box: BraveryBox, costs: tuple[int, ...]) -> int:
    """The least the Axis has to overcome on a road from a base to an exit, up to what is enough."""
    _, nexts, starts, ends = roads(box)
    least = [ENOUGH] * len(costs)
    edge = sorted((costs[n], n) for n in starts)
    while edge:
        cost, here = heappop(edge)
        if cost >= least[here]:
            continue
        if ends >> here & 1:
            return cost
        least[here] = cost
        for there in nexts[here]:
            if (total := cost + costs[there]) < least[there]:
                heappush(edge, (total, there))
    return ENOUGH
