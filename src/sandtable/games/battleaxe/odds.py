"""The exact odds of a battle from what both sides can add and roll."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import (
    COMMITTED,
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    UNUSED,
    BattleaxePosition,
)
from sandtable.games.battleaxe.rules.r10_support import (
    ARTILLERY,
    BEST_FACE,
    call_bonus,
    lead_value,
    may_take_off,
    possible_leads,
)
from sandtable.games.battleaxe.rules.r11_attack import combined_arms
from sandtable.games.battleaxe.rules.r11_result import endurance
from sandtable.games.battleaxe.rules.r14_logistics import shortage_bonus
from sandtable.games.battleaxe.rules.r19_options import air_bonus

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
    """What dice and artillery make of equal values: attack less defence."""
    spread = _mix(two_dice(), two_dice(), -1)
    for number in range(dice):
        added = shift if number == 0 else 0
        die = tuple((max(1, min(BEST_FACE, face + added)), 1 / BEST_FACE) for face in range(1, BEST_FACE + 1))
        spread = _mix(spread, die)
    spread = _mix(spread, ((0, 1 - attack_call), (ARTILLERY, attack_call)))
    return _mix(spread, ((0, 1 - defence_call), (ARTILLERY, defence_call)), -1)


def margin_odds(battle: Battle) -> Spread:
    """The chances of every margin between attack and defence total."""
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
    """How likely a side's call for artillery is heard there."""
    if not pos.guns[side]:
        return 0.0
    need: int = pos.box.tables["artillery_call"] - call_bonus(pos, side, place)
    return (BEST_FACE + 1 - need) / BEST_FACE


def best_lead(pos: BattleaxePosition, leads: Mask, together: Mask) -> int:
    """The unit with the highest value to lead with."""
    return max(places_in(leads), key=lambda unit: (lead_value(pos, unit, together), -unit))


def imagine(pos: BattleaxePosition, place: int, force: Mask, dice: int, *, calls: bool = True) -> Battle:
    """The battle if these units attacked there now, both sides led by their strongest and calling for artillery."""
    box, side = pos.box, pos.active
    against = pos.here[place] & box.army[1 - side]
    lead = best_lead(pos, possible_leads(pos, force), force)
    target = best_lead(pos, against, against)
    attack = lead_value(pos, lead, force) + force.bit_count() - 1 + combined_arms(pos, force)
    defence = lead_value(pos, target, against) + against.bit_count() - 1 + box.tem[place] + shortage_bonus(pos)
    if box.weak_italians and side == ALLIED and box.armor >> lead & 1 and (box.italians & box.infantry) >> target & 1:
        attack += 2  # 19.5
    shift = air_bonus(box, side) - (pos.contested >> place & 1) if pos.air and may_take_off(pos) and dice else 0
    return Battle(
        attack,
        defence,
        endurance(pos, against),
        dice,
        call_chance(pos, side, place) if calls else 0.0,
        call_chance(pos, 1 - side, place) if calls else 0.0,
        shift,
    )


def helpers(pos: BattleaxePosition, *, after_overrun: bool = False) -> int:
    """Dice the attacker could still add: aircraft, and Rommel if he is at the front."""
    able = (UNUSED, COMMITTED) if after_overrun else (UNUSED,)
    return int(pos.air in able and may_take_off(pos)) + int(
        pos.active == AXIS and bool(pos.rommel) and pos.rommel_free in able
    )
