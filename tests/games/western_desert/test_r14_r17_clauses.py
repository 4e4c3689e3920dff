"""Clauses of air, fleet, fortresses and victory that the plain cases pass by."""

from __future__ import annotations

import pytest

from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r13_leaders import casualty, montgomery_open, nearest_friends
from sandtable.games.western_desert.rules.r14_air import air_points, bomb_targets, within_bombing_range
from sandtable.games.western_desert.rules.r15_naval import fleet_ready, may_support, shell_targets
from sandtable.games.western_desert.rules.r16_fortresses import change_hands, in_city
from sandtable.games.western_desert.rules.r17_victory import breakthrough, points_winner, score, unit_points
from sandtable.games.western_desert.terms import (
    BARDIA,
    BENGHAZI,
    BOMBED,
    DAMAGED,
    DESTROYED,
    DUE,
    INTACT,
    NEW,
    PERMANENT,
    RECOVERABLE,
    TOBRUK,
    WITHDRAWN,
)
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, names, play, roll, scene


def test_r13_6_a_second_leader_is_the_last_and_a_first_one_is_followed_next_turn() -> None:
    pos = scene({"2012": "L3 L4* X05"}, active=AXIS)
    casualty(pos, UNIT["L3"])
    assert (pos.where[UNIT["L3"]], pos.reduced[UNIT["L3"]], pos.arrives[UNIT["L3"]]) == (DUE, 1, pos.turn + 1)
    casualty(pos, UNIT["L4"])
    assert pos.where[UNIT["L4"]] == PERMANENT
    assert pos.leaders_lost == [0, 2]


def test_r13_6_a_leader_who_gets_away_joins_the_nearest_friends_or_waits() -> None:
    pos = scene({"2012": "L4", "2212": "X05", "1812": "X06", "3012": "X07", "2013": "A06"}, active=AXIS)
    assert nearest_friends(pos, UNIT["L4"]) == sorted([HEX["2212"], HEX["1812"]])
    alone = scene({"2012": "L4", "2013": "A06"}, active=AXIS)
    assert nearest_friends(alone, UNIT["L4"]) == []
    alone.shaken = ((UNIT["L4"], 3),)
    ask(alone, "leader.checks")
    roll(alone, 4)
    assert (alone.where[UNIT["L4"]], alone.arrives[UNIT["L4"]]) == (DUE, alone.turn + 1)


def test_r13_7_montgomery_takes_over_for_good_or_stays_away_for_good() -> None:
    pos = scene({"5110": "A06 L1"}, turn=21)
    assert montgomery_open(pos)
    kept = pos.copy()
    play(ask(pos, "leader.montgomery", ALLIED), ("montgomery",))
    assert (pos.where[UNIT["L1"]], pos.where[UNIT["L2"]]) == (WITHDRAWN, HEX["6508"])
    assert pos.flags[UNIT["L2"]] & NEW
    assert pos.leaders_lost == [0, 0]
    play(ask(kept, "leader.montgomery", ALLIED), ("keep",))
    assert (kept.where[UNIT["L1"]], kept.where[UNIT["L2"]]) == (HEX["5110"], WITHDRAWN)
    assert not montgomery_open(kept)
    lost = scene({"5110": "A06"}, turn=21)
    lost.where[UNIT["L1"]] = PERMANENT
    ask(lost, "leader.montgomery", ALLIED)
    assert (lost.where[UNIT["L1"]], lost.where[UNIT["L2"]]) == (PERMANENT, HEX["6508"])


def test_r14_0_only_the_side_that_rules_the_air_uses_it_and_not_in_a_sandstorm() -> None:
    pos = scene({"5012": "A01", "4712": "X05"})
    pos.air, pos.air_side = 3, ALLIED
    assert [air_points(pos, side) for side in (ALLIED, AXIS)] == [3, 0]
    pos.effects = r05_events.SANDSTORM
    assert air_points(pos, ALLIED) == 0
    assert not bomb_targets(pos)


def test_r14_2_bombs_reach_five_hexes_from_a_unit_or_the_depot_and_need_two_points() -> None:
    pos = scene({"5012": "A01", "4512": "X05", "4412": "X06", "5910": "X07", "6010": "X08"}, depots=("6509", "1119"))
    pos.depot[ALLIED] = HEX["6508"]
    pos.air, pos.air_side = 2, ALLIED
    reach = within_bombing_range(pos, ALLIED)
    assert {name for name in ("4512", "4412", "5910", "6010") if name in names(reach)} == {"4512", "6010"}
    assert names(bomb_targets(pos)) == {"4512", "6010"}
    pos.flags[UNIT["X05"]] |= BOMBED
    assert names(bomb_targets(pos)) == {"6010"}
    pos.depot[ALLIED] = -1
    assert not bomb_targets(pos)
    pos.flags[UNIT["X05"]] = 0
    pos.air = 1
    assert not bomb_targets(pos)


