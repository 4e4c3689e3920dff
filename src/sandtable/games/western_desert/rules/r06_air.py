"""6.0 Air superiority and naval support for the turn."""

from __future__ import annotations

from sandtable.engine.chance import die_products
from sandtable.engine.flow import Action, Chance, Frame, Outcomes, pop
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import AIR_REINFORCED, FLEET_SORTIE


def air_die(pos: WesternDesertPosition, side: int, die: int) -> int:
    """6.1 A side's die, changed by its depot's road zone and the event of the turn, 1 at least and 6 at most."""
    depot = pos.depot[side]
    if depot >= 0:
        die += pos.box.zone_air[pos.box.zone[side][depot]]
    if pos.effects & AIR_REINFORCED[side]:
        die += 1
    return max(1, min(6, die))


def air_score(pos: WesternDesertPosition, side: int, die: int) -> int:
    """A side's score: its changed die on the row of the turn."""
    return pos.box.air_score[pos.turn][side][air_die(pos, side, die) - 1]


class RollAir(Chance[WesternDesertPosition]):
    """Both sides roll; the higher score gets the difference in air superiority points."""

    name = "air.roll"
    rule = "6.0"
    title = "Who rules the air?"

    def outcomes(self, pos: WesternDesertPosition, frame: Frame) -> Outcomes:
        return die_products(2)

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        dice = action[1:]
        allied, axis = (air_score(pos, side, dice[side]) for side in (ALLIED, AXIS))
        pos.air = abs(allied - axis)
        pos.air_side = -1 if allied == axis else ALLIED if allied > axis else AXIS
        pos.naval = int(naval_support(pos, action[1]))
        changed = tuple(air_die(pos, side, dice[side]) for side in (ALLIED, AXIS))
        pos.note("6.1", "air", dice, changed, (allied, axis), pos.air_side, pos.naval)


def naval_support(pos: WesternDesertPosition, allied_die: int) -> bool:
    """6.2 The fleet comes on an unmodified six, if the Allies have won the air."""
    return allied_die == 6 and pos.air_side == ALLIED and not pos.effects & FLEET_SORTIE


STEPS = (RollAir(),)
