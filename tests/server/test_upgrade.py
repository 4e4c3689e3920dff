"""A new version: tables go on where their data are kept and the rules come out alike; the others can be saved."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.server import small_library
from tests.server.conftest import Opener
from tests.server.player import House, play_out

from sandtable.cli.main import main
from sandtable.engine.flow import pop
from sandtable.engine.packs import Pack
from sandtable_skirmish.rules.r2_fight import Fight


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the servers of a test, for the command line."""
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    monkeypatch.setenv("SANDTABLE_LIBRARY", "tests.server.small_library:library")
    return tmp_path / "tables.db"


def played(house: House, actions: int, **more: Any) -> Any:
    """A hot seat with some play."""
    made = house.create(axis="me", allied="me", **more)
    with house.sit(made["mine"], seed="5a" * 32) as both:
        play_out(both, actions)
        return made, both.state


def bloody(house: House, **more: Any) -> Any:
    """A finished game in which a fight cost something: now and then the dice spare everybody."""
    while True:
        made, state = played(house, 1000, **more)
        history = house.get("/api/table/history", made["mine"]).json()["points"]
        if sum(history[-1]["losses"].values()):
            return made, state


def test_a_changed_datum_closes_no_table(open_house: Opener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made, before = played(open_house(), 5)
    other = tmp_path / "other"
    shutil.copytree(small_library.HOME, other)
    with (other / "map.toml").open("a", encoding="utf-8") as file:
        file.write("\n# a datum was mended\n")
    changed = small_library.LongSkirmish(Pack(small_library.HOME, other))
    assert changed.pack.digest != small_library.library.game.pack.digest
    monkeypatch.setattr(small_library.library, "game", changed)
    house = open_house()
    with house.sit(made["mine"]) as both:
        assert both.state["view"] == before["view"]
        play_out(both, 1000)
        assert both.state["view"]["outcome"]
    assert house.get("/api/table/dice", made["mine"]).json()["ok"] is True


def test_an_agent_plays_with_the_data_of_its_table(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = open_house().create(axis="recruit", allied="me")
    other = tmp_path / "other"
    shutil.copytree(small_library.HOME, other)
    with (other / "map.toml").open("a", encoding="utf-8") as file:
        file.write("\n# mended\n")
    changed = small_library.LongSkirmish(Pack(small_library.HOME, other))
    monkeypatch.setattr(small_library.library, "game", changed)
    house = open_house()
    with house.sit(made["mine"]) as allied:
        allied.play("card", 6)
        allied.until(lambda m: m["type"] == "state" and m["at"] > 1)


def test_rules_that_come_out_alike_go_on(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, before = played(open_house(), 40, options={"turns": 400})
    over, _ = played(open_house(), 1000)
    open_house()
    monkeypatch.setattr(small_library.LongSkirmish, "rules_version", 2)
    assert main(["tables", "check", "--all"]) == 0
    assert "2 tables; 2 go on, 0 would be closed." in capsys.readouterr().out
    house = open_house()
    with house.sit(made["mine"]) as both:
        assert both.state["view"] == before["view"]
        play_out(both, 5)
    assert house.get("/api/table/dice", over["mine"]).json()["ok"] is True
    with sqlite3.connect(database) as connection:
        assert {rules for (rules,) in connection.execute("SELECT rules FROM tables")} == {2}


def test_rules_that_come_out_otherwise_close_a_table_which_can_be_saved(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, before = bloody(open_house())
    assert before["view"]["outcome"]
    open_house()
    monkeypatch.setattr(small_library.LongSkirmish, "rules_version", 2)

    def gentle(self: Any, pos: Any, frame: Any, action: Any) -> None:
        pos.note("2", "fight", frame[2][0], action[1])
        pop(pos)

    monkeypatch.setattr(Fight, "apply", gentle)
    assert main(["tables", "check"]) == 1
    shown = capsys.readouterr().out
    assert "1 would be closed" in shown
    house = open_house()
    with house.sit(made["mine"]) as both:  # what was stored of it can be looked at for ever
        for part in ("pieces", "sides", "turn", "outcome"):
            assert both.state["view"][part] == before["view"][part]
        assert both.ask("seek", at=0)["value"]["at"] == 0
        assert both.ask("seek", at=both.state["at"])["value"]["view"]["outcome"] == before["view"]["outcome"]
        assert both.ask("review")["code"] == "other_rules"
    dice = house.get("/api/table/dice", made["mine"]).json()
    assert (dice["ok"], dice["draws"]) == (None, []), "today's rules say nothing about these dice"
    file = house.get("/api/table/export", made["mine"])
    assert file.status_code == 200
    assert file.json()["rules"] == 1
    monkeypatch.undo()
    earlier = open_house()  # the version it was started with
    state = earlier.get("/api/table/state", made["mine"]).json()
    assert state["view"]["outcome"] == before["view"]["outcome"]
    taken = earlier.client.post("/api/tables/import", json=file.json())
    assert taken.status_code == 201, taken.text


def test_a_changed_position_shows_even_where_every_action_is_still_legal(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = played(open_house(), 60, options={"turns": 400})
    open_house()
    monkeypatch.setattr(small_library.LongSkirmish, "rules_version", 2)

    def harsh(self: Any, pos: Any, frame: Any, action: Any) -> None:
        pos.steps[1 - frame[2][0]] -= 1
        pos.note("2", "fight", frame[2][0], action[1])
        pop(pos)

    monkeypatch.setattr(Fight, "apply", harsh)
    house = open_house()
    with house.sit(made["mine"]) as both:
        view = both.state["view"]
        assert (view["side"], view["actions"], view["outcome"]) == (None, [], None)
        assert view["prompt"]["title"] == "This game cannot go on here"
        assert "steps" in view["prompt"]["text"]
        assert both.play("wait")["code"] == "other_rules"
        assert both.ask("resign", n=both.state["n"])["code"] == "other_rules"
        assert both.ask("why_not", place="1")["value"] is None
        moment = both.ask("seek", at=both.state["at"])["value"]
        assert moment["view"]["pieces"] == view["pieces"]
        assert moment["log"]
    assert house.get("/api/table/dice", made["mine"]).json()["secret"] is None, "it may still be finished elsewhere"
    assert house.get("/api/table/export", made["mine"]).json()["rules"] == 1


def test_a_backup_of_a_server_that_plays_on_is_restored(
    open_house: Opener,
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    house = open_house()
    made, before = played(house, 10, options={"turns": 400})
    copy = tmp_path / "copy.db"
    with house.sit(made["mine"]) as both:
        assert main(["backup", str(copy)]) == 0
        play_out(both, 5)  # the server has not noticed
    assert "1 table copied" in capsys.readouterr().out
    assert [file.stat().st_mode & 0o777 for file in (database, copy)] == [0o600, 0o600]  # the secrets are in it
    assert main(["backup", str(copy)]) == 2  # nothing is overwritten
    restored = open_house(database=f"sqlite:///{copy}")
    with restored.sit(made["mine"]) as both:
        assert (both.state["n"], both.state["view"]) == (before["n"], before["view"])
        play_out(both, 5)
    monkeypatch.setenv("SANDTABLE_DATABASE", "postgresql://nobody@localhost/none")
    assert main(["backup", str(tmp_path / "other.db")]) == 2
    assert "pg_dump" in capsys.readouterr().err
