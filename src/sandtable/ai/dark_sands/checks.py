"""The Dark Sands: what test positions check at the end."""

from __future__ import annotations

from sandtable.ai.dark_sands.danger import base_of, cut_off_now, naked
from sandtable.ai.dark_sands.missions import picket_post
from sandtable.ai.dark_sands.threat import Threat
from sandtable.ai.dark_sands.value import sense, worth
from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls


def base_naked(pos: DarkSandsPosition, side: int) -> bool:
    """Is the base empty, and can the enemy drive in?"""
    return naked(pos, side)


def base_lost(pos: DarkSandsPosition, side: int) -> bool:
    """Is the base in enemy hands?"""
    return not controls(pos, side, base_of(pos.box, side))


def base_spared(pos: DarkSandsPosition, side: int) -> bool:
    """Is the enemy's base still his?"""
    return not controls(pos, side, base_of(pos.box, 1 - side))


def cut_off(pos: DarkSandsPosition, side: int, amount: str) -> bool:
    """Are troops worth this much cut off from supply?"""
    return worth(pos, cut_off_now(pos, side)) >= float(amount)


def line_spared(pos: DarkSandsPosition, side: int, amount: str) -> bool:
    """Are enemy troops worth less than this cut off from supply?"""
    return worth(pos, cut_off_now(pos, 1 - side)) < float(amount)


def road_bare(pos: DarkSandsPosition, side: int) -> bool:
    """Is there nobody where one unit would keep the enemy off the road that feeds the whole army?"""
    post = picket_post(pos, side)
    return post >= 0 and not pos.firm[side] >> post & 1


def hq_in_front(pos: DarkSandsPosition, side: int) -> bool:
    """Is a headquarters beside enemy troops with no troops of its own in its hex?"""
    box, foes = pos.box, pos.firm[1 - side]
    return any(
        pos.where[hq] >= 0
        and foes & box.map.around[pos.where[hq]]
        and not pos.piles[pos.where[hq]] & box.zoned & box.of[side]
        for hq in places_in(box.hqs & box.of[side])
    )


def held_weakly(pos: DarkSandsPosition, side: int, place: str, factors: str) -> bool:
    """Are there fewer defence factors than this in a place?"""
    here = pos.piles[pos.box.place_called(place)] & pos.box.of[side]
    return sum(map(pos.defence, places_in(here))) < int(factors)


def left_behind(pos: DarkSandsPosition, side: int, place: str, way: str, factors: str) -> bool:
    """Are troops with at least these attack factors more than so many half points away from a place?"""
    travel = sense(pos.box).travel(pos.box.place_called(place))
    behind = [unit for unit in places_in(pos.on_map(side)) if travel[pos.where[unit]] > int(way)]
    return sum(map(pos.attack, behind)) >= int(factors)


def spared(pos: DarkSandsPosition, side: int, place: str) -> bool:
    """Is a place still the enemy's, though nobody is in it?"""
    there = pos.box.place_called(place)
    return not (pos.held[0] | pos.held[1]) >> there & 1 and not controls(pos, side, there)


def at_stake(pos: DarkSandsPosition, side: int, amount: str) -> bool:
    """Do the enemy's next chits endanger troops worth at least this much, by what he can truly bring up?"""
    threat = Threat(pos, side)
    own = pos.box.of[side] & ~pos.box.hqs
    stacks = [(place, pos.piles[place] & own) for place in places_in(pos.firm[side])]
    return sum(threat.loss(place, units) * worth(pos, units) for place, units in stacks) >= float(amount)
