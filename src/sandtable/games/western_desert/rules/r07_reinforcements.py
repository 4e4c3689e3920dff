"""Reinforcements (7.7), and what the Allies must keep in reserve (7.4, 7.8)."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action, Auto, Frame, Step, pop, push, swap
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import DesertPosition
from sandtable.games.western_desert.rules.entering import enter
from sandtable.games.western_desert.rules.r05_events import EARLY_UNIT, due_next_turn
from sandtable.games.western_desert.rules.r08_supply import (
    BY_TOBRUK,
    UNSUPPLIED,
    fed_by_tobruk,
    supply_of_side,
    tobruk_capacity,
)
from sandtable.games.western_desert.rules.r13_leaders import montgomery_open
from sandtable.games.western_desert.terms import DUE, FED, MAP_FLOOR, NEW, RESERVE


def entry_open(pos: DesertPosition, side: int) -> bool:
    """Reinforcements wait while the enemy stands on their entry hex (R11)."""
    return not pos.held[1 - side] >> pos.box.sources[side] & 1


class Arrive(Auto[DesertPosition]):
    """7.7 All units due this turn are placed on the side's source; the hex may be overfull until they have moved."""

    name = "reinforcements"
    rule = "7.7"

    def run(self, pos: DesertPosition, frame: Frame) -> None:
        side = frame[1]
        pop(pos)
        box = pos.box
        if not entry_open(pos, side):
            return
        where = pos.where
        due = [unit for unit in box.everyone_of[side] if where[unit] == DUE and pos.arrives[unit] <= pos.turn]
        if box.second_general in due and montgomery_open(pos):
            due.remove(box.second_general)  # 13.7
        arrive(pos, side, due)
        if side == AXIS and pos.effects & EARLY_UNIT and due_next_turn(pos):
            push(pos, "reinforcements.early", side)


def arrive(pos: DesertPosition, side: int, units: list[int]) -> None:
    """Place units on the side's source."""
    if not units:
        return
    place = pos.box.sources[side]
    pos.put(units, place)
    for unit in units:
        pos.flags[unit] |= NEW
    pos.note("7.7", "arrived", side, tuple(units), place)
    enter(pos, units, place)


