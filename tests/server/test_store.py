"""What is stored: everything acknowledged, through crashes, undo and failing disks; read again quickly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from tests.server.conftest import Opener
from tests.server.player import House, play_out
from tests.server.postgres import cluster
from tests.server.small_library import library

from sandtable import Game
from sandtable.server.app import clear_out
from sandtable.server.migrations import bring_up
from sandtable.server.schema import metadata
from sandtable.server.store import DAY, Store, StoreError
from sandtable.server.writer import Writer
from sandtable.table import storage
from sandtable.table.storage import Seat
from sandtable.table.timeline import STORED_EVERY, Timeline


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """An empty database on a PostgreSQL of our own."""
    with cluster() as running:
        yield running.database("store").replace("postgresql://", "postgresql+psycopg://")


@pytest.fixture(params=["normal", "full", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A fresh store on each database there is, SQLite in both its ways."""
    if request.param == "postgres":
        opened = Store(request.getfixturevalue("postgres"))
    else:
        opened = Store(f"sqlite:///{tmp_path / 'store.db'}", request.param)
    yield opened
    with opened.engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE alembic_version"))
    opened.close()


def table_row(name: str, created: float = 1.0) -> dict[str, Any]:
    """A table with nothing played."""
    return {
        "id": name,
        "game": "skirmish",
        "scenario": "well",
        "options": "{}",
        "data": "0",
        "rules": 1,
        "seats": "{}",
        "forecasts": True,
        "secret": "00",
        "imported": 0,
        "created": created,
    }


def entry(table: str, n: int, when: float = 1.0) -> dict[str, Any]:
    """An entry of a journal."""
    body = {"kind": "play", "side": "axis", "body": "[]", "turn": 1, "free": True, "draws": 0, "time": when, "seen": 7}
    return {"table_id": table, "n": n, **body}


def test_what_is_carried_out_is_read_again(store: Store) -> None:
    nothing = {"position": "{}", "events": "[]"}
    store.carry_out(
        [
            (storage.ADD_TABLE, [table_row("one")]),
            (storage.ADD_SEAT, [{"hash": "h", "table_id": "one", "role": "axis", "kind": "own"}]),
            (storage.ADD_SITTING, [{"table_id": "one", "side": "axis", "seed": None, "seal": None, "open": True}]),
            (storage.ADD_ENTRY, [entry("one", 0), entry("one", 1)]),
            (storage.ADD_SNAPSHOT, [{"table_id": "one", "length": k, **nothing} for k in (1, 2)]),
            (storage.CUT_SNAPSHOTS, [{"of_table": "one", "beyond": 1}]),
        ]
    )
    assert store.seat("h") == Seat("one", "axis", "own", None)
    assert store.seat("x") is None
    read = store.read("one")
    assert read is not None
    assert [row["n"] for row in read.journal] == [0, 1]
    assert read.journal[0]["free"] is True
    assert [row["length"] for row in read.snapshots] == [1]
    assert store.read("two") is None
    assert store.count_tables() == 1


def test_all_of_a_commit_or_none(store: Store) -> None:
    store.carry_out([(storage.ADD_TABLE, [table_row("one")]), (storage.ADD_ENTRY, [entry("one", 0)])])
    with pytest.raises(storage.Conflict):
        store.carry_out([(storage.ADD_ENTRY, [entry("one", 1)]), (storage.ADD_ENTRY, [entry("one", 0)])])
    read = store.read("one")
    assert read is not None
    assert len(read.journal) == 1


def test_tables_nobody_plays_at_are_removed(store: Store) -> None:
    rows = [table_row("old"), table_row("played"), table_row("new", 50.0)]
    store.carry_out([(storage.ADD_TABLE, rows), (storage.ADD_ENTRY, [entry("old", 0, 2.0), entry("played", 0, 60.0)])])
    assert store.remove_unchanged_for(20.0, 60.0) == 1
    assert store.read("old") is None
    assert store.count_tables() == 2


def test_a_clock_that_jumps_forward_removes_no_table(store: Store) -> None:
    """Findings: `keep_days` believed the clock."""
    rows = [table_row("old"), table_row("played"), table_row("new", 9 * DAY)]
    store.carry_out([(storage.ADD_TABLE, rows), (storage.ADD_ENTRY, [entry("played", 0, 10 * DAY)])])
    years_later = 4000 * DAY
    assert store.remove_unchanged_for(5 * DAY, years_later) == 1  # only what is old beside the newest play
    assert store.read("old") is None
    assert store.count_tables() == 2
    assert store.remove_unchanged_for(5 * DAY, years_later) == 0


