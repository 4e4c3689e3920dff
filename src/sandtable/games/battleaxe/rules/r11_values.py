"""How strong both sides of a battle are: the one place where its sums are worked out."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.maps import Mask
from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r10_guns import ARTILLERY, ATTACKERS_GUNS, DEFENDERS_GUNS, lead_value
from sandtable.games.battleaxe.rules.r14_logistics import shortage_bonus
from sandtable.games.battleaxe.rules.r19_options import shock_of_tanks

FULL_LOSS, REDUCED_LOSS, RETREAT = 3, 2, 1
Parts = tuple[int, ...]


class Tally(NamedTuple):
    """The sums of a battle before its dice: the parts of both, and the most the defenders can absorb."""

    lead: int
    target: int
    attack: Parts
    """Lead, its lack of supply, other units, aircraft, Rommel, artillery, combined arms, tanks against Italians."""
    defence: Parts
    """Lead, its lack of supply, other units, ground, artillery, Axis fuel shortage."""
    endurance: int
    last: int
    """1 in the attack after an overrun, which no other follows."""


def defenders(pos: BattleaxePosition) -> Mask:
    """The units under attack."""
    return pos.here[pos.field] & pos.box.army[1 - pos.active]


def combined_arms(pos: BattleaxePosition, force: Mask) -> int:
    """One more when armour, infantry and guns attack together."""
    box = pos.box
    infantry = box.infantry
    if box.weak_italians and pos.active == AXIS:
        infantry &= ~box.italians  # 19.5
    return int(bool(force & box.armor) and bool(force & infantry) and bool(force & box.guns))  # 11.4.2E


def lead_parts(pos: BattleaxePosition, unit: int, together: Mask) -> Parts:
    """What a lead unit is worth in supply, and what it has less out of supply."""
    lacking = pos.cut >> unit & 1
    return lead_value(pos, unit, together) + lacking, -lacking  # 14.2.2


def attack_parts(
    pos: BattleaxePosition, force: Mask, lead: int, target: int, air: int = 0, rommel: int = 0, guns: int = 0
) -> Parts:
    """11.4.2, 11.4.2A, 11.4.2B, 11.4.2C, 11.4.2D, 11.4.2E Lead, others, aircraft or Rommel, guns, all arms."""
    return (
        *lead_parts(pos, lead, force),
        force.bit_count() - 1,
        air,
        rommel,
        guns,
        combined_arms(pos, force),
        shock_of_tanks(pos.box, lead, target),
    )


def defence_parts(pos: BattleaxePosition, place: int, force: Mask, target: int, guns: int = 0) -> Parts:
    """11.4.3, 11.4.3A, 11.4.3B, 11.4.3C, 11.4.3D, 11.4.3E Lead, others, ground, guns, fuel shortage."""
    return (
        *lead_parts(pos, target, force),
        force.bit_count() - 1,
        pos.box.tem[place],
        guns,
        shortage_bonus(pos),
    )


def endurance(pos: BattleaxePosition, units: Mask) -> int:
    """The most attrition points that units can absorb."""
    weak = (units & pos.reduced).bit_count()
    return FULL_LOSS * (units.bit_count() - weak) + REDUCED_LOSS * weak


def tally(pos: BattleaxePosition) -> Tally:
    """The sums of the battle at hand as they stand."""
    force = defenders(pos)
    ours = ARTILLERY if pos.salvo & ATTACKERS_GUNS else 0
    theirs = ARTILLERY if pos.salvo & DEFENDERS_GUNS else 0
    return Tally(
        pos.lead,
        pos.target,
        attack_parts(pos, pos.attackers, pos.lead, pos.target, pos.air_dice, pos.rommel_die, ours),
        defence_parts(pos, pos.field, force, pos.target, theirs),
        endurance(pos, force),
        pos.exploiting,
    )


def standing(pos: BattleaxePosition) -> str:
    """The sums as they stand, in words, for those who decide on support."""
    sums = tally(pos)
    return f"Attack {sum(sums.attack)} against {sum(sums.defence)} so far, before the dice."
