"""Optional rules."""

from __future__ import annotations

import pytest

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.rules.r10_support import air_effect
from sandtable.games.battleaxe.rules.r13_refit import Spend
from tests.games.battleaxe.scene import (
    PLACE,
    UNIT,
    assault,
    at,
    attack_value,
    end,
    fight,
    go,
    opening,
    reduced,
    scene,
    targets,
    to_evening,
    verbs,
    whom,
)


def test_r19_1g_tiger_cubs_make_a_tank_unit_whole_in_each_refit() -> None:
    pos = scene({"A": "7RTR* 2RTR* 1/11*"}, options={"tiger_cubs": True}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    pos.play(("tiger_cubs",))
    assert {action[1] for action in pos.actions() if action[-1] == "cubs"} == {UNIT["7RTR"], UNIT["2RTR"]}
    pos.play(("restore", UNIT["7RTR"], "cubs"))
    assert Spend.Args(*pos.stack[-1].args).points == 1
    assert not [action for action in pos.actions() if action[-1] == "cubs"]
    to_evening(pos, "refit.begin")
    assert [action for action in pos.actions() if action[-1] == "cubs"] == [("restore", UNIT["2RTR"], "cubs")]


def test_r19_1g_not_without_the_option() -> None:
    pos = scene({"A": "7RTR* 2RTR*"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    assert "tiger_cubs" not in verbs(pos)


def test_r19_1h_regroup_after_an_assault() -> None:
    pos = scene({"18": "1/8 2/8", "A": "11H"}, "axis", options={"wireless_intercepts": True}, advantage=AXIS)
    assault(pos, "18")
    go(pos, "1/8", "20")
    end(pos)
    assert verbs(pos) == {"intercept", "enough"}
    pos.play(("intercept",))
    assert whom(pos, "pick") == {"1/8", "2/8"}


def test_r19_1h_assault_after_a_regroup() -> None:
    pos = scene({"18": "1/8 2/8", "A": "11H"}, "axis", options={"wireless_intercepts": True}, advantage=AXIS)
    pos.play(("regroup",))
    pos.play(("done",))
    pos.play(("intercept",))
    assert verbs(pos) == {"assault", "pass"}
    assault(pos, "18")
    assert pos.kind == "assault"
    assert pos.stack[-1].step == "assault.next"


def test_r19_1h_not_without_the_advantage() -> None:
    pos = scene({"18": "1/8 2/8", "A": "11H"}, "axis", options={"wireless_intercepts": True}, advantage=ALLIED)
    pos.play(("regroup",))
    pos.play(("done",))
    assert pos.stack[-1].step != "impulse.intercept"


@pytest.mark.parametrize(("day", "low", "flies"), [(1, 0, False), (2, 0, True), (2, 1, False)])
def test_r19_2_the_ffa_flies_from_the_second_day_with_fuel(day: int, low: int, flies: bool) -> None:
    units = {"14": "33PAK 15MC(-)", "15": "7RTR"}
    pos = scene(units, "axis", day=day, options={"luftwaffe": True}, fuel_low=low, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "15MC(-)", "15")
    pos.play(("attack", PLACE["15"]))
    assert (pos.stack[-1].step == "battle.air") is flies


def test_r19_2_a_shortage_declared_in_the_same_impulse_grounds_the_ffa() -> None:
    pos = scene({"14": "1/8 2/8", "15": "7RTR"}, options={"luftwaffe": True}, advantage=ALLIED)
    pos.play(("pass",))
    assault(pos, "14")
    go(pos, "1/8", "15")
    pos.play(("attack", PLACE["15"]))
    assert (pos.stack[-1].step, verbs(pos)) == ("battle.target", {"lead", "fuel"})  # 12.1D
    flies = pos.copy()
    pos.play(("fuel",))
    assert pos.stack[-1].step == "battle.call"
    flies.play(("lead", UNIT["7RTR"]))
    assert flies.stack[-1].step == "battle.air"


def test_r19_2_aircraft_come_before_rommel_and_both_may_join() -> None:
    pos = scene({"14": "1/8", "15": "7RTR"}, "axis", options={"luftwaffe": True}, advantage=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    assert pos.stack[-1].step == "battle.air"
    fight(pos, air=2, rommel=3)
    assert (pos.air_dice, pos.rommel_die, attack_value(pos)) == (2, 3, 6 + 5)


@pytest.mark.parametrize(("face", "effect"), [(3, 4), (6, 6)])
def test_r19_2_allied_air_rolls_add_one_up_to_six(face: int, effect: int) -> None:
    pos = scene({"14": "7RTR", "15": "1/62"}, options={"luftwaffe": True})
    pos.field = PLACE["15"]
    assert air_effect(pos, face) == effect


@pytest.mark.parametrize(("face", "effect"), [(1, 1), (4, 4), (6, 6)])
def test_r19_2_over_an_old_fight_the_point_more_and_the_point_less_come_before_the_limits(
    face: int, effect: int
) -> None:
    pos = scene({"15": "7RTR 1/62"}, options={"luftwaffe": True})
    pos.field = PLACE["15"]
    assert air_effect(pos, face) == effect  # R33


def test_r19_3_the_consolidated_4rtr_replaces_its_parts() -> None:
    pos = opening(consolidated_4rtr=True)
    for unit in ("4RTR(-)", "SQ-A", "SQ-B"):
        assert at(pos, unit) is None
    for zone in ("D", "B"):
        pos.play(("place", pos.actions()[0][1], PLACE[zone]))
    assert {action[1] for action in pos.actions()} == {UNIT["4RTR"]}
    assert targets(pos, "place") == {"A", "B", "C"}


def test_r19_4_one_unit_in_a_and_one_in_h_refit_free() -> None:
    pos = scene({"A": "7RTR* 2RTR*", "H": "9Aus*", "B": "6RTR*"}, options={"allied_reserves": True}, advantage=AXIS)
    to_evening(pos, "refit.begin")
    free = {action[1] for action in pos.actions() if action[-1] == "reserve"}
    assert free == {UNIT["7RTR"], UNIT["2RTR"], UNIT["9Aus"]}
    pos.play(("restore", UNIT["7RTR"], "reserve"))
    assert {action[1] for action in pos.actions() if action[-1] == "reserve"} == {UNIT["9Aus"]}
    pos.play(("restore", UNIT["9Aus"], "reserve"))
    assert Spend.Args(*pos.stack[-1].args).points == 1
    assert reduced(pos, "7RTR", "9Aus") == [False, False]


@pytest.mark.parametrize(
    ("option", "lead", "against", "bonus"),
    [(True, "7RTR", "1/62", 2), (True, "22Gds", "1/62", 0), (True, "7RTR", "15MC(-)", 0), (False, "7RTR", "1/62", 0)],
)
def test_r19_5_tanks_shock_italian_infantry(option: bool, lead: str, against: str, bonus: int) -> None:
    pos = scene({"14": lead, "15": against}, options={"italian_infantry": option})
    assault(pos, "14")
    go(pos, lead, "15")
    fight(pos)
    assert attack_value(pos) == 6 + bonus


@pytest.mark.parametrize(("option", "bonus"), [(True, 0), (False, 1)])
def test_r19_5_italian_infantry_does_not_combine_arms(option: bool, bonus: int) -> None:
    pos = scene({"14": "1/8 XX 33PAK", "15": "7RTR"}, "axis", options={"italian_infantry": option}, advantage=2)
    assault(pos, "14")
    go(pos, "1/8 XX 33PAK", "15")
    fight(pos, lead="1/8")
    assert attack_value(pos) == 6 + 2 + bonus


def test_r19_6_outnumbering_the_besiegers_is_worth_a_point_once() -> None:
    pos = scene({"H": "9Aus 18Bde XX XXI", "G": "1/5"}, "axis", options={"tobruk_bonus": True})
    assert pos.points == 0
    assault(pos, "H")
    pos.play(("pick", UNIT["XX"]))
    pos.play(("go", PLACE["G"]))
    assert (pos.points, pos.bonus) == (1, 1)
    pos.play(("pick", UNIT["XXI"])) if ("pick", UNIT["XXI"]) in pos.actions() else None
    assert pos.points == 1


def test_r19_6_not_without_the_option() -> None:
    pos = scene({"H": "9Aus 18Bde XX XXI", "G": "1/5"}, "axis")
    assault(pos, "H")
    pos.play(("pick", UNIT["XX"]))
    pos.play(("go", PLACE["G"]))
    assert pos.points == 0
