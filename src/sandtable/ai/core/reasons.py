"""Why: the best choices at a decision, the expected result of each, and the terms of the evaluation that change."""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign
from random import Random
from typing import NamedTuple

from sandtable.ai.core.search import Knowledge, Search, Thought
from sandtable.engine.documents import Document
from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Seat

CHOICES = 3
TERMS = 3
"""Shown of each choice: those that change most."""
GAME, DECIDED = "the game", 2.0
"""The term of a game that is over, shown as this many times the scale of search, not by its own huge figure."""
LITTLE = 0.05
"""Smaller changes are not mentioned."""


class Reason(NamedTuple):
    """A choice with what is expected of it, in the points of the game's evaluation."""

    action: Action
    score: float
    """What the position is worth to the side once the plan is complete."""
    change: float
    """The same less what it is worth now."""
    worlds: int
    """Guessed worlds in which it was played out."""
    terms: list[tuple[str, float]]
    """The terms of the evaluation that change most, and by how much."""
    plan: str = ""
    """The plan it belongs to, if the player has one."""

    def document(self) -> Document:
        """The same as JSON."""
        terms = [{"name": name, "change": round(change, 2)} for name, change in self.terms]
        return {
            "score": round(self.score, 2),
            "change": round(self.change, 2),
            "worlds": self.worlds,
            "terms": terms,
            **({"plan": self.plan} if self.plan else {}),
        }


def reasons(planner: Search, seat: Seat, seed: int = 0) -> list[Reason]:
    """The best few choices for a seat, from what it sees alone."""
    pos = seat.guess(Random(seed))
    side = pos.stack[-1].side
    thoughts, plan = planner.think(seat)[:CHOICES], planner.greedy.plan(pos, side)
    return [reason(planner.sense, pos, side, thought)._replace(plan=plan) for thought in thoughts]


def reason(sense: Knowledge, pos: Position, side: int, thought: Thought) -> Reason:
    """The expected result of one choice, seen from a position."""
    now = sense.terms(pos, side)
    then = mean_terms(sense, thought.ends, side) if thought.ends else now
    changes = [(name, then.get(name, 0.0) - now.get(name, 0.0)) for name in {**now, **then}]
    told = sorted((pair for pair in changes if abs(pair[1]) >= LITTLE), key=lambda pair: -abs(pair[1]))[:TERMS]
    score = sum(then.values())
    return Reason(thought.action, score, score - sum(now.values()), len(thought.ends), told)


def mean_terms(sense: Knowledge, ends: Sequence[Position], side: int) -> dict[str, float]:
    """The terms of some positions, on average; a game that is over counts for as much as it does in search."""
    total: dict[str, float] = {}
    for end in ends:
        for name, worth in sense.terms(end, side).items():
            shown = copysign(DECIDED * sense.DEPTH.scale, worth) if name == GAME and worth else worth
            total[name] = total.get(name, 0.0) + shown
    return {name: worth / len(ends) for name, worth in total.items()}
