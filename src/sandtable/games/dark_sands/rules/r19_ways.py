"""The ways of an extended move: those that differ in what they take, where they cross a seam, or what they risk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.engine.maps import Mask, flood, mask_of, places_in, spread
from sandtable.games.dark_sands.box import DarkSandsBox

ABREAST = 4
"""How many trails of one kind are followed on from a hex, if none of them went only where another went too."""


class Way(NamedTuple):
    """A way along the net, both ends included."""

    checks: int
    """Dice for disruption on the way."""
    path: tuple[int, ...]
    seams: tuple[int, ...]
    """The first hexes of the sections it enters."""
    taken: Mask
    """Places of the enemy's that it takes."""


class Trail(NamedTuple):
    """A way as far as it has been followed."""

    path: tuple[int, ...]
    been: Mask
    """The hexes of its path."""
    seams: tuple[int, ...]
    taken: Mask
    checks: int
    rail: bool
    """Has it kept to active rails on this section so far?"""
    whole: bool
    """Has it kept to them from the start?"""
    charged: bool
    """Did the last hex cost a die, being the first of a section?"""


@lru_cache(maxsize=200)
def ways(
    box: DarkSandsBox, bypass: bool, active: Mask, closed: Mask, stops: Mask, theirs: Mask, start: int, goal: int
) -> list[Way]:
    """Of all ways from start to goal the best of each kind: fewest dice, then shortest; the best of all first.

    Two ways are of one kind if they enter the sections by the same hexes and take the same places. A kind is left out
    if another is plainly better. No way enters a hex twice, so the shortest trail to a hex may be one that cannot go
    on: a longer one that left out some of its hexes is followed beside it.
    """
    joined, section = box.network(bypass, active), box.section
    passed = thoroughfares(joined, between(box, start, goal) & ~closed, start, goal)
    step = (section[goal] > section[start]) - (section[goal] < section[start])
    known: dict[tuple[int, tuple[int, ...], Mask], list[Trail]] = {}
    best: dict[tuple[tuple[int, ...], Mask], Way] = {}
    edge = [Trail((start,), box.bits[start], (), 0, 0, True, True, False)]
    for trail in edge:  # grows as it goes, shorter ways first
        here = trail.path[-1]
        if here == goal:
            found = _finished(trail)
            kind = (trail.seams, trail.taken)
            if kind not in best or found.checks < best[kind].checks:
                best[kind] = found
            continue
        if stops >> here & 1:  # never its start: no extended move begins beside an enemy
            continue
        for there in places_in(joined[here] & passed & ~trail.been):
            over = section[there] - section[here]
            if over not in (0, step):
                continue
            onward = _longer(box, active, theirs, trail, there, bool(over))
            others = known.setdefault((there, onward.seams, onward.taken), [])
            if len(others) < ABREAST and not any(_as_good(other, onward) for other in others):
                others.append(onward)
                edge.append(onward)
    good = [way for way in best.values() if not any(_worse(way, other) for other in best.values())]
    return sorted(good, key=lambda way: (way.checks, len(way.path), way.path))


def between(box: DarkSandsBox, start: int, goal: int) -> Mask:
    """The sections from one hex to another: no way turns back between sections, so none leaves them."""
    first, last = sorted((box.section[start], box.section[goal]))
    return sum(box.in_section[first : last + 1])


def thoroughfares(joined: Sequence[Mask], allowed: Mask, start: int, goal: int) -> Mask:
    """The allowed hexes that a way between two of them can lead through, with no dead ends."""
    ends = 1 << start | 1 << goal
    left = doubted = flood(1 << goal, allowed | ends, joined)
    while dead := mask_of([place for place in places_in(doubted & ~ends) if (joined[place] & left).bit_count() < 2]):
        left ^= dead
        doubted = spread(dead, joined) & left
    return left


def _as_good(old: Trail, new: Trail) -> bool:
    """Did a trail reach the same hex at no higher cost, through nothing but hexes that the other went through too?"""
    return not old.been & ~new.been and old.checks <= new.checks and old.rail >= new.rail and old.whole >= new.whole


def _worse(way: Way, other: Way) -> bool:
    """Does another way take as much at fewer dice, or more by the same seams at as many?"""
    if way.taken & ~other.taken:
        return False
    more = way.taken != other.taken and way.seams == other.seams
    return other.checks < way.checks or (other.checks == way.checks and more)


def _longer(box: DarkSandsBox, active: Mask, theirs: Mask, trail: Trail, there: int, over: bool) -> Trail:
    """A trail with one hex more; a seam crossed other than by rail costs a die (19.2.2)."""
    path, been, seams, taken, checks, kept, whole, _ = trail
    rail, bit = on_rails(box, active, path[-1], there), box.bits[there]
    kept = kept and rail
    charged = over and not kept
    return Trail(
        (*path, there),
        been | bit,
        (*seams, there) if over else seams,
        taken | theirs & bit,
        checks + charged,
        over or kept,
        whole and rail,
        charged,
    )


def _finished(trail: Trail) -> Way:
    """A trail at its goal costs one die more, unless it was all by rail or its last hex has cost one (19.1.7)."""
    checks = trail.checks + (not trail.whole and not trail.charged)
    return Way(checks, trail.path, trail.seams, trail.taken)


def by_rail(box: DarkSandsBox, active: Mask, path: tuple[int, ...]) -> bool:
    """19.1.8 Does a path keep to active rails, step by step?"""
    return all(on_rails(box, active, a, b) for a, b in pairwise(path))


def on_rails(box: DarkSandsBox, active: Mask, here: int, there: int) -> bool:
    """Do active rails lead from a hex to the next?"""
    both = box.bits[here] | box.bits[there]
    return bool(box.rail_joined[here] & box.bits[there]) and active & both == both
