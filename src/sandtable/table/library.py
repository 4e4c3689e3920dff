"""The games and agents a server offers."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
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


def stand_in(levels: tuple[Level, ...]) -> str:
    """The level that answers for one that cannot: the strongest that does not think long."""
    return levels[max(0, len(levels) - 2)].id


class Library(Protocol):
    """What a server and its agent workers need; found by name so that another process finds the same."""

    def games(self) -> tuple[str, ...]:
        """The ids of the games."""

    def load(self, game: str, data: Path | None = None) -> Game:
        """A game by its id, with files of another folder in place of its own."""

    def levels(self, game: str) -> tuple[Level, ...]:
        """The agents for a game, weakest first."""

    def agent(self, level: str, game: str, seed: int) -> Agent:
        """A new agent of a level."""


class Games(Library, Protocol):
    """What a table needs: a library that also has the data of earlier versions."""

    def with_data(self, game: str, digest: str) -> Game:
        """A game with the data of this digest where they are to be had, else as it is installed."""

    def with_rules(self, game: str, rules: int, digest: str) -> Game | None:
        """A game of an earlier version that is installed beside, with these rules and data."""

    def rules_of(self, game: Game) -> int:
        """The number of the rules of a game that an earlier version plays; 0 for all others."""

    def pack_of(self, game: Game) -> Mapping[str, str] | None:
        """The files of a game that is not played with the installed data."""


def find(name: str) -> Library:
    """A library by `module:name`."""
    module, _, attribute = name.partition(":")
    library: Library = getattr(importlib.import_module(module), attribute)
    return library


class Installed:
    """Every game that is installed, and every level of `sandtable.ai` that plays it."""

    def games(self) -> tuple[str, ...]:
        """See `Library`."""
        return sandtable.games()

    def load(self, game: str, data: Path | None = None) -> Game:
        """See `Library`."""
        return sandtable.load(game, data)

    def levels(self, game: str) -> tuple[Level, ...]:
        """See `Library`."""
        return tuple(Level(level.id, level.label, level.note) for level in ai.levels(game))

    def agent(self, level: str, game: str, seed: int) -> Agent:
        """See `Library`."""
        return ai.agent(level, game, seed)


installed = Installed()
