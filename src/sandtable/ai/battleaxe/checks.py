"""Operation Battleaxe: how test positions are set up, and how the results are judged."""

from __future__ import annotations

from sandtable.ai.battleaxe.danger import NOBODY, Attackers
from sandtable.ai.battleaxe.guards import LIKELY
from sandtable.ai.battleaxe.tobruk import besiegers, line_open, overrun_chance
from sandtable.engine.flow import Frame
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, NUMBER
from sandtable.games.battleaxe.box import LIGHT, PANZERS
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import settle_control
from sandtable.games.battleaxe.rules.r14_supply import unsupplied_units
from sandtable.games.battleaxe.rules.r17_victory import points_on_map

CHOOSE = {"allied": 0, "axis": 3}
"""The steps at which each side begins its impulse."""


def unit_of(pos: BattleaxePosition, name: str) -> int:
    """A unit by its id, with underscores for spaces."""
    return [unit.id for unit in pos.box.units].index(name.replace("_", " "))


def set_clear(pos: BattleaxePosition) -> None:
    """An empty map, with every place held as at the start; `hour` says which decision comes next."""
    for unit in range(len(pos.where)):
        pos.put(unit, LOST)
    pos.stack, pos._actions = (), None


def set_put(pos: BattleaxePosition, place: str, *units: str) -> None:
    """Put units in a place, with a star if they are reduced; a side that is alone there holds it."""
    number = pos.box.map.index[place]
    for word in units:
        unit = unit_of(pos, word.rstrip("*"))
        pos.put(unit, number)
        if word.endswith("*"):
            pos.reduced |= 1 << unit
    settle_control(pos, number)


def set_hold(pos: BattleaxePosition, side: str, *places: str) -> None:
    """Give places to a side."""
    for place in places:
        bit = 1 << pos.box.map.index[place]
        pos.control = pos.control | bit if NUMBER[side] == ALLIED else pos.control & ~bit


def set_hour(pos: BattleaxePosition, side: str, day: str, impulse: str, advantage: str, points: str = "0") -> None:
    """A side is to choose its impulse, on a given day and with a given side holding the Advantage."""
    pos.turn, pos.impulse, pos.points = int(day), int(impulse), int(points)
    if pos.turn > 1:
        pos.released = PANZERS | LIGHT
    pos.advantage = NUMBER[advantage]
    pos.stack = (Frame("turn", 0, (1,)), Frame("impulse", 0, (CHOOSE[side],)))
    pos._actions = None


def set_release(pos: BattleaxePosition) -> None:
    """Both divisions may move."""
    pos.released = PANZERS | LIGHT


def tobruk_joined(pos: BattleaxePosition, side: int) -> bool:
    """Is the road from Tobruk to Buq-Buq open?"""
    return pos.over is None and line_open(pos)


def siege_weak(pos: BattleaxePosition, side: int) -> bool:
    """Will the garrison of Tobruk probably overrun the besiegers?"""
    return overrun_chance(pos, besiegers(pos)) >= LIKELY


def guns_alone(pos: BattleaxePosition, side: int) -> bool:
    """Are guns of the side that decided without troops where they can be attacked?"""
    box = pos.box
    foes, mine = pos.occupied[1 - side], pos.occupied[side]
    attackers = Attackers(box, pos.here, mine, foes & ~mine, box.mobile & box.army[1 - side], pos.reduced)
    for place in places_in(mine):
        units = pos.here[place] & box.army[side]
        if units & ~box.guns or not units & box.mobile:
            continue
        if attackers.strongest(place, strong=True) > NOBODY:
            return True
    return False


def stands(pos: BattleaxePosition, side: int, unit: str, place: str) -> bool:
    """Is a unit in a place?"""
    return pos.where[unit_of(pos, unit)] == pos.box.map.index[place]


def left(pos: BattleaxePosition, side: int, unit: str, place: str) -> bool:
    """Has a unit that is still on the map left a place?"""
    where = pos.where[unit_of(pos, unit)]
    return where not in (LOST, pos.box.map.index[place])


def lost_unit(pos: BattleaxePosition, side: int, unit: str) -> bool:
    """Is a unit off the map?"""
    return pos.where[unit_of(pos, unit)] == LOST


def bare(pos: BattleaxePosition, side: int, place: str) -> bool:
    """Is none of the side's units left in a place?"""
    return not pos.occupied[side] >> pos.box.map.index[place] & 1


def alone(pos: BattleaxePosition, side: int, place: str) -> bool:
    """Does one unit of the side stand by itself in a place?"""
    return (pos.here[pos.box.map.index[place]] & pos.box.army[side]).bit_count() == 1


def cut_from(pos: BattleaxePosition, side: int, limit: str) -> bool:
    """Are this many units of the side without a supply line, or more?"""
    return (unsupplied_units(pos) & pos.box.army[side]).bit_count() >= int(limit)


def holds(pos: BattleaxePosition, side: int, place: str) -> bool:
    """Does the side hold a place?"""
    return bool(pos.held(side) >> pos.box.map.index[place] & 1)


def points_below(pos: BattleaxePosition, side: int, limit: str) -> bool:
    """Would the Allies score fewer points than this tonight?"""
    return points_on_map(pos) < int(limit)


def points_from(pos: BattleaxePosition, side: int, limit: str) -> bool:
    """Would the Allies score this many points tonight, or more?"""
    return points_on_map(pos) >= int(limit)


def axis_in_tobruk(pos: BattleaxePosition, side: int) -> bool:
    """Is there anybody left to besiege Tobruk?"""
    return bool(pos.occupied[AXIS] >> pos.box.tobruk & 1)
