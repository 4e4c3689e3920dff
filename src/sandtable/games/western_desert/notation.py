"""Printed names: the only place, with the view, where numbers become words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.engine.sides import ALLIED
from sandtable.games.western_desert.box import DesertBox
from sandtable.games.western_desert.position import DesertPosition
from sandtable.games.western_desert.terms import MP

SIDE_NAMES = ("Allied", "Axis")
SIDE_NOUNS = ("The Allies", "The Axis")
FRACTIONS = ("", "⅙", "⅓", "½", "⅔", "⅚")
FORTRESS_WORDS = ("destroyed", "reduced", "intact")
LEVEL_WORDS = ("none", "bad", "poor", "normal", "excellent")


def sixths(amount: int) -> str:
    """Sixths of a point as people write them: 8 is 1⅓."""
    whole, rest = divmod(amount, MP)
    return f"{whole}" if not rest else f"{whole or ''}{FRACTIONS[rest]}"


def plural(count: int, word: str) -> str:
    """A count with its noun."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def place_name(box: DesertBox, place: int) -> str:
    """A hex by its name and number, or its number alone."""
    number, name = box.map.ids[place], box.map.name[place]
    return f"{name} {number}" if name else number


def short_place(box: DesertBox, place: int) -> str:
    """A hex by its name if it has one."""
    return box.map.name[place] or box.map.ids[place]


def places_text(box: DesertBox, places: Iterable[int]) -> str:
    """Several hexes in a row."""
    return " and ".join(short_place(box, place) for place in places)


def unit_name(box: DesertBox, unit: int, second: int = 0) -> str:
    """A unit, or the leader a piece shows; the log writes ~piece for one that shows its second leader."""
    if unit < 0:
        return box.faces[~unit][1].name
    if unit >= box.count:
        return box.faces[unit][second].name
    return box.units[unit].name


def owner(box: DesertBox, unit: int) -> int:
    """The side of a unit as the log writes it."""
    return box.side[~unit if unit < 0 else unit]


def piece_name(pos: DesertPosition, unit: int) -> str:
    """The same, as the piece lies now."""
    return unit_name(pos.box, unit, pos.reduced[unit])


def stack_text(box: DesertBox, units: Iterable[int]) -> str:
    """A unit, two, or the first and how many more."""
    names = [unit_name(box, unit) for unit in units]
    if len(names) <= 2:
        return " and ".join(names)
    return f"{names[0]} and {len(names) - 1} more"


def acting(box: DesertBox, units: Sequence[int], words: str) -> str:
    """Units and what they do, the verb in its number: one unit moves, two move."""
    first, _, rest = words.partition(" ")
    said = first if len(units) == 1 else first.removesuffix("s")
    return f"{stack_text(box, units)} {said} {rest}".rstrip()


def side_noun(side: int) -> str:
    """The Allies, the Axis."""
    return SIDE_NOUNS[side]


def verb(side: int, word: str) -> str:
    """A verb as the side's noun wants it: the Allies move, the Axis moves."""
    return word if side == ALLIED else f"{word}s"
