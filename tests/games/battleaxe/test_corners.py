"""Corners of the rules that ordinary play seldom turns."""

from __future__ import annotations

import pytest

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import COMMITTED, NOBODY, SPENT, UNUSED
from sandtable.games.battleaxe.rules.r07_control import room
from sandtable.games.battleaxe.rules.r08_impulses import consolidation_barred, regroup_barred
from sandtable.games.battleaxe.rules.r09_activation import able_units
from sandtable.games.battleaxe.rules.r09_movement import company, entry_barred
from sandtable.games.battleaxe.rules.r11_attack import attack_barred, unfought
from sandtable.games.battleaxe.rules.r11_retreat import retreat_places
from sandtable.games.battleaxe.rules.r13_refit import Spend
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    assault,
    at,
    attack,
    fight,
    go,
    opening,
    refused,
    scene,
    started,
    targets,
    to_evening,
    verbs,
    whom,
)


def test_r7_1_every_area_takes_four_and_every_zone_takes_all() -> None:
    pos = scene({"A": "7RTR"})
    for name in GAME.map.ids:
        assert room(pos, AXIS, PLACE[name]) == (len(pos.box.units) if name.isalpha() else 4)


def test_r8_1_2a_only_those_who_can_move_make_a_regroup() -> None:
    pos = scene({"6": "1/33A deFR 11H"}, "axis")
    assert verbs(pos) == {"assault", "pass"}
    waiting = scene({"18": "1/8 2/8", "9": "deFR 11H"}, "axis", day=1, impulse=2)
    assert verbs(waiting) == {"assault", "pass"}


def test_r8_1_2a_the_enemy_in_a_contested_place_does_not_regroup_and_only_one_place_moves_together() -> None:
    pos = scene({"15": "7RTR 2RTR 1/8", "14": "6RTR"}, allied="16 17 18")
    pos.play(("regroup",))
    assert whom(pos, "pick") == {"7RTR", "2RTR", "6RTR"}
    pos.play(("pick", UNIT["7RTR"]))
    assert whom(pos, "with") == {"2RTR"}


def test_r8_1_2a_the_mines_close_the_road_from_halfaya_alone() -> None:
    pos = scene({"9": "7RTR 1/8"}, allied="17", axis="9")
    pos.play(("regroup",))
    pos.play(("pick", UNIT["7RTR"]))
    assert targets(pos) == {"17"}


def test_r16_a_waiting_panzer_is_refused_by_name_of_its_rule_in_a_regroup_and_an_assault() -> None:
    pos = started()
    pos.play(("pass",))
    pos.play(("regroup",))
    assert refused(pos, "pick", UNIT["1/8"]) == "16"


def test_r8_1_2b_two_italians_consolidate_and_nobody_without_supply() -> None:
    pos = scene({"18": "1/62* 2/62", "A": "11H"}, "axis")
    pos.play(("consolidate", UNIT["1/62"], UNIT["2/62"]))
    assert pos.reduced == 1 << UNIT["2/62"]
    cut = scene({"18": "1/62* 2/62", "A": "11H"}, "axis", allied="14 15 16 20 22")
    assert refused(cut, "consolidate", UNIT["1/62"], UNIT["2/62"]) == "14.2"


def test_r19_1h_after_the_second_assault_the_impulse_is_over() -> None:
    units = {"14": "1/8 2/8", "22": "33R", "A": "11H"}
    pos = scene(units, "axis", advantage=AXIS, options={"wireless_intercepts": True})
    pos.play(("regroup",))
    pos.play(("done",))
    assert (pos.stack[-1].step, pos.ready) == ("impulse.intercept", 0)
    pos.play(("intercept",))
    assault(pos, "14")
    pos.play(("done",))
    assert (pos.side, pos.impulse) == ("allied", 2)


def test_r9_1_1_units_that_cannot_move_act_only_where_there_is_somebody_to_attack() -> None:
    pos = scene({"9": "deFR 7RTR"}, "axis")
    assert able_units(pos, PLACE["9"]) == 1 << UNIT["deFR"]
    pos.attacked = 1 << PLACE["9"]
    assert able_units(pos, PLACE["9"]) == 0


def test_r9_3_4_a_unit_that_is_shut_in_is_refused_with_what_shuts_it_in() -> None:
    pos = scene({"15": "7RTR 2RTR 1/8"})
    assault(pos, "15")
    assert "pick" not in verbs(pos)
    assert refused(pos, "pick", UNIT["7RTR"]) == "9.3.4"
    full = scene({"1": "7RTR", "2": "1/11 2/11 3/11 SQ-A", "A": "11H"})
    assault(full, "1")
    assert refused(full, "pick", UNIT["11H"]) == "9.1.1"


