"""Rommel in the Desert: joining Tobruk to the base in one turn, when that wins and the enemy can hardly answer."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from sandtable.ai.rommel.lines import Need
from sandtable.ai.rommel.value import Survey, survey
from sandtable.engine.flow import Action
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_movement import field, reach
from sandtable.games.rommel.rules.r02_orders import movable
from sandtable.games.rommel.rules.r10_victory import TERMS

CALM = 0.3
"""How likely the enemy must be to have no real card."""
MOVES = 2
"""The most moves in a turn."""


class Leg(NamedTuple):
    """A block, where it starts, and what it does for the road."""

    unit: int
    start: int
    need: Need


def unanswered(pos: RommelPosition, sense: Survey) -> bool:
    """Is the enemy likely to have no real card? A player who passes hardly has any."""
    return bool(pos.passes) or sense.calm >= CALM


def relief(pos: RommelPosition, side: int, moves: int, begun: int = -1) -> list[Leg]:
    """Legs that join Tobruk to the base with this many more group moves, besides one already begun; none if impossible.

    Asked only for a side that would win by it.
    """
    needs = survey(pos, side).gaps
    if not needs or not unanswered(pos, survey(pos, side)):
        return []
    able = {need: _able(pos, side, need) for need in needs}
    starts = sorted({leg.start for legs in able.values() for leg in legs} - {begun})
    for count in range(min(moves, MOVES) + 1):
        for chosen in combinations(starts, count):
            legs = _assigned(able, {*chosen, begun})
            if legs and _wins(pos, side, legs):
                return legs
    return []


def _able(pos: RommelPosition, side: int, need: Need) -> list[Leg]:
    """The blocks that can do it, the weakest first."""
    hex_, via = need
    on, found = field(pos, side, 0), list[Leg]()
    for unit, start in enumerate(movable(pos, side, 0), pos.box.span[side][0]):
        if start < 0 or start == hex_:
            continue
        can = reach(pos, side, on, start, pos.box.speed[unit], 0, 1)
        if can.plain >> hex_ & 1 if via < 0 else can.entries.get(hex_, 0) >> via & 1:
            found.append(Leg(unit, start, need))
    return sorted(found, key=lambda leg: (pos.value(leg.unit), leg.unit))


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


def _wins(pos: RommelPosition, side: int, legs: list[Leg]) -> bool:
    """Would the scenario be won with these blocks where they are to go?"""
    trial = pos.quiet()
    for unit, _, (hex_, via) in legs:
        trial.where[unit] = hex_
        if via < 0:
            continue
        battle = trial.battle_at(hex_)
        defender, ways = battle[1:] if battle else (OTHER[side], 0)
        ways = ways & ~(1 << via) if defender == side else ways | 1 << via
        others = tuple(one for one in trial.battles if one[0] != hex_)
        trial.battles = (*others, (hex_, defender, ways))
    return TERMS[pos.box.plan.terms](trial)[0] == side


def moves_left(pos: RommelPosition) -> int:
    """The moves of this turn that have not begun, including the one being decided."""
    return (2 if pos.laid[0] >= 2 else 1) - pos.moves + 1


def cards_for_relief(pos: RommelPosition, side: int) -> int:
    """The real cards needed to join Tobruk this turn, or 0 if it cannot be done."""
    real = pos.hand(side)[0]
    trial = pos.quiet()
    trial.moved, trial.crossed = [0] * len(trial.moved), ()
    for cards in range(1, min(real, MOVES) + 1):
        if relief(trial, side, cards):
            return cards
    return 0


def next_order(pos: RommelPosition, side: int, actions: list[Action]) -> Action | None:
    """What the plan asks for at a step of a move, if there is one."""
    step, _, args = pos.stack[-1]
    match step:
        case "move.order":
            legs = relief(pos, side, moves_left(pos))
            wanted: list[Action] = [("group", leg.start) for leg in legs]
        case "move.group":
            legs = relief(pos, side, moves_left(pos) - 1, args[0])
            wanted = [("take", leg.unit) for leg in legs if leg.start == args[0]]
            wanted += [("done", "offensive"), ("done",)] if legs else []
        case "move.to":
            legs = relief(pos, side, moves_left(pos) - 1, args[0])
            needs = [leg.need for leg in legs if leg.unit in pos.chosen]
            wanted = [("to", hex_) if via < 0 else ("enter", hex_, via) for hex_, via in needs]
        case _:
            return None
    return next((action for action in wanted if action in actions), None)
