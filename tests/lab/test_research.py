"""PettingZoo's and OpenSpiel's own tests, and a few of ours."""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import sandtable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyspiel
    from gymnasium.utils.env_checker import check_env
    from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
    from pettingzoo.test import api_test, seed_test

from examples import learn
from examples.learn import Training, save

from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from sandtable.games.western_desert.rules.r17_victory import score
from sandtable.lab.change import changed_pack
from sandtable.lab.research import spiel
from sandtable.lab.research.actions import COLUMNS
from sandtable.lab.research.encoder import Encoder
from sandtable.lab.research.games import layout_of
from sandtable.lab.research.gym import SandtableGym, vector
from sandtable.lab.research.zoo import env, raw_env
from sandtable_skirmish import load as load_skirmish

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
        assert len(legal) == len(table.unwrapped.pos.actions())
        table.step(int(rng.choice(legal)))
        if any(table.terminations.values()):
            break


def test_a_clone_plays_on_alike_and_apart() -> None:
    table = raw_env("bravery")
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
    """The first decisions of a game, saved and restored on the way."""
    name = f"sandtable_{game.replace('-', '_')}"
    assert name in spiel.NAMES
    pyspiel.random_sim_test(pyspiel.load_game(name + "(most_decisions=25)"), num_sims=1, serialize=True, verbose=False)


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


@each_game
def test_no_two_actions_look_alike_and_nothing_hidden_is_seen(game: str) -> None:
    """In every scenario: rows tell legal actions apart, and a guessed world gives the same numbers as the true one."""
    loaded, rng = sandtable.load(game), Random(4)
    for scenario in loaded.scenarios:
        encoder, pos = Encoder(loaded, scenario), loaded.start(scenario)
        assert len(set(encoder.layout.names)) == len(encoder.layout.names)
        assert len(set(encoder.layout.layers)) == len(encoder.layout.layers)
        for number in range(120):
            if pos.side in PLAYERS:
                actions = pos.actions()
                vector_, rows, mask = encoder.encode(pos, pos.side)
                assert len(set(map(tuple, rows[: len(actions)].tolist()))) == len(actions) == mask.sum()
                assert np.abs(vector_).max() < 1000
                if number % 10 == 0:
                    for side, name in enumerate(PLAYERS):
                        guessed = pos.guess(name, Random(number))
                        assert np.array_equal(encoder.layout.encode(pos, side), encoder.layout.encode(guessed, side))
            if not pos.stack:
                break
            pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))


def test_an_observation_knows_the_hand_and_the_question() -> None:
    """Two hands of cards in Rommel, and two questions, are two observations."""
    loaded = sandtable.load("rommel")
    encoder, pos = Encoder(loaded), loaded.start()
    before = encoder.layout.encode(pos, 0)
    other = pos.copy()
    other.hands = (9, 7, *other.hands[2:])
    changed = np.flatnonzero(encoder.layout.encode(other, 0) != before)
    assert {encoder.layout.names[at] for at in changed} == {"my real cards", "my dummies"}
    asked = [name for at, name in enumerate(encoder.layout.names) if name.startswith("asked: ") and before[at]]
    assert asked == ([f"asked: {pos.stack[-1].step}"] if pos.side == "allied" else [])


@each_game
def test_layers_that_are_kept_are_those_made_anew(game: str) -> None:
    """The layout keeps layers while nothing they show has changed; a new one must find the same."""
    loaded, rng = sandtable.load(game), Random(6)
    for scenario in loaded.scenarios:
        kept, pos = layout_of(loaded, scenario), loaded.start(scenario)
        for number in range(160):
            if not pos.stack:
                break
            for side in (0, 1):
                shown = kept.encode(pos, side)
                if number % 4 == 0:
                    assert np.array_equal(shown, layout_of(loaded, scenario).encode(pos, side)), (scenario, number)
            pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))


@each_game
def test_an_observation_shows_the_units_it_asks_about(game: str) -> None:
    """The stack that moves, those that fall back: without them the same question would be asked of all."""
    loaded, rng, asked = sandtable.load(game), Random(2), 0
    layout, pos = layout_of(loaded), loaded.start()
    for _ in range(1500):
        if not pos.stack or asked == 5:
            break
        if pos.side in PLAYERS:
            units = list(layout.asked_about(pos, pos.stack[-1]))
            where: Any = pos.where
            shown = layout.encode(pos, PLAYERS.index(pos.side))[-layout.places :]
            stand = [where[unit] for unit in units if where[unit] >= 0]
            assert sorted(np.repeat(np.arange(layout.places), shown.astype(int)).tolist()) == sorted(stand)
            assert not layout.encode(pos, 1 - PLAYERS.index(pos.side))[-layout.places :].any()
            asked += bool(stand)
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    assert asked == 5


def test_the_quick_sum_of_points_is_the_rules_own() -> None:
    loaded, rng = sandtable.load("western-desert"), Random(2)
    layout, pos = Encoder(loaded).layout, loaded.start()
    for _ in range(600):
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    assert layout.scores(pos) == score(pos) != (0, 0)


def test_a_number_without_an_action_is_refused() -> None:
    table = env("bravery")
    table.reset(seed=1)
    before = table.unwrapped.pos.see(None)
    for number in (-1, 500):
        with pytest.raises(ValueError, match="out of bounds: allied has"):
            table.step(number)
    assert table.unwrapped.pos.see(None) == before
    with pytest.raises(AttributeError):
        _ = env("bravery").agent_selection


