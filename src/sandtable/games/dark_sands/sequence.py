"""16.0 The sequence of play: replacement phase, action phase, end phase."""

from __future__ import annotations

from sandtable.engine.flow import Line, Outline, index_steps
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules import (
    r07_stacking,
    r11_headquarters,
    r15_placement,
    r17_replacements,
    r18_chits,
    r19_extended,
    r19_movement,
    r20_combat,
    r20_results,
    r20_retreat,
    r21_logistics,
    r22_reinforcements,
    r23_end,
)

TURN = (
    Line("11.0", "hq.return", AXIS),
    Line("17.2", "replace.fill", AXIS),
    Line("17.3", "replace.axis", AXIS),
    Line("17.1", "replace.regroup", ALLIED),
    Line("17.4", "replace.allied", ALLIED),
    Line("18.2", "chits.initiative", AXIS),
    Line("18.3", "chits.fill", AXIS),
    Line("18.4", "reinforce.turn3", AXIS, lambda pos: pos.turn == 3),
    Line("18.5", "chits.open", AXIS),
    Line("18.6", "chits.next", AXIS),
    Line("23.1", "end.attrition", AXIS),
    Line("23.2", "end.victory", AXIS),
    Line("23.3", "end.build", ALLIED),
    Line("23.4", "end.disruption", AXIS),
    Line("23.5", "end.assets", AXIS),
    Line("23.6", "end.turn", AXIS),
)

PHASES = (
    ("replacement", "Replacements", "17.0", 5),
    ("action", "Actions", "18.0", 10),
    ("end", "End phase", "23.0", len(TURN)),
)
"""Phases with the number of outline lines up to their end, for the view."""

STEPS = index_steps(
    (Outline[DarkSandsPosition]("turn", TURN, loop=True),),
    r07_stacking.STEPS,
    r11_headquarters.STEPS,
    r15_placement.STEPS,
    r17_replacements.STEPS,
    r18_chits.STEPS,
    r19_movement.STEPS,
    r19_extended.STEPS,
    r20_combat.STEPS,
    r20_results.STEPS,
    r20_retreat.STEPS,
    r21_logistics.STEPS,
    r22_reinforcements.STEPS,
    r23_end.STEPS,
)
