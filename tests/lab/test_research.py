"""PettingZoo's and OpenSpiel's own tests, and a few of ours."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import sandtable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyspiel
    from pettingzoo.test import api_test, seed_test

from sandtable.lab.research import spiel
from sandtable.lab.research.zoo import env

each_game = pytest.mark.parametrize("game", sandtable.games())


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_api_test() -> None:
    api_test(env("bravery"), num_cycles=300, verbose_progress=False)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_seed_test() -> None:
    seed_test(lambda: env("bravery"), num_cycles=40)


@each_game
def test_masked_random_play_goes_on(game: str) -> None:
    table = env(game)
    table.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(60):
        seen = table.observe(table.agent_selection)
        assert table.observation_space(table.agent_selection).contains(seen)
        legal = np.flatnonzero(seen["action_mask"])
        assert len(legal) == len(table.pos.actions())
        table.step(int(rng.choice(legal)))
        if any(table.terminations.values()):
            break


def test_a_clone_plays_on_alike_and_apart() -> None:
    table = env("bravery")
    table.reset(seed=5)
    table.step(1)
    other = table.clone()
    for _ in range(30):
        for one in (table, other):
            one.step(0)
        assert table.pos.see(None) == other.pos.see(None)
    before = table.pos.see(None)
    other.step(0)
    assert table.pos.see(None) == before


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["sandtable_bravery", "sandtable_battleaxe"])
def test_openspiels_random_simulation(name: str) -> None:
    assert name in spiel.register()
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def test_a_game_that_will_not_end_is_cut_off() -> None:
    table = env("bravery", most_decisions=12)
    table.reset(seed=1)
    for _ in range(12):
        assert not any(table.truncations.values())
        table.step(0)
    assert all(table.truncations.values())
    assert set(table.rewards.values()) == {0.0}
