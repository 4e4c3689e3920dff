"""16.0 Fortresses."""

from __future__ import annotations

import pytest

from sandtable.games.western_desert.rules.entering import enter
from sandtable.games.western_desert.rules.r10_strength import attack_dice, defense_dice, defense_strength, hits_on_five
from sandtable.games.western_desert.rules.r16_fortresses import change_hands, in_city
from sandtable.games.western_desert.terms import BARDIA, BENGHAZI, DAMAGED, DESTROYED, INTACT, TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, battle, play, scene


def test_r16_0_tobruk_and_bardia_are_the_fortresses() -> None:
    pos = scene()
    assert [pos.fortified(HEX[number]) for number in ("3408", "4009", "1410", "6508")] == [True, True, False, False]


def test_r16_1_a_fortress_taken_in_combat_gets_worse() -> None:
    pos = scene({"4110": "A06"})
    enter(pos, [UNIT["A06"]], HEX["4009"], by_combat=True)
    assert (pos.control[BARDIA], pos.fortress[BARDIA]) == (ALLIED, DESTROYED)
    enter(pos, [UNIT["A06"]], HEX["3408"], by_combat=True)
    assert pos.fortress[TOBRUK] == DAMAGED
    assert pos.fortified(HEX["3408"])
    enter(pos, [UNIT["X05"]], HEX["3408"], by_combat=True)
    assert pos.fortress[TOBRUK] == DESTROYED
    assert in_city(pos, HEX["3408"])
    assert not in_city(pos, HEX["4009"])


def test_r16_1_an_unoccupied_fortress_changes_hands_unharmed() -> None:
    pos = scene({"4110": "A06"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]), ("to", HEX["4009"]))
    assert (pos.control[BARDIA], pos.fortress[BARDIA]) == (ALLIED, INTACT)


def test_r16_2_fighting_for_a_fortress() -> None:
    pos = scene({"3309": "A01 A06", "3408": "X10 X13"}, depots=("3109", "1119"))
    pos.major = 1
    fought = battle(pos, "A01 A06", "3408")
    dice = attack_dice(pos, fought)
    assert (dice.fives, dice.sixes) == (0, 4 + 3)  # armor loses one; sixes only
    assert defense_strength(pos, UNIT["X13"], True) == 4  # armor too gains one
    pos.major = 0
    assert hits_on_five(pos, UNIT["X10"], False)
    assert defense_dice(pos, fought).fives == 3 + 4
    pos.fortress[TOBRUK] = DESTROYED
    assert defense_strength(pos, UNIT["X13"], True) == 2


@pytest.mark.parametrize(
    ("town", "place", "captor"), [(TOBRUK, "3408", ALLIED), (BARDIA, "4009", -1), (BENGHAZI, "1410", ALLIED)]
)
def test_r16_1_a_town_changes_hands_once(town: int, place: str, captor: int) -> None:
    pos = scene()
    change_hands(pos, HEX[place], AXIS, True)
    assert (pos.control[town], pos.captor, pos.fortress) == (AXIS, -1, [INTACT, INTACT])
    change_hands(pos, HEX[place], ALLIED, False)
    assert (pos.control[town], pos.captor, pos.fortress) == (ALLIED, captor, [INTACT, INTACT])


def test_r16_1_a_destroyed_fortress_gets_no_worse() -> None:
    pos = scene()
    states = []
    for side in (ALLIED, AXIS, ALLIED):
        change_hands(pos, HEX["3408"], side, True)
        change_hands(pos, HEX["4009"], side, True)
        states.append(tuple(pos.fortress))
    assert states == [(DAMAGED, DESTROYED), (DESTROYED, DESTROYED), (DESTROYED, DESTROYED)]
    assert [event.kind for event in pos.events()].count("fortress") == 3  # and nothing more is said of it
    assert [in_city(pos, HEX[name]) for name in ("3408", "4009", "1410", "6508", "4110")] == [
        True,
        False,
        True,
        True,
        False,
    ]
