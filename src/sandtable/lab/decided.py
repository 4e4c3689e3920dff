"""Where games are decided: what a lead is worth after each turn, when it is final, what each place is worth."""

from __future__ import annotations

from itertools import pairwise
from math import exp
from statistics import mean, median
from typing import NamedTuple

from sandtable.lab.observe import Observation
from sandtable.lab.statistics import gap, interval

FEWEST = 8
"""Games a turn must have been reached by to be told of, and games on each side to say what a place is worth."""
RIDGE = 0.05
"""How strongly a fit is drawn to "points tell nothing", so that a few one-sided games claim no certainty."""


class Lead(NamedTuple):
    """What the points after a turn tell of the end."""

    turn: int
    games: int
    even: float
    """The Axis points, less the Allied ones, at which both sides have the same chance; 0 where points tell nothing."""
    chances: tuple[float, float, float]
    """The Axis chance to win at the lower quartile, the middle and the upper quartile of that difference."""
    right: float
    """How often the side that the points favour went on to win, with the interval of that share."""
    low: float
    high: float


class Worth(NamedTuple):
    """What holding a place goes with: the Axis share of wins where it held it for most turns, less where not."""

    place: str
    axis_held: int
    allied_held: int
    difference: float
    low: float
    high: float


class Decided(NamedTuple):
    """All of it."""

    leads: list[Lead]
    settled: float
    """The turn after which the side that leads no longer changes, as a share of the game's length: the middle game."""
    changes: float
    """How often the lead changes hands, in a game."""
    drama: float
    """The share of turns at whose end the side that went on to win was behind."""
    worths: list[Worth]


class Curve(NamedTuple):
    """A chance as it rises with a difference: 1 / (1 + exp(-(at + by * difference)))."""

    at: float
    by: float

    def chance(self, difference: float) -> float:
        """The chance at a difference."""
        return _logistic(self.at + self.by * difference)


def decided(games: list[Observation]) -> Decided:
    """Read it off games that somebody won."""
    won = [seen for seen in games if seen.winner is not None]
    leads, curves = [], {}
    for turn in sorted({turn.turn for seen in won for turn in seen.turns}):
        ends = [(_difference(seen, turn), seen.winner == "axis") for seen in won if _reached(seen, turn)]
        if len(ends) < FEWEST:
            continue
        curves[turn] = curve = fitted(ends)
        leads.append(_lead(turn, ends, curve))
    told = [(favoured, seen) for seen in won if (favoured := _favoured(seen, curves))]
    return Decided(
        leads,
        median([_settled(favoured) / len(favoured) for favoured, _ in told]) if told else 0.0,
        mean([_changes(favoured) for favoured, _ in told]) if told else 0.0,
        mean([mean([side != seen.winner for side in favoured]) for favoured, seen in told]) if told else 0.0,
        worths(won),
    )


def fitted(ends: list[tuple[float, bool]]) -> Curve:
    """The logistic curve that fits (difference, did the Axis win) best, by Newton's method."""
    spread = max(1.0, max(abs(difference) for difference, _ in ends))
    at = by = 0.0
    for _ in range(30):
        slope_at, slope_by = RIDGE * at, RIDGE * by
        aa, ab, bb = RIDGE, 0.0, RIDGE
        for difference, axis in ends:
            x = difference / spread
            chance = _logistic(at + by * x)
            weight = chance * (1 - chance)
            slope_at, slope_by = slope_at + chance - axis, slope_by + (chance - axis) * x
            aa, ab, bb = aa + weight, ab + weight * x, bb + weight * x * x
        below = aa * bb - ab * ab
        step_at, step_by = (bb * slope_at - ab * slope_by) / below, (aa * slope_by - ab * slope_at) / below
        at, by = at - step_at, by - step_by
        if abs(step_at) + abs(step_by) < 1e-9:
            break
    return Curve(at, by / spread)


def worths(games: list[Observation]) -> list[Worth]:
    """What each place that decides goes with, most first; none that hardly ever changes hands."""
    found = []
    for number, place in enumerate(games[0].objectives if games else ()):
        held: tuple[list[bool], list[bool]] = ([], [])
        for seen in games:
            ends = [turn.owners[number] for turn in seen.turns]
            allied, axis = ends.count("0"), ends.count("1")
            if allied != axis:
                held[axis > allied].append(seen.winner == "axis")
        if min(map(len, held)) >= FEWEST:
            allied_won, axis_won = held
            span = gap((sum(axis_won), len(axis_won)), (sum(allied_won), len(allied_won)))
            found.append(Worth(place, len(axis_won), len(allied_won), *span))
    return sorted(found, key=lambda worth: -abs(worth.difference))


def _lead(turn: int, ends: list[tuple[float, bool]], curve: Curve) -> Lead:
    differences = sorted(difference for difference, _ in ends)
    quartiles = [differences[round(share * (len(differences) - 1))] for share in (0.25, 0.5, 0.75)]
    right = sum((curve.chance(difference) > 0.5) == axis for difference, axis in ends)
    even = -curve.at / curve.by if curve.by > 1e-6 else 0.0
    first, middle, third = map(curve.chance, quartiles)
    return Lead(turn, len(ends), even, (first, middle, third), right / len(ends), *interval(right, len(ends)))


def _favoured(seen: Observation, curves: dict[int, Curve]) -> list[str]:
    """The side that the points favour as each turn ends."""
    turns = [turn for turn in seen.turns if turn.turn in curves]
    differences = [(turn.turn, turn.points[1] - turn.points[0]) for turn in turns]
    return ["axis" if curves[turn].chance(difference) > 0.5 else "allied" for turn, difference in differences]


def _settled(favoured: list[str]) -> int:
    """How many turns passed before the lead was what it was at the end."""
    return max((n + 1 for n, side in enumerate(favoured) if side != favoured[-1]), default=0)


def _changes(favoured: list[str]) -> int:
    return sum(a != b for a, b in pairwise(favoured))


def _reached(seen: Observation, number: int) -> bool:
    return any(turn.turn == number for turn in seen.turns)


def _difference(seen: Observation, number: int) -> float:
    return next(turn.points[1] - turn.points[0] for turn in seen.turns if turn.turn == number)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0
