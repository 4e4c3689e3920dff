"""Duels: what a level wins against the one below, and how a scenario treats the sides."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pyarrow import parquet

from sandtable.cli.levels import verdict
from sandtable.cli.main import main
from sandtable.lab.duel import Duel, Ground, scenarios_of
from sandtable.lab.league import Result
from sandtable.lab.observe import Observation
from sandtable.lab.tournament import Pairing


def game(number: int, winner: str | None) -> Observation:
    return Observation(number, winner, "decided", (0, 0), 0, None, [], {}, {}, {}, [], ([], []))


def pairing(allied: str, axis: str, *winners: str | None) -> Pairing:
    return Pairing(allied, axis, [game(number, winner) for number, winner in enumerate(winners)])


def test_a_duel_counts_either_side_and_draws_for_half() -> None:
    duel = Duel(
        pairing("captain", "sergeant", "allied", "allied", "axis", None), pairing("sergeant", "captain", "axis", None)
    )
    assert (duel.first, duel.second) == ("captain", "sergeant")
    assert duel.on("allied") == Result(2.5, 4)
    assert duel.on("axis") == Result(1.5, 2)
    assert duel.whole == Result(4.0, 6)


@pytest.mark.parametrize(
    ("winners", "leans"),
    [
        (["allied"] * 7 + ["axis"] * 3, "allied"),
        (["allied"] * 6 + ["axis"] * 4, None),
        (["allied"] * 3 + ["axis"] * 7, "axis"),
        ([None] * 5, None),
    ],
)
def test_a_scenario_leans_to_the_side_that_wins_too_often(winners: list[str | None], leans: str | None) -> None:
    mirror = pairing("captain", "captain", *winners)
    assert Ground("crusader", Duel(mirror, mirror), mirror).leans == leans


def test_a_step_may_be_too_small_or_too_large() -> None:
    assert [verdict(Result(points, 100)) for points in (60, 65, 80, 85)] == [
        "too small",
        "reached",
        "reached",
        "too large",
    ]


def test_the_levels_named_are_played_each_against_the_one_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["levels", "bravery", "random", "slips:0.9", "-n", "1", "--jobs", "1", "--keep", str(tmp_path)]
    assert main([*words, "--budget", "2"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"\| slips:0\.9 \| random \| [01] of 1 \| [01] of 1 \| [012] of 2 ", printed)
    assert "within 2 s" in printed
    assert len(list(tmp_path.glob("*.jsonl"))) == 2
    assert main(["levels", "bravery", "random", "-n", "1"]) == 2


def test_every_scenario_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--level", "random", "--against", "random", "-n", "1", "--jobs", "1", "--keep", str(tmp_path)]
    assert main(["scenarios", "rommel", "battleaxe", *words]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"\| battleaxe \| [\d.]+ of 1 \| [\d.]+ of 1 \|", printed)
    assert "leans to" in printed
    report, rows = tmp_path / "out.html", tmp_path / "rows.parquet"
    assert main(["scenarios", "rommel", "battleaxe", *words, "--report", str(report), "--parquet", str(rows)]) == 0
    assert "Allies against itself" in report.read_text(encoding="utf-8")
    assert set(parquet.read_table(rows)["scenario"].to_pylist()) == {"battleaxe"}
    assert main(["scenarios", "rommel", "sedan", *words]) == 2
    assert "no scenario 'sedan'" in capsys.readouterr().err


def test_all_scenarios_are_played_if_none_is_named() -> None:
    assert scenarios_of("bravery", []) == ["crusader"]
    assert len(scenarios_of("rommel", [])) == 8
