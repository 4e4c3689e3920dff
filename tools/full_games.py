"""Whole games kept as fixtures: `python -m tools.full_games [GAME ...] [--tries N] [--digests]`.

`tests/games/<game>/full/endings.toml` lists every way each scenario can end. For each one marked `played` there is a
record of a game between agents beside it, with its outcome and two digests for each side: `board`, what lies where at
the end, and `words`, the whole last view and the whole log. `tests/test_full_games.py` replays them.

Without flags the tool keeps every record that still replays alike and plays new games for those that are missing or do
not. `--digests` only works the digests out anew: for a change of words or of the view that leaves the rules alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable import Game, IllegalAction, Position
from sandtable.ai import agent
from sandtable.engine.records import Match, Record, Seat
from sandtable.engine.sides import CHANCE, PLAYERS

GAMES = Path(__file__).parent.parent / "tests" / "games"
PLAYED = "played"
PAIRS = (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random"))
FIGURES = ("id", "at", "side", "steps", "strength", "reduced", "disrupted", "unsupplied")
"""What a piece is on the board, whatever the view calls it."""


class Ending(NamedTuple):
    """A way a scenario can end, and why there is no record of it, if there is none."""

    start: str
    """The scenario, with `+option` for each option switched on."""
    how: str
    """`winner: kind`, or `draw: kind`."""
    excuse: str

    @property
    def scenario(self) -> str:
        return self.start.partition("+")[0]

    @property
    def options(self) -> dict[str, Any]:
        return dict.fromkeys(self.start.split("+")[1:], True)

    @property
    def file(self) -> str:
        """The name of its record."""
        return re.sub(r"[^a-z0-9]+", "-", f"{self.start} {self.how}".lower()).strip("-") + ".json"


def folder(game: str) -> Path:
    """Where the records of a game are kept."""
    return GAMES / game.replace("-", "_") / "full"


def endings(game: str) -> list[Ending]:
    """All the endings of a game, as its list has them."""
    listed = tomllib.loads((folder(game) / "endings.toml").read_text(encoding="utf-8"))
    return [
        Ending(start, how, "" if word == PLAYED else word)
        for start, ways in listed.items()
        for how, word in ways.items()
    ]


def how_it_ended(pos: Position) -> str:
    """`winner: kind`."""
    assert pos.outcome is not None
    return f"{pos.outcome.winner or 'draw'}: {pos.outcome.kind}"


def digest(document: Any) -> str:
    """A short digest of anything JSON can hold."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]


def board(view: Mapping[str, Any]) -> Any:
    """What lies where, without a word."""
    return (
        view["turn"]["now"],
        [[piece.get(figure) for figure in FIGURES] for piece in view["pieces"]],
        {place: shown.get("control") for place, shown in view["places"].items() if shown.get("control")},
    )


def digests(pos: Position) -> dict[str, str]:
    """Digests of what both sides see and read at the end."""
    views = {side: pos.see(side) for side in PLAYERS}
    return {
        "board": digest([board(views[side]) for side in PLAYERS]),
        "words": digest([[views[side], pos.report(side)] for side in PLAYERS]),
    }


def replay(game: Game, document: Mapping[str, Any]) -> Position:
    """The end of a kept record; an IllegalAction names the action that is not possible any more."""
    pos: Position = game.start(document["scenario"], document["options"])
    for number, action in enumerate(document["actions"]):
        try:
            pos.play(game.orders.read(pos, action))
        except (IllegalAction, ValueError) as error:
            raise IllegalAction(getattr(error, "rule", None), f"action {number} {action}: {error}") from error
    return pos


def games_of(game: Game, start: Ending, tries: int) -> Iterator[tuple[Match, tuple[str, str], int]]:
    """Games of agents from one start, played to the end."""
    for seed in islice(count(1), tries):
        for pair in PAIRS:
            match, rng = Match(game, start.scenario, start.options), Random(seed)
            agents = {side: agent(name, game.id, seed) for side, name in zip(PLAYERS, pair, strict=True)}
            while match.pos.stack:
                pos, side = match.pos, match.pos.side
                assert side is not None
                chance = pos.stack[-1][1] == CHANCE
                match.play(pos.sample(rng) if chance else agents[side].choose(Seat(pos, side)))
            yield match, pair, seed


