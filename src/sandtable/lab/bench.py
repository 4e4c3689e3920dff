"""How fast things are, on one core, against a reference loop of the same run: machines differ and are noisy."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from statistics import median
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
    """Cost of a decision in the second half of games over one of its kind in the first: 1 when it does not grow."""
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


def play(game: Game, seed: int) -> int:
    """Play one random game; the number of decisions."""
    pos, rng, count = game.start(), Random(seed), 0
    random = rng.random
    while pos.stack:
        if pos.stack[-1].side == CHANCE:
            pos.play(pos.sample(rng))
        else:
            actions = pos.actions()
            pos.play(actions[int(random() * len(actions))])
        count += 1
    return count


def watch(game: Game, seed: int, keep: list[Position]) -> list[tuple[str, float]]:
    """Play one random game; the kind and time of each decision, and now and then a copy of the position."""
    pos, rng, times = game.start(), Random(seed), []
    while pos.stack:
        kind, start = pos.stack[-1].step, process_time()
        pos.play(pos.sample(rng) if pos.stack[-1].side == CHANCE else rng.choice(pos.actions()))
        times.append((kind, process_time() - start))
        if len(times) % 25 == 0 and pos.stack and len(keep) < 60:
            keep.append(pos.copy())
    return times


def growth(games: list[list[tuple[str, float]]]) -> float:
    """How much dearer decisions are in the second half of games, kind by kind."""
    halves: tuple[dict[str, list[float]], dict[str, list[float]]] = ({}, {})
    for times in games:
        for number, (kind, spent) in enumerate(times):
            halves[number * 2 >= len(times)].setdefault(kind, []).append(spent)
    weights, total = 0, 0.0
    for kind, early in halves[0].items():
        late = halves[1].get(kind, [])
        weight = min(len(early), len(late))
        if weight >= 5:
            weights += weight
            total += weight * (median(late) / median(early) if median(early) else 1.0)
    return total / weights if weights else 1.0


def measure(game: Game, seconds: float = 3.0) -> Speed:
    """The figures of a game, from about this many seconds of play with the reference loop in between."""
    play(game, 0)
    spent, decisions, games, rounds = 0.0, 0, 0, []
    while spent < seconds:
        rounds.append(reference())
        start = process_time()
        while process_time() - start < SLICE:
            decisions += play(game, games + 1)
            games += 1
        spent += process_time() - start
    kept: list[Position] = []
    watched = [watch(game, seed, kept) for seed in range(3)]
    speed = decisions / spent
    pace = len(rounds) / sum(1 / each_round for each_round in rounds)
    sides = ("allied", "axis")
    return Speed(
        game.id,
        speed,
        speed / (pace / 1000),
        games / spent,
        growth(watched),
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
