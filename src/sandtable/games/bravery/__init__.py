"""Bravery in the Sand: Operation Crusader, 20 November to 3 December 1941.

Where to read: `sequence` is the turn in the rulebook's order; `rules/rNN_*` are its chapters; `position` is what
changes during a game and `box` what does not; `view` shows it to a side, `guess` deals anew what a side cannot know.

Words of this game
- formation: a division or brigade, whose units move together and share an activation chit.
- stack: the units of one formation that stand in one hex.
- chit, cup, draw: each turn both sides secretly put chits into the cup; those drawn activate their formation.
- marker: a combined attack declared but not yet fought; each stack under one has a marker number of its own.
- strength: counted in halves (2 a full unit, 1 a reduced one); movement points are counted in halves too.
- guests: Italian infantry carried along by a German stack.
- works: the fort (2) or encampment (1) that the defender of a hex controls, 0 for none.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.packs import Pack
from sandtable.games.bravery.game import Bravery


def load(data: Path | None = None) -> Bravery:
    """The game with its data, files of `data` first."""
    return Bravery(Pack(Path(__file__).parent / "data", data))
