"""What a designer asks: sweeps, edited folders, dice in step, where games are decided, agents of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.ai import agent
from sandtable.cli.main import main
from sandtable.engine.packs import Pack
from sandtable.engine.sides import CHANCE
from sandtable.lab.change import changed_pack, edits_between, sweep
from sandtable.lab.compare import Difference, gain, verdict
from sandtable.lab.decided import fitted, worths
from sandtable.lab.dice import Dice
from sandtable.lab.observe import Observation, Turn
from sandtable.lab.plan import Plan, heading

QUICK = ("--jobs", "1", "--allied", "random", "--axis", "random")
BOT = Path(__file__).parents[2] / "examples" / "own_bot.py"


def test_a_roll_hangs_on_when_and_what_for_not_on_the_rolls_before_it() -> None:
    game = sandtable.load("bravery")
    pos = game.start()
    rng = agent("random", "bravery", 3)
    while pos.stack[-1].side != CHANCE:
        pos.play(rng.choose(sandtable.Seat(pos, pos.side or "")))
    alone, busy = Dice(7), Dice(7)
    busy.roll(pos, 1)  # the other side has rolled something first
    assert alone.roll(pos, 0) == busy.roll(pos, 0)
    rolls = [Dice(seed).roll(pos, 0) for seed in range(40)]
    assert len(set(rolls)) > 1


def test_what_common_dice_are_worth() -> None:
    assert gain([(0.0, 0.0), (1.0, 1.0)]) is None
    assert gain([(0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 1.0)]) == pytest.approx((0.25 + 0.1875) / 0.1875)


def row(
    name: str, difference: float, span: tuple[float, float] | None, differing: int, least: float | None
) -> Difference:
    return Difference(name, 0.5, 0.5 + difference, difference, differing, span, least, None)


def test_the_verdict_says_what_was_seen_and_what_could_have_been() -> None:
    still = row("Allied wins", 0.0, (-0.1, 0.1), 5, 0.2)
    seen = verdict([row("Axis wins", 0.2, (0.1, 0.3), 30, 0.08), still, row("turns", 1.0, (0.5, 1.5), 30, 0.5)], 100)
    assert seen.startswith("The change favours the Axis side: 20% more of all games are won by it (10% to 30%).")
    assert "turns +1.00" in seen
    unseen = verdict([row("Axis wins", 0.01, (-0.05, 0.07), 30, 0.09), still], 100)
    assert unseen.startswith("No change of balance was seen; one of 9% or more would probably have been.")
    assert "To see an effect of 5%, play about 1600 pairs." in unseen
    assert verdict([row("Axis wins", 0.0, (0.0, 0.0), 0, None)], 4) == "The change made no difference to any game."


def test_a_sweep_is_one_change_for_each_value() -> None:
    assert sweep("tables.turns=5..7") == ["tables.turns=5", "tables.turns=6", "tables.turns=7"]
    assert sweep("a.b=2..8/3") == ["a.b=2", "a.b=5", "a.b=8"]
    assert sweep("a.b=7") == ["a.b=7"]
    with pytest.raises(ValueError, match="goes up"):
        sweep("a.b=7..5")


def test_a_sweep_gives_a_row_for_each_value_and_a_curve(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "sweep.html"
    words = ("compare", "bravery", "-n", "3", *QUICK, "--set", "tables.turns=1..3", "--report", str(page))
    assert main(words) == 0
    told = capsys.readouterr().out
    assert [line[2] for line in told.splitlines() if line.startswith(("| 1 ", "| 2 ", "| 3 "))] == ["1", "2", "3"]
    assert "per cent" in page.read_text(encoding="utf-8")
    assert main((*words[:-4], "--set", "tables.turns=1..3", "--set", "tables.few_tanks=1..3")) == 2
    assert "one sweep at a time" in capsys.readouterr().err


def test_an_edited_folder_is_compared_with_the_original(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    original = sandtable.load("bravery").pack
    changed_pack(original, ["tables.turns=2", "units.15PZ-1.level=B"], folder)
    edits = edits_between(original, sandtable.load("bravery", folder).pack)
    assert {(edit.name, edit.old, edit.new) for edit in edits} == {
        ("tables.turns", "7", "2"),
        ("units.15PZ-1.level", "A", "B"),
    }
    page, rows = tmp_path / "page.html", tmp_path / "rows.parquet"
    words = ("compare", "bravery", "-n", "4", *QUICK, "--against", str(folder))
    assert main((*words, "--report", str(page), "--parquet", str(rows))) == 0
    told = capsys.readouterr().out
    assert "Changed: tables.turns 7 -> 2; units.15PZ-1.level A -> B." in told
    assert "Identical games: 0 of 4 pairs." in told
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") == 3
    assert "How games ended" in html
    from pyarrow import parquet

    table = parquet.read_table(rows).to_pylist()
    last = [line for line in table if line["fights"] is not None]
    assert len(last) == 8
    assert {"seed", "scenario", "allied_agent", "axis_final", "owners", "lost_by_type", "axis_held"} <= set(last[0])


def observation(number: int, winner: str, ends: list[tuple[float, float, str]]) -> Observation:
    pair = (0, 0)
    turns = [Turn(n, (a, b), pair, pair, pair, pair, pair, owners) for n, (a, b, owners) in enumerate(ends, 1)]
    return Observation(number, winner, "points", pair, 9, None, turns, {}, {}, {}, ["Tobruk"], ([], []))


def test_a_lead_and_a_place_are_worth_what_the_games_say() -> None:
    curve = fitted([(x, x > 3) for x in (0.0, 1.0, 2.0, 4.0, 5.0, 6.0)] * 5)
    assert -curve.at / curve.by == pytest.approx(3.0, abs=0.1)
    assert curve.chance(5) > 0.9
    flat = fitted([(0.0, n % 4 == 0) for n in range(40)])
    assert flat.chance(0) == pytest.approx(0.25, abs=0.01)
    games = [observation(n, "axis" if n % 2 else "allied", [(0.0, 0.0, str(n % 2))]) for n in range(40)]
    (worth,) = worths(games)
    assert (worth.place, worth.axis_held, worth.allied_held, worth.difference) == ("Tobruk", 20, 20, 1.0)
    assert worths(games[:10]) == []


def test_an_agent_of_ones_own_plays_and_is_told_apart_by_its_file(tmp_path: Path) -> None:
    name = f"{BOT}:Bold"
    assert main(("simulate", "bravery", "-n", "1", "--jobs", "1", "--axis", name)) == 0
    copy = tmp_path / "own_bot.py"
    copy.write_text(BOT.read_text(encoding="utf-8") + "# another\n", encoding="utf-8")
    first, second = (heading(Plan("bravery", None, {}, {"axis": f"{path}:Bold"}, 1)) for path in (BOT, copy))
    assert first["agents"]["axis"].rpartition("#")[2] != second["agents"]["axis"].rpartition("#")[2]


@pytest.mark.parametrize("name", ["nowhere.py:Bot", f"{BOT}:Timid", f"{BOT}:Random"])
def test_an_agent_that_is_not_there_is_named(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("simulate", "bravery", "-n", "1", "--allied", name)) == 2
    assert "there is no agent" in capsys.readouterr().err


def test_data_are_copied_to_be_edited(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two files of a game go to a new folder; nothing is ever written over, and what cannot be is said."""
    folder = tmp_path / "mine"
    assert main(("data", "copy", "bravery", str(folder), "units", "links.csv")) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["links.csv", "units.csv"]
    mine = sandtable.load("bravery", folder).pack
    assert edits_between(sandtable.load("bravery").pack, mine) == []
    (folder / "units.csv").write_text("edited")
    for words, why in (
        (("bravery", str(folder), "units"), "has units.csv already"),
        (("bravery", str(folder), "roads"), "has no roads; its files are formations.csv"),
        (("bravery",), "whose data, where to"),
        (("nothing", str(folder)), "whose data, where to"),
    ):
        assert main(("data", "copy", *words)) == 2
        assert why in capsys.readouterr().err
    assert (folder / "units.csv").read_text() == "edited"


def test_a_road_in_place_of_a_track_is_one_change(tmp_path: Path) -> None:
    """A row is told by its new value although that is part of its name; rows that came or went stand as a whole."""
    original = sandtable.load("bravery").pack
    lines = original.text("links.csv").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("0308,0407,track"))
    gone = next(number for number, line in enumerate(lines) if number > at + 5 and ",cliff," in line)
    edited = [line.replace(",track,", ",road,") if number == at else line for number, line in enumerate(lines)]
    was = edited.pop(gone)
    (tmp_path / "links.csv").write_text("\n".join([*edited, "9998,9999,rail,Tripoli line"]) + "\n", encoding="utf-8")
    edits = edits_between(original, Pack(original.home, override=tmp_path))
    assert ("links.0308.0407.track.kind", "track", "road") in edits
    assert ("not there", "9998,9999,rail,Tripoli line") in {(edit.old, edit.new) for edit in edits}
    assert (was, "not there") in {(edit.old, edit.new) for edit in edits}
    assert len(edits) == 3
