"""`examples/bot.py` plays a whole game each way: in Python, over HTTP, over a WebSocket."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from json import dumps
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import urlencode

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


class Answer(NamedTuple):
    """What an HTTP client gives back."""

    body: bytes

    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


class Client(ModuleType):
    """As much of the `requests` package as the protocol's bot uses, and what it last heard."""

    heard: Any = None

    def post(self, url: str, json: Any, headers: Mapping[str, str] | None = None) -> Answer:
        """Send a document."""
        return self._call(url, dumps(json).encode(), headers or {})

    def get(self, url: str, params: Mapping[str, Any], headers: Mapping[str, str]) -> Answer:
        """Ask."""
        return self._call(f"{url}?{urlencode(params)}", None, headers)

    def _call(self, url: str, data: bytes | None, headers: Mapping[str, str]) -> Answer:
        request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
        with urllib.request.urlopen(request, timeout=60) as answer:
            found = Answer(answer.read())
        self.heard = found.json()
        return found


def test_the_bot_of_the_protocol(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays to the end as it is printed, but for the address, the game and the level of this server."""
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for printed, here in (("http://127.0.0.1:1941", address), ("bravery", "skirmish"), ("sergeant", "recruit")):
        assert printed in code
        code = code.replace(printed, here)
    client = Client("requests")
    monkeypatch.setitem(sys.modules, "requests", client)
    exec(code, {})
    assert client.heard["view"]["outcome"]
