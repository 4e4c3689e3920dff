"""2 Movement: how far a block may go, over which hexsides, and what its arrival brings about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import AXIS
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r03_engagement import take_fortress
from sandtable.games.rommel.rules.r06_disruption import disrupt, mix
from sandtable.games.rommel.rules.r07_supply import nearer, own_hexsides

ROMMEL, WITHDRAWAL = 1, 2
"""Bits of a move's mode."""
TAKE, ALL = "take", "all"
"""The orders that choose a block, or all of them together."""
NO_SIDE = -1
"""The hexside of a way that does not lead into battle."""

Entries = dict[int, Mask]
"""Hexes with enemies that can be entered, and from which hexes."""


def may_move(pos: RommelPosition, unit: int) -> bool:
    """6.1.1 Disrupted blocks take no part in a move, and no block moves twice in one."""
    return not (pos.disrupted[unit] or pos.moved[unit])


def is_retreat(pos: RommelPosition, side: int, start: int) -> bool:
    """5.0 Any move out of a hex with enemies is a retreat."""
    return pos.holds(start, OTHER[side])


class Field(NamedTuple):
    """What a move has to reckon with: enemies, known enemy minefields, and the network a withdrawal must keep to."""

    enemies: Mask
    ready: Mask
    """Hexes with undisrupted enemies."""
    stops: Mask
    net: Mask
    """-1 when the move is no withdrawal."""


class Reach(NamedTuple):
    """Where a group can go, and where only by forced march."""

    plain: Mask
    entries: Entries
    further: Mask
    charges: Entries


def field(pos: RommelPosition, side: int, mode: int, net: Mask | None = None) -> Field:
    """The field for a side's move."""
    enemies, ready = pos.held(OTHER[side])
    stops = 0
    for hex_, owner, shown, _ in pos.mines:
        if shown and owner != side:  # 8.4
            stops |= 1 << hex_
    if mode & WITHDRAWAL:
        return Field(enemies, ready, stops, pos.networks[side] if net is None else net)
    return Field(enemies, ready, stops, -1)


def lengths(pos: RommelPosition, speed: int, mode: int) -> tuple[int, int]:
    """How far a block goes across the desert, and how much further by forced march."""
    tables = pos.box.tables
    return speed + (tables.rommel if mode & ROMMEL else 0), 0 if mode & WITHDRAWAL else tables.march


def out_of_reach(pos: RommelPosition, start: int, speed: int, mode: int, dest: int) -> bool:
    """Is a hex too far off, whatever stands between?"""
    return not pos.box.vicinity[sum(lengths(pos, speed, mode))][start] >> dest & 1


def reach(
    pos: RommelPosition, side: int, on: Field, start: int, speed: int, mode: int, units: int, only: int = -1
) -> Reach:
    """2.3 The hexes a group of one speed can go to, and the hexes with enemies (or the `only` one) it can enter."""
    enemies, ready, stops, net = on
    speed, march = lengths(pos, speed, mode)
    first, near = own_hexsides(pos, side, start), pos.box.vicinity[speed + march][start]
    local = net if net == -1 else net & near
    found = ways_out(pos.box, start, first, speed, march, enemies & near, stops & near, local)
    plain, entries, further, charges = found
    if not (entries or charges or mode & WITHDRAWAL):
        return found
    if mode & WITHDRAWAL:  # 5.1
        goal = nearer(pos, side, net, start)
        plain &= goal
        entries = {foe: via for foe, via in entries.items() if goal >> foe & 1}
    if only >= 0:
        entries = {only: entries[only]} if only in entries else {}
        charges = {only: charges[only]} if only in charges else {}
    if entries or charges:
        barred = ready if mode & WITHDRAWAL else 0
        if enemies >> start & 1:  # 5.0
            barred = enemies if mode & WITHDRAWAL else ready
        entries = _legal(pos, side, entries, barred, units)
        charges = _legal(pos, side, charges, barred, units)
    return Reach(plain, entries, further, charges)


