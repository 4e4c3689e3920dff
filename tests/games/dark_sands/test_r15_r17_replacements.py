"""Placement, the sequence of play and replacements."""

from __future__ import annotations

import sandtable
from sandtable.games.dark_sands.position import GONE, REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r15_placement import (
    allied_replacement_entries,
    arrive,
    axis_entries,
    entry_places,
)
from sandtable.games.dark_sands.rules.r17_replacements import (
    cadres,
    currency,
    emergency_due,
    panzer_repair,
    promise_due,
    replacement_barred,
    year_pool,
)
from sandtable.games.dark_sands.sequence import TURN
from tests.games.dark_sands.desert import (
    ALLIED,
    AXIS,
    ask,
    at,
    bits,
    box,
    desert,
    offered,
    p,
    play,
    reduce,
    refused,
    u,
    verbs,
)


def lost(pos: DarkSandsPosition, *names: str) -> DarkSandsPosition:
    for name in names:
        pos.where[u(name)] = REBUILD
        pos.steps[u(name)] = 0
    return pos


def spend(pos: DarkSandsPosition, side: int, *points: int) -> DarkSandsPosition:
    return ask(pos, "replace.spend", side, *points, 0)


def test_r15_0_new_units_keep_within_stacking_and_off_enemy_hexes() -> None:
    pos = desert(_1877="A05 A06 A07", _1376="X22")
    places = entry_places(pos, u("A08"), True)
    assert p("1877") not in places
    assert p("1376") not in places
    assert p("1776") in places


def test_r15_1_allied_reinforcements_come_by_source_port_and_headquarters() -> None:
    pos = desert(_1843="A38", _2830="A05")
    places = entry_places(pos, u("A08"), False)
    assert {p("1877"), p("1376"), p("1859"), p("2830"), p("1843")} <= set(places)
    pos.entered = (p("1859"), p("1859"), -1 - u("A38"))
    assert not {p("1859"), p("1843")} & set(entry_places(pos, u("A08"), False))


def test_r15_1_a_headquarters_out_of_reach_of_supply_receives_nobody() -> None:
    assert p("1113") not in entry_places(desert(_1113="A38"), u("A08"), False)


def test_r15_1_two_by_the_port_and_one_more_on_a_headquarters_there() -> None:
    pos = desert(8, _1859="A38")
    for name in ("A11", "A12", "A04"):
        assert p("1859") in entry_places(pos, u(name), False)
        arrive(pos, u(name), p("1859"), 1)
    assert p("1859") not in entry_places(pos, u("A05"), False)


def test_r15_1_a_headquarters_with_the_marker_receives_nobody() -> None:
    pos = desert(_1843="A38")
    pos.out_of_supply = bits("A38")
    assert p("1843") not in entry_places(pos, u("A08"), False)


def test_r15_2_allied_replacements_come_only_by_source_and_disrupted() -> None:
    pos = lost(desert(_1843="A38"), "A05")
    assert not allied_replacement_entries(pos) >> p("1843") & 1
    spend(pos, ALLIED, 0, 1, 0, 0, 0)
    play(pos, ("rebuild", u("A05"), 1), ("place", p("1877")))
    assert at(pos, "A05") == "1877"
    assert pos.disrupted == bits("A05")


def entries(unit: str, **piles: str) -> set[str]:
    pos = desert(**piles)
    pos.axis_holds |= 1 << box().tobruk if "_2830" not in piles else 0
    return {box().map.ids[n] for n in range(len(box().map)) if axis_entries(pos, u(unit)) >> n & 1}


def test_r15_3_axis_units_come_to_el_agheila_and_to_free_ports() -> None:
    assert entries("X22") == {"1400", "1500", "1600", "1601", "2904", "2830"}
    assert entries("X22", _1330="A05") == {"1400", "1500", "1600", "1601", "2904"}
    assert entries("X22", _2509="A05") == {"1400", "1500", "1600", "1601"}


def test_r15_3_the_el_agheila_area_stays_open_where_no_allied_unit_stands() -> None:
    pos = desert(_1600="A05")
    pos.axis_holds &= ~(1 << p("1600"))
    area = {"1400", "1500", "1600", "1601"}
    assert {box().map.ids[place] for place in entry_places(pos, u("X31"), False)} == area - {"1600"}
    pos.put(u("A05"), p("2509"))
    assert {box().map.ids[place] for place in entry_places(pos, u("X31"), False)} == area, "taken and left (R45)"


def test_r15_3_one_on_a_headquarters_of_its_nation() -> None:
    hqs = {"_2510": "X14", "_2412": "X25", "_2509": "A05"}
    assert "2510" in entries("X31", **hqs)
    assert "2510" not in entries("X22", **hqs)
    assert "2412" in entries("X22", **hqs)


def test_r16_0_the_turn_runs_in_the_order_of_the_book() -> None:
    phases = [int(line.rule.split(".")[0]) for line in TURN[1:]]
    assert phases == sorted(phases)
    assert [line.rule for line in TURN if line.rule.startswith("17")] == ["17.2", "17.3", "17.1", "17.4"]
    assert [line.rule for line in TURN if line.rule.startswith("23")] == [f"23.{n}" for n in range(1, 7)]


