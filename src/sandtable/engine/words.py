"""English for all games: counts with their plurals, nouns with the verb that agrees, lists, sides.

Templates of orders and log lines are filled with the objects below. A format spec does the grammar:
`{count:hit}` is "no hits", "1 hit" or "2 hits"; `{units:attack}` is "15th Panzer attacks" or "the Allies attack";
`{place:short}` leaves the number out; `{side:adjective}` is "Axis".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

PLURALS = {"die": "dice", "headquarters": "headquarters", "aircraft": "aircraft", "staff": "staff", "half": "halves"}
THIRD = {"be": "is", "have": "has", "must": "must", "may": "may", "can": "can", "cannot": "cannot", "will": "will"}
SEVERAL = {"be": "are"}
HISSES = ("s", "x", "z", "ch", "sh")


def plural(word: str) -> str:
    """More than one of a thing: hexes, dice, dummies. Of several words the last one changes."""
    head, space, last = word.rpartition(" ")
    if last in PLURALS:
        return f"{head}{space}{PLURALS[last]}"
    return f"{head}{space}{_with_s(last)}"


def verb(word: str, many: bool) -> str:
    """A verb for one or for many: attacks, attack; falls back, fall back; is, are."""
    first, space, rest = word.partition(" ")
    if many:
        return f"{SEVERAL.get(first, first)}{space}{rest}"
    return f"{THIRD.get(first) or _with_s(first, ('o', *HISSES))}{space}{rest}"


def _with_s(word: str, hisses: tuple[str, ...] = HISSES) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(hisses) else f"{word}s"


def counted(count: int, word: str) -> str:
    """A number with its word: no hits, 1 hit, 2 hits."""
    return f"{count or 'no'} {word if count == 1 else plural(word)}"


def listed(names: Iterable[str], most: int = 0) -> str:
    """A, B and C; past `most` names the rest is a number: A, B and 3 more."""
    all_names = list(names)
    shown = (
        all_names if not most or len(all_names) <= most + 1 else [*all_names[:most], f"{len(all_names) - most} more"]
    )
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def halves(amount: int) -> str:
    """A number of half points as people write it: 5 is 2½."""
    whole, half = divmod(abs(amount), 2)
    figure = f"{whole or ''}½" if half else str(whole)
    return f"-{figure}" if amount < 0 else figure


def sentence(text: str) -> str:
    """Text with a capital first, unless its first word has one further on, like the name of a unit: deFR."""
    first = text.partition(" ")[0]
    return text[:1].upper() + text[1:] if first[1:] == first[1:].lower() else text


class Count(int):
    """A number that takes its word with it: `{hits:hit}`."""

    def __format__(self, spec: str) -> str:
        return counted(self, spec) if spec else str(int(self))


class Halves(int):
    """Half points that take their word with them: `{spent:movement point}`."""

    def __format__(self, spec: str) -> str:
        return f"{halves(self)} {spec if 0 < self <= 2 else plural(spec)}" if spec else halves(self)


class Noun(NamedTuple):
    """Somebody or something in a sentence, with the verb that agrees: `{units:fall back}`."""

    text: str
    many: bool = False
    short: str = ""

    def __format__(self, spec: str) -> str:
        if spec == "short":
            return self.short or self.text
        return f"{self.text} {verb(spec, self.many)}" if spec else self.text

    def __str__(self) -> str:
        return self.text


class SideName(NamedTuple):
    """A side as noun and as adjective: the Allies attack, the Axis attacks, Allied aircraft."""

    noun: str
    adjective: str
    many: bool = False

    def __format__(self, spec: str) -> str:
        if spec == "adjective":
            return self.adjective
        return f"{self.noun} {verb(spec, self.many)}" if spec else self.noun

    def __str__(self) -> str:
        return self.noun


ALLIES = SideName("the Allies", "Allied", many=True)
THE_AXIS = SideName("the Axis", "Axis")
