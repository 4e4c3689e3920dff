"""Who will win Bravery in the Sand is learned from games, and a player looks ahead with it: one core, numpy alone.

It learns from the outcome of games and from nothing else: the quick reply of `sandtable.ai.bravery` plays itself, with
an action at random now and then, and at each draw of a chit the ten terms that `sandtable.ai.bravery` can tell of a
position are noted. How much each of them counts, early and late in the game, is fitted to who won (logistic
regression). Then it plays: greedy's ratings propose three actions, each is played on in a few imagined worlds by the
quick reply until some chits have been drawn, and what was learned says how well things stand there. The weights that
were written by hand have no part in that. Time is counted in seconds of the processor.

    OPENBLAS_NUM_THREADS=1 python examples/look_ahead.py --curve docs/lab/look-ahead.svg
    sandtable simulate bravery -n 20 --allied examples/look_ahead.py:Seer --axis greedy

docs/lab/learning.md says what came of it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.ai import agent
from sandtable.ai.bravery import DEPTH, Greedy, Planner
from sandtable.ai.bravery.value import JUDGED, terms
from sandtable.ai.core import greedy as core
from sandtable.ai.core.search import Search
from sandtable.engine.records import Agent, Seat
from sandtable.engine.sides import ALLIED, PLAYERS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.lab.page import drawing
from sandtable.lab.statistics import interval

Floats = NDArray[Any]
GAME, LONGEST = "bravery", 1500
TURNS = 7
WORLDS, BREADTH = 16, 3
STEPS, FADING = 30, 1e-3
WANDERING = 0.06
"""How often an action of a training game is a random one."""
WON = 1000.0
KEPT = Path(__file__).with_name("look_ahead.json")
MEASURED = 900_000_000
"""Seeds of measurements begin here; those of training are far below."""


def names() -> list[str]:
    """What each weight is for."""
    told = list(terms(sandtable.load(GAME).start(), ALLIED))
    return ["always", "late", *told, *(f"{name}, late" for name in told)]


SIZE = len(names())


class Outlook:
    """How likely the Allies win, as a logarithm of the odds; it begins without an opinion."""

    def __init__(self, weights: Floats | None = None) -> None:
        self.weights: Floats = np.zeros(SIZE) if weights is None else weights

    def odds(self, seen: Floats) -> Floats:
        """For a row of numbers each, or for one."""
        told: Floats = seen @ self.weights
        return told

    def learn(self, seen: Floats, won: Floats) -> None:
        """The weights under which what happened (1 the Allies won, 0 the Axis) is likeliest; unneeded ones fade."""
        weights = np.zeros(SIZE)
        for _ in range(STEPS):
            chance = 1 / (1 + np.exp(-(seen @ weights)))
            slope = seen.T @ (won - chance) / len(won) - FADING * weights
            bend = (seen * (chance * (1 - chance))[:, None]).T @ seen / len(won) + FADING * np.eye(SIZE)
            weights += np.linalg.solve(bend, slope)
        self.weights = weights


def features(pos: BraveryPosition) -> Floats:
    """What is noted of a position: its terms as the Allies see them, and the same again by how late it is."""
    told = [worth / DEPTH.scale for worth in terms(pos, ALLIED, JUDGED).values()]
    late = pos.turn / TURNS
    return np.array([1.0, late, *told, *(late * worth for worth in told)])


class Judgement:
    """What search needs to know of the game, with what was learned for an evaluation."""

    Planner: type[core.Greedy[Any]] = Planner
    DEPTH = DEPTH

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook

    def evaluate(self, pos: BraveryPosition, side: int) -> float:
        """How well things stand for a side."""
        if pos.over is not None:
            winner = pos.over[0]
            return 0.0 if winner is None else WON if winner == side else -WON
        odds = float(self.outlook.odds(features(pos)))
        return (odds if side == ALLIED else -odds) * DEPTH.scale / 2

    def terms(self, pos: BraveryPosition, side: int) -> dict[str, float]:
        """The same in parts: there is one only."""
        return {"outlook": self.evaluate(pos, side)}


def seer(outlook: Outlook, seed: int) -> Search:
    """The player: search that judges by what was learned."""
    return Search(Judgement(outlook), seconds=None, worlds=WORLDS, seed=seed, breadth=BREADTH)


class Seer(Search):
    """The player with the weights that were kept, as an agent: `--axis examples/look_ahead.py:Seer`."""

    def __init__(self, seed: int) -> None:
        super().__init__(Judgement(load(KEPT)), None, WORLDS, seed, BREADTH)


def watch(seed: int) -> tuple[list[Floats], float]:
    """A game of the quick reply against itself: what was seen when a chit was drawn, and who won."""
    pos, rng, player = sandtable.load(GAME).start(), Random(seed), Greedy(seed)
    kept: list[Floats] = []
    for _ in range(LONGEST):
        if pos.over is not None:
            break
        if pos.side not in PLAYERS:
            if pos.stack[-1].step in DEPTH.pauses:
                kept.append(features(pos))
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
    """What has been learned so far, and the curve of it."""

    def __init__(self, seed: int = 1, tell: bool = True) -> None:
        self.seed, self.tell, self.games = seed, tell, 0
        self.outlook = Outlook()
        self.seen: list[Floats] = []
        self.won: list[float] = []
        self.curve: list[tuple[float, str, float, int]] = []
        """Seconds of the processor, what was measured, the share, of how many games."""
        self.started = process_time()

    def watch(self, games: int) -> None:
        """Games of the quick reply; before they are learned from, it is told how well their winners were foreseen."""
        right = 0.0
        new: list[Floats] = []
        won: list[float] = []
        for _ in range(games):
            self.games += 1
            seen, end = watch(1_000_000 * self.seed + self.games)
            right += float(np.mean((self.outlook.odds(np.stack(seen)) > 0) == (end > 0.5)))
            new += seen
            won += [end] * len(seen)
        self.say(f"{self.games} games; the winner of the new ones was foreseen in {right / games:.1%} of the positions")
        self.curve.append((self.seconds(), "positions of new games whose winner it foresaw", right / games, games))
        self.seen += new
        self.won += won
        self.outlook.learn(np.stack(self.seen), np.array(self.won))

    def seconds(self) -> float:
        """Seconds of the processor since it began, without those of measuring."""
        return process_time() - self.started

    def test(self, foe: str, games: int, seed: int = MEASURED) -> float:
        """A point of the curve, on games it never learns from; the clock stands still."""
        start = process_time()
        points, wins = 0.0, dict.fromkeys(PLAYERS, 0)
        for game in range(seed, seed + games):
            side, other = PLAYERS[game % 2], PLAYERS[1 - game % 2]
            winner = play({side: seer(self.outlook, game), other: agent(foe, GAME, game)}, game)
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
    """Write the weights by name, for people and for `load`."""
    named = dict(zip(names(), (round(float(weight), 3) for weight in outlook.weights), strict=True))
    path.write_text(json.dumps(named, indent=2) + "\n", encoding="utf-8")


def load(path: Path) -> Outlook:
    """The weights of a file."""
    if not path.exists():
        raise ValueError(f"there is no {path.name}: `python examples/look_ahead.py` learns the weights and writes it")
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Outlook(np.array([kept[name] for name in names()]))


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
    parser.add_argument("--test", type=int, default=100, help="games against greedy, before and after (100)")
    parser.add_argument("--random", type=int, default=40, help="games against random play (40)")
    parser.add_argument("--save", type=Path, default=KEPT, metavar="FILE", help="write the weights here")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="draw the learning curve here (SVG)")
    args = parser.parse_args()
    training = Training(args.seed)
    training.test("greedy", args.test)
    for _ in range(8):
        training.watch(args.games // 8)
    save(training.outlook, args.save)
    training.test("greedy", args.test)
    training.test("random", args.random)
    if args.curve:
        args.curve.write_text(draw(training.curve))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
