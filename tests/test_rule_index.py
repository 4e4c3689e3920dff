"""Every rule of every book has its home and its test, and code cites no rule that is not there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tools.rule_index import page

import sandtable
from sandtable.engine.rulebook import Index

ROOT = Path(__file__).parents[1]


def index_of(name: str) -> Index:
    return Index(sandtable.load(name).package, ROOT / "tests" / "games" / name.replace("-", "_"))


@pytest.mark.parametrize("name", sandtable.games())
def test_every_coded_rule_has_one_home_and_a_test(name: str) -> None:
    assert index_of(name).faults(sandtable.load(name).rulebook) == []


@pytest.mark.parametrize("name", sandtable.games())
def test_rulings_are_numbered_in_order_and_the_ones_cited_exist(name: str) -> None:
    game, index = sandtable.load(name), index_of(name)
    numbers = [int(number[1:]) for number, _, _ in index.rulings]
    assert numbers == list(range(1, len(numbers) + 1))
    cited = set()
    for path in game.package.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            cited |= set(re.findall(r"\bR(\d+)\b", line)) if "#" in line or '"""' in line else set()
    assert {int(number) for number in cited} <= set(numbers)


@pytest.mark.parametrize("name", sandtable.games())
def test_every_data_file_names_its_source(name: str) -> None:
    home = sandtable.load(name).pack.home
    listed = [entry["name"] for entry in tomllib.loads((home / "SOURCES.toml").read_text(encoding="utf-8"))["file"]]
    assert sorted(listed) == sorted(path.name for path in home.iterdir() if path.name != "SOURCES.toml")


@pytest.mark.parametrize("name", sandtable.games())
def test_every_source_entry_is_complete(name: str) -> None:
    home = sandtable.load(name).pack.home
    for entry in tomllib.loads((home / "SOURCES.toml").read_text(encoding="utf-8"))["file"]:
        assert set(entry) == {"name", "basis", "from", "rules", "doubts"}
        assert entry["basis"] in ("stated", "georeferenced", "historical", "reconstructed")
        assert set(entry["rules"]) <= set(sandtable.load(name).rulebook.rules)


@pytest.mark.parametrize("name", sandtable.games())
def test_the_index_in_the_docs_is_up_to_date(name: str) -> None:
    """`make docs` rewrites it."""
    written = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    assert written == page(sandtable.load(name)), "run `make docs`"
