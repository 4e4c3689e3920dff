"""Rommel in the Desert: what the enemy makes of the end of a turn, with one card or with two.

The cards he holds are hidden, but their number is not, and neither is what has been spent: so it is known how likely
he is to have none, one or more real ones. Each case gets the best answer it allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from sandtable.ai.rommel.clash import battles, routs
from sandtable.ai.rommel.operations import Move, carry_out, detours, feasible, operations, raids
from sandtable.ai.rommel.outlook import CARD, WON, Outlook, judge
from sandtable.ai.rommel.relief import as_moves, seizure
from sandtable.engine.sides import ALLIED
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r07_supply import unfed, without_supply
from sandtable.games.rommel.rules.r10_victory import TERMS

SURPRISE = (1.0, 0.8, 0.65, 0.5)
"""How likely an enemy with two real cards is thought to find, and to pay for, the best that they allow, by the real
cards a side has left against it: whoever has none can only watch, turn after turn, until he has found it.
"""
TELLING = 2.0
"""How much likelier an enemy passes who has no real card than one who has."""
RARE = 0.05
"""Two real cards that are less likely than this are not looked at."""


class Scope(NamedTuple):
    """How widely the enemy's answer is looked for."""

    moves: int
    """Operations tried with one card."""
    paired: int = 0
    """The best of those that are tried with a second move; with none he is thought to lay one card at most."""
    then: int = 0
    """Second moves tried after each."""


def real_cards(pos: RommelPosition, viewer: int) -> tuple[float, float, float]:
    """How likely the enemy is to hold no real card, one, or more, as one side can tell."""
    tables, mine, cards = pos.box.tables, pos.hand(viewer), sum(pos.hand(OTHER[viewer]))
    laid = pos.laid if pos.phasing == viewer else (0, 0)
    real = max(0, tables.real - pos.spent[0] - mine[0] - laid[0])
    dummy = max(0, tables.dummy - pos.spent[1] - mine[1] - laid[1])
    ways = max(1, comb(real + dummy, cards))
    none = comb(dummy, cards) / ways
    one = real * comb(dummy, cards - 1) / ways if cards else 0.0
    if pos.passes and pos.phasing == viewer:
        passed = none * TELLING / (none * TELLING + 1 - none)
        none, one = passed, one * (1 - passed) / (1 - none) if none < 1 else 0.0
    return none, one, max(0.0, 1.0 - none - one)


def broke(pos: RommelPosition, viewer: int) -> tuple[float, float]:
    """How likely each side is to have no real card left, as one side can tell."""
    found = [0.0, 0.0]
    found[viewer], found[OTHER[viewer]] = float(not pos.hand(viewer)[0]), real_cards(pos, viewer)[0]
    return found[0], found[1]


class Answer(NamedTuple):
    """What the end of a turn is worth once the enemy has answered, and the answer that does most harm."""

    value: float
    moves: tuple[Move, ...]


def after_answer(
    pos: RommelPosition, side: int, look: Outlook, cards: tuple[float, float, float], scope: Scope, luck: float = 0.0
) -> float:
    """What the end of a side's turn is worth to it once the enemy has answered as well as his cards may allow."""
    return best_answer(pos, side, look, cards, scope, luck).value


