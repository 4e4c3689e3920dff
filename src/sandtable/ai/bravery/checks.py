"""Bravery in the Sand: what test positions change before they start, and what they check at the end."""

from __future__ import annotations

from sandtable.ai.bravery import coups
from sandtable.ai.bravery.value import PLAIN, Sight
from sandtable.engine.sides import ALLIED, AXIS, NUMBER
from sandtable.games.bravery.position import LOST, BraveryPosition


def _units(pos: BraveryPosition, name: str) -> list[int]:
    """The unit with a name, or all units of a formation."""
    box = pos.box
    if name in box.formation:
        return list(box.members[box.formation[name]])
    found = [number for number, unit in enumerate(box.units) if unit.id == name]
    if not found:
        raise ValueError(f"there is no unit {name!r}")
    return found


def set_put(pos: BraveryPosition, name: str, place: str) -> None:
    """Put a unit or a formation somewhere."""
    for unit in _units(pos, name):
        pos.where[unit] = pos.box.map.index[place]


def set_reduce(pos: BraveryPosition, *names: str) -> None:
    """Reduce units."""
    for name in names:
        for unit in _units(pos, name):
            pos.strength[unit] = 1


def set_lose(pos: BraveryPosition, *names: str) -> None:
    """Take units off the map."""
    for name in names:
        for unit in _units(pos, name):
            pos.strength[unit], pos.where[unit] = 0, LOST


def set_hold(pos: BraveryPosition, side: str, *places: str) -> None:
    """Give a side control of strategic hexes."""
    for place in places:
        bit = 1 << pos.box.map.index[place]
        pos.axis_held = pos.axis_held | bit if NUMBER[side] == AXIS else pos.axis_held & ~bit


def set_turn(pos: BraveryPosition, turn: str) -> None:
    """Set the turn."""
    pos.turn = int(turn)


def left_open(pos: BraveryPosition, side: int) -> bool:
    """Could the other side win with one march?"""
    return bool(pos.over is None and Sight(pos, PLAIN).coups(1 - side))


def unwatched(pos: BraveryPosition, side: int) -> bool:
    """Could the Commonwealth be at Tripoli in two marches, with no German a march from the corridor?"""
    camps = Sight(pos, PLAIN).camps
    return coups.unwatched(pos.box, camps[ALLIED], camps[AXIS].german)


def bare(pos: BraveryPosition, side: int, place: str) -> bool:
    """Does the side have nobody in a hex?"""
    return not pos.holds(pos.box.map.index[place], side)


def together(pos: BraveryPosition, side: int, name: str) -> bool:
    """Is what is left of a formation in one hex?"""
    return len({pos.where[unit] for unit in _units(pos, name) if pos.strength[unit]}) <= 1


def scattered(pos: BraveryPosition, side: int, name: str) -> bool:
    """Is what is left of a formation in more than one hex?"""
    return not together(pos, side, name)
