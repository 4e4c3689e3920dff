"""Same seed, same games, whatever the number of workers; intervals."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.lab import observe as observing
from sandtable.lab.plan import Plan, code_digest
from sandtable.lab.runs import run
from sandtable.lab.statistics import gap, interval, mean_and_half, quantile
from sandtable.lab.workers import Workers

PLAN = Plan("bravery", None, {}, {"allied": "random", "axis": "random"}, seed=3)
ALONE = Workers(jobs=1)


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    alone = run(PLAN, 20, ALONE)
    assert [seen.number for seen in alone] == list(range(20))
    assert run(PLAN, 20, Workers(jobs=2)) == alone


def test_another_seed_gives_other_games() -> None:
    assert run(PLAN, 8, ALONE) != run(PLAN._replace(seed=4), 8, ALONE)


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"), [(0, 10, 0.0, 0.2775), (95, 100, 0.8882, 0.9785), (0, 0, 0.0, 1.0)]
)
def test_intervals_are_wilsons(wins: int, count: int, low: float, high: float) -> None:
    assert interval(wins, count) == pytest.approx((low, high), abs=1e-3)


def test_the_interval_of_a_difference_is_newcombes() -> None:
    """The worked example of his paper: 56 of 70 against 48 of 80."""
    assert gap((56, 70), (48, 80)) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_means_and_quantiles() -> None:
    assert mean_and_half([1.0, 2.0, 3.0]) == pytest.approx((2.0, 4.302653 / 3**0.5))
    assert mean_and_half([1.0]) == (1.0, float("inf"))
    assert [quantile([1, 2, 3, 4], share) for share in (0.0, 0.5, 0.51, 0.99, 1.0)] == [1, 2, 3, 4, 4]


def test_a_side_that_goes_round_in_circles_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observing, "LONGEST_TURN", 12)
    with pytest.raises(RuntimeError, match="goes round in circles on turn 1"):
        run(PLAN, 1, ALONE)


def test_a_kept_run_hangs_on_the_code_of_its_own_game_only() -> None:
    digests = {code_digest(game) for game in sandtable.games()}
    assert len(digests) == len(sandtable.games())
