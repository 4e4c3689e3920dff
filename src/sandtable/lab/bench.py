"""How fast things are, on one core, against a reference loop of the same run: machines differ and are noisy."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from time import process_time
from typing import NamedTuple

from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.engine.sides import CHANCE

REFERENCE_ROUNDS = 100_000
SLICE = 0.2
"""Seconds of play between two looks at the reference loop."""


class Speed(NamedTuple):
    """The figures of one game."""

    game: str
    decisions: float
    """Random decisions a second: list the actions, choose, apply, with the log on."""
    ratio: float
    """The same for each thousand rounds of the reference loop."""
    games: float
    late: float
    """Cost of a decision in the last fifth of games over that in the first: 1 when it does not grow."""
    copy: float
    see: float
    dump: float
    """Microseconds each, on positions met in play."""


def reference() -> float:
    """Rounds a second of a fixed loop of dict, list and tuple work like that of a rules engine."""
    start = process_time()
    table: dict[int, tuple[int, int]] = {}
    items: list[tuple[int, int]] = []
    total = 0
    for number in range(REFERENCE_ROUNDS):
        key = number * 7919 % 1013
        pair = table.get(key)
        table[key] = (number, total) if pair is None else (pair[0] + 1, pair[1])
        items.append(table[key])
        if len(items) > 64:
            total += sum(item[0] & 7 for item in items)
            items = items[32:]
    return REFERENCE_ROUNDS / (process_time() - start)


def play(game: Game, seed: int, keep: list[Position] | None = None) -> list[float]:
    """Play one random game; the time of each decision, and now and then a copy of the position."""
    pos, rng, times = game.start(), Random(seed), []
    random = rng.random
    while pos.stack:
        start = process_time() if keep is not None else 0.0
        if pos.stack[-1][1] == CHANCE:
            pos.play(pos.sample(rng))
        else:
            actions = pos.actions()
            pos.play(actions[int(random() * len(actions))])
        if keep is not None:
            times.append(process_time() - start)
            if len(times) % 25 == 0 and pos.stack and len(keep) < 60:
                keep.append(pos.copy())
        else:
            times.append(0.0)
    return times


def measure(game: Game, seconds: float = 3.0) -> Speed:
    """The figures of a game, from about so many seconds of play with the reference loop in between."""
    play(game, 0)
    spent, decisions, games, rounds = 0.0, 0, 0, []
    while spent < seconds:
        rounds.append(reference())
        start = process_time()
        while process_time() - start < SLICE:
            decisions += len(play(game, games + 1))
            games += 1
        spent += process_time() - start
    kept: list[Position] = []
    early = late = 0.0
    for seed in range(3):
        times = play(game, seed, kept)
        fifth = max(1, len(times) // 5)
        early += sum(times[:fifth]) / fifth
        late += sum(times[-fifth:]) / fifth
    speed = decisions / spent
    pace = len(rounds) / sum(1 / each_round for each_round in rounds)
    sides = ("allied", "axis")
    return Speed(
        game.id,
        speed,
        speed / (pace / 1000),
        games / spent,
        late / early if early else 1.0,
        each(kept, lambda pos, n: pos.copy()),
        each(kept, lambda pos, n: pos.see(sides[n % 2])),
        each(kept, lambda pos, n: json.dumps(game.dump(pos))),
    )


def each(positions: list[Position], work: Callable[[Position, int], object], repeats: int = 20) -> float:
    """Microseconds a call takes, over kept positions."""
    start = process_time()
    for number in range(repeats):
        for pos in positions:
            work(pos, number)
    return (process_time() - start) / (repeats * len(positions)) * 1e6
