"""11 Replacements."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.flow import Frame
from sandtable.games.bravery.position import BraveryPosition
from tests.games.bravery.scene import GAME, HEX, UNIT, at, chit, go, scene, strength


def refitting(placed: dict[str, str] | None = None, **more: object) -> BraveryPosition:
    """The Commonwealth spends its points on turn 2."""
    pos = scene(placed, **{"turn": 2, **more})  # type: ignore[arg-type]
    pos.cup = (0, 0)
    pos.stack = (Frame("turn", 0, (1,)),)
    pos.settle()
    return pos


def test_r11_1_two_points_restore_reduced_units_or_bring_lost_ones_back() -> None:
    pos = refitting({"0511": "2NZ-1*"}, lost="4IND-1")
    assert ("restore", UNIT["2NZ-1"]) in pos.actions()
    pos.play(("restore", UNIT["2NZ-1"]))
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    assert (strength(pos, "2NZ-1", "4IND-1"), at(pos, "4IND-1")) == ([2, 1], "0211")
    assert pos.stack[-1].step == "cup.commit"


def test_r11_1_both_points_bring_a_unit_back_at_full_strength() -> None:
    pos = refitting(lost="4IND-1")
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    pos.play(("restore", UNIT["4IND-1"]))
    assert strength(pos, "4IND-1") == [2]


def test_r11_1_there_are_none_on_turn_one() -> None:
    assert refitting({"0511": "2NZ-1*"}, turn=1).stack[-1].step == "cup.commit"


def test_r11_2_lost_units_return_to_strategic_hexes_the_commonwealth_controls() -> None:
    pos = refitting(lost="4IND-1")
    hexes = {GAME.map.ids[a[2]] for a in pos.actions() if a[0] == "return" and a[1] == UNIT["4IND-1"]}
    assert hexes == {"0111", "0211", "0308", "0412", "0511", "0904"}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("return", UNIT["4IND-1"], HEX["0608"]))
    assert refused.value.rule == "11.2"


def test_r11_3_points_not_used_are_lost() -> None:
    pos = refitting({"0511": "2NZ"}, lost="4IND-1")
    pos.play(("done",))
    assert pos.stack[-1].step == "cup.commit"
    pos.turn, pos.stack = 3, (Frame("turn", 0, (1,)),)
    pos.settle()
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    pos.play(("restore", UNIT["4IND-1"]))
    assert pos.stack[-1].step == "cup.commit"


def test_r11_4_a_formation_that_took_replacements_is_not_activated_but_defends() -> None:
    pos = refitting({"0408": "2NZ-1*"})
    pos.play(("restore", UNIT["2NZ-1"]))
    assert ("put", chit(pos, "2NZ")) not in pos.actions()
    pos.play(("all",))
    pos.play(("all",))
    pos.play(("draw", chit(pos, "15PZ")))
    go(pos, "0408")
    pos.play(("fight",))
    assert pos.at(HEX["0408"], 0) == [UNIT["2NZ-1"]]


def test_r11_4_a_returned_unit_keeps_its_formation_out_of_the_cup() -> None:
    pos = refitting(lost="4IND-1")
    pos.play(("return", UNIT["4IND-1"], HEX["0211"]))
    pos.play(("done",))
    assert pos.stack[-1].step == "cup.commit"
    with pytest.raises(IllegalAction) as refused:
        pos.play(("put", chit(pos, "4IND")))
    assert refused.value.rule == "5.1.4"


def test_r11_1_a_full_unit_takes_no_replacements() -> None:
    pos = refitting(lost="4IND-1")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("restore", UNIT["2NZ-1"]))
    assert refused.value.rule == "11.1"
