"""An agent of one's own, in one file: `sandtable simulate bravery --axis examples/own_bot.py:Bold`.

It attacks whenever it may, and else does what chance says.
"""

from __future__ import annotations

from random import Random

from sandtable.engine.flow import Action
from sandtable.engine.records import Seat


class Bold:
    """`choose` is all an agent needs; the seat shows what its side may know."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """One of the actions the side may take."""
        actions = seat.actions()
        attacks = [action for action in actions if action[0] in ("fight", "attack", "assault", "charge", "fire")]
        return self.rng.choice(attacks or actions)
