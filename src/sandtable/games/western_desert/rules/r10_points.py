"""10.3 Attack points: one for each attack, for the units within range of the depot."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r13_leaders import face
from sandtable.games.western_desert.terms import ATTACK_RANGE

UNPAID = -2
"""What a unit's strength loses when no attack point is spent for it."""


def attack_range(pos: WesternDesertPosition, place: int, side: int) -> int:
    """10.31, 13.5 Hexes from the depot within which an attack point counts for the units of a hex.

    A leader with the units sets it; else a leader at the depot; else it is four.
    """
    leaders = pos.leaders_at(place, side) or pos.leaders_at(pos.depot[side], side)
    return max((face(pos, leader).range for leader in leaders), default=ATTACK_RANGE)


def in_range(pos: WesternDesertPosition, place: int, side: int) -> bool:
    """Are the units of this hex in reach of their depot?"""
    depot = pos.depot[side]
    return depot >= 0 and pos.box.distance(depot, place) <= attack_range(pos, place, side)


def payment_barred(pos: WesternDesertPosition, side: int, attackers: Sequence[int]) -> str | None:
    """The rule that keeps an attack point from being spent for this attack, or None."""
    if not pos.points[side]:
        return "10.3"
    places = {pos.where[unit] for unit in attackers}
    return None if any(in_range(pos, place, side) for place in places) else "10.31"
