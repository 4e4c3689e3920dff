"""Every map fact of the player aid holds on the finished map."""

import pytest
from tests.maps.facts import board, label, numbered
from tools.maps.games import rommel
from tools.maps.geography import places

from sandtable.engine.facts import Fact, with_feature
from sandtable.games.rommel.map_facts import FACTS

MAP = board("rommel")


@pytest.mark.parametrize("fact", FACTS, ids=label)
def test_stated(fact: Fact) -> None:
    """The map agrees with the player aid."""
    assert fact.holds(MAP), f"{fact.id} ({fact.rules}): {fact.says}"


def test_no_fact_is_left_out() -> None:
    """All fourteen facts are checked."""
    assert numbered(FACTS, "C", 14)


def test_ruling_1_every_hex_holds_the_place_it_is_named_after() -> None:
    """Ruling R1: no place lies further than a hex from the centre of its hex."""
    for name in filter(None, MAP.name):
        true = places()[rommel.GAZETTEER.get(name, name)]
        (x, y), (cx, cy) = rommel.PROJECTION(true), rommel.CENTRES[name]
        assert (x - cx) ** 2 + (y - cy) ** 2 < 1, name


def test_ruling_2_the_marsh_sides() -> None:
    """Ruling R2."""
    sides = {frozenset((MAP.ids[a], MAP.ids[b])) for a, b in MAP.links("marsh")}
    assert sides == {frozenset(("El Agheila", "El Agheila SE1")), frozenset(("Agedabia", "Agedabia SE1"))}


def test_the_oases_can_be_reached_by_trail() -> None:
    """Jalo, Giarabub and Siwa are each on a trail."""
    trails = MAP.joined("trail")
    assert with_feature(MAP, "oasis") == {"Jalo", "Giarabub", "Siwa"}
    assert all(trails[MAP.index[oasis]] for oasis in ("Jalo", "Giarabub", "Siwa"))
