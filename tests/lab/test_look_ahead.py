"""The example that learns who wins and looks ahead with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from examples import look_ahead
from examples.look_ahead import SIZE, Judgement, Outlook, Seer, Training, load, names, save, seer

import sandtable
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS


def _trained() -> Training:
    training = Training(tell=False)
    training.watch(3)
    return training


def test_it_learns_the_same_each_time() -> None:
    first, again = _trained(), _trained()
    assert np.array_equal(first.outlook.weights, again.outlook.weights)
    assert first.outlook.weights.any()
    assert not Training(tell=False).outlook.weights.any()


def test_it_learns_what_it_is_shown() -> None:
    outlook, rng = Outlook(), np.random.default_rng(2)
    seen = rng.standard_normal((64, SIZE))
    won = (seen[:, 3] > seen[:, 7]).astype(float)
    assert not outlook.odds(seen).any()
    outlook.learn(seen, won)
    assert np.mean((outlook.odds(seen) > 0) == won) > 0.9
    assert outlook.weights[3] > 0 > outlook.weights[7]
    assert outlook.odds(seen[0]) == pytest.approx(outlook.odds(seen)[0])


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    sense, pos = Judgement(_trained().outlook), sandtable.load("bravery").start()
    assert sense.evaluate(pos, ALLIED) == -sense.evaluate(pos, AXIS) != 0


def test_it_plays_as_it_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, file, pos = _trained(), tmp_path / "kept.json", sandtable.load("bravery").start()
    save(training.outlook, file)
    monkeypatch.setattr(look_ahead, "KEPT", file)
    assert Seer(4).choose(Seat(pos, "allied")) == seer(load(file), 4).choose(Seat(pos, "allied"))


def test_the_weights_that_are_kept_have_their_names() -> None:
    assert len(load(look_ahead.KEPT).weights) == len(names()) == SIZE
    assert load(look_ahead.KEPT).weights.any()


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"there is no none\.json: `python examples/look_ahead\.py`"):
        load(tmp_path / "none.json")
