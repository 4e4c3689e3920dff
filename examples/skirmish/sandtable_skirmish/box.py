"""What never changes during a game: the units and the cards."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.documents import Options
from sandtable.engine.game import Box, Game
from sandtable.engine.packs import PackError, one_of, some_text, whole
from sandtable.engine.sides import PLAYERS

CARDS = (1, 2, 3, 4, 5, 6)
HIT = 5
"""2 The lowest roll that hits."""


class Unit(NamedTuple):
    """A unit as its counter has it."""

    id: str
    name: str
    home: int
    steps: int


class SkirmishBox(Box):
    """The unit of each side, by the side's number."""

    def __init__(self, game: Game, scenario: str, options: Options) -> None:
        super().__init__(game, scenario, options)
        self.last_turn = 2 if scenario == "duel" else int(options["turns"])
        self.map = game.map
        self.duel = scenario == "duel"
        self.cards = CARDS[:3] if self.duel else CARDS
        columns = {
            "id": some_text,
            "side": one_of(*PLAYERS),
            "name": some_text,
            "home": one_of(*game.map.ids),
            "steps": whole,
        }
        rows = {row["side"]: row for row in game.pack.rows("units.csv", columns)}
        if len(rows) < len(PLAYERS):
            raise PackError(f"units.csv: each side has one unit; there is one for: {', '.join(rows)}")
        self.units = [
            Unit(row["id"], row["name"], game.map.index[row["home"]], row["steps"])
            for row in (rows[side] for side in PLAYERS)
        ]
