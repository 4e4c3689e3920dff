"""The league: the champion, its rivals and the sparring partners play each other, and a change is judged by it.

A change is taken only if the new champion beats the champion of before and loses to nobody that one beat. The champion
of before is another copy of the project (`--before DIR`), and what it won against whom stands in the ledger, a file
with a line for every champion that was taken.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from sandtable.ai import agent, fitted_weights, levels, partners
from sandtable.lab.plan import Plan, heading
from sandtable.lab.runs import Tell, run
from sandtable.lab.statistics import interval
from sandtable.lab.tournament import Pairing
from sandtable.lab.workers import Workers

RIVALS = ("captain", "sergeant")
"""Levels that play in every league."""
BEFORE = "the champion before"
AIM, FITTED_AIM = 0.9, 0.7
"""What the champion should win against each written partner, and against the fitted one."""


class Result(NamedTuple):
    """How the champion did against one opponent; a draw counts half."""

    points: float
    games: int

    @property
    def share(self) -> float:
        """Of all games."""
        return self.points / self.games

    def __str__(self) -> str:
        low, high = interval(self.points, self.games)
        return f"{self.points:g} of {self.games} ({self.share:.0%}, {low:.0%} to {high:.0%})"


class Verdict(NamedTuple):
    """Is a change taken? And why."""

    taken: bool
    text: str


def entrants(game: str, champion: str, more: Sequence[str] = ()) -> list[str]:
    """Who plays in the league of a game, the champion first."""
    fitted = ["exploiter"] if fitted_weights(game).exists() else []
    names = list(dict.fromkeys([champion, *RIVALS, *partners(game), *fitted, *more]))
    for name in names:
        agent(name, game)
    return names


def meetings(names: Sequence[str], everyone: bool) -> list[tuple[str, str]]:
    """Who plays whom, Allied first: all pairs both ways round, or only those of the champion."""
    return [pair for pair in permutations(names, 2) if everyone or names[0] in pair]


def play(
    plan: Plan, pairs: Sequence[tuple[str, str]], count: int, workers: Workers, keep: Path | None, tell: Tell
) -> list[Pairing]:
    """`count` games of each meeting."""
    found = []
    for allied, axis in pairs:
        games = run(plan._replace(agents={"allied": allied, "axis": axis}), count, workers, keep, tell)
        found.append(Pairing(allied, axis, games))
    return found


def results(pairings: Sequence[Pairing], name: str) -> dict[str, Result]:
    """How one player did against each of the others."""
    found: dict[str, Result] = {}
    for pairing in pairings:
        if name not in pairing[:2]:
            continue
        side, other = ("allied", pairing.axis) if pairing.allied == name else ("axis", pairing.allied)
        points = pairing.wins(side) + sum(game.winner is None for game in pairing.games) / 2
        known = found.get(other, Result(0.0, 0))
        found[other] = Result(known.points + points, known.games + len(pairing.games))
    return found


def judge(now: Mapping[str, Result], before: Mapping[str, Result] | None) -> Verdict:
    """Is the champion of today taken, given what the last one won against whom?"""
    if before is None:
        return Verdict(True, "Taken: the ledger has no champion of before.")
    lost = [
        f"{name} ({now[name]}; before {before[name]})"
        for name in before
        if name in now and name != BEFORE and before[name].share > 0.5 > now[name].share
    ]
    if lost:
        return Verdict(False, f"Not taken: it loses to {', '.join(lost)}, whom the champion before beat.")
    if BEFORE not in now:
        return Verdict(False, "Not taken: it has not met the champion of before (--before DIR).")
    met = now[BEFORE]
    if met.share <= 0.5:
        return Verdict(False, f"Not taken: it does not beat the champion of before: {met}.")
    sure = interval(met.points, met.games)[0] > 0.5
    doubt = "" if sure else " So few games may be luck: the interval reaches below one half."
    return Verdict(True, f"Taken: it beats the champion of before, {met}, and loses to nobody that one beat.{doubt}")


def last_taken(ledger: Path, plan: Plan) -> dict[str, Result] | None:
    """What the last champion taken in this game and scenario won against whom."""
    found, wanted = None, _key(plan)
    for line in ledger.read_text(encoding="utf-8").splitlines() if ledger.exists() else ():
        entry = json.loads(line)
        if (entry["game"], entry["scenario"]) == wanted:
            found = {name: Result(*pair) for name, pair in entry["results"].items()}
    return found


def take(ledger: Path, plan: Plan, champion: str, now: Mapping[str, Result]) -> None:
    """Write a champion into the ledger."""
    game, scenario = _key(plan)
    entry = {
        "game": game,
        "scenario": scenario,
        "champion": champion,
        "agent": _agent_of(champion, game),
        "code": heading(plan)["code"],
        "results": {name: list(result) for name, result in now.items()},
    }
    ledger.parent.mkdir(parents=True, exist_ok=True)
    with ledger.open("a", encoding="utf-8") as out:
        out.write(json.dumps(entry) + "\n")


def _key(plan: Plan) -> tuple[str, str]:
    head = heading(plan)
    return head["game"], head["scenario"]


def _agent_of(name: str, game: str) -> str:
    """The agent behind a level of today, so that the ledger still says what it was when the levels change."""
    return next((level.agent for level in levels(game) if level.id == name), name)


def aim_of(name: str) -> float | None:
    """The share that the champion should win against an opponent, if one is set."""
    if name.startswith("exploiter"):
        return FITTED_AIM
    return None if name in (*RIVALS, BEFORE) else AIM
