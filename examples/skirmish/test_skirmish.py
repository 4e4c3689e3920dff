"""Skirmish: each rule by its number, and what must hold of every position."""

from __future__ import annotations

import json
import tomllib
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from sandtable import IllegalAction
from sandtable_skirmish import load
from sandtable_skirmish.position import SkirmishPosition

GAME = load()
HERE = Path(__file__).parent


def started(scenario: str = "well", turns: int = 6) -> SkirmishPosition:
    """A first position."""
    pos = GAME.start(scenario, {"turns": turns})
    assert isinstance(pos, SkirmishPosition)
    return pos


def after(*orders: str, scenario: str = "well", turns: int = 6) -> SkirmishPosition:
    """A position after some orders in their text form; a roll is an order of chance."""
    pos = started(scenario, turns)
    for text in orders:
        pos.play(GAME.orders.read(pos, text))
    return pos


def test_r1_the_higher_card_attacks() -> None:
    for allied, axis, attacker in ((6, 1, "The Allies attack"), (2, 5, "The Axis attacks")):
        pos = after(f"card {allied}", f"card {axis}", "roll 1")
        assert pos.report(None)[-1]["text"].startswith(attacker)


def test_r1_equal_cards_fight_nothing_out() -> None:
    pos = after("card 3", "card 3")
    assert (pos.side, pos.stack[-1].step) == ("allied", "march")


def test_r1_a_card_is_played_once_until_all_are_gone() -> None:
    pos = after("card 3", "card 3", "done", "done", turns=12)
    with pytest.raises(IllegalAction, match="that card is not in your hand") as refused:
        pos.play(("card", 3))
    assert refused.value.rule == "1"
    for card in (1, 2, 4, 5, 6):
        for order in (("card", card), ("card", card), ("done",), ("done",)):
            if order in pos.actions():  # the last card is laid by itself
                pos.play(order)
    assert pos.actions() == [("card", card) for card in range(1, 7)]


def test_r1_a_card_face_down_is_a_secret() -> None:
    six, two = after("card 6"), after("card 2")
    assert six.see("allied") != two.see("allied")
    for eyes in ("axis", None):
        assert six.see(eyes) == two.see(eyes)
        assert six.report(eyes) == two.report(eyes) == []
    assert six.guess("axis", Random(3)).chosen == two.guess("axis", Random(3)).chosen
    dealt = {six.guess("axis", Random(seed)).chosen[0] for seed in range(50)}
    assert dealt == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(("face", "steps"), [(1, 3), (4, 3), (5, 2), (6, 2)])
def test_r2_five_and_six_cost_a_step(face: int, steps: int) -> None:
    pos = after("card 6", "card 1", f"roll {face}")
    assert pos.steps == [3, steps]
    assert pos.see(None)["dice"][0]["hits"] == [face >= 5]


def test_r2_in_a_sandstorm_the_axis_attacks_first() -> None:
    assert after("roll 5", scenario="storm").steps == [2, 3]


def test_r2_the_forecast_is_what_the_rules_do() -> None:
    told = after("card 4").forecast(("card", 3))
    assert told is not None
    assert [result["chance"] for result in told["results"]] == pytest.approx([2 / 18, 13 / 18, 3 / 18])
    hopeless = started().forecast(("card", 1))
    assert hopeless is not None
    assert hopeless["results"][0]["chance"] == 0


def test_r3_a_unit_marches_to_the_next_area() -> None:
    pos = after("card 3", "card 3", "march B", "march C")
    assert pos.see("allied")["pieces"][0]["at"] == "C"
    with pytest.raises(IllegalAction, match="next to their own") as refused:
        pos.play(("march", pos.box.map.index["E"]))
    assert refused.value.rule == "3"
    reason = pos.why_not("allied", place="E")
    assert reason is not None
    assert reason["rule"] == "3"
    assert pos.why_not("allied", place="D") is None
    assert pos.overlay("allied", "reach")["areas"][0]["places"] == ["B", "D"]


def test_r3_nobody_marches_before_the_fight() -> None:
    with pytest.raises(IllegalAction, match="after the fight"):
        started().play(("march", 1))


def test_r4_the_side_with_more_steps_wins_after_the_last_turn() -> None:
    turns = [f"card {card}" for card in (3, 3)] + ["done", "done"]
    pos = after("card 6", "card 1", "roll 6", "done", "done", *turns, turns=4)
    for card in (4, 5):
        for order in (("card", card), ("card", card), ("done",), ("done",)):
            pos.play(order)
    assert pos.outcome == ("allied", "on points", {"allied": 3, "axis": 2})


def test_r4_a_unit_without_steps_ends_it() -> None:
    pos = after("card 6", "card 1", "roll 6")
    pos.steps[1] = 0
    for _ in range(2):
        pos.play(("done",))
    assert pos.outcome is not None
    assert pos.outcome.winner == "allied"


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
@pytest.mark.parametrize("seed", range(10))
def test_random_play_ends_and_every_action_reads_back(scenario: str, seed: int) -> None:
    pos, rng = started(scenario), Random(seed)
    while pos.stack:
        assert GAME.faults(pos) == []
        assert GAME.load(json.loads(json.dumps(GAME.dump(pos)))).see(None) == pos.see(None)
        for action in pos.actions():
            assert GAME.orders.read(pos, GAME.orders.write(pos, action)) == action
        for forged in ((), ("card",), ("march", 99), ("march", -1), ("no such order",)):
            with pytest.raises(IllegalAction):
                pos.play(forged)
        pos.play(rng.choice(pos.actions()))
    assert pos.outcome is not None
    assert len(pos.report(None)) >= (2 if scenario == "duel" else 7)


def test_the_entry_point_loads_the_game() -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["sandtable.games"][GAME.id].partition(":")
    assert getattr(import_module(module), name)().id == GAME.id
