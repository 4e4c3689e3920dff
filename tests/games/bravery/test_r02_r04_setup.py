"""Chapters 2 to 4: counters, chits, set-up, the turn."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.engine.flow import Frame
from sandtable.engine.maps import places_in
from sandtable.games.bravery.rules.r05_activation import draws
from sandtable.games.bravery.rules.r13_victory import points
from tests.games.bravery.scene import GAME, at, draw, scene


def test_r2_1_1_every_formation_of_the_book_is_there_with_levels_and_two_sides() -> None:
    box = scene().box
    named = "1A 4A 7A 22A 1SA 2SA 2NZ 4IND 70D 15PZ 21PZ 90LT SOLLUM H.PASS ARI TRI TRN BOL BRE PAV SAV"
    assert {formation.id for formation in box.formations} == set(named.split())
    sort = Counter((unit.nation == "de", unit.side, unit.armor, unit.level) for unit in box.units)
    assert {level for (german, _, armor, level) in sort if german and armor} == {3}
    assert {level for (_, side, armor, level) in sort if side == 0 and armor} == {2}
    assert {level for (_, side, armor, level) in sort if side == 0 and not armor} == {1}
    assert {unit.movement for unit in box.units} == {0, 1, 3}


def test_r2_1_3_sixteen_chits_and_eighteen_with_the_option() -> None:
    labels = Counter(chit.label for chit in scene().box.chits)
    assert sum(labels.values()) == 16
    assert labels["DAK"] == 2
    assert not set(labels) & {"PAV", "BOL", "BRE", "SAV", "TRN", "SOLLUM", "H.PASS"}
    more = Counter(chit.label for chit in scene(eighteen_chits=True).box.chits)
    assert more - labels == Counter({"15PZ": 1, "21PZ": 1})


def test_r3_units_start_full_in_their_hex_and_control_is_as_printed() -> None:
    pos = scene()
    assert set(pos.strength) == {2}
    assert at(pos, "70D-1") == "0904"
    assert at(pos, "SOLLUM-1") == "0413"
    assert at(pos, "H.PASS-1") == "0313"
    axis = {"0403", "0604", "0605", "0608", "0612", "0313", "0413"}
    assert {GAME.map.ids[place] for place in places_in(pos.axis_held)} == axis
    assert pos.box.strategic.bit_count() == 13
    assert points(pos) == (7, 7)


@pytest.mark.parametrize(("turn", "count"), [(1, 8), (2, 9), (7, 14), (8, 14), (12, 14)])
def test_r4_the_track_grows_by_one_box_a_turn_up_to_fourteen(turn: int, count: int) -> None:
    assert draws(scene(turn=turn)) == count


def test_r4_a_turn_ends_when_the_cup_is_empty_and_the_next_begins() -> None:
    pos = scene()
    draw(pos, "2SA")
    pos.play(("stop",))
    assert pos.turn == 2
    assert pos.side == "allied"
    assert (pos.cup, pos.drawn) == ((0, 0), ())


def test_r4_a_turn_ends_when_the_track_is_full() -> None:
    pos = scene()
    pos.drawn = tuple(range(7))
    pos.cup = ((1 << 9) - 1, 0b11 << 9)
    pos.play(("draw", 8))
    pos.play(("stop",))
    assert pos.turn == 2


def test_r4_a_turn_begins_with_nothing_left_of_the_last() -> None:
    pos = scene(turn=2)
    pos.cup, pos.drawn, pos.refitted, pos.directive, pos.under_directive = (3, 3 << 9), (0, 9), 5, 1, 1
    pos.came_from = [3] * len(pos.came_from)
    pos.stack = (Frame("turn", 0, (0,)), Frame("turn.begin", 0, ()))
    pos.box.steps["turn.begin"].run(pos, pos.stack[-1])  # type: ignore[attr-defined]
    assert (pos.cup, len(pos.drawn), pos.refitted, pos.directive, pos.under_directive) == ((0, 0), 0, 0, 0, 0)
    assert set(pos.came_from) == {-1}
    assert [frame.step for frame in pos.stack] == ["turn"]


def test_r4_the_log_tells_a_full_track_from_an_empty_cup() -> None:
    full = scene()
    full.drawn, full.cup = tuple(range(7)), ((1 << 9) - 1, 0b11 << 9)
    full.play(("draw", 8))
    full.play(("stop",))
    empty = scene()
    draw(empty, "2SA")
    empty.play(("stop",))
    ends = [next(e.kind for e in pos.events() if e.kind in ("track_full", "cup_empty")) for pos in (full, empty)]
    assert ends == ["track_full", "cup_empty"]
