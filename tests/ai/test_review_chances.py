"""The review's chances: even at the start, between losing and winning, and on the winner's side of a rising score."""

from __future__ import annotations

from sandtable.ai.core.review import chance


def test_the_start_is_even_and_the_chance_follows_the_score() -> None:
    assert chance(12.0, 12.0, 10.0) == 0.5
    assert 0.5 < chance(15.0, 12.0, 10.0) < chance(40.0, 12.0, 10.0) <= 1.0
    assert chance(9.0, 12.0, 10.0) + chance(15.0, 12.0, 10.0) == 1.0
