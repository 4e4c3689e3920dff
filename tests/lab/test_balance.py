"""Runs, reports, comparisons and tournaments on a few random games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.main import main
from sandtable.lab import report, tables
from sandtable.lab.balance import balance
from sandtable.lab.compare import changed_pack, compare
from sandtable.lab.observe import Observation
from sandtable.lab.runs import run
from sandtable.lab.simulate import Plan, Result
from sandtable.lab.tournament import Pairing, rate

PLAN = Plan("bravery", None, {}, {"allied": "random", "axis": "random"}, seed=5)


@pytest.fixture(scope="module")
def games() -> list[Observation]:
    return run(PLAN, 12, jobs=1)


def test_a_balance_sums_up(games: list[Observation]) -> None:
    figures = balance(games)
    assert sum(count for count, *_ in figures.wins.values()) == 12
    assert sum(n for *_, n in figures.kinds) == 12
    assert sum(figures.fights.values()) == pytest.approx(1.0)
    assert figures.points[0].turns[0] == 1
    assert figures.points[0].mean[0] + figures.points[1].mean[0] == pytest.approx(14)


def test_an_interrupted_run_goes_on_to_the_same_result(games: list[Observation], tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    run(PLAN, 5, jobs=1, file=file)
    with file.open("a") as out:
        out.write('{"number": 5, "winner"')  # cut off while it was written
    file.write_text(file.read_text().rpartition("\n")[0] + "\n")
    told: list[int] = []
    assert run(PLAN, 12, jobs=1, file=file, tell=told.append) == games
    assert told[0] == 5
    assert len(told) == 8


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    run(PLAN, 1, jobs=1, file=file)
    with pytest.raises(ValueError, match="another run"):
        run(PLAN._replace(seed=6), 1, jobs=1, file=file)


def test_a_report_is_one_file_with_plots_and_heat_maps(games: list[Observation], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report.write(path, PLAN, balance(games), "sandtable balance bravery")
    text = path.read_text(encoding="utf-8")
    assert text.count("<svg") == 4
    assert "sandtable balance bravery" in text
    assert "src=" not in text
    assert "<link" not in text


def test_rows_are_written_as_parquet(games: list[Observation], tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "rows.parquet"
    tables.write(path, games)
    rows = parquet.read_table(path).to_pylist()
    assert len(rows) == sum(len(seen.turns) for seen in games)
    assert {"allied_points", "axis_losses", "winner", "turn"} <= set(rows[0])


def test_a_change_reaches_the_pack_and_the_difference_has_an_interval(tmp_path: Path) -> None:
    game = sandtable.load("bravery")
    folder = changed_pack(game.pack, ["tables.replacement_points=4", "units.1A-1.level=A"], tmp_path)
    changed = sandtable.load("bravery", folder)
    box = changed.box()
    assert box.tables["replacement_points"] == 4  # type: ignore[attr-defined]
    assert box.units[0].level == 3  # type: ignore[attr-defined]
    before, after = run(PLAN, 6, jobs=1), run(PLAN._replace(data=folder), 6, jobs=1)
    same = compare(before, before)
    assert all(row.difference == row.half == 0 for row in same)
    assert {row.name for row in compare(before, after)} >= {"Axis wins", "turns"}


@pytest.mark.parametrize(
    "change", ["turns", "tables.nothing=1", "units.X-1.level=A", "units.1A-1.colour=A", "maps.x=1"]
)
def test_a_change_of_nothing_is_refused(change: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=change.split("=")[0].replace(".", r"\.")):
        changed_pack(sandtable.load("bravery").pack, [change], tmp_path)


def test_the_stronger_agent_is_rated_higher() -> None:
    def results(winner: str, count: int) -> list[Result]:
        return [Result(n, winner, "", 0, 0, 1, 1) for n in range(count)]

    pairings = [Pairing("strong", "weak", results("allied", 20)), Pairing("weak", "strong", results("axis", 20))]
    first, second = rate(pairings)
    assert (first.agent, first.wins, first.games) == ("strong", 40, 40)
    assert first.low > second.high


def test_the_commands_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    common = ("bravery", "-n", "4", "--jobs", "1")
    agents = ("--allied", "random", "--axis", "random")
    path = tmp_path / "b.html"
    assert main(("balance", *common, *agents, "--report", str(path), "--keep", str(tmp_path / "k"))) == 0
    assert path.exists()
    assert json.loads((tmp_path / "k").read_text().splitlines()[0])["seed"] == 1
    assert main(("compare", *common, *agents, "--change", "tables.replacement_points=9")) == 0
    assert "difference" in capsys.readouterr().out
    assert main(("tournament", "bravery", "-n", "1", "--jobs", "1", "random", "greedy")) == 0
    assert "Ratings" in capsys.readouterr().out
