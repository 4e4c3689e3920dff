"""13 Victory."""

from __future__ import annotations

import pytest

from sandtable.engine.flow import Frame
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r13_victory import decides_on_the_way
from tests.games.bravery.scene import HEX, UNIT, at, draw, give, go, scene, verbs


def won(pos: BraveryPosition) -> tuple[str | None, str] | None:
    """Who won and how."""
    return pos.outcome and pos.outcome[:2]


def test_r13_1_a_decisive_victory_ends_the_game_at_once_but_not_in_extra_turns() -> None:
    for turn, over in ((7, True), (8, False)):
        pos = scene({"0903": "15PZ"}, turn=turn, lost="70D")
        draw(pos, "15PZ")
        go(pos, "0904")
        assert (pos.outcome is not None) == over


def test_r13_1_the_axis_wins_when_both_have_won() -> None:
    pos = scene({"0408": "15PZ-1*", "0308": "4A-1*"}, lost="15PZ-2 15PZ-3 15PZ-4 21PZ 1A 7A 22A 70D-4 4A-2 4A-3")
    pos.turn = 1
    draw(pos, "90LT")
    go(pos, "0604")
    assert won(pos) == ("axis", "decisive: the Commonwealth armour is spent")


def test_r13_1_1_1_tobruk_in_axis_hands_wins_for_the_axis() -> None:
    pos = scene({"0903": "15PZ"}, lost="70D")
    draw(pos, "15PZ")
    go(pos, "0904")
    assert won(pos) == ("axis", "decisive: Tobruk")
    assert [line["text"] for line in pos.report(None)][-1] == "The Axis wins: Tobruk is in Axis hands."
    assert pos.outcome is not None
    assert pos.outcome.score == {"allied": 5, "axis": 9}


def test_r13_1_1_1_to_leave_tobruk_empty_is_asked_about() -> None:
    pos = scene()
    draw(pos, "70D")
    marches = [action for action in pos.see("allied")["actions"] if action["do"][0] == "move"]
    assert marches
    assert all("Tobruk" in action["ask"] for action in marches)
    pos.play(("drop", UNIT["70D-1"]))
    assert not any("ask" in action for action in pos.see("allied")["actions"])


@pytest.mark.parametrize(("left", "over"), [("4A-1 4A-2 4A-3*", True), ("4A-1 4A-2 4A-3", False)])
def test_r13_1_1_2_two_and_a_half_points_of_tanks_or_less_lose_for_the_commonwealth(left: str, over: bool) -> None:
    pos = scene({"0308": left}, lost="1A 7A 22A 70D-4")
    draw(pos, "TRI")
    go(pos, "0704")
    assert won(pos) == (("axis", "decisive: the Commonwealth armour is spent") if over else None)


def at_the_exit(**more: object) -> BraveryPosition:
    """15PZ is one hex from the road to Alexandria."""
    return scene({"0213": "15PZ"}, **more)  # type: ignore[arg-type]


def open_road(pos: BraveryPosition) -> None:
    """Nothing under Commonwealth control lies on the tracks from the exit to Bir el Gubi."""
    for number in ("0111", "0211", "0308", "0412", "0511"):
        give(pos, number, "axis")


def test_r13_1_1_3_germans_at_the_exits_with_an_open_road_win_for_the_axis() -> None:
    pos = at_the_exit()
    open_road(pos)
    draw(pos, "15PZ")
    go(pos, "0214")
    assert won(pos) == ("axis", "decisive: the road to Alexandria")


def test_r13_1_1_3_a_commonwealth_marker_on_the_way_cuts_it_but_units_do_not() -> None:
    cut = at_the_exit()
    draw(cut, "15PZ")
    go(cut, "0214")
    assert won(cut) is None
    units = at_the_exit()
    open_road(units)
    assert units.holds(HEX["0211"], 0)
    draw(units, "15PZ")
    go(units, "0214")
    assert won(units) is not None


def test_r13_1_1_3_strength_three_is_needed_and_the_exits_count_together() -> None:
    """R10"""
    few = at_the_exit(lost="15PZ-3 15PZ-4")
    open_road(few)
    draw(few, "15PZ")
    go(few, "0214")
    assert won(few) is None
    few.where[UNIT["21PZ-1"]] = HEX["0114"]
    few.play(("stop",))
    draw(few, "90LT")
    go(few, "0606")
    assert won(few) == ("axis", "decisive: the road to Alexandria")


@pytest.mark.parametrize(("left", "over"), [("21PZ-1 21PZ-2 21PZ-3*", True), ("21PZ-1 21PZ-2 21PZ-3", False)])
def test_r13_1_2_1_two_and_a_half_points_of_german_tanks_or_less_lose_for_the_axis(left: str, over: bool) -> None:
    pos = scene({"0407": left}, lost="15PZ")
    draw(pos, "2SA")
    go(pos, "0112")
    assert won(pos) == (("allied", "decisive: the German armour is spent") if over else None)


@pytest.mark.parametrize(
    ("placed", "lost", "over"),
    [
        ({"0902": "2NZ"}, "", True),
        ({"0902": "2NZ", "0803": "90LT"}, "", False),  # a German in the corridor
        ({"0902": "2NZ-1 2NZ-2"}, "2NZ-3", False),  # too weak
    ],
)
def test_r13_1_2_2_the_commonwealth_at_the_western_exit_wins_unless_germans_bar_the_corridor(
    placed: dict[str, str], lost: str, over: bool
) -> None:
    pos = scene(placed, lost=lost)
    draw(pos, "2NZ")
    go(pos, "0901")
    assert won(pos) == (("allied", "decisive: the road to Tripoli") if over else None)


