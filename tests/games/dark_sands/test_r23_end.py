"""23.0 The end phase."""

from __future__ import annotations

import pytest

from sandtable.engine.maps import mask_of
from sandtable.engine.sides import CHANCE
from sandtable.games.dark_sands.position import READY, REBUILD, USED
from tests.games.dark_sands.scene import ALLIED, ASSET, AXIS, HEX, UNIT, ask, at, bits, box, offered, play, roll, scene


def test_r23_3_1_the_railway_is_complete_only_at_tobruk() -> None:
    pos = scene({"1877": "A05"}, turn=10)
    play(ask(pos, "end.rail", CHANCE), ("roll", 6))
    assert "railway" not in [event.kind for event in pos.events()]
    pos.railhead = len(box().rail) - 2
    play(ask(pos, "end.rail", CHANCE), ("roll", 1))
    assert [event.kind for event in pos.events()][-1] == "railway"


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
