"""Every map fact of the rulebook holds on the finished map."""

import pytest
from tests.maps.facts import board, label, numbered

from sandtable.engine.facts import Fact, cell, links_between, on_line, with_feature
from sandtable.games.western_desert.map_facts import FACTS

MAP = board("western_desert")


@pytest.mark.parametrize("fact", FACTS, ids=label)
def test_stated(fact: Fact) -> None:
    """The map agrees with the rulebook."""
    assert fact.holds(MAP), f"{fact.id} ({fact.rules}): {fact.says}"


def test_no_fact_is_left_out() -> None:
    """All 44 facts are checked."""
    assert numbered(FACTS, "A", 44)


def test_ruling_1_axis_zone_c_ends_at_3909() -> None:
    """Ruling R1: the last hex of zone C is 3909, and 4009 begins zone D."""
    assert cell(MAP, "3909", "zone_axis") == "C"
    assert cell(MAP, "4009", "zone_axis") == "D"


def test_ruling_2_benghazi_is_a_city_and_bardia_a_fortress() -> None:
    """Ruling R2."""
    assert with_feature(MAP, "city") == {"6508", "1410"}
    assert with_feature(MAP, "fortress") == {"3408", "4009"}


def test_ruling_3_only_3408_is_a_shore_hex_next_to_3309_and_3409() -> None:
    """Ruling R3."""
    near = set(MAP.neighbours[MAP.index["3309"]]) & set(MAP.neighbours[MAP.index["3409"]])
    assert {MAP.ids[place] for place in near if "coast" in MAP.features[place]} == {"3408"}


def test_ruling_4_neither_end_of_a_track_is_counted() -> None:
    """Ruling R4: the four tracks of the examples, in steps."""
    lengths = {("3819", "4110"): 11, ("3109", "3609"): 9, ("2710", "3609"): 11, ("1908", "2710"): 8}
    assert {pair: links_between(MAP, *pair, "track") for pair in lengths} == lengths


def test_ruling_5_the_coast_road_ends_at_el_agheila() -> None:
    """Ruling R5: 1019 is the west end of the road."""
    near = MAP.joined("road")[MAP.index["1019"]]
    assert near.bit_count() == 1
    assert min(on_line(MAP, "road")) == "1019"
