"""Names for every single value of a data pack: `crt.mobile.3.3-1`, `tables.zone.A.axis.#2`.

A name is the file without its ending, then words with a point between them. In a CSV file they are the first cells of
a row, as many as it takes to tell it from all others, and a column. In a TOML file they are keys; an item of a list is
known by its `id` or `name`. `#3` is the third row or item, `*` is every one, and a word in quotes is taken as it is.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

WORD = re.compile(r'"((?:[^"]|"")*)"|([^."]+)')
LONGEST_KEY = 3
"""The most cells that name a row; rows that are still alike are known by their number."""


class Word(NamedTuple):
    """One word of a name."""

    text: str
    quoted: bool = False

    @property
    def every(self) -> bool:
        """It stands for every row, key or item."""
        return not self.quoted and self.text == "*"

    @property
    def number(self) -> int | None:
        """The place in the list, counted from 0, if it is a number of one."""
        return int(self.text[1:]) - 1 if not self.quoted and re.fullmatch(r"#[1-9][0-9]*", self.text) else None

    def fits(self, text: str) -> bool:
        """Is this what the word stands for?"""
        return self.every or self.text == text

    def __str__(self) -> str:
        plain = not self.quoted or re.fullmatch(r'[^#*."=][^."=]*', self.text)
        return self.text if plain else '"' + self.text.replace('"', '""') + '"'


class Cell(NamedTuple):
    """A value, its name, and where it stands."""

    name: str
    home: Any
    key: int | str

    @property
    def value(self) -> object:
        """What stands there."""
        found: object = self.home[self.key]
        return found


def words_of(name: str) -> list[Word]:
    """The words of a name."""
    words, at = [], 0
    while found := WORD.match(name, at):
        words.append(Word(found[2]) if found[1] is None else Word(found[1].replace('""', '"'), quoted=True))
        at = found.end() + 1
        if name[found.end() : at] != ".":
            break
    if at != len(name) + 1:
        raise ValueError(f"{name!r} is no name: words with a point between them, in quotes where they hold one")
    return words


def name_of(words: list[Word]) -> str:
    """The words as one name."""
    return ".".join(map(str, words))


class Sheet:
    """A CSV file."""

    def __init__(self, file: str, text: str) -> None:
        self.stem = Word(file.rpartition(".")[0])
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
        self.header, self.rows = rows[0], rows[1:]
        ways = range(1, min(LONGEST_KEY, len(self.header)) + 1)
        self.key = next((n for n in ways if len({tuple(row[:n]) for row in self.rows}) == len(self.rows)), 0)

    def text(self) -> str:
        """The file, written anew."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.header, *self.rows])
        return out.getvalue()

    def cells(self) -> Iterator[Cell]:
        """Every cell."""
        for number in range(len(self.rows)):
            for column in range(len(self.rows[number])):
                yield self._cell(number, column)

    def find(self, words: list[Word]) -> list[Cell]:
        """The cells that words after the file's own name stand for; only `*` may stand for several."""
        *row, column = words
        columns = [n for n, title in enumerate(self.header) if column.fits(title)]
        if not columns:
            raise ValueError(f"no column {column.text!r}; there are {', '.join(self.header)}")
        if not row:
            raise ValueError(f"which row? {self._cell(0, columns[0]).name}, or {self.stem}.*.{column} for all")
        if len(row) == 1 and row[0].number is not None:
            rows = [row[0].number] if row[0].number < len(self.rows) else []
        elif len(row) > len(self.header):
            rows = []
        else:
            rows = [n for n, cells in enumerate(self.rows) if all(w.fits(c) for w, c in zip(row, cells, strict=False))]
        if not rows:
            raise ValueError(f"no row {name_of(row)!r}; one cell is {self._cell(0, columns[0]).name}")
        found = [self._cell(number, n) for number in rows for n in columns]
        if len(rows) > 1 and not any(word.every for word in row):
            every = name_of([self.stem, *row, Word("*"), column])
            raise ValueError(f"{len(rows)} rows fit: {_some(found)}; name one of them, or all: {every}")
        return found

    def name(self, number: int, column: int | None = None) -> str:
        """What a row is called, or a cell of it."""
        key = [Word(text, quoted=True) for text in self.rows[number][: self.key]] or [Word(f"#{number + 1}")]
        return name_of([self.stem, *key, *([] if column is None else [Word(self.header[column], quoted=True)])])

    def _cell(self, number: int, column: int) -> Cell:
        return Cell(self.name(number, column), self.rows[number], column)


