"""7.2 to 7.9 Attack points, reserves, supply levels, replacements, reinforcements and offensives."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r07_depots import benghazi_bonus, depot_row, tobruk_helps
from sandtable.games.western_desert.rules.r07_offensive import offensive_cost, surprise_bonus
from sandtable.games.western_desert.rules.r07_organization import new_points, reserve_demand, supply_level
from sandtable.games.western_desert.rules.r07_reinforcements import Sources, reserve_total, withdraw_barred
from sandtable.games.western_desert.rules.r07_replacements import Spent, axis_fits
from sandtable.games.western_desert.rules.r10_strength import hits_on_five
from sandtable.games.western_desert.terms import (
    BENGHAZI,
    DUE,
    EXCELLENT,
    NEW,
    NORMAL,
    POOR,
    RECOVERABLE,
    RESERVE,
    TOBRUK,
)
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    HEX,
    PORT_ONLY,
    UNIT,
    ask,
    play,
    refused,
    roll,
    scene,
    step,
    verbs,
)


def test_r7_8_nonsense_for_the_reserve_is_refused() -> None:
    placed = {"5011": "A01 A02 A03 A04 A05 A06 A07 A08 A09"}
    pos = scene(placed)
    pos.demand = 2
    ask(pos, "reserves.begin")
    assert refused(pos, ("withdraw",)) == "7.8"
    assert refused(pos, ("withdraw", UNIT["X05"])) == "7.8"
    assert refused(pos, ("release", UNIT["A01"])) == "7.8"


def test_r7_62_a_refit_out_of_turn_names_its_rule() -> None:
    pos = scene({"5011": "A01* A06*"}, turn=8)
    ask(pos, "replacements.begin")
    assert refused(pos, ("refit", UNIT["A01"])) == "7.62"
    assert refused(pos, ("replace", UNIT["X05"])) == "7.6"
    assert refused(pos, ("replace",)) == "7.6"


def test_r7_4_a_half_that_would_leave_the_demand_unmet_is_refused_by_its_rule() -> None:
    pos = scene({"5011": "A01 A02 A03 A06 A07 A08 A13*"})
    pos.where[UNIT["A14"]] = RESERVE
    pos.demand = 2
    ask(pos, "reserves.begin")  # one may leave the map, and it must be a whole one
    assert ("withdraw", UNIT["A13"]) not in pos.actions()
    assert refused(pos, ("withdraw", UNIT["A13"])) == "7.4"
    assert ("withdraw", UNIT["A01"]) in pos.actions()


def test_r7_4_a_half_from_tobruk_does_not_take_the_last_place_of_a_whole_unit() -> None:
    pos = scene(PORT_ONLY, {"3408": "A01 A02 A03 A09 A13 A14 A15*"})
    pos.control[TOBRUK], pos.demand = ALLIED, 1
    ask(pos, "reserves.begin")
    assert ("withdraw", UNIT["A15"]) not in pos.actions()
    assert ("withdraw", UNIT["A01"]) in pos.actions()


@pytest.mark.parametrize(
    ("spent", "fits"),
    [
        (Spent(armor=1, german_armor=1), True),
        (Spent(armor=2), False),  # the third is not for armor
        (Spent(german_armor=2), False),
        (Spent(other=2, german_other=1), True),
        (Spent(other=1, german_other=2), True),
        (Spent(other=2, german_other=2), False),
        (Spent(armor=1, other=1, german_armor=1), True),
    ],
)
def test_r7_63_the_third_axis_replacement_is_not_for_armor(spent: Spent, fits: bool) -> None:
    pos = scene(turn=13, active=AXIS)
    assert axis_fits(pos, spent) == fits


def test_r7_6_an_enemy_unit_gets_no_replacement() -> None:
    pos = scene({"5110": "A06* A01*", "2012": "X05*"}, turn=8)
    pos.where[UNIT["A02"]], pos.reduced[UNIT["A02"]] = RESERVE, 1
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["A06"]), ("replace", UNIT["A01"]))
    assert refused(pos, ("replace", UNIT["X05"])) == "7.6"


def test_r7_8_nobody_is_withdrawn_from_the_last_six() -> None:
    pos = scene({"5011": "A01 A02 A03 A06 A07 A08"})
    pos.demand = 2
    fed = Sources(tuple(pos.army[ALLIED]), (), 0)
    assert withdraw_barred(pos, UNIT["A01"], fed) == "7.8"


def test_r7_32_a_lone_enemy_leader_on_the_road_cuts_the_depot_off_from_benghazi_too() -> None:
    pos = scene({"1512": "L1", "5110": "A06"}, active=AXIS, depots=("5310", "1609"))
    assert benghazi_bonus(pos, AXIS) == 0


def test_r7_0_one_die_serves_both_tables() -> None:
    pos = scene(turn=13, active=AXIS)
    pos.points[AXIS] = 0
    ask(pos, "organization.air", ALLIED)
    roll(pos, 6)
    assert pos.points[AXIS] == new_points(pos, AXIS, 6)
    assert pos.level == EXCELLENT


def test_r7_2_the_enemy_states_his_air_points_before_the_die_is_rolled() -> None:
    pos = scene({"5011": "A01"})
    pos.air, pos.air_side = 2, AXIS
    ask(pos, "organization.air", AXIS)
    assert pos.actions() == [("interdict", 0), ("interdict", 1), ("interdict", 2)]
    play(pos, ("interdict", 2))
    assert (pos.side, pos.air) == ("chance", 0)
    roll(pos, 5)
    assert pos.org_die == 3


def test_r7_3_points_are_added_and_never_exceed_twelve() -> None:
    pos = scene(depots=("6508", "1119"))
    pos.points[ALLIED] = 10
    ask(pos, "organization.air", AXIS)
    roll(pos, 6)
    assert pos.points[ALLIED] == 12


def test_r7_31_the_die_loses_the_enemys_air_points_and_stays_between_one_and_six() -> None:
    pos = scene()
    assert new_points(pos, ALLIED, 1) == new_points(pos, ALLIED, -4)
    assert new_points(pos, ALLIED, 6) == new_points(pos, ALLIED, 9)
    pos.depot[ALLIED] = -1
    assert new_points(pos, ALLIED, 6) == 0


def test_r7_32_moved_depot_tobruk_and_benghazi_change_the_row_and_the_die() -> None:
    pos = scene({"2012": "X01"}, active=AXIS, depots=("6508", "3109"))
    pos.control = [ALLIED, AXIS, ALLIED]
    assert depot_row(pos, AXIS) == 2
    pos.depot_moved[AXIS] = 1
    assert depot_row(pos, AXIS) == 3
    pos.control[TOBRUK] = AXIS
    assert depot_row(pos, AXIS) == 2
    plain = new_points(pos, AXIS, 2)
    pos.control[BENGHAZI] = AXIS
    assert new_points(pos, AXIS, 2) == pos.box.new_points[AXIS][2][2] >= plain
    assert supply_level(pos, 2) == pos.box.supply_level[5][1]  # Benghazi does not count there


def test_r7_32_a_town_whose_road_home_is_cut_does_not_count() -> None:
    pos = scene({"2406": "A01", "3408": "X01"}, active=AXIS, depots=("6508", "2108"))
    pos.control[TOBRUK] = AXIS
    assert not tobruk_helps(pos, AXIS)
    assert tobruk_helps(scene({"3408": "X01"}, active=AXIS, depots=("6508", "2108")), AXIS)


@pytest.mark.parametrize(
    ("side", "depot", "holder", "bonus"),
    [
        (AXIS, "1609", AXIS, 1),  # the road home leads through Benghazi
        (AXIS, "1410", AXIS, 1),  # and begins in it
        (AXIS, "1119", AXIS, 0),  # the depot is nearer home than Benghazi
        (AXIS, "1609", ALLIED, 0),
        (ALLIED, "6508", ALLIED, 0),
        (ALLIED, "1411", ALLIED, 1),
        (AXIS, "", AXIS, 0),
    ],
)
def test_r7_32_benghazi_helps_a_depot_whose_road_home_leads_through_it(
    side: int, depot: str, holder: int, bonus: int
) -> None:
    pos = scene({"5110": "A06"}, active=side, depots=(depot, "1119") if side == ALLIED else ("5310", depot))
    pos.control[BENGHAZI] = holder
    assert benghazi_bonus(pos, side) == bonus


def test_r7_32_benghazi_does_not_help_a_depot_that_is_cut_off() -> None:
    pos = scene({"1512": "A06"}, active=AXIS, depots=("5310", "1609"))
    assert benghazi_bonus(pos, AXIS) == 0


def test_r7_4_whole_units_count_one_in_reserve_and_others_a_half() -> None:
    pos = scene()
    for name, reduced in (("A01", 0), ("A02", 1), ("A04", 0)):
        pos.where[UNIT[name]] = RESERVE
        pos.reduced[UNIT[name]] = reduced
    assert reserve_total(pos) == 4
    assert reserve_demand(pos, 1) == pos.box.reserve_demand[5][0]


def reserves(*placed: dict[str, str], demand: int = 2, **more: Any) -> Any:
    pos = scene(*placed, **more)
    pos.demand = demand
    return ask(pos, "reserves.begin")


MANY = {"5011": "A01 A02 A03", "5009": "A06 A07", "5110": "A08 A09", "5210": "A13*"}


def test_r7_4_the_demand_is_an_order_while_more_than_six_units_are_on_the_map() -> None:
    pos = reserves(MANY, demand=2)
    assert verbs(pos) == {"withdraw"}
    # Two may leave: a reduced one counts a half, so it would leave the demand unmet.
    assert ("withdraw", UNIT["A13"]) not in pos.actions()
    with pytest.raises(IllegalAction) as refused:
        pos.play(("withdraw", UNIT["A13"]))
    assert refused.value.rule == "7.4"
    with pytest.raises(IllegalAction):
        pos.play(("done",))
    play(pos, ("withdraw", UNIT["A01"]), ("withdraw", UNIT["A02"]))
    assert pos.shortfalls == 0


def test_r7_4_a_demand_that_cannot_be_met_costs_a_mark() -> None:
    pos = reserves(MANY, demand=5)
    play(pos, ("withdraw", UNIT["A01"]), ("withdraw", UNIT["A02"]))
    assert (pos.shortfalls, sum(place >= 0 for place in pos.where)) == (1, 6)


def test_r7_5_the_modified_die_gives_the_axis_supply_level() -> None:
    pos = scene(turn=13, active=AXIS)
    pos.air, pos.air_side = 3, ALLIED
    ask(pos, "organization.air", ALLIED)
    play(pos, ("interdict", 3))
    roll(pos, 6)
    assert pos.level == POOR
    pos.effects = r05_events.MALTA_QUIET
    assert supply_level(pos, 3) == NORMAL


def replacements(*placed: dict[str, str], active: int = ALLIED, turn: int = 8) -> Any:
    return ask(scene(*placed, active=active, turn=turn), "replacements.begin")


def test_r7_6_a_replacement_restores_a_unit_in_supply_and_out_of_enemy_zones() -> None:
    pos = replacements({"5009": "A06*", "4509": "A07*", "4409": "X05", "3117": "A08*", "5110": "A09"})
    assert [a for a in pos.actions() if a[0] == "replace"] == [("replace", UNIT["A06"])]
    play(pos, ("replace", UNIT["A06"]))
    assert pos.reduced[UNIT["A06"]] == 0


def test_r7_6_an_eliminated_unit_comes_back_reduced_for_one_and_whole_for_two() -> None:
    pos = scene({"5011": "A01"}, turn=8)
    pos.where[UNIT["A06"]] = RECOVERABLE
    pos.reduced[UNIT["A06"]] = 1
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["A06"]))
    assert (pos.where[UNIT["A06"]], pos.reduced[UNIT["A06"]]) == (DUE, 1)
    play(pos, ("replace", UNIT["A06"]))
    assert pos.reduced[UNIT["A06"]] == 0
    ask(pos, "reinforcements")
    assert pos.where[UNIT["A06"]] == HEX["6508"]


def test_r7_61_of_two_allied_replacements_one_at_most_is_for_armor() -> None:
    pos = replacements({"5011": "A01* A02*", "5009": "A06*"})
    play(pos, ("replace", UNIT["A01"]))
    assert ("replace", UNIT["A02"]) not in pos.actions()
    with pytest.raises(IllegalAction) as refused:
        pos.play(("replace", UNIT["A02"]))
    assert refused.value.rule == "7.61"
    play(pos, ("replace", UNIT["A06"]))


def test_r7_61_units_in_reserve_may_be_replaced_and_tank_convoys_bring_more_armor() -> None:
    pos = scene({"5011": "A01* A02*"}, turn=8)
    pos.where[UNIT["A06"]], pos.reduced[UNIT["A06"]] = RESERVE, 1
    pos.effects = r05_events.LEND_LEASE
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["A01"]), ("replace", UNIT["A02"]), ("replace", UNIT["A06"]))
    assert not any(pos.reduced)


def test_r7_62_one_reduced_armor_unit_in_reserve_is_refitted_free() -> None:
    pos = scene(turn=8)
    for name in ("A01", "A02", "A06"):
        pos.where[UNIT[name]], pos.reduced[UNIT[name]] = RESERVE, 1
    ask(pos, "replacements.begin")
    assert [a for a in pos.actions() if a[0] == "refit"] == [("refit", UNIT["A01"]), ("refit", UNIT["A02"])]
    play(pos, ("refit", UNIT["A01"]))
    assert "refit" not in verbs(pos)
    assert "replace" in verbs(pos)


def test_r7_63_one_italian_one_german_and_a_third_for_no_armor() -> None:
    pos = replacements({"2012": "X20* X22*", "2112": "X13* X14*"}, active=AXIS, turn=13)
    play(pos, ("replace", UNIT["X20"]))
    assert ("replace", UNIT["X22"]) in pos.actions()  # the extra one
    play(pos, ("replace", UNIT["X22"]), ("replace", UNIT["X13"]))
    assert step(pos) != "replacements.choose"


def test_r7_63_a_poor_supply_level_brings_no_third_and_russia_takes_the_german_one() -> None:
    pos = scene({"2012": "X20*", "2112": "X13* X14*"}, active=AXIS, turn=13)
    pos.level, pos.effects = POOR, r05_events.NO_GERMANS
    ask(pos, "replacements.begin")
    assert ("replace", UNIT["X20"]) not in pos.actions()
    play(pos, ("replace", UNIT["X14"]))
    assert step(pos) != "replacements.choose"


def test_r7_7_reinforcements_arrive_at_the_source_and_may_overfill_it() -> None:
    pos = scene({"1019": "X01 X02"}, active=AXIS)
    for name in ("X05", "X06", "L3"):
        pos.arrives[UNIT[name]] = 5
    ask(pos, "reinforcements")
    assert [pos.where[UNIT[name]] for name in ("X05", "X06", "L3")] == [HEX["1019"]] * 3
    pos = scene({"1019": "A01"}, active=AXIS)
    pos.arrives[UNIT["X05"]] = 5
    ask(pos, "reinforcements")
    assert pos.where[UNIT["X05"]] == DUE


def test_r7_7_arrivals_take_an_enemy_depot_left_on_their_entry_hex() -> None:
    pos = scene({"1318": "A01"}, active=AXIS, depots=("1019", ""))
    pos.arrives[UNIT["X05"]] = 5
    ask(pos, "reinforcements")
    roll(pos, 3)
    assert (pos.depot[ALLIED], pos.points) == (-1, [0, 9])


def test_r7_7_they_must_conform_by_the_end_of_their_first_movement() -> None:
    pos = scene({"1019": "X01 X02 X05"}, active=AXIS)
    ask(pos, "stacking.check")
    assert (pos.side, verbs(pos)) == ("allied", {"remove"})


def test_r7_8_only_arrivals_and_supplied_units_go_to_reserve() -> None:
    pos = reserves(MANY, {"3117": "A26"}, demand=3)
    assert ("withdraw", UNIT["A26"]) not in pos.actions()
    pos = reserves(MANY, {"4409": "A26", "4309": "X05"}, demand=3)
    assert ("withdraw", UNIT["A26"]) in pos.actions()  # supplied, though in an enemy zone


def test_r7_8_whole_units_over_the_demand_may_come_back() -> None:
    pos = scene(MANY)
    for name in ("A14", "A15", "A04", "A16"):
        pos.where[UNIT[name]] = RESERVE
    pos.reduced[UNIT["A16"]] = 1
    pos.demand = 1
    ask(pos, "reserves.begin")
    released = {a[1] for a in pos.actions() if a[0] == "release"}
    assert released == {UNIT["A14"], UNIT["A15"], UNIT["A04"]}
    play(pos, ("release", UNIT["A14"]), ("release", UNIT["A15"]))
    assert pos.where[UNIT["A14"]] == HEX["6508"]
    assert ("release", UNIT["A04"]) not in pos.actions()


def test_r7_7_who_arrives_or_leaves_the_reserve_is_new_this_turn_and_who_goes_back_is_not() -> None:
    pos = scene(MANY)
    pos.arrives[UNIT["A20"]], pos.where[UNIT["A14"]], pos.demand = 5, RESERVE, 0
    ask(pos, "reinforcements")
    assert pos.flags[UNIT["A20"]] & NEW
    ask(pos, "reserves.begin")
    play(pos, ("release", UNIT["A14"]))
    assert pos.flags[UNIT["A14"]] & NEW
    pos.stack, pos.demand = (), 1
    ask(pos, "reserves.begin")
    play(pos, ("withdraw", UNIT["A20"]))
    assert not pos.flags[UNIT["A20"]] & NEW


def test_r7_8_nobody_leaves_the_reserve_while_the_enemy_is_in_alexandria() -> None:
    for enemy, released in (("4409", True), ("6508", False)):
        pos = scene(MANY, {enemy: "X05"})
        pos.where[UNIT["A14"]], pos.demand = RESERVE, 0
        ask(pos, "reserves.begin")
        assert (bool(pos.stack) and "release" in verbs(pos)) == released


def test_r7_8_who_leaves_the_reserve_takes_an_enemy_depot_left_at_alexandria() -> None:
    pos = scene(MANY, depots=("5310", "6508"))
    pos.where[UNIT["A14"]], pos.demand = RESERVE, 0
    ask(pos, "reserves.begin")
    play(pos, ("release", UNIT["A14"]))
    roll(pos, 2)
    assert (pos.depot[AXIS], pos.points) == (-1, [8, 0])


def test_r7_6_a_unit_of_a_later_turn_gets_no_replacement() -> None:
    pos = scene({"5011": "A01*"}, turn=8)
    for name, turn in (("A06", 8), ("A07", 9)):
        pos.arrives[UNIT[name]], pos.reduced[UNIT[name]] = turn, 1
    ask(pos, "replacements.begin")
    offered = {action[1] for action in pos.actions() if action[0] == "replace"}
    assert offered == {UNIT["A01"], UNIT["A06"]}


@pytest.mark.parametrize(
    ("name", "rule"),
    [("A09", "7.6"), ("A07", "7.6"), ("A10", "7.6"), ("A02", "7.61"), ("X05", None), ("A06", None)],
)
def test_r7_6_a_click_on_a_unit_without_replacement_says_why(name: str, rule: str | None) -> None:
    pos = scene({"5011": "A01* A02* A06* A09", "4509": "A07*", "4409": "X05"}, turn=8)
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["A01"]))
    why = pos.why_not("allied", piece=UNIT[name])
    assert (why["rule"] if why else None) == rule


def test_r7_9_an_offensive_needs_and_costs_the_points_of_its_row() -> None:
    pos = scene(depots=("4110", "1119"))
    pos.points[ALLIED] = 2
    ask(pos, "offensive.declare")
    play(pos, ("major",))
    assert (pos.points[ALLIED], pos.major) == (0, 1)
    pos = scene(depots=("4009", "1119"))
    pos.points[ALLIED] = 2
    ask(pos, "offensive.declare")
    assert not pos.major
    pos.depot_moved[ALLIED] = 1
    assert offensive_cost(pos, ALLIED) == 3  # the Moved side does not count here
    pos.depot[ALLIED] = HEX["4110"]
    assert offensive_cost(pos, ALLIED) == 2
    pos.depot[ALLIED] = -1
    assert offensive_cost(pos, ALLIED) is None


def test_r7_91_in_a_major_offensive_all_units_hit_on_five() -> None:
    pos = scene({"4611": "A06", "4511": "X05"})
    assert not hits_on_five(pos, UNIT["A06"], True)
    pos.major = 1
    assert hits_on_five(pos, UNIT["A06"], True)
    assert hits_on_five(pos, UNIT["X05"], False)


@pytest.mark.parametrize(("points", "bonus"), [(6, 0), (8, 0), (9, 1), (11, 1), (12, 2)])
def test_r7_92_a_large_stock_makes_surprise_less_likely(points: Any, bonus: Any) -> None:
    assert surprise_bonus(points) == bonus
    pos = scene()
    pos.points[ALLIED] = points
    ask(pos, "offensive.declare")
    play(pos, ("major",))
    roll(pos, 2)
    assert pos.surprise == (bonus == 0)


def test_r7_92_ultra_takes_surprise_from_the_axis() -> None:
    pos = scene(active=AXIS)
    pos.effects = r05_events.ULTRA
    ask(pos, "offensive.declare")
    play(pos, ("major",))
    assert (pos.major, pos.surprise, pos.stack) == (1, 0, ())


def test_r7_9_political_pressure_wants_an_offensive_or_two_points() -> None:
    pos = scene()
    pos.effects = r05_events.PRESSURE
    ask(pos, "offensive.declare")
    play(pos, ("normal",))
    assert pos.points[ALLIED] == 4


def test_r7_91_an_offensive_lasts_one_player_turn() -> None:
    pos = scene()
    pos.major, pos.surprise = 1, 1
    ask(pos, "offensive.declare")
    play(pos, ("normal",))
    assert (pos.major, pos.surprise) == (0, 0)
