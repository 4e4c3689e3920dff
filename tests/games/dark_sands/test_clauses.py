"""Single clauses, each in a position where only that clause decides."""

from __future__ import annotations

import pytest

from sandtable.engine.flow import Action
from sandtable.engine.sides import CHANCE
from sandtable.games.dark_sands.position import AWAY, FALLEN, FITTED, GONE, READY, REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r12_doctrine import assault_barred
from sandtable.games.dark_sands.rules.r13_assets import asset_barred
from sandtable.games.dark_sands.rules.r15_placement import entry_places
from sandtable.games.dark_sands.rules.r17_replacements import cadres
from sandtable.games.dark_sands.rules.r19_extended import far_places, shunned, stray_paths, ways_to
from sandtable.games.dark_sands.rules.r19_movement import budget, infiltrations, may_go_on, path_of
from sandtable.games.dark_sands.rules.r20_combat import attack_barred
from sandtable.games.dark_sands.rules.r20_results import apply_result
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    AXIS,
    CHIT,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    defence_strength,
    ends,
    fight,
    go,
    move,
    offered,
    play,
    ready,
    refused,
    scene,
)


def test_r13_7_3_a_box_stays_while_one_friend_is_left() -> None:
    pos = scene({"1330": "A05 A06"})
    pos.asset[ASSET["S09"]], pos.boxed[ALLIED] = HEX["1330"], 1 << HEX["1330"]
    go(play(move(pos, ALLIED), ("unit", UNIT["A05"])), "1331")
    assert pos.boxed[ALLIED] == 1 << HEX["1330"]
    go(play(pos, ("unit", UNIT["A06"])), "1331")
    assert pos.boxed[ALLIED] == 0


def test_r22_2_a_withdrawn_unit_leaves_its_markers_behind() -> None:
    pos = scene({"1843": "A16"}, turn=5)
    pos.disrupted = pos.out_of_supply = bits("A16")
    ask(pos, "reinforce", ALLIED, 1)
    while pos.stack:
        play(pos, pos.actions()[0])
    assert (pos.disrupted, pos.out_of_supply) == (0, 0)


def test_r11_0_a_headquarters_returns_with_its_one_step_in_good_order() -> None:
    pos = scene(turn=8)
    pos.where[UNIT["A38"]], pos.fell[UNIT["A38"]] = FALLEN, 7
    play(ask(pos, "hq.return", AXIS), ("place", HEX["1877"]))
    assert (at(pos, "A38"), pos.steps[UNIT["A38"]], pos.disrupted) == ("1877", 1, 0)


def test_r11_0_a_headquarters_lost_this_turn_stays_away() -> None:
    pos = scene(turn=8)
    pos.where[UNIT["A38"]], pos.fell[UNIT["A38"]] = FALLEN, 8
    assert ask(pos, "hq.return", AXIS).stack == ()


def test_r12_7_1_no_momentum_without_a_panzer_division() -> None:
    pos = scene({"1330": "X22 X31", "1335": "A05"})
    play(ask(pos, "chits.side", AXIS, box().chit_number["axis-full"]), ("use", "move"))
    play(pos, ("done",))
    assert pos.stack == ()
    assert "momentum" not in [event.kind for event in pos.events()]


def test_r13_4_range_is_counted_to_the_last_hex() -> None:
    pos = ready(scene({"1330": "A38", "1335": "A05"}), "S07")
    for target, rule in (("1336", None), ("1337", "13.4"), ("1324", None), ("1323", "13.4")):
        pos.target = HEX[target]
        assert asset_barred(pos, ASSET["S07"], bits("A05"), True) == rule


@pytest.mark.parametrize(("turn", "rule"), [(13, "2.2.2"), (14, None), (17, None)])
def test_r12_6_assaults_begin_on_turn_fourteen(turn: int, rule: str | None) -> None:
    pos = scene({"1330": "A63 A64", "1331": "X22"}, turn=turn)
    assert assault_barred(pos, ALLIED, bits("A63", "A64")) == rule
    assert assault_barred(pos, AXIS, bits("A63", "A64")) == "2.2.2"


def test_r13_6_1_any_allied_nation_forms_an_allied_garrison_and_one_counter_is_offered() -> None:
    pos = move(ready(scene({"2141": "A13"}), "G01", "G02"), ALLIED)
    assert [action for action in pos.actions() if action[0] == "garrison"] == [("garrison", UNIT["G01"], HEX["2141"])]


