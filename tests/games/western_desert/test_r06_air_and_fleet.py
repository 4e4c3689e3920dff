"""6.0 Air superiority and naval support."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert.rules import r05_events
from tests.games.western_desert.scene import ALLIED, AXIS, CHANCE, HEX, ask, roll, scene


def test_r6_0_only_one_side_has_air_points_and_they_do_not_keep() -> None:
    pos = scene({"5011": "A01", "2012": "X01"}, turn=10)
    pos.air, pos.air_side, pos.naval = 3, AXIS, 1
    ask(pos, "turn.end")
    assert (pos.air, pos.naval) == (0, 0)
    ask(pos, "turn", ALLIED, 1)
    roll(pos, 1, 1)
    roll(pos, 6, 1)
    assert pos.air_side == ALLIED
    assert pos.air > 0


def test_r6_1_equal_scores_leave_the_air_to_nobody() -> None:
    pos = scene(turn=14, depots=("3709", "3609"))
    ask(pos, "air.roll", CHANCE)
    roll(pos, 3, 3)
    assert (pos.air, pos.air_side) == (0, -1)


def test_r6_1_events_reinforce_the_air_die() -> None:
    pos = scene(turn=14, depots=("3709", "3609"))
    pos.effects |= r05_events.AIR_REINFORCED[ALLIED]
    ask(pos, "air.roll", CHANCE)
    roll(pos, 3, 3)
    assert (pos.air, pos.air_side) == (1, ALLIED)


@pytest.mark.parametrize(("allied", "sortie", "naval"), [(6, False, 1), (5, False, 0), (6, True, 0)])
def test_r6_2_the_fleet_comes_on_an_unmodified_six(allied: Any, sortie: Any, naval: Any) -> None:
    pos = scene(turn=14)
    pos.effects |= r05_events.FLEET_SORTIE if sortie else 0
    ask(pos, "air.roll", CHANCE)
    roll(pos, allied, 1)
    assert pos.naval == naval


def test_r6_2_no_fleet_when_the_axis_wins_the_air() -> None:
    pos = scene(turn=6, depots=("2012", "1119"))
    pos.depot[ALLIED] = HEX["1119"]
    ask(pos, "air.roll", CHANCE)
    roll(pos, 6, 6)
    assert (pos.air_side, pos.naval) == (AXIS, 0)
