"""Printed names: the only place, with the view, where numbers become words."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.bravery.box import LEVELS, BraveryBox

SIDE_NAMES = ("Commonwealth", "Axis")


def halves(amount: int) -> str:
    """A number of half points as people write it: 5 is 2½."""
    whole, half = divmod(amount, 2)
    return f"{whole or ''}½" if half else str(whole)


def place_name(box: BraveryBox, place: int) -> str:
    """A hex by its name and number, or its number alone."""
    number, name = box.map.ids[place], box.map.name[place]
    return f"{name} {number}" if name else number


def short_place(box: BraveryBox, place: int) -> str:
    """A hex by its name if it has one."""
    return box.map.name[place] or box.map.ids[place]


def formation_name(box: BraveryBox, formation: int) -> str:
    """A formation as people call it, without its kind: 15th Panzer."""
    name = box.formations[formation].name
    for kind in (" Division", " Brigade"):
        name = name.removesuffix(kind)
    return name


def stack_name(box: BraveryBox, units: Iterable[int]) -> str:
    """The formations a stack is made of."""
    formations = dict.fromkeys(box.units[unit].formation for unit in units)
    return " and ".join(formation_name(box, formation) for formation in formations)


def agree(box: BraveryBox, units: Iterable[int], verb: str) -> str:
    """A verb in the number of a stack's formations: one attacks, two attack."""
    return verb if len({box.units[unit].formation for unit in units}) > 1 else f"{verb}s"


def plural(count: int, word: str, many: str = "") -> str:
    """A number with its word: 1 hit, 2 hits, no hits."""
    return f"{count or 'no'} {word if count == 1 else many or word + 's'}"


def short_stack(box: BraveryBox, units: Iterable[int]) -> str:
    """The labels of the formations in a stack: 15PZ + 21PZ."""
    return " + ".join(box.formations[f].id for f in dict.fromkeys(box.units[unit].formation for unit in units))


def unit_name(box: BraveryBox, unit: int) -> str:
    """A unit with its formation."""
    return f"{box.units[unit].name} ({box.formations[box.units[unit].formation].id})"


def level_letter(level: int) -> str:
    """A to D."""
    return LEVELS[level]
