"""The example game installs beside Sandtable, is found, and shows what every game must show."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from sandtable.engine.view import ForecastView, LogLine, OverlayView, View
from sandtable_skirmish import load
from tests.view_contract import trouble

EXAMPLE = Path(__file__).parents[1] / "examples" / "skirmish"


@pytest.mark.parametrize("seed", range(3))
def test_its_view_keeps_the_contract(seed: int) -> None:
    game, rng = load(), Random(seed)
    pos = game.start()
    while pos.stack:
        for eyes in ("allied", "axis", None):
            assert list(trouble(pos.see(eyes), View)) == []
            assert [fault for line in pos.report(eyes) for fault in trouble(line, LogLine)] == []
            assert list(trouble(pos.overlay(eyes, "reach"), OverlayView)) == []
        action = rng.choice(pos.actions())
        told = pos.forecast(action)
        assert told is None or list(trouble(told, ForecastView)) == []
        pos.play(action)


def test_installed_from_its_folder_it_is_one_of_the_games(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*words, "--no-build-isolation", "--target", str(tmp_path), str(EXAMPLE)], check=True)
    sources = [part for part in sys.path if part and Path(part) != EXAMPLE]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sources])}
    code = "import sandtable; print(*sandtable.games()); print(sandtable.load('skirmish').pack.home)"
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    listed, home = shown.stdout.splitlines()
    assert "skirmish" in listed.split()
    assert Path(home).is_relative_to(tmp_path)
    words = [
        sys.executable,
        "-m",
        "sandtable",
        "simulate",
        "skirmish",
        "-n",
        "2",
        "--allied",
        "random",
        "--axis",
        "random",
    ]
    subprocess.run(words, env=environment, check=True, capture_output=True)


def test_the_list_for_newcomers_leads_to_a_game_that_passes_its_tests(tmp_path: Path) -> None:
    """The commands of docs/add_a_game.md, in order; only the environment of the tests is left as it is."""
    page = (EXAMPLE.parents[1] / "docs/add_a_game.md").read_text(encoding="utf-8")
    commands = page.partition("```sh\n")[2].partition("```")[0].splitlines()
    copied = tmp_path / "sandtable/examples/skirmish"
    shutil.copytree(EXAMPLE, copied, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    copy, rename, replace, install, games, tests, _ = commands
    script = "\n".join(["set -e", copy, rename, replace])
    subprocess.run(["sh", "-c", script], cwd=copied.parents[1], check=True)
    home, installed = tmp_path / "my_game", tmp_path / "installed"
    assert install.startswith("pip install -e .")
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*words, "--no-build-isolation", "--target", str(installed), str(home)], check=True)
    sources = [part for part in sys.path if part and Path(part) != EXAMPLE]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), *sources])}
    assert games.startswith("sandtable games")
    words = [sys.executable, "-m", "sandtable", "games", "my_game"]
    shown = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert "my_game" in shown.stdout
    assert tests.startswith("pytest ")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(home), str(home)]
    told = subprocess.run(words, cwd=home, env=environment, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout[-2000:]


def test_the_step_that_is_shown_to_newcomers_is_the_step_of_the_example() -> None:
    page = (EXAMPLE.parents[1] / "docs/add_a_game.md").read_text(encoding="utf-8")
    shown = page.partition("```python\n")[2].partition("```")[0]
    source = (EXAMPLE / "sandtable_skirmish/rules/r3_march.py").read_text(encoding="utf-8")
    assert re.sub(r"  # .*", "", shown).strip() in source
