"""The supply network, quickly: every hex on any valid line, found by one walk over the ground instead of line by line.

A line never enters a hex twice, so a hex is on some line from a unit to the base exactly when it lies in a block
(a part that no single hex can cut in two) on the way between them. Between joints a line may pass at most two hexes
that are not joints, which cuts the ground into a few alternatives; the network is their union.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from sandtable.engine.maps import Mask, mask_of, places_in, spread
from sandtable.games.rommel.board import TRACK, TRAIL, Board


class Ground(NamedTuple):
    """Where a side's supply lines may run just now."""

    board: Board
    base: int
    joints: Mask
    """Hexes where two links may meet: the highway, and hexes with undisrupted blocks of the side."""
    closed: Mask
    """Hexes that no line may cross."""
    fought: Mask
    """Battle hexes: lines use only the side's own hexsides there."""
    sides: tuple[tuple[int, Mask], ...]
    """Each battle hex, and the neighbours across the side's own hexsides."""


@lru_cache(maxsize=1024)
def reached(ground: Ground) -> Mask:
    """7.2 Every hex that has a supply line, link by link from the base: 1 hex by desert, 2 by trail, 3 by track."""
    board, base, joints, closed, fought, sides = ground
    if closed >> base & 1:
        return 1 << base
    gates = dict(sides)
    hampered = fought | spread((closed | fought) & board.roads, board.link_middles) | spread(fought, board.link_ends)
    link_ends = board.link_ends
    found = todo = 1 << base
    while todo:
        bit = todo & -todo
        todo ^= bit
        start = bit.bit_length() - 1
        ends = (_link_ends(ground, gates, start) if bit & hampered else link_ends[start]) & ~found
        found |= ends
        todo |= ends & joints
    return found


def _link_ends(ground: Ground, gates: dict[int, Mask], start: int) -> Mask:
    """The hexes a link from a joint can end at, past what is in its way."""
    board, fought = ground.board, ground.fought
    shut = (ground.closed | fought) & board.link_middles[start]
    direct, single, pair, ends = _links(board, start, gates.get(start, -1), shut)
    for end in places_in(ends & fought):
        last = 1 << start if direct >> end & 1 else 0
        last |= single & board.by_grade[TRAIL][end] | pair & board.by_grade[TRACK][end]
        if not last & gates[end]:
            ends ^= 1 << end
    return ends


@lru_cache(maxsize=4096)
def _links(board: Board, start: int, gate: Mask, shut: Mask) -> tuple[Mask, Mask, Mask, Mask]:
    """The ends of links without a hex between, the last hexes of links with one and two between, and all ends."""
    trail, track = board.by_grade[TRAIL], board.by_grade[TRACK]
    direct = ends = board.around[start] & gate
    single = trail[start] & gate & ~shut  # one hex between joints, by trail
    pair = track[start] & gate & ~shut  # two hexes between joints, by track
    if single:
        ends |= spread(single, trail)
        if pair:
            pair = spread(pair, track) & ~shut
            ends |= spread(pair, track)
    return direct, single, pair, ends


@lru_cache(maxsize=256)
def network(ground: Ground, sources: Mask) -> Mask:
    """Every hex on any supply line of the units in `sources`."""
    lines = reached(ground)
    sources, joints = sources & lines, ground.joints & lines
    found = 0
    main = sources & joints
    if main:
        found = _with_joints(ground, joints, main)
    for source in places_in(sources & ~joints):
        # A hex with disrupted units only: its lines begin there, but no other line may join there.
        bit = 1 << source
        found |= _with_joints(ground._replace(closed=ground.closed & ~bit), joints | bit, bit)
    return found


