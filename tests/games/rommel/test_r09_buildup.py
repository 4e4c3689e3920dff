"""9 Buildup."""

from __future__ import annotations

import pytest

from sandtable.engine.flow import Frame
from sandtable.engine.maps import mask_of
from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.position import AWAY, Position
from sandtable.games.rommel.rules.r09_buildup import deliver, due, malta_group
from sandtable.games.rommel.rules.r09_cards import shared
from sandtable.games.rommel.rules.r09_spending import capacity, land_ways, rebuild_barred, sea_ways
from sandtable.games.rommel.sequence import CAMPAIGN
from tests.games.rommel.field import (
    ALLIED,
    AXIS,
    GAME,
    HEX,
    NUMBER,
    ask,
    blocks,
    desert,
    events,
    fight,
    hand,
    hexes,
    names,
    put,
    roll,
    where,
)


def build(pos: Position, side: int, points: int) -> Position:
    """A side's Buildup turn with so many points."""
    pos.points = (points, points)
    return ask(pos, "buildup.open", side)


def test_r9_0_the_month_advances() -> None:
    pos = desert()
    ask(pos, "buildup.month", ALLIED)
    assert pos.turn == 9


def test_r9_1_the_supplied_recover_and_the_others_are_eliminated() -> None:
    pos = desert()
    put(pos, "El Agheila", "G01", down=True)
    pos.refit[NUMBER["G01"]] = 1
    put(pos, "Siwa SE1", "G05")
    put(pos, "Mersa Matruh", "A43", down=True)
    ask(pos, "buildup.check", ALLIED)
    assert (pos.disrupted[NUMBER["G01"]], pos.refit[NUMBER["G01"]], pos.disrupted[NUMBER["A43"]]) == (0, 0, 0)
    assert where(pos, "G05") == "lost"


@pytest.mark.parametrize(("axis", "first"), [((1, 2), AXIS), ((3, 4), ALLIED), ((6, 6), ALLIED)])
def test_r9_2_both_get_all_four_dice_and_the_lower_roll_goes_first(axis: tuple[int, int], first: int) -> None:
    pos = desert()
    pos.points = (5, 0)
    ask(pos, "buildup.points", ALLIED)
    roll(pos, 3, 4)
    roll(pos, *axis)
    assert pos.points == (12 + sum(axis), 7 + sum(axis))
    assert pos.first == first


def test_r9_2_2_points_left_over_are_kept() -> None:
    pos = desert()
    pos.points = (33, 11)
    put(pos, "El Agheila", "G01")
    put(pos, "Tobruk", "G02")
    ask(pos, "buildup.close", ALLIED)
    assert pos.points == (33, 11)
    assert (pos.rested[NUMBER["G01"]], pos.rested[NUMBER["G02"]]) == (1, 0)


def test_r9_3_blocks_come_in_their_month() -> None:
    pos = desert("1941")
    assert due(pos, NUMBER["G02"]) == 2
    assert due(pos, NUMBER["A54"]) == 5
    assert due(pos, NUMBER["G18"]) == 99  # after the scenario's end


def test_r9_3_1_they_are_placed_on_the_base_for_nothing() -> None:
    pos = desert("1941")
    pos.turn = 2
    deliver(pos, AXIS, 2)
    arrived = {GAME.blocks[unit].id for unit in range(100) if pos.where[unit] == HEX["El Agheila"]}
    assert {"G02", "G03", "G04", "G06", "G08", "G09", "G10", "G11", "I13"} <= arrived
    assert where(pos, "A01") == "away"
    assert pos.latest[NUMBER["G02"]] == pos.came[NUMBER["G02"]] == 2


@pytest.mark.parametrize(("face", "early"), [(5, "away"), (6, "El Agheila")])
def test_r9_3_5_on_a_six_the_next_month_comes_early(face: int, early: str) -> None:
    pos = desert("1941")
    pos.turn = 2
    ask(pos, "buildup.reinforce", AXIS)
    assert pos.side == "chance"
    roll(pos, face)
    assert where(pos, "G12") == early


