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
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    CHANCE,
    ask,
    at,
    battle,
    desert,
    hits,
    play,
    roll,
    step,
    unit,
)


def test_r3_0_the_21st_panzer_division_has_five_units() -> None:
    assert sum(counter.division == "21 Pz" for counter in desert().box.units) == 5


def test_r5_0_the_convoy_waits_for_turn_seven_and_reconstruction_for_nothing() -> None:
    assert event_barred(desert(turn=6), 21) == "early"
    assert event_barred(desert(turn=7), 21) is None
    assert event_barred(desert(turn=2), 12) is None
    assert not EVENTS["rommel-assassination"](desert(turn=9))


def test_r6_2_example_1_three_air_points_to_the_axis() -> None:
    pos = desert(turn=6, depots=("4009", "1709"))
    assert (zone_of(pos, AXIS, at("1709")), zone_of(pos, ALLIED, at("4009"))) == (1, 2)  # B and C
    ask(pos, "air.roll", CHANCE)
    roll(pos, 3, 5)
    assert (pos.air, pos.air_side) == (3, AXIS)


def test_r6_2_example_2_one_air_point_and_the_fleet_to_the_allies() -> None:
    pos = desert(turn=14, depots=("1709", "1709"))
    assert zone_of(pos, ALLIED, at("1709")) == 4  # E
    ask(pos, "air.roll", CHANCE)
    roll(pos, 6, 3)
    assert (pos.air, pos.air_side, pos.naval) == (1, ALLIED, 1)


def test_r7_12_the_limits_of_zone_c() -> None:
    pos = desert()
    assert all(zone_of(pos, AXIS, at(number)) == 2 for number in ("2306", "3209"))
    assert all(zone_of(pos, ALLIED, at(number)) == 2 for number in ("4009", "2809", "3409", "3510", "3609"))


def test_r7_15_a_depot_cut_off_from_alexandria_goes_and_comes_back_moved() -> None:
    pos = desert("X05 4910", "A06 5110", depots=("4110", "1119"))
    ask(pos, "depot.removal")
    assert (pos.depot[ALLIED], pos.points[ALLIED]) == (-1, 0)
    ask(pos, "depot.place")
    play(pos, ("depot", at("5310")))
    assert pos.depot_moved[ALLIED] == 1


def test_r7_32_four_points_at_gazala_become_eight_at_3709() -> None:
    pos = desert("A06 3709", "X05 2012", depots=("3109", "1119"))
    pos.points[ALLIED], pos.control[TOBRUK] = 4, ALLIED
    pos.air, pos.air_side = 3, AXIS
    ask(pos, "depot.place")
    play(pos, ("depot", at("3709")))
    assert pos.depot_moved[ALLIED] == 0
    assert depot_row(pos, ALLIED) == 1
    ask(pos, "organization.air", AXIS)
    play(pos, ("interdict", 1))
    roll(pos, 6)
    assert (pos.points[ALLIED], pos.air) == (8, 2)


def test_r7_5_a_six_less_two_aircraft_on_turn_13_is_still_normal() -> None:
    pos = desert("X05- 2012", "X22- 2012", "X14- 2012", turn=13, active=AXIS)
    pos.air, pos.air_side = 2, ALLIED
    ask(pos, "organization.air", ALLIED)
    play(pos, ("interdict", 2))
    roll(pos, 6)
    assert pos.level == NORMAL
    ask(pos, "replacements.begin")
    play(pos, ("replace", unit("X05")), ("replace", unit("X22")), ("replace", unit("X14")))
    assert not any(pos.reduced)


def test_r7_62_turn_8_two_points_and_a_refit() -> None:
    pos = desert("A06- 5110", "A07- 5110", turn=8)
    pos.where[unit("A01")], pos.reduced[unit("A01")] = RECOVERABLE, 1
    pos.where[unit("A02")], pos.reduced[unit("A02")] = RESERVE, 1
    ask(pos, "replacements.begin")
    play(pos, ("replace", unit("A01")), ("replace", unit("A06")), ("refit", unit("A02")))
    assert step(pos) != "replacements.choose"
    assert [pos.reduced[unit(name)] for name in ("A01", "A02", "A06", "A07")] == [1, 0, 0, 1]
    ask(pos, "reinforcements")
    assert pos.where[unit("A01")] == at("6508")


