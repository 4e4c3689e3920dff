"""Chapters 12 and 14.1: the Advantage and fuel."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.guess import guess
from sandtable.games.battleaxe.position import NOBODY, OVERRUN, STALEMATE, BattleaxePosition
from sandtable.games.battleaxe.rules.r13_refit import Spend
from tests.games.battleaxe.scene import (
    PLACE,
    UNIT,
    assault,
    at,
    attack,
    defence_value,
    end,
    fight,
    go,
    manoeuvring,
    reduced,
    roll,
    scene,
    sleep,
    started,
    to_evening,
    verbs,
    whom,
)


def test_r12_the_allies_have_it_first() -> None:
    assert started().advantage == ALLIED


def test_r12_1_spending_it_leaves_it_with_nobody_for_a_while() -> None:
    pos = scene({"14": "1/8 33R", "15": "7RTR 2RTR"}, "axis", advantage=ALLIED)
    assault(pos, "14")
    go(pos, "1/8", "15")
    attack(pos, "15", target="7RTR", dice=(6, 5, 1, 2))
    pos.play(("fanatical",))
    assert (pos.advantage, pos.advantage_next) == (NOBODY, AXIS)


def test_r12_1a_a_fanatical_defence_makes_a_success_a_stalemate() -> None:
    pos = scene({"14": "1/8", "15": "7RTR 2RTR"}, "axis", advantage=ALLIED)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, target="7RTR", dice=(6, 5, 1, 2))
    assert (pos.side, verbs(pos)) == ("allied", {"fanatical", "accept"})
    pos.play(("fanatical",))
    assert pos.result == STALEMATE
    assert reduced(pos, "1/8", "7RTR", "2RTR") == [True, True, False]


def test_r12_1a_an_overrun_stands() -> None:
    pos = scene({"14": "1/8", "15": "11H"}, "axis", advantage=ALLIED)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, dice=(6, 6, 1, 1))
    assert pos.result == OVERRUN
    assert at(pos, "11H") is None


def test_r12_1b_a_maximum_attack_makes_a_repulse_a_stalemate() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/8 2/8"}, advantage=ALLIED)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    fight(pos, lead="7RTR", target="1/8", dice=(1, 1, 6, 6))
    assert (pos.side, verbs(pos)) == ("allied", {"maximum", "accept"})
    pos.play(("maximum",))
    assert reduced(pos, "7RTR", "2RTR", "1/8") == [True, False, True]
    assert at(pos, "7RTR") == "15"


def test_r12_1b_the_other_side_is_not_asked() -> None:
    pos = scene({"14": "7RTR", "15": "1/8 2/8"}, advantage=AXIS)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, dice=(1, 1, 6, 6))
    assert pos.stack[-1].step != "battle.appeal"
    assert at(pos, "7RTR") == "14"


@pytest.mark.parametrize(("owner", "seat"), [(ALLIED, "allied"), (AXIS, "axis")])
def test_r12_1c_either_side_prolongs_the_daylight(owner: int, seat: str) -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=7, advantage=owner)
    pos.play(("pass",))
    roll(pos, 1, 1)
    assert (pos.side, verbs(pos)) == (seat, {"daylight", "dusk"})
    pos.play(("daylight",))
    assert (pos.turn, pos.impulse, pos.advantage) == (2, 8, 1 - owner)


def test_r12_1c_nobody_is_asked_when_the_day_goes_on_or_the_track_ends() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=7, advantage=AXIS)
    pos.play(("pass",))
    roll(pos, 4, 4)
    assert pos.impulse == 8
    last = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=12, advantage=AXIS)
    last.play(("pass",))
    roll(last, 1, 1)
    assert not manoeuvring(last)


def asked(pos: BattleaxePosition, verb: str) -> str:
    """What the player is asked before an order of this kind is carried out."""
    order = next(action for action in pos.see(pos.side)["actions"] if action["do"][0] == verb)
    return str(order.get("ask", ""))


def test_r9_1_1_an_assault_in_which_nobody_did_anything_is_asked_about() -> None:
    pos = scene({"15": "7RTR 2RTR", "A": "11H"})
    assault(pos, "15")
    assert "the impulse is over all the same" in asked(pos, "done")
    go(pos, "7RTR", "23")
    assert asked(pos, "done") == ""


def test_r12_1d_the_allies_declare_a_shortage_in_their_own_impulse() -> None:
    pos = scene({"15": "7RTR", "22": "1/8", "18": "2/8"}, advantage=ALLIED)
    assert "fuel" in verbs(pos)
    assert "costs you the Advantage" in asked(pos, "fuel")
    pos.play(("fuel",))
    assert (pos.fuel_low, pos.advantage, pos.side) == (1, NOBODY, "allied")
    assert "fuel" not in verbs(pos)
    pos.play(("pass",))
    assert (pos.side, pos.advantage) == ("axis", AXIS)  # 12.2


def test_r12_1d_only_the_allies_declare_it_and_only_with_the_advantage() -> None:
    without = scene({"15": "7RTR", "22": "1/8"}, advantage=AXIS)
    low = scene({"15": "7RTR", "22": "1/8"}, advantage=ALLIED, fuel_low=1)
    axis = scene({"15": "7RTR", "22": "1/8"}, "axis", advantage=AXIS)
    for pos in (without, low, axis):
        assert "fuel" not in verbs(pos)
        with pytest.raises(IllegalAction) as refused:
            pos.play(("fuel",))
        assert refused.value.rule == "12.1D"


def test_r12_1d_nobody_is_asked_as_an_axis_impulse_opens() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=ALLIED)
    pos.play(("pass",))
    assert (pos.side, pos.stack[-1].step) == ("axis", "impulse.choose")


def attacked(force: str, against: str, **fields: Any) -> BattleaxePosition:
    """The Axis have entered Fort Capuzzo from area 14."""
    pos = scene({"14": force, "15": against}, "axis", **{"advantage": ALLIED, **fields})
    assault(pos, "14")
    go(pos, force, "15")
    return pos


def test_r12_1d_a_shortage_answers_an_attack_beside_the_choice_of_a_lead_and_the_artillery_call() -> None:
    pos = attacked("1/8", "7RTR 2RTR")
    assert (pos.stack[-1].step, verbs(pos)) == ("battle.target", {"lead", "fuel"})
    pos.play(("lead", UNIT["7RTR"]))
    fight_on = pos.copy()
    while pos.stack[-1].step != "battle.call" or pos.side != "allied":
        pos.play(pos.actions()[-1])
    assert verbs(pos) == {"call", "no_call", "fuel"}
    before = defence_value(pos)
    pos.play(("fuel",))
    assert (verbs(pos), defence_value(pos)) == ({"call", "no_call"}, before + 2)  # 11.4.3E
    fight(fight_on, dice=(1, 1, 1, 1))
    assert fight_on.fuel_low == 0


def test_r12_1d_the_allies_are_asked_before_the_dice_where_they_have_no_guns_left() -> None:
    pos = attacked("1/8", "7RTR", guns=[0, 0])
    assert (pos.stack[-1].step, pos.side, verbs(pos)) == ("fuel.declare", "allied", {"fuel", "wait", "wait_today"})
    pos.play(("fuel",))
    assert (pos.fuel_low, pos.advantage_next, pos.stack[-1].step) == (1, AXIS, "battle.dice")
    assert sum(pos.tally[3]) == 6 + 2 + 2


def test_r12_1d_in_an_allied_attack_there_is_no_such_question() -> None:
    pos = scene({"14": "7RTR", "15": "1/62 2/62"}, advantage=ALLIED, guns=[0, 0])
    assault(pos, "14")
    go(pos, "7RTR", "15")
    assert verbs(pos) == {"lead"}
    fight(pos)
    assert pos.stack[-1].step == "battle.dice"


def combining(**fields: Any) -> BattleaxePosition:
    """The Axis name a second area."""
    pos = scene({"14": "1/8", "18": "2/8", "A": "11H"}, "axis", **{"advantage": ALLIED, **fields})
    assault(pos, "14")
    assault(pos, "18")
    return pos


def test_r12_1d_a_shortage_stops_a_second_activation() -> None:
    pos = combining()
    assert (pos.stack[-1].step, pos.side) == ("assault.second", "allied")
    pos.play(("fuel",))
    assert (pos.side, pos.fuel_low, pos.activated) == ("axis", 1, (PLACE["14"],))
    assert whom(pos, "pick") == {"1/8"}
    assert "activate" not in verbs(pos)


def test_r12_1d_left_alone_the_second_activation_goes_on() -> None:
    pos = combining()
    pos.play(("wait",))
    assert (pos.side, pos.activated) == ("axis", (PLACE["14"], PLACE["18"]))
    assert whom(pos, "pick") == {"1/8", "2/8"}
    assert combining(advantage=AXIS).stack[-1].step == "assault.next"


def test_r12_1d_who_does_not_want_to_be_asked_is_left_in_peace_for_the_day() -> None:
    pos = combining()
    pos.play(("wait_today",))
    end(pos)
    pos.play(("pass",))
    assault(pos, "14")
    assault(pos, "18")
    assert (pos.side, pos.fuel_quiet) == ("axis", 1)
    quiet = attacked("1/8", "7RTR", guns=[0, 0], fuel_quiet=1)
    assert quiet.stack[-1].step == "battle.dice"
    next_day = scene(
        {"15": "7RTR", "22": "1/8"}, "axis", impulse=7, fuel_quiet=1, advantage=NOBODY, advantage_next=AXIS
    )
    next_day.play(("pass",))
    roll(next_day, 1, 1)
    sleep(next_day)
    assert next_day.fuel_quiet == 0


def test_r12_1d_the_axis_do_not_know_whether_they_will_be_stopped() -> None:
    pos, other = combining(), combining()
    pos.play(("wait_today",))
    other.play(("wait",))
    assert pos.see("axis") == other.see("axis")
    assert pos.report("axis") == other.report("axis")
    assert guess(pos, AXIS, Random(1)).fuel_quiet == 0
    assert guess(pos, ALLIED, Random(1)).fuel_quiet == 1
    pos.exchanged = 1
    assert guess(pos, ALLIED, Random(1)).fuel_quiet == 0


def test_r14_1_a_shortage_costs_the_advantage() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=ALLIED)
    pos.play(("fuel",))
    assert pos.advantage_next == AXIS


def test_r14_1_1_no_combined_operations_without_fuel() -> None:
    pos = scene({"14": "1/8", "18": "2/8", "A": "11H"}, "axis", fuel_low=1)
    assault(pos, "14")
    assert "activate" not in verbs(pos)


@pytest.mark.parametrize(("faces", "low"), [((2, 3), 0), ((2, 4), 1)])
def test_r14_1_2_a_sunset_roll_equal_to_the_impulse_ends_the_shortage(faces: tuple[int, int], low: int) -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=5, fuel_low=1)
    pos.play(("pass",))
    roll(pos, *faces)
    assert pos.fuel_low == low


def test_r14_1_2_a_combat_roll_equal_to_the_impulse_ends_the_shortage_at_once_but_for_its_own_battle() -> None:
    units = {"14": "1/8", "15": "7RTR", "19": "1/5", "12": "2RTR"}
    pos = scene(units, "axis", impulse=7, fuel_low=1, advantage=NOBODY, advantage_next=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, dice=(3, 4, 6, 6))
    assert sum(pos.tally[3]) == 6 + 2 + 2  # 11.4.3E
    assert (pos.fuel_low, pos.sunset) == (0, 7)
    assault(pos, "19")
    go(pos, "1/5", "12")
    fight(pos)
    assert defence_value(pos) == 5 + 1


def test_r14_1_2_a_shortage_declared_after_that_roll_is_not_ended_by_it() -> None:
    units = {"14": "1/8", "15": "7RTR", "19": "1/5", "12": "2RTR"}
    pos = scene(units, "axis", impulse=7, advantage=ALLIED)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, dice=(3, 4, 6, 6))
    assault(pos, "19")
    pos.play(("fuel",))
    end(pos)
    assert (pos.impulse, pos.fuel_low) == (8, 1)


def test_r14_1_2_the_day_ends_the_shortage() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=5, fuel_low=1, advantage=NOBODY, advantage_next=AXIS)
    pos.play(("pass",))
    roll(pos, 1, 1)
    assert (manoeuvring(pos), pos.fuel_low) == (False, 0)


def test_r12_1e_rommel_leads_one_attack_an_impulse_for_the_rest_of_the_day() -> None:
    pos = scene({"14": "1/8 2/8", "15": "7RTR", "12": "2RTR"}, "axis", advantage=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    attack(pos, "15", rommel=2, dice=(1, 1, 6, 6))
    assert (pos.rommel, pos.advantage_next) == (1, ALLIED)
    go(pos, "2/8", "12")
    assert pos.stack[-1].step == "battle.call"
    fight(pos, dice=(1, 1, 6, 6))
    end(pos)
    assert pos.advantage == ALLIED
    pos.play(("pass",))
    assault(pos, "14")
    go(pos, "1/8", "15")
    pos.play(("attack", PLACE["15"]))
    assert verbs(pos) == {"rommel", "no_rommel"}


def test_r12_1e_rommel_comes_before_the_artillery_and_stays_for_an_overrun() -> None:
    pos = scene({"14": "1/8", "15": "11H", "18": "CIH"}, "axis", advantage=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    assert pos.stack[-1].step == "battle.rommel"
    fight(pos, rommel=6, dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["18"]))
    assert pos.stack[-1].step == "battle.rommel"


def test_r12_1e_the_day_ends_it() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=7, rommel=1, advantage=NOBODY, advantage_next=ALLIED)
    pos.play(("pass",))
    roll(pos, 1, 1)
    sleep(pos)
    assert pos.rommel == 0


def test_r12_1f_one_more_point_in_the_refit() -> None:
    pos = scene({"A": "7RTR* 2RTR* 6RTR*"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    assert Spend.Args(*pos.stack[-1].args).points == 1
    pos.play(("reinforce",))
    assert Spend.Args(*pos.stack[-1].args).points == 2
    assert "reinforce" not in verbs(pos)


def test_r12_2_it_passes_to_the_other_side_when_the_impulse_ends() -> None:
    pos = scene({"14": "7RTR", "15": "1/8 2/8"}, advantage=ALLIED)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, dice=(1, 1, 6, 6))
    pos.play(("maximum",))
    assert pos.advantage == NOBODY
    while pos.side == "axis" and pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    assert (pos.side, pos.advantage) == ("axis", AXIS)


def test_r12_2_in_the_refit_it_passes_when_the_phase_ends() -> None:
    pos = scene({"A": "7RTR*", "I": "1/8*"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    pos.play(("reinforce",))
    pos.play(("done",))
    assert (pos.side, pos.advantage) == ("axis", NOBODY)
    assert "reinforce" not in verbs(pos)
    sleep(pos)
    assert pos.advantage == AXIS
