"""14.0 Air superiority points."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r14_air import air_points, bomb_targets, within_bombing_range
from sandtable.games.western_desert.terms import BOMBED
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, names, play, roll, scene, verbs


def test_r14_2_a_second_hit_of_a_bombardment_is_taken_by_the_same_units() -> None:
    pos = scene({"4611": "A01", "4509": "X05 X06"})
    pos.naval = 1
    ask(pos, "combat.begin")
    play(pos, ("shell", HEX["4509"]))
    roll(pos, 6, 6)
    play(pos, ("lose", UNIT["X05"]))
    assert set(pos.actions()) == {("lose", UNIT["X05"]), ("lose", UNIT["X06"])}
    play(pos, ("lose", UNIT["X06"]))
    assert [pos.reduced[UNIT[name]] for name in ("X05", "X06")] == [1, 1]


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


def test_r14_2_the_allies_choose_who_is_hit_when_the_axis_bombards_and_their_leader_may_fall() -> None:
    pos = scene({"4712": "X05", "5012": "A01 A06", "5110": "A07"}, active=AXIS, depots=("6508", "1119"))
    pos.air, pos.air_side = 4, AXIS
    ask(pos, "combat.begin")
    play(pos, ("bombard", HEX["5012"]), ("bombs", 2))
    roll(pos, 6, 6)
    assert (pos.side, verbs(pos)) == ("allied", {"lose"})
    play(pos, ("lose", UNIT["A06"]))
    assert (pos.reduced[UNIT["A06"]], pos.reduced[UNIT["A01"]]) == (1, 0)
    lone = scene({"4712": "X05", "5012": "A04 L1", "5110": "A07"}, active=AXIS, depots=("6508", "1119"))
    lone.air, lone.air_side = 4, AXIS
    ask(lone, "combat.begin")
    play(lone, ("bombard", HEX["5012"]), ("bombs", 2))
    roll(lone, 6, 6)
    roll(lone, 3)
    assert lone.where[UNIT["L1"]] != HEX["5012"], "his last unit is gone, and a three is a casualty"


def test_r14_2_a_step_lost_to_bombs_is_told_by_its_rule() -> None:
    pos = scene({"4712": "X05", "5012": "A01 A06"}, active=AXIS, depots=("6508", "1119"))
    pos.air, pos.air_side = 4, AXIS
    ask(pos, "combat.begin")
    play(pos, ("bombard", HEX["5012"]), ("bombs", 2))
    roll(pos, 6, 6)
    play(pos, ("lose", UNIT["A06"]))
    assert [line["rule"] for line in pos.report(None)] == ["14.2", "14.2"]


def test_r14_2_with_as_many_hits_as_steps_nobody_is_asked() -> None:
    pos = scene({"5012": "A01", "4712": "X05* X06*"}, depots=("5310", "1119"))
    pos.air, pos.air_side = 4, ALLIED
    ask(pos, "combat.begin")
    play(pos, ("bombard", HEX["4712"]), ("bombs", 4))
    roll(pos, 6, 6, 6, 6)
    assert pos.where[UNIT["X05"]] < 0 > pos.where[UNIT["X06"]]
