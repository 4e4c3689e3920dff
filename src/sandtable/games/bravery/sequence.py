"""The turn, in the rulebook's order."""

from __future__ import annotations

from sandtable.engine.flow import Line, Outline, Step, index_steps
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.rules import (
    r05_activation,
    r06_movement,
    r07_damage,
    r07_recovery,
    r07_retreat,
    r07_round,
    r08_combined,
    r11_replacements,
    r13_victory,
)

TURN = Outline(
    "turn",
    (
        Line("4", "turn.begin", ALLIED),
        Line("11.1", "refit.choose", ALLIED, r11_replacements.are_due),
        Line("5.1.1", "cup.commit", ALLIED),
        Line("5.1.1", "cup.commit", AXIS),
        Line("5.1.1", "draw.next", ALLIED),
        Line("8.4.1", "combined.leftover", ALLIED),
        Line("13.2", "turn.end", ALLIED),
    ),
    loop=True,
)

STEPS: dict[str, Step] = index_steps(
    (TURN,),
    r05_activation.STEPS,
    r06_movement.STEPS,
    r07_round.STEPS,
    r07_damage.STEPS,
    r07_retreat.STEPS,
    r07_recovery.STEPS,
    r08_combined.STEPS,
    r11_replacements.STEPS,
    r13_victory.STEPS,
)
