"""1 Cards: both sides choose one in secret, and the higher one attacks."""

from __future__ import annotations

from sandtable.engine.flow import Action, Auto, Frame, Step, pop, swap
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable_skirmish.position import SkirmishPosition, with_side


class ChooseCard(Step[SkirmishPosition]):
    """1 A side lays one of its cards face down."""

    name = "card"
    rule = "1"
    title = "Choose a card"
    text = "Your opponent sees it only when both cards are turned up. The higher card attacks."
    waiting = "They are choosing a card."
    verbs = ("march",)

    def actions(self, pos: SkirmishPosition, frame: Frame) -> list[Action]:
        return [("card", card) for card in pos.hands[frame.side]]

    def barred(self, pos: SkirmishPosition, frame: Frame, action: Action) -> str | None:
        return "3" if action[0] == "march" else "1"

    def apply(self, pos: SkirmishPosition, frame: Frame, action: Action) -> None:
        hands = list(pos.hands)
        hands[frame.side] = tuple(card for card in hands[frame.side] if card != action[1])
        pos.hands = tuple(hands)
        pos.chosen = with_side(pos.chosen, frame.side, action[1])
        pos.note("1", "card", frame.side, action[1])
        pop(pos)


class Compare(Auto[SkirmishPosition]):
    """1 Both cards are turned up; equal cards fight nothing out (R1)."""

    name = "compare"
    rule = "1"

    def run(self, pos: SkirmishPosition, frame: Frame) -> None:
        pos.reveal()
        allied, axis = pos.chosen
        pos.note("1", "cards", allied, axis)
        if allied == axis:
            pop(pos)
        else:
            swap(pos, "fight", CHANCE, ALLIED if allied > axis else AXIS)
