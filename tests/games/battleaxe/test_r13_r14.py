"""Chapters 13 and 14.2: refit and supply."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r13_refit import lost_units, rebuild_places, weak_units
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
    targets,
    to_evening,
    verbs,
    whom,
)


def refused(pos: BattleaxePosition, *action: object) -> str | None:
    """The rule an action is refused with."""
    with pytest.raises(IllegalAction) as error:
        pos.play(tuple(action))
    return error.value.rule


def refit(units: dict[str, str], side: str = "allied", **fields: object) -> BattleaxePosition:
    """A side's refit."""
    pos = scene(units, **fields)  # type: ignore[arg-type]
    to_evening(pos, "refit.begin")
    while pos.side != side:
        pos.play(("done",))
    return pos


def test_r13_units_recover_in_the_evening() -> None:
    pos = refit({"A": "7RTR~"})
    pos.play(("restore", UNIT["7RTR"], "points"))
    assert reduced(pos, "7RTR") == [False]


def test_r13_1_the_allies_refit_first() -> None:
    pos = scene({"A": "7RTR~", "I": "15Bde~"})
    to_evening(pos, "refit.begin")
    assert pos.side == "allied"
    pos.play(("done",))
    assert pos.side == "axis"


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_r13_2_one_point_each(side: str) -> None:
    pos = refit({"A": "7RTR~", "I": "15Bde~"}, side)
    assert pos.stack[-1][2][0] == 1


def test_r13_3_a_point_is_spent_one_way_or_the_other() -> None:
    pos = refit({"A": "7RTR~ 2RTR~"})
    pos.play(("rebuild", UNIT["6RTR"]))
    pos.play(("place", UNIT["6RTR"], PLACE["B"]))
    assert "restore" not in verbs(pos)


def test_r13_3_1_only_units_in_supply() -> None:
    pos = refit({"A": "7RTR~", "19": "2RTR~"})
    assert weak_units(pos, ALLIED) == 1 << UNIT["7RTR"]
    assert refused(pos, "restore", UNIT["2RTR"], "points") == "13.3.1"


def test_r13_3_2_a_point_makes_two_units_whole() -> None:
    pos = refit({"A": "7RTR~ 2RTR~ 6RTR~"}, advantage=AXIS)
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
    pos = scene({"I": "1/8~ 2/8~ 15Bde~", "A": "11H"})
    to_evening(pos, "refit.recover")
    assert whom(pos, "recover") == {"1/8", "2/8"}
    pos.play(("recover", UNIT["2/8"]))
    assert reduced(pos, "1/8", "2/8") == [True, False]
    assert "recover" not in verbs(pos)


def test_r13_4_points_are_not_saved() -> None:
    pos = refit({"A": "7RTR~ 2RTR~"})
    pos.play(("done",))
    to_evening(pos, "refit.begin")
    assert pos.stack[-1][2][:2] == (1, 0)


def test_r13_left_out_counters_are_not_rebuilt() -> None:
    pos = scene({"A": "7RTR"})
    assert not lost_units(pos, ALLIED) >> UNIT["4RTR"] & 1


# Supply


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
    pos = scene({"19": "7RTR 65AT~"})
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
    assert pos.stack[-1][0] == "assault.go"


def test_r14_2_2_a_unit_still_cut_off_keeps_the_penalty() -> None:
    pos = scene({"19": "7RTR", "10": "11H"}, cut=1 << UNIT["7RTR"])
    assault(pos, "10")
    go(pos, "11H", "11")
    assert pos.cut == 1 << UNIT["7RTR"]


def test_r14_2_3_who_can_trace_supply_again_does_not_roll() -> None:
    pos = scene({"2": "7RTR~", "A": "11H", "19": "2RTR"}, axis="1", advantage=AXIS)
    to_evening(pos)
    assert (holder(pos, "1"), pos.cut) == ("allied", 1 << UNIT["2RTR"])  # 14.2.4 R26
    cut = scene({"2": "7RTR~", "A": "11H"}, allied="1", cut=1 << UNIT["7RTR"], advantage=AXIS)
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
    pos = scene({"19": "7RTR~" if weak else "7RTR", "A": "11H"}, advantage=owner)
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
