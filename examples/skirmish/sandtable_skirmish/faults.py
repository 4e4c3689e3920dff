"""What play can never lead to."""

from __future__ import annotations

from sandtable.engine.sides import SIDES
from sandtable_skirmish.box import CARDS
from sandtable_skirmish.position import SkirmishPosition


def faults(pos: SkirmishPosition) -> list[str]:
    """Everything that is impossible about this position."""
    found = []
    for side, (steps, hand, card) in enumerate(zip(pos.steps, pos.hands, pos.chosen, strict=True)):
        if steps < 0:
            found.append(f"{SIDES[side]} has {steps} steps")
        if not set(hand) <= set(CARDS) or card in hand:
            found.append(f"{SIDES[side]} holds {hand} and has chosen {card}")
    return found
