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
from tests.games.western_desert.scene import ALLIED, AXIS, ask, at, battle, desert, play, unit, verbs

AROUND_TOBRUK = ("X10 3408", "X11 3408")


def test_r8_0_supply_is_read_at_the_moment_of_the_move_and_of_the_battle() -> None:
    pos = desert("X05 1908", "A06 1318", active=AXIS)
    pos.control[TOBRUK] = ALLIED
    assert supply(pos, unit("X05")) == UNSUPPLIED
    assert budgets(pos, [unit("X05")]) == [2 * MP]
    pos.put((unit("A06"),), at("5110"))
    assert budgets(pos, [unit("X05")]) == [3 * MP]
    assert supplied_in_battle(pos, (unit("X05"),)) == {unit("X05")}


@pytest.mark.parametrize(
    ("place", "supplied"),
    [("4910", True), ("4914", True), ("3819", True), ("3617", True), ("3117", False)],
)
def test_r8_1_a_path_runs_over_the_ground_then_track_then_road(place: Any, supplied: Any) -> None:
    pos = desert(f"A06 {place}")
    assert (supply(pos, unit("A06")) == BY_SOURCE) == supplied


@pytest.mark.parametrize(
    ("others", "supplied"),
    [
        (["A06 1318"], False),  # an enemy on the road
        (["A06 1319"], False),  # his zone on the road
        (["A06 1319", "X06 1318", "X07 1218"], True),  # friends cover the zone
        (["A06 1319", "L3 1318", "X07 1218"], False),  # a leader does not
        (["L1 1318"], True),  # an enemy leader alone has no effect
        (["A05 1319"], True),  # a battalion has no zone
        (["A05 1318"], False),
        (["A06 1809"], True),  # in an enemy zone, and supplied
    ],
)
def test_r8_1_the_enemy_and_his_zones_cut_it_unless_a_friend_stands_there(others: Any, supplied: Any) -> None:
    pos = desert("X05 1908", *others, active=AXIS)
    assert (supply(pos, unit("X05")) == BY_SOURCE) == supplied


def test_r8_1_no_path_crosses_ground_closed_to_motors() -> None:
    pos = desert("A05 4917")  # recon in the depression
    assert supply(pos, unit("A05")) == UNSUPPLIED


def test_r8_2_an_unsupplied_unit_moves_and_fights_at_half_rounded_up() -> None:
    pos = desert("A06 4611", "X05 4511")
    fought = battle(pos, "A06", "4511")
    pos.depot[ALLIED] = at("4809")
    assert attack_strength(pos, fought, unit("A06"), True) == 3
    assert attack_strength(pos, fought, unit("A06"), False) == 2
    assert (allowance(pos, unit("A01"), True), allowance(pos, unit("A31"), False)) == (6, 3)


def test_r8_3_unsupplied_units_lose_a_step_and_those_with_no_way_home_are_gone() -> None:
    pos = desert("A06 3117", "A07- 3117", "A09 5110")
    ask(pos, "attrition")
    assert (pos.reduced[unit("A06")], pos.reduced[unit("A09")]) == (1, 0)
    assert pos.where[unit("A07")] == RECOVERABLE
    pos = desert("A08- 3408", "X05 3309", "X06 3409", "X07 3509")
    ask(pos, "attrition")
    assert pos.where[unit("A08")] == PERMANENT


def test_r8_3_leaders_and_the_side_not_active_do_not_suffer() -> None:
    pos = desert("L1 3117", "X05 5911", "A01 5011", active=ALLIED)
    ask(pos, "attrition")
    assert pos.reduced[unit("X05")] == 0
    assert pos.where[unit("L1")] == at("3117")


@pytest.mark.parametrize(("side", "naval", "room"), [(ALLIED, 0, 6), (ALLIED, 1, 6), (AXIS, 0, 4), (AXIS, 1, 2)])
def test_r8_4_tobruk_feeds_six_allied_four_axis_or_two_under_the_fleet(side: Any, naval: Any, room: Any) -> None:
    pos = desert()
    pos.control[TOBRUK], pos.naval = side, naval
    assert tobruk_capacity(pos, side) == room
    assert tobruk_capacity(pos, 1 - side) == 0


def besieged(naval: int = 0) -> Any:
    pos = desert(
        "X10 3408", "X11 3408", "X37 3408", "X18 3408", "X19 3408", "A06 3309", "A07 3409", "A08 3509", active=AXIS
    )
    pos.naval = naval
    return pos


def test_r8_4_more_units_than_tobruk_feeds_and_the_owner_names_who_starves() -> None:
    pos = ask(besieged(), "attrition")
    assert verbs(pos) == {"starve"}
    play(pos, ("starve", unit("X37")))
    assert pos.where[unit("X37")] == PERMANENT
    assert [pos.reduced[unit(name)] for name in ("X10", "X18")] == [0, 0]
    pos = ask(besieged(naval=1), "attrition")
    play(pos, ("starve", unit("X37")), ("starve", unit("X18")), ("starve", unit("X19")))
    assert pos.where[unit("X10")] >= 0


def test_r8_4_in_a_battle_tobruk_feeds_the_strongest_and_movers_come_first_come_first_served() -> None:
    pos = besieged(naval=1)
    fed = supplied_in_battle(pos, [unit(name) for name in ("X18", "X10", "X37", "X11")])
    assert fed == {unit("X10"), unit("X11")}
    garrison = [unit("X10"), unit("X37"), unit("X19")]
    assert budgets(pos, garrison)[2] == 3 * MP
    assert supply(pos, unit("X10")) == BY_TOBRUK


def test_r8_4_tobruk_is_no_source_once_lost() -> None:
    pos = besieged()
    pos.control[TOBRUK] = ALLIED
    assert not traces(pos, at("3408"), AXIS, pos.box.sources[AXIS])
    assert supply_of_side(pos, AXIS)[unit("X10")] == UNSUPPLIED
