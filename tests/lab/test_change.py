"""Every value of every data pack has a name, and a change sets what it names and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.cli.main import main
from sandtable.engine.packs import Pack
from sandtable.lab.cells import Sheet, words_of
from sandtable.lab.change import changed_pack, listed, settable


def pack_of(game: str) -> Pack:
    return sandtable.load(game).pack


def changed(game: str, folder: Path, *changes: str) -> dict[str, tuple[str, str]]:
    """The values that really differ, old and new, read back from the written files."""
    changed_pack(pack_of(game), list(changes), folder)
    old, new = dict(listed(pack_of(game))), dict(listed(Pack(pack_of(game).home, folder)))
    assert old.keys() == new.keys()
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}


@pytest.mark.parametrize("game", sandtable.games())
def test_every_value_has_a_name_of_its_own(game: str) -> None:
    for stem, file in settable(pack_of(game)).items():
        cells = list(file.cells())
        assert len({cell.name for cell in cells}) == len(cells)
        for cell in [*cells[:40], *cells[:: max(1, len(cells) // 100)]]:
            (found,) = file.find(words_of(cell.name)[1:])
            assert (found.name, found.home is cell.home, found.key) == (cell.name, True, cell.key), stem


@pytest.mark.parametrize("game", sandtable.games())
def test_files_written_anew_say_the_same(game: str) -> None:
    for stem, file in settable(pack_of(game)).items():
        ending = ".csv" if isinstance(file, Sheet) else ".toml"
        again = type(file)(stem + ending, file.text())
        assert [(cell.name, cell.value) for cell in again.cells()] == [(cell.name, cell.value) for cell in file.cells()]


@pytest.mark.parametrize("game", sandtable.games())
def test_what_is_listed_can_be_set_as_it_stands(game: str, tmp_path: Path) -> None:
    """The value it has already changes nothing: not a byte is written."""
    lines = [f"{name}={value}" for name, value in listed(pack_of(game))]
    edits = changed_pack(pack_of(game), lines[:: max(1, len(lines) // 150)], tmp_path)
    assert len(edits) >= 100
    assert all(edit.old == edit.new for edit in edits)
    assert not list(tmp_path.iterdir())


def test_a_key_of_several_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"9 rows fit: crt\.mobile\.0\.3-1, .*all: crt\.mobile\.\*\.3-1"):
        changed_pack(pack_of("dark-sands"), ["crt.mobile.3-1=DR"], tmp_path)
    assert not list(tmp_path.iterdir())


def test_one_cell_of_a_table_is_set(tmp_path: Path) -> None:
    assert changed("dark-sands", tmp_path, "crt.mobile.3.3-1=DE") == {"crt.mobile.3.3-1": ("DR", "DE")}


def test_a_star_sets_every_row(tmp_path: Path) -> None:
    found = changed("dark-sands", tmp_path, "crt.mobile.*.3-1=EX")
    assert list(found) == [f"crt.mobile.{roll}.3-1" for roll in range(9)]
    assert {new for _, new in found.values()} == {"EX"}


def test_rows_that_are_alike_are_known_by_number(tmp_path: Path) -> None:
    assert changed("dark-sands", tmp_path, "replacements.#2.tank=5") == {"replacements.#2.tank": ("1", "5")}
    with pytest.raises(ValueError, match="rows fit"):
        changed_pack(pack_of("dark-sands"), ["replacements.axis.1941.tank=5"], tmp_path)


def test_lists_of_tables_are_set_by_name_and_number(tmp_path: Path) -> None:
    found = changed(
        "western-desert", tmp_path, "tables.zone.A.cost=7", "tables.air.#2.axis.#1=6", "tables.zone.#6.air=2"
    )
    assert found == {
        "tables.zone.A.cost": ("2", "7"),
        "tables.air.#2.axis": ("[1, 2, 3, 3, 4, 5]", "[6, 2, 3, 3, 4, 5]"),
        "tables.zone.F.air": ("-1", "2"),
    }
    assert sandtable.load("western-desert", tmp_path).start().stack


def test_tables_inside_tables_are_set(tmp_path: Path) -> None:
    found = changed("rommel", tmp_path, "tables.supply.fortress.Tobruk=4", "scenarios.scenario.crusader.cards.axis=9")
    assert found == {
        "tables.supply.fortress.Tobruk": ("5", "4"),
        "scenarios.scenario.crusader.cards.axis": ("10", "9"),
    }


def test_a_value_keeps_its_kind(tmp_path: Path) -> None:
    """An area known by a number is a word; a switch is a switch."""
    assert changed("battleaxe", tmp_path, "tables.places.halfaya=7") == {"tables.places.halfaya": ("6", "7")}
    assert sandtable.load("battleaxe", tmp_path).start().stack


def test_steps_and_factors_go_from_the_value_that_stands(tmp_path: Path) -> None:
    found = changed("western-desert", tmp_path, "turns.*.german_replacements=+1", "tables.zone.A.axis=*1.5")
    assert found.pop("tables.zone.A.axis") == ("[3, 3, 4, 4, 5, 5]", "[5, 5, 6, 6, 8, 8]")
    assert len(found) == 23
    assert all(int(new) == int(old) + 1 for old, new in found.values())


def test_a_step_down_and_a_negative_value_are_told_apart(tmp_path: Path) -> None:
    found = changed("western-desert", tmp_path, "tables.zone.A.cost=+-1", "tables.zone.B.air=-1")
    assert found == {"tables.zone.A.cost": ("2", "1"), "tables.zone.B.air": ("1", "-1")}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("turns.german_replacements=+1", r"which row\? turns\.1\.german_replacements, or turns\.\*\.german_repl"),
        ("turns.99.german_replacements=1", "no row '99'"),
        ("turns.#99.german_replacements=1", "no row '#99'"),
        ("turns.1.french_replacements=1", "no column 'french_replacements'; there are turn, month"),
        ("units.A01.name=*2", "4th Armoured Brigade, not a number"),
        ("tables.turns=8", "no 'turns' in tables; there are air, reserves, supply, zone"),
        ("tables.zone.A=8", r"is a table; one value of it: tables\.zone\.A\.name"),
        ("tables.zone.A.cost.more=8", "no 'more' in tables.zone.A.cost"),
        ("nothing.x=1", "no nothing in this game's data; there are events, leaders"),
        ("turns..x=1", "is no name"),
        ("turns", "a change is NAME=VALUE"),
    ],
)
def test_what_cannot_be_set_is_said(change: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=words):
        changed_pack(pack_of("western-desert"), [change], tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_word_without_a_dot_is_said_to_be_no_value_of_the_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "bravery", "--set", "turns=8"]) == 2
    assert "'turns=8' is not a change to the data" in capsys.readouterr().err


@pytest.mark.parametrize("count", ["0", "-3", "few", "1.5"])
def test_a_count_of_games_is_one_or_more(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "bravery", f"-n={count}"])
    assert f"expected a whole number, 1 or more, got '{count}'" in capsys.readouterr().err


def test_words_in_quotes_hold_anything() -> None:
    sheet = Sheet("x.csv", 'id,n.1\na.b,1\n"say ""so""",2\n*,3\n#2,4\n,5\nq=r,6\n')
    for cell in sheet.cells():
        assert sheet.find(words_of(cell.name)[1:]) == [cell]
    assert [cell.name for cell in sheet.cells()][1:4:2] == ['x."a.b"."n.1"', 'x."say ""so"""."n.1"']


