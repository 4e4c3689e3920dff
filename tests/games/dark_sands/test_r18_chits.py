"""The action phase."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r18_chits import playable_acts
from tests.games.dark_sands.desert import (
    ALLIED,
    AXIS,
    ask,
    at,
    bits,
    box,
    chit,
    desert,
    offered,
    p,
    play,
    refused,
    u,
    verbs,
)


def pool(pos: DarkSandsPosition, **counts: int) -> DarkSandsPosition:
    for name, count in counts.items():
        pos.pool[chit(name.replace("_", "-"))] = count
    return pos


def draws(pos: DarkSandsPosition) -> dict[str, int]:
    ask(pos, "chits.next", AXIS)
    return {box().chits[action[1]].id: weight for action, weight in pos.outcomes() or ()}


def test_r18_1_a_chit_is_put_on_the_track_and_carried_out() -> None:
    pos = pool(desert(_1330="A05"), allied_full=1)
    play(ask(pos, "chits.next", AXIS), ("draw", chit("allied-full")))
    assert pos.played == (chit("allied-full"),)
    assert verbs(pos) == {"use"}


def test_r18_1_corps_chits_wake_the_units_in_range_of_their_headquarters() -> None:
    pos = desert(_1330="A38", _1336="A05", _1337="A06")
    ask(pos, "chits.play", ALLIED, chit("corps13"))
    assert pos.active == bits("A38", "A05")
    pos = desert(_1210="A38", _1213="A05", _1214="A06")
    ask(pos, "chits.play", ALLIED, chit("corps13"))
    assert pos.active == bits("A38", "A05")
    pos = desert(_1330="A38", _1331="A05")
    pos.out_of_supply = bits("A38")
    ask(pos, "chits.play", ALLIED, chit("corps13"))
    assert not pos.active


def test_r18_1_the_italian_corps_wakes_italians_and_the_afrika_korps_germans_and_mobile_italians() -> None:
    units = {"_1330": "X14 X22 X31", "_1331": "X25 X20"}
    pos = ask(desert(**units), "chits.play", AXIS, chit("corps21"))
    assert pos.active == bits("X22", "X25", "X20")
    pos = ask(desert(**units), "chits.play", AXIS, chit("afrika-korps"))
    assert pos.active == bits("X14", "X31", "X20")


def test_r18_1_eighth_army_picks_formations_and_independents() -> None:
    pos = ask(desert(_1330="A05 A06", _1331="A24 A23 A30"), "chits.play", ALLIED, chit("army8"))
    play(pos, ("formation", box().formation_names.index("4 Ind")))
    play(pos, ("independent", u("A24")), ("independent", u("A23")))
    assert verbs(pos) <= {"done", "unit", "stack"}
    assert pos.active == bits("A05", "A06", "A24", "A23")


def test_r18_1_rommel_leads_four_divisions_and_one_headquarters() -> None:
    pos = desert(12, _1330="X15 X31", _1340="X41", _1342="X22", _1230="X35", _2125="X14 X24")
    ask(pos, "chits.play", AXIS, chit("rommel"))
    assert offered(pos, "command") == [u("X14"), u("X41")]
    play(pos, ("command", u("X41")))
    assert pos.active == bits("X15", "X31", "X41", "X22")


def test_r18_1_monty_fights_first_and_then_makes_a_half_move() -> None:
    pos = desert(15, _1330="A38 A05", _1331="X22")
    ask(pos, "chits.play", ALLIED, chit("monty"))
    assert pos.stack[-1].step == "combat"
    play(pos, ("done",))
    assert (pos.stack[-1].step, pos.stack[-1].args[0]) == ("move", 1)


def initiative(turn: int, *played: str) -> int:
    pos = desert(turn)
    pos.played = tuple(chit(name) for name in played)
    return ask(pos, "chits.initiative", AXIS).initiative


def test_r18_2_initiative_by_the_track_or_to_the_side_that_did_not_have_the_last_two() -> None:
    assert initiative(8) == ALLIED
    assert initiative(10) == AXIS
    assert initiative(8, "allied-full", "corps13") == AXIS
    assert initiative(10, "rommel", "axis-full") == ALLIED
    assert initiative(10, "axis-full", "logistics") == AXIS


def test_r18_3_the_pool_of_the_turn_and_priority_chits_in_hand() -> None:
    pos = desert(11)
    pos.initiative = ALLIED
    ask(pos, "chits.fill", AXIS)
    counts = {box().chits[n].id: count for n, count in enumerate(pos.pool) if count}
    assert counts == {
        "allied-full": 2,
        "allied-half": 2,
        "allied-reinforce": 1,
        "axis-full": 1,
        "axis-half": 1,
        "axis-reinforce": 1,
        "corps21": 1,
        "pza": 1,
        "logistics": 2,
    }
    assert pos.hand == 1 << chit("rommel")
    assert refused(pos, ("first", chit("logistics"))) == "18.3"
    assert refused(pos, ("first", chit("axis-full"))) == "18.3"


def test_r18_3_the_fall_of_tobruk_adds_two_axis_chits() -> None:
    pos = pool(desert(11, _2829="X31"), allied_full=1)
    pos.axis_holds &= ~(1 << box().tobruk)
    ask(pos, "act.begin", AXIS, "move", "all")
    play(pos, ("unit", u("X31")))
    play(pos, next(action for action in pos.actions() if action[:2] == ("go", p("2830"))))
    assert pos.pool[chit("tobruk-falls")] == 2


def test_r18_4_on_turn_three_the_allies_leave_el_agheila_before_the_axis_lands() -> None:
    pos = desert(3, _1600="A05", _1601="A06")
    for entry in box().track:
        if entry.turn == 3 and not entry.asset and box().units[entry.counter].side == ALLIED:
            pos.where[entry.counter] = -5
    ask(pos, "reinforce.turn3", AXIS)
    while pos.side == "allied":
        play(pos, pos.actions()[0])
    assert pos.stack[-1].step == "reinforce.place"
    assert not pos.held[ALLIED] & box().entry
    assert at(pos, "A05")


def test_r18_4_no_reinforcements_chits_on_turn_three() -> None:
    pos = desert(3)
    ask(pos, "chits.fill", AXIS)
    assert not pos.pool[chit("allied-reinforce")] + pos.pool[chit("axis-reinforce")]


def test_r18_5_the_selected_chit_is_played_first_without_preemption() -> None:
    pos = desert(14, _1330="A05 A38", _1331="X22")
    pos.initiative = ALLIED
    ask(pos, "chits.fill", AXIS)
    play(pos, ("first", chit("monty")))
    ask(pos, "chits.open", AXIS)
    assert pos.played == (chit("monty"),)
    assert pos.hand == 1 << chit("rommel")


def test_r18_6_chits_are_drawn_until_none_is_left() -> None:
    pos = pool(desert(), logistics=1, allied_reinforce=1)
    assert draws(pos) == {"logistics": 1, "allied-reinforce": 1}
    play(pos, ("draw", chit("logistics")))
    play(pos, ("draw", chit("allied-reinforce")))
    while pos.stack:
        play(pos, pos.actions()[0])
    assert pos.played == (chit("logistics"), chit("allied-reinforce"))


def offers(pos: DarkSandsPosition, *hand: str) -> DarkSandsPosition:
    pos.hand = sum(1 << chit(name) for name in hand)
    return ask(pool(pos, logistics=1), "chits.next", AXIS)


def test_r18_6_1_rommel_preempts_monty_who_keeps_his_chit() -> None:
    pos = offers(desert(14, _1330="A05", _1331="X15"), "rommel", "monty")
    assert pos.side == "allied"
    play(pos, ("declare", chit("monty")))
    assert pos.side == "axis"
    play(pos, ("declare", chit("rommel")))
    assert pos.played == (chit("rommel"),)
    assert pos.hand == 1 << chit("monty")


def test_r18_6_1_the_auk_preempts_rommel() -> None:
    pos = offers(desert(9, _1330="A05", _1331="X15"), "rommel", "auk")
    assert pos.side == "axis"
    play(pos, ("declare", chit("rommel")), ("declare", chit("auk")))
    assert pos.played == (chit("auk"),)
    assert pos.hand == 1 << chit("rommel")


def test_r18_6_1_all_wait_and_a_chit_is_drawn() -> None:
    pos = offers(desert(14), "rommel", "monty")
    play(pos, ("wait",), ("wait",))
    assert pos.side == "chance"


def test_r18_6_all_chits_are_played_priority_chits_too() -> None:
    pos = desert(14, _1330="A05", _1331="X15")
    pos.hand = 1 << chit("rommel") | 1 << chit("monty")
    ask(pos, "chits.next", AXIS)
    assert pos.actions() == [("declare", chit("rommel")), ("wait",)], "Monty must be declared, Rommel may preempt it"
    play(pos, ("wait",))
    while pos.stack:
        play(pos, ("done",))
    assert pos.played == (chit("monty"), chit("rommel"))
    assert not pos.hand


def test_r18_6_1_while_there_is_a_chit_to_draw_a_holder_may_wait() -> None:
    pos = desert(14, _1330="A05", _1331="X15")
    pos.hand = 1 << chit("rommel")
    pos.pool[chit("logistics")] = 1
    assert ("wait",) in ask(pos, "chits.next", AXIS).actions()


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ((AXIS, 1), {"allied-full", "axis-full", "logistics"}),
        ((AXIS, 2), {"allied-full", "logistics"}),
        ((ALLIED, 2), {"axis-full", "logistics"}),
    ],
)
def test_r18_7_1_after_two_in_a_row_the_other_side_or_logistics(run: tuple[int, int], expected: set[str]) -> None:
    pos = pool(desert(), allied_full=1, axis_full=2, logistics=1)
    pos.run = run
    assert set(draws(pos)) == expected


def test_r18_7_1_unless_the_other_side_has_none_left() -> None:
    pos = pool(desert(), axis_full=2)
    pos.run = (AXIS, 2)
    assert draws(pos) == {"axis-full": 2}


def test_r18_7_1_logistics_and_priority_chits_do_not_count() -> None:
    pos = pool(desert(_1330="X15"), axis_full=1, allied_full=1, logistics=1)
    pos.run = (AXIS, 1)
    play(ask(pos, "chits.next", AXIS), ("draw", chit("logistics")))
    assert pos.run == (AXIS, 1)
    pos.hand = 1 << chit("rommel")
    ask(pos, "chits.play", AXIS, chit("rommel"))
    assert pos.run == (AXIS, 1)


def test_r18_7_2_two_moves_and_two_combats_then_the_other_side_then_nothing() -> None:
    pos = desert(_1330="A05")
    assert playable_acts(pos, chit("allied-full")) == ["move", "combat"]
    pos.moves[ALLIED] = 2
    assert playable_acts(pos, chit("allied-full")) == ["combat"]
    assert playable_acts(pos, chit("allied-half")) == ["combat-1"]
    pos.combats[ALLIED] = 2
    pool(pos, allied_full=1)
    play(ask(pos, "chits.next", AXIS), ("draw", chit("allied-full")))
    assert pos.stack == ()
    assert pos.run == (ALLIED, 1)  # it still counts for two in a row
    assert pos.events()[-1].kind == "forfeit"


def test_r18_7_2_named_chits_do_not_count() -> None:
    pos = desert(_1330="X15")
    pos.moves[AXIS] = pos.combats[AXIS] = 2
    assert playable_acts(pos, chit("tobruk-falls")) == ["move", "combat"]
    ask(pos, "chits.play", AXIS, chit("rommel"))
    assert pos.stack[-1].step in ("move", "chits.pick")


def test_r18_7_2_a_whole_turn_keeps_the_limits() -> None:
    game = sandtable.load("dark-sands")
    pos = game.start("gazala")
    assert isinstance(pos, DarkSandsPosition)
    rng = Random(5)
    while pos.stack and pos.turn == 12:
        assert max(pos.moves + pos.combats) <= 2
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    assert len(pos.played) >= 14


def test_r18_6_1_who_holds_a_chit_is_asked_again_after_the_enemys_next_chit() -> None:
    pos = desert(12, _1330="A05", _1331="X15")
    pos.hand = 1 << chit("rommel")
    pool(pos, logistics=2, axis_reinforce=1, allied_reinforce=1)
    ask(pos, "chits.next", AXIS)
    assert verbs(pos) == {"declare", "wait", "hold"}
    play(pos, ("hold",), ("draw", chit("logistics")))
    assert pos.stack[-1].step == "chits.draw", "not asked before the next draw"
    play(pos, ("draw", chit("axis-reinforce")))
    while pos.stack[-1].step != "chits.draw":
        play(pos, pos.actions()[0])
    play(pos, ("draw", chit("allied-reinforce")))
    while pos.side == "allied":
        play(pos, pos.actions()[0])
    assert pos.stack[-1].step == "chits.offer"
    assert not pos.waiting


def test_r18_6_1_who_holds_a_chit_may_still_preempt() -> None:
    pos = desert(14, _1330="A05", _1331="X15")
    pos.hand = 1 << chit("rommel") | 1 << chit("monty")
    pool(pos, logistics=2)
    ask(pos, "chits.next", AXIS)
    play(pos, ("wait",), ("hold",), ("draw", chit("logistics")))
    assert pos.side == "allied"
    play(pos, ("declare", chit("monty")))
    assert pos.side == "axis"
    assert verbs(pos) == {"declare", "wait"}
