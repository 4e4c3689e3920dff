"""How fast the agents think: decisions of greedy and worlds of search, in seconds of this machine's processor."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from time import process_time
from typing import NamedTuple

from sandtable.ai import agent, sense_of
from sandtable.ai.core.search import Search
from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, PLAYERS

EVERY = 9
"""Of the decisions worth thinking about in a greedy game, every ninth is thought about."""
WORLDS = 24


class Pace(NamedTuple):
    """Decisions of greedy a second, worlds of search a second, and over how many of each that was measured."""

    game: str
    greedy: float
    worlds: float
    decisions: int
    thoughts: int


LOOK = 50
"""Decisions between two looks at the clock, which are not free."""


def pace(game: Game, seconds: float, seed: int = 3) -> Pace:
    """Greedy plays itself, then search thinks about some of its decisions, for this many processor seconds each.

    A decision of greedy is counted with playing it; a world is a share of a whole thought.
    """
    asked: list[Position] = []
    start, decisions, spent = process_time(), 0, 0.0
    for _ in _decisions(game, seed, asked):
        decisions += 1
        if decisions % LOOK == 0:
            spent = process_time() - start
            if spent > seconds:
                break
    thinker = agent(f"search:{WORLDS}w", game.id, seed)
    assert isinstance(thinker, Search)
    start, thinking, played, thoughts = process_time(), 0.0, 0, 0
    for pos in asked:
        played += sum(len(thought.ends) for thought in thinker.think(Seat(pos, PLAYERS[pos.stack[-1].side])))
        thoughts += 1
        thinking = process_time() - start
        if thinking > seconds:
            break
    return Pace(game.id, decisions / max(spent, 1e-9), played / max(thinking, 1e-9), decisions, thoughts)


def _decisions(game: Game, seed: int, asked: list[Position]) -> Iterator[Position]:
    """Games of greedy against itself, decision by decision; what search is to think about is put aside."""
    sense, keys = sense_of(game.id), 0
    for number in count():
        pos: Position = game.start().quiet()
        rng, players = Random(seed + number), [sense.Greedy(seed + number) for _ in PLAYERS]
        while pos.stack:
            step, who, _ = pos.stack[-1]
            if who == CHANCE:
                pos.play(pos.sample(rng))
                continue
            if step in sense.DEPTH.keys and len(pos.actions()) > 1:
                keys += 1
                if keys % EVERY == 0:
                    asked.append(pos.copy())
            pos.play(players[who].choose(Seat(pos, PLAYERS[who])))
            yield pos
