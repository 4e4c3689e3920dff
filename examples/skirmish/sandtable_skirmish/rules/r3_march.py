"""3 Marching: area by area, until the player says stop."""

from __future__ import annotations

from sandtable.engine.flow import Action, Frame, Step, pop
from sandtable.engine.sides import AXIS
from sandtable_skirmish.position import SkirmishPosition


class March(Step[SkirmishPosition]):
    """3 A unit goes to an area that touches its own, or stays; the turn ends when the Axis unit stays."""

    name = "march"
    rule = "3"
    title = "March"
    text = "Choose an area next to your unit, or stay."
    waiting = "Their unit may march."
    verbs = ("march",)

    def actions(self, pos: SkirmishPosition, frame: Frame) -> list[Action]:
        if pos.box.duel:
            return [("done",)]
        return [*(("march", place) for place in pos.box.map.neighbours[pos.where[frame.side]]), ("done",)]

    def barred(self, pos: SkirmishPosition, frame: Frame, action: Action) -> str | None:
        return "3"

    def apply(self, pos: SkirmishPosition, frame: Frame, action: Action) -> None:
        if action[0] == "march":
            pos.where[frame.side] = action[1]
            pos.note("3", "march", frame.side, action[1])
            return
        pop(pos)
        if frame.side == AXIS:
            pos.turn += 1
            pos.chosen = (0, 0)
            if not any(pos.hands):
                pos.hands = (pos.box.cards, pos.box.cards)  # 1
