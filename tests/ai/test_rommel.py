"""How the greedy player of Rommel in the Desert weighs things."""

from __future__ import annotations

from sandtable.ai.rommel.value import Sense, exchange, is_losing
from tests.games.rommel.scene import ALLIED, AXIS, HEX, NUMBER, put, scene


def test_a_base_wants_a_guard_only_while_the_enemy_is_near() -> None:
    pos = scene({"Mersa Matruh": "A43", "Gazala": "G01"})
    far = Sense(pos, ALLIED)
    assert HEX["Alexandria"] not in far.aims
    assert far.shift([NUMBER["A43"]], HEX["Alexandria"]) < 0
    put(pos, "El Daba", "G01")
    assert HEX["Alexandria"] in Sense(pos, ALLIED).aims


def test_a_loser_dares_more_only_when_the_end_is_near() -> None:
    pos = scene(scenario="1941")
    pos.turn = 1
    assert not is_losing(pos, AXIS)
    pos.turn = pos.box.plan.last
    assert is_losing(pos, AXIS)
    assert not is_losing(pos, ALLIED)
    assert Sense(pos, AXIS).care < Sense(pos, ALLIED).care


def test_losses_weigh_more_on_the_weaker_army() -> None:
    pos = scene({"Gazala": "G01", "Tobruk": "A43 A44 A45 A21 A22"}, scenario="1941")
    assert Sense(pos, AXIS).care > 1 > Sense(pos, ALLIED).care


def test_a_mined_fortress_is_known_to_be_hard() -> None:
    pos = scene({"Tobruk": "G01 G02 A43"})
    pos.change_hand(AXIS, 3, 0)
    mine, theirs = [NUMBER["G01"], NUMBER["G02"]], [NUMBER["A43"]]
    bare = exchange(pos, HEX["Tobruk"], mine, theirs)[0]
    pos.mines = ((HEX["Tobruk"], ALLIED, 1, 1 << HEX["Tobruk"]),)
    assert exchange(pos, HEX["Tobruk"], mine, theirs)[0] < bare
