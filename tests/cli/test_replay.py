"""`sandtable replay`: a saved game checked, watched, and its dice verified."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.cli.main import main
from sandtable.table.fair_dice import Dice, commitment
from sandtable.table.journal import Entry
from sandtable.table.timeline import Timeline

SECRET, SEED = "0a" * 32, "0b" * 32


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    """A whole random game of Bravery as the table exports it."""
    game = sandtable.load("bravery")
    line, dice, rng, journal = Timeline(game, "crusader", {}), Dice(SECRET, SEED, None), Random(7), []
    while line.pos.stack:
        if line.pos.side == "chance":
            action, draws = dice.outcome(line.pos)
            journal.append(Entry.of_move(line.play(action), len(draws)))
        else:
            journal.append(Entry.of_move(line.play(rng.choice(line.pos.actions()))))
    actions = [move.action for move in line.moves]
    record = sandtable.Record(game.id, "crusader", line.pos.box.options, game.pack.digest, game.rules_version, actions)
    document: dict[str, Any] = json.loads(
        json.dumps(
            {
                **record.document(),
                "table": {"journal": [list(entry) for entry in journal]},
                "dice": {"commitment": commitment(SECRET), "secret": SECRET, "seeds": {"allied": SEED, "axis": None}},
            }
        )
    )
    return document


def saved(folder: Path, document: Any) -> str:
    """A file with this in it."""
    path = folder / "game.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_a_sound_game_passes(played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("replay", saved(tmp_path, played), "--verify")) == 0
    shown = capsys.readouterr().out
    assert "all within the rules" in shown
    assert "Over: " in shown
    assert "draws follow from the secret" in shown


def test_loaded_dice_fail(played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = {**played, "dice": {**played["dice"], "seeds": {"allied": SECRET, "axis": None}}}
    assert main(("replay", saved(tmp_path, other), "--verify")) == 1
    assert "Dice not verified" in capsys.readouterr().out


def test_an_illegal_action_is_named(played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = {**played, "actions": [*played["actions"][:20], ["fly"], *played["actions"][21:]]}
    assert main(("replay", saved(tmp_path, broken))) == 2
    assert "action 20 ['fly']" in capsys.readouterr().err


@pytest.mark.parametrize("document", [[], {}, {"game": "bravery"}, {"game": "chess", "actions": []}])
def test_a_file_that_is_no_game(document: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("replay", saved(tmp_path, document))) == 2
    assert capsys.readouterr().err


def test_a_game_without_dice_cannot_be_verified(
    played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = {key: value for key, value in played.items() if key not in ("dice", "table")}
    assert main(("replay", saved(tmp_path, plain))) == 0
    assert main(("replay", saved(tmp_path, plain), "--verify")) == 2
    assert "not played at the table" in capsys.readouterr().err


def test_watch_goes_turn_by_turn(
    played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = iter(["", "q"])
    monkeypatch.setattr(builtins, "input", lambda *_: next(words))
    assert main(("replay", saved(tmp_path, played), "--watch", "--eyes", "axis")) == 0
    assert capsys.readouterr().out.count("after ") >= 2