@lru_cache(maxsize=16384)
def ways_out(
    box: RommelBox, start: int, first: Mask, length: int, march: int, enemies: Mask, stops: Mask, net: Mask
) -> Reach:
    """2.5 Where one can get from a hex: a road gives its bonus when all of the way is of its grade or better.

    A function of its arguments alone, which tell of the vicinity only: so they come back often, and it is remembered.
    """
    board, home = box.board, 1 << start
    stops &= ~home
    hindrances = enemies | stops | ~net
    plain = further = 0
    entries: Entries = {}
    charges: Entries = {}
    for grade, bonus in enumerate(box.tables.bonus):
        ways, balls, far = board.by_grade[grade], board.balls[grade][start], length + bonus
        exits, ball = ways[start] & first, balls[far + march]
        if not exits:
            continue
        if exits == ways[start] and not ball & hindrances:
            plain |= balls[far]
            further |= ball
            continue
        steps, met = _rings(ways, start, exits, far + march, enemies, stops, net)
        plain |= steps[far]
        further |= steps[far + march]
        for foe in places_in(met):
            via = ways[foe] & ~stops
            if not exits >> foe & 1:
                via &= ~home
            if via & steps[far - 1]:
                entries[foe] = entries.get(foe, 0) | via & steps[far - 1]
            if march:
                charges[foe] = charges.get(foe, 0) | via & steps[far]
    charges = {foe: sides for foe, via in charges.items() if (sides := via & ~entries.get(foe, 0))}
    return Reach(plain & ~home, entries, further & ~plain & ~home, charges)


def _rings(
    ways: tuple[Mask, ...], start: int, exits: Mask, most: int, enemies: Mask, stops: Mask, net: Mask
) -> tuple[list[Mask], Mask]:
    """The hexes free of enemies within 0, 1, 2 ... steps, and the enemies met."""
    open_ = net & ~enemies
    reached = 1 << start
    steps = [reached]
    touched = wider = exits
    for _ in range(most - 1):
        edge = wider & open_ & ~reached
        reached |= edge
        steps.append(reached)
        wider = spread(edge & ~stops, ways) if edge else 0
        touched |= wider
    steps.append(reached | wider & open_)
    return steps, touched & enemies


def _legal(pos: RommelPosition, side: int, entries: Entries, barred: Mask, units: int) -> Entries:
    return {
        foe: sides
        for foe, via in entries.items()
        if not barred >> foe & 1 and (sides := ways_in(pos, side, foe, via, units))
    }


def ways_in(pos: RommelPosition, side: int, foe: int, via: Mask, units: int) -> Mask:
    """2.8, 2.8.1 Two units a hexside into battle, one over a pass or by a road through closed terrain."""
    tables, narrow = pos.box.tables, pos.box.board.narrow[foe]
    if units > tables.hexside_limit:
        return 0
    if units > tables.narrow_limit:
        via &= ~narrow
    battle = pos.battle_at(foe)
    if battle is not None and battle[1] == side:
        via &= ~battle[2]  # 3.1 those hexsides are the enemy's
    for start, end, count in pos.crossed:
        limit = tables.narrow_limit if narrow >> start & 1 else tables.hexside_limit
        if end == foe and count + units > limit:
            via &= ~(1 << start)
    return via


def advance(
    pos: RommelPosition,
    units: Sequence[int],
    way: Sequence[int],
    via: int,
    mode: int,
    march: bool = False,
    told: tuple[str, str] | None = None,
    *more: int,
) -> None:
    """2.9 Blocks of one hex go a way together, all of them; they stop where enemies or their mines are."""
    side, start = pos.box.side[units[0]], pos.where[units[0]]
    end, mined = sweep(pos, side, way)
    if end != way[-1]:
        via = NO_SIDE
    use_rommel(pos, mode)
    retreating = is_retreat(pos, side, start)
    pos.note(*told or (("5.0", "retreat") if retreating else ("2.1", "move")), side, start, end, len(units), via, *more)
    if mined:
        pos.note("8.4", "mine", OTHER[side], end)
        pos.reveal()
    mix(pos, pos.at(start, side))
    tables = pos.box.tables
    extra = (tables.rommel if mode & ROMMEL else 0) + (tables.march if march else 0)
    need = pos.box.board.speed_needed(start, end, tables.bonus, extra)
    for unit in units:
        pos.where[unit] = end
        pos.moved[unit] = 1
        pos.rested[unit] = 0
        pos.least[unit] = max(need, pos.least[unit])
        if via >= 0 and not march:
            count_crossing(pos, via, end)
        if retreating:
            if via < 0:
                disrupt(pos, unit)  # else after the rout of those it ran over
            pos.fleeing = (*pos.fleeing, (unit, start))
    mix(pos, pos.at(end, side))
    if via >= 0:
        _enter(pos, side, via, end)
    if not (retreating and mode & WITHDRAWAL):  # 5.0, 5.1
        take_fortress(pos, side, end)


