"""10.12 Strength: modifiers for units, then stacks, then the whole attack; halving comes last for a unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import ON_LEAVE
from sandtable.games.western_desert.rules.r08_supply import supplied_in_battle
from sandtable.games.western_desert.rules.r10_points import UNPAID, in_range
from sandtable.games.western_desert.rules.r13_leaders import face
from sandtable.games.western_desert.rules.r16_fortresses import in_city
from sandtable.games.western_desert.terms import ARMOR, FELL_BACK, INFANTRY, INSIDE, MOTORIZED

Parts = dict[tuple[str, str], int]
"""What a strength is made of: (what it is, its rule) and the points it gives or takes."""


class Dice(NamedTuple):
    """Dice that hit on 5 or 6, dice that hit on 6 only, the final strength of the combat units and leader, and which
    of the units are supplied."""

    fives: int
    sixes: int
    strength: int
    supplied: frozenset[int] = frozenset()


class Tally:
    """Adds a side's dice up, and keeps what they are made of when somebody wants to know."""

    __slots__ = ("fives", "parts", "sixes")

    def __init__(self, parts: Parts | None = None) -> None:
        self.fives = self.sixes = 0
        self.parts = parts

    def add(self, dice: int, on_five: bool) -> None:
        """Dice of one kind."""
        if on_five:
            self.fives += dice
        else:
            self.sixes += dice

    def add_part(self, what: str, rule: str, dice: int, on_five: bool = False) -> None:
        """Dice with a reason of their own."""
        self.add(dice, on_five)
        if self.parts is not None and dice:
            self.parts[what, rule] = self.parts.get((what, rule), 0) + dice


def halved(strength: int, supplied: bool) -> int:
    """10.32 An unsupplied unit counts half, rounded up, after everything else."""
    return strength if supplied else (strength + 1) // 2


def attack_parts(pos: WesternDesertPosition, battle: Battle, unit: int) -> list[tuple[str, str, int]]:
    """What one attacking unit's strength is made of before it may be halved."""
    box = pos.box
    here, side = pos.where[unit], box.side[unit]
    found = [("combat strength", "10.11", pos.strength(unit))]
    if not battle.paid:
        found.append(("no attack point", "10.3", UNPAID))
    elif not in_range(pos, here, side):
        found.append(("out of the depot's range", "10.31", UNPAID))
    if box.kind[unit] == ARMOR:
        if in_city(pos, here) or any(in_city(pos, place) for place in battle.places):
            found.append(("armour in a city", "11.1", -1))
        if any(pos.fortified(place) for place in battle.places):
            found.append(("armour against a fortress", "16.2", -1))
    for name, weakened in zip(("escarpment", "ridge", "river"), box.ground.weakened, strict=True):
        if any(weakened[here] >> place & 1 for place in battle.places):  # once for each kind of hexside (R17)
            found.append((f"across the {name}", "11.2", -1))
    return found


def defense_parts(pos: WesternDesertPosition, unit: int) -> list[tuple[str, str, int]]:
    """What one defending unit's strength is made of before it may be halved."""
    box = pos.box
    here = pos.where[unit]
    found = [("combat strength", "10.11", pos.strength(unit))]
    if box.terrain[here] == "mountain":
        found.append(("mountain", "11.1", 1))
    if pos.fortified(here):  # 16.2, armour too (R8)
        found.append(("fortress", "16.2", 1))
    if box.kind[unit] == ARMOR and in_city(pos, here):
        found.append(("armour in a city", "11.1", -1))
    if pos.flags[unit] & INSIDE:
        found.append(("improved position", "12.3", 1))
    return found


def attack_strength(pos: WesternDesertPosition, battle: Battle, unit: int, supplied: bool) -> int:
    """What one attacking unit is worth: its own strength, less what is unpaid, the town and the hexside."""
    return _worth(attack_parts(pos, battle, unit), supplied)


def defense_strength(pos: WesternDesertPosition, unit: int, supplied: bool) -> int:
    """16.2 What one defending unit is worth: more in mountains, in a fortress (armour too) or in a position."""
    return _worth(defense_parts(pos, unit), supplied)


def _worth(parts: list[tuple[str, str, int]], supplied: bool) -> int:
    return halved(max(0, sum([points for _, _, points in parts])), supplied)


def integrity(pos: WesternDesertPosition, units: Sequence[int]) -> int:
    """10.5 Two for three units of a division in one hex."""
    divisions = [pos.box.division[unit] for unit in units if pos.box.division[unit]]
    if any(divisions.count(name) >= 3 for name in set(divisions)):
        return 2
    return british_armored(pos, units)


def british_armored(pos: WesternDesertPosition, units: Sequence[int]) -> int:
    """10.51 One for two British armoured brigades with a British motorised one."""
    box = pos.box
    kinds = [box.kind[u] for u in units if box.units[u].nation == "gb" and box.units[u].size == "X"]
    return 1 if kinds.count(ARMOR) >= 2 and MOTORIZED in kinds else 0


