"""A small network learns to play Bravery in the Sand on one core: first from a teacher's games, then from its own.

It scores each legal action from what the environment shows of it: the verb, the question, and the layers of the map at
the piece's hex, at the place and around it. First it imitates a teacher (greedy by default), then it plays against it
and makes what won more likely (REINFORCE). Needs numpy alone; docs/lab/observations.md says what the numbers mean.

    python examples/learn.py --lessons 150 --games 300 --test 200 --save policy.npz
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sandtable.ai import agent
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from sandtable.lab.research.actions import ORIGIN, PLACE
from sandtable.lab.research.zoo import Observation, SandtableEnv, raw_env

Floats = NDArray[np.float32]
GAME, LONGEST, HIDDEN = "bravery", 1500, 64


class Features:
    """What the network reads of each action."""

    def __init__(self, table: SandtableEnv) -> None:
        layout = table.encoder.layout
        self.verbs = len(table.encoder.action_rows.verbs) + 1
        self.heads, self.layers, self.places = len(layout.names), len(layout.layers), layout.places
        near = np.zeros((self.places + 1, self.places), np.float32)
        for place, others in enumerate(table.game.map.neighbours):
            near[place + 1, list(others)] = 1
        self.near = near
        self.size = self.verbs + self.heads + 4 * self.layers + 2

    def of(self, seen: Observation) -> Floats:
        """A row for each legal action."""
        count = int(seen["action_mask"].sum())
        rows, observation = seen["actions"][:count].astype(np.int64), seen["observation"]
        heads = observation[: self.heads]
        planes = np.zeros((self.layers, self.places + 1), np.float32)
        planes[:, 1:] = observation[self.heads :].reshape(self.layers, self.places)
        place, origin = rows[:, PLACE], rows[:, ORIGIN]
        around = self.near[place] @ planes[:, 1:].T
        verb = np.zeros((count, self.verbs), np.float32)
        verb[np.arange(count), rows[:, 0]] = 1
        moved = ((place > 0) & (place != origin))[:, None].astype(np.float32)
        numbers = (rows[:, 4:5] / 10).astype(np.float32)
        at, start = planes[:, place].T, planes[:, origin].T
        parts = [verb, np.tile(heads, (count, 1)), at, start, around, at * moved, moved, numbers]
        return np.concatenate(parts, axis=1)


class Policy:
    """Two layers that give each action a score; the chance to play it goes by the score."""

    def __init__(self, size: int, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.weights: list[Floats] = [
            (rng.standard_normal((size, HIDDEN)) / np.sqrt(size)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal(HIDDEN) / np.sqrt(HIDDEN)).astype(np.float32),
        ]
        self.square = [np.zeros_like(part) for part in self.weights]

    def chances(self, rows: Floats) -> tuple[Floats, Floats]:
        """The chance of each action, and the hidden layer."""
        first, bias, second = self.weights
        hidden = np.maximum(rows @ first + bias, 0)
        scores = hidden @ second
        weights = np.exp(scores - scores.max())
        return weights / weights.sum(), hidden

    def learn(self, rows: Floats, chosen: int, weight: float, rate: float) -> None:
        """Make an action more likely (or less, if the weight is negative), by RMSProp."""
        chances, hidden = self.chances(rows)
        error = -chances * weight
        error[chosen] += weight
        back = np.outer(error, self.weights[2]) * (hidden > 0)
        for part, square, step in zip(
            self.weights, self.square, (rows.T @ back, back.sum(axis=0), hidden.T @ error), strict=True
        ):
            square *= 0.999
            square += 0.001 * step * step
            part += rate * step / (np.sqrt(square) + 1e-4)


def play(
    table: SandtableEnv, policy: Policy, features: Features, side: str, foe: str, seed: int, bold: bool
) -> tuple[float, list[tuple[Floats, int]]]:
    """One game of the policy against an agent; the result for the policy, and what it chose."""
    table.reset(seed=seed)
    rng, enemy, chosen = np.random.default_rng(seed), agent(foe, GAME, seed), []
    while not (any(table.terminations.values()) or any(table.truncations.values())):
        who = table.agent_selection
        if who == side:
            rows = features.of(table.observe(who))
            chances = policy.chances(rows)[0]
            number = int(rng.choice(len(chances), p=chances / chances.sum())) if bold else int(chances.argmax())
            if len(chances) > 1:
                chosen.append((rows, number))
        else:
            number = table.pos.actions().index(enemy.choose(Seat(table.pos, who)))
        table.step(number)
    return float(table.rewards[side]), chosen


def lesson(table: SandtableEnv, policy: Policy, features: Features, teacher: str, seed: int, rate: float) -> None:
    """Watch the teacher play itself, and learn each of its choices."""
    table.reset(seed=seed)
    players = {side: agent(teacher, GAME, seed + number) for number, side in enumerate(PLAYERS)}
    seen: list[tuple[Floats, int]] = []
    while not (any(table.terminations.values()) or any(table.truncations.values())):
        who = table.agent_selection
        number = table.pos.actions().index(players[who].choose(Seat(table.pos, who)))
        if len(table.pos.actions()) > 1:
            seen.append((features.of(table.observe(who)), number))
        table.step(number)
    for at in np.random.default_rng(seed).permutation(len(seen)):
        rows, number = seen[at]
        policy.learn(rows, number, weight=1.0, rate=rate)


def measured(table: SandtableEnv, policy: Policy, features: Features, foe: str, games: int, seed: int) -> float:
    """The share of games won against an agent, half of them from each side; a draw is half a win."""
    results = [play(table, policy, features, PLAYERS[n % 2], foe, seed + n, bold=False)[0] for n in range(games)]
    return float(np.mean([(result + 1) / 2 for result in results]))


def train(lessons: int, games: int, teacher: str = "greedy", seed: int = 1, tell: bool = True) -> Policy:
    """A policy after so many lessons and so many games of its own."""
    table = raw_env(GAME, most_decisions=LONGEST)
    features = Features(table)
    policy, began, mean = Policy(features.size, seed), monotonic(), 0.0
    for number in range(lessons):
        lesson(table, policy, features, teacher, 10_000 * seed + number, rate=3e-3 if number < lessons // 2 else 1e-3)
        if tell and (number + 1) % 25 == 0:
            print(f"lesson {number + 1}: {monotonic() - began:.0f} s", flush=True)
    for number in range(games):
        result, chosen = play(table, policy, features, PLAYERS[number % 2], teacher, 20_000 * seed + number, bold=True)
        mean += 0.02 * (result - mean)
        for rows, choice in chosen:
            policy.learn(rows, choice, weight=(result - mean) / 4, rate=3e-4)
        if tell and (number + 1) % 50 == 0:
            print(f"game {number + 1}: {(mean + 1) / 2:.0%} won of late, {monotonic() - began:.0f} s", flush=True)
    return policy


def main() -> int:
    """Train, then measure on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", type=int, default=150, help="games of the teacher to learn from (150)")
    parser.add_argument("--games", type=int, default=300, help="games of its own against the teacher (300)")
    parser.add_argument("--teacher", default="greedy")
    parser.add_argument("--test", type=int, default=100, help="games of each measurement (100)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the weights here")
    args = parser.parse_args()
    policy = train(args.lessons, args.games, args.teacher)
    if args.save:
        np.savez(args.save, *policy.weights)
    table = raw_env(GAME, most_decisions=LONGEST)
    for foe in ("random", "greedy"):
        share = measured(table, policy, Features(table), foe, args.test, 10**6)
        print(f"against {foe}: {share:.1%} of {args.test} games", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
