"""Plans over turns: a side keeps one of a few named plans until another is clearly better or events break it.

A game lists its plans for each side, each with its worth in a position: by the calendar, by the points to be had, by
the forces. What a plan means to the tactics (posts, aims, weights) is up to the game: `aims` is passed on as it is.
Two plans of about the same worth can be told apart by a few short playouts (`play`).

    PLANS = (
        Plan("hold", "hold the line of Sollum", hold_worth, aims=HOLD),
        Plan("siege", "take Tobruk", siege_worth, aims=SIEGE),
    )
    strategy = Strategy({AXIS: PLANS}, keep=2.0)
    strategy.now(pos, side).aims
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable.engine.position import Position

P = TypeVar("P", bound=Position)
IMPOSSIBLE = float("-inf")
"""The worth of a plan that cannot be begun, or that events have broken."""
PLAYOUTS = 6
"""Short playouts for each of the plans that are about equally good."""


class Plan(NamedTuple):
    """A plan that can be named to a player."""

    id: str
    name: str
    """In a few words, as in "The Axis plans to ...": `take Tobruk`."""
    worth: Callable[[Any, int], float]
    """Position and side to what the plan is worth, in the points of the game's evaluation, or IMPOSSIBLE."""
    aims: Any = None


Play = Callable[[Any, int, Plan, Random], float]
"""Plays on from a copy of a position with a side following a plan; the result."""


class Strategy(Generic[P]):
    """Remembers the plans of both sides for one player."""

    def __init__(
        self,
        plans: Mapping[int, Sequence[Plan]],
        keep: float,
        play: Play | None = None,
        seed: int = 0,
    ) -> None:
        self.plans = plans
        self.keep = keep
        """How much more another plan must be worth to replace the present one."""
        self.play = play
        self._rng = Random(seed)
        self._now: dict[int, Plan] = {}
        self._turn: dict[int, int] = {}

    def now(self, pos: P, side: int) -> Plan | None:
        """The plan a side is following; reconsidered once a turn, and whenever it has become impossible."""
        plan = self._now.get(side)
        if plan is not None and self._turn[side] == pos.turn and plan.worth(pos, side) > IMPOSSIBLE:
            return plan
        worths = {one: one.worth(pos, side) for one in self.plans.get(side, ())}
        possible = [one for one in worths if worths[one] > IMPOSSIBLE]
        if not possible:
            return None
        best = max(possible, key=worths.__getitem__)
        if plan in possible and worths[plan] >= worths[best] - self.keep:
            best = plan
        elif self.play is not None:
            close = [one for one in possible if worths[one] >= worths[best] - self.keep]
            best = self._tried(pos, side, close) if len(close) > 1 else best
        self._now[side], self._turn[side] = best, pos.turn
        return best

    def _tried(self, pos: P, side: int, plans: Sequence[Plan]) -> Plan:
        """The best of some plans by playouts with the same dice."""
        assert self.play is not None
        seeds, play = [self._rng.getrandbits(32) for _ in range(PLAYOUTS)], self.play
        return max(plans, key=lambda plan: sum(play(pos.copy(), side, plan, Random(seed)) for seed in seeds))
