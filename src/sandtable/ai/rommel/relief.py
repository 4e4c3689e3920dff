"""Rommel in the Desert: roads that win the game in one turn.

One joins Tobruk to the base, where that wins and the enemy can hardly answer. The other leads into the enemy's empty
base: whoever is there alone and in supply at the end of his turn has won (10.1).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from sandtable.ai.rommel.lines import Need, base_in_reach, bridge
from sandtable.ai.rommel.operations import Leg as MoveLeg
from sandtable.ai.rommel.operations import Move
from sandtable.ai.rommel.value import Survey, survey
from sandtable.engine.flow import Action
from sandtable.games.rommel.network import reached
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_movement import field, reach
from sandtable.games.rommel.rules.r02_orders import movable
from sandtable.games.rommel.rules.r07_supply import ground
from sandtable.games.rommel.rules.r10_victory import TERMS

CALM = 0.3
"""How likely the enemy must be to have no real card."""
MOVES = 2
"""The most moves in a turn."""
LONGEST = 5
"""The most hexes that may be missing in a road to the enemy's base."""


class Leg(NamedTuple):
    """A block, where it starts, and what it does for the road."""

    unit: int
    start: int
    need: Need
    march: bool = False
    """It gets there only by a forced march, which fails one time in two."""


def unanswered(pos: RommelPosition, sense: Survey) -> bool:
    """Is the enemy likely to have no real card? A player who passes hardly has any."""
    return bool(pos.passes) or sense.calm >= CALM


def relief(pos: RommelPosition, side: int, moves: int, begun: int = -1, march: bool = False) -> list[Leg]:
    """Legs that win at once with this many more group moves, besides one already begun; none if impossible."""
    sense = survey(pos, side)
    if sense.gaps and unanswered(pos, sense):
        legs = _built(pos, side, sense.gaps, moves, begun, _joined)
        if legs:
            return legs
    return seizure(pos, side, moves, begun, march)


def seizure(pos: RommelPosition, side: int, moves: int, begun: int = -1, march: bool = False) -> list[Leg]:
    """Legs that take the enemy's empty base in supply with this many more group moves; none if impossible.

    With `march` one of them may be a forced march.
    """
    base, other = pos.box.board.base[OTHER[side]], OTHER[side]
    if pos.holds(base, other) or not base_in_reach(pos, other):
        return []
    on, needs = ground(pos, side), [(base, -1)]
    if not reached(on) >> base & 1:
        foes: dict[int, int] = {}
        for unit in pos.box.units[other]:
            if pos.where[unit] >= 0 and not pos.disrupted[unit]:
                foes[pos.where[unit]] = foes.get(pos.where[unit], 0) + pos.value(unit)
        missing = bridge(on, tuple(sorted(foes.items())), base)
        if missing is None or len(missing) > LONGEST:
            return []
        needs += missing
    if pos.ready_at(base, side):
        needs = needs[1:]
    return _built(pos, side, tuple(needs), moves, begun, _seized, march)


def _built(
    pos: RommelPosition,
    side: int,
    needs: tuple[Need, ...],
    moves: int,
    begun: int,
    wins: Callable[[RommelPosition, int], bool],
    march: bool = False,
) -> list[Leg]:
    """Legs that meet all needs and win."""
    able = {need: _able(pos, side, need, march) for need in needs}
    if not all(able.values()):
        return []
    starts = sorted({leg.start for legs in able.values() for leg in legs} - {begun})
    for count in range(min(moves, MOVES) + 1):
        for chosen in combinations(starts, count):
            legs = _assigned(able, {*chosen, begun})
            if legs and sum(leg.march for leg in legs) <= march and wins(_with(pos, side, legs), side):
                return legs
    return []


def _able(pos: RommelPosition, side: int, need: Need, march: bool) -> list[Leg]:
    """The blocks that can do it, the weakest first; those that need a forced march for it come last."""
    hex_, via = need
    on, found = field(pos, side, 0), list[Leg]()
    for unit, start in enumerate(movable(pos, side, 0), pos.box.span[side][0]):
        if start < 0 or start == hex_:
            continue
        can = reach(pos, side, on, start, pos.box.speed[unit], 0, 1)
        if can.plain >> hex_ & 1 if via < 0 else can.entries.get(hex_, 0) >> via & 1:
            found.append(Leg(unit, start, need))
        elif march and via < 0 and can.further >> hex_ & 1:
            found.append(Leg(unit, start, need, march=True))
    return sorted(found, key=lambda leg: (leg.march, pos.value(leg.unit), leg.unit))


