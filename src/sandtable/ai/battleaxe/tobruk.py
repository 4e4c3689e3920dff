"""Operation Battleaxe: the line from Tobruk to Buq-Buq, which wins the game at once when it is open in the evening.

`line_open` is the verdict of 17.1 itself, after cut-off ground has changed hands (14.2.4). The Axis moves last before
the sun sets, so an open line loses only if nobody can shut it: `shutters` are the units that can.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.ai.battleaxe.danger import AIR, attack_value, defence_value
from sandtable.ai.battleaxe.lines import at_evening
from sandtable.engine.maps import Mask, flood, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.odds import Battle, call_chance, helpers, imagine, result_odds, two_dice
from sandtable.games.battleaxe.position import OVERRUN, BattleaxePosition
from sandtable.games.battleaxe.rules.r09_movement import path_to, reach
from sandtable.games.battleaxe.rules.r11_values import endurance
from sandtable.games.battleaxe.rules.r16_june15 import waiting

SOME_HOPE = 0.2
"""A fight for the line is worth these odds or better: the alternative is to wait for the sunset roll."""
NEARLY = 0.95
"""A fight is as good as the best if it has this share of its hope."""
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
    evening = at_evening(box, control, allied, axis)
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


def shutters(pos: BattleaxePosition) -> Mask:
    """The units of the Axis that could shut an open line with their next march."""
    trial = _axis_to_move(pos)
    return sum(1 << unit for unit in places_in(_able(pos)) if _shuts(trial, unit))


def can_shut(pos: BattleaxePosition) -> bool:
    """Is there such a unit?"""
    trial = _axis_to_move(pos)
    return any(_shuts(trial, unit) for unit in places_in(_able(pos)))


def _axis_to_move(pos: BattleaxePosition) -> BattleaxePosition:
    if pos.active == AXIS:
        return pos
    trial = pos.copy()
    trial.active, trial.attacked = AXIS, 0
    return trial


def _shuts(pos: BattleaxePosition, unit: int) -> bool:
    return next(_shutting(pos, unit), None) is not None


def _shutting(pos: BattleaxePosition, unit: int) -> Iterator[int]:
    """The places without Allies in which a unit would end a march that shuts the line."""
    start, allied = pos.where[unit], pos.occupied[ALLIED]
    found = reach(pos, start, pos.movement(unit), 0)
    places = 0
    for level in found:
        places |= level
    places &= ~allied
    if _open(pos.box, pos.control & ~places, allied, pos.occupied[AXIS] | places):
        return  # not even if it could be everywhere at once
    alone = pos.here[start] & pos.box.army[AXIS] == 1 << unit
    for place in places_in(places):
        if not open_after_march(pos, path_to(pos, found, start, place), start, alone):
            yield place


def shut_from(pos: BattleaxePosition, unit: int) -> Mask:
    """Where a unit that begins its march should go to shut an open line: without a fight, or else by one."""
    quiet = sum(1 << place for place in _shutting(pos, unit))
    return quiet or sum(1 << place for place, (_, coming) in breaking(pos).items() if coming >> unit & 1)


def _able(pos: BattleaxePosition) -> Mask:
    """The units of the Axis that can still move in this impulse, or in their next."""
    box = pos.box
    units = 0
    for place in places_in(pos.occupied[AXIS]):
        units |= pos.here[place]
    able = units & box.army[AXIS] & box.mobile & ~waiting(pos)
    return able & (~pos.used | pos.ready) if pos.active == AXIS else able


def breaking(pos: BattleaxePosition) -> dict[int, tuple[float, Mask]]:
    """The places, on the line or in Tobruk, where a fight with some hope would shut an open line: the hope, and who.

    In an assault its units fight together, before it those of one area.
    """
    box, allied = pos.box, pos.occupied[ALLIED]
    units = _able(pos)
    if pos.ready & units:
        groups = [pos.ready & units]
    else:
        groups = [pos.here[place] & units for place in places_in(pos.occupied[AXIS])]
    reaches = {unit: sum(reach(pos, pos.where[unit], pos.movement(unit), 0)) for unit in places_in(units)}
    found: dict[int, tuple[float, Mask]] = {}
    for place in places_in(allied & ~pos.attacked):
        bit = 1 << place
        if _open(box, pos.control & ~bit, allied & ~bit, pos.occupied[AXIS] | bit):
            continue
        for group in groups:
            there = pos.here[place] & group
            coming = there | sum(1 << unit for unit in places_in(group & ~there) if reaches[unit] & bit)
            if not coming & ~box.guns:
                continue
            repulse, stalemate, *_ = result_odds(imagine(pos, place, _strongest(pos, coming), helpers(pos)))
            hope = 1 - repulse - (0.0 if place == box.tobruk else stalemate)
            if hope >= SOME_HOPE:
                most, before = found.get(place, (0.0, 0))
                found[place] = max(hope, most), before | coming
    return found


def breakers(pos: BattleaxePosition) -> Mask:
    """The units of the Axis that could shut an open line by the most hopeful fights."""
    fights = breaking(pos)
    best = max((hope for hope, _ in fights.values()), default=0.0)
    found = 0
    for hope, coming in fights.values():
        if hope >= NEARLY * best:
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


def overrun_chance(pos: BattleaxePosition, siege: Mask) -> float:
    """How likely the garrison of Tobruk is to overrun some besiegers in one attack."""
    box = pos.box
    garrison = pos.here[box.tobruk] & box.army[ALLIED]
    if not garrison & ~box.guns:
        return 0.0
    if not siege:
        return 1.0
    battle = Battle(
        attack_value(box, garrison, garrison & pos.reduced) + round(AIR),
        defence_value(box, siege, siege & pos.reduced) + box.tem[box.tobruk],
        endurance(pos, siege),
        0,
        call_chance(pos, ALLIED, box.tobruk),
        call_chance(pos, AXIS, box.tobruk),
    )
    return result_odds(battle)[OVERRUN]
