"""Changes to a data pack, each `name=value`: `tables.turns=8`, `turns.*.german_replacements=+1`, `units.*.cost=*2`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from math import floor
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

from sandtable.engine.packs import Pack
from sandtable.lab.cells import Cell, Document, Sheet, toml, words_of

NAME = re.compile(r'(?:"[^"]*"|[^"=])*')
SWEEP = re.compile(r"(?P<name>.*)=(?P<first>-?[0-9]+)\.\.(?P<last>-?[0-9]+)(?:/(?P<step>[0-9]+))?")
RELATIVE = re.compile(r"([+*])(-?[0-9]+(?:\.[0-9]+)?)")
NOT_THERE = "not there"
ENDINGS: dict[str, type[Sheet] | type[Document]] = {".csv": Sheet, ".toml": Document}


class Edit(NamedTuple):
    """A value that was set."""

    name: str
    old: str
    new: str


def settable(pack: Pack) -> dict[str, Sheet | Document]:
    """The files of a pack whose values have names, by the first word of those."""
    files = map(Path, pack.files())
    return {
        file.stem: ENDINGS[file.suffix](file.name, pack.text(file.name)) for file in files if file.suffix in ENDINGS
    }


def listed(pack: Pack, start: str = "") -> Iterator[tuple[str, str]]:
    """All that can be set in a pack, with its value; only names that begin with these words, if there are any."""
    wanted = words_of(start) if start else []
    files = settable(pack)
    if wanted and not any(wanted[0].fits(stem) for stem in files):
        raise ValueError(f"{start}: no such file; there are {', '.join(files)}")
    for stem, file in files.items():
        if wanted and not wanted[0].fits(stem):
            continue
        for cell in file.cells():
            words = words_of(cell.name)
            if len(words) >= len(wanted) and all(w.fits(v.text) for w, v in zip(wanted, words, strict=False)):
                yield cell.name, shown(cell.value)


def changed_pack(pack: Pack, changes: list[str], folder: Path) -> list[Edit]:
    """Fill a folder with the files that override the game's own, and with those that the changes touch, changed."""
    if pack.override is not None:
        copytree(pack.override, folder, dirs_exist_ok=True)
    files, edits = settable(pack), []
    for change in changes:
        try:
            edits += _apply(files, change)
        except ValueError as error:
            raise ValueError(f"{change!r}: {error}") from None
    touched = {words_of(edit.name)[0].text for edit in edits if edit.old != edit.new}
    for path in sorted(pack.home.iterdir()):
        if path.suffix in ENDINGS and path.stem in touched:
            (folder / path.name).write_text(files[path.stem].text(), encoding="utf-8")
    return edits


def edits_between(before: Pack, after: Pack) -> list[Edit]:
    """What differs between two packs of a game, value by value; rows that came or went stand as a whole."""
    files, others = settable(before), settable(after)
    edits: list[Edit] = []
    for stem, file in files.items():
        other = others[stem]
        if isinstance(file, Sheet) and isinstance(other, Sheet) and file.header == other.header:
            edits += _rows_between(file, other)
            continue
        old, new = ({cell.name: shown(cell.value) for cell in one.cells()} for one in (file, other))
        edits += [
            Edit(name, old.get(name, NOT_THERE), new.get(name, NOT_THERE))
            for name in (*old, *(name for name in new if name not in old))
            if old.get(name) != new.get(name)
        ]
    return edits


def _rows_between(old: Sheet, new: Sheet) -> Iterator[Edit]:
    """A row that went and one that came are the same row changed, if most of their cells are alike."""
    came = [row for row in new.rows if row not in old.rows]
    for number, row in enumerate(old.rows):
        if row in new.rows:
            continue
        alike = max(came, key=lambda other: _alike(row, other, old.key), default=[])
        if 2 * _alike(row, alike, old.key) < len(row):
            yield Edit(old.name(number), ",".join(row), NOT_THERE)
            continue
        came.remove(alike)
        for column, (was, now) in enumerate(zip(row, alike, strict=True)):
            if was != now:
                yield Edit(old.name(number, column), was, now)
    for row in came:
        yield Edit(new.name(new.rows.index(row)), NOT_THERE, ",".join(row))


def _alike(row: list[str], other: list[str], key: int) -> float:
    """How many cells agree; a row of the same name is nearest."""
    if len(row) != len(other):
        return 0
    return len(row) if row[:key] == other[:key] else sum(map(str.__eq__, row, other))


def sweep(change: str) -> list[str]:
    """`tables.turns=5..9` as one change for each value; any other change as it is."""
    found = SWEEP.fullmatch(change)
    if not found:
        return [change]
    name, first, last, step = found["name"], int(found["first"]), int(found["last"]), int(found["step"] or 1)
    values = range(first, last + 1, step) if step else range(0)
    if not values:
        raise ValueError(f"{change!r}: a sweep goes up: NAME=2..8, or NAME=2..8/2 for every second value")
    return [f"{name}={value}" for value in values]


def _apply(files: dict[str, Sheet | Document], change: str) -> list[Edit]:
    found = NAME.match(change)
    name = found[0] if found else ""
    if len(name) >= len(change) or len(words := words_of(name)) < 2:
        raise ValueError("a change is NAME=VALUE; `sandtable data GAME` lists the names")
    if words[0].text not in files:
        raise ValueError(f"there is no {words[0].text} in this game's data; there are {', '.join(files)}")
    file, value = files[words[0].text], change[len(name) + 1 :]
    edits = []
    for cell in file.find(words[1:]):
        old, several = shown(cell.value), any(word.every for word in words)
        cell.home[cell.key] = _new(cell, value, text=isinstance(file, Sheet), several=several)
        edits.append(Edit(cell.name, old, shown(cell.value)))
    return edits


def _new(cell: Cell, value: str, *, text: bool, several: bool) -> object:
    """What a cell becomes; a step leaves empty cells among several empty."""
    if step := RELATIVE.fullmatch(value):
        if several and cell.value == "":
            return ""
        return _stepped(cell, cell.value, step[1], float(step[2]))
    if text:
        return value
    try:
        read = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return value
    if set(read) != {"value"} or (isinstance(cell.value, str) and not isinstance(read["value"], str)):
        return value
    return read["value"]


def _stepped(cell: Cell, old: object, sign: str, by: float) -> object:
    """A number and a step up, or times a factor; whole numbers stay whole, a half is rounded up."""
    if isinstance(old, list):
        return [_stepped(cell, item, sign, by) for item in old]
    if isinstance(old, bool) or not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", str(old)):
        raise ValueError(f"{cell.name} is {shown(old) or 'empty'}, not a number")
    new = float(str(old)) + by if sign == "+" else float(str(old)) * by
    kept = float(new) if "." in str(old) else floor(new + 0.5)
    return str(kept) if isinstance(old, str) else kept


def shown(value: object) -> str:
    """A value as it is written in a change."""
    return value if isinstance(value, str) else toml(value)
