"""What the players of Rommel in the Desert keep in mind over several turns: their rear, their last card, the end."""

from __future__ import annotations

from sandtable.ai.rommel.answers import is_settled, passed_on
from sandtable.ai.rommel.checks import set_arrange
from sandtable.ai.rommel.operations import operations
from sandtable.ai.rommel.outlook import Outlook, for_allies, outlook
from sandtable.ai.rommel.outposts import postings
from sandtable.ai.rommel.plans import posts
from sandtable.ai.rommel.policy import Greedy
from sandtable.games.rommel.position import RommelPosition
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, put, scene

FRONT = {"Tmimi": "G01 G02", "Gazala": "A38 A39", "Bir el Gubi": "A17 A18", "Alexandria": "A21"}


def test_light_troops_man_all_posts_with_two_moves() -> None:
    pos = scene({**FRONT, "Mechili": "G05 G06 G07 G10 I10 I19 G03"}, scenario="gazala")
    first, then = max((moves for moves in postings(pos, AXIS) if len(moves) == 2), key=lambda two: len(two[1].legs))
    manned = {leg.dest for leg in (*first.legs, *then.legs)}
    assert {place for place, _ in posts(pos, AXIS)} - {HEX["Mechili"]} <= manned
    assert NUMBER["G03"] not in {leg.unit for leg in first.legs}


def test_a_manned_post_needs_nobody_else() -> None:
    names = ("El Agheila", "Agedabia", "Mersa Brega", "Mersa Brega NE1", "Msus E1")
    manned = dict(zip(names, ("G05", "G06", "G07", "G10", "I10"), strict=True))
    assert not postings(scene({**FRONT, **manned, "Mechili": "I19 G03"}, scenario="gazala"), AXIS)


def test_posts_in_the_rear_count() -> None:
    away, home = (scene({**FRONT, place: "G05"}, scenario="gazala") for place in ("Derna", "El Agheila"))
    name = "posts in the rear"
    assert for_allies(home, outlook(home, ALLIED))[name] < for_allies(away, outlook(away, ALLIED))[name]


def test_light_troops_are_set_up_where_they_will_start() -> None:
    pos = GAME.start("gazala").quiet()
    assert isinstance(pos, RommelPosition)
    set_arrange(pos, "axis")
    pos.settle()
    greedy = Greedy(1)
    while pos.stack[-1].step.startswith("setup.") and pos.stack[-1].side == AXIS:
        pos.play(greedy.reply(pos, greedy.rng))
    assert {pos.where[NUMBER[block]] for block in ("G05", "G06", "G07", "G10", "I19")} == {HEX["Mechili"]}


def test_the_last_card_is_worth_more_than_another_while_the_enemy_has_some() -> None:
    pos = scene(FRONT, scenario="gazala")
    worth = []
    for real in range(3):
        pos.hands = (0, 0, real, 0)
        worth.append(-for_allies(pos, Outlook(ALLIED, (0.0, float(not real))))["supply cards"])
    assert worth[1] - worth[0] > worth[2] - worth[1] > 0


def test_who_has_to_act_gains_by_an_even_exchange_in_the_last_month() -> None:
    before, after = (scene({**FRONT, "Gambut": more}, scenario="gazala") for more in ("A27 G14", ""))
    for pos in (before, after):
        pos.turn = pos.box.plan.last
    strength = [for_allies(pos, outlook(pos, ALLIED))["strength"] for pos in (before, after)]
    assert strength[1] < strength[0]


def test_a_hex_that_must_be_taken_and_stands_open_comes_first() -> None:
    pos = scene({**FRONT, "Gambut": "G03"}, scenario="gazala")
    pos.turn = pos.box.plan.last
    assert operations(pos, AXIS, 1)[0].legs[0].dest == HEX["Tobruk"]


def test_a_cut_wins_the_last_month_if_the_enemy_can_only_pass() -> None:
    pos = scene({"Gambut": "G01", "Tobruk": "A43", "Alexandria": "A21"}, scenario="battleaxe")
    pos.turn = pos.box.plan.last
    assert not is_settled(passed_on(pos, ALLIED), ALLIED)
    put(pos, "Tmimi", "A17")
    assert not is_settled(pos, ALLIED)
    assert is_settled(passed_on(pos, ALLIED), ALLIED)
