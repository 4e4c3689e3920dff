"""Chapters 11 to 13: replacements, control, victory."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.flow import Frame
from sandtable.games.bravery.position import BraveryPosition
from tests.games.bravery.scene import GAME, HEX, UNIT, at, chit, draw, give, go, holder, roll, scene, strength, verbs

FIELD = "0608"


def refitting(placed: dict[str, str] | None = None, **more: object) -> BraveryPosition:
    """The Commonwealth spends its points on turn 2."""
    pos = scene(placed, **{"turn": 2, **more})  # type: ignore[arg-type]
    pos.cup = (0, 0)
    pos.stack = (Frame("turn", 0, (1,)),)
    pos.settle()
    return pos


def test_r11_1_two_points_restore_reduced_units_or_bring_lost_ones_back() -> None:
    pos = refitting({"0511": "2NZ-1*"}, lost="4IND-1")
    assert ("restore", UNIT["2NZ-1"]) in pos.actions()
    pos.play(("restore", UNIT["2NZ-1"]))
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    assert (strength(pos, "2NZ-1", "4IND-1"), at(pos, "4IND-1")) == ([2, 1], "0211")
    assert pos.stack[-1].step == "cup.commit"


def test_r11_1_both_points_bring_a_unit_back_at_full_strength() -> None:
    pos = refitting(lost="4IND-1")
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    pos.play(("restore", UNIT["4IND-1"]))
    assert strength(pos, "4IND-1") == [2]


def test_r11_1_there_are_none_on_turn_one() -> None:
    assert refitting({"0511": "2NZ-1*"}, turn=1).stack[-1].step == "cup.commit"


def test_r11_2_lost_units_return_to_strategic_hexes_the_commonwealth_controls() -> None:
    pos = refitting(lost="4IND-1")
    hexes = {GAME.map.ids[a[2]] for a in pos.actions() if a[0] == "return" and a[1] == UNIT["4IND-1"]}
    assert hexes == {"0111", "0211", "0308", "0412", "0511", "0904"}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("return", UNIT["4IND-1"], HEX["0608"]))
    assert refused.value.rule == "11.2"


def test_r11_3_points_not_used_are_lost() -> None:
    pos = refitting({"0511": "2NZ"}, lost="4IND-1")
    pos.play(("done",))
    assert pos.stack[-1].step == "cup.commit"
    pos.turn, pos.stack = 3, (Frame("turn", 0, (1,)),)
    pos.settle()
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    pos.play(("restore", UNIT["4IND-1"]))
    assert pos.stack[-1].step == "cup.commit"


def test_r11_4_a_formation_that_took_replacements_is_not_activated_but_defends() -> None:
    pos = refitting({"0408": "2NZ-1*"})
    pos.play(("restore", UNIT["2NZ-1"]))
    assert ("put", chit(pos, "2NZ")) not in pos.actions()
    pos.play(("all",))
    pos.play(("all",))
    pos.play(("draw", chit(pos, "15PZ")))
    go(pos, "0408")
    pos.play(("fight",))
    assert pos.at(HEX["0408"], 0) == [UNIT["2NZ-1"]]


def test_r12_1_control_changes_hands_only_in_strategic_hexes() -> None:
    pos = scene()
    draw(pos, "15PZ")
    go(pos, "0509", "0510")
    assert pos.axis_held == scene().axis_held
    empty = scene(lost="2NZ")
    draw(empty, "15PZ")
    go(empty, "0511")
    assert holder(empty, "0511") == "axis"


def test_r12_1_a_side_left_alone_by_the_enemys_march_takes_the_hex() -> None:
    """R14"""
    pos = scene({FIELD: "90LT 7A"})
    pos.marker[UNIT["7A-1"]] = 1
    draw(pos, "90LT")
    go(pos, "0607")
    assert holder(pos, FIELD) == "allied"


def test_r12_1_1_an_empty_hex_belongs_to_whoever_passed_last() -> None:
    pos = scene({"0609": "7A"})
    draw(pos, "7A")
    go(pos, "0607")
    assert holder(pos, FIELD) == "allied"
    pos.play(("stop",))
    draw(pos, "15PZ")
    go(pos, FIELD)
    assert holder(pos, FIELD) == "axis"


def both_hurt() -> BraveryPosition:
    """Both sides have been hurt at Gambut and may retreat; the attackers, weaker, declare first."""
    pos = scene({FIELD: "90LT", "0609": "7A-1 7A-2"}, lost="7A-3 7A-4")
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("fight",))
    roll(pos, 6, 1)
    roll(pos, 6, 1, 1)
    return pos


def test_r12_1_2_when_both_retreat_the_hex_belongs_to_the_last_to_leave() -> None:
    pos = both_hurt()
    give(pos, FIELD, "allied")
    pos.play(("retreat",), by="allied")
    pos.play(("retreat",), by="axis")
    pos.play(next(a for a in pos.actions() if a[0] == "fall_back"), by="axis")
    assert not pos.holds(HEX[FIELD], 0)
    assert not pos.holds(HEX[FIELD], 1)
    assert holder(pos, FIELD) == "axis"


@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_r12_1_3_when_both_are_destroyed_control_stays_as_it_was(owner: str) -> None:
    pos = scene({FIELD: "90LT-1*", "0609": "7A-1* 7A-2*"}, lost="7A-3 7A-4 90LT-2 90LT-3")
    pos.strength[UNIT["90LT-1"]] = 2
    give(pos, FIELD, owner)
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("fight",))
    pos.hits = (2, 2)
    pos.stack = tuple(frame for frame in pos.stack if frame[0] != "combat.roll")
    pos.settle()
    assert strength(pos, "90LT-1", "7A-1", "7A-2") == [0, 0, 0]
    assert holder(pos, FIELD) == owner


def test_r12_1_4_when_one_side_is_destroyed_the_other_has_the_hex_even_if_it_leaves() -> None:
    pos = scene({FIELD: "90LT-1", "0609": "7A"}, lost="90LT-2 90LT-3")
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("fight",))
    roll(pos, 6, 6, 1, 1)
    roll(pos, 6)
    pos.play(("retreat",))
    assert at(pos, "7A-1") == "0609"
    assert holder(pos, FIELD) == "allied"


def test_r12_1_5_with_both_in_the_hex_control_stays() -> None:
    pos = scene({FIELD: "90LT", "0609": "7A"})
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("combine",))
    assert holder(pos, FIELD) == "axis"


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


def test_r11_4_a_returned_unit_keeps_its_formation_out_of_the_cup() -> None:
    pos = refitting(lost="4IND-1")
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    pos.play(("done",))
    assert pos.stack[-1].step == "cup.commit"
    with pytest.raises(IllegalAction) as refused:
        pos.play(("put", chit(pos, "4IND")))
    assert refused.value.rule == "5.1.4"


def test_r13_1_2_2_the_road_to_tripoli_is_won_on_the_enemys_move_too() -> None:
    """The last German leaves the corridor."""
    pos = scene({"0901": "2NZ", "0803": "90LT"})
    draw(pos, "90LT")
    go(pos, "0802")
    assert won(pos) == ("allied", "decisive: the road to Tripoli")


def test_r11_1_a_full_unit_takes_no_replacements() -> None:
    pos = refitting(lost="4IND-1")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("restore", UNIT["2NZ-1"]))
    assert refused.value.rule == "11.1"
