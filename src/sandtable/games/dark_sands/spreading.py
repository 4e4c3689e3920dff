"""Spreading a set of places to its neighbours by shifts: on a grid most neighbours are a few fixed numbers apart."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.maps import Mask, places_in

TAKEN = bytes.maketrans(b"\0\1", b"10")
"""Turns a row of bytes, 0 for what was reached, into the digits of a mask."""
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


def neighbour_lists(around: Sequence[Mask]) -> tuple[tuple[int, ...], ...]:
    """For each place its neighbours as a tuple."""
    return tuple(tuple(places_in(near)) for near in around)


def flood_lists(starts: Mask, near: Sequence[tuple[int, ...]], closed: Mask) -> Mask:
    """Every place reached from the starts along lists of neighbours, outside the closed ones."""
    fresh = bytearray(b"\1") * len(near)
    found = list(places_in(starts & ~closed))
    for place in (*places_in(closed), *found):
        fresh[place] = 0
    for here in found:  # grows as it goes
        for there in near[here]:
            if fresh[there]:
                fresh[there] = 0
                found.append(there)
    return int(fresh[::-1].translate(TAKEN), 2) & ~closed
