"""Hex arithmetic against plain geometry: neighbours are the hexes whose centres are one apart."""

from __future__ import annotations

from collections import deque
from itertools import product
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.grids import Grid

GRIDS = [
    Grid("main", *choice)
    for choice in product(("pointy", "flat"), ("even", "odd"), ("RRCC", "CCRR"), ("north", "south"))
]
grids = st.sampled_from(GRIDS)
spots = st.tuples(st.integers(1, 40), st.integers(1, 40))


def name(grid: Grid) -> str:
    return "-".join(grid[1:])


@pytest.mark.parametrize("grid", GRIDS, ids=name)
def test_neighbours_are_the_hexes_one_away(grid: Grid) -> None:
    spots = [(row, column) for row in range(8) for column in range(8)]
    for here in spots[27:37]:
        near = {spot for spot in spots if abs(dist(grid.centre(*here), grid.centre(*spot)) - 1) < 1e-9}
        assert set(grid.around(*here)) & set(spots) == near


@given(grids, spots)
def test_neighbours_are_mutual_and_six(grid: Grid, spot: tuple[int, int]) -> None:
    around = grid.around(*spot)
    assert len(set(around)) == 6
    assert all(spot in grid.around(*other) for other in around)


@given(grids, spots)
def test_numbers_round_trip(grid: Grid, spot: tuple[int, int]) -> None:
    assert grid.parse(grid.format(*spot)) == spot


@given(grids, st.tuples(st.integers(10, 16), st.integers(10, 16)), st.tuples(st.integers(10, 16), st.integers(10, 16)))
def test_distance_is_the_number_of_steps(grid: Grid, start: tuple[int, int], goal: tuple[int, int]) -> None:
    steps, queue = {start: 0}, deque([start])
    while goal not in steps:
        here = queue.popleft()
        for other in grid.around(*here):
            if other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    assert grid.distance(start, goal) == grid.distance(goal, start) == steps[goal]


@pytest.mark.parametrize("number", ["605", "06055", "O605", ""])
def test_a_bad_number_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="four digits"):
        GRIDS[0].parse(number)


def test_the_shift_moves_rows_east_and_columns_south() -> None:
    pointy = Grid("main", "pointy", "even", "RRCC", "north")
    assert pointy.centre(2, 0)[0] == 0.5
    assert pointy.centre(1, 0)[0] == 0
    for grows in ("north", "south"):
        flat = Grid("main", "flat", "even", "CCRR", grows)
        assert flat.centre(5, 2)[1] - flat.centre(5, 1)[1] == 0.5
