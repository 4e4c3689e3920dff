"""Stacking and control: how many units a place takes, and which side holds it."""

from __future__ import annotations

from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.rules.r14_supply import relieve
from sandtable.games.battleaxe.rules.r16_june15 import on_allied_control, on_allied_entry
from sandtable.games.battleaxe.rules.r19_options import award_tobruk


def room(pos: BattleaxePosition, side: int, place: int) -> int:
    """7.1, 15.2 How many more units of a side a place can take: four in an area, any number in a zone."""
    box = pos.box
    if box.zones >> place & 1:
        return len(box.units)
    return box.stack - (pos.here[place] & box.army[side]).bit_count()


def taking(pos: BattleaxePosition, size: int, places: Mask) -> Mask:
    """Those of some places that have room for so many more units of the attacker; none of them may be full."""
    if size == 1:
        return places
    for place in places_in(places & (pos.occupied[pos.active] if size <= pos.box.stack else -1)):
        if room(pos, pos.active, place) < size:
            places ^= 1 << place
    return places


def contested(pos: BattleaxePosition) -> Mask:
    """7.3 The places with units of both sides."""
    return pos.occupied[ALLIED] & pos.occupied[AXIS]


def vacant(pos: BattleaxePosition, side: int) -> Mask:
    """7.4 The places without enemies of a side, whoever holds them."""
    return ~pos.occupied[1 - side] & (pos.box.areas | pos.box.zones)


def settle_control(pos: BattleaxePosition, place: int) -> None:
    """7.2 A side alone in a place takes control of it, even in passing."""
    bit = 1 << place
    allied, axis = pos.occupied[ALLIED] & bit, pos.occupied[AXIS] & bit
    if allied and not axis and not pos.control & bit:
        pos.control |= bit
        pos.note("7.2", "control", place, ALLIED)
        on_allied_control(pos, place)
    elif axis and not allied and pos.control & bit:
        pos.control ^= bit
        pos.note("7.2", "control", place, AXIS)


def move(pos: BattleaxePosition, unit: int, place: int) -> None:
    """Move a unit (LOST eliminates it) and do all that follows from its departure and arrival."""
    left = pos.where[unit]
    pos.put(unit, place)
    if left >= 0:
        settle_control(pos, left)
    if place >= 0:
        settle_control(pos, place)
        if pos.box.side[unit] == ALLIED:
            on_allied_entry(pos, place)
    if pos.cut:
        relieve(pos)
    if pos.box.tobruk_bonus:
        award_tobruk(pos)


def eliminate(pos: BattleaxePosition, unit: int, rule: str, *absorbed: int) -> None:
    """Take a unit off the map; the log says how many attrition points that absorbs, if it does."""
    pos.note(rule, "lost", unit, pos.where[unit], *absorbed)
    pos.reduced &= ~(1 << unit)
    pos.cut &= ~(1 << unit)
    move(pos, unit, LOST)


def lose_step(pos: BattleaxePosition, unit: int, rule: str) -> None:
    """Flip a full-strength unit; a reduced one is eliminated."""
    if pos.reduced >> unit & 1:
        eliminate(pos, unit, rule)
    else:
        pos.reduced |= 1 << unit
        pos.note(rule, "flipped", unit, pos.where[unit])