class EarlyUnit(Step[DesertPosition]):
    """Reinforcement Convoy: the Axis may take one unit of next turn now."""

    name = "reinforcements.early"
    rule = "5.0"

    def actions(self, pos: DesertPosition, frame: Frame) -> list[Action]:
        return [*(("early", unit) for unit in due_next_turn(pos)), ("none",)]

    def apply(self, pos: DesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action[0] == "early":
            arrive(pos, frame[1], [action[1]])


def reserve_value(pos: DesertPosition, unit: int) -> int:
    """What a unit counts in reserve, in halves: two for a whole two-step unit, one for any other (7.4)."""
    return 2 if pos.box.step_count[unit] == 2 and not pos.reduced[unit] else 1


def in_reserve(pos: DesertPosition) -> list[int]:
    """The units in the reserve box."""
    where = pos.where
    return [unit for unit in pos.box.fighters[ALLIED] if where[unit] == RESERVE]


def reserve_total(pos: DesertPosition, waiting: list[int] | None = None) -> int:
    """What the reserve box holds, in halves of a unit; who has looked already who is waiting there may say so."""
    return sum([reserve_value(pos, unit) for unit in (in_reserve(pos) if waiting is None else waiting)])


def on_map(pos: DesertPosition) -> int:
    """Allied combat units on the map."""
    return len(pos.army[ALLIED])


def withdrawable(pos: DesertPosition, supplied: tuple[int, ...]) -> list[int]:
    """Units that may go to reserve: this turn's arrivals, and those supplied when the segment began."""
    fed = set(supplied)
    return [unit for unit in pos.army[ALLIED] if unit in fed or pos.flags[unit] & NEW]


def worthy(pos: DesertPosition, candidates: list[int]) -> list[int]:
    """The demand is an order, so those who go may not make it harder to meet (7.4)."""
    need, have, spare = 2 * pos.demand, reserve_total(pos), on_map(pos) - MAP_FLOOR
    if have >= need or spare <= 0:
        return []
    whole = sum(reserve_value(pos, unit) == 2 for unit in candidates)
    best = min(need, have + _top(whole, len(candidates) - whole, spare))
    half_fits = min(need, have + 1 + _top(whole, len(candidates) - whole - 1, spare - 1)) >= best
    return [unit for unit in candidates if half_fits or reserve_value(pos, unit) == 2]


def _top(whole: int, halves: int, spare: int) -> int:
    """The most that so many units can come to, in halves."""
    return 2 * min(whole, spare) + min(halves, max(0, spare - whole))


def withdraw_barred(pos: DesertPosition, unit: int, supplied: tuple[int, ...]) -> str | None:
    """7.8 The rule that keeps a unit from going to reserve, or None."""
    candidates = withdrawable(pos, supplied)
    if unit not in candidates or reserve_total(pos) >= 2 * pos.demand or on_map(pos) <= MAP_FLOOR:
        return "7.8"
    return None if unit in worthy(pos, candidates) else "7.4"


def release_barred(pos: DesertPosition, unit: int, total: int | None = None) -> str | None:
    """The rule that keeps a unit in reserve, or None: it must be whole, and the demand met without it."""
    if pos.where[unit] != RESERVE or not entry_open(pos, ALLIED):
        return "7.8"
    if pos.reduced[unit] and pos.box.step_count[unit] == 2:
        return "7.7"
    total = reserve_total(pos) if total is None else total
    return None if total - reserve_value(pos, unit) >= 2 * pos.demand else "7.4"


class BeginReserves(Auto[DesertPosition]):
    """Note who is supplied as the segment begins."""

    name = "reserves.begin"
    rule = "7.8"

    def run(self, pos: DesertPosition, frame: Frame) -> None:
        for unit in pos.box.fighters[ALLIED]:
            pos.flags[unit] &= ~FED
        sources = supply_of_side(pos, ALLIED)
        fed = [unit for unit, by in sources.items() if by not in (UNSUPPLIED, BY_TOBRUK)]
        port = [unit for unit, by in sources.items() if by == BY_TOBRUK]
        room = tobruk_capacity(pos, ALLIED) - fed_by_tobruk(pos, ALLIED)
        swap(pos, "reserves.choose", ALLIED, (*fed, *port[:room]))


class ChooseReserves(Step[DesertPosition]):
    """Meet the demand from arrivals and the map, then bring on what is over."""

    name = "reserves.choose"
    rule = "7.8"

    def actions(self, pos: DesertPosition, frame: Frame) -> list[Action]:
        (supplied,) = frame[2]
        waiting = in_reserve(pos)
        total = reserve_total(pos, waiting)
        if total < 2 * pos.demand:
            found: list[Action] = [("withdraw", unit) for unit in worthy(pos, withdrawable(pos, supplied))]
            return found or [("done",)]
        found = [("release", unit) for unit in waiting if not release_barred(pos, unit, total)]
        return [*found, ("done",)]

    def apply(self, pos: DesertPosition, frame: Frame, action: Action) -> None:
        match action:
            case ("withdraw", unit):
                pos.note("7.8", "withdrawn", unit, pos.where[unit])
                pos.flags[unit] &= ~NEW
                pos.put((unit,), RESERVE)
            case ("release", unit):
                pos.put((unit,), pos.box.sources[ALLIED])
                pos.flags[unit] |= NEW
                pos.note("7.8", "released", unit)
                enter(pos, (unit,), pos.box.sources[ALLIED])
            case _:
                pop(pos)
                if reserve_total(pos) < 2 * pos.demand:
                    pos.shortfalls += 1  # 7.4
                    pos.note("7.4", "shortfall", pos.demand, reserve_total(pos))

    def barred(self, pos: DesertPosition, frame: Frame, action: Action) -> str | None:
        if action == ("done",):
            return "7.4"
        if len(action) != 2 or action[1] not in pos.box.fighters[ALLIED]:
            return None
        if action[0] == "release":
            return release_barred(pos, action[1])
        return withdraw_barred(pos, action[1], frame[2][0])


STEPS: tuple[Step[Any], ...] = (Arrive(), EarlyUnit(), BeginReserves(), ChooseReserves())
