"""4.0 Setting up."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import AWAY, GONE, NOT_YET, REBUILD, DarkSandsPosition
from tests.games.dark_sands.scene import HEX, UNIT


def test_r4_0_units_start_where_the_scenario_puts_them_or_where_the_track_has_them() -> None:
    pos = sandtable.load("dark-sands").start("crusader")
    assert isinstance(pos, DarkSandsPosition)
    assert pos.where[UNIT["A09"]] == HEX["2830"]
    assert pos.where[UNIT["A18"]] == AWAY  # returns on turn 14
    assert pos.where[UNIT["A16"]] == GONE
    assert pos.where[UNIT["A40"]] == NOT_YET
    assert pos.where[UNIT["X05"]] == REBUILD


@pytest.mark.parametrize("scenario", sandtable.load("dark-sands").scenarios)
def test_r4_0_every_scenario_starts_in_good_order(scenario: str) -> None:
    game = sandtable.load("dark-sands")
    assert game.faults(game.start(scenario)) == []


def test_r17_3_3_a_game_that_begins_with_gazala_has_the_emergency_chit_behind_it() -> None:
    game = sandtable.load("dark-sands")
    kept = {}
    for scenario in ("campaign", "campaign-crusader", "campaign-gazala"):
        pos = game.start(scenario)
        assert isinstance(pos, DarkSandsPosition)
        kept[scenario] = {pos.box.reliefs[number].special for number in places_in(pos.reserve)}
    both = {"emergency", "promise"}
    assert kept == {"campaign": both, "campaign-crusader": both, "campaign-gazala": {"promise"}}
