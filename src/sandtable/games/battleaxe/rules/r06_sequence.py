"""The sequence of play: impulses until the sun sets, then refit, then the end of the day."""

from __future__ import annotations

from sandtable.engine.flow import Action, Auto, Frame, pop, swap
from sandtable.engine.sides import ALLIED
from sandtable.games.battleaxe.position import UNUSED, BattleaxePosition
from sandtable.games.battleaxe.rules.dice import TwoDice
from sandtable.games.battleaxe.rules.r07_control import contested
from sandtable.games.battleaxe.rules.r12_advantage import shift
from sandtable.games.battleaxe.rules.r14_logistics import read_fuel
from sandtable.games.battleaxe.rules.r16_june15 import on_day_end
from sandtable.games.battleaxe.rules.r17_victory import check_automatic, check_operational, count_points

LOWEST = 2
"""The lowest roll of two dice."""


class DayBegin(Auto[BattleaxePosition]):
    """6.2 The manoeuvres: impulses, the Allied one always first."""

    name = "day.begin"
    rule = "6.2"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pos.note("6.2", "day", pos.turn)
        pos.fuel_quiet = 0
        swap(pos, "impulse", ALLIED, 0)


class ImpulseBegin(Auto[BattleaxePosition]):
    """A side's impulse opens: no unit is active yet, and support is ready."""

    name = "impulse.begin"
    rule = "8"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        side = frame.side
        pos.active = side
        pos.contested = contested(pos)
        pos.kind = ""
        pos.activated = ()
        pos.used = pos.begun = pos.ready = pos.arrived = pos.attacked = 0
        pos.air = pos.rommel_free = UNUSED  # 10.1.1, 12.1E
        pos.sunset = pos.dusk = 0
        pos.note("8", "impulse", pos.impulse, side)
        pop(pos)


class SunsetRoll(TwoDice):
    """The Axis rolled no two dice in its impulse, so it rolls them now."""

    name = "sunset.roll"
    rule = "6.2.1"
    title = "The sunset roll"

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pos.dice = action[1:]
        pos.sunset = sum(action[1:])
        pop(pos)


def sunset_must_be_rolled(pos: BattleaxePosition) -> bool:
    """Can a roll still change anything, if none has been made yet?"""
    return not pos.sunset and (pos.impulse > LOWEST or (bool(pos.fuel_low) and pos.impulse == LOWEST))  # 8.1.3 R12


class Sunset(Auto[BattleaxePosition]):
    """6.2.1 The first Axis roll of two dice is the sunset roll: below the impulse number it ends the manoeuvres."""

    name = "sunset.read"
    rule = "6.2.1"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pop(pos)
        if not pos.sunset:
            return
        pos.dusk = int(pos.sunset < pos.impulse or pos.impulse == pos.box.impulses)
        own_roll = pos.dice if len(pos.dice) == 2 else ()  # a battle has four dice
        if own_roll or pos.impulse > LOWEST:
            pos.note("6.2.1", "sunset", pos.sunset, pos.impulse, pos.dusk, *own_roll)
        if own_roll:
            read_fuel(pos)  # a roll in battle was read at once


class ImpulseEnd(Auto[BattleaxePosition]):
    """Both sides have had their impulse: the marker moves on, or the day's manoeuvres are over."""

    name = "impulse.end"
    rule = "6.2.1"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        shift(pos)
        pop(pos)
        if pos.dusk or pos.impulse == pos.box.impulses:
            pop(pos)
            pos.fuel_low = 0  # 14.1.2
            pos.rommel = 0  # 12.1E
        else:
            pos.impulse += 1


class DayEnd(Auto[BattleaxePosition]):
    """6.4 Victory is checked, markers come back, and the next day begins."""

    name = "day.end"
    rule = "6.4"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pop(pos)
        if check_automatic(pos):
            return
        count_points(pos)
        if check_operational(pos):
            return
        on_day_end(pos)
        pos.turn += 1
        pos.impulse = 1
        pos.guns = list(pos.box.guns_at_start)  # 10.2.1


STEPS = (DayBegin(), ImpulseBegin(), SunsetRoll(), Sunset(), ImpulseEnd(), DayEnd())
