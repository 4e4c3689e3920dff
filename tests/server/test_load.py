"""The load test runs; its figures are for people to read."""

from __future__ import annotations

import re

import pytest
from tools.load import main


def test_a_short_load_is_played_and_measured(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--game", "bravery", "--tables", "2", "--seconds", "0.5", "--states", "lean"])
    shown = capsys.readouterr().out
    assert int(re.findall(r"stored actions/s ([\d,]+)", shown)[0].replace(",", "")) > 0
    assert "of processor an action" in shown
