"""9 Buildup."""

from __future__ import annotations

import pytest

from sandtable.engine.flow import Frame
from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.position import AWAY
from sandtable.games.rommel.rules.r09_buildup import deliver, due, malta_group
from sandtable.games.rommel.rules.r09_cards import shared
from sandtable.games.rommel.sequence import CAMPAIGN
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    GAME,
    HEX,
    NUMBER,
    ask,
    build,
    events,
    fight,
    hand,
    put,
    roll,
    scene,
    where,
)


def test_r9_0_the_month_advances() -> None:
    pos = scene()
    ask(pos, "buildup.month", ALLIED)
    assert pos.turn == 9


def test_r9_1_the_supplied_recover_and_the_others_are_eliminated() -> None:
    pos = scene()
    put(pos, "El Agheila", "G01", down=True)
    pos.refit[NUMBER["G01"]] = 1
    put(pos, "Siwa SE1", "G05")
    put(pos, "Mersa Matruh", "A43", down=True)
    ask(pos, "buildup.check", ALLIED)
    assert (pos.disrupted[NUMBER["G01"]], pos.refit[NUMBER["G01"]], pos.disrupted[NUMBER["A43"]]) == (0, 0, 0)
    assert where(pos, "G05") == "lost"
    name = pos.box.name(NUMBER["G05"])
    assert [line["text"] for line in pos.report("axis") if line["rule"] == "9.1"] == [
        f"{name} is eliminated at Siwa SE1: it is without supply at Buildup."
    ]


@pytest.mark.parametrize(("axis", "first"), [((1, 2), AXIS), ((3, 4), ALLIED), ((6, 6), ALLIED)])
def test_r9_2_both_get_all_four_dice_and_the_lower_roll_goes_first(axis: tuple[int, int], first: int) -> None:
    pos = scene()
    pos.points = (5, 0)
    ask(pos, "buildup.points", ALLIED)
    roll(pos, 3, 4)
    roll(pos, *axis)
    assert pos.points == (12 + sum(axis), 7 + sum(axis))
    assert pos.first == first


def test_r9_2_2_points_left_over_are_kept() -> None:
    pos = scene()
    pos.points = (33, 11)
    put(pos, "El Agheila", "G01")
    put(pos, "Tobruk", "G02")
    ask(pos, "buildup.close", ALLIED)
    assert pos.points == (33, 11)
    assert (pos.rested[NUMBER["G01"]], pos.rested[NUMBER["G02"]]) == (1, 0)


def test_r9_3_blocks_come_in_their_month() -> None:
    pos = scene(scenario="1941")
    assert due(pos, NUMBER["G02"]) == 2
    assert due(pos, NUMBER["A54"]) == 5
    assert due(pos, NUMBER["G18"]) == 99  # after the scenario's end


def test_r9_3_1_they_are_placed_on_the_base_for_nothing() -> None:
    pos = scene(scenario="1941")
    pos.turn = 2
    deliver(pos, AXIS, 2)
    arrived = {GAME.blocks[unit].id for unit in range(100) if pos.where[unit] == HEX["El Agheila"]}
    assert {"G02", "G03", "G04", "G06", "G08", "G09", "G10", "G11", "I13"} <= arrived
    assert where(pos, "A01") == "away"
    assert pos.latest[NUMBER["G02"]] == pos.arrived[NUMBER["G02"]] == 2


@pytest.mark.parametrize(("face", "early"), [(5, "away"), (6, "El Agheila")])
def test_r9_3_5_on_a_six_the_next_month_comes_early(face: int, early: str) -> None:
    pos = scene(scenario="1941")
    pos.turn = 2
    ask(pos, "buildup.reinforce", AXIS)
    assert pos.side == "chance"
    roll(pos, face)
    assert pos.dice == (6, face)
    assert where(pos, "G12") == early


def test_r9_3_2_the_paratroops_come_to_africa_or_go_for_malta() -> None:
    pos = scene(scenario="1942")
    pos.turn = 16
    ask(pos, "buildup.reinforce", AXIS)
    assert pos.actions() == [("malta",), ("africa",)]
    assert {GAME.blocks[unit].id for unit in malta_group(pos, 16)} == {"G21", "G22", "I16"}
    pos.play(("africa",))
    assert where(pos, "G21") == "El Agheila"


@pytest.mark.parametrize(("face", "state", "steps"), [(4, 1, 3), (3, 2, 2)])
def test_r9_3_6_malta_falls_on_four_or_the_group_comes_late_and_weak(face: int, state: int, steps: int) -> None:
    pos = scene(scenario="1942")
    pos.turn = 16
    ask(pos, "buildup.reinforce", AXIS)
    pos.play(("malta",))
    roll(pos, face)
    assert pos.dice == (4, face)
    assert pos.malta == state
    assert pos.steps[NUMBER["G21"]] == steps
    assert due(pos, NUMBER["G21"]) == (99 if state == 1 else 17)
    assert where(pos, "G21") == "away"


