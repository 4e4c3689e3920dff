"""Supply paths, effects, attrition, Tobruk's capacity."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert.rules.r08_supply import (
    BY_SOURCE,
    BY_TOBRUK,
    UNSUPPLIED,
    supplied_in_battle,
    supply,
    supply_of_side,
    tobruk_capacity,
    traces,
)
from sandtable.games.western_desert.rules.r09_movement import allowance, budgets
from sandtable.games.western_desert.rules.r10_strength import attack_strength
from sandtable.games.western_desert.terms import MP, PERMANENT, RECOVERABLE, TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, battle, play, scene, verbs

AROUND_TOBRUK = {"3408": "X10 X11"}


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
