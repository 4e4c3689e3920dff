"""19.1 read a second time, slowly and without the masks: what it says of many crowded corners of the map."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise

import pytest

from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import lowest, mask_of, places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r19_movement import (
    budget,
    destinations,
    going_on,
    infiltrations,
    may_go_on,
    path_of,
)
from sandtable.games.dark_sands.rules.r19_naval import sail_possible
from tests.games.dark_sands.crowds import corner, enemies, steps
from tests.games.dark_sands.scene import box

FILTERS = {"15 Pz", "21 Pz"}


def points(pos: DarkSandsPosition, group: int, half: int) -> int:
    """10.2.1, 19.1.1 The half points of the slowest."""
    slowest = 99
    for unit in places_in(group):
        allowance = box().units[unit].move
        if allowance and pos.out_of_supply >> unit & 1:
            allowance = 3
        slowest = min(slowest, -(-allowance // 2) if half else allowance)
    return 2 * slowest


def reachable(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> dict[int, int]:
    """19.1.2, 19.1.3 Where a group can end, and what it pays; other headquarters are not looked at."""
    shut, zones = enemies(pos, side)
    start = pos.where[lowest(group)]
    left = points(pos, group, half) - spent
    if left <= 0 or (spent and start in zones):
        return {}
    found: dict[int, int] = {}
    edge = [(0, start)]
    while edge:
        paid, here = heappop(edge)
        if here != start and (paid > found[here] or here in zones):
            continue
        for there, price in steps(pos, group, here):
            barred = there in shut or there == start or (here == start and start in zones and there in zones)
            if not barred and paid + price <= min(left, found.get(there, 999) - 1):
                found[there] = paid + price
                heappush(edge, (paid + price, there))
    for there, _ in steps(pos, group, start):
        if not spent and there not in shut and not (start in zones and there in zones):
            found.setdefault(there, left)
    return found


def slips(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> dict[int, int]:
    """19.1.4 Where panzers can infiltrate."""
    shut, zones = enemies(pos, side)
    start = pos.where[lowest(group)]
    units = [box().units[unit] for unit in places_in(group)]
    able = all(unit.formation in FILTERS for unit in units) and any(unit.kind == "panzer" for unit in units)
    if half or not able or pos.out_of_supply & group or start not in zones:
        return {}
    for unit, where in enumerate(pos.where):
        other = box().units[unit]
        if where >= 0 and other.side != side and other.kind == "tank" and box().zone[where] >> start & 1:
            return {}
    left = points(pos, group, half) - spent
    clear = {there for there in zones - shut if box().map.terrain[there] == "clear"}
    return {there: price + 8 for there, price in steps(pos, group, start) if there in clear and price + 8 <= left}


def piles(pos: DarkSandsPosition, side: int) -> Iterator[tuple[int, int]]:
    """The stacks of a side and where they are, garrisons left out."""
    for place in places_in(pos.held[side]):
        pile = pos.piles[place] & ~box().garrisons
        if pile:
            yield place, pile


def groups(pos: DarkSandsPosition, side: int) -> Iterator[int]:
    for _, pile in piles(pos, side):
        yield from (1 << unit for unit in places_in(pile))
        yield pile
        yield from (pile & box().formations[name] for name in FILTERS if pile & box().formations[name])


SEEDS = range(36)


def test_r19_1_2_a_group_can_end_where_a_slow_reading_says_and_at_that_price() -> None:
    for seed in SEEDS:
        pos, side, half = corner(seed)
        for group in groups(pos, side):
            full = points(pos, group, half)
            assert budget(pos, group, half) == full
            for spent in sorted({0, 1, full // 2, full}):
                wanted = reachable(pos, side, group, half, spent)
                if group & box().hqs:
                    others = box().hqs & box().of[side] & ~group
                    wanted = {p: paid for p, paid in wanted.items() if not pos.piles[p] & others}
                assert destinations(pos, side, group, half, spent) == wanted, (seed, group, spent)


def test_r19_1_4_panzers_infiltrate_where_a_slow_reading_says() -> None:
    seen = 0
    for seed in range(150):
        pos, side, half = corner(seed)
        for group in groups(pos, side):
            for spent in (0, 2, 6, 8, 9):
                wanted = slips(pos, side, group, half, spent)
                seen += bool(wanted)
                assert dict(infiltrations(pos, side, group, half, spent)) == wanted, (seed, group, spent)
    assert seen > 5


def goes_on(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> bool:
    return bool(reachable(pos, side, group, half, spent) or slips(pos, side, group, half, spent))


def test_r19_1_1_who_goes_on_and_who_is_dropped_off() -> None:
    dropped = 0
    for seed in SEEDS:
        pos, side, half = corner(seed)
        for group in groups(pos, side):
            for spent in {2, 5, points(pos, group, half) - 1}:
                assert may_go_on(pos, side, group, half, spent) == goes_on(pos, side, group, half, spent)
                left = group
                while left and not goes_on(pos, side, left, half, spent):
                    slowest = points(pos, left, half)
                    left = mask_of(unit for unit in places_in(left) if points(pos, 1 << unit, half) > slowest)
                dropped += left not in (0, group)
                assert going_on(pos, side, group, half, spent) == left, (seed, group, spent)
    assert dropped > 10


def test_r19_1_the_units_and_stacks_offered_are_those_that_have_somewhere_to_go() -> None:
    for seed in SEEDS:
        pos, side, half = corner(seed)
        last = next((pile for _, pile in piles(pos, side)), 0) if seed % 3 == 0 else 0
        spent = 2 if last else 0
        wanted: list[Action] = [("on",)] if last and going_on(pos, side, last, half, spent) else []
        if last & last - 1:
            wanted += [("unit", unit) for unit in places_in(last) if goes_on(pos, side, 1 << unit, half, spent)]
        for place, pile in piles(pos, side):
            idle = pile & pos.active & ~pos.moved & ~last
            ships = bool(box().ports >> place & 1) and sail_possible(pos, side, place)
            wanted += [("unit", u) for u in places_in(idle) if ships or goes_on(pos, side, 1 << u, half, 0)]
            division = idle & box().panzer_divisions
            if idle & idle - 1:
                slipping = bool(division) and bool(slips(pos, side, division, half, 0))
                wanted += [("stack", place)] if slipping or goes_on(pos, side, idle, half, 0) else []
        pos.stack = (Frame("move", side, (half, last, spent)),)
        pos._actions = None
        offered = [action for action in pos.actions() if action[0] in ("on", "unit", "stack")]
        assert sorted(offered) == sorted(wanted), seed


@pytest.mark.parametrize("any_goal", [True, False])
def test_r2_1_5_the_way_taken_is_one_the_group_can_pay_for(any_goal: bool) -> None:
    for seed in SEEDS:
        pos, side, half = corner(seed)
        shut, zones = enemies(pos, side)
        for group in groups(pos, side):
            left = points(pos, group, half)
            start = pos.where[lowest(group)]
            ends = list(reachable(pos, side, group, half, 0).items())
            for place, paid in ends if any_goal else ends[:: len(ends) // 6 + 1]:
                path = path_of(pos, side, group, place, left, *(() if any_goal else (place,)))
                assert (path[0], path[-1]) == (start, place)
                prices = [dict(steps(pos, group, a))[b] for a, b in pairwise(path)]
                assert sum(prices) == paid or (len(prices) == 1 and prices[0] > left == paid)
                assert not shut & set(path[1:])
                assert not zones & set(path[1:-1])
                assert not (start in zones and path[1] in zones)
