"""Victory: Tobruk relieved, or points; and the extended game."""

from __future__ import annotations

import pytest

from sandtable.games.battleaxe.rules.r17_victory import points_for_losses, points_on_map
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    scene,
    started,
    to_evening,
)


def test_r17_points_are_the_allies_alone() -> None:
    pos = scene({"A": "7RTR"}, day=3, points=9)
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert pos.outcome.score["axis"] == 0


@pytest.mark.parametrize(
    ("units", "allied", "won"),
    [
        ({"H": "9Aus"}, "G F E", True),
        ({"H": "9Aus XX"}, "G F E", False),  # still besieged
        ({"H": "9Aus", "G": "1/5"}, "F E", False),  # no way through
        ({"H": "9Aus"}, "G 19 14 15 9 7 5 3", True),
    ],
)
def test_r17_1_tobruk_relieved(units: dict[str, str], allied: str, won: bool) -> None:
    pos = scene(units, allied=allied, day=1)
    to_evening(pos, "day.end")
    assert (pos.outcome is not None) is won
    if pos.outcome:
        assert pos.outcome.winner == "allied"
        assert pos.outcome.kind.startswith("Automatic")


def test_r17_1_buq_buq_must_be_held() -> None:
    pos = scene({"H": "9Aus"}, allied="G F E", axis="A")
    to_evening(pos, "day.end")
    assert pos.outcome is None


def test_r17_2_areas_count_every_evening_if_supplied_from_a_to_d() -> None:
    pos = scene({"5": "11H"}, allied="6 9 7 5 3 19", day=1)
    assert points_on_map(pos) == 2 + 1
    to_evening(pos, "day.end")
    assert pos.points == 3
    to_evening(pos, "day.end")
    assert pos.points == 6


def test_r17_2_an_area_joined_to_tobruk_alone_does_not_count() -> None:
    pos = scene({"H": "9Aus"}, allied="G 19")
    assert points_on_map(pos) == 0


@pytest.mark.parametrize(
    ("place", "value"),
    [("6", 2), ("13", 2), ("19", 2), ("23", 2), ("9", 1), ("11", 1), ("15", 1), ("16", 1), ("21", 1), ("22", 1)],
)
def test_r17_2_what_each_area_is_worth(place: str, value: int) -> None:
    assert started().box.points[PLACE[place]] == value
    assert sum(started().box.points) == 14


def test_r17_2_german_losses_count_on_the_last_evening() -> None:
    pos = started()
    for unit in ("1/8", "33PAK", "1/62"):
        pos.put(UNIT[unit], -1)
    pos.reduced = 1 << UNIT["2/8"] | 1 << UNIT["15MC(-)"]
    assert points_for_losses(pos) == 2 + 1


@pytest.mark.parametrize(("points", "winner"), [(9, "axis"), (10, "allied")])
def test_r17_2_ten_points_win(points: int, winner: str) -> None:
    pos = started()
    pos.turn, pos.points = 3, points
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert pos.outcome.winner == winner


@pytest.mark.parametrize(("points", "turn", "winner"), [(8, 3, "axis"), (9, 4, None), (10, 4, None), (11, 3, "allied")])
def test_r20_1_the_extended_game_goes_on_with_nine_or_ten(points: int, turn: int, winner: str | None) -> None:
    pos = started(extended=True)
    pos.turn, pos.points = 3, points
    to_evening(pos, "day.end")
    assert pos.turn == turn
    assert (pos.outcome.winner if pos.outcome else None) == winner


def test_r20_on_the_fourth_day_only_tobruk_counts() -> None:
    pos = started(extended=True)
    pos.turn, pos.points = 4, 10
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert pos.outcome.winner == "axis"
    relieved = scene({"H": "9Aus"}, allied="G F E", day=4, options={"extended": True})
    to_evening(relieved, "day.end")
    assert relieved.outcome is not None
    assert relieved.outcome.winner == "allied"


def test_every_place_of_the_rules_is_on_the_map() -> None:
    box = started().box
    assert [GAME.map.ids[place] for place in (box.halfaya, box.musaid, box.buq_buq, box.tobruk)] == [
        "6",
        "17",
        "A",
        "H",
    ]
