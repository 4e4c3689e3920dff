"""How far a move can go: places by cost, spread outward as sets."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.games.western_desert.terms import MP

Steps = tuple[tuple[int, Mask], ...]
"""From a place: (cost, the neighbours entered at that cost) pairs, the cheapest first."""


class Ways:
    """The steps from every place, where they lead when nobody is in the way, and what the last steps of a wave need."""

    def __init__(self, steps: Iterable[Steps]) -> None:
        self.steps = tuple(steps)
        self.most_steps = sum(1 for steps in self.steps if steps)
        """No way need be longer."""
        self._exits = [[(cost, place) for cost, near in steps for place in places_in(near)] for steps in self.steps]
        self._within: list[list[Mask]] = []
        least = [steps[0][0] if steps else MP for steps in self.steps]
        self.cheap = [mask_of(place for place, cost in enumerate(least) if cost <= rest) for rest in range(MP)]
        """For each rest of less than a point the places that have an exit for it."""

    def within(self, place: int, budget: int) -> Mask:
        """Where one can go from a place for this budget; worked out for all places and each budget when first asked."""
        known = self._within if budget < len(self._within) else self.rows(budget)
        return known[budget][place]

    def rows(self, budget: int) -> list[list[Mask]]:
        """The same for each budget up to this at least, by place."""
        while len(self._within) <= budget:
            self._within.append([self._a_step_more(start, exits) for start, exits in enumerate(self._exits)])
        return self._within

    def _a_step_more(self, start: int, exits: list[tuple[int, int]]) -> Mask:
        """A place itself, and where its neighbours lead with the rest of the next budget."""
        known = self._within
        budget = len(known)
        if not budget:
            return 1 << start
        before = found = known[-1][start]
        for cost, place in exits:
            if cost > budget:
                break
            found |= known[budget - cost][place]
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
    seen = closed & ~levels[0]
    for cost in range(budget + 1):
        edge = levels[cost] & ~seen
        levels[cost] = edge
        if not edge:
            continue
        seen |= edge
        if cost:
            edge &= ~stops
        rest = budget - cost
        if rest < MP:
            edge &= ways.cheap[rest]
        while edge:
            low = edge & -edge
            edge ^= low
            shut = barred if low & guarded else 0
            for price, places in steps[low.bit_length() - 1]:
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


def reach(
    ways: Ways,
    start: int,
    budget: int,
    closed: Mask = 0,
    stops: Mask = 0,
    toll: Mask = 0,
    guarded: Mask = 0,
    barred: Mask = 0,
) -> Mask:
    """All places of such a wave, by a shorter way.

    A place that leads to nothing new is passed over; from one with nothing in the way around it all is taken at once.
    """
    steps, bits, rows = ways.steps, ways.rows(0)[0], ways.rows(budget)
    trouble = closed | stops | toll | barred
    home = bits[start]
    fresh = ~closed | home
    wanted = missing = rows[budget][start] & fresh
    levels = [0] * (budget + 1 + MP)
    levels[0] = home
    for cost in range(budget + 1):
        edge = levels[cost]
        if not edge:
            continue
        edge &= fresh
        fresh ^= edge
        missing &= ~edge
        if not missing:
            break
        if cost:
            edge &= ~stops
        rest = budget - cost
        if rest < MP:
            edge &= ways.cheap[rest]
        around = rows[rest]
        while edge:
            place = edge.bit_length() - 1
            bit = bits[place]
            edge ^= bit
            if not around[place] & missing:
                continue
            if not around[place] & trouble:
                missing &= ~around[place]
                continue
            shut = barred if bit & guarded else 0
            for price, places in steps[place]:
                if price > rest:
                    break
                if shut:
                    places &= ~shut
                if toll and (dear := places & toll):
                    levels[cost + price + MP] |= dear
                    places ^= dear
                levels[cost + price] |= places
    return wanted ^ missing


def connected(ways: Ways, start: int, closed: Mask) -> Mask:
    """Every place that ways with steps of cost one lead to, round what is closed: by leaps as far as all is clear."""
    farthest = ways.most_steps
    rows = ways.rows(farthest + 1)
    reached, edge = 0, rows[0][start]
    while edge:
        place = edge.bit_length() - 1
        clear = bisect(rows, 0, 1, farthest + 1, key=lambda row: row[place] & closed) - 1
        reached |= rows[clear][place]
        edge = (edge | rows[clear + 1][place]) & ~closed & ~reached
    return reached


def everywhere(levels: Sequence[Mask]) -> Mask:
    """All places of a wave."""
    reached = 0
    for level in levels:
        reached |= level
    return reached


def cost_of(levels: Sequence[Mask], place: int) -> int | None:
    """What a place costs in a wave, or None if it was not reached."""
    return next((cost for cost, level in enumerate(levels) if level >> place & 1), None)


def trace(
    ways: Ways, around: Sequence[Mask], levels: Sequence[Mask], place: int, stops: Mask = 0, toll: Mask = 0
) -> list[int]:
    """A cheapest path of a wave to a place, with both ends; empty if the wave does not reach it."""
    cost = cost_of(levels, place)
    if cost is None:
        return []
    path = [place]
    while cost:
        here = path[-1]
        extra = MP if toll >> here & 1 else 0
        path.append(_step_before(ways, around[here], levels, here, cost - extra, stops))
        cost = cost_of(levels, path[-1]) or 0
    return path[::-1]


def _step_before(ways: Ways, near: Mask, levels: Sequence[Mask], here: int, cost: int, stops: Mask) -> int:
    for earlier in range(cost - 1, -1, -1):
        edge = levels[earlier] & near & (~stops if earlier else -1)
        while edge:
            low = edge & -edge
            edge ^= low
            place = low.bit_length() - 1
            if any(price == cost - earlier and places >> here & 1 for price, places in ways.steps[place]):
                return place
    raise ValueError(f"no way leads to place {here} at cost {cost}")
