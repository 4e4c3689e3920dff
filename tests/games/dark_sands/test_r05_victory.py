"""5.0 How the game is won."""

from __future__ import annotations

import pytest

from sandtable.engine.maps import mask_of
from sandtable.games.dark_sands.position import GONE, REBUILD
from sandtable.games.dark_sands.rules.r05_victory import (
    automatic_victory,
    compass_points,
    score_last_turn,
    score_turn,
    verdict,
)
from tests.games.dark_sands.scene import ALLIED, AXIS, UNIT, ask, box, scene


def hold(turn: int, placed: dict[str, str]) -> bool | int | None:
    return automatic_victory(scene(placed, turn=turn))


def test_r5_1_1_both_ends_of_the_desert_in_supply_win_at_once() -> None:
    assert hold(3, {"1600": "A05", "1877": "A06"}) == ALLIED


def test_r5_1_1_not_before_turn_three() -> None:
    assert hold(2, {"1600": "A05", "1877": "A06"}) is None


def test_r5_1_1_not_without_a_line_of_supply() -> None:
    assert hold(3, {"1600": "A05", "1877": "A06", "2005": "X31", "1805": "X34", "1606": "X38"}) is None


def test_r5_1_2_more_points_win_the_campaign() -> None:
    pos = scene(turn=17)
    pos.allied_vp, pos.axis_vp = 3, 4
    pos.finish(*verdict(pos))
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.score) == ("axis", {"allied": 3, "axis": 4})


def test_r5_1_2_equal_points_are_a_draw() -> None:
    pos = scene(turn=17)
    pos.finish(*verdict(pos))
    assert pos.outcome is not None
    assert pos.outcome.winner is None


def points(placed: dict[str, str] | None = None) -> tuple[int, int]:
    pos = scene(placed, turn=12)
    for place, (side, where) in {"2904": (0, "benghazi"), "1859": (1, "matruh"), "1470": (1, "alamein")}.items():
        if place in (placed or {}):
            bit = 1 << getattr(box(), where)
            pos.axis_holds = pos.axis_holds | bit if side else pos.axis_holds & ~bit
    score_turn(pos)
    return pos.allied_vp, pos.axis_vp


def test_r5_2_1_benghazi_scores_for_the_allies() -> None:
    assert points({"2904": "A05"}) == (1, 0)
    assert points() == (0, 0)


def test_r5_2_1_matruh_and_alamein_score_only_with_tobruk() -> None:
    assert points({"1859": "X31", "1470": "X34"}) == (0, 0)
    assert points({"2830": "X38", "1859": "X31"}) == (0, 1)
    assert points({"2830": "X38", "1859": "X31", "1470": "X34"}) == (0, 2)


def test_r5_2_2_three_points_are_shared_on_the_last_turn() -> None:
    pos = scene({"2830": "X31", "2141": "A05"}, turn=17)
    score_last_turn(pos)
    assert (pos.allied_vp, pos.axis_vp) == (2, 1)


def test_r5_3_compass_counts_divisions_and_ports() -> None:
    pos = scene({"2830": "A05"}, turn=2, scenario="compass")
    for name in ("X05", "X06", "X07", "X08", "X09"):
        pos.where[UNIT[name]] = REBUILD
    assert compass_points(pos) == 7
    assert verdict(pos)[:2] == (ALLIED, "marginal victory")
    pos.where[UNIT["X10"]] = REBUILD
    assert verdict(pos)[:2] == (ALLIED, "historical victory")
    pos.axis_holds &= ~(1 << box().benghazi)
    assert verdict(pos)[1:3] == ("historical victory", 10)
    pos.where[UNIT["X11"]] = GONE
    pos.where[UNIT["X03"]] = GONE  # a brigade is no division
    assert verdict(pos)[1:3] == ("historical victory", 11)
    pos.where[UNIT["X12"]] = REBUILD
    assert verdict(pos)[1:3] == ("decisive victory", 12)


SIEGE = {
    "2829": "X22",
    "2728": "X23",
    "2629": "X24",
    "2630": "X12",
    "2631": "X11",
    "2731": "X31",
    "2831": "X34",
}


