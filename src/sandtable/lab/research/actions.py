"""Actions as rows of whole numbers: the verb, the piece, where it stands, the place, and up to four further numbers.

A number of 0 means "none"; verbs, pieces and places are counted from 1, so that they can be looked up in embeddings.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.flow import Action
from sandtable.engine.game import Game
from sandtable.engine.position import Position

COLUMNS = ("verb", "piece", "origin", "place", "first", "second", "third", "fourth")
MOST_ACTIONS = 512
LARGEST = 32_767
PIECE, ORIGIN, PLACE, NUMBERS = 1, 2, 3, 4

Rows = NDArray[np.int16]


class ActionRows:
    """The rows of one game's actions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.verbs = sorted({name.partition("@")[0] for name in game.orders.verbs})
        self._verb = {verb: number for number, verb in enumerate(self.verbs, 1)}
        self._known: dict[tuple[str, Action], tuple[int, ...]] = {}

    def rows(self, pos: Position, actions: list[Action]) -> Rows:
        """A row for each action, and zeros beyond the last."""
        made = np.zeros((MOST_ACTIONS, len(COLUMNS)), np.int16)
        if len(actions) > MOST_ACTIONS:
            raise ValueError(f"{len(actions)} actions; there is room for {MOST_ACTIONS}")
        if actions:
            step, known = pos.stack[-1].step, self._known
            where: Any = getattr(pos, "where", ())
            found = [known.get((step, action)) or self._row(pos, step, action) for action in actions]
            made[: len(found)] = [_with_origin(row, where) if row[PIECE] else row for row in found]
        return made

    def _row(self, pos: Position, step: str, action: Action) -> tuple[int, ...]:
        row = [0] * len(COLUMNS)
        row[0] = self._verb[action[0]]
        free = NUMBERS
        shape = self.game.orders.verb(pos, action[0]).shape_of(action)
        parts = shape.paired(action[1:]) if shape else []
        for part, value in parts:
            if part.kind.click == "piece" and not row[PIECE]:
                row[PIECE] = value + 1
            elif part.kind.click == "place" and not row[PLACE]:
                row[PLACE] = value + 1
            else:
                if free == len(COLUMNS):
                    raise ValueError(f"{action} has more numbers than a row holds")
                row[free] = _number(value)
                free += 1
        known = self._known[step, action] = tuple(row)
        return known


def _with_origin(row: tuple[int, ...], where: Any) -> tuple[int, ...]:
    """The row with the place where its piece stands."""
    piece = row[PIECE] - 1
    origin = where[piece] + 1 if piece < len(where) else 0
    return (*row[:ORIGIN], max(0, origin), *row[PLACE:])


def _number(value: Any) -> int:
    """A further argument: numbers as they are, shifted so that 0 stays "none"; words by a checksum."""
    if isinstance(value, str):
        return crc32(value.encode()) % LARGEST
    return max(-LARGEST, min(LARGEST, int(value) + 1))
