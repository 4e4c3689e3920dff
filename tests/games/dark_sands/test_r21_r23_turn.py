"""Logistics, reinforcements and the end phase."""

from __future__ import annotations

import pytest

from sandtable.engine.maps import mask_of
from sandtable.games.dark_sands.position import AWAY, FITTED, GONE, NOT_YET, READY, REBUILD, USED, DarkSandsPosition
from tests.games.dark_sands.desert import (
    ALLIED,
    AXIS,
    a,
    ask,
    at,
    bits,
    box,
    desert,
    offered,
    p,
    play,
    reduce,
    roll,
    u,
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
    pos = desert(_1113="X31", _1843="A05")
    pos.out_of_supply = bits("A05")
    pos.asset[a("S22")], pos.bearer[a("S22")] = FITTED, u("X31")
    ask(pos, "logistics", ALLIED)
    assert pos.out_of_supply == bits("X31")
    assert pos.asset[a("S22")] == USED  # the gun of a unit without supply goes back


def test_r22_0_arrivals_withdrawals_exchanges_and_upgrades_in_one_action() -> None:
    pos = alone(desert(8, _1330="A01"), "A37")
    reinforce(pos, ALLIED)
    assert {action[1] for action in pos.actions()} == {u("A37")}
    play(pos, ("enter", u("A37"), p("1877")))
    assert pos.stack == ()
    assert pos.grade[u("A01")] == 1


def test_r22_1_new_assets_lie_face_up_and_new_units_are_placed() -> None:
    pos = alone(desert(4), "X31")
    reinforce(pos, AXIS)
    play(pos, ("enter", u("X31"), p("1600")))
    assert at(pos, "X31") == "1600"
    assert pos.asset[a("S22")] == READY
    assert pos.where[u("G05")] == GONE  # taken out of this little test


def test_r22_2_units_leave_wherever_they_are_and_wait_at_full_strength() -> None:
    pos = alone(desert(6, _1113="A18 A21"))
    pos.out_of_supply = bits("A18", "A21")
    reduce(pos, "A18")
    pos.where[u("A19")] = REBUILD
    reinforce(pos, ALLIED)
    assert (pos.where[u("A18")], pos.where[u("A19")], pos.where[u("A21")]) == (AWAY, AWAY, GONE)
    assert pos.steps[u("A18")] == 2
    assert not pos.out_of_supply


def test_r22_3_withdrawn_units_return() -> None:
    pos = alone(desert(14))
    pos.where[u("A18")] = AWAY
    reinforce(pos, ALLIED)
    play(pos, ("enter", u("A18"), p("1877")))
    assert at(pos, "A18") == "1877"


def test_r22_4_units_of_an_exchange_may_take_the_places_of_those_they_relieve() -> None:
    pos = alone(desert(3, _1843="A01 A02", _1113="A03"), "A16", "A17")
    reinforce(pos, ALLIED)
    play(pos, ("bring", u("A16")))
    choices = {action[2] for action in pos.actions()}
    assert p("1843") in choices
    assert p("1113") not in choices  # A03 could not trace a line of supply
    play(pos, ("enter", u("A16"), p("1843")))
    assert pos.where[u("A01")] == AWAY
    assert at(pos, "A16") == "1843"


def test_r22_4_one_for_one() -> None:
    pos = alone(desert(3, _1843="A01"), "A16", "A17")
    reinforce(pos, ALLIED)
    play(pos, ("bring", u("A16")), ("enter", u("A16"), p("1843")))
    assert p("1843") not in {action[2] for action in pos.actions()}


def test_r22_1_units_arrive_in_any_order_the_owner_likes() -> None:
    pos = alone(desert(8), "A34", "A35", "A39")
    reinforce(pos, ALLIED)
    assert offered(pos, "bring") == [u("A34"), u("A35"), u("A39")]
    play(pos, ("bring", u("A39")), ("enter", u("A39"), p("1776")))
    pos.put(u("A39"), p("1859"))  # as if the headquarters had come further forward
    play(pos, ("bring", u("A35")))
    assert p("1859") in {action[2] for action in pos.actions()}, "one unit may enter on the new headquarters"


def test_r22_5_upgrades_keep_the_state_of_the_counter() -> None:
    pos = reduce(alone(desert(8, _1113="A01")), "A01")
    pos.out_of_supply = pos.disrupted = bits("A01")
    assert pos.attack(u("A01")) == 2
    reinforce(pos, ALLIED)
    assert pos.attack(u("A01")) == 3
    assert pos.steps[u("A01")] == 1
    assert (pos.out_of_supply, pos.disrupted) == (bits("A01"), bits("A01"))


def test_r22_5_artillery_is_upgraded_once() -> None:
    pos = alone(desert(12))
    pos.asset[a("S19")] = READY
    reinforce(pos, AXIS)
    assert (pos.asset_grade[a("S19")], pos.asset_grade[a("S07")]) == (1, 0)


def test_r22_6_three_units_come_to_derna_on_turn_one() -> None:
    pos = alone(desert(1), "X11", "X12", "X13")
    reinforce(pos, AXIS)
    assert [at(pos, name) for name in ("X11", "X12", "X13")] == ["3418"] * 3


@pytest.mark.parametrize("place", ["3418", "1600"])
def test_r22_6_or_are_lost_if_it_is_taken_or_cut_off(place: str) -> None:
    pos = alone(desert(1, **{f"_{place}": "A05"}), "X11", "X12", "X13")
    reinforce(pos, AXIS)
    assert [pos.where[u(name)] for name in ("X11", "X12", "X13")] == [REBUILD, REBUILD, GONE]


def test_r22_7_a_unit_waits_only_when_there_is_no_room() -> None:
    full = {"_1600": "X01 X02 X04", "_1601": "X05 X06 X07", "_1500": "X08 X09 X10", "_1400": "X11 X12 X22"}
    pos = alone(desert(5, **full, _2509="A05"), "X34")
    reinforce(pos, AXIS)
    assert pos.where[u("X34")] == NOT_YET
    pos = alone(desert(5, _2509="A05"), "X34")
    reinforce(pos, AXIS)
    assert "done" not in {action[0] for action in pos.actions()}


def test_r23_1_marked_units_without_a_line_are_eliminated_and_others_keep_the_marker() -> None:
    pos = desert(_1113="A05", _1843="A06", _1114="A07")
    pos.out_of_supply = bits("A05", "A06")
    ask(pos, "end.attrition", ALLIED)
    assert pos.where[u("A05")] == REBUILD
    assert pos.out_of_supply == bits("A06")
    assert at(pos, "A07") == "1114"  # no marker, no attrition


def test_r23_2_an_automatic_victory_ends_the_game_before_points_are_scored() -> None:
    pos = desert(5, _1600="A05", _1877="A06")
    ask(pos, "end.victory", ALLIED)
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.kind) == ("allied", "automatic")


