"""Operation Battleaxe: the line from Tobruk to Buq-Buq, which wins the game at once when it is open in the evening.

`line_open` is the verdict of 17.1 itself, after cut-off ground has changed hands (14.2.4). The Axis moves last before
the sun sets, so an open line loses only if nobody can shut it: `shutters` are the units that can.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import Mask, flood, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.odds import helpers, imagine, result_odds, two_dice
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_movement import path_to, reach
from sandtable.games.battleaxe.rules.r16_june15 import waiting

SOME_HOPE = 0.2
"""A fight for the line is worth these odds or better: the alternative is to wait for the sunset roll."""
FAR = 6
"""Steps beyond which a line is not worth considering."""


@lru_cache(maxsize=16)
def sunset_chance(impulse: int) -> float:
    """How likely the sunset roll of an impulse is to end the day."""
    return sum(chance for total, chance in two_dice() if total < impulse)


def sunset_ahead(pos: BattleaxePosition) -> float:
    """How likely the day is to end with this impulse of the Axis, as far as the dice are known."""
    if pos.impulse == pos.box.impulses:
        return 1.0
    return float(pos.sunset < pos.impulse) if pos.sunset else sunset_chance(pos.impulse)


@lru_cache(maxsize=1 << 15)
def _open(box: BattleaxeBox, control: Mask, allied: Mask, axis: Mask) -> bool:
    tobruk = 1 << box.tobruk
    if axis & tobruk:
        return False
    ours, theirs = control, ~control & (box.areas | box.zones)
    lost = ours & ~allied & ~flood(box.sources[ALLIED] & ours, ours, box.around)
    won = theirs & ~axis & ~flood(box.sources[AXIS] & theirs, theirs, box.around)
    evening = control ^ (lost | won)  # 14.2.4
    return bool(flood(1 << box.buq_buq & evening, evening, box.around) & tobruk)


def line_open(pos: BattleaxePosition) -> bool:
    """17.1 Would Tobruk be relieved if the sun set now?"""
    return _open(pos.box, pos.control, *pos.occupied)


def open_after_march(pos: BattleaxePosition, stops: list[int], start: int, alone: bool) -> bool:
    """The same after an Axis unit has passed through some places, the last of which it stays in."""
    axis = pos.occupied[AXIS] & ~(1 << start) if alone else pos.occupied[AXIS]
    control = pos.control
    for place in stops:
        if not pos.occupied[ALLIED] >> place & 1:
            control &= ~(1 << place)
    if alone and pos.occupied[ALLIED] >> start & 1:
        control |= 1 << start
    return _open(pos.box, control, pos.occupied[ALLIED], axis | 1 << stops[-1])


def shutting(pos: BattleaxePosition, unit: int) -> Mask:
    """The places without Allies in which a unit of the Axis would end a march that shuts the line."""
    trial = pos
    if pos.active != AXIS:
        trial = pos.copy()
        trial.active, trial.attacked = AXIS, 0
    start = trial.where[unit]
    found = reach(trial, start, trial.movement(unit), 0)
    places = 0
    for level in found:
        places |= level
    alone = trial.here[start] & trial.box.army[AXIS] == 1 << unit
    shut = 0
    for place in places_in(places & ~trial.occupied[ALLIED]):
        if not open_after_march(trial, path_to(trial, found, start, place), start, alone):
            shut |= 1 << place
    return shut


def shutters(pos: BattleaxePosition) -> Mask:
    """The units of the Axis that could shut an open line with their next march."""
    return sum(1 << unit for unit in places_in(_able(pos)) if shutting(pos, unit))


def _able(pos: BattleaxePosition) -> Mask:
    """The units of the Axis that can still move in this impulse, or in their next."""
    box = pos.box
    units = 0
    for place in places_in(pos.occupied[AXIS]):
        units |= pos.here[place]
    able = units & box.army[AXIS] & box.mobile & ~waiting(pos)
    return able & (~pos.used | pos.ready) if pos.active == AXIS else able


def breakers(pos: BattleaxePosition) -> Mask:
    """The units of the Axis that could shut an open line by a fight with some hope: for a place on it, or in Tobruk."""
    box, allied = pos.box, pos.occupied[ALLIED]
    units = _able(pos)
    reaches: dict[int, Mask] = {}
    for unit in places_in(units):
        reaches[unit] = sum(reach(pos, pos.where[unit], pos.movement(unit), 0))
    found = 0
    for place in places_in(allied & ~pos.attacked):
        bit = 1 << place
        there = pos.here[place] & units
        coming = there | sum(1 << unit for unit in places_in(units & ~there) if reaches[unit] & bit)
        if not coming & ~box.guns or _open(box, pos.control & ~bit, allied & ~bit, pos.occupied[AXIS] | bit):
            continue
        repulse, stalemate, *_ = result_odds(imagine(pos, place, _strongest(pos, coming), helpers(pos)))
        hope = 1 - repulse - (0.0 if place == box.tobruk else stalemate)
        if hope >= SOME_HOPE:
            found |= coming
    return found


def _strongest(pos: BattleaxePosition, units: Mask) -> Mask:
    """The best few of some units, as many as a place takes, led by one that is not a gun."""
    guns = pos.box.guns
    order = sorted(places_in(units), key=lambda unit: (bool(guns >> unit & 1), -pos.value(unit)))
    return sum(1 << unit for unit in order[: pos.box.stack])


@lru_cache(maxsize=1 << 15)
def steps_to_open(box: BattleaxeBox, control: Mask, axis: Mask, crowded: Mask, besiegers: int) -> int:
    """How far the Allies are from an open line: a step for a place to walk into, two or three for one to fight for."""
    tobruk = 1 << box.tobruk
    siege = 1 + besiegers if besiegers else 0
    free, lone = ~control & ~axis, ~control & axis & ~crowded
    reached: Mask = 0
    rings = [0] * (FAR + 4)
    rings[0] = 1 << box.buq_buq & control
    for steps in range(FAR - siege):
        ring = flood(rings[steps], (control | rings[steps]) & ~reached, box.around) if rings[steps] else 0
        reached |= ring
        if reached & tobruk:
            return steps + siege
        near = spread(ring, box.around) & ~reached
        rings[steps + 1] |= near & free
        rings[steps + 2] |= near & lone
        rings[steps + 3] |= near & crowded & ~control
    return FAR


@lru_cache(maxsize=8)
def round_tobruk(box: BattleaxeBox) -> Mask:
    """The places from which a unit could bar the roads out of Tobruk: within two steps of it."""
    near = spread(1 << box.tobruk, box.around)
    return near | spread(near, box.around)


def besiegers(pos: BattleaxePosition) -> Mask:
    """The units of the Axis before Tobruk."""
    return pos.here[pos.box.tobruk] & pos.box.army[AXIS]
