"""Chapter 8: the kinds of impulse."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.rules.r08_impulses import consolidation_barred, regroup_barred
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    assault,
    at,
    go,
    reduced,
    refused,
    regroup,
    scene,
    targets,
    verbs,
    whom,
)


def test_r8_one_impulse_each_by_turns() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=AXIS)
    sides = []
    for _ in range(4):
        sides.append(pos.side)
        pos.play(("pass",))
    assert sides == ["allied", "axis", "allied", "axis"]


def test_r8_1_assault_regroup_consolidation_or_pass() -> None:
    pos = scene({"15": "7RTR* 2RTR", "A": "1/11"}, allied="1 2 6 16", advantage=AXIS)
    assert verbs(pos) == {"assault", "regroup", "consolidate", "pass"}


def test_r8_1_1_an_assault_starts_in_a_place_with_units_that_can_act() -> None:
    pos = scene({"15": "7RTR", "14": "22Gds", "22": "Bardia_2", "23": "1/8"}, "axis")
    assert targets(pos, "assault") == {"23"}
    assert refused(pos, "assault", PLACE["22"]) == "8.1.1"
    other = scene({"15": "7RTR", "14": "22Gds"})
    assert targets(other, "assault") == {"14", "15"}


def test_r8_1_2_a_regroup_leaves_no_time_for_a_consolidation() -> None:
    pos = scene({"15": "7RTR* 2RTR", "22": "1/8"}, allied="14 16", advantage=AXIS)
    pos.play(("regroup",))
    pos.play(("done",))
    assert pos.side == "axis"


@pytest.mark.parametrize(
    ("start", "place", "rule"),
    [
        ("15", "14", None),
        ("15", "18", "8.1.2a"),  # enemy-controlled
        ("15", "9", "8.1.2a"),  # contested, though Allied-controlled
        ("15", "16", "9.3.1"),  # full
        ("15", "23", "8.1.2a"),  # two places away
        ("3", "2", "9.3.2"),  # the escarpment
        ("6", "17", "8.1.2a"),  # mines, while the Axis hold Halfaya
        ("6", "5", None),
    ],
)
def test_r8_1_2a_each_bar_on_regrouping(start: str, place: str, rule: str | None) -> None:
    units = {"15": "7RTR", "9": "2RTR 1/8", "16": "1/11 2/11 3/11 SQ-A", "3": "CIH", "6": "11H 1/104", "17": "2/RB"}
    pos = scene(units, allied="14 9 2 5")
    assert regroup_barred(pos, PLACE[start], PLACE[place]) == rule
    pos.play(("regroup",))
    name = {"15": "7RTR", "3": "CIH", "6": "11H"}[start]
    pos.play(("pick", UNIT[name]))
    assert (place in targets(pos)) is (rule is None)
    if rule:
        assert refused(pos, "go", PLACE[place]) == rule


def test_r8_1_2a_halfaya_in_allied_hands_opens_the_road_to_musaid() -> None:
    pos = scene({"6": "11H 1/104"}, allied="6 17 5")
    assert regroup_barred(pos, PLACE["6"], PLACE["17"]) is None
    pos.play(("regroup",))
    pos.play(("pick", UNIT["11H"]))
    assert targets(pos) == {"5", "17"}


def test_r8_1_2a_every_unit_moves_one_place_and_to_different_ones() -> None:
    pos = scene({"15": "7RTR 2RTR", "14": "6RTR 1/11", "22": "1/8"}, allied="16 17", advantage=AXIS)
    pos.play(("regroup",))
    for unit, place in (("7RTR", "16"), ("2RTR", "17"), ("6RTR", "15")):
        regroup(pos, unit, place)
    assert [at(pos, unit) for unit in ("7RTR", "2RTR", "6RTR")] == ["16", "17", "15"]
    assert whom(pos, "pick") == {"1/11"}


def test_r8_1_2a_units_without_a_movement_factor_stay() -> None:
    pos = scene({"6": "1/104 1/33A deFR", "A": "11H"}, "axis")
    pos.play(("regroup",))
    assert whom(pos, "pick") == {"1/104"}
    assert refused(pos, "pick", UNIT["1/33A"]) == "8.1.2a"


def test_r8_1_2a_a_whole_stack_regroups_together() -> None:
    pos = scene({"15": "7RTR 2RTR 6RTR", "22": "1/8"}, allied="16 17")
    pos.play(("regroup",))
    pos.play(("pick", UNIT["7RTR"]))
    pos.play(("all",))
    pos.play(("go", PLACE["16"]))
    assert {at(pos, unit) for unit in ("7RTR", "2RTR", "6RTR")} == {"16"}


@pytest.mark.parametrize(
    ("gains", "gives", "rule"),
    [
        ("7RTR", "2RTR", None),
        ("2RTR", "7RTR", "8.1.2b"),  # 2RTR is whole
        ("7RTR", "22Gds", "8.1.2b"),  # another type
        ("7RTR", "6RTR", "8.1.2b"),  # another place
        ("65AT", "12AT", "8.1.2b"),  # guns
        ("11H", "22Gds", "8.1.2b"),  # an armoured car
        ("1/11", "2/11", "14.2"),  # cut off
    ],
)
def test_r8_1_2b_who_may_consolidate(gains: str, gives: str, rule: str | None) -> None:
    units = {"C": "7RTR* 2RTR 22Gds 65AT* 12AT 11H*", "D": "6RTR", "19": "1/11* 2/11"}
    pos = scene(units)
    assert consolidation_barred(pos, UNIT[gains], UNIT[gives]) == rule
    assert (("consolidate", UNIT[gains], UNIT[gives]) in pos.actions()) is (rule is None)
    if rule:
        assert refused(pos, "consolidate", UNIT[gains], UNIT[gives]) == rule


def test_r8_1_2b_germans_and_italians_do_not_mix() -> None:
    pos = scene({"18": "1/104* 15MC(-) 1/62", "A": "11H"}, "axis")
    assert consolidation_barred(pos, UNIT["1/104"], UNIT["1/62"]) == "8.1.2b"
    assert consolidation_barred(pos, UNIT["1/104"], UNIT["15MC(-)"]) is None


def test_r8_1_2b_a_whole_unit_pays_by_flipping_and_a_reduced_one_with_its_life() -> None:
    pos = scene({"C": "7RTR* 2RTR 6RTR*"})
    whole, weak = pos.copy(), pos.copy()
    whole.play(("consolidate", UNIT["7RTR"], UNIT["2RTR"]))
    assert reduced(whole, "7RTR", "2RTR") == [False, True]
    weak.play(("consolidate", UNIT["7RTR"], UNIT["6RTR"]))
    assert reduced(weak, "7RTR") == [False]
    assert at(weak, "6RTR") is None


def test_r8_1_3_a_pass_changes_nothing() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=AXIS)
    before = list(pos.where)
    pos.play(("pass",))
    assert pos.where == before
    assert pos.side == "axis"


def test_r9_1_1_units_of_other_areas_do_not_act() -> None:
    pos = scene({"15": "7RTR 2RTR", "14": "22Gds"})
    assault(pos, "15")
    assert whom(pos, "pick") == {"7RTR", "2RTR"}
    assert refused(pos, "pick", UNIT["22Gds"]) == "9.1.1"
    go(pos, "7RTR", "18")
    assert whom(pos, "pick") == {"2RTR"}


def test_r8_2_an_illegal_move_is_refused_and_changes_nothing() -> None:
    pos = scene({"3": "7RTR", "6": "1/104"})
    assault(pos, "3")
    pos.play(("pick", UNIT["7RTR"]))
    before = GAME.dump(pos)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("go", PLACE["2"]))
    assert refused.value.rule == "9.3.2"
    assert GAME.dump(pos) == before
