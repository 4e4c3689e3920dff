"""How turns of Rommel in the Desert are planned: battles by their mean, operations, the enemy's answer, the orders."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.ai.rommel.answers import broke
from sandtable.ai.rommel.clash import battles, hits, suffer
from sandtable.ai.rommel.operations import Leg, Move, carry_out, operations, withdrawals
from sandtable.ai.rommel.outlook import Outlook, evaluate, for_allies, siege, terms
from sandtable.ai.rommel.policy import Greedy
from sandtable.ai.rommel.turns import MOVE_STEPS, ORDERS, TurnPlanner
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE
from sandtable.engine.sides import NUMBER as SIDE
from sandtable.games.rommel.position import RommelPosition
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, fight, put, scene

SCENARIOS = tuple(GAME.plans)


def opening(scenario: str) -> RommelPosition:
    """The first play of cards of a scenario, with the blocks as listed."""
    pos, rng = GAME.start(scenario).quiet(), Random(7)
    assert isinstance(pos, RommelPosition)
    while pos.stack[-1].step != "cards.lay":
        if pos.stack[-1].side == CHANCE:
            pos.play(pos.sample(rng))
        else:
            pos.play(("ready",) if pos.stack[-1].step == "setup.arrange" else pos.actions()[0])
    return pos


def test_r4_6_hits_are_the_mean_of_the_dice() -> None:
    pos = scene({"Gazala": "G01 A43"})
    panzers, infantry = [NUMBER["G01"]], [NUMBER["A43"]]
    assert hits(pos, HEX["Gazala"], panzers, infantry, False, False) == pytest.approx(6 * 2 / 6)
    assert hits(pos, HEX["Gazala"], panzers, infantry, False, True) == pytest.approx(6 * 2 / 6 * 2)


def test_r8_3_a_garrison_fires_twice_when_it_is_attacked() -> None:
    pos = scene({"Tobruk": "G01 A43"})
    pos.owners = ((HEX["Tobruk"], ALLIED),)
    garrison, panzers = [NUMBER["A43"]], [NUMBER["G01"]]
    quiet = hits(pos, HEX["Tobruk"], garrison, panzers, False, False)
    assert hits(pos, HEX["Tobruk"], garrison, panzers, True, False) == pytest.approx(2 * quiet)


def test_whole_hits_are_taken_off_and_the_rest_is_counted() -> None:
    pos = scene({"Gazala": "A43"})
    toll = suffer(pos, [NUMBER["A43"]], 1.5)
    assert pos.steps[NUMBER["A43"]] == 2
    assert toll.unseen == pytest.approx(0.5)
    assert toll.total == pytest.approx(1.5)


def test_r3_2_weak_defenders_who_can_go_are_expected_to() -> None:
    pos = scene({"Gazala": "A43", "Gazala SE1": "A44", "Tmimi": "G01 G02 I01 I04"})
    go = tuple(Leg(NUMBER[name], HEX["Gazala"], HEX["Tmimi"]) for name in ("G01", "G02"))
    carry_out(pos, Move(HEX["Tmimi"], -1, go))
    battles(pos, AXIS)
    assert pos.where[NUMBER["A43"]] != HEX["Gazala"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_operations_are_legal_and_lead_where_they_say(scenario: str) -> None:
    pos = opening(scenario)
    side = pos.stack[-1].side
    found = operations(pos, side, 12)
    assert found
    for move in found:
        trial = pos.quiet()
        trial.play(("lay", 1, 0))
        for action in move.actions():
            assert action in trial.actions()
            trial.play(action)
        for unit, dest, _ in move.legs:
            assert trial.where[unit] == dest


def test_r5_1_a_pass_may_take_a_stack_back() -> None:
    pos = opening("gazala")
    side = pos.stack[-1].side
    pos.play(("lay", 0, 0))
    back = withdrawals(pos, side)
    assert back
    for move in back:
        trial = pos.quiet()
        for action in move.actions():
            trial.play(action)
        assert all(trial.where[leg.unit] == leg.dest for leg in move.legs)


def test_both_sides_judge_alike() -> None:
    pos = opening("gazala")
    assert evaluate(pos, ALLIED) == pytest.approx(-evaluate(pos, AXIS))
    assert sum(terms(pos, AXIS).values()) == pytest.approx(evaluate(pos, AXIS))


def test_a_siege_needs_cards_and_blocks() -> None:
    pos = scene({"Tobruk": "A43 A44 A45 A21 A22", "Gazala SE1": "G01 G02 I01"})
    pos.owners = ((HEX["Tobruk"], ALLIED),)
    few, more = siege(pos, HEX["Tobruk"], AXIS, 2), siege(pos, HEX["Tobruk"], AXIS, 5)
    assert 0 < few < more
    put(pos, "Tobruk", "G01")
    put(pos, "Tobruk", "G02")
    fight(pos, "Tobruk", ALLIED, "Gazala SE1")
    assert siege(pos, HEX["Tobruk"], AXIS, 5) > more


def test_blocks_without_supply_are_lost_when_the_month_ends() -> None:
    pos = scene({"Gazala": "A43", "Tmimi": "G01", "Gazala SE1": "G02", "Bir Hacheim": "G03", "Gadd el Ahmar E1": "G04"})
    even = (0.0, 0.0)
    ended, going_on = (for_allies(pos, Outlook(AXIS, even, ended=over))["strength"] for over in (True, False))
    assert ended < going_on


def test_the_end_of_a_month_costs_the_side_that_would_lose() -> None:
    pos = scene({"Gazala": "A43", "Tmimi": "G01"})
    ended, going_on = (
        for_allies(pos, Outlook(AXIS, (0.0, 0.0), ended=over))["who would win now"] for over in (True, False)
    )
    assert 0 < going_on < ended


def test_a_player_without_cards_is_known_to_be_broke() -> None:
    pos = scene({"Gazala": "A43", "Tmimi": "G01"})
    pos.hands = (3, 0, 0, 0)
    assert broke(pos, ALLIED) == (0.0, 1.0)
    pos.hands = (3, 0, 4, 0)
    assert broke(pos, ALLIED)[AXIS] < 0.1


def test_the_orders_of_a_turn_follow_its_plan() -> None:
    pos = opening("battleaxe")
    side = pos.stack[-1].side
    planner = TurnPlanner()
    turn = max((one for one in planner.turns(pos, side) if one.cards), key=lambda one: one.value)
    planner.remember(pos, side, [turn])
    pos.play(("lay", turn.cards, 0))
    first = turn.moves[0]
    while pos.stack[-1].step in MOVE_STEPS and pos.moves == 1:
        action = planner.order(pos, side, pos.actions())
        assert action is not None
        pos.play(action)
    assert all(pos.where[leg.unit] == leg.dest or pos.where[leg.unit] < 0 or pos.moves == 2 for leg in first.legs)


def test_a_new_player_finishes_a_turn_that_another_began() -> None:
    pos = opening("battleaxe")
    side = pos.stack[-1].side
    pos.play(("lay", 1, 0))
    pos.play(next(action for action in pos.actions() if action[0] == "group"))
    while pos.stack[-1].step in MOVE_STEPS and pos.stack[-1].side == side:
        seat = Seat(pos, "axis" if side == SIDE["axis"] else "allied")
        ORDERS.clear()
        pos.play(Greedy(3).choose(seat))
    assert pos.stack[-1].step not in MOVE_STEPS


def test_one_move_beats_who_cut_a_line_and_fills_the_gap_behind() -> None:
    pos = scene(
        {
            "Bir el Gubi": "A01 A02 G02",
            "Bir el Gubi SE1": "G05",
            "Sidi Omar SE1": "A10 A12 A21 A24",
            "Bir Sofafi": "A23",
            "Gambut": "G01",
            "Sidi Omar": "I10",
        },
        scenario="crusader",
    )
    fight(pos, "Bir el Gubi", AXIS, "Bir el Gubi SE1")
    pos.hands = (3, 0, 3, 0)
    goals = [{leg.dest for leg in move.legs} for move in operations(pos, ALLIED, 60)]
    assert {HEX["Bir el Gubi SE1"], HEX["Sidi Omar SW1"]} in goals
