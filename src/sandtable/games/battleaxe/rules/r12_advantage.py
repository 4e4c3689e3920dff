"""The Advantage: its uses in an impulse and in the refit phase, and how it changes hands."""

from __future__ import annotations

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import Count
from sandtable.games.battleaxe.notation import short_place
from sandtable.games.battleaxe.position import (
    COMMITTED,
    NOBODY,
    REPULSE,
    SPENT,
    STALEMATE,
    SUCCESS,
    UNUSED,
    BattleaxePosition,
)

FUEL: Action = ("fuel",)
"""12.1D The Allies declare a fuel shortage."""


def spend(pos: BattleaxePosition, rule: str) -> None:
    """12.1 Whoever has the Advantage uses it; it then belongs to nobody until it shifts."""
    pos.note(rule, "advantage", pos.advantage)
    pos.advantage_next = 1 - pos.advantage
    pos.advantage = NOBODY


def shift(pos: BattleaxePosition) -> None:
    """12.2 At the end of the impulse or phase in which it was used the Advantage goes to the other side."""
    if pos.advantage == NOBODY:
        pos.advantage = pos.advantage_next
        pos.note("12.2", "shift", pos.advantage)


class Shift(Auto[BattleaxePosition]):
    """A phase or an impulse is over."""

    name = "advantage.shift"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        shift(pos)
        pop(pos)


def may_appeal(pos: BattleaxePosition) -> bool:
    """12 Can the owner of the Advantage turn the result of this battle into a stalemate?"""
    return (pos.result == SUCCESS and pos.advantage == 1 - pos.active) or (
        pos.result == REPULSE and pos.advantage == pos.active
    )


class Appeal(Step[BattleaxePosition]):
    """12.1A, 12.1B A defender turns a success, or an attacker a repulse, into a stalemate."""

    name = "battle.appeal"
    rule = "12.1"
    waiting = "The Advantage may change the result."

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        if pos.result == REPULSE:
            return Ask("Maximum attack?", "Spend the Advantage to turn this repulse into a stalemate.", ("12.1B",))
        cost = f"{Count(pos.margin):attrition point}"
        text = f"Spend the Advantage to turn this success, which costs you {cost}, into a stalemate."
        return Ask("Fanatical defence?", text, ("12.1A",))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [("fanatical",) if pos.result == SUCCESS else ("maximum",), ("accept",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action != ("accept",):
            spend(pos, "12.1A" if action == ("fanatical",) else "12.1B")
            pos.result = STALEMATE
        pop(pos)


def may_prolong(pos: BattleaxePosition) -> bool:
    """Can either side prolong the day?"""
    return bool(pos.dusk) and pos.advantage != NOBODY and pos.impulse < pos.box.impulses


class Daylight(Step[BattleaxePosition]):
    """12.1C The owner of the Advantage ignores a sunset roll that would end the day."""

    name = "sunset.daylight"
    rule = "12.1C"
    waiting = "The Advantage may prolong the daylight."

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        text = (
            f"The sunset roll of {pos.sunset} in impulse {pos.impulse} ends the day. Spend the Advantage to carry on."
        )
        return Ask("Prolong the daylight?", text, ("12.1C", "6.2.1"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [("daylight",), ("dusk",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == ("daylight",):
            spend(pos, "12.1C")
            pos.dusk = 0
        pop(pos)


def may_cut_fuel(pos: BattleaxePosition) -> bool:
    """Can the Allies declare a fuel shortage?"""
    return pos.advantage == ALLIED and not pos.fuel_low


def may_answer_with_fuel(pos: BattleaxePosition) -> bool:
    """Can they declare it in answer to what the Axis is doing?"""
    return pos.active == AXIS and may_cut_fuel(pos)


def asked_about_fuel(pos: BattleaxePosition) -> bool:
    """Is the Axis doing something the Allies want to be asked about?"""
    return may_answer_with_fuel(pos) and not pos.fuel_quiet


def cut_fuel(pos: BattleaxePosition) -> None:
    """12.1D, 14.1 At any moment of the manoeuvres the Allies may spend the Advantage on an Axis fuel shortage."""
    spend(pos, "12.1D")
    pos.fuel_low = 1


class FuelShortage(Step[BattleaxePosition]):
    """The Allies are asked in the middle of an Axis impulse, and may ask not to be asked again that day."""

    name = "fuel.declare"
    rule = "12.1D"
    title = "Declare an Axis fuel shortage?"
    rules = ("12.1D", "14.1")
    waiting = "The Allies may declare a fuel shortage."

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        attack = f"The Axis attacks {short_place(pos.box, pos.field)}."
        text = f"{attack} A fuel shortage costs you the Advantage and adds 2 to your defence."
        return Ask(self.title, text, self.rules)

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [FUEL, ("wait",), ("wait_today",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action == FUEL:
            cut_fuel(pos)
        elif action == ("wait_today",):
            pos.fuel_quiet = 1


def usable(pos: BattleaxePosition, state: int) -> bool:
    """Can a helper of the attacker (aircraft, Rommel) that is in this state join the battle at hand?"""
    return state == UNUSED or (state == COMMITTED and bool(pos.exploiting))  # 10.1.3, 11.4.4


def after_use(pos: BattleaxePosition) -> int:
    """The state of a helper once it has joined the battle at hand."""
    return SPENT if pos.exploiting else COMMITTED


STEPS = (Shift(), Appeal(), Daylight(), FuelShortage())
