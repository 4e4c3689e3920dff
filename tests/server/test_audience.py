"""Who is told what when actions come faster than anybody can look."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import orjson
import pytest
import sqlalchemy as sa
from tests.server.player import House, Player
from tests.server.small_library import library

import sandtable
from sandtable.server import store
from sandtable.table.audience import went
from sandtable.table.changes import change_of, changed
from sandtable.table.reader_log import ReaderLog
from sandtable.table.sights import Sights


def test_onlookers_may_miss_states_but_never_lines_nor_the_last_state(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.table.audience.ONLOOKER_STATES", 1)
    monkeypatch.setattr("sandtable.table.audience.ONLOOKER_BURST", 2)
    made = house.create(axis="me", allied="me", options={"turns": 400})
    with house.sit(made["links"]["watch"]) as watcher, house.sit(made["mine"]) as both:
        for card in (6, 1):
            both.play("card", card)
        for step in range(30):
            both.play("march", both.actions[0][1])
            assert both.state["at"] == 4 + step
        last = both.state["at"]
        lines: list[str] = []
        watcher.until(lambda m: m.get("at") == last)
        for message in watcher.heard:
            if message["type"] == "state":
                lines[message["log_from"] :] = [line["text"] for line in message["log"]]
        states = [message for message in watcher.heard if message["type"] == "state"]
        assert len(states) < 20
        whole = house.get("/api/table/state", made["links"]["watch"]).json()
        assert states[-1]["view"] == whole["view"]
        assert lines == [line["text"] for line in whole["log"]]
        assert len(lines) == 32


def views_of(player: Player) -> list[dict[str, Any]]:
    """The views of all states a player has heard, with changes carried out."""
    views: list[dict[str, Any]] = []
    for message in player.heard:
        if message["type"] == "state":
            views.append(message["view"] if "view" in message else changed(views[-1], message["change"]))
    return views


def test_changes_make_the_same_views_as_whole_states(house: House) -> None:
    made = house.create(axis="me", allied="me", options={"turns": 400})
    whole, brief = house.sit(made["mine"]), house.sit(made["mine"], states="changes")
    with whole as both, brief as other:
        for card in (6, 1):
            both.play("card", card)
        for _ in range(12):
            both.play("march", both.actions[0][1])
        both.ask("undo", n=both.state["n"])
        other.until(lambda message: message.get("n") == both.state["n"])
        assert views_of(other)[-13:] == views_of(both)[-13:]
        told = [message for message in other.heard if message["type"] == "state"]
        assert "view" in told[0]
        assert all("view" not in message for message in told[1:])
        assert len(str(told[-2]["change"])) < len(str(views_of(other)[-2])) / 2


def test_one_who_sits_down_later_starts_from_the_whole_view(house: House) -> None:
    made = house.create(axis="me", allied="me", options={"turns": 400})
    with house.sit(made["mine"], states="changes") as first:
        first.play("card", 6)
        first.play("card", 1)
        with house.sit(made["mine"], states="changes") as second:
            first.until(lambda message: message["type"] == "presence")
            march = views_of(first)[-1]["actions"][0]["do"]
            first.play(*march)
            second.until(lambda message: message.get("n") == first.state["n"])
            assert views_of(second)[-1] == views_of(first)[-1]


def test_after_a_write_that_failed_the_next_state_is_whole(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = house.create(axis="me", allied="me", options={"turns": 400})
    with house.sit(made["mine"], states="changes") as both:
        both.play("card", 6)
        with monkeypatch.context() as patch:
            patch.setattr(store.Store, "carry_out", _refuse_to_write)
            patch.setattr(store.Store, "carry_out_at_once", _refuse_to_write)
            assert both.play("card", 1)["code"] == "not_stored"
        both.play("card", 1)
        assert "view" in both.state
        assert views_of(both)[-1] == house.get("/api/table/state", made["mine"]).json()["view"]


def _refuse_to_write(self: store.Store, orders: object) -> None:
    raise sa.exc.OperationalError("insert", None, Exception("disk full"))


def test_a_change_can_drop_keys_and_carry_other_pieces() -> None:
    before = {"a": 1, "dice": [6], "pieces": [{"id": 1, "at": "x"}, {"id": 2, "at": "y"}]}
    for after in (
        {"a": 1, "pieces": [{"id": 1, "at": "z"}, {"id": 2, "at": "y"}]},
        {"a": 2, "dice": [6], "pieces": [{"id": 2, "at": "y"}]},
        before,
    ):
        assert changed(before, change_of(before, after)) == after
    moved = {"a": 1, "pieces": [{"id": 1, "at": "z"}, {"id": 2, "at": "y"}]}
    assert change_of(before, moved) == {"set": {}, "drop": ["dice"], "pieces": [{"id": 1, "at": "z"}]}
    assert change_of(before, before) == {"set": {}}


def test_a_path_is_told_only_to_those_who_saw_the_piece_go() -> None:
    before = {"pieces": [{"id": 1, "at": "A"}, {"id": 2, "at": "C"}]}
    assert went(before, {"pieces": [{"id": 1, "at": "C"}, {"id": 2, "at": "C"}]}, ["A", "B", "C"])
    assert not went(before, {"pieces": [{"id": 1, "at": "A"}, {"id": 2, "at": "C"}]}, ["A", "B", "C"])
    assert not went({"pieces": []}, {"pieces": [{"id": 1, "at": "C"}]}, ["A", "B", "C"])
    assert not went(before, {"pieces": []}, [])


@pytest.mark.parametrize("game", sandtable.games())
def test_a_change_makes_of_one_view_the_next(game: str) -> None:
    """In random play, as it arrives, and it is shorter than the view."""
    rng, pos = Random(f"changes {game}"), sandtable.load(game).start()
    views = [pos.see("axis")]
    for _ in range(60):
        if not pos.stack:
            break
        pos.play(pos.sample(rng) if pos.outcomes() is not None else rng.choice(pos.actions()))
        views.append(pos.see("axis"))
    sent = whole = 0
    for before, after in pairwise(views):
        change = orjson.dumps(change_of(before, after))
        plain = orjson.dumps(after)
        assert changed(orjson.loads(orjson.dumps(before)), orjson.loads(change)) == orjson.loads(plain)
        sent, whole = sent + len(change), whole + len(plain)
    assert sent < whole / 2


def test_only_new_events_are_told_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader's log is written on, not written again, however long it is."""
    asked: list[int] = []
    pos = library.game.start("well", {"turns": 400})
    report = type(pos).report

    def counted(self: Any, side: str | None, since: int = 0) -> Any:
        asked.append(since)
        return report(self, side, since)

    monkeypatch.setattr(type(pos), "report", counted)
    scroll = ReaderLog("allied")
    for number in range(5):
        pos.note("1", "march", 0, number)
        assert scroll.follow(Sights(pos), ()) == number
    assert asked == [0, 1, 2, 3, 4]
