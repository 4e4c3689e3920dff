"""An opponent that plans: rank by one look ahead, then play the best few out in guessed worlds and keep halving them.

Turns of many units defeat plain tree search, so the tree is flat: the actions at hand, each followed by quick play of
both sides up to a horizon, judged by the game's own evaluation. Each world is a guess at what the side cannot know; all
candidates meet the same worlds and the same dice, so that luck cancels out. It can stop at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE

BREADTH = 8
"""Actions that are played out; the rest are dropped by one look ahead."""
HORIZON = 70
"""Decisions a world is played on for, dice included."""
PRIOR = 0.25
"""How much one look ahead counts beside the worlds played out."""
RANKING = 0.35
"""The share of the time that ranking may take."""


class Clock(Protocol):
    """What a table gives an agent to keep time by."""

    def out(self) -> bool:
        """Is the time up, or does the player want an answer now?"""

    def tell(self, done: float) -> None:
        """How far the thinking is, from 0 to 1."""


class Thought(NamedTuple):
    """One candidate and what was thought of it."""

    action: Action
    score: float
    prior: float
    worlds: int


class Sense(Protocol):
    """What search needs of a game: see sandtable.ai.bravery."""

    Greedy: type[Any]

    def evaluate(self, pos: Any, side: int) -> float:
        """How good a position is for a side."""

    def quick_reply(self, pos: Any, rng: Random) -> Action:
        """A sensible choice in little time."""


class Search:
    """Plans within a budget of seconds, or of worlds for repeatable play."""

    clock: Clock | None = None

    def __init__(self, sense: Sense, seconds: float | None = 1.0, worlds: int | None = None, seed: int = 0) -> None:
        self.sense = sense
        self.seconds = seconds
        self.worlds = worlds
        self.rng = Random(seed)
        self.greedy = sense.Greedy(seed)
        self.thoughts: list[Thought] = []
        """What was thought at the last choice, best first."""

    def choose(self, seat: Seat) -> Action:
        """The action that did best in the worlds played out."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        start = perf_counter()

        def spent() -> float:
            """The share of the budget that is gone."""
            if self.clock is not None and self.clock.out():
                return 1.0
            return (perf_counter() - start) / self.seconds if self.seconds is not None else 0.0

        ranked = self._rank(seat, actions, spent)
        self.thoughts = self._play_out(seat, ranked[:BREADTH], spent)
        return self.thoughts[0].action

    def _rank(self, seat: Seat, actions: list[Action], spent: Callable[[], float]) -> list[Thought]:
        """All actions by one look ahead, best first; those not reached in time come last."""
        pos = seat.guess(self.rng)
        side = pos.stack[-1][1]
        ranked: list[Thought] = []
        for action in actions:
            late = ranked and spent() > RANKING
            ranked.append(Thought(action, -1e9 if late else self.greedy.value(pos, side, action), 0.0, 0))
        ranked.sort(key=lambda thought: -thought.score)
        return [thought._replace(prior=thought.score) for thought in ranked]

    def _play_out(self, seat: Seat, field: list[Thought], spent: Callable[[], float]) -> list[Thought]:
        """Sequential halving: the worse half leaves after each equal share of the budget."""
        rounds = max(1, (len(field) - 1).bit_length())
        sums = {thought.action: 0.0 for thought in field}
        counts = dict.fromkeys(sums, 0)
        done: list[Thought] = []
        played, worlds = 0, self.worlds or 1_000_000_000
        for number in range(rounds):
            upto = RANKING + (1 - RANKING) * (number + 1) / rounds
            share = worlds * (number + 1) // rounds
            while len(field) > 1 and played < share and spent() < upto:
                played += len(field)
                seed = self.rng.getrandbits(48)
                world = seat.guess(Random(seed))
                for thought in field:
                    sums[thought.action] += self._value(world, thought.action, Random(seed + 1))
                    counts[thought.action] += 1
                if self.clock is not None:
                    self.clock.tell(min(1.0, spent()))
            field = [_judged(thought, sums, counts) for thought in field]
            field.sort(key=lambda thought: -thought.score)
            keep = max(1, (len(field) + 1) // 2)
            done = field[keep:] + done
            field = field[:keep]
        return field + done

    def _value(self, world: Position, action: Action, rng: Random) -> float:
        """Play one world on from an action and judge where it ends up."""
        side = world.stack[-1][1]
        pos = world.copy()
        pos.play(action)
        reply = self.sense.quick_reply
        for _ in range(HORIZON):
            if not pos.stack:
                break
            pos.play(pos.sample(rng) if pos.stack[-1][1] == CHANCE else reply(pos, rng))
        return self.sense.evaluate(pos, side)


def _judged(thought: Thought, sums: dict[Action, float], counts: dict[Action, int]) -> Thought:
    """A candidate with its score brought up to date."""
    count = counts[thought.action]
    if not count:
        return thought
    mean = sums[thought.action] / count
    return thought._replace(score=(1 - PRIOR) * mean + PRIOR * thought.prior, worlds=count)
