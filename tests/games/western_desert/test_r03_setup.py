"""3.0 Setting up, and the first turns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert.rules.r09_stacking import fits
from sandtable.games.western_desert.rules.r10_fight import no_retreat_rule
from sandtable.games.western_desert.terms import DUE, INSIDE, INTACT, RESERVE
from tests.games.western_desert.scene import ALLIED, AXIS, GAME, HEX, UNIT, empty, hits, scene, step


def test_r3_0_units_start_where_the_card_says_within_stacking_limits() -> None:
    pos = empty()
    assert pos.where[UNIT["A01"]] == HEX["5011"]
    assert pos.where[UNIT["A11"]] == RESERVE
    assert pos.where[UNIT["X20"]] == DUE
    for place in range(len(GAME.map)):
        for side in (ALLIED, AXIS):
            assert fits(pos, pos.fighters_at(place, side))
    assert pos.flags[UNIT["X01"]] & INSIDE


def test_r3_1_turn_one_opens_with_the_allies_their_points_and_the_fleet() -> None:
    pos = empty()
    assert (pos.turn, pos.side, step(pos)) == (1, "allied", "depot.place")
    assert (pos.points, pos.air, pos.air_side, pos.naval) == ([4, 2], 4, ALLIED, 1)
    assert pos.control == [AXIS, AXIS, AXIS]
    assert pos.fortress == [INTACT, INTACT]


@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, False), (3, True)])
def test_r3_2_italians_do_not_retreat_on_the_first_two_turns(turn: Any, may: Any) -> None:
    pos = scene({"4611": "A01 A02", "4511": "X05"}, turn=turn)
    hits(pos, 0, 2, "A01 A02", "4511")
    assert (("retreat",) in pos.actions()) == may


def test_r3_2_one_italian_holds_the_others_of_his_battle_in_place() -> None:
    pos = scene({"4512": "X05 X20"}, turn=2)
    assert no_retreat_rule(pos, [UNIT["X20"], UNIT["X05"]]) == "3.2"


@pytest.mark.parametrize(("turn", "name", "rule"), [(2, "X05", "3.2"), (3, "X05", None), (2, "X20", None)])
def test_r3_2_italians_stand_on_the_first_two_turns(turn: int, name: str, rule: str | None) -> None:
    assert no_retreat_rule(scene({"4512": name}, turn=turn), [UNIT[name]]) == rule