def _with_joints(ground: Ground, joints: Mask, sources: Mask) -> Mask:
    board, base, _, closed, fought, sides = ground
    around, trail, track = board.around, board.by_grade[TRAIL], board.by_grade[TRACK]
    free = board.roadside & ~joints & ~closed & ~fought
    near: dict[int, Mask] = {}
    once = twice = tracked = 0
    for joint in places_in(joints):
        roads = trail[joint] & free
        near[joint] = around[joint] & joints | roads
        twice |= once & roads
        once |= roads
        tracked |= track[joint] & free
    between = twice | tracked & spread(tracked, track)  # other hexes lead from a joint to no other
    for hex_ in places_in(between):
        near[hex_] = trail[hex_] & joints
    for hex_, gate in sides:
        for shut in places_in(near.get(hex_, 0) & ~gate):
            near[hex_] &= ~(1 << shut)
            if shut in near:
                near[shut] &= ~(1 << hex_)
    paired = mask_of([hex_ for hex_ in places_in(between & tracked) if near[hex_] & track[hex_]])
    pairs = [(a, b) for a in places_in(paired) for b in places_in(track[a] & paired & -(1 << a))]
    if not pairs:
        return _blocks_between(near, joints | between, base, sources)
    loose = _loose(pairs, near, track)
    for a, b in pairs:
        if (a, b) not in loose:
            near[a] |= 1 << b
            near[b] |= 1 << a
    if not loose:
        return _blocks_between(near, joints | between, base, sources)
    most = dict(near)
    for a, b in loose:
        most[a] |= 1 << b
        most[b] |= 1 << a
    bound = _blocks_between(most, joints | between, base, sources)
    found = 0
    for chosen in _matchings(loose):
        fixed = dict(near)
        for a, b in chosen:
            _join(fixed, track, a, b)
        found |= _blocks_between(fixed, joints | between, base, sources)
        if found == bound:
            break
    return found


def _loose(pairs: list[tuple[int, int]], near: dict[int, Mask], track: tuple[Mask, ...]) -> list[tuple[int, int]]:
    """Pairs of hexes between joints that a line may use only at the price of another use of one of them."""
    uses: dict[int, int] = {}
    for pair in pairs:
        for hex_ in pair:
            uses[hex_] = uses.get(hex_, 0) + 1
    return [pair for pair in pairs if any(uses[hex_] > 1 or near[hex_] & ~track[hex_] for hex_ in pair)]


def _join(near: dict[int, Mask], track: tuple[Mask, ...], a: int, b: int) -> None:
    """Let a link run over two hexes between joints: by track all the way."""
    for hex_, other in ((a, b), (b, a)):
        for joint in places_in(near[hex_] & ~track[hex_]):
            near[joint] &= ~(1 << hex_)
        near[hex_] = near[hex_] & track[hex_] | 1 << other


def _matchings(pairs: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every choice of pairs without a hex in common, the largest first."""
    for size in range(len(pairs), -1, -1):
        for chosen in combinations(pairs, size):
            if len({hex_ for pair in chosen for hex_ in pair}) == 2 * size:
                yield chosen


def _blocks_between(near: dict[int, Mask], ways: Mask, base: int, sources: Mask) -> Mask:
    """All hexes of the blocks that lie between the base and a source: a walk in depth from the base (Hopcroft, Tarjan).

    What hangs on a hex by that hex alone is a block of its own; what touches a hex further up is part of its block.
    """
    bit = 1 << base
    found = sources & bit
    unseen = ways & ~bit
    beside = near[base]
    # Of the hex the walk has come to, the path above it; of all that hangs on it, what it touches, the part that is
    # in one block with the hex, and any source.
    above = touched = body = wanted = 0
    path: list[tuple[Mask, Mask, Mask, Mask, Mask, Mask]] = []
    while True:
        new = beside & unseen
        if new:
            path.append((bit, beside, above, touched, body, wanted))
            above |= bit
            bit = new & -new
            unseen ^= bit
            beside = touched = near[bit.bit_length() - 1]
            body, wanted = bit, sources & bit
            continue
        if not path:
            return found
        below, part, source = touched, body, wanted
        bit, beside, above, touched, body, wanted = path.pop()
        if below & above:
            touched |= below
            body |= part
        elif source:
            found |= part | bit
        wanted |= source
