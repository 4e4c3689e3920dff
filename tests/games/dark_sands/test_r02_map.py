"""2.0 Control of the map."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.r02_control import controls, enter
from tests.games.dark_sands.scene import ALLIED, AXIS, HEX, UNIT, box, go, move, play, result, scene


def test_r2_1_5_a_port_stays_controlled_when_its_captor_moves_on() -> None:
    pos = scene({"2830": "X31"})
    enter(pos, UNIT["X31"], HEX["2829"])
    assert controls(pos, AXIS, HEX["2830"])


def test_r2_1_5_other_hexes_are_nobodys_when_empty() -> None:
    pos = scene({"2431": "X31"})
    assert controls(pos, AXIS, HEX["2431"])
    enter(pos, UNIT["X31"], HEX["2432"])
    assert not controls(pos, AXIS, HEX["2431"])
    assert not controls(pos, ALLIED, HEX["2431"])


def test_r2_1_5_passing_through_a_hex_takes_it() -> None:
    pos = move(scene({"2042": "A01"}), ALLIED)
    pos.axis_holds |= 1 << box().sollum
    go(play(pos, ("unit", UNIT["A01"])), "2140")
    assert controls(pos, ALLIED, box().sollum)


def test_r2_1_5_a_zone_of_control_takes_nothing() -> None:
    pos = scene({"2231": "A05"})
    pos.axis_holds |= 1 << box().tobruk
    enter(pos, UNIT["A05"], HEX["2831"])
    assert controls(pos, AXIS, box().tobruk)


def test_r2_2_the_two_tables_give_different_results() -> None:
    pos = scene({"1330": "A05 A06", "1331": "X22"}, turn=15)
    pos.target, pos.attackers, pos.defenders = HEX["1331"], 1 << UNIT["A05"] | 1 << UNIT["A06"], 1 << UNIT["X22"]
    assert [result(pos, ALLIED, 0, "mobile", die) for die in (1, 6)] == ["AL1", "DR*"]
    assert [result(pos, ALLIED, 0, "assault", die) for die in (1, 6)] == ["AL1", "EX"]
