"""A side's view as numbers: one vector of the position, one row of features for each action it may take.

Actions are numbered by their place in the list the engine gives; what a number means differs from decision to decision,
so a policy reads the features of the actions beside the mask.
"""

from __future__ import annotations

from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.engine.sides import PLAYERS

MOST_ACTIONS = 512
VERBS = 16
"""Verbs fall into so many kinds by their checksum."""
ACTION_FEATURES = VERBS + 8
PLACE_FEATURES = 6
SCALARS = 6

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]


class Encoder:
    """Tensors of one game's views."""

    def __init__(self, game: Game) -> None:
        self.places = {name: number for number, name in enumerate(game.map.ids)}
        self.size = SCALARS + PLACE_FEATURES * len(self.places)

    def encode(self, pos: Position, side: str) -> tuple[Vector, Matrix, NDArray[np.int8]]:
        """What a side sees: the position, the features of its actions (zeros beyond the last), and the mask."""
        view = pos.see(side)
        mine, theirs = side, PLAYERS[1 - PLAYERS.index(side)]
        board = np.zeros((len(self.places), PLACE_FEATURES), dtype=np.float32)
        for piece in view["pieces"]:
            place = self.places.get(piece["at"])
            if place is not None:
                which = 0 if piece["side"] == mine else 2
                board[place, which] += float(piece.get("strength") or piece.get("steps") or 1) / 4
                board[place, which + 1] += 0.25
        for name, shown in view["places"].items():
            if shown.get("control"):
                board[self.places[name], 4 if shown["control"] == mine else 5] = 1
        scores = [float(view["sides"][who].get("score") or 0) for who in (mine, theirs)]
        turn = view["turn"]
        scalars = [
            turn["now"] / max(1, turn["of"]),
            scores[0] / 20,
            scores[1] / 20,
            float(view["side"] == side),
            float(side == PLAYERS[0]),
            len(view["actions"]) / MOST_ACTIONS,
        ]
        rows = np.zeros((MOST_ACTIONS, ACTION_FEATURES), dtype=np.float32)
        mask = np.zeros(MOST_ACTIONS, dtype=np.int8)
        if len(view["actions"]) > MOST_ACTIONS:
            raise ValueError(f"{len(view['actions'])} actions; tensors hold {MOST_ACTIONS}")
        for number, order in enumerate(view["actions"]):
            mask[number] = 1
            rows[number, crc32(str(order["do"][0]).encode()) % VERBS] = 1
            place = self.places.get(order.get("place") or "")
            rows[number, VERBS] = float(bool(order.get("battle")))
            rows[number, VERBS + 1] = float(place is not None)
            if place is not None:
                rows[number, VERBS + 2 : VERBS + 8] = board[place]
        return np.concatenate([np.array(scalars, dtype=np.float32), board.ravel()]), rows, mask
