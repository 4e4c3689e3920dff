"""The agent that moves at random."""

from __future__ import annotations

from random import Random

from sandtable.engine.flow import Action
from sandtable.engine.records import Seat


class RandomAgent:
    """Plays any legal action, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """One of the seat's actions."""
        actions = seat.actions()
        return actions[int(self.rng.random() * len(actions))]
