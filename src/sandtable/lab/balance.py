"""What many games of one plan say about a game: who wins, how long it lasts, where it is fought, who holds what."""

from __future__ import annotations

from collections import Counter
from math import isinf
from statistics import mean
from typing import NamedTuple

from sandtable.engine.sides import PLAYERS
from sandtable.lab.decided import Decided, decided
from sandtable.lab.observe import Observation, Turn
from sandtable.lab.statistics import gap, interval, mean_and_half

Pair = tuple[float, float]


class Curve(NamedTuple):
    """A figure turn by turn: mean, and half the width of its 95 % interval."""

    turns: list[int]
    mean: list[float]
    half: list[float]


class Share(NamedTuple):
    """Some of a number of games, with the 95 % interval of the share."""

    games: int
    of: int
    share: float
    low: float
    high: float


class Balance(NamedTuple):
    """The figures of a balance report; a pair is a figure of the Allies and one of the Axis."""

    games: int
    wins: dict[str, Share]
    """For each side and `draw`."""
    kinds: list[tuple[str, str, int]]
    turns: float
    decisions: float
    decisions_a_turn: Pair
    attacks_a_turn: Pair
    contested_a_turn: Pair
    taken_a_turn: Pair
    points: tuple[Curve, Curve]
    losses: tuple[Curve, Curve]
    losses_by_type: list[tuple[str, float]]
    fights: dict[str, float]
    """Share of all attacks that fell on each place."""
    control: dict[str, float]
    """How often the Axis held each place at the end of a turn, of the times when one of them did."""
    first: dict[str, Share]
    """For each side that moved first in some games: how many of those it won."""
    edge: tuple[float, float, float] | None
    """What moving first adds to the Allied share of wins, with its interval; None if the same side always does."""
    objectives: list[str]
    decided: Decided


def share(some: int, of: int) -> Share:
    """A share with its interval."""
    return Share(some, of, some / of if of else 0.0, *interval(some, of))


def balance(games: list[Observation]) -> Balance:
    """Sum games up."""
    count = len(games)
    turns = [turn for seen in games for turn in seen.turns]
    types: Counter[str] = Counter()
    fights: Counter[str] = Counter()
    held: dict[str, list[int]] = {}
    for seen in games:
        types.update(seen.losses_by_type)
        fights.update(seen.fights)
        for place, times in seen.held.items():
            sums = held.setdefault(place, [0, 0])
            sums[0], sums[1] = sums[0] + times[0], sums[1] + times[1]
    attacks = sum(fights.values()) or 1
    first = {side: [seen.winner == side for seen in games if seen.first == side] for side in PLAYERS}
    allied_wins = {side: sum(seen.winner == "allied" for seen in games if seen.first == side) for side in PLAYERS}
    return Balance(
        count,
        {who: share(sum((seen.winner or "draw") == who for seen in games), count) for who in (*PLAYERS, "draw")},
        [(who, kind, n) for (who, kind), n in Counter((g.winner or "draw", g.kind) for g in games).most_common()],
        mean(len(seen.turns) for seen in games),
        mean(seen.decisions for seen in games),
        a_turn(turns, "decisions"),
        a_turn(turns, "attacks"),
        a_turn(turns, "contested"),
        a_turn(turns, "taken"),
        (curve(games, "points", 0), curve(games, "points", 1)),
        (curve(games, "losses", 0), curve(games, "losses", 1)),
        [(name, steps / count) for name, steps in types.most_common()],
        {place: number / attacks for place, number in fights.most_common()},
        {place: axis / (allied + axis) for place, (allied, axis) in sorted(held.items())},
        {side: share(sum(won), len(won)) for side, won in first.items() if won},
        gap(*((allied_wins[side], len(first[side])) for side in PLAYERS)) if all(first.values()) else None,
        games[0].objectives,
        decided(games),
    )


def a_turn(turns: list[Turn], field: str) -> Pair:
    """The mean of a figure over turns, for each side."""
    pairs = [getattr(turn, field) for turn in turns]
    return mean(pair[0] for pair in pairs), mean(pair[1] for pair in pairs)


def curve(games: list[Observation], field: str, side: int) -> Curve:
    """A figure by turn, over the games that lasted that long."""
    by_turn: dict[int, list[float]] = {}
    for seen in games:
        for turn in seen.turns:
            by_turn.setdefault(turn.turn, []).append(float(getattr(turn, field)[side]))
    turns = sorted(by_turn)
    means, halves = zip(*(mean_and_half(by_turn[turn]) for turn in turns), strict=True)
    return Curve(turns, list(means), [0.0 if isinf(half) else half for half in halves])
