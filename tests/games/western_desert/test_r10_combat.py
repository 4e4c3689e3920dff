"""10.0 Combat: choosing attacks, strengths, dice, losses and attack points."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.position import Battle
from sandtable.games.western_desert.rules.r10_account import overwhelming
from sandtable.games.western_desert.rules.r10_attack import attack_barred, go_barred, must_attack, planned
from sandtable.games.western_desert.rules.r10_fight import least_steps, way_out
from sandtable.games.western_desert.rules.r10_losses import way_home
from sandtable.games.western_desert.rules.r10_points import attack_range, in_range, payment_barred
from sandtable.games.western_desert.rules.r10_retreat import retreat_places
from sandtable.games.western_desert.rules.r10_strength import (
    attack_dice,
    attack_strength,
    defense_dice,
    hits_on_five,
    integrity,
)
from sandtable.games.western_desert.terms import FELL_BACK, INFANTRY, PERMANENT, RECOVERABLE, SAILED, STRATEGIC
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    battle,
    fight,
    hits,
    names,
    play,
    roll,
    scene,
    step,
    verbs,
)


def test_r10_0_attacking_is_voluntary_and_exploitation_is_for_those_who_can() -> None:
    pos = scene({"4612": "A06 A01", "4512": "X05"})
    ask(pos, "combat.begin")
    assert ("done",) in pos.actions()
    pos.exploiting = 1
    assert attack_barred(pos, UNIT["A06"]) == "10.0"
    assert attack_barred(pos, UNIT["A01"]) is None
    pos.major = 1
    assert attack_barred(pos, UNIT["A06"]) is None
    pos.flags[UNIT["A06"]] |= SAILED
    assert attack_barred(pos, UNIT["A06"]) == "9.7"
    pos.exploiting = 0
    pos.flags[UNIT["A01"]] |= STRATEGIC
    assert attack_barred(pos, UNIT["A01"]) == "9.4"


def test_r10_1_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    pos = scene({"4612": "A01", "4412": "A02", "4512": "X05", "2012": "X06"}, depots=("4509", "1119"))
    pos.points[ALLIED] = 2
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("go",), ("fire", 1, 0, 0))
    assert attack_barred(pos, UNIT["A01"]) == "10.1"
    assert pos.attacked == pos.box.bit[HEX["4512"]]
    assert must_attack(pos, ((HEX["4612"], 1),)) == 0


def test_r10_1_no_duty_to_attack_across_a_closed_escarpment() -> None:
    pos = scene({"4311": "A01", "4310": "X05", "4411": "X06"})
    ask(pos, "combat.begin")
    assert ("attack", HEX["4310"]) not in pos.actions()
    play(pos, ("attack", HEX["4411"]))
    assert ("go",) in pos.actions()


def test_r10_1_a_hex_left_out_is_owed_until_another_stack_attacks_it() -> None:
    # A touches 1 and 2, B touches 2: A attacks 1, and B must attack 2.
    pos = scene({"4612": "A01", "4614": "A02", "4512": "X05", "4613": "X06"}, depots=("4509", "1119"))
    assert go_barred(pos, (HEX["4512"],), ((HEX["4612"], 1),)) is None
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("go",), ("fire", 0, 0, 0))
    while pos.side == "chance":
        pos.play(pos.actions()[0])
    assert names(pos.attacked) == {"4512", "4613"}  # the second attack was owed, and the only one left


def dice(pos: Any, attackers: Any, targets: Any, **more: Any) -> Any:
    return attack_dice(pos, battle(pos, attackers, targets, **more))


def test_r10_11_a_die_for_each_point_of_strength() -> None:
    pos = scene({"4612": "A01 A06", "4512": "X05"}, depots=("4509", "1119"))
    fight(pos, "A01 A06", "4512")
    assert pos.stack[-1].args == (0, 0, 8, (), ())
    roll(pos, 1, 1, 2, 3, 4, 6)
    roll(pos, 1, 5)
    assert pos.stack[-1].args == (1, 0, 3, (), ())
    assert Battle(*pos.battle).hits == (0, 1)


def test_r10_12_plus_and_minus_come_before_halving_and_never_go_below_zero() -> None:
    pos = scene({"6010": "A05 A06", "6011": "X05"}, depots=("4509", "1119"))
    unpaid = battle(pos, "A05 A06", "6011", paid=0)
    assert attack_strength(pos, unpaid, UNIT["A05"], True) == 0
    assert attack_strength(pos, unpaid, UNIT["A06"], True) == 0  # 3 - 2 - 1 for the ridge
    assert dice(pos, "A05 A06", "6011", paid=0).strength == 0


def test_r10_13_a_final_zero_rolls_no_dice_but_the_defender_does() -> None:
    pos = scene({"4612": "A05", "4512": "X05"}, depots=("4509", "1119"))
    fight(pos, "A05", "4512", paid=0)
    assert pos.stack[-1].args == (1, 0, 3, (), ())
    assert dice(pos, "A05", "4512", paid=0, air=2, naval=2).sixes == 4


@pytest.mark.parametrize(
    ("name", "attacking", "on_five"),
    [
        ("X20", True, True),
        ("X20", False, False),
        ("X22", True, False),
        ("X22", False, True),
        ("X47", True, False),
        ("X47", False, True),
        ("X18", False, False),
        ("X13", True, False),
        ("A01", True, False),
        ("A06", False, False),
    ],
)
def test_r10_21_who_hits_on_five_in_a_normal_offensive(name: Any, attacking: Any, on_five: Any) -> None:
    pos = scene({"4512": name})
    assert hits_on_five(pos, UNIT[name], attacking) == on_five


@pytest.mark.parametrize("name", ["A06", "X05", "X20"])
def test_r10_21_in_a_major_offensive_both_sides_hit_on_five(name: Any) -> None:
    pos = scene({"5011": name})
    assert not (hits_on_five(pos, UNIT[name], True) and hits_on_five(pos, UNIT[name], False))
    pos.major = 1
    assert hits_on_five(pos, UNIT[name], True)
    assert hits_on_five(pos, UNIT[name], False)


def test_r10_21_losses_are_the_owners_choice_and_a_unit_without_a_way_home_is_gone_for_good() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06", "2012": "X01"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("lose", UNIT["X05"]))
    assert pos.where[UNIT["X05"]] == RECOVERABLE
    pos = scene({"4612": "A01", "3408": "X05", "3309": "A06", "3409": "A07", "3509": "A08", "4510": "X06"})
    hits(pos, 0, 2, "A06 A07", "3408")
    assert pos.where[UNIT["X05"]] == PERMANENT


def test_r10_22_the_attacker_retreats_from_one_hit_at_most_after_a_step() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X05 X06"})
    hits(pos, 3, 0, "A01 A02", "4512")
    assert verbs(pos) == {"lose", "spread"}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("retreat",))
    assert refused.value.rule in ("10.25", "10.22")
    play(pos, ("lose", UNIT["A01"]))
    assert ("retreat",) not in pos.actions()
    play(pos, ("lose", UNIT["A02"]))
    assert ("retreat",) in pos.actions()
    play(pos, ("retreat",))
    assert step(pos) == "combat.retreat"
    assert all(pos.box.distance(HEX["4512"], a[-1]) == 2 for a in pos.actions())


@pytest.mark.parametrize(("suffered", "least"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_r10_23_against_an_attacker_who_stood_half_the_hits_are_steps(suffered: Any, least: Any) -> None:
    assert least_steps(suffered) == least


def test_r10_23_the_defender_retreats_as_many_hexes_as_hits_are_left() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06", "2012": "X01"})
    hits(pos, 0, 3, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]))
    assert ("retreat",) not in pos.actions()
    play(pos, ("lose", UNIT["X06"]), ("retreat",))
    play(pos, pos.actions()[0])
    assert pos.box.distance(pos.where[UNIT["X05"]], HEX["4512"]) == 1
    assert pos.where[UNIT["X05"]] == pos.where[UNIT["X06"]]


@pytest.mark.parametrize(("strength", "needed"), [(0, 1), (1, 2), (2, 3), (3, 5), (4, 6), (7, 11)])
def test_r10_24_hits_that_overwhelm(strength: Any, needed: Any) -> None:
    assert overwhelming(strength) == needed


def test_r10_24_an_overwhelmed_defense_dies_without_firing_and_the_point_comes_back() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    fight(pos, "A01 A02", "4512", paid=1)
    points = pos.points[ALLIED]
    roll(pos, 6, 6, 6, 6, 6, 6)
    roll(pos, 1, 1, 1, 1)
    assert pos.where[UNIT["X14"]] == RECOVERABLE
    assert pos.points[ALLIED] == points + 1
    assert step(pos) == "combat.advance"


def test_r10_3_an_attack_costs_a_point_or_two_strength_a_unit() -> None:
    pos = scene({"4612": "A01 A06", "4512": "X05"}, depots=("4509", "1119"))
    assert dice(pos, "A01 A06", "4512", paid=1).strength == 8
    assert dice(pos, "A01 A06", "4512", paid=0).strength == 4
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("go",), ("fire", 1, 0, 0))
    assert pos.points[ALLIED] == 5
    pos.points[ALLIED] = 0
    assert payment_barred(pos, ALLIED, [UNIT["A01"]]) == "10.3"


def test_r10_31_the_point_counts_within_four_hexes_or_a_leaders_range() -> None:
    pos = scene({"4612": "A01", "4613": "A02", "4513": "X05"}, depots=("4809", "1119"))
    assert pos.box.distance(HEX["4809"], HEX["4612"]) == 4
    assert in_range(pos, HEX["4612"], ALLIED)
    assert not in_range(pos, HEX["4613"], ALLIED)
    assert dice(pos, "A01 A02", "4513").strength == 5 + 3  # the one out of range loses two
    pos.put((UNIT["L1"],), HEX["4613"])
    assert attack_range(pos, HEX["4613"], ALLIED) == 6
    pos.put((UNIT["L1"],), HEX["4809"])
    assert attack_range(pos, HEX["4613"], ALLIED) == 6  # from the depot, for all
    far = scene({"5613": "A01", "5513": "X05"}, depots=("4809", "1119"))
    assert payment_barred(far, ALLIED, [UNIT["A01"]]) == "10.31"


def test_r10_32_first_two_for_no_point_then_half_for_no_supply() -> None:
    pos = scene({"4612": "A01", "4512": "X05"}, depots=("4509", "1119"))
    fought = battle(pos, "A01", "4512", paid=0)
    assert attack_strength(pos, fought, UNIT["A01"], True) == 3
    assert attack_strength(pos, fought, UNIT["A01"], False) == 2
    assert attack_strength(pos, fought._replace(paid=1), UNIT["A01"], False) == 3


def test_r10_5_three_units_of_a_division_in_a_hex_are_worth_two() -> None:
    pos = scene()
    assert integrity(pos, [UNIT[name] for name in ("X18", "X19", "X20")]) == 2
    assert integrity(pos, [UNIT[name] for name in ("X18", "X19", "X30")]) == 0
    assert integrity(pos, [UNIT[name] for name in ("X18", "X19", "X20", "X01")]) == 2
    assert integrity(pos, [UNIT[name] for name in ("X25", "X26", "X14")]) == 0  # a division of two


def test_r10_51_two_british_armored_brigades_and_a_motorized_one_are_worth_one() -> None:
    pos = scene()
    assert integrity(pos, [UNIT[name] for name in ("A01", "A02", "A03")]) == 1
    assert integrity(pos, [UNIT[name] for name in ("A01", "A02", "A22")]) == 0  # Indian
    assert integrity(pos, [UNIT[name] for name in ("A01", "A04", "A03")]) == 0  # a battalion


def test_r10_1_nobody_attacks_without_attackers_not_even_by_surprise() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    pos.surprise = 1
    assert go_barred(pos, (HEX["4512"],), ()) == "10.1"
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("leave", HEX["4612"]))
    assert refused.value.rule == "10.1"


def test_r10_21_a_step_from_a_unit_that_did_not_fight_is_refused() -> None:
    pos = scene({"4612": "A01 A02", "4613": "A06", "4512": "X05 X06"})
    hits(pos, 2, 0, "A01 A02", "4512")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("lose", UNIT["A06"]))
    assert refused.value.rule == "10.21"


def test_r10_21_there_is_no_way_home_to_a_source_in_enemy_hands() -> None:
    pos = scene({"4512": "X05", "1019": "A06"})
    assert not way_home(pos, HEX["4512"], AXIS, INFANTRY)
    assert way_home(scene({"4512": "X05"}), HEX["4512"], AXIS, INFANTRY)


@pytest.mark.parametrize(("word", "rule"), [("attack", "10.1"), ("bombard", "14.2"), ("shell", "15.0")])
def test_r10_0_an_attack_on_an_empty_hex_is_refused_by_its_rule(word: str, rule: str) -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    ask(pos, "combat.begin")
    with pytest.raises(IllegalAction) as refused:
        pos.play((word, HEX["5012"]))
    assert refused.value.rule == rule


def test_r10_31_without_a_depot_nobody_is_in_range() -> None:
    pos = scene(depots=("", "1119"))
    assert not in_range(pos, len(pos.box.map) - 1, ALLIED)


def test_r10_21_a_bonus_for_the_ground_hits_on_five_only_where_all_in_the_hex_do() -> None:
    pos = scene({"3909": "X22 X05", "3908": "A01"})
    dice = defense_dice(pos, battle(pos, "A01", "3909"))
    assert (dice.fives, dice.sixes) == (4, 3 + 1)
    alone = scene({"3909": "X22", "3908": "A01"})
    assert defense_dice(alone, battle(alone, "A01", "3909")).fives == 4 + 1


def test_r10_13_integrity_dice_hit_on_five_only_where_the_whole_stack_does() -> None:
    pos = scene({"4512": "X20 X19 X21 X30", "4612": "A06"}, active=AXIS, depots=("6508", "4511"))
    dice = attack_dice(pos, battle(pos, "X20 X19 X21 X30", "4612"))
    assert (dice.fives, dice.sixes) == (12, 2 + 2 + 2)
    pos.major = 1
    assert attack_dice(pos, battle(pos, "X20 X19 X21 X30", "4612")).fives == 12 + 4 + 2


def test_r10_5_only_units_of_the_division_that_take_part_count_for_integrity() -> None:
    pos = scene({"4612": "A57++ A58++ A59++", "4512": "X05"}, depots=("4509", "1119"))
    three = attack_dice(pos, battle(pos, "A57 A58 A59", "4512"))
    two = attack_dice(pos, battle(pos, "A57 A58", "4512"))
    assert (three.strength, two.strength) == (3 + 3 + 3 + 2, 3 + 3), "A59 is held back (R38)"
    pos = scene({"4612": "A57 A58 A59", "4512": "X05"}, active=AXIS)
    assert defense_dice(pos, battle(pos, "X05", "4612")).strength == 3 + 3 + 3 + 2
    pos.flags[UNIT["A59"]] |= FELL_BACK
    assert defense_dice(pos, battle(pos, "X05", "4612")).strength == 3 + 3


def test_r10_0_neither_the_enemy_nor_units_off_the_map_attack() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    assert [attack_barred(pos, UNIT[name]) for name in ("A01", "X05", "A02")] == [None, "10.0", "10.0"]


def pocket(*more: dict[str, str]) -> Any:
    """Two Italian divisions in 4512 with one hex behind them and no second."""
    return scene(*more, {"4612": "A01", "4512": "X05 X06", "2012": "X12"})


def test_r10_23_a_short_retreat_is_offered_where_the_long_one_is_shut() -> None:
    pos = pocket({"4311": "A02", "4313": "A03", "4410": "A31", "4412": "X07"})
    one = retreat_places(pos, [UNIT["X05"], UNIT["X06"]], 1, False)
    assert names(one) == {"4412"}
    assert not retreat_places(pos, [UNIT["X05"], UNIT["X06"]], 2, False)
    hits(pos, 0, 4, "A01", "4512")
    assert step(pos) == "combat.losses"  # not lost unasked
    play(pos, ("lose", UNIT["X05"]), ("lose", UNIT["X06"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("retreat",))  # two hexes
    assert refused.value.rule == "10.26"
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    assert pos.where[UNIT["X06"]] == HEX["4412"]


def test_r10_23_no_way_of_any_length_means_that_all_are_lost() -> None:
    pos = pocket({"4411": "A02", "4413": "A03", "4513": "A31", "4511": "A39", "4412": "A40"})
    hits(pos, 0, 4, "A01", "4512")
    assert all(pos.where[UNIT[name]] in (RECOVERABLE, PERMANENT) for name in ("X05", "X06"))


def test_r10_23_a_way_for_one_stack_saves_nobody_if_the_other_cannot_be_given_up() -> None:
    # 4512 can fall back, 4613 is shut in; four hits are steps enough to give up the one-step unit there, not the other.
    def two_hexes(shut_in: str) -> Any:
        pos = scene(
            {"4613": shut_in, "4612": "A01", "4714": "A02", "4614": "A03", "4713": "A31", "4512": "X05", "2012": "X12"},
        )
        pos.battle = tuple(battle(pos, "A01", "4512 4613", hits=(0, 3)))
        return pos

    assert not retreat_places(two_hexes("X06"), [UNIT["X06"]], 1, False)
    assert way_out(two_hexes("X04"), 1, 3, 0)
    assert way_out(two_hexes("X06"), 1, 3, 0)
    assert not way_out(two_hexes("X06"), 1, 2, 0)


def test_r10_21_the_table_spreads_hits_armor_last_and_no_unit_dies_while_another_can_be_reduced() -> None:
    pos = scene({"4612": "A01", "4512": "X13 X05 X06", "2012": "X12"})
    hits(pos, 0, 3, "A01", "4512")
    play(pos, ("spread",))
    assert [pos.reduced[UNIT[name]] for name in ("X13", "X05", "X06")] == [0, 1, 1]
    assert [pos.where[UNIT[name]] for name in ("X13", "X05", "X06")].count(HEX["4512"]) == 2


def test_r10_1_a_stack_next_to_one_of_two_hexes_cannot_join_the_attack_on_both() -> None:
    pos = scene({"4612": "A01", "4411": "A02", "4512": "X05", "4613": "X06"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    assert {place for place, _ in pos.stack[-1].args[1]} == {HEX["4612"], HEX["4411"]}
    play(pos, ("also", HEX["4613"]))
    assert {place for place, _ in pos.stack[-1].args[1]} == {HEX["4612"]}, "A02 is not next to X06"
    assert ("join", HEX["4411"]) not in pos.actions()


def test_r12_3_only_from_a_position_is_a_stack_brought_in_whole() -> None:
    pos = scene({"4612": "A01", "4411": "A02", "4512": "X05"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("leave", HEX["4411"]))
    assert ("join", HEX["4411"]) in pos.actions()
    assert "whole" not in verbs(pos)


def test_r10_3_an_attack_is_foreseen_with_the_point_it_would_be_given() -> None:
    pos = scene({"4612": "A01", "4512": "X05"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    for points, air, paid in ((3, 0, 1), (3, 2, 1), (0, 0, 0)):
        pos.points[ALLIED], pos.air, pos.air_side, pos._actions = points, air, ALLIED, None
        foreseen, _ = planned(pos, ("attack", HEX["4512"]))
        assert foreseen is not None
        assert (foreseen.paid, foreseen.air, foreseen.naval) == (paid, 0, 0)


def test_r10_1_the_prompt_says_that_enemies_next_to_the_attackers_are_left_out() -> None:
    pos = scene({"4612": "A01", "4512": "X05", "4513": "X06"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    assert "left out" in pos.see("allied")["prompt"]["text"]
    play(pos, ("also", HEX["4513"]))
    assert "left out" not in pos.see("allied")["prompt"]["text"]


def test_r10_1_who_is_not_next_to_every_target_is_named_as_left_out() -> None:
    pos = scene({"4612": "A01", "4613": "A02", "4512": "X05", "4513": "X06"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    assert "not in this attack" not in pos.see("allied")["prompt"]["text"]
    play(pos, ("also", HEX["4513"]))
    assert "not in this attack: the stack at 4613" in pos.see("allied")["prompt"]["text"]


@pytest.mark.parametrize(
    ("depot", "points", "said"), [("4509", 0, "None is left"), ("6508", 3, "in range"), ("4509", 3, "")]
)
def test_r10_3_the_prompt_says_why_no_point_can_be_spent(depot: str, points: int, said: str) -> None:
    pos = scene({"4612": "A01", "4512": "X05"}, depots=(depot, "1119"))
    ask(pos, "combat.begin")
    pos.points[ALLIED], pos.air, pos.air_side, pos._actions = points, 2, ALLIED, None
    play(pos, ("attack", HEX["4512"]))
    play(pos, ("go",))
    text = pos.see("allied")["prompt"]["text"]
    assert said in text
    assert bool(said) == (len(text.split(".")) > 2)
