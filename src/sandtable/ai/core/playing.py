"""Playing on from a position with quick replies."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.sides import CHANCE

P = TypeVar("P", bound=Position)
Reply = Callable[[P, Random], Action]


def play_until(pos: P, done: Callable[[P], bool], reply: Reply[P], rng: Random, limit: int = 400) -> None:
    """Play forward with quick replies until `done` (or the end, or the limit)."""
    for _ in range(limit):
        if not pos.stack or done(pos):
            return
        pos.play(pos.sample(rng) if pos.stack[-1].side == CHANCE else reply(pos, rng))
