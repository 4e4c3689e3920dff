"""The commands of the terminal, run as a person would."""

from __future__ import annotations

import builtins
import re
import sys
from pathlib import Path

import pytest

from sandtable.cli.main import main


def out(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_games_lists_scenarios_options_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    shown = out(capsys, "games")
    for word in ("bravery", "crusader", "eighteen_chits"):
        assert word in shown


def test_rule_shows_home_test_and_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    shown = out(capsys, "rule", "bravery", "7.3.5")
    for word in ("Where to", "r07_retreat.py", "test_r7_3_5_", "R12"):
        assert word in shown


def test_an_unknown_rule_or_game_is_an_error_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("rule", "bravery", "99.9")) == 2
    assert "has no rule 99.9" in capsys.readouterr().err
    assert main(("simulate", "chess", "-n", "1")) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_bad_options_and_agents_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("simulate", "bravery", "-n", "1", "--set", "eighteen_chits=maybe")) == 2
    assert "eighteen_chits takes one of" in capsys.readouterr().err
    assert main(("simulate", "bravery", "-n", "1", "--jobs", "1", "--axis", "napoleon")) == 2
    assert "there is no agent 'napoleon'" in capsys.readouterr().err


def test_simulate_prints_shares_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    shown = out(capsys, "simulate", "bravery", "-n", "6", "--jobs", "1", "--set", "eighteen_chits=true")
    assert "95 % interval" in shown
    assert "6 games" in shown


def test_an_extra_that_is_not_installed_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(("simulate", "bravery", "-n", "1", "--ray", "auto")) == 2
    assert "pip install 'sandtable[ray]'" in capsys.readouterr().err


def test_bench_prints_a_ratio_to_the_reference_loop(capsys: pytest.CaptureFixture[str]) -> None:
    shown = out(capsys, "bench", "bravery", "--seconds", "0.1")
    assert "bravery" in shown
    assert "reference loop" in shown


def test_bench_tells_how_fast_agents_think(capsys: pytest.CaptureFixture[str]) -> None:
    shown = out(capsys, "bench", "bravery", "--seconds", "0.05", "--thinking")
    _, figures = (line.split(" | ") for line in shown.splitlines() if line.startswith(("| game", "| bravery")))
    assert all(float(figure.replace(",", "").strip("| ")) > 0 for figure in figures[1:])


def test_play_takes_actions_answers_questions_and_saves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "game.txt"
    words = iter(["m", "p", "l", "r 5.1.1", "r 99", "3", "u", "put 1A", "put Z", f"s {save}", "?", "nonsense", "q"])
    monkeypatch.setattr(builtins, "input", lambda *_: next(words))
    shown = out(capsys, "play", "bravery", "--seed", "5")
    for word in ("Choose chits for the cup", "0904", "8 RTR", "Chits into the cup", "there is no rule '99'", "saved"):
        assert word in shown
    assert "expected `put chit`, got `put Z`" in shown
    assert save.read_text(encoding="utf-8").endswith("# Turn 1\nallied: put 1A\n")
    assert "all within the rules" in out(capsys, "replay", str(save))


def test_two_agents_play_to_the_end_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    shown = out(capsys, "play", "bravery", "--allied", "random", "--axis", "random", "--seed", "3")
    assert "wins:" in shown
    assert re.search(r"dice: 1 hit, needing \S+ dice [1-6 ]+, 7\.1\.1", shown)  # with the faces, so it can be checked
