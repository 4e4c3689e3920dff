"""Supply: lines, cut-off units, surrender and cut-off ground."""

from __future__ import annotations

import pytest

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.rules.r14_supply import supplied_places, supplied_units
from tests.games.battleaxe.scene import (
    PLACE,
    UNIT,
    assault,
    at,
    give,
    go,
    holder,
    reduced,
    roll,
    scene,
    to_evening,
)


def test_r14_2_units_are_marked_as_the_manoeuvres_end() -> None:
    pos = scene({"A": "7RTR", "19": "2RTR", "H": "9Aus XX", "21": "Bardia_1"}, axis="")
    to_evening(pos)
    assert pos.cut == 1 << UNIT["2RTR"]


def test_r14_2_1_a_line_runs_through_friendly_ground_contested_or_not() -> None:
    pos = scene({"4": "22Gds 1/8", "8": "7RTR"}, allied="4")
    assert supplied_units(pos, ALLIED) >> UNIT["7RTR"] & 1
    give(pos, "4", AXIS)
    assert not supplied_units(pos, ALLIED) >> UNIT["7RTR"] & 1
    assert supplied_units(pos, ALLIED) >> UNIT["22Gds"] & 1


def test_r14_2_1_vacant_enemy_ground_and_the_escarpment_block_it() -> None:
    pos = scene({"2": "7RTR"}, allied="3 4 5")
    assert not supplied_places(pos, ALLIED) >> PLACE["2"] & 1
    give(pos, "1", ALLIED)
    assert supplied_places(pos, ALLIED) >> PLACE["2"] & 1


def test_r14_2_1_tobruk_supplies_itself_while_it_is_allied() -> None:
    pos = scene({"H": "9Aus XX"})
    assert supplied_units(pos, ALLIED) >> UNIT["9Aus"] & 1
    give(pos, "H", AXIS)
    assert not supplied_units(pos, ALLIED) >> UNIT["9Aus"] & 1


def test_r14_2_a_source_must_be_held() -> None:
    pos = scene({"E": "2RTR", "10": "33R"}, allied="E")
    assert not supplied_places(pos, AXIS) >> PLACE["E"] & 1
    assert supplied_units(pos, ALLIED) >> UNIT["2RTR"] & 1


def test_r14_2_2_cut_off_units_have_one_less_of_both() -> None:
    pos = scene({"19": "7RTR 65AT*"})
    to_evening(pos)
    assert (pos.value(UNIT["7RTR"]), pos.movement(UNIT["7RTR"]), pos.value(UNIT["65AT"])) == (5, 4, 2)


def test_r14_2_2_the_penalty_ends_as_soon_as_the_line_is_open() -> None:
    pos = scene({"19": "7RTR", "10": "11H"}, cut=1 << UNIT["7RTR"], allied="11")
    assert pos.value(UNIT["7RTR"]) == 5
    assault(pos, "10")
    go(pos, "11H", "12")
    assert (pos.cut, pos.value(UNIT["7RTR"]), pos.movement(UNIT["7RTR"])) == (0, 6, 5)


def test_r14_2_2_a_unit_that_reaches_its_own_lines_is_whole_again_and_goes_on() -> None:
    pos = scene({"12": "11H"}, cut=1 << UNIT["11H"], allied="10")
    assault(pos, "12")
    go(pos, "11H", "11", stop=False)
    assert (pos.cut, pos.movement(UNIT["11H"])) == (0, 9)
    assert pos.stack[-1].step == "assault.go"


def test_r14_2_2_a_unit_that_ends_a_long_way_in_supply_has_its_last_point_too() -> None:
    pos = scene({"19": "7RTR"}, cut=1 << UNIT["7RTR"], allied="8 10")
    assault(pos, "19")
    pos.play(("pick", UNIT["7RTR"]))
    pos.play(("go", PLACE["7"]))
    assert (pos.cut, pos.stack[-1].step, pos.stack[-1].args[1]) == (0, "assault.go", 4)
    zone = scene({"12": "7RTR"}, cut=1 << UNIT["7RTR"], allied="E")
    assault(zone, "12")
    zone.play(("pick", UNIT["7RTR"]))
    zone.play(("go", PLACE["F"]))
    assert (zone.cut, zone.stack[-1].step) == (0, "impulse.choose")  # 9.2 a zone takes all


def test_r14_2_2_a_unit_still_cut_off_keeps_the_penalty() -> None:
    pos = scene({"19": "7RTR", "10": "11H"}, cut=1 << UNIT["7RTR"])
    assault(pos, "10")
    go(pos, "11H", "11")
    assert pos.cut == 1 << UNIT["7RTR"]


def test_r14_2_3_who_can_trace_supply_again_does_not_roll() -> None:
    pos = scene({"2": "7RTR*", "A": "11H", "19": "2RTR"}, axis="1", advantage=AXIS)
    to_evening(pos)
    assert (holder(pos, "1"), pos.cut) == ("allied", 1 << UNIT["2RTR"])  # 14.2.4 R26
    cut = scene({"2": "7RTR*", "A": "11H"}, allied="1", cut=1 << UNIT["7RTR"], advantage=AXIS)
    to_evening(cut, "surrender.begin")
    assert (cut.side, cut.cut, cut.turn) == ("allied", 0, 3)


@pytest.mark.parametrize(
    ("face", "owner", "weak", "left"),
    [
        (3, AXIS, False, "reduced"),
        (3, AXIS, True, "lost"),
        (4, AXIS, False, "whole"),
        (3, ALLIED, False, "whole"),
        (2, ALLIED, False, "reduced"),
    ],
)
def test_r14_2_3_surrender(face: int, owner: int, weak: bool, left: str) -> None:
    pos = scene({"19": "7RTR*" if weak else "7RTR", "A": "11H"}, advantage=owner)
    pos.cut = 1 << UNIT["7RTR"]
    to_evening(pos, "surrender.begin")
    assert pos.side == "chance"
    roll(pos, face)
    state = "lost" if at(pos, "7RTR") is None else "reduced" if reduced(pos, "7RTR")[0] else "whole"
    assert state == left


def test_r14_2_3_each_marked_unit_rolls() -> None:
    pos = scene({"19": "7RTR 2RTR", "A": "11H"}, advantage=AXIS)
    pos.cut = 1 << UNIT["7RTR"] | 1 << UNIT["2RTR"]
    to_evening(pos, "surrender.begin")
    roll(pos, 1)
    assert pos.side == "chance"
    roll(pos, 6)
    assert reduced(pos, "7RTR", "2RTR") == [True, False]


def test_r14_2_4_empty_ground_that_cannot_be_supplied_changes_hands() -> None:
    pos = scene({"A": "7RTR", "18": "1/8"}, allied="22 1 2")
    to_evening(pos)
    assert holder(pos, "22") == "axis"
    assert (holder(pos, "1"), holder(pos, "2")) == ("allied", "allied")


def test_r14_2_4_occupied_ground_does_not() -> None:
    pos = scene({"22": "7RTR", "18": "1/8"})
    to_evening(pos)
    assert holder(pos, "22") == "allied"
    assert pos.cut >> UNIT["7RTR"] & 1


def test_r14_2_4_the_axis_lose_ground_the_same_way() -> None:
    pos = scene({"A": "7RTR"}, allied="18 20 23 22")
    to_evening(pos)
    assert holder(pos, "21") == "allied"
