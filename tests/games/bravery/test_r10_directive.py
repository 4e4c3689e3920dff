"""10 The Rommel Directive."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.games.bravery.position import BraveryPosition
from tests.games.bravery.scene import (
    HEX,
    bonuses,
    draw,
    go,
    scene,
    verbs,
)

FIELD = "0408"


def directed(turn: int = 4, **more: object) -> BraveryPosition:
    """15PZ is woken under the Directive."""
    pos = scene({FIELD: "2NZ"}, turn=turn, **more)  # type: ignore[arg-type]
    draw(pos, "DAK")
    pos.play(("directive", pos.box.formation["15PZ"], HEX["0508"]))
    return pos


def test_r10_1_the_directive_comes_once_a_turn_from_turn_four() -> None:
    with pytest.raises(IllegalAction) as refused:
        directed(turn=3)
    assert refused.value.rule == "10.1"
    pos = directed()
    assert (pos.directive, pos.under_directive) == (1, 1)
    pos.play(("stop",))
    draw(pos, "DAK")
    assert "directive" not in verbs(pos)
    assert pos.under_directive == 0


def test_r10_1_1_the_directive_gives_four_movement_points() -> None:
    assert directed().stack[-1].args[1] == 8
    plain = scene(turn=4)
    draw(plain, "15PZ")
    assert plain.stack[-1].args[1] == 6


def test_r10_1_2_the_directive_adds_one_to_every_german_die_and_walls_do_not_stop_it() -> None:
    pos = directed()
    go(pos, FIELD)
    pos.play(("fight",))
    assert bonuses(pos) == [(4, 2), (3, 0)]
    wall = scene({"0412": "2NZ", "0312": "15PZ"}, turn=4, lost="1A")
    draw(wall, "DAK")
    wall.play(("directive", wall.box.formation["15PZ"], HEX["0312"]))
    go(wall, "0412")
    wall.play(("fight",))
    assert bonuses(wall)[0] == (4, 1)


def test_r10_1_2_italians_beside_them_roll_without_it() -> None:
    """R6"""
    pos = scene({FIELD: "2NZ", "0508": "15PZ BRE"}, turn=4)
    draw(pos, "DAK")
    pos.play(("directive", pos.box.formation["15PZ"], HEX["0508"]))
    pos.play(("carry", pos.box.formation["BRE"]))
    go(pos, FIELD)
    pos.play(("fight",))
    assert bonuses(pos) == [(4, 2), (2, 1), (3, 0)]


def test_r10_2_all_germans_of_a_combined_attack_get_it_when_it_is_performed_under_it() -> None:
    pos = scene({FIELD: "2NZ"}, turn=4)
    draw(pos, "21PZ")
    go(pos, FIELD)
    pos.play(("combine",))
    draw(pos, "DAK")
    pos.play(("directive", pos.box.formation["15PZ"], HEX["0508"]))
    go(pos, FIELD)
    pos.play(("assault",))
    assert bonuses(pos)[0] == (8, 2)


def test_r10_2_a_stack_that_only_waits_loses_it_with_the_next_chit() -> None:
    pos = directed()
    go(pos, FIELD)
    pos.play(("combine",))
    draw(pos, "21PZ")
    go(pos, FIELD)
    pos.play(("assault",))
    assert bonuses(pos)[0] == (8, 1)


def test_r10_2_the_last_attacks_are_fought_without_the_directive() -> None:
    """R24"""
    pos = directed()
    go(pos, FIELD)
    pos.cup = (0, pos.cup[1])
    pos.play(("combine",))
    assert (pos.field, pos.under_directive, bonuses(pos)[0]) == (HEX[FIELD], 0, (4, 1))
