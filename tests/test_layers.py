"""Imports point one way, and files stay small enough to read."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "sandtable"
FILES = sorted(SOURCE.rglob("*.py"))
LAYERS = {"engine": 0, "games": 1, "ai": 2, "lab": 3, "table": 3, "server": 4, "local": 4, "site": 5, "cli": 6}
LONGEST = 600


def imports(path: Path) -> list[str]:
    """The modules of this project a file imports."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("sandtable"):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.startswith("sandtable")]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    here = path.relative_to(SOURCE).parts
    if here[0] not in LAYERS:
        return
    for module in imports(path):
        there = module.split(".")[1:]
        if not there or there[0] not in LAYERS:
            assert here[0] not in ("engine", "games"), f"{path} imports {module}"
            continue
        assert LAYERS[there[0]] <= LAYERS[here[0]], f"{path} imports {module}"
        if LAYERS[there[0]] == LAYERS[here[0]]:
            assert there[0] == here[0], f"{path} imports {module}"
        if here[0] == there[0] == "games":
            assert there[1] == here[1], f"a game imports another: {path} imports {module}"


@pytest.mark.parametrize("path", [f for f in FILES if "engine" in f.parts], ids=lambda path: path.name)
def test_the_engine_needs_only_the_standard_library(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checked_only = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in checked_only:
            continue
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            assert name.split(".")[0] in {*sys.stdlib_module_names, "sandtable"}


def test_a_table_needs_no_server() -> None:
    """What a table does runs where there is no HTTP, no socket and no database: in a page, or behind a pipe."""
    refused = {"fastapi", "starlette", "uvicorn", "websockets", "pydantic", "sqlalchemy", "psycopg", "orjson"}
    program = f"""
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {refused!r}:
            raise ModuleNotFoundError(name=name)
sys.meta_path.insert(0, Nothing())
import pkgutil, importlib, sandtable.table, sandtable.local
for package in (sandtable.table, sandtable.local):
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(package.__name__ + "." + module.name)
"""
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "PYTHONPATH": str(SOURCE.parent)})


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_stay_readable(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST
