"""The examples and notes of the rulebook."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.r05_victory import score_turn
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r10_supply import movement_allowance
from sandtable.games.dark_sands.rules.r17_replacements import cadres
from sandtable.games.dark_sands.rules.r20_odds import BEST, EVEN, odds_column
from tests.games.dark_sands.scene import ALLIED, CHIT, HEX, UNIT, ask, bits, box, ends, move, play, scene


def test_r5_2_1_note_all_three_places_score_two_points() -> None:
    pos = scene({"2830": "X31", "1859": "X34", "1470": "X38"}, turn=12)
    pos.axis_holds |= 1 << box().matruh | 1 << box().alamein
    score_turn(pos)
    assert pos.axis_vp == 2


def test_r7_2_note_the_largest_stack_is_six() -> None:
    pos = scene()
    six = bits("A05", "A06", "A07", "A04", "A38", "G01")
    assert stack_barred(pos, six) is None
    assert all(stack_barred(pos, six | bits(more)) for more in ("A11", "A08", "A39", "G02"))


def test_r7_2_example_the_21st_panzer_division_with_headquarters_and_garrison() -> None:
    assert box().formations["21 Pz"] == bits("X15", "X16", "X17", "X18")
    assert stack_barred(scene(), box().formations["21 Pz"] | bits("X14", "G05")) is None


def test_r10_2_1_three_points_are_halved_to_two() -> None:
    pos = scene({"1330": "A05"})
    pos.out_of_supply = bits("A05")
    assert movement_allowance(pos, UNIT["A05"], True) == 2


def test_r17_1_examples_of_cadres() -> None:
    names = ("A05", "A06", "A07", "A08", "A09", "A10", "A13", "A14", "A15", "A18")
    for units, expected in ((0, 0), (6, 0), (7, 1), (8, 1), (9, 2), (10, 2)):
        pos = scene(turn=13)
        for name in names[:units]:
            pos.where[UNIT[name]] = -3
        assert cadres(pos) == expected


def test_r18_6_1_example_rommel_preempts_monty_and_a_random_chit_follows() -> None:
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.pool[CHIT["logistics"]] = 1
    pos.hand = 1 << CHIT["rommel"] | 1 << CHIT["monty"]
    ask(pos, "chits.next", ALLIED)
    play(pos, ("declare", CHIT["monty"]), ("declare", CHIT["rommel"]))
    while pos.stack[-1].step != "chits.offer":
        play(pos, ("done",))
    assert pos.played == (CHIT["rommel"],)
    assert pos.side == "allied"  # asked again before the draw
    play(pos, ("wait",))
    assert pos.stack[-1].step == "chits.draw"


def test_r19_1_6_example_from_1154_to_the_purple_hexes() -> None:
    pos = play(move(scene({"1154": "A05"}), ALLIED), ("unit", UNIT["A05"]))
    east = {place for place in ends(pos) if box().section[HEX[place]] == 2}
    assert {"1356", "1456", "1556"} <= east
    assert "1154" not in ends(pos)


def test_r20_2_5_examples_of_odds() -> None:
    assert odds_column(12, 7) == EVEN
    assert odds_column(7, 1) == BEST
    assert odds_column(5, 1) == BEST - 1  # 7-1 with one shift is fought at 5-1


def test_r22_4_examples_of_exchanges() -> None:
    def group(name: str, *events: str) -> set[str]:
        return {box().units[e.counter].id for e in box().track if e.exchange == name and e.event in events}

    assert group("armour", "arrive") == {"A16", "A17"}  # 2nd Armoured for 7th Armoured on turn 3
    assert group("armour", "withdraw") == {"A01", "A02", "A03"}
    assert group("tobruk", "return") == {"A08", "A09", "A10"}  # 70th for 9th Australian on turn 6
    assert group("tobruk", "withdraw") == {"A18", "A19", "A20"}


def test_r12_7_1_the_table_of_second_actions() -> None:
    from sandtable.games.dark_sands.rules.r12_doctrine import MOMENTUM

    assert MOMENTUM == {"move": "combat", "half-move": "combat-1", "combat": "move", "combat-1": "half-move"}
