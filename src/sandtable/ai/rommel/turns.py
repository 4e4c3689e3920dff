"""Rommel in the Desert: a player's turn planned as a whole.

A turn is a number of cards and what they pay for: one move and its battles, two moves, an assault, a blitz. The planner
tries the operations of a position, judges the expected end of the turn, and plays the enemy's best answer with one card
to the most promising ones. The best of those it looks at again: with good and with bad luck in battle, with an answer
of two cards, and at the higher levels with several guesses at what the enemy hides. What it decided is remembered order
by order, so that the steps of the turn follow the plan.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from sandtable.ai.rommel.answers import (
    Scope,
    after_answer,
    best_answer,
    broke,
    is_settled,
    march_twice,
    met,
    passed_on,
    real_cards,
    starve,
)
from sandtable.ai.rommel.belief import believe, fear
from sandtable.ai.rommel.clash import battles
from sandtable.ai.rommel.lines import base_in_two_marches, has_reserve
from sandtable.ai.rommel.operations import (
    STAY,
    Move,
    carry_out,
    detours,
    operations,
    raids,
    remaining,
    screens,
    withdrawals,
)
from sandtable.ai.rommel.outlook import WON, Outlook, judge
from sandtable.ai.rommel.outposts import postings
from sandtable.ai.rommel.value import survey
from sandtable.engine.flow import Action
from sandtable.engine.sides import SIDES
from sandtable.games.rommel.position import ASSAULT, OFFENSIVE, OTHER, UNDECIDED, RommelPosition
from sandtable.games.rommel.rules.r02_movement import ROMMEL, WITHDRAWAL

MOVE_STEPS = ("move.order", "move.group", "move.to", "move.command", "move.gather")
BLITZ = 3
GROUND_LOST = 4.0
"""What a withdrawal must gain: the way back costs a card."""
IDLE = 12.0
"""What it costs to do nothing with a card in the last month for a side that loses if nothing happens."""
THRIFT = 1.0
"""What the second and the third card of a turn must gain beyond their worth: one at a time keeps the month going."""
EVERY = 1000
"""No limit to the operations tried."""
KEPT = 4000
"""How many orders are remembered."""
SLUMP, DESPERATE = 60.0, 6
"""An answer that costs this much is a disaster; how many times as many turns are looked at to avoid one."""
LOST, GUARDING = -300.0, 6
"""A turn worth less than this loses the game soon; how many turns are tried then that leave a guard in the base."""
RESCUES = 2
"""First moves towards those cut off that are tried with a second one, besides the best."""
HURRIED = 2
"""Guesses with which turns are weighed when the time is over."""
POSTS = 2
"""Hexes tried as the first of two that stop raids."""
EARLY = 3
"""Turns that are weighed before it is asked whether somebody should stand in the enemy's way."""
RESISTING = 30
"""Turns that are met with the answers found so far, to see which of them suffers least."""
SCARE = 12.0
"""What an answer must cost for a block to be sent in its way."""
TRIFLE = 0.01
"""How far below the best turn others are ranked that were not weighed."""
MORE = 2
"""Up to this many times as many are weighed, while one that was not still seems better than those that were."""
LUCK = 0.7
"""Good and bad luck, in standard deviations of the hits: about the middle of the better half and of the worse."""


class Width(NamedTuple):
    """How widely the planner looks."""

    first: int
    """Operations tried as the first move."""
    then: int
    """Operations tried as the second, after each of the best `paired` first ones."""
    paired: int
    answered: int
    """Turns, of each number of cards, that the enemy's answer is played to."""
    answer: Scope = Scope(0)
    """How widely that answer is looked for."""
    weighed: int = 0
    """How many of the best turns are looked at again, at the least."""
    guesses: int = 0
    """New guesses at what is hidden with which they are, by turns with bad and with good luck."""
    again: Scope = Scope(0)
    """How widely the answer is looked for then."""
    screened: int = 0
    """Turns tried that stand in the way of it."""


