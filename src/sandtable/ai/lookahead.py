"""One-ply lookahead that several games' greedy agents share: try an action, let the dice settle, judge the result."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.sides import CHANCE

P = TypeVar("P", bound=Position)
Judge = Callable[[P, int], float]
Reply = Callable[[P, Random], Action]


def settle_chance(pos: Position, rng: Random) -> None:
    """Roll until a player decides or the game is over."""
    while pos.stack and pos.stack[-1][1] == CHANCE:
        pos.play(pos.sample(rng))


def play_until(pos: P, done: Callable[[P], bool], reply: Reply[P], rng: Random, limit: int = 400) -> None:
    """Play forward with quick replies until `done` (or the end, or the limit)."""
    for _ in range(limit):
        if not pos.stack or done(pos):
            return
        pos.play(pos.sample(rng) if pos.stack[-1][1] == CHANCE else reply(pos, rng))


def best(actions: list[Action], value: Callable[[Action], float]) -> Action:
    """The action of the highest value; the first of several."""
    return max(actions, key=value)
