"""What blocks, places, cards and sides are called, in sentences and in text forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.engine.kinds import KINDS as COMMON
from sandtable.engine.kinds import PLACE, Kind, coded
from sandtable.engine.words import ALLIES, THE_AXIS, Noun, listed
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.position import RommelPosition

SIDES_SAID = (ALLIES, THE_AXIS)
BIDS = ("none", "dummy", "real")
MOST_NAMED = 2
"""Blocks that a prompt names; more are counted."""
CLASS_NAMES = ("armour", "infantry", "anti-tank guns", "artillery")
SPEED_NAMES = ("", "unmotorised", "motorised", "mechanised", "recon")
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
SYMBOLS = {
    "armor": "armor",
    "armor_elite": "armor",
    "itank": "armor",
    "itank_elite": "armor",
    "mech_inf": "mechanised",
    "mech_elite": "mechanised",
    "mot_inf": "motorised",
    "infantry": "infantry",
    "para": "airborne",
    "recon": "recon",
    "artillery": "artillery",
    "sp_art": "artillery",
    "mot_at": "antitank",
    "mobile_at": "antitank",
}
TYPE_NAMES = {
    "armor": "armour",
    "armor_elite": "elite armour, two hits a step",
    "itank": "infantry tanks",
    "itank_elite": "elite infantry tanks, two hits a step",
    "mech_inf": "mechanised infantry",
    "mech_elite": "elite mechanised infantry, two hits a step",
    "mot_inf": "motorised infantry",
    "infantry": "infantry",
    "para": "paratroops",
    "recon": "reconnaissance",
    "artillery": "artillery",
    "sp_art": "self-propelled artillery",
    "mot_at": "motorised anti-tank guns",
    "mobile_at": "self-propelled anti-tank guns",
}


def place_name(box: RommelBox, place: int) -> str:
    """A hex."""
    return box.map.ids[place]


def places_list(box: RommelBox, places: Iterable[int]) -> str:
    """Several hexes."""
    return listed(box.map.ids[place] for place in places)


def month_name(box: RommelBox, month: int) -> str:
    """A month of the scenario: June 1941."""
    year, first = box.plan.start
    number = first - 1 + month - box.plan.first
    return f"{MONTHS[number % 12]} {year + number // 12}"


def short_name(box: RommelBox, unit: int) -> str:
    """What fits on the head of a block: the division, or the first word of the name."""
    name = box.name(unit)
    head, slash, _ = name.partition("/")
    return head if slash and len(head) <= 12 else name.split()[0]


def face(pos: RommelPosition, unit: int) -> str:
    """A block with its combat value: 21/5 Panzer Regt (4)."""
    return f"{pos.box.name(unit)} ({pos.value(unit)})"


def names_of(pos: RommelPosition, units: Iterable[int]) -> Noun:
    """Several blocks by their names, without their strength."""
    names = [pos.box.name(unit) for unit in units]
    return Noun(listed(names), len(names) > 1)


def _log_only(say: Callable[[Any, Any], Any], click: str = "") -> Kind:
    """A kind that stands in the log, never in an action."""
    return Kind(say, lambda pos, value: str(value), lambda pos, word: word, click)


KINDS: Mapping[str, Kind] = {
    **COMMON,
    "unit": coded(
        lambda box: [block.id for block in box.blocks], lambda pos, unit: Noun(face(pos, unit)), click="piece"
    ),
    "hex": PLACE._replace(click=""),
    "target": coded(lambda box: CLASS_NAMES, lambda pos, kind: CLASS_NAMES[kind]),
    "card": coded(lambda box: BIDS, lambda pos, card: BIDS[card]),
    "block": _log_only(lambda pos, unit: Noun(pos.box.name(unit))),
    "blocks": _log_only(names_of),
    "places": _log_only(lambda pos, places: places_list(pos.box, places), "places"),
    "side": _log_only(lambda pos, side: SIDES_SAID[side]),
}
"""A `unit` is named with its strength, for its owner alone; a `block` of the log by its name, for everybody.

A `hex` is named but not clicked: the hex from which an attack crosses a hexside.
"""
OWNERS = {"side": lambda pos, side: side, "block": lambda pos, unit: pos.box.side[unit]}
"""Whose a value is."""
