"""The wheel carries the built page and all data: installed elsewhere it serves and plays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tools import wheel


def test_the_wheel_serves_the_page_and_plays(tmp_path: Path) -> None:
    made = wheel.build(tmp_path)
    target = tmp_path / "installed"
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*words, "--target", str(target), str(made)], check=True)
    environment = {**os.environ, "PYTHONPATH": str(target)}
    assert wheel.first_move(Path(sys.executable), tmp_path, environment) == "Sandtable"
    code = "import sandtable; print(sandtable.__file__)"
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout.startswith(str(target))
