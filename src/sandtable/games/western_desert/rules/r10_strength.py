"""10.12 Strength: modifiers for units, then stacks, then the whole attack; halving comes last for a unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.games.western_desert.position import Battle, DesertPosition
from sandtable.games.western_desert.rules.r05_events import ON_LEAVE
from sandtable.games.western_desert.rules.r08_supply import supplied_in_battle
from sandtable.games.western_desert.rules.r10_points import UNPAID, in_range
from sandtable.games.western_desert.rules.r13_leaders import face
from sandtable.games.western_desert.rules.r16_fortresses import in_city
from sandtable.games.western_desert.terms import ARMOR, FELL_BACK, INFANTRY, INSIDE, MOTORIZED


class Dice(NamedTuple):
    """Dice that hit on 5 or 6, dice that hit on 6 only, and the final strength of the combat units and leader."""

    fives: int
    sixes: int
    strength: int


def halved(strength: int, supplied: bool) -> int:
    """10.32 An unsupplied unit counts half, rounded up, after everything else."""
    return strength if supplied else (strength + 1) // 2


def attack_strength(pos: DesertPosition, battle: Battle, unit: int, supplied: bool) -> int:
    """What one attacking unit is worth: its own strength, less what is unpaid, the town and the hexside."""
    box = pos.box
    here, side = pos.where[unit], box.side[unit]
    strength = pos.strength(unit)
    if not battle.paid or not in_range(pos, here, side):
        strength += UNPAID
    if box.kind[unit] == ARMOR:
        if in_city(pos, here) or any(in_city(pos, place) for place in battle.places):
            strength -= 1
        if any(pos.fortified(place) for place in battle.places):
            strength -= 1
    for weakened in box.ground.weakened:  # 11.2, once for each kind of hexside (R17)
        if any(weakened[here] >> place & 1 for place in battle.places):
            strength -= 1
    return halved(max(0, strength), supplied)


def defense_strength(pos: DesertPosition, unit: int, supplied: bool) -> int:
    """16.2 What one defending unit is worth: more in mountains, a fortress (armor too) or under a position's marker."""
    box = pos.box
    here = pos.where[unit]
    strength = pos.strength(unit)
    if box.terrain[here] == "mountain":
        strength += 1
    if pos.fortified(here):  # 16.2, armor too (R8)
        strength += 1
    if box.kind[unit] == ARMOR and in_city(pos, here):
        strength -= 1
    if pos.flags[unit] & INSIDE:
        strength += 1
    return halved(max(0, strength), supplied)


def integrity(pos: DesertPosition, units: Sequence[int]) -> int:
    """10.5 Two for three units of a division in one hex."""
    divisions = [pos.box.division[unit] for unit in units if pos.box.division[unit]]
    if any(divisions.count(name) >= 3 for name in set(divisions)):
        return 2
    return british_armored(pos, units)


def british_armored(pos: DesertPosition, units: Sequence[int]) -> int:
    """10.51 One for two British armored brigades with a British motorized one."""
    box = pos.box
    kinds = [box.kind[u] for u in units if box.units[u].nation == "gb" and box.units[u].size == "X"]
    return 1 if kinds.count(ARMOR) >= 2 and MOTORIZED in kinds else 0


def hits_on_five(pos: DesertPosition, unit: int, attacking: bool) -> bool:
    """10.21 Does this unit hit on a 5 as well?"""
    box = pos.box
    if pos.major:  # 10.21: both sides (R34)
        return True
    if attacking:
        return box.german[unit] and box.kind[unit] == ARMOR
    if pos.fortified(pos.where[unit]):
        return True
    if pos.flags[unit] & INSIDE and pos.work_at(pos.where[unit]) == 2:
        return True
    return box.german[unit] and box.kind[unit] in (MOTORIZED, INFANTRY)


def by_place(pos: DesertPosition, units: Sequence[int]) -> dict[int, list[int]]:
    """Units by the hex they stand in."""
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(pos.where[unit], []).append(unit)
    return stacks


def attack_dice(pos: DesertPosition, battle: Battle) -> Dice:
    """10.13 The attack: units, then integrity by stack, then leader, aircraft and ships, which hit on 6 only."""
    supplied = supplied_in_battle(pos, battle.attackers)
    only_six = any(pos.fortified(place) for place in battle.places)  # 16.2
    fives = sixes = 0
    for stack in by_place(pos, battle.attackers).values():
        keen = [not only_six and hits_on_five(pos, unit, True) for unit in stack]
        for unit, on_five in zip(stack, keen, strict=True):
            strength = attack_strength(pos, battle, unit, unit in supplied)
            fives += strength if on_five else 0
            sixes += 0 if on_five else strength
        bonus = integrity(pos, stack)
        fives += bonus if all(keen) else 0  # R18
        sixes += 0 if all(keen) else bonus
    leader = battle.lead[0]
    if leader >= 0 and not pos.effects & ON_LEAVE[pos.box.side[leader]]:
        sixes += face(pos, leader).attack
    total = fives + sixes
    return Dice(fives, sixes + battle.air + battle.naval, total)


def defense_dice(pos: DesertPosition, battle: Battle) -> Dice:
    """The defense: units that did not fall back here, ground by hex, integrity, the leader."""
    supplied = supplied_in_battle(pos, battle.defenders)
    fives = sixes = 0
    for place, stack in by_place(pos, battle.defenders).items():
        standing = [unit for unit in stack if not pos.flags[unit] & FELL_BACK]  # 10.26
        keen = [hits_on_five(pos, unit, False) for unit in standing]
        for unit, on_five in zip(standing, keen, strict=True):
            strength = defense_strength(pos, unit, unit in supplied)
            fives += strength if on_five else 0
            sixes += 0 if on_five else strength
        bonus = integrity(pos, standing)
        if standing and pos.box.terrain[place] in ("rough", "salt-marsh"):
            bonus += 1
        fives += bonus if standing and all(keen) else 0
        sixes += 0 if standing and all(keen) else bonus
    leader = battle.lead[1]
    if leader >= 0:
        sixes += face(pos, leader).defense
    return Dice(fives, sixes, fives + sixes)
