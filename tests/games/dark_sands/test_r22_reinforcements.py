"""22.0 Reinforcements."""

from __future__ import annotations

import pytest

from sandtable.engine.flow import Auto, Frame
from sandtable.games.dark_sands.position import AWAY, GONE, NOT_YET, READY, REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r22_reinforcements import special_arrivals
from sandtable.games.dark_sands.sequence import STEPS
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    offered,
    play,
    reduce,
    scene,
)


def test_r22_2_a_withdrawn_unit_leaves_its_markers_behind() -> None:
    pos = scene({"1843": "A16"}, turn=5)
    pos.disrupted = pos.out_of_supply = bits("A16")
    ask(pos, "reinforce", ALLIED, 1)
    while pos.stack:
        play(pos, pos.actions()[0])
    assert (pos.disrupted, pos.out_of_supply) == (0, 0)


def test_r22_1_an_asset_that_was_away_comes_back() -> None:
    pos = scene(turn=10)
    for unit in range(len(pos.where)):
        pos.where[unit] = GONE
    pos.asset[ASSET["S17"]] = AWAY
    ask(pos, "reinforce", AXIS, 0)
    assert pos.asset[ASSET["S17"]] == READY


def test_r22_2_assets_leave_too() -> None:
    pos = scene(turn=6)
    for unit in range(len(pos.where)):
        pos.where[unit] = GONE
    pos.asset[ASSET["S17"]] = READY
    ask(pos, "reinforce", AXIS, 1)
    assert pos.asset[ASSET["S17"]] == AWAY


def alone(pos: DarkSandsPosition, *names: str) -> DarkSandsPosition:
    """Leave only these units still to come."""
    for unit, place in enumerate(pos.where):
        if place == NOT_YET and box().units[unit].id not in names:
            pos.where[unit] = GONE
    return pos


def reinforce(pos: DarkSandsPosition, side: int) -> DarkSandsPosition:
    return ask(pos, "reinforce", side, 0)


def test_r22_0_arrivals_withdrawals_exchanges_and_upgrades_in_one_action() -> None:
    pos = alone(scene({"1330": "A01"}, turn=8), "A37")
    reinforce(pos, ALLIED)
    assert {action[1] for action in pos.actions()} == {UNIT["A37"]}
    play(pos, ("enter", UNIT["A37"], HEX["1877"]))
    assert pos.stack == ()
    assert pos.grade[UNIT["A01"]] == 1


def test_r22_1_new_assets_lie_face_up_and_new_units_are_placed() -> None:
    pos = alone(scene(turn=4), "X31")
    reinforce(pos, AXIS)
    play(pos, ("enter", UNIT["X31"], HEX["1600"]))
    assert at(pos, "X31") == "1600"
    assert pos.asset[ASSET["S22"]] == READY
    assert pos.where[UNIT["G05"]] == GONE  # taken out of this little test


def test_r22_2_units_leave_wherever_they_are_and_wait_at_full_strength() -> None:
    pos = alone(scene({"1113": "A18 A21"}, turn=6))
    pos.out_of_supply = bits("A18", "A21")
    reduce(pos, "A18")
    pos.where[UNIT["A19"]] = REBUILD
    reinforce(pos, ALLIED)
    assert (pos.where[UNIT["A18"]], pos.where[UNIT["A19"]], pos.where[UNIT["A21"]]) == (AWAY, AWAY, GONE)
    assert pos.steps[UNIT["A18"]] == 2
    assert not pos.out_of_supply


def test_r22_3_withdrawn_units_return() -> None:
    pos = alone(scene(turn=14))
    pos.where[UNIT["A18"]] = AWAY
    reinforce(pos, ALLIED)
    play(pos, ("enter", UNIT["A18"], HEX["1877"]))
    assert at(pos, "A18") == "1877"


def test_r22_4_units_of_an_exchange_may_take_the_places_of_those_they_relieve() -> None:
    pos = alone(scene({"1843": "A01 A02", "1113": "A03"}, turn=3), "A16", "A17")
    reinforce(pos, ALLIED)
    play(pos, ("bring", UNIT["A16"]))
    choices = {action[2] for action in pos.actions()}
    assert HEX["1843"] in choices
    assert HEX["1113"] not in choices  # A03 could not trace a line of supply
    play(pos, ("enter", UNIT["A16"], HEX["1843"]))
    assert pos.where[UNIT["A01"]] == AWAY
    assert at(pos, "A16") == "1843"


def test_r22_4_one_for_one() -> None:
    pos = alone(scene({"1843": "A01"}, turn=3), "A16", "A17")
    reinforce(pos, ALLIED)
    play(pos, ("bring", UNIT["A16"]), ("enter", UNIT["A16"], HEX["1843"]))
    assert HEX["1843"] not in {action[2] for action in pos.actions()}


def test_r22_1_units_arrive_in_any_order_the_owner_likes() -> None:
    pos = alone(scene(turn=8), "A34", "A35", "A39")
    reinforce(pos, ALLIED)
    assert offered(pos, "bring") == [UNIT["A34"], UNIT["A35"], UNIT["A39"]]
    play(pos, ("bring", UNIT["A39"]), ("enter", UNIT["A39"], HEX["1776"]))
    pos.put(UNIT["A39"], HEX["1859"])  # as if the headquarters had come further forward
    play(pos, ("bring", UNIT["A35"]))
    assert HEX["1859"] in {action[2] for action in pos.actions()}, "one unit may enter on the new headquarters"


