"""13.0 Leaders."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert.faults import faults
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r08_supply import BY_SOURCE, UNSUPPLIED, supply
from sandtable.games.western_desert.rules.r10_points import attack_range
from sandtable.games.western_desert.rules.r10_strength import attack_dice, defense_dice
from sandtable.games.western_desert.rules.r13_leaders import (
    casualty,
    face,
    montgomery_due,
    montgomery_open,
    nearest_friends,
)
from sandtable.games.western_desert.terms import DUE, MOTORIZED, NEW, PERMANENT, WITHDRAWN
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    battle,
    fight,
    hits,
    moves,
    play,
    roll,
    scene,
    step,
)


def test_r13_4_leaders_move_like_motors_and_shun_enemy_leaders_and_depots() -> None:
    pos = scene({"5012": "L1", "5013": "L4", "2012": "X05"}, depots=("6508", "5111"))
    assert not {"5013", "5111"} & moves(pos, "L1")
    assert "5014" in moves(pos, "L1")
    assert pos.box.ways[4] is pos.box.ways[MOTORIZED]


def test_r13_4_an_enemy_unit_drives_a_lone_leader_out_and_moves_on() -> None:
    pos = scene({"5012": "A01", "5014": "L4", "2012": "X05"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A01"]), ("to", HEX["5014"]))
    assert pos.side == "chance"
    play(pos, ("roll", 4))
    assert pos.where[UNIT["L4"]] == HEX["2012"]
    assert step(pos) == "move.to"


def test_r13_6_an_overwhelmed_stack_takes_its_leader_into_danger() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X14* L4", "2012": "X01"}, depots=("4509", "1119"))
    pos.battle = tuple(battle(pos, "A01 A02", "4512"))
    ask(pos, "combat.fight", None, 0)
    roll(pos, 6, 6, 6, 6, 6, 6)
    roll(pos, 1, 1, 1, 1)
    assert step(pos) == "leader.roll"
    assert pos.stack[-1].args == (UNIT["L4"], 3)


def test_r13_7_montgomery_waits_while_the_enemy_is_in_alexandria() -> None:
    pos = scene({"5110": "A06"}, turn=21)
    pos.where[UNIT["L1"]] = PERMANENT
    assert montgomery_due(pos)
    pos.put((UNIT["X05"],), HEX["6508"])
    assert not montgomery_due(pos)
    assert not montgomery_due(scene({"5110": "A06"}, turn=20))
    assert pos.held[ALLIED]


def test_r13_0_a_leader_adds_his_dice_to_the_stack_he_is_with() -> None:
    pos = scene({"4612": "A01 L1", "4512": "X05 L4"}, depots=("4509", "1119"))
    alone = attack_dice(pos, battle(pos, "A01", "4512")).sixes
    led = battle(pos, "A01", "4512", lead=(UNIT["L1"], UNIT["L4"]))
    assert attack_dice(pos, led).sixes == alone + 2
    assert defense_dice(pos, led).strength == 4


def test_r13_1_each_piece_shows_its_first_leader_and_then_its_second() -> None:
    pos = scene({"2012": "L3"})
    assert (face(pos, UNIT["L3"]).name, face(pos, UNIT["L3"]).range) == ("Rommel", 6)
    pos.reduced[UNIT["L3"]] = 1
    assert face(pos, UNIT["L3"]).name == "Crüwell"


def test_r13_2_of_two_axis_leaders_one_is_used() -> None:
    pos = scene({"4512": "X20 L3 L4", "4612": "A06"}, active=AXIS, depots=("6508", "4509"))
    fight(pos, "X20", "4612")
    assert pos.actions() == [("lead", UNIT["L3"]), ("lead", UNIT["L4"])]


def test_r13_3_leaders_hit_on_six_only_even_in_an_offensive_and_one_counts_a_battle() -> None:
    pos = scene({"4512": "X20 L3", "4613": "X30 L4", "4612": "A06"}, active=AXIS, depots=("6508", "4511"))
    pos.major = 1
    fight(pos, "X20 X30", "4612")
    play(pos, ("lead", UNIT["L3"]))
    assert pos.stack[-1].args == (0, 12, 3, (), ())
    pos.effects = r05_events.ON_LEAVE[AXIS]
    led = battle(pos, "X20 X30", "4612", lead=(UNIT["L3"], -1))
    assert attack_dice(pos, led).sixes == 0


def test_r13_5_his_range_replaces_four_for_points_and_supply() -> None:
    pos = scene({"3117": "X20 L3"}, active=AXIS)
    assert supply(pos, UNIT["X20"]) == BY_SOURCE
    pos.put((UNIT["L3"],), HEX["2012"])
    assert supply(pos, UNIT["X20"]) == UNSUPPLIED
    pos = scene({"2012": "X20 L3", "1119": "L4", "1517": "X13"}, active=AXIS)
    assert attack_range(pos, HEX["2012"], AXIS) == 6
    assert attack_range(pos, HEX["1517"], AXIS) == 4  # the depot's leader, for all others


@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False)])
def test_r13_6_a_unit_lost_beside_a_leader_puts_him_at_risk_on_a_one(die: Any, lost: Any) -> None:
    pos = scene({"4612": "A01", "4512": "X05 X14* L4", "2012": "X01"})
    hits(pos, 0, 1, "A01", "4512")
    play(pos, ("lose", UNIT["X14"]))
    roll(pos, die)
    assert (pos.where[UNIT["L4"]] == DUE) == lost


@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
def test_r13_6_when_all_are_lost_it_is_one_to_three_and_a_survivor_joins_the_nearest_friend(
    die: Any, lost: Any
) -> None:
    pos = scene({"4612": "A01", "4512": "X14* L4", "4009": "X01", "2012": "X02"})
    hits(pos, 0, 1, "A01", "4512")
    roll(pos, die)
    assert pos.where[UNIT["L4"]] == (DUE if lost else HEX["4009"])
    assert pos.leaders_lost[AXIS] == int(lost)
    if lost:
        assert (pos.reduced[UNIT["L4"]], pos.arrives[UNIT["L4"]]) == (1, 6)


def test_r13_6_a_second_leader_is_the_last() -> None:
    pos = scene({"4612": "A01", "4512": "X14* L4*", "4009": "X01"})
    hits(pos, 0, 1, "A01", "4512")
    roll(pos, 1)
    assert pos.where[UNIT["L4"]] == PERMANENT
    assert nearest_friends(scene({"4512": "L4", "4009": "X01", "4510": "X05"}), UNIT["L4"]) == [HEX["4510"]]


def test_r13_7_montgomery_replaces_the_first_leader_or_stays_away() -> None:
    pos = scene({"5011": "A01 L1"}, turn=21)
    assert montgomery_due(pos)
    ask(pos, "leader.montgomery")
    other = pos.copy()
    play(pos, ("montgomery",))
    assert (pos.where[UNIT["L1"]], pos.where[UNIT["L2"]]) == (WITHDRAWN, HEX["6508"])
    play(other, ("keep",))
    assert (other.where[UNIT["L1"]], other.where[UNIT["L2"]]) == (HEX["5011"], WITHDRAWN)
    assert not montgomery_due(scene({"5011": "A01 L1"}, turn=20))


def test_r13_7_lumsden_follows_montgomery_without_being_asked_for() -> None:
    pos = scene({"5011": "A01 L2"}, turn=22)
    pos.where[UNIT["L1"]] = WITHDRAWN
    casualty(pos, UNIT["L2"])
    pos.turn = 23
    assert not montgomery_due(pos)
    ask(pos, "reinforcements")
    assert (pos.where[UNIT["L2"]], face(pos, UNIT["L2"]).name) == (HEX["6508"], "Lumsden")


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


def test_r13_6_a_leader_who_gets_away_may_join_recon_in_the_depression() -> None:
    pos = scene({"4512": "L1", "4917": "A05", "2012": "A06"})
    pos.shaken = ((UNIT["L1"], 3),)
    ask(pos, "leader.checks")
    roll(pos, 4)
    assert pos.where[UNIT["L1"]] == pos.where[UNIT["A05"]]
    assert faults(pos) == []
    pos.put((UNIT["A06"],), HEX["4917"])
    assert faults(pos) == [f"{pos.box.units[UNIT['A06']].name} is in the depression"]


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