MIDDLE = Width(
    first=32, then=10, paired=2, answered=2, answer=Scope(12), weighed=4, guesses=3, again=Scope(12, 2, 6), screened=3
)
"""For a player who has half a second."""
FULL = Width(
    first=32, then=10, paired=2, answered=2, answer=Scope(12), weighed=3, guesses=2, again=Scope(10, 2, 5), screened=3
)
QUICK = Width(first=12, then=6, paired=1, answered=0)
WIDE = Width(
    first=64, then=14, paired=4, answered=3, answer=Scope(16), weighed=6, guesses=4, again=Scope(16, 2, 8), screened=4
)


class Turn(NamedTuple):
    """A turn as planned, and what it is worth after the enemy's answer."""

    cards: int
    option: int
    moves: tuple[Move, ...]
    value: float


class _Draft(NamedTuple):
    """A turn played in a trial position, up to the enemy's answer."""

    turn: Turn
    pos: RommelPosition
    unseen: float


ORDERS: OrderedDict[Hashable, Action] = OrderedDict()
"""The orders of plans under way, by seed and position: a player who is made anew in the middle of a turn finds them."""


class TurnPlanner:
    """Plans turns for either side and remembers the orders for them."""

    def __init__(self, seed: int = 0, width: Width = FULL) -> None:
        self.seed = seed
        self.width = width
        self.deadline: float | None = None
        """When the turns must have been weighed, by the clock; None for no hurry."""

    # Orders

    def order(self, pos: RommelPosition, side: int, actions: Sequence[Action]) -> Action | None:
        """The order that a plan holds for a step of a move; a new plan is made at the start of a move without one."""
        key = self._key(pos, side)
        step, _, args = pos.stack[-1]
        if key not in ORDERS and not args[-1] & WITHDRAWAL:
            if step == "move.order":
                self._remember(pos, side, max(self.turns(pos, side), key=lambda turn: turn.value))
            elif step != "move.to":
                self._remember(pos, side, self._rest(pos, side))
        action = ORDERS.get(key)
        return action if action in actions else None

    def _remember(self, pos: RommelPosition, side: int, turn: Turn) -> None:
        """Note the orders of a turn, by the position in which each is to be given."""
        trial = pos.quiet()
        if trial.stack[-1].step == "cards.lay":
            trial.play(("lay", turn.cards, 0))
        ends: tuple[Action, ...] = (("done", "assault" if turn.option == ASSAULT else "offensive"), ("done",))
        for move in turn.moves:
            wanted = [*(move.actions() if move.legs else ()), *ends]
            begun = trial.moves
            for action in wanted:
                if not trial.stack or trial.stack[-1].step not in MOVE_STEPS or trial.moves != begun:
                    break
                led = action == ("rommel",) and trial.stack[-1].args[-1] & ROMMEL  # it would send him away again
                if action in trial.actions() and not led:
                    ORDERS[self._key(trial, side)] = action
                    trial.play(action)
        while len(ORDERS) > KEPT:
            ORDERS.popitem(last=False)

    def _rest(self, pos: RommelPosition, side: int) -> Turn:
        """The best way to go on with a move that has begun."""
        step, _, args = pos.stack[-1]
        look = Outlook(OTHER[side], broke(pos, side))
        best = Turn(pos.laid[0], pos.option, (STAY,), -WON)
        fitting = [
            move
            for move in operations(pos, side, EVERY)
            if move.place == args[0]
            and (move.rally < 0) == (step == "move.group")
            and (step != "move.gather" or move.rally == args[1])
        ]
        for move in (STAY, *fitting[: self.width.first]):
            trial = pos.quiet()
            value = -carry_out(trial, move)
            value += battles(trial, side)
            value += judge(trial, side, look)
            if value > best.value:
                best = best._replace(moves=(move,), value=value)
        return best

    def _key(self, pos: RommelPosition, side: int) -> Hashable:
        """What an order depends on: all that its side sees of the turn so far."""
        start, end = pos.box.span[side]
        own = tuple(pos.where[start:end]), tuple(pos.steps[start:end]), tuple(pos.moved[start:end]), pos.chosen
        cards = pos.hand(side)[0], pos.laid[0], pos.moves, pos.fights, pos.option
        return self.seed, pos.box.plan.id, side, pos.turn, pos.stack[-1], own, cards, pos.held(OTHER[side])

    # Plans

    def turns(self, pos: RommelPosition, side: int) -> list[Turn]:
        """The best turn for each number of cards, or for the cards already on the table."""
        fresh = pos.stack[-1].step == "cards.lay"
        pos = _fresh(pos, side) if fresh else pos.quiet()
        look = Outlook(OTHER[side], broke(pos, side))
        drafts: list[_Draft] = []
        if fresh:
            real = pos.hand(side)[0]
            drafts += self._passes(pos, side)
            counts: tuple[int, ...] = tuple(range(1, min(real, BLITZ) + 1))
        else:
            counts = (pos.laid[0],)
        if any(counts):
            drafts += self._active(pos, side, counts, look)
        kinds: dict[tuple[int, int, bool, bool], list[_Draft]] = {}
        seen = set[Hashable]()
        exposed = fresh and bool(self.width.weighed) and _exposed(pos, side)
        hoping = bool(self.width.weighed) and pos.turn >= pos.box.plan.last and not is_settled(pos, side)
        for draft in sorted(drafts, key=lambda one: -one.turn.value):
            guarded = exposed and not _exposed(draft.pos, side)
            kind = draft.turn.cards, draft.turn.option, guarded, hoping and is_settled(passed_on(draft.pos, side), side)
            same = *kind, frozenset(leg for move in draft.turn.moves for leg in move.legs)
            if same not in seen:  # two moves in either order come to the same
                seen.add(same)
                kinds.setdefault(kind, []).append(draft)
        cards = real_cards(pos, side)
        found: list[Turn] = []
        for some in kinds.values():
            found += self._looked_at(some, side, look, cards)
        found.sort(key=lambda turn: -turn.value)
        if self.width.weighed:
            found = self._weighed(pos, side, found, look, cards, drafts)
            if fresh and max(turn.value for turn in found) < LOST:
                found += self._weighed(pos, side, _guarding(drafts, side), look, cards, [])
        best: dict[tuple[int, int], Turn] = {}
        for turn in found:
            kept = best.setdefault((turn.cards, turn.option), turn)
            if turn.value > kept.value:
                best[turn.cards, turn.option] = turn
        return list(best.values())

    def remember(self, pos: RommelPosition, side: int, turns: Iterable[Turn]) -> None:
        """Note the orders of several turns that may be chosen."""
        for turn in turns:
            self._remember(pos, side, turn)

    def _passes(self, pos: RommelPosition, side: int) -> list[_Draft]:
        """A pass, with nothing else or with a withdrawal."""
        found = []
        for move in (STAY, *withdrawals(pos, side)):
            trial = pos.quiet()
            carry_out(trial, move)
            unseen = starve(trial, side, pos)
            trial.passes = pos.passes + 1
            look = Outlook(OTHER[side], broke(pos, side), ended=pos.passes > 0)
            unseen -= 0.0 if move is STAY else GROUND_LOST
            found.append(_Draft(Turn(0, UNDECIDED, (move,), judge(trial, side, look) + unseen), trial, unseen))
        return found

    def _active(self, pos: RommelPosition, side: int, counts: tuple[int, ...], look: Outlook) -> list[_Draft]:
        """Turns with cards: all single moves, then second moves after the best of them."""
        second, fresh = pos.moves == 2, pos.stack[-1].step == "cards.lay"
        found: list[_Draft] = []
        idle_loses = pos.turn >= pos.box.plan.last and not is_settled(pos, side)

        def add(cards: int, option: int, moves: tuple[Move, ...], end: RommelPosition, unseen: float) -> float:
            unseen += starve(end, side, pos)
            end.passes = 0
            if fresh:
                end.change_hand(side, -cards, 0)
            if idle_loses and moves == (STAY,) and not end.battles:
                unseen -= IDLE
            unseen -= THRIFT * (cards - 1)
            value = judge(end, side, look) + unseen
            found.append(_Draft(Turn(cards, option, moves, value), end, unseen))
            return value

        firsts: list[tuple[float, Move, RommelPosition, float]] = []
        """First moves before their battles, with what the turn would be worth after them."""
        manned = postings(pos, side) if self.width.weighed else []
        simple = [moves[0] for moves in manned if len(moves) == 1]
        for move in (STAY, *operations(pos, side, self.width.first), *simple):
            moved = pos.quiet()
            unseen = -carry_out(moved, move)
            if second and self.width.weighed and moved.battles:
                self._chancy(found, pos, side, move, moved, unseen, look)
                continue
            fought = moved.quiet()
            value = add(counts[0], pos.option, (move,), fought, unseen + battles(fought, side))
            firsts.append((value, move, moved, unseen))
            if 2 in counts and not second and moved.battles:
                stormed = moved.quiet()
                add(2, ASSAULT, (move,), stormed, unseen + battles(stormed, side, double=True))
        if second or counts == (1,):
            return found
        if counts == (2,) or counts == (BLITZ,):
            found = [draft for draft in found if draft.turn.option == ASSAULT]
        firsts.sort(key=lambda one: -one[0])
        best = firsts[: self.width.paired]
        if self.width.weighed and (wanted := survey(pos, side).relief):  # what frees nobody by itself may with another
            helping = [one for one in firsts[self.width.paired :] if any(leg.dest in wanted for leg in one[1].legs)]
            best += helping[:RESCUES]
        for _, move, moved, unseen in best:
            if 2 in counts and move is not STAY:
                for then, end, more in self._seconds(moved, side, unseen, reset=False):
                    add(2, OFFENSIVE, (move, then), end, more)
            if BLITZ in counts:
                fought = moved.quiet()
                unseen += battles(fought, side)
                for then, end, more in self._seconds(fought, side, unseen, reset=True):
                    add(BLITZ, UNDECIDED, (move, then), end, more)
        if 2 in counts and self.width.weighed:
            longer = [(moves[0], moves[1]) for moves in manned if len(moves) == 2]
            for pair in raids(pos, side) + detours(pos, side) + longer:
                end = pos.quiet()
                unseen = -march_twice(end, pair)
                add(2, OFFENSIVE, pair, end, unseen + battles(end, side))
        return found

    def _chancy(
        self,
        found: list[_Draft],
        start: RommelPosition,
        side: int,
        move: Move,
        moved: RommelPosition,
        unseen: float,
        look: Outlook,
    ) -> None:
        """A last move whose battles are still to come: judged with good and with bad luck, and played on from the bad.

        Nothing can be mended after it, so what must not fail gets all the blocks that help.
        """
        values = []
        for luck in (LUCK, -LUCK):
            end = moved.quiet()
            more = unseen + battles(end, side, luck=luck)
            more += starve(end, side, start)
            end.passes = 0
            values.append(judge(end, side, look) + more)
        found.append(_Draft(Turn(start.laid[0], start.option, (move,), sum(values) / 2), end, more))

    def _seconds(
        self, pos: RommelPosition, side: int, unseen: float, reset: bool
    ) -> Iterable[tuple[Move, RommelPosition, float]]:
        """Second moves with their battles."""
        start = pos.quiet()
        start.moved = [0] * len(start.moved)
        if reset:
            start.crossed = ()
        for move in (STAY, *operations(start, side, self.width.then)):
            trial = start.quiet()
            more = unseen - carry_out(trial, move)
            more += battles(trial, side)
            yield move, trial, more

    def _looked_at(
        self, drafts: list[_Draft], side: int, look: Outlook, cards: tuple[float, float, float]
    ) -> list[Turn]:
        """The best drafts of a kind after the enemy's answer; more of them while the answer to all is a disaster."""
        width, best = self.width, -2 * WON
        found: list[Turn] = []
        for draft in drafts[: max(1, DESPERATE * width.answered)]:
            if len(found) >= max(1, width.answered) and best >= draft.turn.value - SLUMP:
                break
            found.append(self._answered(draft, side, look, cards, width.answer))
            best = max(best, found[-1].value)
        return found

    def _answered(
        self, draft: _Draft, side: int, look: Outlook, cards: tuple[float, float, float], scope: Scope
    ) -> Turn:
        """What a turn is worth once the enemy has answered."""
        turn, pos, unseen = draft
        if pos.over is not None or pos.passes >= 2 or not scope.moves:
            return turn
        return turn._replace(value=unseen + after_answer(pos, side, look, cards, scope))

    # Second thoughts

    def _weighed(
        self,
        pos: RommelPosition,
        side: int,
        turns: list[Turn],
        look: Outlook,
        cards: tuple[float, float, float],
        drafts: list[_Draft],
    ) -> list[Turn]:
        """The best turns with their worth on a second look; the others, which come after them, as they are at most."""
        worlds: list[RommelPosition] = []
        fresh = pos.stack[-1].step == "cards.lay"
        for number in range(self.width.guesses):  # not the one they were made for: that would flatter them
            rng = Random(f"{self.seed} {number}")
            world = believe(pos.guess(SIDES[side], rng), side, rng)
            if number % 2 == 0:  # bad luck is also that the hidden armoured cars are where they can do most harm
                world = fear(world, side)
            worlds.append(_fresh(world, side) if fresh else world.quiet())
        samples = [(world, LUCK if number % 2 else -LUCK) for number, world in enumerate(worlds)]
        if self._late():  # the first few are weighed all the same: who does not look is worse off than who looks less
            samples = samples[:HURRIED]
        weighed: list[Turn] = []
        threats = set[tuple[Move, ...]]()
        best = -2 * WON

        def weigh(turn: Turn) -> Turn:
            seen = [self._replayed(world, side, turn, look, cards, luck) for world, luck in samples]
            if seen[0][1]:
                threats.add(seen[0][1])
            return turn._replace(value=sum([value for value, _ in seen]) / len(seen))

        count = 0
        for count, turn in enumerate(turns[: MORE * self.width.weighed]):
            if count >= EARLY and (self._late() or (count >= self.width.weighed and best >= turn.value)):
                break
            weighed.append(weigh(turn))
            best = max(best, weighed[-1].value)
            if fresh and count == EARLY - 1 and best < turns[0].value - SCARE:
                top = max(weighed, key=lambda one: one.value)
                others = _screened(worlds, side, top)[: self.width.screened]
                resisting = self._resisting(worlds[0], side, drafts, look, threats) if threats else []
                tried = [one.moves for one in turns[: count + 1]]
                others += [one for one in resisting if one.moves not in tried][: self.width.screened]
                for screened in others:
                    weighed.append(weigh(screened))
                    best = max(best, weighed[-1].value)
        else:
            count += 1
        rest = turns[count:]
        return weighed + [turn._replace(value=min(turn.value, best - TRIFLE)) for turn in rest] if weighed else turns

    def _late(self) -> bool:
        """Is the time for weighing turns over?"""
        return self.deadline is not None and perf_counter() > self.deadline

    def _replayed(
        self,
        start: RommelPosition,
        side: int,
        turn: Turn,
        look: Outlook,
        cards: tuple[float, float, float],
        luck: float,
    ) -> tuple[float, tuple[Move, ...]]:
        """What a turn is worth in one guess at what is hidden, with luck, and the answer, of two cards at most."""
        pos, unseen, look = _played(start, side, turn, look, luck)
        if pos.over is not None or pos.passes >= 2 or not self.width.again.moves:
            return judge(pos, side, look) + unseen, ()
        answer = best_answer(pos, side, look, cards, self.width.again, luck)
        return answer.value + unseen, answer.moves

    def _resisting(
        self, world: RommelPosition, side: int, drafts: list[_Draft], look: Outlook, threats: set[tuple[Move, ...]]
    ) -> list[Turn]:
        """Turns that suffer least by the answers that hurt the best turns, played in the guess they were found in."""
        found: list[tuple[float, Turn]] = []
        for draft in sorted(drafts, key=lambda one: -one.turn.value)[:RESISTING]:
            pos, unseen, after = _played(world, side, draft.turn, look, -LUCK)
            if pos.over is None and pos.passes < 2:
                values = [met(pos, side, after, moves, -LUCK) for moves in threats]
                found.append((min([value for value in values if value is not None], default=WON) + unseen, draft.turn))
        found.sort(key=lambda one: -min(one[0], one[1].value))
        return [turn for _, turn in found]


