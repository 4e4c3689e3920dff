"""Data packs: what printed components would hold, read strictly.

All faults of a file come together in one `PackError`, each with file, line and column, and what was expected there.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from sandtable.engine.documents import Document

DRAWN = {"map.svg", "board.json"}
"""Files made for the eye alone: they do not change how a game plays out, so the digest leaves them out."""

NAME = "id"
"""The column by which a row is known: it must be there once."""

Reader = Callable[[str], Any]

AMOUNT = range(1000)
"""In a shape: a number of things, none of them included."""
SOME = range(1, 1000)
"""In a shape: a number of things, at least one."""
MOST = 9999
"""The largest number in a cell."""


class PackError(ValueError):
    """A data file that cannot be used, and why: a line for each fault."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Pack:
    """The files of one game's `data` folder, any of them overridden by one of the same name elsewhere."""

    def __init__(self, home: Path, override: Path | None = None) -> None:
        self.home = home
        self.override = override
        if override is not None:
            if not override.is_dir():
                raise PackError(f"{override} is not a folder of data files")
            known = {path.name for path in home.iterdir()}
            for path in sorted(override.iterdir()):
                if path.name not in known:
                    raise PackError(f"{path.name} overrides nothing; this game's files are: {', '.join(sorted(known))}")

    def path(self, name: str) -> Path:
        """Where a file of the pack is."""
        if self.override is not None and (self.override / name).exists():
            return self.override / name
        return self.home / name

    def text(self, name: str) -> str:
        """A file's text, without the byte-order mark that spreadsheets put before it."""
        path = self.path(name)
        if not path.is_file():
            raise PackError(f"{name} is missing from the data of {self.home.parent.name}")
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise PackError(f"{name}: not written in UTF-8: {error.reason} at byte {error.start}") from None
        if "\0" in text:
            raise PackError(f"{name}:{text.count(chr(10), 0, text.index(chr(0))) + 1}: a NUL byte is no text")
        return text

    def original(self) -> Pack:
        """The pack as it was before anything overrode it."""
        return Pack(self.home)

    def word_of(self, name: str, column: str) -> Reader:
        """A reader for a word that the game's own file has in this column: rules would pass over others in silence."""
        return known_word(*sorted({row[column] for row in self.original().rows(name, {}, others=True)}))

    def words_of(self, name: str, column: str) -> Reader:
        """The same for several words, separated by spaces."""
        cells = [row[column] for row in self.original().rows(name, {}, others=True)]
        word = known_word(*sorted({word for cell in cells for word in cell.split()}))
        return several(word)

    def rows(self, name: str, columns: Mapping[str, Reader], *, others: bool = False) -> list[Document]:
        """The rows of a CSV file, each column read by its reader; `others` keeps further columns as text."""
        reader = csv.reader(io.StringIO(self.text(name)))
        header = next(reader, [])
        if len(header) == 1 and ";" in header[0] and len(columns) > 1:
            raise PackError(f"{name}:1: cells are separated by semicolons, expected commas")
        missing = [column for column in columns if column not in header]
        unknown = [column for column in header if column not in columns]
        if missing or (unknown and not others):
            raise PackError(
                f"{name}:1: "
                + "; ".join(
                    [f"column {column!r} is missing" for column in missing]
                    + [f"unknown column {column!r}" for column in unknown if not others]
                )
                + f" (expected: {', '.join(columns)})"
            )
        rows: list[Document] = []
        faults: list[str] = []
        seen: dict[str, int] = {}
        for cells in reader:
            if not cells:
                continue
            where = f"{name}:{reader.line_num}"
            if len(cells) != len(header):
                faults.append(f"{where}: {len(cells)} cells, expected {len(header)}")
                continue
            row: Document = {}
            for column, cell in zip(header, cells, strict=True):
                try:
                    row[column] = columns[column](cell) if column in columns else cell
                except ValueError as error:
                    faults.append(f"{where}: column {column!r}: {error}")
            name_here = str(row.get(NAME, ""))
            if name_here and seen.setdefault(name_here, reader.line_num) != reader.line_num:
                faults.append(f"{where}: {name_here} is listed twice (first in line {seen[name_here]})")
            rows.append(row)
        if not rows and not faults:
            faults.append(f"{name}: nothing is listed below the header")
        if faults:
            raise PackError(*faults)
        return rows

    def toml(self, name: str, shape: object) -> Document:
        """A TOML file that must have exactly this shape (see `shape_faults`)."""
        text = self.text(name)
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise PackError(f"{name}: {error}") from None
        check_shape(document, shape, name, text)
        return document

    @cached_property
    def digest(self) -> str:
        """A hash of everything that rules read."""
        total = hashlib.sha256()
        for name in self._read_by_rules():
            total.update(name.encode() + b"\0" + self.path(name).read_bytes() + b"\0")
        return total.hexdigest()[:16]

    def files(self) -> dict[str, str]:
        """Everything that rules read, by name: enough to play with the same data later."""
        return {name: self.path(name).read_bytes().decode() for name in self._read_by_rules()}

    def _read_by_rules(self) -> list[str]:
        names = sorted(path.name for path in self.home.iterdir() if path.is_file())
        return [name for name in names if name not in DRAWN and name != "SOURCES.toml"]


