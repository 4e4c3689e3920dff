"""Skirmish: two units at a well. The smallest whole game, and the template for a new one.

Where to read: `sequence` is the turn; `rules/rN_*` are the rules; `position` is what changes during a game and `box`
what does not; `orders` and `report` put actions and events into words; `view` shows the position to a side, and
`guess` deals anew what a side cannot know.

Words of this game
- hand: the cards a side still holds. Both know which cards the other has left, for those played lie open.
- chosen: the card a side has laid face down this turn, 0 for none yet.
- steps: what a unit can lose before it is gone.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.packs import Pack
from sandtable_skirmish.game import Skirmish


def load(data: Path | None = None) -> Skirmish:
    """The game with its data, files of `data` first."""
    return Skirmish(Pack(Path(__file__).parent / "data", data))
