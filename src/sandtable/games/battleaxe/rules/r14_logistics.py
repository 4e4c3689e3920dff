"""Logistics: fuel and supply."""

from __future__ import annotations

from sandtable.engine.flow import Action, Auto, Frame, pop, push, swap
from sandtable.engine.maps import Mask, flood, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.dice import Die
from sandtable.games.battleaxe.rules.r07_control import reduce
from sandtable.games.battleaxe.rules.r16_june15 import on_allied_control

SHORTAGE = 2


def shortage_bonus(pos: BattleaxePosition) -> int:
    """14.1.1 While fuel is low the Axis activate one area at a time and Allied defenders add two."""
    return SHORTAGE if pos.fuel_low and pos.active == AXIS else 0


def end_shortage(pos: BattleaxePosition) -> None:
    """14.1.2 A shortage ends with a sunset roll equal to the impulse number, or with the day's manoeuvres."""
    pos.fuel_low = 0
    pos.note("14.1.2", "fuel")


def supplied_places(pos: BattleaxePosition, side: int, sources: Mask | None = None) -> Mask:
    """14.2.1 The places a side holds that are joined to a source it holds through places it holds."""
    held = pos.held(side)
    sources = pos.box.sources[side] if sources is None else sources
    return flood(sources & held, held, pos.box.around)


def supplied_units(pos: BattleaxePosition, side: int) -> Mask:
    """The units of a side that can trace a supply line; the place they stand in need not be theirs."""
    net = supplied_places(pos, side)
    net |= spread(net, pos.box.around)
    units = 0
    for place in places_in(net & pos.occupied[side]):
        units |= pos.here[place]
    return units & pos.box.army[side]


class Check(Auto[BattleaxePosition]):
    """14.2, 14.2.2 As the manoeuvres end, units without a supply line are marked: one less to fight and move with."""

    name = "supply.check"
    rule = "14.2"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pop(pos)
        box, cut = pos.box, 0
        for side in (ALLIED, AXIS):
            there = 0
            for place in places_in(pos.occupied[side]):
                there |= pos.here[place] & box.army[side]
            cut |= there & ~supplied_units(pos, side)
        if cut:
            pos.note("14.2", "cut", cut)
        pos.cut = cut
        hand_over(pos)


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
    """As the refit ends, every unit out of supply is checked."""

    name = "surrender.begin"
    rule = "14.2.3"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        if pos.cut:
            swap(pos, "surrender.die", CHANCE, pos.cut)
        else:
            pop(pos)


class SurrenderDie(Die):
    """14.2.3 On three or less a cut-off unit is flipped or lost; its owner's Advantage adds one."""

    name = "surrender.die"
    rule = "14.2.3"

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        (queue,) = frame[2]
        unit = (queue & -queue).bit_length() - 1
        roll = action[1] + int(pos.advantage == pos.box.side[unit])
        pop(pos)
        if queue & (queue - 1):
            push(pos, self.name, CHANCE, queue & (queue - 1))
        pos.note("14.2.3", "surrender", unit, action[1], int(roll <= pos.box.tables["surrender"]))
        if roll <= pos.box.tables["surrender"]:
            reduce(pos, unit, "14.2.3")


STEPS = (Check(), Surrender(), SurrenderDie())