@pytest.mark.parametrize(
    ("scenario", "placed", "winner"),
    [
        ("sunflower", {"2830": "X31"}, "axis"),
        ("sunflower", {"2904": "A05"}, "allied"),
        ("sunflower", {}, None),
        ("crusader", {"2830": "A05", "2340": "A06"}, "allied"),
        ("crusader", {"2830": "A05"}, "axis"),
        ("gazala", {"2830": "X31"}, "axis"),
        ("gazala", {"2830": "A05", "2923": "A06"}, "allied"),
        ("gazala", {"2830": "A05"}, None),
    ],
)
def test_r5_3_each_scenario_has_its_own_winner(scenario: str, placed: dict[str, str], winner: str | None) -> None:
    pos = scene(placed, turn=9, scenario=scenario)
    if "2904" in placed:
        pos.axis_holds &= ~(1 << box().benghazi)
    if scenario == "crusader" and "2340" not in placed:
        pos.axis_holds |= 1 << box().bardia | 1 << box().sollum
    pos.finish(*verdict(pos))
    assert pos.outcome is not None
    assert pos.outcome.winner == winner


@pytest.mark.parametrize(
    ("placed", "kind"),
    [
        ({"2830": "A05"}, "Bardia and Sollum held"),
        ({"2830": "A05", **SIEGE}, "Tobruk not relieved"),
        ({"2830": "X31"}, "Tobruk taken"),
    ],
)
def test_r5_3_crusader_says_why_the_axis_won(placed: dict[str, str], kind: str) -> None:
    pos = scene(placed, turn=9, scenario="crusader")
    pos.axis_holds |= 1 << box().bardia | 1 << box().sollum
    pos.finish(*verdict(pos))
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.kind) == ("axis", kind)


def test_r5_3_a_scenario_ends_after_its_last_turn() -> None:
    pos = scene({"1859": "A05"}, turn=2, scenario="compass")
    ask(pos, "end.victory", ALLIED)
    assert pos.outcome is not None


def test_r5_2_points_are_for_the_campaign_alone() -> None:
    def scored(scenario: str) -> tuple[int, list[str]]:
        pos = scene({"2904": "A05"}, turn=8, scenario=scenario)
        pos.axis_holds &= ~(1 << box().benghazi)
        ask(pos, "end.victory", ALLIED)
        return pos.allied_vp, [line["text"] for line in pos.report(None)]

    assert scored("campaign") == (1, ["Victory points: 1 Allied, 0 Axis; 1 to 0 in all."])
    assert scored("crusader") == (0, [])


def test_r5_2_1_a_turn_without_points_has_no_line() -> None:
    pos = scene(turn=8)
    score_turn(pos)
    assert pos.events() == []


@pytest.mark.parametrize(
    ("scenario", "axis", "expected"),
    [
        ("sunflower", "Benghazi Tobruk", (AXIS, "Cyrenaica retaken", 1, 2)),
        ("sunflower", "Benghazi Sollum", (AXIS, "Cyrenaica retaken", 1, 2)),
        ("sunflower", "Benghazi Tobruk Sollum", (AXIS, "Cyrenaica retaken", 0, 3)),
        ("sunflower", "Tobruk Sollum", (ALLIED, "Benghazi held", 1, 2)),
        ("sunflower", "", (ALLIED, "Benghazi held", 3, 0)),
        ("sunflower", "Benghazi", (None, "draw", 2, 1)),
        ("crusader", "Benghazi", (ALLIED, "Tobruk relieved", 3, 1)),
        ("crusader", "Benghazi Bardia", (ALLIED, "Tobruk relieved", 3, 1)),
        ("crusader", "Benghazi Sollum", (ALLIED, "Tobruk relieved", 3, 1)),
        ("crusader", "", (ALLIED, "decisive: Benghazi taken", 4, 0)),
        ("crusader", "Benghazi Bardia Sollum", (AXIS, "Bardia and Sollum held", 2, 2)),
        ("crusader", "Bardia Sollum", (AXIS, "Bardia and Sollum held", 3, 1)),
        ("crusader", "Benghazi Tobruk", (AXIS, "Tobruk taken", 1, 3)),
        ("gazala", "Tobruk", (AXIS, "Tobruk taken", 1, 3)),
        ("gazala", "Tobruk|Mersa Matruh", (AXIS, "decisive: Mersa Matruh taken", 0, 4)),
        ("gazala", "Mersa Matruh|", (None, "Tobruk held, Gazala lost", 2, 2)),
        ("gazala", "", (None, "Tobruk held, Gazala lost", 3, 1)),
    ],
)
def test_r5_3_winner_and_points_of_each_scenario(
    scenario: str, axis: str, expected: tuple[int | None, str, int, int]
) -> None:
    pos = scene(turn=9, scenario=scenario)
    names = [name for name in (axis.split("|") if "|" in axis else axis.split()) if name]
    pos.axis_holds = mask_of(box().place_called(name) for name in names)
    assert verdict(pos) == expected


