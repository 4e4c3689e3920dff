"""A store that is away, locked, damaged or taken: nothing acknowledged is lost, and everything is said."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Opener, opened
from tests.server.player import House, Player, play_out

from sandtable.server.store import Store, StoreError
from sandtable.table.services import Refused
from sandtable.table.table import Table


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The database answers nothing at all."""

    def fail(self: Store, *given: Any) -> None:
        raise OSError("connection refused")

    with monkeypatch.context() as patch:
        for call in ("carry_out", "carry_out_at_once", "read", "seat", "count_tables"):
            patch.setattr(Store, call, fail)
        yield


def entries(folder: Path) -> list[int]:
    """The numbers of the journal as they are stored."""
    with sqlite3.connect(folder / "tables.db") as connection:
        return [n for (n,) in connection.execute("SELECT n FROM journal ORDER BY n")]


def test_a_store_that_is_away_for_a_moment_leaves_no_hole(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    house = open_house()
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.play("card", 1)
        before = both.state
        with away(monkeypatch):
            assert both.play("card", 2)["code"] == "not_stored"
            assert both.play("card", 3)["code"] == "not_stored"
            assert both.ask("chat", text="hello?")["code"] == "not_stored"
        state = house.get("/api/table/state", made["mine"]).json()
        assert (state["n"], state["view"]) == (before["n"], before["view"])
        assert both.play("card", 2)["type"] == "state"
        play_out(both, 3)
        told = both.state["n"]
    stored = entries(tmp_path)
    assert stored == list(range(told))


def test_while_the_store_is_away_newcomers_are_told_so(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_house()
    made = house.create(axis="me", allied="me")
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "me"}}
    with away(monkeypatch):
        answer = house.get("/api/table", made["mine"])
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_stored")
        answer = house.client.post("/api/tables", json={"game": "skirmish", "seats": seats})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_stored")
        with house.client.websocket_connect("/api/ws") as socket:
            socket.send_json({"type": "sit", "token": made["mine"]})
            assert socket.receive_json()["code"] == "not_stored"
            assert socket.receive()["code"] == 1011
    assert house.get("/api/table", made["mine"]).status_code == 200


