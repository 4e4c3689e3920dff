"""4 The turn."""

from __future__ import annotations

import pytest

from sandtable.engine.flow import Frame
from sandtable.games.bravery.rules.r05_activation import draws
from tests.games.bravery.scene import draw, scene


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
