"""Same seed, same results, whatever the number of workers."""

from __future__ import annotations

import pytest

from sandtable.lab.simulate import Plan, interval, simulate

PLAN = Plan("bravery", None, {}, {"allied": "random", "axis": "random"}, seed=3)


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    alone = simulate(PLAN, 20, jobs=1)
    assert [result.number for result in alone] == list(range(20))
    assert simulate(PLAN, 20, jobs=2) == alone


def test_another_seed_gives_other_games() -> None:
    assert simulate(PLAN, 8, jobs=1) != simulate(PLAN._replace(seed=4), 8, jobs=1)


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"), [(0, 10, 0.0, 0.2775), (95, 100, 0.8882, 0.9785), (0, 0, 0.0, 1.0)]
)
def test_intervals_are_wilsons(wins: int, count: int, low: float, high: float) -> None:
    assert interval(wins, count) == pytest.approx((low, high), abs=1e-3)
