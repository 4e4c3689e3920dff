"""The exact odds of a battle from what both sides can add and roll."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.position import (
    COMMITTED,
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    UNUSED,
    BattleaxePosition,
)
from sandtable.games.battleaxe.rules.r10_guns import ARTILLERY, lead_value, possible_leads
from sandtable.games.battleaxe.rules.r10_support import BEST_FACE, air_shift, call_bonus, may_take_off
from sandtable.games.battleaxe.rules.r11_values import Tally, attack_parts, defence_parts, endurance

Spread = tuple[tuple[int, float], ...]
"""Whole numbers with their chances."""


class Battle(NamedTuple):
    """A battle that could be fought: fixed values, and what dice may add."""

    attack: int
    defence: int
    endurance: int
    attack_dice: int
    """Dice of aircraft and Rommel."""
    attack_call: float
    """The chance that artillery helps the attacker."""
    defence_call: float
    shift: int = 0
    """What is added to an air roll: one less in the dust of an old fight, one more with an option."""


@cache
def two_dice() -> Spread:
    """The sum of two dice."""
    return tuple((total, (6 - abs(7 - total)) / 36) for total in range(2, 13))


def _mix(first: Spread, second: Spread, sign: int = 1) -> Spread:
    total: dict[int, float] = {}
    for a, p in first:
        for b, q in second:
            total[a + sign * b] = total.get(a + sign * b, 0.0) + p * q
    return tuple(sorted(total.items()))


@cache
def margins(dice: int, shift: int, attack_call: float, defence_call: float) -> Spread:
    """How far the attack ends ahead, by dice and artillery, if the values are equal."""
    spread = _mix(two_dice(), two_dice(), -1)
    for number in range(dice):
        added = shift if number == 0 else 0
        die = tuple((max(1, min(BEST_FACE, face + added)), 1 / BEST_FACE) for face in range(1, BEST_FACE + 1))
        spread = _mix(spread, die)
    spread = _mix(spread, ((0, 1 - attack_call), (ARTILLERY, attack_call)))
    return _mix(spread, ((0, 1 - defence_call), (ARTILLERY, defence_call)), -1)


def margin_odds(battle: Battle) -> Spread:
    """The chance of every margin between the attack and defence totals."""
    lead = battle.attack - battle.defence
    dice = margins(battle.attack_dice, battle.shift, battle.attack_call, battle.defence_call)
    return tuple((lead + margin, chance) for margin, chance in dice)


def result_odds(battle: Battle) -> tuple[float, float, float, float]:
    """The chances of repulse, stalemate, success and overrun."""
    odds = [0.0] * 4
    for margin, chance in margin_odds(battle):
        if margin < 0:
            odds[REPULSE] += chance
        elif margin == 0:
            odds[STALEMATE] += chance
        else:
            odds[OVERRUN if margin > battle.endurance else SUCCESS] += chance
    return odds[0], odds[1], odds[2], odds[3]


def call_chance(pos: BattleaxePosition, side: int, place: int) -> float:
    """How likely a side's call for artillery is to succeed there."""
    if not pos.guns[side]:
        return 0.0
    need: int = pos.box.tables["artillery_call"] - call_bonus(pos, side, place)
    return (BEST_FACE + 1 - need) / BEST_FACE


def best_lead(pos: BattleaxePosition, leads: Mask, together: Mask) -> int:
    """The unit with the highest value to lead with."""
    return max(places_in(leads), key=lambda unit: (lead_value(pos, unit, together), -unit))


class Helpers(NamedTuple):
    """The dice the attacker could still add."""

    air: int
    rommel: int


def helpers(pos: BattleaxePosition, *, after_overrun: bool = False) -> Helpers:
    """Aircraft, and Rommel if he is at the front; those used in the battle just won may help again."""
    able = (UNUSED, COMMITTED) if after_overrun else (UNUSED,)
    rommel = pos.active == AXIS and bool(pos.rommel) and pos.rommel_free in able
    return Helpers(int(pos.air in able and may_take_off(pos)), int(rommel))


def foresee(pos: BattleaxePosition, place: int, force: Mask, *, after_overrun: bool = False) -> Tally:
    """The sums if these units attacked there now, each side led by its strongest unit, before support."""
    against = pos.here[place] & pos.box.army[1 - pos.active]
    lead = best_lead(pos, possible_leads(pos, force), force)
    target = best_lead(pos, against, against)
    return Tally(
        lead,
        target,
        attack_parts(pos, force, lead, target),
        defence_parts(pos, place, against, target),
        endurance(pos, against),
        int(after_overrun),
    )


def imagine(pos: BattleaxePosition, place: int, force: Mask, dice: Helpers, *, after_overrun: bool = False) -> Battle:
    """That battle with the dice and artillery it may involve; after an overrun there is no artillery (10.2.2)."""
    sums = foresee(pos, place, force, after_overrun=after_overrun)
    return Battle(
        sum(sums.attack),
        sum(sums.defence),
        sums.endurance,
        dice.air + dice.rommel,
        0.0 if after_overrun else call_chance(pos, pos.active, place),
        0.0 if after_overrun else call_chance(pos, 1 - pos.active, place),
        air_shift(pos, place) if dice.air else 0,
    )
