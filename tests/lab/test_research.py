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

from examples.train_bravery import LONGEST, score, train

from sandtable.lab.research import spiel
from sandtable.lab.research.zoo import env

each_game = pytest.mark.parametrize("game", sandtable.games())


@each_game
@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_api_test(game: str) -> None:
    api_test(env(game), num_cycles=100, verbose_progress=False)


@each_game
@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_seed_test(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=20)


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


@each_game
@pytest.mark.filterwarnings("ignore")
def test_openspiels_random_simulation(game: str) -> None:
    """Whole games of Bravery and Battleaxe, the first sixty decisions of the larger ones."""
    name = f"sandtable_{game.replace('-', '_')}"
    assert name in spiel.register()
    cut = "" if game in ("bravery", "battleaxe") else "(most_decisions=60)"
    pyspiel.random_sim_test(pyspiel.load_game(name + cut), num_sims=1, serialize=True, verbose=False)


def test_an_openspiel_state_clones_and_takes_a_scenario() -> None:
    state = pyspiel.load_game("sandtable_rommel(scenario=gazala,most_decisions=5)").new_initial_state()
    assert state.pos.box.scenario == "gazala"
    before = state.pos.see(None)
    other = state.clone()
    while not other.is_terminal():
        other.apply_action(other.legal_actions()[0])
    assert (other.left, other.returns()) == (0, [0.0, 0.0])
    assert state.pos.see(None) == before
    assert state.left == 5


def test_a_game_that_will_not_end_is_cut_off() -> None:
    table = env("bravery", most_decisions=12)
    table.reset(seed=1)
    for _ in range(12):
        assert not any(table.truncations.values())
        table.step(0)
    assert all(table.truncations.values())
    assert set(table.rewards.values()) == {0.0}


def test_the_example_learns_the_same_each_time() -> None:
    weights, again = (train(rounds=1, crowd=2, best=1, games=1) for _ in range(2))
    assert np.array_equal(weights, again)
    assert weights.any()
    table = env("bravery", most_decisions=LONGEST)
    assert score(table, np.zeros_like(weights), games=2, seed=1) in (-1.0, -0.5, 0.0, 0.5, 1.0)
