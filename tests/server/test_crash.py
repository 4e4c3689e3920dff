"""A server killed in the middle of play loses nothing it acknowledged."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

TABLES = 4
KILLED_AFTER = 150


def start(database: str) -> tuple[subprocess.Popen[str], str]:
    """The real command in a process of its own, on any free port; it has been asked once and answered."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(part for part in sys.path if part),
        "SANDTABLE_DATABASE": database,
        "SANDTABLE_LIBRARY": "tests.server.small_library:library",
    }
    words = [sys.executable, "-m", "sandtable", "table", "--no-browser", "--port", "0"]
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    base = process.stdout.readline().split("//")[1].split("/")[0]
    while True:
        try:
            call(base, "/api/games")
        except urllib.error.URLError:
            assert process.poll() is None
            time.sleep(0.02)
        else:
            return process, base


def end(process: subprocess.Popen[str]) -> None:
    """Let a server stop by itself."""
    process.terminate()
    process.communicate(timeout=30)


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
            await link.send(json.dumps({"type": "sit", "token": token, "states": "lean"}))
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
    process.communicate(timeout=30)
    assert count[0] >= KILLED_AFTER

    process, base = start(database)
    try:
        for token in tokens:
            document = call(base, "/api/table/export", token)
            players = [action for action in document["actions"] if action[0] != "roll"]
            assert players[: len(heard[token])] == heard[token]
            assert len(players) <= len(heard[token]) + 1
    finally:
        end(process)


def test_a_frame_over_the_limit_closes_the_socket(tmp_path: Path) -> None:
    process, base = start(f"sqlite:///{tmp_path / 'tables.db'}")

    async def send_too_much(size: int) -> tuple[int, bool] | None:
        async with connect(f"ws://{base}/api/ws", open_timeout=60) as link:
            try:
                await link.send("x" * size)
                await link.recv()
            except ConnectionClosed as closed:
                return (closed.rcvd.code, "limit" in closed.rcvd.reason) if closed.rcvd else None
        return None

    try:
        for size in (70_000, 1_000_000) * 10:  # it is said why, however much was still on its way
            assert asyncio.run(send_too_much(size)) == (1009, True)
    finally:
        end(process)


def test_a_server_that_is_told_to_stop_stops_cleanly(tmp_path: Path) -> None:
    process, base = start(f"sqlite:///{tmp_path / 'tables.db'}")
    assert call(base, "/api/openapi.json")["info"]["title"] == "Sandtable"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode in (0, 130, -signal.SIGINT)


def test_a_hangup_says_goodbye_before_the_server_ends(tmp_path: Path) -> None:
    """`systemctl reload` sends one, and a server alone is then started again."""
    process, base = start(f"sqlite:///{tmp_path / 'tables.db'}")

    async def told() -> int | None:
        async with connect(f"ws://{base}/api/ws", open_timeout=60) as link:
            process.send_signal(signal.SIGHUP)
            try:
                await link.recv()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else None
        return None

    try:
        assert asyncio.run(told()) == 1012
        process.communicate(timeout=30)
    finally:
        end(process)
