"""Counts that follow every move, so that the masks of held places and zones need not be worked out anew.

What is kept for speed in this game, what each saves, and the plain function that defines it. A figure is the share by
which greedy play takes longer with the plain function in its place (seconds of processor, 1,459 decisions of a game of
greedy against greedy, the best of eight); what does not save 5 % of those seconds goes (CONTRIBUTING.md).

| kept | where | saves | defined by |
|---|---|---|---|
| `crowd`, `guards`, `packed`, `army`, `held`, `zoc` after a move | `update`, here | 18 % | `Position.refresh` |
| where one can go with nobody about | `reach.Ways.within` | 10 % | `reach.wave` |
| where one can go with enemies about | `box.hindered_reach`, remembered | 7 % | `reach.wave` |
| whether supply reaches a road | `box.supply_reach`, remembered | 15 % | `reach.wave` |
| safe supply paths | `box.lifelines`, remembered | 33 % | `box._lifelines` |
| roads to the source | `box.road_net`, remembered | 40 % | `engine.maps.flood` |
| lists of moves, neighbours, prizes | in the box, remembered | 0 to 3 %, but a quarter of random play | themselves |

`faults.mask_faults` holds the first to its plain function, `test_reach.py` the second; the others are the plain
functions themselves, remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.terms import RESERVE, STACK_LIMIT, UNIT_LIMIT

if TYPE_CHECKING:
    from sandtable.games.western_desert.position import WesternDesertPosition

PACKED = STACK_LIMIT - UNIT_LIMIT + 1


def clear(pos: WesternDesertPosition) -> None:
    """Nobody is counted anywhere."""
    size = 2 * len(pos.box.map)
    pos.army, pos.packed, pos.idle = [(), ()], [0, 0], None
    pos.crowd, pos.guards = bytearray(size), bytearray(size)


def take(pos: WesternDesertPosition) -> None:
    """Count everybody anew."""
    clear(pos)
    for side in (ALLIED, AXIS):
        list_army(pos, side)
        for unit in pos.army[side]:
            count(pos, unit, RESERVE, pos.where[unit])
        held = {pos.where[unit] for unit in pos.army[side]}
        pos.packed[side] = mask_of(place for place in held if pos.crowd[2 * place + side] >= PACKED)


def list_army(pos: WesternDesertPosition, side: int) -> None:
    """Find the combat units of a side on the map."""
    where = pos.where
    pos.army[side] = tuple([unit for unit in pos.box.fighters[side] if where[unit] >= 0])


def count(pos: WesternDesertPosition, unit: int, old: int, new: int) -> None:
    """A combat unit is counted no longer in one place but in another."""
    crowd, guards = pos.crowd, pos.guards
    side, points, guard = pos.box.weight[unit]
    if old >= 0:
        spot = 2 * old + side
        crowd[spot] -= points
        guards[spot] -= guard
    if new >= 0:
        spot = 2 * new + side
        crowd[spot] += points
        guards[spot] += guard


def update(pos: WesternDesertPosition, side: int, left: set[int], entered: int) -> None:
    """What `refresh` would find after combat units of a side have left some places for another."""
    box, crowd, guards = pos.box, pos.crowd, pos.guards
    held, zoc, packed = pos.held[side], pos.zoc[side], pos.packed[side]
    for place in left:
        if place < 0:
            continue
        spot = 2 * place + side
        if not crowd[spot]:
            held &= ~box.bit[place]
        if crowd[spot] < PACKED:
            packed &= ~box.bit[place]
        if not guards[spot]:
            zoc &= ~box.zoc_from[place]
            for near in places_in(held & box.disc(place, 2)):
                if guards[2 * near + side]:
                    zoc |= box.zoc_from[near]
    if entered >= 0:
        spot = 2 * entered + side
        held |= box.bit[entered]
        if crowd[spot] >= PACKED:
            packed |= box.bit[entered]
        if guards[spot]:
            zoc |= box.zoc_from[entered]
    pos.held[side], pos.zoc[side], pos.packed[side] = held, zoc, packed
