"""Combat, second part: damage, shared out by its owner."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, swap
from sandtable.engine.words import Count
from sandtable.games.bravery.position import LOST, BraveryPosition
from sandtable.games.bravery.rules.r07_strength import enough_rounds, in_battle, level_of, strength_of


class Suffer(Auto[BraveryPosition]):
    """7.2.1 Half the damage, rounded up, must fall on the highest level when there are several."""

    name = "combat.suffer"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        side = frame.side
        defends = side != pos.attacker
        points = pos.hits[0 if defends else 1]
        if not points:
            pop(pos)
            return
        units = in_battle(pos, side)
        if points >= strength_of(pos, units):
            for unit in [unit for unit in units if pos.strength[unit] == 2] + units:  # 7.2.2
                strike(pos, unit)
            pop(pos)
            return
        top = level_of(pos, units)
        best = [unit for unit in units if pos.box.units[unit].level == top]
        owed = min((points + 1) // 2, strength_of(pos, best))
        swap(pos, "combat.damage", side, points, owed, top)


def strike(pos: BraveryPosition, unit: int) -> None:
    """7.2.3 One point of damage reduces a full unit or eliminates a reduced one."""
    pos.strength[unit] -= 1
    if unit not in pos.damage:
        pos.damage = (*pos.damage, unit)
    if pos.strength[unit]:
        pos.note("7.2.3", "reduced", unit, pos.where[unit])
    else:
        eliminate(pos, unit)


def eliminate(pos: BraveryPosition, unit: int) -> None:
    """Take a unit off the map."""
    pos.note("7.2.3", "eliminated", unit, pos.where[unit])
    pos.strength[unit] = 0
    pos.where[unit] = LOST
    pos.marker[unit] = 0


def damage_barred(pos: BraveryPosition, frame: Frame, unit: int) -> str | None:
    """7.2.2 At each level full units are hit before reduced ones; the top level until it has had its share."""
    _, side, (points, owed, top) = frame
    units = in_battle(pos, side)
    if unit not in units:
        return "7.2"
    level = pos.box.units[unit].level
    if owed >= points and level != top:
        return "7.2.1"
    if pos.strength[unit] == 1 and any(pos.strength[u] == 2 and pos.box.units[u].level == level for u in units):
        return "7.2.2"
    return None


def hit_counts(pos: BraveryPosition, unit: int) -> bool:
    """Does it matter later that this unit was hit in this battle: for recovery (7.4.2), or an early way out (8.2.4)?"""
    return unit in pos.damage and (pos.box.recoverable[unit] or not enough_rounds(pos))


class Damage(Step[BraveryPosition]):
    """The owner puts the next point of damage on a unit; units alike in every way are offered once."""

    name = "combat.damage"
    rule = "7.2.1"
    verbs = ("hit",)

    class Args(NamedTuple):
        """The points still to take, how many of them the top level owes, and that level."""

        points: int
        owed: int
        top: int

    def ask(self, pos: BraveryPosition, frame: Frame) -> Ask:
        text = "Choose the unit that takes the next one."
        return Ask(f"Take {Count(self.Args(*frame.args).points):hit}", text, ("7.2.1", "7.2.2"))

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        sorts: dict[tuple[int, ...], int] = {}
        for unit in in_battle(pos, frame.side):
            if not damage_barred(pos, frame, unit):
                counter = pos.box.units[unit]
                kind = (counter.formation, counter.level, counter.armor)
                state = (pos.strength[unit], pos.marker[unit], pos.came_from[unit], hit_counts(pos, unit))
                sorts.setdefault((*kind, *state), unit)
        return [("hit", unit) for unit in sorts.values()]

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        _, side, (points, owed, top) = frame
        unit = action[1]
        strike(pos, unit)
        if points == 1:
            pop(pos)
            return
        if pos.box.units[unit].level == top and owed:
            owed -= 1
        swap(pos, self.name, side, points - 1, owed, top)

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        return damage_barred(pos, frame, action[1]) if action[0] == "hit" else None


STEPS = (Suffer(), Damage())
