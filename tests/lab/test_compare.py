"""A change of the data against the original."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.main import main
from sandtable.lab.change import changed_pack
from sandtable.lab.compare import compare, identical, of_means, of_wins
from sandtable.lab.plan import Plan
from sandtable.lab.runs import run
from sandtable.lab.workers import Workers

ALONE = Workers(jobs=1)
RANDOM = {"allied": "random", "axis": "random"}
BASES = {
    "battleaxe": ("tables.days_played=1", "units.1/11.name=2nd Mahrattas"),
    "bravery": ("tables.turns=3", "units.15PZ-1.level=A"),
    "dark-sands": ("tables.disruption.fails_on=3", "units.A01.attack=4"),
    "rommel": ("tables.movement.forced_march_needs=2", "units.G01.cost=12"),
    "western-desert": ("turns.1.allied_replacements=4", "units.A01.strength=5"),
}
"""For each game, a change that makes a base of its own, and one that changes nothing in another file."""
SHORT = {"rommel": "battleaxe", "dark-sands": "compass"}
"""The shortest scenario where the first one is long."""


@pytest.mark.parametrize("game", sandtable.games())
def test_a_change_of_nothing_over_any_base_is_exactly_zero(game: str, tmp_path: Path) -> None:
    real, null = BASES[game]
    base, changed = tmp_path / "base", tmp_path / "changed"
    base.mkdir()
    changed.mkdir()
    changed_pack(sandtable.load(game).pack, [real], base)
    pack = sandtable.load(game, base).pack
    changed_pack(pack, [null], changed)
    assert pack.digest != sandtable.load(game).pack.digest
    assert sandtable.load(game, changed).pack.digest == pack.digest
    plan = Plan(game, SHORT.get(game), {}, RANDOM, seed=2, data=base)
    before, after = run(plan, 2, ALONE), run(plan._replace(data=changed), 2, ALONE)
    assert before == after
    assert all(row.difference == row.differing == 0 for row in compare(before, after))
    assert identical(before, after) == 2


def test_the_command_keeps_the_folder_it_is_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The false effect of a designer: replacement points in the folder, and a change that changes nothing."""
    changed_pack(sandtable.load("bravery").pack, ["tables.replacement_points=6"], tmp_path)
    words = ("-n", "6", "--jobs", "1", "--allied", "random", "--axis", "random", "--data", str(tmp_path))
    assert main(("compare", "bravery", *words, "--set", "units.15PZ-1.level=A")) == 0
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines() if "wins" in line or "points" in line]
    assert [row[3] for row in rows[-4:]] == ["+0.000"] * 4


def test_pairs_that_never_differ_do_not_claim_certainty() -> None:
    """Four pairs, none discordant: the share of wins may still have moved by almost a half."""
    (low, high), least = of_wins([0.0] * 4)
    assert (low, high) == pytest.approx((-0.4899, 0.4899), abs=1e-4)
    assert least is not None
    assert least > 0.9
    assert of_wins([0.0] * 2)[1] is None
    assert of_means([0.0] * 4) == (None, None)
    assert of_means([3.0]) == (None, None)


def test_means_of_few_pairs_have_students_interval() -> None:
    """A mean of 14.75 that 1.96 standard errors would keep clear of nought."""
    span, least = of_means([1.0, 4.0, 21.0, 33.0])
    assert span == pytest.approx((-9.1493, 38.6493), abs=1e-4)
    assert least == pytest.approx((3.182446 + 0.978472) * 7.509716, abs=1e-3)


def test_the_command_tells_identical_games_and_what_it_would_have_seen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("compare", "bravery", "-n", "4", "--jobs", "1", "--allied", "random", "--axis", "random")
    assert main((*words, "--set", "units.15PZ-1.level=A", "--report", str(tmp_path / "report.html"))) == 0
    shown = capsys.readouterr().out
    assert "Identical games: 4 of 4 pairs." in shown
    assert "| +0.000 | -0.490 to +0.490 | 0 | 0.998 |  |" in shown
    assert "| +0.000 | not known | 0 | not known |  |" in shown
    assert "Identical games: 4 of 4 pairs." in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert main((*words, "--set", "tables.turns=2")) == 0
    assert re.search(r"Identical games: [0-3] of 4 pairs\.", capsys.readouterr().out)