def test_margins_pictures_and_words() -> None:
    table = raw_env("bravery", render_mode="rgb_array")
    table.reset(seed=1)
    table.step(0)
    assert table.infos["allied"]["margin"] == -table.infos["axis"]["margin"]
    picture = table.render()
    assert not isinstance(picture, str)
    shape = picture.shape
    assert shape[2] == 3
    assert min(shape[:2]) > 300
    table.render_mode = "ansi"
    assert "0904 Tobruk: " in table.render()


def test_a_data_pack_a_scenario_and_options_can_be_trained_on(tmp_path: Path) -> None:
    changed_pack(sandtable.load("bravery").pack, ["tables.turns=2"], tmp_path)
    table = raw_env("bravery", data=tmp_path, options={"eighteen_chits": True})
    box: Any = table.pos.box
    assert (box.tables["turns"], len(box.chits)) == (2, 18)
    state = pyspiel.load_game(
        "sandtable_bravery", {"data": str(tmp_path), "options": '{"eighteen_chits": true}'}
    ).new_initial_state()
    assert (state.pos.box.tables["turns"], len(state.pos.box.chits)) == (2, 18)


@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_own_check() -> None:
    check_env(SandtableGym("bravery", side="axis", opponent="random"), skip_render_check=True)


def test_one_side_against_an_agent() -> None:
    table = SandtableGym("bravery", side="axis", opponent="random", most_decisions=60)
    seen, _ = table.reset(seed=2)
    over = cut_off = False
    while not (over or cut_off):
        assert seen["action_mask"].sum() == table.action_masks().sum() > 0
        seen, reward, over, cut_off, _ = table.step(0)
    assert reward in (-1.0, 0.0, 1.0)
    table.reset(seed=2)
    _, reward, over, _, info = table.step(511)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.filterwarnings("ignore")
def test_several_games_at_once() -> None:
    tables = vector("bravery", 2, opponent="random")
    seen, _ = tables.reset(seed=[1, 2])
    assert seen["observation"].shape[0] == seen["actions"].shape[0] == 2
    assert seen["actions"].shape[2] == len(COLUMNS)
    tables.step(np.zeros(2, np.int64))
    tables.close()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", ["sandtable_bravery", "sandtable_rommel"])
def test_information_set_search_runs(game: str) -> None:
    """It deals anew what a player cannot know; so it needs resampling and information states."""
    rng = np.random.RandomState(1)
    loaded = pyspiel.load_game(f"{game}(most_decisions=6)")
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(loaded, rollouts, uct_c=1.0, max_simulations=6, random_state=rng)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()
    other = state.resample_from_infostate(state.current_player(), rng.random_sample)
    assert other.information_state_string() == state.information_state_string()


@pytest.mark.filterwarnings("ignore")
def test_a_duel_of_six_cards_is_nearly_solved() -> None:
    """Counterfactual regret minimisation finds a policy that nobody can exploit by much, in the smallest scenario."""
    name = spiel.register("skirmish", load_skirmish)
    game = pyspiel.load_game(f"{name}(scenario=duel)")
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(4):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(game, solver.average_policy())
    assert after < before / 2
    assert after < 0.1


def _trained() -> Training:
    training = Training(teacher="random", tell=False)
    training.watch(1)
    training.study(1)
    training.graduate()
    training.practise(2, rate=1e-3)
    return training


def test_the_example_learns_the_same_each_time() -> None:
    first, again = _trained(), _trained()
    for side in PLAYERS:
        mine, other = first.networks[side].weights, again.networks[side].weights
        fresh = Training(tell=False).networks[side].weights
        assert all(np.array_equal(mine[name], other[name]) for name in mine)
        assert not any(np.array_equal(mine[name], fresh[name]) for name in mine)
    assert first.test("random", 2) in (0.0, 0.25, 0.5, 0.75, 1.0)
    assert learn.draw(first.curve).count("games won against random") == 2


def test_the_example_learns_what_it_is_told() -> None:
    training = Training(teacher="random", tell=False)
    training.watch(1)
    for side, network in training.networks.items():
        told = training.lessons[side][:12]
        for _ in range(120):
            network.learn(told, rate=3e-3)
        assert all(network.chances(lesson.question)[lesson.number] > 0.9 for lesson in told)
        seen = np.stack([lesson.question.seen for lesson in told]).astype(np.float32)
        assert np.abs(network.outlook(seen) - told[0].went).max() < 0.2


def test_the_example_plays_as_it_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, file = _trained(), tmp_path / "kept.npz"
    save(training.networks, file)
    monkeypatch.setattr(learn, "KEPT", file)
    player, pos = learn.Learned(1), sandtable.load("bravery").start()
    question = training.features.of(pos, "allied")
    again = player.networks["allied"].chances(question)
    assert np.abs(again - training.networks["allied"].chances(question)).max() < 0.02
    assert player.choose(Seat(pos, "allied")) == pos.actions()[int(again.argmax())]


def test_what_an_action_changes_is_shown_beside_it() -> None:
    """A row of changes for each action: what the observation would be less what it is."""
    table = raw_env("bravery")
    table.reset(seed=2)
    features, layout = learn.Features(table.encoder), table.encoder.layout
    for _ in range(30):
        pos, side = table.pos, table.agent_selection
        question, number = features.of(pos, side), PLAYERS.index(side)
        ends = [*question.starts[1:], len(question.cells)]
        for action, start, end in zip(pos.actions(), question.starts, ends, strict=True):
            then = pos.copy()
            then.play(action)
            seen = layout.encode(pos, number)
            seen[question.cells[start:end]] += question.changes[start:end]
            assert np.allclose(seen, layout.encode(then, number), atol=1e-5)
        table.step(0)
