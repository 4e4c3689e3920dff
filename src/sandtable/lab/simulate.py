"""Matches by the thousand: the same seed gives the same results, whatever the number of workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable.ai import agent
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, PLAYERS, SIDES
from sandtable.lab.workers import spread

Tell = Callable[[int], None]


class Plan(NamedTuple):
    """What to play."""

    game: str
    scenario: str | None
    options: Mapping[str, Any]
    agents: Mapping[str, str]
    seed: int
    data: Path | None = None


class Result(NamedTuple):
    """How one game went."""

    number: int
    winner: str | None
    kind: str
    allied: int
    axis: int
    turns: int
    decisions: int


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a run: its own, so that games can be played anywhere in any order."""
    return Random(f"{seed}/{number}").getrandbits(63)


def play_one(plan: Plan, number: int) -> Result:
    """Play game `number` of a plan; a fault of the position is an error."""
    game = sandtable.load(plan.game, plan.data)
    seed = game_seed(plan.seed, number)
    players = {side: agent(plan.agents[side], plan.game, seed + n + 1) for n, side in enumerate(PLAYERS)}
    pos, rng, decisions = game.start(plan.scenario, plan.options), Random(seed), 0
    while pos.stack:
        who = pos.stack[-1][1]
        if who == CHANCE:
            pos.play(pos.sample(rng))
        else:
            pos.play(players[SIDES[who]].choose(Seat(pos, SIDES[who])))
        decisions += 1
    faults = game.faults(pos)
    if faults:
        raise RuntimeError(f"game {number} of seed {plan.seed} ended impossibly: {'; '.join(faults)}")
    outcome = pos.outcome
    assert outcome is not None
    return Result(
        number, outcome.winner, outcome.kind, outcome.score["allied"], outcome.score["axis"], pos.turn, decisions
    )


def simulate(plan: Plan, count: int, jobs: int | None = None, tell: Tell = lambda done: None) -> list[Result]:
    """Play `count` games on some workers (all cores by default), in order of their number."""
    results = []
    for result in spread(play_one, plan, range(count), jobs):
        results.append(result)
        tell(1)
    return results


def interval(wins: int, count: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's 95 % interval for a share."""
    if not count:
        return 0.0, 1.0
    share = wins / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)
