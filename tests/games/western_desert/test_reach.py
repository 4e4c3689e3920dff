"""Where a move leads, found by the short way and by the plain one."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.maps import Mask, flood, mask_of, places_in
from sandtable.games.western_desert.reach import connected, everywhere, reach, wave
from sandtable.games.western_desert.terms import ARMOR, INFANTRY, MP, RECON
from tests.games.western_desert.scene import empty

BOX = empty().box
SIZE = len(BOX.map)


def some_places(rng: Random, near: Mask, count: int) -> Mask:
    """So many places of a mask, drawn anew at each call, with all they touch."""
    places = [place for place in range(SIZE) if near >> place & 1]
    found = 0
    for place in rng.choices(places, k=count):
        found |= 1 << place | BOX.map.around[place]
    return found


@pytest.mark.parametrize("kind", [ARMOR, INFANTRY, RECON])
def test_r09_1_ways_with_nobody_about_are_those_of_a_wave(kind: int) -> None:
    ways, rng = BOX.ways[kind], Random(kind)
    for _ in range(12):
        place, budget = rng.randrange(SIZE), rng.randrange(8 * MP + 1)
        assert ways.within(place, budget) == everywhere(wave(ways, place, budget))
        assert BOX.links.within(place, 3 * budget) == everywhere(wave(BOX.links, place, 3 * budget))


@pytest.mark.parametrize("kind", [ARMOR, INFANTRY, RECON])
def test_r09_31_the_short_way_to_a_reach_among_enemies_finds_what_the_wave_does(kind: int) -> None:
    ways, rng, hindered = BOX.ways[kind], Random(kind), 0
    for _ in range(150):
        place, budget = rng.randrange(SIZE), rng.randrange(8 * MP + 1)
        free = ways.within(place, budget)
        closed, stops, toll, guarded = (some_places(rng, free, rng.randrange(3)) for _ in range(4))
        closed &= some_places(rng, free, 1)
        barred = guarded & some_places(rng, free, 2)
        masks = (closed, stops, toll, guarded, barred)
        found = reach(ways, place, budget, *masks)
        assert found == everywhere(wave(ways, place, budget, *masks))
        goal = some_places(rng, free, 1)
        assert reach(ways, place, budget, *masks, goal) == found & goal
        hindered += found != free
    assert hindered > 50


def test_r09_4_the_short_way_along_roads_and_tracks_finds_what_the_wave_does() -> None:
    rng, hindered = Random(9), 0
    for _ in range(60):
        place, budget = rng.choice([*places_in(BOX.roads | BOX.tracks)]), rng.randrange(24 * MP + 1)
        free = BOX.links.within(place, budget)
        closed, stops = (some_places(rng, free, rng.randrange(3)) for _ in range(2))
        found = reach(BOX.links, place, budget, closed, stops)
        assert found == everywhere(wave(BOX.links, place, budget, closed, stops))
        hindered += found != free
    assert hindered > 20


def test_r08_1_roads_round_what_is_blocked_are_those_of_a_flood() -> None:
    rng, cut = Random(8), 0
    for source in BOX.sources * 40:
        blocked = some_places(rng, BOX.roads, rng.randrange(4)) & ~BOX.bit[source]
        found = connected(BOX.road_ways, source, blocked)
        assert found == flood(BOX.bit[source], BOX.roads & ~blocked, BOX.road_links)
        cut += 0 < found.bit_count() < BOX.roads.bit_count()
    assert cut > 30


def test_r09_1_a_list_of_moves_names_every_place_once_and_in_order() -> None:
    rng = Random(1)
    for size in (0, 1, 30, SIZE):
        places = sorted(rng.sample(range(SIZE), size))
        assert BOX.listed("to", mask_of(places)) == [("to", place) for place in places]
