"""Every worked example of the rulebook, by the rule it illustrates."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert.rules.r05_events import EVENTS, event_barred
from sandtable.games.western_desert.rules.r07_depots import depot_row, zone_of
from sandtable.games.western_desert.rules.r07_offensive import offensive_cost
from sandtable.games.western_desert.rules.r08_supply import BY_SOURCE, supply
from sandtable.games.western_desert.rules.r10_account import overwhelming
from sandtable.games.western_desert.rules.r10_attack import go_barred
from sandtable.games.western_desert.rules.r10_strength import attack_dice, defense_dice, defense_strength
from sandtable.games.western_desert.terms import (
    DUE,
    NORMAL,
    RECOVERABLE,
    RESERVE,
    TOBRUK,
)
from tests.games.western_desert.scene import ALLIED, AXIS, CHANCE, HEX, UNIT, ask, battle, hits, play, roll, scene, step


def test_r3_0_the_21st_panzer_division_has_five_units() -> None:
    assert sum(counter.division == "21 Pz" for counter in scene().box.units) == 5


def test_r5_0_the_convoy_waits_for_turn_seven_and_reconstruction_for_nothing() -> None:
    assert event_barred(scene(turn=6), 21) == "early"
    assert event_barred(scene(turn=7), 21) is None
    assert event_barred(scene(turn=2), 12) is None
    assert not EVENTS["rommel-assassination"](scene(turn=9))


def test_r6_2_example_1_three_air_points_to_the_axis() -> None:
    pos = scene(turn=6, depots=("4009", "1709"))
    assert (zone_of(pos, AXIS, HEX["1709"]), zone_of(pos, ALLIED, HEX["4009"])) == (1, 2)  # B and C
    ask(pos, "air.roll", CHANCE)
    roll(pos, 3, 5)
    assert (pos.air, pos.air_side) == (3, AXIS)


def test_r6_2_example_2_one_air_point_and_the_fleet_to_the_allies() -> None:
    pos = scene(turn=14, depots=("1709", "1709"))
    assert zone_of(pos, ALLIED, HEX["1709"]) == 4  # E
    ask(pos, "air.roll", CHANCE)
    roll(pos, 6, 3)
    assert (pos.air, pos.air_side, pos.naval) == (1, ALLIED, 1)


def test_r7_12_the_limits_of_zone_c() -> None:
    pos = scene()
    assert all(zone_of(pos, AXIS, HEX[number]) == 2 for number in ("2306", "3209"))
    assert all(zone_of(pos, ALLIED, HEX[number]) == 2 for number in ("4009", "2809", "3409", "3510", "3609"))


def test_r7_15_a_depot_cut_off_from_alexandria_goes_and_comes_back_moved() -> None:
    pos = scene({"4910": "X05", "5110": "A06"}, depots=("4110", "1119"))
    ask(pos, "depot.removal")
    assert (pos.depot[ALLIED], pos.points[ALLIED]) == (-1, 0)
    ask(pos, "depot.place")
    play(pos, ("depot", HEX["5310"]))
    assert pos.depot_moved[ALLIED] == 1


def test_r7_32_four_points_at_gazala_become_eight_at_3709() -> None:
    pos = scene({"3709": "A06", "2012": "X05"}, depots=("3109", "1119"))
    pos.points[ALLIED], pos.control[TOBRUK] = 4, ALLIED
    pos.air, pos.air_side = 3, AXIS
    ask(pos, "depot.place")
    play(pos, ("depot", HEX["3709"]))
    assert pos.depot_moved[ALLIED] == 0
    assert depot_row(pos, ALLIED) == 1
    ask(pos, "organization.air", AXIS)
    play(pos, ("interdict", 1))
    roll(pos, 6)
    assert (pos.points[ALLIED], pos.air) == (8, 2)


def test_r7_5_a_six_less_two_aircraft_on_turn_13_is_still_normal() -> None:
    pos = scene({"2012": "X05* X22* X14*"}, turn=13, active=AXIS)
    pos.air, pos.air_side = 2, ALLIED
    ask(pos, "organization.air", ALLIED)
    play(pos, ("interdict", 2))
    roll(pos, 6)
    assert pos.level == NORMAL
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["X05"]), ("replace", UNIT["X22"]), ("replace", UNIT["X14"]))
    assert not any(pos.reduced)


def test_r7_62_turn_8_two_points_and_a_refit() -> None:
    pos = scene({"5110": "A06* A07*"}, turn=8)
    pos.where[UNIT["A01"]], pos.reduced[UNIT["A01"]] = RECOVERABLE, 1
    pos.where[UNIT["A02"]], pos.reduced[UNIT["A02"]] = RESERVE, 1
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["A01"]), ("replace", UNIT["A06"]), ("refit", UNIT["A02"]))
    assert step(pos) != "replacements.choose"
    assert [pos.reduced[UNIT[name]] for name in ("A01", "A02", "A06", "A07")] == [1, 0, 0, 1]
    ask(pos, "reinforcements")
    assert pos.where[UNIT["A01"]] == HEX["6508"]


def test_r7_63_german_armor_back_reduced_and_an_italian_unit_whole() -> None:
    pos = scene({"2012": "X05"}, turn=13, active=AXIS)
    for name in ("X06", "X20"):
        pos.where[UNIT[name]], pos.reduced[UNIT[name]] = RECOVERABLE, 1
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["X20"]), ("replace", UNIT["X06"]), ("replace", UNIT["X06"]))
    assert (pos.where[UNIT["X20"]], pos.reduced[UNIT["X20"]], pos.reduced[UNIT["X06"]]) == (DUE, 1, 0)


def test_r7_8_twelve_demanded_on_turn_six_and_one_unit_too_few() -> None:
    seven = {"5011": "A01 A02 A03", "5009": "A06 A07", "5110": "A08 A09"}
    pos = scene(seven, turn=6)
    for name in ("A13", "A14", "A15", "A16", "A17", "A18", "A19", "A20", "A04"):
        pos.where[UNIT[name]] = RESERVE
    for name in ("A18", "A19", "A20"):
        pos.reduced[UNIT[name]] = 1
    for name in ("A28", "A29", "A30"):
        assert pos.box.arrives[UNIT[name]] == 6
        pos.arrives[UNIT[name]] = 6
    pos.air, pos.air_side = 2, AXIS
    ask(pos, "organization.air", AXIS)
    play(pos, ("interdict", 2))
    roll(pos, 3)
    assert pos.demand == 12
    ask(pos, "reinforcements")
    ask(pos, "reserves.begin")
    for name in ("A28", "A29", "A30", "A09"):
        play(pos, ("withdraw", UNIT[name]))
    assert (step(pos) == "reserves.choose", pos.shortfalls) == (False, 1)


def test_r7_9_example_1_two_points_at_sollum_three_at_bardia() -> None:
    assert offensive_cost(scene(depots=("4110", "1119")), ALLIED) == 2
    assert offensive_cost(scene(depots=("4009", "1119")), ALLIED) == 3


@pytest.mark.parametrize(("holder", "cost"), [(AXIS, 2), (ALLIED, 3)])
def test_r7_9_example_2_tobruk_saves_the_axis_a_point_at_3609(holder: Any, cost: Any) -> None:
    pos = scene({"5110": "A06"}, active=AXIS, depots=("5310", "3609"))
    pos.control[TOBRUK] = holder
    assert offensive_cost(pos, AXIS) == cost


def test_r7_92_surprise_lets_two_attackers_fall_on_one_defender() -> None:
    # 1 is 4714, 2 is 4613, 3 is 4512: A in 4612 touches 2 and 3, B in 4713 touches 2 (and 1).
    pos = scene({"4612": "A01", "4614": "A02", "4714": "X05", "4613": "X06", "4512": "X07"}, depots=("4511", "1119"))
    both = ((HEX["4612"], 1), (HEX["4614"], 1))
    assert go_barred(pos, (HEX["4613"],), both) == "10.1"
    assert go_barred(pos, (HEX["4613"], HEX["4512"]), both[:1]) is None
    assert go_barred(pos, (HEX["4613"], HEX["4714"]), both[1:]) is None
    pos.surprise = 1
    assert go_barred(pos, (HEX["4613"],), both) is None


def test_r10_1_the_diagram_of_two_attackers_and_three_defenders() -> None:
    # B in 4614 touches 1 (4714) and 2 (4613); A in 4612 touches 2 (4613) and 3 (4512) and the unit in 4712.
    pos = scene({"4612": "A01", "4614": "A02", "4714": "X05", "4613": "X06", "4512": "X07", "4712": "X01"})
    a, b = ((HEX["4612"], 1),), ((HEX["4614"], 1),)
    one, two, three, four = (HEX[number] for number in ("4714", "4613", "4512", "4712"))
    assert go_barred(pos, (two, three, four), a) is None  # A alone: all it touches
    assert go_barred(pos, (one, two), b) is None  # B alone
    assert go_barred(pos, (one,), b) is None  # B takes 1, A has to take the rest
    assert go_barred(pos, (one, two), b) is None
    alone = scene({"4614": "A02", "4714": "X05", "4613": "X06"})
    assert go_barred(alone, (one,), b) == "10.1"  # nobody is left for 2


def test_r8_3_example_1_three_points_to_the_track_and_ten_hexes_along_it() -> None:
    assert supply(scene({"3617": "A06"}), UNIT["A06"]) == BY_SOURCE


def test_r8_3_example_2_rommel_reaches_two_points_further() -> None:
    pos = scene({"3117": "X20"}, active=AXIS)
    assert supply(pos, UNIT["X20"]) != BY_SOURCE
    pos.put((UNIT["L3"],), HEX["3117"])
    assert supply(pos, UNIT["X20"]) == BY_SOURCE


def test_r8_3_example_3_round_a_hostile_tobruk() -> None:
    pos = scene({"3408": "X10", "1709": "A06", "1908": "A07"})
    assert supply(pos, UNIT["A06"]) != BY_SOURCE
    assert supply(pos, UNIT["A07"]) == BY_SOURCE


def test_r10_13_a_british_armored_division_against_two_italian_units_dug_in() -> None:
    pos = scene({"4612": "A01 A02 A03", "4512": "X05+ X06+"}, depots=("4809", "1119"))
    fought = battle(pos, "A01 A02 A03", "4512")
    assert sorted(defense_strength(pos, UNIT[name], True) for name in ("X05", "X06")) == [3, 4]
    assert defense_dice(pos, fought).strength == 7
    assert attack_dice(pos, fought).strength == 13
    assert overwhelming(7) == 11


def losses_and_hexes(pos: Any) -> Any:
    """Every way to take the defender's hits: steps lost and hexes retreated."""
    lost = sum(pos.reduced[u] for u in range(pos.box.count) if pos.where[u] >= 0) + 2 * pos.where.count(RECOVERABLE)
    if step(pos) != "combat.losses":
        return {(lost, pos.stack[-1].args[1] if step(pos) == "combat.retreat" else 0)}
    found = set()
    for action in pos.actions():
        ahead = pos.copy()
        ahead.play(action)
        found |= losses_and_hexes(ahead)
    return found


