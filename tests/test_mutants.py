"""The tool that breaks the rules: what it finds to break, and that its list of equivalents is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.mutants import report
from tools.mutants.__main__ import equivalents, rules_of
from tools.mutants.sites import mutants_of

import sandtable

SOURCE = '''"""Words."""
LIMIT = 3


class Hill:
    """More words."""

    name = "hill"

    def high(self, metres: int, flat: bool) -> bool:
        """Still words."""
        if metres > LIMIT and not flat:
            self.note("told", 1)
            return True
        return min(metres, 2) == 4
'''


def test_every_clause_is_broken_and_words_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "r01.py"
    path.write_text(SOURCE, encoding="utf-8")
    found = {(m.home, m.old, m.new) for m in mutants_of(path)}
    assert ("", "3", "4") in found
    assert ("Hill.high", "metres > LIMIT", "(metres >= LIMIT)") in found
    assert ("Hill.high", "metres > LIMIT", "(metres <= LIMIT)") in found
    assert ("Hill.high", "metres > LIMIT and not flat", "(metres > LIMIT or not flat)") in found
    assert ("Hill.high", "metres > LIMIT and not flat", "(metres > LIMIT)") in found
    assert ("Hill.high", "metres > LIMIT and not flat", "True") in found
    assert ("Hill.high", "not flat", "flat") in found
    assert ("Hill.high", "True", "False") in found
    assert ("Hill.high", "min(metres, 2)", "max(metres, 2)") in found
    assert not any("told" in old or "hill" in old or "words" in old for _, old, _ in found)


def test_a_mutant_is_the_module_with_one_change(tmp_path: Path) -> None:
    path = tmp_path / "r01.py"
    path.write_text(SOURCE, encoding="utf-8")
    for mutant in mutants_of(path):
        compile(mutant.source(), "r01.py", "exec")
        assert len(mutant.source()) == len(SOURCE) - len(mutant.old) + len(mutant.new)


def test_a_mutant_knows_the_lines_whose_tests_can_notice_it(tmp_path: Path) -> None:
    path = tmp_path / "r01.py"
    path.write_text(SOURCE, encoding="utf-8")
    lines = SOURCE.splitlines()
    where = {mutant.old: [lines[at - 1].strip() for at in mutant.statement] for mutant in mutants_of(path)}
    assert where["not flat"] == ["if metres > LIMIT and not flat:"], "the head of a statement, not what it decides"
    assert where["True"] == ["return True"]
    assert where["4"] == ["return min(metres, 2) == 4"]


@pytest.mark.parametrize("game", sandtable.games())
def test_no_mutant_is_named_as_equivalent_that_does_not_exist(game: str) -> None:
    there = {mutant.name for path in rules_of(game) for mutant in mutants_of(path)}
    assert set(equivalents(game)) <= there
    assert all(len(why.split()) >= 4 for why in equivalents(game).values())


def test_a_new_row_takes_the_place_of_the_old_one_and_leaves_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "mutants.md"
    monkeypatch.setattr(report, "PAGE", page)
    page.write_text(f"{report.HEAD}| bravery | old |\n\nThe samples are fresh.\n", encoding="utf-8")
    for game in ("rommel", "bravery"):
        report.write(report.Tally(game, 1000, 7, 280, 10, 5, 5))
    assert page.read_text(encoding="utf-8").removeprefix(report.HEAD) == (
        "| bravery | 1000 | 300 (7) | 280 | 10 | 5 | 5 | 98.3% |\n"
        "| rommel | 1000 | 300 (7) | 280 | 10 | 5 | 5 | 98.3% |\n"
        "\nThe samples are fresh.\n"
    )
