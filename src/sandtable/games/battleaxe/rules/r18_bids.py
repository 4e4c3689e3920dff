"""Bids: both players bid, in secret, the points they would need as the Allies; the higher bidder gets them."""

from __future__ import annotations

from sandtable.engine.flow import Action, Auto, Frame, Step, pop, swap
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.dice import Die


def bids_are_made(pos: BattleaxePosition) -> bool:
    """Do the players bid for sides in this game?"""
    return bool(pos.box.options["bids"])


def points_needed(pos: BattleaxePosition) -> int:
    """18 The points the Allies need: those printed, or the winning bid."""
    return max(pos.bids) if pos.bids else int(pos.box.tables["victory_points"])


class Bid(Step[BattleaxePosition]):
    """18.1 Each seat writes down a bid that the other does not see; the higher one commands the Allies."""

    name = "bid.write"
    rule = "18.1"
    title = "Bid for the Allied side"
    text = "Bid, in secret, the points you would need to win as the Allies. The higher bidder commands them."
    waiting = "A bid is being written down."

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        low, high = pos.box.tables["bids"]
        return [("bid", points) for points in range(low, high + 1)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pos.bids += (action[1],)
        pop(pos)


class Reveal(Auto[BattleaxePosition]):
    """Both bids are shown; a die decides if they are equal."""

    name = "bid.reveal"
    rule = "18.1"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pos.reveal()
        pos.note("18.1", "bids", *pos.bids)
        if pos.bids[ALLIED] == pos.bids[AXIS]:
            swap(pos, Tie.name, CHANCE)
            return
        pos.exchanged = int(pos.bids[AXIS] > pos.bids[ALLIED])
        pop(pos)


class Tie(Die):
    """Equal bids: on one to three the seats stay as they are."""

    name = "bid.tie"
    rule = "18.1"
    title = "A die decides between equal bids"

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pos.exchanged = int(action[1] > 3)
        pos.note("18.1", "tie", action[1], pos.exchanged)
        pop(pos)


STEPS = (Bid(), Reveal(), Tie())