def test_r23_2_points_are_scored_each_turn() -> None:
    pos = desert(5, _2904="A05")
    pos.axis_holds &= ~(1 << box().benghazi)
    ask(pos, "end.victory", ALLIED)
    assert (pos.allied_vp, pos.over) == (1, None)


def test_r23_3_the_building_segment_moves_both_rail_and_road() -> None:
    held = {"_2728": "X22", "_2629": "X23", "_2630": "X24", "_2631": "X12", "_2830": "A05"}
    pos = ask(desert(**held), "end.build", ALLIED)
    assert pos.bypass == 1
    assert pos.side == "chance"


@pytest.mark.parametrize(("die", "hexes"), [(1, 0), (2, 1), (4, 1), (6, 2)])
def test_r23_3_1_a_die_moves_the_railhead_two_points_for_an_east_hex(die: int, hexes: int) -> None:
    pos = desert()
    start = pos.railhead
    roll(ask(pos, "end.build", ALLIED), die)
    assert pos.railhead - start == hexes


def test_r23_3_1_a_center_hex_takes_one_point_and_enemies_stop_it() -> None:
    pos = desert()
    pos.railhead = box().rail_number[p("1554")]
    roll(ask(pos, "end.build", ALLIED), 6)
    assert box().map.ids[box().rail[pos.railhead]] == "1550"
    blocked = desert(_1653="X22")
    blocked.railhead = box().rail_number[p("1554")]
    roll(ask(blocked, "end.build", ALLIED), 6)
    assert box().map.ids[box().rail[blocked.railhead]] == "1554"
    cut = desert(_1667="X22")
    assert ask(cut, "end.build", ALLIED).stack == ()  # no line down the rails


RING = {"_2728": "X22", "_2629": "X23", "_2630": "X24", "_2631": "X12"}


def bypass(state: int, **piles: str) -> int:
    pos = desert(**piles)
    pos.bypass = state
    pos.railhead = len(box().rail) - 1
    return ask(pos, "end.build", ALLIED).bypass


def test_r23_3_2_the_road_takes_two_turns_of_holding_the_ring() -> None:
    assert bypass(0, _2830="A05", **RING) == 1
    assert bypass(1, _2830="A05", **RING) == 2
    assert bypass(2) == 2


def test_r23_3_2_1_until_it_is_built_it_is_no_road() -> None:
    before = desert(_2728="X31")
    after = desert(_2728="X31")
    after.bypass = 2
    costs = [box().costs[pos.bypass == 2][0][p("2728")] for pos in (before, after)]
    assert (p("2629"), 1) not in costs[0]
    assert (p("2629"), 1) in costs[1]
    before.bypass = 1
    assert not box().roads[before.bypass == 2][p("2728")] >> p("2629") & 1


def test_r23_3_2_2_building_begins_only_while_the_allies_hold_tobruk() -> None:
    assert bypass(0, _2830="A05", **RING) == 1
    assert bypass(0, _2830="X31", **RING) == 0
    assert bypass(0, _2830="A05", _2728="X22", _2629="X23", _2630="X24") == 0


def test_r23_3_2_3_once_built_both_sides_use_it() -> None:
    assert bypass(1, **RING) == 2
    assert box().on_net[1] >> p("2728") & 1


def test_r23_3_2_4_a_hex_given_up_breaks_the_work_off() -> None:
    assert bypass(1, _2830="A05", _2728="X22") == 0


def test_r23_4_all_disruption_ends() -> None:
    pos = desert(_1330="A05", _1340="X22")
    pos.disrupted = bits("A05", "X22")
    ask(pos, "end.disruption", AXIS)
    assert not pos.disrupted


def test_r23_5_used_assets_turn_up_and_boxes_and_garrisons_stay() -> None:
    pos = desert(_2141="A05 G01")
    pos.asset[a("S01")] = USED
    pos.asset[a("S09")], pos.boxed[ALLIED] = p("2141"), mask_of([p("2141")])
    pos.where[u("G02")] = USED
    ask(pos, "end.assets", AXIS)
    assert pos.asset[a("S01")] == READY
    assert pos.asset[a("S09")] == p("2141")
    assert (at(pos, "G01"), pos.where[u("G02")]) == ("2141", READY)


def test_r23_6_the_turn_advances_and_ships_are_free_again() -> None:
    pos = desert(5)
    pos.sailed[:] = [1, 1]
    ask(pos, "end.turn", AXIS)
    assert pos.turn == 6
    assert pos.sailed == [0, 0]
    assert offered(pos, "go") == []