def _assigned(able: dict[Need, list[Leg]], starts: set[int]) -> list[Leg]:
    """A block from these hexes for each need, needs with the fewest candidates first; nothing if one cannot be met."""
    offered = {need: [leg for leg in legs if leg.start in starts] for need, legs in able.items()}
    taken: dict[int, Leg] = {}
    for need in sorted(offered, key=lambda need: len(offered[need])):
        leg = next((leg for leg in offered[need] if leg.unit not in taken), None)
        if leg is None:
            return []
        taken[leg.unit] = leg
    return list(taken.values())


def _with(pos: RommelPosition, side: int, legs: list[Leg]) -> RommelPosition:
    """The position with these blocks where they are to go."""
    trial = pos.quiet()
    for unit, _, (hex_, via), _ in legs:
        trial.where[unit] = hex_
        if via < 0:
            continue
        battle = trial.battle_at(hex_)
        defender, ways = battle[1:] if battle else (OTHER[side], 0)
        ways = ways & ~(1 << via) if defender == side else ways | 1 << via
        others = tuple(one for one in trial.battles if one[0] != hex_)
        trial.battles = (*others, (hex_, defender, ways))
    return trial


def _joined(pos: RommelPosition, side: int) -> bool:
    """Does the side win by the terms of the scenario?"""
    return TERMS[pos.box.plan.terms](pos)[0] == side


def _seized(pos: RommelPosition, side: int) -> bool:
    """Does the side win by the enemy's base?"""
    base = pos.box.board.base[OTHER[side]]
    alone = bool(pos.ready_at(base, side)) and not pos.holds(base, OTHER[side])
    return alone and bool(reached(ground(pos, side)) >> base & 1)


def as_moves(legs: list[Leg]) -> tuple[Move, ...]:
    """The same legs as group moves."""
    starts: dict[int, list[MoveLeg]] = {}
    for unit, start, (hex_, via), _ in legs:
        starts.setdefault(start, []).append(MoveLeg(unit, hex_, via))
    return tuple(Move(start, -1, tuple(some)) for start, some in starts.items())


def moves_left(pos: RommelPosition) -> int:
    """The moves of this turn that have not begun, including the one being decided."""
    return (2 if pos.laid[0] >= 2 else 1) - pos.moves + 1


def cards_for_relief(pos: RommelPosition, side: int) -> int:
    """The real cards needed to win at once, or 0 if it cannot be done."""
    real = pos.hand(side)[0]
    trial = pos.quiet()
    trial.moved, trial.crossed = [0] * len(trial.moved), ()
    for march in (False, True):  # a win one time in two is better than no win
        for cards in range(1, min(real, MOVES) + 1):
            if relief(trial, side, cards, march=march):
                return cards
    return 0


def next_order(pos: RommelPosition, side: int, actions: list[Action]) -> Action | None:
    """What the plan asks for at a step of a move, if there is one."""
    for march in (False, True):
        for wanted in _wanted(pos, side, march):
            if wanted in actions:
                return wanted
    return None


def _wanted(pos: RommelPosition, side: int, march: bool) -> list[Action]:
    """The orders that a plan asks for at a step of a move, the first that is allowed being the one."""
    step, _, args = pos.stack[-1]
    match step:
        case "move.order":
            legs = relief(pos, side, moves_left(pos), march=march)
            return [("group", leg.start) for leg in legs]
        case "move.group":
            legs = relief(pos, side, moves_left(pos) - 1, args[0], march)
            ends: list[Action] = [("done", "offensive"), ("done",)] if legs else []
            return [*(("take", leg.unit) for leg in legs if leg.start == args[0]), *ends]
        case "move.to":
            legs = relief(pos, side, moves_left(pos) - 1, args[0], march)
            chosen = [leg for leg in legs if leg.unit in pos.chosen]
            return [
                ("march", leg.need[0])
                if leg.march
                else ("to", leg.need[0])
                if leg.need[1] < 0
                else ("enter", *leg.need)
                for leg in chosen
            ]
        case _:
            return []