def test_old_tables_are_removed_again_and_again(store: Store) -> None:
    """Findings: they were removed at the start only."""

    async def a_while() -> None:
        clearing = asyncio.create_task(clear_out(store, 1, every=0.01))
        while store.count_tables() > 1:
            await asyncio.sleep(0.01)
        store.carry_out([(storage.ADD_TABLE, [table_row("also old", 1.0)])])
        while store.count_tables() > 1:
            await asyncio.sleep(0.01)
        clearing.cancel()

    store.carry_out([(storage.ADD_TABLE, [table_row("old"), table_row("new", time.time())])])
    asyncio.run(asyncio.wait_for(a_while(), 60))
    assert store.names() == ["new"]


def test_a_database_of_another_schema_is_refused(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'store.db'}"
    first = Store(address)
    with first.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    first.close()
    with pytest.raises(StoreError, match="schema"):
        Store(address)


def test_writes_that_wait_share_a_commit_and_a_bad_one_fails_alone(store: Store) -> None:
    commits: list[int] = []
    carry_out = store.carry_out

    def counted(writes: Any) -> None:
        listed: list[storage.Write] = list(writes)
        commits.append(len(listed))
        carry_out(listed)

    async def run() -> list[Any]:
        writer = Writer(store)
        await writer.put([(storage.ADD_TABLE, [table_row("one")])])
        store.carry_out = store.carry_out_at_once = counted  # type: ignore[method-assign]
        writes = [writer.put([(storage.ADD_ENTRY, [entry("one", n)])]) for n in (0, 1, 2)]
        done: list[Any] = await asyncio.gather(*writes)
        bad = [writer.put([(storage.ADD_ENTRY, [entry("one", n)])]) for n in (3, 3, 4)]
        done += await asyncio.gather(*bad, return_exceptions=True)
        await writer.close()
        return done

    results = asyncio.run(run())
    assert commits[0] == 3
    assert [isinstance(result, storage.Conflict) for result in results] == [False] * 4 + [True, False]
    read = store.read("one")
    assert read is not None
    assert [row["n"] for row in read.journal] == [0, 1, 2, 3, 4]


def test_a_table_comes_back_as_it_was(open_house: Opener) -> None:
    first = open_house()
    made = first.create(axis="me", allied="me", options={"turns": 400})
    with first.sit(made["mine"]) as both:
        play_out(both, STORED_EVERY)
        both.play("march", both.actions[0][1]) if both.actions[0][0] == "march" else both.play(*both.actions[0])
        both.ask("undo", n=both.state["n"])
        both.ask("ask", kind="undo", at=both.state["at"] - 3)
        play_out(both, 5)
        both.ask("chat", text="still here?")
        before = both.state
    past = f"/api/table/replay?at={before['at'] - 40}&eyes=both"
    again = first.get(past, made["mine"]).json()
    second = open_house()
    with second.sit(made["mine"]) as both:
        state = both.state
        assert both.hear("chat")["text"] == "still here?"
        assert (state["n"], state["at"], state["view"]) == (before["n"], before["at"], before["view"])
        assert state["log"][-len(before["log"]) :] == before["log"]
        assert second.get(past, made["mine"]).json() == again


def test_snapshots_give_the_same_positions_as_playing_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.timeline.TURN_STORED_AFTER", STORED_EVERY)
    line = Timeline(library.game, "well", {"turns": 400})
    snapshots = []
    while len(line.moves) < 3 * STORED_EVERY:
        pos = line.pos
        offered = [action for action, _ in pos.outcomes() or ()] or pos.actions()
        line.play(offered[len(line.moves) % len(offered)])
        if (made := line.snapshot()) is not None:
            snapshots.append(made)
    assert len(snapshots) == 3
    game: Game = library.game
    again = Timeline(game, "well", {"turns": 400})
    again.restore(line.moves, snapshots)
    for length in (0, 1, STORED_EVERY - 1, STORED_EVERY, STORED_EVERY + 70, 3 * STORED_EVERY):
        assert game.dump(again.at(length)) == game.dump(line.at(length))
    again.rewind(STORED_EVERY + 10)
    line.rewind(STORED_EVERY + 10)
    assert library.game.dump(again.pos) == library.game.dump(line.pos)
    assert again.snapshot() is None


