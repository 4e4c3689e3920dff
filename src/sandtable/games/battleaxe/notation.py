"""What places, units and sides are called, in sentences and in text forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sandtable.engine.kinds import KINDS as COMMON
from sandtable.engine.kinds import Kind, coded
from sandtable.engine.maps import Mask, lowest, places_in
from sandtable.engine.words import ALLIES, THE_AXIS, Noun, listed
from sandtable.games.battleaxe.box import PANZERS, BattleaxeBox
from sandtable.games.battleaxe.position import OVERRUN, BattleaxePosition

SIDES_SAID = (ALLIES, THE_AXIS)
ARMIES = ("Allies", "Axis")
"""The sides on a label."""
RESULTS = ("Repulse", "Stalemate", "Success", "Overrun")
FUNDS = {
    "points": "",
    "reserve": " from the reserves",
    "cubs": " with new tanks",
    "recovery": " by battlefield recovery",
}
"""What pays for a unit that is restored."""


def place_noun(box: BattleaxeBox, place: int) -> Noun:
    """A place by its name and identifier, or by its name alone: Halfaya Pass (6), Tobruk (zone H)."""
    name, zone = box.map.name[place], "zone " if box.zones >> place & 1 else ""
    return Noun(f"{name} ({zone}{box.map.ids[place]})", False, name)


def short_place(box: BattleaxeBox, place: int) -> str:
    """A place by its name alone."""
    return box.map.name[place]


def unit_name(box: BattleaxeBox, unit: int) -> str:
    """A unit as printed on its counter."""
    return box.units[unit].id


def units_noun(box: BattleaxeBox, units: Mask | Iterable[int]) -> Noun:
    """Several units: 2RTR, 6RTR and 12AT."""
    names = [unit_name(box, unit) for unit in (places_in(units) if isinstance(units, int) else units)]
    return Noun(listed(names), len(names) > 1)


def short_units(box: BattleaxeBox, units: Mask) -> str:
    """Several units in a small space: 2RTR + 6RTR."""
    return " + ".join(unit_name(box, unit) for unit in places_in(units))


def result_name(result: int, *, last: bool) -> str:
    """The result of a battle; no further attack follows one made after an overrun (11.4.4)."""
    return "Defence destroyed" if last and result == OVERRUN else RESULTS[result]


def signed(number: int) -> str:
    """+2, 0, -1."""
    return f"{number:+d}" if number else "0"


def _division(pos: BattleaxePosition, division: int) -> str:
    name: str = pos.box.tables["divisions"]["panzers" if division == PANZERS else "light"]
    return name


UNIT = coded(lambda box: [unit.id for unit in box.units], lambda pos, unit: Noun(unit_name(pos.box, unit)), "piece")
KINDS: Mapping[str, Kind] = {
    **COMMON,
    "place": COMMON["place"]._replace(say=lambda pos, place: place_noun(pos.box, place)),
    "unit": UNIT,
    "partner": UNIT._replace(click=""),
    "units": COMMON["number"]._replace(say=lambda pos, units: units_noun(pos.box, units)),
    "side": COMMON["number"]._replace(say=lambda pos, side: SIDES_SAID[side]),
    "division": COMMON["number"]._replace(say=_division),
    "funds": COMMON["word"]._replace(say=lambda pos, how: FUNDS[how]),
}
OWNERS: Mapping[str, Callable[..., int]] = {
    "side": lambda pos, side: side,
    "unit": lambda pos, unit: pos.box.side[unit],
    "units": lambda pos, units: pos.box.side[lowest(units)],
}
"""Whose a value is: `side` numbers mean the army."""