def test_r9_3_2_the_paratroops_come_to_africa_or_go_for_malta() -> None:
    pos = desert("1942")
    pos.turn = 16
    ask(pos, "buildup.reinforce", AXIS)
    assert pos.actions() == [("malta",), ("africa",)]
    assert {GAME.blocks[unit].id for unit in malta_group(pos, 16)} == {"G21", "G22", "I16"}
    pos.play(("africa",))
    assert where(pos, "G21") == "El Agheila"


@pytest.mark.parametrize(("face", "state", "steps"), [(4, 1, 3), (3, 2, 2)])
def test_r9_3_6_malta_falls_on_four_or_the_group_comes_late_and_weak(face: int, state: int, steps: int) -> None:
    pos = desert("1942")
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
        pos = desert("1941", withdrawals=option)
        put(pos, "Tobruk", "A34", "A43", "A21")
        pos.turn = 7
        ask(pos, "buildup.reinforce", ALLIED)
        assert where(pos, "A34") == place
        assert where(pos, "A43") == where(pos, "A21") == "Tobruk"  # later, or never


def test_r9_4_redeployment_stays_in_the_network_out_of_the_enemys_and_of_battles() -> None:
    pos = desert()
    put(pos, "Alexandria", "A43")
    put(pos, "Mersa Matruh", "A44")
    put(pos, "Sidi Barrani", "A45", "I08")
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    build(pos, ALLIED, 3)
    pos.play(("redeploy", NUMBER["A43"]))
    reached = names(pos.actions(), "land")
    assert {"El Hammam", "El Alamein", "Fuka", "Mersa Matruh", "Bir Sofafi E2"} <= reached
    assert not {"Sidi Barrani", "Sollum", "Tobruk"} & reached
    pos.play(("land", HEX["Mersa Matruh"]))
    assert where(pos, "A43") == "Mersa Matruh"
    assert pos.points[ALLIED] == 2
    pos.networks = (pos.networks[0], mask_of([HEX["El Daba"]]))
    assert "Alexandria" not in hexes(land_ways(pos, ALLIED, HEX["Mersa Matruh"]))


def test_r9_4_no_redeployment_into_or_through_a_battle() -> None:
    pos = desert()
    put(pos, "Mersa Matruh", "A43")
    put(pos, "Sidi Barrani", "A45", "I08")
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    road = ("Mersa Matruh", "Mersa Matruh W1", "Bir Sofafi E2", "Sidi Barrani E1", "Sidi Barrani", "Sollum")
    pos.networks = (mask_of(HEX[name] for name in road), 0)
    assert "Sidi Barrani E1" in hexes(land_ways(pos, ALLIED, HEX["Mersa Matruh"]))
    assert not {"Sidi Barrani", "Sollum"} & hexes(land_ways(pos, ALLIED, HEX["Mersa Matruh"]))


def test_r9_4_2_leaving_a_battle_by_redeployment_is_no_retreat() -> None:
    pos = desert()
    put(pos, "Sidi Barrani", "A45", "A43", "I08")
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    build(pos, ALLIED, 1)
    pos.play(("redeploy", NUMBER["A45"]))
    assert "Sollum" not in names(pos.actions(), "land")
    pos.play(("land", HEX["Mersa Matruh"]))
    assert where(pos, "A45") == "Mersa Matruh"
    assert not pos.disrupted[NUMBER["A45"]]


def test_r9_5_a_port_has_full_capacity_for_the_allies_and_half_for_the_axis() -> None:
    pos = desert()
    assert [capacity(pos, ALLIED, HEX[name]) for name in ("Tobruk", "Benghazi", "Bardia")] == [5, 5, 2]
    assert [capacity(pos, AXIS, HEX[name]) for name in ("Tobruk", "Benghazi", "Bardia")] == [2, 2, 1]
    pos.ports = ((HEX["Bardia"], AXIS, 1),)
    assert capacity(pos, AXIS, HEX["Bardia"]) == 0
    pos.points = (9, 9)
    assert HEX["Bardia"] not in sea_ways(pos, AXIS, HEX["El Agheila"])
    assert HEX["Benghazi"] in sea_ways(pos, AXIS, HEX["El Agheila"])


