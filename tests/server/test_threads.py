"""Several threads use a game for the first time, at once, under the real server: nothing shared is spoilt."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.test_crash import call, end
from websockets.sync.client import connect

import sandtable

TOGETHER = 4


@contextmanager
def fresh_server(folder: Path) -> Iterator[str]:
    """A server that has loaded no game yet: nobody has looked at its lobby."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(part for part in sys.path if part),
        "SANDTABLE_DATABASE": f"sqlite:///{folder / 'tables.db'}",
    }
    words = [sys.executable, "-m", "sandtable", "table", "--no-browser", "--port", "0"]
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    base = process.stdout.readline().split("//")[1].split("/")[0]
    while True:
        try:
            urllib.request.urlopen(f"http://{base}/healthz", timeout=5).close()
            break
        except urllib.error.URLError:
            assert process.poll() is None
            time.sleep(0.02)
    try:
        yield base
    finally:
        end(process)


def looked_at(base: str, token: str, overlays: tuple[str, ...]) -> list[Any]:
    """What a seat is shown, and every overlay."""
    with connect(f"ws://{base}/api/ws", max_size=None, open_timeout=60) as link:
        link.send(json.dumps({"type": "sit", "token": token, "seed": "5a" * 32}))
        shown: list[Any] = []
        while not shown:
            message = json.loads(link.recv(60))
            if message["type"] == "state":
                shown.append(message["view"])
        for number, name in enumerate(overlays):
            link.send(json.dumps({"type": "overlay", "id": number, "name": name}))
            while (message := json.loads(link.recv(60))).get("re") != number:
                pass
            assert message["type"] == "answer", message
            shown.append(message["value"])
        return shown


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_first_use_by_several_at_once_is_as_by_one(tmp_path: Path, game: str) -> None:
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "me"}}
    overlays = tuple(sandtable.load(game).overlays)
    with fresh_server(tmp_path) as base:  # makes the tables, and what one alone is shown
        tokens = [call(base, "/api/tables", body={"game": game, "seats": seats})["mine"] for _ in range(TOGETHER)]
        expected = [looked_at(base, token, overlays) for token in tokens]
    with fresh_server(tmp_path) as base, ThreadPoolExecutor(TOGETHER) as pool:
        together = list(pool.map(lambda token: looked_at(base, token, overlays), tokens))
        again = [looked_at(base, token, overlays) for token in tokens]
    assert together == expected
    assert again == expected
