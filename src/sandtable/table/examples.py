"""Examples of play: records shipped with the games, each opened at its last position and played on from there.

A file `examples/<name>.txt` of a game's package is a record in its text form without the lines `rules` and `data`; its
first comment says what the example shows.
"""

from __future__ import annotations

from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.engine.record_text import read_record
from sandtable.engine.records import Record
from sandtable.engine.sides import PLAYERS

OPPONENT = "sergeant"
"""The level of the machine that plays the other side."""
FOLDER = "examples"


def names(game: Game) -> tuple[str, ...]:
    """The examples of a game, in alphabetical order."""
    return tuple(sorted(path.stem for path in (game.package / FOLDER).glob("*.txt")))


def _text(game: Game, name: str) -> str:
    if name not in names(game):
        raise ValueError(f"{game.id} has no example {name!r}; it has: {', '.join(names(game)) or 'none'}")
    return (game.package / FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def told(game: Game, name: str) -> str:
    """What an example shows, in a sentence."""
    lines = (line for line in _text(game, name).splitlines() if line.startswith("#"))
    return next(lines, "#").removeprefix("#").strip()


def record(game: Game, name: str) -> Record:
    """The moves of an example; it is played by today's rules and data, so none of its own are written in it."""
    head, scenario, rest = _text(game, name).partition("\nscenario ")
    first, _, moves = rest.partition("\n")
    stamp = f"\nrules {game.rules_version}\ndata {game.pack.digest}\n"
    return read_record(head + scenario + first + stamp + moves, game)


def position(game: Game, name: str) -> Position:
    """The position an example opens at."""
    *_, last = record(game, name).positions(game)
    return last


def document(game: Game, name: str) -> Document:
    """An example as a file to import: whoever decides is the reader, the machine plays the other side."""
    found = record(game, name)
    *_, last = found.positions(game)
    seats = {side: {"kind": "agent", "level": OPPONENT} for side in PLAYERS if side != last.side}
    return {**found.document(), "table": {"seats": seats}}
