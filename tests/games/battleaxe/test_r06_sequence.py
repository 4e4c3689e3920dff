"""The sequence of play: impulses, the sunset roll, the refit and the end of a day."""

from __future__ import annotations

import pytest

from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.rules.r06_sequence import sunset_must_be_rolled
from sandtable.games.battleaxe.sequence import TURN
from tests.games.battleaxe.scene import (
    assault,
    attack,
    end,
    go,
    manoeuvring,
    roll,
    scene,
    sleep,
    to_evening,
)


def test_r6_1_the_day_is_manoeuvres_refit_and_end() -> None:
    steps = [line.step for line in TURN.lines]
    order = ["day.begin", "supply.check", "refit.begin", "refit.begin", "surrender.begin", "day.end"]
    assert [step for step in steps if step in order] == order


def test_r6_2_the_allies_go_first_and_the_marker_moves_after_both() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=AXIS)
    assert (pos.side, pos.impulse) == ("allied", 1)
    pos.play(("pass",))
    assert (pos.side, pos.impulse) == ("axis", 1)
    pos.play(("pass",))
    assert (pos.side, pos.impulse) == ("allied", 2)


@pytest.mark.parametrize(("faces", "ends"), [((1, 3), True), ((2, 3), False), ((4, 4), False)])
def test_r6_2_1_a_roll_below_the_impulse_number_ends_the_day(faces: tuple[int, int], ends: bool) -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=5, advantage=2, advantage_next=0)
    pos.play(("pass",))
    roll(pos, *faces)
    assert manoeuvring(pos) is not ends
    assert pos.impulse == (5 if ends else 6)


def test_r6_2_1_the_first_axis_roll_of_two_dice_is_the_sunset_roll() -> None:
    pos = scene({"15": "7RTR", "14": "1/8 2/8"}, "axis", impulse=6, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "1/8 2/8", "15")
    attack(pos, "15", dice=(1, 2, 6, 6), guns=(6, None))
    assert pos.sunset == 3
    end(pos)
    assert not manoeuvring(pos)


def test_r6_2_1_only_the_first_of_two_attacks_counts() -> None:
    pos = scene({"15": "7RTR", "12": "11H", "14": "1/8 2/8"}, "axis", impulse=6, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "1/8", "15")
    attack(pos, "15", dice=(3, 4, 6, 6))
    go(pos, "2/8", "12")
    attack(pos, "12", dice=(1, 1, 6, 6))
    end(pos)
    assert (pos.turn, pos.impulse) == (2, 7)


def test_r6_2_1_the_allies_never_roll_for_sunset() -> None:
    pos = scene({"15": "7RTR", "14": "1/8"}, impulse=9, advantage=AXIS)
    assault(pos, "15")
    go(pos, "7RTR", "14")
    attack(pos, "14", dice=(1, 1, 1, 1))
    assert pos.sunset == 0


def test_r6_2_1_the_track_ends_after_impulse_twelve() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=12)
    pos.play(("pass",))
    roll(pos, 6, 6)
    assert not manoeuvring(pos)
    sleep(pos)
    assert (pos.turn, pos.impulse) == (3, 1)


@pytest.mark.parametrize(("impulse", "fuel_low", "rolls"), [(1, 0, False), (2, 0, False), (2, 1, True), (3, 0, True)])
def test_r8_1_3_after_a_pass_the_axis_roll_when_it_can_matter(impulse: int, fuel_low: int, rolls: bool) -> None:
    pos = scene({"22": "1/8"}, "axis", impulse=impulse, fuel_low=fuel_low)
    assert sunset_must_be_rolled(pos) is rolls
    pos.play(("pass",))
    assert (pos.side == "chance") is rolls


def test_r6_3_the_allies_refit_before_the_axis() -> None:
    pos = scene({"A": "7RTR*", "18": "1/104*"})
    to_evening(pos, "refit.begin")
    assert pos.side == "allied"
    pos.play(("done",))
    assert pos.side == "axis"


def test_r6_4_support_comes_back_and_the_next_day_begins() -> None:
    pos = scene({"A": "7RTR", "18": "1/8"}, day=2, impulse=7, guns=[0, 1])
    to_evening(pos, "day.end")
    assert (pos.turn, pos.impulse, pos.guns, pos.side) == (3, 1, [3, 2], "allied")
