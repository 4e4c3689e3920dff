"""How fast the agents think: decisions of greedy and worlds of search, in seconds of this machine's processor."""

from __future__ import annotations

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


def pace(game: Game, seconds: float, seed: int = 3) -> Pace:
    """Greedy plays itself, and search thinks about some of its decisions, for so many seconds of the processor each."""
    sense, thinker = sense_of(game.id), agent(f"search:{WORLDS}w", game.id, seed)
    assert isinstance(thinker, Search)
    greedy_time = search_time = 0.0
    decisions = played = thoughts = keys = 0
    for number in range(1000):
        pos: Position = game.start().quiet()
        rng, players = Random(seed + number), [sense.Greedy(seed + number) for _ in PLAYERS]
        while pos.stack:
            step, who, _ = pos.stack[-1]
            if who == CHANCE:
                pos.play(pos.sample(rng))
                continue
            seat = Seat(pos, PLAYERS[who])
            if step in sense.DEPTH.keys and len(pos.actions()) > 1:
                keys += 1
                if keys % EVERY == 0 and search_time < seconds:
                    start = process_time()
                    played += sum(len(thought.ends) for thought in thinker.think(seat))
                    search_time += process_time() - start
                    thoughts += 1
            start = process_time()
            action = players[who].choose(seat)
            greedy_time += process_time() - start
            decisions += 1
            pos.play(action)
            if greedy_time > seconds and search_time >= seconds:
                return Pace(game.id, decisions / greedy_time, played / search_time, decisions, thoughts)
    return Pace(game.id, decisions / greedy_time, played / max(search_time, 1e-9), decisions, thoughts)
