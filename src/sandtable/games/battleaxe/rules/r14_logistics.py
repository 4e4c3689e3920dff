"""Logistics: fuel and supply."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Auto, Frame, pop, push, swap
from sandtable.engine.maps import Mask, lowest, places_in
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.dice import Die
from sandtable.games.battleaxe.rules.r07_control import lose_step
from sandtable.games.battleaxe.rules.r14_supply import relieve, supplied_places, unsupplied_units
from sandtable.games.battleaxe.rules.r16_june15 import on_allied_control

SHORTAGE = 2


def shortage_bonus(pos: BattleaxePosition) -> int:
    """14.1.1 While fuel is low the Axis activates one area at a time and Allied defenders add two."""
    return SHORTAGE if pos.fuel_low and pos.active == AXIS else 0


def read_fuel(pos: BattleaxePosition) -> None:
    """14.1.2 A sunset roll equal to the impulse number ends a shortage at once, otherwise it lasts for the day."""
    if pos.fuel_low and pos.sunset == pos.impulse:
        pos.fuel_low = 0
        pos.note("14.1.2", "fuel", pos.sunset)


class Check(Auto[BattleaxePosition]):
    """14.2 At the end of the manoeuvres cut-off ground changes hands and units without a supply line are marked."""

    name = "supply.check"
    rule = "14.2"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pop(pos)
        hand_over(pos)  # R26
        relieve(pos)
        pos.cut = unsupplied_units(pos)
        if pos.cut:
            pos.note("14.2", "cut", pos.cut)


def hand_over(pos: BattleaxePosition) -> None:
    """14.2.4 Places that their holder neither occupies nor supplies go to the enemy."""
    allied = pos.control & ~pos.occupied[ALLIED] & ~supplied_places(pos, ALLIED)
    axis = pos.held(AXIS) & ~pos.occupied[AXIS] & ~supplied_places(pos, AXIS)
    pos.control ^= allied | axis
    for place in places_in(allied):
        pos.note("14.2.4", "control", place, AXIS)
    for place in places_in(axis):
        pos.note("14.2.4", "control", place, ALLIED)
        on_allied_control(pos, place)


class Surrender(Auto[BattleaxePosition]):
    """At the end of the refit every unit that still cannot trace supply is checked."""

    name = "surrender.begin"
    rule = "14.2.3"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        relieve(pos)
        if pos.cut:
            swap(pos, SurrenderDie.name, CHANCE, pos.cut)
        else:
            pop(pos)


class SurrenderDie(Die):
    """14.2.3 On three or less a cut-off unit is flipped or lost; its owner's Advantage adds one."""

    name = "surrender.die"
    rule = "14.2.3"
    title = "A unit that is cut off may surrender"

    class Args(NamedTuple):
        """The units still to be checked."""

        queue: Mask

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        (queue,) = frame.args
        unit = lowest(queue)
        bonus = int(pos.advantage == pos.box.side[unit])
        failed = action[1] + bonus <= pos.box.tables["surrender"]
        pop(pos)
        if queue & (queue - 1):
            push(pos, self.name, CHANCE, queue & (queue - 1))
        pos.note("14.2.3", "surrender", unit, action[1], bonus, int(failed))
        if failed:
            lose_step(pos, unit, "14.2.3")


STEPS = (Check(), Surrender(), SurrenderDie())
