"""Rommel in the Desert: supply lines, seen by a player who wonders where one could be cut.

A force is rarely cut off by the enemy in front of it, more often by one or two blocks that go round. `cuts` finds the
hexes for that: one that a line must pass, or two that close both ways.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.engine.maps import Mask, mask_of, places_in, spread
from sandtable.games.rommel.board import TRACK, TRAIL, Board
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.network import Ground, reached
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r07_supply import ground

MECHANISED = 3
"""The speed of tanks and half-tracks: those who are sent far."""
FRONT = 2
"""How many stacks have their lines examined: those with most to lose."""
NEAREST = 5
"""Hexes of a line, from the stack back, that are tried for a cut."""
REAR_STEP = 3
"""Beyond those every third hex is tried, back to the base, for a cut by one block."""
PAIRED = 2
"""Behind the front a second block helps to cut a line if it is within this many hexes of the first."""
MOST_GAPS = 7.0
"""What gaps in a road may cost before it is given up."""
FIGHT, PER_POINT = 1.2, 0.12
"""What a gap with enemies in it costs, and each point of their strength; one to walk into costs 1."""
Hop = tuple[int, tuple[int, ...]]
"""The end of a supply link and the hexes between."""


class Cut(NamedTuple):
    """Hexes that, in enemy hands, would leave blocks without a line."""

    hexes: Mask
    lost: float
    """What those blocks are worth."""


@lru_cache(maxsize=2048)
def _hops(board: Board, start: int) -> tuple[Hop, ...]:
    """Every supply link from a hex: straight, one hex between by trail, two by track."""
    trail, track = board.by_grade[TRAIL], board.by_grade[TRACK]
    found: list[Hop] = [(end, ()) for end in places_in(board.around[start])]
    for one in places_in(trail[start]):
        found += [(end, (one,)) for end in places_in(trail[one] & ~(1 << start))]
    for one in places_in(track[start]):
        for two in places_in(track[one] & ~(1 << start)):
            found += [(end, (one, two)) for end in places_in(track[two] & ~(1 << start | 1 << one))]
    return tuple(found)


@lru_cache(maxsize=2048)
def _masked(board: Board, start: int) -> tuple[tuple[int, Mask], ...]:
    """The same links as their ends and the mask of the hexes between."""
    return tuple((end, mask_of(between)) for end, between in _hops(board, start))


def line(on: Ground, target: int) -> list[int]:
    """The hexes of a line with few links from a hex back to the base, without its ends; nothing if there is none."""
    shut = on.closed | on.fought
    before: dict[int, tuple[int, tuple[int, ...]]] = {on.base: (-1, ())}
    queue = deque([on.base])
    while queue and target not in before:
        start = queue.popleft()
        for end, between in _hops(on.board, start):
            if end in before or on.closed >> end & 1 or any(shut >> hex_ & 1 for hex_ in between):
                continue
            before[end] = start, between
            if on.joints >> end & 1:
                queue.append(end)
    if target not in before:
        return []
    way: list[int] = []
    while target != on.base:
        target, between = before[target]
        way += [*reversed(between), target]
    return way[:-1]


Need = tuple[int, int]
"""A hex where a block is wanted, and the neighbour it has to come in from; -1 if that does not matter."""


@lru_cache(maxsize=2048)
def bridge(on: Ground, foes: tuple[tuple[int, int], ...], target: int) -> tuple[Need, ...] | None:
    """What is missing to join a hex to the base: blocks to stand in a hex, or to fight their way in over a hexside.

    A line crosses a hex with enemies only over the side's own hexsides (7.1), so such a hex needs blocks from both
    sides. `foes` are hexes with the strength of the enemies there; None where too much is missing.
    """
    shut, gates = on.closed | on.fought, dict(on.sides)
    price = {place: FIGHT + strength * PER_POINT for place, strength in foes}
    best: dict[int, float] = {on.base: 0.0}
    came: dict[int, tuple[int, tuple[Need, ...]]] = {}
    heap = [(0.0, on.base)]
    while heap:
        cost, start = heappop(heap)
        if start == target:
            break
        if cost > best[start]:
            continue
        held_up = shut >> start & 1
        for end, between in _masked(on.board, start):
            if between and (held_up or between & shut):
                continue
            needs: list[Need] = []
            new = cost
            if held_up and not gates.get(start, 0) >> end & 1:
                needs.append((start, end))
                new += 1.0
            if shut >> end & 1:
                if between:
                    continue
                new += 0.0 if on.joints >> end & 1 else price.get(end, 1.0) - 1.0
                if not gates.get(end, 0) >> start & 1:
                    needs.append((end, start))
                    new += 1.0
            elif end != target and not on.joints >> end & 1:
                needs.append((end, -1))
                new += 1.0
            if new <= MOST_GAPS and new < best.get(end, 99.0):
                best[end], came[end] = new, (start, tuple(needs))
                heappush(heap, (new, end))
    if target not in best:
        return None
    missing: list[Need] = []
    while target != on.base:
        target, wanted = came[target]
        missing += wanted
    return tuple(missing)


def without(on: Ground, hex_: int) -> Ground:
    """The same ground with an enemy in a hex."""
    bit = 1 << hex_
    return on._replace(closed=on.closed | bit, joints=on.joints & ~bit)


@lru_cache(maxsize=4096)
def find_cuts(on: Ground, stacks: tuple[tuple[int, float], ...], near: Mask = 0) -> tuple[Cut, ...]:
    """The cuts that would hurt stacks, given with what they are worth: by one hex where that is enough, else by two.

    Far behind the stack with most to lose two hexes are looked for only where the enemy could be soon: `near`.
    """
    held = sum(1 << place for place, _ in stacks)
    lines = reached(on)
    fed = [(place, worth) for place, worth in stacks if lines >> place & 1 and place != on.base]

    def lost(after: Ground) -> float:
        left = reached(after)
        return sum(worth for place, worth in fed if not left >> place & 1)

    found: dict[Mask, float] = {}
    for number, (target, _) in enumerate(sorted(fed, key=lambda stack: -stack[1])[:FRONT]):
        way = line(on, target)
        for one in places_in(near & mask_of(way) & ~held) if number == 0 else ():
            first = without(on, one)
            cost = lost(first)
            if cost:
                found[1 << one] = cost
                continue
            close = on.board.distance[0][one]
            for two in line(first, target):
                if near >> two & 1 and not held >> two & 1 and close[two] <= PAIRED:
                    cost = lost(without(first, two))
                    if cost:
                        found[1 << one | 1 << two] = cost
        for one in _rear(way, held):
            cost = lost(without(on, one))
            if cost:
                found[1 << one] = cost
        for one in _bare(way, held):
            first = without(on, one)
            cost = lost(first)
            if cost:
                found[1 << one] = cost
                continue
            for two in _bare(line(first, target), held):
                cost = lost(without(first, two))
                if cost:
                    found[1 << one | 1 << two] = cost
    return tuple(Cut(hexes, cost) for hexes, cost in sorted(found.items(), key=lambda cut: -cut[1]))


def _bare(way: list[int], held: Mask) -> list[int]:
    """The hexes of a line that nobody holds, nearest the front first."""
    return [hex_ for hex_ in way if not held >> hex_ & 1][:NEAREST]


def _rear(way: list[int], held: Mask) -> list[int]:
    """Hexes of a line far behind, where all the lines of an army may run together; those next to the base first."""
    bare = [hex_ for hex_ in way if not held >> hex_ & 1][NEAREST:]
    return bare[::-1][::REAR_STEP]


def cuts(pos: RommelPosition, side: int, stacks: tuple[tuple[int, float], ...]) -> tuple[Cut, ...]:
    """The cuts that threaten a side's stacks, wherever the enemy's blocks are: which he can reach is another matter."""
    on = ground(pos, side)
    on = on._replace(closed=0, joints=on.joints | on.closed & on.board.highway)
    return find_cuts(on, stacks, in_two_marches(pos, OTHER[side]))


def in_reach(pos: RommelPosition, side: int) -> Mask:
    """Every hex that a side's blocks could touch with their next move, Rommel's bonus and forced marches aside."""
    box = pos.box
    fastest: dict[int, int] = {}
    for unit in box.units[side]:
        place = pos.where[unit]
        if place >= 0 and not pos.disrupted[unit]:
            fastest[place] = max(box.speed[unit], fastest.get(place, 0))
    touched = 0
    for place, speed in fastest.items():
        touched |= box.vicinity[speed][place]
    return touched


@lru_cache(maxsize=16)
def two_marches(box: RommelBox) -> tuple[tuple[Mask, ...], ...]:
    """For each speed and hex, every hex that a block could touch with two moves, if nobody is in its way."""
    return tuple(tuple(spread(row[place], row) for place in range(len(box.map))) for row in box.vicinity)


def in_two_marches(pos: RommelPosition, side: int) -> Mask:
    """Every hex that a side's mechanised troops could touch with two moves, if nobody were in their way."""
    box, where, disrupted = pos.box, pos.where, pos.disrupted
    twice, touched = two_marches(box), 0
    fastest: dict[int, int] = {}
    for unit in box.units[side]:
        place = where[unit]
        if place >= 0 and box.speed[unit] >= MECHANISED and not disrupted[unit]:
            fastest[place] = max(box.speed[unit], fastest.get(place, 0))
    for place, speed in fastest.items():
        touched |= twice[speed][place]
    return touched


