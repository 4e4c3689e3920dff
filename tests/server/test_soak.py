"""The soak, in small: it strikes, it is rude, and it notices what is lost."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.server.postgres import cluster
from tools import soak


def test_what_was_acknowledged_must_be_stored_in_its_order() -> None:
    stored = [["a"], ["b"], ["a"], ["c"]]
    assert soak.missing([["a"], ["c"]], stored) == 0
    assert soak.missing([["a"], ["a"], ["c"]], stored) == 0
    assert soak.missing([["c"], ["b"]], stored) == 1
    assert soak.missing([["a"], ["d"]], stored) == 1


def test_addresses_are_all_different() -> None:
    assert len({soak.address(number) for number in range(20_000)}) == 20_000


def test_a_short_soak_loses_nothing() -> None:
    with cluster():
        pass  # where there is no PostgreSQL this is skipped
    words = [sys.executable, "-m", "tools.soak", "--tables", "4", "--minutes", "0.5", "--every", "7", "--no-write"]
    path = os.pathsep.join(part for part in sys.path if part)
    ran = subprocess.run(words, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=110)
    shown = ran.stdout
    assert ran.returncode == 0, ran.stderr
    assert "| acknowledged and lost | 0 |" in shown
    assert "first server killed" in shown
    assert "the rude one" in shown
