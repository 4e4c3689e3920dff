"""The Dark Sands: what the enemy could do with his next chit: walk into a base or cut a line of supply."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, mask_of, places_in, spread
from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r09_railway import BUILT, active_rail
from sandtable.games.dark_sands.rules.r10_supply import attrition_supplied, flood_net, supply_ports, supply_sources
from sandtable.games.dark_sands.rules.r19_extended import far_starts

PLAIN_MOVE = 12
"""The range of a plain move in centre hexes, roughly."""


def base_of(box: DarkSandsBox, side: int) -> int:
    """The place a side's supply comes from."""
    return box.alexandria if side == ALLIED else box.agheila


def walks_into(pos: DarkSandsPosition, side: int, place: int, roads: Roads | None = None) -> bool:
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
    joined = (roads or enemy_roads(pos, side)).ways_in(box, place)
    return any(
        pos.piles[stack] & box.zoned & ~pos.out_of_supply & ~pos.disrupted for stack in places_in(troops & joined)
    )


def drives_in(pos: DarkSandsPosition, side: int) -> bool:
    """Could an enemy unit enter the base with one extended move, as things stand now?"""
    box, foe = pos.box, 1 - side
    starts = far_starts(pos, foe, base_of(box, side))
    return any(
        stack in starts
        and pos.piles[stack] & box.zoned & ~pos.out_of_supply & ~pos.disrupted
        and not pos.held[side] & box.map.around[stack]
        for stack in places_in(pos.firm[foe])
    )


class Roads(NamedTuple):
    """What an enemy's extended moves go by: the bypass and the railway as they are, and our units in his way."""

    bypass: bool
    rail: Mask
    closed: Mask

    def ways_in(self, box: DarkSandsBox, place: int, also: Mask = 0) -> Mask:
        """All places from which the enemy reaches a place, if nobody is in it and other places are shut to him too."""
        return joined_to(box, self.bypass, self.rail, self.closed & ~box.bits[place] | also, place)


def enemy_roads(pos: DarkSandsPosition, side: int) -> Roads:
    """The roads as they are for a side's enemy."""
    return Roads(pos.bypass == BUILT, active_rail(pos, 1 - side), pos.held[side])


def all_roads(pos: DarkSandsPosition, side: int) -> Roads:
    """The same, as if those in his way were beaten: a front may break within a turn, and no guard comes in time."""
    return Roads(pos.bypass == BUILT, active_rail(pos, 1 - side), 0)


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
    return walks_into(pos, side, base, all_roads(pos, side) if pos.box.campaign else None)


def leaves_base(pos: DarkSandsPosition, side: int, group: Mask) -> bool:
    """Would a group leave its side's base open by going away?"""
    return bool(pos.piles[base_of(pos.box, side)] & group & ~pos.box.hqs) and naked(pos, side, group)


def cut_off_now(pos: DarkSandsPosition, side: int) -> Mask:
    """The units of a side that cannot trace a line of supply now."""
    return pos.units_at(pos.held[side] & ~attrition_supplied(pos, side))


class Lines:
    """The roads and trails a side's supply comes along, and which stacks blocks on them cut off or would cut off.

    A stack on a road is fed along it, one beside the roads from any of them within range, and near a port by sea too.
    """

    def __init__(self, pos: DarkSandsPosition, side: int) -> None:
        self.pos, self.side = pos, side
        self.net = pos.box.supply_net(side, pos.bypass == BUILT, pos.railhead, supply_sources(pos, side))
        self.closed = pos.held[1 - side] & self.net.whole
        self.fed = flood_net(self.net, self.closed)
        self.feet: dict[int, Mask] = {}
        """For each stack that is fed by land, and by land alone, the places of the net it is fed from."""
        self.hungry: list[tuple[int, Mask]] = []
        """The stacks with no such place, each with the places of the net it could be fed from."""
        self._feet: Mask = 0
        self._reach()
        self.stacks = mask_of(self.feet)
        self._behind: dict[int, Mask] = {}

    def _reach(self) -> None:
        """Find out where each stack is fed from."""
        box, pos = self.pos.box, self.pos
        overland, port = box.tables["supply"]["overland"], box.tables["supply"]["port"]
        by_sea = 0
        if self.side == ALLIED:
            for harbour in places_in(supply_ports(pos)):
                by_sea |= box.within(harbour, port)
        for place in places_in(pos.held[self.side] & ~by_sea):
            roads = box.bits[place] & self.net.whole or box.within(place, overland) & self.net.whole
            if roads & self.fed:
                self.feet[place] = roads & self.fed
                self._feet |= roads
            else:
                self.hungry.append((place, roads))

    def roadside(self) -> set[int]:
        """The places with roads behind them that feed some stack: elsewhere an enemy unit cuts nobody off."""
        return {place for place, behind in self.net.behind.items() if behind & self._feet}

    def behind(self, place: int) -> Mask:
        """The stacks that an enemy unit in a place would cut off."""
        found = self._behind.get(place)
        if found is None:
            box = self.pos.box
            hidden, found = self.net.behind.get(place, 0), 0
            cut = [stack for stack, feet in self.feet.items() if not feet & ~hidden and stack != place]
            if cut:
                fed = flood_net(self.net, self.closed | box.bits[place])
                found = mask_of(stack for stack in cut if not self.feet[stack] & fed)
            self._behind[place] = found
        return found

    def freed(self, place: int) -> Mask:
        """The stacks that would be fed again if the enemy were gone from a place."""
        here = self.pos.box.bits[place]
        if not self.closed & here or not self.hungry:
            return 0
        fed = flood_net(self.net, self.closed & ~here)
        return mask_of(stack for stack, roads in self.hungry if roads & fed)
