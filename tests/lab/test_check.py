"""`sandtable data check DIR` finds every mistake of a folder at once, and says where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.main import main
from sandtable.games.bravery.game import Bravery
from sandtable.lab.check import faults_of, game_of

Edit = Callable[[str], str]


def folder(tmp_path: Path, game: str, **edits: Edit) -> Path:
    """Changed copies of some files: `units_csv=...`."""
    home = sandtable.load(game).pack.home
    for key, edit in edits.items():
        name = ".".join(key.rsplit("_", 1))
        (tmp_path / name).write_text(edit((home / name).read_text(encoding="utf-8")), encoding="utf-8")
    return tmp_path


def without(*starts: str) -> Edit:
    return lambda text: "".join(line for line in text.splitlines(True) if not line.startswith(starts))


def replaced(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return edit


def test_all_mistakes_of_all_files_come_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = folder(
        tmp_path,
        "western-desert",
        turns_csv=without("5,", "6,"),
        units_csv=lambda text: text.replace("A02,", "A01,", 1).replace(",axis,", ",axsi,", 1),
        tables_toml=replaced("turns = [2, 3]", "turns = [2, 4]"),
    )
    assert game_of(changed) == "western-desert"
    assert main(["data", "check", str(changed)]) == 1
    told = capsys.readouterr().out
    assert "units.csv:3: A01 is listed twice (first in line 2)" in told
    assert "column 'side': expected one of 'allied', 'axis', got 'axsi'" in told
    assert "turns.csv: turn 5 is missing\nturns.csv: turn 6 is missing" in told
    assert "tables.toml: air: turn 4 is listed 2 times" in told
    assert "western-desert: 5 mistakes in" in told


@pytest.mark.parametrize(
    ("game", "edits", "says"),
    [
        (
            "western-desert",
            {"tables_toml": replaced('level = ["bad", ', "level = [")},
            "tables.toml: supply[1]: level: 5 items, expected 6",
        ),
        ("western-desert", {"events_csv": without("11,")}, "events.csv: roll 11 is missing"),
        ("dark-sands", {"crt_csv": without("mobile,3,")}, "crt.csv: mobile: roll 3 is missing"),
        ("dark-sands", {"turns_csv": without("3,")}, "turns.csv: turn 3 is missing"),
        (
            "battleaxe",
            {"tables_toml": replaced('tobruk = "H"', 'tobruk = "HH"')},
            "tables.toml: places: tobruk: expected",
        ),
        (
            "bravery",
            {"tables_toml": replaced("turns = 7", "turns = 0")},
            "turns: expected a whole number from 1 to 999",
        ),
        (
            "rommel",
            {"tables_toml": replaced("armor = [6, 5, 6, 4]", "armor = [6, 5, 6]")},
            "armor: 3 items, expected 4",
        ),
        ("battleaxe", {"places_csv": replaced(",axis,1,0,", ",axis,x,0,")}, "column 'tem': expected a whole number"),
        ("battleaxe", {"places_csv": replaced(",axis,", ",axsi,")}, "column 'control': expected one of"),
        ("battleaxe", {"places_csv": replaced(",areas,", ",aeras,")}, "column 'section': this game has no 'aeras'"),
        ("battleaxe", {"places_csv": replaced(",coast edge,", ",coats edge,")}, "this game has no 'coats'"),
        ("battleaxe", {"places_csv": replaced(",31.500,", ",31,5,")}, "places.csv:2: 11 cells, expected 10"),
        ("battleaxe", {"places_csv": replaced(",31.500,", ",north,")}, "column 'lat': expected degrees"),
        ("battleaxe", {"tables_toml": replaced('tobruk = "H"', "tobruk = [1]")}, "tobruk: expected text, got [1]"),
        ("battleaxe", {"tables_toml": replaced('light = "5th', 'light = "6th')}, "divisions: light: expected one of"),
        ("bravery", {"places_csv": replaced(",control,vp,", ",control,points,")}, "column 'vp' is missing"),
        ("bravery", {"places_csv": replaced(",15PZ,", ",16PZ,")}, "column 'setup': no formation is called '16PZ'"),
        ("bravery", {"formations_csv": replaced(",#", ",")}, "column 'stripe': expected a colour such as #7a2a36"),
        ("bravery", {"formations_csv": replaced(",gb,", ",br,")}, "column 'nation': this game has no 'br'"),
        ("bravery", {"links_csv": lambda text: text + text.split("\n")[1] + "\n"}, "is listed twice (first in line 2)"),
        ("bravery", {"links_csv": lambda text: text.split("\n")[0] + "\n"}, "links.csv: nothing is listed"),
        ("rommel", {"units_csv": replaced("_elite,", "_elit,")}, "column 'type': this game has no"),
        ("rommel", {"tables_toml": replaced("forced_march = 1", "forced_march = 99")}, "hexes long at most"),
        ("rommel", {"scenarios_toml": replaced('"1941-11"', '"11-1941"')}, "start: expected a month such as 1941-06"),
        ("rommel", {"places_csv": replaced("base-axis", "")}, "places.csv: expected one place with base-axis, got 0"),
        ("western-desert", {"leaders_csv": without("L4,")}, "leaders.csv: expected two Allied leaders"),
        ("western-desert", {"leaders_csv": replaced(",5011", ",9999")}, "column 'start': expected a hex, entry or"),
        ("western-desert", {"events_csv": replaced("13,sandstorm,", "13,duststorm,")}, "this game has no 'duststorm'"),
        ("western-desert", {"turns_csv": replaced("1940,1,", "1940,10000,")}, "expected 9999 at"),
        ("dark-sands", {"assets_csv": lambda text: text + "S99,Guns,axis,artillery,1,1,,Z99\n"}, "column 'hq': exp"),
        ("dark-sands", {"upgrades_csv": replaced("A01,", "Z01,")}, "upgrades.csv:2: no counter is called 'Z01'"),
        ("dark-sands", {"chits_toml": replaced('nations = ["de"]', 'nations = ["dd"]')}, "nations[1]: expected one of"),
        ("dark-sands", {"tables_toml": replaced("shift = 0", "shift = -3")}, "shift: expected a whole number from 0"),
    ],
)
def test_lengths_words_and_signs_are_checked(tmp_path: Path, game: str, edits: dict[str, Edit], says: str) -> None:
    faults = faults_of(game, folder(tmp_path, game, **edits))
    assert len([fault for fault in faults if says in fault]) == 1, faults


def test_a_negative_strength_is_refused(tmp_path: Path) -> None:
    def edit(text: str) -> str:
        head, first, *rest = text.split("\n")
        cells = first.split(",")
        cells[head.split(",").index("value")] = "-3"
        return "\n".join([head, ",".join(cells), *rest])

    assert faults_of("battleaxe", folder(tmp_path, "battleaxe", units_csv=edit)) == [
        "units.csv:2: column 'value': expected 0 or more, got '-3'"
    ]


def test_a_good_folder_is_played_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = folder(tmp_path, "bravery", tables_toml=replaced("allowance = 3", "allowance = 6"))
    assert main(["data", "check", str(changed)]) == 0
    assert "can be played with" in capsys.readouterr().out


def test_what_only_play_shows_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = folder(tmp_path, "bravery", tables_toml=replaced("turns = 7", "turns = 6"))
    monkeypatch.setattr(Bravery, "faults", lambda self, pos: ["two armies in one hex"])
    assert faults_of("bravery", changed)[0] == "crusader, random game 1: two armies in one hex"


def test_a_folder_that_is_none_or_of_no_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "check", str(tmp_path / "nowhere")]) != 0
    (tmp_path / "letter.txt").write_text("Dear Erwin", encoding="utf-8")
    assert main(["data", "check", str(tmp_path)]) != 0
    assert "--game GAME" in capsys.readouterr().err
