"""7.0 The organisation die: new attack points, and the Allied reserve demand or the Axis supply level."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import KEEP, Action, Ask, Frame, Step, pop, swap
from sandtable.engine.sides import ALLIED, CHANCE
from sandtable.engine.words import Count
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import (
    JAPAN_DRAIN,
    MALTA_QUIET,
    MALTA_STRIKES,
    SANDSTORM,
    SIGNALS,
    signals_side,
)
from sandtable.games.western_desert.rules.r07_depots import benghazi_bonus, depot_row, tobruk_helps, zone_of


def die_face(value: int) -> int:
    """A modified die counts as 1 at least and 6 at most."""
    return max(1, min(6, value))


def new_points(pos: WesternDesertPosition, side: int, die: int) -> int:
    """7.31 What the table gives for a die less the enemy's air points; nothing without a depot."""
    if pos.depot[side] < 0:
        return 0
    return pos.box.new_points[side][depot_row(pos, side)][die_face(die + benghazi_bonus(pos, side)) - 1]


def reserve_demand(pos: WesternDesertPosition, die: int) -> int:
    """7.4 How many units other fronts ask for; Benghazi does not help here."""
    drain = JAPAN_DRAIN if pos.japan >= pos.turn else 0
    return pos.demand + drain + int(pos.box.reserve_demand[pos.turn][die_face(die) - 1])


def supply_level(pos: WesternDesertPosition, die: int) -> int:
    """7.5 The Axis supply level of the turn; Malta counts, Benghazi does not."""
    if pos.effects & MALTA_QUIET:
        die += 1
    if pos.effects & MALTA_STRIKES:
        die -= 1
    return pos.box.supply_level[pos.turn][die_face(die) - 1]


def organize(pos: WesternDesertPosition, side: int, die: int, air: int) -> None:
    """7.3 Add the new attack points, twelve at most in all, and read the other table."""
    gained = new_points(pos, side, die - air)
    before = pos.points[side]
    pos.gain(side, gained)
    pos.org_die = die_face(die - air)
    depot = pos.depot[side] >= 0
    zone, row = (zone_of(pos, side, pos.depot[side]), depot_row(pos, side)) if depot else (-1, -1)
    added = pos.points[side] - before
    shifts = (int(tobruk_helps(pos, side)), int(pos.depot_moved[side] == 1))
    pos.note("7.3", "organized", side, die, air, gained, added, zone, row, benghazi_bonus(pos, side), shifts)
    if side == ALLIED:
        pos.demand = reserve_demand(pos, die - air)
        pos.note("7.4", "demand", pos.demand)
    else:
        pos.level = supply_level(pos, die - air)
        pos.note("7.5", "level", pos.level)


class Interdict(Step[WesternDesertPosition]):
    """7.2 Before the die is rolled the enemy says how many air points he spends against it."""

    name = "organization.air"
    rule = "7.2"

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        text = f"You have {Count(pos.air):air point}. Each takes one off the enemy's organisation die."
        return Ask("Send aircraft against the enemy's rear?", f"{text} What is left serves your own attacks.", ("7.2",))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        most = pos.air if pos.air_side == frame.side and not pos.effects & SANDSTORM else 0
        return [("interdict", points) for points in range(most + 1)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pos.air -= action[1]
        if action[1]:
            pos.note("7.2", "interdicted", frame.side, action[1])
        swap(pos, "organization.roll", CHANCE, 1 - frame.side, action[1])


class OrganizationRoll(DiceRoll[WesternDesertPosition]):
    """The one die of the organisation phase."""

    name = "organization.roll"
    rule = "7.0"
    title = "The organisation die"

    class Args(NamedTuple):
        """Who rolls, and the air points against it."""

        side: int
        air: int

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        side, air = self.Args(*frame.args)
        if pos.effects & SIGNALS and signals_side(pos.turn) == side:
            swap(pos, "organization.again", side, action[1], air)
        else:
            pop(pos)
            organize(pos, side, action[1], air)


class RollAgain(Step[WesternDesertPosition]):
    """Signals Intelligence lets a side roll its organisation die a second time."""

    name = "organization.again"
    rule = "5.0"

    class Args(NamedTuple):
        """The first roll, and the air points against it."""

        die: int
        air: int

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        return Ask(
            f"The die shows {self.Args(*frame.args).die}", "Signals intelligence lets you roll once more.", ("5.0",)
        )

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        return [KEEP, ("again",)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        die, air = self.Args(*frame.args)
        pos.effects &= ~SIGNALS
        if action[0] == "again":
            swap(pos, "organization.roll", CHANCE, frame.side, air)
        else:
            pop(pos)
            organize(pos, frame.side, die, air)


STEPS = (Interdict(), OrganizationRoll(), RollAgain())