def test_r5_3_gazala_is_won_by_standing_there() -> None:
    pos = scene({"2923": "A05"}, turn=13, scenario="gazala")
    pos.axis_holds = 0
    assert verdict(pos) == (ALLIED, "the Gazala line held", 4, 0)


@pytest.mark.parametrize(("allied", "axis", "winner"), [(3, 4, AXIS), (4, 3, ALLIED), (3, 3, None), (1, 0, ALLIED)])
def test_r5_1_2_one_point_more_is_enough(allied: int, axis: int, winner: int | None) -> None:
    pos = scene(turn=17)
    pos.allied_vp, pos.axis_vp = allied, axis
    assert verdict(pos) == (winner, "victory points", allied, axis)


def test_r5_3_el_agheila_is_worth_three_points_in_compass_and_the_ports_two() -> None:
    pos = scene(turn=2, scenario="compass")
    pos.axis_holds = mask_of((box().agheila, box().tobruk, box().benghazi))
    assert verdict(pos)[2:] == (0, 12)
    for place, points in ((box().tobruk, 2), (box().benghazi, 4), (box().agheila, 7)):
        pos.axis_holds &= ~(1 << place)
        assert verdict(pos)[2:] == (points, 12 - points)


def test_r5_1_1_the_axis_wins_at_once_too() -> None:
    pos = scene({"1600": "X31", "1877": "X34"}, turn=9)
    pos.axis_holds |= 1 << box().alexandria
    assert automatic_victory(pos) == AXIS
    pos.axis_holds &= ~(1 << box().agheila)
    pos.lift(UNIT["X31"], REBUILD)
    assert automatic_victory(pos) is None


@pytest.mark.parametrize("scenario", ["sunflower", "crusader", "gazala"])
def test_r23_2_both_ends_of_the_desert_end_a_scenario_too(scenario: str) -> None:
    pos = scene({"1600": "A05", "1877": "A06"}, turn=9, scenario=scenario)
    ask(pos, "end.victory", ALLIED)
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.kind) == ("allied", "automatic")


def test_r5_3_compass_leaves_the_axis_nothing_when_it_is_decisive() -> None:
    pos = scene({"2830": "A05", "2904": "A06", "1600": "A07"}, turn=2, scenario="compass")
    pos.axis_holds = 0
    for name in ("X01", "X02", "X04", "X05", "X06"):
        pos.where[UNIT[name]] = REBUILD
    assert (compass_points(pos), verdict(pos)[1:]) == (12, ("decisive victory", 12, 0))
    pos.where[UNIT["X07"]] = REBUILD
    assert verdict(pos)[1:] == ("decisive victory", 13, 0)
    pos.where[UNIT["X01"]] = pos.where[UNIT["X02"]] = -1
    assert verdict(pos)[1:] == ("historical victory", 11, 1)


@pytest.mark.parametrize(
    ("turn", "scored"),
    [(16, (1, 0)), (17, (4, 0))],
)
def test_r5_2_2_the_last_turn_of_the_campaign_scores_the_frontier_too(turn: int, scored: tuple[int, int]) -> None:
    pos = scene({"2904": "A05", "1859": "A06"}, turn=turn)
    pos.axis_holds &= ~(1 << box().benghazi)
    ask(pos, "end.victory", ALLIED)
    assert (pos.allied_vp, pos.axis_vp) == scored
    assert (pos.outcome is not None) == (turn == 17)
