"""1 Turns and supply cards."""

from __future__ import annotations

import pytest

from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.position import ASSAULT, OFFENSIVE
from sandtable.games.rommel.rules.r01_turns import next_act
from sandtable.games.rommel.sequence import CAMPAIGN
from tests.games.rommel.scene import ALLIED, AXIS, HEX, NUMBER, ask, events, hand, put, scene, turn, where


def test_r1_0_a_month_is_turns_and_then_the_buildup_from_a_to_k() -> None:
    assert [line.rule for line in CAMPAIGN.lines] == [
        "1.1",
        "10.2",
        "9.0",
        "9.1",
        "9.2",
        "9.3",
        "9.4",
        "9.3",
        "9.4",
        "9.2",
        "9.8.4",
        "9.8.4",
        "9.8",
        "9.9",
    ]


def test_r1_1_turns_alternate_until_both_pass() -> None:
    pos = scene({"Tobruk": "A43", "Gazala": "I08"})
    hand(pos, AXIS, 1)
    ask(pos, "month.turns", ALLIED, phasing=AXIS)
    assert pos.side == "axis"
    pos.play(("lay", 1, 0))
    pos.play(("done",))
    assert pos.passes == 0 or pos.phasing == ALLIED
    pos = scene()
    ask(pos, "month.turns", ALLIED, phasing=AXIS)
    assert pos.stack == ()  # nobody has a card or a block: two passes in a row end the month


def test_r1_2_up_to_three_cards_are_laid_and_only_those_one_holds() -> None:
    pos = scene()
    hand(pos, AXIS, 4, 1)
    ask(pos, "cards.lay", AXIS)
    assert set(pos.actions()) == {
        ("lay", 0, 0),
        ("lay", 0, 1),
        ("lay", 1, 0),
        ("lay", 1, 1),
        ("lay", 2, 0),
        ("lay", 2, 1),
        ("lay", 3, 0),
    }
    with pytest.raises(IllegalAction) as refused:
        pos.play(("lay", 4, 0))
    assert refused.value.rule == "1.2"


def test_r1_2_1_dummies_alone_are_a_pass_and_a_pass_allows_one_withdrawal() -> None:
    pos = scene({"Tobruk": "A43", "Gambut": "A44"})
    hand(pos, ALLIED, 0, 2)
    ask(pos, "turn", ALLIED, 0)
    pos.play(("lay", 0, 2))
    assert pos.spent == (0, 2)
    pos.play(("group", HEX["Tobruk"]))
    pos.play(("take", NUMBER["A43"]))
    assert ("to", HEX["Gambut"]) in pos.actions()
    assert ("to", HEX["Gazala SE1"]) not in pos.actions()
    pos.play(("to", HEX["Gambut"]))
    assert where(pos, "A43") == "Gambut"
    assert pos.passes == 1


def test_r1_3_a_turn_checks_supply_lays_cards_plays_and_checks_again() -> None:
    pos = scene()
    put(pos, "Siwa SE1", "A43")  # far from any line
    turn(pos, ALLIED, 1)
    assert pos.unsupplied[NUMBER["A43"]]
    pos.play(("done",))
    assert pos.disrupted[NUMBER["A43"]]
    assert [event.kind for event in pos.events()] == ["cut", "lay", "turn_up", "starve"]


@pytest.mark.parametrize(
    ("real", "option", "acts"),
    [
        (0, 0, ["pass"]),
        (1, 0, ["move", "battle", "end"]),
        (2, OFFENSIVE, ["move", "move", "battle", "end"]),
        (2, ASSAULT, ["move", "battle", "end"]),
        (3, 0, ["move", "battle", "move", "battle", "end"]),
    ],
)
def test_r1_4_2_what_the_real_cards_pay_for(real: int, option: int, acts: list[str]) -> None:
    pos = scene()
    pos.laid = (real, 3 - real)
    found: list[str] = []
    while not found or found[-1] not in ("pass", "end"):
        act = next_act(pos)
        found.append(act)
        pos.moves += act == "move"
        pos.fights += act == "battle"
        if pos.moves == 1 and real == 2:
            pos.option = option
    assert found == acts


