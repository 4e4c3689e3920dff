"""19.0 Movement, extended and by sea."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.engine.flow import Frame
from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r08_zones import retreat_zones
from sandtable.games.dark_sands.rules.r19_extended import (
    extend_barred,
    far_places,
    network,
    shunned,
    stray_paths,
    ways_to,
)
from sandtable.games.dark_sands.rules.r19_movement import (
    budget,
    destination_barred,
    destinations,
    infiltrations,
    may_go_on,
    path_of,
    unit_barred,
)
from sandtable.games.dark_sands.rules.r19_naval import sail_possible
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    ends,
    fight,
    go,
    modifiers,
    move,
    offered,
    play,
    refused,
    roll,
    scene,
    verbs,
)


def test_r19_1_7_an_extended_move_goes_on_past_no_garrison() -> None:
    pos = scene({"2149": "A05", "1946": "G05"})
    _, stops = shunned(pos, ALLIED)
    before = far_places(pos, ALLIED, HEX["2149"])
    assert any(stops >> place & 1 for place in before)
    assert not any(stops >> place & 1 for place in before.values() if place != HEX["2149"])
    for goal in before:
        for way in ways_to(pos, ALLIED, bits("A05"), goal):
            assert not any(stops >> place & 1 for place in way.path[1:-1])


def test_r19_2_2_after_going_astray_the_move_is_over() -> None:
    pos = ask(scene({"1956": "A05"}), "move.stray", ALLIED, UNIT["A05"], 5)
    play(pos, pos.actions()[0])
    assert pos.stack == ()


@pytest.mark.parametrize("behind", [{}, {"1332": "X23"}])
def test_r19_1_2_a_unit_hemmed_in_is_not_offered(behind: dict[str, str]) -> None:
    ring = {"1328": "X22", "1529": "X24", "1531": "X12", "1129": "X11", "1131": "X31", **behind}
    pos = scene({"1330": "A05", "1331": "X34", **ring})
    assert bool(pos.zones[AXIS] >> HEX["1331"] & 1) == bool(behind)
    assert "unit" not in {action[0] for action in move(pos, ALLIED).actions()}


def test_r19_1_1_the_last_point_can_be_spent() -> None:
    pos = move(scene({"1330": "A05", "1320": "A06"}), ALLIED)
    go(play(pos, ("unit", UNIT["A05"])), "1334")
    assert ("on",) in pos.actions()


def test_r19_1_1_a_road_shut_on_both_sides_leads_nowhere() -> None:
    pos = scene({"2633": "A05", "2632": "G05", "2634": "G06"})
    roads = [b for b, cost in box().costs[0][0][HEX["2633"]] if cost == 1]
    assert set(roads) == {HEX["2632"], HEX["2634"]}
    assert not may_go_on(pos, ALLIED, bits("A05"), 0, 9)
    pos.lift(UNIT["G06"], -7)
    assert may_go_on(pos, ALLIED, bits("A05"), 0, 9)


def test_r19_1_4_infiltration_is_paid_from_the_points_that_are_left() -> None:
    pos = scene({"1330": "X15", "1331": "A05"})
    assert infiltrations(pos, AXIS, bits("X15"), 0, 8)
    assert not infiltrations(pos, AXIS, bits("X15"), 0, 9), "one and four points, nine in all"


def test_r19_1_4_nobody_infiltrates_into_the_enemy() -> None:
    pos = scene({"1330": "X15", "1331": "A05", "1231": "A06"})
    assert not {HEX["1331"], HEX["1231"]} & {place for place, _ in infiltrations(pos, AXIS, bits("X15"), 0, 0)}


def test_r19_1_6_a_refusal_names_seam_ground_or_zone() -> None:
    pos = play(move(scene({"1330": "A05", "1343": "X22"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, ("go", HEX["1345"], 30)) == "19.1.5", "too far, and no enemy near"
    pos = play(move(scene({"1330": "A05", "1332": "X22"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, ("go", HEX["1334"], 8)) == "19.1.2"
    assert refused(pos, ("go", len(pos.piles), 8)) == "19.1"


def test_r19_4_only_from_a_port() -> None:
    pos = move(scene({"1776": "A05"}), ALLIED)
    assert "sail" not in {action[0] for action in play(pos, ("unit", UNIT["A05"])).actions()}


def test_r19_1_2_the_first_step_may_lead_into_a_zone() -> None:
    pos = scene({"1330": "A05", "1332": "X22"})
    assert path_of(pos, ALLIED, bits("A05"), HEX["1331"], 10) == [HEX["1330"], HEX["1331"]]
    near = next(n for n in box().map.neighbours[HEX["0920"]] if box().open_to[0][0][n] >> HEX["0920"] & 1)
    pos.put(UNIT["A06"], near)
    assert path_of(pos, ALLIED, bits("A06"), HEX["0920"], 10) == [near, HEX["0920"]]


def test_r19_1_5_a_zone_three_hexes_off_is_no_reason() -> None:
    pos = play(move(scene({"1330": "A05", "1334": "X22"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, ("go", HEX["1345"], 30)) == "19.1.5"


def test_r19_2_3_a_move_that_ends_by_rail_but_began_by_road_is_checked_at_its_end() -> None:
    pos = scene({"2149": "A05"})
    pos.railhead = len(box().rail) - 1
    play(move(pos, ALLIED), ("unit", UNIT["A05"]), ("extend",), ("far", HEX["1877"]))
    by_line = next(
        n for n, way in enumerate(ways_to(pos, ALLIED, bits("A05"), HEX["1877"])) if way.seams == (HEX["1756"],)
    )
    play(pos, ("way", by_line))
    assert at(pos, "A05") == "1756"
    play(pos, ("roll", 1))
    assert (at(pos, "A05"), pos.side) == ("1877", "chance")


def test_r19_1_1_a_unit_that_has_moved_alone_is_offered_once_more_as_going_on() -> None:
    pos = move(scene({"1330": "A01", "1320": "A06"}), ALLIED)
    go(play(pos, ("unit", UNIT["A01"])), "1332")
    assert ("on",) in pos.actions()
    assert UNIT["A01"] not in offered(pos, "unit")


def test_r19_1_1_a_stack_is_as_slow_as_its_unit_out_of_supply() -> None:
    pos = scene({"1330": "A01 A02"})
    pos.out_of_supply = bits("A01")
    assert budget(pos, bits("A01", "A02"), 0) == 6


def test_r19_1_1_one_unit_of_a_stack_goes_on_and_the_others_are_done() -> None:
    pos = move(scene({"1330": "A01 A02", "1320": "A06"}), ALLIED)
    go(play(pos, ("stack", HEX["1330"])), "1332")
    play(pos, ("unit", UNIT["A02"]), ("back",))
    assert [frame[0] for frame in pos.stack] == ["move.end", "move"]
    assert pos.stack[-1].args[1] == bits("A02")
    assert pos.moved == bits("A01")


def test_r19_1_5_sea_is_closed_ground_whoever_is_near() -> None:
    pos = play(move(scene({"2149": "A05", "2148": "X22"}), ALLIED), ("unit", UNIT["A05"]))
    sea = next(n for n in box().map.neighbours[HEX["2149"]] if not box().land >> n & 1)
    assert refused(pos, ("go", sea, 2)) == "19.1.5"
    pos = play(move(scene({"1330": "A05"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, ("go", HEX["0920"], 2)) == "19.1.5"


def cost(unit: str, start: str, end: str, act: str = "move") -> int | None:
    """Half points from one hex to another, or None if it cannot get there."""
    side = box().units[UNIT[unit]].side
    pos = play(move(scene({start: unit}), side, act), ("unit", UNIT[unit]))
    return next((action[2] for action in pos.actions() if action[0] == "go" and action[1] == HEX[end]), None)


def chosen(unit: str, placed: dict[str, str], act: str = "move") -> set[str]:
    side = box().units[UNIT[unit]].side
    return ends(play(move(scene(placed), side, act), ("unit", UNIT[unit])))


def test_r19_1_a_unit_moves_as_far_as_its_points_carry_it() -> None:
    assert cost("A05", "1330", "1335") == 10
    assert cost("A05", "1330", "1336") is None
    assert cost("A05", "1330", "1333", "half-move") == 6
    assert cost("A05", "1330", "1334", "half-move") is None  # half of five is three


def test_r19_1_enemy_units_are_in_the_way() -> None:
    pos = play(move(scene({"1330": "A05", "1331": "X22"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, ("go", HEX["1331"], 2)) == "19.1"


def test_r19_1_1_each_unit_moves_once_and_garrisons_never() -> None:
    pos = move(scene({"1330": "A05", "1320": "A06", "2141": "G01"}), ALLIED)
    go(play(pos, ("unit", UNIT["A05"])), "1335")
    assert refused(pos, ("unit", UNIT["G01"])) == "19.1.1"
    play(pos, ("unit", UNIT["A06"]), ("back",))
    assert refused(pos, ("unit", UNIT["A05"])) == "19.1.1"


def test_r19_1_1_a_stack_moves_at_the_pace_of_its_slowest_and_may_drop_it() -> None:
    pos = play(move(scene({"1330": "A05 A01"}), ALLIED), ("stack", HEX["1330"]))
    assert "1335" in ends(pos)
    assert "1336" not in ends(pos)
    go(pos, "1335")
    play(pos, ("unit", UNIT["A01"]))
    assert {"1336", "1338"} <= ends(pos)
    go(pos, "1338")
    assert (at(pos, "A05"), at(pos, "A01")) == ("1335", "1338")
    assert UNIT["A05"] not in offered(pos, "unit")


def test_r19_1_1_slower_units_are_dropped_and_the_faster_go_on_together() -> None:
    pos = play(move(scene({"1330": "A05 A01 A02"}), ALLIED), ("stack", HEX["1330"]))
    go(pos, "1335")
    go(play(pos, ("on",)), "1337")
    assert [at(pos, name) for name in ("A05", "A01", "A02")] == ["1335", "1337", "1337"]
    assert UNIT["A05"] not in offered(pos, "unit")


def test_r19_1_1_a_unit_left_behind_before_the_march_may_still_move() -> None:
    pos = play(move(scene({"1330": "A05 A01 A02"}), ALLIED), ("stack", HEX["1330"]), ("drop", UNIT["A05"]))
    go(pos, "1337")
    assert [at(pos, name) for name in ("A05", "A01", "A02")] == ["1330", "1337", "1337"]
    assert UNIT["A05"] in offered(pos, "unit")
    assert refused(play(pos, ("unit", UNIT["A05"])), ("drop", UNIT["A05"])) == "19.1", "one unit alone drops nobody"


def test_r19_1_1_a_unit_dropped_off_on_the_way_is_done() -> None:
    pos = play(move(scene({"1330": "A05 A06 A07"}), ALLIED), ("stack", HEX["1330"]))
    go(pos, "1332")
    go(play(pos, ("on",), ("drop", UNIT["A06"])), "1334")
    assert [at(pos, name) for name in ("A05", "A06", "A07")] == ["1334", "1332", "1334"]
    assert UNIT["A06"] not in offered(pos, "unit")


def test_r19_1_1_points_left_over_can_be_used_on_a_second_leg_but_not_later() -> None:
    pos = move(scene({"1330": "A05", "1320": "A06"}), ALLIED)
    go(play(pos, ("unit", UNIT["A05"])), "1332")
    go(play(pos, ("on",)), "1335")
    assert ("on",) not in pos.actions()


def test_r19_1_2_a_zone_stops_a_move_and_cannot_be_crossed_directly() -> None:
    reached = chosen("A05", {"1330": "A05", "1333": "X22"})
    assert {"1332", "1432"} <= reached
    assert "1334" not in reached
    pos = move(scene({"1330": "A05", "1332": "X22"}), ALLIED)
    go(play(pos, ("unit", UNIT["A05"])), "1331")
    assert ("on",) not in pos.actions()


def test_r19_1_2_a_unit_in_a_zone_must_leave_it_before_entering_another() -> None:
    reached = chosen("A01", {"1330": "A01", "1331": "X22"})
    assert box().map.around[HEX["1331"]] >> HEX["1431"] & 1
    direct = {"1430", "1431", "1230", "1231"} & {
        box().map.ids[n] for n in range(len(box().map)) if box().map.around[HEX["1331"]] >> n & 1
    }
    pos = move(scene({"1330": "A01", "1331": "X22"}), ALLIED)
    play(pos, ("unit", UNIT["A01"]))
    for action in pos.actions():
        if action[0] == "go" and box().map.ids[action[1]] in direct:
            assert action[2] > 2  # only by way of a hex outside the zone
    assert "1329" in reached


def test_r19_1_3_one_hex_is_always_possible() -> None:
    assert cost("X22", "2905", "2906") is not None  # four points, mountain up a cliff
    assert cost("X22", "2905", "2907") is None
    assert "2907" in chosen("X22", {"3007": "X22"}, "half-move")


def test_r19_1_4_a_panzer_division_leaves_its_headquarters_behind_to_infiltrate() -> None:
    ring = {"1331": "A05", "1429": "A06", "1229": "A07"}
    pos = play(move(scene({"1330": "X15 X17 X14", **ring}), AXIS), ("stack", HEX["1330"]))
    assert "infiltrate" not in verbs(pos)
    play(pos, ("drop", UNIT["X14"]))
    assert "infiltrate" in verbs(pos)


def infiltrators(placed: dict[str, str], half: bool = False) -> set[str]:
    pos = move(scene(placed), AXIS, "half-move" if half else "move")
    first = next(action for action in pos.actions() if action[0] in ("stack", "unit"))
    play(pos, ("stack", HEX["1330"]) if ("stack", HEX["1330"]) in pos.actions() else first)
    return {box().map.ids[action[1]] for action in pos.actions() if action[0] == "infiltrate"}


def test_r19_1_4_panzers_slip_from_zone_to_zone_on_clear_ground() -> None:
    assert infiltrators({"1330": "X15 X17", "1331": "A05", "1429": "A06"}) >= {"1430", "1231"}


@pytest.mark.parametrize(
    ("placed", "half"),
    [
        ({"1330": "X15 X31", "1331": "A05"}, False),  # not all of a panzer division
        ({"1330": "X17 X18", "1331": "A05"}, False),  # no panzer battalion
        ({"1330": "X15 X17", "1331": "A01"}, False),  # a tank makes the zone
        ({"1330": "X15 X17", "1331": "A05"}, True),  # half movement
    ],
)
def test_r19_1_4_and_not_otherwise(placed: dict[str, str], half: bool) -> None:
    assert infiltrators(placed, half) == set()


def test_r19_1_4_it_costs_four_points_more_and_ends_the_move() -> None:
    pos = move(scene({"1330": "X15", "1331": "A05"}), AXIS)
    play(pos, ("unit", UNIT["X15"]))
    assert ("infiltrate", HEX["1231"], 2 + 8) in pos.actions()
    play(pos, ("infiltrate", HEX["1231"], 10))
    assert at(pos, "X15") == "1231"
    assert pos.moved == bits("X15")


def test_r19_1_5_the_end_maps_cost_twice_as_much_and_roads_less() -> None:
    assert cost("A05", "1330", "1331") == 2
    assert cost("A05", "1210", "1211") == 4
    assert cost("A05", "2632", "2633") == 1  # road
    assert cost("A05", "1503", "1504") == 8  # rough on West
    assert cost("A05", "2432", "2531") == 2 + 4  # up the cliff
    assert cost("A01", "2432", "2531") != 6  # not with tanks


def test_r19_1_6_sections_meet_only_where_the_colours_do() -> None:
    reached = chosen("A05", {"1154": "A05"})
    assert {"1356", "1456", "1556"} <= reached
    assert "1256" not in chosen("A11", {"1154": "A11"}, "half-move")
    assert cost("A05", "1154", "1456") == 4  # the cost of the section entered
    pos = play(move(scene({"1254": "A05"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, ("go", HEX["1256"], 4)) == "19.1.6"


def test_r19_1_7_extended_moves_keep_to_the_roads_and_away_from_the_enemy() -> None:
    pos = scene({"2149": "A05", "2042": "X22"})
    far = {box().map.ids[n] for n in far_places(pos, ALLIED, HEX["2149"])}
    assert "1877" in far
    assert "2045" in far
    assert not {"2043", "2042", "2141"} & far  # beside the enemy, or beyond
    assert not {"1330", "1753"} & far  # off the roads


def test_r19_1_7_it_stops_beside_a_headquarters_or_a_garrison() -> None:
    pos = scene({"2149": "A05", "2042": "G05"})
    far = {box().map.ids[n] for n in far_places(pos, ALLIED, HEX["2149"])}
    assert "2043" in far
    assert "2042" not in far


def test_r19_1_7_not_from_beside_the_enemy_nor_off_the_road_nor_at_half_movement() -> None:
    assert extend_barred(scene({"2149": "A05"}), ALLIED, bits("A05"), 0) is None
    assert extend_barred(scene({"2149": "A05"}), ALLIED, bits("A05"), 1) == "19.1.7"
    assert extend_barred(scene({"2149": "A05", "2049": "X14"}), ALLIED, bits("A05"), 0) == "19.1.7"
    assert extend_barred(scene({"1330": "A05"}), ALLIED, bits("A05"), 0) == "19.1.7"


def far(pos: DarkSandsPosition, unit: str, end: str, side: int = ALLIED) -> None:
    play(move(pos, side), ("unit", UNIT[unit]), ("extend",), ("far", HEX[end]))
    if pos.stack and pos.stack[-1].step == "move.way":
        play(pos, ("way", 0))


def test_r19_1_7_one_check_at_the_seam_and_one_at_the_end() -> None:
    pos = scene({"2149": "A05"})
    far(pos, "A05", "1667")
    assert at(pos, "A05") == "1956"  # the first hex of the new section
    roll(pos, 1)
    assert at(pos, "A05") == "1667"
    roll(pos, 1)
    assert not pos.disrupted


def test_r19_1_7_only_one_check_if_the_seam_hex_is_the_end() -> None:
    pos = scene({"2149": "A05"})
    far(pos, "A05", "1956")
    roll(pos, 5)
    assert at(pos, "A05") == "1956"
    assert pos.disrupted == bits("A05")
    assert pos.side != "chance"


def test_r19_1_8_wholly_by_rail_there_is_no_check() -> None:
    pos = scene({"1877": "A05"})
    far(pos, "A05", "1859")
    assert at(pos, "A05") == "1859"
    assert pos.side != "chance"
    pos = scene({"1877": "X31"})
    far(pos, "X31", "1859", AXIS)
    assert pos.side == "chance"  # the Axis never uses the rails


@pytest.mark.parametrize(("unit", "die", "fails"), [("A05", 4, False), ("A05", 5, True), ("A24", 4, True)])
def test_r19_2_1_five_or_more_fails_and_some_units_add_one(unit: str, die: int, fails: bool) -> None:
    pos = scene({"2149": unit})
    far(pos, unit, "2053")
    roll(pos, die)
    assert bool(pos.disrupted) == fails


def test_r19_2_2_a_unit_that_fails_at_a_seam_goes_on_as_far_as_the_die_says() -> None:
    pos = scene({"2149": "A05"})
    far(pos, "A05", "1667")
    roll(pos, 5)
    goals = [box().map.ids[place] for place in offered(pos, "stray")]
    assert goals == ["1557", "1760"]  # five along the trail south, or along the coast road
    play(pos, ("stray", HEX[goals[0]]))
    assert at(pos, "A05") == goals[0]
    assert pos.disrupted == bits("A05")
    assert pos.side != "chance"  # no second check


def test_r19_2_2_leaving_a_section_by_rail_spares_the_check_there() -> None:
    pos = scene({"1877": "A05"})
    pos.railhead = box().rail_number[HEX["1546"]]
    far(pos, "A05", "1739")
    assert pos.side == "chance"
    assert at(pos, "A05") == "1739"  # straight to the check at the end


def test_r19_2_3_a_failed_check_at_the_end_disrupts_in_place() -> None:
    pos = scene({"2149": "A05"})
    far(pos, "A05", "2053")
    roll(pos, 6)
    assert at(pos, "A05") == "2053"
    assert pos.disrupted == bits("A05")


def test_r19_2_3_every_unit_of_a_stack_checks_for_itself() -> None:
    pos = move(scene({"2149": "A05 A06"}), ALLIED)
    play(pos, ("stack", HEX["2149"]), ("extend",), ("far", HEX["2053"]))
    roll(pos, 6)
    roll(pos, 1)
    assert pos.disrupted.bit_count() == 1


def test_r19_3_disrupted_units_fight_worse_and_stay_off_the_roads() -> None:
    pos = scene({"2149": "A05", "1330": "X22"})
    pos.disrupted = bits("A05", "X22")
    assert extend_barred(pos, ALLIED, bits("A05"), 0) == "19.1.7"
    assert not retreat_zones(pos, ALLIED)
    pos.target, pos.attackers, pos.defenders = HEX["1330"], bits("A05"), 0
    assert modifiers(pos, ALLIED, 0) == -2
    pos.attackers, pos.defenders = 0, bits("X22")
    assert modifiers(pos, ALLIED, 0) == 2


def test_r19_4_a_naval_move_is_all_a_unit_does_and_comes_once_a_turn() -> None:
    pos = move(scene({"1877": "A05 A06", "1859": "A07"}), ALLIED)
    play(pos, ("unit", UNIT["A05"]), ("sail", box().tobruk))
    assert at(pos, "A05") == "2830"
    assert UNIT["A05"] not in offered(pos, "unit")
    ask(pos, "act.end", ALLIED)
    assert pos.sailed[ALLIED]
    play(move(pos, ALLIED), ("unit", UNIT["A06"]))
    assert "sail" not in verbs(pos)


def test_r19_4_1_one_axis_unit_to_a_port_in_supply() -> None:
    pos = scene({"2904": "X31 X34"})
    pos.axis_holds |= 1 << box().tobruk
    move(pos, AXIS)
    play(pos, ("unit", UNIT["X31"]), ("sail", box().tobruk))
    assert at(pos, "X31") == "2830"
    play(pos, ("unit", UNIT["X34"]))
    assert "sail" not in verbs(pos)
    cut = scene({"2904": "X31", "1701": "A05", "1503": "A06", "1803": "A07"})
    cut.axis_holds |= 1 << box().tobruk
    assert "sail" not in verbs(play(move(cut, AXIS), ("unit", UNIT["X31"])))


def test_r19_4_2_three_allied_units_one_way_and_three_back() -> None:
    pos = move(scene({"1877": "A05 A06 A07", "1776": "A08", "2830": "A09 A10 A13"}), ALLIED)
    play(pos, ("unit", UNIT["A09"]))
    assert box().alexandria in offered(pos, "sail")
    play(pos, ("back",), ("unit", UNIT["A05"]), ("sail", box().tobruk))
    for name in ("A09", "A10", "A13"):
        play(pos, ("unit", UNIT[name]))
        assert offered(pos, "sail") == [box().alexandria]
        play(pos, ("sail", box().alexandria))
    for name in ("A06", "A07"):
        play(pos, ("unit", UNIT[name]), ("sail", box().tobruk))
    assert [at(pos, name) for name in ("A05", "A06", "A07")] == ["2830"] * 3
    assert [at(pos, name) for name in ("A09", "A10", "A13")] == ["1877"] * 3


def test_r19_4_2_no_fourth_unit_sails_either_way() -> None:
    pos = move(scene({"1877": "A05 A06 A07 A11", "2830": "A09 A10 A13 A12"}), ALLIED)
    for name in ("A05", "A06", "A07"):
        play(pos, ("unit", UNIT[name]), ("sail", box().tobruk))
    play(pos, ("unit", UNIT["A11"]))
    assert "sail" not in verbs(pos)
    play(pos, ("back",))
    for name in ("A09", "A10", "A13"):
        play(pos, ("unit", UNIT[name]), ("sail", box().alexandria))
    play(pos, ("unit", UNIT["A12"]))
    assert "sail" not in verbs(pos)


def test_r19_4_2_not_to_a_port_the_enemy_holds() -> None:
    pos = scene({"1877": "A05"})
    pos.axis_holds |= 1 << box().tobruk
    play(move(pos, ALLIED), ("unit", UNIT["A05"]))
    assert box().tobruk not in offered(pos, "sail")
    assert box().matruh in offered(pos, "sail")


def test_r19_1_4_one_tank_among_those_who_make_the_zone_is_enough() -> None:
    for around, free in (("A05 A06", True), ("A05 A01", False), ("A01 A05", False)):
        east, west = around.split()
        pos = scene({"1330": "X15 X17", "1331": east, "1329": west})
        assert bool(infiltrations(pos, AXIS, bits("X15", "X17"), 0, 0)) == free


def test_r19_2_2_a_unit_that_fails_next_to_a_garrison_still_goes_on() -> None:
    pos = scene({"1356": "X31", "1357": "G01"})
    assert pos.box.map.around[HEX["1356"]] >> HEX["1357"] & 1
    free = stray_paths(scene({"1356": "X31"}), UNIT["X31"], 2)
    beside = stray_paths(pos, UNIT["X31"], 2)
    assert HEX["1356"] not in free
    assert HEX["1356"] not in beside, "it has to stop beside the garrison only once it has left the seam"


def test_r19_2_2_a_unit_that_fails_one_hex_before_its_end_goes_astray_too() -> None:
    pos = scene({"1956": "X26"})
    path = (HEX["1956"], next(iter(places_in(network(pos, AXIS)[HEX["1956"]]))))
    pos.stack = (Frame("move.leg", AXIS, (UNIT["X26"], path)), Frame("move.check", 2, (UNIT["X26"], path)))
    pos.settle()
    roll(pos, 6)
    assert pos.disrupted >> UNIT["X26"] & 1
    assert not any(frame.step == "move.leg" for frame in pos.stack), "it does not go on along its path"


def test_r11_0_an_extended_move_does_not_end_on_another_headquarters() -> None:
    hqs = [unit.id for number, unit in enumerate(box().units) if box().hqs >> number & 1 and unit.side == AXIS]
    first, second = hqs[:2]
    pos = scene({"2904": first, "2830": second, "2803": "X26"})
    pos.axis_holds |= 1 << HEX["2830"]
    for mover, barred in ((first, True), ("X26", False)):
        pos.put(UNIT[mover], HEX["2904"])
        ask(pos, "move.far", AXIS, bits(mover))
        assert (("far", HEX["2830"]) in pos.actions()) != barred


def test_r19_1_1_a_unit_hemmed_in_does_not_go_on() -> None:
    pos = scene({"1330": "A05"})
    around = places_in(box().map.around[HEX["1330"]])
    for place, garrison in zip(around, ("G05", "G06", "G07", "G08", "X25", "X22"), strict=True):
        pos.put(UNIT[garrison], place)
    pos.put(UNIT["X23"], pos.where[UNIT["X25"]])
    pos.out_of_supply = bits("X22", "X23")
    assert not may_go_on(pos, ALLIED, bits("A05"), 0, 0)


def test_r19_1_1_once_another_unit_is_taken_up_the_last_one_does_not_go_on() -> None:
    pos = move(scene({"1330": "A05", "1340": "A06"}), ALLIED)
    play(pos, ("unit", UNIT["A05"]))
    go(pos, "1331")
    assert ("on",) in pos.actions()
    play(pos, ("unit", UNIT["A06"]), ("back",))
    assert ("on",) not in pos.actions()
    assert ("unit", UNIT["A05"]) not in pos.actions()


def test_r19_1_1_why_a_unit_does_not_move() -> None:
    """The neighbours of garrisons in the list are none, and those of a unit that has moved have not."""
    pos = move(scene({"1330": "A05 A06 A07", "1334": "A65 G01 G04", "1336": "A04 A08"}), ALLIED)
    pos.moved = bits("A06")
    group = bits("A08")
    told = {name: unit_barred(pos, ALLIED, UNIT[name], group) for name in ("A04", "A05", "A06", "A07", "A08", "G04")}
    assert told == {
        "A04": "19.1.2",
        "A05": "19.1.2",
        "A06": "19.1.1",
        "A07": "19.1.2",
        "A08": "19.1.1",
        "G04": "19.1.1",
    }
    axis = move(scene({"1330": "X50 G08 G05"}), AXIS)
    rules = [unit_barred(axis, AXIS, UNIT[name], 0) for name in ("X50", "G08", "G05", "A05")]
    assert rules == ["19.1.2", "19.1.1", "19.1.1", "18.1"]


def test_r19_1_7_who_has_moved_neither_extends_his_move_nor_sails() -> None:
    pos = play(move(scene({"1859": "A05", "1320": "A06"}), ALLIED), ("unit", UNIT["A05"]))
    assert {"extend", "sail"} <= verbs(pos)
    beside = next(action for action in pos.actions() if action[0] == "go" and action[2] == 2)
    play(pos, beside, ("on",))
    assert not {"extend", "sail"} & verbs(pos)
    back = next(action for action in pos.actions() if action[:2] == ("go", HEX["1859"]))
    if ("on",) in play(pos, back).actions():
        assert not {"extend", "sail"} & verbs(play(pos, ("on",)))


def test_r19_1_8_an_extended_move_begins_on_active_rail_or_on_the_net() -> None:
    for place in box().rail:
        built = place in box().rail[: box().rail_number[box().matruh] + 1]
        on_net = bool(box().on_net[0] >> place & 1)
        for side, unit in ((ALLIED, "A05"), (AXIS, "X31")):
            pos = scene()
            pos.put(UNIT[unit], place)
            free = on_net or (built and side == ALLIED)
            assert (extend_barred(pos, side, bits(unit), 0) is None) == free


@pytest.mark.parametrize(("side", "unit"), [(ALLIED, "A05"), (AXIS, "X31")])
def test_r19_4_nobody_sails_from_his_only_port(side: int, unit: str) -> None:
    pos = scene({"2904": unit})
    pos.axis_holds = -side & box().kept
    pos.axis_holds ^= box().ports
    assert not sail_possible(pos, side, HEX["2904"])
    pos.axis_holds ^= 1 << box().tobruk
    assert sail_possible(pos, side, HEX["2904"])
    pos.sailed[side] = 1
    assert not sail_possible(pos, side, HEX["2904"])


def test_r19_1_1_a_new_group_begins_with_all_its_points() -> None:
    pos = move(scene({"1330": "A05", "1320": "A06"}), ALLIED, "half-move")
    play(pos, ("unit", UNIT["A05"]))
    assert [frame.args for frame in pos.stack if frame.step.startswith("move") and frame.args] == [
        (1, 0, 0),
        (1, bits("A05"), 0),
    ]
    assert pos.box.game.prompt(pos, ALLIED)["text"].startswith("3 movement points left.")
    play(go(pos, "1331"), ("on",))
    assert pos.box.game.prompt(pos, ALLIED)["text"].startswith("2 movement points left.")
    slipped = play(move(scene({"1330": "X15", "1331": "A05"}), AXIS), ("unit", UNIT["X15"]))
    play(slipped, ("infiltrate", HEX["1231"], 10))
    assert slipped.stack == () or slipped.stack[-1].args == (0, 0, 0)


def test_r19_1_1_whoever_leaves_a_unit_behind_may_still_put_the_rest_back() -> None:
    pos = play(move(scene({"1330": "A05 A06 A07", "1320": "A08"}), ALLIED), ("stack", HEX["1330"]))
    play(pos, ("drop", UNIT["A06"]))
    assert [frame.step for frame in pos.stack] == ["move.end", "move", "move.to"]
    assert pos.stack[-1].args == (0, bits("A05", "A07"), 0)
    play(pos, ("back",))
    assert {UNIT["A05"], UNIT["A06"], UNIT["A07"]} <= set(offered(pos, "unit"))
    go(play(pos, ("stack", HEX["1330"])), "1332")
    play(pos, ("on",), ("drop", UNIT["A06"]))
    assert [frame.args for frame in pos.stack[-2:]] == [(0, bits("A05", "A07"), 4)] * 2
    assert pos.moved == bits("A06")


def test_r19_1_a_unit_shut_in_without_a_zone_is_not_offered() -> None:
    """In a fort of Tobruk no zone reaches it, but the enemy stands on every side."""
    walls = {"2629": "X22", "2630": "X23", "2728": "X24", "2730": "X12", "2829": "X11", "2830": "X31"}
    pos = scene({"2729": "A05 A06", "1330": "A07", **walls})
    assert not pos.zones[AXIS] >> HEX["2729"] & 1
    assert [action for action in move(pos, ALLIED).actions() if action[0] in ("unit", "stack")] == [
        ("unit", UNIT["A07"])
    ]


def test_r19_1_2_infantry_leaves_into_a_zone_where_tanks_have_no_way_out() -> None:
    """The roads are shut by garrisons; the cliff hexes beside them lie in a zone that does not reach the stack."""
    pos = scene({"2635": "A01 A05", "2634": "G05", "2636": "G06", "2435": "X22"})
    assert not pos.zones[AXIS] >> HEX["2635"] & 1
    offers = [action for action in move(pos, ALLIED).actions() if action[0] in ("unit", "stack")]
    assert offers == [("unit", UNIT["A05"])]
    assert {"2534", "2535"} <= ends(play(pos, ("unit", UNIT["A05"])))


@pytest.mark.parametrize("start", ["1154", "1356", "1956", "2053", "1330", "2635"])
def test_r19_1_6_the_rule_that_keeps_a_unit_from_each_hex(start: str) -> None:
    pos = scene({start: "A05", "1457": "X22", "1333": "X23 X25", "1332": "X14", "2637": "G05"})
    here, unit = HEX[start], bits("A05")
    shut = {HEX[name] for name in ("1457", "1333", "2637")}
    near = {n for m in box().map.neighbours[here] for n in (here, m, *box().map.neighbours[m])}
    tight = any(pos.zones[AXIS] >> place & 1 for place in near)
    goals = destinations(pos, ALLIED, unit, 0, 0)
    told = set()
    for place in range(len(pos.piles)):
        rule: str | None = "19.1.2" if tight else "19.1.5"
        if not box().land >> place & 1:
            rule = "19.1.5"
        elif place in shut:
            rule = "19.1"
        elif box().section[place] != box().section[here] and place not in box().map.neighbours[here]:
            rule = "19.1.6"
        elif place in goals:
            rule = None
        assert destination_barred(pos, ALLIED, unit, 0, 0, place) == rule
        told.add(rule)
    assert {None, "19.1", "19.1.5", "19.1.6"} <= told


def test_r19_1_1_infantry_goes_on_where_tanks_cannot() -> None:
    """The roads are shut by garrisons; the way on leads over a cliff and costs three points."""
    pos = scene({"2635": "A01 A05", "2634": "G05", "2636": "G06"})
    assert may_go_on(pos, ALLIED, bits("A05"), 0, 4)
    assert not may_go_on(pos, ALLIED, bits("A05"), 0, 5)
    assert not may_go_on(pos, ALLIED, bits("A01"), 0, 2)
    assert not may_go_on(pos, ALLIED, bits("A01", "A05"), 0, 2)


def asked(pos: DarkSandsPosition) -> str | None:
    """What is asked before the step is ended."""
    return pos.box.game.orders.show(pos, ("done",)).get("ask")


def test_r19_1_a_chit_is_not_spent_on_nothing_unasked() -> None:
    pos = move(scene({"2149": "A24"}), ALLIED)
    assert asked(pos) == "No unit has moved: the chit is spent all the same."
    play(pos, ("unit", UNIT["A24"]))
    play(pos, next(action for action in pos.actions() if action[0] == "go"))
    assert asked(pos) is None
    idle = fight(scene({"1330": "A05", "1331": "X22"}), ALLIED)
    assert asked(idle) == "No attack has been made: the chit is spent all the same."


def test_r7_2_a_move_onto_a_full_stack_is_asked_about() -> None:
    pos = move(scene({"2149": "A01 A02 A03", "2148": "A05", "2147": "A06"}), ALLIED)
    play(pos, ("stack", HEX["2149"]))
    asks = {
        action[1]: pos.box.game.orders.show(pos, action).get("ask") for action in pos.actions() if action[0] == "go"
    }
    assert "when the movement ends is lost" in str(asks.pop(HEX["2148"]))
    assert "when the movement ends is lost" in str(asks.pop(HEX["2147"]))
    assert set(asks.values()) == {None}


def test_r19_1_only_those_who_can_are_said_to_go_on() -> None:
    rng, said = Random(7), set()
    pos = sandtable.load("dark-sands").start("compass")
    for _ in range(600):
        if pos.outcome is not None:
            break
        if pos.stack[-1].step == "move":
            goes_on = ("on",) in pos.actions()
            assert ("may still go on" in pos.see(pos.side)["prompt"]["text"]) == goes_on
            said.add(goes_on)
        pos.play(pos.sample(rng) if pos.outcomes() is not None else rng.choice(pos.actions()))
    assert said == {True, False}
