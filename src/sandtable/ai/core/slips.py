"""A player who makes the mistakes of people: it overlooks some of what it could do."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.ai.core.greedy import NEVER
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat


class Slips:
    """Greedy, but with a certain chance it overlooks its best action, and then each of the others; nothing warns it
    then of what loses at once."""

    def __init__(self, greedy: Any, chance: float, seed: int = 0) -> None:
        self.greedy = greedy
        self.chance = chance
        self.rng = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """Greedy's choice, or the best of what else it sees."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        best: Action = self.greedy.choose(seat)
        if not self._overlooked():
            return best
        rated: list[float] = self.greedy.rate(seat.guess(self.rng), actions)
        seen = [
            (worth, -number)
            for number, worth in enumerate(rated)
            if actions[number] != best and worth > NEVER and not self._overlooked()
        ]
        return actions[-max(seen)[1]] if seen else best

    def _overlooked(self) -> bool:
        return self.rng.random() < self.chance
