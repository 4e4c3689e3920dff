"""Operation Battleaxe: how surely the stacks of a side are supplied, by the weakest link of their line."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, flood, spread
from sandtable.engine.sides import ALLIED
from sandtable.games.battleaxe.box import BattleaxeBox

DOUBTFUL, LIKELY = 0.15, 0.5
"""A link that falls to the enemy's next impulse more often than this is doubtful, or likely to fall."""
UNSURE, WEAK, LIMP = 0.15, 0.45, 0.5
"""Of being cut off: what a line with a doubtful link counts for, one with a link that is likely to fall, and one that
an enemy could walk into."""
REOPENED = (1.0, 0.9)
"""The same where a line is cut but may be opened again: the Axis does so last, before the sun sets."""


class Front(NamedTuple):
    """What a side holds, and where an enemy could break its lines."""

    held: Mask
    walked: Mask
    """The empty places that an enemy could walk into."""
    doubtful: Mask
    likely: Mask
    """The places with stacks that the enemy's next impulse may drive out, and those with stacks it probably does."""


@lru_cache(maxsize=1 << 14)
def cut_shares(box: BattleaxeBox, side: int, front: Front, ways: Mask) -> tuple[tuple[Mask, float], ...]:
    """The places where a stack of a side is cut off or may soon be, and what share of being cut off that counts for.

    `ways` are enemy places that the side may well take in its own next impulse.
    """
    sources, found = box.sources[side], list[tuple[Mask, float]]()
    held, walked, doubtful, likely = front
    wider = supplied(box, sources, held | ways)
    found.append((~wider, 1.0))
    grades = ((0, REOPENED[side]), (walked, LIMP), (walked | likely, WEAK), (walked | doubtful, UNSURE))
    for barred, share in grades:
        inner = supplied(box, sources, held & ~barred)
        found.append((wider & ~inner, share))
        wider = inner
    return tuple((places, share) for places, share in found if places)


@lru_cache(maxsize=1 << 14)
def supplied(box: BattleaxeBox, sources: Mask, ground: Mask) -> Mask:
    """Where a stack has a line to sources through some ground: it need not stand on it."""
    net = joined(box, sources, ground)
    return net | spread(net, box.around)


@lru_cache(maxsize=1 << 14)
def joined(box: BattleaxeBox, sources: Mask, ground: Mask) -> Mask:
    """The places of some ground joined to sources on it."""
    return flood(sources & ground, ground, box.around)


@lru_cache(maxsize=1 << 14)
def at_evening(box: BattleaxeBox, control: Mask, allied: Mask, axis: Mask) -> Mask:
    """14.2.4 What the Allies would hold if the sun set now: empty ground without a line changes hands."""
    theirs = ~control & (box.areas | box.zones)
    lost = control & ~allied & ~joined(box, box.sources[ALLIED], control)
    won = theirs & ~axis & ~joined(box, box.sources[1 - ALLIED], theirs)
    return control ^ (lost | won)
