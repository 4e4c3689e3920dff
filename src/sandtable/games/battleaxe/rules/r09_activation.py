"""Activation: which units act in an assault, one area after the other or together."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine import flow
from sandtable.engine.flow import DONE, Action, Ask, Frame, Step, pop, push
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import listed
from sandtable.games.battleaxe.notation import place_noun, short_place
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_movement import Go, entry_barred, exits
from sandtable.games.battleaxe.rules.r11_attack import attack, attack_barred, places_to_attack, unfought
from sandtable.games.battleaxe.rules.r12_advantage import FuelShortage, asked_about_fuel
from sandtable.games.battleaxe.rules.r16_june15 import on_allied_assault, waiting

AREAS_TOGETHER = 2
PICK = "pick"
"""The order to choose a unit that moves, in an assault or a regroup."""


def picked(pos: BattleaxePosition, action: Action) -> int | None:
    """The unit that an action picks, if it does."""
    return action[1] if action[0] == PICK and action[1] in range(len(pos.where)) else None


def able_units(pos: BattleaxePosition, place: int) -> Mask:
    """The attacker's units of a place that can do something in an assault and have not been activated yet."""
    box = pos.box
    units = pos.here[place] & box.army[pos.active] & ~pos.used & ~waiting(pos)
    if pos.occupied[1 - pos.active] >> place & 1 and not pos.attacked >> place & 1:
        return units
    return units & box.mobile if exits(pos, place) else 0


def places_to_activate(pos: BattleaxePosition) -> Mask:
    """Places with units that can act: those of `able_units`, all at once."""
    box, here, side = pos.box, pos.here, pos.active
    fresh = box.army[side] & ~pos.used & ~waiting(pos)
    found = pos.occupied[side]
    fights = found & pos.occupied[1 - side] & ~pos.attacked
    for place in places_in(found):
        units = here[place] & fresh
        if not units or not (fights >> place & 1 or (units & box.mobile and exits(pos, place))):
            found ^= 1 << place
    return found


def activate(pos: BattleaxePosition, place: int) -> None:
    """9.1.1 All units of an active area may move or attack; what an earlier activation left undone is lost."""
    if pos.begun:
        pos.ready = pos.arrived = 0
    units = pos.here[place] & pos.box.army[pos.active] & ~pos.used & ~waiting(pos)
    pos.ready |= units
    pos.used |= units
    pos.activated = (*pos.activated, place)
    pos.note("9.1.1", "activated", place, pos.active)
    if pos.active == ALLIED:
        on_allied_assault(pos, place)


def combined_barred(pos: BattleaxePosition) -> str | None:
    """9.1.2 The rule that keeps the attacker from activating another area now, or None."""
    if pos.active != AXIS or len(pos.activated) >= AREAS_TOGETHER:
        return "9.1.2"
    if pos.fuel_low:
        return "14.1.1"
    return "11.1" if unfought(pos) else None


class Next(Step[BattleaxePosition]):
    """9.2.1 Units of the active areas move and attack one after the other, in different places if desired."""

    name = "assault.next"
    rule = "9.1.1"
    waiting = "An assault is under way."
    verbs = (PICK, "attack")

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        title = f"Assault from {listed(short_place(pos.box, place) for place in pos.activated)}"
        if not combined_barred(pos) and places_to_activate(pos):
            text = "Choose a unit to move, a place to attack or a second area to assault from; or end the assault."
            return Ask(title, text, ("9.1.1", "11", "14.1"))
        return Ask(title, "Choose a unit to move or a place to attack, or end the assault.", ("9.1.1", "11"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        found: list[Action] = []
        movers = pos.ready & pos.box.mobile
        if movers:
            for start in pos.activated:
                units = pos.here[start] & movers
                if units and exits(pos, start):
                    found += [(PICK, unit) for unit in places_in(units)]
        found += [("attack", place) for place in places_in(places_to_attack(pos))]
        if not combined_barred(pos):
            found += [("activate", place) for place in places_in(places_to_activate(pos))]
        if not unfought(pos):
            found.append(DONE)
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        match action:
            case ("attack", place):
                attack(pos, place)
            case ("activate", place):
                if asked_about_fuel(pos):
                    push(pos, Second.name, pos.seat(ALLIED), place)
                else:
                    activate(pos, place)
            case flow.DONE:
                pos.ready = pos.arrived = 0
                pop(pos)
            case (_, unit):
                push(pos, Go.name, frame.side, 1 << unit, 0)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        match action:
            case flow.DONE:
                return "11.1"
            case ("activate", int()):
                return combined_barred(pos) or "9.1.1"
            case ("attack", int(place)):
                return attack_barred(pos, place)
        unit = picked(pos, action)
        return None if unit is None else self._pick_barred(pos, unit)

    def _pick_barred(self, pos: BattleaxePosition, unit: int) -> str:
        if waiting(pos) >> unit & 1:
            return "16"
        if not pos.ready >> unit & 1 or not pos.box.mobile >> unit & 1:
            return "9.1.1"
        start = pos.where[unit]
        bars = [entry_barred(pos, start, place) for place in places_in(pos.box.around[start])]
        return next((bar for bar in bars if bar), "9.1.1")


class Second(FuelShortage):
    """A second area is named: a fuel shortage declared now keeps it from being activated (R8)."""

    name = "assault.second"

    class Args(NamedTuple):
        """The area that the Axis names."""

        place: int

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        place = place_noun(pos.box, self.Args(*frame.args).place)
        text = f"The Axis activates {place} as well. A fuel shortage costs you the Advantage and prevents it."
        return Ask(self.title, text, self.rules)

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        super().apply(pos, frame, action)
        if not pos.fuel_low:
            activate(pos, self.Args(*frame.args).place)


STEPS = (Next(), Second())
