"""Shares, differences and quantiles, with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import atan, ceil, copysign, cos, inf, pi, sin, sqrt
from statistics import NormalDist, mean, stdev

Z = 1.959964
"""Standard deviations either way that hold 95 % of a normal distribution."""
POWER = 0.8
"""How often an effect must show to be called detectable."""


def interval(wins: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share; a draw may count as half a win."""
    if not count:
        return 0.0, 1.0
    share = wins / count
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


@cache
def students_t(freedom: int, share: float = 0.95) -> float:
    """Standard deviations either way that hold this share of Student's t."""
    low, high = 0.0, 1.0
    while _held(high, freedom) < share:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _held(middle, freedom) < share else (low, middle)
    return high


def _held(t: float, freedom: int) -> float:
    """The share of Student's t between -t and t, by its finite sum for whole degrees of freedom."""
    angle = atan(t / sqrt(freedom))
    term = total = (cos(angle) if freedom > 1 else 0.0) if freedom % 2 else 1.0
    for n in range(3 if freedom % 2 else 2, freedom - 1, 2):
        term *= cos(angle) ** 2 * (n - 1) / n
        total += term
    return 2 / pi * (angle + sin(angle) * total) if freedom % 2 else sin(angle) * total


def mean_and_half(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval by Student's t: infinite for a single value."""
    if len(values) == 1:
        return values[0], inf
    return mean(values), students_t(len(values) - 1) * stdev(values) / sqrt(len(values))


def detectable_mean(values: Sequence[float]) -> float:
    """The smallest true mean that would be told from none in four of five such samples."""
    if len(values) == 1:
        return inf
    steps = students_t(len(values) - 1) + students_t(len(values) - 1, 2 * POWER - 1)
    return steps * stdev(values) / sqrt(len(values))


def paired_gap(gained: int, lost: int, pairs: int) -> tuple[float, float]:
    """Tango's 95 % score interval for the difference of two shares over the same pairs.

    `gained` pairs won only the second time, `lost` ones only the first.
    """

    def score(gap: float) -> float:
        b = (2 * pairs - gained + lost) * gap - gained - lost
        other = (sqrt(b * b + 8 * pairs * lost * gap * (1 - gap)) - b) / (4 * pairs)
        spread = pairs * (2 * other + gap * (1 - gap))
        away = gained - lost - pairs * gap
        return away / sqrt(spread) if spread > 0 else copysign(inf, away) if away else 0.0

    seen = (gained - lost) / pairs
    return _crossing(lambda gap: score(gap) > Z, -1.0, seen), _crossing(lambda gap: score(gap) > -Z, seen, 1.0)


def _crossing(before: Callable[[float], bool], low: float, high: float) -> float:
    """Where something that holds at first ceases to."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if before(middle) else (low, middle)
    return (low + high) / 2


def detectable_gap(differing: int, pairs: int) -> float:
    """The smallest true difference of two shares that would be told from none in four of five such samples of pairs.

    By Connor's formula for McNemar's test; one pair more is taken to differ than was seen, of two more. Infinite if
    there are too few pairs to tell any.
    """
    share, power = (differing + 1) / (pairs + 2), NormalDist().inv_cdf(POWER)

    def hidden(gap: float) -> bool:
        differ = max(share, gap)
        return gap * sqrt(pairs) < Z * sqrt(differ) + power * sqrt(differ - gap * gap)

    return inf if hidden(1.0) else _crossing(hidden, 0.0, 1.0)


def gap(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float, float]:
    """The difference of two shares, each (wins, count), and its 95 % interval by Newcombe's method."""
    shares = [wins / count for wins, count in (first, second)]
    (low1, high1), (low2, high2) = interval(*first), interval(*second)
    difference = shares[0] - shares[1]
    low = difference - sqrt((shares[0] - low1) ** 2 + (high2 - shares[1]) ** 2)
    high = difference + sqrt((high1 - shares[0]) ** 2 + (shares[1] - low2) ** 2)
    return difference, low, high


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that this share of an ordered list does not exceed."""
    return ordered[max(1, ceil(share * len(ordered))) - 1]
