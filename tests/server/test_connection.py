"""One socket: who reads too slowly, who never sits down, what comes as bytes."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from fastapi import WebSocket
from tests.server.player import House

from sandtable.server.settings import Settings
from sandtable.server.sockets import TOO_MANY, Connection


class Closing:
    """A socket that only notes how it was closed and what was sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: int | None = None

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        assert reason
        self.closed = code


def test_one_who_reads_too_slowly_is_let_go() -> None:
    socket = Closing()
    connection = Connection(cast(WebSocket, socket), Settings(queue=3))
    for number in range(5):
        connection.send(b"%d" % number)

    asyncio.run(connection.pump())
    assert socket.closed == TOO_MANY
    assert socket.sent == []


def test_one_who_keeps_up_gets_everything_in_order() -> None:
    socket: Any = Closing()
    connection = Connection(socket, Settings(queue=3))

    async def run() -> None:
        pump = asyncio.create_task(connection.pump())
        for number in range(20):
            connection.send(b"%d" % number)
            await asyncio.sleep(0)
        pump.cancel()

    asyncio.run(run())
    assert socket.sent == [str(number) for number in range(20)]


def test_one_who_never_sits_down_is_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.sockets.SIT_SECONDS", 0.05)
    with house.client.websocket_connect("/api/ws") as socket:
        assert socket.receive()["code"] == 4408


def test_a_request_as_bytes_is_taken_too(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.socket.send_bytes(b'{"type": "ping", "id": 99}')
        assert both.until(lambda m: m.get("re") == 99)["type"] == "pong"
        both.socket.send_bytes(b"\xff\xfe")
        assert both.hear("refused")["code"] == "bad"
