"""The example that learns who wins and looks ahead with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from examples import look_ahead
from examples.look_ahead import Judgement, Outlook, Seer, Training, load, save, seer

import sandtable
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS


def _trained() -> Training:
    training = Training(tell=False)
    training.watch(3)
    training.study(2, 1e-3)
    return training


def test_it_learns_the_same_each_time() -> None:
    first, again, fresh = _trained(), _trained(), Training(tell=False)
    for name, part in first.outlook.weights.items():
        assert np.array_equal(part, again.outlook.weights[name])
        assert not np.array_equal(part, fresh.outlook.weights[name])


def test_it_learns_what_it_is_shown() -> None:
    outlook, rng = Outlook(40, 1), np.random.default_rng(2)
    seen = rng.random((64, 40)).astype(np.float32)
    won = (seen[:, 3] > seen[:, 7]).astype(np.float32)
    assert not outlook.odds(seen).any()
    for _ in range(400):
        outlook.learn(seen, won, 1e-2)
    assert np.mean((outlook.odds(seen) > 0) == won) > 0.9
    assert outlook.odds(seen[0]) == pytest.approx(outlook.odds(seen)[0], abs=1e-3)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    training, pos = _trained(), sandtable.load("bravery").start()
    sense = Judgement(training.encoder, training.outlook)
    assert sense.evaluate(pos, ALLIED) == -sense.evaluate(pos, AXIS) != 0


def test_it_plays_as_it_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, file, pos = _trained(), tmp_path / "kept.npz", sandtable.load("bravery").start()
    save(training.outlook, file)
    monkeypatch.setattr(look_ahead, "KEPT", file)
    kept = seer(training.encoder, load(training.encoder, file), 4)
    assert Seer(4).choose(Seat(pos, "allied")) == kept.choose(Seat(pos, "allied"))


def test_missing_weights_are_named(tmp_path: Path) -> None:
    encoder = Training(tell=False).encoder
    with pytest.raises(ValueError, match=r"there is no none\.npz: `python examples/look_ahead\.py`"):
        load(encoder, tmp_path / "none.npz")
