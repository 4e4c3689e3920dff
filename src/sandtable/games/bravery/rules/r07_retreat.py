"""Combat, third part: who may and who must retreat, in which order, and where to."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import halves
from sandtable.games.bravery.notation import KINDS, unit_name
from sandtable.games.bravery.position import NOWHERE, BraveryPosition
from sandtable.games.bravery.rules.r07_damage import eliminate
from sandtable.games.bravery.rules.r07_strength import (
    attackers,
    defenders,
    dice_of,
    enough_rounds,
    in_battle,
    strength_of,
    works,
)
from sandtable.games.bravery.rules.r08_combined import lift_markers
from sandtable.games.bravery.rules.r12_control import pass_through, settle_control
from sandtable.games.bravery.rules.r13_victory import check_decisive

STAY: Action = ("stay",)
RETREAT: Action = ("retreat",)


class After(Auto[BraveryPosition]):
    """7.3.1 Once both sides have taken their damage the round is over and retreats are declared."""

    name = "combat.after"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        attacker = pos.attacker
        ours, theirs = attackers(pos), defenders(pos)
        settle_control(pos, pos.field)  # 12.1.4
        lift_markers(pos, pos.field)  # 8.3.1
        check_decisive(pos)
        if pos.over is not None:
            return
        pos.leaving = ()
        swap(pos, "combat.depart", attacker)
        if ours and theirs:
            if enough_rounds(pos):  # R11
                first, second = declaring_order(pos)
                push(pos, "combat.declare", second)
                push(pos, "combat.declare", first)
        elif ours or theirs:
            push(pos, "combat.declare", attacker if ours else 1 - attacker)


def declaring_order(pos: BraveryPosition) -> tuple[int, int]:
    """7.3.2 The side with fewer dice declares first, the attacker if they have as many (R7)."""
    attacker = pos.attacker
    mine, theirs = (dice_of(strength_of(pos, units)) for units in (attackers(pos), defenders(pos)))
    return (attacker, 1 - attacker) if mine <= theirs else (1 - attacker, attacker)


def is_lone(pos: BraveryPosition, side: int) -> bool:
    """Has a side only a single reduced unit left?"""
    units = in_battle(pos, side)
    return len(units) == 1 and pos.strength[units[0]] == 1


def is_bound(pos: BraveryPosition, side: int) -> bool:
    """Has a side none but garrisons left, which never retreat (7.3.4)?"""
    return all(pos.box.fixed[unit] for unit in in_battle(pos, side))


def may_retreat(pos: BraveryPosition, side: int) -> bool:
    """7.3.3 A side hit in this battle may retreat, and so may a lone reduced defender (a lone attacker must)."""
    if is_lone(pos, side):
        return True
    if enough_rounds(pos):
        return any(pos.box.units[unit].side == side for unit in pos.damage)
    return any(unit in pos.damage for unit in in_battle(pos, side))  # 8.2.4 R21


def must_retreat(pos: BraveryPosition, side: int) -> str | None:
    """The rule that drives a side out: works still held (9.2), or a single reduced attacker left (7.3.3)."""
    if side != pos.attacker:
        return None
    if works(pos):
        return "9.2"
    return "7.3.3" if is_lone(pos, side) else None


def fights_on(pos: BraveryPosition) -> bool:
    """Does another round follow if the side that is asked to retreat stands?"""
    if not pos.stack or pos.stack[-1].step != Declare.name:
        return False
    side = pos.stack[-1].side
    return not works(pos) and 1 - side not in pos.leaving and bool(in_battle(pos, 1 - side))


def retreat_said(pos: BraveryPosition, side: int) -> str:
    """The choice in a battle that goes on: to stand, or what a retreat would mean."""
    units = [unit for unit in in_battle(pos, side) if not pos.box.fixed[unit]]
    if all(way_back(pos, unit) is not None for unit in units):
        where = "the way your units came"
    elif ways := retreat_hexes(pos, side).bit_count():
        where = f"to {'the one free hex' if ways == 1 else f'any of {ways} hexes'} next to it"
    else:
        return "Stand and fight another round. There is no way out: whatever retreats is lost."
    choice = f"Stand and fight another round, or retreat {where}"
    return f"{choice}: that costs nothing more, but the enemy stays and may recover tanks (7.4.1)."


class Declare(Step[BraveryPosition]):
    """A side says whether it retreats."""

    name = "combat.declare"
    rule = "7.3.2"

    def ask(self, pos: BraveryPosition, frame: Frame) -> Ask:
        side = frame.side
        mine, theirs = (strength_of(pos, in_battle(pos, who)) for who in (side, 1 - side))
        title, rules = f"Retreat from {KINDS['place'].say(pos, pos.field):short}?", ("7.3.2", "7.3.3")
        if not theirs:
            return Ask(title, f"The enemy is gone. Stay with strength {halves(mine)}, or fall back.", rules)
        text = f"Round {pos.rounds} is over: you have strength {halves(mine)}, the enemy {halves(theirs)}."
        if works(pos):
            return Ask(title, f"{text} The attackers must leave. Stay, or retreat as well.", (*rules, "9.2"))
        if 1 - side in pos.leaving:
            return Ask(title, f"{text} The enemy retreats. Stay and hold the hex, or retreat as well.", rules)
        return Ask(title, f"{text} {retreat_said(pos, side)}", rules)

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        side = frame.side
        if is_bound(pos, side):
            return [STAY]
        if must_retreat(pos, side):
            return [RETREAT]
        return [STAY, RETREAT] if may_retreat(pos, side) else [STAY]

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        side = frame.side
        if action == RETREAT:
            pos.leaving = (*pos.leaving, side)
            forced = must_retreat(pos, side)
            pos.note(forced or "7.3.2", "retreats", side, pos.field, bool(forced))
        elif may_retreat(pos, side):
            pos.note("7.3.4" if is_bound(pos, side) else "7.3.2", "stands", side, pos.field)
        pop(pos)

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        return "7.3.3"


class Depart(Auto[BraveryPosition]):
    """Those who declared a retreat leave in the order they declared, then the battle goes on or ends."""

    name = "combat.depart"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        swap(pos, "combat.end", pos.attacker)
        for side in reversed(pos.leaving):
            push(pos, "combat.withdraw", side)


class Withdraw(Auto[BraveryPosition]):
    """7.3.4 All of a side's units but garrisons leave; attackers go back the way they came if they can."""

    name = "combat.withdraw"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        side = frame.side
        leaving = [unit for unit in in_battle(pos, side) if not pos.box.fixed[unit]]
        free = []
        for unit in leaving:
            back = way_back(pos, unit)
            if back is None:
                free.append(unit)
            else:
                fall_back(pos, unit, back)
        swap(pos, "combat.left", side)
        if free:
            push(pos, "combat.retreat", side, tuple(free))


