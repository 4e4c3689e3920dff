"""Rommel at the front: one use of the Advantage that lasts for the rest of the day."""

from __future__ import annotations

from sandtable.engine.flow import Action, Ask, Frame, Step, pop, swap
from sandtable.engine.sides import AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.dice import Die
from sandtable.games.battleaxe.rules.r11_values import standing
from sandtable.games.battleaxe.rules.r12_advantage import after_use, spend, usable


def rommel_may_lead(pos: BattleaxePosition) -> bool:
    """Can Rommel be assigned to this attack, or be called to the front for it?"""
    return pos.active == AXIS and usable(pos, pos.rommel_free) and (bool(pos.rommel) or pos.advantage == AXIS)


class Rommel(Step[BattleaxePosition]):
    """12.1E Rommel leads one Axis attack in each impulse for the rest of the day and adds a die."""

    name = "battle.rommel"
    rule = "12.1E"
    waiting = "Rommel may lead the attack."

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        cost = "" if pos.rommel else " It costs the Advantage, and he stays for the rest of the day."
        text = f"{standing(pos)} Rommel adds a die to one attack in each impulse.{cost}"
        return Ask("Does Rommel lead this attack?" if pos.rommel else "Send Rommel to the front?", text, (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [("rommel",), ("no_rommel",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == ("no_rommel",):
            pop(pos)
            return
        if not pos.rommel:
            spend(pos, "12.1E")
            pos.rommel = 1
        pos.rommel_free = after_use(pos)
        swap(pos, RommelDie.name, CHANCE)


class RommelDie(Die):
    """What Rommel's presence is worth in this attack."""

    name = "battle.rommel_die"
    rule = "12.1E"
    title = "Rommel leads the attack"

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pos.rommel_die = action[1]
        pos.note("12.1E", "rommel", action[1])
        pop(pos)


STEPS = (Rommel(), RommelDie())
