"""The load test runs; its figures are for people to read."""

from __future__ import annotations

import gc
import re

import pytest
from tools import queue_times
from tools.load import main


def test_a_short_load_is_played_and_measured(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--game", "bravery", "--tables", "2", "--seconds", "0.5", "--states", "lean"])
    shown = capsys.readouterr().out
    assert int(re.findall(r"stored actions/s ([\d,]+)", shown)[0].replace(",", "")) > 0
    assert "of processor an action" in shown


def test_waits_follow_from_processor_time(capsys: pytest.CaptureFixture[str]) -> None:
    before = gc.get_threshold()
    try:
        queue_times.main(["--tables", "5", "--seconds", "4", "--pace", "1", "--more", "20000"])
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
    shown = capsys.readouterr().out
    busy = int(re.findall(r"busy (\d+) %", shown)[0])
    p50 = float(re.findall(r"p50 ([\d.]+) ms", shown)[0])
    assert busy >= 4
    assert p50 > 20, "whoever waits for nobody still takes the time of an action"