def best_answer(
    pos: RommelPosition, side: int, look: Outlook, cards: tuple[float, float, float], scope: Scope, luck: float = 0.0
) -> Answer:
    """The same, with the answer he is most likely to give; the side's luck is his bad luck."""
    other = OTHER[side]
    look = look._replace(broke=_spent(pos, side, look.broke))
    after = Outlook(side, look.broke)
    idle = pos.quiet()
    rally(idle, other)
    passed = starve(idle, other, idle.quiet())
    passed -= judge(idle, side, after)
    if is_settled(idle, side):  # who can only pass loses the game
        passed = -WON
    if pos.passes:
        passed = max(passed, -judge(pos, side, Outlook(side, look.broke, ended=True)))
    none, one, more = cards
    if not scope.moves or none >= 1.0:
        return Answer(-passed, ())
    start = pos.quiet()
    start.moved, start.crossed, start.entered, start.rommel = [0] * len(start.moved), (), 0, 0
    start.phasing = other
    rally(start, other)

    def fought(moved: RommelPosition, unseen: float, spent: int, double: bool = False) -> float:
        trial = moved.quiet()
        unseen += battles(trial, other, double, -luck)
        unseen += starve(trial, other, pos)
        return judge(trial, other, after) + unseen - spent * CARD

    firsts: list[tuple[float, Move, RommelPosition, float]] = []
    for move in operations(start, other, scope.moves, brief=True):
        moved = start.quiet()
        unseen = -carry_out(moved, move)
        firsts.append((fought(moved, unseen, 1), move, moved, unseen))
    firsts.sort(key=lambda first: -first[0])
    single: float = passed
    moves: tuple[Move, ...] = ()
    if firsts and firsts[0][0] > passed:
        single, moves = firsts[0][0], (firsts[0][1],)
    open_base = not start.holds(start.box.board.base[side], side)
    if open_base and (seized := seizure(start, other, 1)):
        single, moves = WON, as_moves(seized)
    if more < RARE or not scope.paired:
        return Answer(-(none * passed + (1 - none) * single), moves)
    double, both = single, moves
    for _, move, moved, unseen in firsts[: scope.paired]:
        if moved.entered:
            double, both = max((double, both), (fought(moved, unseen, 2, double=True), (move,)), key=_first)
        moved = moved.quiet()
        moved.moved = [0] * len(moved.moved)
        for then in operations(moved, other, scope.then, brief=True):
            trial = moved.quiet()
            value = fought(trial, unseen - carry_out(trial, then), 2)
            double, both = max((double, both), (value, (move, then)), key=_first)
    for pair in raids(start, other) + detours(start, other):
        trial = start.quiet()
        unseen = -march_twice(trial, pair)
        double, both = max((double, both), (fought(trial, unseen, 2), pair), key=_first)
    for march in (False, True) if open_base and double < WON else ():
        if seized := seizure(start, other, 2, march=march):
            double, both = ((double + WON) / 2 if march else WON), as_moves(seized)
            break
    surprise = SURPRISE[min(pos.hand(side)[0], len(SURPRISE) - 1)]
    hoped = surprise * double + (1 - surprise) * single
    return Answer(-(none * passed + one * single + more * hoped), both)


def met(pos: RommelPosition, side: int, look: Outlook, moves: Sequence[Move], luck: float = 0.0) -> float | None:
    """What the end of a turn is worth to a side if the enemy answers with just these moves; None if he cannot."""
    other = OTHER[side]
    trial = pos.quiet()
    trial.moved, trial.crossed, trial.entered, trial.rommel = [0] * len(trial.moved), (), 0, 0
    trial.phasing = other
    rally(trial, other)
    if not feasible(trial, other, moves):
        return None
    unseen = 0.0
    for move in moves:
        trial.moved = [0] * len(trial.moved)
        unseen -= carry_out(trial, move)
    unseen += battles(trial, other, False, -luck)
    unseen += starve(trial, other, pos)
    return -(judge(trial, other, Outlook(side, _spent(pos, side, look.broke))) + unseen - len(moves) * CARD)


def _spent(pos: RommelPosition, side: int, broke: tuple[float, float]) -> tuple[float, float]:
    """How likely each side has no real card, now that one has spent what its turn cost."""
    mine = float(not pos.hand(side)[0])
    return (mine, broke[1]) if side == ALLIED else (broke[0], mine)


def is_settled(pos: RommelPosition, side: int) -> bool:
    """Has a side won if the last month ends as it is?"""
    return pos.turn >= pos.box.plan.last and TERMS[pos.box.plan.terms](pos)[0] == side


def passed_on(pos: RommelPosition, side: int) -> RommelPosition:
    """The position after the end of a side's turn if the enemy passes: his blocks without supply are disrupted."""
    idle = pos.quiet()
    rally(idle, OTHER[side])
    starve(idle, OTHER[side], idle.quiet())
    return idle


def _first(answer: tuple[float, tuple[Move, ...]]) -> float:
    return answer[0]


def march_twice(pos: RommelPosition, pair: tuple[Move, Move]) -> float:
    """Make both moves of an offensive in a trial position; what pursuit costs and the position does not show."""
    unseen = carry_out(pos, pair[0])
    pos.moved = [0] * len(pos.moved)
    return unseen + carry_out(pos, pair[1])


def rally(pos: RommelPosition, side: int) -> None:
    """At the start of its turn a side's disrupted blocks recover, if they are in supply."""
    start, end = pos.box.span[side]
    if 1 not in pos.disrupted[start:end]:
        return
    cut = without_supply(pos, side)
    for unit in range(start, end):
        if pos.disrupted[unit] and pos.where[unit] >= 0 and not pos.refit[unit] and unit not in cut:
            pos.disrupted[unit] = 0


def starve(pos: RommelPosition, side: int, before: RommelPosition) -> float:
    """Blocks of a side that are out of supply at the start and at the end of its turn are disrupted.

    Those among the enemy are routed at once; what the position does not show of it, for the side, is returned.
    """
    hungry = {unit for place, _ in unfed(before, side) for unit in before.at(place, side)}
    if not hungry:
        return 0.0
    for place, _ in unfed(pos, side):
        for unit in pos.at(place, side):
            if unit in hungry:
                pos.disrupted[unit] = 1
    return routs(pos, side) if pos.battles else 0.0
