"""An opponent that plans: the best few actions one step ahead are played on in guessed worlds until a plan is complete.

Turns of many units defeat plain tree search, so the tree is flat: each candidate is followed by the game's own quick
play of both sides, up to a pause (the end of an impulse, of an activation, of a player's turn), and judged there by the
game's evaluation. Each world is a guess at what the side cannot know; all candidates meet the same worlds and the same
dice, so that luck cancels out. Greedy's own choice is kept unless another is clearly better.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf, tanh
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol
from zlib import crc32

from sandtable.ai.core.budget import Budget, Clock
from sandtable.ai.core.greedy import NEVER as NEVER
from sandtable.ai.core.greedy import Greedy, guarded, spared
from sandtable.ai.core.race import Race, Runner
from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, NUMBER

LONG = 400
"""No plan is longer than this many decisions."""
HALF_WAY = 0.4
"""The share of the budget after which only the better half of the candidates is played on."""


class Thought(NamedTuple):
    """One candidate and how it was judged."""

    action: Action
    gain: float
    """From losing (-1) to winning (1), with 0 for no change."""
    ends: list[Position]
    """Where the worlds played on from it were judged."""


def never(pos: object) -> bool:
    """True of no position."""
    return False


def at_once(start: object, pos: object) -> bool:
    """No ruling is outstanding: a world is judged at its last pause."""
    return True


class Depth(NamedTuple):
    """How far and how wide a game's search looks."""

    pauses: tuple[str, ...]
    """Steps at which a plan is complete."""
    through: int
    """How many pauses a world is played through; it is judged at the last."""
    breadth: int
    """Candidates played on."""
    keys: tuple[str, ...]
    """Steps worth thinking about; at all others greedy's choice is played."""
    scale: float
    """A gain in the evaluation that is most of a game."""
    caution: float = 1.0
    """Standard errors by which another candidate must lead greedy's choice: more where the worlds are noisy."""
    enough: int | None = None
    """Worlds after which more did not help: thinking by the clock ends there too."""
    follows: Callable[[Any], bool] = never
    """Is greedy's choice played in a position, whatever the worlds say?"""
    spoken: Callable[[Any, Any], bool] = at_once
    """Given the position at its start and the one at its last pause: have the rules spoken, or must a world be played
    on to a later pause because a verdict (left-over battles, attrition, the end of the day) is still to come?"""
    opening: int = 1
    """The last turn on which the seed decides between choices that come to the same, so that openings differ."""
    alike: float = 0.01
    """How far below the best an opening choice may be, from losing (-1) to winning (1)."""


