"""Two small networks, one for each side, learn to play Bravery in the Sand on one core, with numpy alone.

A network scores each legal action from what the environment shows: the observation, the action's row, the layers of
the map where the action begins, where it leads and around that, and what the action changes at once (it is tried on a
copy of the position). It learns in two parts. First a teacher (greedy) plays, and then sits beside the network while
that plays: each time the network is shown what the teacher would do (DAgger). After that it plays against the teacher,
and makes what went better than it expected more likely (PPO, with a second small network that tells how well things
stand). Time is counted in seconds of the processor.

    OPENBLAS_NUM_THREADS=1 python examples/learn.py --curve docs/lab/learning.svg
    sandtable simulate bravery -n 100 --allied examples/learn.py:Learned --axis greedy

docs/lab/observations.md says what the numbers mean, docs/lab/learning.md what came of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.ai import agent
from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Agent, Seat
from sandtable.engine.sides import NUMBER, PLAYERS
from sandtable.lab.page import drawing
from sandtable.lab.research.actions import NUMBERS, ORIGIN, PIECE, PLACE
from sandtable.lab.research.encoder import Encoder
from sandtable.lab.research.zoo import SandtableEnv, raw_env
from sandtable.lab.statistics import interval

Floats = NDArray[Any]
GAME, LONGEST = "bravery", 1500
WIDE, DEEP = 64, 32
KEPT = Path(__file__).with_name("learned.npz")


class Question(NamedTuple):
    """What a network reads when its side is asked: the observation, and a row for each action."""

    seen: Floats
    actions: Floats
    cells: NDArray[Any]
    """Numbers of the observation that an action changes at once, those of the first action first,"""
    changes: Floats
    """by how much,"""
    starts: NDArray[Any]
    """and where those of each action begin."""


class Features:
    """Turns what an environment shows into what a network reads."""

    def __init__(self, encoder: Encoder) -> None:
        layout, game = encoder.layout, encoder.layout.game
        self.encoder, self.names, self.layers, self.places = encoder, len(layout.names), layout.layers, layout.places
        self.verbs = len(encoder.action_rows.verbs) + 1
        self.pieces = len(layout.game.start().see(None)["pieces"]) + 1
        self.near = np.zeros((self.places + 1, self.places), np.float32)
        for place, others in enumerate(game.map.neighbours):
            self.near[place + 1, list(others)] = 1
        self.wide = encoder.size
        self.spots = np.cumsum([0, self.verbs, self.pieces, self.places + 1])
        self.plain = int(self.spots[-1]) + self.places + 1
        self.width = self.plain + 3 * len(self.layers) + 3

    def of(self, pos: Position, side: str) -> Question:
        """What a side is asked."""
        seen, rows, _ = self.encoder.encode(pos, side)
        actions, number = pos.actions(), NUMBER[side]
        after = np.empty((len(actions), self.wide), np.float32)
        ended = np.zeros(len(actions), np.float32)
        for at, action in enumerate(actions):
            next_ = pos.quiet()
            next_.play(action)
            after[at] = self.encoder.layout.encode(next_, number)
            if next_.over is not None and next_.over[0] is not None:
                ended[at] = 1 if next_.over[0] == number else -1
        after -= seen
        which, cells = np.nonzero(after)
        made = self.read(seen, rows[: len(actions)])
        made[:, -3] = ended
        starts = np.searchsorted(which, np.arange(len(actions)))
        return Question(
            seen.astype(np.float16), made.astype(np.float16), cells.astype(np.int32), after[which, cells], starts
        )

    def read(self, seen: Floats, rows: NDArray[Any]) -> Floats:
        """The same from an observation and its rows."""
        count, layers = len(rows), len(self.layers)
        planes = np.zeros((layers, self.places + 1), np.float32)
        planes[:, 1:] = seen[self.names :].reshape(layers, self.places)
        asked = planes[-1].argmax()
        origin = np.where(rows[:, ORIGIN] > 0, rows[:, ORIGIN], asked)
        place = rows[:, PLACE]
        made = np.zeros((count, self.width), np.float32)
        every = np.arange(count)
        for start, column in zip(self.spots, (rows[:, 0], rows[:, PIECE], origin, place), strict=True):
            made[every, start + column] = 1
        rest = made[:, self.plain :]
        rest[:, :layers] = planes[:, place].T
        rest[:, layers : 2 * layers] = planes[:, origin].T
        rest[:, 2 * layers : 3 * layers] = self.near[place] @ planes[:, 1:].T
        rest[:, -2] = (place > 0) & (place != origin)
        rest[:, -1] = rows[:, NUMBERS] / 10
        return made


class Choice(NamedTuple):
    """A decision as it was made, or as a teacher would make it: the action of this number, and how likely it was."""

    question: Question
    number: int
    chance: float


class Lesson(NamedTuple):
    """A decision to learn from: how much better it went than expected, and how it went (from -1 to 1)."""

    question: Question
    number: int
    chance: float
    better: float
    went: float


class Network:
    """One side's player: scores of actions, and how well things stand (from -1 to 1)."""

    def __init__(self, features: Features, seed: int) -> None:
        rng = np.random.default_rng(seed)

        def some(rows: int, columns: int, like: int) -> Floats:
            made: Floats = (rng.standard_normal((rows, columns)) / np.sqrt(like)).astype(np.float32)
            return made

        self.weights = {
            "seen": some(features.wide, WIDE, 100),
            "action": some(features.width, WIDE, 20),
            "after": some(features.wide, WIDE, 40),
            "first": np.zeros(WIDE, np.float32),
            "deep": some(WIDE, DEEP, WIDE // 2),
            "second": np.zeros(DEEP, np.float32),
            "score": some(DEEP, 1, 10 * DEEP)[:, 0],
            "outlook": some(features.wide, WIDE, 100),
            "outlook first": np.zeros(WIDE, np.float32),
            "outlook score": np.zeros(WIDE, np.float32),
        }
        self.means = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.squares = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.steps = 0

    def chances(self, question: Question) -> Floats:
        """How likely it is to play each action."""
        w = self.weights
        shown = np.flatnonzero(question.seen)
        base = question.seen[shown].astype(np.float32) @ w["seen"][shown] + w["first"]
        first = question.actions.astype(np.float32) @ w["action"] + base
        first = np.maximum(first + _summed(w["after"][question.cells] * question.changes[:, None], question.starts), 0)
        scores = np.maximum(first @ w["deep"] + w["second"], 0) @ w["score"]
        likely: Floats = np.exp(scores - scores.max())
        likely /= likely.sum()
        return likely

    def outlook(self, seen: Floats) -> Floats:
        """How well it expects to do."""
        w = self.weights
        hidden = np.maximum(seen @ w["outlook"] + w["outlook first"], 0)
        standing: Floats = np.tanh(hidden @ w["outlook score"])
        return standing

    def learn(self, batch: list[Lesson], rate: float, clip: float | None = None) -> None:
        """A step of Adam: towards choices that went better than expected, and towards how things went.

        With `clip`, no choice is made likelier or less likely by more than this share.
        """
        w = self.weights
        seen = np.stack([chosen.question.seen for chosen in batch]).astype(np.float32)
        counts = np.array([len(chosen.question.actions) for chosen in batch])
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        actions = np.concatenate([chosen.question.actions for chosen in batch]).astype(np.float32)
        cells = np.concatenate([chosen.question.cells for chosen in batch])
        changes = np.concatenate([chosen.question.changes for chosen in batch])[:, None]
        sizes = [len(chosen.question.cells) for chosen in batch]
        begins = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        from_ = np.concatenate([chosen.question.starts + at for chosen, at in zip(batch, begins, strict=True)])
        first = np.repeat(seen @ w["seen"] + w["first"], counts, axis=0) + actions @ w["action"]
        first = np.maximum(first + _summed(w["after"][cells] * changes, from_), 0)
        second = np.maximum(first @ w["deep"] + w["second"], 0)
        scores = second @ w["score"]
        likely = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
        likely /= np.repeat(np.add.reduceat(likely, starts), counts)
        picked = starts + np.array([chosen.number for chosen in batch])
        better = np.array([chosen.better for chosen in batch], np.float32)
        if clip is not None:
            ratio = likely[picked] / np.array([chosen.chance for chosen in batch], np.float32)
            going = np.where(better > 0, ratio < 1 + clip, ratio > 1 - clip)
            better = better * ratio * going
        pull = -likely * np.repeat(better, counts)
        pull[picked] += better
        pull /= len(batch)
        second_pull = np.outer(pull, w["score"]) * (second > 0)
        first_pull = second_pull @ w["deep"].T * (first > 0)
        hidden = np.maximum(seen @ w["outlook"] + w["outlook first"], 0)
        expected = np.tanh(hidden @ w["outlook score"])
        went = np.array([chosen.went for chosen in batch], np.float32)
        off = (went - expected) * (1 - expected**2) / len(batch)
        hidden_pull = np.outer(off, w["outlook score"]) * (hidden > 0)
        summed = np.add.reduceat(first_pull, starts, axis=0)
        owner = np.repeat(np.arange(len(actions)), np.diff(np.append(from_, len(cells))))
        order = np.argsort(cells, kind="stable")
        kinds, heads = np.unique(cells[order], return_index=True)
        after_pull = np.zeros_like(w["after"])
        if len(kinds):
            after_pull[kinds] = np.add.reduceat(first_pull[owner[order]] * changes[order], heads, axis=0)
        self._climb(
            rate,
            {
                "seen": seen.T @ summed,
                "action": actions.T @ first_pull,
                "after": after_pull,
                "first": first_pull.sum(axis=0),
                "deep": first.T @ second_pull,
                "second": second_pull.sum(axis=0),
                "score": second.T @ pull,
                "outlook": seen.T @ hidden_pull,
                "outlook first": hidden_pull.sum(axis=0),
                "outlook score": hidden.T @ off,
            },
        )

    def _climb(self, rate: float, slopes: dict[str, Floats]) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.means[name], self.squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            self.weights[name] += size * mean / (np.sqrt(square) + 1e-8)


def _summed(parts: Floats, starts: NDArray[Any]) -> Floats:
    """Sums of runs of rows; a run may be empty."""
    ends = np.append(starts[1:], len(parts))
    full = ends > starts
    totals = np.zeros((len(starts), parts.shape[1]), np.float32)
    if full.any():
        totals[full] = np.add.reduceat(parts, starts[full], axis=0)
    return totals


Networks = dict[str, Network]


class Game(NamedTuple):
    """A game that was played: who won (1 the network asked about, -1 the other), and what each network chose."""

    results: dict[str, float]
    chosen: dict[str, list[Choice]]


def play(
    table: SandtableEnv,
    features: Features,
    players: dict[str, Network | Agent],
    seed: int,
    bold: bool,
    beside: dict[str, Agent] | None = None,
) -> Game:
    """One game. Networks that are `bold` try less likely things too; with teachers beside, their advice is kept."""
    table.reset(seed=seed)
    rng = np.random.default_rng(seed)
    kept: dict[str, list[Choice]] = {side: [] for side in PLAYERS}
    while not (any(table.terminations.values()) or any(table.truncations.values())):
        side, pos = table.agent_selection, table.pos
        player, actions = players[side], pos.actions()
        number, question, chance = 0, None, 1.0
        if isinstance(player, Network):
            if len(actions) > 1:
                question = features.of(pos, side)
                chances = player.chances(question)
                number = _drawn(rng, chances) if bold else int(chances.argmax())
                chance = float(chances[number])
        else:
            number = actions.index(player.choose(Seat(pos, side)))
        if beside and len(actions) > 1:
            same = not isinstance(player, Network)
            told = number if same else actions.index(beside[side].choose(Seat(pos, side)))
            kept[side].append(Choice(question or features.of(pos, side), told, 1.0))
        elif question is not None:
            kept[side].append(Choice(question, number, chance))
        table.step(number)
    return Game({side: float(table.rewards[side]) for side in PLAYERS}, kept)


def _drawn(rng: np.random.Generator, chances: Floats) -> int:
    return min(int(np.searchsorted(np.cumsum(chances), rng.random())), len(chances) - 1)


def weighed(network: Network, kept: list[Choice], result: float, fade: float = 0.95) -> list[Lesson]:
    """Each choice with how much better it went than expected: what came soon after counts most (GAE)."""
    if not kept:
        return []
    expected = network.outlook(np.stack([question.seen for question, _, _ in kept]).astype(np.float32))
    after = np.append(expected[1:], result)
    made, better = [], 0.0
    for at in range(len(kept) - 1, -1, -1):
        better = float(after[at] - expected[at]) + fade * better
        made.append(Lesson(*kept[at], better, float(expected[at]) + better))
    return made


def batches(rng: np.random.Generator, chosen: list[Lesson], size: int) -> Iterator[list[Lesson]]:
    """All of them once, shuffled, in heaps of a size."""
    order = rng.permutation(len(chosen))
    for start in range(0, len(order), size):
        yield [chosen[at] for at in order[start : start + size]]


class Training:
    """The two networks as they learn, and the curve of it."""

    def __init__(self, teacher: str = "greedy", seed: int = 1, tell: bool = True) -> None:
        self.table = raw_env(GAME, most_decisions=LONGEST)
        self.features = Features(self.table.encoder)
        self.teacher, self.seed, self.tell = teacher, seed, tell
        self.networks: Networks = {side: Network(self.features, seed + at) for at, side in enumerate(PLAYERS)}
        self.rng = np.random.default_rng(seed)
        self.lessons: dict[str, list[Lesson]] = {side: [] for side in PLAYERS}
        self.late: list[float] = []
        """How the latest games against the teacher went."""
        self.curve: list[tuple[float, str, float]] = []
        """Seconds of the processor, against whom, share won."""
        self.started, self.games = process_time(), 0

    def seconds(self) -> float:
        """Seconds of the processor since it began."""
        return process_time() - self.started

    def next_seed(self) -> int:
        """A game that was not played before."""
        self.games += 1
        return 1_000_000 * self.seed + self.games

    def watch(self, games: int) -> None:
        """Games of the teacher; once there were some, one side is the network's, and it is told what to do."""
        playing = any(self.lessons.values())
        new: dict[str, list[Lesson]] = {side: [] for side in PLAYERS}
        for game in range(games):
            seed = self.next_seed()
            teachers = {side: agent(self.teacher, GAME, seed + at) for at, side in enumerate(PLAYERS)}
            players: dict[str, Network | Agent] = dict(teachers)
            if playing:
                players[PLAYERS[game % 2]] = self.networks[PLAYERS[game % 2]]
            played = play(self.table, self.features, players, seed, bold=True, beside=teachers)
            for side in PLAYERS:
                new[side] += [Lesson(*choice, 1.0, played.results[side]) for choice in played.chosen[side]]
        right = {side: float(np.mean([self._agrees(side, told) for told in new[side]])) for side in PLAYERS}
        self.curve.append((self.seconds(), "choices like the teacher's", float(np.mean(list(right.values())))))
        sides = ", ".join(f"{share:.0%} ({side})" for side, share in right.items())
        self.say(f"{self.games} lessons; would have chosen as told in {sides} of the new ones")
        for side in PLAYERS:
            self.lessons[side] += new[side]

    def _agrees(self, side: str, told: Lesson) -> bool:
        return bool(self.networks[side].chances(told.question).argmax() == told.number)

    def study(self, epochs: int) -> None:
        """Learn all lessons again."""
        for side, network in self.networks.items():
            for epoch in range(epochs):
                for batch in batches(self.rng, self.lessons[side], 128):
                    network.learn(batch, rate=1e-3 if epoch < epochs - 2 else 3e-4)

    def graduate(self) -> None:
        """Be surer of what was learned: from now on it tries other things now and then, not all the time."""
        self.lessons = {side: [] for side in PLAYERS}
        for network in self.networks.values():
            network.weights["score"] *= 2

    def practise(self, games: int, rate: float) -> None:
        """Games against the teacher, from which the networks then learn."""
        heap: dict[str, list[Lesson]] = {side: [] for side in PLAYERS}
        for game in range(games):
            seed, side = self.next_seed(), PLAYERS[game % 2]
            players: dict[str, Network | Agent] = dict.fromkeys(PLAYERS, agent(self.teacher, GAME, seed))
            players[side] = self.networks[side]
            played = play(self.table, self.features, players, seed, bold=True)
            heap[side] += weighed(self.networks[side], played.chosen[side], played.results[side])
            self.late.append((played.results[side] + 1) / 2)
        for side, network in self.networks.items():
            better = np.array([chosen.better for chosen in heap[side]])
            level, spread = better.mean(), better.std() + 1e-6
            even = [chosen._replace(better=(chosen.better - level) / spread) for chosen in heap[side]]
            for _ in range(4):
                for batch in batches(self.rng, even, 128):
                    network.learn(batch, rate=rate, clip=0.2)
        self.late = self.late[-120:]
        self.curve.append((self.seconds(), f"games won against {self.teacher} in practice", float(np.mean(self.late))))
        self.say(f"{self.games} games; {np.mean(self.late[-games:]):.0%} won of the last {games}")

    def test(self, foe: str, games: int, seed: int = 500_000_000) -> float:
        """A point of the curve, on games it never learns from; the clock stands still."""
        start = process_time()
        share, wins = measured(self.table, self.features, self.networks, foe, games, seed)
        self.started += process_time() - start
        self.curve.append((self.seconds(), foe, share))
        low, high = interval(share * games, games)
        sides = ", ".join(f"{side} {count} of {games // 2}" for side, count in wins.items())
        self.say(f"against {foe}: {share:.1%} of {games} games ({low:.1%} to {high:.1%}); {sides}")
        return share

    def say(self, words: str) -> None:
        """Tell how far it is."""
        if self.tell:
            print(f"{self.seconds():6.0f} s  {words}", flush=True)


def measured(
    table: SandtableEnv, features: Features, networks: Networks, foe: str, games: int, seed: int
) -> tuple[float, dict[str, int]]:
    """The share of games won against an agent (a draw is half a win), and the wins of each side."""
    points, wins = 0.0, dict.fromkeys(PLAYERS, 0)
    for game in range(games):
        side, other = PLAYERS[game % 2], PLAYERS[1 - game % 2]
        players: dict[str, Network | Agent] = {side: networks[side], other: agent(foe, GAME, seed + game)}
        result = play(table, features, players, seed + game, bold=False).results[side]
        points += (result + 1) / 2
        wins[side] += result > 0
    return points / games, wins


def save(networks: Networks, path: Path) -> None:
    """Write what the networks need to play, in half the digits and without what was never used."""
    parts = {
        f"{side} {name}": np.where(network.squares[name] > 0, part, 0).astype(np.float16)
        for side, network in networks.items()
        for name, part in network.weights.items()
        if not name.startswith("outlook")
    }
    np.savez_compressed(path, allow_pickle=False, **parts)


def load(features: Features, path: Path) -> Networks:
    """The networks of a file, to play with."""
    if not path.exists():
        raise ValueError(f"there is no {path.name}: `python examples/learn.py` trains the networks and writes it")
    networks = {side: Network(features, 0) for side in PLAYERS}
    with np.load(path) as kept:
        for name in kept.files:
            side, _, part = name.partition(" ")
            networks[side].weights[part] = kept[name].astype(np.float32)
    return networks


class Learned:
    """The trained networks as an agent: `--axis examples/learn.py:Learned`."""

    def __init__(self, seed: int) -> None:
        self.features = Features(Encoder(sandtable.load(GAME)))
        self.networks = load(self.features, KEPT)
        self.rng = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """What the side's network likes best."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        question = self.features.of(seat.guess(self.rng), seat.side)
        return actions[int(self.networks[seat.side].chances(question).argmax())]


def draw(curve: list[tuple[float, str, float]]) -> str:
    """The curve as SVG."""
    with drawing((8, 3.6)) as (axes, svg):
        for foe in dict.fromkeys(foe for _, foe, _ in curve):
            points = [(seconds / 60, share) for seconds, name, share in curve if name == foe]
            label = foe if " " in foe else f"games won against {foe}"
            axes.plot(*zip(*points, strict=True), "o-", markersize=4, label=label)
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
    parser.add_argument("--lessons", type=int, default=200, help="games with the teacher (200)")
    parser.add_argument("--rounds", type=int, default=25, help="rounds of practice (25)")
    parser.add_argument("--games", type=int, default=60, help="games of a round (60)")
    parser.add_argument("--teacher", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=100, help="games of each measurement at the end (100)")
    parser.add_argument("--save", type=Path, default=KEPT, metavar="FILE", help="write the weights here")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="draw the learning curve here (SVG)")
    args = parser.parse_args()
    training = Training(args.teacher, args.seed)
    training.test("random", 20)
    for _ in range(4):
        training.watch(args.lessons // 4)
        training.study(5)
    training.test("random", 40)
    training.test("greedy", 40)
    training.graduate()
    for number in range(args.rounds):
        training.practise(args.games, rate=4e-4 * (1 - 0.8 * number / args.rounds))
    save(training.networks, args.save)
    training.test("random", 2 * args.test, 900_000_000)
    training.test("greedy", args.test, 900_000_000)
    if args.curve:
        args.curve.write_text(draw(training.curve))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
