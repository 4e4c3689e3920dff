"""Numbers are honed on copies of a game's agents; the agents themselves stay as they are until the end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tools import hone

from sandtable import ai
from sandtable.ai import sense_of

GAME = "dark-sands"
QUIET = [0.0] * len(hone.numbers_of(GAME))


def at(name: str) -> int:
    """The place of the first number of a name in the list of numbers."""
    return next(n for n, number in enumerate(hone.numbers_of(GAME)) if f"{number.module}.{number.name}" == name)


def test_copies_with_the_numbers_of_the_source_play_alike() -> None:
    here, there = hone.duel(GAME, None, QUIET, QUIET, 5)
    agents = [ai.agent("greedy", GAME, 6), ai.agent("greedy", GAME, 7)]
    assert here == hone.played(GAME, None, agents, 5)
    assert there == -here


def test_a_copy_has_its_own_numbers_and_leaves_the_package_alone() -> None:
    shifts = list(QUIET)
    shifts[at("moves.FEAR")] = 0.5
    package = sense_of(GAME)
    honed = hone.copy_with(GAME, shifts)
    fear = hone.numbers_of(GAME)[at("moves.FEAR")]
    assert pytest.approx(hone.shifted(fear, 0.5)) == honed.moves.FEAR
    assert fear.value != honed.moves.FEAR
    assert sense_of(GAME) is package
    assert fear.value == package.__dict__["moves"].FEAR


def test_shares_stay_between_nothing_and_all_and_worths_above_nothing() -> None:
    share, worth = (hone.Number("value", 1, 0, 1, value, False, "NAME") for value in (0.9, 30.0))
    assert hone.shifted(share, 0.0) == pytest.approx(0.9)
    assert 0.9 < hone.shifted(share, 3.0) < 1
    assert 0 < hone.shifted(share, -9.0) < 0.9
    assert hone.shifted(worth, 1.0) == pytest.approx(81.548, abs=0.01)
    assert hone.shifted(worth, -9.0) > 0


def test_counts_and_the_reach_of_search_are_not_honed() -> None:
    names = {number.name for game in ("bravery", GAME) for number in hone.numbers_of(game)}
    assert not names & {"DEPTH", "WON", "MOST_REMEMBERED", "EIGHTH_ARMY", "COMPASS_UNTIL"}


def test_numbers_are_told_in_few_digits() -> None:
    assert hone.short(0.61803) == "0.62"
    assert hone.short(61.803) == "62.0"
    assert hone.short(0.99004) == "0.99"
    assert hone.short(123.4) == "123.0"


def test_honed_numbers_are_written_into_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "dark_sands"
    shutil.copytree(hone.package_of(GAME), folder)
    numbers = hone.numbers_of(GAME)
    shifts = list(QUIET)
    for name, by in (("moves.FEAR", 0.5), ("plans.LAST", -0.4), ("moves.(STARVES, DIES)", -0.3)):
        shifts[at(name)] = by
    monkeypatch.setattr(hone, "package_of", lambda game: folder)
    hone.write(GAME, shifts)
    hone.numbers_of.cache_clear()
    try:
        changed = hone.numbers_of(GAME)
    finally:
        hone.numbers_of.cache_clear()
    moved = {after.name for before, after in zip(numbers, changed, strict=True) if before.value != after.value}
    assert moved == {"FEAR", "LAST", "(STARVES, DIES)"}
    for before, after, by in zip(numbers, changed, shifts, strict=True):
        assert after.value == pytest.approx(hone.shifted(before, by), rel=0.03, abs=0.5 if before.whole else 0.0)
        assert after.whole == before.whole
