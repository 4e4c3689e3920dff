"""The ways of an extended move: those that differ in what they take, where they cross a seam, or what they risk."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.engine.maps import Mask, places_in
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
    step = (section[goal] > section[start]) - (section[goal] < section[start])
    known: dict[tuple[int, tuple[int, ...], Mask], list[tuple[Mask, int, bool, bool]]] = {}
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
        for there in places_in(joined[here] & ~closed & ~trail.been):
            over = section[there] - section[here]
            if over not in (0, step):
                continue
            onward = _longer(box, active, theirs, trail, there, bool(over))
            marks = known.setdefault((there, onward.seams, onward.taken), [])
            mark = (onward.been, onward.checks, not onward.rail, not onward.whole)
            if len(marks) < ABREAST and not any(_as_good(old, mark) for old in marks):
                marks.append(mark)
                edge.append(onward)
    good = [way for way in best.values() if not any(_worse(way, other) for other in best.values())]
    return sorted(good, key=lambda way: (way.checks, len(way.path), way.path))


def _as_good(old: tuple[Mask, int, bool, bool], new: tuple[Mask, int, bool, bool]) -> bool:
    """Did a trail reach the same hex at no higher cost, through nothing but hexes that the other went through too?"""
    return not old[0] & ~new[0] and old[1] <= new[1] and old[2] <= new[2] and old[3] <= new[3]


def _worse(way: Way, other: Way) -> bool:
    """Does another way take as much at fewer dice, or more by the same seams at as many?"""
    if way.taken & ~other.taken:
        return False
    more = way.taken != other.taken and way.seams == other.seams
    return other.checks < way.checks or (other.checks == way.checks and more)


def _longer(box: DarkSandsBox, active: Mask, theirs: Mask, trail: Trail, there: int, over: bool) -> Trail:
    """A trail with one hex more; a seam crossed other than by rail costs a die (19.2.2)."""
    rail = on_rails(box, active, trail.path[-1], there)
    kept = trail.rail and rail
    return Trail(
        (*trail.path, there),
        trail.been | box.bits[there],
        (*trail.seams, there) if over else trail.seams,
        trail.taken | theirs & box.bits[there],
        trail.checks + (over and not kept),
        over or kept,
        trail.whole and rail,
        over and not kept,
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
    return bool(box.rail_joined[here] >> there & active >> here & active >> there & 1)
