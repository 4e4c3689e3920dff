"""A game whose rules have changed is finished by an earlier version that is installed beside this one."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from tests.server import small_library
from tests.server.conftest import Opener
from tests.server.player import House, play_out

from sandtable.cli.main import main
from sandtable.engine.flow import pop
from sandtable.server import earlier
from sandtable.server.earlier import EarlierFailed, EarlierProcess, EarlierVersions
from sandtable_skirmish.rules.r2_fight import Fight

ROOT = Path(__file__).parents[2]


@pytest.fixture
def python(tmp_path: Path) -> str:
    """The Python of an earlier version: it finds other modules than this one, among them the game as it was."""
    home = tmp_path / "earlier"
    about = home / "earlier_skirmish-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: earlier-skirmish\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[sandtable.games]\nskirmish = earlier_skirmish:load\n", encoding="utf-8")
    (home / "earlier_skirmish.py").write_text(
        "from tests.server.small_library import library\n\n\n"
        "def load(data=None):\n    return library.load('skirmish', data)\n",
        encoding="utf-8",
    )
    command = home / "python"
    path = os.pathsep.join(map(str, (home, ROOT / "src", ROOT, ROOT / "examples" / "skirmish")))
    command.write_text(f'#!/bin/sh\nPYTHONPATH={path} exec {sys.executable} "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return str(command)


@pytest.fixture
def harsher(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts rules in service that play every fight out otherwise."""

    def change() -> None:
        def harsh(self: Any, pos: Any, frame: Any, action: Any) -> None:
            pos.steps[1 - frame[2][0]] -= 1
            pos.note("2", "fight", frame[2][0], action[1])
            pop(pos)

        monkeypatch.setattr(small_library.LongSkirmish, "rules_version", 2)
        monkeypatch.setattr(Fight, "apply", harsh)

    return change


def begun(house: House, **seats: str) -> tuple[Any, Any]:
    """A long game some way on."""
    made = house.create(**({"axis": "me", "allied": "me"} | seats), options={"turns": 400})
    with house.sit(made["mine"], seed="5a" * 32) as player:
        play_out(player, 60)
        return made, player.state