def test_r13_6_4_a_garrison_alone_takes_the_loss() -> None:
    pos = ask(scene({"2141": "G01"}), "loss", ALLIED, bits("G01"), 1, 1, 0)
    assert at(pos, "G01") == ""


def test_r13_7_1_no_box_is_offered_where_none_may_stand() -> None:
    pos = move(ready(scene({"1210": "A05", "1330": "A06"}), "S09"), ALLIED)
    assert offered(pos, "fortify") == [UNIT["A06"]]


@pytest.mark.parametrize(("units", "expected"), [(6, 1), (8, 2), (10, 3)])
def test_r17_1_a_cadre_for_each_four_steps_or_part_of_them(units: int, expected: int) -> None:
    """One step more than 12, 16 and 20."""
    pos = scene(turn=13)
    for name in ("A05", "A06", "A07", "A08", "A09", "A10", "A13", "A14", "A15", "A18")[:units]:
        pos.where[UNIT[name]] = REBUILD
    assert cadres(pos) == expected - 1
    pos.where[UNIT["A11"]] = REBUILD
    assert cadres(pos) == expected


def test_r15_0_nobody_enters_in_the_middle_of_nowhere() -> None:
    pos = scene()
    for unit in ("A05", "X31"):
        for replacement in (True, False):
            assert HEX["0920"] not in entry_places(pos, UNIT[unit], replacement)


def test_r17_0_a_unit_at_full_strength_gets_no_step() -> None:
    pos = scene({"1843": "A05 A06*"})
    ask(pos, "replace.spend", ALLIED, 0, 2, 0, 0, 0, 0)
    assert offered(pos, "restore") == [UNIT["A06"]]


def test_r17_3_1_where_only_a_battalion_has_room_a_battalion_is_rebuilt() -> None:
    full = {"1600": "X01 X02 X04", "1601": "X05 X06 X07", "1500": "X08 X09 X10", "1400": "X11 X12 X22"}
    pos = scene({**full, "2509": "A05"}, turn=12)
    for name in ("X31", "X39"):
        pos.where[UNIT[name]], pos.steps[UNIT[name]] = REBUILD, 0
    ask(pos, "replace.spend", AXIS, 0, 2, 0, 0, 0, 0)
    assert {action[1] for action in pos.actions() if action[0] == "rebuild"} == {UNIT["X39"]}


def test_r17_1_no_more_cadres_come_than_there_are() -> None:
    pos = scene(turn=13)
    for name in ("A05", "A06", "A07"):
        pos.where[UNIT[name]] = REBUILD
    ask(pos, "replace.cadre", ALLIED, 2)
    for left, name in ((1, "A05"), (0, "A06")):
        play(pos, ("cadre", UNIT[name]), ("place", HEX["1877"]))
        assert bool(pos.stack) == bool(left)
    assert pos.disrupted == bits("A05", "A06")


def test_r18_3_tobruk_falls_brings_its_two_chits_once() -> None:
    pos = scene(turn=11)
    pos.falls = 1
    for expected in (2, 0):
        ask(pos, "chits.fill", AXIS)
        assert pos.pool[CHIT["tobruk-falls"]] == expected
        assert pos.falls == 2


def test_r18_6_1_the_log_tells_of_a_chit_preempted() -> None:
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.hand = 1 << CHIT["rommel"] | 1 << CHIT["monty"]
    pos.pool[CHIT["logistics"]] = 1
    play(ask(pos, "chits.next", AXIS), ("declare", CHIT["monty"]), ("declare", CHIT["rommel"]))
    assert "Rommel preempts Monty." in [line["text"] for line in pos.report(None)]
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.hand = 1 << CHIT["rommel"]
    pos.pool[CHIT["logistics"]] = 1
    play(ask(pos, "chits.next", AXIS), ("declare", CHIT["rommel"]))
    assert "preempted" not in [event.kind for event in pos.events()]


def test_r18_7_2_a_combo_chit_counts_once_and_tobruk_falls_not_at_all() -> None:
    pos = scene({"1330": "A05", "1331": "X22"})
    play(ask(pos, "chits.side", ALLIED, CHIT["allied-full"]), ("use", "move"))
    assert (pos.moves, pos.combats) == ([1, 0], [0, 0])
    play(ask(pos, "chits.side", ALLIED, CHIT["allied-half"]), ("use", "combat-1"))
    assert (pos.moves, pos.combats) == ([1, 0], [1, 0])
    play(ask(pos, "chits.side", AXIS, CHIT["tobruk-falls"]), ("use", "move"))
    assert (pos.moves, pos.combats) == ([1, 0], [1, 0])


