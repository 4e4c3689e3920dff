"""Round robins between agents, both sides of every pairing, rated with intervals."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from sandtable.lab.simulate import Plan, Result, Tell, simulate


class Pairing(NamedTuple):
    """How two agents did with the sides this way round."""

    allied: str
    axis: str
    results: list[Result]

    @property
    def allied_wins(self) -> int:
        """Games the Allied agent won."""
        return sum(result.winner == "allied" for result in self.results)

    @property
    def axis_wins(self) -> int:
        """Games the Axis agent won."""
        return sum(result.winner == "axis" for result in self.results)


class Rating(NamedTuple):
    """An agent's strength, and how sure it is."""

    agent: str
    rating: float
    low: float
    high: float
    wins: int
    games: int


def round_robin(plan: Plan, agents: list[str], count: int, jobs: int | None, tell: Tell) -> list[Pairing]:
    """Every agent against every other, `count` games with each distribution of the sides."""
    pairings = []
    for allied, axis in permutations(agents, 2):
        results = simulate(plan._replace(agents={"allied": allied, "axis": axis}), count, jobs, tell)
        pairings.append(Pairing(allied, axis, results))
    return pairings


def rate(pairings: list[Pairing]) -> list[Rating]:
    """Ratings by the Plackett-Luce model of openskill, with two standard deviations either way, best first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    agents = sorted({name for pairing in pairings for name in (pairing.allied, pairing.axis)})
    ratings = {name: model.rating(name=name) for name in agents}
    wins, games = dict.fromkeys(agents, 0), dict.fromkeys(agents, 0)
    for number in range(max(len(pairing.results) for pairing in pairings)):
        for pairing in pairings:
            if number >= len(pairing.results):
                continue
            winner = pairing.results[number].winner
            pair = (pairing.allied, pairing.axis)
            ranks = [0.0, 0.0] if winner is None else [float(winner == "axis"), float(winner == "allied")]
            rated = model.rate([[ratings[name]] for name in pair], ranks=ranks)
            for name, team in zip(pair, rated, strict=True):
                ratings[name] = team[0]
                games[name] += 1
            if winner is not None:
                wins[pair[winner == "axis"]] += 1
    found = [
        Rating(name, r.mu, r.mu - 2 * r.sigma, r.mu + 2 * r.sigma, wins[name], games[name])
        for name, r in ratings.items()
    ]
    return sorted(found, key=lambda rating: -rating.rating)
