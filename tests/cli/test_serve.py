"""`sandtable` and `sandtable serve`: ports, the browser, and who may come in."""

from __future__ import annotations

import http.server
import socket
import threading
from typing import Any

import pytest

from sandtable.cli import serve
from sandtable.cli.main import main


def test_a_port_in_use_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind((serve.LOCAL, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < serve.free_port(serve.LOCAL, port) < port + serve.TRIED
    assert serve.free_port(serve.LOCAL, 0) > 0


def test_the_browser_opens_once_the_table_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    server = http.server.HTTPServer((serve.LOCAL, 0), http.server.SimpleHTTPRequestHandler)
    monkeypatch.setattr(http.server.SimpleHTTPRequestHandler, "log_message", lambda *_: None)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    address = f"http://{serve.LOCAL}:{server.server_port}/"
    serve.open_when_ready(address)
    thread.join()
    server.server_close()
    assert opened == [address]
    serve.open_when_ready(address, patience=0.2)
    assert opened == [address]


@pytest.mark.parametrize(("words", "host", "hosts"), [([], "127.0.0.1", "localhost"), (["serve"], "0.0.0.0", "*")])
def test_at_home_only_this_machine_comes_in(
    words: list[str], host: str, hosts: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    ran: dict[str, Any] = {}
    monkeypatch.setattr("uvicorn.run", lambda app, **given: ran.update(given, app=app))
    monkeypatch.setattr("webbrowser.open", lambda _: None)
    monkeypatch.setattr(serve, "open_when_ready", lambda _: None)
    monkeypatch.setattr(serve, "settle_memory", lambda: None)
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    assert main(words) == 0
    assert ran["host"] == host
    guard = next(layer for layer in ran["app"].user_middleware if layer.cls.__name__ == "Guard")
    assert guard.kwargs["settings"].hosts.startswith(hosts)
    assert ran["access_log"] is False
