"""Operation Battleaxe: how surely the stacks of a side are supplied, by the weakest link of their line."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, flood, spread
from sandtable.engine.sides import ALLIED
from sandtable.games.battleaxe.box import BattleaxeBox

GRADES = (0.75, 0.5, 0.4, 0.3, 0.22, 0.15, 0.09, 0.04)
"""The chances of falling to the enemy's next impulse by which stacks that bar a way are graded, the likeliest first."""
OPENED = (0.6, 0.55, 0.45, 0.38, 0.32, 0.25, 0.18, 0.12, 0.06)
"""How surely a line that is cut can be opened through a place nobody bars, and through one of each grade."""
LIKELY, DOUBTFUL = 1, 5
"""The grades from which a link is likely to fall, or may."""
HOPE = (0.0, 0.4)
"""What that takes off being cut off: the Allies need not hope, as the Axis acts last before the sun sets."""
SWEPT = 1
"""The grade from which a raider is swept away before it can cut a line, if its enemies act next."""
UNSURE, WEAK, LIMP = 0.15, 0.45, 0.5
"""Of being cut off: what a line with a doubtful link counts for, one with a link that is likely to fall, and one that
an enemy could walk into."""


class Front(NamedTuple):
    """What a side holds, and where an enemy could break its lines."""

    held: Mask
    walked: Mask
    """The empty places that an enemy could walk into."""
    doubtful: Mask
    likely: Mask
    """The places with stacks that the enemy's next impulse may drive out, and those with stacks it probably does."""


@lru_cache(maxsize=1 << 14)
def cut_shares(box: BattleaxeBox, side: int, front: Front, ways: tuple[Mask, ...]) -> tuple[tuple[Mask, float], ...]:
    """The places where a stack of a side is cut off or may soon be, and what share of being cut off that counts for.

    `ways` are enemy places that the side may take in its own next impulse, by grades.
    """
    sources, found = box.sources[side], list[tuple[Mask, float]]()
    held, walked, doubtful, likely = front
    wider = reached = supplied(box, sources, held)
    if HOPE[side]:
        for way, chance in zip(ways, OPENED, strict=True):
            then = supplied(box, sources, held | way)
            found.append((then & ~reached, 1.0 - HOPE[side] * chance))
            reached = then
    found.append((~reached, 1.0))
    for barred, share in ((walked, LIMP), (walked | likely, WEAK), (walked | doubtful, UNSURE)):
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