def test_r17_0_reduced_units_in_supply_are_restored_and_others_not() -> None:
    pos = reduce(desert(_1843="A05", _1113="A06"), "A05", "A06")
    spend(pos, ALLIED, 0, 2, 0, 0, 0)
    assert offered(pos, "restore") == [u("A05")]
    play(pos, ("restore", u("A05")))
    assert pos.steps[u("A05")] == 2


def test_r17_1_one_cadre_for_each_four_infantry_steps_over_twelve() -> None:
    names = ["A05", "A06", "A07", "A08", "A09", "A10", "A13", "A14", "A15", "A18", "A19"]
    counts = []
    for number in (6, 7, 8, 9, 10):
        counts.append(cadres(lost(desert(13), *names[:number])))
    assert counts == [0, 1, 1, 2, 2]


def test_r17_1_a_cadre_comes_with_one_step_disrupted_from_turn_thirteen() -> None:
    names = ["A05", "A06", "A07", "A08", "A09", "A10", "A13"]
    assert ask(lost(desert(12), *names), "replace.regroup", ALLIED).stack == ()
    pos = ask(lost(desert(13), *names), "replace.regroup", ALLIED)
    play(pos, ("cadre", u("A06")), ("place", p("1877")))
    assert pos.steps[u("A06")] == 1
    assert pos.disrupted == bits("A06")


def test_r17_2_pools_are_filled_on_turn_four_and_in_the_new_year() -> None:
    pos = desert(3)
    for turn, expected in ((3, 0), (4, year_pool(pos, 1941))):
        pos.turn = turn
        ask(pos, "replace.fill", AXIS)
        assert pos.relief == expected
    pos.turn, pos.relief = 10, 1
    ask(pos, "replace.fill", AXIS)
    assert pos.relief == year_pool(pos, 1942)
    assert pos.relief.bit_count() == 16
    pos.turn, pos.relief = 11, 1
    ask(pos, "replace.fill", AXIS)
    assert pos.relief == 1


def test_r17_3_the_axis_draws_a_chit_and_what_it_does_not_use_is_lost() -> None:
    pos = desert(6)
    pos.relief = year_pool(pos, 1941)
    ask(pos, "replace.axis", AXIS)
    assert pos.side == "chance"
    outcomes = pos.outcomes()
    assert outcomes is not None
    assert len(outcomes) == 6
    number = outcomes[0][0][1]
    play(pos, ("relief", number))
    assert not pos.relief >> number & 1
    assert pos.saved == [0, 0]


def test_r17_3_1_panzer_steps_rebuild_cars_and_italian_steps_any_italian() -> None:
    pos = desert()
    assert [currency(pos, u(name)) for name in ("X15", "X18", "X17", "X19", "X20", "X22", "X33")] == [
        0,
        0,
        1,
        1,
        2,
        2,
        2,
    ]
    lost(pos, "X15", "X17", "X22")
    spend(pos, AXIS, 1, 0, 1, 0, 0)
    assert {action[1] for action in pos.actions() if action[0] == "rebuild"} == {u("X15"), u("X22")}


def test_r17_3_2_one_more_panzer_step_on_odd_turns() -> None:
    assert [panzer_repair(desert(turn)) for turn in (3, 4, 5)] == [1, 0, 1]
    pos = ask(reduce(desert(3, _1600="X15"), "X15"), "replace.axis", AXIS)
    assert offered(pos, "restore") == [u("X15")]


def test_r17_3_3_the_emergency_chit_is_due_once_when_benghazi_is_allied_in_1942() -> None:
    for turn, place, due in ((9, "_2904", False), (10, "_2904", True), (10, "_1330", False)):
        pos = desert(turn, **{place: "A05"})
        assert (emergency_due(pos) >= 0) == due
    pos = reduce(desert(10, _2904="A05", _1600="X17"), "X17")
    ask(pos, "replace.axis", AXIS)
    assert pos.stack[-1].args[:3] == (3, 2, 2)
    assert emergency_due(pos) == -1


def test_r17_4_saved_steps_are_added_to_the_chit() -> None:
    pos = reduce(desert(6, _1843="A05"), "A05")
    pos.relief, pos.saved = year_pool(pos, 1941), [2, 1]
    ask(pos, "replace.allied", ALLIED)
    outcomes = pos.outcomes()
    assert outcomes is not None
    number = next(a[1] for a, _ in outcomes if box().reliefs[a[1]].tank == 1 and box().reliefs[a[1]].infantry == 2)
    play(pos, ("relief", number))
    assert pos.stack[-1].args == (3, 3, 0, 0, 0, 0)