def retreat_hexes(pos: BraveryPosition, side: int) -> Mask:
    """7.3.5 The hexes around the battle that a side may retreat to: no bare cliff, no sea, no enemy."""
    return pos.box.exits[pos.field] & ~pos.occupied(1 - side)


def way_back(pos: BraveryPosition, unit: int) -> int | None:
    """The hex an attacker came from, if it is open: then there is no other way for it (7.3.5, R12)."""
    came, side = pos.came_from[unit], pos.box.units[unit].side
    if side != pos.attacker or came == NOWHERE:
        return None
    return came if retreat_hexes(pos, side) >> came & 1 else None


def fall_back(pos: BraveryPosition, unit: int, place: int) -> None:
    """8.3.2 Move a unit out of the battle; its marker comes off, and an empty strategic hex is taken (R22)."""
    pos.note("7.3.5", "falls_back", unit, pos.field, place)
    pos.where[unit] = place
    pos.came_from[unit] = NOWHERE
    pos.marker[unit] = 0
    pass_through(pos, place, pos.box.units[unit].side)


class Retreat(Step[BraveryPosition]):
    """The owner of retreating units chooses a hex for the next one, or one for all that are left."""

    name = "combat.retreat"
    rule = "7.3.5"
    verbs = ("fall_back",)

    class Args(NamedTuple):
        """The units still to go."""

        units: tuple[int, ...]

    def ask(self, pos: BraveryPosition, frame: Frame) -> Ask:
        units = self.Args(*frame.args).units
        first = unit_name(pos.box, units[0])
        text = f"{first} falls back."
        if len(units) > 1:
            group = "Both" if len(units) == 2 else f"All {len(units)}"
            text = f"{group} units to one hex, or one by one: {first} goes first."
        return Ask("Choose where to fall back", text, ("7.3.5",))

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        _, side, (units,) = frame
        hexes = places_in(retreat_hexes(pos, side))
        if not hexes:
            return [("perish",)]
        together: list[Action] = [("fall_back", place) for place in hexes]
        if len(units) == 1 or len(hexes) == 1:
            return together
        return together + [("split", place) for place in hexes]

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        _, side, (units,) = frame
        match action:
            case ("fall_back", place):
                for unit in units:
                    fall_back(pos, unit, place)
            case ("split", place):
                fall_back(pos, units[0], place)
                swap(pos, self.name, side, units[1:])
                return
            case _:
                for unit in units:
                    eliminate(pos, unit)
        pop(pos)

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        return "7.3.5"


class Left(Auto[BraveryPosition]):
    """A side has left (12.1.2): whoever stays has the hex, and whoever leaves last keeps it."""

    name = "combat.left"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        pop(pos)
        settle_control(pos, pos.field)
        lift_markers(pos, pos.field)
        check_decisive(pos)


class EndOfRound(Auto[BraveryPosition]):
    """9.2 Another round, unless a side is gone; against a fort or encampment there is only one."""

    name = "combat.end"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        ours, theirs = attackers(pos), defenders(pos)
        if ours and theirs:
            swap(pos, "combat.round", pos.attacker)
            return
        if ours or theirs:
            swap(pos, "combat.recover", pos.attacker if ours else 1 - pos.attacker)
            return
        close_battle(pos)


def close_battle(pos: BraveryPosition) -> None:
    """The battle is over: markers without an enemy come off."""
    lift_markers(pos, pos.field)
    pos.note("7.5", "battle_over", pos.field, tuple(side for side in (ALLIED, AXIS) if pos.holds(pos.field, side)))
    pos.force = pos.damage = pos.leaving = ()
    pos.field = NOWHERE
    pop(pos)


STEPS = (After(), Declare(), Depart(), Withdraw(), Retreat(), Left(), EndOfRound())
