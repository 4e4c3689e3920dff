"""Rolls of one or two dice, as every chapter makes them."""

from __future__ import annotations

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import Frame
from sandtable.games.battleaxe.position import BattleaxePosition


class Die(DiceRoll[BattleaxePosition]):
    """One die."""


class TwoDice(DiceRoll[BattleaxePosition]):
    """Two dice, added."""

    def dice(self, pos: BattleaxePosition, frame: Frame) -> int:
        return 2
