"""Runs kept in a file, one game a line, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sandtable
from sandtable.lab.observe import Observation, Turn, observe
from sandtable.lab.simulate import Plan
from sandtable.lab.workers import spread

Tell = Callable[[int], None]


def heading(plan: Plan) -> dict[str, Any]:
    """What makes two runs the same: their first line must agree."""
    game = sandtable.load(plan.game, plan.data)
    return {
        "game": plan.game,
        "scenario": plan.scenario or next(iter(game.scenarios)),
        "options": game.checked_options(plan.options),
        "agents": dict(plan.agents),
        "seed": plan.seed,
        "data": game.pack.digest,
        "rules": game.rules_version,
    }


def run(
    plan: Plan, count: int, jobs: int | None = None, file: Path | None = None, tell: Tell = lambda done: None
) -> list[Observation]:
    """Watch `count` games of a plan; those the file has already are read, the others played and added to it."""
    known = read(file, plan) if file is not None and file.exists() else {}
    tell(sum(number < count for number in known))
    todo = [number for number in range(count) if number not in known]
    out = None
    try:
        if file is not None:
            fresh = not file.exists()
            out = file.open("a", encoding="utf-8")
            if fresh:
                out.write(json.dumps(heading(plan)) + "\n")
        for seen in spread(observe, plan, todo, jobs):
            known[seen.number] = seen
            if out is not None:
                out.write(json.dumps(seen._asdict()) + "\n")
                out.flush()
            tell(1)
    finally:
        if out is not None:
            out.close()
    return [known[number] for number in range(count)]


def read(file: Path, plan: Plan) -> dict[int, Observation]:
    """The games a file holds; a ValueError if they are of another plan."""
    lines = file.read_text(encoding="utf-8").splitlines()
    if not lines or json.loads(lines[0]) != heading(plan):
        raise ValueError(f"{file} holds another run: other agents, seed, options, data or rules")
    found = {}
    for line in lines[1:]:
        try:
            fields = json.loads(line)
        except json.JSONDecodeError:
            continue  # the line being written when the run was stopped
        found[fields["number"]] = restored(fields)
    return found


def restored(fields: dict[str, Any]) -> Observation:
    """An observation as it was before JSON."""
    turns = [Turn(turn[0], *(tuple(pair) for pair in turn[1:])) for turn in fields["turns"]]
    return Observation(**{**fields, "points": tuple(fields["points"]), "turns": turns})