def test_a_store_that_fails_changes_nothing(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_house()
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.play("card", 1)
        before = both.state

        def full(self: Store, writes: Any) -> None:
            raise OSError("no space left")

        with monkeypatch.context() as patch:
            patch.setattr(Store, "carry_out", full)
            patch.setattr(Store, "carry_out_at_once", full)
            assert both.play("card", 2)["code"] == "not_stored"
        assert house.get("/api/table/state", made["mine"]).json()["view"] == before["view"]
        assert both.play("card", 2)["type"] == "state"


def test_tables_out_of_memory_are_read_again(open_house: Opener) -> None:
    house: House = open_house(live_tables=1)
    tokens = [house.create(axis="me", allied="me")["mine"] for _ in range(3)]
    for token in tokens:
        with house.sit(token) as both:
            both.play("card", 1)
    assert [house.get("/api/table", token).json()["at"] for token in tokens] == [1, 1, 1]


def test_the_store_keeps_no_token_a_thief_could_use(open_house: Opener, tmp_path: Path) -> None:
    house = open_house()
    made = house.create()
    tokens = [made["mine"], *made["links"].values()]
    assert all(len(token) >= 22 for token in tokens)  # 128 bits in the alphabet of links
    storage = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db*"))
    assert made["table"].encode() in storage
    assert not [token for token in tokens if token.encode() in storage]


def test_a_way_to_sync_that_is_unknown_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="normal, full"):
        Store(f"sqlite:///{tmp_path / 'store.db'}", "off")


OLDEST = """
CREATE TABLE sandtable (schema INTEGER NOT NULL PRIMARY KEY);
CREATE TABLE tables (id VARCHAR(32) NOT NULL PRIMARY KEY, game VARCHAR(40) NOT NULL, scenario VARCHAR(80) NOT NULL,
  options TEXT NOT NULL, data VARCHAR(64) NOT NULL, rules INTEGER NOT NULL, seats TEXT NOT NULL,
  forecasts BOOLEAN NOT NULL,
  secret VARCHAR(64) NOT NULL, imported INTEGER NOT NULL, created FLOAT NOT NULL);
CREATE TABLE seats (hash VARCHAR(64) NOT NULL PRIMARY KEY,
  table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  role VARCHAR(8) NOT NULL);
CREATE INDEX ix_seats_table_id ON seats (table_id);
CREATE TABLE sittings (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, side VARCHAR(8) NOT NULL,
  seed VARCHAR(64), PRIMARY KEY (table_id, side));
CREATE TABLE journal (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, n INTEGER NOT NULL,
  kind VARCHAR(8) NOT NULL, side VARCHAR(8) NOT NULL, body TEXT NOT NULL, turn INTEGER NOT NULL, free BOOLEAN NOT NULL,
  draws INTEGER NOT NULL, time FLOAT NOT NULL, PRIMARY KEY (table_id, n));
CREATE TABLE snapshots (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, length INTEGER NOT NULL,
  position TEXT NOT NULL, events TEXT NOT NULL, PRIMARY KEY (table_id, length));
CREATE TABLE talk (table_id VARCHAR(32) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, k INTEGER NOT NULL,
  kind VARCHAR(8) NOT NULL, side VARCHAR(8) NOT NULL, body TEXT NOT NULL, time FLOAT NOT NULL,
  PRIMARY KEY (table_id, k));
INSERT INTO sandtable VALUES (1);
"""
"""The schema from before there were migrations."""


def test_a_database_from_before_there_were_migrations_is_brought_up(store: Store) -> None:
    with store.engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE alembic_version"))
        for statement in OLDEST.split(";"):
            if statement.strip():
                connection.execute(sa.text(statement))
        old = table_row("one")
        connection.execute(
            sa.text(f"INSERT INTO tables ({', '.join(old)}) VALUES ({', '.join(':' + k for k in old)})"), old
        )
        connection.execute(sa.text("INSERT INTO seats VALUES ('h', 'one', 'axis'), ('w', 'one', 'watch')"))
        connection.execute(sa.text("INSERT INTO sittings VALUES ('one', 'axis', NULL)"))
        row = entry("one", 0)
        del row["seen"]
        connection.execute(sa.text(f"INSERT INTO journal VALUES ({', '.join(':' + k for k in row)})"), row)
    with store.engine.begin() as connection:
        bring_up(connection)
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
        assert [one for one in differences if one[0] not in ("add_fk", "remove_fk")] == []  # SQLite tells of them oddly
    assert store.seat("h") == Seat("one", "axis", "own", None)
    assert store.seat("w") == Seat("one", "watch", "watch", None)
    read = store.read("one")
    assert read is not None
    assert read.journal[0]["seen"] == 7
    assert read.sittings[0]["open"] is True
    store.carry_out([(storage.ADD_ENTRY, [entry("one", 1)])])


def test_a_journal_never_has_a_gap(store: Store) -> None:
    store.carry_out([(storage.ADD_TABLE, [table_row("one")]), (storage.ADD_ENTRY, [entry("one", 0)])])
    with pytest.raises(storage.Conflict):
        store.carry_out([(storage.ADD_ENTRY, [entry("one", 2)])])
    store.carry_out([(storage.ADD_ENTRY, [entry("one", 1), entry("one", 2)])])
    read = store.read("one", 1)
    assert read is not None
    assert [row["n"] for row in read.journal] == [1, 2]
