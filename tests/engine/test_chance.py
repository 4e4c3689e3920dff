"""Dice: every handful once, with the number of ways it comes up."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from sandtable.engine.chance import chance_of_hits, die_products, handfuls, is_handful, roll_handful


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_handfuls_weigh_as_all_rolls_do(count: int) -> None:
    ways = Counter(("roll", *sorted(faces)) for faces in product(range(1, 7), repeat=count))
    assert dict(handfuls(count)) == ways


def test_dice_told_apart_are_equally_likely() -> None:
    assert len(die_products(2)) == 36
    assert {weight for _, weight in die_products(2)} == {1}


def test_a_roll_is_a_handful_and_other_things_are_not() -> None:
    rng = Random(1)
    assert all(is_handful(roll_handful(5, rng), 5) for _ in range(50))
    for wrong in (("roll", 1, 1), ("roll", 0, 1, 1), ("roll", 2, 1, 1), ("roll", 1, 1, 7), ("draw", 1, 1, 1)):
        assert not is_handful(wrong, 3)


@pytest.mark.parametrize(("dice", "hit_on"), [(0, 1), (3, 1), (5, 2), (4, 6)])
def test_chances_of_hits_agree_with_counting(dice: int, hit_on: int) -> None:
    rolls = list(product(range(6), repeat=dice))
    counts = Counter(sum(face < hit_on for face in roll) for roll in rolls)
    for hits, chance in enumerate(chance_of_hits(dice, hit_on)):
        assert abs(chance - counts[hits] / len(rolls)) < 1e-12
