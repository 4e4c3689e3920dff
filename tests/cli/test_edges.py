"""Words, files and terminals that are not as they should be: a sentence each, and no traceback."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.cli.common import with_data
from sandtable.cli.main import main
from sandtable.engine.packs import PackError
from sandtable.engine.records import Match

DATA = Path(sandtable.__file__).parent / "games" / "bravery" / "data"


def test_the_end_of_input_leaves_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "bravery", "--seed", "1"]) == 0


def test_a_terminal_without_umlauts_shows_the_games() -> None:
    environment = {
        **os.environ,
        "PYTHONIOENCODING": "ascii",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run([sys.executable, "-m", "sandtable", "games"], env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("actions", [[]]),
        ("actions", [[1]]),
        ("actions", [["put"]]),
        ("actions", [["put", 10**30]]),
        ("actions", 7),
        ("options", 5),
        ("options", None),
        ("options", [["x"]]),
        ("scenario", ["x"]),
        ("scenario", {}),
        ("outcome", 9),
    ],
)
def test_a_record_that_is_none_is_explained(
    key: str, value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = Match(sandtable.load("bravery")).record.document() | {key: value}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    code = main(["replay", str(file)])
    assert code in ((0, 2) if key == "outcome" else (2,))
    if code:
        assert capsys.readouterr().err.startswith("sandtable: ")


def override(tmp_path: Path, name: str, change: Any) -> Path:
    """A folder with one file of Bravery changed."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(DATA / name, folder / name)
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(change(text), encoding="utf-8")
    return folder


def first_row(text: str, change: Any) -> str:
    """The text with its first row changed."""
    head, row, *rest = text.splitlines(keepends=True)
    return "".join([head, change(row), *rest])


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("units.csv", lambda text: text.splitlines()[0] + "\n", "nothing is listed"),
        ("units.csv", lambda text: first_row(text, lambda row: row + row), "listed twice"),
        ("units.csv", lambda text: first_row(text, lambda row: row.replace(",", "\0,", 1)), "NUL"),
        ("places.csv", lambda text: text.replace(",desert,", ",swamp,", 1), "this game has no 'swamp'"),
        ("links.csv", lambda text: text.replace(",road,", ",tunnel,", 1), "this game has no 'tunnel'"),
        ("tables.toml", lambda text: text.replace("turns = 7", "turns = 0", 1), "whole number from 1 to 999, got 0"),
        ("tables.toml", lambda text: re.sub(r'"\d{4}"', '"9999"', text, count=1), "a place of places.csv, got '9999'"),
    ],
)
def test_data_that_make_no_sense_are_refused(name: str, change: Any, says: str, tmp_path: Path) -> None:
    folder = override(tmp_path, name, change)
    assert (folder / name).read_bytes() != (DATA / name).read_bytes()
    with pytest.raises(PackError, match=says):
        with_data("bravery", folder)


def test_ids_are_shown_whole_on_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["games"]) == 0
    table = capsys.readouterr().out.partition("Bravery in the Sand (")[0]
    assert all(f"│ {game} " in table for game in sandtable.games())


def test_one_game_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "bravery"]) == 0
    assert "rommel" not in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--report", "--parquet"])
def test_files_that_cannot_be_written_are_said_before_the_games(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sandtable.cli.runs.run_games", lambda *_: pytest.fail("games were played"))
    for path, says in ((tmp_path / "no" / "out", "there is no folder"), (tmp_path, "is a folder")):
        assert main(["simulate", "bravery", "-n", "1", option, str(path)]) == 2
        assert says in capsys.readouterr().err
