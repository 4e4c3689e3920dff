"""Dice that stay in step: each roll depends on when and for what it is made, not on how many were made before it."""

from __future__ import annotations

from collections import Counter
from random import Random

from sandtable.engine.flow import Action
from sandtable.engine.position import Position


class Dice:
    """The chance of one game: its n-th roll of a kind, in a turn, after a side's decision, is the same in every run.

    Two games on the same seed that go different ways still meet the same luck where they do the same things, so a
    comparison of them measures the change and not the dice.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._turn = 0
        self._rolled: Counter[tuple[int, str]] = Counter()

    def roll(self, pos: Position, by: int) -> Action:
        """An outcome of the chance decision at hand; `by` is the side that decided last."""
        if pos.turn != self._turn:
            self._turn, self._rolled = pos.turn, Counter()
        key = (by, pos.stack[-1].step)
        self._rolled[key] += 1
        return pos.sample(Random(f"{self.seed}/{pos.turn}/{by}/{key[1]}/{self._rolled[key]}"))
