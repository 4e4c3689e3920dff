"""Spreading a set of places to its neighbours by shifts: on a grid most neighbours are a few fixed numbers apart."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.maps import Mask, mask_of, places_in

COMMON = 8
"""A difference of numbers shared by at least this many neighbours gets a shift of its own."""


class Spreader:
    """The neighbours of a whole mask at once, for one table of neighbours."""

    def __init__(self, around: Sequence[Mask]) -> None:
        sources: dict[int, Mask] = {}
        for here, near in enumerate(around):
            for there in places_in(near):
                sources[there - here] = sources.get(there - here, 0) | 1 << here
        common = {step: mask for step, mask in sources.items() if mask.bit_count() >= COMMON}
        self.up = tuple((step, mask) for step, mask in common.items() if step > 0)
        self.down = tuple((-step, mask) for step, mask in common.items() if step < 0)
        self.rest: dict[int, Mask] = {}
        for step, mask in sources.items():
            if step not in common:
                for here in places_in(mask):
                    self.rest[here] = self.rest.get(here, 0) | 1 << here + step
        self.odd = sum(1 << here for here in self.rest)

    def spread(self, mask: Mask) -> Mask:
        """All neighbours of the places in a mask."""
        found = 0
        for step, sources in self.up:
            found |= (mask & sources) << step
        for step, sources in self.down:
            found |= (mask & sources) >> step
        odd = mask & self.odd
        while odd:
            low = odd & -odd
            found |= self.rest[low.bit_length() - 1]
            odd ^= low
        return found


class RoadNet:
    """Places joined by roads to some sources: what is cut off by closed places lies behind one of them."""

    def __init__(self, joined: Sequence[Mask], sources: Mask) -> None:
        self.joined = joined
        order = places_in(sources)
        parents = dict.fromkeys(order, -1)
        roads: dict[int, list[int]] = {}
        for here in order:  # grows as it goes
            roads[here] = places_in(joined[here])
            for there in roads[here]:
                if there not in parents:
                    parents[there] = here
                    order.append(there)
        self.whole = mask_of(order)
        """All that the sources reach when nothing is closed."""
        self.behind = {place: 1 << place for place in order}
        """For each of these places those to which the shortest way leads over it, itself among them."""
        self.looped: Mask = 0
        """The places with a road that is on no shortest way: only by them is there a way round."""
        for place in reversed(order):
            parent = parents[place]
            if parent >= 0:
                self.behind[parent] |= self.behind[place]
            for near in roads[place]:
                if near != parent and parents[near] != place:
                    self.looped |= 1 << place
                    break

    def flood(self, closed: Mask) -> Mask:
        """Every place that the sources reach outside the closed ones."""
        closed &= self.whole
        left = 0
        for place in places_in(closed):
            left |= self.behind[place]
        found = self.whole & ~left
        left &= ~closed
        todo = [place for place in places_in(left & self.looped) if self.joined[place] & found]
        left &= ~mask_of(todo)
        for here in todo:  # grows as it goes
            new = self.joined[here] & left
            left ^= new
            while new:
                there = new.bit_length() - 1
                todo.append(there)
                new ^= 1 << there
        return self.whole & ~closed & ~left
