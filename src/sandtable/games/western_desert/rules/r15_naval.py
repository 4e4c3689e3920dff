"""15.0 Allied naval support: one attack a turn on a coastal hex, with two dice, in support or as a bombardment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine.flow import Auto, Frame, swap
from sandtable.engine.maps import Mask
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r14_air import mark_bombed, unbombed, within_bombing_range

NAVAL_STRENGTH = 2


def fleet_ready(pos: WesternDesertPosition) -> bool:
    """May the fleet fire now? Once a turn, in the regular combat phase of the Allies."""
    return bool(pos.naval) and not pos.naval_used and pos.active == ALLIED and not pos.exploiting


def may_support(pos: WesternDesertPosition, side: int, places: Sequence[int]) -> bool:
    """May the fleet support an attack on these hexes? All of them must lie on the coast."""
    return side == ALLIED and fleet_ready(pos) and all(pos.box.coast >> place & 1 for place in places)


def shell_targets(pos: WesternDesertPosition) -> Mask:
    """Coastal enemy hexes that may be bombarded from the sea."""
    if not fleet_ready(pos):
        return 0
    return unbombed(pos, pos.held[AXIS] & pos.box.coast & within_bombing_range(pos, ALLIED), AXIS)


class Shell(Auto[WesternDesertPosition]):
    """The fleet bombards: every six is a hit."""

    name = "naval.shells"
    rule = "15.0"

    class Args(NamedTuple):
        """The hex."""

        place: int

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        pos.naval_used = 1
        place = self.Args(*frame.args).place
        swap(pos, "bombardment.roll", CHANCE, place, NAVAL_STRENGTH, (), 1, mark_bombed(pos, place, AXIS))


STEPS = (Shell(),)
