"""`sandtable` and `sandtable serve`: ports, the browser, and who may come in."""

from __future__ import annotations

import http.server
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sandtable.cli import serve
from sandtable.cli.main import main
from sandtable.server.app import create_app


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


@pytest.mark.parametrize(
    ("words", "host", "hosts"),
    [
        (["table", "--port", "0"], "127.0.0.1", "localhost"),
        (["serve", "--port", "0"], "0.0.0.0", "*"),
        (["serve", "--host", "127.0.0.1", "--port", "0"], "127.0.0.1", "*"),  # behind a proxy, under a public name
    ],
)
def test_at_home_only_this_machine_comes_in(
    words: list[str], host: str, hosts: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    ran: dict[str, Any] = {}

    def served(settings: Any, listening: socket.socket) -> None:
        ran.update(settings=settings, host=listening.getsockname()[0])
        listening.close()

    monkeypatch.setattr("sandtable.server.running.serve", served)
    monkeypatch.setattr("webbrowser.open", lambda _: None)
    monkeypatch.setattr(serve, "open_when_ready", lambda _: None)
    monkeypatch.setattr(serve, "settle_memory", lambda: None)
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    assert main(words) == 0
    assert ran["host"] == host
    assert ran["settings"].hosts.startswith(hosts)


def test_the_table_at_home_plays_with_a_folder_of_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: dict[str, Any] = {}

    def served(settings: Any, listening: socket.socket) -> None:
        ran.update(data=settings.data)
        listening.close()

    monkeypatch.setattr("sandtable.server.running.serve", served)
    monkeypatch.setattr(serve, "settle_memory", lambda: None)
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    assert main(["data", "copy", "bravery", str(tmp_path / "mine"), "units"]) == 0
    assert main(["table", "--no-browser", "--port", "0", "--data", str(tmp_path / "mine")]) == 0
    assert ran["data"] == f"bravery={tmp_path / 'mine'}"
    units = tmp_path / "mine" / "units.csv"
    units.write_text(units.read_text().replace(",90LT,infantry,B,", ",90LT,infantry,E,", 1))
    capsys.readouterr()
    assert main(["table", "--no-browser", "--port", "0", "--data", str(tmp_path / "mine")]) == 2
    assert "column 'level': expected one of" in capsys.readouterr().err


def test_words_that_cannot_be_served_are_explained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    for words in (["serve", "--port", "99999"], ["serve", "--port", "-1"], ["serve", "--workers", "0"]):
        with pytest.raises(SystemExit):
            main(words)
    assert "a port is a number from 0 to 65535" in capsys.readouterr().err
    assert main(["serve", "--workers", "2"]) == 2
    assert "several workers need PostgreSQL" in capsys.readouterr().err
    with socket.socket() as taken:
        taken.bind((serve.LOCAL, 0))
        taken.listen()
        for host in ("localhost", "127.0.0.1"):  # a service is not moved to another port in silence
            assert main(["serve", "--host", host, "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen on" in capsys.readouterr().err
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'no' / 'such' / 'folder.db'}")
    assert main(["serve", "--port", "0"]) == 2
    assert "the database cannot be used" in capsys.readouterr().err


def test_a_taken_port_and_a_page_that_is_not_there_are_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def served(settings: Any, listening: socket.socket) -> None:
        with TestClient(create_app(settings), "http://127.0.0.1") as client:
            answer = client.get("/")
            assert (answer.status_code, "not built" in answer.text) == (503, True)
        listening.close()

    monkeypatch.setattr("sandtable.server.running.serve", served)
    monkeypatch.setattr("sandtable.server.app.STATIC", tmp_path)
    monkeypatch.setattr(serve, "settle_memory", lambda: None)
    monkeypatch.setenv("SANDTABLE_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    with socket.socket() as taken:
        taken.bind((serve.LOCAL, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["table", "--no-browser", "--port", str(port)]) == 0
    told = capsys.readouterr()
    assert f"Port {port} is taken" in told.out
    assert "The page is not built" in told.err


@pytest.mark.parametrize("address", ["nonsense", "/srv/tables.db", "nobodys://host/name"])
def test_an_address_that_is_none_is_said_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setenv("SANDTABLE_DATABASE", address)
    assert main(["serve", "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("sandtable: this is not the address of a database")
    assert "postgresql://" in said
    assert said.count("\n") == 1
