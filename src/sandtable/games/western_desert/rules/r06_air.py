"""6.0 Air superiority and naval support for the turn."""

from __future__ import annotations

from typing import Any

from sandtable.engine.chance import die_products
from sandtable.engine.flow import Action, Chance, Frame, Outcomes, Step, pop
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import DesertPosition
from sandtable.games.western_desert.rules.r05_events import AIR_REINFORCED, FLEET_SORTIE


def air_score(pos: DesertPosition, side: int, die: int) -> int:
    """6.1 A side's score: the die, changed by its depot's road zone, on the row of the turn."""
    box = pos.box
    depot = pos.depot[side]
    if depot >= 0:
        die += box.zone_air[box.zone[side][depot]]
    if pos.effects & AIR_REINFORCED[side]:
        die += 1
    return box.air_score[pos.turn][side][max(1, min(6, die)) - 1]


class RollAir(Chance[DesertPosition]):
    """Both sides roll; the higher score gets the difference in air superiority points."""

    name = "air.roll"
    rule = "6.0"

    def outcomes(self, pos: DesertPosition, frame: Frame) -> Outcomes:
        return die_products(2)

    def apply(self, pos: DesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        allied, axis = (air_score(pos, side, action[1 + side]) for side in (ALLIED, AXIS))
        pos.air = abs(allied - axis)
        pos.air_side = -1 if allied == axis else ALLIED if allied > axis else AXIS
        pos.naval = int(naval_support(pos, action[1]))
        pos.note("6.1", "air", action[1], action[2], allied, axis, pos.air_side, pos.naval)


def naval_support(pos: DesertPosition, allied_die: int) -> bool:
    """6.2 The fleet comes on an unmodified six, if the Allies have won the air."""
    return allied_die == 6 and pos.air_side == ALLIED and not pos.effects & FLEET_SORTIE


STEPS: tuple[Step[Any], ...] = (RollAir(),)
