"""One rude client: slow heads and bodies, files that take for ever, endless questions. Nobody else notices."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Opener
from tests.server.player import House, Json

from sandtable.server.app import create_app
from sandtable.server.guard import RequestGuard
from sandtable.server.patience import PatientProtocol
from sandtable.server.settings import Settings
from sandtable.table.limits import Budgets, network_of


def asked(guard: RequestGuard, path: str, parts: list[Any], answers: list[Any]) -> asyncio.Task[None]:
    """A request whose body comes in parts, and then stops coming."""

    async def receive() -> Any:
        if parts:
            return parts.pop(0)
        await asyncio.sleep(3600)
        return None

    async def send(message: Any) -> None:
        answers.append(message)

    scope = {"type": "http", "method": "POST", "path": path, "headers": [], "client": ("10.0.0.1", 5)}
    return asyncio.create_task(guard(scope, receive, send))


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An app that must not be reached."""
    raise AssertionError("reached")


def test_a_body_that_stalls_is_given_up() -> None:
    async def run() -> list[Any]:
        answers: list[Any] = []
        guard = RequestGuard(nothing, Settings(body_seconds=0.05))
        await asked(guard, "/api/tables", [{"type": "http.request", "body": b"{", "more_body": True}], answers)
        return answers

    answers = asyncio.run(run())
    assert answers[0]["status"] == 408
    assert b"too_slow" in answers[1]["body"]


def test_few_big_bodies_are_read_at_once() -> None:
    async def run() -> list[Any]:
        answers: list[Any] = []
        guard = RequestGuard(nothing, Settings(big_bodies=2))
        tasks = [asked(guard, "/api/tables/import", [], answers) for _ in range(3)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return answers

    assert [answer["status"] for answer in asyncio.run(run()) if "status" in answer] == [429]


@contextmanager
def listening(folder: Path, **given: Any) -> Iterator[int]:
    """A real server in a thread, for what happens below HTTP."""
    import uvicorn

    settings = Settings(
        database=f"sqlite:///{folder / 'tables.db'}", library="tests.server.small_library:library", **given
    )
    open_socket = socket.socket()
    open_socket.bind(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(settings), http=PatientProtocol.of(settings), log_config=None, lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: server.run(sockets=[open_socket]))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield open_socket.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        open_socket.close()


def closed(connection: socket.socket) -> bool:
    """Does the server close this?"""
    connection.settimeout(30)
    return connection.recv(1000) == b""


def test_half_a_request_is_not_waited_for(tmp_path: Path) -> None:
    with listening(tmp_path, head_seconds=0.2) as port:
        for sent in (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n"):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(sent)
                assert closed(connection)
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(1000).startswith(b"HTTP/1.1 200")


def test_one_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with listening(tmp_path, connections_per_address=2) as port:
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(2)]
        for connection in held:  # each has been taken
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(1000)
        with socket.create_connection(("127.0.0.1", port)) as one_more:
            assert closed(one_more)
        for connection in held:
            connection.close()


def churning(file: Json, pairs: int) -> Json:
    """A file that plays and takes back, over and over, far from any stored position."""
    journal = list(file["table"]["journal"])
    start = next(n for n, entry in enumerate(journal) if entry[0] == "play" and entry[4])
    play, back = journal[start], ["undo", journal[start][1], {"to": start, "asked": False}, 1, False, 0, 1.0]
    table = {**file["table"], "journal": journal[:start] + pairs * [play, back] + journal[start:]}
    return {**file, "table": table}


def test_a_file_that_takes_too_long_is_refused_and_its_address_waits(
    open_house: Opener, finished_file: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.work.COMES_BACK", 0.0)  # however long the requests take on a busy machine
    house = open_house(import_seconds=0.004, processor_seconds=0.006)
    document = churning(finished_file, 8_000)
    for path in ("/api/tables/import", "/api/replay/verify"):
        answers = [house.client.post(path, json=document) for _ in range(4)]
        assert [answer.json()["error"]["code"] for answer in answers][-1] == "too_fast"
    assert house.create(axis="me", allied="me")["mine"]  # what costs little is still done


def test_a_file_that_is_played_in_time_is_taken(open_house: Opener, finished_file: Json) -> None:
    house = open_house(import_seconds=30.0)
    assert house.client.post("/api/tables/import", json=churning(finished_file, 20)).status_code == 201


def test_advice_has_a_budget(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.tables.THOUGHT_AT_ONCE", 0.001)
    monkeypatch.setattr("sandtable.table.advice.ADVICE_SECONDS", 0.5)
    house = open_house(think_share=0.0)
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        assert both.ask("advise")["type"] == "answer"
        assert both.ask("advise")["code"] == "too_fast"
        assert both.play("card", 1)["type"] == "state"


def test_a_budget_comes_back_and_debts_are_paid_first() -> None:
    now = [0.0]
    budgets = Budgets(0.5, 10, lambda: now[0])
    budgets.spend("a", 14)
    assert not budgets.has("a")
    assert budgets.has("b")
    now[0] = 8.0
    assert not budgets.has("a")
    now[0] = 9.0
    assert budgets.left("a") == 0.5
    now[0] = 1000.0
    assert budgets.left("a") == 10


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("not:an:address", "not:an:address"),
    ],
)
def test_an_ipv6_customer_is_counted_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_watchers_cannot_use_up_the_players_talk(open_house: Opener) -> None:
    house: House = open_house(talk_per_table=4)
    made = house.create(axis="me", allied="me")
    with house.sit(made["links"]["watch"]) as watcher, house.sit(made["mine"]) as both:
        assert [watcher.ask("chat", text="x").get("code") for _ in range(3)] == [None, None, "too_big"]
        assert both.ask("chat", text="mine").get("code") is None