def test_r9_2_1_an_attacked_place_is_closed_near_and_far() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62 3/62", "12": "6RTR"}, allied="18", advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", target="1/62", dice=(1, 1, 6, 6))
    while pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    assert entry_barred(pos, PLACE["14"], PLACE["15"]) == "9.2.1"
    assert refused(pos, "attack", PLACE["15"]) == "9.2.1"
    assert pos.arrived == 0  # who has fought is done
    pos.play(("pick", UNIT["2RTR"]))
    assert "15" not in targets(pos)
    assert refused(pos, "go", PLACE["15"]) == "9.2.1"
    pos.play(("go", PLACE["20"]))
    assert "15" not in targets(pos)
    assert refused(pos, "go", PLACE["15"]) == "9.2.1"


def test_r9_2_entering_costs_three_against_the_reduced_and_four_against_the_whole_everywhere() -> None:
    for name in GAME.map.ids:
        if name.isalpha():
            continue
        near = next(n for n in GAME.map.ids if GAME.map.linked("open", PLACE[name], PLACE[n]) and not n.isalpha())
        for word, enough in (("33R", 4), ("33R*", 3)):
            pos = scene({near: "11H", name: word})
            assault(pos, near)
            pos.play(("pick", UNIT["11H"]))
            shown = {entry["place"]: entry for entry in pos.see("allied")["actions"] if entry["do"][0] == "go"}
            assert shown[name]["cost"] == str(enough)


def test_r11_1_only_where_units_have_come_in_is_there_an_attack_to_make() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62", "18": "33R"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    pos.put(UNIT["6RTR"], PLACE["18"])  # stands among enemies without having moved
    assert unfought(pos) == 1 << PLACE["15"]


def test_r10_1_3_aircraft_of_an_earlier_battle_do_not_fly_again_in_the_next() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62", "19": "33R"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", air=3, dice=(6, 6, 1, 1))
    assert pos.air == COMMITTED
    pos.play(("halt",))
    go(pos, "2RTR", "19")
    assert (pos.air, pos.stack[-1].step) == (SPENT, "battle.call")


def test_r12_1e_rommel_leads_no_second_attack_of_an_impulse() -> None:
    units = {"14": "1/8 2/8", "15": "11H*", "19": "CIH"}
    pos = scene(units, "axis", rommel=1, advantage=2, advantage_next=0)
    assert pos.rommel_free == UNUSED
    assault(pos, "14")
    go(pos, "1/8", "15")
    attack(pos, "15", rommel=1, dice=(6, 6, 1, 1))
    assert pos.rommel_free == COMMITTED
    pos.play(("halt",))
    go(pos, "2/8", "19")
    assert (pos.rommel_free, pos.stack[-1].step) == (SPENT, "battle.call")


def test_r11_4_4_a_second_attack_uses_the_aircraft_up() -> None:
    pos = scene({"14": "7RTR", "15": "1/62", "18": "3/62"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, air=1, dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["18"]))
    assert pos.stack[-1].step == "battle.air"
    pos.play(("air",))
    assert pos.air == SPENT


def test_r11_4_4_no_more_go_on_than_find_room() -> None:
    units = {"14": "7RTR 2RTR", "15": "1/62", "16": "1/11 2/11 3/11"}
    pos = scene(units, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    fight(pos, lead="7RTR", dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["16"]))
    assert verbs(pos) == {"join"}
    pos.play(("join", UNIT["2RTR"]))
    assert (at(pos, "2RTR"), at(pos, "7RTR")) == ("16", "15")


def test_r11_6_1_a_retreat_does_not_go_round_in_circles_through_full_areas() -> None:
    units = {"15": "7RTR* 1/8", "16": "1/11 2/11 3/11 SQ-A", "17": "SQ-B 22Gds 65AT 12AT"}
    here = PLACE["15"]
    for full in ("16 17", "14 18"):
        one, other = full.split()
        shut = scene({"15": units["15"], one: units["16"], other: units["17"]})
        assert retreat_places(shut, ALLIED, here, 1 << here) == 0
    by_halfaya = scene(units, allied="6")
    assert retreat_places(by_halfaya, ALLIED, here, 1 << here) == 1 << PLACE["16"] | 1 << PLACE["17"]


