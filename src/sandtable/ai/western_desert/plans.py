"""Western Desert Force: plans over turns, by the calendar of reserves, convoys and reinforcements.

The other fronts take most of the Allied army on turns 4 to 8 and 13 to 17, and give it back on 9 and 18. So each side
has its seasons: one attacks while the other waits behind works. A plan is kept until the balance of forces, Tobruk or
the end of the war breaks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from sandtable.ai.western_desert.danger import coming
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
    coup: bool = False
    """Does everybody who can make for the enemy's base?"""


STORM = Plan("storm while they are weak", True, 0.6, 0.35, 1.3)
PRESS = Plan("press on", True, 0.6, 0.6, 1.5)
HOLD = Plan("hold and wait for the season", False, 0.3, 0.9, 2.2)
KEEP = Plan("keep what is held to the end", False, 0.3, 1.1, 2.5)
RETAKE = Plan("take Tobruk, whatever it costs", True, 0.8, 0.25, 1.2)
WAIT = Plan("wait this month", False, 0.3, 1.2, 9.0)
STRIKE = Plan("strike this month", True, 0.6, 0.2, 1.3)
CLOSE_UP = Plan("close up with care", True, 0.5, 1.3, 1.6)
COUP = Plan("take the enemy base", True, 0.6, 0.1, 1.3, True)
CALENDAR = {
    ALLIED: ((3, STORM), (8, HOLD), (12, PRESS), (17, HOLD), (LAST_TURN, PRESS)),
    AXIS: ((3, HOLD), (8, PRESS), (12, HOLD), (17, PRESS), (20, PRESS), (LAST_TURN, HOLD)),
}
"""The plan of each side up to a turn, if forces are even."""
LATE = 4
"""Turns before the end at which only the result counts."""
STRONG, WEAK = 1.7, 0.85
"""Odds of the whole armies at which a side attacks out of season, and below which it does not even in season."""
BOLD = 0.3
"""The share of its care that a side keeps in a major offensive."""


def field_strength(pos: WesternDesertPosition, side: int) -> int:
    """The strength of a side's units on the map: what is in reserve for other fronts fights nobody.

    What lands for the Axis before it moves counts; what lands for the Allies is wanted elsewhere.
    """
    strength, reduced = pos.box.strength, pos.reduced
    landing = coming(pos, side) if side == AXIS else []
    return sum([strength[unit][reduced[unit]] for unit in (*pos.army[side], *landing)])


class Stance(NamedTuple):
    """The plan that a side keeps to for the rest of one turn."""

    side: int
    turn: int
    plan: Plan


_STANCE: ContextVar[Stance | None] = ContextVar("stance", default=None)


@contextmanager
def following(stance: Stance | None) -> Iterator[None]:
    """While it lasts, `plan_of` gives the plan of this stance for its side and turn."""
    token = _STANCE.set(stance)
    try:
        yield
    finally:
        _STANCE.reset(token)


def plan_of(pos: WesternDesertPosition, side: int) -> Plan:
    """The plan a side follows now; a major offensive that was paid for is carried through in any season."""
    stance = _STANCE.get()
    if stance is not None and stance.side == side and stance.turn == pos.turn:
        return stance.plan
    plan = _plan_without_offensive(pos, side)
    if not pos.major or pos.active != side:
        return plan
    care, odds, push = BOLD * plan.care, min(plan.odds, STORM.odds), max(plan.push, STORM.push)
    return plan._replace(attacks=True, push=push, care=care, odds=odds)


def _plan_without_offensive(pos: WesternDesertPosition, side: int) -> Plan:
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
