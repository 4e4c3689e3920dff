"""The Dark Sands: the war in the desert from Operation Compass to El Alamein.

Where to read: `sequence` is the turn in the rulebook's order; `rules/rNN_*` are its chapters; `position` is what
changes during a game and `box` what does not; `scenarios` sets a game up; `view` shows it.

Words of this game
- unit: a combat unit, a headquarters or a garrison; sets of units are bits of an int.
- pile: the units in one hex; held: the hexes with a unit of a side; firm: those with a unit that has a zone.
- section: West, Center or East; a hex of the end sections counts as two of the Center wherever hexes are counted.
- net: the roads, trails and rails that supply and extended moves run on.
- chit: an action chit; act: what it allows (move, half-move, combat, combat-1).
- active: the units that may act in this action; group: those that move together now.
- relief: a replacement chit.
- kept: a hex that stays controlled when nobody is in it (ports and victory hexes).
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.packs import Pack
from sandtable.games.dark_sands.game import DarkSands


def load(data: Path | None = None) -> DarkSands:
    """The game with its data, files of `data` first."""
    return DarkSands(Pack(Path(__file__).parent / "data", data))