@pytest.mark.parametrize(("siege", "cost"), [(False, 1), (True, 4)])
def test_r9_5_1_by_sea_between_base_and_port_dearer_in_a_siege(siege: bool, cost: int) -> None:
    pos = desert()
    put(pos, "Tobruk", "A43")
    put(pos, "Alexandria", "A44")
    if siege:
        put(pos, "Tobruk", "I08")
        fight(pos, "Tobruk", ALLIED, "Gambut")
    build(pos, ALLIED, 4)
    pos.play(("redeploy", NUMBER["A44"]))
    pos.play(("sea", HEX["Tobruk"]))
    assert where(pos, "A44") == "Tobruk"
    assert pos.points[ALLIED] == 4 - cost
    assert pos.ports == ((HEX["Tobruk"], ALLIED, 1),)


def test_r9_6_blocks_rested_at_the_base_are_rebuilt_for_points() -> None:
    pos = desert()
    put(pos, "El Agheila", "G01", "I01", "I08", steps=1)
    for block in ("G01", "I01"):
        pos.rested[NUMBER[block]] = 1
    build(pos, AXIS, 18)
    assert blocks(pos.actions(), "rebuild") == {"G01", "I01"}
    pos.play(("rebuild", NUMBER["G01"]))
    assert (pos.steps[NUMBER["G01"]], pos.points[AXIS]) == (2, 6)  # a double step costs double
    pos.play(("rebuild", NUMBER["I01"]))
    assert (pos.steps[NUMBER["I01"]], pos.points[AXIS]) == (2, 0)
    assert rebuild_barred(pos, NUMBER["I01"]) == "9.2"
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"


def test_r9_6_a_block_brought_home_at_full_cost_is_rebuilt_at_once() -> None:
    pos = desert()
    put(pos, "Mersa Brega", "I08", steps=1)
    build(pos, AXIS, 9)
    pos.play(("redeploy", NUMBER["I08"]))
    pos.play(("land", HEX["El Agheila"]))
    pos.play(("rebuild", NUMBER["I08"]))
    assert pos.steps[NUMBER["I08"]] == 2


def test_r9_6_a_block_brought_home_by_sea_waits_for_the_next_buildup() -> None:
    pos = desert()
    put(pos, "Benghazi", "I08", steps=1)
    put(pos, "Mersa Brega", "A01")  # no way by land
    build(pos, AXIS, 9)
    pos.play(("redeploy", NUMBER["I08"]))
    pos.play(("sea", HEX["El Agheila"]))
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"


def test_r9_6_1_a_refit_goes_home_free_and_lies_disrupted() -> None:
    pos = desert()
    put(pos, "Benghazi", "I08", steps=1)
    put(pos, "Benghazi", "I09")
    build(pos, AXIS, 0)
    assert blocks(pos.actions(), "refit") == {"I08"}
    pos.play(("refit", NUMBER["I08"]))
    assert where(pos, "I08") == "El Agheila"
    assert (pos.disrupted[NUMBER["I08"]], pos.refit[NUMBER["I08"]]) == (1, 1)
    ask(pos, "supply.first", AXIS)
    assert pos.disrupted[NUMBER["I08"]]  # it recovers at the next Buildup only


def test_r9_7_a_minefield_costs_fifteen_points_and_stays_secret() -> None:
    pos = desert()
    put(pos, "Tobruk", "A43")
    build(pos, ALLIED, 15)
    pos.play(("mine",))
    pos.play(("at", HEX["Bardia"]))
    assert pos.points[ALLIED] == 0
    assert [mark["at"] for mark in pos.see("allied")["markers"]] == ["Bardia"]
    assert pos.see("axis")["markers"] == []
    assert ("mine",) not in pos.actions()


def test_r9_7_1_two_old_minefields_make_a_new_one() -> None:
    pos = desert()
    put(pos, "Tobruk", "A43")
    pos.mines = tuple((HEX[name], ALLIED, 0, 1 << HEX[name]) for name in ("Bardia", "Sollum"))
    build(pos, ALLIED, 0)
    pos.play(("lift", HEX["Bardia"], HEX["Sollum"]))
    pos.play(("at", HEX["Fuka"]))
    assert [mine[0] for mine in pos.mines] == [HEX["Fuka"]]


