"""What a side cannot know: a bid not yet shown (18.1), and whether the Allies mean to cut the fuel today (12.1D)."""

from __future__ import annotations

from random import Random

from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.position import BattleaxePosition


def hidden_bid(pos: BattleaxePosition) -> bool:
    """Has one seat bid while the other has not?"""
    return len(pos.bids) == 1


def guess(pos: BattleaxePosition, viewer: int, rng: Random) -> BattleaxePosition:
    """A position with the hidden bid drawn anew, and the Allies ready to be asked about fuel; all else is open."""
    new = pos.copy()
    if viewer == pos.seat(AXIS):
        new.fuel_quiet = 0
    if viewer == AXIS and hidden_bid(pos):
        low, high = pos.box.tables["bids"]
        new.bids = (rng.randint(low, high),)
    return new
