"""Spreading a set of places to its neighbours by shifts: on a grid most neighbours are a few fixed numbers apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from sandtable.engine.maps import Mask, mask_of, places_in

COMMON = 8
"""A difference of numbers shared by at least so many neighbours gets a shift of its own."""


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


class Stretch(NamedTuple):
    """A piece of road without a branch."""

    between: Mask
    places: tuple[int, ...]
    """The same in the order of the way."""
    end: int
    end_bit: Mask


class RoadNet:
    """Places joined by roads, kept as junctions and the stretches between them: a flood leaps from one to the next."""

    def __init__(self, joined: Sequence[Mask], starts: Mask) -> None:
        self.near = tuple(tuple(places_in(near)) for near in joined)
        """For each place those joined to it."""
        ends = {place for place, near in enumerate(self.near) if len(near) != 2 or starts >> place & 1}
        self.stretches = {
            start: tuple(self._follow(start, first, ends) for first in self.near[start]) for start in ends
        }

    def _follow(self, start: int, first: int, ends: set[int]) -> Stretch:
        """The stretch that begins with this step."""
        before, here, places = start, first, []
        while here not in ends:
            places.append(here)
            one, other = self.near[here]
            before, here = here, other if one == before else one
        return Stretch(mask_of(places), tuple(places), here, 1 << here)

    def flood(self, starts: Mask, closed: Mask) -> Mask:
        """Every place reached from these of the net's starts, outside the closed ones."""
        found = starts & ~closed
        todo = list(places_in(found))
        for here in todo:  # grows as it goes
            for between, places, end, end_bit in self.stretches[here]:
                if between & closed:
                    found |= mask_of(takewhile(lambda place: not closed >> place & 1, places))
                    continue
                found |= between
                if not end_bit & (found | closed):
                    found |= end_bit
                    todo.append(end)
        return found
