"""How far a move can go: places by cost, spread outward as sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.games.western_desert.terms import MP

Steps = tuple[tuple[int, Mask], ...]
"""From a place: (cost, the neighbours entered at that cost) pairs, the cheapest first."""


class Ways:
    """The steps from every place, and where they lead when nobody is in the way."""

    def __init__(self, steps: Iterable[Steps]) -> None:
        self.steps = tuple(steps)
        self._exits = [[(cost, place) for cost, near in steps for place in places_in(near)] for steps in self.steps]
        self._growing = Lock()
        self._within: list[list[Mask]] = [[1 << place] for place in range(len(self.steps))]
        least = [steps[0][0] if steps else MP for steps in self.steps]
        self.cheap = [mask_of(place for place, cost in enumerate(least) if cost <= rest) for rest in range(MP)]
        """For each rest of less than a point the places that have an exit for it."""

    def within(self, place: int, budget: int) -> Mask:
        """Where one can go from a place for this budget; worked out for all places and each budget when first asked."""
        known = self._within[place]
        return known[budget] if budget < len(known) else self.known(budget)[place][budget]

    def known(self, budget: int) -> list[list[Mask]]:
        """By place the same for each budget from nothing up to this at least; one thread at a time adds to it."""
        with self._growing:
            for more in range(min(map(len, self._within)), budget + 1):
                for known, exits in zip(self._within, self._exits, strict=True):
                    known.append(self._a_step_more(known[-1], exits, more))
        return self._within

    def _a_step_more(self, before: Mask, exits: list[tuple[int, int]], budget: int) -> Mask:
        """What was within the last budget, and where the neighbours lead with the rest of this one."""
        found = before
        for cost, place in exits:
            if cost > budget:
                break
            found |= self._within[place][budget - cost]
        return before if found == before else found


def wave(
    ways: Ways,
    start: int,
    budget: int,
    closed: Mask = 0,
    stops: Mask = 0,
    toll: Mask = 0,
    guarded: Mask = 0,
    barred: Mask = 0,
) -> list[Mask]:
    """For each cost up to the budget the places whose least cost it is.

    `closed` may not be entered, `stops` may not be left, `toll` costs a point more to enter, and from a `guarded` place
    a `barred` one may not be entered.
    """
    steps = ways.steps
    levels = [0] * (budget + 1 + MP)
    levels[0] = 1 << start
    unseen = ~closed | levels[0]
    for cost in range(budget + 1):
        edge = levels[cost] & unseen
        levels[cost] = edge
        if not edge:
            continue
        unseen ^= edge
        if cost:
            edge &= ~stops
        rest = budget - cost
        if rest < MP:
            edge &= ways.cheap[rest]
        while edge:
            place = edge.bit_length() - 1
            bit = 1 << place
            edge ^= bit
            shut = barred if bit & guarded else 0
            for price, places in steps[place]:
                if price > rest:
                    break
                total = cost + price
                if shut:
                    places &= ~shut
                if toll and (dear := places & toll):
                    levels[total + MP] |= dear
                    places ^= dear
                levels[total] |= places
    del levels[budget + 1 :]
    return levels


def everywhere(levels: Sequence[Mask]) -> Mask:
    """All places of a wave."""
    reached = 0
    for level in levels:
        reached |= level
    return reached


def cost_of(levels: Sequence[Mask], place: int) -> int | None:
    """What a place costs in a wave, or None if it was not reached."""
    return next((cost for cost, level in enumerate(levels) if level >> place & 1), None)


class Routes:
    """The cheapest paths of a wave: what is found out for one place serves all that lie beyond it."""

    def __init__(
        self, ways: Ways, around: Sequence[Mask], levels: Sequence[Mask], stops: Mask = 0, toll: Mask = 0
    ) -> None:
        self._ways, self._around, self._levels, self._stops, self._toll = ways, around, levels, stops, toll
        self.cost = {place: cost for cost, level in enumerate(levels) if level for place in places_in(level)}
        """What each place costs that the wave reaches."""
        self._before: dict[int, int] = {}

    def path(self, place: int) -> list[int]:
        """A cheapest path to a place, with both ends; empty if the wave does not reach it."""
        if place not in self.cost:
            return []
        path = [place]
        while self.cost[place]:
            before = self._before.get(place)
            if before is None:
                before = self._before[place] = self._step_before(place)
            place = before
            path.append(place)
        return path[::-1]

    def _step_before(self, here: int) -> int:
        cost = self.cost[here] - (MP if self._toll >> here & 1 else 0)
        for earlier in range(cost - 1, -1, -1):
            edge = self._levels[earlier] & self._around[here] & (~self._stops if earlier else -1)
            while edge:
                low = edge & -edge
                edge ^= low
                place = low.bit_length() - 1
                for price, places in self._ways.steps[place]:
                    if price == cost - earlier and places >> here & 1:
                        return place
        raise ValueError(f"no way leads to place {here} at cost {cost}")
