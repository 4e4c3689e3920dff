"""Actions for every hex of a set, remembered: the same sets come back all through a game."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in


@lru_cache(maxsize=4096)
def each(verb: str, places: Mask) -> tuple[Action, ...]:
    """One action for each hex of a set."""
    return tuple([(verb, place) for place in places_in(places)])
