"""The turn: cards, the fight, marching."""

from __future__ import annotations

from sandtable.engine.flow import Auto, Frame, Line, Outline, index_steps, pop, push
from sandtable.engine.sides import ALLIED, AXIS
from sandtable_skirmish.position import SkirmishPosition
from sandtable_skirmish.rules.r1_cards import ChooseCard, Compare
from sandtable_skirmish.rules.r2_fight import Fight
from sandtable_skirmish.rules.r3_march import March
from sandtable_skirmish.rules.r4_end import is_over, winner


class End(Auto[SkirmishPosition]):
    """4 Is it over?"""

    name = "end"
    rule = "4"

    def run(self, pos: SkirmishPosition, frame: Frame) -> None:
        if is_over(pos):
            pos.finish(winner(pos), "on points", *pos.steps)
        else:
            pop(pos)


TURN = Outline[SkirmishPosition](
    "turn",
    (
        Line("4", "end", ALLIED),
        Line("1", "card", ALLIED),
        Line("1", "card", AXIS),
        Line("1", "compare", ALLIED),
        Line("3", "march", ALLIED),
        Line("3", "march", AXIS),
    ),
    loop=True,
)
STEPS = index_steps([TURN, End(), ChooseCard(), Compare(), Fight(), March()])


def begin(pos: SkirmishPosition) -> None:
    """The first frame."""
    push(pos, "turn", ALLIED, 0)
