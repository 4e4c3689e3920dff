"""Printed names: with the view the only place where numbers become words."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine.maps import Mask, places_in
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.position import OVERRUN

SIDE_NAMES = ("Allies", "Axis")
ADJECTIVES = ("Allied", "Axis")
RESULTS = ("Repulse", "Stalemate", "Success", "Overrun")


def place_name(box: BattleaxeBox, place: int) -> str:
    """A place by its name and identifier: Halfaya Pass (6), Tobruk (zone H)."""
    number = box.map.ids[place]
    zone = "zone " if box.zones >> place & 1 else ""
    return f"{box.map.name[place]} ({zone}{number})"


def short_place(box: BattleaxeBox, place: int) -> str:
    """A place by its name alone."""
    return box.map.name[place]


def unit_name(box: BattleaxeBox, unit: int) -> str:
    """A unit as printed on its counter."""
    return box.units[unit].id


def unit_names(box: BattleaxeBox, units: Mask | Iterable[int]) -> str:
    """Several units: 2RTR, 6RTR and 12AT."""
    return listed([unit_name(box, unit) for unit in (places_in(units) if isinstance(units, int) else units)])


def listed(names: list[str]) -> str:
    """One, two and three."""
    return " and ".join(", ".join(names).rsplit(", ", 1)) if len(names) > 1 else "".join(names)


def short_units(box: BattleaxeBox, units: Mask) -> str:
    """Several units in little room: 2RTR + 6RTR."""
    return " + ".join(unit_name(box, unit) for unit in places_in(units))


def result_name(result: int, *, last: bool) -> str:
    """The result of a battle; an attack after an overrun is followed by no other (11.4.4)."""
    return "Defence destroyed" if last and result == OVERRUN else RESULTS[result]


def signed(number: int) -> str:
    """+2, 0, -1."""
    return f"{number:+d}" if number else "0"
