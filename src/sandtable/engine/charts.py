"""Charts: a game's tables for the eye, made from the same data the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.engine.documents import Document


class Row(NamedTuple):
    """One line of a chart; one that belongs to certain turns is marked while they last."""

    label: str
    cells: tuple[str, ...]
    turns: tuple[int, int] | None = None


class Chart(NamedTuple):
    """A table: what its lines and columns are called, what stands in it, and what its letters mean."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    head: str = ""
    """What the labels of the lines are."""
    rule: str = ""
    note: str = ""
    words: Mapping[str, str] = {}
    """What a code in a cell stands for."""

    def document(self) -> Document:
        """The chart in the form the client reads."""
        return {
            **{name: value for name, value in self._asdict().items() if name not in ("rows", "words")},
            "columns": list(self.columns),
            "rows": [
                {"label": row.label, "cells": list(row.cells), **({"turns": list(row.turns)} if row.turns else {})}
                for row in self.rows
            ],
            "words": dict(self.words),
        }


def row(label: object, *cells: object, turns: Sequence[int] | None = None) -> Row:
    """A line with its cells in words."""
    return Row(str(label), tuple(map(str, cells)), (turns[0], turns[-1]) if turns else None)


FACES = ("1", "2", "3", "4", "5", "6")
"""The columns of a table that one die is rolled on."""
