"""7.9 Major offensives: what they cost, and whether they surprise the enemy."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import Action, Ask, Frame, Step, pop, swap
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.engine.words import Count
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import PRESSURE, ULTRA
from sandtable.games.western_desert.rules.r07_depots import depot_row

PRESSURE_COST = 2


def offensive_cost(pos: WesternDesertPosition, side: int) -> int | None:
    """Attack points a major offensive costs from where the depot is, or None without a depot."""
    if pos.depot[side] < 0:
        return None
    return pos.box.offensive_cost[depot_row(pos, side, for_offensive=True)]


def offensive_barred(pos: WesternDesertPosition, side: int) -> str | None:
    """The rule that forbids a major offensive, or None."""
    cost = offensive_cost(pos, side)
    return None if cost is not None and cost <= pos.points[side] else "7.9"


def surprise_bonus(points: int) -> int:
    """7.92 What a large stock of attack points adds to the surprise die: it is hard to hide."""
    return max(0, points - 6) // 3


class Declare(Step[WesternDesertPosition]):
    """7.91 A major offensive makes every unit hit on 5 or 6 and lengthens exploitation, for this player turn."""

    name = "offensive.declare"
    rule = "7.9"
    rules = ("7.9", "7.91", "7.92")

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        side = pos.active
        points = Count(pos.points[side])
        chance = max(0, 2 - surprise_bonus(points))
        hope = f"Surprise on a roll of {'1 or 2' if chance == 2 else '1'}." if chance else "No chance of surprise."
        cost = offensive_cost(pos, side)
        text = (
            f"It costs {cost} of your {points:attack point}. In its battles units of both sides hit on 5 or 6,"
            " defenders in a position of the first level on 6 alone. Your exploitation goes further."
        )
        return Ask("A major offensive?", f"{text} {hope}", self.rules)

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        if offensive_barred(pos, frame.side):
            return [("normal",)]
        return [("normal",), ("major",)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        side = frame.side
        pos.major = pos.surprise = 0
        if action[0] == "normal":
            pop(pos)
            if side == ALLIED and pos.effects & PRESSURE:
                pos.gain(side, -PRESSURE_COST)
                pos.note("5.0", "pressure", PRESSURE_COST)
            return
        cost = offensive_cost(pos, side)
        assert cost is not None  # else it is not offered
        before = pos.points[side]
        pos.gain(side, -cost)
        pos.major = 1
        pos.note("7.9", "major_offensive", side, cost)
        if side == AXIS and pos.effects & ULTRA:
            pop(pos)
        else:
            swap(pos, "offensive.surprise", CHANCE, side, surprise_bonus(before))


class SurpriseRoll(DiceRoll[WesternDesertPosition]):
    """A 1 or 2 after the bonus is a surprise: adjacent hexes need not be attacked."""

    name = "offensive.surprise"
    rule = "7.92"
    title = "Is it a surprise?"

    class Args(NamedTuple):
        """Whose offensive it is, and what his stock adds to the die."""

        side: int
        bonus: int

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        side, bonus = self.Args(*frame.args)
        pop(pos)
        pos.surprise = int(action[1] + bonus <= 2)
        pos.note("7.92", "surprise", side, action[1], bonus, pos.surprise)


STEPS = (Declare(), SurpriseRoll())
