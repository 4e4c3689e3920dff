"""What units, formations, chits and sides are called, in sentences and in text forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.engine.kinds import KINDS as COMMON
from sandtable.engine.kinds import Kind, coded
from sandtable.engine.words import THE_AXIS, Noun, SideName, listed
from sandtable.games.bravery.box import LEVELS, BraveryBox
from sandtable.games.bravery.position import BraveryPosition

SIDES_SAID = (SideName("the Commonwealth", "Commonwealth"), THE_AXIS)


def formation_name(box: BraveryBox, formation: int) -> str:
    """A formation as people call it, without its kind: 15th Panzer."""
    name = box.formations[formation].name
    for kind in (" Division", " Brigade"):
        name = name.removesuffix(kind)
    return name


def unit_name(box: BraveryBox, unit: int) -> str:
    """A unit with its formation."""
    return f"{box.units[unit].name} ({box.formations[box.units[unit].formation].id})"


def stack_noun(box: BraveryBox, units: Iterable[int]) -> Noun:
    """The formations a stack is made of."""
    formations = dict.fromkeys(box.units[unit].formation for unit in units)
    return Noun(listed(formation_name(box, formation) for formation in formations), len(formations) > 1)


def short_stack(box: BraveryBox, units: Iterable[int]) -> str:
    """The labels of the formations in a stack: 15PZ + 21PZ."""
    return " + ".join(box.formations[f].id for f in dict.fromkeys(box.units[unit].formation for unit in units))


def level_letter(level: int) -> str:
    """A to D."""
    return LEVELS[level]


def chit_codes(box: BraveryBox) -> list[str]:
    """The chits by their labels; of two alike the second is DAK.2."""
    labels = [chit.label for chit in box.chits]
    return [label + (f".{n}" if (n := labels[:at].count(label) + 1) > 1 else "") for at, label in enumerate(labels)]


def _stack(pos: BraveryPosition, units: tuple[int, ...]) -> Noun:
    return stack_noun(pos.box, units)


KINDS: Mapping[str, Kind] = {
    **COMMON,
    "unit": coded(lambda box: [u.id for u in box.units], lambda pos, unit: Noun(unit_name(pos.box, unit)), "piece"),
    "formation": coded(
        lambda box: [f.id for f in box.formations], lambda pos, formation: Noun(formation_name(pos.box, formation))
    ),
    "chit": coded(chit_codes, lambda pos, chit: pos.box.chits[chit].label),
    "units": Kind(_stack, lambda pos, units: "+".join(map(str, units)), lambda pos, word: word),
    "path": Kind(
        lambda pos, path: COMMON["place"].say(pos, path[-1]), lambda pos, path: "", lambda pos, word: (), "places"
    ),
    "side": Kind(lambda pos, side: SIDES_SAID[side], lambda pos, side: str(side), lambda pos, word: int(word)),
}
OWNERS = {
    "side": lambda pos, side: side,
    "unit": lambda pos, unit: pos.box.units[unit].side,
    "units": lambda pos, units: pos.box.units[units[0]].side,
    "formation": lambda pos, formation: pos.box.formations[formation].side,
    "chit": lambda pos, chit: pos.box.chits[chit].side,
}
"""Whose a value is."""
