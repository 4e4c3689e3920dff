"""The supply network, plainly: try every line there is. Slow; it defines what the quick one must find."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sandtable.engine.maps import Mask, flood, mask_of, places_in
from sandtable.games.rommel.board import GRADES, HIGHWAY
from sandtable.games.rommel.network import Ground


def plain_network(ground: Ground, sources: Mask, lengths: tuple[int, ...]) -> Mask:
    """Every hex on any supply line of the units in `sources`, line by line."""
    found = 0
    for source in places_in(sources):
        for line in _lines(ground, (source,), lengths):
            found |= mask_of(line)
    return found


def _lines(ground: Ground, line: tuple[int, ...], lengths: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every line that goes on from here to the base without entering a hex twice."""
    if line[-1] == ground.base:
        yield line
        return
    barred = ground.closed | mask_of(line[:-1])
    if not flood(1 << line[-1], ~barred, ground.board.around) >> ground.base & 1:
        return
    for stretch in _links(ground, line, (line[-1],), lengths):
        yield from _lines(ground, (*line, *stretch[1:]), lengths)


def _links(
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
        worst = min(_grade(ground, a, b) for a, b in itertools.pairwise(longer))
        if worst < HIGHWAY and len(longer) - 1 > lengths[worst]:
            continue
        if ground.joints >> there & 1:
            yield longer
        elif not ground.fought >> there & 1:
            yield from _links(ground, line, longer, lengths)


def _open(ground: Ground, here: int, there: int) -> bool:
    """May lines leave a hex this way?"""
    return all(gate >> there & 1 for place, gate in ground.sides if place == here)


def _grade(ground: Ground, here: int, there: int) -> int:
    """The best way between two neighbours."""
    sheet = ground.board.map
    return max((grade for grade in range(1, 4) if sheet.linked(GRADES[grade], here, there)), default=0)