def test_r22_5_upgrades_keep_the_state_of_the_counter() -> None:
    pos = reduce(alone(scene({"1113": "A01"}, turn=8)), "A01")
    pos.out_of_supply = pos.disrupted = bits("A01")
    assert pos.attack(UNIT["A01"]) == 2
    reinforce(pos, ALLIED)
    assert pos.attack(UNIT["A01"]) == 3
    assert pos.steps[UNIT["A01"]] == 1
    assert (pos.out_of_supply, pos.disrupted) == (bits("A01"), bits("A01"))


def test_r22_5_artillery_is_upgraded_once() -> None:
    pos = alone(scene(turn=12))
    pos.asset[ASSET["S19"]] = READY
    reinforce(pos, AXIS)
    assert (pos.asset_grade[ASSET["S19"]], pos.asset_grade[ASSET["S07"]]) == (1, 0)


def test_r22_6_three_units_come_to_derna_on_turn_one() -> None:
    pos = alone(scene(turn=1), "X11", "X12", "X13")
    reinforce(pos, AXIS)
    assert [at(pos, name) for name in ("X11", "X12", "X13")] == ["3418"] * 3


@pytest.mark.parametrize("place", ["3418", "1600"])
def test_r22_6_or_are_lost_if_it_is_taken_or_cut_off(place: str) -> None:
    pos = alone(scene({place: "A05"}, turn=1), "X11", "X12", "X13")
    reinforce(pos, AXIS)
    assert [pos.where[UNIT[name]] for name in ("X11", "X12", "X13")] == [REBUILD, REBUILD, GONE]


def test_r22_7_a_unit_waits_only_when_there_is_no_room() -> None:
    full = {"1600": "X01 X02 X04", "1601": "X05 X06 X07", "1500": "X08 X09 X10", "1400": "X11 X12 X22"}
    pos = alone(scene({**full, "2509": "A05"}, turn=5), "X34")
    reinforce(pos, AXIS)
    assert pos.where[UNIT["X34"]] == NOT_YET
    pos = alone(scene({"2509": "A05"}, turn=5), "X34")
    reinforce(pos, AXIS)
    assert "done" not in {action[0] for action in pos.actions()}


def test_r22_4_who_takes_a_place_that_was_left_does_not_use_up_the_port() -> None:
    pos = alone(scene({"2830": "A18 A19"}, turn=6))
    for name in ("A08", "A09", "A10"):
        pos.where[UNIT[name]] = AWAY
    reinforce(pos, ALLIED)
    for name in ("A08", "A09"):
        play(pos, ("bring", UNIT[name]), ("enter", UNIT[name], HEX["2830"]))
    assert HEX["2830"] in {action[2] for action in pos.actions()}, "A10 comes by the port (15.1)"
    play(pos, ("enter", UNIT["A10"], HEX["2830"]))
    assert pos.entered == (HEX["2830"],)


def test_r22_4_nor_the_headquarters_there() -> None:
    pos = alone(scene({"1843": "A01 A38"}, turn=3), "A16", "A17")
    reinforce(pos, ALLIED)
    play(pos, ("bring", UNIT["A16"]), ("enter", UNIT["A16"], HEX["1843"]))
    assert HEX["1843"] in {action[2] for action in pos.actions()}, "one more may enter on the headquarters"


def test_r22_6_units_that_come_to_a_full_derna_are_too_many() -> None:
    turn = next(entry.turn for entry in box().track if entry.event == "special")
    due = [box().units[entry.counter].id for entry in box().track if (entry.event, entry.turn) == ("special", turn)]
    pos = scene({"3418": "X05 X06 X07"}, turn=turn)
    below = Frame("end.turn", AXIS, ())
    pos.stack = (below,)
    special_arrivals(pos, AXIS)
    assert [at(pos, name) for name in due] == ["3418"] * len(due)
    assert list(pos.stack) == [below, Frame("stacks.check", AXIS, ())]
    ask(pos, "stacks.check", AXIS)
    assert pos.stack[-1].step == "stacks.trim"


def test_r22_6_where_derna_is_cut_off_no_stack_is_looked_at() -> None:
    turn = next(entry.turn for entry in box().track if entry.event == "special")
    pos = scene({"3418": "A05"}, turn=turn)
    pos.stack = ()
    special_arrivals(pos, AXIS)
    assert pos.stack == ()


def test_r18_4_the_third_turn_lays_out_who_comes_and_who_clears_the_way() -> None:
    pos = scene(turn=3)
    below = Frame("chits.open", AXIS, ())
    pos.stack = (below, Frame("reinforce.turn3", AXIS, ()))
    step = STEPS["reinforce.turn3"]
    assert isinstance(step, Auto)
    step.run(pos, pos.stack[-1])
    assert list(pos.stack) == [
        below,
        Frame("reinforce", AXIS, (0,)),
        Frame("reinforce.clear", ALLIED, (0,)),
        Frame("reinforce", ALLIED, (0,)),
    ]


def test_r18_4_who_clears_the_entry_area_begins_a_retreat_like_any_other() -> None:
    pos = scene({"1600": "A05 A06"}, turn=3)
    ask(pos, "reinforce.clear", ALLIED, 0)
    assert pos.stack[-1].step == "retreat.step"
    origin, group, _, first = pos.stack[-1].args
    assert (origin, group, first) == (HEX["1600"], bits("A05", "A06"), 1)
    assert pos.stack[0] == Frame("reinforce.clear", ALLIED, (1,))
