"""A change of the data against the original."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.cli.main import main
from sandtable.lab.change import changed_pack
from sandtable.lab.compare import compare
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
    assert all(row.difference == 0 for row in compare(before, after))


def test_the_command_keeps_the_folder_it_is_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The false effect of a designer: replacement points in the folder, and a change that changes nothing."""
    changed_pack(sandtable.load("bravery").pack, ["tables.replacement_points=6"], tmp_path)
    words = ("-n", "6", "--jobs", "1", "--allied", "random", "--axis", "random", "--data", str(tmp_path))
    assert main(("compare", "bravery", *words, "--set", "units.15PZ-1.level=A")) == 0
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines() if "wins" in line or "points" in line]
    assert [row[3] for row in rows[-4:]] == ["+0.000"] * 4
