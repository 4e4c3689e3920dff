"""What the map tests of every game share."""

from pathlib import Path

import sandtable
from sandtable.engine.facts import Fact
from sandtable.engine.maps import Map
from sandtable.engine.packs import Pack

GAMES = Path(sandtable.__file__).parent / "games"


def board(game: str) -> Map:
    """The finished map of a game, as the game itself reads it."""
    return Map.read(Pack(GAMES / game / "data"))


def label(fact: Fact) -> str:
    """A test name: `e13_0903_0803_and_0804_touch_tobruk`."""
    words = "".join(letter if letter.isalnum() else " " for letter in f"{fact.id} {fact.says}".lower())
    return "_".join(words.split())


def numbered(facts: list[Fact], letter: str, count: int) -> bool:
    """Is there one fact for each number of the list, in order?"""
    return [fact.id for fact in facts] == [f"{letter}{number}" for number in range(1, count + 1)]