def test_not_stored_is_no_fault_of_the_client(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_house()
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        with away(monkeypatch):
            answer = house.post("/api/table/play", made["mine"], {"n": both.state["n"], "action": ["card", 1]})
        assert answer.status_code == 503


def edit(folder: Path, words: str, *values: Any) -> None:
    """Damage what is stored."""
    connection = sqlite3.connect(folder / "tables.db")
    connection.execute(words, values)
    connection.commit()
    connection.close()


Damage = Callable[[Path], None]


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: edit(folder, "DELETE FROM journal WHERE n = 1"),
        lambda folder: edit(folder, "UPDATE journal SET body = '[' WHERE n = 1"),
        lambda folder: edit(folder, "UPDATE journal SET body = '[\"fly\"]' WHERE n = 1"),
        lambda folder: edit(folder, "UPDATE tables SET seats = '{}'"),
    ],
    ids=["a gap", "no json", "no such action", "no seats"],
)
def test_a_damaged_table_says_so(open_house: Opener, tmp_path: Path, damage: Damage) -> None:
    made = played(open_house())
    open_house().client.get("/api/games")
    damage(tmp_path)
    house = open_house()
    answer = house.get("/api/table/state", made["mine"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "damaged")
    with house.client.websocket_connect("/api/ws") as socket:
        socket.send_json({"type": "sit", "token": made["mine"]})
        assert socket.receive_json()["code"] == "damaged"
        assert socket.receive()["code"] == 1011


def played(house: House) -> Any:
    """A table with some play."""
    made = house.create(axis="me", allied="me", options={"turns": 400})
    with house.sit(made["mine"]) as both:
        play_out(both, 4)
    return made


@pytest.mark.parametrize("column", ["position", "events"])
def test_a_bad_snapshot_is_left_out_where_the_journal_is_whole(
    open_house: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str
) -> None:
    monkeypatch.setattr("sandtable.table.timeline.STORED_EVERY", 3)
    first = open_house()
    made = first.create(axis="me", allied="me", options={"turns": 400})
    with first.sit(made["mine"]) as both:
        play_out(both, 10)
        before = both.state
    open_house()
    edit(tmp_path, f"UPDATE snapshots SET {column} = '{{' WHERE length > 3")
    second = open_house()
    with second.sit(made["mine"]) as both:
        assert both.state["view"] == before["view"]
        play_out(both, 6)  # new snapshots take the place of the bad ones
        assert both.state["at"] > before["at"]


def test_a_locked_file_makes_writers_wait_and_nobody_else(
    open_house: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.store.PATIENCE_SECONDS", 30.0)
    house = open_house()
    tokens = [house.create(axis="me", allied="me")["mine"] for _ in range(3)]
    with house.sit(tokens[0]) as one, house.sit(tokens[1]) as two, house.sit(tokens[2]) as third:
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for player in (one, two):
            player.send("play", n=player.state["n"], action=["card", 1])
        for _ in range(50):  # each would have waited for the lock
            assert third.ask("ping")["type"] == "pong"
        assert third.ask("why_not", place="E")["type"] == "answer"
        other.execute("ROLLBACK")
        other.close()
        for player in (one, two):
            assert player.until(lambda m: m.get("re") is not None)["type"] == "state"


def test_a_lock_that_stays_fails_all_writes_together(
    open_house: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.store.PATIENCE_SECONDS", 0.2)
    tries: list[int] = []
    carry_out = Store.carry_out

    def counted(self: Store, writes: Any) -> None:
        tries.append(1)
        carry_out(self, writes)

    monkeypatch.setattr(Store, "carry_out", counted)
    house = open_house()
    tokens = [house.create(axis="me", allied="me")["mine"] for _ in range(4)]
    players: list[Player] = []
    with house.sit(tokens[0]) as a, house.sit(tokens[1]) as b, house.sit(tokens[2]) as c, house.sit(tokens[3]) as d:
        players = [a, b, c, d]
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        tries.clear()
        for player in players:
            player.send("play", n=player.state["n"], action=["card", 1])
        for player in players:
            assert player.until(lambda m: m.get("re") is not None)["code"] == "not_stored"
        assert len(tries) <= 4  # together, not each again by itself
        other.execute("ROLLBACK")
        other.close()
        assert all(player.play("card", 1)["type"] == "state" for player in players)


def test_a_second_server_on_a_sqlite_file_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as first:
        assert first.get("/api/games").status_code == 200
        with pytest.raises(StoreError, match="several servers need PostgreSQL"), opened(tmp_path):
            pass
    with opened(tmp_path) as later:
        assert later.get("/api/games").status_code == 200


def test_many_threads_may_read_while_one_writes(open_house: Opener, tmp_path: Path) -> None:
    house = open_house()
    made = house.create(axis="me", allied="me", options={"turns": 400})
    answers: list[int] = []

    def look() -> None:
        for _ in range(10):
            answers.append(house.get("/api/table/history", made["mine"]).status_code)

    with house.sit(made["mine"]) as both:
        readers = [threading.Thread(target=look) for _ in range(4)]
        for reader in readers:
            reader.start()
        play_out(both, 20)
        for reader in readers:
            reader.join()
    assert answers == [200] * 40


@pytest.mark.parametrize("code", ["not_stored", "illegal"])
def test_an_agent_whose_move_was_refused_plays_on(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """Once the store is back, or with another move."""
    whole = Table.play_for_agent
    refused: list[object] = []

    async def once(self: Table, side: str, n: int, action: object) -> None:
        if not refused:
            refused.append(action)
            raise Refused(code, "not now")
        await whole(self, side, n, action)

    monkeypatch.setattr(Table, "play_for_agent", once)
    house = open_house()
    made = house.create(axis="recruit", allied="me")
    with house.sit(made["mine"], seed="5a" * 32) as me:
        while not (refused and me.actions):
            if me.actions:
                me.play(*me.actions[0])
            else:
                me.hear("state")
        assert me.state["view"]["side"] == "allied"
