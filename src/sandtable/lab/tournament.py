"""Agents against each other, both sides of every pairing: win rates, ratings, how long they think, how they attack."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from sandtable.engine.sides import PLAYERS
from sandtable.lab.observe import Observation
from sandtable.lab.plan import Plan
from sandtable.lab.runs import Tell, run
from sandtable.lab.statistics import quantile
from sandtable.lab.workers import Workers


class Pairing(NamedTuple):
    """How two agents did with the sides this way round."""

    allied: str
    axis: str
    games: list[Observation]

    def wins(self, side: str) -> int:
        """Games the agent of a side won."""
        return sum(seen.winner == side for seen in self.games)


class Rating(NamedTuple):
    """An agent's strength, and how sure it is."""

    agent: str
    rating: float
    low: float
    high: float
    wins: int
    draws: int
    games: int


class Conduct(NamedTuple):
    """How an agent thought and fought on a side."""

    agent: str
    side: str
    attacks: float
    contested: float
    taken: float
    """Attacks, objectives contested and objectives taken, each a turn."""
    decisions: int
    """Decisions with more than one choice."""
    within: float
    """The share of them made within the budget."""
    median: float
    slow: float
    slowest: float
    """Seconds: the middle decision, the one that 99 % do not exceed, and the longest."""


def round_robin(
    plan: Plan, agents: list[str], count: int, workers: Workers, keep: Path | None, tell: Tell
) -> list[Pairing]:
    """Every agent against every other, `count` games with each distribution of the sides."""
    pairings = []
    for allied, axis in permutations(agents, 2):
        games = run(plan._replace(agents={"allied": allied, "axis": axis}), count, workers, keep, tell)
        pairings.append(Pairing(allied, axis, games))
    return pairings


def rate(pairings: list[Pairing]) -> list[Rating]:
    """Ratings by the Plackett-Luce model of openskill, with two standard deviations either way, best first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    agents = sorted({name for pairing in pairings for name in (pairing.allied, pairing.axis)})
    ratings = {name: model.rating(name=name) for name in agents}
    wins, draws, games = (dict.fromkeys(agents, 0) for _ in range(3))
    for number in range(max(len(pairing.games) for pairing in pairings)):
        for pairing in pairings:
            if number >= len(pairing.games):
                continue
            winner = pairing.games[number].winner
            pair = (pairing.allied, pairing.axis)
            ranks = [0.0, 0.0] if winner is None else [float(winner == "axis"), float(winner == "allied")]
            rated = model.rate([[ratings[name]] for name in pair], ranks=ranks)
            for name, team in zip(pair, rated, strict=True):
                ratings[name] = team[0]
                games[name] += 1
                draws[name] += winner is None
            if winner is not None:
                wins[pair[winner == "axis"]] += 1
    found = [
        Rating(name, r.mu, r.mu - 2 * r.sigma, r.mu + 2 * r.sigma, wins[name], draws[name], games[name])
        for name, r in ratings.items()
    ]
    return sorted(found, key=lambda rating: -rating.rating)


def conduct(pairings: list[Pairing], budget: float) -> list[Conduct]:
    """How each agent behaved on each side, over all its games there."""
    found = []
    for agent in dict.fromkeys(pairing.allied for pairing in pairings):
        for number, side in enumerate(PLAYERS):
            games = [seen for pairing in pairings if getattr(pairing, side) == agent for seen in pairing.games]
            turns = [turn for seen in games for turn in seen.turns]
            spent = sorted(micros / 1e6 for seen in games for micros in seen.micros[number]) or [0.0]
            found.append(
                Conduct(
                    agent,
                    side,
                    mean(turn.attacks[number] for turn in turns),
                    mean(turn.contested[number] for turn in turns),
                    mean(turn.taken[number] for turn in turns),
                    len(spent),
                    sum(seconds <= budget for seconds in spent) / len(spent),
                    quantile(spent, 0.5),
                    quantile(spent, 0.99),
                    spent[-1],
                )
            )
    return found
