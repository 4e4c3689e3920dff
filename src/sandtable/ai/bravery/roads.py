"""Bravery in the Sand: the roads to Alexandria, and what keeps the Axis off them."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.engine.maps import Mask, flood, places_in, spread
from sandtable.engine.sides import ALLIED
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.position import BraveryPosition

ENOUGH, MARKER = 14, 1
"""Steps that hold a road, and what a control marker without troops counts for."""


@lru_cache(maxsize=4096)
def open_exits(box: BraveryBox, axis_held: Mask) -> Mask:
    """The eastern exits that an open road joins to a base of the Axis."""
    return flood(box.bases & axis_held, ~(box.strategic & ~axis_held), box.paths) & box.alexandria


@lru_cache(maxsize=4)
def gates(box: BraveryBox) -> Mask:
    """The hexes of the Commonwealth that bar the road to Alexandria at the start."""
    held = box.axis_at_start
    return sum(1 << place for place in places_in(box.strategic & ~held) if open_exits(box, held | 1 << place))


class Roads(NamedTuple):
    """The roads to Alexandria from one hex that can bar them to the next, by number among such hexes."""

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


def bars(pos: BraveryPosition) -> list[int]:
    """What the Axis has to overcome in each strategic hex, by its number: a control marker and the troops there."""
    number, where, strength, held = roads(pos.box).number, pos.where, pos.strength, pos.axis_held
    costs = [0 if held >> place & 1 else MARKER for place in number]
    for unit in pos.box.units_of[ALLIED]:
        n = number.get(where[unit])
        if n is not None and costs[n]:
            costs[n] += strength[unit]
    return costs


def resistance(box: BraveryBox, costs: list[int]) -> int:
    """What the Axis has to overcome at least on a road from a base to an exit, up to what is enough."""
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
