"""Actions as rows of whole numbers: the verb, the piece, where it stands, the place, and up to four further numbers.

A number of 0 means "none"; verbs, pieces and places are counted from 1, so that they can be looked up in embeddings.
"""

from __future__ import annotations

from collections.abc import Sequence
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
        self._known: dict[str, dict[Action, int]] = {}
        """Where the row of an action is in the table, by the question."""
        self._table: Rows = np.zeros((1024, len(COLUMNS)), np.int16)
        self._pieces: list[int] = []
        """The piece of each row of it, or -1."""
        self._count = 0

    def rows(self, pos: Position, actions: list[Action]) -> Rows:
        """A row for each action, and zeros beyond the last."""
        made = np.zeros((MOST_ACTIONS, len(COLUMNS)), np.int16)
        if len(actions) > MOST_ACTIONS:
            raise ValueError(f"{len(actions)} actions; there is room for {MOST_ACTIONS}")
        if actions:
            known = self._known.setdefault(pos.stack[-1].step, {})
            try:
                found = [known[action] for action in actions]
            except KeyError:
                found = [known[action] if action in known else self._add(pos, known, action) for action in actions]
            made[: len(found)] = self._table[found]
            pieces = [self._pieces[at] for at in found]
            if max(pieces) >= 0:
                made[: len(found), ORIGIN] = _origins(getattr(pos, "where", ()), pieces)
        return made

    def _add(self, pos: Position, known: dict[Action, int], action: Action) -> int:
        """Put the row of an action that is new into the table."""
        if self._count == len(self._table):
            self._table = np.concatenate([self._table, np.zeros_like(self._table)])
        row = self._row(pos, action)
        self._table[self._count] = row
        self._pieces.append(row[PIECE] - 1)
        known[action] = self._count
        self._count += 1
        return known[action]

    def _row(self, pos: Position, action: Action) -> list[int]:
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
        return row


def _origins(where: Sequence[int], pieces: list[int]) -> list[int]:
    """Where pieces stand, counted from 1; 0 for none, or for one off the map."""
    return [where[piece] + 1 if 0 <= piece < len(where) and where[piece] >= 0 else 0 for piece in pieces]


def _number(value: int | str) -> int:
    """A further argument: numbers as they are, shifted so that 0 stays "none"; words by a checksum."""
    if isinstance(value, str):
        return crc32(value.encode()) % LARGEST
    return max(-LARGEST, min(LARGEST, int(value) + 1))
