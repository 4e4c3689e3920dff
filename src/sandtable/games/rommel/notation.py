"""Printed names: with the view and the report the only place where numbers become words."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.rommel.box import Box
from sandtable.games.rommel.position import Position

SIDE_NAMES = ("Allied", "Axis")
SIDE_NOUNS = ("Allies", "Axis")
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


def place_name(box: Box, place: int) -> str:
    """A hex."""
    return box.map.ids[place]


def places_list(box: Box, places: Iterable[int]) -> str:
    """Several hexes."""
    return listed([box.map.ids[place] for place in places])


def listed(words: list[str]) -> str:
    """a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def plural(count: int, word: str) -> str:
    """A count with its word."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def dummies(count: int) -> str:
    """So many dummies."""
    return "1 dummy" if count == 1 else f"{count} dummies"


def dice_text(count: int) -> str:
    """So many dice."""
    return "1 die" if count == 1 else f"{count} dice"


def month_name(box: Box, month: int) -> str:
    """A month of the scenario: June 1941."""
    year, first = box.plan.start
    number = first - 1 + month - box.plan.first
    return f"{MONTHS[number % 12]} {year + number // 12}"


def short_name(box: Box, unit: int) -> str:
    """What fits on the head of a block: the division, or the first word of the name."""
    name = box.name(unit)
    head, slash, _ = name.partition("/")
    return head if slash and len(head) <= 12 else name.split()[0]


def face(pos: Position, unit: int) -> str:
    """A block with its combat value: 21/5 Panzer Regt (4)."""
    return f"{pos.box.name(unit)} ({pos.value(unit)})"
