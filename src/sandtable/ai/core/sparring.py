"""Sparring partners: agents that play one trick on purpose and everything else as another agent would.

A game lists its own in `PARTNERS` of `ai/<game>/sparring.py`, by the word that names them:

    class Raider(Partner):
        \"\"\"Walks into every depot and base that nobody guards.\"\"\"

        def trick(self, pos: DesertPosition, side: int, actions: list[Action]) -> Action | None:
            return next((action for action in actions if takes_depot(pos, action)), None)

    PARTNERS: dict[str, type[Partner]] = {"raider": Raider}

`sandtable tournament western-desert raider general` then plays it. `raider` plays the rest as greedy does, `raider:40w`
as `search:40w`. The turtle, who never attacks, is known in all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from sandtable.ai.core.greedy import NEVER
from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Agent, Seat
from sandtable.engine.sides import NUMBER

PATIENCE = 300
"""Decisions in one turn after which it drops the trick, so that a game cannot go round in circles."""


class Partner(ABC):
    """Plays its trick where it can, and as its base where it cannot; the docstring says what the trick is."""

    def __init__(self, base: Agent, greedy: Any, seed: int = 0) -> None:
        self.base = base
        """The agent that decides everything else."""
        self.greedy = greedy
        """The game's greedy, for what it thinks of actions."""
        self.rng = Random(seed)
        self._turn, self._count = 0, 0

    def choose(self, seat: Seat) -> Action:
        """The trick, or what the base would do."""
        actions = seat.actions()
        if len(actions) > 1:
            pos = self.greedy.believe(seat.guess(self.rng), NUMBER[seat.side], self.rng)
            if pos.turn != self._turn:
                self._turn, self._count = pos.turn, 0
            self._count += 1
            wanted = self.trick(pos, pos.stack[-1].side, actions) if self._count <= PATIENCE else None
            if wanted is not None and wanted in actions:
                return wanted
        return self.base.choose(seat)

    @abstractmethod
    def trick(self, pos: Any, side: int, actions: list[Action]) -> Action | None:
        """The action that the trick asks for, if it asks for any."""


class Turtle(Partner):
    """Never attacks."""

    def trick(self, pos: Any, side: int, actions: list[Action]) -> Action | None:
        """The best of what starts no battle, where some actions do."""
        quiet = [not starts_battle(pos, action) for action in actions]
        if all(quiet) or not any(quiet):
            return None
        rated = self.greedy.rate(pos, actions)
        best = max((worth, -n) for n, worth in enumerate(rated) if quiet[n])
        return actions[-best[1]] if best[0] > NEVER else None


def starts_battle(pos: Position, action: Action) -> bool:
    """Does an action start a battle, by the game's own table of orders?"""
    return pos.box.game.orders.starts_battle(pos, action)


COMMON: dict[str, type[Partner]] = {"turtle": Turtle}
