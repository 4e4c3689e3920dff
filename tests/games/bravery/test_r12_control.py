"""12 Control."""

from __future__ import annotations

import pytest

from sandtable.games.bravery.position import BraveryPosition
from tests.games.bravery.scene import HEX, UNIT, at, draw, give, go, holder, roll, scene, strength

FIELD = "0608"


def test_r12_1_control_changes_hands_only_in_strategic_hexes() -> None:
    pos = scene()
    draw(pos, "15PZ")
    go(pos, "0509", "0510")
    assert pos.axis_held == scene().axis_held
    empty = scene(lost="2NZ")
    draw(empty, "15PZ")
    go(empty, "0511")
    assert holder(empty, "0511") == "axis"


def test_r12_1_a_side_left_alone_by_the_enemys_march_takes_the_hex() -> None:
    """R14"""
    pos = scene({FIELD: "90LT 7A"})
    pos.marker[UNIT["7A-1"]] = 1
    draw(pos, "90LT")
    go(pos, "0607")
    assert holder(pos, FIELD) == "allied"


def test_r12_1_1_an_empty_hex_belongs_to_whoever_passed_last() -> None:
    pos = scene({"0609": "7A"})
    draw(pos, "7A")
    go(pos, "0607")
    assert holder(pos, FIELD) == "allied"
    pos.play(("stop",))
    draw(pos, "15PZ")
    go(pos, FIELD)
    assert holder(pos, FIELD) == "axis"


def both_hurt() -> BraveryPosition:
    """Both sides have been hurt at Gambut and may retreat; the attackers, weaker, declare first."""
    pos = scene({FIELD: "90LT", "0609": "7A-1 7A-2"}, lost="7A-3 7A-4")
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("fight",))
    roll(pos, 6, 1)
    roll(pos, 6, 1, 1)
    return pos


def test_r12_1_2_when_both_retreat_the_hex_belongs_to_the_last_to_leave() -> None:
    pos = both_hurt()
    give(pos, FIELD, "allied")
    pos.play(("retreat",), by="allied")
    pos.play(("retreat",), by="axis")
    pos.play(next(a for a in pos.actions() if a[0] == "fall_back"), by="axis")
    assert not pos.holds(HEX[FIELD], 0)
    assert not pos.holds(HEX[FIELD], 1)
    assert holder(pos, FIELD) == "axis"


@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_r12_1_3_when_both_are_destroyed_control_stays_as_it_was(owner: str) -> None:
    pos = scene({FIELD: "90LT-1*", "0609": "7A-1* 7A-2*"}, lost="7A-3 7A-4 90LT-2 90LT-3")
    pos.strength[UNIT["90LT-1"]] = 2
    give(pos, FIELD, owner)
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("fight",))
    pos.hits = (2, 2)
    pos.stack = tuple(frame for frame in pos.stack if frame[0] != "combat.roll")
    pos.settle()
    assert strength(pos, "90LT-1", "7A-1", "7A-2") == [0, 0, 0]
    assert holder(pos, FIELD) == owner


def test_r12_1_4_when_one_side_is_destroyed_the_other_has_the_hex_even_if_it_leaves() -> None:
    pos = scene({FIELD: "90LT-1", "0609": "7A"}, lost="90LT-2 90LT-3")
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("fight",))
    roll(pos, 6, 6, 1, 1)
    roll(pos, 6)
    pos.play(("retreat",))
    assert at(pos, "7A-1") == "0609"
    assert holder(pos, FIELD) == "allied"


def test_r12_1_5_with_both_in_the_hex_control_stays() -> None:
    pos = scene({FIELD: "90LT", "0609": "7A"})
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("combine",))
    assert holder(pos, FIELD) == "axis"
