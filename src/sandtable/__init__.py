"""Sandtable: the desert war of 1940-42 as five board games with every rule enforced.

>>> import sandtable
>>> game = sandtable.load("bravery")
>>> pos = game.start()
>>> pos.side
'allied'
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
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
__version__ = "0.1.0"


@cache
def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    found = []
    for package in pkgutil.iter_modules(_packages.__path__):
        if hasattr(importlib.import_module(f"{_packages.__name__}.{package.name}"), "load"):
            found.append(package.name.replace("_", "-"))
    return tuple(sorted(found))


@cache
def load(game: str, data: Path | None = None) -> Game:
    """A game by its id, with the files of `data` in place of its own where they have the same name."""
    if game not in games():
        raise ValueError(f"there is no game {game!r}; there are: {', '.join(games())}")
    loaded: Game = importlib.import_module(f"{_packages.__name__}.{game.replace('-', '_')}").load(data)
    return loaded
