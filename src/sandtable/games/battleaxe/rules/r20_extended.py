"""The extended game: a fourth day when the third is too close to call."""

from __future__ import annotations

from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r18_bids import points_needed

LAST_CHANCE = 4
"""The day that only the extended game has."""


def goes_on(pos: BattleaxePosition) -> bool:
    """20, 20.1 With nine or ten points on 17 June (one too few, or just enough) 18 June is also played."""
    short = points_needed(pos) - pos.points
    return bool(pos.box.options["extended"]) and short in (0, 1)