def test_r9_3_4_with_the_option_troops_are_recalled() -> None:
    for option, place in ((True, "gone"), (False, "Tobruk")):
        pos = scene({"Tobruk": "A34 A43 A21"}, scenario="1941", withdrawals=option)
        pos.turn = 7
        ask(pos, "buildup.reinforce", ALLIED)
        assert where(pos, "A34") == place
        assert where(pos, "A43") == where(pos, "A21") == "Tobruk"  # later, or never


def test_r9_8_extra_cards_cost_ten_and_spent_ones_are_shuffled_in() -> None:
    pos = scene()
    build(pos, AXIS, 12)
    pos.play(("card",))
    assert (pos.points[AXIS], pos.extra[AXIS]) == (2, 1)
    pos.spent = (20, 10)
    ask(pos, "cards.shuffle", ALLIED)
    assert pos.spent == (0, 0)
    deal = pos.box.plan.deals[pos.turn]
    assert pos.stack[-1].args == (AXIS, deal[AXIS] + 1)
    assert pos.stack[-2][2] == (ALLIED, deal[ALLIED])
    pos.malta = 1
    ask(pos, "cards.shuffle", ALLIED)
    assert pos.stack[-1].args == (AXIS, deal[AXIS] + 4)


def test_r9_8_1_two_cards_of_three_are_real_and_a_hand_has_no_limit() -> None:
    pos = scene()
    hand(pos, AXIS, 15, 8)
    hand(pos, ALLIED, 5, 2)
    pos.spent = (2, 1)
    ask(pos, "cards.deal", 2, AXIS, 2)
    outcomes = dict(pos.outcomes() or ())
    assert outcomes == {("deal", 0, 2): 3, ("deal", 1, 1): 6 * 3, ("deal", 2, 0): 15}
    pos.play(("deal", 1, 1))
    assert pos.hand(AXIS) == (16, 9)
    assert events(pos, "dealt") == [(AXIS, 2)]


def test_r9_9_the_axis_have_the_initiative_unless_challenged() -> None:
    pos = scene()
    pos.initiative = ALLIED
    hand(pos, ALLIED, 1, 1)
    ask(pos, "initiative.challenge", ALLIED)
    pos.play(("bid", 0))
    assert pos.initiative == pos.phasing == AXIS


def test_r9_9_1_the_axis_may_answer_not_knowing_the_card() -> None:
    pos = scene()
    hand(pos, ALLIED, 0, 1)
    hand(pos, AXIS, 1, 0)
    ask(pos, "initiative.challenge", ALLIED)
    pos.play(("bid", 1))
    assert pos.side == "axis"
    assert [card for hand_ in pos.see("axis")["hands"] for card in hand_["cards"] if hand_["id"] == "bid-allied"] == [
        {"id": 0, "label": "", "face": "down"}
    ]
    pos.spent = (3, 7)
    pos.play(("bid", 2))
    assert pos.spent == (4, 8)


@pytest.mark.parametrize(("allied", "axis", "winner"), [(2, 0, ALLIED), (2, 1, ALLIED), (2, 2, AXIS), (1, 0, AXIS)])
def test_r9_9_2_a_real_card_wins_unless_a_real_one_meets_it(allied: int, axis: int, winner: int) -> None:
    pos = scene()
    hand(pos, ALLIED, 1, 1)
    hand(pos, AXIS, 1, 1)
    ask(pos, "initiative.challenge", ALLIED)
    pos.play(("bid", allied))
    pos.play(("bid", axis))
    assert pos.hand(ALLIED) == (int(allied != 2), int(allied != 1))
    assert pos.hand(AXIS) == (int(axis != 2), int(axis != 1))
    assert pos.initiative == winner
    assert events(pos, "initiative") == [(winner, allied, axis)]


def test_a_buildup_visits_its_steps_in_order() -> None:
    pos = scene({"El Agheila": "G01", "Alexandria": "A43"}, scenario="1941")
    pos.where[NUMBER["A44"]] = AWAY
    pos.stack = (Frame(CAMPAIGN.name, 0, (2,)),)
    pos._actions = None
    pos.settle()
    seen = []
    while pos.stack[-1].step != "cards.lay":
        seen.append(pos.stack[-1].step)
        if pos.side == "chance":
            pos.play((pos.outcomes() or ())[0][0])
        else:
            pos.play(("bid", 0) if ("bid", 0) in pos.actions() else ("done",))
    assert list(dict.fromkeys(seen)) == [
        "buildup.roll",
        "buildup.early",
        "buildup.menu",
        "cards.deal",
        "initiative.challenge",
    ]
    assert pos.turn == 2


def test_r9_1_1_both_sides_are_checked_before_anybody_recovers() -> None:
    pos = scene()
    put(pos, "Sollum", "A43", down=True)
    put(pos, "Bir Sofafi", "A44")
    put(pos, "Sidi Barrani", "G03")
    ask(pos, "buildup.check", ALLIED)
    assert where(pos, "G03") == "Sidi Barrani"
    assert not pos.disrupted[NUMBER["A43"]]


