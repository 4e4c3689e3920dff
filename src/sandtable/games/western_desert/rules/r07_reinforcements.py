"""Reinforcements (7.7), and what the Allies must keep in reserve (7.4, 7.8)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import halves
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.entering import enter
from sandtable.games.western_desert.rules.r05_events import EARLY_UNIT, due_next_turn
from sandtable.games.western_desert.rules.r08_supply import BY_SOURCE, BY_TOBRUK, supply_of_side, tobruk_capacity
from sandtable.games.western_desert.rules.r13_leaders import montgomery_open
from sandtable.games.western_desert.terms import DUE, MAP_FLOOR, NEW, RESERVE


def entry_open(pos: WesternDesertPosition, side: int) -> bool:
    """Reinforcements wait while the enemy stands on their entry hex (R11)."""
    return not pos.held[1 - side] >> pos.box.sources[side] & 1


class Arrive(Auto[WesternDesertPosition]):
    """7.7 All units due this turn are placed on the side's source; the hex may be overfull until they have moved."""

    name = "reinforcements"
    rule = "7.7"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        side = frame.side
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


def arrive(pos: WesternDesertPosition, side: int, units: list[int]) -> None:
    """Place units on the side's source."""
    if not units:
        return
    place = pos.box.sources[side]
    pos.put(units, place)
    for unit in units:
        pos.flags[unit] |= NEW
    pos.note("7.7", "arrived", side, pos.as_shown(units), place)
    enter(pos, units, place)


class EarlyUnit(Step[WesternDesertPosition]):
    """Reinforcement Convoy: the Axis may take one unit of next turn now."""

    name = "reinforcements.early"
    rule = "5.0"
    title = "A convoy is early"
    text = "One unit due next turn may come now."
    verbs = ("early",)

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        return [*(("early", unit) for unit in due_next_turn(pos)), ("none",)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action[0] == "early":
            arrive(pos, frame.side, [action[1]])


def reserve_value(pos: WesternDesertPosition, unit: int) -> int:
    """What a unit counts in reserve, in halves: two for a whole two-step unit, one for any other (7.4)."""
    return 2 if pos.box.step_count[unit] == 2 and not pos.reduced[unit] else 1


def in_reserve(pos: WesternDesertPosition) -> list[int]:
    """The units in the reserve box."""
    where = pos.where
    return [unit for unit in pos.box.fighters[ALLIED] if where[unit] == RESERVE]


def reserve_total(pos: WesternDesertPosition, waiting: list[int] | None = None) -> int:
    """What the reserve box holds, in halves of a unit, for those `waiting` there if the caller knows them."""
    return sum([reserve_value(pos, unit) for unit in (in_reserve(pos) if waiting is None else waiting)])


def on_map(pos: WesternDesertPosition) -> int:
    """Allied combat units on the map."""
    return len(pos.army[ALLIED])


class Sources(NamedTuple):
    """Who was supplied as the segment began, by whom, and how many more Tobruk can feed (8.4)."""

    home: tuple[int, ...]
    port: tuple[int, ...]
    room: int


def withdrawable(pos: WesternDesertPosition, fed: Sources) -> list[int]:
    """Units that may go to reserve: those supplied when the segment began; arrivals are, on their source."""
    supplied = {*fed.home, *(fed.port if fed.room else ())}
    return [unit for unit in pos.army[ALLIED] if unit in supplied]


def worthy(pos: WesternDesertPosition, fed: Sources) -> list[int]:
    """The demand is an order, so those who go may not make it harder to meet (7.4)."""
    need, have, spare = 2 * pos.demand, reserve_total(pos), on_map(pos) - MAP_FLOOR
    if spare <= 0:
        return []
    candidates = withdrawable(pos, fed)
    free = [reserve_value(pos, unit) for unit in candidates if unit not in fed.port]
    fetched = [reserve_value(pos, unit) for unit in candidates if unit in fed.port]
    best = min(need, have + _top(free, fetched, fed.room, spare))
    found = []
    for unit in candidates:
        after = _top(free, fetched, fed.room - (unit in fed.port), spare - 1)
        if min(need, have + reserve_value(pos, unit) + after) >= best:
            found.append(unit)
    return found


def _top(free: list[int], fetched: list[int], room: int, spare: int) -> int:
    """The most that `spare` units can come to, in halves, with no more than `room` of those fetched from Tobruk."""
    values = [*free, *sorted(fetched, reverse=True)[:room]]
    return sum(sorted(values, reverse=True)[:spare])


def withdraw_barred(pos: WesternDesertPosition, unit: int, fed: Sources) -> str | None:
    """7.8 The rule that keeps a unit from going to reserve, or None."""
    if unit not in withdrawable(pos, fed) or reserve_total(pos) >= 2 * pos.demand or on_map(pos) <= MAP_FLOOR:
        return "7.8"
    return None if unit in worthy(pos, fed) else "7.4"


def release_barred(pos: WesternDesertPosition, unit: int, total: int | None = None) -> str | None:
    """The rule that keeps a unit in reserve, or None: it must be whole, and the demand met without it."""
    if pos.where[unit] != RESERVE or not entry_open(pos, ALLIED):
        return "7.8"
    if pos.reduced[unit]:
        return "7.7"
    total = reserve_total(pos) if total is None else total
    return None if total - reserve_value(pos, unit) >= 2 * pos.demand else "7.4"


class BeginReserves(Auto[WesternDesertPosition]):
    """Note who is supplied as the segment begins."""

    name = "reserves.begin"
    rule = "7.8"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        sources = supply_of_side(pos, ALLIED)
        home = tuple(unit for unit, by in sources.items() if by == BY_SOURCE)
        port = tuple(unit for unit, by in sources.items() if by == BY_TOBRUK)
        swap(pos, "reserves.choose", ALLIED, *Sources(home, port, tobruk_capacity(pos, ALLIED)))


class ChooseReserves(Step[WesternDesertPosition]):
    """Meet the demand from arrivals and the map, then bring on what is over."""

    name = "reserves.choose"
    rule = "7.8"
    verbs = ("withdraw", "release")

    Args = Sources

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        have = reserve_total(pos)
        if have < 2 * pos.demand:
            text = "Choose arrivals or supplied units for the other fronts."
            return Ask(f"Reserve: {halves(have)} of {pos.demand}", text, ("7.4", "7.8"))
        text = "Whole units beyond the demand may come to Alexandria."
        return Ask(f"Reserve: {halves(have)}, demand {pos.demand}", text, ("7.8",))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        waiting = in_reserve(pos)
        total = reserve_total(pos, waiting)
        if total < 2 * pos.demand:
            found: list[Action] = [("withdraw", unit) for unit in worthy(pos, self.Args(*frame.args))]
            return found or [DONE]
        found = [("release", unit) for unit in waiting if not release_barred(pos, unit, total)]
        return [*found, DONE]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        match action:
            case ("withdraw", unit):
                fed = self.Args(*frame.args)
                if unit in fed.port:
                    swap(pos, self.name, ALLIED, *fed._replace(room=fed.room - 1))
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

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        if action == DONE:
            return "7.4"
        if len(action) != 2 or action[1] not in pos.box.fighters[ALLIED]:
            return None
        if action[0] == "release":
            return release_barred(pos, action[1])
        return withdraw_barred(pos, action[1], self.Args(*frame.args))


STEPS = (Arrive(), EarlyUnit(), BeginReserves(), ChooseReserves())