def document_of(match: Match, pair: tuple[str, str], seed: int) -> dict[str, Any]:
    """The record of a finished game with what it must replay to."""
    outcome = match.pos.outcome
    assert outcome is not None
    record = match.record.document()
    record.pop("actions")
    return {
        **record,
        "agents": dict(zip(PLAYERS, pair, strict=True)),
        "seed": seed,
        "outcome": outcome._asdict(),
        "digests": digests(match.pos),
        "actions": texts(match.record, match.game),
    }


def texts(record: Record, game: Game) -> list[str]:
    """The actions of a record in their text form."""
    positions = record.positions(game)
    written = []
    for action in record.actions:
        written.append(game.orders.write(next(positions), action))
    return written


def write(path: Path, document: Mapping[str, Any]) -> None:
    """A record with a line for each of its facts and a line for each action."""
    head = {key: value for key, value in document.items() if key != "actions"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    rows = [f"    {json.dumps(action)}" for action in document["actions"]]
    path.write_text("{\n" + "\n".join(lines) + '\n  "actions": [\n' + ",\n".join(rows) + "\n  ]\n}\n", encoding="utf-8")


def still_good(game: Game, ending: Ending) -> bool:
    """Does the record of an ending exist and replay to the same end?"""
    path = folder(game.id) / ending.file
    if not path.exists():
        return False
    document = json.loads(path.read_text(encoding="utf-8"))
    try:
        pos = replay(game, document)
    except IllegalAction:
        return False
    return bool(
        document["rules"] == game.rules_version
        and pos.outcome
        and pos.outcome._asdict() == document["outcome"]
        and digests(pos)["board"] == document["digests"]["board"]
    )


def renew_digests(game: Game, ending: Ending) -> None:
    """Write the digests of today, and today's data, into a record that replays."""
    path = folder(game.id) / ending.file
    document = json.loads(path.read_text(encoding="utf-8"))
    write(path, document | {"data": game.pack.digest, "digests": digests(replay(game, document))})


def complete(game: Game, tries: int) -> list[str]:
    """Play what is missing; what could not be had, in words."""
    wanted: dict[str, list[Ending]] = {}
    listed = endings(game.id)
    for ending in listed:
        if not ending.excuse:
            if still_good(game, ending):
                renew_digests(game, ending)
            else:
                wanted.setdefault(ending.start, []).append(ending)
    kept = {ending.file for ending in listed if not ending.excuse}
    for stray in folder(game.id).glob("*.json"):
        if stray.name not in kept:
            stray.unlink()
    trouble = []
    for start, missing in wanted.items():
        ways = {ending.how for ending in listed if ending.start == start}
        open_ = {ending.how: ending for ending in missing}
        for match, pair, seed in games_of(game, missing[0], tries):
            how = how_it_ended(match.pos)
            if how not in ways:
                trouble.append(f"{game.id} {start}: an ending that the list does not have: {how!r}")
                ways.add(how)
            if how in open_:
                ending = open_.pop(how)
                write(folder(game.id) / ending.file, document_of(match, pair, seed))
                print(f"{game.id}: {ending.file} ({len(match.actions)} actions, {pair}, seed {seed})", flush=True)
            if not open_:
                break
        trouble += [f"{game.id} {start}: not reached in {tries} seeds: {how!r}" for how in open_]
    return trouble


def main() -> int:
    """Complete the records of the games named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--tries", type=int, default=40, help="seeds to try for each scenario (40)")
    parser.add_argument("--digests", action="store_true", help="only work the digests out anew")
    args = parser.parse_args()
    trouble = []
    for name in args.names or sandtable.games():
        game = sandtable.load(name)
        if args.digests:
            for ending in endings(name):
                if not ending.excuse:
                    renew_digests(game, ending)
        else:
            trouble += complete(game, args.tries)
    print("\n".join(trouble) or "every ending that is marked as played has its record")
    return 1 if trouble else 0


if __name__ == "__main__":
    raise SystemExit(main())
