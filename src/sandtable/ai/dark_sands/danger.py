"""The Dark Sands: what the enemy could do with his next chit: walk into a base or cut a line of supply."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r09_railway import BUILT, active_rail
from sandtable.games.dark_sands.rules.r10_supply import attrition_supplied, flood_net, supply_sources

PLAIN_MOVE = 12
"""The range of a plain move in centre hexes, roughly."""


def base_of(box: DarkSandsBox, side: int) -> int:
    """The place a side's supply comes from."""
    return box.alexandria if side == ALLIED else box.agheila


def walks_into(pos: DarkSandsPosition, side: int, place: int) -> bool:
    """Could the enemy soon enter a place if nobody were in it: from close by, or along the roads?

    Only units bar a road here. Zones bar it too, but the front shifts with every chit, and then the way may be open.
    """
    box, foe = pos.box, 1 - side
    here = box.bits[place]
    if pos.held[foe] & here:
        return True
    troops = pos.firm[foe]
    if troops & box.within(place, PLAIN_MOVE):
        return True
    joined = joined_to(box, pos.bypass == BUILT, active_rail(pos, foe), pos.held[side] & ~here, place)
    return any(
        pos.piles[stack] & box.zoned & ~pos.out_of_supply & ~pos.disrupted for stack in places_in(troops & joined)
    )


@lru_cache(maxsize=500)
def joined_to(box: DarkSandsBox, bypass: bool, active: Mask, closed: Mask, place: int) -> Mask:
    """All places from which an extended move that avoids closed ones reaches a place."""
    joined = box.network(bypass, active)
    found = edge = box.bits[place]
    while edge:
        edge = spread(edge, joined) & ~closed & ~found
        found |= edge
    return found


def naked(pos: DarkSandsPosition, side: int, group: Mask = 0) -> bool:
    """Is a side's base without troops apart from this group, while the enemy could walk in?"""
    base = base_of(pos.box, side)
    if pos.piles[base] & pos.box.of[side] & ~pos.box.hqs & ~group:
        return False
    return walks_into(pos, side, base)


def leaves_base(pos: DarkSandsPosition, side: int, group: Mask) -> bool:
    """Would a group leave its side's base open by going away?"""
    return bool(pos.piles[base_of(pos.box, side)] & group & ~pos.box.hqs) and naked(pos, side, group)


def cut_off_now(pos: DarkSandsPosition, side: int) -> Mask:
    """The units of a side that cannot trace a line of supply now."""
    return pos.units_at(pos.held[side] & ~attrition_supplied(pos, side))


class Lines:
    """The roads and trails a side's supply comes along, and which stacks blocks on them cut off or would cut off."""

    def __init__(self, pos: DarkSandsPosition, side: int) -> None:
        self.pos, self.side = pos, side
        self.net = pos.box.supply_net(side, pos.bypass == BUILT, pos.railhead, supply_sources(pos, side))
        self.closed = pos.held[1 - side] & self.net.whole
        self.fed = flood_net(self.net, self.closed)
        self.stacks = pos.held[side] & self.fed
        """The side's stacks on the net that are fed now."""
        self._behind: dict[int, Mask] = {}

    def behind(self, place: int) -> Mask:
        """The stacks on the net that an enemy unit in a place would cut off."""
        found = self._behind.get(place)
        if found is None:
            here = self.pos.box.bits[place]
            found = self.net.behind.get(place, 0) & self.stacks & ~here
            if found:
                found &= ~flood_net(self.net, self.closed | here)
            self._behind[place] = found
        return found

    def freed(self, place: int) -> Mask:
        """The stacks on the net that would be fed again if the enemy were gone from a place."""
        here = self.pos.box.bits[place]
        if not self.closed & here:
            return 0
        return flood_net(self.net, self.closed & ~here) & self.pos.held[self.side] & ~self.fed
