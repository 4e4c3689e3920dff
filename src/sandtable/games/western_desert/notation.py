"""What units, leaders and sides are called, in sentences and in text forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.engine.kinds import KINDS as COMMON
from sandtable.engine.kinds import Kind, one_word, place_noun
from sandtable.engine.words import ALLIES, THE_AXIS, Noun, listed
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import MP

SIDES_SAID = (ALLIES, THE_AXIS)
FRACTIONS = ("", "⅙", "⅓", "½", "⅔", "⅚")
FORTRESS_WORDS = ("destroyed", "reduced", "intact")
LEVEL_WORDS = ("none", "bad", "poor", "normal", "excellent")


def sixths(amount: int) -> str:
    """Sixths of a point as people write them: 8 is 1⅓."""
    whole, rest = divmod(amount, MP)
    return f"{whole}" if not rest else f"{whole or ''}{FRACTIONS[rest]}"


def movement_points(amount: int) -> str:
    """Sixths of a movement point with their word."""
    return f"{sixths(amount)} movement {'point' if 0 < amount <= MP else 'points'}"


def unit_name(box: WesternDesertBox, unit: int, second: int = 0) -> str:
    """A unit, or the leader a piece shows; the log writes ~piece for one that shows its second leader."""
    if unit < 0:
        return box.faces[~unit][1].name
    if unit >= box.count:
        return box.faces[unit][second].name
    return box.units[unit].name


def owner(box: WesternDesertBox, unit: int) -> int:
    """The side of a unit as the log writes it."""
    return box.side[~unit if unit < 0 else unit]


def piece_name(pos: WesternDesertPosition, unit: int) -> str:
    """A piece as it lies now; -1 is no leader."""
    return unit_name(pos.box, unit, pos.reduced[unit]) if unit >= 0 else "No leader"


def stack_noun(box: WesternDesertBox, units: Iterable[int]) -> Noun:
    """A unit, two, or the first and how many more."""
    names = [unit_name(box, unit) for unit in units]
    return Noun(listed(names, most=1), len(names) > 1)


def place_said(pos: WesternDesertPosition, place: int) -> Noun:
    """A hex by its name and number."""
    return place_noun(pos, place)


def places_said(pos: WesternDesertPosition, places: Iterable[int]) -> str:
    """Several hexes in a row."""
    return listed(format(place_noun(pos, place), "short") for place in places)


def unit_code(pos: WesternDesertPosition, unit: int) -> str:
    """A unit's id, a leader by the first name on his piece."""
    if unit < 0:
        return "none"
    return one_word(pos.box.faces[unit][0].name if unit >= pos.box.count else pos.box.units[unit].id)


def read_unit(pos: WesternDesertPosition, word: str) -> int:
    """Back again."""
    if word == "none":
        return -1
    return [unit_code(pos, unit) for unit in range(pos.box.everyone)].index(word)


def _log_only(say: object, click: str = "") -> Kind:
    """A kind that stands in the log, never in an action."""
    assert callable(say)
    return Kind(say, lambda pos, value: str(value), lambda pos, word: word, click)


KINDS: Mapping[str, Kind] = {
    **COMMON,
    "unit": Kind(lambda pos, unit: Noun(piece_name(pos, unit)), unit_code, read_unit, "piece"),
    "leader": Kind(lambda pos, unit: Noun(piece_name(pos, unit)), unit_code, read_unit, "piece"),
    "counter": _log_only(lambda pos, unit: Noun(unit_name(pos.box, unit))),
    "units": _log_only(lambda pos, units: stack_noun(pos.box, units)),
    "places": _log_only(places_said, "places"),
    "side": _log_only(lambda pos, side: SIDES_SAID[side]),
}
OWNERS = {
    "side": lambda pos, side: side,
    "counter": lambda pos, unit: owner(pos.box, unit),
    "units": lambda pos, units: owner(pos.box, units[0]),
}
"""Whose a value is."""
