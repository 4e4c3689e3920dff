"""The table of settings in docs/hosting.md, from the settings themselves.

python -m tools.settings_table
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

from sandtable.server.settings import Settings

PAGE = Path(__file__).parents[1] / "docs" / "hosting.md"
MARK = "<!-- settings -->"


def notes() -> dict[str, str]:
    """What is written below each field."""
    (body,) = (node.body for node in ast.parse(inspect.getsource(Settings)).body if isinstance(node, ast.ClassDef))
    found: dict[str, str] = {}
    for field, below in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            assert isinstance(below.value, ast.Constant)
            found[field.target.id] = " ".join(str(below.value.value).split())
    return found


def table() -> str:
    """All settings with their defaults."""
    said = notes()
    rows = [f"| `{field.name.upper()}` | `{field.default}` | {said[field.name]} |" for field in fields(Settings)]
    return "\n".join(["| name | default | |", "|---|---|---|", *rows]).replace("| `` |", "| |")


def page() -> str:
    """The page with a fresh table."""
    text = PAGE.read_text(encoding="utf-8")
    return text[: text.index(MARK) + len(MARK)] + "\n\n" + table() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
