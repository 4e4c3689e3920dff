"""What many games of one plan say about a game: who wins, how long it lasts, where it is fought."""

from __future__ import annotations

from collections import Counter
from statistics import mean, stdev
from typing import NamedTuple

from sandtable.lab.observe import Observation
from sandtable.lab.simulate import interval


class Curve(NamedTuple):
    """A figure turn by turn: mean, and half the width of its 95 % interval."""

    turns: list[int]
    mean: list[float]
    half: list[float]


class Balance(NamedTuple):
    """The figures of a balance report."""

    games: int
    wins: dict[str, tuple[int, float, float, float]]
    """For each side and `draw`: games, share, and the interval of the share."""
    kinds: list[tuple[str, str, int]]
    turns: float
    decisions: float
    decisions_a_turn: tuple[float, float]
    attacks_a_turn: tuple[float, float]
    points: tuple[Curve, Curve]
    losses: tuple[Curve, Curve]
    losses_by_type: list[tuple[str, float]]
    fights: dict[str, float]
    """Share of all dice rolled about each place."""
    control: dict[str, float]
    """How often the Axis held each place at the end."""
    first_lead: float | None
    """How often the side ahead in points after the first turn went on to win, where one was."""


def balance(games: list[Observation]) -> Balance:
    """Sum games up."""
    count = len(games)
    wins = {}
    for who in ("allied", "axis", "draw"):
        won = sum((seen.winner or "draw") == who for seen in games)
        wins[who] = (won, won / count, *interval(won, count))
    turns = [turn for seen in games for turn in seen.turns]
    types: Counter[str] = Counter()
    fights: Counter[str] = Counter()
    held: dict[str, list[int]] = {}
    for seen in games:
        types.update(seen.losses_by_type)
        fights.update(seen.fights)
        for place, side in seen.control.items():
            held.setdefault(place, []).append(side == "axis")
    dice = sum(fights.values()) or 1
    leads = []
    for seen in games:
        ahead = seen.turns[0].points[0] - seen.turns[0].points[1] if seen.turns else 0
        if ahead and seen.winner:
            leads.append((ahead > 0) == (seen.winner == "allied"))
    return Balance(
        count,
        wins,
        [(who, kind, n) for (who, kind), n in Counter((g.winner or "draw", g.kind) for g in games).most_common()],
        mean(len(seen.turns) for seen in games),
        mean(seen.decisions for seen in games),
        (mean(turn.decisions[0] for turn in turns), mean(turn.decisions[1] for turn in turns)),
        (mean(turn.attacks[0] for turn in turns), mean(turn.attacks[1] for turn in turns)),
        (curve(games, "points", 0), curve(games, "points", 1)),
        (curve(games, "losses", 0), curve(games, "losses", 1)),
        [(name, steps / count) for name, steps in types.most_common()],
        {place: number / dice for place, number in fights.most_common()},
        {place: mean(axis) for place, axis in sorted(held.items())},
        mean(leads) if leads else None,
    )


def curve(games: list[Observation], field: str, side: int) -> Curve:
    """A figure by turn, over the games that lasted that long."""
    by_turn: dict[int, list[float]] = {}
    for seen in games:
        for turn in seen.turns:
            by_turn.setdefault(turn.turn, []).append(float(getattr(turn, field)[side]))
    turns = sorted(by_turn)
    halves = [1.96 * stdev(v) / len(v) ** 0.5 if len(v) > 1 else 0.0 for v in (by_turn[turn] for turn in turns)]
    return Curve(turns, [mean(by_turn[turn]) for turn in turns], halves)
