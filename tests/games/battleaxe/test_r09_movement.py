"""Chapters 9 and 15: movement, combined operations, zones."""

from __future__ import annotations

import pytest

from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules import r09_movement
from sandtable.games.battleaxe.rules.r09_movement import cost_of, entry_barred
from tests.games.battleaxe.scene import (
    PLACE,
    UNIT,
    assault,
    at,
    attack,
    end,
    go,
    holder,
    reach,
    refused,
    scene,
    targets,
    verbs,
    whom,
)


def cost(pos: BattleaxePosition, unit: str, place: str) -> int:
    """What it costs a unit to get somewhere."""
    number = UNIT[unit]
    found = r09_movement.reach(pos, pos.where[number], pos.movement(number), 0)
    return cost_of(found, PLACE[place])


def test_r9_units_move_in_an_assault_as_far_as_their_points_go() -> None:
    pos = scene({"15": "7RTR", "A": "11H"})
    assault(pos, "15")
    go(pos, "7RTR", "23")
    assert at(pos, "7RTR") == "23"
    assert verbs(pos) != {"pick"}


def test_r9_1_from_place_to_adjacent_place_and_on() -> None:
    pos = scene({"15": "2RTR 6RTR"})
    assault(pos, "15")
    go(pos, "2RTR", "14", stop=False)
    assert targets(pos) >= {"12", "19", "20"}
    pos.play(("go", PLACE["19"]))
    pos.play(("stop",))
    assert (at(pos, "2RTR"), at(pos, "6RTR")) == ("19", "15")
    assert entry_barred(pos, PLACE["15"], PLACE["23"]) == "9.1"


@pytest.mark.parametrize(
    ("place", "price"),
    [
        ("10", 1),  # nobody near
        ("12", 2),  # beside an enemy
        ("14", 3),  # weakened enemies only
        ("9", 4),  # a whole enemy
    ],
)
def test_r9_2_what_an_area_costs(place: str, price: int) -> None:
    start = {"10": "11", "12": "11", "14": "13", "9": "8"}[place]
    pos = scene({start: "2RTR", "19": "33R", "14": "1/62*", "9": "33PAK", "22": "Bardia_2"})
    assert cost(pos, "2RTR", place) == price


def test_r9_2_a_vacant_area_beside_an_enemy_costs_two() -> None:
    pos = scene({"5": "2RTR", "9": "33PAK"})
    assert cost(pos, "2RTR", "7") == 2


@pytest.mark.parametrize(("enemy", "price"), [("1/62*", 2 + 3), ("1/62", 2 + 4)])
def test_r9_2_the_second_step_is_priced_like_the_first(enemy: str, price: int) -> None:
    pos = scene({"10": "2RTR", "13": enemy})
    assert cost(pos, "2RTR", "13") == price


def test_r9_2_enemies_stop_movement() -> None:
    pos = scene({"8": "11H", "9": "1/62*"})
    assault(pos, "8")
    go(pos, "11H", "9", stop=False)
    assert pos.stack[-1].step.startswith("battle")


def test_r9_2_a_zone_takes_the_whole_allowance() -> None:
    pos = scene({"4": "2RTR"})
    assault(pos, "4")
    assert {"C", "D"} <= reach(pos, "2RTR")
    assert not {"B", "E"} & reach(pos, "2RTR")
    go(pos, "2RTR", "3", stop=False)
    assert not targets(pos) & set("ABCDE")
    pos.play(("stop",))
    end(pos)


def test_r9_2_a_unit_that_has_not_moved_may_enter_one_place_whatever_the_cost() -> None:
    pos = scene({"14": "1/62", "15": "7RTR", "A": "11H"}, "axis", cut=1 << UNIT["1/62"])
    assert pos.movement(UNIT["1/62"]) == 3
    assault(pos, "14")
    assert "15" in reach(pos, "1/62")
    assert cost(pos, "1/62", "15") == 3


