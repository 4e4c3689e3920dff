"""A player who makes the mistakes of people: it overlooks some of what it could do."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.ai.core.greedy import NEVER
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat


class Slips:
    """Greedy, but it overlooks each action with a certain chance, and nothing warns it of what loses at once."""

    def __init__(self, greedy: Any, chance: float, seed: int = 0) -> None:
        self.greedy = greedy
        self.chance = chance
        self.rng = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """The best of what it sees; if that is nothing useful, the best there is."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        rated: list[float] = self.greedy.rate(seat.guess(self.rng), actions)
        seen = [worth for worth in rated if self.rng.random() >= self.chance and worth > NEVER]
        best: float = max(seen, default=max(rated))
        return actions[rated.index(best)]
