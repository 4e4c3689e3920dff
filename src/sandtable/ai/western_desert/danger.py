"""Western Desert Force: what the enemy could do to a side in his next turn, by how far his units can really go.

Reach over the ground is read off the box's tables and ignores units in the way: it is quick and never too small. Where
it says that a unit could walk in, and for strategic moves, a route round our units is looked for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, mask_of, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import DUE, INFANTRY, MOTORIZED, MP, RECON

STRATEGIC_RATE = 3
ROUND_US = 2 * MP
"""What it costs to get round a stack to its far side, roughly."""
CLOSE = 4 * MP
"""The most that a unit can spend in exploitation without a major offensive."""
BEHIND = 30
LATER = 0.5
"""The share of its strength that a unit counts for if it arrives only by exploitation."""
LIKELY, SURE = 1.1, 3.0
"""Odds from which an attack on a stack is to be feared, and at which it is as good as lost."""
BEATEN, TRAPPED = 0.45, 1.0
"""The share of its value that a beaten stack loses, with a way back and without one."""


class Arm(NamedTuple):
    """An enemy unit: where it stands, what it is worth in an attack, and where it could be."""

    unit: int
    place: int
    strength: int
    zoned: bool
    near: Mask
    """By a plain move."""
    late: Mask
    """By a plain move and exploitation."""
    round: Mask
    """By a plain move with enough to spare to get round a stack."""
    road: Mask
    """By strategic movement; nothing off the roads and tracks."""
    half: int
    """What it may spend in exploitation, in sixths of a point."""


@lru_cache(maxsize=20_000)
def _arm(box: WesternDesertBox, unit: int, place: int, lost: int) -> Arm:
    """A unit in a place; asked again after every move of another."""
    budget, ways = box.movement[unit] * MP, box.ways[box.terrain_kind[unit]]
    half = (box.movement[unit] + 1) // 2 * MP if box.kind[unit] != INFANTRY else 0
    on_road = (box.roads | box.tracks) >> place & 1
    return Arm(
        unit,
        place,
        box.strength[unit][lost],
        not box.battalion[unit],
        ways.within(place, budget),
        ways.within(place, budget + half),
        ways.within(place, max(0, budget - ROUND_US)),
        box.links.within(place, STRATEGIC_RATE * budget) if on_road else box.bit[place],
        half,
    )


class Danger:
    """All that the enemy's units could reach, for one set-up of them."""

    def __init__(self, box: WesternDesertBox, foe: int, where: tuple[int, ...], reduced: tuple[int, ...]) -> None:
        self.box, self.foe = box, foe
        places = zip(box.fighters[foe], where, reduced, strict=True)
        self.arms = [_arm(box, unit, place, lost) for unit, place, lost in places if place >= 0]
        self._strikes: dict[int, float] = {}
        self._rings: dict[int, Mask] = {}
        self._walks: dict[tuple[int, Mask, Mask], bool] = {}
        self._cuts: dict[int, Mask] = {}
        self.falls: dict[tuple[object, ...], float] = {}
        """What `assault` found out about places and garrisons."""
        self._behind: dict[int, float] = {}
        self._closers: Mask | None = None
        self._zones: Mask | None = None

    def strikes(self, place: int) -> float:
        """The strength that could be brought against a hex; what comes only by exploitation counts half."""
        found = self._strikes.get(place)
        if found is None:
            beside, found = self.box.strikes[place], 0.0
            for arm in self.arms:
                if arm.near & beside:
                    found += arm.strength
                elif arm.late & beside:
                    found += LATER * arm.strength
            self._strikes[place] = found
        return found

    def storms(self, place: int) -> int:
        """The strength that could be brought against a hex by plain moves alone, in time for the first combat."""
        beside = self.box.strikes[place]
        return sum(arm.strength for arm in self.arms if arm.near & beside)

    def exits_closed(self, place: int) -> Mask:
        """The neighbours of a hex that the enemy could close to a retreat, by standing there or by a zone."""
        found = self._rings.get(place)
        if found is None:
            if self._closers is None:
                self._closers = 0
                for arm in self.arms:
                    if arm.zoned:
                        self._closers |= arm.round
            box = self.box
            near = self._closers & box.disc(place, 2) & ~box.bit[place]
            found = self._rings[place] = (near | spread(near, box.zoc_from)) & box.disc(place, 1)
        return found

    def closes_ring(self, pos: WesternDesertPosition, place: int) -> bool:
        """Could the enemy close every way out of a hex? Friends next to it keep one open."""
        exits = self.box.open[MOTORIZED][place]
        return not exits & (~self.exits_closed(place) | pos.held[1 - self.foe])

    def risk(self, pos: WesternDesertPosition, place: int, defence: float, worth: float) -> float:
        """What a stack of this defence and value stands to lose in a hex."""
        odds = self.strikes(place) / max(1.0, defence)
        if odds <= LIKELY:
            return 0.0
        share = TRAPPED if self.closes_ring(pos, place) else BEATEN
        return worth * share * min(1.0, (odds - LIKELY) / (SURE - LIKELY))

    def cuts_road(self, pos: WesternDesertPosition, place: int) -> bool:
        """Could the enemy reach the road behind a hex with a plain move?"""
        found = self._cuts.get(place)
        if found is None:
            found = self._cuts[place] = road_behind(self.box, 1 - self.foe, place) & self.zones_to_come
        return bool(found & ~pos.held[1 - self.foe])

    def gets_behind(self, place: int) -> float:
        """The strength of the enemy's units that could close the road home behind a hex after a plain move."""
        found = self._behind.get(place)
        if found is None:
            road = road_behind(self.box, 1 - self.foe, place)
            found = self._behind[place] = float(sum(arm.strength for arm in self.arms if arm.zoned and arm.near & road))
        return found

    @property
    def zones_to_come(self) -> Mask:
        """Hexes that could be in the enemy's zones after a plain move, or where he could stand."""
        if self._zones is None:
            near = 0
            for arm in self.arms:
                if arm.zoned:
                    near |= arm.near
            self._zones = near | spread(near, self.box.zoc_from)
        return self._zones

    def walks_into(self, pos: WesternDesertPosition, place: int) -> bool:
        """Could an enemy unit enter a hex next turn if nobody were in it, by a plain move, by road, or beyond?"""
        side = 1 - self.foe
        key = (place, pos.held[side], pos.zoc[side])
        found = self._walks.get(key)
        if found is None:
            found = self._walks[key] = self._walks_in(*key)
        return found

    def could_come(self, place: int) -> bool:
        """Could an enemy unit enter a hex next turn if none of ours stood in the way? Those who do may march off."""
        found = self._walks.get((place, 0, 0))
        if found is None:
            found = self._walks[place, 0, 0] = self._walks_in(place, 0, 0)
        return found

    def _walks_in(self, place: int, held: Mask, zones: Mask) -> bool:
        box, here = self.box, self.box.bit[place]
        joined = joined_to(box, place, (held | zones) & box.network)
        for arm in self.arms:  # roads first: they are quick to look at
            if joined >> arm.place & 1 and arm.road & box.ways[box.terrain_kind[arm.unit]].within(place, arm.half):
                return True
        return any(arm.late & here and self._marches_in(arm, place, held & ~here, zones) for arm in self.arms)

    def _marches_in(self, arm: Arm, place: int, held: Mask, zones: Mask) -> bool:
        """Does a plain move with exploitation lead a unit into a hex, round ours and their zones?"""
        box, passes = self.box, self.box.passes_zones[arm.unit]
        budget = box.movement[arm.unit] * MP + arm.half
        stops, toll = (0, zones) if passes else (zones & ~box.bit[arm.place], 0)
        kind, free = box.terrain_kind[arm.unit], arm.late  # ignoring the rest, the answer is often cached
        if not free & (held | stops | toll):
            return True
        reached = box.hindered_reach(kind, arm.place, budget, held & free, stops & free, toll & free, 0, 0)
        return bool(reached >> place & 1)


