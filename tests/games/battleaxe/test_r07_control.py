"""Stacking and control."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED
from sandtable.games.battleaxe.rules.r07_control import contested, room, vacant
from tests.games.battleaxe.scene import (
    PLACE,
    assault,
    at,
    go,
    holder,
    reach,
    scene,
)


def test_r7_1_four_units_fill_an_area() -> None:
    pos = scene({"15": "2RTR 6RTR 1/KRR", "14": "7RTR 22Gds"})
    assault(pos, "14")
    assert room(pos, ALLIED, PLACE["15"]) == 1
    assert "15" in reach(pos, "7RTR")
    go(pos, "7RTR", "15")
    assert "15" not in reach(pos, "22Gds")
    assert pos.full[ALLIED] == 1 << PLACE["15"]


def test_r15_2_a_zone_takes_any_number() -> None:
    pos = scene({"C": "2RTR 6RTR 1/KRR 2/RB 12AT", "3": "7RTR"})
    assault(pos, "3")
    assert "C" in reach(pos, "7RTR")


def test_r7_2_control_is_gained_in_passing() -> None:
    pos = scene({"14": "11H", "6": "1/104"}, allied="14")
    assault(pos, "14")
    go(pos, "11H", "20", stop=False)
    pos.play(("go", PLACE["23"]))
    assert (holder(pos, "20"), holder(pos, "23"), at(pos, "11H")) == ("allied", "allied", "23")


def test_r7_2_control_stays_when_units_leave_but_not_with_the_enemy_alone() -> None:
    pos = scene({"15": "2RTR 1/8", "16": "6RTR"}, allied="15 16")
    assault(pos, "15")
    go(pos, "2RTR", "16")
    assert holder(pos, "15") == "axis"
    other = scene({"15": "2RTR", "16": "6RTR"}, allied="15 16")
    assault(other, "15")
    go(other, "2RTR", "16")
    assert holder(other, "15") == "allied"


def test_r7_3_a_contested_place_keeps_its_holder() -> None:
    pos = scene({"15": "2RTR", "14": "1/8"})
    assault(pos, "15")
    go(pos, "2RTR", "14")
    assert contested(pos) == 1 << PLACE["14"]
    assert holder(pos, "14") == "axis"


def test_r7_4_a_place_without_enemies_is_vacant_whoever_holds_it() -> None:
    pos = scene({"15": "2RTR", "14": "1/8"})
    assert vacant(pos, ALLIED) >> PLACE["15"] & 1
    assert vacant(pos, ALLIED) >> PLACE["23"] & 1
    assert not vacant(pos, ALLIED) >> PLACE["14"] & 1


def test_r7_5_a_free_place_is_vacant_and_friendly() -> None:
    pos = scene({"15": "2RTR 1/8", "14": "6RTR"}, allied="15")
    free = pos.free(ALLIED)
    assert free >> PLACE["14"] & 1
    assert not free >> PLACE["15"] & 1
    assert not free >> PLACE["23"] & 1