def test_r7_63_german_armor_back_reduced_and_an_italian_unit_whole() -> None:
    pos = desert("X05 2012", turn=13, active=AXIS)
    for name in ("X06", "X20"):
        pos.where[unit(name)], pos.reduced[unit(name)] = RECOVERABLE, 1
    ask(pos, "replacements.begin")
    play(pos, ("replace", unit("X20")), ("replace", unit("X06")), ("replace", unit("X06")))
    assert (pos.where[unit("X20")], pos.reduced[unit("X20")], pos.reduced[unit("X06")]) == (DUE, 1, 0)


def test_r7_8_twelve_demanded_on_turn_six_and_one_unit_too_few() -> None:
    seven = ("A01 5011", "A02 5011", "A03 5011", "A06 5009", "A07 5009", "A08 5110", "A09 5110")
    pos = desert(*seven, turn=6)
    for name in ("A13", "A14", "A15", "A16", "A17", "A18", "A19", "A20", "A04"):
        pos.where[unit(name)] = RESERVE
    for name in ("A18", "A19", "A20"):
        pos.reduced[unit(name)] = 1
    for name in ("A28", "A29", "A30"):
        assert pos.box.arrives[unit(name)] == 6
        pos.arrives[unit(name)] = 6
    pos.air, pos.air_side = 2, AXIS
    ask(pos, "organization.air", AXIS)
    play(pos, ("interdict", 2))
    roll(pos, 3)
    assert pos.demand == 12
    ask(pos, "reinforcements")
    ask(pos, "reserves.begin")
    for name in ("A28", "A29", "A30", "A09"):
        play(pos, ("withdraw", unit(name)))
    assert (step(pos) == "reserves.choose", pos.shortfalls) == (False, 1)


def test_r7_9_example_1_two_points_at_sollum_three_at_bardia() -> None:
    assert offensive_cost(desert(depots=("4110", "1119")), ALLIED) == 2
    assert offensive_cost(desert(depots=("4009", "1119")), ALLIED) == 3


@pytest.mark.parametrize(("holder", "cost"), [(AXIS, 2), (ALLIED, 3)])
def test_r7_9_example_2_tobruk_saves_the_axis_a_point_at_3609(holder: Any, cost: Any) -> None:
    pos = desert("A06 5110", active=AXIS, depots=("5310", "3609"))
    pos.control[TOBRUK] = holder
    assert offensive_cost(pos, AXIS) == cost


def test_r7_92_surprise_lets_two_attackers_fall_on_one_defender() -> None:
    # 1 is 4714, 2 is 4613, 3 is 4512: A in 4612 touches 2 and 3, B in 4713 touches 2 (and 1).
    pos = desert("A01 4612", "A02 4614", "X05 4714", "X06 4613", "X07 4512", depots=("4511", "1119"))
    both = ((at("4612"), 1), (at("4614"), 1))
    assert go_barred(pos, (at("4613"),), both) == "10.1"
    assert go_barred(pos, (at("4613"), at("4512")), both[:1]) is None
    assert go_barred(pos, (at("4613"), at("4714")), both[1:]) is None
    pos.surprise = 1
    assert go_barred(pos, (at("4613"),), both) is None


def test_r10_1_the_diagram_of_two_attackers_and_three_defenders() -> None:
    # B in 4614 touches 1 (4714) and 2 (4613); A in 4612 touches 2 (4613) and 3 (4512) and the unit in 4712.
    pos = desert("A01 4612", "A02 4614", "X05 4714", "X06 4613", "X07 4512", "X01 4712")
    a, b = ((at("4612"), 1),), ((at("4614"), 1),)
    one, two, three, four = (at(number) for number in ("4714", "4613", "4512", "4712"))
    assert go_barred(pos, (two, three, four), a) is None  # A alone: all it touches
    assert go_barred(pos, (one, two), b) is None  # B alone
    assert go_barred(pos, (one,), b) is None  # B takes 1, A has to take the rest
    assert go_barred(pos, (one, two), b) is None
    alone = desert("A02 4614", "X05 4714", "X06 4613")
    assert go_barred(alone, (one,), b) == "10.1"  # nobody is left for 2


def test_r8_3_example_1_three_points_to_the_track_and_ten_hexes_along_it() -> None:
    assert supply(desert("A06 3617"), unit("A06")) == BY_SOURCE


def test_r8_3_example_2_rommel_reaches_two_points_further() -> None:
    pos = desert("X20 3117", active=AXIS)
    assert supply(pos, unit("X20")) != BY_SOURCE
    pos.put((unit("L3"),), at("3117"))
    assert supply(pos, unit("X20")) == BY_SOURCE


