"""1 Turns: cards face down, the five options, and who goes next."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.words import counted
from sandtable.games.rommel.position import OFFENSIVE, OTHER, UNDECIDED, RommelPosition
from sandtable.games.rommel.rules.r02_movement import WITHDRAWAL
from sandtable.games.rommel.rules.r10_victory import check_bases

MOST_CARDS = 3
START, CARDS, PLAY, CLOSE, OVER = range(5)


class Month(Auto[RommelPosition]):
    """1.1 The players take turns, the one with the initiative first, until both pass in a row."""

    name = "month.turns"
    rule = "1.1"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        if pos.passes >= 2:
            pos.passes = 0
            pop(pos)
        else:
            push(pos, "turn", pos.phasing, START)


class Turn(Auto[RommelPosition]):
    """1.3 A turn: supply check, cards, then the moves and battles they pay for, second check, cards turned up."""

    name = "turn"
    rule = "1.3"

    class Args(NamedTuple):
        """What the step goes by."""

        stage: int

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        _, side, (stage,) = frame
        swap(pos, self.name, side, stage + 1)
        if stage == START:
            pos.moves = pos.fights = pos.shown = pos.rommel = 0
            pos.option = UNDECIDED
            pos.crossed = pos.fleeing = pos.chosen = ()
            pos.entered = pos.active = 0
            push(pos, "supply.first", side)
        elif stage == CARDS:
            push(pos, "cards.lay", side)
        elif stage == PLAY:
            self._play(pos, side)
        elif stage == CLOSE:
            turn_up(pos, side)
            push(pos, "move.settle", side)  # 5.2.1 want of supply may undo a rearguard yet
            push(pos, "supply.last", side)
        else:
            pop(pos)
            pos.passes = pos.passes + 1 if not pos.moves else 0
            pos.phasing = OTHER[side]
            check_bases(pos, side)

    def _play(self, pos: RommelPosition, side: int) -> None:
        """1.2.1, 1.4.1 A pass allows one withdrawal; hexside limits start afresh in a blitz, not in an offensive."""
        act = next_act(pos)
        if act == "end":
            return
        swap(pos, self.name, side, PLAY)
        if act == "move":
            if pos.option != OFFENSIVE:
                pos.crossed = ()
            pos.moves += 1
            pos.moved = [0] * len(pos.moved)
            push(pos, "move.order", side, 0)
        elif act == "battle":
            pos.fights += 1
            push(pos, "battle.begin", side)
        else:
            swap(pos, self.name, side, CLOSE)
            pos.moved = [0] * len(pos.moved)
            push(pos, "move.order", side, WITHDRAWAL)


def next_act(pos: RommelPosition) -> str:
    """1.4.2 What the real cards on the table still allow."""
    real, moves, fights = pos.laid[0], pos.moves, pos.fights
    if real == 0:
        return "pass"
    if moves == 0:
        return "move"
    if pos.option == OFFENSIVE and moves == 1:
        return "move"
    if fights == 0:
        return "battle"
    if real == MOST_CARDS and moves == 1:
        return "move"
    if real == MOST_CARDS and fights == 1:
        return "battle"
    return "end"


@lru_cache(maxsize=1024)
def lays(real: int, dummy: int) -> list[Action]:
    """The ways to lay up to three cards from a hand; dummies alone come last."""
    few = [("lay", r, d) for r in range(min(real, MOST_CARDS) + 1) for d in range(min(dummy, MOST_CARDS - r) + 1)]
    return sorted(few, key=lambda lay: lay[1] == 0 and lay[2] > 0)


class Lay(Step[RommelPosition]):
    """1.2 Up to three cards are laid face down, dummies among them at will; none, or dummies alone, is a pass."""

    name = "cards.lay"
    rule = "1.2"
    waiting = "They are choosing their supply cards."

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        real, dummy = pos.hand(frame.side)
        text = "Only real cards count; dummies hide how many there are. One: move and fight."
        title = f"Lay supply: {real} real, {counted(dummy, 'dummy')}"
        return Ask(
            title, f"{text} Two: two moves, or an assault. Three: a blitz, both twice. None: pass.", (self.rule,)
        )

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        return lays(*pos.hand(frame.side))

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        side = frame.side
        _, real, dummy = action
        pos.laid = (real, dummy)
        pos.change_hand(side, -real, -dummy)
        pos.note("1.2", "lay", side, real + dummy)
        pos.reveal()  # a card laid is laid
        if dummy and not real:
            turn_up(pos, side)
        pop(pos)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return "1.2"


def turn_up(pos: RommelPosition, side: int) -> None:
    """1.5 The cards of the turn are turned up and spent."""
    real, dummy = pos.laid
    if real + dummy:
        pos.note("1.5", "turn_up", side, real, dummy, pos.option)
        pos.spent = (pos.spent[0] + real, pos.spent[1] + dummy)
        pos.reveal()
    else:
        pos.note("1.2.1", "pass", side)
    pos.laid = (0, 0)


STEPS = (Month(), Turn(), Lay())
