"""Rommel in the Desert: what a round of battle should cost, without rolling a die.

A plan for a whole turn is judged by the mean of its battles, and the best plans again with good and with bad luck.
Whole hits that may be expected are taken off the blocks of a trial position; what is left over is counted as a part of
a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from sandtable.engine.maps import places_in
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.position import AWAY, LOST, OTHER, RommelPosition
from sandtable.games.rommel.rules.r03_engagement import refuse_barred, tidy
from sandtable.games.rommel.rules.r05_retreats import ways_back
from sandtable.games.rommel.rules.r06_disruption import disrupt
from sandtable.games.rommel.rules.r07_supply import supply_network, without_supply
from sandtable.games.rommel.rules.r08_fortresses import mined

PURSUIT = 0.5
"""The chance of a die of pursuit fire."""
SHAKEN = 0.25
"""What it costs a block to be disrupted, as a share of its worth."""
ROUTED = 0.45
"""What it costs a block to be routed into a retreat."""
GROUND = 3.0
"""What a hex is worth that is given up by refusing battle."""
ARMOUR = 1.3
"""How much more armour counts than other troops of the same strength."""


def worth(pos: RommelPosition, unit: int) -> float:
    """What a block is worth: its strength now, and a little for being there at all."""
    return _worths(pos.box)[unit][pos.steps[unit]]


@lru_cache(maxsize=16)
def _worths(box: RommelBox) -> tuple[tuple[float, ...], ...]:
    """The same for each block and each number of steps."""
    return tuple(
        tuple(value * (ARMOUR if kind == 0 else 1.0) + 1.0 for value in row)
        for row, kind in zip(box.values, box.kind, strict=True)
    )


def mass(pos: RommelPosition, units: Sequence[int]) -> float:
    """What some blocks are worth together."""
    table, steps = _worths(pos.box), pos.steps
    return sum([table[unit][steps[unit]] for unit in units])


def hits(
    pos: RommelPosition, place: int, firing: Sequence[int], at: Sequence[int], attacked: bool, double: bool
) -> float:
    """The hits a force should score in one round; `attacked` says that it is the passive side."""
    if not firing or not at:
        return 0.0
    box, steps = pos.box, pos.steps
    side, kind, values, fire = box.side[firing[0]], box.kind, box.values, box.tables.fire
    kinds = {kind[unit] for unit in at}
    sixes = bool(pos.mines) and mined(pos, place, OTHER[side])
    chances = [1 if sixes else max([7 - row[one] for one in kinds]) for row in fire]
    dice = 0.0
    for unit in firing:
        dice += values[unit][steps[unit]] * chances[kind[unit]]
    walls = attacked and box.board.fortresses >> place & 1 and pos.owner(place) == side
    return dice / 6 * (2 if walls else 1) * (2 if double else 1)


def price(pos: RommelPosition, units: Sequence[int], count: float) -> float:
    """What some hits cost a force, roughly."""
    room = sum([pos.steps[unit] * pos.box.toughness[unit] for unit in units])
    return min(1.0, count / max(1, room)) * mass(pos, units)


class Toll(NamedTuple):
    """What something costs or gains in blocks, and the part of it that the trial position does not show."""

    total: float
    unseen: float


def suffer(pos: RommelPosition, units: Sequence[int], count: float) -> Toll:
    """Take the whole hits off a force, blocks with most steps first; what that and the rest of a hit cost."""
    before, rest = mass(pos, units), 0.0
    steps, tough, values = pos.steps, pos.box.toughness, pos.box.values
    while count > 0:
        alive = [unit for unit in units if steps[unit] > 0]
        if not alive:
            break
        unit = max(alive, key=lambda one: (steps[one] > 1, -tough[one], steps[one], one))
        if tough[unit] > count:
            lost = values[unit][steps[unit]] - values[unit][steps[unit] - 1] + (steps[unit] == 1)
            rest = count / tough[unit] * lost
            break
        count -= tough[unit]
        steps[unit] -= 1
        if not steps[unit]:
            pos.where[unit] = LOST
    left = sum([worth(pos, unit) for unit in units if steps[unit] > 0])
    return Toll(before - left + rest, rest)


def lucky(mean: float, luck: float) -> float:
    """The hits of a force this many standard deviations luckier than the mean, with dice that hit one time in three."""
    return max(0.0, mean + luck * sqrt(mean * 2 / 3))


def fight(pos: RommelPosition, side: int, place: int, double: bool, luck: float = 0.0) -> Toll:
    """A round in a hex, attacked by a side: what it gains in blocks; the trial position bears the losses."""
    mine, theirs = pos.ready_at(place, side), pos.ready_at(place, OTHER[side])
    lost = suffer(pos, mine, lucky(hits(pos, place, theirs, mine, True, double), -luck))
    left = [unit for unit in mine if pos.steps[unit] > 0]
    won = suffer(pos, theirs, lucky(hits(pos, place, left, theirs, False, double), luck))
    return Toll(won.total - lost.total, won.unseen - lost.unseen)


def flee(pos: RommelPosition, place: int, units: Sequence[int]) -> Toll:
    """What pursuit costs those who leave a hex; the trial position bears it."""
    speed, side = pos.box.speed, pos.box.side[units[0]]
    slowest = min([speed[unit] for unit in units])
    dice = 0
    for unit in pos.ready_at(place, OTHER[side]):
        dice += 2 if speed[unit] > slowest else speed[unit] == slowest
    return suffer(pos, units, PURSUIT * dice)


def refusal(pos: RommelPosition, side: int, place: int) -> int:
    """The hex to which a side's force would go if it refused battle; -1 if it cannot."""
    if refuse_barred(pos, side, place, without_supply(pos, side, 1 << place)):
        return -1
    ways = ways_back(pos, side, place, pos.at(place, side), supply_network(pos, side))
    open_ = -1
    for way in ways.values():
        open_ &= way
    if not all(ways.values()) or not open_:
        return -1
    far = pos.box.board.distance[0][place]
    return max(places_in(open_), key=lambda hex_: (pos.holds(hex_, side), -far[hex_], hex_))


