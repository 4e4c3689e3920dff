"""Western Desert Force: plans over turns, by the calendar of reserves, convoys and reinforcements.

The other fronts take most of the Allied army on turns 4 to 8 and 13 to 17, and give it back on 9 and 18. So each side
has its seasons: one attacks while the other waits behind works. A plan is kept until the balance of forces, Tobruk or
the end of the war breaks it.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r17_victory import victory_points
from sandtable.games.western_desert.terms import LAST_TURN, TOBRUK


class Plan(NamedTuple):
    """What a side has in mind for some turns."""

    name: str
    attacks: bool
    push: float
    """How strongly its aims draw, for each hex."""
    care: float
    """How much it minds what the enemy could do."""
    odds: float
    """The least odds at which an enemy stack is worth going for."""


STORM = Plan("storm while they are weak", True, 0.6, 0.35, 1.3)
PRESS = Plan("press on", True, 0.6, 0.6, 1.5)
HOLD = Plan("hold and wait for the season", False, 0.3, 0.9, 2.2)
KEEP = Plan("keep what is held to the end", False, 0.3, 1.1, 2.5)
RETAKE = Plan("take Tobruk, whatever it costs", True, 0.8, 0.25, 1.2)
CALENDAR = {
    ALLIED: ((3, STORM), (8, HOLD), (12, PRESS), (17, HOLD), (LAST_TURN, PRESS)),
    AXIS: ((3, HOLD), (8, PRESS), (12, HOLD), (17, PRESS), (20, PRESS), (LAST_TURN, HOLD)),
}
"""The plan of each side up to a turn, if forces are even."""
LATE = 4
"""Turns before the end at which only the result counts."""
STRONG, WEAK = 1.7, 0.6
"""Odds of the whole armies at which a side attacks out of season, and below which it does not even in season."""


def field_strength(pos: WesternDesertPosition, side: int) -> int:
    """The strength of a side's units on the map: what is in reserve for other fronts fights nobody."""
    strength, reduced = pos.box.strength, pos.reduced
    return sum([strength[unit][reduced[unit]] for unit in pos.army[side]])


def plan_of(pos: WesternDesertPosition, side: int) -> Plan:
    """The plan a side follows now."""
    seasonal = next(plan for last, plan in CALENDAR[side] if pos.turn <= last)
    balance = field_strength(pos, side) / max(1.0, field_strength(pos, 1 - side))
    tobruk = pos.control[TOBRUK] == side
    if pos.turn > LAST_TURN - LATE:
        ahead = victory_points(pos, side) > victory_points(pos, 1 - side)
        if tobruk and ahead:
            return KEEP
        if not tobruk:
            return RETAKE
    if balance >= STRONG:
        return seasonal if seasonal.attacks else PRESS
    if balance <= WEAK:
        return HOLD if seasonal.attacks else seasonal
    return seasonal