class Knowledge(Protocol):
    """What search needs of a game: see sandtable.ai.bravery."""

    Planner: type[Greedy[Any]]
    """Proposes candidates, guards against what loses at once, and plays worlds on: a `core.greedy.Greedy`, with weights
    of its own if the game has any."""
    DEPTH: Depth

    def evaluate(self, pos: Any, side: int) -> float:
        """How good a position is for a side."""

    def terms(self, pos: Any, side: int) -> dict[str, float]:
        """The same in named parts, which add up to it."""


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Pause the garbage collector: worlds are many small objects without cycles, and large tables are remembered."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Dice:
    """The dice of a world: the same roll of a kind comes up the same whatever was rolled before."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng = Random()
        self._counts: dict[str, int] = {}

    def roll(self, pos: Position) -> Action:
        """What comes up where chance decides."""
        step = pos.stack[-1].step
        count = self._counts[step] = self._counts.get(step, 0) + 1
        self._rng.seed((self._seed << 40) ^ (crc32(step.encode()) << 8) ^ count)
        return pos.sample(self._rng)


class Search:
    """Plans within a budget of seconds, or of worlds for repeatable play."""

    clock: Clock | None = None
    now: Callable[[], float] = staticmethod(perf_counter)

    def __init__(
        self,
        sense: Knowledge,
        seconds: float | None = 1.0,
        worlds: int | None = None,
        seed: int = 0,
        breadth: int | None = None,
    ) -> None:
        self.sense = sense
        self.breadth = breadth or sense.DEPTH.breadth
        self.seconds = seconds
        self.worlds = worlds
        self.rng = Random(seed)
        self.greedy = sense.Planner(seed)
        self.greedy.patience = seconds
        self.thoughts: list[Thought] = []
        """The candidates at the last choice, best first."""
        self._longest = 0.0

    def choose(self, seat: Seat) -> Action:
        """The action that did best in the worlds played on, or greedy's where thinking gains little."""
        if len(seat.actions()) > 1 and self._worth_thinking(seat.guess(self.rng)):
            return self.think(seat)[0].action
        chosen: Action = self.greedy.choose(seat)
        self.thoughts = [Thought(chosen, 0.0, [])]
        return chosen

    def _guess(self, seat: Seat, rng: Random) -> Position:
        """A world that the side thinks likely."""
        guessed: Position = self.greedy.believe(seat.guess(rng), NUMBER[seat.side], rng)
        return guessed

    def _worth_thinking(self, pos: Position) -> bool:
        """Is this a key decision, and not one where greedy's choice is played anyway?"""
        depth = self.sense.DEPTH
        return pos.stack[-1].step in depth.keys and not depth.follows(pos)

    def think(self, seat: Seat, also: Action | None = None) -> list[Thought]:
        """Candidates for this decision, whatever it is, the best first; `also` is always one of them."""
        depth = self.sense.DEPTH
        budget = Budget(self.seconds, self.worlds or depth.enough, self.clock, self.now, self._longest)
        pos = self._guess(seat, self.rng)
        actions = seat.actions()
        dangers = self.greedy.danger(pos, pos.stack[-1].side, actions)
        candidates = self._candidates(pos, actions, dangers, budget)
        barred = set[Action]() if dangers is None else _barred(actions, dangers)
        if also is not None and also not in candidates:
            candidates.append(also)
        race = Race(candidates, inf if depth.follows(pos) else depth.caution)
        with _undisturbed():
            self._run(seat, race, budget)
        self._longest = budget.longest
        order = [runner for runner in race.order() if runner.action not in barred] or race.order()[:1]
        if pos.turn <= depth.opening and also is None and not depth.follows(pos):
            order = self._varied(race, order)
        told = [Thought(one.action, one.mean, one.ends) for one in order]
        for runner in race.order():
            if dangers is not None and runner.action in barred and runner.action != told[0].action:
                lost = 2 * (dangers[actions.index(runner.action)] - min(dangers))
                told.append(Thought(runner.action, max(-1.0, min(runner.mean, told[0].gain) - lost), runner.ends))
        self.thoughts = told
        return told

    def _candidates(
        self, pos: Position, actions: list[Action], dangers: list[float] | None, budget: Budget
    ) -> list[Action]:
        """Greedy's choice and the best of the others by one look ahead, none losing at once if that can be avoided."""
        rated = guarded(self.greedy.rate(pos, actions), dangers)
        order = sorted(range(len(actions)), key=lambda n: -rated[n])
        budget.skip()
        return [actions[n] for n in order[: self.breadth] if rated[n] > NEVER] or [actions[order[0]]]

    def _varied(self, race: Race, order: list[Runner]) -> list[Runner]:
        """The seed chooses between openings that come to the same."""
        allowed = {runner.action for runner in order}
        near = [runner for runner in race.alike(self.sense.DEPTH.alike) if runner.action in allowed]
        chosen = near[self.rng.randrange(len(near))] if near else order[0]
        return [chosen, *(runner for runner in order if runner is not chosen)]

    def _run(self, seat: Seat, race: Race, budget: Budget) -> None:
        """World after world, until all but one have dropped out or the budget is spent."""
        field = len(race.running)
        while not race.over:
            seed = self.rng.getrandbits(48)
            world = self._guess(seat, Random(seed))
            side = world.stack[-1].side
            now = self.sense.evaluate(world, side)
            for runner in race.running:
                end = self._play_on(world, runner.action, seed, budget) if budget.room() else None
                if end is None:
                    return
                runner.values.append(tanh((self.sense.evaluate(end, side) - now) / self.sense.DEPTH.scale))
                runner.ends.append(end)
                budget.played += 1
            budget.tell()
            race.part_twins()
            race.thin(max(2, field // 2) if budget.spent() > HALF_WAY else None)

    def _play_on(self, world: Position, action: Action, seed: int, budget: Budget) -> Position | None:
        """The position a world reaches after an action, at the last pause; None if time ran out on the way."""
        pos, dice, rng = world.copy(), Dice(seed), Random(seed)
        pos.play(action)
        depth, passed = self.sense.DEPTH, 0
        for _ in range(LONG):
            if not pos.stack:
                break
            step, who, _ = pos.stack[-1]
            if step in depth.pauses:
                passed += 1
                if passed >= depth.through and depth.spoken(world, pos):
                    break
            if who == CHANCE:
                pos.play(dice.roll(pos))
                continue
            if budget.seconds is not None and not budget.room():
                return None
            pos.play(self.greedy.reply(pos, rng))
        return pos


def _barred(actions: list[Action], dangers: list[float]) -> set[Action]:
    """The actions that are clearly more dangerous than the safest."""
    return {action for action, ok in zip(actions, spared(dangers), strict=True) if not ok}