class Document:
    """A TOML file."""

    def __init__(self, file: str, text: str) -> None:
        self.stem = Word(file.rpartition(".")[0])
        self.document = tomllib.loads(text)

    def text(self) -> str:
        """The file, written anew: a line for each key of the first level."""
        return "".join(f"{_toml_key(key)} = {toml(value)}\n" for key, value in self.document.items())

    def cells(self) -> Iterator[Cell]:
        """Every value; a list of plain values counts as one."""
        return self._below(self.document, [self.stem])

    def find(self, words: list[Word]) -> list[Cell]:
        """The values that words after the file's own name stand for; only `*` may stand for several."""
        homes: list[tuple[object, list[Word]]] = [(self.document, [self.stem])]
        found: list[tuple[object, list[Word], Way]] = []
        for depth, word in enumerate(words):
            found = [
                (home, [*path, way.word], way) for home, path in homes for way in _ways(home) if _is(word, way.names)
            ]
            if not found:
                known = sorted({str(way.word) for home, _ in homes for way in _ways(home)})
                raise ValueError(
                    f"no {word.text!r} in {name_of([self.stem, *words[:depth]])}; there are {_some(known)}"
                )
            homes = [(way.value, path) for _, path, way in found]
        cells = [Cell(name_of(path), home, way.key) for home, path, way in found]
        for cell in cells:
            if not _plain(cell.value):
                inside = [below.name for below in self._below(cell.value, words_of(cell.name))]
                raise ValueError(f"{cell.name} is a table; one value of it: {_some(inside)}")
        if len(cells) > 1 and not any(word.every for word in words):
            raise ValueError(f"{len(cells)} values fit: {_some(cells)}; name one of them, or all with *")
        return cells

    def _below(self, home: object, path: list[Word]) -> Iterator[Cell]:
        for way in _ways(home):
            if _plain(way.value):
                yield Cell(name_of([*path, way.word]), home, way.key)
            else:
                yield from self._below(way.value, [*path, way.word])


class Way(NamedTuple):
    """A way down from a table or list: the word for it, its key or index, all that it is called, and what is there."""

    word: Word
    key: int | str
    names: list[Word]
    value: object


def _ways(home: object) -> list[Way]:
    """The ways down from a table or list."""
    if isinstance(home, dict):
        return [Way(Word(key, quoted=True), key, [Word(key, quoted=True)], value) for key, value in home.items()]
    if not isinstance(home, list):
        return []
    titles = [str(item.get("id", item.get("name", ""))) if isinstance(item, dict) else "" for item in home]
    ways = []
    for number, title in enumerate(titles):
        names = [Word(f"#{number + 1}"), *([Word(title, quoted=True)] if title else [])]
        ways.append(Way(names[-1] if titles.count(title) == 1 else names[0], number, names, home[number]))
    return ways


def _is(word: Word, names: list[Word]) -> bool:
    if word.number is not None and names[0].number is not None:
        return word.number == names[0].number
    return any(word.fits(name.text) for name in names if name.quoted or word.every)


def _plain(value: object) -> bool:
    """Can it be set as one: a plain value, or a list of such."""
    return not isinstance(value, dict) and not (isinstance(value, list) and any(not _plain(item) for item in value))


def _some(names: Sequence[Cell | str]) -> str:
    texts = [name.name if isinstance(name, Cell) else name for name in names]
    return ", ".join(texts[:8]) + (f" and {len(texts) - 8} more" if len(texts) > 8 else "")


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml_key(key)} = {toml(item)}" for key, item in value.items()) + "}"
    return str(value)
