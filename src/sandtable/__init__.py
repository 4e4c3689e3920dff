"""Sandtable: the desert war of 1940-42 as five board games with every rule enforced.

>>> import sandtable
>>> game = sandtable.load("bravery")
>>> pos = game.start()
>>> pos.side
'allied'
"""

from __future__ import annotations

import pkgutil
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from sandtable import games as _packages
from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction, Outcome, Position
from sandtable.engine.records import Agent, Match, Record, Seat, playout

__all__ = [
    "Agent",
    "Game",
    "IllegalAction",
    "Match",
    "Outcome",
    "Position",
    "Record",
    "Seat",
    "games",
    "load",
    "playout",
]
__version__ = "0.3.3"
"""Written here and nowhere else: the build reads it from this line."""

GROUP = "sandtable.games"
"""The entry points by which other distributions add games: `id = "package:load"`."""
_loaded: dict[tuple[str, Path | None], tuple[str, Game]] = {}


@cache
def _found() -> dict[str, EntryPoint]:
    """Where each game is loaded from: the games of this package, and those that other distributions add."""
    found = {}
    for package in pkgutil.iter_modules(_packages.__path__):
        game = package.name.replace("_", "-")  # not imported before it is loaded: a page starts the sooner
        found[game] = EntryPoint(game, f"{_packages.__name__}.{package.name}:load", GROUP)
    for entry in entry_points(group=GROUP):
        if found.setdefault(entry.name, entry).value != entry.value:
            raise ValueError(f"two games are called {entry.name!r}: {found[entry.name].value} and {entry.value}")
    return found


def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(_found()))


def load(game: str, data: Path | None = None) -> Game:
    """A game by its id, with the files of `data` in place of its own where they have the same name.

    It is read once, and again when a file of `data` has changed.
    """
    if game not in games():
        raise ValueError(f"there is no game {game!r}; there are: {', '.join(games())}")
    contents = _contents(data)
    known = _loaded.get((game, data))
    if known is None or known[0] != contents:
        loaded: Game = _found()[game].load()(data)
        if loaded.id != game:
            raise ValueError(f"the entry point {game!r} loads a game that calls itself {loaded.id!r}")
        known = _loaded[game, data] = (contents, loaded)
    return known[1]


def _contents(folder: Path | None) -> str:
    """A hash of the files of a folder; times of change are too coarse to tell one edit from the next."""
    total = sha256()
    for path in sorted(folder.iterdir()) if folder is not None and folder.is_dir() else ():
        if path.is_file():
            total.update(path.name.encode() + b"\0" + sha256(path.read_bytes()).digest())
    return total.hexdigest()
