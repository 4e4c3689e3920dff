"""The battle card: what both sides and watchers see of a battle, and that its sum is the one that is rolled."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.rommel.forecast import _volley
from sandtable.games.rommel.position import ASSAULT, RommelPosition
from tests.games.rommel.scene import ALLIED, AXIS, HEX, NUMBER, ask, fight, put, roll, scene

VIEWERS = ("allied", "axis", None)


def clash() -> RommelPosition:
    """Panzers and infantry have come from Bir el Gubi to attack two brigades at Gambut."""
    pos = scene({"Gambut": "G01 I08 A43 A44", "Bardia": "A45"})
    fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    pos.entered = 1 << HEX["Gambut"]
    pos.laid, pos.moves, pos.fights = (1, 1), 1, 1
    pos.hands = (5, 5, 5, 5)
    return pos


def card(pos: RommelPosition, viewer: str | None) -> Any:
    """The card of a viewer."""
    return pos.see(viewer).get("battle")


def test_there_is_no_card_without_a_battle() -> None:
    pos = scene({"Gambut": "G01"})
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    assert [card(pos, viewer) for viewer in VIEWERS] == [None, None, None]


def test_r3_2_before_the_fire_each_side_sees_its_own_dice_only() -> None:
    pos = clash()
    pos.option = ASSAULT
    ask(pos, "battle.begin", AXIS)
    mine, theirs, nobodys = (card(pos, viewer) for viewer in VIEWERS)
    assert (mine["title"], mine["places"], mine["step"]) == ("Gambut", ["Gambut"], 0)
    assert (mine["sum"]["left"], mine["sum"]["right"]) == ("? dice", "6 dice")
    assert (theirs["sum"]["left"], theirs["sum"]["right"]) == ("18 dice", "? dice")  # he knows it is an assault
    assert (nobodys["sum"]["left"], nobodys["sum"]["right"]) == ("? dice", "? dice")
    assert mine["attacker"]["note"] == "2 cards on the table"
    assert [len(mine[side]["pieces"]) for side in ("attacker", "defender")] == [2, 2]
    assert set(mine["defender"]["pieces"]) == {NUMBER["A43"], NUMBER["A44"]}
    assert all(number >= 1000 for number in mine["attacker"]["pieces"])


def test_r4_3_a_round_is_followed_step_by_step() -> None:
    pos = clash()
    put(pos, "Gambut", "A10")
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    assert pos.side == "allied"  # armour and infantry face them: who fires at what?
    shown = card(pos, "axis")
    assert shown["step"] == 1
    assert (shown["sum"]["left"], shown["sum"]["right"]) == ("9 dice", "10 dice")
    assert "dice" not in shown
    pos.play(("aim", NUMBER["A43"], 1))
    roll(pos, 1, 6, 6)
    shown = card(pos, None)
    assert shown["dice"] == [
        {"label": "Fire at infantry", "side": "allied", "faces": [1, 6, 6], "hits": [False, True, True], "need": 6}
    ]
    assert shown["hits"] == [{"side": "axis", "due": 2, "taken": 0, "label": "hits on infantry"}]
    pos.play(("all", 0))
    while pos.side == "chance":
        pos.play(("roll", *[1] * (len((pos.outcomes() or ())[0][0]) - 1)))
    assert pos.steps[NUMBER["I08"]] == 1  # nobody else is infantry
    assert pos.rolls == (0, 0, 0, 0)
    assert "hits" not in card(pos, "allied")
    assert "dice" not in card(pos, "allied")  # those of the defence are done with
    assert card(pos, "allied")["step"] == 3
    assert card(pos, "allied")["defender"]["note"] == ""
    pos.play(("aim", NUMBER["G01"], 1))
    roll(pos, 1, 1, 1, 5, 5, 5)
    pos.play(("aim", NUMBER["I08"], 0))
    roll(pos, 1)
    shown = card(pos, "axis")
    assert (shown["step"], shown["hits"][0]["due"], shown["hits"][0]["taken"]) == (4, 3, 0)
    assert [row["faces"] for row in shown["dice"]] == [[1, 1, 1, 5, 5, 5], [1]]  # all volleys that led to the hits
    pos.play(("hit", NUMBER["A43"]))
    assert card(pos, "axis")["hits"][0]["taken"] == 1


def test_r5_3_a_pursuit_shows_dice_hits_and_to_its_own_side_the_ways_back() -> None:
    pos = clash()
    ask(pos, "battle.begin", AXIS)
    pos.play(("refuse", HEX["Gambut"]))
    shown = card(pos, "axis")
    assert (shown["title"], shown["step"]) == ("Pursuit from Gambut", 0)
    assert shown["defender"]["note"] == "the slowest are unmotorised"
    roll(pos, 1, 4, 5)
    shown = card(pos, "axis")
    assert shown["dice"][0]["hits"] == [False, True, True]
    assert shown["hits"] == [{"side": "allied", "due": 2, "taken": 0, "label": "hits on the retreating blocks"}]
    pos.play(("hit", NUMBER["A43"]))
    assert card(pos, "axis")["hits"][0]["taken"] == 1
    pos.play(("hit", NUMBER["A43"]))
    assert card(pos, "allied")["step"] == 2
    assert "Bardia" in card(pos, "allied")["retreat"]
    assert "retreat" not in card(pos, "axis")


@pytest.mark.parametrize("option", [0, ASSAULT])
def test_r4_4_the_sum_is_what_is_rolled(option: int) -> None:
    """The dice that are thrown in a round are the totals of the sum, if nobody is hurt before he fires."""
    pos = clash()
    put(pos, "Tobruk", "I09", "A54")
    pos.option = option
    for place in ("Gambut", "Tobruk"):
        trial = pos.copy()
        fight(trial, "Tobruk", ALLIED, "Gazala SE1")
        ask(trial, "battle.fight", AXIS, HEX[place], 0)
        total = card(trial, "axis")["sum"]
        thrown = [0, 0]
        while trial.stack and trial.stack[-1].step in ("battle.aim", "battle.roll"):
            if trial.side != "chance":
                trial.play(trial.actions()[-1])
                continue
            count = len((trial.outcomes() or ())[0][0]) - 1
            thrown[trial.stack[-1].args[1]] += count
            trial.play(("roll", *[1] * count))
        assert (total["left"], total["right"]) == (f"{thrown[AXIS]} dice", f"{thrown[ALLIED]} dice")


def test_r4_3_the_forecast_stands_on_the_same_sum() -> None:
    pos = scene({"Bir el Gubi": "G01", "Tobruk": "A43"})
    pos.mines = ((HEX["Tobruk"], ALLIED, 1, 1 << HEX["Tobruk"]),)
    ask(pos, "move.group", AXIS, HEX["Bir el Gubi"], 0)
    pos.play(("take", NUMBER["G01"]))
    found = pos.forecast(("enter", HEX["Tobruk"], HEX["Bir el Gubi"]))
    assert found is not None
    assert found["sum"]["left"] == "6 dice"
    assert found["sum"]["right"] == "? dice"
    assert [row["rule"] for row in found["sum"]["rows"]] == ["4.4", "4.4", "8.3", "8.5"]
    assert sum(found["losses"]["attacker"]) == pytest.approx(1)


class Sixes(Random):
    """Dice that always show a six."""

    def random(self) -> float:
        return 0.99


def volley(pos: RommelPosition, firing: dict[str, int], hurt: dict[str, int]) -> int:
    """The steps a volley of sixes costs, for blocks with so many steps."""
    mine, theirs = ({NUMBER[block]: steps for block, steps in force.items()} for force in (firing, hurt))
    return _volley(pos, HEX["Gambut"], mine, theirs, Sixes())


def test_r4_8_the_forecast_takes_hits_when_all_have_fired() -> None:
    pos = clash()
    assert volley(pos, {"A43": 1, "A44": 1}, {"G01": 3}) == 1  # a hit each, and the double step takes both
    assert volley(pos, {"A43": 3, "A44": 3}, {"I20": 2, "I09": 3}) == 2  # all six on the guns they hit best
    assert volley(pos, {"A43": 3}, {"G03": 2, "I09": 1}) == 2  # two on the double step, the third on the other
    assert volley(pos, {"A43": 0}, {"I09": 3}) == volley(pos, {"A43": 3}, {"I09": 0}) == 0


def test_r4_9_the_forecast_knows_who_is_shielded() -> None:
    pos = scene(shielding=True)
    assert volley(pos, {"A43": 3}, {"I20": 2, "I09": 3}) == 3
    assert volley(pos, {"A43": 3}, {"I20": 2}) == 2


def test_r4_8_of_hits_on_two_classes_those_that_are_asked_about_come_first() -> None:
    pos, rng = sandtable.load("rommel").start(), Random(19)
    while True:
        if pos.side != "chance":
            view = pos.see(pos.side)
            own = [hits for hits in view.get("battle", {}).get("hits", []) if hits["side"] == pos.side]
            if len(own) > 1 and " on your " in view["prompt"]["title"]:
                break
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    assert own[0]["label"].removeprefix("hits on ") in view["prompt"]["title"]
    assert own[1]["label"].removeprefix("hits on ") not in view["prompt"]["title"]
