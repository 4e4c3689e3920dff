"""Long random play over all games, scenarios and options: `python -m tools.fuzz [GAME ...] [-n 10000] [--write]`.

Each game gets `-n` random games, shared out evenly over its scenarios and options. Every position is asked for what is
impossible about it (`faults`), now and then for leaks and for saving, every end for whether its list has it. A failure
prints the game, scenario, options and seed, and writes the record to `fuzz-failure.json`.

With `--write` the page goes on where it stands: games of the same rules that it has already are not played again, and
it is written every few minutes, so that the long run may be stopped and taken up again.
"""

from __future__ import annotations

import argparse
import json
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable import Game, Match
from sandtable.engine.sides import CHANCE, PLAYERS
from tools.full_games import endings, how_it_ended

PAGE = Path(__file__).parent.parent / "docs" / "lab" / "fuzz.md"
HEAD = """# Fuzz

Random games over all scenarios and options, every position asked for what is impossible about it. Made by `make fuzz`.

| game | rules version | scenarios and options | games | decisions | faults |
|---|---|---|---|---|---|
"""
CHUNK = 20
LOOK = 400
"""Costly looks happen at every so many decisions, elsewhere in each game."""
PAUSE = 60.0
"""Seconds between two writings of the page."""


class Chunk(NamedTuple):
    """Some games of one start."""

    game: str
    scenario: str
    options: dict[str, Any]
    seeds: range


class Result(NamedTuple):
    """How many decisions a chunk had, or the failure and the record that shows it."""

    chunk: Chunk
    decisions: int
    failure: str = ""
    record: str = ""


def starts(game: Game) -> list[tuple[str, dict[str, Any]]]:
    """Every scenario, each option changed in turn, and all options changed together."""
    changed = {}
    for name, option in game.options.items():
        changed[name] = next(value for value in option.choices or (True, False) if value != option.default)
    chosen: list[tuple[str, dict[str, Any]]] = [(scenario, {}) for scenario in game.scenarios]
    chosen += [(next(iter(game.scenarios)), {name: value}) for name, value in changed.items()]
    if len(changed) > 1:
        chosen.append((next(iter(game.scenarios)), changed))
    return chosen


def play(game: Game, match: Match, seed: int) -> int:
    """Play one game at random with all checks; the number of decisions."""
    rng = Random(seed)
    while match.pos.stack:
        pos = match.pos
        faults = game.faults(pos)
        assert not faults, faults
        if len(match.moves) % LOOK == seed % LOOK:
            for side in PLAYERS:
                guessed = pos.guess(side, Random(1))
                assert json.dumps(guessed.see(side)) == json.dumps(pos.see(side)), f"{side} sees what is hidden"
            saved = json.dumps(game.dump(pos))
            assert json.dumps(game.dump(game.load(json.loads(saved)))) == saved, "a save changes the position"
        if pos.stack[-1][1] == CHANCE:
            match.play(pos.sample(rng))
        else:
            match.play(rng.choice(pos.actions()))
    faults = game.faults(match.pos)
    assert not faults, faults
    known = {ending.how for ending in endings(game.id) if ending.scenario == match.pos.box.scenario}
    assert how_it_ended(match.pos) in known, f"not in the list of endings: {how_it_ended(match.pos)}"
    return len(match.moves)


def play_chunk(chunk: Chunk) -> Result:
    """Play the games of a chunk, up to the first failure."""
    game, decisions = sandtable.load(chunk.game), 0
    for seed in chunk.seeds:
        match = Match(game, chunk.scenario, chunk.options)
        try:
            decisions += play(game, match, seed)
        except Exception:
            failure = f"{chunk.game} {chunk.scenario} {chunk.options or ''} seed {seed}\n{traceback.format_exc()}"
            return Result(chunk, decisions, failure, json.dumps(match.record.document()))
    return Result(chunk, decisions)


def chunks(name: str, total: int, seed: int) -> Iterator[Chunk]:
    """A game's share of the work: some games of each start, then some more of each."""
    all_starts = starts(sandtable.load(name))
    shares = [total // len(all_starts) + (number < total % len(all_starts)) for number in range(len(all_starts))]
    for first in range(0, max(shares), CHUNK):
        low = seed * 1_000_000 + first
        for (scenario, options), games in zip(all_starts, shares, strict=True):
            if first < games:
                yield Chunk(name, scenario, options, range(low, low + min(CHUNK, games - first)))


class Tally(NamedTuple):
    """What a row of the page says: so many games of these rules were played, and none had a fault."""

    rules: int
    starts: int
    games: int = 0
    decisions: int = 0

    def row(self, name: str) -> str:
        return f"| {name} | {self.rules} | {self.starts} | {self.games} | {self.decisions} | 0 |"


def read_page() -> dict[str, Tally]:
    """The rows of the page."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()[HEAD.count("\n") :] if PAGE.exists() else []
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name: Tally(*map(int, figures[:4])) for name, *figures in rows}


def write_page(name: str, tally: Tally) -> None:
    """Put a game's row into the page, in the place of its last one."""
    rows = read_page() | {name: tally}
    PAGE.write_text(HEAD + "\n".join(rows[game].row(game) for game in sorted(rows)) + "\n", encoding="utf-8")


def fuzz(name: str, total: int, seed: int, jobs: int, keep: bool) -> Result | None:
    """Play a game's share; the failure, if there is one."""
    game = sandtable.load(name)
    tally = Tally(game.rules_version, len(starts(game)))
    before = read_page().get(name) if keep else None
    if before and before[:2] == tally[:2]:
        tally = before
    began = written = time.monotonic()
    left, played = [], 0
    for chunk in chunks(name, total, seed):
        played += len(chunk.seeds)
        if played > tally.games:
            left.append(chunk)
    with ProcessPoolExecutor(jobs) as pool:
        for result in pool.map(play_chunk, left):
            if result.failure:
                pool.shutdown(cancel_futures=True)
                return result
            games = tally.games + len(result.chunk.seeds)
            tally = tally._replace(games=games, decisions=tally.decisions + result.decisions)
            if keep and (time.monotonic() > written + PAUSE or result.chunk == left[-1]):
                write_page(name, tally)
                written = time.monotonic()
    seconds = time.monotonic() - began
    print(f"{name}: {tally.games} games, {tally.decisions} decisions, no fault ({seconds:.0f} s)", flush=True)
    return None


def main() -> int:
    """Fuzz until done; 1 at the first failure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("-n", type=int, default=400, help="games of each title (400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/lab/fuzz.md")
    args = parser.parse_args()
    for name in args.names or sandtable.games():
        failed = fuzz(name, args.n, args.seed, args.jobs, args.write)
        if failed:
            Path("fuzz-failure.json").write_text(failed.record, encoding="utf-8")
            print(f"{failed.failure}\nsee fuzz-failure.json")
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
