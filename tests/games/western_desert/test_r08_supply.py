"""8.0 Supply."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.rules.r08_supply import (
    BY_SOURCE,
    BY_TOBRUK,
    UNSUPPLIED,
    draw_supply,
    fed_by_tobruk,
    in_supply,
    supplied_in_battle,
    supply,
    supply_of_side,
    supply_range,
    tobruk_capacity,
    traces,
)
from sandtable.games.western_desert.rules.r09_movement import allowance, budgets, supplied_movers
from sandtable.games.western_desert.rules.r10_strength import attack_strength
from sandtable.games.western_desert.terms import FED, MP, PERMANENT, RECOVERABLE, TOBRUK
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    HEX,
    PORT_ONLY,
    UNIT,
    ask,
    battle,
    fight,
    play,
    scene,
    verbs,
)

ROAD_CUT = {"1318": "A06"}
"""An Allied brigade on the Axis road home."""


def test_r8_4_each_of_six_places_at_tobruk_can_be_used_for_withdrawal() -> None:
    inside = {"3408": "A01 A02 A03 A09 A13 A14 A15 A16"}
    lost = {"2020": "A17 A18 A19 A20 A21 A22"}  # no supply at all
    pos = scene(inside, lost, PORT_ONLY)
    pos.control[TOBRUK], pos.demand = ALLIED, 6
    ask(pos, "reserves.begin")
    assert {action[1] for action in pos.actions()} == {UNIT[name] for name in inside["3408"].split()}


def axis_in_tobruk(*more: dict[str, str], fleet: int = 0) -> Any:
    """An Axis garrison that only Tobruk feeds."""
    pos = scene(ROAD_CUT, *more, active=AXIS)
    pos.control[TOBRUK], pos.naval = AXIS, fleet
    return pos


def test_r8_4_a_unit_named_to_go_hungry_is_not_named_again() -> None:
    pos = axis_in_tobruk({"3408": "X10 X11 X13 X14"}, fleet=1)
    ask(pos, "attrition")
    assert len(pos.actions()) == 4
    play(pos, ("starve", UNIT["X10"]))
    assert ("starve", UNIT["X10"]) not in pos.actions()
    play(pos, ("starve", UNIT["X14"]))
    assert [pos.reduced[UNIT[name]] for name in ("X10", "X13", "X14")] == [1, 0, 1]
    assert pos.where[UNIT["X11"]] == HEX["3408"]


def test_r8_4_leaders_are_fed_beyond_the_limit() -> None:
    pos = axis_in_tobruk({"3408": "X10 X11 X13 L4"}, fleet=1)
    for name in ("X10", "X11"):
        pos.flags[UNIT[name]] |= FED
    assert in_supply(pos, UNIT["L4"])
    assert in_supply(pos, UNIT["X10"])
    assert not in_supply(pos, UNIT["X13"])


def test_r8_4_who_draws_on_tobruk_keeps_his_place_and_leaders_need_none() -> None:
    pos = scene(PORT_ONLY, {"3408": "A01 A02 A03 A09 A13 A14 A15 L1"})
    pos.control[TOBRUK] = ALLIED
    for name in ("A01", "A02", "A03", "A09", "A13", "A14"):
        pos.flags[UNIT[name]] |= FED
    assert in_supply(pos, UNIT["L1"])
    assert supplied_movers(pos, [UNIT["L1"], UNIT["A15"], UNIT["A01"]]) == [True, False, True]
    pos.flags[UNIT["A14"]] &= ~FED
    assert supplied_movers(pos, [UNIT["L1"], UNIT["A01"], UNIT["A15"], UNIT["A14"]]) == [True, True, True, False]


def test_r8_4_who_moves_first_uses_the_places_of_the_phase() -> None:
    pos = axis_in_tobruk({"3408": "X20 X13 X14 L4"}, fleet=1)
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["L4"]), ("to", HEX["3409"]))
    assert not any(flags & FED for flags in pos.flags)
    for name, to in (("X20", "3409"), ("X14", "3510")):
        play(pos, ("unit", UNIT[name]), ("to", HEX[to]))
        assert pos.flags[UNIT[name]] & FED
    assert budgets(pos, [UNIT["X13"]]) == [3 * MP]  # half of five, rounded up: the port feeds two
    play(pos, ("unit", UNIT["X13"]), ("to", HEX["3409"]))
    assert not pos.flags[UNIT["X13"]] & FED


def test_r8_4_who_is_fed_from_home_takes_no_place_at_tobruk() -> None:
    pos = scene({"2012": "X05 X06 L4"}, active=AXIS)
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["X05"]), ("to", HEX["2013"]))
    assert not any(flags & FED for flags in pos.flags)


def test_r8_4_in_battle_tobruk_feeds_those_who_lose_most_by_halving() -> None:
    pos = axis_in_tobruk({"3408": "X20 X27 X30*"}, fleet=1)
    assert supplied_in_battle(pos, [UNIT[name] for name in ("X27", "X20", "X30")]) == {UNIT["X20"], UNIT["X27"]}
    pos.put((UNIT["A07"],), HEX["3409"])
    pos.depot[AXIS] = HEX["3408"]
    fight(pos, "X20 X27 X30", "3409")
    assert pos.stack[-1].args[1:3] == (6 + 3, 2)  # the tanks are fed, the guns are halved


def test_r8_4_replacements_on_the_supplies_of_tobruk_use_its_places() -> None:
    pos = axis_in_tobruk({"3408": "X05* X06* X07*"}, fleet=1)
    pos.turn = 13
    ask(pos, "replacements.begin")
    assert len([action for action in pos.actions() if action[0] == "replace"]) == 3
    play(pos, ("replace", UNIT["X05"]), ("replace", UNIT["X06"]))
    assert pos.flags[UNIT["X05"]] & FED
    assert ("replace", UNIT["X07"]) not in pos.actions()


def test_r8_4_a_unit_taken_up_and_put_down_takes_no_place_at_tobruk() -> None:
    pos = axis_in_tobruk({"3408": "X13 X14"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["X13"]), ("stay",))
    assert not any(flags & FED for flags in pos.flags)


def test_r8_4_a_half_from_tobruk_does_not_use_up_a_place_a_whole_unit_needs() -> None:
    inside = {"3408": "A01 A02 A03 A09 A13 A14"}
    lost = {"2020": "A17 A18 A19 A20 A21 A22"}
    pos = scene(inside, lost, PORT_ONLY, {"3408": "A15*"})
    pos.control[TOBRUK], pos.demand = ALLIED, 6
    ask(pos, "reserves.begin")
    assert {action[1] for action in pos.actions()} == {UNIT[name] for name in inside["3408"].split()}


BESIEGED = {"3408": "A01 A02 A03 A06", "3409": "A07 A08 A15 A16"}


CUT = {"3610": "X05", "3608": "X06", "3109": "X07", "3110": "X01"}


def test_r8_4_the_owner_says_which_units_tobruk_feeds_for_withdrawal() -> None:
    pos = scene(BESIEGED, CUT, {"6508": "A09 A13 A14 A17 A18 A19"})
    pos.control[TOBRUK], pos.demand = ALLIED, 9
    for name in ("A09", "A13", "A14", "A17", "A18", "A19"):
        pos.put((UNIT[name],), HEX["6408"])
    ask(pos, "reserves.begin")
    offered = {a[1] for a in pos.actions()}
    assert {UNIT[name] for names in BESIEGED.values() for name in names.split()} <= offered
    six = ("A15", "A16", "A08", "A07", "A06", "A03")
    play(pos, *(("withdraw", UNIT[name]) for name in six))
    assert not {UNIT["A01"], UNIT["A02"]} & {a[1] for a in pos.actions()}  # six is what the port can feed
    with pytest.raises(IllegalAction) as refused:
        pos.play(("withdraw", UNIT["A01"]))
    assert refused.value.rule == "7.8"
    assert UNIT["A09"] in {a[1] for a in pos.actions()}


def test_r8_0_supply_is_read_at_the_moment_of_the_move_and_of_the_battle() -> None:
    pos = scene({"1908": "X05", "1318": "A06"}, active=AXIS)
    pos.control[TOBRUK] = ALLIED
    assert supply(pos, UNIT["X05"]) == UNSUPPLIED
    assert budgets(pos, [UNIT["X05"]]) == [2 * MP]
    pos.put((UNIT["A06"],), HEX["5110"])
    assert budgets(pos, [UNIT["X05"]]) == [3 * MP]
    assert supplied_in_battle(pos, (UNIT["X05"],)) == {UNIT["X05"]}


@pytest.mark.parametrize(
    ("place", "supplied"),
    [("4910", True), ("4914", True), ("3819", True), ("3617", True), ("3117", False)],
)
def test_r8_1_a_path_runs_over_the_ground_then_track_then_road(place: Any, supplied: Any) -> None:
    pos = scene({place: "A06"})
    assert (supply(pos, UNIT["A06"]) == BY_SOURCE) == supplied


@pytest.mark.parametrize(
    ("others", "supplied"),
    [
        ({"1318": "A06"}, False),  # an enemy on the road
        ({"1319": "A06"}, False),  # his zone on the road
        ({"1319": "A06", "1318": "X06", "1218": "X07"}, True),  # friends cover the zone
        ({"1319": "A06", "1318": "L3", "1218": "X07"}, False),  # a leader does not
        ({"1318": "L1"}, True),  # an enemy leader alone has no effect
        ({"1319": "A05"}, True),  # a battalion has no zone
        ({"1318": "A05"}, False),
        ({"1809": "A06"}, True),  # in an enemy zone, and supplied
    ],
)
def test_r8_1_the_enemy_and_his_zones_cut_it_unless_a_friend_stands_there(others: Any, supplied: Any) -> None:
    pos = scene(others, {"1908": "X05"}, active=AXIS)
    assert (supply(pos, UNIT["X05"]) == BY_SOURCE) == supplied


def test_r8_1_no_path_crosses_ground_closed_to_motors() -> None:
    pos = scene({"4917": "A05"})  # recon in the depression
    assert supply(pos, UNIT["A05"]) == UNSUPPLIED


def test_r8_2_an_unsupplied_unit_moves_and_fights_at_half_rounded_up() -> None:
    pos = scene({"4611": "A06", "4511": "X05"})
    fought = battle(pos, "A06", "4511")
    pos.depot[ALLIED] = HEX["4809"]
    assert attack_strength(pos, fought, UNIT["A06"], True) == 3
    assert attack_strength(pos, fought, UNIT["A06"], False) == 2
    assert (allowance(pos, UNIT["A01"], True), allowance(pos, UNIT["A31"], False)) == (6, 3)


def test_r8_3_unsupplied_units_lose_a_step_and_those_with_no_way_home_are_gone() -> None:
    pos = scene({"3117": "A06 A07*", "5110": "A09"})
    ask(pos, "attrition")
    assert (pos.reduced[UNIT["A06"]], pos.reduced[UNIT["A09"]]) == (1, 0)
    assert pos.where[UNIT["A07"]] == RECOVERABLE
    pos = scene({"3408": "A08*", "3309": "X05", "3409": "X06", "3509": "X07"})
    ask(pos, "attrition")
    assert pos.where[UNIT["A08"]] == PERMANENT


def test_r8_3_a_step_lost_to_attrition_is_told_by_its_rule() -> None:
    pos = ask(scene({"3117": "A26", "5110": "A07"}), "attrition")
    assert [line["rule"] for line in pos.report(None)] == ["8.3", "8.3"]


def test_r8_3_leaders_and_the_side_not_active_do_not_suffer() -> None:
    pos = scene({"3117": "L1", "5911": "X05", "5011": "A01"}, active=ALLIED)
    ask(pos, "attrition")
    assert pos.reduced[UNIT["X05"]] == 0
    assert pos.where[UNIT["L1"]] == HEX["3117"]


@pytest.mark.parametrize(("side", "naval", "room"), [(ALLIED, 0, 6), (ALLIED, 1, 6), (AXIS, 0, 4), (AXIS, 1, 2)])
def test_r8_4_tobruk_feeds_six_allied_four_axis_or_two_under_the_fleet(side: Any, naval: Any, room: Any) -> None:
    pos = scene()
    pos.control[TOBRUK], pos.naval = side, naval
    assert tobruk_capacity(pos, side) == room
    assert tobruk_capacity(pos, 1 - side) == 0


def besieged(naval: int = 0) -> Any:
    pos = scene({"3408": "X10 X11 X37 X18 X19", "3309": "A06", "3409": "A07", "3509": "A08"}, active=AXIS)
    pos.naval = naval
    return pos


def test_r8_4_more_units_than_tobruk_feeds_and_the_owner_names_who_starves() -> None:
    pos = ask(besieged(), "attrition")
    assert verbs(pos) == {"starve"}
    play(pos, ("starve", UNIT["X37"]))
    assert pos.where[UNIT["X37"]] == PERMANENT
    assert [pos.reduced[UNIT[name]] for name in ("X10", "X18")] == [0, 0]
    pos = ask(besieged(naval=1), "attrition")
    play(pos, ("starve", UNIT["X37"]), ("starve", UNIT["X18"]), ("starve", UNIT["X19"]))
    assert pos.where[UNIT["X10"]] >= 0


def test_r8_4_in_a_battle_tobruk_feeds_the_strongest_and_movers_come_first_come_first_served() -> None:
    pos = besieged(naval=1)
    fed = supplied_in_battle(pos, [UNIT[name] for name in ("X18", "X10", "X37", "X11")])
    assert fed == {UNIT["X10"], UNIT["X11"]}
    garrison = [UNIT["X10"], UNIT["X37"], UNIT["X19"]]
    assert budgets(pos, garrison)[2] == 3 * MP
    assert supply(pos, UNIT["X10"]) == BY_TOBRUK


def test_r8_4_tobruk_is_no_source_once_lost() -> None:
    pos = besieged()
    pos.control[TOBRUK] = ALLIED
    assert not traces(pos, HEX["3408"], AXIS, pos.box.sources[AXIS])
    assert supply_of_side(pos, AXIS)[UNIT["X10"]] == UNSUPPLIED


def test_r8_4_a_unit_that_digs_on_the_supplies_of_tobruk_takes_a_place_there() -> None:
    pos = scene({"3409": "X10", "1318": "A06"}, active=AXIS)
    pos.control[TOBRUK] = AXIS
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["X10"]), ("build", UNIT["X10"]))
    assert pos.flags[UNIT["X10"]] & FED
    pos.stack = ()
    pos.turn += 1
    ask(pos, "move.begin")
    assert not pos.flags[UNIT["X10"]] & FED
    play(pos, ("unit", UNIT["X10"]), ("upgrade", UNIT["X10"]))
    assert pos.flags[UNIT["X10"]] & FED


def test_r13_2_of_two_leaders_in_a_hex_the_longer_supply_range_counts() -> None:
    pos = scene({"3117": "X20 L3 L4"}, active=AXIS)
    assert supply_range(pos, HEX["3117"], AXIS) == 6, "Rommel's, not Graziani's four"
    pos.put((UNIT["L3"],), HEX["2012"])
    assert supply_range(pos, HEX["3117"], AXIS) == 4


def test_r8_4_only_units_fed_by_tobruk_take_one_of_its_places() -> None:
    pos = scene({"3408": "X10 X11 L4", "1318": "A06", "1019": "X05", "3117": "X20"}, active=AXIS)
    pos.control[TOBRUK] = AXIS
    drawn = {name: draw_supply(pos, UNIT[name]) for name in ("X10", "L4", "X05", "X20")}
    assert drawn == {"X10": True, "L4": True, "X05": True, "X20": False}
    assert [name for name in ("X10", "X11", "L4", "X05", "X20") if pos.flags[UNIT[name]] & FED] == ["X10"]
    assert fed_by_tobruk(pos, AXIS) == 1