class Maybe:
    """In a shape: a key that may be left out."""

    def __init__(self, shape: object) -> None:
        self.shape = shape


def check_shape(value: object, shape: object, where: str, text: str = "") -> None:
    """Refuse a value that has not this shape, and say all that is wrong with it (see `shape_faults`)."""
    if faults := list(shape_faults(value, shape, where, text)):
        raise PackError(*faults)


def shape_faults(value: object, shape: object, where: str, text: str = "") -> Iterator[str]:
    """What keeps a value from having this shape.

    A shape is a type (`int`, `str`), a range of whole numbers, a list of one shape, a tuple of shapes (one for each
    item), a dict with `str` as only key (any keys), a dict of named keys (`Maybe(shape)` where one may be left out),
    or a reader that raises ValueError.
    """
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            yield f"{where}: expected a table, got {value!r}"
        elif set(shape) == {str}:
            for key, item in value.items():
                yield from shape_faults(item, shape[str], f"{where}: {key}", text)
        else:
            yield from _key_faults(value, shape, where, text)
    elif isinstance(shape, list | tuple):
        if not isinstance(value, list):
            yield f"{where}: expected a list, got {value!r}"
        elif isinstance(shape, tuple) and len(value) != len(shape):
            yield f"{where}: {len(value)} items, expected {len(shape)}"
        else:
            shapes = shape if isinstance(shape, tuple) else shape * len(value)
            for number, (item, inner) in enumerate(zip(value, shapes, strict=True), 1):
                yield from shape_faults(item, inner, f"{where}[{number}]", text)
    elif isinstance(shape, range):
        if type(value) is not int or value not in shape:
            yield f"{where}: expected a whole number from {shape[0]} to {shape[-1]}, got {value!r}"
    elif isinstance(shape, type):
        if not isinstance(value, shape) or (shape is int and isinstance(value, bool)):
            yield f"{where}: expected {shape.__name__}, got {value!r}"
    elif callable(shape):
        try:
            shape(value)
        except ValueError as error:
            yield f"{where}: {error}"
        except TypeError:
            yield f"{where}: expected text, got {value!r}"


def _key_faults(value: Document, shape: Document, where: str, text: str) -> Iterator[str]:
    """What is wrong with a table of named keys."""
    for key in value:
        if key not in shape:
            yield f"{where}{_line_of(key, text)}: unknown key {key!r} (expected: {', '.join(shape)})"
    for key, inner in shape.items():
        if key in value:
            inner = inner.shape if isinstance(inner, Maybe) else inner
            yield from shape_faults(value[key], inner, f"{where}: {key}", text)
        elif not isinstance(inner, Maybe):
            yield f"{where}: key {key!r} is missing"


