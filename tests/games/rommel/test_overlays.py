"""What the overlays of the map show, and to whom."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.engine.maps import mask_of, places_in
from sandtable.games.rommel.network import reached
from sandtable.games.rommel.overlays import DECIDES, supply_line
from sandtable.games.rommel.rules.r07_supply import ground, supply_network
from sandtable.games.rommel.rules.r10_victory import TERMS
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, ask, put, scene
from tests.games.rommel.test_r07_supply import random_ground


@pytest.mark.parametrize("seed", range(40, 60))
def test_r7_2_every_hex_with_a_line_shows_one_within_the_network(seed: int) -> None:
    pos, _ = random_ground(seed)
    for side in (ALLIED, AXIS):
        on = ground(pos, side)
        held, _ = pos.held(side)
        for place in places_in(held):
            line = supply_line(pos, side, place)
            assert bool(line) == bool(reached(on) >> place & 1)
            if line:
                assert (line[0], line[-1]) == (place, on.base)
                assert len(set(line)) == len(line)
                assert all(GAME.board.around[a] >> b & 1 for a, b in pairwise(line))
                assert not mask_of(line) & ~supply_network(pos, side)


def test_r7_0_the_supply_overlay_has_a_line_for_each_supplied_hex_and_none_for_others() -> None:
    pos = scene({"Gambut": "A43", "Fort Maddalena": "A44"})
    shown = pos.overlay(None, "supply")
    assert [path["places"][0] for path in shown["paths"]] == ["Gambut"]
    assert shown["paths"][0]["places"][-1] == "Alexandria"


def test_r10_2_every_scenario_shows_the_places_that_decide_it() -> None:
    assert set(DECIDES) == set(TERMS)
    pos = scene(scenario="battleaxe")
    shown = {area["places"][0]: area for area in pos.overlay(None, "victory")["areas"]}
    assert {"Sollum", "Bardia", "Tobruk", "Alexandria", "El Agheila"} == set(shown)
    assert shown["Sollum"]["side"] is None
    assert shown["Alexandria"]["side"] == "allied"
    put(pos, "Sollum", "A43")
    shown = {area["places"][0]: area for area in pos.overlay(None, "victory")["areas"]}
    assert shown["Sollum"]["side"] == "allied"


def test_r2_1_reach_is_shown_to_the_mover_alone() -> None:
    pos = scene({"Gambut": "A43", "El Agheila": "G01"})
    pos.chosen = (NUMBER["A43"],)
    ask(pos, "move.to", ALLIED, HEX["Gambut"], 0)
    (near, *_) = pos.overlay("allied", "reach")["areas"]
    assert near["side"] == "allied"
    assert "Bardia" in near["places"]
    assert pos.overlay("axis", "reach") == pos.overlay(None, "reach") == {"areas": [], "paths": []}
