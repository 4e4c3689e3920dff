"""A change of a data pack against the original, on common random numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import isinf
from statistics import mean, pvariance
from typing import NamedTuple

from sandtable.lab.observe import Observation
from sandtable.lab.statistics import detectable_gap, detectable_mean, mean_and_half, paired_gap

Figure = Callable[[Observation], float]

WINS: dict[str, Figure] = {
    "Axis wins": lambda seen: float(seen.winner == "axis"),
    "Allied wins": lambda seen: float(seen.winner == "allied"),
}
MEANS: dict[str, Figure] = {
    "Allied points": lambda seen: float(seen.points[0]),
    "Axis points": lambda seen: float(seen.points[1]),
    "turns": lambda seen: float(len(seen.turns)),
    "Allied attacks": lambda seen: float(sum(turn.attacks[0] for turn in seen.turns)),
    "Axis attacks": lambda seen: float(sum(turn.attacks[1] for turn in seen.turns)),
}


SMALL = 0.05
"""An effect on the share of wins that a designer would want to see."""
SIZES = (50, 100, 200, 400, 800, 1600, 3200, 6400)


class Difference(NamedTuple):
    """How a figure differs between two runs over the same seeds."""

    name: str
    before: float
    after: float
    difference: float
    differing: int
    """Pairs of games in which the figure is not the same."""
    span: tuple[float, float] | None
    """The 95 % interval; None where all pairs differ alike, and so do not tell how much others would."""
    detectable: float | None
    """The smallest true effect that would be told from none in four of five such runs; None where that is not known."""
    gain: float | None
    """How many times as many games without common dice would tell as much; None where no pair differs."""

    @property
    def is_share(self) -> bool:
        """Is it a share of games?"""
        return self.name in WINS

    @property
    def clear(self) -> bool:
        """Does the interval keep clear of no difference?"""
        return self.span is not None and not self.span[0] <= 0 <= self.span[1]


def identical(before: list[Observation], after: list[Observation]) -> int:
    """Pairs of games that went the same way from start to end."""
    return sum(a == b for a, b in zip(before, after, strict=True))


def compare(before: list[Observation], after: list[Observation]) -> list[Difference]:
    """Paired differences: the same seeds met both packs, so that some of the luck cancels out."""
    found = []
    for name, figure in {**WINS, **MEANS}.items():
        pairs = [(figure(a), figure(b)) for a, b in zip(before, after, strict=True)]
        changes = [b - a for a, b in pairs]
        differing = sum(change != 0 for change in changes)
        span, detectable = of_wins(changes) if name in WINS else of_means(changes)
        ends = mean(a for a, _ in pairs), mean(b for _, b in pairs)
        found.append(Difference(name, *ends, mean(changes), differing, span, detectable, gain(pairs)))
    return found


def gain(pairs: list[tuple[float, float]]) -> float | None:
    """What common dice were worth: the spread of unpaired differences over that of the paired ones."""
    paired = pvariance([after - before for before, after in pairs])
    return (pvariance([a for a, _ in pairs]) + pvariance([b for _, b in pairs])) / paired if paired else None


def verdict(found: list[Difference], count: int) -> str:
    """What the comparison says, in a sentence or two."""
    wins = found[0]
    if wins.clear:
        assert wins.span is not None
        side = "Axis" if wins.difference > 0 else "Allied"
        low, high = sorted(map(abs, wins.span))
        more = f"{abs(wins.difference):.0%} more of all games are won by it ({low:.0%} to {high:.0%})"
        said = f"The change favours the {side} side: {more}."
    elif not wins.differing and not any(row.differing for row in found):
        return "The change made no difference to any game."
    elif wins.detectable is None:
        said = "Too few games to say anything about who wins."
    else:
        said = f"No change of balance was seen; one of {wins.detectable:.0%} or more would probably have been."
    others = [f"{row.name} {row.difference:+.2f}" for row in found[2:] if row.clear]
    also = f" What did change: {', '.join(others)}." if others else ""
    return f"{said}{also}{_precision(wins, count)}"


def _precision(wins: Difference, count: int) -> str:
    """How many pairs it takes to see a small effect."""
    if not wins.differing:
        return ""
    needed = next((n for n in SIZES if detectable_gap(round(wins.differing / count * n), n) <= SMALL), None)
    if needed is None or needed <= count:
        return ""
    return f" To see an effect of {SMALL:.0%}, play about {needed} pairs."


def of_wins(changes: list[float]) -> tuple[tuple[float, float], float | None]:
    """The interval and the smallest detectable effect of a share, from changes of -1, 0 and 1."""
    gained, lost = changes.count(1), changes.count(-1)
    least = detectable_gap(gained + lost, len(changes))
    return paired_gap(gained, lost, len(changes)), None if isinf(least) else least


def of_means(changes: list[float]) -> tuple[tuple[float, float] | None, float | None]:
    """The interval and the smallest detectable effect of a mean, if the changes differ among themselves."""
    if len(set(changes)) == 1:
        return None, None
    middle, half = mean_and_half(changes)
    return (middle - half, middle + half), detectable_mean(changes)
