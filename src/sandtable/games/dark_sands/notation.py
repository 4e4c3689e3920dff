"""What units, chits and sides are called, in sentences and in text forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from sandtable.engine.kinds import KINDS as COMMON
from sandtable.engine.kinds import Kind, Placed, coded, place_noun
from sandtable.engine.maps import places_in
from sandtable.engine.words import ALLIES, THE_AXIS, Noun, listed
from sandtable.games.dark_sands.box import DarkSandsBox

SIDES_SAID = (ALLIES, THE_AXIS)
ACT_NAMES = {"move": "Move!", "half-move": "½ Move", "combat": "Combat", "combat-1": "Combat -1"}


def place_said(pos: Placed, place: int) -> Noun:
    """A hex by its name and number."""
    return place_noun(pos, place)


def short_place(box: DarkSandsBox, place: int) -> str:
    """A hex by its name if it has one."""
    return box.map.name[place] or box.map.ids[place]


class Named(Protocol):
    """What names are read from: the counters, and how often each has been upgraded."""

    @property
    def box(self) -> DarkSandsBox: ...
    @property
    def grade(self) -> Sequence[int]: ...


class Then(NamedTuple):
    """The counters as they were at some time of the game."""

    box: DarkSandsBox
    grade: Sequence[int]


def unit_name(at: Named, unit: int) -> str:
    """A unit by the name on its present counter: an upgrade may bring a new one (22.5)."""
    return at.box.units[unit].name[at.grade[unit]]


def group_noun(at: Named, mask: int, most: int = 3) -> Noun:
    """Several units in a few words: their common division, or their names."""
    units = places_in(mask)
    formations = {at.box.units[unit].formation for unit in units}
    if len(units) > 1 and len(formations) == 1 and "" not in formations:
        return Noun(f"{len(units)} units of {formations.pop()}", many=True)
    return Noun(listed((unit_name(at, unit) for unit in units), most), len(units) > 1)


def side_of(box: DarkSandsBox, mask: int) -> int:
    """Whose units these are."""
    return box.units[(mask & -mask).bit_length() - 1].side


def chit_name(box: DarkSandsBox, chit: int) -> str:
    """An action chit with its owner."""
    who = box.chits[chit]
    return who.label if who.side == 2 or who.kind == "named" else f"{SIDES_SAID[who.side].adjective} {who.label}"


def relief_name(box: DarkSandsBox, number: int) -> str:
    """A replacement chit."""
    chit = box.reliefs[number]
    special = {"tiger": "Tiger Cub: ", "promise": "FDR's Promise: ", "emergency": "Emergency: "}.get(chit.special, "")
    return special + steps_said(chit.side, chit.tank, chit.infantry, chit.italian)


def steps_said(side: int, tank: int, infantry: int, italian: int = 0) -> str:
    """Replacement steps by kind, without the kinds there are none of: 1 tank and 2 infantry steps."""
    counts = ((tank, "panzer" if side else "tank"), (infantry, "infantry"), (italian, "Italian"))
    kinds = listed(f"{count} {kind}" for count, kind in counts if count)
    return f"{kinds or 'no'} {'step' if tank + infantry + italian == 1 else 'steps'}"


def apart(codes: Sequence[str]) -> list[str]:
    """Codes told apart: of two alike the second ends in .2."""
    return [code + (f".{n}" if (n := codes[:at].count(code) + 1) > 1 else "") for at, code in enumerate(codes)]


def relief_code(box: DarkSandsBox, number: int) -> str:
    """A replacement chit by its side and steps."""
    chit = box.reliefs[number]
    return f"{'axis' if chit.side else 'allied'}-{chit.tank}-{chit.infantry}-{chit.italian}"


UNIT = coded(lambda box: [unit.id for unit in box.units], lambda pos, unit: Noun(unit_name(pos, unit)), "piece")
KINDS: Mapping[str, Kind] = {
    **COMMON,
    "unit": UNIT,
    "counter": UNIT._replace(click=""),
    "site": COMMON["place"]._replace(click=""),
    "where": COMMON["place"]._replace(say=lambda pos, place: place_said(pos, place).short if place >= 0 else "its box"),
    "asset": coded(lambda box: [a.id for a in box.assets], lambda pos, asset: Noun(pos.box.assets[asset].name)),
    "formation": coded(lambda box: box.formation_names, lambda pos, number: pos.box.formation_names[number]),
    "chit": coded(lambda box: apart([chit.id for chit in box.chits]), lambda pos, chit: chit_name(pos.box, chit)),
    "relief": coded(
        lambda box: apart([relief_code(box, n) for n in range(len(box.reliefs))]),
        lambda pos, number: relief_name(pos.box, number),
    ),
    "act": COMMON["word"]._replace(say=lambda pos, act: ACT_NAMES[act]),
    "group": COMMON["number"]._replace(say=lambda pos, mask: group_noun(pos, mask)),
    "side": COMMON["number"]._replace(say=lambda pos, side: SIDES_SAID[side]),
}
OWNERS = {
    "side": lambda pos, side: side,
    "counter": lambda pos, unit: pos.box.units[unit].side,
    "group": lambda pos, mask: side_of(pos.box, mask),
    "asset": lambda pos, asset: pos.box.assets[asset].side,
    "relief": lambda pos, number: pos.box.reliefs[number].side,
}
"""Whose a value is."""
