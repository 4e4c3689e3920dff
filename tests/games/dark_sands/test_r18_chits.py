"""18.0 Action chits."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.engine.flow import Action
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import take
from sandtable.games.dark_sands.rules.r18_chits import playable_acts
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    CHIT,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    offered,
    play,
    refused,
    scene,
    verbs,
)


def test_r18_3_tobruk_falls_brings_its_two_chits_once() -> None:
    pos = scene(turn=11)
    pos.falls = 1
    for expected in (2, 0):
        ask(pos, "chits.fill", AXIS)
        assert pos.pool[CHIT["tobruk-falls"]] == expected
        assert pos.falls == 2


def test_r18_6_1_the_log_tells_of_a_chit_preempted() -> None:
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.hand = 1 << CHIT["rommel"] | 1 << CHIT["monty"]
    pos.pool[CHIT["logistics"]] = 1
    play(ask(pos, "chits.next", AXIS), ("declare", CHIT["monty"]), ("declare", CHIT["rommel"]))
    assert "Rommel preempts Monty." in [line["text"] for line in pos.report(None)]
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.hand = 1 << CHIT["rommel"]
    pos.pool[CHIT["logistics"]] = 1
    play(ask(pos, "chits.next", AXIS), ("declare", CHIT["rommel"]))
    assert "preempted" not in [event.kind for event in pos.events()]


def test_r18_7_2_a_combo_chit_counts_once_and_tobruk_falls_not_at_all() -> None:
    pos = scene({"1330": "A05", "1331": "X22"})
    play(ask(pos, "chits.side", ALLIED, CHIT["allied-full"]), ("use", "move"))
    assert (pos.moves, pos.combats) == ([1, 0], [0, 0])
    play(ask(pos, "chits.side", ALLIED, CHIT["allied-half"]), ("use", "combat-1"))
    assert (pos.moves, pos.combats) == ([1, 0], [1, 0])
    play(ask(pos, "chits.side", AXIS, CHIT["tobruk-falls"]), ("use", "move"))
    assert (pos.moves, pos.combats) == ([1, 0], [1, 0])


def test_r18_1_eighth_army_names_three_divisions_and_two_independent_units() -> None:
    pos = scene({"1330": "A05 A08", "1331": "A13", "1332": "A26 A23", "1333": "A43 A21"}, turn=9)
    army = CHIT["army8"]
    ask(pos, "chits.pick", ALLIED, army, 3, 2, 0)
    play(pos, offered_first(pos, "formation"))
    assert pos.stack[-1].args == (army, 2, 2, 0)
    play(pos, offered_first(pos, "independent"))
    assert pos.stack[-1].args == (army, 2, 1, 0)
    for verb in ("independent", "formation", "formation"):
        play(pos, offered_first(pos, verb))
    assert pos.stack == (), "nothing is left to pick"
    assert pos.active.bit_count() == 5


def offered_first(pos: DarkSandsPosition, verb: str) -> Action:
    return next(action for action in pos.actions() if action[0] == verb)


def test_r18_4_units_that_cannot_leave_the_entry_area_are_lost() -> None:
    pos = scene({"1600": "A05 A06 A07"}, turn=3)
    axis = iter(("X22", "X23", "X24", "X12", "X11", "X31"))
    for place in box().map.neighbours[HEX["1600"]]:
        if box().land >> place & 1:
            pos.put(UNIT[next(axis)], place)
    ask(pos, "reinforce.clear", ALLIED, 0)
    while pos.stack:
        play(pos, pos.actions()[0])
    assert not pos.held[ALLIED]


def test_r18_7_1_a_run_is_counted_chit_by_chit() -> None:
    pos = scene(turn=9)
    runs = []
    for name in ("axis-reinforce", "afrika-korps", "logistics", "allied-reinforce"):
        pos.pool[CHIT[name]] = 1
        ask(pos, "chits.play", box().chits[CHIT[name]].side, CHIT[name])
        runs.append(pos.run)
        pos.stack = ()
    assert runs == [(AXIS, 1), (AXIS, 2), (AXIS, 2), (ALLIED, 1)]


def test_r18_1_oconnor_lets_all_allied_units_move_and_then_fight() -> None:
    pos = scene({"1330": "A05", "1210": "A06", "1335": "X22"}, turn=1)
    pos.pool[CHIT["oconnor"]] = 1
    ask(pos, "chits.play", ALLIED, CHIT["oconnor"])
    assert (pos.stack[-1].step, pos.active) == ("move", bits("A05", "A06"))
    play(pos, ("done",))
    while pos.stack:
        play(pos, ("done",))
    assert (pos.active, pos.moved) == (0, 0), "the segment is over"


def pool(pos: DarkSandsPosition, **counts: int) -> DarkSandsPosition:
    for name, count in counts.items():
        pos.pool[CHIT[name.replace("_", "-")]] = count
    return pos


def draws(pos: DarkSandsPosition) -> dict[str, int]:
    ask(pos, "chits.next", AXIS)
    return {box().chits[action[1]].id: weight for action, weight in pos.outcomes() or ()}


def test_r18_1_a_chit_is_put_on_the_track_and_carried_out() -> None:
    pos = pool(scene({"1330": "A05"}), allied_full=1)
    play(ask(pos, "chits.next", AXIS), ("draw", CHIT["allied-full"]))
    assert pos.played == (CHIT["allied-full"],)
    assert verbs(pos) == {"use"}


def test_r18_1_corps_chits_wake_the_units_in_range_of_their_headquarters() -> None:
    pos = scene({"1330": "A38", "1336": "A05", "1337": "A06"})
    ask(pos, "chits.play", ALLIED, CHIT["corps13"])
    assert pos.active == bits("A38", "A05")
    pos = scene({"1210": "A38", "1213": "A05", "1214": "A06"})
    ask(pos, "chits.play", ALLIED, CHIT["corps13"])
    assert pos.active == bits("A38", "A05")
    pos = scene({"1330": "A38", "1331": "A05"})
    pos.out_of_supply = bits("A38")
    ask(pos, "chits.play", ALLIED, CHIT["corps13"])
    assert not pos.active


def test_r18_1_the_italian_corps_wakes_italians_and_the_afrika_korps_germans_and_mobile_italians() -> None:
    units = {"1330": "X14 X22 X31", "1331": "X25 X20"}
    pos = ask(scene(units), "chits.play", AXIS, CHIT["corps21"])
    assert pos.active == bits("X22", "X25", "X20")
    pos = ask(scene(units), "chits.play", AXIS, CHIT["afrika-korps"])
    assert pos.active == bits("X14", "X31", "X20")


def test_r18_1_eighth_army_picks_formations_and_independents() -> None:
    pos = ask(scene({"1330": "A05 A06", "1331": "A24 A23 A30"}), "chits.play", ALLIED, CHIT["army8"])
    play(pos, ("formation", box().formation_names.index("4 Ind")))
    play(pos, ("independent", UNIT["A24"]), ("independent", UNIT["A23"]))
    assert verbs(pos) <= {"done", "unit", "stack"}
    assert pos.active == bits("A05", "A06", "A24", "A23")


def test_r18_1_rommel_leads_four_divisions_and_one_headquarters() -> None:
    pos = scene({"1330": "X15 X31", "1340": "X41", "1342": "X22", "1230": "X35", "2125": "X14 X24"}, turn=12)
    ask(pos, "chits.play", AXIS, CHIT["rommel"])
    assert offered(pos, "command") == [UNIT["X14"], UNIT["X41"]]
    play(pos, ("command", UNIT["X41"]))
    assert pos.active == bits("X15", "X31", "X41", "X22")


def test_r18_1_monty_fights_first_and_then_makes_a_half_move() -> None:
    pos = scene({"1330": "A38 A05", "1331": "X22"}, turn=15)
    ask(pos, "chits.play", ALLIED, CHIT["monty"])
    assert pos.stack[-1].step == "combat"
    play(pos, ("done",))
    assert (pos.stack[-1].step, pos.stack[-1].args[0]) == ("move", 1)


def initiative(turn: int, *played: str) -> int:
    pos = scene(turn=turn)
    pos.played = tuple(CHIT[name] for name in played)
    return ask(pos, "chits.initiative", AXIS).initiative


def test_r18_2_initiative_by_the_track_or_to_the_side_that_did_not_have_the_last_two() -> None:
    assert initiative(8) == ALLIED
    assert initiative(10) == AXIS
    assert initiative(8, "allied-full", "corps13") == AXIS
    assert initiative(10, "rommel", "axis-full") == ALLIED
    assert initiative(10, "axis-full", "logistics") == AXIS


def test_r18_3_the_pool_of_the_turn_and_priority_chits_in_hand() -> None:
    pos = scene(turn=11)
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
    assert pos.hand == 1 << CHIT["rommel"]
    assert refused(pos, ("first", CHIT["logistics"])) == "18.3"
    assert refused(pos, ("first", CHIT["axis-full"])) == "18.3"


def test_r18_3_the_fall_of_tobruk_adds_two_axis_chits() -> None:
    pos = pool(scene({"2829": "X31"}, turn=11), allied_full=1)
    pos.axis_holds &= ~(1 << box().tobruk)
    ask(pos, "act.begin", AXIS, "move", "all")
    play(pos, ("unit", UNIT["X31"]))
    play(pos, next(action for action in pos.actions() if action[:2] == ("go", HEX["2830"])))
    assert pos.pool[CHIT["tobruk-falls"]] == 2


def test_r18_3_tobruk_taken_when_no_chit_is_left_adds_its_two_to_the_next_pool() -> None:
    pos = scene({"2829": "X31"}, turn=11)
    pos.axis_holds &= ~(1 << box().tobruk)
    take(pos, AXIS, box().tobruk)
    assert (pos.falls, pos.pool[CHIT["tobruk-falls"]]) == (1, 0)
    ask(pos, "chits.fill", ALLIED)
    assert (pos.falls, pos.pool[CHIT["tobruk-falls"]]) == (2, 2)


def test_r18_4_on_turn_three_the_allies_leave_el_agheila_before_the_axis_lands() -> None:
    pos = scene({"1600": "A05", "1601": "A06"}, turn=3)
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
    pos = scene(turn=3)
    ask(pos, "chits.fill", AXIS)
    assert not pos.pool[CHIT["allied-reinforce"]] + pos.pool[CHIT["axis-reinforce"]]


def test_r18_5_the_selected_chit_is_played_first_without_preemption() -> None:
    pos = scene({"1330": "A05 A38", "1331": "X22"}, turn=14)
    pos.initiative = ALLIED
    ask(pos, "chits.fill", AXIS)
    play(pos, ("first", CHIT["monty"]))
    ask(pos, "chits.open", AXIS)
    assert pos.played == (CHIT["monty"],)
    assert pos.hand == 1 << CHIT["rommel"]


def test_r18_6_chits_are_drawn_until_none_is_left() -> None:
    pos = pool(scene(), logistics=1, allied_reinforce=1)
    assert draws(pos) == {"logistics": 1, "allied-reinforce": 1}
    play(pos, ("draw", CHIT["logistics"]))
    play(pos, ("draw", CHIT["allied-reinforce"]))
    while pos.stack:
        play(pos, pos.actions()[0])
    assert pos.played == (CHIT["logistics"], CHIT["allied-reinforce"])


def offers(pos: DarkSandsPosition, *hand: str) -> DarkSandsPosition:
    pos.hand = sum(1 << CHIT[name] for name in hand)
    return ask(pool(pos, logistics=1), "chits.next", AXIS)


def test_r18_6_1_rommel_preempts_monty_who_keeps_his_chit() -> None:
    pos = offers(scene({"1330": "A05", "1331": "X15"}, turn=14), "rommel", "monty")
    assert pos.side == "allied"
    play(pos, ("declare", CHIT["monty"]))
    assert pos.side == "axis"
    play(pos, ("declare", CHIT["rommel"]))
    assert pos.played == (CHIT["rommel"],)
    assert pos.hand == 1 << CHIT["monty"]


def test_r18_6_1_the_auk_preempts_rommel() -> None:
    pos = offers(scene({"1330": "A05", "1331": "X15"}, turn=9), "rommel", "auk")
    assert pos.side == "axis"
    play(pos, ("declare", CHIT["rommel"]), ("declare", CHIT["auk"]))
    assert pos.played == (CHIT["auk"],)
    assert pos.hand == 1 << CHIT["rommel"]


def test_r18_6_1_all_wait_and_a_chit_is_drawn() -> None:
    pos = offers(scene(turn=14), "rommel", "monty")
    play(pos, ("wait",), ("wait",))
    assert pos.side == "chance"


def test_r18_6_all_chits_are_played_priority_chits_too() -> None:
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.hand = 1 << CHIT["rommel"] | 1 << CHIT["monty"]
    ask(pos, "chits.next", AXIS)
    assert pos.actions() == [("declare", CHIT["rommel"]), ("wait",)], "Monty must be declared, Rommel may preempt it"
    play(pos, ("wait",))
    while pos.stack:
        play(pos, ("done",))
    assert pos.played == (CHIT["monty"], CHIT["rommel"])
    assert not pos.hand


def test_r18_6_1_while_there_is_a_chit_to_draw_a_holder_may_wait() -> None:
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.hand = 1 << CHIT["rommel"]
    pos.pool[CHIT["logistics"]] = 1
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
    pos = pool(scene(), allied_full=1, axis_full=2, logistics=1)
    pos.run = run
    assert set(draws(pos)) == expected


def test_r18_7_1_unless_the_other_side_has_none_left() -> None:
    pos = pool(scene(), axis_full=2)
    pos.run = (AXIS, 2)
    assert draws(pos) == {"axis-full": 2}


def test_r18_7_1_logistics_and_priority_chits_do_not_count() -> None:
    pos = pool(scene({"1330": "X15"}), axis_full=1, allied_full=1, logistics=1)
    pos.run = (AXIS, 1)
    play(ask(pos, "chits.next", AXIS), ("draw", CHIT["logistics"]))
    assert pos.run == (AXIS, 1)
    pos.hand = 1 << CHIT["rommel"]
    ask(pos, "chits.play", AXIS, CHIT["rommel"])
    assert pos.run == (AXIS, 1)


def test_r18_7_2_two_moves_and_two_combats_then_the_other_side_then_nothing() -> None:
    pos = scene({"1330": "A05"})
    assert playable_acts(pos, CHIT["allied-full"]) == ["move", "combat"]
    pos.moves[ALLIED] = 2
    assert playable_acts(pos, CHIT["allied-full"]) == ["combat"]
    assert playable_acts(pos, CHIT["allied-half"]) == ["combat-1"]
    pos.combats[ALLIED] = 2
    pool(pos, allied_full=1)
    play(ask(pos, "chits.next", AXIS), ("draw", CHIT["allied-full"]))
    assert pos.stack == ()
    assert pos.run == (ALLIED, 1)  # it still counts for two in a row
    assert pos.events()[-1].kind == "forfeit"


def test_r18_7_2_named_chits_do_not_count() -> None:
    pos = scene({"1330": "X15"})
    pos.moves[AXIS] = pos.combats[AXIS] = 2
    assert playable_acts(pos, CHIT["tobruk-falls"]) == ["move", "combat"]
    ask(pos, "chits.play", AXIS, CHIT["rommel"])
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
    pos = scene({"1330": "A05", "1331": "X15"}, turn=12)
    pos.hand = 1 << CHIT["rommel"]
    pool(pos, logistics=2, axis_reinforce=1, allied_reinforce=1)
    ask(pos, "chits.next", AXIS)
    assert verbs(pos) == {"declare", "wait", "hold"}
    play(pos, ("hold",), ("draw", CHIT["logistics"]))
    assert pos.stack[-1].step == "chits.draw", "not asked before the next draw"
    play(pos, ("draw", CHIT["axis-reinforce"]))
    while pos.stack[-1].step != "chits.draw":
        play(pos, pos.actions()[0])
    play(pos, ("draw", CHIT["allied-reinforce"]))
    while pos.side == "allied":
        play(pos, pos.actions()[0])
    assert pos.stack[-1].step == "chits.offer"
    assert not pos.waiting


def test_r18_6_1_who_holds_a_chit_may_still_preempt() -> None:
    pos = scene({"1330": "A05", "1331": "X15"}, turn=14)
    pos.hand = 1 << CHIT["rommel"] | 1 << CHIT["monty"]
    pool(pos, logistics=2)
    ask(pos, "chits.next", AXIS)
    play(pos, ("wait",), ("hold",), ("draw", CHIT["logistics"]))
    assert pos.side == "allied"
    play(pos, ("declare", CHIT["monty"]))
    assert pos.side == "axis"
    assert verbs(pos) == {"declare", "wait"}


def test_r18_7_2_the_log_says_which_side_of_a_chit_is_used() -> None:
    pos = scene({"1330": "A05"})
    pos.pool[CHIT["allied-half"]] = 1
    play(ask(pos, "chits.play", ALLIED, CHIT["allied-half"]), ("use", "combat-1"))
    assert [line["text"] for line in pos.report(None)] == [
        "Chit: Allied ½ Move / Combat -1.",
        "The Allies use the Combat -1 side.",
    ]


def test_r18_3_who_selects_no_chit_lets_the_first_be_drawn() -> None:
    pos = pool(scene({"1330": "A05"}), allied_full=1, logistics=1)
    pos.chit = CHIT["logistics"]
    play(ask(pos, "chits.first", ALLIED), ("pass",))
    assert (pos.chit, pos.stack) == (-1, ())
    ask(pos, "chits.open", AXIS)
    assert (pos.played, pos.stack) == ((), ())
    play(ask(pos, "chits.first", ALLIED), ("first", CHIT["allied-full"]))
    assert pos.chit == CHIT["allied-full"]


@pytest.mark.parametrize(("side", "own"), [(AXIS, "axis-full"), (ALLIED, "allied-full")])
def test_r18_7_1_logistics_alone_does_not_break_a_run(side: int, own: str) -> None:
    """With no enemy chit left both the own ones and Logistics may come."""
    pos = pool(scene(), logistics=1)
    pos.pool[CHIT[own]], pos.run = 2, (side, 2)
    assert draws(pos) == {own: 2, "logistics": 1}


def test_r18_1_the_chit_on_the_track_is_the_one_carried_out() -> None:
    pos = pool(scene({"1330": "A05"}), logistics=1, allied_full=1)
    for name in ("logistics", "allied-full"):
        ask(pos, "chits.play", ALLIED, CHIT[name])
        assert (pos.chit, pos.played[-1]) == (CHIT[name], CHIT[name])


COMMANDERS = {"1330": "A38", "1331": "A05", "1345": "A39", "1346": "A08", "1361": "A13"}


def test_r18_1_monty_has_both_headquarters_without_a_choice() -> None:
    pos = ask(scene(COMMANDERS, turn=15), "chits.play", ALLIED, CHIT["monty"])
    assert pos.active == bits("A38", "A05", "A39", "A08")
    assert pos.stack[-1].args == (CHIT["monty"], 4, 0, 0)
    assert "command" not in verbs(pos)


@pytest.mark.parametrize(("absent", "left"), [("A39", ("A38", "A05")), ("A38", ("A39", "A08"))])
def test_r18_1_the_auk_picks_one_of_two_headquarters_and_takes_the_only_one(absent: str, left: tuple[str, ...]) -> None:
    pos = ask(scene(COMMANDERS, turn=9), "chits.play", ALLIED, CHIT["auk"])
    assert offered(pos, "command") == [UNIT["A38"], UNIT["A39"]]
    assert not pos.active
    pos = scene(COMMANDERS, turn=9)
    pos.out_of_supply = bits(absent)
    ask(pos, "chits.play", ALLIED, CHIT["auk"])
    assert pos.active == bits(*left)
    assert pos.stack[-1].args == (CHIT["auk"], 2, 0, 0)


def test_r18_1_the_question_says_what_may_still_be_picked() -> None:
    def text(*args: int) -> str:
        pos = ask(scene({**COMMANDERS, "1332": "A24"}, turn=9), "chits.pick", ALLIED, *args)
        return pos.box.game.prompt(pos, ALLIED)["text"]

    assert text(CHIT["army8"], 3, 2, 0).startswith("You may choose up to 3 formations and up to 2 independent units.")
    assert text(CHIT["army8"], 0, 1, 0).startswith("You may choose an independent unit.")
    assert text(CHIT["auk"], 2, 0, 1).startswith("You may choose a headquarters and up to 2 formations.")


def test_r18_6_1_the_question_names_the_chit_to_preempt() -> None:
    pos = offers(scene({"1330": "A05", "1331": "X15"}, turn=14), "rommel", "monty")
    assert "preempt" not in pos.box.game.prompt(pos, ALLIED)["text"]
    play(pos, ("declare", CHIT["monty"]))
    assert pos.box.game.prompt(pos, AXIS)["text"].startswith("Monty is declared: you may preempt it.")


def test_r19_4_a_segment_without_a_naval_move_leaves_it_for_later() -> None:
    pos = ask(scene({"1330": "A05"}), "act.end", ALLIED)
    assert (pos.sailed, pos.sea) == ([0, 0], ())
    pos.sea = (HEX["1877"], HEX["2830"], 1, 0)
    ask(pos, "act.end", ALLIED)
    assert pos.sailed == [1, 0]
    assert not pos.sea


@pytest.mark.parametrize(("act", "half"), [("move", 0), ("half-move", 1)])
def test_r18_1_a_move_begins_with_nobody_on_his_way(act: str, half: int) -> None:
    pos = scene({"1330": "A05"})
    pos.moved = pos.fought = pos.attacked = bits("A05")
    ask(pos, "act.begin", ALLIED, act, "all")
    assert [frame.args for frame in pos.stack] == [(), (half, 0, 0)]
    assert (pos.moved, pos.fought, pos.attacked, pos.active) == (0, 0, 0, bits("A05"))


@pytest.mark.parametrize(
    ("turn", "side", "town", "falls", "after"),
    [
        (9, AXIS, "tobruk", 0, (0, 0)),  # too early
        (10, AXIS, "tobruk", 0, (2, 2)),
        (13, AXIS, "tobruk", 0, (2, 2)),
        (13, AXIS, "tobruk", 2, (2, 0)),  # it has fallen before
        (13, AXIS, "bardia", 0, (0, 0)),  # another place
        (13, ALLIED, "tobruk", 0, (0, 0)),  # the other side
    ],
)
def test_r18_3_when_the_fall_of_tobruk_brings_its_chits(
    turn: int, side: int, town: str, falls: int, after: tuple[int, int]
) -> None:
    pos = pool(scene(turn=turn), logistics=1)
    place = getattr(box(), town)
    pos.axis_holds, pos.falls = (0 if side == AXIS else 1 << place), falls
    take(pos, side, place)
    assert pos.axis_holds >> place & 1 == side
    assert (pos.falls, pos.pool[CHIT["tobruk-falls"]]) == after
