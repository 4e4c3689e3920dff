"""Rommel in the Desert: cards that must last, the fear of what is hidden, and what is done between the months."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.ai.rommel.answers import Scope, best_answer, march_twice, met
from sandtable.ai.rommel.belief import fear
from sandtable.ai.rommel.buildup import AFFORDABLE, backlog, menu, send, spare
from sandtable.ai.rommel.checks import set_menu
from sandtable.ai.rommel.operations import Leg, Move, operations, raids
from sandtable.ai.rommel.outlook import Outlook, staying_power
from sandtable.ai.rommel.plans import posts
from sandtable.ai.rommel.policy import Greedy
from sandtable.ai.rommel.turns import BLITZ, THRIFT, TurnPlanner
from sandtable.engine.records import Seat
from sandtable.games.rommel.position import RommelPosition
from tests.ai.test_rommel_raids import of_the_suite
from tests.games.rommel.scene import ALLIED, AXIS, HEX, NUMBER, put, scene

ARMY = {"Gadd el Ahmar": "G01 G02 G03 G04 G08 G09", "Tmimi": "I10 I11", "Bir el Gubi": "A01 A17", "Alexandria": "A21"}


@pytest.mark.parametrize(
    ("mine", "theirs", "some"), [(0, 0, (0.0, 0.0)), (1, 13, (0.0, 0.4)), (1, 0, (1.0, 1.0)), (4, 13, (0.4, 0.9))]
)
def test_a_line_helps_as_long_as_there_are_cards_to_open_it(mine: int, theirs: int, some: tuple[float, float]) -> None:
    pos = scene(ARMY, scenario="gazala")
    pos.hands = (theirs, 0, mine, 0)
    least, most = some
    assert least <= staying_power(pos, AXIS) <= most


def test_a_raid_within_reach_is_found_behind_better_ones_that_are_not() -> None:
    pos = scene(
        {
            "Mechili": "G05",
            "Bir Hacheim": "A41 A42",
            "Gazala": "A38 A39",
            "Gambut": "A26 A27",
            "Mersa Matruh": "A01 A02",
            "Alexandria": "A21 A22",
        },
        scenario="gazala",
    )
    ends = {pair[1].legs[0].dest for pair in raids(pos, AXIS)}
    assert ends & {HEX[name] for name in ("Sollum", "Bir Sofafi E2", "Sidi Barrani", "Mersa Matruh W1")}


def test_the_hidden_cars_are_feared_in_the_foremost_stack() -> None:
    pos = scene({"El Agheila": "G05 G06", "Gazala": "I10 I11", "Tmimi": "I12", "Alexandria": "A21"}, scenario="gazala")
    feared = fear(pos.quiet(), ALLIED)
    assert HEX["Gazala"] in {feared.where[NUMBER[block]] for block in ("G05", "G06")}
    assert sorted(feared.where) == sorted(pos.where)
    for block in ("I10", "I11", "I12"):
        pos.least[NUMBER[block]] = 0
        pos.known[NUMBER[block]] = 1
    assert fear(pos.quiet(), ALLIED).where == pos.where


def test_an_answer_is_met_only_where_the_enemy_can_give_it() -> None:
    pos = scene(ARMY, scenario="gazala")
    pos.hands = (5, 0, 5, 0)
    look = Outlook(ALLIED, (0.0, 0.0))
    drive = Move(HEX["Bir el Gubi"], -1, (Leg(NUMBER["A17"], HEX["Bir Hacheim"], -1),))
    assert met(pos, AXIS, look, [drive]) is not None
    put(pos, "Bir Hacheim", "I12")
    assert met(pos, AXIS, look, [drive]) is None


def test_the_enemys_answer_has_the_luck_that_a_side_lacks() -> None:
    held = {"Gazala": "A38 A39", "Tobruk": "A11 A43 A44 A45 A54", "Alexandria": "A21 A22"}
    pos = scene({**held, "Tmimi": "G01 G02 G03 G04"}, scenario="gazala")
    pos.hands = (3, 0, 3, 0)
    values = [
        best_answer(pos, ALLIED, Outlook(AXIS, (0.0, 0.0)), (0.0, 1.0, 0.0), Scope(8), luck).value for luck in (1, -1)
    ]
    assert values[1] < values[0]


def test_whoever_has_no_card_left_fears_two_of_the_enemy_in_full() -> None:
    pos = of_the_suite("marawa_msus")
    pair = raids(pos, ALLIED)
    assert pair
    march_twice(pos.quiet(), pair[0])
    look, scope = Outlook(ALLIED, (0.0, 0.0)), Scope(8, 2, 4)
    pos.change_hand(AXIS, 5 - pos.hand(AXIS)[0], 0)
    rich = best_answer(pos, AXIS, look, (0.0, 0.0, 1.0), scope).value
    pos.change_hand(AXIS, -5, 0)
    assert best_answer(pos, AXIS, look, (0.0, 0.0, 1.0), scope).value < rich


def test_more_cards_must_gain_more() -> None:
    pos = of_the_suite("chain_of_three")
    planner = TurnPlanner(1)
    drafts = {turn.cards: turn.value for turn in planner.turns(pos, AXIS)}
    assert drafts[1] > drafts[BLITZ] - 2 * THRIFT


def test_an_attack_by_the_last_block_of_the_base_is_carried_out_if_it_was_planned() -> None:
    pos = of_the_suite("orders_kept")
    greedy, moved = Greedy(1), False
    while pos.stack[-1].step == "cards.lay" or pos.stack[-1].step.startswith("move"):
        action = greedy.choose(Seat(pos, "allied"))
        moved = moved or action[0] == "take" or action == ("lay", 0, 0)
        pos.play(action)
    assert moved


def buildup(placed: dict[str, str], points: int, weak: dict[str, str] | None = None) -> RommelPosition:
    """The Axis at the Buildup of Gazala, with some blocks that have lost half their steps."""
    pos = scene(placed, scenario="gazala")
    for place, blocks in (weak or {}).items():
        for block in blocks.split():
            put(pos, place, block, steps=pos.box.full[NUMBER[block]] // 2)
    pos.hands = (8, 0, 8, 0)
    set_menu(pos, "axis", "14", str(points))
    pos.settle()
    return pos


def test_the_cheapest_block_stays_to_guard_the_base() -> None:
    pos = buildup({**ARMY, "El Agheila": "G05 I14"}, 10)
    base = HEX["El Agheila"]
    assert spare(pos, AXIS, base, NUMBER["G05"]) != spare(pos, AXIS, base, NUMBER["I14"])
    put(pos, "El Agheila", "I01")
    assert spare(pos, AXIS, base, NUMBER["I01"])


def test_few_wrecks_wait_at_the_base_at_a_time() -> None:
    front = {"Tmimi": "I01 I04"}
    pos = buildup({**ARMY, "El Agheila": "I14"}, 0, front)
    assert menu(pos, AXIS, pos.actions(), Random(1))[0] == "refit"
    pos = buildup({**ARMY, "El Agheila": "I14"}, 0, {**front, "El Agheila": "I03 I06"})
    assert backlog(pos, AXIS) <= AFFORDABLE
    pos = buildup({**ARMY, "El Agheila": "I14"}, 0, {**front, "El Agheila": "I03 I06 G10 G11 G12"})
    assert backlog(pos, AXIS) > AFFORDABLE
    assert menu(pos, AXIS, pos.actions(), Random(1))[0] != "refit"


def test_light_troops_are_sent_to_a_post_that_nobody_holds() -> None:
    pos = buildup({**ARMY, "El Agheila": "I14 G05"}, 10)
    pos.play(next(action for action in pos.actions() if action == ("redeploy", NUMBER["G05"])))
    bare = {place for place, _ in posts(pos, AXIS)} - {HEX["El Agheila"]}
    assert send(pos, AXIS, pos.actions(), Random(1))[1] in bare


def test_posts_count_while_half_the_army_is_beyond_them() -> None:
    forward = scene(ARMY, scenario="1942")
    back = scene({"El Agheila": "G01 G02 G03", "Mersa Brega": "I10", "Tobruk": "A43"}, scenario="1942")
    assert HEX["Agedabia"] in {place for place, _ in posts(forward, AXIS)}
    assert HEX["Agedabia"] not in {place for place, _ in posts(back, AXIS)}
    assert operations(forward, AXIS, 4)
