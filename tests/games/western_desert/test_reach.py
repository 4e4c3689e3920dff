"""Where a move leads with nobody about, from the tables and by the plain wave."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import pytest

from sandtable.engine.maps import Mask, mask_of
from sandtable.games.western_desert.reach import Ways, everywhere, wave
from sandtable.games.western_desert.terms import ARMOR, INFANTRY, MP, RECON
from tests.games.western_desert.scene import empty

BOX = empty().box
SIZE = len(BOX.map)


def some_places(rng: Random, near: Mask, count: int) -> Mask:
    """This many places of a mask, drawn anew at each call, with all they touch."""
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


def test_r09_1_ways_that_four_threads_ask_for_at_once_are_those_of_a_wave() -> None:
    """Each asks for budgets nobody has asked for; a table that two had grown together would have entries twice."""
    asked = [(place, budget) for budget in range(1, 6 * MP, 5) for place in range(0, SIZE, 40)]
    expected = [everywhere(wave(BOX.ways[ARMOR], place, budget)) for place, budget in asked]
    for _ in range(5):
        ways, start = Ways(BOX.ways[ARMOR].steps), Barrier(4)

        def ask(ways: Ways = ways, start: Barrier = start) -> list[Mask]:
            start.wait()
            return [ways.within(place, budget) for place, budget in asked]

        with ThreadPoolExecutor(4) as pool:
            found = [job.result() for job in [pool.submit(ask) for _ in range(4)]]
        assert found == [expected] * 4
        assert {len(row) for row in ways.known(0)} == {asked[-1][1] + 1}


def test_r09_1_a_list_of_moves_names_every_place_once_and_in_order() -> None:
    rng = Random(1)
    for size in (0, 1, 30, SIZE):
        places = sorted(rng.sample(range(SIZE), size))
        assert BOX.listed("to", mask_of(places)) == [("to", place) for place in places]
