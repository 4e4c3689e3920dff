"""17.0 Winning the game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert.rules.r17_victory import (
    breakthrough,
    points_winner,
    score,
    unit_points,
    victory_points,
)
from sandtable.games.western_desert.terms import PERMANENT, RECOVERABLE, RESERVE, TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, UNIT, ask, scene


def test_r17_0_the_campaign_ends_with_october_1942() -> None:
    pos = scene({"5011": "A01", "2012": "X01"}, turn=23)
    ask(pos, "turn.end")
    assert pos.outcome is not None
    assert pos.outcome.kind == "nobody has both more points and Tobruk"


def test_r17_1_a_supplied_unit_on_the_enemys_source_wins() -> None:
    pos = scene({"1019": "A06", "5110": "A07", "2012": "X01"})
    pos.control[TOBRUK] = ALLIED
    assert breakthrough(pos) == ALLIED
    pos = scene({"6508": "X20", "5110": "A06"}, active=AXIS)
    assert breakthrough(pos) == -1  # cut off behind
    pos.put((UNIT["A06"],), RESERVE)
    ask(pos, "turn.end")
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.kind) == ("axis", "automatic victory: the enemy base is taken")


def test_r17_2_points_for_steps_leaders_and_unmet_demands() -> None:
    pos = scene({"5011": "A01* A06*", "2012": "X01"})
    pos.where[UNIT["A02"]] = PERMANENT
    pos.where[UNIT["A07"]] = RECOVERABLE
    pos.where[UNIT["A08"]], pos.reduced[UNIT["A08"]] = RESERVE, 1
    pos.leaders_lost = [1, 0]
    pos.shortfalls = 2
    assert victory_points(pos, AXIS) == 4 + 1 + 8 + 2 + 1 + 3 + 6
    pos.where[UNIT["X13"]] = PERMANENT
    assert victory_points(pos, ALLIED) == 8


@pytest.mark.parametrize(("holder", "winner"), [(AXIS, AXIS), (ALLIED, None)])
def test_r17_2_the_winner_needs_tobruk_too(holder: Any, winner: Any) -> None:
    pos = scene({"5011": "A01*", "2012": "X01"})
    pos.control[TOBRUK] = holder
    assert points_winner(pos) == winner


def test_r17_1_either_side_wins_at_the_end_of_the_turn_with_a_supplied_unit_on_the_other_source() -> None:
    pos = scene({"1019": "A06", "2012": "X01"})
    ask(pos, "turn.end")
    assert pos.outcome is not None
    assert pos.outcome.winner == "allied"
    assert breakthrough(scene({"1119": "A06", "2012": "X01"})) == -1


@pytest.mark.parametrize(
    ("name", "state", "points"),
    [
        ("A01", 0, 0),
        ("A01*", 0, 4),
        ("A06*", 0, 1),
        ("A01", PERMANENT, 8),
        ("A01*", RECOVERABLE, 8),
        ("A04", PERMANENT, 8),
    ],
)
def test_r17_2_what_a_unit_is_worth_to_the_enemy(name: str, state: int, points: int) -> None:
    pos = scene({"5011": name})
    number = UNIT[name.rstrip("*")]
    if state:
        pos.put((number,), state)
    assert unit_points(pos, number) == points


def test_r17_2_equal_points_win_for_nobody() -> None:
    pos = scene({"5011": "A06*", "2012": "X05*"})
    assert score(pos) == (1, 1)
    assert points_winner(pos) is None
    pos.leaders_lost = [0, 1]
    assert score(pos) == (4, 1)
    assert points_winner(pos) is None  # Tobruk is the enemy's
    pos.control[TOBRUK] = ALLIED
    assert points_winner(pos) == ALLIED
    pos.shortfalls = 2
    assert score(pos) == (4, 7)
