"""Servers for tests: in this process on a fresh database, with the small game."""

from __future__ import annotations

import faulthandler
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from fastapi.testclient import TestClient
from tests.server.player import House, Json, finished

from sandtable.server.app import create_app
from sandtable.server.settings import Settings

Opener = Callable[..., House]


LONGEST_SECONDS = 300
"""No test takes nearly as long, but a busy machine may have little time for it."""


@pytest.fixture(autouse=True)
def no_endless_wait(pytestconfig: pytest.Config) -> Iterator[None]:
    """A test that waits for a message that never comes ends the run and shows where, past what captures the output."""
    faulthandler.dump_traceback_later(LONGEST_SECONDS, exit=True, file=pytestconfig.stash[fault_handler_stderr_fd_key])
    yield
    faulthandler.cancel_dump_traceback_later()


def opened(folder: Path, **given: Any) -> TestClient:
    """A server on a database of its own."""
    usual = {"database": f"sqlite:///{folder / 'tables.db'}", "library": "tests.server.small_library:library"}
    return TestClient(create_app(Settings(**{**usual, **given})), base_url="http://localhost")


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Opener]:
    """Opens servers on one database, each after the one before has closed; keywords are settings."""
    with ExitStack() as stack:

        def next_one(**given: Any) -> House:
            stack.close()
            return House(stack.enter_context(opened(tmp_path, **given)))

        yield next_one


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that do not look at its limits: tables know nothing of each other."""
    with opened(tmp_path_factory.mktemp("house"), creates_per_minute=10_000, requests_per_second=10_000) as client:
        yield House(client)


@pytest.fixture(scope="session")
def finished_file(house: House) -> Json:
    """A finished game as a file."""
    return finished(house)[0]
