"""Logistics, reinforcements and the end phase."""

from __future__ import annotations

import pytest

from sandtable.engine.maps import mask_of
from sandtable.games.dark_sands.position import AWAY, FITTED, GONE, NOT_YET, READY, REBUILD, USED, DarkSandsPosition
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
    roll,
    scene,
)


def alone(pos: DarkSandsPosition, *names: str) -> DarkSandsPosition:
    """Leave only these units still to come."""
    for unit, place in enumerate(pos.where):
        if place == NOT_YET and box().units[unit].id not in names:
            pos.where[unit] = GONE
    return pos


def reinforce(pos: DarkSandsPosition, side: int) -> DarkSandsPosition:
    return ask(pos, "reinforce", side, 0)


def test_r21_0_logistics_marks_and_unmarks_every_unit() -> None:
    pos = scene({"1113": "X31", "1843": "A05"})
    pos.out_of_supply = bits("A05")
    pos.asset[ASSET["S22"]], pos.bearer[ASSET["S22"]] = FITTED, UNIT["X31"]
    ask(pos, "logistics", ALLIED)
    assert pos.out_of_supply == bits("X31")
    assert pos.asset[ASSET["S22"]] == USED  # the gun of a unit without supply goes back


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


def test_r23_1_marked_units_without_a_line_are_eliminated_and_others_keep_the_marker() -> None:
    pos = scene({"1113": "A05", "1843": "A06", "1114": "A07"})
    pos.out_of_supply = bits("A05", "A06")
    ask(pos, "end.attrition", ALLIED)
    assert pos.where[UNIT["A05"]] == REBUILD
    assert pos.out_of_supply == bits("A06")
    assert at(pos, "A07") == "1114"  # no marker, no attrition


def test_r23_2_an_automatic_victory_ends_the_game_before_points_are_scored() -> None:
    pos = scene({"1600": "A05", "1877": "A06"}, turn=5)
    ask(pos, "end.victory", ALLIED)
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.kind) == ("allied", "automatic")


def test_r23_2_points_are_scored_each_turn() -> None:
    pos = scene({"2904": "A05"}, turn=5)
    pos.axis_holds &= ~(1 << box().benghazi)
    ask(pos, "end.victory", ALLIED)
    assert (pos.allied_vp, pos.over) == (1, None)


def test_r23_3_the_building_segment_moves_both_rail_and_road() -> None:
    held = {"2728": "X22", "2629": "X23", "2630": "X24", "2631": "X12", "2830": "A05"}
    pos = ask(scene(held), "end.build", ALLIED)
    assert pos.bypass == 1
    assert pos.side == "chance"


@pytest.mark.parametrize(("die", "hexes"), [(1, 0), (2, 1), (4, 1), (6, 2)])
def test_r23_3_1_a_die_moves_the_railhead_two_points_for_an_east_hex(die: int, hexes: int) -> None:
    pos = scene()
    start = pos.railhead
    roll(ask(pos, "end.build", ALLIED), die)
    assert pos.railhead - start == hexes


def test_r23_3_1_a_center_hex_takes_one_point_and_enemies_stop_it() -> None:
    pos = scene()
    pos.railhead = box().rail_number[HEX["1554"]]
    roll(ask(pos, "end.build", ALLIED), 6)
    assert box().map.ids[box().rail[pos.railhead]] == "1550"
    blocked = scene({"1653": "X22"})
    blocked.railhead = box().rail_number[HEX["1554"]]
    roll(ask(blocked, "end.build", ALLIED), 6)
    assert box().map.ids[box().rail[blocked.railhead]] == "1554"
    cut = scene({"1667": "X22"})
    assert ask(cut, "end.build", ALLIED).stack == ()  # no line down the rails


RING = {"2728": "X22", "2629": "X23", "2630": "X24", "2631": "X12"}


def bypass(state: int, placed: dict[str, str] | None = None) -> int:
    pos = scene(placed)
    pos.bypass = state
    pos.railhead = len(box().rail) - 1
    return ask(pos, "end.build", ALLIED).bypass


def test_r23_3_2_the_road_takes_two_turns_of_holding_the_ring() -> None:
    assert bypass(0, {"2830": "A05", **RING}) == 1
    assert bypass(1, {"2830": "A05", **RING}) == 2
    assert bypass(2) == 2


def test_r23_3_2_1_until_it_is_built_it_is_no_road() -> None:
    before = scene({"2728": "X31"})
    after = scene({"2728": "X31"})
    after.bypass = 2
    costs = [box().costs[pos.bypass == 2][0][HEX["2728"]] for pos in (before, after)]
    assert (HEX["2629"], 1) not in costs[0]
    assert (HEX["2629"], 1) in costs[1]
    before.bypass = 1
    assert not box().roads[before.bypass == 2][HEX["2728"]] >> HEX["2629"] & 1


def test_r23_3_2_2_building_begins_only_while_the_allies_hold_tobruk() -> None:
    assert bypass(0, {"2830": "A05", **RING}) == 1
    assert bypass(0, {"2830": "X31", **RING}) == 0
    assert bypass(0, {"2830": "A05", "2728": "X22", "2629": "X23", "2630": "X24"}) == 0


def test_r23_3_2_3_once_built_both_sides_use_it() -> None:
    assert bypass(1, RING) == 2
    assert box().on_net[1] >> HEX["2728"] & 1


def test_r23_3_2_4_a_hex_given_up_breaks_the_work_off() -> None:
    assert bypass(1, {"2830": "A05", "2728": "X22"}) == 0


def test_r23_4_all_disruption_ends() -> None:
    pos = scene({"1330": "A05", "1340": "X22"})
    pos.disrupted = bits("A05", "X22")
    ask(pos, "end.disruption", AXIS)
    assert not pos.disrupted


def test_r23_5_used_assets_turn_up_and_boxes_and_garrisons_stay() -> None:
    pos = scene({"2141": "A05 G01"})
    pos.asset[ASSET["S01"]] = USED
    pos.asset[ASSET["S09"]], pos.boxed[ALLIED] = HEX["2141"], mask_of([HEX["2141"]])
    pos.where[UNIT["G02"]] = USED
    ask(pos, "end.assets", AXIS)
    assert pos.asset[ASSET["S01"]] == READY
    assert pos.asset[ASSET["S09"]] == HEX["2141"]
    assert (at(pos, "G01"), pos.where[UNIT["G02"]]) == ("2141", READY)


def test_r23_6_the_turn_advances_and_ships_are_free_again() -> None:
    pos = scene(turn=5)
    pos.sailed[:] = [1, 1]
    ask(pos, "end.turn", AXIS)
    assert pos.turn == 6
    assert pos.sailed == [0, 0]
    assert offered(pos, "go") == []