def test_r17_4_1_tank_steps_rebuild_tanks_and_infantry_steps_infantry() -> None:
    pos = lost(desert(), "A01", "A05")
    assert [currency(pos, u(name)) for name in ("A01", "A05", "A03")] == [0, 1, 1]
    spend(pos, ALLIED, 2, 0, 0, 0, 0)
    assert [action for action in pos.actions() if action[0] == "rebuild"] == [
        ("rebuild", u("A01"), 1),
        ("rebuild", u("A01"), 2),
    ]


def test_r17_4_2_three_steps_of_each_kind_are_saved() -> None:
    pos = lost(desert(), "A01", "A05")
    play(spend(pos, ALLIED, 5, 2, 0, 0, 0), ("done",))
    assert pos.saved == [3, 2]


def test_r17_4_3_tiger_cubs_enter_in_good_order() -> None:
    pos = lost(desert(5), "A01", "A02")
    tiger = next(n for n, chit in enumerate(box().reliefs) if chit.special == "tiger")
    pos.relief, pos.saved = 1 << tiger, [1, 0]
    play(ask(pos, "replace.allied", ALLIED), ("relief", tiger))
    play(pos, ("rebuild", u("A01"), 2), ("place", p("1877")))
    assert not pos.disrupted
    play(pos, ("rebuild", u("A02"), 2), ("place", p("1877")))  # one cub and one saved step
    assert pos.disrupted == bits("A02")


def test_r17_4_3_saved_steps_pay_first_where_the_cubs_do_not_reach() -> None:
    pos = lost(desert(5), "A01", "A04", "A02")
    pos.where[u("A04")] = GONE
    spend(pos, ALLIED, 3, 0, 0, 1, 0)
    play(pos, ("rebuild", u("A01"), 2), ("place", p("1877")))
    assert pos.disrupted == bits("A01")
    play(pos, ("rebuild", u("A02"), 1), ("place", p("1877")))
    assert pos.disrupted == bits("A01")  # the last step is a cub


def test_r17_4_4_fdrs_promise_is_due_once_when_tobruk_is_axis_in_1942() -> None:
    for turn, place, due in ((9, "_2830", False), (13, "_2830", True), (13, "_1330", False)):
        assert (promise_due(desert(turn, **{place: "X31"})) >= 0) == due
    pos = lost(desert(13, _2830="X31"), "A01")
    ask(pos, "replace.allied", ALLIED)
    assert pos.stack[-1].args == (4, 1, 0, 4, 1, 0)
    play(pos, ("rebuild", u("A01"), 2), ("place", p("1877")))
    assert not pos.disrupted
    assert promise_due(pos) == -1


def test_r17_5_units_with_the_dot_never_come_back() -> None:
    pos = desert(_1600="X13 X31")
    reduce(pos, "X13", "X31")
    spend(pos, AXIS, 3, 3, 3, 0, 0)
    assert refused(pos, ("restore", u("X13"))) == "17.5"
    assert replacement_barred(pos, u("A38")) == "17.0"
    ask(pos, "loss", AXIS, bits("X13"), 1, 1, 0)
    assert pos.where[u("X13")] == GONE


def test_r17_5_the_refusal_changes_nothing_and_says_why() -> None:
    pos = spend(reduce(desert(_1600="X13 X31"), "X13", "X31"), AXIS, 1, 1, 1, 0, 0)
    why = sandtable.load("dark-sands").why_not(pos, "axis", u("X13"), None)
    assert why == {"rule": "17.5", "text": "that unit cannot be replaced"}
    assert "restore" in verbs(pos)


def test_r17_4_3_a_unit_rebuilt_now_gets_no_further_step_now() -> None:
    pos = desert(5)
    pos.where[u("A01")], pos.steps[u("A01")] = REBUILD, 0
    ask(pos, "replace.spend", ALLIED, 4, 0, 0, 1, 0, 0)
    play(pos, ("rebuild", u("A01"), 1), ("place", p("1877")))
    assert not pos.disrupted, "one step of the Tiger Cubs, in good order"
    assert ("restore", u("A01")) not in pos.actions()
    assert ask(pos, "replace.spend", ALLIED, 4, 0, 0, 0, 0, 0).actions()[0] == ("restore", u("A01")), "but next turn"


def test_r15_2_the_log_says_who_enters_disrupted() -> None:
    pos = desert(5)
    pos.where[u("A05")], pos.steps[u("A05")] = REBUILD, 0
    ask(pos, "place", ALLIED, u("A05"), 1, 1, 1)
    play(pos, ("place", p("1877")))
    assert [line["text"] for line in pos.report(None)] == ["5/4 Ind arrives at Alexandria 1877, disrupted."]
    assert pos.disrupted == bits("A05")


def test_r15_3_a_unit_that_enters_at_benghazi_leaves_the_headquarters_there_its_own() -> None:
    pos = desert(8, _2904="X14")
    pos.entered = ()
    arrive(pos, u("X31"), p("2904"), 2)
    assert pos.entered == ()
    pos = desert(8, _2904="X14", _2509="A05")
    arrive(pos, u("X31"), p("2904"), 2)
    assert pos.entered == (-1 - u("X14"),), "with the Allies on the West map only the headquarters lets it in"
