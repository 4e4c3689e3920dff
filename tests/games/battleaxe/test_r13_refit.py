"""Refit: replacement points, rebuilt units and recovered tanks."""

from __future__ import annotations

import pytest

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r13_refit import Spend, lost_units, rebuild_places, weak_units
from tests.games.battleaxe.scene import (
    PLACE,
    UNIT,
    at,
    reduced,
    refused,
    scene,
    targets,
    to_evening,
    verbs,
    whom,
)


def refit(units: dict[str, str], side: str = "allied", **fields: object) -> BattleaxePosition:
    """A side's refit."""
    pos = scene(units, **fields)  # type: ignore[arg-type]
    to_evening(pos, "refit.begin")
    while pos.side != side:
        pos.play(("done",))
    return pos


def test_r13_units_recover_in_the_evening() -> None:
    pos = refit({"A": "7RTR*"})
    pos.play(("restore", UNIT["7RTR"], "points"))
    assert reduced(pos, "7RTR") == [False]


def test_r13_1_the_allies_refit_first() -> None:
    pos = scene({"A": "7RTR*", "I": "15Bde*"})
    to_evening(pos, "refit.begin")
    assert pos.side == "allied"
    pos.play(("done",))
    assert pos.side == "axis"


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_r13_2_one_point_each(side: str) -> None:
    pos = refit({"A": "7RTR*", "I": "15Bde*"}, side)
    assert Spend.Args(*pos.stack[-1].args).points == 1


def test_r13_3_a_point_is_spent_one_way_or_the_other() -> None:
    pos = refit({"A": "7RTR* 2RTR*"})
    pos.play(("rebuild", UNIT["6RTR"]))
    pos.play(("place", UNIT["6RTR"], PLACE["B"]))
    assert "restore" not in verbs(pos)


def test_r13_3_1_only_units_in_supply() -> None:
    pos = refit({"A": "7RTR*", "19": "2RTR*"})
    assert weak_units(pos, ALLIED) == 1 << UNIT["7RTR"]
    assert refused(pos, "restore", UNIT["2RTR"], "points") == "13.3.1"


def test_r13_3_2_a_point_makes_two_units_whole() -> None:
    pos = refit({"A": "7RTR* 2RTR* 6RTR*"}, advantage=AXIS)
    pos.play(("restore", UNIT["7RTR"], "points"))
    pos.play(("restore", UNIT["2RTR"], "points"))
    assert reduced(pos, "7RTR", "2RTR", "6RTR") == [False, False, True]
    assert "restore" not in verbs(pos)


def test_r13_3_2_a_rebuilt_unit_comes_back_reduced() -> None:
    pos = refit({"A": "2RTR"})
    pos.play(("rebuild", UNIT["7RTR"]))
    pos.play(("place", UNIT["7RTR"], PLACE["C"]))
    assert (at(pos, "7RTR"), *reduced(pos, "7RTR")) == ("C", True)


def test_r13_3_3_rebuilt_allies_stand_in_supplied_uncontested_places_but_not_in_tobruk() -> None:
    pos = refit({"C": "2RTR", "3": "22Gds 1/8", "19": "11H"}, allied="3 4")
    pos.play(("rebuild", UNIT["7RTR"]))
    assert targets(pos, "place") == {"A", "B", "C", "D", "4"}
    assert refused(pos, "place", UNIT["7RTR"], PLACE["H"]) == "13.3.3"


def test_r13_3_3_the_garrison_is_rebuilt_in_tobruk_alone_and_not_under_siege() -> None:
    pos = refit({"C": "2RTR"})
    pos.play(("rebuild", UNIT["9Aus"]))
    assert at(pos, "9Aus") == "H"
    siege = refit({"C": "2RTR", "H": "18Bde XX"})
    assert "9Aus" not in whom(siege, "rebuild")
    assert refused(siege, "rebuild", UNIT["9Aus"]) == "13.3.3"


def test_r13_3_4_rebuilt_axis_units_stand_in_supplied_uncontested_places() -> None:
    pos = refit({"I": "15Bde", "23": "1/5 7RTR", "21": "Bardia_1"}, "axis", allied="20 22 18")
    assert rebuild_places(pos, AXIS) >> PLACE["21"] & 1
    assert not rebuild_places(pos, AXIS) >> PLACE["23"] & 1
    assert not rebuild_places(pos, AXIS) >> PLACE["22"] & 1
    pos.play(("rebuild", UNIT["1/8"]))
    assert refused(pos, "place", UNIT["1/8"], PLACE["23"]) == "13.3.4"


def test_r13_3_4_a_full_area_takes_nobody() -> None:
    pos = refit({"21": "1/8 2/8 33R 1/104"}, "axis")
    assert not rebuild_places(pos, AXIS) >> PLACE["21"] & 1


def test_r13_3_5_one_german_armoured_unit_recovers_free() -> None:
    pos = scene({"I": "1/8* 2/8* 15Bde*", "A": "11H"})
    to_evening(pos, "refit.recover")
    assert whom(pos, "recover") == {"1/8", "2/8"}
    pos.play(("recover", UNIT["2/8"]))
    assert reduced(pos, "1/8", "2/8") == [True, False]
    assert "recover" not in verbs(pos)


def test_r13_4_points_are_not_saved() -> None:
    pos = refit({"A": "7RTR* 2RTR*"})
    pos.play(("done",))
    to_evening(pos, "refit.begin")
    assert Spend.Args(*pos.stack[-1].args)[:2] == (1, 0)


def test_r13_left_out_counters_are_not_rebuilt() -> None:
    pos = scene({"A": "7RTR"})
    assert not lost_units(pos, ALLIED) >> UNIT["4RTR"] & 1
