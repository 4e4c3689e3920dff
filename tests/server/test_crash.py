"""A server killed in the middle of play loses nothing it acknowledged."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

TABLES = 4
KILLED_AFTER = 150

SERVE = """
import sys, uvicorn
from sandtable.server.app import create_app
from sandtable.server.settings import Settings
settings = Settings(database=sys.argv[1], library="tests.server.skirmish:library")
uvicorn.run(create_app(settings), fd=int(sys.argv[2]), log_level="critical", ws="websockets-sansio", ws_max_size=65536)
"""


def start(database: str) -> tuple[subprocess.Popen[bytes], str]:
    """A server in a process of its own; requests wait in its socket until it listens."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    path = os.pathsep.join(part for part in sys.path if part)
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, database, str(listener.fileno())],
        env={**os.environ, "PYTHONPATH": path},
        pass_fds=[listener.fileno()],
    )
    base = f"127.0.0.1:{listener.getsockname()[1]}"
    listener.close()
    return process, base


def call(base: str, path: str, token: str = "", body: Any = None) -> Any:
    """One HTTP request."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"http://{base}{path}", data, headers), timeout=60) as answer:
        return json.loads(answer.read())


async def play(base: str, token: str, acknowledged: list[list[Any]], count: list[int], kill: Any) -> None:
    """Play as fast as answers come, and remember every action that was acknowledged."""
    try:
        async with connect(f"ws://{base}/api/ws", max_size=None) as link:
            await link.send(json.dumps({"type": "sit", "token": token, "lean": True}))
            sent: list[Any] | None = None
            while True:
                message = json.loads(await link.recv())
                if message["type"] != "state":
                    continue
                if sent is not None:
                    acknowledged.append(sent)
                    count[0] += 1
                    if count[0] == KILLED_AFTER:
                        kill()
                sent = message["actions"][(message["n"] * 7) % len(message["actions"])]
                await link.send(json.dumps({"type": "play", "n": message["n"], "action": sent}))
    except ConnectionClosed:
        return


def test_killed_during_play_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    process, base = start(database)
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "me"}}
    body = {"game": "skirmish", "seats": seats, "options": {"turns": 400}}
    tokens = [call(base, "/api/tables", body=body)["mine"] for _ in range(TABLES)]
    heard: dict[str, list[list[Any]]] = {token: [] for token in tokens}
    count = [0]

    async def everybody() -> None:
        await asyncio.gather(
            *(play(base, token, heard[token], count, lambda: process.send_signal(signal.SIGKILL)) for token in tokens)
        )

    asyncio.run(everybody())
    process.wait(30)
    assert count[0] >= KILLED_AFTER

    process, base = start(database)
    try:
        for token in tokens:
            document = call(base, "/api/table/export", token)
            players = [action for action in document["actions"] if action[0] != "roll"]
            assert players[: len(heard[token])] == heard[token]
            assert len(players) <= len(heard[token]) + 1
    finally:
        process.terminate()
        process.wait(30)


def test_a_frame_over_the_limit_closes_the_socket(tmp_path: Path) -> None:
    process, base = start(f"sqlite:///{tmp_path / 'tables.db'}")

    async def send_too_much() -> int | None:
        async with connect(f"ws://{base}/api/ws", open_timeout=60) as link:
            await link.send("x" * 70_000)
            try:
                await link.recv()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else None
        return None

    try:
        assert asyncio.run(send_too_much()) == 1009
    finally:
        process.terminate()
        process.wait(30)
