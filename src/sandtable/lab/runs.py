"""Runs: many games of a plan, kept in a folder if wished, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from sandtable.engine.documents import Document
from sandtable.lab.observe import Observation, Turn, observe
from sandtable.lab.plan import Plan, heading
from sandtable.lab.workers import Workers, spread

Tell = Callable[[int], None]


def run(
    plan: Plan,
    count: int,
    workers: Workers = Workers(),  # noqa: B008 - a tuple of constants
    keep: Path | None = None,
    tell: Tell = lambda done: None,
) -> list[Observation]:
    """Watch `count` games of a plan; those the folder has already are read, the others played and added to it."""
    known: dict[int, Observation] = {}
    file = None if keep is None else kept_file(keep, plan)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        known = read(file, plan)
    tell(sum(number < count for number in known))
    for seen in spread(observe, plan, [number for number in range(count) if number not in known], workers):
        known[seen.number] = seen
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(asdict(seen)) + "\n")
        tell(1)
    return [known[number] for number in range(count)]


def kept_file(keep: Path, plan: Plan) -> Path:
    """Where the games of a plan are kept: a file of its own for each heading."""
    head = heading(plan)
    names = (head["game"], head["scenario"], *head["agents"].values())
    digest = sha256(json.dumps(head, sort_keys=True).encode()).hexdigest()[:12]
    return keep / f"{re.sub(r'[^A-Za-z0-9._-]', '_', '-'.join(names))}-{digest}.jsonl"


def read(file: Path, plan: Plan) -> dict[int, Observation]:
    """The games a file holds, after its first line, the heading; a new file is begun."""
    if not file.exists():
        file.write_text(json.dumps(heading(plan)) + "\n", encoding="utf-8")
    first, *lines = file.read_text(encoding="utf-8").split("\n")
    if first != json.dumps(heading(plan)):
        raise ValueError(f"{file} holds another run than its name says")
    if lines and lines[-1]:
        lines.pop()  # the line being written when the run was stopped
        file.write_text("\n".join([first, *lines, ""]), encoding="utf-8")
    found = [restored(json.loads(line)) for line in lines if line]
    return {seen.number: seen for seen in found}


def restored(fields: Document) -> Observation:
    """An observation as it was before JSON."""
    turns = [Turn._make(tuple(part) if isinstance(part, list) else part for part in turn) for turn in fields["turns"]]
    held = {place: tuple(times) for place, times in fields["held"].items()}
    pairs = {"points": tuple(fields["points"]), "micros": tuple(fields["micros"])}
    return Observation(**{**fields, **pairs, "turns": turns, "held": held})
