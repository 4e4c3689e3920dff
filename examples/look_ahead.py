"""A network learns who will win Bravery in the Sand, and a player looks ahead with it: one core, numpy alone.

It learns from the outcome of games and from nothing else: the quick reply of `sandtable.ai.bravery` plays itself, with
an action at random now and then, and a small network is shown positions (as the environments encode them) and who won.
Then it plays: greedy's ratings propose two actions, each is played on in a few imagined worlds by the quick reply until
some chits have been drawn, and the network says how well things stand there. Greedy's own evaluation, with which
`search` judges where a world ends, has no part in that. Time is counted in seconds of the processor.

    OPENBLAS_NUM_THREADS=1 python examples/look_ahead.py --curve docs/lab/look-ahead.svg
    sandtable simulate bravery -n 20 --allied examples/look_ahead.py:Seer --axis greedy

docs/lab/learning.md says what came of it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.ai import agent
from sandtable.ai.bravery import DEPTH, Greedy, Planner
from sandtable.ai.core import greedy as core
from sandtable.ai.core.search import Search
from sandtable.engine.position import Position
from sandtable.engine.records import Agent, Seat
from sandtable.engine.sides import ALLIED, PLAYERS
from sandtable.lab.page import drawing
from sandtable.lab.research.encoder import Encoder
from sandtable.lab.statistics import interval

Floats = NDArray[Any]
GAME, LONGEST = "bravery", 1500
WIDE = 32
WORLDS, BREADTH = 6, 2
WANDERING = 0.06
"""How often an action of a training game is a random one."""
WON = 1000.0
KEPT = Path(__file__).with_name("look_ahead.npz")
MEASURED = 900_000_000
"""Seeds of measurements begin here; those of training are far below."""


class Outlook:
    """How likely the Allies win, as a logarithm of the odds; it begins without an opinion."""

    def __init__(self, size: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights: dict[str, Floats] = {
            "first": (rng.standard_normal((size, WIDE)) / 10).astype(np.float32),
            "shift": np.zeros(WIDE, np.float32),
            "second": np.zeros(WIDE, np.float32),
            "level": np.zeros(1, np.float32),
        }
        self.means = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.squares = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.steps = 0

    def odds(self, seen: Floats) -> Floats:
        """For a row of numbers each, or for one."""
        w = self.weights
        if seen.ndim == 1:
            shown = np.flatnonzero(seen)
            hidden = seen[shown] @ w["first"][shown] + w["shift"]
        else:
            hidden = seen @ w["first"] + w["shift"]
        told: Floats = np.maximum(hidden, 0) @ w["second"] + w["level"][0]
        return told

    def learn(self, seen: Floats, won: Floats, rate: float, decay: float = 1e-3) -> None:
        """A step of Adam towards who won (1 the Allies, 0 the Axis); weights that are not needed fade."""
        w = self.weights
        hidden = np.maximum(seen @ w["first"] + w["shift"], 0)
        off = (won - 1 / (1 + np.exp(-(hidden @ w["second"] + w["level"][0])))) / len(won)
        back = np.outer(off, w["second"]) * (hidden > 0)
        slopes = {
            "first": seen.T @ back,
            "shift": back.sum(0),
            "second": hidden.T @ off,
            "level": off.sum(keepdims=True),
        }
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            w[name] += size * mean / (np.sqrt(square) + 1e-8) - rate * decay * 10 * w[name]


class Judgement:
    """What search needs to know of the game, with the network's opinion for an evaluation."""

    Planner: type[core.Greedy[Any]] = Planner
    DEPTH = DEPTH

    def __init__(self, encoder: Encoder, outlook: Outlook) -> None:
        self.encoder, self.outlook = encoder, outlook

    def evaluate(self, pos: Position, side: int) -> float:
        """How well things stand for a side."""
        if pos.over is not None:
            winner = pos.over[0]
            return 0.0 if winner is None else WON if winner == side else -WON
        odds = float(self.outlook.odds(self.encoder.layout.encode(pos, ALLIED)))
        return (odds if side == ALLIED else -odds) * DEPTH.scale / 2

    def terms(self, pos: Position, side: int) -> dict[str, float]:
        """The same in parts: there is one only."""
        return {"outlook": self.evaluate(pos, side)}


def seer(encoder: Encoder, outlook: Outlook, seed: int) -> Search:
    """The player: search that judges by the network."""
    return Search(Judgement(encoder, outlook), seconds=None, worlds=WORLDS, seed=seed, breadth=BREADTH)


class Seer(Search):
    """The player with the weights that were kept, as an agent: `--axis examples/look_ahead.py:Seer`."""

    def __init__(self, seed: int) -> None:
        encoder = Encoder(sandtable.load(GAME))
        super().__init__(Judgement(encoder, load(encoder, KEPT)), None, WORLDS, seed, BREADTH)


def watch(encoder: Encoder, seed: int) -> tuple[list[Floats], float]:
    """A game of the quick reply against itself: what was seen when a chit was drawn, and who won."""
    pos, rng, player = sandtable.load(GAME).start(), Random(seed), Greedy(seed)
    kept: list[Floats] = []
    for _ in range(LONGEST):
        if pos.over is not None:
            break
        if pos.side not in PLAYERS:
            if pos.stack[-1].step in DEPTH.pauses:
                kept.append(encoder.layout.encode(pos, ALLIED).astype(np.float16))
            pos.play(pos.sample(rng))
        elif rng.random() < WANDERING:
            pos.play(rng.choice(pos.actions()))
        else:
            pos.play(player.reply(pos, rng))
    winner = None if pos.over is None else pos.over[0]
    return kept, 0.5 if winner is None else float(winner == ALLIED)


