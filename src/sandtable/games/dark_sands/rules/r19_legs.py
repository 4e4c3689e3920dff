"""The ways of an extended move with nothing to take on the way, found section by section.

No way comes back to a section it has left. So its legs are looked for apart and then joined, and the shortest leg is
all that counts, or the one by rail. `r19_ways.ways` defines what is found; this saves a sixth of random play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.engine.maps import Mask, mask_of, places_in, way_to
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.rules.r19_ways import Way, between, thoroughfares, ways, worth_telling

Leg = tuple[tuple[int, ...], bool]
"""A path to the goal or to the first hex of the next section, and whether it keeps to active rails."""


@lru_cache(maxsize=200)
def find_ways(
    box: DarkSandsBox, bypass: bool, active: Mask, closed: Mask, stops: Mask, theirs: Mask, start: int, goal: int
) -> list[Way]:
    """The ways from start to goal, as `r19_ways.ways` has them."""
    allowed, ends = between(box, start, goal) & ~closed, box.bits[start] | box.bits[goal]
    if theirs & allowed & ~ends:
        allowed = thoroughfares(box.network(bypass, active), allowed, start, goal)
        if theirs & allowed & ~ends:
            return ways(box, bypass, active, closed, stops, theirs, start, goal)
    found = _by_every_seam(box, bypass, active, allowed & ~stops, start, goal)
    return worth_telling([way._replace(taken=theirs & box.bits[goal]) for way in found])


def _by_every_seam(box: DarkSandsBox, bypass: bool, active: Mask, passed: Mask, start: int, goal: int) -> list[Way]:
    """The best way by each choice of seams, leading through these hexes."""
    joined, end = box.network(bypass, active), box.bits[goal]
    first, last = box.section[start], box.section[goal]
    step = 1 if last >= first else -1
    found = [Way(0, (start,), (), 0)]
    for section in range(first, last + step, step):
        beyond = end if section == last else (passed | end) & box.in_section[section + step]
        onward = [way for way in found if way.path[-1] == goal]
        for way in found:
            here = way.path[-1]
            if here != goal:
                legs = _legs(box, joined, active, passed & box.in_section[section], beyond, here)
                onward += [_longer(way, leg, section != last, goal) for leg in legs]
        found = _best(onward)
    return found


def _legs(box: DarkSandsBox, joined: Sequence[Mask], active: Mask, inside: Mask, ends: Mask, start: int) -> list[Leg]:
    """From a hex to each of the ends within reach the shortest leg, the first of these, and the one by rail."""
    before: dict[int, int] = {}
    left = (inside | ends) & ~box.bits[start]
    edge = [start]
    reached: list[int] = []
    for here in edge:  # grows as it goes, nearer hexes first
        new = joined[here] & left
        left ^= new
        for there in places_in(new):
            before[there] = here
            (reached if ends & box.bits[there] else edge).append(there)
        if not left & ends:
            break
    found: list[Leg] = []
    for there in reached:
        shortest = tuple(way_to(before, there))
        railed = _along_rails(box, active & (inside | ends), start, there)
        found.append((shortest, shortest == railed))
        if railed and shortest != railed:
            found.append((railed, True))
    return found


def _along_rails(box: DarkSandsBox, active: Mask, start: int, goal: int) -> tuple[int, ...]:
    """The way along these active rails, which do not branch, or nothing."""
    if not active & box.bits[start] or not active & box.bits[goal]:
        return ()
    a, b = box.rail_number[start], box.rail_number[goal]
    path = box.rail[a : b + 1] if a <= b else box.rail[b : a + 1][::-1]
    return () if mask_of(path) & ~active else path


def _longer(way: Way, leg: Leg, over: bool, goal: int) -> Way:
    """A way with one leg more: a die at its end (19.2.2) unless it went by rail, to the goal all the way (19.1.7)."""
    path, rail = leg
    spared = rail and (path[-1] != goal or not way.checks)
    return Way(way.checks + (not spared), way.path + path[1:], (*way.seams, path[-1]) if over else way.seams, 0)


def _best(found: list[Way]) -> list[Way]:
    """For each choice of seams the way of fewest dice, the shortest and first of these."""
    best: dict[tuple[int, ...], Way] = {}
    for way in sorted(found, key=lambda way: (way.checks, len(way.path), way.path)):
        best.setdefault(way.seams, way)
    return list(best.values())
