"""Facts a rulebook states about its map, each a sentence and a check, and the questions such checks ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from sandtable.engine.maps import Map, Mask, mask_of, spread


class Fact(NamedTuple):
    """One thing that must be true of a map."""

    id: str
    rules: str
    says: str
    holds: Callable[[Map], bool]


def touch(board: Map, *chain: str) -> bool:
    """Is each place a neighbour of the next?"""
    places = [board.index[name] for name in chain]
    return all(b in board.neighbours[a] for a, b in pairwise(places))


def has(board: Map, place: str, *features: str) -> bool:
    """Does a place have all these features?"""
    return set(features) <= board.features[board.index[place]]


def cell(board: Map, place: str, column: str) -> str:
    """What a column of places.csv says of a place."""
    return str(board.rows[board.index[place]][column])


def called(board: Map, name: str) -> str:
    """The id of the only place with this name."""
    (place,) = (board.ids[k] for k, known in enumerate(board.name) if known == name)
    return place


def with_feature(board: Map, feature: str) -> set[str]:
    """The ids of the places with a feature."""
    return {board.ids[k] for k, known in enumerate(board.features) if feature in known}


def on_line(board: Map, kind: str) -> set[str]:
    """The ids of the places that a road, track or railway of this kind touches."""
    return {board.ids[place] for pair in board.links(kind) for place in pair}


def links_between(board: Map, a: str, b: str, *kinds: str, without: Iterable[str] = ()) -> int:
    """The fewest links of these kinds from one place to another, avoiding some places; -1 if there is no way."""
    around = board.joined(*kinds)
    shut = mask_of(board.index[name] for name in without)
    reached: Mask = 1 << board.index[a]
    goal, count = board.index[b], 0
    while not reached >> goal & 1:
        wider = reached | (spread(reached, around) & ~shut)
        if wider == reached:
            return -1
        reached, count = wider, count + 1
    return count
