"""The map as the rules use it: ways by grade, closed sides, supply links, distances. Made once for each game."""

from __future__ import annotations

from itertools import accumulate
from operator import or_

from sandtable.engine.maps import Map, Mask, places_in, spread
from sandtable.engine.packs import PackError

GRADES = ("desert", "trail", "track", "road")
"""Kinds of way on the map, worst first; its roads are the highway."""
DESERT, TRAIL, TRACK, HIGHWAY = range(4)
CLOSING = ("escarpment", "marsh", "mountain")
FAR = 99
LONGEST = 12
"""More hexes than any move has."""


class Board:
    """2.4 The ground: sides of escarpment, marsh or mountain are closed unless a road or a pass crosses them."""

    def __init__(self, sheet: Map) -> None:
        self.map = sheet
        size = len(sheet)
        roads = [sheet.joined(*GRADES[grade:]) for grade in (TRAIL, TRACK, HIGHWAY)]
        trail, track, _ = roads
        closed = sheet.joined(*CLOSING)
        passes = sheet.joined("pass")
        ways = [roads[0][hex_] | passes[hex_] for hex_ in range(size)]
        self.around: tuple[Mask, ...] = tuple(sheet.around[h] & (~closed[h] | ways[h]) for h in range(size))
        """Hexes that can be entered from each."""
        self.narrow: tuple[Mask, ...] = tuple(passes[h] | (closed[h] & ways[h]) for h in range(size))
        """Hexes entered over a pass or by a road through closed terrain."""
        self.barred: tuple[Mask, ...] = tuple(sheet.around[h] & ~self.around[h] for h in range(size))
        self.by_grade: tuple[tuple[Mask, ...], ...] = (self.around, *roads)
        """For each grade and hex, the hexes joined to it by a way of that grade or better."""
        self.highway = sum(1 << hex_ for hex_ in range(size) if roads[2][hex_])
        self.roadside = sum(1 << hex_ for hex_ in range(size) if roads[0][hex_] and not roads[2][hex_])
        """Hexes with a trail or a track and no highway."""
        self.roads = self.highway | self.roadside
        self.distance = tuple(tuple(_distances(ways_, h) for h in range(size)) for ways_ in self.by_grade)
        """Hexes between two places, going only by a grade or better; FAR where there is no way."""
        self.balls = tuple(tuple(_balls(far) for far in grade) for grade in self.distance)
        """For each grade and hex, the hexes within 0, 1, 2 ... steps."""
        middles = [(trail[h], spread(track[h], track)) for h in range(size)]
        self.link_ends = tuple(
            self.around[h] | spread(one, trail) | spread(two, track) for h, (one, two) in enumerate(middles)
        )
        """The hexes a supply link from each could end at if nothing were in its way."""
        self.link_middles: tuple[Mask, ...] = tuple(one | two for one, two in middles)
        self.base = tuple(_only(sheet, f"base-{side}") for side in ("allied", "axis"))
        self.fortresses = sheet.having("fortress")
        self.oases = sheet.having("oasis")

    def speed_needed(self, start: int, end: int, bonus: tuple[int, ...], extra: int) -> int:
        """The least speed with which a block can have gone from one hex to the other."""
        return min(self.distance[grade][start][end] - extra_hexes - extra for grade, extra_hexes in enumerate(bonus))


def _distances(ways: tuple[Mask, ...], start: int) -> bytes:
    far = bytearray([FAR]) * len(ways)
    reached = edge = 1 << start
    steps = 0
    while edge:
        wider = 0
        for hex_ in places_in(edge):
            far[hex_] = min(steps, FAR)
            wider |= ways[hex_]
        edge = wider & ~reached
        reached |= edge
        steps += 1
    return bytes(far)


def _balls(far: bytes) -> tuple[Mask, ...]:
    rings = [0] * (LONGEST + 1)
    for hex_, steps in enumerate(far):
        if steps <= LONGEST:
            rings[steps] |= 1 << hex_
    return tuple(accumulate(rings, or_))


def _only(sheet: Map, feature: str) -> int:
    places = places_in(sheet.having(feature))
    if len(places) != 1:
        raise PackError(f"places.csv: expected one place with {feature}, got {len(places)}")
    return places[0]