def hits_on_five(pos: WesternDesertPosition, unit: int, attacking: bool) -> bool:
    """10.21 Does this unit hit on a 5 as well?"""
    box = pos.box
    if not attacking and pos.flags[unit] & INSIDE:  # 12.3: the position decides, whoever is in it (R18)
        return pos.work_at(pos.where[unit]) == 2
    if pos.major:  # 10.21: both sides (R34)
        return True
    if attacking:
        return box.german[unit] and box.kind[unit] == ARMOR
    if pos.fortified(pos.where[unit]):
        return True
    return box.german[unit] and box.kind[unit] in (MOTORIZED, INFANTRY)


def _add_stack(
    pos: WesternDesertPosition,
    tally: Tally,
    stack: list[int],
    keen: list[bool],
    strengths: list[int],
    supplied: set[int],
) -> None:
    """The units of one hex, halved where supply is missing, and their integrity."""
    for unit, on_five, strength in zip(stack, keen, strengths, strict=True):
        tally.add(halved(strength, unit in supplied), on_five)
    if tally.parts is not None:
        lost = sum(
            halved(strength, unit in supplied) - strength for unit, strength in zip(stack, strengths, strict=True)
        )
        if lost:
            tally.parts["no supply", "8.2"] = tally.parts.get(("no supply", "8.2"), 0) + lost
    bonus = integrity(pos, stack)
    whole = bonus == 2
    tally.add_part(
        "division together" if whole else "armoured division together", "10.5" if whole else "10.51", bonus, all(keen)
    )


def _strengths(tally: Tally, parts: list[list[tuple[str, str, int]]]) -> list[int]:
    """The strength of each unit before halving; the parts of all go on the tally together."""
    found = [sum([points for _, _, points in own]) for own in parts]
    if tally.parts is not None:
        for own in parts:
            for what, rule, points in own:
                tally.parts[what, rule] = tally.parts.get((what, rule), 0) + points
        below = -sum(strength for strength in found if strength < 0)
        if below:
            tally.parts["no unit below 0", "10.12"] = tally.parts.get(("no unit below 0", "10.12"), 0) + below
    return [max(0, strength) for strength in found]


def _gain(strength: int, on_five: bool) -> int:
    """What supply is worth to a unit, to whoever shares out the places at Tobruk."""
    return (strength - halved(strength, False)) * (2 if on_five else 1)


def attack_dice(pos: WesternDesertPosition, battle: Battle, parts: Parts | None = None) -> Dice:
    """10.13 The attack: units, then integrity by stack, then leader, aircraft and ships, which hit on 6 only."""
    tally = Tally(parts)
    only_six = any(pos.fortified(place) for place in battle.places)  # 16.2
    keen = {unit: not only_six and hits_on_five(pos, unit, True) for unit in battle.attackers}
    own = [attack_parts(pos, battle, unit) for unit in battle.attackers]
    strength = dict(zip(battle.attackers, _strengths(tally, own), strict=True))
    supplied = supplied_in_battle(pos, battle.attackers, lambda unit: _gain(strength[unit], keen[unit]))
    for stack in pos.by_place(battle.attackers).values():
        _add_stack(pos, tally, stack, [keen[u] for u in stack], [strength[u] for u in stack], supplied)
    leader = battle.lead[0]
    if leader >= 0 and not pos.effects & ON_LEAVE[pos.box.side[leader]]:
        tally.add_part(face(pos, leader).name, "13.3", face(pos, leader).attack)
    total = tally.fives + tally.sixes
    tally.add_part("aircraft", "14.1", battle.air)
    tally.add_part("the fleet", "15.0", battle.naval)
    return Dice(tally.fives, tally.sixes, total, frozenset(supplied))


def defense_dice(pos: WesternDesertPosition, battle: Battle, parts: Parts | None = None) -> Dice:
    """The defence: units that did not fall back here, ground by hex, integrity, the leader."""
    tally = Tally(parts)
    standing = [unit for unit in battle.defenders if not pos.flags[unit] & FELL_BACK]  # 10.26
    keen = {unit: hits_on_five(pos, unit, False) for unit in standing}
    strength = dict(zip(standing, _strengths(tally, [defense_parts(pos, unit) for unit in standing]), strict=True))
    supplied = supplied_in_battle(pos, standing, lambda unit: _gain(strength[unit], keen[unit]))
    for place, stack in pos.by_place(standing).items():
        _add_stack(pos, tally, stack, [keen[u] for u in stack], [strength[u] for u in stack], supplied)
        if pos.box.terrain[place] in ("rough", "salt-marsh"):
            ground = "rough ground" if pos.box.terrain[place] == "rough" else "salt marsh"
            tally.add_part(ground, "11.1", 1, all(keen[unit] for unit in stack))  # R18
    leader = battle.lead[1]
    if leader >= 0:
        tally.add_part(face(pos, leader).name, "13.3", face(pos, leader).defense)
    return Dice(tally.fives, tally.sixes, tally.fives + tally.sixes, frozenset(supplied))
