"""The server decides when to look for garbage: not through everything all the time, and yet none stays for ever."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from sandtable.server import collection
from sandtable.server.collection import Collector


class Ring:
    """Something that only a search can free."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector() -> Iterator[Collector]:
    before = gc.get_threshold()
    collector = Collector()
    collector.begin()
    yield collector
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_lives_is_looked_through_once(collector: Collector) -> None:
    kept = [Ring() for _ in range(1000)]
    collector.look()
    assert gc.get_freeze_count() > 1000
    assert not any(isinstance(found, Ring) for found in gc.get_objects())
    assert (collector.full, len(kept)) == (1, 1000)


def test_what_is_new_and_garbage_goes_at_once(collector: Collector) -> None:
    gone = weakref.ref(Ring())
    collector.look()
    assert gone() is None


def test_what_became_garbage_later_goes_when_memory_has_grown(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collection, "LEAST_GROWTH", 1000)
    monkeypatch.setattr(collection, "GROWTH", 1.0)
    collector.begin()
    ring = Ring()
    collector.look()
    gone = weakref.ref(ring)
    del ring
    collector.look()
    assert gone() is not None
    grown = [[number] for number in range(5000)]
    collector.look()
    assert gone() is None
    assert (collector.full, len(grown)) == (3, 5000)
    collector.look()
    assert collector.full == 3
