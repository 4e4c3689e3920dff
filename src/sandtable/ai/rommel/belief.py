"""Rommel in the Desert: which hidden block is likely to be which.

The rules' own guess deals the faces that are possible: fast enough for the moves seen, on the map in time. A player
knows more. The scenario says where each block set up, so one is likelier near there than far off, the slower the less;
and whoever sends a single block deep into the enemy's rear sends a quick and cheap one. All of that is public.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from random import Random

from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.guess import MARKS, hidden_units
from sandtable.games.rommel.position import OTHER, RommelPosition

STRAYED = 2.0
"""How much less likely a block is with each turn's march from where it set up: in the first month, by powers of e."""
SPARED = 0.4
"""How much less likely a block on its own is with each point of its strength, by powers of e."""
QUICK, FOREMOST = 4, 3
"""The speed of those who are feared in the foremost stacks, and how many stacks those are."""
SWAPS = 5
"""How often each block may change faces with another, on average."""


@lru_cache(maxsize=16)
def strays(box: RommelBox) -> tuple[tuple[float, ...], ...]:
    """For each block and hex, the turns it is away from the nearest hex where it may set up, or from its base."""
    homes: dict[int, tuple[int, ...]] = {unit: group.hexes for group in box.plan.groups for unit in group.units}
    board, bonus = box.board, box.tables.bonus
    rows = []
    for unit, speed in enumerate(box.speed):
        starts = homes.get(unit, (board.base[box.side[unit]],))
        rows.append(
            tuple(
                min(
                    far[start][place] / (speed + more)
                    for start in starts
                    for far, more in zip(board.distance, bonus, strict=True)
                )
                for place in range(len(box.map))
            )
        )
    return tuple(rows)


def believe(pos: RommelPosition, viewer: int, rng: Random) -> RommelPosition:
    """A guess at what is hidden made likelier: hidden enemy blocks change faces as long as the clues allow it."""
    busy = {*pos.chosen, *pos.quarry, *(unit for unit, _ in pos.fleeing)}
    units = [unit for unit in hidden_units(pos, OTHER[viewer]) if unit not in busy]
    if len(units) < 2:
        return pos
    where = pos.where
    rate = STRAYED / (1 + pos.turn - pos.box.plan.first)
    away = strays(pos.box)
    held, _ = pos.held(OTHER[viewer])
    alone = {
        place: where.count(place) == 1 and not held & pos.box.board.around[place]
        for place in {where[unit] for unit in units}
    }
    marks = [getattr(pos, name) for name in MARKS]

    def odds(unit: int, place: int) -> float:
        return rate * away[unit][place] + (SPARED * pos.value(unit) if alone[place] else 0.0)

    for _ in range(SWAPS * len(units)):
        one, two = rng.sample(units, 2)
        here, there = where[one], where[two]
        if here == there or not fits(pos, one, two):
            continue
        gain = odds(one, here) + odds(two, there) - odds(one, there) - odds(two, here)
        if gain >= 0 or rng.random() < exp(gain):
            for mark in marks:
                mark[one], mark[two] = mark[two], mark[one]
    return pos


def fear(pos: RommelPosition, viewer: int) -> RommelPosition:
    """A guess made worse: the enemy's quickest hidden blocks are in his foremost stacks, as far as the clues allow."""
    other, speed, where = OTHER[viewer], pos.box.speed, pos.where
    hidden = {unit for unit in hidden_units(pos, other) if not pos.disrupted[unit]}
    quick = max([speed[unit] for unit in hidden], default=0)
    if quick < QUICK:
        return pos
    far = pos.box.board.distance[0][pos.box.board.base[viewer]]
    stacks = sorted({where[unit] for unit in hidden}, key=lambda place: (far[place], place))[:FOREMOST]
    marks = [getattr(pos, name) for name in MARKS]
    for place in stacks:
        if any(speed[unit] == quick for unit in pos.ready_at(place, other)):
            continue
        slow = [unit for unit in hidden if where[unit] == place]
        for one in sorted(hidden, key=lambda unit: (-far[where[unit]], unit)):
            two = next((unit for unit in slow if fits(pos, one, unit)), -1)
            if speed[one] == quick and far[where[one]] > far[place] and two >= 0:
                for mark in marks:
                    mark[one], mark[two] = mark[two], mark[one]
                break
    return pos


def fits(pos: RommelPosition, one: int, two: int) -> bool:
    """Could two hidden blocks be each other, by their speed and the months they came in?"""
    least, latest, speed, arrived = pos.least, pos.latest, pos.box.speed, pos.arrived
    return (
        speed[one] >= least[two]
        and speed[two] >= least[one]
        and arrived[one] <= latest[two]
        and arrived[two] <= latest[one]
    )