def test_the_command_lists_names_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("data", "dark-sands", "crt.*.3")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 20
    assert "crt.mobile.3.3-1=DR" in lines
    assert main(("data", "western-desert")) == 0
    assert {"tables.zone.A.cost=2", "turns.4.german_replacements=1"} <= set(capsys.readouterr().out.splitlines())
    assert main(("data", "bravery", "tables.nothing")) == 2
    assert main(("data", "bravery", "nothing")) == 2
    assert "there are formations, links, map, places" in capsys.readouterr().err


def test_compare_says_what_was_changed_and_refuses_what_cannot_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("compare", "bravery", "-n", "1", "--jobs", "1", "--allied", "random", "--axis", "random")
    assert main((*words, "--set", "tables.turns=+-6", "--set", "tables.few_tanks=5")) == 0
    assert "Changed: tables.turns 7 -> 1.\n" in capsys.readouterr().out
    assert main((*words, "--set", "tables.turns=7")) == 0
    assert "Nothing was changed" in capsys.readouterr().out
    assert main((*words, "--set", "tables.turns=many")) == 2
    assert "expected a whole number from 1 to 999, got 'many'" in capsys.readouterr().err


def test_a_sheet_saved_by_a_spreadsheet_is_read(tmp_path: Path) -> None:
    """With a byte-order mark and carriage returns; a change over it names its first column too."""
    text = pack_of("western-desert").text("turns.csv")
    (tmp_path / "turns.csv").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    pack = sandtable.load("western-desert", tmp_path).pack
    assert dict(listed(pack, "turns")) == dict(listed(pack_of("western-desert"), "turns"))
    assert "turns.1.turn" in dict(listed(pack, "turns"))


def test_semicolons_between_cells_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "turns.csv").write_text(pack_of("western-desert").text("turns.csv").replace(",", ";"))
    assert main(("data", "western-desert", "--data", str(tmp_path))) == 2
    assert "turns.csv:1: cells are separated by semicolons, expected commas" in capsys.readouterr().err
