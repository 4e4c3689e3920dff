"""What changes during a game."""

from __future__ import annotations

from sandtable.engine.position import Position
from sandtable_skirmish.box import SkirmishBox


class SkirmishPosition(Position):
    """Where the two units stand, their steps, the cards in hand and the cards chosen (0: none yet)."""

    __slots__ = ("chosen", "hands", "steps", "where")
    box: SkirmishBox
    where: list[int]
    steps: list[int]
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]


def with_side(pair: tuple[int, ...], side: int, value: int) -> tuple[int, ...]:
    """A pair with one side's value changed."""
    return (value, pair[1]) if side == 0 else (pair[0], value)