def _played(
    start: RommelPosition, side: int, turn: Turn, look: Outlook, luck: float
) -> tuple[RommelPosition, float, Outlook]:
    """The end of a turn played from a position with luck, what it does not show, and how it is to be judged."""
    pos, unseen = start.quiet(), 0.0
    for number, move in enumerate(turn.moves):
        if number:
            pos.moved = [0] * len(pos.moved)
        unseen -= carry_out(pos, move)
        if turn.cards == BLITZ or (turn.cards and number == len(turn.moves) - 1):
            unseen += battles(pos, side, turn.option == ASSAULT, luck)
            pos.crossed = ()
    unseen += starve(pos, side, start)
    if turn.cards:
        idle = turn.moves == (STAY,) and not pos.battles
        if idle and pos.turn >= pos.box.plan.last and not is_settled(pos, side):
            unseen -= IDLE
        unseen -= THRIFT * (turn.cards - 1)
        pos.passes = 0
        pos.change_hand(side, -turn.cards if pos.stack[-1].step == "cards.lay" else 0, 0)
    else:
        pos.passes = start.passes + 1
        unseen -= 0.0 if turn.moves[0] is STAY else GROUND_LOST
        look = look._replace(ended=start.passes > 0)
    return pos, unseen, look


def _screened(worlds: list[RommelPosition], side: int, turn: Turn) -> list[Turn]:
    """Turns in which one block or two stand in the way of the enemy's raids, or one after the same first move."""
    pos, other = worlds[0], OTHER[side]
    real = pos.hand(side)[0]
    threats = [(world, raid) for world in worlds for raid in raids(world, other)]
    if not threats or not real:
        return []
    posted = screens(pos, side, threats)[:POSTS]
    found = [Turn(1, UNDECIDED, (move,), turn.value) for move in posted[:1]]
    for start, cards in ((turn.moves[0], max(2, turn.cards)), *((move, 2) for move in posted)):
        if start.legs and turn.cards and real >= cards:
            moved = pos.quiet()
            carry_out(moved, start)
            post = start.legs[0].unit if len(start.legs) == 1 else -1
            moved.moved = [int(unit == post) for unit in range(len(moved.moved))]  # who has been posted stays
            then = screens(moved, side, remaining(threats, other, start))[:1]
            option = OFFENSIVE if cards == 2 else UNDECIDED
            found = [Turn(cards, option, (start, move), turn.value) for move in then] + found
    return found


def _exposed(pos: RommelPosition, side: int) -> bool:
    """Is the side's base empty, with enemies two marches away at most and nobody who could be home in time?"""
    held = pos.holds(pos.box.board.base[side], side) or has_reserve(pos, side)
    return not held and base_in_two_marches(pos, side)


def _guarding(drafts: list[_Draft], side: int) -> list[Turn]:
    """The best turns after which somebody holds the side's base."""
    home = drafts[0].pos.box.board.base[side] if drafts else -1
    held = [draft.turn for draft in drafts if draft.pos.holds(home, side)]
    return sorted(held, key=lambda turn: -turn.value)[:GUARDING]


def _fresh(pos: RommelPosition, side: int) -> RommelPosition:
    """A position at the start of a side's turn, before anybody has moved."""
    pos = pos.quiet()
    pos.moved, pos.crossed, pos.entered, pos.rommel = [0] * len(pos.moved), (), 0, 0
    pos.phasing, pos.option = side, UNDECIDED
    return pos
