"""A change of a data pack against the original, on common random numbers."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from statistics import mean
from typing import NamedTuple

from sandtable.engine.packs import Pack
from sandtable.lab.observe import Observation
from sandtable.lab.statistics import mean_and_half


class Difference(NamedTuple):
    """How a figure differs between two runs over the same seeds, and half the width of its 95 % interval."""

    name: str
    before: float
    after: float
    difference: float
    half: float


def changed_pack(pack: Pack, changes: list[str], folder: Path) -> Path:
    """Fill a folder with the files that override the game's own, and with those that the changes touch, changed.

    `tables.turns=8` changes a key of tables.toml, `units.15PZ-1.level=B` a cell of units.csv (row by its first column).
    """
    if pack.override is not None:
        copytree(pack.override, folder, dirs_exist_ok=True)
    for change in changes:
        where, equals, value = change.partition("=")
        parts = where.split(".")
        if not equals or len(parts) < 2:
            raise ValueError(f"a change is table.key=value or table.row.column=value, not {change!r}")
        toml, sheet = f"{parts[0]}.toml", f"{parts[0]}.csv"
        if (pack.home / sheet).exists() and len(parts) >= 3:
            name, text = sheet, _text(pack, folder, sheet)
            text = _with_cell(text, ".".join(parts[1:-1]), parts[-1], value, change)
        elif (pack.home / toml).exists():
            name, text = toml, _text(pack, folder, toml)
            text = _with_key(text, parts[-1], value, change)
        else:
            raise ValueError(f"{change!r}: there is no {toml} or {sheet} in this game's data")
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _text(pack: Pack, folder: Path, name: str) -> str:
    path = folder / name
    return path.read_text(encoding="utf-8") if path.exists() else pack.text(name)


def _with_cell(text: str, row: str, column: str, value: str, change: str) -> str:
    rows = list(csv.reader(io.StringIO(text)))
    if column not in rows[0]:
        raise ValueError(f"{change!r}: no column {column!r}; there are {', '.join(rows[0])}")
    found = [cells for cells in rows[1:] if cells and cells[0] == row]
    if not found:
        raise ValueError(f"{change!r}: no row {row!r}")
    for cells in found:
        cells[rows[0].index(column)] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _with_key(text: str, key: str, value: str, change: str) -> str:
    try:
        json.loads(value)
    except json.JSONDecodeError:
        value = json.dumps(value)
    new, count = re.subn(rf"(?m)^({re.escape(key)}\s*=\s*)[^#\n]*", lambda found: found[1] + value + " ", text)
    if count != 1:
        raise ValueError(f"{change!r}: {count} lines set {key!r}, expected one")
    return new


def compare(before: list[Observation], after: list[Observation]) -> list[Difference]:
    """Paired differences: the same seeds met both packs, so most of the luck cancels out."""
    figures: dict[str, Callable[[Observation], float]] = {
        "Axis wins": lambda seen: float(seen.winner == "axis"),
        "Allied wins": lambda seen: float(seen.winner == "allied"),
        "Allied points": lambda seen: float(seen.points[0]),
        "Axis points": lambda seen: float(seen.points[1]),
        "turns": lambda seen: float(len(seen.turns)),
        "Allied attacks": lambda seen: float(sum(turn.attacks[0] for turn in seen.turns)),
        "Axis attacks": lambda seen: float(sum(turn.attacks[1] for turn in seen.turns)),
    }
    found = []
    for name, figure in figures.items():
        pairs = [(figure(a), figure(b)) for a, b in zip(before, after, strict=True)]
        difference, half = mean_and_half([b - a for a, b in pairs])
        found.append(Difference(name, mean(a for a, _ in pairs), mean(b for _, b in pairs), difference, half))
    return found
