"""The questions that checks of a map ask."""

import pytest

from sandtable.engine.facts import called, cell, has, links_between, on_line, touch, with_feature
from sandtable.engine.maps import Map


@pytest.fixture
def row() -> Map:
    """Four areas in a row, a road over the first three, a track between the last two."""
    rows = [
        {"id": name, "section": "", "terrain": "desert", "name": title, "features": features, "vp": points}
        for name, title, features, points in (
            ("A", "Tobruk", ("port",), "2"),
            ("B", "", (), ""),
            ("C", "Gambut", (), "1"),
            ("D", "", ("port", "fort"), ""),
        )
    ]
    links = [
        {"a": a, "b": b, "kind": kind, "name": ""}
        for a, b, kind in (
            ("A", "B", "open"),
            ("B", "C", "open"),
            ("C", "D", "open"),
            ("A", "B", "road"),
            ("B", "C", "road"),
            ("C", "D", "track"),
        )
    ]
    return Map("row", rows, links, [])


def test_touch_follows_a_chain_of_neighbours(row: Map) -> None:
    """Each place must be next to the one before."""
    assert touch(row, "A", "B", "C")
    assert not touch(row, "A", "C")


def test_features_and_cells_and_names(row: Map) -> None:
    """What the row of a place says."""
    assert has(row, "D", "port", "fort")
    assert not has(row, "A", "port", "fort")
    assert with_feature(row, "port") == {"A", "D"}
    assert cell(row, "A", "vp") == "2"
    assert called(row, "Gambut") == "C"


def test_a_name_must_belong_to_one_place(row: Map) -> None:
    """Two places without a name are not one."""
    with pytest.raises(ValueError, match="too many values"):
        called(row, "")


def test_links_are_counted_along_the_kinds_allowed(row: Map) -> None:
    """The fewest links, -1 where there is no way, and places to avoid."""
    assert on_line(row, "road") == {"A", "B", "C"}
    assert links_between(row, "A", "D", "road", "track") == 3
    assert links_between(row, "A", "D", "road") == -1
    assert links_between(row, "A", "D", "road", "track", without=["B"]) == -1
    assert links_between(row, "A", "A", "road") == 0