def test_r9_2_1_units_of_one_area_go_different_ways_and_attack_one_after_the_other() -> None:
    pos = scene({"14": "7RTR 22Gds 2RTR", "15": "1/62", "19": "33R"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", dice=(1, 1, 6, 6))
    if pos.stack[-1].step == "battle.appeal":
        pos.play(("accept",))
    if pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    assert "15" not in reach(pos, "22Gds")
    pos.play(("pick", UNIT["22Gds"]))
    assert refused(pos, "go", PLACE["15"]) == "9.2.1"
    pos.play(("go", PLACE["19"]))
    assert targets(pos, "attack") == {"19"} or pos.stack[-1].step.startswith("battle")


def test_r9_3_bars_are_named_one_by_one() -> None:
    pos = scene({"3": "7RTR", "4": "1/11 2/11 3/11 SQ-A", "15": "2RTR 1/8"}, allied="15", attacked=0)
    assert entry_barred(pos, PLACE["3"], PLACE["5"]) is None
    assert entry_barred(pos, PLACE["3"], PLACE["4"]) == "9.3.1"
    assert entry_barred(pos, PLACE["3"], PLACE["1"]) == "9.3.2"
    assert entry_barred(pos, PLACE["3"], PLACE["D"]) == "9.3.3"
    assert entry_barred(pos, PLACE["15"], PLACE["14"]) == "9.3.4"


def test_r9_3_1_a_full_area_is_closed() -> None:
    pos = scene({"3": "7RTR", "4": "1/11 2/11 3/11 SQ-A"})
    assault(pos, "3")
    pos.play(("pick", UNIT["7RTR"]))
    assert refused(pos, "go", PLACE["4"]) == "9.3.1"


def test_r9_3_1_a_group_needs_room_for_all() -> None:
    pos = scene({"3": "7RTR 2RTR", "5": "1/11 2/11 3/11"})
    assault(pos, "3")
    pos.play(("pick", UNIT["7RTR"]))
    pos.play(("with", UNIT["2RTR"]))
    assert "5" not in targets(pos)
    assert refused(pos, "go", PLACE["5"]) == "9.3.1"


def test_r9_3_2_nobody_crosses_the_escarpment() -> None:
    pos = scene({"3": "7RTR", "6": "1/104"})
    assault(pos, "3")
    assert not reach(pos, "7RTR") & {"1", "2"}


def test_r9_3_3_zones_are_reached_along_their_lines_alone() -> None:
    pos = scene({"10": "2RTR"})
    assault(pos, "10")
    assert reach(pos, "2RTR") & set("ABCDEFGHI") == {"D", "E"}


def test_r9_3_4_the_first_step_out_of_a_contested_place_is_to_a_free_one() -> None:
    pos = scene({"15": "7RTR 1/8", "16": "6RTR", "9": "33PAK"}, allied="15")
    assault(pos, "15")
    pos.play(("pick", UNIT["7RTR"]))
    assert targets(pos) & {"14", "18", "17", "9", "16"} == {"16", "17", "18"}  # 17 and 18 by way of 16
    assert refused(pos, "go", PLACE["14"]) == "9.3.4"
    pos.play(("go", PLACE["17"]))
    assert holder(pos, "17") == "allied"


def test_r9_1_2_two_areas_together_fight_as_one() -> None:
    pos = scene({"14": "1/8", "18": "2/8", "15": "7RTR 22Gds"}, "axis", advantage=AXIS)
    assault(pos, "14")
    assault(pos, "18")
    go(pos, "1/8", "15")
    go(pos, "2/8", "15")
    assert pos.attackers == 1 << UNIT["1/8"] | 1 << UNIT["2/8"]


def test_r9_1_2_one_after_the_other_once_the_first_has_acted() -> None:
    pos = scene({"14": "1/8 33R", "18": "2/8", "15": "7RTR"}, "axis", advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "1/8", "15")
    assert refused(pos, "activate", PLACE["18"]) == "11.1"
    attack(pos, "15", dice=(1, 1, 6, 6))
    assault(pos, "18")
    assert whom(pos, "pick") == {"2/8"}
    assert refused(pos, "activate", PLACE["14"]) == "9.1.2"


def test_r9_1_2_a_mere_move_also_ends_the_first_activation_when_the_second_begins() -> None:
    pos = scene({"14": "1/8 33R", "18": "2/8", "A": "11H"}, "axis", advantage=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "20")
    assert whom(pos, "pick") == {"33R"}
    assault(pos, "18")
    assert whom(pos, "pick") == {"2/8"}


def test_r9_1_2_no_unit_is_activated_twice() -> None:
    pos = scene({"14": "1/8", "18": "2/8", "A": "11H"}, "axis", advantage=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "18")
    assault(pos, "18")
    assert whom(pos, "pick") == {"2/8"}


def test_r9_1_2_the_allies_have_one_area() -> None:
    pos = scene({"14": "7RTR", "15": "2RTR"})
    assault(pos, "14")
    assert "activate" not in verbs(pos)
    assert refused(pos, "activate", PLACE["15"]) == "9.1.2"


def test_r9_2_axis_units_join_those_in_a_contested_place_in_one_attack() -> None:
    pos = scene({"15": "1/8 7RTR", "14": "2/8"}, "axis", advantage=AXIS)
    assault(pos, "15")
    assault(pos, "14")
    go(pos, "2/8", "15")
    pos.play(("attack", PLACE["15"]))
    assert whom(pos, "join") == {"1/8", "2/8"}
    pos.play(("join_all",))
    assert pos.attackers.bit_count() == 2
    assert pos.mandatory == 0


@pytest.mark.parametrize(("start", "place", "price"), [("13", "11", 1), ("E", "11", 2)])
def test_r15_1_enemies_in_zones_count_only_for_units_out_of_zones(start: str, place: str, price: int) -> None:
    pos = scene({start: "33R", "F": "11H"}, "axis")
    assert cost(pos, "33R", place) == price


def test_r15_1_enemies_in_areas_do_not_matter_between_zones() -> None:
    pos = scene({"C": "2RTR", "4": "33R"})
    assault(pos, "C")
    assert {"B", "D"} <= reach(pos, "2RTR")
    assert pos.active != AXIS
