"""The Dark Sands: a main effort. Before single moves are weighed, units are sent together against the enemy stacks that
an attack in the same activation would hurt the most: counted out to the odds, as a player does with his finger."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.ai.dark_sands.missions import bound, holds_alone
from sandtable.ai.dark_sands.moves import Outlook, Trip, barred_by
from sandtable.ai.dark_sands.tempo import fighting_now
from sandtable.ai.dark_sands.value import attack_value
from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import COMBAT_LARGE, LARGE, STACK, combat_share
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r19_movement import budget, destinations

WORTH_AN_ASSAULT = 3.0
"""The least that an attack must promise for units to be sent."""
WORTH_JOINING = 0.6
"""The least that each of them must add to it."""
RELIEF = 0.15
"""The share of their value that stacks regain when their road is opened."""
MOST = 8
"""The enemy stacks that are looked at."""

Orders = dict[int, Trip]
"""For each unit that is sent: where to."""


class Effort(NamedTuple):
    """An attack on one stack: what it promises, who fights, and who must move for it."""

    gain: float
    fighters: Mask
    orders: Orders


class Assaults:
    """The attacks that units which move and then fight in the same activation could make together."""

    def __init__(self, pos: DarkSandsPosition, side: int, units: Mask, half: int, outlook: Outlook) -> None:
        self.pos, self.side, self.half, self.outlook = pos, side, half, outlook
        box = pos.box
        self.fighters = fighting_now(pos) & pos.active & box.zoned & box.of[side]
        self._reach: dict[tuple[int, bool, int], tuple[dict[int, int], Mask]] = {}
        self._values: dict[tuple[int, Mask], float] = {}
        self.barred = barred_by(pos, side)
        self.free = mask_of(u for u in places_in(units & self.fighters) if not self._tied(u))

    def _tied(self, unit: int) -> bool:
        """Has a unit something better to do?"""
        group = 1 << unit
        return bound(self.pos, self.side, group) or holds_alone(self.pos, self.side, group, self.outlook.mind)

    def reach(self, unit: int) -> tuple[dict[int, int], Mask]:
        """Where a unit can go, with the cost; and the same places as bits."""
        pos, group = self.pos, 1 << unit
        key = pos.where[unit], bool(group & pos.box.armour), budget(pos, group, self.half)
        if key not in self._reach:
            found = destinations(pos, self.side, group, self.half, 0)
            self._reach[key] = found, mask_of(found)
        return self._reach[key]

    def orders(self) -> Orders:
        """Who goes where: the best attack first, then the next with those who are left."""
        found: Orders = {}
        ready, free, spent = self.fighters, self.free, 0
        prey = self._prey()
        while free and prey:
            efforts = [(self._effort(place, ready, free), place) for place in prey]
            best, place = max(efforts, key=lambda one: one[0].gain)
            if best.gain < WORTH_AN_ASSAULT:
                break
            found.update(best.orders)
            prey.remove(place)
            ready, free, spent = ready & ~best.fighters, free & ~best.fighters, spent + 1
        return found

    def _prey(self) -> list[int]:
        """The enemy stacks that some free unit could attack, the most valuable first."""
        pos, box = self.pos, self.pos.box
        near = 0
        for unit in places_in(self.free):
            near |= self.reach(unit)[1] | box.bits[pos.where[unit]]
        foes = [
            place
            for place in places_in(pos.held[1 - self.side])
            if box.map.around[place] & near and pos.piles[place] & ~box.hqs and not pos.piles[place] & pos.attacked
        ]
        value = self.outlook.mind.sites
        foes.sort(key=lambda place: -(self.outlook.worth(pos.piles[place]) + value.get(place, 0.0)))
        return foes[:MOST]

    def _effort(self, place: int, ready: Mask, free: Mask) -> Effort:
        """The best attack on a stack with these units, of which some are free to move."""
        pos, box = self.pos, self.pos.box
        ways = box.open_to[pos.bypass == BUILT]
        front = box.map.around[place] & ~pos.held[1 - self.side]
        large: dict[int, int] = {}
        crowd: dict[int, int] = {}
        fighters = 0
        for there in places_in(front):
            pile = pos.piles[there]
            large[there], crowd[there] = (pile & box.large).bit_count(), (pile & box.zoned).bit_count()
            most = COMBAT_LARGE if box.section[there] == 1 else LARGE
            for unit in sorted(places_in(pile & ready), key=lambda u: -pos.attack(u)):
                if not ways[box.armour >> unit & 1][there] >> place & 1:
                    continue
                if not box.large >> unit & 1:
                    fighters |= 1 << unit
                elif most:
                    fighters |= 1 << unit
                    most -= 1
        before = value = self._value(place, fighters)
        orders: Orders = {}
        best = Effort(value, fighters, {})
        if value < WORTH_AN_ASSAULT:
            best = Effort(0.0, fighters, {})
        for unit in sorted(places_in(free & ~fighters), key=lambda u: (-pos.attack(u), u)):
            ends = self._ends(unit, place, front, ways, large, crowd)
            if not ends:
                continue
            more = fighters | 1 << unit
            gain = self._value(place, more)
            there, cost = max(ends, key=lambda end: (self._closed(place, end[0], orders), -end[1]))
            fighters, value = more, gain
            orders[unit] = Trip(gain, there, cost)
            crowd[there] += 1
            large[there] += box.large >> unit & 1
            if value >= best.gain + WORTH_JOINING and value >= before + WORTH_JOINING:
                best = Effort(value, fighters, dict(orders))
        return best

    def _ends(
        self,
        unit: int,
        place: int,
        front: Mask,
        ways: tuple[tuple[Mask, ...], ...],
        large: dict[int, int],
        crowd: dict[int, int],
    ) -> list[tuple[int, int]]:
        """The hexes beside the enemy that a unit can reach and fight from, with room for it, and the cost."""
        box = self.pos.box
        reach, places = self.reach(unit)
        near = places_in(places & front)
        if not near:
            return []
        big, tracks = box.large >> unit & 1, ways[box.armour >> unit & 1]
        return [
            (there, cost)
            for there, cost in reach.items()
            if there in near
            and tracks[there] >> place & 1
            and crowd[there] < STACK
            and not (big and large[there] >= (COMBAT_LARGE if box.section[there] == 1 else LARGE))
            and (self.outlook.supply >> there & 1 or place in self.barred)
        ]

    def _closed(self, place: int, there: int, orders: Orders) -> int:
        """How many ways out of the enemy's hex a unit in a place would close."""
        free, _ = self.outlook.exits(place)
        box = self.pos.box
        for trip in orders.values():
            free &= ~(box.zone[trip.place] | box.bits[trip.place])
        return (free & (box.zone[there] | box.bits[there])).bit_count()

    def _value(self, place: int, fighters: Mask) -> float:
        """What an attack on a stack by these units would be worth."""
        if not fighters:
            return 0.0
        known = self._values.get((place, fighters))
        if known is not None:
            return known
        pos = self.pos
        pos.target, pos.attackers, pos.committed = place, fighters, 0
        pos.defenders = combat_share(pos, place, pos.piles[place])
        value = attack_value(pos, self.side, 0, in_place=False) + RELIEF * self.barred.get(place, 0.0)
        pos.target, pos.attackers, pos.defenders = -1, 0, 0
        self._values[place, fighters] = value
        return value


def assaults(pos: DarkSandsPosition, side: int, units: Mask, half: int, outlook: Outlook) -> Orders:
    """The units to be sent into attacks in this activation, and where each of them goes."""
    effort = Assaults(pos, side, units, half, outlook)
    return effort.orders() if effort.free else {}
