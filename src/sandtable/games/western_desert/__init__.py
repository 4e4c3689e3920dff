"""Western Desert Force: December 1940 to October 1942, a month a turn, fifteen miles a hex.

Where to read: `sequence` (the turn, line by line), `position` (the campaign at one moment), `rules/` (a chapter a
module), `box` (counters, charts and map), `view` and `notation` (the only places with printed names).

The words of this game:

- attack points (AP): pay for attacks, offensives and field works; a depot brings new ones
- air superiority points (ASP): one side has them, for a turn
- organisation die: one roll a player turn, for attack points and for the reserve demand or the supply level
- network: the road and track hexes from which a supply path is safe
- zone: a zone of control; a road zone is one of the six stretches A to F of each side
- works: improved positions, level 1 or 2; units are inside (under the marker) or outside
- mobile: armour, motorised and recon units
- passes zones: a unit that may pass from enemy zone to enemy zone
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.packs import Pack
from sandtable.games.western_desert.game import WesternDesert


def load(data: Path | None = None) -> WesternDesert:
    """The game with its data, files of `data` first."""
    return WesternDesert(Pack(Path(__file__).parent / "data", data))