def round_of(pos: RommelPosition, side: int, place: int, double: bool, luck: float = 0.0) -> Toll:
    """A round that a side forces on a hex; the enemy, who does not know the dice, stands or refuses by their mean."""
    theirs = pos.ready_at(place, OTHER[side])
    stood = pos.quiet()
    gain = fight(stood, side, place, double)
    shaken = SHAKEN * mass(pos, theirs) + GROUND
    if gain.total > shaken:
        back = refusal(pos, OTHER[side], place)
        if back >= 0:
            fled = pos.quiet()
            pursuit = flee(fled, place, theirs)
            if pursuit.total + shaken < gain.total:
                for unit in theirs:
                    if fled.where[unit] >= 0:
                        fled.where[unit] = back
                        disrupt(fled, unit)
                _become(pos, fled)
                return pursuit
    if luck:
        stood = pos.quiet()
        gain = fight(stood, side, place, double, luck)
    _become(pos, stood)
    return gain


def _become(pos: RommelPosition, other: RommelPosition) -> None:
    """Take over what a battle changed in a trial."""
    pos.steps, pos.where, pos.disrupted = other.steps, other.where, other.disrupted
    tidy(pos)


def battles(pos: RommelPosition, side: int, double: bool = False, luck: float = 0.0) -> float:
    """All battles of a side's turn: those it entered, and older ones that promise something.

    They go by their mean, or by so much luck.
    The trial position bears what they cost; the rest, as the side gains by it, is returned.
    """
    unseen = routs(pos, side)
    for place, _, _ in pos.battles:
        if not (pos.ready_at(place, side) and pos.ready_at(place, OTHER[side])):
            continue
        if pos.entered >> place & 1:
            unseen += round_of(pos, side, place, double, luck).unseen
            continue
        trial = pos.quiet()
        toll = round_of(trial, side, place, double)
        if toll.total > 0:
            if luck:
                trial = pos.quiet()
                toll = round_of(trial, side, place, double, luck)
            _become(pos, trial)
            unseen += toll.unseen
    pos.entered = 0
    return unseen + routs(pos, side)


def routs(pos: RommelPosition, side: int) -> float:
    """Disrupted blocks among undisrupted enemies leave the map; what they would have left is returned to the owner."""
    unseen = 0.0
    for place, _, _ in pos.battles:
        for beaten in (side, OTHER[side]):
            lying = pos.at(place, beaten)
            if not lying or pos.ready_at(place, beaten) or not pos.ready_at(place, OTHER[beaten]):
                continue
            cut = without_supply(pos, beaten, 1 << place)
            left = sum([worth(pos, unit) * (1 - ROUTED) for unit in lying if unit not in cut])
            for unit in lying:
                pos.where[unit] = AWAY
            unseen += left if beaten == side else -left
    tidy(pos)
    return unseen
