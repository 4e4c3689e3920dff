"""Data that is wrong is refused with file, line, column and what was expected."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import sandtable
from sandtable.engine.packs import Maybe, Pack, PackError, Reader, check_shape, one_of, optional, whole, words

HOME = sandtable.load("bravery").pack.home


def pack(folder: Path, **files: str) -> Pack:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return Pack(folder)


def test_rows_are_read_by_their_readers(tmp_path: Path) -> None:
    made = pack(tmp_path, a_csv="id,n,tags,end\nx,3,one two,\n")
    columns: dict[str, Reader] = {"id": str, "n": whole, "tags": words, "end": optional(whole)}
    assert made.rows("a.csv", columns) == [{"id": "x", "n": 3, "tags": ("one", "two"), "end": None}]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,n\nx,three\n", r"a\.csv:2: column 'n': expected a whole number, got 'three'"),
        ("id\nx\n", r"a\.csv:1: column 'n' is missing"),
        ("id,n,m\nx,1,2\n", r"a\.csv:1: unknown column 'm'"),
        ("id,n\nx,1\ny\n", r"a\.csv:3: 1 cells, expected 2"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(PackError, match=says):
        pack(tmp_path, a_csv=text).rows("a.csv", {"id": str, "n": whole})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("n = 1\nm = 2\n", r"a\.toml:2: unknown key 'm' \(expected: n, kind\)"),
        ("kind = 'x'\n", r"a\.toml: key 'n' is missing"),
        ("n = 'one'\n", r"a\.toml: n: expected int, got 'one'"),
        ("n = true\n", r"a\.toml: n: expected int"),
        ("n = 1\nkind = 'y'\n", r"a\.toml: kind: expected one of 'x', got 'y'"),
        ("n = \n", r"a\.toml: .*line 1"),
    ],
)
def test_bad_tables_are_named(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(PackError, match=says):
        pack(tmp_path, a_toml=text).toml("a.toml", {"n": int, "kind": Maybe(one_of("x"))})


def test_shapes_go_all_the_way_down() -> None:
    check_shape({"a": [{"b": 1}], "c": {"x": "y"}}, {"a": [{"b": int}], "c": {str: str}}, "f")
    with pytest.raises(PackError, match=r"f: a\[2\]: b: expected int"):
        check_shape({"a": [{"b": 1}, {"b": "1"}]}, {"a": [{"b": int}]}, "f")


def override(folder: Path, name: str, old: str, new: str) -> Path:
    """A folder with one file of Bravery changed."""
    text = (HOME / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_an_override_changes_one_file_and_the_digest(tmp_path: Path) -> None:
    changed = sandtable.load(
        "bravery", override(tmp_path, "tables.toml", "replacement_points = 2", "replacement_points = 3")
    )
    assert changed.box().tables["replacement_points"] == 3
    assert changed.pack.digest != sandtable.load("bravery").pack.digest


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (
            "units.csv",
            "15PZ,armor,A",
            "15PX,armor,A",
            r"units\.csv:\d+: column 'formation': .*, got '15PX'",
        ),
        ("units.csv", ",B,3", ",E,3", r"units\.csv:2: column 'level': expected one of .*, got 'E'"),
        (
            "links.csv",
            "0102,0202",
            "0102,0999",
            r"links\.csv:2: column 'b': expected a place of places\.csv, got '0999'",
        ),
        ("links.csv", "0102,0202", "0102,0302", r"links\.csv:2: 0102 and 0302 do not touch"),
        ("places.csv", "0101,main", "101,main", r"places\.csv:2: expected a hex number of four digits, got '101'"),
        ("places.csv", "0102,main", "0101,main", r"places\.csv:3: 0101 is listed twice"),
        ("tables.toml", "turns = 7", "turn = 7", r"tables\.toml:\d+: unknown key 'turn'"),
        ("map.toml", '"pointy"', '"round"', r"map\.toml: grid\[1\]: orientation: expected one of 'pointy', 'flat'"),
    ],
)
def test_bad_overrides_of_a_game_are_named(tmp_path: Path, name: str, old: str, new: str, says: str) -> None:
    with pytest.raises(PackError, match=says):
        sandtable.load("bravery", override(tmp_path, name, old, new)).start()


def test_an_override_of_nothing_is_refused(tmp_path: Path) -> None:
    shutil.copy(HOME / "units.csv", tmp_path / "unit.csv")
    with pytest.raises(PackError, match=r"unit\.csv overrides nothing"):
        sandtable.load("bravery", tmp_path)
    with pytest.raises(PackError, match="not a folder"):
        Pack(HOME, tmp_path / "nowhere")
