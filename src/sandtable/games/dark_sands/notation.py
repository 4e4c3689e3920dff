"""Printed names: the only place, with the view and its words, where numbers become names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.box import DesertBox

SIDE_NAMES = ("Allies", "Axis", "Nobody")
ACT_NAMES = {"move": "Move!", "half-move": "½ Move", "combat": "Combat", "combat-1": "Combat -1"}


def halves(amount: int) -> str:
    """A number of half points as people write it: 5 is 2½."""
    whole, half = divmod(abs(amount), 2)
    return ("-" if amount < 0 else "") + (f"{whole or ''}½" if half else str(whole))


def place_name(box: DesertBox, place: int) -> str:
    """A hex by its name and number, or its number alone."""
    number, name = box.map.ids[place], box.map.name[place]
    return f"{name} {number}" if name else number


def short_place(box: DesertBox, place: int) -> str:
    """A hex by its name if it has one."""
    return box.map.name[place] or box.map.ids[place]


class Named(Protocol):
    """What names are read from: the counters, and how often each has been upgraded."""

    @property
    def box(self) -> DesertBox: ...
    @property
    def grade(self) -> Sequence[int]: ...


class Then(NamedTuple):
    """The counters as they were at some time of the game."""

    box: DesertBox
    grade: Sequence[int]


def unit_name(at: Named, unit: int) -> str:
    """A unit by the name on its present counter: an upgrade may bring a new one (22.5)."""
    return at.box.units[unit].name[at.grade[unit]]


def group_name(at: Named, mask: int, most: int = 3) -> str:
    """Several units in a few words: their common division, or their names."""
    units = list(places_in(mask))
    formations = {at.box.units[unit].formation for unit in units}
    if len(units) > 1 and len(formations) == 1 and "" not in formations:
        return f"{len(units)} units of {formations.pop()}"
    names = [unit_name(at, unit) for unit in units[:most]]
    more = len(units) - most
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")


def chit_name(box: DesertBox, chit: int) -> str:
    """An action chit with its owner."""
    who = box.chits[chit]
    return who.label if who.side == 2 or who.kind == "named" else f"{('Allied', 'Axis')[who.side]} {who.label}"


def relief_name(box: DesertBox, number: int) -> str:
    """A replacement chit."""
    chit = box.reliefs[number]
    special = {"tiger": "Tiger Cub: ", "promise": "FDR's Promise: ", "emergency": "Emergency: "}.get(chit.special, "")
    parts = [f"{chit.tank} {'panzer' if chit.side else 'tank'}", f"{chit.infantry} infantry"]
    if chit.side:
        parts.append(f"{chit.italian} Italian")
    return special + ", ".join(parts)