def test_r9_3_1_reinforcements_wait_while_only_enemies_hold_the_base() -> None:
    pos = scene(scenario="1941")
    pos.turn = 2
    put(pos, "Alexandria", "G03")
    deliver(pos, ALLIED, 2)
    assert where(pos, "A01") == "away"
    put(pos, "Alexandria", "A43")
    fight(pos, "Alexandria", ALLIED, "El Hammam")
    deliver(pos, ALLIED, 2)
    assert where(pos, "A01") == "Alexandria"


@pytest.mark.parametrize(("answer", "place"), [("africa", "El Agheila"), ("malta", "away")])
def test_r9_3_2_malta_is_asked_about_when_the_group_comes_early(answer: str, place: str) -> None:
    pos = scene(scenario="1942")
    pos.turn = 15
    ask(pos, "buildup.reinforce", AXIS)
    roll(pos, 6)
    assert pos.actions() == [("malta",), ("africa",)]
    pos.play((answer,))
    if answer == "malta":
        roll(pos, 3)
        assert due(pos, NUMBER["G21"]) == 17
    assert where(pos, "G21") == place
    assert where(pos, "G18") == "El Agheila"  # the rest of the month comes early in any case


def test_r9_8_2_every_card_due_or_paid_for_is_dealt() -> None:
    pos = scene()
    hand(pos, AXIS, 10, 6)
    pos.extra = (0, 3)
    ask(pos, "cards.shuffle", ALLIED)
    assert pos.stack[-1].args == (AXIS, pos.box.plan.deals[pos.turn][AXIS] + 3)


def test_r9_8_3_a_card_is_sold_only_while_the_deck_can_give_it() -> None:
    pos = scene()
    due_now = sum(pos.box.plan.deals[pos.turn])
    hand(pos, AXIS, 20, 42 - 20 - due_now - 1)
    put(pos, "Alexandria", "A43")
    put(pos, "Mersa Matruh", "A44")
    build(pos, ALLIED, 30)
    pos.play(("card",))
    assert ("card",) not in pos.actions()
    with pytest.raises(IllegalAction) as refused:
        pos.play(("card",))
    assert refused.value.rule == "9.8.3"
    build(pos, ALLIED, 9)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("card",))
    assert refused.value.rule == "9.8"


def test_r9_8_4_dummies_may_be_discarded_before_the_deal() -> None:
    pos = scene()
    hand(pos, AXIS, 3, 4)
    ask(pos, "cards.discard", AXIS)
    assert pos.actions() == [("discard", count) for count in range(5)]
    pos.play(("discard", 3))
    assert pos.hand(AXIS) == (3, 1)
    assert events(pos, "discard") == [(AXIS, 3)]


@pytest.mark.parametrize(
    ("wanted", "deck", "shares"),
    [((10, 10), 42, [10, 10]), ((10, 10), 9, [4, 5]), ((2, 10), 9, [2, 7]), ((10, 0), 4, [4, 0]), ((3, 3), 0, [0, 0])],
)
def test_r9_8_5_a_short_deck_is_dealt_by_turns(wanted: tuple[int, int], deck: int, shares: list[int]) -> None:
    assert shared(wanted, deck) == shares


def test_r11_4_a_good_hand_is_not_drawn_anew() -> None:
    pos = scene()
    hand(pos, AXIS, 1, 2)
    ask(pos, "cards.redraw", AXIS)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("draw",))
    assert refused.value.rule == "11.4"
    pos.play(("hold",))
    assert pos.hand(AXIS) == (1, 2)


def test_r9_3_4_a_recalled_block_is_gone_from_any_hex_without_a_mark() -> None:
    pos = scene(scenario="1941", withdrawals=True)
    put(pos, "Agedabia", "A34", down=True)
    unit = NUMBER["A34"]
    pos.least[unit] = pos.latest[unit] = pos.rested[unit] = 1
    pos.turn = 7
    ask(pos, "buildup.reinforce", ALLIED)
    assert where(pos, "A34") == "gone"
    assert (pos.least[unit], pos.latest[unit], pos.disrupted[unit], pos.rested[unit], pos.known[unit]) == (
        0,
        0,
        0,
        0,
        1,
    )


def test_r9_3_5_no_die_is_rolled_when_nobody_is_due_next_month() -> None:
    pos = scene(scenario="1941")
    pos.turn = 3
    ask(pos, "buildup.reinforce", AXIS)
    assert pos.stack == ()
    assert where(pos, "I06") == "away"


def test_r9_8_5_the_deal_of_a_short_deck() -> None:
    pos = scene()
    hand(pos, AXIS, 14, 5)
    hand(pos, ALLIED, 8, 4)
    ask(pos, "cards.shuffle", ALLIED)
    assert [frame.args for frame in pos.stack] == [(ALLIED, 5), (AXIS, 6)]


def test_r9_9_only_a_card_in_hand_can_be_laid() -> None:
    pos = scene()
    hand(pos, ALLIED, 2, 0)
    ask(pos, "initiative.challenge", ALLIED)
    assert pos.actions() == [("bid", 0), ("bid", 2)]
    hand(pos, ALLIED, 0, 2)
    ask(pos, "initiative.challenge", ALLIED)
    assert pos.actions() == [("bid", 0), ("bid", 1)]
