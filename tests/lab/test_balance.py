"""Runs, reports, comparisons and tournaments on a few random games."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.main import main
from sandtable.cli.runs import command_line
from sandtable.lab import page, report, tables
from sandtable.lab.balance import balance
from sandtable.lab.change import changed_pack
from sandtable.lab.compare import compare
from sandtable.lab.observe import Observation, Watch, missing_by_type, observe
from sandtable.lab.plan import Plan
from sandtable.lab.runs import kept_file, run
from sandtable.lab.tournament import Pairing, conduct, rate
from sandtable.lab.workers import Workers

PLAN = Plan("bravery", None, {}, {"allied": "random", "axis": "random"}, seed=5)
ALONE = Workers(jobs=1)


@pytest.fixture(scope="module")
def games() -> list[Observation]:
    return run(PLAN, 12, ALONE)


def test_a_balance_sums_up(games: list[Observation]) -> None:
    figures = balance(games)
    assert sum(share.games for share in figures.wins.values()) == 12
    assert sum(n for *_, n in figures.kinds) == 12
    assert sum(figures.fights.values()) == pytest.approx(1.0)
    assert figures.points[0].turns[0] == 1
    assert figures.points[0].mean[0] + figures.points[1].mean[0] == pytest.approx(14)
    assert sum(share.of for share in figures.first.values()) == 12


def test_what_moving_first_is_worth_is_measured(games: list[Observation]) -> None:
    ways = [("allied", "allied")] * 3 + [("allied", "axis")] + [("axis", "allied")] + [("axis", "axis")] * 3
    figures = balance([replace(games[0], first=first, winner=winner) for first, winner in ways])
    assert [figures.first[side].share for side in ("allied", "axis")] == [0.75, 0.75]
    assert figures.edge is not None
    assert figures.edge[0] == pytest.approx(0.5)
    assert figures.edge[1] < 0 < figures.edge[0] < figures.edge[2]
    assert balance([replace(games[0], first="axis")]).edge is None


@pytest.mark.parametrize("name", sandtable.games())
def test_every_game_is_watched_on_both_sides(name: str) -> None:
    """Random sides attack, and what they attack and hold are places of the map."""
    game = sandtable.load(name)
    scenario = "campaign" if "campaign" in game.scenarios else None
    plan = Plan(name, scenario, {}, {"allied": "random", "axis": "random"}, seed=2)
    figures = balance([observe(plan, number) for number in range(1 if scenario else 3)])
    places = set(game.map.ids)
    assert sum(figures.attacks_a_turn) > 0
    assert set(figures.fights) <= places
    assert set(figures.control) <= places
    assert {name.split()[0] for name, _ in figures.losses_by_type} == {"allied", "axis"}
    assert figures.first
    assert sum(figures.taken_a_turn) <= sum(figures.contested_a_turn)


def test_what_was_lost_before_the_game_is_not_counted() -> None:
    """Sunflower begins with Italian steps gone."""
    pos = sandtable.load("dark-sands").start("sunflower")
    assert sum(missing_by_type(pos).values()) > 0
    assert Watch(pos).losses_by_type(pos) == {}


def test_attacks_and_objectives_are_counted_by_the_side_that_makes_them(games: list[Observation]) -> None:
    for seen in games:
        assert sum(seen.fights.values()) == sum(sum(turn.attacks) for turn in seen.turns)
        for turn in seen.turns:
            for side in (0, 1):
                assert turn.taken[side] <= turn.contested[side] <= turn.attacks[side] + turn.taken[side]


def test_an_interrupted_run_goes_on_to_the_same_result(games: list[Observation], tmp_path: Path) -> None:
    run(PLAN, 5, ALONE, tmp_path)
    file = kept_file(tmp_path, PLAN)
    with file.open("a", encoding="utf-8") as out:
        out.write('{"number": 5, "winner"')  # cut off while it was written
    told: list[int] = []
    assert run(PLAN, 12, ALONE, tmp_path, told.append) == games
    assert told == [5, *[1] * 7]
    told.clear()
    assert run(PLAN, 12, ALONE, tmp_path, told.append) == games
    assert told == [12]


def test_a_run_stopped_half_way_keeps_what_was_played(games: list[Observation], tmp_path: Path) -> None:
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if sum(told) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(PLAN, 12, Workers(jobs=2), tmp_path, stop)
    told.clear()
    assert run(PLAN, 12, ALONE, tmp_path, told.append) == games
    assert told == [6, *[1] * 6]


def test_other_plans_are_kept_apart(games: list[Observation], tmp_path: Path) -> None:
    other = PLAN._replace(seed=6)
    assert kept_file(tmp_path, other) != kept_file(tmp_path, PLAN)
    run(other, 1, ALONE, tmp_path)
    assert run(PLAN, 1, ALONE, tmp_path) == games[:1]
    kept_file(tmp_path, other).rename(kept_file(tmp_path, PLAN))
    with pytest.raises(ValueError, match="another run"):
        run(PLAN, 1, ALONE, tmp_path)


def test_a_report_is_one_file_with_plots_and_heat_maps(games: list[Observation], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    parts = report.balance_parts(PLAN, balance(games))
    page.write(path, "balance", PLAN, "sandtable balance bravery", parts)
    text = path.read_text(encoding="utf-8")
    assert text.count("<svg") == 6
    assert "sandtable balance bravery" in text
    assert "src=" not in text
    assert "<link" not in text
    assert report.balance_parts(PLAN, balance(games)) == parts


def test_rows_are_written_as_parquet(games: list[Observation], tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "rows.parquet"
    tables.write(path, PLAN, [({"pack": "original"}, games)])
    rows = parquet.read_table(path).to_pylist()
    assert len(rows) == sum(len(seen.turns) for seen in games)
    assert {"pack", "allied_points", "axis_losses", "axis_contested", "winner", "first", "turn"} <= set(rows[0])


def test_a_change_reaches_the_pack_and_the_difference_has_an_interval(tmp_path: Path) -> None:
    game = sandtable.load("bravery")
    changed_pack(game.pack, ["tables.replacement_points=4", "units.1A-1.level=A"], tmp_path)
    changed = sandtable.load("bravery", tmp_path)
    box = changed.box()
    assert box.tables["replacement_points"] == 4
    assert box.units[0].level == 3
    before, after = run(PLAN, 6, ALONE), run(PLAN._replace(data=tmp_path), 6, ALONE)
    same = compare(before, before)
    assert all(row.difference == row.differing == 0 for row in same)
    assert {row.name for row in compare(before, after)} >= {"Axis wins", "turns"}


@pytest.mark.parametrize(
    "change", ["turns", "tables.nothing=1", "units.X-1.level=A", "units.1A-1.colour=A", "maps.x=1"]
)
def test_a_change_of_nothing_is_refused(change: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=change.split("=")[0].replace(".", r"\.")):
        changed_pack(sandtable.load("bravery").pack, [change], tmp_path)


def test_the_stronger_agent_is_rated_higher(games: list[Observation]) -> None:
    def won(winner: str, count: int) -> list[Observation]:
        return [replace(games[0], number=n, winner=winner) for n in range(count)]

    pairings = [Pairing("strong", "weak", won("allied", 20)), Pairing("weak", "strong", won("axis", 20))]
    first, second = rate(pairings)
    assert (first.agent, first.wins, first.games) == ("strong", 40, 40)
    assert first.low > second.high


def test_the_time_and_the_attacks_of_an_agent_are_its_own(games: list[Observation]) -> None:
    """A hundred decisions of the Allied agent take 1 to 100 ms, one of the Axis agent two seconds."""
    seen = replace(games[0], micros=([1000 * n for n in range(1, 101)], [2_000_000]))
    pairings = [Pairing("quick", "slow", [seen]), Pairing("slow", "quick", [games[1]])]
    quick, _, _, slow = conduct(pairings, budget=0.09)
    assert (quick.agent, quick.side, slow.agent, slow.side) == ("quick", "allied", "slow", "axis")
    assert (quick.within, quick.median, quick.slow, quick.slowest) == (0.9, 0.05, 0.099, 0.1)
    assert (slow.within, slow.slowest) == (0.0, 2.0)
    assert quick.attacks == pytest.approx(sum(turn.attacks[0] for turn in seen.turns) / len(seen.turns))


def test_a_report_names_the_command_without_what_changes_nothing() -> None:
    words = ("balance", "bravery", "--keep", "some/where", "-n", "4", "--jobs=2", "--ray", "auto", "--seed=3")
    assert command_line(words) == "sandtable balance bravery -n 4 --seed=3"


def test_the_commands_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    common = ("bravery", "-n", "4", "--jobs", "1")
    agents = ("--allied", "random", "--axis", "random")
    path, kept = tmp_path / "b.html", tmp_path / "kept"
    assert main(("balance", *common, *agents, "--report", str(path), "--keep", str(kept))) == 0
    assert path.exists()
    (file,) = kept.iterdir()
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["seed"] == 1
    assert main(("simulate", *common, "--report", str(path), "--parquet", str(tmp_path / "rows"))) == 0
    assert (tmp_path / "rows").exists()
    capsys.readouterr()
    assert (
        main(("compare", *common, *agents, "--set", "tables.replacement_points=9", "--set", "eighteen_chits=true")) == 0
    )
    assert "| Axis wins |" in capsys.readouterr().out
    more = ("--report", str(path), "--parquet", str(tmp_path / "rows"))
    assert main(("compare", *common, *agents, "--set", "tables.replacement_points=9", *more)) == 0
    assert "Axis wins" in path.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(("compare", *common, "--set", "eighteen_chits=true")) == 2
    assert "'eighteen_chits=true' is not a change to the data" in capsys.readouterr().err
    assert main(("tournament", "bravery", "-n", "1", "--jobs", "1", "--budget", "0.5", "random", "greedy")) == 0
    shown = capsys.readouterr().out
    assert main(("tournament", "bravery", "-n", "1", "--jobs", "1", "random", "greedy", *more)) == 0
    assert "Ratings" in path.read_text(encoding="utf-8")
    for word in ("Ratings", "objectives contested", "within 0.5 s", " of 1 |"):
        assert word in shown
