"""Every map fact of the rulebook holds on the finished map."""

import pytest
from tests.maps.facts import board, label, numbered

from sandtable.engine.facts import Fact, with_feature
from sandtable.games.bravery.map_facts import FACTS

MAP = board("bravery")


@pytest.mark.parametrize("fact", FACTS, ids=label)
def test_stated(fact: Fact) -> None:
    """The map agrees with the rulebook."""
    assert fact.holds(MAP), f"{fact.id} ({fact.rules}): {fact.says}"


def test_no_fact_is_left_out() -> None:
    """All seventeen facts are checked."""
    assert numbered(FACTS, "E", 17)


def test_ruling_1_fifteen_miles_a_hex_cannot_be() -> None:
    """Ruling R1: Tobruk and Bardia, 111 km apart, are ten hexes apart by their numbers; 24 km hexes would make five."""
    assert MAP.distance(MAP.index["0904"], MAP.index["0612"]) == 10


def test_ruling_2_the_three_ways_into_egypt_end_on_the_edge() -> None:
    """Ruling R2: coast road, Sofafi track and Matruh track each end in a hex of their own."""
    assert with_feature(MAP, "to-alexandria") == {"0114", "0214", "0314"}


def test_ruling_3_a_track_climbs_halfaya_pass() -> None:
    """Ruling R3: the side of 0313 and 0314 is a cliff with a track over it."""
    coast, top = MAP.index["0314"], MAP.index["0313"]
    assert MAP.linked("cliff", coast, top)
    assert MAP.linked("track", coast, top)
