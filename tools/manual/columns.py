"""What each file of a data pack holds, told by the loaders themselves: columns, keys, and what may stand there."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sandtable.engine.packs as packs
from sandtable.engine.packs import Maybe, Pack, Reader

Shapes = dict[str, Any]
"""For each file: the readers of its columns, or the shape of its tables."""


@contextmanager
def listening(shapes: Shapes) -> Iterator[None]:
    """Write down with what each file is read."""
    rows, toml = Pack.rows, Pack.toml

    def told_rows(pack: Pack, name: str, columns: Mapping[str, Reader], *, others: bool = False) -> Any:
        read = rows(pack, name, columns, others=others)
        extra = {column: str for column in (read[0] if read else {}) if column not in columns}
        shapes.setdefault(name, ("columns", {**columns, **extra}))
        return read

    def told_toml(pack: Pack, name: str, shape: Any) -> Any:
        shapes.setdefault(name, ("keys", shape))
        return toml(pack, name, shape)

    Pack.rows, Pack.toml = told_rows, told_toml  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Pack.rows, Pack.toml = rows, toml  # type: ignore[method-assign]


def shapes_of(package: str) -> Shapes:
    """The shapes of a game's files, heard while it is loaded and every scenario is set up."""
    shapes: Shapes = {}
    with listening(shapes):
        game = importlib.import_module(f"sandtable.games.{package}").load(None)
        for scenario in game.scenarios:
            game.start(scenario)
    return shapes


def says(reader: Any) -> str:
    """What may stand in a cell."""
    if isinstance(reader, Maybe):
        return f"{says(reader.shape)}; may be left out"
    if isinstance(reader, list):
        return f"a list: {says(reader[0])}"
    if isinstance(reader, tuple):
        return f"a list of {len(reader)}: {says(reader[0])}"
    if isinstance(reader, range):
        return f"a whole number from {reader.start} to {reader.stop - 1}"
    if reader in (int, packs.whole):
        return "a whole number"
    if reader is packs.at_least_one:
        return "a whole number, 1 or more"
    if reader is packs.words:
        return "words separated by spaces"
    if reader is packs.some_text:
        return "text"
    if reader is bool:
        return "true or false"
    if reader is float:
        return "a number"
    if reader is str:
        return "text, may be empty"
    return _closure(reader)


def _closure(reader: Any) -> str:
    """A reader made by another: its words, or what it wraps."""
    cells = [cell.cell_contents for cell in getattr(reader, "__closure__", None) or ()]
    for held in cells:
        if isinstance(held, tuple) and held and all(isinstance(word, str) for word in held):
            shown = [f"`{word}`" for word in held if word]
            return (
                "one of "
                + ", ".join(shown[:14])
                + (" …" if len(shown) > 14 else "")
                + (", or empty" if "" in held else "")
            )
        if callable(held):
            return f"{says(held)}; or empty"
    if any(isinstance(held, (dict, set, frozenset)) for held in cells):
        return "the id of a place"
    told = (getattr(reader, "__doc__", None) or "").strip().partition("\n")[0]
    return told.removeprefix("A reader for ").rstrip(".")


def lines(shape: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Every key of a TOML shape with what stands there; `*` stands for any name."""
    inner = shape.shape if isinstance(shape, Maybe) else shape
    if isinstance(inner, list) and isinstance(inner[0], dict):
        yield from lines(inner[0], f"{at}[]")
    elif isinstance(inner, dict):
        for key, value in inner.items():
            name = "*" if key is str else str(key)
            yield from lines(value, f"{at}.{name}" if at else name)
    else:
        yield at, says(shape)


def table(game: str, file: str, kind: str, shape: Any) -> str:
    """The Markdown table of a file: what each column or key means, and what may stand there."""
    pairs = list(lines(shape)) if kind == "keys" else [(name, says(reader)) for name, reader in shape.items()]
    head = f"| {'column' if kind == 'columns' else 'key'} | meaning | what may stand there |"
    rows = [f"| `{name}` | {meaning(game, file, name)} | {text} |" for name, text in pairs]
    return "\n".join([head, "|---|---|---|", *rows])


MEANINGS: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "meanings.toml").read_text(encoding="utf-8")
)


def meaning(game: str, file: str, name: str) -> str:
    """What a column or key is for; a ValueError where nobody has written it down."""
    own = MEANINGS.get(game, {})
    found = own.get(f"{file} {name}") or own.get(name) or MEANINGS["any"].get(name)
    if found is None:
        raise ValueError(f"tools/manual/meanings.toml does not say what {name!r} in {file} of {game} means")
    return found
