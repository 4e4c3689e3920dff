"""9 Buildup: supply cards: what is discarded, shuffled and dealt (J), and how many there are to buy (H)."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Chance, Frame, Outcomes, Step, pop, push
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.engine.words import counted
from sandtable.games.rommel.position import RommelPosition


def monthly(pos: RommelPosition) -> tuple[int, int]:
    """9.8.2 The cards of the month for the Allies and the Axis; more for the Axis once Malta has fallen."""
    allied, axis = pos.box.plan.deals[pos.turn]
    return allied, axis + (pos.box.tables.points["malta_cards"] if pos.malta == 1 else 0)


def card_barred(pos: RommelPosition, side: int) -> str | None:
    """9.8.3 An extra card costs points, and is sold only while the deck can deal all that is due and paid for."""
    if pos.points[side] < pos.box.tables.points["extra_card"]:
        return "9.8"
    deck = pos.box.tables.real + pos.box.tables.dummy - sum(pos.hands)
    return None if deck > sum(monthly(pos)) + sum(pos.extra) else "9.8.3"


class Discard(Step[RommelPosition]):
    """9.8.4 J: before the deck is shuffled a player may discard dummies from his hand."""

    name = "cards.discard"
    rule = "9.8.4"

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        title = f"Discard dummies? You hold {counted(pos.hand(frame.side)[1], 'dummy')}"
        text = "They go back into the deck before the new cards are dealt. The enemy sees how many."
        return Ask(title, text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        return [("discard", count) for count in range(pos.hand(frame.side)[1] + 1)]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action[1]:
            pos.change_hand(frame.side, 0, -action[1])
            pos.note("9.8.4", "discard", frame.side, action[1])
            pos.reveal()


class Shuffle(Auto[RommelPosition]):
    """9.8 J: spent cards go back, and each player is dealt his cards of the month and those he paid for."""

    name = "cards.shuffle"
    rule = "9.8"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        pop(pos)
        pos.spent = (0, 0)
        wanted = tuple(map(sum, zip(monthly(pos), pos.extra, strict=True)))
        shares = shared(wanted, pos.box.tables.real + pos.box.tables.dummy - sum(pos.hands))
        for side in (ALLIED, AXIS):
            push(pos, "cards.deal", CHANCE, side, shares[side])
        pos.extra = (0, 0)


def shared(wanted: tuple[int, ...], deck: int) -> list[int]:
    """9.8.5 A deck that cannot give both all they want is dealt out by turns, the Axis first."""
    shares = [0, 0]
    while deck:
        before = deck
        for side in (AXIS, ALLIED):
            if deck and shares[side] < wanted[side]:
                shares[side] += 1
                deck -= 1
        if deck == before:
            break
    return shares


class Deal(Chance[RommelPosition]):
    """9.8.1 Cards come from a deck in which one of three is a dummy."""

    name = "cards.deal"
    rule = "9.8.1"
    title = "Cards are dealt"

    class Args(NamedTuple):
        """What the step goes by."""

        side: int
        cards: int

    def outcomes(self, pos: RommelPosition, frame: Frame) -> Outcomes:
        (_, cards), tables = frame.args, pos.box.tables
        real = tables.real - pos.hands[0] - pos.hands[2] - pos.spent[0]
        dummy = tables.dummy - pos.hands[1] - pos.hands[3] - pos.spent[1]
        return [
            (("deal", r, cards - r), comb(real, r) * comb(dummy, cards - r))
            for r in range(max(0, cards - dummy), min(real, cards) + 1)
        ]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        side = self.Args(*frame.args).side
        pos.change_hand(side, action[1], action[2])
        if action[1] + action[2]:
            pos.note("9.8", "dealt", side, action[1] + action[2])
        pop(pos)


class Redraw(Step[RommelPosition]):
    """11.4 A player whose first hand has fewer real cards than dummies may hand it back once and draw anew."""

    name = "cards.redraw"
    rule = "11.4"

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        real, dummy = pos.hand(frame.side)
        title = f"A poor hand: {real} real, {counted(dummy, 'dummy')}"
        return Ask(title, "You may hand it back and draw a new one, once.", (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        real, dummy = pos.hand(frame.side)
        return [("hold",), ("redraw",)] if real < dummy else [("hold",)]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action[0] == "redraw":
            side = frame.side
            real, dummy = pos.hand(side)
            pos.change_hand(side, -real, -dummy)
            pos.note("11.4", "redraw", side)
            push(pos, "cards.deal", CHANCE, side, real + dummy)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return "11.4"


STEPS = (Discard(), Shuffle(), Deal(), Redraw())
