"""Agents: they see only what their side sees.

An agent is named by a word, with a figure after a colon where it takes one: `random`, `greedy`, `search:1.0`.
Each game's own sense (its evaluation and its `Greedy`) is in the package of the game's name; `core` is what they share.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

from sandtable.ai.core.random_agent import RandomAgent
from sandtable.ai.core.search import Search
from sandtable.engine.records import Agent

FIGURE = re.compile(r"(?:(?P<worlds>[1-9]\d*)w|(?P<seconds>\d+(?:\.\d+)?))?(?:/(?P<breadth>[1-9]\d*))?")
Maker = Callable[[str, str, int], Agent]


def has_sense(game: str) -> bool:
    """Is there a package for this game? A game of another distribution has none: only `random` plays it."""
    return find_spec(f"sandtable.ai.{game.replace('-', '_')}") is not None


def sense_of(game: str) -> ModuleType:
    """The package with a game's evaluation and its greedy agent."""
    if not has_sense(game):
        raise ValueError(f"no agent knows {game}; there is: random")
    return importlib.import_module(f"sandtable.ai.{game.replace('-', '_')}")


def _random(game: str, figure: str, seed: int) -> Agent:
    return RandomAgent(seed)


def _greedy(game: str, figure: str, seed: int) -> Agent:
    made: Agent = sense_of(game).Greedy(seed)
    return made


def _search(game: str, figure: str, seed: int) -> Agent:
    """`search:1.5` thinks a second and a half at most, `search:400w` plays four hundred worlds at most.

    `search:1.5/2` weighs two candidates, where `search:1.5` weighs as many as suit the game.
    """
    parts = FIGURE.fullmatch(figure)
    if not parts:
        raise ValueError(
            f"search:{figure} is not a budget; one is seconds or worlds: search:1.5, search:400w, search:1/2"
        )
    seconds = None if parts["worlds"] else float(parts["seconds"] or 1)
    worlds, breadth = (int(parts[name]) if parts[name] else None for name in ("worlds", "breadth"))
    return Search(sense_of(game), seconds, worlds, seed, breadth)


AGENTS: dict[str, Maker] = {"random": _random, "greedy": _greedy, "search": _search}


class Level(NamedTuple):
    """A strength of play for people to choose."""

    id: str
    label: str
    note: str
    agent: str


LEVELS = (
    Level("recruit", "Recruit", "moves at random", "random"),
    Level("sergeant", "Sergeant", "greedy, quick", "greedy"),
    Level("colonel", "Colonel", "weighs two plans, 0.2 seconds", "search:0.2/2"),
    Level("general", "General", "weighs many plans, 1 second", "search:1"),
)
"""Weakest first."""


def levels(game: str) -> tuple[Level, ...]:
    """The levels that play a game."""
    return LEVELS if has_sense(game) else tuple(level for level in LEVELS if level.agent == "random")


def agent(name: str, game: str, seed: int = 0) -> Agent:
    """An agent for a game by its name or level; a ValueError lists the names there are."""
    name = next((level.agent for level in LEVELS if level.id == name), name)
    word, _, figure = name.partition(":")
    if word not in AGENTS:
        raise ValueError(f"there is no agent {name!r}; there are: {', '.join(AGENTS)}")
    return AGENTS[word](game, figure, seed)
