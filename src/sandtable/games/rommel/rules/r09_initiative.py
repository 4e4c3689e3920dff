"""9 Buildup: the cards are dealt (J), the initiative is settled (K)."""

from __future__ import annotations

from math import comb

from sandtable.engine.flow import Action, Auto, Chance, Frame, Outcomes, Step, pop, push, swap
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.rommel.position import Position

NONE, DUMMY, REAL = 0, 1, 2


class Shuffle(Auto[Position]):
    """9.8 J: spent cards go back, and each player is dealt his cards of the month and those he paid for."""

    name = "cards.shuffle"
    rule = "9.8"

    def run(self, pos: Position, frame: Frame) -> None:
        pop(pos)
        pos.spent = (0, 0)
        deal = list(pos.box.plan.deals[pos.turn])
        if pos.malta == 1:
            deal[AXIS] += pos.box.tables.points["malta_cards"]
        for side in (ALLIED, AXIS):
            push(pos, "cards.deal", CHANCE, side, deal[side] + pos.extra[side])
        pos.extra = (0, 0)


class Deal(Chance[Position]):
    """9.8.1 Cards come from a deck in which one of three is a dummy; nobody holds more than the limit."""

    name = "cards.deal"
    rule = "9.8.1"

    def _count(self, pos: Position, frame: Frame) -> tuple[int, int, int]:
        side, wanted = frame[2]
        tables = pos.box.tables
        real = tables.real - pos.hands[0] - pos.hands[2] - pos.spent[0]
        dummy = tables.dummy - pos.hands[1] - pos.hands[3] - pos.spent[1]
        return max(0, min(wanted, tables.hand - sum(pos.hand(side)), real + dummy)), real, dummy

    def outcomes(self, pos: Position, frame: Frame) -> Outcomes:
        count, real, dummy = self._count(pos, frame)
        return [
            (("deal", r, count - r), comb(real, r) * comb(dummy, count - r))
            for r in range(max(0, count - dummy), min(real, count) + 1)
        ]

    def apply(self, pos: Position, frame: Frame, action: Action) -> None:
        side = frame[2][0]
        pos.change_hand(side, action[1], action[2])
        pos.note("9.8", "dealt", side, action[1] + action[2])
        pop(pos)


class Challenge(Step[Position]):
    """9.9 K: the initiative is the Axis player's; the Allied player may challenge it with one card face down."""

    name = "initiative.challenge"
    rule = "9.9"

    def actions(self, pos: Position, frame: Frame) -> list[Action]:
        real, dummy = pos.hand(frame[1])
        return [("bid", NONE), *([("bid", DUMMY)] if dummy else []), *([("bid", REAL)] if real else [])]

    def apply(self, pos: Position, frame: Frame, action: Action) -> None:
        side, bid = frame[1], action[1]
        pos.bids = (*pos.bids, bid) if side == AXIS else (bid,)
        pos.change_hand(side, -int(bid == REAL), -int(bid == DUMMY))
        pos.reveal()
        if bid:
            pos.note("9.9", "bid", side)
        if side == ALLIED and bid:
            swap(pos, "initiative.answer", AXIS)
        else:
            settle_initiative(pos)
            pop(pos)


class Answer(Challenge):
    """9.9.1 The Axis player may answer a challenge with a card of his own."""

    name = "initiative.answer"
    rule = "9.9.1"


def settle_initiative(pos: Position) -> None:
    """9.9.2 A real Allied card takes the initiative unless a real Axis card meets it; cards laid are spent."""
    won = pos.bids[0] == REAL and (len(pos.bids) < 2 or pos.bids[1] != REAL)
    pos.initiative = pos.phasing = ALLIED if won else AXIS
    pos.spent = (pos.spent[0] + pos.bids.count(REAL), pos.spent[1] + pos.bids.count(DUMMY))
    pos.note("9.9", "initiative", pos.initiative, *pos.bids)
    pos.bids = ()


STEPS = (Shuffle(), Deal(), Challenge(), Answer())
