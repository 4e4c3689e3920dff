"""Intervals of small samples and of pairs."""

from __future__ import annotations

from math import inf, log, sqrt
from random import Random

import pytest

from sandtable.lab.statistics import POWER, Z, detectable_gap, detectable_mean, paired_gap, students_t


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (10, 2.2281), (29, 2.0452), (999, 1.9623)],
)
def test_t_is_as_in_the_printed_tables(freedom: int, value: float) -> None:
    assert students_t(freedom) == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize(("gained", "lost", "pairs"), [(0, 1, 44), (9, 3, 36), (4, 0, 9), (5, 5, 20), (1, 7, 12)])
def test_a_paired_interval_ends_where_the_score_is_just_significant(gained: int, lost: int, pairs: int) -> None:
    """The likeliest shares under each end of the interval, searched step by step, put the score at 1.96."""
    for end, sign in zip(paired_gap(gained, lost, pairs), (1, -1), strict=True):
        grid = [max(0.0, -end) + n / 40_000 for n in range(1, 40_000)]
        fits = [(likelihood(q, end, gained, lost, pairs), q) for q in grid if 2 * q + end < 1 and q + end > 0]
        q = max(fits)[1]
        score = (gained - lost - pairs * end) / sqrt(pairs * (2 * q + end * (1 - end)))
        assert score == pytest.approx(sign * Z, abs=2e-3)


def likelihood(lost_share: float, gap: float, gained: int, lost: int, pairs: int) -> float:
    same = pairs - gained - lost
    return gained * log(lost_share + gap) + lost * log(lost_share) + same * log(1 - 2 * lost_share - gap)


@pytest.mark.parametrize("pairs", [1, 4, 30, 400])
def test_no_differing_pair_still_leaves_room(pairs: int) -> None:
    room = Z * Z / (pairs + Z * Z)
    assert paired_gap(0, 0, pairs) == pytest.approx((-room, room))


def test_a_paired_interval_turns_round_with_the_sides_and_stays_in_bounds() -> None:
    for gained, lost, pairs in ((3, 1, 8), (8, 0, 8), (0, 2, 50)):
        low, high = paired_gap(gained, lost, pairs)
        assert paired_gap(lost, gained, pairs) == pytest.approx((-high, -low))
        assert -1 <= low <= (gained - lost) / pairs <= high <= 1


def test_a_detectable_effect_shows_in_four_of_five_samples() -> None:
    random, pairs, differing = Random(7), 200, 60
    least = detectable_gap(differing, pairs)
    share = (differing + 1) / (pairs + 2)
    shows = 0
    for _ in range(600):
        draws = [random.random() for _ in range(pairs)]
        gained = sum(draw < (share + least) / 2 for draw in draws)
        lost = sum((share + least) / 2 <= draw < share for draw in draws)
        shows += paired_gap(gained, lost, pairs)[0] > 0
    assert shows / 600 == pytest.approx(POWER, abs=0.05)


def test_too_few_pairs_detect_nothing() -> None:
    assert detectable_gap(0, 3) == detectable_mean([2.0]) == inf
    assert 0.2 < detectable_gap(0, 30) < 0.3
    assert detectable_gap(0, 400) < detectable_gap(40, 400) < detectable_gap(200, 400)
