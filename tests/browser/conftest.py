"""A table on a free port and Debian's Chromium, for tests that play through the page."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.play import PATIENCE
from tests.browser.same_dice import FIXED_SEEDS

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/sandtable/server/static/index.html"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may drop a tap, so a test of the page has more than one try; all are counted."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=2))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table with an empty store."""
    with running_table(tmp_path_factory.mktemp("table")) as base:
        yield base


@contextmanager
def running_table(home: Path) -> Iterator[str]:
    """A table that keeps its store in a folder; its address."""
    assert STATIC.exists(), "the client is not built: run make"
    port = _free_port()
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
        "SANDTABLE_DATABASE": f"sqlite:///{home / 'table.db'}",
        "SANDTABLE_CREATES_PER_MINUTE": "1000",
        "SANDTABLE_REQUESTS_PER_SECOND": "1000",
    }
    command = [sys.executable, "-m", "tests.browser.same_dice", "table", "--no-browser", "--port", str(port)]
    with (home / "log").open("w") as log:
        server = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=log, stderr=log)
        base = f"http://127.0.0.1:{port}"
        _wait_for(f"{base}/api/games", server, home / "log")
        try:
            yield base
        finally:
            server.terminate()
            server.wait(10)


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
    raise AssertionError(f"the table did not start: {log.read_text()}")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the tests here; its event loop must be gone before tests elsewhere run one of their own."""
    found = os.environ.get("SANDTABLE_CHROMIUM") or shutil.which("chromium")
    assert found, "there is no Chromium: install it, or set SANDTABLE_CHROMIUM"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Complaints(list[str]):
    """What the console and the page's errors said; a test ends with none."""

    def hear(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.append(str(error)))
        page.on("console", lambda said: self.append(said.text) if said.type == "error" else None)


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens the lobby as a new visitor; refused styles, scripts and errors of any kind fail the test."""
    complaints = Complaints()
    contexts: list[BrowserContext] = []

    def go(path: str = "/", **settings: object) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce"} | settings  # type: ignore[arg-type]
        )
        context.add_init_script(FIXED_SEEDS)
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        contexts.append(context)
        page = context.new_page()
        complaints.hear(page)
        page.goto(address + path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert not complaints, complaints