def test_r9_7_2_mines_lie_in_the_network_one_to_a_hex() -> None:
    pos = desert()
    put(pos, "Sollum", "A43")
    pos.mines = ((HEX["Sollum"], ALLIED, 0, 1 << HEX["Sollum"]),)
    build(pos, ALLIED, 15)
    pos.play(("mine",))
    assert "Sidi Barrani" in names(pos.actions(), "at")
    assert not {"Sollum", "Tobruk"} & names(pos.actions(), "at")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("at", HEX["Tobruk"]))
    assert refused.value.rule == "9.7"


def test_r9_8_extra_cards_cost_ten_and_spent_ones_are_shuffled_in() -> None:
    pos = desert()
    build(pos, AXIS, 12)
    pos.play(("card",))
    assert (pos.points[AXIS], pos.extra[AXIS]) == (2, 1)
    pos.spent = (20, 10)
    ask(pos, "cards.shuffle", ALLIED)
    assert pos.spent == (0, 0)
    deal = pos.box.plan.deals[pos.turn]
    assert pos.stack[-1][2] == (AXIS, deal[AXIS] + 1)
    assert pos.stack[-2][2] == (ALLIED, deal[ALLIED])
    pos.malta = 1
    ask(pos, "cards.shuffle", ALLIED)
    assert pos.stack[-1][2] == (AXIS, deal[AXIS] + 4)


def test_r9_8_1_two_cards_of_three_are_real_and_a_hand_has_no_limit() -> None:
    pos = desert()
    hand(pos, AXIS, 15, 8)
    hand(pos, ALLIED, 5, 2)
    pos.spent = (2, 1)
    ask(pos, "cards.deal", 2, AXIS, 2)
    outcomes = dict(pos.outcomes() or ())
    assert outcomes == {("deal", 0, 2): 3, ("deal", 1, 1): 6 * 3, ("deal", 2, 0): 15}
    pos.play(("deal", 1, 1))
    assert pos.hand(AXIS) == (16, 9)


def test_r9_9_the_axis_have_the_initiative_unless_challenged() -> None:
    pos = desert()
    pos.initiative = ALLIED
    hand(pos, ALLIED, 1, 1)
    ask(pos, "initiative.challenge", ALLIED)
    pos.play(("bid", 0))
    assert pos.initiative == pos.phasing == AXIS


def test_r9_9_1_the_axis_may_answer_not_knowing_the_card() -> None:
    pos = desert()
    hand(pos, ALLIED, 0, 1)
    hand(pos, AXIS, 1, 0)
    ask(pos, "initiative.challenge", ALLIED)
    pos.play(("bid", 1))
    assert pos.side == "axis"
    assert [card for hand_ in pos.see("axis")["hands"] for card in hand_["cards"] if hand_["id"] == "bid-allied"] == [
        {"id": 0, "label": "", "face": "down"}
    ]
    pos.play(("bid", 2))
    assert pos.spent == (1, 1)


@pytest.mark.parametrize(("allied", "axis", "winner"), [(2, 0, ALLIED), (2, 1, ALLIED), (2, 2, AXIS), (1, 0, AXIS)])
def test_r9_9_2_a_real_card_wins_unless_a_real_one_meets_it(allied: int, axis: int, winner: int) -> None:
    pos = desert()
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
    pos = desert("1941")
    put(pos, "El Agheila", "G01")
    put(pos, "Alexandria", "A43")
    pos.where[NUMBER["A44"]] = AWAY
    pos.stack = (Frame(CAMPAIGN.name, 0, (2,)),)
    pos._actions = None
    pos.settle()
    seen = []
    while pos.stack[-1][0] != "cards.lay":
        seen.append(pos.stack[-1][0])
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
    pos = desert()
    put(pos, "Sollum", "A43", down=True)
    put(pos, "Bir Sofafi", "A44")
    put(pos, "Sidi Barrani", "G03")
    ask(pos, "buildup.check", ALLIED)
    assert where(pos, "G03") == "Sidi Barrani"
    assert not pos.disrupted[NUMBER["A43"]]


def test_r9_3_1_reinforcements_wait_while_only_enemies_hold_the_base() -> None:
    pos = desert("1941")
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
    pos = desert("1942")
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


def test_r9_4_a_block_taken_up_and_put_back_may_be_redeployed_later() -> None:
    pos = desert()
    put(pos, "Alexandria", "A43")
    put(pos, "Mersa Matruh", "A44")
    build(pos, ALLIED, 3)
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("keep",))
    assert pos.points[ALLIED] == 3
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("land", HEX["Fuka"]))
    assert where(pos, "A43") == "Fuka"


