"""Rolls of one or two dice, as every chapter makes them."""

from __future__ import annotations

from random import Random

from sandtable.engine.chance import handfuls, is_handful, roll_handful
from sandtable.engine.flow import Action, Chance, Frame, Outcomes
from sandtable.games.battleaxe.position import BattleaxePosition


class Die(Chance[BattleaxePosition]):
    """One die."""

    count = 1

    def outcomes(self, pos: BattleaxePosition, frame: Frame) -> Outcomes:
        return handfuls(self.count)

    def sample(self, pos: BattleaxePosition, frame: Frame, rng: Random) -> Action:
        return roll_handful(self.count, rng)

    def possible(self, pos: BattleaxePosition, frame: Frame, action: Action) -> bool:
        return is_handful(action, self.count)


class TwoDice(Die):
    """Two dice, added."""

    count = 2
