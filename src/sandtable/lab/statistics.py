"""Shares, differences and quantiles, with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import mean, stdev

Z = 1.959964
"""Standard deviations either way that hold 95 % of a normal distribution."""


def interval(wins: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share; a draw may count as half a win."""
    if not count:
        return 0.0, 1.0
    share = wins / count
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_and_half(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval: infinite for a single value."""
    return mean(values), Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")


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
