"""The fit of an evaluation's terms finds the factors that made the results."""

from __future__ import annotations

import numpy as np
import pytest
from tools.tune import fitted, tell_test, watched

import sandtable
from sandtable.ai import sense_of


def test_factors_that_made_the_results_are_found_again() -> None:
    rng = np.random.default_rng(3)
    rows = np.c_[rng.normal(size=(6000, 2)), np.ones(6000)]
    won = (rng.random(6000) < 1 / (1 + np.exp(-rows @ np.array([2.0, 0.0, 0.5])))).astype(float)
    factors, errors, loss = fitted(rows, won, np.ones(6000), pull=0.01)
    assert factors == pytest.approx([2.0, 0.0, 0.5], abs=0.15)
    assert (errors < 0.1).all()
    assert loss < 0.6


def test_a_game_is_watched_at_the_pauses_of_search() -> None:
    seen, result = watched("battleaxe", None, 2)
    names = set(sense_of("battleaxe").terms(sandtable.load("battleaxe").start(), 0))
    assert seen
    assert all(set(terms) <= names for terms in seen)
    assert result in (0.0, 0.5, 1.0)


def test_games_held_out_judge_the_weights(capsys: pytest.CaptureFixture[str]) -> None:
    """A term that always tells who wins, counted the wrong way round by the weights of today."""
    games = [([{"ground": -30.0 if won else 30.0}] * 3, float(won)) for won in (True, False) * 4]
    tell_test(games, ["ground"], 20.0, np.array([-1.0, 0.0]))
    told = capsys.readouterr().out
    assert "8 games held out: loss 3.049 by the weights of today, 0.049 by the fitted" in told
    assert "| 0% to 20% | 12 | 0% |" in told
    assert "| 80% to 100% | 12 | 100% |" in told
