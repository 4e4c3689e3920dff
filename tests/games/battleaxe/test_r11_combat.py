"""Chapter 11: attacks, results, attrition and retreats."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import OVERRUN, REPULSE, STALEMATE, SUCCESS, BattleaxePosition
from sandtable.games.battleaxe.rules.r11_attack import unfought
from sandtable.games.battleaxe.rules.r11_result import may_fall_back
from sandtable.games.battleaxe.rules.r11_retreat import retreat_places
from sandtable.games.battleaxe.sequence import BATTLE
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    assault,
    at,
    attack,
    attack_value,
    defence_value,
    fight,
    give,
    go,
    holder,
    reduced,
    refused,
    scene,
    targets,
    verbs,
    whom,
)

NOBODYS: dict[str, Any] = {"advantage": 2, "advantage_next": 0}


def entered(
    force: str, against: str, side: str = "allied", start: str = "14", place: str = "15", **fields: Any
) -> BattleaxePosition:
    """A force has entered a place from the next one and is about to fight; nobody has the Advantage."""
    pos = scene({start: force, place: against}, side, **{**NOBODYS, **fields})
    assault(pos, start)
    go(pos, force.replace("*", ""), place)
    return pos


def test_r11_only_units_of_the_active_area_attack() -> None:
    pos = scene({"15": "7RTR 1/8", "14": "2RTR 6RTR"}, **NOBODYS)
    assault(pos, "14")
    assert "attack" not in verbs(pos)
    assert refused(pos, "attack", PLACE["15"]) == "11"


def test_r11_1_who_enters_must_attack() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/8"}, **NOBODYS)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    assert unfought(pos) == 1 << PLACE["15"]
    assert "done" not in verbs(pos)
    assert refused(pos, "done") == "11.1"


def test_r11_1_the_repulsed_go_back_where_they_came_from() -> None:
    pos = entered("7RTR 2RTR", "1/8 2/8")
    fight(pos, dice=(1, 1, 6, 6))
    assert [at(pos, unit) for unit in ("7RTR", "2RTR")] == ["14", "14"]
    assert reduced(pos, "7RTR", "2RTR") == [True, True]


def test_r11_2_units_that_enter_a_place_contested_before_may_leave_it_at_that() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "22Gds 1/8"}, **NOBODYS)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    assert {"attack", "done", "pick"} == verbs(pos)
    pos.play(("done",))
    assert at(pos, "7RTR") == "15"


def test_r11_3_some_of_the_units_in_a_contested_place_attack_and_stay_when_they_lose() -> None:
    pos = scene({"15": "7RTR 2RTR 1/8 2/8"}, **NOBODYS)
    assault(pos, "15")
    pos.play(("attack", PLACE["15"]))
    assert whom(pos, "join") == {"7RTR", "2RTR"}
    pos.play(("join", UNIT["7RTR"]))
    pos.play(("fight",))
    fight(pos, dice=(1, 1, 6, 6))
    assert (at(pos, "7RTR"), *reduced(pos, "7RTR", "2RTR")) == ("15", True, False)


def test_r11_4_1_each_side_rolls_two_dice() -> None:
    pos = entered("7RTR", "1/62")
    fight(pos)
    assert pos.stack[-1].step == "battle.dice"
    pos.play(("roll", 2, 5))
    assert pos.stack[-1].step == "battle.dice"
    pos.play(("roll", 1, 4))
    assert pos.dice == (2, 5, 1, 4)


def test_r11_4_2_the_attack_value_is_the_sum_of_its_parts() -> None:
    pos = entered("7RTR 22Gds 65AT", "1/62")
    fight(pos, lead="7RTR", air=4, guns=(5, None))
    assert attack_value(pos) == 6 + 2 + 4 + 2 + 1


def test_r11_4_2a_any_attacker_leads() -> None:
    pos = entered("7RTR 2RTR", "1/62")
    fight(pos, lead="2RTR")
    assert attack_value(pos) == 5 + 1


def test_r11_4_2b_each_other_attacker_adds_one() -> None:
    pos = entered("7RTR 2RTR 6RTR", "1/62")
    fight(pos, lead="7RTR")
    assert attack_value(pos) == 6 + 2


def test_r11_4_2c_aircraft_or_rommel_add_their_die() -> None:
    allied = entered("7RTR", "1/62")
    fight(allied, air=3)
    assert attack_value(allied) == 6 + 3
    axis = entered("1/8", "7RTR", "axis", advantage=AXIS)
    fight(axis, rommel=5)
    assert attack_value(axis) == 6 + 5


def test_r11_4_2d_the_attackers_artillery_adds_two() -> None:
    pos = entered("7RTR", "1/62")
    fight(pos, guns=(6, None))
    assert attack_value(pos) == 6 + 2


@pytest.mark.parametrize(
    ("force", "bonus"),
    [("7RTR 22Gds 65AT", 1), ("7RTR 11H 65AT", 1), ("7RTR 22Gds", 0), ("22Gds 65AT", 0), ("7RTR 65AT", 0)],
)
def test_r11_4_2e_all_three_arms_together_add_one(force: str, bonus: int) -> None:
    pos = entered(force, "1/62")
    lead = force.split()[0]
    fight(pos, lead=lead)
    assert attack_value(pos) == pos.value(UNIT[lead]) + len(force.split()) - 1 + bonus


def test_r11_4_3_the_defence_value_is_the_sum_of_its_parts() -> None:
    pos = entered("1/8", "7RTR 22Gds 65AT", "axis", fuel_low=1)
    fight(pos, target="65AT", guns=(None, 4))
    assert defence_value(pos) == 5 + 2 + 2 + 2 + 2


def test_r11_4_3a_any_defender_bears_the_attack() -> None:
    pos = entered("1/8", "7RTR 2RTR", "axis")
    assert (pos.side, whom(pos, "lead")) == ("allied", {"7RTR", "2RTR"})
    fight(pos, target="2RTR")
    assert defence_value(pos) == 5 + 1 + 2


def test_r11_4_3b_each_other_defender_adds_one() -> None:
    pos = entered("1/8", "7RTR 2RTR 6RTR", "axis")
    fight(pos, target="7RTR")
    assert defence_value(pos) == 6 + 2 + 2


@pytest.mark.parametrize(("place", "start", "tem"), [("14", "15", 1), ("15", "14", 2), ("9", "15", 3)])
def test_r11_4_3c_the_ground_adds_its_modifier(place: str, start: str, tem: int) -> None:
    pos = entered("7RTR", "15MC(-)", start=start, place=place)
    fight(pos)
    assert defence_value(pos) == 4 + tem


def test_r11_4_3d_the_defenders_artillery_adds_two() -> None:
    pos = entered("7RTR", "15MC(-)")
    fight(pos, guns=(None, 4))
    assert defence_value(pos) == 4 + 2 + 2


@pytest.mark.parametrize(("side", "low", "bonus"), [("axis", 1, 2), ("axis", 0, 0), ("allied", 1, 0)])
def test_r11_4_3e_an_axis_fuel_shortage_helps_allied_defenders(side: str, low: int, bonus: int) -> None:
    force, against = ("1/8", "7RTR") if side == "axis" else ("7RTR", "1/8")
    pos = entered(force, against, side, fuel_low=low)
    fight(pos)
    assert defence_value(pos) == 6 + 2 + bonus


@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ((1, 1, 1, 2), REPULSE),  # 6 + 2 against 4 + 2 + 3
        ((1, 2, 1, 2), STALEMATE),
        ((1, 3, 1, 2), SUCCESS),
        ((2, 4, 1, 2), SUCCESS),  # three points: just what one whole unit absorbs
        ((3, 4, 1, 2), OVERRUN),
    ],
)
def test_r11_4_4_totals_are_compared(dice: tuple[int, int, int, int], result: int) -> None:
    pos = entered("7RTR", "15MC(-)")
    fight(pos, dice=dice)
    assert pos.result == result


def test_r11_4_4_repulse_flips_all_attackers_and_eliminates_the_reduced() -> None:
    pos = entered("7RTR 2RTR*", "1/8 2/8")
    fight(pos, dice=(1, 1, 6, 6))
    assert (at(pos, "7RTR"), at(pos, "2RTR")) == ("14", None)
    assert reduced(pos, "7RTR", "1/8", "2/8") == [True, False, False]


def test_r11_4_4_stalemate_flips_both_leads_and_leaves_the_place_contested() -> None:
    pos = entered("7RTR 2RTR", "15MC(-) 33R")
    fight(pos, lead="7RTR", target="15MC(-)", dice=(3, 3, 3, 3))  # 7 against 7
    assert pos.result == STALEMATE
    assert reduced(pos, "7RTR", "2RTR", "15MC(-)", "33R") == [True, False, True, False]
    assert (at(pos, "7RTR"), holder(pos, "15")) == ("15", "axis")


def test_r11_4_4_success_flips_the_lead_attacker() -> None:
    pos = entered("7RTR 2RTR", "15MC(-) 33R")
    fight(pos, lead="7RTR", target="15MC(-)", dice=(3, 4, 3, 3))
    assert reduced(pos, "7RTR", "2RTR") == [True, False]
    assert pos.stack[-1].step == "battle.absorb"


def test_r11_4_4_a_reduced_lead_suffers_nothing_from_success() -> None:
    pos = entered("7RTR* 2RTR", "15MC(-) 33R")
    fight(pos, lead="7RTR", target="15MC(-)", dice=(5, 4, 3, 3))
    assert at(pos, "7RTR") == "15"


def test_r11_4_4_an_overrun_spares_the_lead_and_goes_on_into_one_place() -> None:
    pos = entered("7RTR 2RTR", "1/62")
    fight(pos, lead="7RTR", dice=(6, 6, 1, 1))
    assert at(pos, "1/62") is None
    assert reduced(pos, "7RTR") == [False]
    assert (holder(pos, "15"), pos.stack[-1].step) == ("allied", "overrun.where")
    assert {"9", "16", "17", "18"} <= targets(pos, "advance")
    pos.play(("advance", PLACE["16"]))
    pos.play(("join", UNIT["2RTR"]))
    pos.play(("go", PLACE["16"]))
    assert [at(pos, unit) for unit in ("7RTR", "2RTR")] == ["15", "16"]
    assert "advance" not in verbs(pos)


def gone_on(second: str, **fields: Any) -> BattleaxePosition:
    """7RTR and 2RTR have overrun 1/62 and attack the next unit, which stands in area 18."""
    pos = entered("7RTR 2RTR", "1/62", **fields)
    fight(pos, lead="7RTR", dice=(6, 6, 1, 1))
    pos.put(UNIT[second], PLACE["18"])
    pos.play(("advance", PLACE["18"]))
    pos.play(("join_all",))
    return pos


def test_r11_4_4_the_second_attack_is_mandatory_and_no_other_follows_it() -> None:
    pos = gone_on("3/62")
    fight(pos, lead="7RTR", dice=(6, 6, 1, 1))
    assert pos.mandatory == 1
    assert (pos.result, pos.pursuit, at(pos, "3/62")) == (OVERRUN, 0, None)
    assert reduced(pos, "7RTR") == [False]
    assert pos.stack[-1].step != "overrun.where"


def test_r11_4_4_a_plain_success_in_the_second_attack_costs_the_lead_a_step() -> None:
    pos = gone_on("3/62")
    fight(pos, lead="7RTR", dice=(1, 1, 3, 3))  # 7 + 2 against 3 + 6
    assert pos.margin == 0
    better = gone_on("3/62")
    fight(better, lead="7RTR", dice=(1, 2, 3, 3))
    assert (better.margin, better.result) == (1, SUCCESS)
    assert reduced(better, "7RTR") == [True]


def test_r12_1a_the_margin_of_an_overrun_stands_in_the_second_attack_too() -> None:
    pos = gone_on("3/62")
    pos.advantage = AXIS
    fight(pos, lead="7RTR", dice=(6, 6, 1, 1))
    assert pos.result == OVERRUN
    assert at(pos, "3/62") is None
    near = gone_on("3/62")
    near.advantage = AXIS
    fight(near, lead="7RTR", dice=(1, 2, 3, 3))
    assert (near.side, verbs(near)) == ("axis", {"fanatical", "accept"})


def test_r11_4_4_allies_do_not_go_on_from_an_axis_strongpoint() -> None:
    pos = entered("7RTR 2RTR", "15MC(-)*", start="15", place="9")
    fight(pos, lead="7RTR", dice=(6, 6, 1, 1))
    assert pos.result == OVERRUN
    assert reduced(pos, "7RTR") == [False]
    assert (at(pos, "7RTR"), holder(pos, "9"), pos.pursuit) == ("9", "allied", 0)


def test_r11_4_4_the_axis_go_on_from_their_own_strongpoint() -> None:
    pos = scene({"9": "1/8 11H*", "14": "2/8"}, "axis", axis="9", **NOBODYS)
    assault(pos, "9")
    attack(pos, "9", dice=(6, 6, 1, 1))
    assert (pos.result, pos.stack[-1].step) == (OVERRUN, "overrun.where")


def test_r11_4_4_an_overrun_in_a_contested_place_lets_the_attackers_go_on() -> None:
    pos = scene({"15": "7RTR 1/62*", "14": "2RTR"}, **NOBODYS)
    assault(pos, "15")
    attack(pos, "15", dice=(6, 6, 1, 1))
    assert pos.stack[-1].step == "overrun.where"


def test_r11_4_4_who_goes_on_and_holds_back_does_not_attack_later_and_overrun_again() -> None:
    units = {"12": "1/5 2/5", "11": "CIH*", "8": "1/62 11H*"}
    pos = scene(units, "axis", allied="11", axis="8", fuel_low=1, **NOBODYS)
    assault(pos, "12")
    go(pos, "1/5 2/5", "11")
    attack(pos, "11", dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["8"]))
    pos.play(("join_all",))
    assert whom(pos, "join") == {"1/5", "2/5"}
    pos.play(("hold",))
    assert at(pos, "1/5") == "8"
    assert "attack" not in verbs(pos)


def waiting_at_18(against: str) -> BattleaxePosition:
    """1/8 has entered area 18 while 2/8, which has overrun Fort Capuzzo, may go on there."""
    units = {"14": "1/8 2/8", "15": "CIH*", "18": against}
    pos = scene(units, "axis", allied="15 18", fuel_low=1, **NOBODYS)
    assault(pos, "14")
    go(pos, "1/8", "18")
    go(pos, "2/8", "15")
    attack(pos, "15", dice=(6, 6, 1, 1))
    return pos


def test_r11_1_who_waits_to_attack_does_so_with_those_who_come_after_an_overrun() -> None:
    pos = waiting_at_18("7RTR")
    shown = GAME.forecast(pos, ("advance", PLACE["18"]))
    assert shown is not None
    assert shown["attacker"]["label"] == "1/8 + 2/8"
    pos.play(("advance", PLACE["18"]))
    assert pos.attackers == 1 << UNIT["1/8"] | 1 << UNIT["2/8"]
    fight(pos, dice=(1, 1, 6, 6))
    assert [at(pos, unit) for unit in ("1/8", "2/8")] == ["14", "15"]
    assert reduced(pos, "1/8", "2/8") == [True, True]


def test_r11_2_on_contested_ground_all_active_units_may_join_those_who_come_after_an_overrun() -> None:
    pos = waiting_at_18("7RTR 1/5")
    shown = GAME.forecast(pos, ("advance", PLACE["18"]))
    assert shown is not None
    assert shown["attacker"]["label"] == "2/8"
    pos.play(("advance", PLACE["18"]))
    assert whom(pos, "join") == {"1/8", "2/8"}  # 1/5 is not active
    alone = pos.copy()
    pos.play(("join_all",))
    assert (pos.attackers, pos.exploiting) == (1 << UNIT["1/8"] | 1 << UNIT["2/8"], 1)
    alone.play(("join", UNIT["1/8"]))
    alone.play(("fight",))
    assert (alone.attackers, alone.exploiting) == (1 << UNIT["1/8"], 0)  # 10.2.2 does not bind it


def absorbing(points: int, against: str, target: str, place: str = "15", **fields: Any) -> BattleaxePosition:
    """The defender has to absorb some attrition points."""
    pos = entered("7RTR", against, place=place, **fields)
    fight(pos, target=target)
    margin = attack_value(pos) - defence_value(pos)
    need = points - margin
    low = (3, 4) if need <= 0 else (1, 1)
    first = sum(low) + need
    assert 2 <= first <= 12, "pick other units"
    fight(pos, dice=(first // 2, first - first // 2, *low))
    assert pos.margin == points
    return pos


def test_r11_5_the_lead_unit_pays_first() -> None:
    pos = absorbing(2, "15MC(-) 33R", "15MC(-)")
    assert pos.side == "axis"
    assert whom(pos, "flip") == whom(pos, "fall_back") == {"15MC(-)"}
    pos.play(("flip", UNIT["15MC(-)"]))
    assert whom(pos, "flip") == {"33R"}


def test_r11_5_losses_are_exact() -> None:
    pos = absorbing(2, "1/62 2/62*", "1/62")  # the lead can only flip, so one point is left
    assert whom(pos, "lose") == set()
    assert whom(pos, "fall_back") == {"1/62", "2/62"}


@pytest.mark.parametrize(("points", "survives"), [(3, False), (2, True)])
def test_r11_5_a_whole_unit_absorbs_three_with_its_loss_and_two_by_flipping_and_falling_back(
    points: int, survives: bool
) -> None:
    pos = absorbing(points, "1/62", "1/62")
    while pos.stack[-1].step == "retreat.choose":
        pos.play(pos.actions()[0])
    assert (at(pos, "1/62") is not None) is survives
    assert at(pos, "1/62") != "15"
    assert reduced(pos, "1/62") == [survives]


def test_r11_5_a_reduced_unit_lost_absorbs_two_and_one_that_falls_back_one() -> None:
    pos = absorbing(2, "1/62* 2/62", "1/62")
    lost, back = pos.copy(), pos.copy()
    lost.play(("lose", UNIT["1/62"]))
    assert (at(lost, "1/62"), *reduced(lost, "2/62")) == (None, False)
    back.play(("fall_back", UNIT["1/62"]))
    while back.stack[-1].step == "retreat.choose":
        back.play(back.actions()[0])
    assert (at(back, "1/62") is not None, *reduced(back, "2/62")) == (True, True)


def test_r11_5_1_whole_germans_may_fall_back_but_not_from_an_axis_strongpoint() -> None:
    pos = absorbing(1, "15MC(-) 33R", "15MC(-)")
    assert whom(pos, "fall_back") == {"15MC(-)"}
    fort = absorbing(1, "15MC(-) 33R", "15MC(-)", place="13")
    assert reduced(fort, "15MC(-)") == [True]
    fort.reduced = 0
    assert not may_fall_back(fort, UNIT["15MC(-)"])
    assert not may_fall_back(pos, UNIT["1/62"])


def test_r11_5_1_a_refusal_gives_the_rule_for_that_unit_alone() -> None:
    pos = absorbing(2, "15MC(-) 1/62", "15MC(-)", place="13")
    said = {name: pos.box.game.refusal(pos, ("fall_back", UNIT[name]), "11.5.1") for name in ("15MC(-)", "1/62")}
    assert said == {
        "15MC(-)": "German units at full strength do not give up an Axis strongpoint",
        "1/62": "Allied and Italian units at full strength do not fall back",
    }


def test_r11_5_1_a_strongpoint_in_allied_hands_pins_nobody() -> None:
    pos = scene({"13": "7RTR 15MC(-)"}, allied="13")
    pos.field = PLACE["13"]
    assert may_fall_back(pos, UNIT["15MC(-)"])


def test_r11_5_1_italians_flip_before_they_run() -> None:
    pos = absorbing(2, "15MC(-) 1/62", "15MC(-)")
    pos.play(("flip", UNIT["15MC(-)"]))
    assert whom(pos, "fall_back") == {"15MC(-)"}
    assert refused(pos, "fall_back", UNIT["1/62"]) == "11.5.1"


def test_r11_6_an_attacker_retreats_only_the_way_it_came() -> None:
    pos = scene({"14": "7RTR", "15": "1/8 2/8"}, allied="18 16", **NOBODYS)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, dice=(1, 1, 6, 6))
    assert at(pos, "7RTR") == "14"


def test_r11_6_1_who_finds_the_way_back_full_goes_on() -> None:
    pos = scene({"14": "7RTR 2RTR 6RTR", "15": "1/8 2/8", "D": "11H"}, allied="12 13", **NOBODYS)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    for unit in ("1/11", "2/11", "3/11"):
        pos.put(UNIT[unit], PLACE["14"])
    pos.play(("attack", PLACE["15"]))
    fight(pos, dice=(1, 1, 6, 6))
    pos.play(("go_back", UNIT["7RTR"]))
    assert pos.stack[-1].step == "retreat.choose"
    assert at(pos, "7RTR") == "15"
    places = targets(pos, "retreat")
    assert places
    assert "15" not in places
    pos.play(pos.actions()[0])
    assert at(pos, "7RTR") in places


def test_r11_6_1_the_owner_says_who_goes_first_when_not_all_fit() -> None:
    pos = scene({"14": "7RTR 2RTR 6RTR", "15": "1/8 2/8"}, allied="12 13", **NOBODYS)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    for unit in ("1/11", "2/11"):
        pos.put(UNIT[unit], PLACE["14"])
    pos.play(("attack", PLACE["15"]))
    fight(pos, dice=(1, 1, 6, 6))
    assert whom(pos, "go_back") == {"7RTR", "2RTR"}
    pos.play(("go_back", UNIT["2RTR"]))
    assert at(pos, "2RTR") == "14"
    assert pos.stack[-1].step == "retreat.choose"


@pytest.mark.parametrize(
    ("allied", "axis_there", "both_there", "expected"),
    [
        ("14 16", "", "", {"16"}),  # free ground with the fewest enemy-held neighbours
        ("14", "18", "", {"14"}),
        ("16", "", "16", {"16"}),  # contested, but ours
        ("", "", "16", {"16"}),  # contested, the enemy's
        ("16", "", "17", {"16"}),  # free before contested
    ],
)
def test_r11_6_2_priorities(allied: str, axis_there: str, both_there: str, expected: set[str]) -> None:
    units = {"15": "7RTR* 1/8"}
    if axis_there:
        units[axis_there] = "2/8"
    if both_there:
        units[both_there] = "22Gds 2/8"
    pos = scene(units, allied=allied)
    here = PLACE["15"]
    found = retreat_places(pos, ALLIED, here, 1 << here)
    assert {GAME.map.ids[place] for place in range(len(GAME.map)) if found >> place & 1} == expected


def test_r11_6_2_contested_ground_of_ones_own_comes_before_the_enemys() -> None:
    pos = scene({"15": "7RTR* 1/8", "16": "22Gds 2/8", "14": "2RTR 33R"}, allied="16")
    here = PLACE["15"]
    assert retreat_places(pos, ALLIED, here, 1 << here) == 1 << PLACE["16"]


def test_r11_6_2_a_full_area_comes_last() -> None:
    pos = scene({"15": "7RTR* 1/8", "16": "1/11 2/11 3/11 SQ-A"}, allied="6")
    here = PLACE["15"]
    assert retreat_places(pos, ALLIED, here, 1 << here) == 1 << PLACE["16"]
    give(pos, "6", AXIS)  # the full area leads nowhere
    assert retreat_places(pos, ALLIED, here, 1 << here) == 0


def test_r11_6_3_nobody_leaves_into_destruction() -> None:
    units = {"20": "7RTR", "22": "1/62* 1/104*", "21": "2/62 3/62 33R 3R"}
    pos = scene(units, allied="18 20 23", **NOBODYS)
    assault(pos, "20")
    go(pos, "7RTR", "22")
    fight(pos, target="1/62", dice=(1, 1, 6, 6))
    assert pos.result == REPULSE
    assert pos.stack[-1].step != "battle.withdraw"
    assert [at(pos, unit) for unit in ("1/62", "1/104")] == ["22", "22"]


def test_r11_6_1_a_unit_that_leaves_goes_on_through_a_full_area_to_one_with_room() -> None:
    units = {"20": "7RTR", "22": "1/62* 1/104*", "21": "2/62 3/62 33R 3R"}
    pos = scene(units, allied="18 20", axis="23", **NOBODYS)
    assault(pos, "20")
    go(pos, "7RTR", "22")
    fight(pos, target="1/62", dice=(1, 1, 6, 6))
    pos.play(("withdraw", UNIT["1/62"]))
    assert at(pos, "1/62") == "23"


def test_r11_6_4_who_pays_with_a_retreat_that_leads_nowhere_is_told_so() -> None:
    pos = scene({"14": "1/8 2/8", "15": "7RTR* 2RTR*"}, "axis", **NOBODYS)
    assault(pos, "14")
    go(pos, "1/8 2/8", "15")
    fight(pos, lead="1/8", target="7RTR", dice=(3, 5, 3, 3))  # two points
    texts = [action["text"] for action in pos.see("allied")["actions"]]
    assert "7RTR falls back and is lost: it has nowhere to go (1 point)" in texts


def test_r11_6_3_defenders_may_leave_after_a_repulse_but_whole_allies_may_not() -> None:
    pos = scene({"14": "1/8", "15": "7RTR 2RTR*"}, "axis", allied="16", **NOBODYS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, target="7RTR", dice=(1, 1, 6, 6))
    assert (pos.side, pos.stack[-1].step) == ("allied", "battle.withdraw")
    assert whom(pos, "withdraw") == {"2RTR"}
    assert refused(pos, "withdraw", UNIT["7RTR"]) == "11.6.3"
    pos.play(("withdraw", UNIT["2RTR"]))
    assert at(pos, "2RTR") == "16"


def test_r11_6_3_the_axis_may_leave_whole() -> None:
    pos = entered("7RTR", "1/62 15MC(-)")
    fight(pos, target="15MC(-)", dice=(1, 1, 6, 6))
    assert whom(pos, "withdraw") == {"1/62", "15MC(-)"}


def test_r11_6_4_with_nowhere_to_go_a_unit_is_eliminated() -> None:
    pos = scene({"14": "1/8 2/8", "15": "7RTR* 2RTR*"}, "axis", **NOBODYS)
    assault(pos, "14")
    go(pos, "1/8 2/8", "15")
    fight(pos, lead="1/8", target="7RTR", dice=(3, 4, 3, 3))  # 7 against 7: one point
    assert pos.margin == 1
    assert at(pos, "7RTR") is None
    assert at(pos, "2RTR") == "15"


def test_r11_4_a_battle_goes_through_its_steps_in_order() -> None:
    steps = [line.step for line in BATTLE.lines]
    assert steps[:11] == [
        "battle.lead",
        "battle.target",
        "battle.air",
        "battle.rommel",
        "battle.call",
        "battle.call",
        "fuel.declare",
        "battle.tally",
        "battle.dice",
        "battle.dice",
        "battle.verdict",
    ]
    pos = scene({"15": "7RTR 22Gds", "14": "1/8 2/8"})
    assault(pos, "15")
    go(pos, "7RTR 22Gds", "14")
    asked = []
    for answer in ("lead", "lead", "no_air", "no_call", "no_call"):
        asked.append((pos.stack[-1].step, pos.side))
        pos.play(next(action for action in pos.actions() if action[0] == answer))
    assert asked == [
        ("battle.lead", "allied"),
        ("battle.target", "axis"),
        ("battle.air", "allied"),
        ("battle.call", "allied"),
        ("battle.call", "axis"),
    ]
    fight(pos, (3, 3, 3, 3))
    assert pos.dice == (3, 3, 3, 3)
    assert verbs(pos) == {"maximum", "accept"}