def test_r10_23_example_1_four_hits_on_the_defender() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06", "2012": "X01"})
    hits(pos, 0, 4, "A01", "4512")
    # against an attacker who stood, two at least are steps
    assert {(2, 2), (3, 1)} <= losses_and_hexes(pos)
    pos = scene({"4812": "A01*", "4512": "X05 X06", "2012": "X01"})
    pos.battle = tuple(battle(pos, "A01", "4512", hits=(0, 4), fell_back=1))
    ask(pos, "combat.fight", None, 7)
    assert {(1, 3), (2, 2), (3, 1)} <= {(steps - 1, hexes) for steps, hexes in losses_and_hexes(pos)}


def test_r10_23_example_2_three_hits_with_and_without_an_attacker_who_retreats() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X05 X06", "2012": "X01"})
    hits(pos, 4, 3, "A01 A02", "4512")
    play(pos, ("lose", UNIT["A01"]), ("lose", UNIT["A01"]))  # the third can only be the other brigade
    stood = pos.copy()
    play(pos, ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    play(pos, ("lose", UNIT["X05"]))
    assert ("retreat",) in pos.actions()
    play(stood, ("lose", UNIT["A02"]))
    play(stood, ("lose", UNIT["X05"]))
    assert ("retreat",) not in stood.actions()
    play(stood, ("lose", UNIT["X06"]))
    assert ("retreat",) in stood.actions()


@pytest.mark.parametrize(("strength", "needed"), [(1, 2), (2, 3), (3, 5), (4, 6)])
def test_r10_24_hits_that_overwhelm_small_defenses(strength: Any, needed: Any) -> None:
    assert overwhelming(strength) == needed


def test_r10_25_two_italian_units_and_four_hits() -> None:
    pos = scene({"4812": "A01*", "4512": "X05 X06", "2012": "X01"})
    pos.battle = tuple(battle(pos, "A01", "4512", hits=(0, 4), fell_back=1))
    ask(pos, "combat.fight", None, 7)
    ways = {(steps - 1, hexes) for steps, hexes in losses_and_hexes(pos)}
    assert {(1, 3), (2, 2), (3, 1)} <= ways


def test_r11_0_two_unsupplied_units_in_the_mountains_with_a_leader() -> None:
    pos = scene({"2308": "X05 X06 L4", "2408": "A01"})
    fought = battle(pos, "A01", "2308", lead=(-1, UNIT["L4"]))
    pos.control[TOBRUK] = ALLIED
    pos.put((UNIT["A06"],), HEX["1218"])  # cuts the road to the west
    supplied = supply(pos, UNIT["X05"]) == BY_SOURCE
    assert not supplied
    assert defense_dice(pos, fought).strength == (3 + 1 + 1) // 2 + (2 + 1 + 1) // 2 + 1


def test_r14_2_five_air_points_bombard_and_then_support() -> None:
    pos = scene({"4512": "X20 X13", "4612": "A06++", "5110": "A01"}, active=AXIS, depots=("6508", "4511"))
    pos.air, pos.air_side = 5, AXIS
    ask(pos, "combat.begin")
    play(pos, ("bombard", HEX["4612"]), ("bombs", 3))
    roll(pos, 2, 6, 6)
    assert pos.reduced[UNIT["A06"]] == 1
    play(pos, ("attack", HEX["4612"]), ("go",), ("fire", 1, 2, 0))
    roll(pos, 3, 3, 3, 4, 4, 4)
    roll(pos, 3, 3, 3, 4, 6)
    while pos.side == "chance":
        roll(pos, *(1 for _ in range(len(pos.actions()[0]) - 1)))
    assert pos.where[UNIT["A06"]] == RECOVERABLE
