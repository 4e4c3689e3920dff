"""What the numbers in actions and log events stand for: places, units, sides, counts, and what a game adds.

A `Kind` says a value in words, writes it as one word of text that reads back, and knows what is clicked for it.
`Shape` reads a declaration such as `"unit to:place"`: the names and kinds of an action's or an event's arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from sandtable.engine.battle import Account
from sandtable.engine.documents import Document
from sandtable.engine.words import Count, Halves, Noun

if TYPE_CHECKING:
    from sandtable.engine.game import Box
    from sandtable.engine.maps import Map
    from sandtable.engine.position import Position

V = TypeVar("V")


class Placed(Protocol):
    """A position, or anything else that knows the components."""

    @property
    def box(self) -> Box:
        """The components."""


class Kind(NamedTuple):
    """One sort of value."""

    say: Callable[[Any, Any], Any]
    """Position and value to what a template is filled with."""
    write: Callable[[Any, Any], str]
    """Position and value to one word."""
    read: Callable[[Any, str], Any]
    """Back again; a KeyError or ValueError where the word is not one."""
    click: str = ""
    """`place`, `piece` or nothing: what a player clicks for it."""
    holds: type = int
    fixed: bool = False
    """Is a value said alike in every position of a map?"""


def one_word(text: str) -> str:
    """A name without its spaces, so that it is one word of a text form."""
    return text.replace(" ", "_")


@lru_cache(maxsize=4_096)
def _named(chart: Map, place: int) -> Noun:
    number, name = chart.ids[place], chart.name[place]
    both = f"{name} {number}" if name and name != number else number
    return Noun(both, False, name or number)


def place_noun(pos: Placed, place: int) -> Noun:
    """A place by its name and number, or its number alone."""
    return _named(pos.box.game.map, place)


def read_place(pos: Placed, word: str) -> int:
    """A place by its number, spaces written as underscores."""
    index: dict[str, int] = pos.box.game.map.index
    return index[word] if word in index else index[word.replace("_", " ")]


PLACE = Kind(place_noun, lambda pos, place: one_word(pos.box.game.map.ids[place]), read_place, "place", fixed=True)
NUMBER = Kind(lambda pos, value: Count(value), lambda pos, value: str(value), lambda pos, word: int(word), fixed=True)
HALF_POINTS = Kind(lambda pos, value: Halves(value), NUMBER.write, NUMBER.read, fixed=True)
WORD = Kind(lambda pos, value: value, lambda pos, value: value, lambda pos, word: word, holds=str, fixed=True)
YES = Kind(
    lambda pos, value: value, lambda pos, value: "yes" if value else "no", lambda pos, word: word == "yes", holds=bool
)
SPOT = Kind(
    lambda pos, place: f" at {place_noun(pos, place):short}" if place >= 0 else "", PLACE.write, read_place, "place"
)
"""A place that may be none: " at Tobruk", or nothing; in the log only."""
ACCOUNT = Kind(lambda pos, sums: Account.of(sums).text(), lambda pos, sums: "", lambda pos, word: word)
"""Both sums of a battle; in the log only."""
KINDS: Mapping[str, Kind] = {
    "place": PLACE,
    "spot": SPOT,
    "number": NUMBER,
    "halves": HALF_POINTS,
    "word": WORD,
    "yes": YES,
    "account": ACCOUNT,
}


def coded(codes: Callable[[Any], Sequence[str]], say: Callable[[Any, int], Any], click: str = "") -> Kind:
    """A kind for things that have a list and a code each: units, formations, cards."""

    def read(pos: Position, word: str) -> int:
        return [one_word(code) for code in codes(pos.box)].index(word)

    return Kind(say, lambda pos, value: one_word(codes(pos.box)[value]), read, click)


class Part(NamedTuple):
    """One argument: its name in templates and its kind."""

    name: str
    kind: Kind
    rest: bool = False
    """Takes all that follow: `faces:number*`."""


class Shape:
    """The arguments of an action or an event, in order; read once, asked for every order of every view."""

    __slots__ = ("_holds", "_last", "_least", "clicks", "open_ended", "parts")

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.open_ended = bool(parts) and parts[-1].rest
        """Does the last argument take all that follow?"""
        self.clicks = tuple((at, part.kind.click) for at, part in enumerate(parts) if part.kind.click)
        """The arguments that a player clicks."""
        self._holds = tuple(part.kind.holds for part in parts)
        self._least = len(parts) - self.open_ended
        self._last = len(parts) - 1

    @classmethod
    def read(cls, declared: str, kinds: Mapping[str, Kind]) -> Self:
        """`"unit to:place faces:number*"`: name and kind, or a kind that is its own name."""
        parts = []
        for word in declared.split():
            name, _, kind = word.rstrip("*").rpartition(":")
            parts.append(Part(name or kind, kinds[kind], word.endswith("*")))
        return cls(tuple(parts))

    def fits(self, values: Sequence[object]) -> bool:
        """Are these values of this shape, as far as types can tell?"""
        if not self.open_ended:
            return tuple(map(type, values)) == self._holds
        return len(values) >= self._least and all(type(value) is part.kind.holds for part, value in self.paired(values))

    def paired(self, values: Sequence[V]) -> list[tuple[Part, V]]:
        """Each value with its part; those past the last part belong to it if it takes them, or are nobody's."""
        if not self.open_ended:
            return list(zip(self.parts, values, strict=False))
        return [(self.parts[min(at, self._last)], value) for at, value in enumerate(values)]

    def said(self, pos: object, values: Sequence[object]) -> Document:
        """What fills a template."""
        filled: Document = {}
        for part, value in self.paired(values):
            said = part.kind.say(pos, value)
            filled[part.name] = f"{filled[part.name]} {said}" if part.rest and part.name in filled else said
        return filled

    def written(self, pos: Position, values: Sequence[object]) -> list[str]:
        """The values as words."""
        return [part.kind.write(pos, value) for part, value in self.paired(values)]

    def parsed(self, pos: Position, words: Sequence[str]) -> list[object] | None:
        """The values of words, or None where they are not of this shape."""
        if len(words) < self._least or (len(words) > len(self.parts) and not self.open_ended):
            return None
        try:
            return [part.kind.read(pos, word) for part, word in self.paired(words)]
        except (KeyError, ValueError):
            return None