def test_r8_3_example_3_round_a_hostile_tobruk() -> None:
    pos = desert("X10 3408", "A06 1709", "A07 1908")
    assert supply(pos, unit("A06")) != BY_SOURCE
    assert supply(pos, unit("A07")) == BY_SOURCE


def test_r10_13_a_british_armored_division_against_two_italian_units_dug_in() -> None:
    pos = desert("A01 4612", "A02 4612", "A03 4612", "X05 4512 in", "X06 4512 in", depots=("4809", "1119"))
    fought = battle(pos, "A01 A02 A03", "4512")
    assert sorted(defense_strength(pos, unit(name), True) for name in ("X05", "X06")) == [3, 4]
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
    pos = desert("A01 4612", "X05 4512", "X06 4512", "X01 2012")
    hits(pos, 0, 4, "A01", "4512")
    # against an attacker who stood, two at least are steps
    assert {(2, 2), (3, 1)} <= losses_and_hexes(pos)
    pos = desert("A01- 4812", "X05 4512", "X06 4512", "X01 2012")
    pos.battle = tuple(battle(pos, "A01", "4512", hits=(0, 4), fell_back=1))
    ask(pos, "combat.fight", None, 7)
    assert {(1, 3), (2, 2), (3, 1)} <= {(steps - 1, hexes) for steps, hexes in losses_and_hexes(pos)}


def test_r10_23_example_2_three_hits_with_and_without_an_attacker_who_retreats() -> None:
    pos = desert("A01 4612", "A02 4612", "X05 4512", "X06 4512", "X01 2012")
    hits(pos, 4, 3, "A01 A02", "4512")
    play(pos, ("lose", unit("A01")), ("lose", unit("A01")))  # the third can only be the other brigade
    stood = pos.copy()
    play(pos, ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    play(pos, ("lose", unit("X05")))
    assert ("retreat",) in pos.actions()
    play(stood, ("lose", unit("A02")))
    play(stood, ("lose", unit("X05")))
    assert ("retreat",) not in stood.actions()
    play(stood, ("lose", unit("X06")))
    assert ("retreat",) in stood.actions()


@pytest.mark.parametrize(("strength", "needed"), [(1, 2), (2, 3), (3, 5), (4, 6)])
def test_r10_24_hits_that_overwhelm_small_defenses(strength: Any, needed: Any) -> None:
    assert overwhelming(strength) == needed


def test_r10_25_two_italian_units_and_four_hits() -> None:
    pos = desert("A01- 4812", "X05 4512", "X06 4512", "X01 2012")
    pos.battle = tuple(battle(pos, "A01", "4512", hits=(0, 4), fell_back=1))
    ask(pos, "combat.fight", None, 7)
    ways = {(steps - 1, hexes) for steps, hexes in losses_and_hexes(pos)}
    assert {(1, 3), (2, 2), (3, 1)} <= ways


def test_r11_0_two_unsupplied_units_in_the_mountains_with_a_leader() -> None:
    pos = desert("X05 2308", "X06 2308", "L4 2308", "A01 2408")
    fought = battle(pos, "A01", "2308", lead=(-1, unit("L4")))
    pos.control[TOBRUK] = ALLIED
    pos.put((unit("A06"),), at("1218"))  # cuts the road to the west
    supplied = supply(pos, unit("X05")) == BY_SOURCE
    assert not supplied
    assert defense_dice(pos, fought).strength == (3 + 1 + 1) // 2 + (2 + 1 + 1) // 2 + 1


def test_r14_2_five_air_points_bombard_and_then_support() -> None:
    pos = desert("X20 4512", "X13 4512", "A06 4612 in2", "A01 5110", active=AXIS, depots=("6508", "4511"))
    pos.air, pos.air_side = 5, AXIS
    ask(pos, "combat.begin")
    play(pos, ("bombard", at("4612")), ("bombs", 3))
    roll(pos, 2, 6, 6)
    assert pos.reduced[unit("A06")] == 1
    play(pos, ("attack", at("4612")), ("go",), ("fire", 1, 2, 0))
    roll(pos, 3, 3, 3, 4, 4, 4)
    roll(pos, 3, 3, 3, 4, 6)
    while pos.side == "chance":
        roll(pos, *(1 for _ in range(len(pos.actions()[0]) - 1)))
    assert pos.where[unit("A06")] == RECOVERABLE
