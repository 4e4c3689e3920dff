"""Every map fact of the rulebook holds on the finished map."""

import pytest
from tests.maps.facts import board, label, numbered
from tools.maps.games import dark_sands
from tools.maps.games.common import ground, land, share

from sandtable.engine.facts import Fact, has, with_feature
from sandtable.games.dark_sands.map_facts import FACTS

MAP = board("dark_sands")


@pytest.mark.parametrize("fact", FACTS, ids=label)
def test_stated(fact: Fact) -> None:
    """The map agrees with the rulebook."""
    assert fact.holds(MAP), f"{fact.id} ({fact.rules}): {fact.says}"


def test_no_fact_is_left_out() -> None:
    """All 41 facts are checked."""
    assert numbered(FACTS, "B", 41)


def test_a_hex_has_a_terrain_only_where_it_covers_a_quarter_of_the_land() -> None:
    """Rule 6.1, measured on the ground for the jebel of the West section."""
    grid, projection = dark_sands.GRIDS["west"], dark_sands.PROJECTIONS["west"]
    shore, jebel = land(projection), ground(projection, "mountain")
    for place in (id_ for id_, terrain in zip(MAP.ids, MAP.terrain, strict=True) if terrain == "mountain"):
        assert share(grid, place, jebel) >= 0.25 * share(grid, place, shore), place


def test_ruling_2_east_edge_hexes_without_colour_are_closed_to_center() -> None:
    """Ruling R2: 1256 has no colour and touches no hex of another section."""
    here = MAP.index["1256"]
    assert all(MAP.section[near] == "east" for near in MAP.neighbours[here])


def test_ruling_7_there_are_eight_colours() -> None:
    """Ruling R7."""
    colours = {MAP.link_name("seam", a, b) for a, b in MAP.links("seam")}
    assert colours == {"red", "orange", "yellow", "brown", "gray", "blue", "green", "purple"}


def test_ruling_8_the_entry_area_is_four_land_hexes_round_el_agheila() -> None:
    """Ruling R8."""
    area = with_feature(MAP, "entry-axis")
    assert area == {"1600", "1601", "1500", "1400"}
    assert all(MAP.terrain[MAP.index[place]] != "sea" for place in area)
    assert not has(MAP, "1600", "source-allied")
