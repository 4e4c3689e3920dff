"""What each game's observations hold, one module a game; a game without one has the plain layout."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

from sandtable.engine.documents import Options
from sandtable.engine.game import Box, Game
from sandtable.engine.position import Position
from sandtable.lab.research.games.plain import PlainLayout
from sandtable.lab.research.layout import Layout


def layout_of(game: Game, scenario: str | None = None, options: Options | None = None) -> Layout[Box, Position]:
    """The layout of a game's observations."""
    name = f"{__name__}.{game.id.replace('-', '_')}"
    made: type[Layout[Box, Position]] = importlib.import_module(name).LAYOUT if find_spec(name) else PlainLayout
    return made(game, scenario, options)
