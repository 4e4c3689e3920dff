"""What a side cannot know (18.1): a bid the other seat has written down but not shown."""

from __future__ import annotations

from random import Random

from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.position import BattleaxePosition


def hidden_bid(pos: BattleaxePosition) -> bool:
    """Has one seat bid while the other has not?"""
    return len(pos.bids) == 1


def guess(pos: BattleaxePosition, viewer: int, rng: Random) -> BattleaxePosition:
    """A position with the hidden bid drawn anew; everything else lies open."""
    new = pos.copy()
    if viewer == AXIS and hidden_bid(pos):
        low, high = pos.box.tables["bids"]
        new.bids = (rng.randint(low, high),)
    return new
