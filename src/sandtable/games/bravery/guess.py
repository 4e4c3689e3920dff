"""What a side cannot know (5.1.2): the enemy's chits in the cup. Dealt anew, in agreement with all it has seen."""

from __future__ import annotations

from random import Random

from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.sides import ALLIED
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r05_activation import chit_barred

LIKELY = 0.85
"""How often a chit that may be in the cup is: players leave few out."""


def guess(pos: BraveryPosition, viewer: int, rng: Random) -> BraveryPosition:
    """A position with the enemy's undrawn chits dealt anew."""
    new = pos.copy()
    enemy = 1 - viewer
    theirs = pos.box.chits_of[enemy]
    cup = drawn = mask_of(pos.drawn) & theirs
    if may_hold_more(pos, enemy):
        free = [chit for chit in places_in(theirs & ~drawn) if may_be_in(pos, chit)]
        inside = [chit for chit in free if rng.random() < LIKELY]
        if not inside and pos.stack[-1].step == "draw.chit" and not pos.cup[viewer] & ~mask_of(pos.drawn):
            inside = [rng.choice(free)]
        cup |= mask_of(inside)
    new.cup = (cup, pos.cup[1]) if enemy == ALLIED else (pos.cup[0], cup)
    return new


def may_hold_more(pos: BraveryPosition, enemy: int) -> bool:
    """Can the cup hold enemy chits not yet drawn? Not before the enemy commits, nor after the last draw."""
    steps = {frame.step: frame.side for frame in pos.stack}
    committing = steps.get("cup.commit")
    if committing is not None:
        return committing >= enemy
    return "draw.next" in steps


def may_be_in(pos: BraveryPosition, chit: int) -> bool:
    """Could this chit have gone into the cup this turn? A formation that has died since may have."""
    return chit_barred(pos, chit) != "5.1.4"