def test_r1_4_two_real_cards_are_an_assault_or_an_offensive_as_the_first_move_ends() -> None:
    pos = scene({"Tobruk": "A43"})
    turn(pos, ALLIED, 2, 1)
    assert ("done", "assault") in pos.actions()
    assert ("done",) not in pos.actions()
    pos.play(("done", "offensive"))
    assert pos.option == OFFENSIVE
    assert pos.moves == 2
    assert ("done",) in pos.actions()


@pytest.mark.parametrize(("real", "left"), [(2, 0), (3, 2)])
def test_r1_4_1_a_blitz_forgets_the_crossings_and_an_offensive_does_not(real: int, left: int) -> None:
    pos = scene({"Gazala SE1": "G01 G03 G05 I01", "Tobruk": "A43 A44 A45"})
    turn(pos, AXIS, real)
    pos.play(("group", HEX["Gazala SE1"]))
    for block in ("G01", "G03"):
        pos.play(("take", NUMBER[block]))
        pos.play(("enter", HEX["Tobruk"], HEX["Gazala SE1"]))
    pos.play(("done", "offensive") if real == 2 else ("done",))
    while pos.stack[-1].step != "move.order":
        pos.play(("roll", *[1] * _dice(pos)) if pos.side == "chance" else pos.actions()[-1])
    pos.play(("group", HEX["Gazala SE1"]))
    pos.play(("take", NUMBER["G05"]))
    assert (("enter", HEX["Tobruk"], HEX["Gazala SE1"]) in pos.actions()) == (left > 0)


def _dice(pos: object) -> int:
    outcomes = pos.outcomes()  # type: ignore[attr-defined]
    return len(outcomes[0][0]) - 1


def test_r1_5_cards_are_turned_up_when_the_turn_is_over() -> None:
    pos = scene()
    turn(pos, AXIS, 1, 2)
    assert pos.laid == (0, 0)
    assert pos.spent == (1, 2)
    assert events(pos, "turn_up") == [(AXIS, 1, 2, 0)]


def test_r1_2_the_ways_to_lay_are_listed_with_the_pass_first_and_wasted_dummies_last() -> None:
    pos = scene()
    hand(pos, AXIS, 1, 2)
    ask(pos, "cards.lay", AXIS)
    assert pos.actions() == [
        ("lay", 0, 0),
        ("lay", 1, 0),
        ("lay", 1, 1),
        ("lay", 1, 2),
        ("lay", 0, 1),
        ("lay", 0, 2),
    ]


def test_r1_1_only_two_passes_in_a_row_end_the_month() -> None:
    pos = scene({"Tobruk": "A43", "Gazala": "I08"})
    hand(pos, ALLIED, 2)
    hand(pos, AXIS, 2)
    ask(pos, "month.turns", ALLIED, phasing=AXIS)
    pos.play(("lay", 0, 0))
    pos.play(("done",))  # no withdrawal either
    assert (pos.passes, pos.side) == (1, "allied")
    pos.play(("lay", 1, 0))
    pos.play(("done",))  # a card was spent: no pass, though nobody moved
    assert (pos.passes, pos.side) == (0, "axis")
    for _ in range(2):
        pos.play(("lay", 0, 0))
        pos.play(("done",))
    assert pos.stack == ()
    assert pos.passes == 0


def test_r1_3_a_turn_starts_afresh_and_ends_when_its_cards_are_used() -> None:
    pos = scene({"Tobruk": "A43 A44"})
    pos.moves = pos.fights = pos.shown = pos.rommel = 2
    pos.option, pos.crossed, pos.entered, pos.active = OFFENSIVE, ((1, 2, 1),), 1, 1
    turn(pos, ALLIED, 1)
    assert (pos.moves, pos.fights, pos.shown, pos.rommel, pos.option) == (1, 0, 0, 0, 0)
    assert (len(pos.crossed), pos.entered, pos.active) == (0, 0, 0)
    assert pos.hand(ALLIED) == (0, 0)
    pos.play(("done",))
    assert pos.stack == ()  # nothing more is asked, a withdrawal least of all
    assert pos.spent == (1, 0)
    assert pos.phasing == AXIS


def test_r6_1_1_nobody_moves_twice_in_one_move() -> None:
    pos = scene({"Gambut": "G01 G02"})
    pos.moved[NUMBER["G01"]] = 1
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    assert {action[1] for action in pos.actions() if action[0] == "take"} == {NUMBER["G02"]}
