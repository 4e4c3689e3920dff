"""English: counts, plurals, verbs that agree, lists."""

from __future__ import annotations

import pytest

from sandtable.engine.words import ALLIES, THE_AXIS, Count, Halves, Noun, listed, plural, verb


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("hit", "hits"),
        ("hex", "hexes"),
        ("die", "dice"),
        ("dummy", "dummies"),
        ("day", "days"),
        ("movement point", "movement points"),
        ("loss", "losses"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


def test_a_count_takes_its_word_along() -> None:
    assert f"{Count(0):hit}, {Count(1):hit}, {Count(2):hex}" == "no hits, 1 hit, 2 hexes"
    assert f"{Halves(5):movement point}, {Halves(2):movement point}, {Halves(1):movement point}" == (
        "2½ movement points, 1 movement point, ½ movement point"
    )
    assert f"{Count(3)}" == "3"


@pytest.mark.parametrize(
    ("word", "one"),
    [("attack", "attacks"), ("carry", "carries"), ("go", "goes"), ("fall back", "falls back"), ("be", "is")],
)
def test_verbs_agree(word: str, one: str) -> None:
    assert verb(word, many=False) == one
    assert verb(word, many=True) == ("are" if word == "be" else word)


def test_sides_and_stacks_take_the_verb_that_agrees() -> None:
    assert f"{ALLIES:suffer}; {THE_AXIS:suffer}" == "the Allies suffer; the Axis suffers"
    assert f"{ALLIES:adjective} aircraft" == "Allied aircraft"
    assert f"{Noun('15th Panzer and Ariete', many=True):attack}" == "15th Panzer and Ariete attack"
    assert f"{Noun('Sidi Rezegh 0605', short='Sidi Rezegh'):short}" == "Sidi Rezegh"


def test_lists_end_in_and() -> None:
    assert [listed("ABCDE"[:n], most=3) for n in range(6)] == [
        "",
        "A",
        "A and B",
        "A, B and C",
        "A, B, C and D",
        "A, B, C and 2 more",
    ]
