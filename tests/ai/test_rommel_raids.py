"""Rommel in the Desert: raids by whole stacks, the open base, who stands in the way, and who a hidden raider is."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.ai.core.positions import decision, positions
from sandtable.ai.rommel.answers import Scope, best_answer, march_twice
from sandtable.ai.rommel.belief import believe
from sandtable.ai.rommel.buildup import idle
from sandtable.ai.rommel.lines import has_reserve, in_two_marches
from sandtable.ai.rommel.operations import Forces, feasible, raids, screens, sweeps
from sandtable.ai.rommel.outlook import WON, Outlook, at_least, reopened
from sandtable.ai.rommel.relief import as_moves, cards_for_relief, seizure
from sandtable.ai.rommel.value import survey
from sandtable.games.rommel.network import reached
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r07_supply import ground, unfed
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, put, scene


def of_the_suite(name: str) -> RommelPosition:
    """The decision of a test position."""
    pos = decision(next(puzzle for puzzle in positions("rommel") if puzzle.name == name), GAME).quiet()
    assert isinstance(pos, RommelPosition)
    return pos


def test_all_fast_troops_of_a_stack_spread_over_the_hexes_of_a_cut() -> None:
    pos = scene({"Bir el Gubi": "A01 A02 A17 A18", "Bir Hacheim": "A55", "Tmimi": "G01 G02 G03 G08"}, scenario="gazala")
    found = sweeps(Forces(pos, ALLIED), survey(pos, ALLIED))
    assert found
    for pair in found:
        trial = pos.quiet()
        march_twice(trial, pair)
        assert len(pair[1].legs) > 1
        assert unfed(trial, AXIS)
    assert in_two_marches(pos, ALLIED) >> HEX["Agedabia"] & 1
    assert not in_two_marches(pos, ALLIED) >> HEX["El Agheila"] & 1


def test_r10_1_the_open_base_is_taken_by_a_chain_across_the_desert() -> None:
    pos = of_the_suite("seize_base")
    legs = seizure(pos, ALLIED, 2)
    assert HEX["El Agheila"] in {leg.need[0] for leg in legs}
    assert len(as_moves(legs)) == 2
    assert cards_for_relief(pos, ALLIED) == 2
    assert not seizure(pos, ALLIED, 1)
    put(pos, "El Agheila", "I10")
    assert not seizure(pos, ALLIED, 2)


def test_r10_1_the_enemy_is_thought_to_take_it_too() -> None:
    pos = of_the_suite("seize_base")
    answer = best_answer(pos, AXIS, Outlook(ALLIED, (0.0, 0.0)), (0.0, 0.0, 1.0), Scope(4, 1, 2))
    assert answer.value < -WON / 4
    assert any(leg.dest == HEX["El Agheila"] for move in answer.moves for leg in move.legs)


def test_r2_7_a_forced_march_is_tried_where_it_wins_and_nothing_else_does() -> None:
    pos = of_the_suite("forced_march")
    assert not seizure(pos, ALLIED, 1)
    (leg,) = seizure(pos, ALLIED, 1, march=True)
    assert leg.march
    assert leg.unit == NUMBER["A30"]
    assert cards_for_relief(pos, ALLIED) == 1


def test_a_block_in_the_way_ends_a_raid() -> None:
    pos = scene({"Bir Hacheim": "A01 A02 A10 A12", "Alexandria": "A43", "Mechili": "G05", "Tmimi": "G01"})
    pos.hands = (2, 0, 4, 0)
    (threat, *_) = raids(pos, AXIS)
    assert feasible(pos, AXIS, threat)
    found = screens(pos, ALLIED, [(pos, threat)])
    assert found
    for move in found:
        (leg,) = move.legs
        after = pos.quiet()
        after.where[leg.unit] = leg.dest
        assert not feasible(after, AXIS, threat)


def test_a_line_is_likelier_opened_against_one_weak_block_than_against_many() -> None:
    pos = scene({"Tmimi": "G01 G02 G03 G04", "Agedabia": "A17"}, scenario="gazala")
    put(pos, "Beda Fomm", "A18")

    def chance() -> float:
        on = ground(pos, AXIS)
        return reopened(pos, AXIS, on, reached(on))

    weak = chance()
    put(pos, "Agedabia", "A01", "A02", "A12")
    put(pos, "Beda Fomm", "A04", "A05")
    assert 0.0 <= chance() < weak <= 1.0
    assert at_least(0, 1.0) == 1.0
    assert at_least(1, 2.0) == pytest.approx(1 - 0.1353, abs=1e-3)
    assert at_least(3, 2.0) < at_least(2, 2.0)


def test_a_reserve_is_somebody_who_can_be_home_with_one_move() -> None:
    pos = scene({"Tmimi": "G01 G05"}, scenario="gazala")
    assert not has_reserve(pos, AXIS)
    put(pos, "Antelat", "G05")
    assert has_reserve(pos, AXIS)
    pos.disrupted[NUMBER["G05"]] = 1
    assert not has_reserve(pos, AXIS)


def test_r9_4_who_is_far_behind_the_front_is_redeployed_but_not_the_last_reserve() -> None:
    pos = scene({"Mersa Brega NE1": "G03 G04", "Tmimi": "G01 G02", "Gazala": "A38 A39"}, scenario="gazala")
    assert idle(pos, AXIS, survey(pos, AXIS), NUMBER["G03"])
    assert not idle(pos, AXIS, survey(pos, AXIS), NUMBER["G01"])
    pos.where[NUMBER["G04"]] = HEX["Tmimi"]
    assert not idle(pos, AXIS, survey(pos, AXIS), NUMBER["G03"])


def test_r6_6_a_lone_raider_is_thought_to_be_quick_and_cheap_and_never_too_slow() -> None:
    pos = GAME.start("crusader")
    assert isinstance(pos, RommelPosition)
    raider = NUMBER["G05"]
    pos.where[raider], pos.least[raider] = HEX["Fuka SW1"], 3
    taken: list[list[int]] = [[], []]
    for seed in range(60):
        rng = Random(seed)
        guessed = pos.guess("allied", rng)
        assert isinstance(guessed, RommelPosition)
        taken[0] += guessed.at(HEX["Fuka SW1"], AXIS)
        believed = believe(guessed, ALLIED, rng)
        taken[1] += believed.at(HEX["Fuka SW1"], AXIS)
        assert sorted(believed.where) == sorted(pos.where)
    strength = [sum(pos.value(unit) for unit in some) / len(some) for some in taken]
    assert all(pos.box.speed[unit] >= 3 for some in taken for unit in some)
    assert strength[1] < 0.75 * strength[0]
