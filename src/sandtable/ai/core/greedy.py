"""The agent that looks one step ahead: one table, with a scorer for each kind of decision.

A game subclasses `Greedy` and fills `scorers`: the step that asks, and how its actions are scored. Methods of the
subclass fit in as they are (`"cup.commit": _commit`), and so do plain functions, through `plain`, `each` and `picks`.
Steps without a line are scored by `other`. Nothing here or in a scorer changes the position it is given: to try
something out, make a copy.

Whatever can lose or win the game at once is not left to the evaluation. `danger` gives the exact chance for each action
and overrides all scores: neither greedy nor search, nor anybody in the worlds that search plays out, takes an action
that is clearly more dangerous than the safest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, cast

from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import NUMBER

P = TypeVar("P", bound=Position)
Scores = list[float]
Scorer = Callable[[Any, Any, int, list[Action]], Scores]
"""Player, position, side and actions to the worth of each action; the highest is played, the first of equals."""
NEVER = -inf
"""The score of an action that is not played, such as one that only takes the last one back."""
SLACK = 0.02
"""An action may be this much likelier to lose the game at once than the safest one."""


class Greedy(Generic[P]):
    """Scores every action by the line of its step and takes the best; of equals, the first."""

    scorers: ClassVar[Mapping[str, Scorer]] = {}
    patience: float | None = None
    """The seconds a decision may take when search plans with it, for a game whose planner can use more or less."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.rng = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """The best action in a world consistent with what the side knows."""
        actions = seat.actions()
        pos: Any = self.believe(cast(P, seat.guess(self.rng)), NUMBER[seat.side], self.rng)
        return best_of(actions, guarded(self.rate(pos, actions), self.danger(pos, pos.stack[-1].side, actions)))

    def rate(self, pos: P, actions: list[Action]) -> Scores:
        """What each action is worth to the side to move; the highest is its choice."""
        step, side, _ = pos.stack[-1]
        return self.scorers.get(step, type(self).other)(self, pos, side, actions)

    def reply(self, pos: P, rng: Random) -> Action:
        """Its choice in a world where nothing is hidden; a game with a quicker way overrides this."""
        actions = pos.actions()
        return best_of(actions, guarded(self.rate(pos, actions), self.danger(pos, pos.stack[-1].side, actions)))

    def other(self, pos: P, side: int, actions: list[Action]) -> Scores:
        """The scores at a step that has no line in the table: all alike."""
        return [0.0] * len(actions)

    def danger(self, pos: P, side: int, actions: list[Action]) -> Scores | None:
        """For each action the chance that it loses the game at once, less the chance that it wins it.

        "At once" is up to the other side's next move, with what it can truly reach. None if nothing like that is
        at stake, which must be quick to see.
        """
        return None

    def safe(self, pos: P, actions: list[Action]) -> list[Action]:
        """The actions that `danger` leaves, for a game with a `reply` of its own."""
        dangers = self.danger(pos, pos.stack[-1].side, actions)
        return actions if dangers is None else [a for a, ok in zip(actions, spared(dangers), strict=True) if ok]

    def believe(self, pos: P, side: int, rng: Random) -> P:
        """A guess at what a side cannot know, made likelier by what it can; a game where that helps overrides this."""
        return pos

    def plan(self, pos: P, side: int) -> str:
        """What a side intends, in a few words for the player who asks; empty if it has no plan."""
        return ""


def best_of(actions: Sequence[Action], scores: Scores) -> Action:
    """The action with the highest score; of equals, the first."""
    return actions[scores.index(max(scores))]


def spared(dangers: Scores) -> list[bool]:
    """Which actions are about as safe as the safest."""
    limit = min(dangers) + SLACK
    return [danger <= limit for danger in dangers]


def guarded(scores: Scores, dangers: Scores | None) -> Scores:
    """Scores with NEVER for what is clearly more dangerous than the safest action."""
    if dangers is None:
        return scores
    return [score if ok else NEVER for score, ok in zip(scores, spared(dangers), strict=True)]


def plain(scorer: Callable[[P, int, list[Action]], Scores]) -> Scorer:
    """A scorer from a function of position, side and actions."""
    return lambda player, pos, side, actions: scorer(pos, side, actions)


def each(scorer: Callable[[P, int], Callable[[Action], float]]) -> Scorer:
    """A scorer from a function that looks at the position first and then at one action after the other."""
    return lambda player, pos, side, actions: list(map(scorer(pos, side), actions))


def picks(choose: Callable[[P, list[Action]], Action]) -> Scorer:
    """A scorer from a function that only knows which action it wants."""

    def scorer(player: object, pos: P, side: int, actions: list[Action]) -> Scores:
        choice = choose(pos, actions)
        return [float(action == choice) for action in actions]

    return scorer
