"""4 The end: the side with more steps left wins."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED, AXIS
from sandtable_skirmish.position import SkirmishPosition


def is_over(pos: SkirmishPosition) -> bool:
    """4 After the last turn, or when a unit is gone."""
    return pos.turn > pos.box.last_turn or 0 in pos.steps


def winner(pos: SkirmishPosition) -> int | None:
    """4 The side with more steps, or nobody."""
    allied, axis = pos.steps
    return None if allied == axis else ALLIED if allied > axis else AXIS
