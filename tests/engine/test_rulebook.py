"""The rule index finds homes, citations, tests and rulings, and complains where one is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.packs import PackError
from sandtable.engine.rulebook import Index, Rulebook

BOOK = """
edition = "first"
[rules]
"1" = {title = "Start", status = "heading"}
"1.1" = {title = "Dice", status = "coded"}
"1.2a" = {title = "Cards", status = "coded"}
"""


def book(folder: Path, text: str = BOOK) -> Rulebook:
    (folder / "rulebook.toml").write_text(text, encoding="utf-8")
    return Rulebook.read(folder / "rulebook.toml")


def write(folder: Path, source: str, tests: str) -> Index:
    (folder / "src").mkdir()
    (folder / "tests").mkdir()
    (folder / "src" / "rules.py").write_text(source, encoding="utf-8")
    (folder / "tests" / "test_rules.py").write_text(tests, encoding="utf-8")
    return Index(folder / "src", folder / "tests")


GOOD = '''
def dice():
    """1.1, 1.2a Roll and draw."""
    return 4  # 1.1
'''
TESTS = "def test_r1_1_dice_roll(): ...\ndef test_r1_2a_cards_are_drawn(): ...\n"


def test_a_whole_index_has_no_faults(tmp_path: Path) -> None:
    index = write(tmp_path, GOOD, TESTS)
    assert index.faults(book(tmp_path)) == []
    assert index.homes["1.2a"][0].name == "dice"
    assert index.cites["1.1"][0].line == 4


@pytest.mark.parametrize(
    ("source", "tests", "says"),
    [
        ("", TESTS, "1.1 Dice: 0 homes"),
        (GOOD + GOOD.replace("dice", "more"), TESTS, "1.1 Dice: 2 homes"),
        (GOOD, "def test_r1_1_dice(): ...", "1.2a Cards: no test"),
        (GOOD + "\nx = 1  # 7.7\n", TESTS, "citation of 7.7"),
        (GOOD, TESTS + "def test_r9_9_nothing(): ...", "no rule 9.9"),
    ],
)
def test_faults_are_found(tmp_path: Path, source: str, tests: str, says: str) -> None:
    faults = write(tmp_path, source, tests).faults(book(tmp_path))
    assert any(says in fault for fault in faults), faults


def test_a_title_falls_back_to_the_rule_above(tmp_path: Path) -> None:
    assert book(tmp_path).title("1.1.5") == "Dice"
    assert book(tmp_path).title("8") == ""


def test_an_unknown_status_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="status: expected one of"):
        book(tmp_path, BOOK.replace('"heading"', '"someday"'))
