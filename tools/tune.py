"""How much each term of an evaluation should count, by play: `python -m tools.tune GAME -n 60`.

Greedy plays itself, with a random action now and then so that games differ. The terms at every pause of search are
noted with who won in the end, and a logistic regression (pulled towards the weights as they are) says by what factor
each term should count. A factor near 1 confirms a weight; one far from it, beyond its error, asks for a change.

Every fourth game is held out: the loss of today's weights and of the fitted ones is told for these games alone, and a
table says how often games were won that the fitted weights thought were won so often.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import numpy as np

import sandtable
from sandtable.ai import sense_of
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, CHANCE, SIDES

SLIP = 0.03
"""How often a player does something at random."""
HELD_OUT = 4
"""Every fourth game is kept for the test."""
BINS = 5
"""Lines of the table of calibration."""
TRUST = 1.0
"""How strongly factors are pulled to 1: the weight of this many games."""


def watched(game: str, scenario: str | None, seed: int) -> tuple[list[dict[str, float]], float]:
    """The terms at every pause of one game, for the Allies, and how it ended for them: 1, 0.5 or 0."""
    sense: Any = sense_of(game)
    pos, rng = sandtable.load(game).start(scenario).quiet(), Random(seed)
    players = [sense.Greedy(seed), sense.Greedy(seed + 1)]
    seen: list[dict[str, float]] = []
    while pos.stack:
        step, who, _ = pos.stack[-1]
        if step in sense.DEPTH.pauses:
            seen.append(sense.terms(pos, ALLIED))
        if who == CHANCE:
            pos.play(pos.sample(rng))
        elif rng.random() < SLIP:
            pos.play(rng.choice(pos.actions()))
        else:
            pos.play(players[who].choose(Seat(pos, SIDES[who])))
    assert pos.over is not None
    winner = pos.over[0]
    return seen, 0.5 if winner is None else float(winner == ALLIED)


def fitted(rows: Any, won: Any, weights: Any, pull: float) -> tuple[Any, Any, float]:
    """Factors of the terms, their standard errors, and the loss, by Newton's method; the last column is constant."""
    count = rows.shape[1]
    start = np.append(np.ones(count - 1), 0.0)
    strength = np.append(np.full(count - 1, pull), 0.0)

    def cost(factors: Any) -> float:
        """What is made as small as possible: the loss of all games, and the distance from the weights as they are."""
        missed = np.logaddexp(0.0, -(2 * won - 1) * (rows @ factors))
        return float(np.sum(weights * missed) + np.sum(strength * (factors - start) ** 2) / 2)

    factors = start.copy()
    for _ in range(100):
        chance = 0.5 + np.tanh(rows @ factors / 2) / 2
        slope = rows.T @ (weights * (chance - won)) + strength * (factors - start)
        curve = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + np.diag(strength + 1e-9)
        step = np.linalg.solve(curve, slope)
        while cost(factors - step) > cost(factors) and float(np.abs(step).max()) > 1e-9:
            step = step / 2  # too far: the curve is flat where the start is sure of itself
        factors = factors - step
        if float(np.abs(step).max()) < 1e-8:
            break
    loss = float(np.sum(weights * np.logaddexp(0.0, -(2 * won - 1) * (rows @ factors))) / np.sum(weights))
    return factors, np.sqrt(np.diag(np.linalg.inv(curve))), loss


def main(words: list[str] | None = None) -> None:
    """Play, fit, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sandtable.games())
    parser.add_argument("--scenario")
    parser.add_argument("-n", type=int, default=60, help="games (60)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    scale = sense_of(args.game).DEPTH.scale
    games = [watched(args.game, args.scenario, args.seed * 1000 + number) for number in range(args.n)]
    names = sorted({name for seen, _ in games for terms in seen for name in terms} - {"the game"})
    fit = [game for number, game in enumerate(games) if number % HELD_OUT]
    test = [game for number, game in enumerate(games) if not number % HELD_OUT]
    rows, won, weights = table(fit, names, scale)
    factors, errors, loss = fitted(rows, won, weights, TRUST)
    spread = rows.std(axis=0) * scale / 2
    print(
        f"{len(fit)} games, {len(won)} moments, Allied wins {won @ weights:.1f}; loss {loss:.3f} (a coin has 0.693)\n"
    )
    print("| term | spread | factor | standard error |\n|---|---|---|---|")
    for name, wide, factor, error in zip(names, spread, factors, errors, strict=False):
        print(f"| {name} | {wide:.1f} | {factor:.2f} | {error:.2f} |")
    tell_test(test, names, scale, factors)


def table(games: list[tuple[list[dict[str, float]], float]], names: list[str], scale: float) -> tuple[Any, Any, Any]:
    """The terms of all moments, who won the game of each, and its weight: each game counts once."""
    moments = [terms for seen, _ in games for terms in seen]
    rows = np.array([[2 * terms.get(name, 0.0) / scale for name in names] + [1.0] for terms in moments])
    won = np.array([result for seen, result in games for _ in seen])
    return rows, won, np.array([1 / len(seen) for seen, _ in games for _ in seen])


def tell_test(games: list[tuple[list[dict[str, float]], float]], names: list[str], scale: float, factors: Any) -> None:
    """The loss on games held out, of today's weights and of the fitted ones, and how well chances were judged."""
    rows, won, weights = table(games, names, scale)
    today = np.append(np.ones(len(names)), 0.0)
    losses = [
        float(np.sum(weights * np.logaddexp(0.0, -(2 * won - 1) * (rows @ by))) / np.sum(weights))
        for by in (today, factors)
    ]
    print(
        f"\n{len(games)} games held out: loss {losses[0]:.3f} by the weights of today, {losses[1]:.3f} by the fitted\n"
    )
    print("| chance by the fitted weights | moments | Allies won |\n|---|---|---|")
    chance = 0.5 + np.tanh(rows @ factors / 2) / 2
    for low in range(BINS):
        within = (chance >= low / BINS) & (chance < (low + 1) / BINS + (low == BINS - 1))
        if within.any():
            share = float(np.sum((weights * won)[within]) / np.sum(weights[within]))
            print(f"| {low / BINS:.0%} to {(low + 1) / BINS:.0%} | {int(within.sum())} | {share:.0%} |")


if __name__ == "__main__":
    main()
