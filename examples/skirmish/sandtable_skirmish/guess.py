"""What a side cannot know (1): the card the enemy has laid face down."""

from __future__ import annotations

from random import Random

from sandtable.engine.sides import ALLIED, AXIS
from sandtable_skirmish.position import SkirmishPosition


def may_be_chosen(pos: SkirmishPosition, viewer: int) -> tuple[int, ...]:
    """The cards that the enemy holds or has face down, as the viewer knows them."""
    enemy = 1 - viewer
    face_down = pos.chosen[enemy] if is_face_down(pos) else 0
    return tuple(sorted((*pos.hands[enemy], face_down))) if face_down else pos.hands[enemy]


def is_face_down(pos: SkirmishPosition) -> bool:
    """Have the Allies chosen, and not yet the Axis? Then their card is secret."""
    return bool(pos.stack) and pos.stack[-1][:2] == ("card", AXIS) and pos.chosen[ALLIED] > 0


def guess(pos: SkirmishPosition, viewer: int, rng: Random) -> SkirmishPosition:
    """A position with the card that is face down dealt anew."""
    new = pos.copy()
    if viewer == AXIS and is_face_down(pos):
        pool = may_be_chosen(pos, viewer)
        card = rng.choice(pool)
        new.hands = (tuple(other for other in pool if other != card), pos.hands[AXIS])
        new.chosen = (card, 0)
    return new
