"""21.0 The logistics action: supply of every unit in play is looked at anew."""

from __future__ import annotations

from sandtable.engine.flow import Auto, Frame, pop
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import unhitch
from sandtable.games.dark_sands.rules.r10_supply import mark_supply


class Logistics(Auto[DarkSandsPosition]):
    """Markers go on units that cannot trace a line of supply and come off those that can."""

    name = "logistics"
    rule = "21.0"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        before = pos.out_of_supply
        mark_supply(pos)
        pos.note("21.0", "logistics", pos.out_of_supply & ~before, before & ~pos.out_of_supply)
        for asset, unit in enumerate(pos.bearer):
            if unit >= 0 and pos.out_of_supply >> unit & 1:
                unhitch(pos, asset)  # 13.5


STEPS = (Logistics(),)
