"""Bravery in the Sand: an agent that takes the best of what it sees next; what is good is in `value`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from sandtable.ai.bravery import value
from sandtable.ai.bravery.reply import commit, reply
from sandtable.ai.bravery.value import PLAIN, PLANNED, Weights
from sandtable.ai.core import greedy as core
from sandtable.ai.core.playing import play_until
from sandtable.ai.core.search import Depth
from sandtable.engine.flow import Action
from sandtable.games.bravery.forecast import stand_or_go
from sandtable.games.bravery.position import BraveryPosition

FIGHTS, FEW_FIGHTS = 6, 2
"""Battles sampled for each way of starting one, and for each of the many ways a stack to be woken could."""
DEPTH = Depth(
    pauses=("draw.chit", "cup.commit", "refit.choose"),
    through=4,
    breadth=6,
    keys=("move", "activate.stack", "activate.dak", "combat.declare", "combat.retreat"),
    scale=20.0,
    caution=0.7,
)
"""Search plays on through the next three chits."""


def evaluate(pos: BraveryPosition, side: int) -> float:
    """How good a position is for a side, by the weights of its plans."""
    return value.evaluate(pos, side, PLANNED)


def terms(pos: BraveryPosition, side: int) -> dict[str, float]:
    """The same in parts that have a name."""
    return value.terms(pos, side, PLANNED)


def fight_on(pos: BraveryPosition, rng: Random) -> Action:
    """A plain choice in a battle that is sampled."""
    actions = pos.actions()
    match pos.stack[-1][0]:
        case "combat.declare":
            return stand_or_go(pos, pos.stack[-1][1])
        case "recover.choose":
            return actions[-1]
        case "combat.retreat":
            return actions[int(rng.random() * len(actions))]
    return actions[0]


def battle_over(pos: BraveryPosition) -> bool:
    """Is no battle being fought?"""
    return not any(frame[0].startswith(("combat.", "recover.")) for frame in pos.stack)


class Greedy(core.Greedy[BraveryPosition]):
    """Takes the action whose consequences it likes best, battles sampled to their end."""

    weights: Weights = PLAIN
    scorers: ClassVar[Mapping[str, core.Scorer]] = {"cup.commit": core.picks(commit)}

    def other(self, pos: BraveryPosition, side: int, actions: list[Action]) -> list[float]:
        """What each action leads to."""
        return [self.value(pos, side, action) for action in actions]

    def reply(self, pos: BraveryPosition, rng: Random) -> Action:
        """A plain choice in little time, for playing worlds on."""
        return reply(pos, rng, self.weights)

    def value(self, pos: BraveryPosition, side: int, action: Action, fights: int = FIGHTS) -> float:
        """What an action leads to, on average over some fights."""
        step = pos.stack[-1][0]
        next_pos = pos.copy()
        next_pos.play(action)
        if step in ("activate.stack", "activate.dak") and next_pos.stack and next_pos.stack[-1][0] == "move":
            return max(self.value(next_pos, side, then, FEW_FIGHTS) for then in next_pos.actions())
        if step == "move" and action[0] == "move":
            return self._after_move(next_pos, side, fights)
        if battle_over(next_pos):
            return self._judge(next_pos, side)
        return self._fought(next_pos, side, fights)

    def _after_move(self, pos: BraveryPosition, side: int, fights: int) -> float:
        """A march is worth its place, or the best way to meet the enemy found there."""
        if pos.over is None and pos.stack[-1][0] == "move" and pos.stack[-1][1] == side:
            engaging = [action for action in pos.actions() if action[0] in ("fight", "assault", "combine")]
            if engaging:
                return max(self.value(pos, side, action, fights) for action in engaging)
        return self._judge(pos, side)

    def _fought(self, pos: BraveryPosition, side: int, fights: int) -> float:
        total = 0.0
        for _ in range(fights):
            trial = pos.copy()
            play_until(trial, battle_over, fight_on, self.rng)
            total += self._judge(trial, side)
        return total / fights

    def _judge(self, pos: BraveryPosition, side: int) -> float:
        return value.evaluate(pos, side, self.weights)


class Planner(Greedy):
    """Who proposes to search and plays its worlds on: the same by the weights of plans."""

    weights = PLANNED
