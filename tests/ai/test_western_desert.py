"""When the greedy player of Western Desert Force digs in."""

from __future__ import annotations

import pytest

from sandtable.ai.core import greedy as core
from sandtable.ai.western_desert.policy import Greedy
from sandtable.ai.western_desert.value import digs_in
from sandtable.engine.records import Seat
from sandtable.games.western_desert.position import WesternDesertPosition
from tests.games.western_desert.scene import AXIS, ask, desert, play, unit

FOE = ("A01 4512", "A02 4512", "A03 4512")


def line(*placed: str, points: int = 6) -> WesternDesertPosition:
    """The Axis with units placed and so many attack points."""
    pos = desert(*placed, active=AXIS)
    pos.points[AXIS] = points
    return pos


@pytest.mark.parametrize(
    ("placed", "points", "digs"),
    [
        (("X10 4110", *FOE), 6, True),  # Sollum, outmatched
        (("X10 4110",), 6, False),  # nobody is coming
        (("X10 4110", *FOE), 1, False),  # the points are for attacks
        (("X10 4213", *FOE), 6, False),  # open desert, nothing to hold
    ],
)
def test_r12_1_foot_digs_in_on_the_road_when_it_is_outmatched(placed: tuple[str, ...], points: int, digs: bool) -> None:
    assert digs_in(line(*placed, points=points), unit("X10")) == digs


def test_r12_1_the_greedy_player_builds_and_leaves_it_at_that() -> None:
    pos = line("X10 4110", *FOE)
    ask(pos, "move.choose")
    greedy = Greedy()
    while pos.stack:
        play(pos, greedy.choose(Seat(pos, "axis")))
    assert pos.work_at(pos.where[unit("X10")]) == 1
    assert pos.points[AXIS] == 5


def test_of_neighbouring_hexes_only_the_best_speaks_for_them() -> None:
    pos = line("X10 4213", *FOE)
    play(ask(pos, "move.choose"), ("unit", unit("X10")))
    assert pos.stack[-1][0] == "move.to"
    actions = pos.actions()
    plain, rated = core.Greedy.rate(Greedy(), pos, actions), Greedy().rate(pos, actions)
    assert rated.index(max(rated)) == plain.index(max(plain))
    best = sorted(range(len(actions)), key=lambda n: -rated[n])[:3]
    places = [actions[n][1] for n in best if actions[n][0] == "to"]
    assert all(pos.box.distance(a, b) > 1 for a in places for b in places if a != b)
    assert rated != plain