def test_r18_1_eighth_army_names_three_divisions_and_two_independent_units() -> None:
    pos = scene({"1330": "A05 A08", "1331": "A13", "1332": "A26 A23", "1333": "A43 A21"}, turn=9)
    army = CHIT["army8"]
    ask(pos, "chits.pick", ALLIED, army, 3, 2, 0)
    play(pos, offered_first(pos, "formation"))
    assert pos.stack[-1].args == (army, 2, 2, 0)
    play(pos, offered_first(pos, "independent"))
    assert pos.stack[-1].args == (army, 2, 1, 0)
    for verb in ("independent", "formation", "formation"):
        play(pos, offered_first(pos, verb))
    assert pos.stack == (), "nothing is left to pick"
    assert pos.active.bit_count() == 5


def offered_first(pos: DarkSandsPosition, verb: str) -> Action:
    return next(action for action in pos.actions() if action[0] == verb)


def test_r19_1_7_an_extended_move_goes_on_past_no_garrison() -> None:
    pos = scene({"2149": "A05", "1946": "G05"})
    _, stops = shunned(pos, ALLIED)
    before = far_places(pos, ALLIED, HEX["2149"])
    assert any(stops >> place & 1 for place in before)
    assert not any(stops >> place & 1 for place in before.values() if place != HEX["2149"])
    for goal in before:
        for way in ways_to(pos, ALLIED, bits("A05"), goal):
            assert not any(stops >> place & 1 for place in way.path[1:-1])


def test_r11_0_a_headquarters_stuck_with_another_at_a_seam_is_displaced() -> None:
    pos = scene({"1956": "A38 A39", "1858": "X31", "1757": "X34", "1670": "A05"})
    assert list(stray_paths(pos, UNIT["A38"], 5)) == [HEX["1956"]]
    ask(pos, "move.stray", ALLIED, UNIT["A38"], 5)
    assert pos.stack == ()
    assert at(pos, "A38") != "1956"


def test_r19_2_2_after_going_astray_the_move_is_over() -> None:
    pos = ask(scene({"1956": "A05"}), "move.stray", ALLIED, UNIT["A05"], 5)
    play(pos, pos.actions()[0])
    assert pos.stack == ()


def test_r19_1_2_a_unit_hemmed_in_is_not_offered() -> None:
    ring = {"1328": "X22", "1332": "X23", "1529": "X24", "1531": "X12", "1129": "X11", "1131": "X31"}
    pos = scene({"1330": "A05", "1331": "X34", **ring})
    assert "unit" not in {action[0] for action in move(pos, ALLIED).actions()}


@pytest.mark.parametrize("place", ["0920", "1330"])
def test_r13_6_2_a_garrison_off_the_named_places_is_refused_by_its_rule(place: str) -> None:
    pos = move(ready(scene({place: "A05"}), "G01"), ALLIED)
    assert refused(pos, ("garrison", UNIT["G01"], HEX[place])) == "13.6.2"


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


def test_r11_0_units_may_join_a_headquarters_and_headquarters_may_not() -> None:
    pos = move(scene({"1330": "A05 A38", "1332": "A39"}), ALLIED)
    assert "1332" in ends(play(pos, ("unit", UNIT["A05"])))
    play(pos, ("back",))
    assert "1332" not in ends(play(pos, ("unit", UNIT["A38"])))


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


def test_r20_1_a_headquarters_is_not_asked_to_attack_and_a_lone_unit_is_not_asked_twice() -> None:
    pos = fight(scene({"1330": "A05 A06", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]))
    assert pos.actions() == [("all",), ("with", UNIT["A05"]), ("with", UNIT["A06"]), ("back",)]
    play(pos, ("with", UNIT["A05"]))
    assert pos.actions() == [("all",), ("fight",), ("with", UNIT["A06"]), ("back",)]
    play(pos, ("back",))
    assert (pos.target, pos.attackers) == (-1, 0)


def test_r20_3_1_the_log_tells_the_toll_of_an_assault_from_the_result() -> None:
    for first, rule in ((0, "20.3.2"), (1, "20.3.2"), (2, "20.3.1")):
        pos = ask(scene({"1330": "A63"}, turn=15), "loss", ALLIED, bits("A63"), 1, first, 0)
        assert pos.events()[-1].rule == rule