def test_r9_4_no_redeployment_into_a_hex_with_enemies() -> None:
    pos = desert()
    put(pos, "Alexandria", "A43")
    put(pos, "Mersa Matruh", "A44")
    put(pos, "Fuka", "G01", down=True)
    build(pos, ALLIED, 3)
    assert "Fuka" not in hexes(land_ways(pos, ALLIED, HEX["Alexandria"]))


def test_r9_5_2_nobody_lands_where_only_enemies_are() -> None:
    pos = desert()
    put(pos, "Alexandria", "A43")
    put(pos, "Tobruk", "I08", down=True)  # fled there, has not taken it
    pos.points = (9, 9)
    assert HEX["Tobruk"] not in sea_ways(pos, ALLIED, HEX["Alexandria"])
    put(pos, "Tobruk", "A44")
    assert HEX["Tobruk"] in sea_ways(pos, ALLIED, HEX["Alexandria"])


def test_r9_2_1_the_enemy_is_shown_points_by_purpose_and_steps_not_blocks() -> None:
    pos = desert()
    put(pos, "El Agheila", "G01", "I01", steps=1)
    put(pos, "Mersa Brega", "I08")
    for block in ("G01", "I01"):
        pos.rested[NUMBER[block]] = 1
    build(pos, AXIS, 40)
    pos.play(("rebuild", NUMBER["G01"]))
    pos.play(("rebuild", NUMBER["I01"]))
    assert not pos.known[NUMBER["G01"]]
    assert "Buildup points: 40" in pos.see("allied")["sides"]["axis"]["notes"]
    assert "Buildup points: 22" in pos.see("axis")["sides"]["axis"]["notes"]
    pos.play(("redeploy", NUMBER["I08"]))
    pos.play(("land", HEX["El Agheila"]))
    pos.play(("card",))
    pos.play(("done",))
    assert [line["text"] for line in pos.report("allied")][-1] == (
        "Axis points spent: redeployment 1, rebuilding 18 for 2 steps, extra supply 10."
    )
    assert pos.sheet == (0, 0, 0, 0, 0)


def test_r9_8_2_every_card_due_or_paid_for_is_dealt() -> None:
    pos = desert()
    hand(pos, AXIS, 10, 6)
    pos.extra = (0, 3)
    ask(pos, "cards.shuffle", ALLIED)
    assert pos.stack[-1][2] == (AXIS, pos.box.plan.deals[pos.turn][AXIS] + 3)


def test_r9_8_3_a_card_is_sold_only_while_the_deck_can_give_it() -> None:
    pos = desert()
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
    pos = desert()
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


def test_r9_6_no_rebuilding_at_a_base_with_enemies_or_of_whole_blocks() -> None:
    pos = desert()
    put(pos, "El Agheila", "I01", steps=1)
    put(pos, "El Agheila", "I08")
    for block in ("I01", "I08"):
        pos.rested[NUMBER[block]] = 1
    build(pos, AXIS, 50)
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"
    with pytest.raises(IllegalAction) as refused:
        pos.play(("rebuild", NUMBER["I08"]))
    assert refused.value.rule == "9.6"
    put(pos, "El Agheila", "A01")
    assert rebuild_barred(pos, NUMBER["I01"]) == "9.6"


@pytest.mark.parametrize(
    ("action", "rule"), [(("refit", 0), "9.6.1"), (("mine",), "9.7"), (("lift", 1, 2), "9.7.1"), (("card",), "9.8")]
)
def test_r9_7_what_cannot_be_had_is_refused_by_its_rule(action: tuple[object, ...], rule: str) -> None:
    pos = desert()
    put(pos, "El Agheila", "I08")
    put(pos, "Mersa Brega", "I09")
    build(pos, AXIS, 9)
    with pytest.raises(IllegalAction) as refused:
        pos.play(action)
    assert refused.value.rule == rule


