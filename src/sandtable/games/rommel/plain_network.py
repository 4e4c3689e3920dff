"""The supply network, plainly: try every line there is. Slow; it defines what the quick one must find."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.engine.maps import Mask, flood, mask_of, places_in
from sandtable.games.rommel.board import GRADES, HIGHWAY
from sandtable.games.rommel.network import Ground


def plain_network(ground: Ground, sources: Mask, lengths: tuple[int, ...]) -> Mask:
    """Every hex on any supply line of the units in `sources`, line by line."""
    found = 0
    for source in places_in(sources):
        hopeful = _linked(ground, source, lengths)
        found = _follow(ground, (source,), lengths, hopeful, found)
    return found


def _follow(ground: Ground, line: tuple[int, ...], lengths: tuple[int, ...], hopeful: Mask, found: Mask) -> Mask:
    """Go on from the end of a line in every way that enters no hex twice; add each line that gets to the base."""
    if line[-1] == ground.base:
        return found | mask_of(line)
    left = flood(1 << line[-1], hopeful & ~mask_of(line), ground.board.around)
    if not left >> ground.base & 1 or not (left | mask_of(line)) & ~found:
        return found  # it cannot arrive, or could add nothing
    for stretch in links(ground, line, (line[-1],), lengths):
        found = _follow(ground, (*line, *stretch[1:]), lengths, hopeful, found)
    return found


def _linked(ground: Ground, source: int, lengths: tuple[int, ...]) -> Mask:
    """Every hex on any chain of links from a hex, loops and all."""
    found, todo = 1 << source, [source]
    for joint in todo:
        for stretch in links(ground, (joint,), (joint,), lengths):
            if not found >> stretch[-1] & 1:
                todo.append(stretch[-1])
            found |= mask_of(stretch)
    return found


def links(
    ground: Ground, line: tuple[int, ...], stretch: tuple[int, ...], lengths: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Every link from the end of the line to the next joint: no longer than its worst way allows."""
    here = stretch[-1]
    for there in places_in(ground.board.around[here]):
        if there in line or there in stretch or ground.closed >> there & 1:
            continue
        if not (_open(ground, here, there) and _open(ground, there, here)):
            continue
        longer = (*stretch, there)
        worst = min(_grade(ground, a, b) for a, b in pairwise(longer))
        if worst < HIGHWAY and len(longer) - 1 > lengths[worst]:
            continue
        if ground.joints >> there & 1:
            yield longer
        elif not ground.fought >> there & 1:
            yield from links(ground, line, longer, lengths)


def _open(ground: Ground, here: int, there: int) -> bool:
    """May lines leave a hex this way?"""
    return all(gate >> there & 1 for place, gate in ground.sides if place == here)


def _grade(ground: Ground, here: int, there: int) -> int:
    """The best way between two neighbours."""
    sheet = ground.board.map
    return max((grade for grade in range(1, 4) if sheet.linked(GRADES[grade], here, there)), default=0)