@lru_cache(maxsize=4_000)
def road_behind(box: WesternDesertBox, side: int, place: int) -> Mask:
    """The road behind a hex on the way to a side's base, as far as it matters."""
    home, here = box.to_source[side], box.to_source[side][place]
    return mask_of(p for p in places_in(box.disc(place, BEHIND) & box.roads) if home[p] < here)


@lru_cache(maxsize=20)
def both_links(box: WesternDesertBox) -> tuple[Mask, ...]:
    """For each hex, those joined to it by road or track."""
    return tuple(road | track for road, track in zip(box.road_links, box.track_links, strict=True))


@lru_cache(maxsize=2_000)
def joined_to(box: WesternDesertBox, place: int, closed: Mask) -> Mask:
    """Roads and tracks from which a strategic move round closed hexes leads to a place or close to it."""
    links = both_links(box)
    near = box.ways[RECON].within(place, CLOSE) & (box.roads | box.tracks) | box.bit[place]
    found = edge = near & ~closed | box.bit[place]
    while edge:
        edge = spread(edge, links) & ~closed & ~found
        found |= edge
    return found


@lru_cache(maxsize=512)
def _danger(box: WesternDesertBox, foe: int, where: tuple[int, ...], reduced: tuple[int, ...]) -> Danger:
    return Danger(box, foe, where, reduced)


def coming(pos: WesternDesertPosition, side: int) -> list[int]:
    """The combat units that arrive at a side's base before it moves next; none while an enemy stands there."""
    box = pos.box
    if pos.held[1 - side] >> box.sources[side] & 1:
        return []
    where, arrives = pos.where, pos.arrives
    turn = pos.turn + (side == ALLIED and pos.active == AXIS)
    return [unit for unit in _due(box, side, turn) if where[unit] == DUE and arrives[unit] <= turn]


@lru_cache(maxsize=100)
def _due(box: WesternDesertBox, side: int, turn: int) -> list[int]:
    """The units that the calendar has come on this turn or the one before."""
    return [unit for unit in box.fighters[side] if box.arrives[unit] in (turn - 1, turn)]


def danger(pos: WesternDesertPosition, side: int) -> Danger:
    """What the enemy could do to a side, worked out once while his units stay where they are.

    Those who arrive at his base before he moves are among them: the calendar is no secret.
    """
    box, foe = pos.box, 1 - side
    read, where = box.wheres[foe], pos.where
    if new := coming(pos, foe):
        where = where[:]
        for unit in new:
            where[unit] = box.sources[foe]
    return _danger(box, foe, read(where), read(pos.reduced))
