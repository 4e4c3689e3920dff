"""The ways of an extended move: those that differ in what they take, where they cross a seam, or what they risk."""

from __future__ import annotations

from collections.abc import Sequence
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


class Stride(NamedTuple):
    """From a hex to the next."""

    there: int
    bit: Mask
    over: bool
    """Does it cross a seam?"""
    rail: bool
    """Do active rails lead there?"""


def ways(
    box: DarkSandsBox, bypass: bool, active: Mask, closed: Mask, stops: Mask, theirs: Mask, start: int, goal: int
) -> list[Way]:
    """Of all ways from start to goal the best of each kind: fewest dice, then shortest; the best of all first.

    Two ways are of one kind if they enter the sections by the same hexes and take the same places. A kind is left out
    if another is plainly better. No way enters a hex twice, so the shortest trail to a hex may be one that cannot go
    on: a longer one that left out some of its hexes is followed beside it.
    """
    strides = _strides(box, bypass, active, closed, stops, start, goal)
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
        for stride in strides[here]:
            if trail.been & stride.bit:
                continue
            onward = _longer(trail, stride, theirs)
            others = known.setdefault((stride.there, onward.seams, onward.taken), [])
            if not _pointless(onward, others):
                others.append(onward)
                edge.append(onward)
    return worth_telling(list(best.values()))


def worth_telling(kinds: list[Way]) -> list[Way]:
    """Of the best ways of all kinds those that no other is plainly better than, the best of all first."""
    good = [way for way in kinds if not any(_worse(way, other) for other in kinds)]
    return sorted(good, key=lambda way: (way.checks, len(way.path), way.path))


def _strides(
    box: DarkSandsBox, bypass: bool, active: Mask, closed: Mask, stops: Mask, start: int, goal: int
) -> dict[int, list[Stride]]:
    """From each hex that ways may lead through, where they may go on; they never turn back between sections."""
    joined, section = box.network(bypass, active), box.section
    passed = thoroughfares(joined, between(box, start, goal) & ~closed, start, goal)
    step = (section[goal] > section[start]) - (section[goal] < section[start])
    strides: dict[int, list[Stride]] = {here: [] for here in places_in(passed)}
    for here in places_in(passed & ~stops):  # never its start: no extended move begins beside an enemy
        for there in places_in(joined[here] & passed):
            over = section[there] - section[here]
            if over in (0, step):
                rail = on_rails(box, active, here, there)
                strides[here].append(Stride(there, box.bits[there], bool(over), rail))
    return strides


def between(box: DarkSandsBox, start: int, goal: int) -> Mask:
    """The sections from one hex to another: no way turns back between sections, so none leaves them."""
    first, last = sorted((box.section[start], box.section[goal]))
    return sum(box.in_section[first : last + 1])


def thoroughfares(joined: Sequence[Mask], allowed: Mask, start: int, goal: int) -> Mask:
    """The allowed hexes that a way between two of them can lead through, with no dead ends."""
    ends = 1 << start | 1 << goal
    left = doubted = flood(ends, allowed, joined)
    while dead := mask_of([place for place in places_in(doubted & ~ends) if (joined[place] & left).bit_count() < 2]):
        left ^= dead
        doubted = spread(dead, joined) & left
    return left


def _pointless(trail: Trail, others: list[Trail]) -> bool:
    """Are others enough abreast of it, or did one of them cost no more and keep to hexes that it went through too?"""
    if len(others) == ABREAST:
        return True
    apart = ~trail.been
    for other in others:
        cheap = other.checks <= trail.checks and other.rail >= trail.rail and other.whole >= trail.whole
        if cheap and not other.been & apart:
            return True
    return False


def _worse(way: Way, other: Way) -> bool:
    """Does another way take as much at fewer dice, or more by the same seams at as many?"""
    if way.taken & ~other.taken:
        return False
    more = way.taken != other.taken and way.seams == other.seams
    return other.checks < way.checks or (other.checks == way.checks and more)


def _longer(trail: Trail, stride: Stride, theirs: Mask) -> Trail:
    """A trail with one hex more; a seam crossed other than by rail costs a die (19.2.2)."""
    path, been, seams, taken, checks, rail, whole, _ = trail
    there, bit, over, railed = stride
    kept = rail and railed
    charged = over and not kept
    return Trail(
        (*path, there),
        been | bit,
        (*seams, there) if over else seams,
        taken | theirs & bit,
        checks + charged,
        over or kept,
        whole and railed,
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