def test_r9_5_a_sea_move_that_is_not_on_offer_is_refused_by_its_rule() -> None:
    pos = desert()
    put(pos, "El Agheila", "I08")
    put(pos, "Mersa Brega", "I09")
    build(pos, AXIS, 9)
    pos.play(("redeploy", NUMBER["I08"]))
    for verb, rule in (("sea", "9.5"), ("land", "9.4")):
        with pytest.raises(IllegalAction) as refused:
            pos.play((verb, HEX["Tobruk"]))
        assert refused.value.rule == rule


def test_r11_4_a_good_hand_is_not_drawn_anew() -> None:
    pos = desert()
    hand(pos, AXIS, 1, 2)
    ask(pos, "cards.redraw", AXIS)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("draw",))
    assert refused.value.rule == "11.4"
    pos.play(("hold",))
    assert pos.hand(AXIS) == (1, 2)


def test_r9_4_without_a_point_nobody_is_redeployed_but_refits_go_home() -> None:
    pos = desert()
    put(pos, "Mersa Brega", "I08", steps=1)
    put(pos, "Benghazi", "I09")
    build(pos, AXIS, 0)
    assert not blocks(pos.actions(), "redeploy")
    assert blocks(pos.actions(), "refit") == {"I08"}
    build(pos, AXIS, 1)
    assert blocks(pos.actions(), "redeploy") == {"I08", "I09"}


def test_r9_4_2_a_block_whose_hexsides_are_the_enemys_cannot_be_redeployed_out_of_a_battle() -> None:
    pos = desert()
    put(pos, "Mersa Matruh", "A43")
    put(pos, "Sidi Barrani", "A45", "I08", steps=1)
    sides = [GAME.map.ids[hex_] for hex_ in GAME.map.neighbours[HEX["Sidi Barrani"]]]
    fight(pos, "Sidi Barrani", ALLIED, *sides)
    pos.points = (9, 0)
    ask(pos, "buildup.open", ALLIED)
    assert "A45" not in blocks(pos.actions(), "redeploy") | blocks(pos.actions(), "refit")


def test_r9_5_1_from_a_besieged_port_blocks_leave_by_sea_only() -> None:
    pos = desert()
    put(pos, "Tobruk", "A43", "I08")
    put(pos, "Gambut", "I09")
    put(pos, "Bir el Gubi", "I10")
    put(pos, "Alexandria", "A44")
    fight(pos, "Tobruk", ALLIED, "Gambut")
    build(pos, ALLIED, 3)
    assert "A43" not in blocks(pos.actions(), "redeploy")  # four points in a siege
    build(pos, ALLIED, 4)
    pos.play(("redeploy", NUMBER["A43"]))
    assert pos.actions() == [("sea", HEX["Alexandria"]), ("keep",)]
    pos.play(("sea", HEX["Alexandria"]))
    assert pos.points[ALLIED] == 0
    assert pos.battles == ()
    assert pos.owner(HEX["Tobruk"]) == AXIS  # nobody is left to hold it
    assert not pos.disrupted[NUMBER["A43"]]


def test_r9_5_each_side_has_a_ports_capacity_to_itself() -> None:
    pos = desert()
    pos.ports = ((HEX["Tobruk"], ALLIED, 5), (HEX["Bardia"], AXIS, 1))
    assert capacity(pos, ALLIED, HEX["Tobruk"]) == 0
    assert capacity(pos, AXIS, HEX["Tobruk"]) == 2
    assert capacity(pos, ALLIED, HEX["Bardia"]) == 2


def test_r9_5_1_no_sea_move_from_a_base_with_enemies() -> None:
    pos = desert()
    put(pos, "Alexandria", "A43", "I08")
    fight(pos, "Alexandria", ALLIED, "El Hammam")
    pos.points = (9, 9)
    assert sea_ways(pos, ALLIED, HEX["Alexandria"]) == {}


def test_r9_7_the_enemy_suspects_new_mines_where_none_is_known() -> None:
    pos = desert()
    put(pos, "Sollum", "A43")
    pos.mines = ((HEX["Sollum"], ALLIED, 1, 1 << HEX["Sollum"]), (HEX["Fuka"], ALLIED, 0, 1 << HEX["Fuka"]))
    build(pos, ALLIED, 15)
    pos.play(("mine",))
    assert not {"Sollum", "Fuka"} & names(pos.actions(), "at")
    pos.play(("at", HEX["El Daba"]))
    zone = hexes(pos.mines[-1][3])
    assert "Fuka" in zone
    assert "Sollum" not in zone
    assert pos.mines[-1][:3] == (HEX["El Daba"], ALLIED, 0)


