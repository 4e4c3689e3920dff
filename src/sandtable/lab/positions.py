"""The suite of test positions: agents decide each of them with several seeds, and a table says how they did."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import sandtable
from sandtable.ai import agent
from sandtable.ai.core.positions import Puzzle, Result, decision, positions
from sandtable.ai.core.positions import run as decide
from sandtable.lab.plan import Plan, code_digest
from sandtable.lab.runs import Tell
from sandtable.lab.workers import Workers, spread

SEEDS = 1000
"""A run's number is that of its position times this, and its seed."""
OPPONENT = "greedy"
"""Who plays the other side where a position is played on."""


class Score(NamedTuple):
    """How an agent did on one position."""

    puzzle: Puzzle
    agent: str
    results: list[Result]

    @property
    def avoided(self) -> int:
        """Runs without the blunder."""
        return sum(not result.blunder for result in self.results)

    @property
    def good(self) -> int:
        """Runs with a good move."""
        return sum(result.good for result in self.results)

    @property
    def usual(self) -> str:
        """What it played most often, of its blunders if it made any."""
        firsts = [result.first for result in self.results if result.blunder] or [one.first for one in self.results]
        return max(sorted(set(firsts)), key=firsts.count)


def chosen(game: str, words: Sequence[str]) -> list[Puzzle]:
    """The positions of a game whose names hold one of some words; all if there are none."""
    return [puzzle for puzzle in positions(game) if not words or any(word in puzzle.name for word in words)]


def score(
    game: str,
    name: str,
    puzzles: Sequence[Puzzle],
    seeds: int,
    workers: Workers,
    keep: Path | None = None,
    tell: Tell = lambda done: None,
) -> list[Score]:
    """An agent on some positions of a game; runs that the folder has already are read, the others added to it."""
    if seeds > SEEDS:
        raise ValueError(f"no more than {SEEDS} seeds")
    plan = Plan(game, None, {}, {"allied": name, "axis": name}, 1)
    order = {puzzle: number for number, puzzle in enumerate(positions(game))}
    known = dict[tuple[str, int], Result]()
    file = None if keep is None else keep / f"positions-{game}-{name.replace(':', '_').replace('/', '_')}.jsonl"
    heads = {puzzle: _digest(puzzle) for puzzle in puzzles}
    if file is not None and file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            head, seed, *fields = json.loads(line)
            known[head, seed] = Result(*fields)
    todo = [(puzzle, seed) for puzzle in puzzles for seed in range(seeds) if (heads[puzzle], seed) not in known]
    tell(len(puzzles) * seeds - len(todo))
    by_number = {order[puzzle]: puzzle for puzzle in puzzles}
    for number, result in spread(_work, plan, [order[puzzle] * SEEDS + seed for puzzle, seed in todo], workers):
        puzzle, seed = by_number[number // SEEDS], number % SEEDS
        known[heads[puzzle], seed] = result
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps([heads[puzzle], seed, *result]) + "\n")
        tell(1)
    return [Score(puzzle, name, [known[heads[puzzle], seed] for seed in range(seeds)]) for puzzle in puzzles]


def _digest(puzzle: Puzzle) -> str:
    """Equal digests, equal decisions: the position and the code that decides."""
    return sha256(f"{puzzle}{code_digest(puzzle.game)}".encode()).hexdigest()[:16]


@cache
def _start(game: str, number: int) -> tuple[Puzzle, sandtable.Position]:
    puzzle = positions(game)[number]
    return puzzle, decision(puzzle, sandtable.load(game))


def _work(plan: Plan, number: int) -> tuple[int, Result]:
    """One run of one position."""
    puzzle, pos = _start(plan.game, number // SEEDS)
    seed = number % SEEDS
    player, opponent = (agent(name, plan.game, seed) for name in (plan.agents["allied"], OPPONENT))
    return number, decide(puzzle, pos, player, opponent, seed)


# The page

HEADINGS = ("position", "agent", "blunder avoided", "good move", "usual move")
INTRO = """# Positions

Decisions that a good player gets right, as chess programs have their test suites. Each is a text file under
`src/sandtable/ai/<game>/positions` with what must not be played and what is good; most come from games in which a
strong player beat the machine. An agent decides each of them with several seeds. The usual move is the one it played
most often, among its blunders if it made any. The aim for the strongest level: the blunder avoided in 95 % of runs, a
good move found in 80 %.
"""


def row(one: Score) -> tuple[str, ...]:
    """A score as a line of a table."""
    runs = len(one.results)
    return (one.puzzle.title, one.agent, f"{one.avoided} of {runs}", f"{one.good} of {runs}", one.usual)


def totals(scores: Sequence[Score]) -> list[tuple[str, ...]]:
    """For each game and agent the shares over all positions."""
    rows = []
    for game, name in dict.fromkeys((one.puzzle.game, one.agent) for one in scores):
        mine = [one for one in scores if (one.puzzle.game, one.agent) == (game, name)]
        runs = sum(len(one.results) for one in mine)
        shares = (sum(one.avoided for one in mine) / runs, sum(one.good for one in mine) / runs)
        rows.append((game, name, str(len(mine)), str(runs), *(f"{share:.0%}" for share in shares)))
    return rows


def page(scores: Sequence[Score], command: str, before: str = "") -> str:
    """docs/lab/positions.md: a section for each game; those of games that were not run now stay as they were."""
    _, *old = SECTION.split(before)
    sections = dict(zip(old[::2], old[1::2], strict=True))
    for game in dict.fromkeys(one.puzzle.game for one in scores):
        mine = sorted((one for one in scores if one.puzzle.game == game), key=lambda one: one.puzzle.name)
        tables = _markdown(TOTAL_HEADINGS, totals(mine)), _markdown(HEADINGS, [row(one) for one in mine])
        sections[sandtable.load(game).title] = "\n".join([f"\n`{command}`\n", *tables])
    return INTRO + "".join(f"\n## {title}\n{text.rstrip()}\n" for title, text in sections.items())


SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)
TOTAL_HEADINGS = ("game", "agent", "positions", "runs", "blunder avoided", "good move")


def _markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines) + "\n"
