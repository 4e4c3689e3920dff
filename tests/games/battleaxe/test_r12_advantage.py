"""Chapters 12 and 14.1: the Advantage and fuel."""

from __future__ import annotations

import pytest

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import NOBODY, OVERRUN, STALEMATE
from tests.games.battleaxe.scene import (
    PLACE,
    assault,
    at,
    attack,
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
    assert pos.stack[-1][0] != "battle.appeal"
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


def test_r12_1d_the_allies_declare_a_shortage_as_the_axis_impulse_opens() -> None:
    pos = scene({"15": "7RTR", "22": "1/8", "18": "2/8"}, advantage=ALLIED)
    pos.play(("pass",))
    assert (pos.side, verbs(pos)) == ("allied", {"fuel", "wait"})
    pos.play(("fuel",))
    assert (pos.fuel_low, pos.advantage) == (1, NOBODY)
    pos.play(("pass",))
    assert pos.advantage == AXIS


def test_r12_1d_nobody_is_asked_without_the_advantage() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=AXIS)
    pos.play(("pass",))
    assert pos.side == "axis"


def test_r12_1d_nobody_is_asked_while_fuel_is_low() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=ALLIED, fuel_low=1)
    pos.play(("pass",))
    assert pos.side == "axis"


def test_r14_1_a_shortage_costs_the_advantage() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=ALLIED)
    pos.play(("pass",))
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
    assert pos.stack[-1][0] == "battle.call"
    fight(pos, dice=(1, 1, 6, 6))
    end(pos)
    assert pos.advantage == ALLIED
    pos.play(("pass",))
    pos.play(("wait",))
    assault(pos, "14")
    go(pos, "1/8", "15")
    pos.play(("attack", PLACE["15"]))
    assert verbs(pos) == {"rommel", "no_rommel"}


def test_r12_1e_rommel_comes_before_the_artillery_and_stays_for_an_overrun() -> None:
    pos = scene({"14": "1/8", "15": "11H", "18": "CIH"}, "axis", advantage=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    assert pos.stack[-1][0] == "battle.rommel"
    fight(pos, rommel=6, dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["18"]))
    assert pos.stack[-1][0] == "battle.rommel"


def test_r12_1e_the_day_ends_it() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=7, rommel=1, advantage=NOBODY, advantage_next=ALLIED)
    pos.play(("pass",))
    roll(pos, 1, 1)
    sleep(pos)
    assert pos.rommel == 0


def test_r12_1f_one_more_point_in_the_refit() -> None:
    pos = scene({"A": "7RTR~ 2RTR~ 6RTR~"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    assert pos.stack[-1][2][0] == 1
    pos.play(("reinforce",))
    assert pos.stack[-1][2][0] == 2
    assert "reinforce" not in verbs(pos)


def test_r12_2_it_passes_to_the_other_side_when_the_impulse_ends() -> None:
    pos = scene({"14": "7RTR", "15": "1/8 2/8"}, advantage=ALLIED)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, dice=(1, 1, 6, 6))
    pos.play(("maximum",))
    assert pos.advantage == NOBODY
    while pos.side == "axis" and pos.stack[-1][0] == "battle.withdraw":
        pos.play(("stand",))
    assert (pos.side, pos.advantage) == ("axis", AXIS)


def test_r12_2_in_the_refit_it_passes_when_the_phase_ends() -> None:
    pos = scene({"A": "7RTR~", "I": "1/8~"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    pos.play(("reinforce",))
    pos.play(("done",))
    assert (pos.side, pos.advantage) == ("axis", NOBODY)
    assert "reinforce" not in verbs(pos)
    sleep(pos)
    assert pos.advantage == AXIS
