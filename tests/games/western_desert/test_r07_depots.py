"""7.1 Depots: where they stand, when they are lost, how they follow an offensive."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.rules.r07_depots import (
    cut_off,
    depot_barred,
    depot_row,
    depot_shifts,
    through_town,
    zone_of,
)
from sandtable.games.western_desert.rules.r07_organization import new_points
from sandtable.games.western_desert.terms import TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, names, play, refused, roll, scene, step


@pytest.mark.parametrize("action", [("depot",), ("depot", "4110"), ("depot", None)])
def test_r7_11_nonsense_for_a_depot_is_refused(action: Any) -> None:
    assert refused(ask(scene({"5011": "A01"}), "depot.place"), action) == "7.11"


def test_r7_1_the_depot_decides_the_row_of_new_points() -> None:
    near, far = scene(depots=("6508", "1119")), scene(depots=("4710", "1119"))
    assert new_points(near, ALLIED, 4) > new_points(far, ALLIED, 4)


def test_r7_32_each_place_for_the_depot_shows_the_row_it_gives() -> None:
    pos = ask(scene({"2012": "X01"}, {"5011": "A01"}), "depot.place")
    shown = {
        action["place"] or "": action["cost"] for action in pos.see("allied")["actions"] if action["do"][0] == "depot"
    }
    assert len(set(shown.values())) > 1
    for place, row in shown.items():
        there = pos.copy()
        there.play(("depot", HEX[place]))
        assert "ABCDEF"[depot_row(there, ALLIED)] == row
    keep = next(action["text"] for action in pos.see("allied")["actions"] if action["do"][0] == "keep")
    assert keep.endswith(f"(row {'ABCDEF'[depot_row(pos, ALLIED)]})")


@pytest.mark.parametrize(
    ("enemy", "place", "rule"),
    [
        ({"2012": "X01"}, "4110", None),
        ({"2012": "X01"}, "4210", None),
        ({"2012": "X01"}, "5111", "7.12"),  # no road
        ({"4010": "X01"}, "4009", "7.11"),  # next to an enemy
        ({"4409": "X01"}, "4110", "7.11"),  # an enemy stands on the road behind it
        ({"4410": "X01"}, "4210", "7.11"),  # an enemy zone lies on the road behind it
        ({"4608": "X18"}, "4110", "7.11"),
        ({"4510": "L4"}, "4509", "7.11"),  # next to a leader alone
    ],
)
def test_r7_11_a_depot_needs_a_clear_road_home_and_no_enemy_beside_it(enemy: Any, place: Any, rule: Any) -> None:
    pos = scene(enemy, {"5011": "A01"})
    if enemy == {"4608": "X18"}:
        pos.put((UNIT["X18"],), HEX["4609"])
    assert depot_barred(pos, ALLIED, HEX[place]) == rule


def test_r7_11_friends_cover_enemy_zones_and_the_enemy_depot_closes_the_road() -> None:
    pos = scene({"4410": "X01", "4409": "A06", "4310": "A07"})
    assert depot_barred(pos, ALLIED, HEX["4110"]) is None
    pos = scene({"5011": "A06"}, depots=("5310", "4409"))
    assert depot_barred(pos, ALLIED, HEX["4110"]) == "7.11"
    ask(pos, "depot.place")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("depot", HEX["4110"]))
    assert refused.value.rule == "7.11"


@pytest.mark.parametrize(("place", "moved"), [("4910", 0), ("4009", 0), ("2808", 1)])
def test_r7_12_a_depot_that_moves_two_zones_lies_on_its_moved_side(place: Any, moved: Any) -> None:
    pos = scene({"1410": "X01"})
    ask(pos, "depot.place")
    play(pos, ("depot", HEX[place]))
    assert (pos.depot[ALLIED], pos.depot_moved[ALLIED]) == (HEX[place], moved)


def test_r7_13_a_depot_cut_off_at_the_start_is_removed_with_its_points() -> None:
    pos = scene({"4910": "X01", "5011": "A01"}, depots=("4110", "1119"))
    assert cut_off(pos, ALLIED)
    ask(pos, "depot.removal")
    assert (pos.depot[ALLIED], pos.points[ALLIED]) == (-1, 0)
    pos = scene({"5011": "A01"}, depots=("4110", "1119"))
    ask(pos, "depot.removal")
    assert pos.depot[ALLIED] == HEX["4110"]


def test_r7_14_entering_the_depots_hex_captures_it_for_a_die_of_points() -> None:
    pos = scene({"4611": "A01", "2012": "X01"}, depots=("5310", "4609"))
    pos.points = [2, 0]
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A01"]), ("to", HEX["4609"]))
    roll(pos, 5)
    assert (pos.depot[AXIS], pos.points) == (-1, [7, 0])
    assert step(pos) == "move.to"  # the depot did not block: the rest of the move is left


def test_r7_14_a_leader_alone_captures_nothing() -> None:
    pos = scene({"4611": "L1", "5011": "A01"}, depots=("5310", "4609"))
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["L1"]))
    assert ("to", HEX["4609"]) not in pos.actions()


def test_r7_15_a_lost_depot_comes_back_on_its_moved_side_and_none_leaves_by_choice() -> None:
    pos = scene({"5011": "A01"}, depots=("", "1119"))
    ask(pos, "depot.place")
    assert ("keep",) not in pos.actions()
    with pytest.raises(IllegalAction) as refused:
        pos.play(("keep",))
    assert refused.value.rule == "7.15"
    play(pos, ("depot", HEX["5310"]))
    assert pos.depot_moved[ALLIED] == 1


def test_r7_16_the_depot_follows_a_major_offensive_into_the_next_zone() -> None:
    pos = scene({"5011": "A01", "1410": "X01"})
    pos.major = 1
    zones = {zone_of(pos, ALLIED, HEX[name]) for name in names(depot_shifts(pos, ALLIED))}
    assert zones == {0, 1, 2}
    pos.depot_moved[ALLIED] = 1
    assert not depot_shifts(pos, ALLIED)
    pos.depot_moved[ALLIED], pos.major = 0, 0
    assert not depot_shifts(pos, ALLIED)


def test_r7_16_it_moves_once_in_the_exploitation_phase() -> None:
    pos = scene({"5011": "A01", "1410": "X01"})
    pos.major = pos.exploiting = 1
    ask(pos, "move.begin")
    play(pos, ("depot",), ("depot", HEX["4110"]))
    assert pos.depot[ALLIED] == HEX["4110"]
    assert ("depot",) not in pos.actions()


def test_r7_16_looking_and_leaving_it_there_does_not_use_up_its_move() -> None:
    pos = scene({"5011": "A01", "1410": "X01"})
    pos.major = pos.exploiting = 1
    ask(pos, "move.begin")
    play(pos, ("depot",), ("keep",))
    assert pos.depot_moved[ALLIED] == 0
    play(pos, ("depot",), ("depot", HEX["4110"]))
    assert pos.depot[ALLIED] == HEX["4110"]


def test_r7_32_where_the_other_road_is_shut_the_way_home_leads_through_tobruk() -> None:
    """A lone enemy leader shuts a road, though he stops no unit."""
    for leader, through in (("3409", True), ("5310", False)):
        pos = scene({leader: "L1", "5110": "A06"}, active=AXIS, depots=("6508", "3709"))
        pos.control[TOBRUK] = AXIS
        assert bool(through_town(pos, AXIS, TOBRUK) >> HEX["3709"] & 1) == through


def test_r7_13_a_depot_cut_off_and_taken_away_lies_on_no_side() -> None:
    pos = scene({"1318": "A06"}, active=AXIS, depots=("5310", "2012"))
    pos.depot_moved[AXIS] = 1
    ask(pos, "depot.removal", AXIS)
    assert (pos.depot[AXIS], pos.depot_moved[AXIS]) == (-1, 0)
