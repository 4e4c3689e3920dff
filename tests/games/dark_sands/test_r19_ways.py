"""The way a unit pays for is the way it goes: over land, on an extended move, and astray."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sandtable
from sandtable.engine.maps import lowest, mask_of
from sandtable.engine.view import OrderView
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r19_extended import stray_paths, travel, ways_to
from sandtable.games.dark_sands.rules.r19_movement import path_of
from sandtable.games.dark_sands.rules.r19_ways import (
    Stride,
    Trail,
    Way,
    _finished,
    _longer,
    _worse,
    between,
    by_rail,
    on_rails,
    thoroughfares,
)
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    go,
    move,
    offered,
    play,
    roll,
    scene,
)


def shown_actions(pos: DarkSandsPosition) -> list[OrderView]:
    """The actions as the view has them."""
    return [box().game.orders.show(pos, action) for action in pos.actions()]


def ids(path: list[int] | tuple[int, ...]) -> list[str]:
    return [box().map.ids[place] for place in path]


@pytest.mark.parametrize(
    ("start", "end", "town"),
    [
        ("2140", "2241", "Sollum"),
        ("2240", "2241", "Bardia"),
        ("1370", "1471", "El Alamein"),
        ("1777", "1776", "Alexandria"),
        ("2805", "2804", "Benghazi"),
    ],
)
def test_r2_1_5_a_unit_that_goes_round_by_a_town_takes_it(start: str, end: str, town: str) -> None:
    place = box().place_called(town)
    side = ALLIED if town in ("Sollum", "Bardia", "Benghazi") else AXIS
    unit = "A01" if side == ALLIED else "X15"
    pos = scene({start: unit})
    pos.axis_holds = pos.axis_holds | 1 << place if side == ALLIED else pos.axis_holds & ~(1 << place)
    play(move(pos, side), ("unit", UNIT[unit]))
    shown = next(a for a in shown_actions(pos) if a["place"] == end)
    assert shown["path"] == [start, box().map.ids[place], end], "the cheaper way leads through the town"
    go(pos, end)
    assert controls(pos, side, place)


def test_r11_0_a_lone_headquarters_on_the_way_round_a_zone_falls_back() -> None:
    pos = scene({"1332": "A01", "1333": "X22", "1432": "X14", "1322": "X23"})
    play(move(pos, ALLIED), ("unit", UNIT["A01"]))
    go(pos, "1433")
    assert at(pos, "A01") == "1433"
    assert at(pos, "X14") != "1432"


def test_r19_1_2_the_path_shown_leaves_a_zone_before_it_enters_another() -> None:
    pos = scene({"1330": "A01", "1331": "X22"})
    path = path_of(pos, ALLIED, bits("A01"), HEX["1431"], 16)
    assert len(path) == 3
    assert not pos.zones[AXIS] >> path[1] & 1


def test_r19_1_5_no_path_of_armour_leads_straight_over_a_cliff() -> None:
    pos = play(move(scene({"2432": "A01"}), ALLIED), ("unit", UNIT["A01"]))
    costs = {action[1]: action[2] for action in pos.actions() if action[0] == "go"}
    if HEX["2531"] in costs:
        assert len(path_of(pos, ALLIED, bits("A01"), HEX["2531"], 16)) > 2
    for place, cost in costs.items():
        path = path_of(pos, ALLIED, bits("A01"), place, 16)
        steps = [dict(box().costs[0][1][a])[b] for a, b in pairwise(path)]
        assert sum(steps) == cost, "every step is open to it and paid for"


def test_r19_1_3_one_hex_may_be_entered_whatever_it_costs() -> None:
    start, rough = HEX["1503"], HEX["1504"]
    pos = play(move(scene({"1503": "X22"}), AXIS, "half-move"), ("unit", UNIT["X22"]))
    assert dict(box().costs[0][0][start])[rough] > 4
    assert ids(path_of(pos, AXIS, bits("X22"), rough, 4)) == ["1503", "1504"]
    go(pos, "1504")
    assert at(pos, "X22") == "1504"


def test_r2_1_5_the_log_has_control_after_the_march() -> None:
    pos = scene({"2042": "A01"})
    pos.axis_holds |= 1 << box().sollum
    go(play(move(pos, ALLIED), ("unit", UNIT["A01"])), "2140")
    kinds = [event.kind for event in pos.events()]
    assert kinds.index("moves") < kinds.index("control")


# Extended moves


def test_r19_2_2_rails_spare_the_check_at_the_seam_eastward_too() -> None:
    pos = scene({"2830": "A05"})
    pos.railhead = len(box().rail) - 1
    (way,) = ways_to(pos, ALLIED, bits("A05"), HEX["1376"])
    assert way.checks == 1
    assert set(way.path[:40]) <= set(box().rail)
    play(move(pos, ALLIED), ("unit", UNIT["A05"]), ("extend",), ("far", HEX["1376"]))
    assert at(pos, "A05") == "1376", "no check at the seam, one at the end"
    assert pos.side == "chance"


def test_r19_1_8_all_by_rail_is_the_only_way_worth_offering() -> None:
    pos = scene({"2830": "A05"})
    pos.railhead = len(box().rail) - 1
    (only,) = ways_to(pos, ALLIED, bits("A05"), HEX["1877"])
    assert only.checks == 0
    assert list(only.path) == list(box().rail[::-1])


def test_r19_1_7_the_owner_chooses_the_way() -> None:
    pos = play(move(scene({"2149": "A05"}), ALLIED), ("unit", UNIT["A05"]), ("extend",), ("far", HEX["1667"]))
    assert offered(pos, "way") == [0, 1]
    shown = shown_actions(pos)
    assert [a["path"][0] for a in shown] == ["2149", "2149"]
    assert ["1956" in a["path"] for a in shown] == [True, False]
    assert shown[0]["text"] == "By 1956, two dice"
    play(pos, ("way", 1))
    assert at(pos, "A05") == "1756", "the seam by the railway line to come"


def test_r19_1_7_a_way_that_takes_more_and_one_that_risks_less_are_both_offered() -> None:
    pos = scene({"2830": "A05"})
    pos.railhead = len(box().rail) - 1
    pos.axis_holds |= 1 << box().bardia
    kinds = {(way.checks, way.taken) for way in ways_to(pos, ALLIED, bits("A05"), HEX["1877"])}
    assert (0, 0) in kinds
    assert any(taken >> box().bardia & 1 and checks for checks, taken in kinds)


def test_r19_1_7_only_one_check_where_the_last_hex_is_the_first_of_a_section() -> None:
    pos = scene({"2149": "A05"})
    assert {way.checks for way in ways_to(pos, ALLIED, bits("A05"), HEX["1956"])} == {1}
    assert {way.checks for way in ways_to(pos, ALLIED, bits("A05"), HEX["1857"])} == {2}


def test_r19_1_7_the_bypass_does_not_hide_the_way_through_tobruk() -> None:
    """The short way by 2730 cannot go on, since no hex is entered twice; the bypass comes from the other side."""
    pos = scene({"2431": "X31"})
    pos.bypass = BUILT
    pos.axis_holds = box().kept & ~(1 << box().tobruk)
    (way,) = [way for way in ways_to(pos, AXIS, bits("X31"), HEX["2731"]) if way.taken >> box().tobruk & 1]
    by_the_bypass = ["2629", "2728", "2828", "2829", "2830", "2730", "2731"]
    assert [box().map.ids[place] for place in way.path[-7:]] == by_the_bypass


# Astray


def strayed(pos: DarkSandsPosition, unit: str, die: int) -> DarkSandsPosition:
    return ask(pos, "move.stray", box().units[UNIT[unit]].side, UNIT[unit], die)


def test_r2_1_5_a_unit_that_goes_astray_takes_what_it_passes() -> None:
    pos = strayed(scene({"1956": "X31"}), "X31", 5)
    assert HEX["1760"] in offered(pos, "stray")
    play(pos, ("stray", HEX["1760"]))
    assert controls(pos, AXIS, box().matruh)
    assert pos.report(None)[0]["text"] == "155/90 Lt ends its move at 1760."


def test_r11_0_a_headquarters_never_goes_astray_onto_another() -> None:
    pos = scene({"1956": "A38"})
    goals = sorted(stray_paths(pos, UNIT["A38"], 5))
    for number, place in enumerate(goals):
        pos = scene({"1956": "A38"})
        pos.put(UNIT["A39"], place)
        assert place not in stray_paths(pos, UNIT["A38"], 5), number
        assert sandtable.load("dark-sands").faults(strayed(pos, "A38", 5)) == []
    pos = scene({"1956": "A05"})
    pos.put(UNIT["A38"], goals[0])
    assert goals[0] in stray_paths(pos, UNIT["A05"], 5), "another unit may end with a headquarters"


def test_r19_2_2_it_goes_less_far_where_the_road_ends_or_the_enemy_stands() -> None:
    free = stray_paths(scene({"1956": "A05"}), UNIT["A05"], 5)
    assert {len(path) for path in free.values()} == {6}
    barred = stray_paths(scene({"1956": "A05", "1759": "X31", "1757": "X34"}), UNIT["A05"], 5)
    assert max(len(path) for path in barred.values()) < 6
    stop = stray_paths(scene({"1956": "A05", "1759": "G05"}), UNIT["A05"], 5)
    assert HEX["1760"] not in stop


def test_r19_2_2_the_log_says_where_the_unit_failed_and_with_what() -> None:
    pos = play(
        move(scene({"2149": "A24"}), ALLIED), ("unit", UNIT["A24"]), ("extend",), ("far", HEX["1667"]), ("way", 0)
    )
    roll(pos, 4)
    lines = [line["text"] for line in pos.report(None)]
    assert lines[-1] == "1 Tank Bde is disrupted at 1956: the die shows 4, plus 1 makes 5, and 5 or more disrupts."
    assert [roll["said"] for line in pos.report(None) for roll in line.get("dice", ())] == ["disrupted"]


@pytest.mark.parametrize(
    ("checks", "seams", "taken", "worse"),
    [
        (1, (1,), 0b01, False),  # alike
        (0, (1,), 0b01, True),  # fewer dice for as much
        (0, (2,), 0b11, True),  # fewer dice for more
        (0, (1,), 0b10, False),  # fewer dice, but for something else
        (0, (1,), 0b00, False),  # fewer dice, but for less
        (1, (1,), 0b11, True),  # more for as many dice by the same seams
        (1, (2,), 0b11, False),  # more for as many dice, but by another seam
        (1, (2,), 0b01, False),  # as much by another seam
        (2, (1,), 0b11, False),  # more, but at more dice
    ],
)
def test_r19_1_7_which_way_makes_another_pointless(
    checks: int, seams: tuple[int, ...], taken: int, worse: bool
) -> None:
    assert _worse(Way(1, (5, 6), (1,), 0b01), Way(checks, (5, 7, 6), seams, taken)) == worse


RAILS = (HEX["1877"], next(iter(box().rail[1:])))
"""Alexandria and the next hex of its line."""
LINE = (1 << RAILS[0]) | (1 << RAILS[1])


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("active", [0, LINE])
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("whole", [False, True])
def test_r19_2_2_what_one_hex_more_does_to_a_way(over: bool, active: int, kept: bool, whole: bool) -> None:
    """By rail or not, over a seam or not, after a leg that kept to the rails or not."""
    here, there = RAILS
    before = Trail((3, here), 1 << 3 | 1 << here, (9,), 1 << 3, 1, kept, whole, True)
    rail = on_rails(box(), active, here, there)
    assert rail == bool(active)
    stride = Stride(there, 1 << there, over, rail)
    assert _longer(before, stride, 1 << there) == Trail(
        (3, here, there),
        1 << 3 | LINE,
        (9, there) if over else (9,),
        1 << 3 | 1 << there,
        2 if over and not (kept and rail) else 1,
        over or (kept and rail),
        whole and rail,
        over and not (kept and rail),
    )
    assert _longer(before, stride, 0).taken == 1 << 3


@pytest.mark.parametrize(
    ("whole", "charged", "checks"), [(True, False, 2), (False, False, 3), (False, True, 2), (True, True, 2)]
)
def test_r19_1_7_the_end_of_a_way_costs_a_die_unless_it_was_by_rail_or_has_cost_one(
    whole: bool, charged: bool, checks: int
) -> None:
    assert _finished(Trail((1, 2), 0b110, (2,), 4, 2, True, whole, charged)) == Way(checks, (1, 2), (2,), 4)


def test_r19_1_8_a_path_keeps_to_the_rails_if_each_of_its_hexes_is_active_and_joined() -> None:
    line = box().rail[:4]
    active = sum(1 << place for place in line)
    assert by_rail(box(), active, line)
    assert by_rail(box(), active, line[::-1])
    for missing in line:
        assert not by_rail(box(), active & ~(1 << missing), line)
    assert not by_rail(box(), active, (line[0], line[2])), "not joined"


def test_r2_1_5_every_hex_of_an_extended_move_is_taken_from_the_first() -> None:
    towns = (box().sollum, box().bardia, box().tobruk)
    pos = scene({"1330": "A05"})
    pos.axis_holds = sum(1 << place for place in (*towns, HEX["1330"], box().matruh))
    travel(pos, ALLIED, UNIT["A05"], (HEX["1330"], *towns))
    assert pos.axis_holds == 1 << HEX["1330"] | 1 << box().matruh, "neither its start nor what it did not pass"
    assert at(pos, "A05") == "2830"


@pytest.mark.parametrize(
    ("allowed", "passed"),
    [
        ([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 7]),  # 4-5-6 leads nowhere
        ([1, 3, 4, 5, 6], [0, 1, 3, 7]),
        ([1, 2, 4, 5, 6], [0, 1, 2, 7]),
    ],
)
def test_r19_1_7_a_way_does_not_enter_a_dead_end(allowed: list[int], passed: list[int]) -> None:
    """0-1, then by 2 or by 3 to 7; a track 4-5-6 branches off at 2."""
    joined = [0] * 8
    for a, b in [(0, 1), (1, 2), (1, 3), (2, 7), (3, 7), (2, 4), (4, 5), (5, 6)]:
        joined[a] |= 1 << b
        joined[b] |= 1 << a
    assert thoroughfares(joined, mask_of(allowed), 0, 7) == mask_of(passed)


@pytest.mark.parametrize(
    ("start", "goal", "sections"), [(0, 0, [0]), (0, 1, [0, 1]), (2, 1, [1, 2]), (0, 2, [0, 1, 2])]
)
def test_r19_1_7_a_way_stays_in_the_sections_from_start_to_goal(start: int, goal: int, sections: list[int]) -> None:
    first, last = (lowest(box().in_section[section]) for section in (start, goal))
    assert between(box(), first, last) == sum(box().in_section[section] for section in sections)
