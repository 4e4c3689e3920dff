"""`examples/bot.py` plays a whole game each way: in Python, over HTTP, over a WebSocket."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SEATS = {"axis": {"kind": "me"}, "allied": {"kind": "agent", "level": "recruit"}}


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("bot", ROOT / "examples/bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the small game of the server's tests."""
    home = tmp_path_factory.mktemp("table")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("src", ".", "examples/skirmish")),
        "SANDTABLE_DATABASE": f"sqlite:///{home / 'table.db'}",
        "SANDTABLE_LIBRARY": "tests.server.small_library:library",
    }
    command = [sys.executable, "-m", "sandtable", "table", "--no-browser", "--port", str(port)]
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=log, stderr=log)
        base = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{base}/healthz", timeout=2).close()
                break
            except OSError:
                assert server.poll() is None, (home / "log").read_text()
                time.sleep(0.1)
        yield base
        server.terminate()
        server.wait(20)


def created(address: str) -> str:
    """The token of a seat at a new table against the machine."""

    def call(path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        head = {"Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(f"{address}/api/{path}", data, head)) as answer:
            return json.load(answer)

    (game,) = call("games")["games"]
    wanted = {"game": game["id"], "scenario": game["scenarios"][0]["id"], "options": {}, "seats": SEATS}
    return str(call("tables", wanted | {"forecasts": False})["mine"])


def test_in_python(bot: ModuleType) -> None:
    assert ": " in bot.play_in_python("bravery")


def test_over_http(bot: ModuleType, address: str) -> None:
    assert bot.play_over_http(address, created(address))


def test_over_a_socket(bot: ModuleType, address: str) -> None:
    assert asyncio.run(bot.play_over_socket(address, created(address)))