def play(players: dict[str, Agent], seed: int) -> str | None:
    """One game by a seed: who won, or None."""
    pos, rng = sandtable.load(GAME).start(), Random(seed)
    for _ in range(LONGEST):
        if pos.over is not None:
            break
        side = pos.side
        pos.play(players[side].choose(Seat(pos, side)) if side in PLAYERS else pos.sample(rng))
    winner = None if pos.over is None else pos.over[0]
    return None if winner is None else PLAYERS[winner]


class Training:
    """The network as it learns, and the curve of it."""

    def __init__(self, seed: int = 1, tell: bool = True) -> None:
        self.encoder = Encoder(sandtable.load(GAME))
        self.seed, self.tell, self.games = seed, tell, 0
        self.outlook = Outlook(self.encoder.size, seed)
        self.rng = np.random.default_rng(seed)
        self.seen: list[Floats] = []
        self.won: list[float] = []
        self.curve: list[tuple[float, str, float, int]] = []
        """Seconds of the processor, what was measured, the share, of how many games."""
        self.started = process_time()

    def watch(self, games: int) -> None:
        """Games of the quick reply; first it is told how well the network foresees who wins them."""
        right = 0.0
        new: list[Floats] = []
        won: list[float] = []
        for _ in range(games):
            self.games += 1
            seen, end = watch(self.encoder, 1_000_000 * self.seed + self.games)
            told = self.outlook.odds(np.stack(seen).astype(np.float32)) > 0
            right += float(np.mean(told == (end > 0.5)))
            new += seen
            won += [end] * len(seen)
        self.say(f"{self.games} games; the winner of the new ones was foreseen in {right / games:.1%} of the positions")
        self.curve.append((self.seconds(), "positions of new games whose winner it foresaw", right / games, games))
        self.seen += new
        self.won += won

    def study(self, epochs: int, rate: float) -> None:
        """Learn from all games again."""
        for _ in range(epochs):
            order = self.rng.permutation(len(self.seen))
            for start in range(0, len(order), 128):
                part = order[start : start + 128]
                seen = np.stack([self.seen[at] for at in part]).astype(np.float32)
                self.outlook.learn(seen, np.array([self.won[at] for at in part], np.float32), rate)

    def seconds(self) -> float:
        """Seconds of the processor since it began, without those of measuring."""
        return process_time() - self.started

    def test(self, foe: str, games: int, seed: int = MEASURED) -> float:
        """A point of the curve, on games it never learns from; the clock stands still."""
        start = process_time()
        points, wins = 0.0, dict.fromkeys(PLAYERS, 0)
        for game in range(seed, seed + games):
            side, other = PLAYERS[game % 2], PLAYERS[1 - game % 2]
            winner = play({side: seer(self.encoder, self.outlook, game), other: agent(foe, GAME, game)}, game)
            points += 0.5 if winner is None else winner == side
            wins[side] += winner == side
        share = points / games
        self.started += process_time() - start
        self.curve.append((self.seconds(), f"games won against {foe}", share, games))
        low, high = interval(points, games)
        sides = ", ".join(f"{side} {count} of {games // 2}" for side, count in wins.items())
        self.say(f"against {foe}: {share:.1%} of {games} games ({low:.1%} to {high:.1%}); {sides}")
        return share

    def say(self, words: str) -> None:
        """Tell how far it is."""
        if self.tell:
            print(f"{self.seconds():6.0f} s  {words}", flush=True)


def save(outlook: Outlook, path: Path) -> None:
    """Write the weights, in half the digits."""
    parts = {name: part.astype(np.float16) for name, part in outlook.weights.items()}
    np.savez_compressed(path, allow_pickle=False, **parts)


def load(encoder: Encoder, path: Path) -> Outlook:
    """The network of a file."""
    if not path.exists():
        raise ValueError(f"there is no {path.name}: `python examples/look_ahead.py` trains the network and writes it")
    outlook = Outlook(encoder.size, 0)
    with np.load(path) as kept:
        for name in kept.files:
            outlook.weights[name] = kept[name].astype(np.float32)
    return outlook


def draw(curve: list[tuple[float, str, float, int]]) -> str:
    """The curve as SVG, with the interval of each point."""
    with drawing((8, 3.6)) as (axes, svg):
        for foe in dict.fromkeys(foe for _, foe, _, _ in curve):
            points = [(seconds / 60, share, games) for seconds, name, share, games in curve if name == foe]
            minutes, shares = [point[0] for point in points], np.array([point[1] for point in points])
            ends = np.array([interval(share * games, games) for _, share, games in points])
            around = [shares - ends[:, 0], ends[:, 1] - shares]
            axes.errorbar(minutes, shares, around, fmt="o-", markersize=4, capsize=3, label=foe)
        axes.axhline(0.5, color="#7c6238", linewidth=0.8, linestyle=":")
        axes.set_ylim(0, 1.02)
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.set_xlabel("minutes of the processor")
        axes.set_ylabel("share")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=2, frameon=False)
    return svg.getvalue()


def main() -> int:
    """Train, then measure on fresh seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=640, help="games to learn from (640)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=120, help="games against greedy, before and after (120)")
    parser.add_argument("--save", type=Path, default=KEPT, metavar="FILE", help="write the weights here")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="draw the learning curve here (SVG)")
    args = parser.parse_args()
    training = Training(args.seed)
    training.test("greedy", args.test)
    for _ in range(8):
        training.watch(args.games // 8)
        training.study(1, 5e-4)
    training.study(1, 2e-4)
    save(training.outlook, args.save)
    training.test("greedy", args.test)
    training.test("random", 200)
    if args.curve:
        args.curve.write_text(draw(training.curve))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
