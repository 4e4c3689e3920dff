"""What the terms of Bravery's evaluation count towards winning, from games."""

from __future__ import annotations

import numpy as np
import pytest
from tools import fit


def made_up(games: int) -> tuple[fit.Floats, fit.Floats]:
    """Positions with three terms, of which the first alone decides who wins."""
    rng = np.random.default_rng(1)
    terms, late = rng.normal(size=(games, 3)), rng.random(games)
    chance = 1 / (1 + np.exp(-3 * terms[:, 0]))
    rows = np.column_stack([np.ones(games), late, terms, terms * late[:, None]])
    return rows, (rng.random(games) < chance).astype(float)


def test_the_term_that_decides_counts_most_and_none_counts_for_nothing() -> None:
    rows, won = made_up(2000)
    early, late = np.split(fit.learned(rows, won)[2:], 2)
    floor = fit.LEAST * fit.common(rows, won)[2]
    assert early[0] > 2 * max(early[1:])
    assert min(early) >= floor - 1e-9
    assert min(early + late) >= floor - 1e-9


def test_what_was_learned_foresees_games_it_has_not_seen() -> None:
    rows, won = made_up(2000)
    learned, common = (
        fit.loss(rows[1500:], won[1500:], way(rows[:1500], won[:1500])) for way in (fit.learned, fit.common)
    )
    assert learned < common < fit.loss(rows[1500:], won[1500:], np.zeros(8)) == pytest.approx(np.log(2))


def test_a_game_tells_its_positions_and_its_winner() -> None:
    rows, won = fit.watch(3)
    assert len(rows) > 5
    assert {len(row) for row in rows} == {22}
    assert won in (0.0, 0.5, 1.0)