def end_of_turn(turn: int, axis: str = "") -> BraveryPosition:
    pos = scene(turn=turn)
    for number in axis.split():
        give(pos, number, "axis")
    pos.cup = (0, 0)
    pos.stack = (Frame("turn", 0, (6,)),)
    pos.settle()
    return pos


def test_r13_2_after_turn_seven_more_points_win() -> None:
    over = end_of_turn(7, "0111")
    assert won(over) == ("axis", "tactical")
    assert [line["text"] for line in over.report(None)][-1] == "The Axis wins: more victory points after the last turn."
    assert won(end_of_turn(6, "0111")) is None


def test_r13_2_a_tie_is_played_on_until_it_breaks() -> None:
    pos = end_of_turn(7)
    assert (won(pos), pos.turn) == (None, 8)
    assert won(end_of_turn(9, "0111")) == ("axis", "tactical")
    assert verbs(pos) >= {"put", "done"}


def test_r13_2_the_victory_overlay_tells_what_each_hex_counts_and_for_whom() -> None:
    pos = scene()
    shown = {tuple(area["places"]): area for area in pos.overlay(None, "victory")["areas"]}
    assert shown[("0904",)]["label"] == "Tobruk: 2 points, Commonwealth; if the Axis takes it, it wins at once"
    assert shown[("0605",)]["label"] == "Sidi Rezegh: 1 point, Axis"
    assert ("0114", "0214", "0314") in shown
    assert len(shown) == 15  # thirteen strategic hexes and the exits
    pos.axis_held |= 1 << HEX["0904"]
    again = {tuple(area["places"]): area for area in pos.overlay(None, "victory")["areas"]}
    assert again[("0904",)]["side"] == "axis"


def test_r13_1_2_2_the_road_to_tripoli_is_won_on_the_enemys_move_too() -> None:
    """The last German leaves the corridor."""
    pos = scene({"0901": "2NZ", "0803": "90LT"})
    draw(pos, "90LT")
    go(pos, "0802")
    assert won(pos) == ("allied", "decisive: the road to Tripoli")


def test_r13_1_2_2_the_last_german_loses_the_game_by_leaving_the_corridor_even_to_come_back_to_it() -> None:
    """R16: 0803 and 0902 are in the corridor, the only way between them at this price is not."""
    pos = scene({"0901": "2NZ", "0803": "90LT"}, lost="BRE")
    draw(pos, "90LT")
    go(pos, "0902")
    assert won(pos) == ("allied", "decisive: the road to Tripoli")
    assert at(pos, "90LT-1") == "0802"
    assert [line["text"] for line in pos.report(None)][-2:] == [
        "90th Light moves to Acroma 0802 for 2 movement points.",
        "The Commonwealth wins: the road to Tripoli is open.",
    ]


def test_r13_1_2_2_with_another_german_in_the_corridor_the_march_goes_on() -> None:
    pos = scene({"0901": "2NZ", "0803": "90LT", "0804": "21PZ"}, lost="BRE")
    draw(pos, "90LT")
    go(pos, "0902")
    assert (won(pos), at(pos, "90LT-1"), pos.came_from[UNIT["90LT-1"]]) == (None, "0902", HEX["0802"])
    assert pos.stack[-1].args[1] == 1  # half a point left of three


def test_r13_1_1_3_an_exit_passed_on_the_way_wins_at_once() -> None:
    """R16: the track from 0114 is open, that from 0214, where the march would end, is cut at Sidi Omar and Capuzzo."""
    pos = scene({"0113": "15PZ"})
    for number in ("0111", "0308"):
        give(pos, number, "axis")
    draw(pos, "15PZ")
    go(pos, "0214")
    assert (won(pos), at(pos, "15PZ-1")) == (("axis", "decisive: the road to Alexandria"), "0114")


@pytest.mark.parametrize(
    ("placed", "label", "to"),
    [
        ({"0901": "2NZ-1"}, "70D", "0902"),  # Commonwealth in the corridor
        ({"0901": "2NZ-1", "0803": "21PZ"}, "90LT", "0603"),  # Germans outside it
        ({"0803": "90LT"}, "90LT", "0902"),  # nobody at the western exit
    ],
)
def test_r13_1_a_march_that_can_decide_nothing_on_its_way_is_one_line_of_the_log(
    placed: dict[str, str], label: str, to: str
) -> None:
    pos = scene(placed, lost="BRE")
    draw(pos, label)
    go(pos, to)
    marches = [event for event in pos.events() if event.kind == "march"]
    assert [len(event.args[1]) for event in marches] == [3]


def test_r13_1_both_ends_of_the_map_are_looked_at_by_whoever_passes_them() -> None:
    pos = scene()
    for side, number in ((ALLIED, "0901"), (AXIS, "0114")):
        assert decides_on_the_way(pos, side, [HEX["0902"], HEX[number], HEX["0801"], HEX["0701"]])
        assert not decides_on_the_way(pos, side, [HEX["0902"], HEX["0801"], HEX[number]])
