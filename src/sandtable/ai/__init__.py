"""Agents: they see only what their side sees.

An agent is named by a word, with a figure after a colon where it takes one: `random`, `greedy`, `search:1.0`. Games
add sparring partners of their own (`ai/<game>/sparring.py`), as `raider` or `raider:40w`.
Each game's own sense (its evaluation and its `Greedy`) is in the package of the game's name; `core` is what they share.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from sandtable.ai.core.elsewhere import Elsewhere
from sandtable.ai.core.exploiter import Exploiter, weights_of
from sandtable.ai.core.own import is_own, own_agent
from sandtable.ai.core.random_agent import RandomAgent
from sandtable.ai.core.search import Search
from sandtable.ai.core.slips import Slips
from sandtable.ai.core.sparring import COMMON, Partner
from sandtable.engine.records import Agent

FIGURE = re.compile(r"(?:(?P<worlds>[1-9]\d*)w|(?P<seconds>\d+(?:\.\d+)?))?(?:/(?P<breadth>[1-9]\d*))?")
SHARE = re.compile(r"0(?:\.\d+)?")
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


def _slips(game: str, figure: str, seed: int) -> Agent:
    """`slips:0.3` is greedy that overlooks three actions of ten."""
    chance = float(figure) if SHARE.fullmatch(figure) else 1.0
    if chance >= 1.0:
        raise ValueError(f"slips:{figure} is not a share below 1, as in slips:0.3")
    return Slips(sense_of(game).Greedy(seed), chance, seed)


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


def _exploiter(game: str, figure: str, seed: int) -> Agent:
    """`exploiter` plays by the weights that were fitted for the game, `exploiter:FILE` by those of a file."""
    path = Path(figure) if figure else fitted_weights(game)
    if not path.exists():
        raise ValueError(f"no exploiter was fitted for {game}; `python -m tools.exploit {game}` does it")
    return Exploiter(sense_of(game), weights_of(path), seed)


def _elsewhere(game: str, figure: str, seed: int) -> Agent:
    return Elsewhere(figure, game, seed)


AGENTS: dict[str, Maker] = {"random": _random, "greedy": _greedy, "search": _search}
GUESTS: dict[str, Maker] = {"slips": _slips, "exploiter": _exploiter, "elsewhere": _elsewhere}
"""Those that need a figure, a file or a folder."""


def fitted_weights(game: str) -> Path:
    """Where the weights of a game's exploiter are."""
    return Path(__file__).parent / game.replace("-", "_") / "exploiter.json"


def partners(game: str) -> dict[str, type[Partner]]:
    """The sparring partners of a game, by name."""
    if not has_sense(game):
        return {}
    module = f"sandtable.ai.{game.replace('-', '_')}.sparring"
    own: dict[str, type[Partner]] = importlib.import_module(module).PARTNERS if find_spec(module) else {}
    return {**COMMON, **own}


def _partner(word: str, game: str, figure: str, seed: int) -> Agent:
    base = _search(game, figure, seed) if figure else _greedy(game, "", seed)
    return partners(game)[word](base, sense_of(game).Greedy(seed), seed)


class Level(NamedTuple):
    """A strength of play for people to choose."""

    id: str
    label: str
    note: str
    agent: str


SLIPS = {
    "battleaxe": (0.65, 0.4, 0.22, 0.1),
    "bravery": (0.76, 0.48, 0.27, 0.12),
    "dark-sands": (0.9, 0.72, 0.5, 0.25),
    "rommel": (0.8, 0.55, 0.3, 0.12),
    "western-desert": (0.7, 0.5, 0.33, 0.15),
}
"""How often recruit, sergeant, captain and colonel overlook the best action: chosen so that every step is as high."""


def levels(game: str) -> tuple[Level, ...]:
    """The levels that play a game, weakest first."""
    if not has_sense(game):
        return (Level("recruit", "Recruit", "moves at random", "random"),)
    shares = [f"slips:{share:g}" for share in SLIPS[game]]
    return (
        Level("recruit", "Recruit", "a beginner who overlooks much", shares[0]),
        Level("sergeant", "Sergeant", "knows the trade, slips often", shares[1]),
        Level("captain", "Captain", "slips now and then", shares[2]),
        Level("colonel", "Colonel", "seldom slips, answers at once", shares[3]),
        Level("general", "General", "weighs many plans, two seconds at most", "search:2"),
    )


def agent(name: str, game: str, seed: int = 0) -> Agent:
    """An agent for a game by its name or level; a ValueError lists the names there are."""
    name = next((level.agent for level in levels(game) if level.id == name), name)
    if is_own(name):
        return own_agent(name, seed)
    word, _, figure = name.partition(":")
    if word in partners(game):
        return _partner(word, game, figure, seed)
    makers = {**AGENTS, **GUESTS}
    if word not in makers:
        raise ValueError(f"there is no agent {name!r}; there are: {', '.join((*makers, *partners(game)))}")
    return makers[word](game, figure, seed)