def use_rommel(pos: RommelPosition, mode: int) -> None:
    """2.6.1 Rommel's bonus is spent when a block moves by it, not before."""
    if mode & ROMMEL and not pos.rommel:
        pos.rommel = 1
        pos.note("2.6", "rommel", AXIS)


def _enter(pos: RommelPosition, side: int, via: int, dest: int) -> None:
    """3.1 A hexside crossed into a hex with enemies becomes the attacker's."""
    battle = pos.battle_at(dest)
    if battle is None:
        pos.battles = (*pos.battles, (dest, OTHER[side], 1 << via))
    elif battle[1] != side:
        pos.battles = tuple((p, d, m | 1 << via) if p == dest else (p, d, m) for p, d, m in pos.battles)
    pos.entered |= 1 << dest


def count_crossing(pos: RommelPosition, via: int, dest: int) -> None:
    """2.8.2 A crossing into battle counts against the hexside's limit; a forced march counts even if it fails."""
    counts = {(a, b): count for a, b, count in pos.crossed}
    counts[via, dest] = counts.get((via, dest), 0) + 1
    pos.crossed = tuple((a, b, count) for (a, b), count in counts.items())


def may_meet_mines(pos: RommelPosition, side: int) -> bool:
    """Has the enemy a minefield that this side has not found? Those it knows lie on no new way but at its end."""
    return any(owner != side and not shown for _, owner, shown, _ in pos.mines)


def sweep(pos: RommelPosition, side: int, way: Sequence[int]) -> tuple[int, bool]:
    """8.4 The hex in which a way ends, at an enemy minefield on it at the latest, and whether one shows only now.

    Hexes that were passed are known to be clear.
    """
    for hex_ in way:
        bit = 1 << hex_
        mines = [shown for place, owner, shown, _ in pos.mines if place == hex_ and owner != side]
        pos.mines = tuple(
            (place, owner, 1, zone)
            if place == hex_ and owner != side
            else (place, owner, shown, zone & ~bit)
            if owner != side
            else (place, owner, shown, zone)
            for place, owner, shown, zone in pos.mines
        )
        if mines:
            return hex_, 0 in mines
    return way[-1], False


def route(
    pos: RommelPosition, side: int, start: int, speed: int, dest: int, via: int, mode: int, march: bool
) -> tuple[int, ...]:
    """The shortest way within a block's reach, without the start; the lowest grade of road that serves is used.

    No better grade has a shorter one: its ways are among those of the grades below.
    """
    tables, board = pos.box.tables, pos.box.board
    extra = (tables.rommel if mode & ROMMEL else 0) + (tables.march if march else 0)
    enemies, _ = pos.held(OTHER[side])
    open_ = ~enemies & (pos.networks[side] if mode & WITHDRAWAL else -1)
    stops = sum(1 << hex_ for hex_, owner, shown, _ in pos.mines if shown and owner != side)
    goal = via if via >= 0 else dest
    tail = (dest,) if via >= 0 else ()
    if goal == start:
        return tail
    first = own_hexsides(pos, side, start)
    for grade, bonus in enumerate(tables.bonus):
        ways = board.by_grade[grade]
        before: dict[int, int] = {}
        edge, unseen = [start], open_ & ~(1 << start)
        for _ in range(speed + extra + bonus - len(tail)):
            wider = []
            for hex_ in edge:
                found = unseen & (ways[hex_] & first if hex_ == start else ways[hex_])
                unseen ^= found
                for there in places_in(found):
                    before[there] = hex_
                    if not stops >> there & 1:
                        wider.append(there)
            if goal in before:
                way = [*tail[::-1], goal]
                while before[way[-1]] != start:
                    way.append(before[way[-1]])
                return tuple(reversed(way))
            edge = wider
    raise AssertionError("a move that is offered has a way")
