"""Every map fact of the rulebook holds on the finished map."""

from itertools import combinations

import pytest
from shapely import Polygon
from tests.maps.facts import board, label, numbered
from tools.maps.geography import features

from sandtable.engine.facts import Fact
from sandtable.engine.maps import flood, mask_of
from sandtable.games.battleaxe.map_facts import FACTS

MAP = board("battleaxe")


@pytest.mark.parametrize("fact", FACTS, ids=label)
def test_stated(fact: Fact) -> None:
    """The map agrees with the rulebook."""
    assert fact.holds(MAP), f"{fact.id} ({fact.rules}): {fact.says}"


def test_no_fact_is_left_out() -> None:
    """All 31 facts are checked."""
    assert numbered(FACTS, "D", 31)


def test_ruling_1_musaid_lies_inland_of_sollum_barracks() -> None:
    """Ruling R1: the ground agrees with the rules that number them."""
    musaid, barracks = MAP.rows[MAP.index["17"]], MAP.rows[MAP.index["16"]]
    assert musaid["lon"] < barracks["lon"]


def test_ruling_2_the_escarpment_parts_halfway_house_from_the_coast() -> None:
    """Ruling R2: its sides are 1-3 and 2-3 and no others."""
    assert {(MAP.ids[a], MAP.ids[b]) for a, b in MAP.links("escarpment")} == {("1", "3"), ("2", "3")}


def test_ruling_3_point_208_is_a_strongpoint() -> None:
    """Ruling R3."""
    assert MAP.terrain[MAP.index["13"]] == "strongpoint"


def test_every_area_and_zone_can_be_reached() -> None:
    """Open boundaries and lines join the whole map."""
    everything = mask_of(range(len(MAP)))
    assert flood(1, everything, MAP.joined("open", "line")) == everything


def test_areas_drawn_side_by_side_are_the_areas_that_meet() -> None:
    """No two cells share more than 400 m of border unless they are linked, and linked cells do."""
    cells = {feature.name: Polygon(feature.points).buffer(0.001) for feature in features("battleaxe_areas")}
    assert set(cells) == {name for name, section in zip(MAP.name, MAP.section, strict=True) if section == "areas"}
    for a, b in combinations(sorted(cells), 2):
        border = cells[a].intersection(cells[b]).area / 0.002
        here, there = MAP.name.index(a), MAP.name.index(b)
        assert (border > 0.004) == (there in MAP.neighbours[here]), (a, b)
