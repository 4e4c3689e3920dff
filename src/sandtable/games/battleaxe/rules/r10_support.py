"""Support: aircraft and artillery."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Frame, Step, pop, swap
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.dice import Die
from sandtable.games.battleaxe.rules.r10_guns import ATTACKERS_GUNS, DEFENDERS_GUNS
from sandtable.games.battleaxe.rules.r11_values import standing
from sandtable.games.battleaxe.rules.r12_advantage import FUEL, after_use, cut_fuel, may_answer_with_fuel, usable
from sandtable.games.battleaxe.rules.r19_options import air_bonus, axis_air_flies

BEST_FACE = 6


def air_may_fly(pos: BattleaxePosition) -> bool:
    """10.1, 10.1.1, 10.1.3 Aircraft join one attack of an impulse, and once more the attack after an overrun."""
    return usable(pos, pos.air) and may_take_off(pos)


def may_take_off(pos: BattleaxePosition) -> bool:
    """Does the attacker have aircraft today, and fuel for them?"""
    return pos.active == ALLIED or axis_air_flies(pos)  # 19.2


class Air(Step[BattleaxePosition]):
    """10.1.2 The attacker sends aircraft to this battle or keeps them for another."""

    name = "battle.air"
    rule = "10.1.2"
    waiting = "The attacker may send aircraft."

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        text = f"{standing(pos)} Aircraft add a die to one battle in each impulse."
        return Ask("Send aircraft?", text, ("10.1",), again="aircraft")

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [("air",), ("no_air",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == ("air",):
            pos.air = after_use(pos)
            swap(pos, AirDie.name, CHANCE)
        else:
            pop(pos)


class AirDie(Die):
    """10.1.4 One die, one less where the fight was on before the impulse began, never below one."""

    name = "battle.air_die"
    rule = "10.1.4"
    title = "The aircraft attack"

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        effect = air_effect(pos, action[1])
        pos.air_dice = effect
        pos.note("10.1.4", "air", pos.active, action[1], air_shift(pos, pos.field), effect)
        pop(pos)


def air_effect(pos: BattleaxePosition, face: int) -> int:
    """What an air roll adds to the attack."""
    return max(1, min(BEST_FACE, face + air_shift(pos, pos.field)))  # 19.2 R33


def air_shift(pos: BattleaxePosition, place: int) -> int:
    """What is added to an air roll in a place: the dust of an old fight, and what an option gives the Allies."""
    return air_bonus(pos.box, pos.active) - (pos.contested >> place & 1)


def call_bonus(pos: BattleaxePosition, side: int, place: int) -> int:
    """What is added to a side's artillery call in a place: its own strongpoint, or Tobruk in Allied hands."""
    axis_held = not pos.control >> place & 1
    if side == AXIS:
        return int(axis_held and bool(pos.box.strongpoints >> place & 1))
    return int(place == pos.box.tobruk and not axis_held)


def may_call(pos: BattleaxePosition, side: int) -> bool:
    """10.2, 10.2.2 Each side may call for artillery while it has markers, but never in the attack after an overrun."""
    return pos.guns[side] > 0 and not pos.exploiting


class Call(Step[BattleaxePosition]):
    """A side calls for artillery or saves its markers."""

    name = "battle.call"
    rule = "10.2.1"
    waiting = "Artillery may be called."

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        left = pos.guns[frame.side ^ pos.exchanged]
        marker = "your last marker" if left == 1 else f"one of your {left} markers"
        text = f"{standing(pos)} If the call succeeds, add two and use {marker}."
        return Ask("Call for artillery?", text, (self.rule,), again="artillery")

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        found: list[Action] = [("call",), ("no_call",)]
        if frame.side == pos.seat(ALLIED) and may_answer_with_fuel(pos):
            found.append(FUEL)  # 12.1D R8
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == FUEL:
            cut_fuel(pos)
        elif action == ("call",):
            swap(pos, CallDie.name, CHANCE, frame.side ^ pos.exchanged)
        else:
            pop(pos)


class CallDie(Die):
    """10.2.1, 10.2.3 On four or more the artillery fires: a marker is used, and two are added."""

    name = "battle.call_die"
    rule = "10.2.1"
    title = "A call for artillery"

    class Args(NamedTuple):
        """The side that calls."""

        side: int

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        (side,) = frame.args
        bonus = call_bonus(pos, side, pos.field)
        heard = action[1] + bonus >= pos.box.tables["artillery_call"]
        if heard:
            pos.guns[side] -= 1
            pos.salvo |= ATTACKERS_GUNS if side == pos.active else DEFENDERS_GUNS
        pos.note("10.2.1", "call", side, action[1], bonus, int(heard))
        pop(pos)


STEPS = (Air(), AirDie(), Call(), CallDie())
