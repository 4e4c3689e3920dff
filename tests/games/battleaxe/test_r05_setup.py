"""Set-up: markers, lists, and the units that may start in several places."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.sides import ALLIED, AXIS
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    at,
    holder,
    opening,
    started,
)


def test_r5_1_markers_at_the_start() -> None:
    pos = started()
    assert (pos.turn, pos.impulse, pos.points) == (1, 1, 0)
    assert (pos.advantage, pos.fuel_low, pos.guns) == (ALLIED, 0, [3, 2])
    assert {name for name in GAME.map.ids if holder(pos, name) == "allied"} == set("ABCDH")


def test_r5_2_all_units_start_at_full_strength() -> None:
    pos = started()
    assert pos.reduced == 0
    assert sum(place >= 0 for place in pos.where) == 19 + 22
    assert at(pos, "4RTR") is None


@pytest.mark.parametrize(
    ("place", "units"),
    [
        ("A", "1/11 2/11 SQ-A"),
        ("B", "3/11 SQ-B"),
        ("C", "4RTR(-) 7RTR 22Gds 65AT"),
        ("D", "2RTR 6RTR 1/KRR 2/RB 12AT"),
        ("H", "9Aus 18Bde 3Arm"),
    ],
)
def test_r5_2_1_the_allied_list(place: str, units: str) -> None:
    pos = opening()
    assert {unit for unit in UNIT if at(pos, unit) == place and pos.box.side[UNIT[unit]] == ALLIED} == set(
        units.split()
    )


def test_r5_2_1_the_two_reconnaissance_units_start_in_any_zone_from_a_to_d() -> None:
    pos = opening()
    assert pos.side == "allied"
    assert [GAME.map.ids[place] for _, _, place in pos.actions()] == list("ABCD")
    pos.play(("place", UNIT["11H"], PLACE["A"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("place", UNIT["CIH"], PLACE["E"]))
    assert refused.value.rule == "5.2.1"
    pos.play(("place", UNIT["CIH"], PLACE["C"]))
    assert (at(pos, "11H"), at(pos, "CIH")) == ("A", "C")


@pytest.mark.parametrize(
    ("place", "units"),
    [
        ("6", "1/104,1/33A,deFR"),
        ("15", "1/62"),
        ("17", "2/62"),
        ("16", "3/62"),
        ("9", "15MC(-),33PAK"),
        ("13", "300Oas,1/33B"),
        ("18", "1/8,2/8,1/33C,33R"),
        ("21", "Bardia 1"),
        ("22", "Bardia 2"),
        ("G", "1/5,2/5,3R"),
        ("H", "XX,XXI,15Bde"),
    ],
)
def test_r5_2_2_the_axis_list(place: str, units: str) -> None:
    pos = opening()
    assert {unit for unit in UNIT if at(pos, unit) == place and pos.box.side[UNIT[unit]] == AXIS} == set(
        units.split(",")
    )