def test_r20_3_5_all_advance_as_far_as_there_is_room() -> None:
    pos = scene({"1330": "A05 A06", "1430": "A07 A08", "1331": "X22"})
    pos.target, pos.attackers = HEX["1331"], bits("A05", "A06", "A07", "A08")
    pos.lift(UNIT["X22"], REBUILD)
    play(ask(pos, "combat.advance", ALLIED, 0), ("advance-all",))
    assert (pos.piles[HEX["1331"]]).bit_count() == 3


def test_r19_1_2_the_first_step_may_lead_into_a_zone() -> None:
    pos = scene({"1330": "A05", "1332": "X22"})
    assert path_of(pos, ALLIED, bits("A05"), HEX["1331"], 10) == [HEX["1330"], HEX["1331"]]
    near = next(n for n in box().map.neighbours[HEX["0920"]] if box().open_to[0][0][n] >> HEX["0920"] & 1)
    pos.put(UNIT["A06"], near)
    assert path_of(pos, ALLIED, bits("A06"), HEX["0920"], 10) == [near, HEX["0920"]]


def test_r19_1_5_a_zone_three_hexes_off_is_no_reason() -> None:
    pos = play(move(scene({"1330": "A05", "1334": "X22"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, ("go", HEX["1345"], 30)) == "19.1.5"


def test_r11_0_the_move_goes_on_after_a_headquarters_was_driven_off() -> None:
    pos = move(scene({"1330": "A05", "1331": "X14", "1320": "A06", "1322": "X22"}), ALLIED)
    go(play(pos, ("unit", UNIT["A05"])), "1331")
    assert at(pos, "A05") == "1331"
    assert pos.stack[-1].step == "move"
    assert UNIT["A06"] in offered(pos, "unit")


def test_r20_3_2_resilience_is_for_the_attacker() -> None:
    pos = scene({"1330": "A05 A06", "1331": "X15 X17"})
    pos.target, pos.attackers, pos.defenders = HEX["1331"], bits("A05", "A06"), bits("X15", "X17")
    apply_result(pos, ALLIED, "BL1", "mobile")
    pos.settle()
    while pos.stack and pos.side == "allied":
        play(pos, pos.actions()[0])
    assert (pos.steps[UNIT["X15"]], pos.steps[UNIT["X17"]]) == (1, 2), "armour first"


def test_r22_1_an_asset_that_was_away_comes_back() -> None:
    pos = scene(turn=10)
    for unit in range(len(pos.where)):
        pos.where[unit] = GONE
    pos.asset[ASSET["S17"]] = AWAY
    ask(pos, "reinforce", AXIS, 0)
    assert pos.asset[ASSET["S17"]] == READY


def test_r18_4_units_that_cannot_leave_the_entry_area_are_lost() -> None:
    pos = scene({"1600": "A05 A06 A07"}, turn=3)
    axis = iter(("X22", "X23", "X24", "X12", "X11", "X31"))
    for place in box().map.neighbours[HEX["1600"]]:
        if box().land >> place & 1:
            pos.put(UNIT[next(axis)], place)
    ask(pos, "reinforce.clear", ALLIED, 0)
    while pos.stack:
        play(pos, pos.actions()[0])
    assert not pos.held[ALLIED]


def test_r23_3_1_the_railway_is_complete_only_at_tobruk() -> None:
    pos = scene({"1877": "A05"}, turn=10)
    play(ask(pos, "end.rail", CHANCE), ("roll", 6))
    assert "railway" not in [event.kind for event in pos.events()]
    pos.railhead = len(box().rail) - 2
    play(ask(pos, "end.rail", CHANCE), ("roll", 1))
    assert [event.kind for event in pos.events()][-1] == "railway"


def test_r18_7_1_a_run_is_counted_chit_by_chit() -> None:
    pos = scene(turn=9)
    runs = []
    for name in ("axis-reinforce", "afrika-korps", "logistics", "allied-reinforce"):
        pos.pool[CHIT[name]] = 1
        ask(pos, "chits.play", box().chits[CHIT[name]].side, CHIT[name])
        runs.append(pos.run)
        pos.stack = ()
    assert runs == [(AXIS, 1), (AXIS, 2), (AXIS, 2), (ALLIED, 1)]


def test_r18_1_oconnor_lets_all_allied_units_move_and_then_fight() -> None:
    pos = scene({"1330": "A05", "1210": "A06", "1335": "X22"}, turn=1)
    pos.pool[CHIT["oconnor"]] = 1
    ask(pos, "chits.play", ALLIED, CHIT["oconnor"])
    assert (pos.stack[-1].step, pos.active) == ("move", bits("A05", "A06"))
    play(pos, ("done",))
    while pos.stack:
        play(pos, ("done",))
    assert (pos.active, pos.moved) == (0, 0), "the segment is over"


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


def test_r11_0_no_headquarters_sails_to_another() -> None:
    pos = move(scene({"1877": "A38 A05", "2830": "A39"}), ALLIED)
    assert box().tobruk not in offered(play(pos, ("unit", UNIT["A38"])), "sail")
    assert box().tobruk in offered(play(pos, ("back",), ("unit", UNIT["A05"])), "sail")


def test_r20_1_only_active_units_attack() -> None:
    pos = fight(scene({"1330": "A05 A06", "1331": "X22", "0920": "A07", "0921": "X23"}), ALLIED)
    pos.active &= ~bits("A05")
    assert attack_barred(pos, ALLIED, UNIT["A05"], HEX["1331"]) == "20.1"
    assert attack_barred(pos, ALLIED, UNIT["A06"], HEX["1331"]) is None
    assert attack_barred(pos, ALLIED, UNIT["A07"], HEX["0921"]) is None
    play(fight(pos, ALLIED), ("attack", HEX["1331"]))
    assert refused(pos, ("with", UNIT["A07"])) == "6.1"


def test_r13_5_a_gun_elsewhere_does_not_count() -> None:
    pos = scene({"1330": "A01", "1331": "X22", "1335": "X23"})
    pos.target, pos.attackers, pos.defenders = HEX["1331"], bits("A01"), bits("X22")
    pos.asset[ASSET["S22"]], pos.bearer[ASSET["S22"]] = FITTED, UNIT["X23"]
    assert defence_strength(pos, AXIS) == 2 * 3
    pos.bearer[ASSET["S22"]] = UNIT["X22"]
    assert defence_strength(pos, AXIS) == 2 * (3 + 4)


def test_r7_4_on_the_end_maps_nobody_is_crowded_out() -> None:
    pos = fight(scene({"1210": "A05 A06 A07", "1211": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1211"]), ("with", UNIT["A05"]), ("with", UNIT["A06"]), ("fight",))
    assert pos.bystanders == 0
    pos = fight(scene({"1330": "A05 A06 A07", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("with", UNIT["A05"]), ("fight",))
    assert pos.bystanders == 0, "one unit alone crowds nobody out"


def test_r20_3_4_a_headquarters_left_alone_in_retreat_is_displaced_at_once() -> None:
    pos = scene({"1332": "A38", "1335": "A05", "1330": "X31"})
    ask(pos, "retreat.step", ALLIED, HEX["1331"], bits("A38"), 2, 0)
    assert (pos.stack, at(pos, "A38")) == ((), "1335")


def test_r20_3_2_after_a_step_lost_in_a_zone_the_order_is_free() -> None:
    ring = {"1328": "A05", "1332": "A06", "1529": "A07", "1531": "A08", "1129": "A09", "1131": "A10"}
    pos = ask(scene({"1330": "X31 X34", **ring}), "retreat", AXIS, HEX["1330"], 1)
    play(pos, pos.actions()[0])
    assert next(frame for frame in pos.stack if frame[0] == "retreat.step")[2][3] == 0


def test_r20_3_4_a_retreat_nobody_survives_is_over() -> None:
    assert ask(scene({"1335": "A05"}), "retreat.end", ALLIED, HEX["1331"], bits("A06")).stack == ()


def test_r20_3_4_of_two_headquarters_the_one_that_falls_back_is_displaced() -> None:
    pos = scene({"1332": "A38 A39 A05", "1336": "A06", "2141": "G08"})
    ask(pos, "retreat.end", ALLIED, HEX["1330"], bits("A38", "A05"))
    assert (at(pos, "A38"), at(pos, "A39"), at(pos, "A05")) == ("1336", "1332", "1332")
    ask(pos, "retreat.end", ALLIED, HEX["1330"], bits("A05"))
    assert at(pos, "G08") == "2141"


def test_r22_2_assets_leave_too() -> None:
    pos = scene(turn=6)
    for unit in range(len(pos.where)):
        pos.where[unit] = GONE
    pos.asset[ASSET["S17"]] = READY
    ask(pos, "reinforce", AXIS, 1)
    assert pos.asset[ASSET["S17"]] == AWAY
