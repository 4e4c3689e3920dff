"""Two agents against each other, both sides with the same dice; and what duels tell of levels and of scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import sandtable
from sandtable.engine.sides import PLAYERS
from sandtable.lab.league import Result
from sandtable.lab.plan import Plan
from sandtable.lab.runs import Tell, run
from sandtable.lab.tournament import Pairing
from sandtable.lab.workers import Workers

STEP = (0.65, 0.8)
"""What a level should win against the one below: enough to be felt, not so much that nobody climbs."""
MASTERY = 0.75
"""What the strongest level should win against the sergeant in every scenario."""
LEANING = 0.65
"""A side that wins more than this of games between equals asks for a reason."""


class Duel(NamedTuple):
    """How two agents did, `here` with the first as Allied and `there` with the first as Axis."""

    here: Pairing
    there: Pairing

    @property
    def first(self) -> str:
        """The agent whose results are told."""
        return self.here.allied

    @property
    def second(self) -> str:
        """The agent it met."""
        return self.here.axis

    def on(self, side: str) -> Result:
        """What the first won with a side; a draw counts half."""
        pairing = self.here if side == PLAYERS[0] else self.there
        draws = sum(game.winner is None for game in pairing.games)
        return Result(pairing.wins(side) + draws / 2, len(pairing.games))

    @property
    def whole(self) -> Result:
        """What the first won with either side."""
        allied, axis = (self.on(side) for side in PLAYERS)
        return Result(allied.points + axis.points, allied.games + axis.games)


class Ground(NamedTuple):
    """A scenario: the strongest level against a weaker one, and against itself."""

    scenario: str
    duel: Duel
    mirror: Pairing

    @property
    def allies(self) -> Result:
        """What the Allies won where both sides were led alike."""
        draws = sum(game.winner is None for game in self.mirror.games)
        return Result(self.mirror.wins(PLAYERS[0]) + draws / 2, len(self.mirror.games))

    @property
    def leans(self) -> str | None:
        """The side that wins too many of the games between equals."""
        allied, axis = PLAYERS
        share = self.allies.share
        return allied if share > LEANING else axis if share < 1 - LEANING else None


def fight(plan: Plan, first: str, second: str, count: int, workers: Workers, keep: Path | None, tell: Tell) -> Duel:
    """`count` games each way round."""
    here, there = (
        Pairing(allied, axis, run(plan._replace(agents={"allied": allied, "axis": axis}), count, workers, keep, tell))
        for allied, axis in ((first, second), (second, first))
    )
    return Duel(here, there)


def climb(plan: Plan, ladder: Sequence[str], count: int, workers: Workers, keep: Path | None, tell: Tell) -> list[Duel]:
    """Every level of a ladder against the one below, the lowest step first."""
    return [fight(plan, above, below, count, workers, keep, tell) for below, above in pairwise(ladder)]


def survey(
    plan: Plan,
    strong: str,
    weak: str,
    scenarios: Sequence[str],
    count: int,
    workers: Workers,
    keep: Path | None,
    tell: Tell,
) -> list[Ground]:
    """The strong level against the weak one and against itself, in every scenario named."""
    found = []
    for scenario in scenarios:
        there = plan._replace(scenario=scenario)
        duel = fight(there, strong, weak, count, workers, keep, tell)
        alike = there._replace(agents=dict.fromkeys(PLAYERS, strong))
        found.append(Ground(scenario, duel, Pairing(strong, strong, run(alike, count, workers, keep, tell))))
    return found


def scenarios_of(game: str, named: Sequence[str]) -> list[str]:
    """The scenarios of a game, or those that are named; a ValueError if there is none of that name."""
    known = list(sandtable.load(game).scenarios)
    for name in named:
        if name not in known:
            raise ValueError(f"{game} has no scenario {name!r}; there are: {', '.join(known)}")
    return list(named) or known
