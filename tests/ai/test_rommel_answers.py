"""What the enemy may make of a turn of Rommel in the Desert: his cards, raids of two marches, ways round, luck."""

from __future__ import annotations

import pytest

from sandtable.ai.core.positions import decision, positions
from sandtable.ai.rommel.answers import Scope, after_answer, march_twice, rally, real_cards, starve
from sandtable.ai.rommel.clash import fight as fight_round
from sandtable.ai.rommel.clash import lucky
from sandtable.ai.rommel.operations import detours, raids
from sandtable.ai.rommel.outlook import Outlook
from sandtable.ai.rommel.turns import FULL, QUICK, TurnPlanner
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r07_supply import unfed
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, scene


def of_the_suite(name: str) -> RommelPosition:
    """The decision of a test position."""
    pos = decision(next(puzzle for puzzle in positions("rommel") if puzzle.name == name), GAME).quiet()
    assert isinstance(pos, RommelPosition)
    return pos


def raided() -> RommelPosition:
    """An army at Bir Hacheim that lives by an empty Bir el Gubi, and armoured cars two marches away."""
    pos = scene({"Bir Hacheim": "A01 A02 A10 A12", "Bir el Gubi SE1": "A43", "Mechili": "G05", "Tmimi": "G01"})
    pos.hands = (2, 0, 4, 0)
    return pos


def test_r1_2_the_number_of_real_cards_is_told_by_what_is_spent_and_what_one_holds() -> None:
    pos = scene()
    pos.hands = (4, 0, 6, 0)
    none, one, more = real_cards(pos, ALLIED)
    assert none + one + more == pytest.approx(1.0)
    assert more > 0.8
    pos.hands = (4, 0, 1, 0)
    assert real_cards(pos, ALLIED)[2] == 0.0
    pos.hands = (4, 0, 0, 0)
    assert real_cards(pos, ALLIED) == (1.0, 0.0, 0.0)


def test_a_raid_of_two_marches_ends_on_the_line() -> None:
    pos = raided()
    found = raids(pos, AXIS)
    assert found
    for pair in found:
        trial = pos.quiet()
        march_twice(trial, pair)
        (first,), (then,) = pair[0].legs, pair[1].legs
        assert first.unit == then.unit
        assert trial.where[then.unit] == then.dest
    ends = [trial for pair in found for trial in (pos.quiet(),) if march_twice(trial, pair) == 0.0]
    assert any(unfed(trial, ALLIED) for trial in ends)


def test_two_cards_of_the_enemy_are_feared_where_one_is_not() -> None:
    pos, look = raided(), Outlook(AXIS, (0.0, 0.0))
    one = after_answer(pos, ALLIED, look, (0.0, 1.0, 0.0), Scope(12, 2, 6))
    two = after_answer(pos, ALLIED, look, (0.0, 0.0, 1.0), Scope(12, 2, 6))
    assert two < one
    assert after_answer(pos, ALLIED, look, (0.0, 0.0, 1.0), Scope(12)) == one


def test_who_is_cut_off_goes_round_and_strikes_from_behind() -> None:
    pos = of_the_suite("pass_cut_off")
    found = detours(pos, ALLIED)
    assert found
    for first, then in found:
        trial = pos.quiet()
        march_twice(trial, (first, then))
        assert all(trial.where[leg.unit] == HEX["Mersa Matruh"] for leg in then.legs)
    assert not detours(raided(), AXIS)


def test_r7_3_1_who_passes_out_of_supply_is_disrupted() -> None:
    pos = of_the_suite("pass_cut_off")
    starve(pos, ALLIED, pos.quiet())
    assert all(pos.disrupted[unit] for unit in pos.at(HEX["Sidi Barrani"], ALLIED))


def test_r6_2_the_enemy_recovers_before_he_answers() -> None:
    pos = scene({"Tmimi": "G01", "Msus": "A43"})
    pos.disrupted[NUMBER["G01"]] = pos.disrupted[NUMBER["A43"]] = 1
    rally(pos, AXIS)
    assert not pos.disrupted[NUMBER["G01"]]
    rally(pos, ALLIED)
    assert pos.disrupted[NUMBER["A43"]]


def test_luck_gives_to_one_side_what_it_takes_from_the_other() -> None:
    assert lucky(1.5, 1.0) + lucky(1.5, -1.0) == pytest.approx(3.0)
    assert lucky(0.1, -2.0) == 0.0
    start = scene({"Gazala": "G01 G02 A43 A44"})
    good, mean, bad = (fight_round(start.quiet(), AXIS, HEX["Gazala"], False, luck).total for luck in (1.0, 0.0, -1.0))
    assert bad < mean < good


def test_second_thoughts_see_what_two_marches_do_to_who_spends_his_last_card() -> None:
    pos = of_the_suite("last_card")
    hasty = max(TurnPlanner(0, FULL._replace(weighed=0)).turns(pos, AXIS), key=lambda turn: turn.value)
    weighed = {turn.cards: turn.value for turn in TurnPlanner(0, FULL).turns(pos, AXIS)}
    assert hasty.cards == 1
    assert weighed[1] < hasty.value - 15.0


def test_without_time_the_first_few_turns_are_weighed_all_the_same() -> None:
    pos = of_the_suite("last_card")
    planner = TurnPlanner(0, FULL)
    planner.deadline = 0.0
    hasty = max(TurnPlanner(0, FULL._replace(weighed=0)).turns(pos, AXIS), key=lambda turn: turn.value)
    weighed = {turn.cards: turn.value for turn in planner.turns(pos, AXIS)}
    assert weighed[1] < hasty.value - 15.0
    assert QUICK.weighed == 0
