"""The sample configurations of nginx and Caddy, with other ports, in front of a real server."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.load import LOOPBACK, free_port
from websockets.asyncio.client import connect

HOSTING = Path(__file__).parents[2] / "examples" / "hosting"
TABLE = {"game": "skirmish", "seats": {"allied": {"kind": "me"}, "axis": {"kind": "me"}}}
CREATES = 3
"""New tables a minute for one visitor."""


def asked(port: int, path: str, body: Any = None, host: str = LOOPBACK, **headers: str) -> tuple[int, Any, bytes]:
    """One request of a visitor with this address."""
    link = http.client.HTTPConnection("localhost", port, source_address=(host, 0), timeout=60)
    try:
        data = None if body is None else json.dumps(body)
        link.request("GET" if data is None else "POST", path, data, {"Content-Type": "application/json", **headers})
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        link.close()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until it answers."""
    while True:
        try:
            if asked(port, "/readyz")[0] == 200:
                return
        except OSError:
            pass
        assert process.poll() is None
        time.sleep(0.05)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[int]:
    """The port of a server that trusts a proxy on the same machine."""
    port = free_port()
    settings = {
        "PYTHONPATH": os.pathsep.join(part for part in sys.path if part),
        "SANDTABLE_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}",
        "SANDTABLE_LIBRARY": "tests.server.small_library:library",
        "SANDTABLE_CREATES_PER_MINUTE": str(CREATES),
        "SANDTABLE_METRICS": "yes",
        "SANDTABLE_HSTS": "yes",
    }
    words = [sys.executable, "-m", "sandtable", "serve", "--host", LOOPBACK, "--port", str(port)]
    process = subprocess.Popen(words, env={**os.environ, **settings}, stdout=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def nginx(folder: Path, port: int, server: int) -> list[str]:
    """The command, with the sample as the only site."""
    sample = (HOSTING / "nginx.conf").read_text("utf-8")
    for old, new in {
        "listen 80;": f"listen {LOOPBACK}:{port};",
        "    listen [::]:80;\n": "",
        "127.0.0.1:1941": f"{LOOPBACK}:{server}",
    }.items():
        assert old in sample
        sample = sample.replace(old, new)
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{part}_temp_path {folder / part};" for part in parts)
    whole = f"daemon off; pid {folder}/pid; events {{}}\nhttp {{ access_log off; {places}\n{sample}}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    return ["nginx", "-e", str(folder / "errors"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, server: int) -> list[str]:
    """The command, with the sample as the only site; a name that is not public has no certificate."""
    sample = (HOSTING / "Caddyfile").read_text("utf-8")
    for old, new in {
        "table.example.org {": f"http://localhost:{port} {{",
        "127.0.0.1:1941": f"{LOOPBACK}:{server}",
    }.items():
        assert old in sample
        sample = sample.replace(old, new)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{sample}", encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@pytest.fixture(params=[nginx, caddy])
def proxy(request: pytest.FixtureRequest, server: int, tmp_path: Path) -> Iterator[int]:
    """The port of a proxy in front of the server."""
    port = free_port()
    words = request.param(tmp_path, port, server)
    program = shutil.which(words[0], path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip(f"{words[0]} is not installed")
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    process = subprocess.Popen([program, *words[1:]], env=home, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(30)


async def first_state(port: int, token: str) -> Any:
    async with connect(f"ws://localhost:{port}/api/ws", open_timeout=60) as link:
        await link.send(json.dumps({"type": "sit", "token": token, "seed": "5a" * 32}))
        while (message := json.loads(await link.recv()))["type"] != "state":
            pass
        return message


def test_a_table_is_reached_and_guarded_through_a_proxy(proxy: int, server: int) -> None:
    status, headers, text = asked(proxy, "/api/tables", TABLE)
    assert (status, headers["strict-transport-security"]) == (201, "max-age=31536000")
    assert asyncio.run(first_state(proxy, json.loads(text)["mine"]))["view"]["actions"]
    assert asked(proxy, "/metrics")[0] == 404
    assert asked(server, "/metrics")[0] == 200
    assert asked(proxy, "/api/tables/import", "x" * 10_000_000)[0] == 413
    made = [asked(proxy, "/api/tables", TABLE, "127.0.0.2")[0] for _ in range(CREATES + 1)]
    assert made == [*[201] * CREATES, 429], "each visitor has limits of their own"
    assert asked(proxy, "/api/tables", TABLE, "127.0.0.3")[0] == 201
    forged = {"X-Forwarded-For": "203.0.113.7"}
    assert asked(proxy, "/api/tables", TABLE, "127.0.0.2", **forged)[0] == 429, "and cannot say they are somebody else"