def each_once(where: str, what: str, found: Iterable[int], wanted: Iterable[int]) -> None:
    """Refuse a table unless each of these numbers has one row: `turns.csv: turn 4 is missing`."""
    counts = Counter(found)
    faults = [f"{where}: {what} {n} is missing" for n in wanted if not counts[n]]
    faults += [f"{where}: {what} {n} is listed {times} times" for n, times in sorted(counts.items()) if times > 1]
    faults += [f"{where}: there is no {what} {n}" for n in sorted(counts) if n not in wanted]
    if faults:
        raise PackError(*faults)


def _line_of(key: str, text: str) -> str:
    """`:12` for the line a TOML key stands on, if it can be found."""
    found = re.search(rf'^\s*"?{re.escape(key)}"?\s*=|^\s*\[+[^\]]*\b{re.escape(key)}\b', text, re.MULTILINE)
    return f":{text.count(chr(10), 0, found.start()) + 1}" if found else ""


def one_of(*words: str) -> Reader:
    """A reader for one of a few words."""

    def read(cell: str) -> str:
        if cell not in words:
            raise ValueError(f"expected one of {', '.join(map(repr, words))}, got {cell!r}")
        return cell

    return read


def known_word(*words: str) -> Reader:
    """A reader for one of the words that a game knows."""

    def read(cell: str) -> str:
        if cell not in words:
            raise ValueError(f"this game has no {cell!r}; it has: {', '.join(filter(None, words))}")
        return cell

    return read


def several(word: Reader) -> Reader:
    """A reader for words separated by spaces, each read by its own reader."""

    def read(cell: str) -> tuple[Any, ...]:
        return tuple(map(word, cell.split()))

    return read


def a_place(places: Container[str]) -> Reader:
    """A reader for the id of a place of the map."""

    def read(cell: str) -> str:
        if cell not in places:
            raise ValueError(f"expected a place of places.csv, got {cell!r}")
        return cell

    return read


def whole(cell: str) -> int:
    """A reader for a whole number, 0 or more."""
    try:
        number = int(cell)
    except ValueError:
        raise ValueError(f"expected a whole number, got {cell!r}") from None
    if number < 0:
        raise ValueError(f"expected 0 or more, got {cell!r}")
    if number > MOST:
        raise ValueError(f"expected {MOST} at most, got {cell!r}")
    return number


def whole_or_none(cell: str) -> int:
    """A reader for a whole number; an empty cell is 0."""
    return whole(cell) if cell else 0


def degrees(cell: str) -> str:
    """A reader for a geographical degree, kept as it is written; may be empty."""
    if cell and not re.fullmatch(r"-?\d+(\.\d+)?", cell):
        raise ValueError(f"expected degrees such as 31.500, got {cell!r}")
    return cell


ON_THE_GLOBE: dict[str, Reader] = {"lat": degrees, "lon": degrees}
"""The columns of places.csv that say where a place lies."""


def colour(cell: str) -> str:
    """A reader for a colour such as #7a2a36."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", cell):
        raise ValueError(f"expected a colour such as #7a2a36, got {cell!r}")
    return cell


def at_least_one(cell: str) -> int:
    """A reader for a whole number, 1 or more."""
    number = whole(cell)
    if not number:
        raise ValueError("expected 1 or more, got '0'")
    return number


def words(cell: str) -> tuple[str, ...]:
    """A reader for words separated by spaces."""
    return tuple(cell.split())


def some_text(cell: str) -> str:
    """A reader for text that may not be empty."""
    if not cell.strip():
        raise ValueError("expected some text, got nothing")
    return cell


def optional(reader: Reader) -> Reader:
    """A reader that takes an empty cell as None."""
    return lambda cell: reader(cell) if cell else None
