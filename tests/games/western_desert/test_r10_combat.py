"""Which hexes are attacked, strengths, hits, losses, retreats, advances, attack points, integrity."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.position import Battle
from sandtable.games.western_desert.rules.r10_account import overwhelming
from sandtable.games.western_desert.rules.r10_advance import cleared
from sandtable.games.western_desert.rules.r10_attack import attack_barred, go_barred, must_attack
from sandtable.games.western_desert.rules.r10_fight import least_steps
from sandtable.games.western_desert.rules.r10_points import attack_range, in_range, payment_barred
from sandtable.games.western_desert.rules.r10_retreat import retreat_places
from sandtable.games.western_desert.rules.r10_strength import (
    attack_dice,
    attack_strength,
    defense_dice,
    defense_strength,
    hits_on_five,
    integrity,
)
from sandtable.games.western_desert.terms import FELL_BACK, PERMANENT, RECOVERABLE, SAILED, STRATEGIC
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


def test_r10_25_all_units_of_a_side_retreat_from_all_their_hexes() -> None:
    pos = scene({"4612": "A01", "4614": "A02", "4613": "X05", "2012": "X06"}, depots=("4509", "1119"))
    hits(pos, 2, 0, "A01 A02", "4613")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("retreat",))
    assert refused.value.rule == "10.25"
    play(pos, ("lose", UNIT["A01"]), ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    assert pos.where[UNIT["A01"]] != HEX["4612"]
    assert pos.where[UNIT["A02"]] != HEX["4614"]


def test_r10_26_a_retreat_goes_homeward_and_shuns_enemy_zones() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    places = retreat_places(pos, [UNIT["X05"]], 1, False)
    assert places
    assert not places & pos.zoc[ALLIED]
    home = pos.box.to_source[AXIS]
    assert all(home[HEX[name]] < home[HEX["4512"]] for name in names(places))


def test_r10_26_a_friend_opens_a_zone_and_who_falls_back_on_friends_adds_nothing_to_their_defense() -> None:
    pos = scene({"4612": "A01", "4413": "A02", "4411": "A03", "4512": "X05", "4412": "X06", "2012": "X01"})
    assert names(retreat_places(pos, [UNIT["X05"]], 1, False)) == {"4412"}
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("retreat",))
    assert pos.where[UNIT["X05"]] == HEX["4412"]
    assert pos.flags[UNIT["X05"]] & FELL_BACK
    pos.stack = ()
    again = battle(pos, "A02", "4412")
    assert UNIT["X05"] in again.defenders
    assert defense_dice(pos, again).strength == 1  # one cut-off unit of strength 2, and not the newcomer


def test_r10_26_no_way_back_means_steps() -> None:
    pos = scene(
        {"4612": "A01", "4411": "A02", "4413": "A03", "4513": "A31", "4511": "A39", "4412": "A40", "4512": "X05 X06"}
    )
    hits(pos, 0, 3, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("lose", UNIT["X06"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("retreat",))
    assert refused.value.rule == "10.26"


def test_r10_26_a_stack_without_room_scatters() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06", "4411": "X07", "4410": "X01", "4412": "X02 X03", "2012": "X12"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    assert verbs(pos) == {"scatter"}


def test_r10_27_survivors_advance_into_the_cleared_hex_and_mobile_ones_further() -> None:
    pos = scene({"4612": "A01 A06", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    hits(pos, 0, 1, "A01 A06", "4512")
    places = {a[2] for a in pos.actions() if a[0] == "advance" and a[1] == UNIT["A06"]}
    assert places == {HEX["4512"]}
    further = {a[2] for a in pos.actions() if a[0] == "advance" and a[1] == UNIT["A01"]}
    assert {HEX["4512"], HEX["4412"]} <= further
    play(pos, ("advance", UNIT["A01"], HEX["4412"]), ("advance", UNIT["A06"], HEX["4512"]))
    assert (pos.where[UNIT["A01"]], pos.where[UNIT["A06"]]) == (HEX["4412"], HEX["4512"])


def test_r10_27_no_advance_for_an_attacker_who_retreated() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X14*", "2012": "X01"})
    hits(pos, 2, 1, "A01 A02", "4512")
    play(pos, ("lose", UNIT["A01"]), ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    assert pos.stack == ()
    assert not pos.held[ALLIED] >> HEX["4512"] & 1
    pos.battle = tuple(battle(pos, "A01 A02", "4512", fell_back=1))
    assert cleared(pos) == []


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


def test_r11_0_terrain_counts_for_units_then_leaders_for_the_stack() -> None:
    pos = scene({"4512": "X05", "4612": "A01"})
    pos.put((UNIT["X05"],), HEX["3909"])  # rough: one for the hex
    assert defense_dice(pos, battle(pos, "A01", "3909")).strength == 4
    assert defense_strength(pos, UNIT["X05"], True) == 3


def test_r11_1_armor_in_and_against_cities_loses_one() -> None:
    pos = scene({"1410": "A01", "1511": "A02", "1510": "X13", "1411": "X05"})
    assert attack_strength(pos, battle(pos, "A01", "1510"), UNIT["A01"], True) == 2  # unpaid, and from the city
    assert defense_strength(pos, UNIT["X13"], True) == 3
    pos.put((UNIT["X13"],), HEX["1410"])
    assert defense_strength(pos, UNIT["X13"], True) == 2
    assert attack_strength(pos, battle(pos, "A02", "1410"), UNIT["A02"], True) == 2


def test_r11_1_every_defender_gains_one_in_mountains() -> None:
    pos = scene({"2108": "X05 X13"})
    assert [defense_strength(pos, UNIT[name], True) for name in ("X05", "X13")] == [4, 4]


def test_r11_2_attacks_across_ridge_river_or_a_climbing_track_lose_one_a_unit() -> None:
    pos = scene({"6010": "A06", "6011": "X05"}, depots=("6010", "1119"))
    assert attack_strength(pos, battle(pos, "A06", "6011"), UNIT["A06"], True) == 2
    pos = scene({"4110": "A06", "4010": "X05"}, depots=("4110", "1119"))
    assert attack_strength(pos, battle(pos, "A06", "4010"), UNIT["A06"], True) == 2


def test_r9_32_no_retreat_into_an_enemy_zone() -> None:
    pos = scene({"4612": "A01", "4414": "A02", "4512": "X05"})
    zone = names(pos.zoc[ALLIED])
    assert not zone & names(retreat_places(pos, [UNIT["X05"]], 1, False))
