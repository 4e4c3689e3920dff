"""Graphs and bitsets against slow plain versions of the same."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.maps import (
    Costs,
    cheapest,
    cheapest_path,
    flood,
    leads_to,
    mask_of,
    places_in,
    shortest_path,
    spread,
    those_in,
)

PLACES = 12
masks = st.integers(0, 2**PLACES - 1)
places = st.integers(0, PLACES - 1)


@st.composite
def graphs(draw: st.DrawFn) -> Costs:
    """Places with costs that may differ by direction, as where a slope is climbed."""
    table: list[list[tuple[int, int]]] = [[] for _ in range(PLACES)]
    for a in range(PLACES):
        for b in sorted(draw(st.sets(places, max_size=4))):
            if a != b:
                table[a].append((b, draw(st.integers(1, 6))))
    return table


def plain_costs(costs: Costs, start: int, budget: int, closed: int, stops: int) -> dict[int, int]:
    """Every walk within the budget, tried one after the other."""
    best = {start: 0}
    todo = [(start, 0)]
    while todo:
        place, spent = todo.pop()
        if place != start and stops >> place & 1:
            continue
        for other, cost in costs[place]:
            total = spent + cost
            if total <= budget and not closed >> other & 1 and total < best.get(other, budget + 1):
                best[other] = total
                todo.append((other, total))
    return best


@given(graphs(), places, st.integers(0, 15), masks, masks)
def test_cheapest_agrees_with_trying_every_walk(costs: Costs, start: int, budget: int, closed: int, stops: int) -> None:
    closed &= ~(1 << start)
    assert cheapest(costs, start, budget, closed, stops) == plain_costs(costs, start, budget, closed, stops)


@given(graphs(), places, places, st.integers(0, 15), masks, masks)
def test_a_cheapest_path_is_legal_and_costs_the_least(
    costs: Costs, start: int, goal: int, budget: int, closed: int, stops: int
) -> None:
    closed &= ~(1 << start)
    path = cheapest_path(costs, start, goal, budget, closed, stops)
    spent = plain_costs(costs, start, budget, closed, stops)
    if goal not in spent:
        assert path == []
        return
    assert (path[0], path[-1]) == (start, goal)
    assert sum(dict(costs[a])[b] for a, b in pairwise(path)) == spent[goal]
    assert not any(stops >> place & 1 for place in path[1:-1])
    assert not any(closed >> place & 1 for place in path)


@given(graphs(), masks, masks)
def test_flood_agrees_with_a_plain_search(costs: Costs, start: int, allowed: int) -> None:
    around = [mask_of(b for b, _ in near) for near in costs]
    reached = set(places_in(start))
    todo = list(reached)
    while todo:
        for other, _ in costs[todo.pop()]:
            if allowed >> other & 1 and other not in reached:
                reached.add(other)
                todo.append(other)
    assert set(places_in(flood(start, allowed, around))) == reached


@given(graphs(), places, masks, masks)
def test_a_shortest_path_is_legal_and_has_the_fewest_steps(costs: Costs, start: int, goals: int, allowed: int) -> None:
    around = [mask_of(b for b, _ in near) for near in costs]
    steps = cheapest([[(b, 1) for b, _ in near] for near in costs], start, PLACES, ~allowed & ~(1 << start))
    found = [steps[goal] for goal in places_in(goals) if goal in steps]
    path = shortest_path(start, goals, allowed, around)
    if not found:
        assert path == []
        return
    assert path[0] == start
    assert goals >> path[-1] & 1
    assert len(path) - 1 == min(found)
    assert all(around[a] >> b & 1 and allowed >> b & 1 for a, b in pairwise(path))


@given(graphs(), masks, masks, masks)
def test_a_way_leads_to_a_goal_that_a_flood_covers(costs: Costs, start: int, goal: int, allowed: int) -> None:
    around = [mask_of(b for b, _ in near) for near in costs]
    assert leads_to(start, goal, allowed, around) == bool(flood(start, allowed, around) & goal)


@given(graphs(), masks)
def test_spread_is_all_neighbours(costs: Costs, mask: int) -> None:
    around = [mask_of(b for b, _ in near) for near in costs]
    assert set(places_in(spread(mask, around))) == {b for a in places_in(mask) for b, _ in costs[a]}


@given(st.sets(st.integers(0, 400)))
def test_masks_round_trip(chosen: set[int]) -> None:
    assert places_in(mask_of(chosen)) == sorted(chosen)
    assert those_in(mask_of(chosen), range(max(chosen, default=0) + 1)) == sorted(chosen)
