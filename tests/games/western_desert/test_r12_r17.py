"""Improved positions, leaders, air and naval attack, fortresses, victory."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.position import Battle
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.entering import enter
from sandtable.games.western_desert.rules.r08_supply import BY_SOURCE, UNSUPPLIED, supply
from sandtable.games.western_desert.rules.r10_attack import attack_barred
from sandtable.games.western_desert.rules.r10_points import attack_range
from sandtable.games.western_desert.rules.r10_strength import attack_dice, defense_dice, defense_strength, hits_on_five
from sandtable.games.western_desert.rules.r12_positions import build_barred, site_barred, upgrade_barred
from sandtable.games.western_desert.rules.r13_leaders import casualty, face, montgomery_due, nearest_friends
from sandtable.games.western_desert.rules.r15_naval import may_support
from sandtable.games.western_desert.rules.r16_fortresses import in_city
from sandtable.games.western_desert.rules.r17_victory import breakthrough, points_winner, victory_points
from sandtable.games.western_desert.terms import (
    BARDIA,
    BOMBED,
    DAMAGED,
    DESTROYED,
    DUE,
    INSIDE,
    INTACT,
    MOVED,
    PERMANENT,
    RECOVERABLE,
    RESERVE,
    TOBRUK,
    WITHDRAWN,
)
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, battle, fight, hits, play, roll, scene, verbs


def test_r12_0_a_position_strengthens_only_those_under_it() -> None:
    pos = scene({"4512": "X05+ X06", "4612": "A01"})
    assert [defense_strength(pos, UNIT[name], True) for name in ("X05", "X06")] == [4, 2]


def test_r12_1_a_still_supplied_unit_builds_for_a_point_and_upgrades_on_a_later_turn() -> None:
    pos = scene({"5012": "A06 A07"})
    ask(pos, "move.begin")
    play(pos, ("stack", HEX["5012"]), ("build", UNIT["A06"]))
    assert (pos.works, pos.points[ALLIED]) == (((HEX["5012"], 1, 5),), 5)
    assert pos.flags[UNIT["A06"]] & INSIDE
    assert not pos.flags[UNIT["A07"]] & (INSIDE | MOVED)  # the other may still move
    pos.flags[UNIT["A06"]] &= ~MOVED
    assert upgrade_barred(pos, UNIT["A06"]) == "12.1"  # not on the turn it was built
    pos.turn += 1
    pos.stack = ()
    ask(pos, "move.begin")
    assert upgrade_barred(pos, UNIT["A07"]) == "12.1"
    play(pos, ("unit", UNIT["A06"]), ("upgrade", UNIT["A06"]))
    assert pos.work_at(HEX["5012"]) == 2


@pytest.mark.parametrize("what", ["no points", "moved", "exploiting", "unsupplied", "mines"])
def test_r12_1_what_keeps_a_unit_from_building(what: Any) -> None:
    pos = scene({"5012" if what != "unsupplied" else "3117": "A06"})
    assert (build_barred(pos, UNIT["A06"]) is None) == (what != "unsupplied")
    if what == "no points":
        pos.points[ALLIED] = 0
    elif what == "moved":
        pos.flags[UNIT["A06"]] |= 1
    elif what == "exploiting":
        pos.exploiting = 1
    elif what == "mines":
        pos.effects = r05_events.MINE_SHORTAGE
    assert build_barred(pos, UNIT["A06"]) in ("12.1", "5.0")


def test_r12_1_an_empty_position_is_removed() -> None:
    pos = scene({"4512": "X05+ X06"}, active=AXIS)
    pos.put((UNIT["X05"],), HEX["4412"])
    assert pos.works == ()


@pytest.mark.parametrize(
    ("placed", "place", "rule"),
    [
        ({}, "5012", None),
        ({"5013": "X05"}, "5012", "12.2"),
        ({"5013": "X05", "5012": "A06"}, "5012", "12.2"),  # friends do not cover the zone
        ({}, "6508", "12.2"),
        ({}, "1410", "12.2"),
        ({}, "3408", "12.2"),
        ({}, "4009", "12.2"),
        ({}, "1219", "12.2"),  # salt marsh
    ],
)
def test_r12_2_where_no_position_may_be_built(placed: Any, place: Any, rule: Any) -> None:
    assert site_barred(scene(placed), HEX[place], ALLIED) == rule


def test_r12_2_bardia_may_be_dug_once_its_fortress_is_gone_and_one_marker_a_hex_is_the_limit() -> None:
    pos = scene({"5012": "A06+"})
    pos.fortress[BARDIA] = DESTROYED
    assert site_barred(pos, HEX["4009"], ALLIED) is None
    assert build_barred(pos, UNIT["A06"]) == "12.2"


def test_r12_2_units_outside_enter_for_a_movement_point() -> None:
    pos = scene({"5012": "A06+ A07", "5013": "A08"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A07"]), ("dig", HEX["5012"]))
    assert pos.flags[UNIT["A07"]] & INSIDE
    play(pos, ("unit", UNIT["A08"]), ("dig", HEX["5012"]))
    assert (pos.where[UNIT["A08"]], bool(pos.flags[UNIT["A08"]] & INSIDE)) == (HEX["5012"], True)


def test_r12_3_inside_units_need_not_attack_and_a_first_level_position_goes_if_they_do() -> None:
    pos = scene({"4612": "A06+ A01", "4512": "X05"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    assert ("whole", HEX["4612"]) in pos.actions()
    stays = pos.copy()
    play(stays, ("go",))
    assert stays.work_at(HEX["4612"]) == 1
    assert Battle(*stays.battle).attackers == (UNIT["A01"],)
    assert attack_barred(stays, UNIT["A06"]) == "10.1"  # a stack makes one attack: who stays out makes no other
    play(pos, ("whole", HEX["4612"]), ("go",))
    assert pos.works == ()
    strong = scene({"4612": "A06++", "4512": "X05"}, depots=("4509", "1119"))
    ask(strong, "combat.begin")
    play(strong, ("attack", HEX["4512"]), ("go",))
    assert strong.work_at(HEX["4612"]) == 2


@pytest.mark.parametrize(("name", "major"), [("X22", 0), ("X47", 0), ("X22", 1), ("X05", 1)])
def test_r12_3_in_a_first_level_position_everybody_hits_on_six(name: str, major: int) -> None:
    pos = scene({"4512": f"{name}+", "4612": "A01"})
    pos.major = major
    assert not hits_on_five(pos, UNIT[name], False)
    outside = scene({"4512": name, "4612": "A01"})
    outside.major = major
    assert hits_on_five(outside, UNIT[name], False)


def test_r12_2_an_enemy_zone_bars_building_but_not_raising_a_position() -> None:
    pos = scene({"5012": "A06+", "5110": "A07", "4912": "X05"})
    assert pos.zoc[AXIS] >> HEX["5012"] & 1
    assert upgrade_barred(pos, UNIT["A06"]) is None
    assert build_barred(scene({"5012": "A06", "4912": "X05"}), UNIT["A06"]) == "12.2"


def test_r12_3_second_level_defenders_hit_on_five() -> None:
    pos = scene({"4512": "X05++ X06", "4612": "A01"})
    assert [hits_on_five(pos, UNIT[name], False) for name in ("X05", "X06")] == [True, False]
    assert not hits_on_five(scene({"4512": "X05+"}), UNIT["X05"], False)


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


def test_r14_0_air_points_are_for_the_active_side_and_never_for_the_defender() -> None:
    pos = scene({"4612": "A01", "4512": "X05"}, depots=("4509", "1119"))
    pos.air, pos.air_side = 3, AXIS
    ask(pos, "combat.begin")
    assert "bombard" not in verbs(pos)
    play(pos, ("attack", HEX["4512"]), ("go",))
    assert {action[2] for action in pos.actions()} == {0}


def test_r14_1_up_to_two_air_points_support_an_attack() -> None:
    pos = scene({"4612": "A01", "4512": "X05"}, depots=("4509", "1119"))
    pos.air, pos.air_side = 3, ALLIED
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("go",))
    assert {action[2] for action in pos.actions()} == {0, 1, 2}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("fire", 0, 3, 0))
    assert refused.value.rule == "14.1"
    play(pos, ("fire", 1, 2, 0))
    assert (pos.air, pos.stack[-1].args) == (1, (0, 0, 7, (), ()))


def test_r14_2_bombardment_takes_two_points_a_hex_within_five_and_two_sixes_a_step() -> None:
    pos = scene({"5012": "A01", "4512": "X05", "4712": "X06", "4412": "X07"}, depots=("5310", "1119"))
    pos.air, pos.air_side = 5, ALLIED
    ask(pos, "combat.begin")
    assert {a[1] for a in pos.actions() if a[0] == "bombard"} == {HEX["4512"], HEX["4712"]}
    play(pos, ("bombard", HEX["4712"]), ("bombs", 3))
    roll(pos, 4, 6, 6)
    assert (pos.reduced[UNIT["X06"]], pos.air) == (1, 2)
    assert {a[1] for a in pos.actions() if a[0] == "bombard"} == {HEX["4512"]}  # once a phase
    play(pos, ("bombard", HEX["4512"]))
    roll(pos, 5, 6)
    assert pos.reduced[UNIT["X05"]] == 0
    far = scene({"5612": "A01", "4512": "X05"}, depots=("6508", "1119"))
    far.air, far.air_side = 5, ALLIED
    assert ask(far, "combat.begin").stack == ()


def test_r14_2_a_bombarded_unit_does_not_shield_others_in_its_hex() -> None:
    pos = scene({"5012": "A01", "4712": "X05 X06"}, depots=("5310", "1119"))
    pos.air, pos.air_side = 4, ALLIED
    ask(pos, "combat.begin")
    pos.flags[UNIT["X05"]] |= BOMBED  # elsewhere, and fell back here
    pos._actions = None
    play(pos, ("bombard", HEX["4712"]), ("bombs", 2))
    roll(pos, 6, 6)
    assert (pos.reduced[UNIT["X05"]], pos.reduced[UNIT["X06"]]) == (0, 1)
    assert ("bombard", HEX["4712"]) not in pos.actions()  # now all have been


def test_r14_2_more_hits_than_the_units_aimed_at_have_steps_spare_the_others() -> None:
    pos = scene({"5012": "A01", "4712": "X05 X04"}, depots=("5310", "1119"))
    pos.air, pos.air_side = 7, ALLIED
    ask(pos, "combat.begin")
    pos.flags[UNIT["X05"]] |= BOMBED
    play(pos, ("bombard", HEX["4712"]), ("bombs", 7))
    roll(pos, 6, 6, 6, 6, 6, 6)
    roll(pos, 1)
    assert pos.where[UNIT["X04"]] < 0
    assert (pos.where[UNIT["X05"]], pos.reduced[UNIT["X05"]]) == (HEX["4712"], 0)


def test_r15_0_the_fleet_fires_once_a_turn_at_a_coastal_hex() -> None:
    pos = scene({"4611": "A01", "4509": "X05", "4412": "X06"}, depots=("4809", "1119"))
    pos.naval = 1
    ask(pos, "combat.begin")
    assert [a for a in pos.actions() if a[0] == "shell"] == [("shell", HEX["4509"])]
    play(pos, ("shell", HEX["4509"]))
    roll(pos, 3, 6)
    assert pos.reduced[UNIT["X05"]] == 1
    assert pos.naval_used
    assert not may_support(pos, ALLIED, [HEX["4509"]])
    pos.naval_used = 0
    assert may_support(pos, ALLIED, [HEX["4509"]])
    assert not may_support(pos, ALLIED, [HEX["4412"]])
    pos.exploiting = 1
    assert not may_support(pos, ALLIED, [HEX["4509"]])


def test_r16_0_tobruk_and_bardia_are_the_fortresses() -> None:
    pos = scene()
    assert [pos.fortified(HEX[number]) for number in ("3408", "4009", "1410", "6508")] == [True, True, False, False]


def test_r16_1_a_fortress_taken_in_combat_gets_worse() -> None:
    pos = scene({"4110": "A06"})
    enter(pos, [UNIT["A06"]], HEX["4009"], by_combat=True)
    assert (pos.control[BARDIA], pos.fortress[BARDIA]) == (ALLIED, DESTROYED)
    enter(pos, [UNIT["A06"]], HEX["3408"], by_combat=True)
    assert pos.fortress[TOBRUK] == DAMAGED
    assert pos.fortified(HEX["3408"])
    enter(pos, [UNIT["X05"]], HEX["3408"], by_combat=True)
    assert pos.fortress[TOBRUK] == DESTROYED
    assert in_city(pos, HEX["3408"])
    assert not in_city(pos, HEX["4009"])


def test_r16_1_an_unoccupied_fortress_changes_hands_unharmed() -> None:
    pos = scene({"4110": "A06"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]), ("to", HEX["4009"]))
    assert (pos.control[BARDIA], pos.fortress[BARDIA]) == (ALLIED, INTACT)


def test_r16_2_fighting_for_a_fortress() -> None:
    pos = scene({"3309": "A01 A06", "3408": "X10 X13"}, depots=("3109", "1119"))
    pos.major = 1
    fought = battle(pos, "A01 A06", "3408")
    dice = attack_dice(pos, fought)
    assert (dice.fives, dice.sixes) == (0, 4 + 3)  # armor loses one; sixes only
    assert defense_strength(pos, UNIT["X13"], True) == 4  # armor too gains one
    pos.major = 0
    assert hits_on_five(pos, UNIT["X10"], False)
    assert defense_dice(pos, fought).fives == 3 + 4
    pos.fortress[TOBRUK] = DESTROYED
    assert defense_strength(pos, UNIT["X13"], True) == 2


def test_r17_0_the_campaign_ends_with_october_1942() -> None:
    pos = scene({"5011": "A01", "2012": "X01"}, turn=23)
    ask(pos, "turn.end")
    assert pos.outcome is not None
    assert pos.outcome.kind == "nobody has both more points and Tobruk"


def test_r17_1_a_supplied_unit_on_the_enemys_source_wins() -> None:
    pos = scene({"1019": "A06", "5110": "A07", "2012": "X01"})
    pos.control[TOBRUK] = ALLIED
    assert breakthrough(pos) == ALLIED
    pos = scene({"6508": "X20", "5110": "A06"}, active=AXIS)
    assert breakthrough(pos) == -1  # cut off behind
    pos.put((UNIT["A06"],), RESERVE)
    ask(pos, "turn.end")
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.kind) == ("axis", "automatic victory: the enemy base is taken")


def test_r17_2_points_for_steps_leaders_and_unmet_demands() -> None:
    pos = scene({"5011": "A01* A06*", "2012": "X01"})
    pos.where[UNIT["A02"]] = PERMANENT
    pos.where[UNIT["A07"]] = RECOVERABLE
    pos.where[UNIT["A08"]], pos.reduced[UNIT["A08"]] = RESERVE, 1
    pos.leaders_lost = [1, 0]
    pos.shortfalls = 2
    assert victory_points(pos, AXIS) == 4 + 1 + 8 + 2 + 1 + 3 + 6
    pos.where[UNIT["X13"]] = PERMANENT
    assert victory_points(pos, ALLIED) == 8


@pytest.mark.parametrize(("holder", "winner"), [(AXIS, AXIS), (ALLIED, None)])
def test_r17_2_the_winner_needs_tobruk_too(holder: Any, winner: Any) -> None:
    pos = scene({"5011": "A01*", "2012": "X01"})
    pos.control[TOBRUK] = holder
    assert points_winner(pos) == winner