def test_r11_1_when_no_attacker_survives_nobody_goes_back() -> None:
    pos = scene({"14": "7RTR* 2RTR", "15": "1/8 2/8"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", dice=(1, 1, 6, 6))
    assert at(pos, "7RTR") is None
    while pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    assert (pos.side, whom(pos, "pick")) == ("allied", {"2RTR"})


def test_r9_3_3_what_keeps_places_apart_that_do_not_touch() -> None:
    pos = scene({"A": "7RTR"})
    box = pos.box
    for start in range(len(GAME.map)):
        for place in range(len(GAME.map)):
            if start == place or box.around[start] >> place & 1:
                continue
            zone = GAME.map.ids[start].isalpha() or GAME.map.ids[place].isalpha()
            cliff = GAME.map.linked("escarpment", start, place)
            assert entry_barred(pos, start, place) == ("9.3.2" if cliff else "9.3.3" if zone else "9.1")


def test_r9_3_1_two_cannot_regroup_where_one_fits() -> None:
    pos = scene({"15": "7RTR 2RTR", "16": "1/11 2/11 3/11", "A": "11H"}, allied="14")
    pos.play(("regroup",))
    pos.play(("pick", UNIT["7RTR"]))
    pos.play(("with", UNIT["2RTR"]))
    assert targets(pos) == {"14"}
    assert refused(pos, "go", PLACE["16"]) == "9.3.1"


def test_r7_1_as_many_go_along_as_find_room() -> None:
    assert company(0b11, 0) == []
    assert company(0b11, 1) == [("with", 0), ("with", 1)]
    assert company(0b11, 2) == [("with", 0), ("with", 1), ("all",)]
    assert company(0b1, 3) == [("with", 0)]
    assert company(0, 3) == []


def test_r19_4_and_r19_1g_help_the_allies_alone() -> None:
    units = {"H": "XX* 18Bde", "G": "1/5*"}
    pos = scene(units, options={"allied_reserves": True, "tiger_cubs": True}, cubs=1, advantage=AXIS)
    to_evening(pos, "refit.begin")
    while pos.side != "axis":
        pos.play(("done",))
    assert {action[2] for action in pos.actions() if action[0] == "restore"} == {"points"}
    assert "tiger_cubs" not in verbs(pos)


@pytest.mark.parametrize(("face", "exchanged"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_r18_1_a_tie_is_as_fair_as_a_die(face: int, exchanged: int) -> None:
    pos = opening(bids=True)
    pos.play(("bid", 10))
    pos.play(("bid", 10))
    pos.play(("roll", face))
    assert pos.exchanged == exchanged


def test_r12_1f_and_r13_3_what_the_refit_refuses() -> None:
    pos = scene({"A": "7RTR* 2RTR* 6RTR", "22": "1/8"}, advantage=AXIS)
    to_evening(pos, "refit.begin")
    assert refused(pos, "reinforce") == "12.1F"
    assert refused(pos, "restore", UNIT["6RTR"], "points") == "13.3.1"
    assert refused(pos, "rebuild", UNIT["6RTR"]) == "13.3.3"
    pos.play(("rebuild", UNIT["22Gds"]))
    assert refused(pos, "place", UNIT["22Gds"], PLACE["22"]) == "13.3.3"
    pos.play(("place", UNIT["22Gds"], PLACE["A"]))
    assert "restore" not in verbs(pos)  # the point is spent
    while pos.side != "axis":
        pos.play(("done",))
    assert refused(pos, "rebuild", UNIT["1/8"]) == "13.3.4"


def test_r13_3_2_a_point_half_used_can_still_be_used_up_after_a_rebuild() -> None:
    pos = scene({"A": "7RTR* 2RTR*"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    pos.play(("reinforce",))
    pos.play(("restore", UNIT["7RTR"], "points"))
    assert Spend.Args(*pos.stack[-1].args)[:2] == (1, 1)
    pos.play(("rebuild", UNIT["22Gds"]))
    pos.play(("place", UNIT["22Gds"], PLACE["C"]))
    assert Spend.Args(*pos.stack[-1].args)[:2] == (0, 1)
    pos.play(("restore", UNIT["2RTR"], "points"))
    assert Spend.Args(*pos.stack[-1].args)[:2] == (0, 0) or pos.side != "allied"
    assert pos.reduced == 1 << UNIT["22Gds"]


def test_r8_1_2b_the_enemy_does_not_consolidate_in_ones_own_impulse() -> None:
    pos = scene({"C": "7RTR* 2RTR", "22": "1/8* 2/8"})
    assert consolidation_barred(pos, UNIT["1/8"], UNIT["2/8"]) == "8.1.2b"
    assert consolidation_barred(pos, UNIT["7RTR"], UNIT["2RTR"]) is None


def test_r16_in_an_assault_every_waiting_unit_is_refused_by_its_own_rule() -> None:
    pos = scene({"18": "1/8 33R", "15": "1/62 2/62", "A": "11H"}, "axis", day=1, impulse=2)
    assault(pos, "15")
    assert [refused(pos, "pick", UNIT[unit]) for unit in ("1/8", "33R")] == ["16", "16"]


def test_r9_1_1_a_unit_that_is_not_active_is_refused_as_such_even_if_it_is_shut_in() -> None:
    pos = scene({"15": "7RTR 1/8", "12": "2RTR"})
    assault(pos, "12")
    assert refused(pos, "pick", UNIT["7RTR"]) == "9.1.1"


def test_r9_1_it_is_still_the_same_sides_move_when_others_come_along() -> None:
    pos = scene({"14": "2RTR 6RTR", "A": "11H"}, allied="15")
    for verb in ("assault", "regroup"):
        trial = pos.copy()
        trial.play(("assault", PLACE["14"]) if verb == "assault" else ("regroup",))
        trial.play(("pick", UNIT["2RTR"]))
        trial.play(("with", UNIT["6RTR"]))
        assert trial.side == "allied"
        trial.play(("go", PLACE["15"]))
        assert trial.side == "allied"


def test_r10_3_who_is_refused_as_lead_and_why() -> None:
    pos = scene({"14": "7RTR 22Gds 65AT", "15": "1/62", "19": "2RTR"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR 22Gds 65AT", "15")
    assert refused(pos, "lead", UNIT["65AT"]) == "10.3"
    assert refused(pos, "lead", UNIT["2RTR"]) == "11.4.2A"
    assert refused(pos, "lead", -1) == "11.4.2A"


def test_r11_4_4_who_cannot_move_does_not_go_on() -> None:
    pos = scene({"17": "deFR 11H*", "18": "1/8"}, "axis", advantage=2, advantage_next=0)
    assault(pos, "17")
    attack(pos, "17", dice=(6, 6, 1, 1))
    assert at(pos, "11H") is None
    assert pos.stack[-1].step != "overrun.where"


def test_r11_6_1_the_owner_chooses_at_every_step_of_a_long_retreat() -> None:
    units = {"23": "7RTR", "21": "1/62* 1/104*", "22": "2/62 3/62 33R 3R"}
    pos = scene(units, allied="15", advantage=2, advantage_next=0)
    assault(pos, "23")
    go(pos, "7RTR", "21")
    fight(pos, target="1/62", dice=(1, 1, 6, 6))
    pos.play(("withdraw", UNIT["1/62"]))
    assert (pos.side, pos.stack[-1].step, targets(pos, "retreat")) == ("axis", "retreat.choose", {"18", "20"})
    pos.play(("retreat", UNIT["1/62"], PLACE["20"]))
    assert (at(pos, "1/62"), pos.side) == ("20", "axis")


def test_r11_5_1_a_whole_german_is_refused_to_leave_a_strongpoint() -> None:
    pos = scene({"8": "7RTR", "9": "15MC(-) 1/104*"}, advantage=2, advantage_next=0)
    assault(pos, "8")
    go(pos, "7RTR", "9")
    fight(pos, target="15MC(-)", dice=(1, 1, 6, 6))
    assert whom(pos, "withdraw") == {"1/104"}
    assert refused(pos, "withdraw", UNIT["15MC(-)"]) == "11.5.1"


def test_r19_1g_cubs_are_for_tanks_and_cost_the_advantage() -> None:
    foot = scene({"A": "1/11*"}, options={"tiger_cubs": True}, advantage=ALLIED)
    to_evening(foot, "refit.begin")
    assert "tiger_cubs" not in verbs(foot)
    tanks = scene({"A": "7RTR*"}, options={"tiger_cubs": True}, advantage=ALLIED)
    to_evening(tanks, "refit.begin")
    tanks.play(("tiger_cubs",))
    assert (tanks.advantage, tanks.advantage_next) == (NOBODY, AXIS)


def test_r13_3_2_without_a_point_nobody_is_made_whole() -> None:
    pos = scene({"A": "7RTR* 2RTR* 6RTR*"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    for unit in ("7RTR", "2RTR"):
        pos.play(("restore", UNIT[unit], "points"))
    assert refused(pos, "restore", UNIT["6RTR"], "points") == "13.3.2"


@pytest.mark.parametrize("unit", ["1/11", "2/11", "7RTR"])
def test_r14_2_3_one_roll_for_one_unit_whoever_it_is(unit: str) -> None:
    pos = scene({"19": unit, "A": "11H"}, cut=1 << UNIT[unit], advantage=AXIS)
    to_evening(pos, "surrender.begin")
    pos.play(("roll", 6))
    assert (pos.side, pos.turn) == ("allied", 3)


def test_r18_1_what_may_be_bid() -> None:
    assert [action[1] for action in opening(bids=True).actions()] == list(range(1, 25))


def test_r19_6_only_more_units_than_the_besiegers_are_worth_a_point() -> None:
    pos = scene({"H": "9Aus XX", "14": "7RTR"}, options={"tobruk_bonus": True})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    assert (pos.bonus, pos.points) == (0, 0)


def test_r9_2_1_an_attacked_place_takes_no_regrouping_unit_and_no_second_attack() -> None:
    pos = scene({"15": "7RTR"}, allied="14")
    for place in range(len(GAME.map)):
        pos.attacked = 1 << place
        assert attack_barred(pos, place) == "9.2.1"
        assert attack_barred(pos, (place + 1) % len(GAME.map)) == "11"
    pos.attacked = 1 << PLACE["14"]
    assert regroup_barred(pos, PLACE["15"], PLACE["14"]) == "9.2.1"


def test_r7_1_nobody_goes_along_where_only_one_fits() -> None:
    units = {"21": "1/62 2/62", "22": "1/8 2/8 33R", "23": "1/5 2/5 3R", "A": "11H"}
    pos = scene(units, "axis", advantage=AXIS)
    assault(pos, "21")
    pos.play(("pick", UNIT["1/62"]))
    assert "with" not in verbs(pos)


def test_r9_2_too_far_is_too_far_even_where_there_is_room_for_one() -> None:
    pos = scene({"23": "7RTR", "1": "1/11 2/11 3/11"})
    assault(pos, "23")
    pos.play(("pick", UNIT["7RTR"]))
    assert refused(pos, "go", PLACE["1"]) == "9.2"


def test_r9_1_2_an_attack_without_a_move_also_ends_the_first_activation_when_the_second_begins() -> None:
    pos = scene({"15": "1/8 2/8 7RTR", "18": "1/5", "A": "11H"}, "axis", advantage=2, advantage_next=0)
    assault(pos, "15")
    pos.play(("attack", PLACE["15"]))
    assert refused(pos, "join", UNIT["1/5"]) == "9.1.1"
    assert refused(pos, "hold") == "11.3"
    pos.play(("join", UNIT["1/8"]))
    pos.play(("fight",))
    fight(pos, dice=(1, 1, 6, 6))
    while pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    assert whom(pos, "pick") == {"2/8"}
    assault(pos, "18")
    assert whom(pos, "pick") == {"1/5"}


def test_r11_5_only_defenders_of_the_place_are_refused_by_the_rule_on_strongpoints() -> None:
    pos = scene({"8": "7RTR 22Gds", "9": "15MC(-) 33PAK", "15": "1/104"}, advantage=2, advantage_next=0)
    assault(pos, "8")
    go(pos, "7RTR 22Gds", "9")
    fight(pos, lead="7RTR", target="33PAK", dice=(6, 6, 2, 3))
    assert pos.stack[-1].step == "battle.absorb"
    assert refused(pos, "fall_back", UNIT["15MC(-)"]) == "11.5.1"
    assert refused(pos, "fall_back", UNIT["1/8"]) == "11.5"


def test_r10_1_3_aircraft_used_in_an_earlier_battle_do_not_join_the_attack_after_an_overrun() -> None:
    units = {"14": "7RTR 2RTR", "19": "33R 3R", "15": "1/62", "18": "3/62"}
    pos = scene(units, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "2RTR", "19")
    attack(pos, "19", target="33R", air=1, dice=(1, 1, 6, 6))
    while pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    go(pos, "7RTR", "15")
    fight(pos, dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["18"]))
    assert (pos.exploiting, pos.air, pos.stack[-1].step) == (1, SPENT, "battle.dice")


def test_what_is_asked_about_daylight_refit_and_leaving_is_told_in_full() -> None:
    dusk = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=7, advantage=AXIS)
    dusk.play(("pass",))
    dusk.play(("roll", 1, 1))
    assert "2 in impulse 7" in dusk.see("axis")["prompt"]["text"]
    refit = scene({"A": "7RTR* 2RTR*"}, advantage=ALLIED)
    to_evening(refit, "refit.begin")
    before = refit.see("allied")["prompt"]["text"]
    refit.play(("restore", UNIT["7RTR"], "points"))
    assert len(refit.see("allied")["prompt"]["text"]) > len(before)
    leaving = scene({"14": "1/8", "15": "7RTR 2RTR*"}, "axis", allied="16", advantage=2, advantage_next=0)
    assault(leaving, "14")
    go(leaving, "1/8", "15")
    fight(leaving, target="7RTR", dice=(1, 1, 6, 6))
    told = leaving.why_not("allied", piece=UNIT["7RTR"])
    assert told is not None
    assert told["rule"] == "11.6.3"


def test_r14_2_3_each_of_several_cut_off_units_rolls_once() -> None:
    cut = 1 << UNIT["1/11"] | 1 << UNIT["SQ-A"]
    pos = scene({"19": "1/11 SQ-A", "A": "11H"}, cut=cut, advantage=AXIS)
    to_evening(pos, "surrender.begin")
    pos.play(("roll", 1))
    pos.play(("roll", 1))
    assert (pos.side, pos.turn, pos.reduced) == ("allied", 3, cut)


def test_r16_3_the_four_zones_open_together_only_if_somebody_is_there() -> None:
    pos = scene({"H": "9Aus XX", "22": "1/8"}, day=1)
    assert "assault_all" not in verbs(pos)
    assert targets(pos, "assault") == {"H"}


def test_r11_5_the_defender_himself_chooses_where_a_unit_falls_back_to() -> None:
    pos = scene({"14": "1/8", "15": "7RTR* 2RTR"}, "axis", allied="16 17 9", advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, target="7RTR", dice=(4, 5, 3, 3))  # 15 against 13: two points
    pos.play(("fall_back", UNIT["7RTR"]))
    assert (pos.side, len(targets(pos, "retreat")) > 1) == ("allied", True)


def test_r11_5_a_whole_german_cannot_fall_back_when_the_others_could_not_pay_the_rest() -> None:
    pos = scene({"14": "7RTR 22Gds", "15": "33PAK 15MC(-)"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR 22Gds", "15")
    fight(pos, lead="7RTR", target="33PAK", dice=(6, 6, 2, 3))  # 19 against 14: five points
    assert (pos.margin, whom(pos, "fall_back")) == (5, {"33PAK"})
    assert refused(pos, "fall_back", UNIT["15MC(-)"]) == "11.5"


def test_r11_6_4_beaten_attackers_do_not_fall_back_to_the_place_they_were_beaten_in() -> None:
    pos = scene({"14": "7RTR 2RTR 22Gds 65AT", "15": "1/8 2/8"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    for unit in ("1/11", "2/11"):
        pos.put(UNIT[unit], PLACE["14"])
    attack(pos, "15", lead="7RTR", dice=(1, 1, 6, 6))
    pos.play(("go_back", UNIT["7RTR"]))
    assert (at(pos, "7RTR"), at(pos, "2RTR")) == (None, None)


def test_r19_1h_what_is_asked_and_that_it_is_asked_once() -> None:
    units = {"18": "1/8 2/8", "A": "11H"}
    pos = scene(units, "axis", options={"wireless_intercepts": True}, advantage=AXIS)
    regrouped = pos.copy()
    assault(pos, "18")
    go(pos, "1/8", "20")
    if pos.stack[-1].step == "assault.next":
        pos.play(("done",))
    assert "regroup" in pos.see("axis")["prompt"]["text"]
    pos.play(("intercept",))
    pos.play(("done",))
    assert (pos.side, pos.impulse) == ("allied", 2)
    regrouped.play(("regroup",))
    regrouped.play(("done",))
    assert "assault" in regrouped.see("axis")["prompt"]["text"]


def test_r13_3_4_a_click_on_a_lost_unit_that_cannot_be_rebuilt_names_the_rule() -> None:
    pos = scene({"C": "2RTR*", "H": "18Bde XX"})
    to_evening(pos, "refit.begin")
    told = pos.why_not("allied", piece=UNIT["9Aus"])
    assert told is not None
    assert told["rule"] == "13.3.3"