def test_a_game_is_finished_with_the_rules_it_was_begun_with(
    open_house: Opener, harsher: Any, python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, before = begun(open_house())
    open_house()
    harsher()
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    monkeypatch.setenv("SANDTABLE_LIBRARY", "tests.server.small_library:library")
    assert main(["tables", "check"]) == 1
    monkeypatch.setenv("SANDTABLE_EARLIER", python)
    assert main(["tables", "check"]) == 0
    house = open_house(earlier=python)
    with house.sit(made["mine"]) as both:
        assert (both.state["n"], both.state["view"]) == (before["n"], before["view"])
        play_out(both, 25)
        at, view = both.state["at"], both.state["view"]
        assert at > before["at"]
        played = both.play(*both.actions[0])
        assert played["type"] == "state"
        if played["view"]["undo"]:
            assert both.ask("undo", n=both.state["n"])["view"] == view
        assert both.play("fly")["code"] == "illegal"
        assert both.ask("seek", at=at)["value"]["view"]["pieces"] == view["pieces"]
        assert isinstance(both.ask("overlay", name="reach").get("value", {}), dict)
        both.ask("resign", n=both.state["n"])
        assert both.state["view"]["outcome"]["kind"] == "resignation"
    dice = house.get("/api/table/dice", made["mine"]).json()
    assert dice["ok"] is True, dice["text"]
    assert dice["draws"]
    file = house.get("/api/table/export", made["mine"]).json()
    assert file["rules"] == 1


def test_a_table_outlives_the_process_of_its_rules(open_house: Opener, harsher: Any, python: str) -> None:
    made, _ = begun(open_house())
    open_house()
    harsher()
    house = open_house(earlier=python)
    with house.sit(made["mine"]) as both:
        play_out(both, 3)
        versions = house.client.app.state.tables.shelf._versions  # type: ignore[attr-defined]
        versions._processes[0]._process.kill()
        assert both.play(*both.actions[0])["type"] == "state", "nobody notices"
        play_out(both, 3)
        state = both.state
    again = open_house(earlier=python)
    with again.sit(made["mine"]) as both:
        assert (both.state["at"], both.state["view"]) == (state["at"], state["view"])


def test_an_agent_of_an_earlier_version_plays_on(open_house: Opener, harsher: Any, python: str) -> None:
    made, _ = begun(open_house())
    open_house()
    harsher()
    house = open_house(earlier=python)
    tables = house.client.app.state.tables  # type: ignore[attr-defined]
    with house.sit(made["mine"]) as both:
        at = both.state["at"]
        table = next(iter(tables._live.values()))[0]
        table.seats["axis"] = {"kind": "agent", "label": "Recruit", "level": "recruit"}
        table.seats["allied"] = {"kind": "agent", "label": "Recruit", "level": "recruit"}
        portal = house.client.portal
        assert portal is not None
        portal.call(table.on_turn)
        both.until(lambda message: message["type"] == "state" and message["at"] > at + 6)


def test_a_version_that_is_not_there_is_said_and_stops_nothing(
    open_house: Opener, harsher: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made, _ = begun(open_house())
    open_house()
    harsher()
    house = open_house(earlier=str(tmp_path / "nowhere"))
    with house.sit(made["mine"]) as both:
        assert both.state["view"]["prompt"]["title"] == "This game cannot go on here"
    assert "an earlier version cannot be asked" in caplog.text


def test_a_process_that_ends_before_it_answers_is_asked_again_once(tmp_path: Path) -> None:
    faint = tmp_path / "faint"
    once = "touch $0.was; read line; exit 0"
    then = """read line; echo '{"id": 2, "value": {"skirmish": 1}}'; read line"""
    faint.write_text(f"#!/bin/sh\nif [ ! -e $0.was ]; then {once}; fi\n{then}\n", encoding="utf-8")
    faint.chmod(0o755)
    process = EarlierProcess(str(faint))
    assert process.ask({"do": "games"})["value"] == {"skirmish": 1}
    process.close()
    never = tmp_path / "never"
    never.write_text("#!/bin/sh\nread line\n", encoding="utf-8")
    never.chmod(0o755)
    with pytest.raises(EarlierFailed, match="ended"):
        EarlierProcess(str(never)).ask({"do": "games"})


def test_a_process_that_does_not_answer_is_ended(tmp_path: Path) -> None:
    deaf = tmp_path / "deaf"
    deaf.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    deaf.chmod(0o755)
    process = EarlierProcess(str(deaf))
    process._start()
    child = process._process
    assert child is not None
    with pytest.raises(EarlierFailed, match="in time"):
        process.ask({"do": "games"}, 0.2)
    assert child.returncode is not None
    assert EarlierVersions("").game("skirmish", 1, "x", None) is None


def test_a_version_that_hangs_holds_up_only_its_own_table(
    open_house: Opener, harsher: Any, python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(earlier, "ANSWER_SECONDS", 8.0)
    made, _ = begun(open_house())
    open_house()
    harsher()
    house = open_house(earlier=python)
    today = house.create(axis="me", allied="me", options={"turns": 400})
    with house.sit(made["mine"]) as both, house.sit(today["mine"], seed="5a" * 32) as other:
        play_out(both, 3)
        at, view = both.state["at"], both.state["view"]
        versions = house.client.app.state.tables.shelf._versions  # type: ignore[attr-defined]
        os.kill(versions._processes[0]._process.pid, signal.SIGSTOP)
        start = monotonic()
        both.send("play", n=both.state["n"], action=both.actions[0])
        play_out(other, 3)
        assert monotonic() - start < 6, "others do not wait for it"
        refused = both.until(lambda message: message["type"] == "refused")
        assert refused["code"] == "away"
        assert monotonic() - start > 6
        assert both.play(*both.actions[0])["type"] == "state", "it was ended, and another has begun where it was"
        assert both.state["at"] > at
        assert both.state["view"] != view
