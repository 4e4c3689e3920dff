"""The Dark Sands: what comes before all else in a move: guard the base, drive into the enemy's, cut his supply.

Each is an errand for one unit. A unit on the enemy's road stays there.
"""

from __future__ import annotations

from sandtable.ai.dark_sands.danger import Lines, base_of, leaves_base, naked, walks_into
from sandtable.ai.dark_sands.moves import Trip
from sandtable.ai.dark_sands.value import Sense, sense, worth
from sandtable.engine.maps import Mask, places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r05_victory import AUTOMATIC_FROM
from sandtable.games.dark_sands.rules.r19_extended import extend_barred, far_places
from sandtable.games.dark_sands.rules.r19_movement import destinations

WORTH_A_BLOCK = 10.0
"""The least that the stacks a block cuts off must be worth."""
FEW_TROOPS = 14.0
"""A unit worth more than this has better things to do than block a road."""
SURE, LIKELY = 1000.0, 500.0
"""How much its own base, and the enemy's, come before everything else."""


def blocks(pos: DarkSandsPosition, side: int, place: int) -> bool:
    """Does a unit of a side in a place cut off enemy stacks that are worth it?"""
    lines = Lines(pos, 1 - side)
    return worth(pos, pos.units_at(lines.freed(place))) > WORTH_A_BLOCK


def bound(pos: DarkSandsPosition, side: int, group: Mask) -> bool:
    """Does a group stay where it is, as the last guard of the base or the last unit on the enemy's road?"""
    if leaves_base(pos, side, group):
        return True
    place = pos.where[group.bit_length() - 1]
    if pos.piles[place] & pos.box.of[side] & ~group & ~pos.box.hqs:
        return False
    return blocks(pos, side, place)


def mission(pos: DarkSandsPosition, side: int, units: Mask, half: int, mind: Sense) -> tuple[Mask, Trip] | None:
    """The unit to send on an errand, if it may move, and where to: the most urgent errand, then the cheapest unit."""
    box, base, goal = pos.box, base_of(pos.box, side), base_of(pos.box, 1 - side)
    at_stake = pos.turn >= AUTOMATIC_FROM
    guard = at_stake and naked(pos, side)
    raid = at_stake and not pos.held[1 - side] >> goal & 1 and walks_into(pos, 1 - side, goal)
    lines, value = Lines(pos, 1 - side), sense(box).step_worth[pos.turn]
    cuts: dict[int, float] = {}
    best: tuple[float, int, Trip] | None = None
    for unit in places_in(units & box.zoned):
        group, start = 1 << unit, pos.where[unit]
        near = destinations(pos, side, group, half, 0)
        cost = value[unit] * pos.steps[unit]
        found: list[tuple[float, int]] = []
        far = {} if not (guard or raid) or extend_barred(pos, side, group, half) else far_places(pos, side, start)
        if guard and (base in near or base in far):
            found.append((SURE, base))
        if raid and (goal in near or goal in far):
            found.append((LIKELY, goal))
        if not found and cost <= FEW_TROOPS and lines.stacks:
            for place in near:
                if place not in cuts:
                    cuts[place] = _cut(pos, lines, place)
            found = [(cuts[place], place) for place in near if cuts[place] > WORTH_A_BLOCK]
        if not found or bound(pos, side, group) or _holds_alone(pos, side, group, mind):
            continue
        gain, place = max(found, key=lambda one: (one[0], -near.get(one[1], 0)))
        if best is None or gain - cost > best[0]:
            best = gain - cost, unit, Trip(gain, place, near.get(place, -1))
    return (1 << best[1], best[2]) if best else None


def _cut(pos: DarkSandsPosition, lines: Lines, place: int) -> float:
    """What the stacks that a unit in a place would cut off are worth."""
    stacks = lines.behind(place)
    return worth(pos, pos.units_at(stacks)) if stacks else 0.0


def _holds_alone(pos: DarkSandsPosition, side: int, group: Mask, mind: Sense) -> bool:
    """Is a group the only one in a place that counts?"""
    place = pos.where[group.bit_length() - 1]
    return place in mind.sites and not pos.piles[place] & pos.box.of[side] & ~group & ~pos.box.hqs
