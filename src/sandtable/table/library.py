"""The games and agents a server offers."""

from __future__ import annotations

import importlib
from typing import NamedTuple, Protocol

import sandtable
from sandtable import ai
from sandtable.engine.game import Game
from sandtable.engine.records import Agent


class Level(NamedTuple):
    """A strength of agent, as the form for a new game lists it."""

    id: str
    label: str
    note: str


class Library(Protocol):
    """What a server and its thinkers need; found by name so that another process finds the same."""

    def games(self) -> tuple[str, ...]:
        """The ids of the games."""

    def load(self, game: str) -> Game:
        """A game by its id."""

    def levels(self, game: str) -> tuple[Level, ...]:
        """The agents for a game, weakest first."""

    def agent(self, level: str, game: str, seed: int) -> Agent:
        """A new agent of a level."""


def find(name: str) -> Library:
    """A library by `module:name`."""
    module, _, attribute = name.partition(":")
    library: Library = getattr(importlib.import_module(module), attribute)
    return library


class Installed:
    """Every game of this package, and every level of `sandtable.ai`."""

    def games(self) -> tuple[str, ...]:
        """See `Library`."""
        return sandtable.games()

    def load(self, game: str) -> Game:
        """See `Library`."""
        return sandtable.load(game)

    def levels(self, game: str) -> tuple[Level, ...]:
        """See `Library`."""
        return tuple(Level(level.id, level.label, level.note) for level in ai.LEVELS)

    def agent(self, level: str, game: str, seed: int) -> Agent:
        """See `Library`."""
        return ai.agent(level, game, seed)


installed = Installed()
