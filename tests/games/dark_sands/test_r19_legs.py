"""Ways found section by section are those found hex by hex."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.maps import mask_of, places_in
from sandtable.games.dark_sands.rules.r19_legs import _along_rails, find_ways
from sandtable.games.dark_sands.rules.r19_ways import ways
from tests.games.dark_sands.scene import HEX, box

NET = places_in(box().on_net[1])


@pytest.mark.parametrize("seed", range(12))
def test_r19_1_7_ways_by_sections_are_the_ways_hex_by_hex(seed: int) -> None:
    """With hexes shut, stops, rails of some length and, now and then, places to take."""
    rng = Random(seed)
    bypass = bool(seed % 2)
    active = mask_of(box().rail[: rng.randrange(len(box().rail) + 1)])
    closed, stops = mask_of(rng.sample(NET, 6)), mask_of(rng.sample(NET, 6))
    theirs = box().kept if seed % 4 == 0 else 0
    joined = box().network(bypass, active)
    compared = several = 0
    while compared < 6:
        start, goal = rng.sample(NET, 2)
        if (closed | stops) >> start & 1 or closed >> goal & 1 or not joined[goal]:
            continue
        asked = (box(), bypass, active, closed, stops, theirs or 1 << goal, start, goal)
        found = find_ways(*asked)
        assert found == ways(*asked)
        compared += bool(found)
        several += len(found) > 1
    assert several or theirs


def test_r19_1_8_the_way_along_the_rails_ends_where_they_are_not_active() -> None:
    line, alexandria = box().rail, HEX["1877"]
    active = mask_of(line[:8])
    assert _along_rails(box(), active, alexandria, line[7]) == line[:8]
    assert _along_rails(box(), active, line[7], line[2]) == line[2:8][::-1]
    assert _along_rails(box(), active, line[2], line[8]) == ()
    assert _along_rails(box(), active & ~(1 << line[4]), line[2], line[7]) == ()