def test_r9_6_1_a_refitting_block_is_neither_rebuilt_nor_moved() -> None:
    pos = desert()
    put(pos, "Mersa Brega", "I08", steps=1)
    put(pos, "El Agheila", "I09")
    build(pos, AXIS, 30)
    pos.play(("refit", NUMBER["I08"]))
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"
    assert not {action for action in pos.actions() if action[1:2] == (NUMBER["I08"],)}


def test_r9_4_a_fortress_entered_by_redeployment_is_taken() -> None:
    pos = desert()
    pos.owners = tuple((place, ALLIED) for place, _ in pos.owners)
    put(pos, "Tobruk", "I08")  # fled into Tobruk: still the enemy's
    put(pos, "Derna", "I09")
    build(pos, AXIS, 3)
    pos.play(("redeploy", NUMBER["I09"]))
    pos.play(("land", HEX["Benghazi"]))
    assert pos.owner(HEX["Benghazi"]) == AXIS


def test_r9_4_2_the_menu_knows_whose_the_hexsides_of_a_battle_are() -> None:
    pos = desert()
    put(pos, "Mersa Matruh", "A43")
    put(pos, "Sidi Barrani", "A45", "I08", steps=1)
    fight(pos, "Sidi Barrani", ALLIED, *(GAME.map.ids[hex_] for hex_ in GAME.map.neighbours[HEX["Sidi Barrani"]]))
    road = ("Alexandria", "El Hammam", "El Alamein", "El Daba SE1", "El Daba", "Fuka", "Mersa Matruh")
    beyond = ("Mersa Matruh W1", "Bir Sofafi E2", "Sidi Barrani E1", "Sidi Barrani")
    pos.networks = (mask_of(HEX[name] for name in (*road, *beyond)), 0)
    pos.points = (9, 0)
    ask(pos, "buildup.menu", ALLIED)
    assert blocks(pos.actions(), "redeploy") == {"A43"}
    assert not blocks(pos.actions(), "refit")
    pos.battles = ()
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    ask(pos, "buildup.menu", ALLIED)
    assert blocks(pos.actions(), "redeploy") == {"A43", "A45"}
    assert blocks(pos.actions(), "refit") == {"A45"}
    pos.play(("redeploy", NUMBER["A43"]))
    assert names(pos.actions(), "land") == {*road, *beyond} - {"Mersa Matruh", "Sidi Barrani"}


def test_r9_7_2_no_minefield_without_a_network() -> None:
    pos = desert()
    put(pos, "Siwa SE1", "A43")
    build(pos, ALLIED, 15)
    assert ("mine",) not in pos.actions()


def test_r9_7_1_mines_lifted_without_a_network_are_gone() -> None:
    pos = desert()
    put(pos, "Alexandria", "I08", "A43")
    fight(pos, "Alexandria", ALLIED, "El Hammam")
    pos.mines = tuple((HEX[name], ALLIED, 0, 1 << HEX[name]) for name in ("Bardia", "Sollum"))
    pos.points = (0, 0)
    pos.networks = (0, 0)
    ask(pos, "buildup.menu", ALLIED)
    pos.play(("lift", HEX["Bardia"], HEX["Sollum"]))
    assert not pos.mines
    assert len(pos.stack) <= 1


def test_r9_7_after_laying_a_minefield_the_player_goes_on() -> None:
    pos = desert()
    put(pos, "Sollum", "A43")
    build(pos, ALLIED, 30)
    pos.play(("mine",))
    pos.play(("at", HEX["Fuka"]))
    assert [frame[0] for frame in pos.stack] == ["buildup.menu"]


def test_r6_6_a_redeployed_block_hides_those_it_joins() -> None:
    pos = desert()
    put(pos, "Alexandria", "A43")
    put(pos, "Mersa Matruh", "A44")
    pos.known[NUMBER["A44"]] = 1
    build(pos, ALLIED, 3)
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("land", HEX["Mersa Matruh"]))
    assert not pos.known[NUMBER["A44"]]
