"""A side's knowledge as numbers: the position by the game's layout, and a row for each action it may take."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.documents import Options
from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.engine.sides import NUMBER
from sandtable.lab.research.actions import MOST_ACTIONS, ActionRows, Rows
from sandtable.lab.research.games import layout_of
from sandtable.lab.research.layout import Vector


class Encoder:
    """Tensors of one game."""

    def __init__(self, game: Game, scenario: str | None = None, options: Options | None = None) -> None:
        self.layout = layout_of(game, scenario, options)
        self.action_rows = ActionRows(game)
        self.size = self.layout.size

    def encode(self, pos: Position, side: str) -> tuple[Vector, Rows, NDArray[np.int8]]:
        """The position as a side knows it, its actions (zeros beyond the last), and the mask."""
        actions = pos.actions() if pos.side == side else []
        mask = np.zeros(MOST_ACTIONS, np.int8)
        mask[: len(actions)] = 1
        return self.layout.encode(pos, NUMBER[side]), self.action_rows.rows(pos, actions), mask
