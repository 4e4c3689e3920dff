"""Bids for the Allied side."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r18_bids import points_needed
from tests.games.battleaxe.scene import (
    opening,
    started,
    to_evening,
)


def bid(allied: int, axis: int, **options: Any) -> BattleaxePosition:
    """A game after both bids."""
    pos = opening(bids=True, **options)
    pos.play(("bid", allied))
    pos.play(("bid", axis))
    return pos


def test_r18_without_bids_ten_points_are_needed() -> None:
    assert points_needed(started()) == 10


def test_r18_1_the_higher_bid_commands_the_allies_and_must_reach_it() -> None:
    pos = bid(9, 12)
    assert (pos.exchanged, points_needed(pos), pos.side) == (1, 12, "axis")
    assert pos.actions()[0][0] == "place"
    other = bid(12, 9)
    assert (other.exchanged, other.side) == (0, "allied")


def test_r18_1_bids_are_secret_until_both_are_made() -> None:
    pos, other = opening(bids=True), opening(bids=True)
    pos.play(("bid", 7))
    other.play(("bid", 20))
    assert pos.see("axis") == other.see("axis")
    assert pos.see(None) == other.see(None)
    guesses = {pos.guess("axis", Random(seed)).bids for seed in range(30)}
    assert len(guesses) > 5


def test_r18_1_equal_bids_are_decided_by_a_die() -> None:
    pos = bid(10, 10)
    assert pos.side == "chance"
    pos.play(("roll", 4))
    assert pos.exchanged == 1


def test_r18_1_a_win_of_the_allied_army_is_the_bidders() -> None:
    pos = bid(9, 12)
    for _ in range(2):
        pos.play(pos.actions()[0])
    pos.turn, pos.points = 3, 12
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.score) == ("axis", {"allied": 0, "axis": 12})