@lru_cache(maxsize=16)
def _threatening(box: RommelBox, side: int) -> tuple[Mask, ...]:
    """For each speed, the hexes from which a block gets into a side's base, a forced march and Rommel included."""
    base, more = box.board.base[side], box.tables.rommel + box.tables.march
    speeds = range(max(box.speed) + 1)
    return tuple(
        mask_of(place for place in range(len(box.map)) if box.vicinity[speed + more][place] >> base & 1)
        for speed in speeds
    )


def base_in_reach(pos: RommelPosition, side: int) -> bool:
    """Could an enemy block get into a side's base with its next move, a forced march and Rommel included?"""
    return _someone_in(pos, OTHER[side], _threatening(pos.box, side))


def _someone_in(pos: RommelPosition, side: int, near: tuple[Mask, ...]) -> bool:
    """Does a block of a side that may move stand in one of the hexes given for its speed?"""
    where, disrupted, speed = pos.where, pos.disrupted, pos.box.speed
    if not pos.held(side)[1] & near[max(speed)]:
        return False
    for unit in pos.box.units[side]:
        place = where[unit]
        if place >= 0 and not disrupted[unit] and near[speed[unit]] >> place & 1:
            return True
    return False


@lru_cache(maxsize=16)
def near_home(box: RommelBox, side: int) -> tuple[Mask, ...]:
    """For each speed, the hexes from which a block of the side gets home to its base with one move."""
    base = box.board.base[side]
    return tuple(mask_of(place for place in range(len(box.map)) if row[place] >> base & 1) for row in box.vicinity)


def has_reserve(pos: RommelPosition, side: int) -> bool:
    """Could a block of the side be back in its base with one move, if nobody is in its way?"""
    return _someone_in(pos, side, near_home(pos.box, side))


@lru_cache(maxsize=16)
def _two_marches_off(box: RommelBox, side: int) -> tuple[Mask, ...]:
    """For each speed, the hexes from which a block gets into a side's base with two moves, if nobody is in its way."""
    near = _threatening(box, side)
    return tuple(
        mask_of(place for place in range(len(box.map)) if box.vicinity[speed][place] & near[speed])
        for speed in range(max(box.speed) + 1)
    )


def base_in_two_marches(pos: RommelPosition, side: int) -> bool:
    """Could an enemy block get into a side's base by an offensive, if nobody were in its way?"""
    return _someone_in(pos, OTHER[side], _two_marches_off(pos.box, side))
