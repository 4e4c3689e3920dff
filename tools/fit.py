"""What the terms of Bravery's evaluation count towards winning: `python -m tools.fit [--games N]`.

The quick reply plays itself, with a random action now and then. At each draw of a chit the terms of the position are
noted. Logistic regression then finds how much each of them counts, early and late in the game; it stays near one common
factor for all terms where the games say little, and no term falls far below it. The weights are written to
`ai/bravery/fitted.json`, from which search reads them. The loss on the last fifth of the games is told, with what the
others taught.
"""

from __future__ import annotations

import argparse
import json
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.ai.bravery import DEPTH, Greedy, fitted
from sandtable.ai.bravery.value import JUDGED, terms
from sandtable.engine.sides import ALLIED, PLAYERS
from sandtable.games.bravery.position import BraveryPosition

Floats = NDArray[Any]
WANDERING = 0.06
"""How often an action is a random one."""
LONGEST = 1500
STEPS = 30
LEANING = 0.01
"""How firmly each weight is held to the common factor."""
LEAST = 0.4
"""The share of the common factor that each term counts at least: a threat the quick reply overlooks is one still."""


def seen(pos: BraveryPosition) -> list[float]:
    """What is noted of a position: its terms as the Commonwealth sees them, and the same again by how late it is."""
    told = [worth / DEPTH.scale for worth in terms(pos, ALLIED, JUDGED).values()]
    late = fitted.lateness(pos)
    return [1.0, late, *told, *(late * worth for worth in told)]


def watch(seed: int) -> tuple[list[list[float]], float]:
    """A game of the quick reply against itself: what was seen at each draw, and whether the Commonwealth won."""
    pos, rng, player = sandtable.load("bravery").start(), Random(seed), Greedy(seed)
    assert isinstance(pos, BraveryPosition)
    kept: list[list[float]] = []
    for _ in range(LONGEST):
        if pos.over is not None:
            break
        if pos.side not in PLAYERS:
            if pos.stack[-1].step in DEPTH.pauses:
                kept.append(seen(pos))
            pos.play(pos.sample(rng))
        elif rng.random() < WANDERING:
            pos.play(rng.choice(pos.actions()))
        else:
            pos.play(player.reply(pos, rng))
    winner = None if pos.over is None else pos.over[0]
    return kept, 0.5 if winner is None else float(winner == ALLIED)


def regression(rows: Floats, won: Floats, centre: Floats, held: Floats) -> Floats:
    """The weights under which what happened is likeliest, each held to its centre as firmly as is said."""
    weights: Floats = centre.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (won - chance) / len(won) - held * (weights - centre)
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows / len(won) + np.diag(held)
        weights += np.linalg.solve(bend, slope)
    return weights


def common(rows: Floats, won: Floats) -> Floats:
    """The same with one factor for all terms: the weights written by hand, as steep as the games say."""
    count = (rows.shape[1] - 2) // 2
    whole = np.column_stack([rows[:, :2], rows[:, 2 : 2 + count].sum(axis=1)])
    factor = regression(whole, won, np.zeros(3), np.full(3, 1e-6))
    return np.concatenate([factor[:2], np.full(count, factor[2]), np.zeros(count)])


def learned(rows: Floats, won: Floats) -> Floats:
    """Two constants and two weights for each term, early and late."""
    count = (rows.shape[1] - 2) // 2
    centre = common(rows, won)
    held = np.concatenate([np.full(2, 1e-6), np.full(2 * count, LEANING)])
    weights = regression(rows, won, centre, held)
    early, late = weights[2 : 2 + count], weights[2 + count :]
    least = LEAST * centre[2]
    weights[2 : 2 + count] = np.maximum(early, least)
    weights[2 + count :] = np.maximum(late, least - weights[2 : 2 + count])
    return weights


def loss(rows: Floats, won: Floats, weights: Floats) -> float:
    """How badly the winner was foreseen, by the mean logarithm of the chance given to what happened."""
    chance = np.clip(1 / (1 + np.exp(-(rows @ weights))), 1e-6, 1 - 1e-6)
    return float(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))


def main() -> int:
    """Play, learn, tell, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows: list[list[float]] = []
    won: list[float] = []
    cut = 0
    for game in range(args.games):
        kept, end = watch(1_000_000 * args.seed + game + 1)
        rows += kept
        won += [end] * len(kept)
        if game + 1 == args.games * 4 // 5:
            cut = len(rows)
    tell(np.array(rows), np.array(won), cut)
    return 0


def tell(rows: Floats, won: Floats, cut: int) -> None:
    """Print how well the last part is foreseen from the first, and write what all of them say."""
    foreseen, by_hand = (loss(rows[cut:], won[cut:], way(rows[:cut], won[:cut])) for way in (learned, common))
    share = float(np.mean(won[:cut]))
    blind = loss(np.ones((len(won) - cut, 1)), won[cut:], np.array([np.log(share / (1 - share))]))
    print(f"{len(won)} positions; loss on the last {len(won) - cut}: {foreseen:.3f}")
    print(f"with one factor for all terms {by_hand:.3f}, with no opinion {blind:.3f}")
    start = sandtable.load("bravery").start()
    assert isinstance(start, BraveryPosition)
    names, weights = list(terms(start, ALLIED, JUDGED)), [round(float(one), 3) for one in learned(rows, won)[2:]]
    told = dict(zip(names, zip(weights, weights[len(names) :], strict=False), strict=True))
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(pair)}" for name, pair in told.items())
    fitted.FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    for name, (early, late) in told.items():
        print(f"{name:28}{early:8.3f}{late:8.3f}")


if __name__ == "__main__":
    raise SystemExit(main())
