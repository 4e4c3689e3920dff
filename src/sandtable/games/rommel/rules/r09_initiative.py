"""9 Buildup: the initiative is settled (K)."""

from __future__ import annotations

from sandtable.engine.flow import Action, Frame, Step, pop, swap
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.rommel.position import RommelPosition

NONE, DUMMY, REAL = 0, 1, 2


class Challenge(Step[RommelPosition]):
    """9.9 K: the initiative is the Axis player's; the Allied player may challenge it with one card face down."""

    name = "initiative.challenge"
    rule = "9.9"
    title = "Challenge for the initiative?"
    text = "One card, real or dummy. A real one may win it."

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        real, dummy = pos.hand(frame.side)
        return [("bid", NONE), *([("bid", DUMMY)] if dummy else []), *([("bid", REAL)] if real else [])]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        side, bid = frame.side, action[1]
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
    title = "The Allies challenge you"
    text = "A real card keeps the initiative, whatever theirs is."


def settle_initiative(pos: RommelPosition) -> None:
    """9.9.2 A real Allied card takes the initiative unless a real Axis card meets it; cards laid are spent."""
    won = pos.bids[0] == REAL and (len(pos.bids) < 2 or pos.bids[1] != REAL)
    pos.initiative = pos.phasing = ALLIED if won else AXIS
    pos.spent = (pos.spent[0] + pos.bids.count(REAL), pos.spent[1] + pos.bids.count(DUMMY))
    pos.note("9.9", "initiative", pos.initiative, *pos.bids)
    pos.bids = ()


STEPS = (Challenge(), Answer())