@pytest.mark.parametrize(
    ("change", "ready"),
    [
        ({}, True),
        ({"naval": 0}, False),
        ({"naval_used": 1}, False),
        ({"active": AXIS}, False),
        ({"exploiting": 1}, False),
    ],
)
def test_r15_0_the_fleet_fires_once_in_the_allied_regular_combat_phase(change: dict[str, int], ready: bool) -> None:
    pos = scene({"4611": "A01", "4509": "X05", "4412": "X06"})
    pos.naval = 1
    for name, value in change.items():
        setattr(pos, name, value)
    assert fleet_ready(pos) == ready
    assert names(shell_targets(pos)) == ({"4509"} if ready else set())
    assert may_support(pos, ALLIED, [HEX["4509"]]) == ready
    assert not may_support(pos, AXIS, [HEX["4509"]])
    assert not may_support(pos, ALLIED, [HEX["4509"], HEX["4412"]])


def test_r15_0_a_naval_bombardment_costs_a_step_for_every_six_and_needs_a_friend_within_five() -> None:
    pos = scene({"4611": "A01", "4509": "X05", "3208": "X06"})
    pos.naval = 1
    assert names(shell_targets(pos)) == {"4509"}
    ask(pos, "combat.begin")
    play(pos, ("shell", HEX["4509"]))
    roll(pos, 6, 6)
    assert pos.where[UNIT["X05"]] == RECOVERABLE
    assert pos.naval_used == 1


@pytest.mark.parametrize(
    ("town", "place", "captor"), [(TOBRUK, "3408", ALLIED), (BARDIA, "4009", -1), (BENGHAZI, "1410", ALLIED)]
)
def test_r16_1_a_town_changes_hands_once(town: int, place: str, captor: int) -> None:
    pos = scene()
    change_hands(pos, HEX[place], AXIS, True)
    assert (pos.control[town], pos.captor, pos.fortress) == (AXIS, -1, [INTACT, INTACT])
    change_hands(pos, HEX[place], ALLIED, False)
    assert (pos.control[town], pos.captor, pos.fortress) == (ALLIED, captor, [INTACT, INTACT])


def test_r16_1_a_destroyed_fortress_gets_no_worse() -> None:
    pos = scene()
    states = []
    for side in (ALLIED, AXIS, ALLIED):
        change_hands(pos, HEX["3408"], side, True)
        change_hands(pos, HEX["4009"], side, True)
        states.append(tuple(pos.fortress))
    assert states == [(DAMAGED, DESTROYED), (DESTROYED, DESTROYED), (DESTROYED, DESTROYED)]
    assert [event.kind for event in pos.events()].count("fortress") == 3  # and nothing more is said of it
    assert [in_city(pos, HEX[name]) for name in ("3408", "4009", "1410", "6508", "4110")] == [
        True,
        False,
        True,
        True,
        False,
    ]


def test_r17_1_either_side_wins_at_the_end_of_the_turn_with_a_supplied_unit_on_the_other_source() -> None:
    pos = scene({"1019": "A06", "2012": "X01"})
    ask(pos, "turn.end")
    assert pos.outcome is not None
    assert pos.outcome.winner == "allied"
    assert breakthrough(scene({"1119": "A06", "2012": "X01"})) == -1


def test_r4_0_the_end_of_a_turn_clears_air_fleet_and_moved_depots() -> None:
    pos = scene({"5110": "A06", "2012": "X01"}, turn=7)
    pos.air, pos.air_side, pos.naval, pos.naval_used, pos.depot_moved = 3, ALLIED, 1, 1, [1, 2]
    ask(pos, "turn.end")
    assert (pos.turn, pos.air, pos.air_side, pos.naval, pos.naval_used) == (8, 0, -1, 0, 0)
    assert pos.depot_moved == [0, 0]
    assert pos.outcome is None
    last = scene({"5110": "A06", "2012": "X01*"}, turn=23)
    last.control[TOBRUK] = ALLIED
    ask(last, "turn.end")
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.score) == ("allied", {"allied": 1, "axis": 0})


@pytest.mark.parametrize(
    ("name", "state", "points"),
    [
        ("A01", 0, 0),
        ("A01*", 0, 4),
        ("A06*", 0, 1),
        ("A01", PERMANENT, 8),
        ("A01*", RECOVERABLE, 8),
        ("A04", PERMANENT, 8),
    ],
)
def test_r17_2_what_a_unit_is_worth_to_the_enemy(name: str, state: int, points: int) -> None:
    pos = scene({"5011": name})
    number = UNIT[name.rstrip("*")]
    if state:
        pos.put((number,), state)
    assert unit_points(pos, number) == points


def test_r17_2_equal_points_win_for_nobody() -> None:
    pos = scene({"5011": "A06*", "2012": "X05*"})
    assert score(pos) == (1, 1)
    assert points_winner(pos) is None
    pos.leaders_lost = [0, 1]
    assert score(pos) == (4, 1)
    assert points_winner(pos) is None  # Tobruk is the enemy's
    pos.control[TOBRUK] = ALLIED
    assert points_winner(pos) == ALLIED
    pos.shortfalls = 2
    assert score(pos) == (4, 7)
