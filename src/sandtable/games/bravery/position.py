"""What changes during a game of Bravery in the Sand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from sandtable.engine.position import Position

if TYPE_CHECKING:
    from sandtable.games.bravery.box import BraveryBox

LOST = -1
"""Where an eliminated unit is."""
NOWHERE = -1


class BraveryPosition(Position):
    """Units are numbered as in units.csv; lists are indexed by unit."""

    FORMERLY: ClassVar[Mapping[str, str]] = {**Position.FORMERLY, "spur": "under_directive", "came": "came_from"}
    __slots__ = (
        "attacker",
        "axis_held",
        "came_from",
        "cup",
        "damage",
        "declared",
        "directive",
        "drawn",
        "field",
        "force",
        "hits",
        "leaving",
        "marker",
        "markers",
        "refitted",
        "rounds",
        "rounds_least",
        "strength",
        "under_directive",
        "where",
    )
    box: BraveryBox
    where: list[int]
    strength: list[int]
    """2 full, 1 reduced, 0 eliminated."""
    marker: list[int]
    """The combined attack marker each unit is under, 0 for none; numbers rise in the order of declaration."""
    came_from: list[int]
    """The hex each unit entered its hex from this turn, or NOWHERE."""
    markers: int
    declared: tuple[tuple[int, int], ...]
    """Hexes under combined attack markers, in the order of declaration, each with the side that declared first."""
    axis_held: int
    """Strategic hexes under Axis control, as a mask."""
    cup: tuple[int, int]
    """Chits in the cup, drawn ones included, as a mask for each side."""
    drawn: tuple[int, ...]
    refitted: int
    """Formations that took replacements this turn, as a mask."""
    directive: int
    """1 once the Rommel Directive has been used this turn."""
    under_directive: int
    """1 while the stack that moves or fights is under the Directive."""
    # The battle being fought, if any
    field: int
    attacker: int
    force: tuple[int, ...]
    rounds: int
    rounds_least: int
    hits: tuple[int, int]
    """Hits scored this round: by the attacker, by the defender."""
    damage: tuple[int, ...]
    """Units that took damage in this battle, each once."""
    leaving: tuple[int, ...]
    """Sides that have declared a retreat this round, in order."""

    def at(self, place: int, side: int) -> list[int]:
        """The units of a side in a hex."""
        first, last = self.box.span[side]
        where = self.where
        found = []
        for _ in range(where[first:last].count(place)):
            first = where.index(place, first)
            found.append(first)
            first += 1
        return found

    def holds(self, place: int, side: int) -> bool:
        """Does a side have a unit in this hex?"""
        first, last = self.box.span[side]
        return place in self.where[first:last]

    def occupied(self, side: int) -> int:
        """The hexes with units of a side, as a mask."""
        first, last = self.box.span[side]
        bits = self.box.bits
        return sum([bits[place] for place in set(self.where[first:last])])

    def controls(self, place: int, side: int) -> bool:
        """Does a side control this strategic hex?"""
        return bool(self.box.strategic >> place & 1) and (self.axis_held >> place & 1) == side
