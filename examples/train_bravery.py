"""Trains a small policy on Bravery in the Sand until it beats random play: a few minutes on a laptop's CPU.

The policy is linear in the features of each action (sandtable.lab.research.tensors) with a little noise to break ties;
its weights are found by the cross-entropy method: draw weights around the best so far, play them, keep the better ones.

    python examples/train_bravery.py --rounds 8
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from sandtable.lab.research.tensors import ACTION_FEATURES
from sandtable.lab.research.zoo import SandtableEnv, env

Weights = NDArray[np.float64]
LONGEST = 1500
"""Decisions after which a game is cut off and counts as drawn."""


def play(table: SandtableEnv, weights: Weights, side: str, seed: int) -> float:
    """One game of the policy against random play; 1 for a win, -1 for a loss."""
    table.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not (any(table.terminations.values()) or any(table.truncations.values())):
        agent = table.agent_selection
        if agent == side:
            seen = table.observe(agent)
            count = int(seen["action_mask"].sum())
            table.step(int(np.argmax(seen["actions"][:count] @ weights + 1e-3 * rng.random(count))))
        else:
            table.step(int(rng.integers(len(table.pos.actions()))))
    return float(table.rewards[side])


def score(table: SandtableEnv, weights: Weights, games: int, seed: int) -> float:
    """The mean reward over games of both sides."""
    return float(np.mean([play(table, weights, ("allied", "axis")[n % 2], seed + n) for n in range(games)]))


def train(rounds: int, crowd: int = 16, best: int = 4, games: int = 10, seed: int = 1) -> Weights:
    """The weights after some rounds of the cross-entropy method."""
    table, rng = env("bravery", most_decisions=LONGEST), np.random.default_rng(seed)
    mean, spread = np.zeros(ACTION_FEATURES), np.ones(ACTION_FEATURES)
    for number in range(rounds):
        tried = [mean + spread * rng.standard_normal(ACTION_FEATURES) for _ in range(crowd)]
        scores = [score(table, weights, games, 1000 * (number + 1)) for weights in tried]
        chosen = np.array([tried[n] for n in np.argsort(scores)[::-1][:best]])
        mean, spread = chosen.mean(axis=0), chosen.std(axis=0) + 0.1
        print(f"round {number + 1}: mean reward {np.mean(scores):+.2f}, best {max(scores):+.2f}", flush=True)
    return mean


def main() -> int:
    """Train, then measure against random play on fresh seeds, beside a policy that knows nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=200, help="games of the final measurement")
    args = parser.parse_args()
    weights = train(args.rounds)
    table = env("bravery", most_decisions=LONGEST)
    print(f"won of {args.games} games against random play, drawn ones counted half:")
    for name, tried in (("a random policy", np.zeros(ACTION_FEATURES)), ("the trained policy", weights)):
        print(f"  {name}: {(score(table, tried, args.games, 10**6) + 1) / 2:.1%}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
