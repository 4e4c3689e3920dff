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
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    offered,
    play,
    reduce,
    refused,
    scene,
    verbs,
)


def lost(pos: DarkSandsPosition, *names: str) -> DarkSandsPosition:
    for name in names:
        pos.where[UNIT[name]] = REBUILD
        pos.steps[UNIT[name]] = 0
    return pos


def spend(pos: DarkSandsPosition, side: int, *points: int) -> DarkSandsPosition:
    return ask(pos, "replace.spend", side, *points, 0)


def test_r15_0_new_units_keep_within_stacking_and_off_enemy_hexes() -> None:
    pos = scene({"1877": "A05 A06 A07", "1376": "X22"})
    places = entry_places(pos, UNIT["A08"], True)
    assert HEX["1877"] not in places
    assert HEX["1376"] not in places
    assert HEX["1776"] in places


def test_r15_1_allied_reinforcements_come_by_source_port_and_headquarters() -> None:
    pos = scene({"1843": "A38", "2830": "A05"})
    places = entry_places(pos, UNIT["A08"], False)
    assert {HEX["1877"], HEX["1376"], HEX["1859"], HEX["2830"], HEX["1843"]} <= set(places)
    pos.entered = (HEX["1859"], HEX["1859"], -1 - UNIT["A38"])
    assert not {HEX["1859"], HEX["1843"]} & set(entry_places(pos, UNIT["A08"], False))


def test_r15_1_a_headquarters_out_of_reach_of_supply_receives_nobody() -> None:
    assert HEX["1113"] not in entry_places(scene({"1113": "A38"}), UNIT["A08"], False)


def test_r15_1_two_by_the_port_and_one_more_on_a_headquarters_there() -> None:
    pos = scene({"1859": "A38"}, turn=8)
    for name in ("A11", "A12", "A04"):
        assert HEX["1859"] in entry_places(pos, UNIT[name], False)
        arrive(pos, UNIT[name], HEX["1859"], 1)
    assert HEX["1859"] not in entry_places(pos, UNIT["A05"], False)


def test_r15_1_a_headquarters_with_the_marker_receives_nobody() -> None:
    pos = scene({"1843": "A38"})
    pos.out_of_supply = bits("A38")
    assert HEX["1843"] not in entry_places(pos, UNIT["A08"], False)


def test_r15_2_allied_replacements_come_only_by_source_and_disrupted() -> None:
    pos = lost(scene({"1843": "A38"}), "A05")
    assert not allied_replacement_entries(pos) >> HEX["1843"] & 1
    spend(pos, ALLIED, 0, 1, 0, 0, 0)
    play(pos, ("rebuild", UNIT["A05"], 1), ("place", HEX["1877"]))
    assert at(pos, "A05") == "1877"
    assert pos.disrupted == bits("A05")


def entries(unit: str, placed: dict[str, str] | None = None) -> set[str]:
    pos = scene(placed)
    pos.axis_holds |= 1 << box().tobruk if "2830" not in (placed or {}) else 0
    return {box().map.ids[n] for n in range(len(box().map)) if axis_entries(pos, UNIT[unit]) >> n & 1}


def test_r15_3_axis_units_come_to_el_agheila_and_to_free_ports() -> None:
    assert entries("X22") == {"1400", "1500", "1600", "1601", "2904", "2830"}
    assert entries("X22", {"1330": "A05"}) == {"1400", "1500", "1600", "1601", "2904"}
    assert entries("X22", {"2509": "A05"}) == {"1400", "1500", "1600", "1601"}


def test_r15_3_the_el_agheila_area_stays_open_where_no_allied_unit_stands() -> None:
    pos = scene({"1600": "A05"})
    pos.axis_holds &= ~(1 << HEX["1600"])
    area = {"1400", "1500", "1600", "1601"}
    assert {box().map.ids[place] for place in entry_places(pos, UNIT["X31"], False)} == area - {"1600"}
    pos.put(UNIT["A05"], HEX["2509"])
    assert {box().map.ids[place] for place in entry_places(pos, UNIT["X31"], False)} == area, "taken and left (R45)"


def test_r15_3_one_on_a_headquarters_of_its_nation() -> None:
    hqs = {"2510": "X14", "2412": "X25", "2509": "A05"}
    assert "2510" in entries("X31", hqs)
    assert "2510" not in entries("X22", hqs)
    assert "2412" in entries("X22", hqs)


def test_r16_0_the_turn_runs_in_the_order_of_the_book() -> None:
    phases = [int(line.rule.split(".")[0]) for line in TURN[1:]]
    assert phases == sorted(phases)
    assert [line.rule for line in TURN if line.rule.startswith("17")] == ["17.2", "17.3", "17.1", "17.4"]
    assert [line.rule for line in TURN if line.rule.startswith("23")] == [f"23.{n}" for n in range(1, 7)]


def test_r17_0_reduced_units_in_supply_are_restored_and_others_not() -> None:
    pos = scene({"1843": "A05*", "1113": "A06*"})
    spend(pos, ALLIED, 0, 2, 0, 0, 0)
    assert offered(pos, "restore") == [UNIT["A05"]]
    play(pos, ("restore", UNIT["A05"]))
    assert pos.steps[UNIT["A05"]] == 2


def test_r17_1_one_cadre_for_each_four_infantry_steps_over_twelve() -> None:
    names = ["A05", "A06", "A07", "A08", "A09", "A10", "A13", "A14", "A15", "A18", "A19"]
    counts = []
    for number in (6, 7, 8, 9, 10):
        counts.append(cadres(lost(scene(turn=13), *names[:number])))
    assert counts == [0, 1, 1, 2, 2]


def test_r17_1_a_cadre_comes_with_one_step_disrupted_from_turn_thirteen() -> None:
    names = ["A05", "A06", "A07", "A08", "A09", "A10", "A13"]
    assert ask(lost(scene(turn=12), *names), "replace.regroup", ALLIED).stack == ()
    pos = ask(lost(scene(turn=13), *names), "replace.regroup", ALLIED)
    play(pos, ("cadre", UNIT["A06"]), ("place", HEX["1877"]))
    assert pos.steps[UNIT["A06"]] == 1
    assert pos.disrupted == bits("A06")


def test_r17_2_pools_are_filled_on_turn_four_and_in_the_new_year() -> None:
    pos = scene(turn=3)
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
    pos = scene(turn=6)
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
    pos = scene()
    assert [currency(pos, UNIT[name]) for name in ("X15", "X18", "X17", "X19", "X20", "X22", "X33")] == [
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
    assert {action[1] for action in pos.actions() if action[0] == "rebuild"} == {UNIT["X15"], UNIT["X22"]}


def test_r17_3_2_one_more_panzer_step_on_odd_turns() -> None:
    assert [panzer_repair(scene(turn=turn)) for turn in (3, 4, 5)] == [1, 0, 1]
    pos = ask(scene({"1600": "X15*"}, turn=3), "replace.axis", AXIS)
    assert offered(pos, "restore") == [UNIT["X15"]]


def test_r17_3_3_the_emergency_chit_is_due_once_when_benghazi_is_allied_in_1942() -> None:
    for turn, place, due in ((9, "2904", False), (10, "2904", True), (10, "1330", False)):
        pos = scene({place: "A05"}, turn=turn)
        assert (emergency_due(pos) >= 0) == due
    pos = scene({"2904": "A05", "1600": "X17*"}, turn=10)
    ask(pos, "replace.axis", AXIS)
    assert pos.stack[-1].args[:3] == (3, 2, 2)
    assert emergency_due(pos) == -1


def test_r17_4_saved_steps_are_added_to_the_chit() -> None:
    pos = scene({"1843": "A05*"}, turn=6)
    pos.relief, pos.saved = year_pool(pos, 1941), [2, 1]
    ask(pos, "replace.allied", ALLIED)
    outcomes = pos.outcomes()
    assert outcomes is not None
    number = next(a[1] for a, _ in outcomes if box().reliefs[a[1]].tank == 1 and box().reliefs[a[1]].infantry == 2)
    play(pos, ("relief", number))
    assert pos.stack[-1].args == (3, 3, 0, 0, 0, 0)


def test_r17_4_1_tank_steps_rebuild_tanks_and_infantry_steps_infantry() -> None:
    pos = lost(scene(), "A01", "A05")
    assert [currency(pos, UNIT[name]) for name in ("A01", "A05", "A03")] == [0, 1, 1]
    spend(pos, ALLIED, 2, 0, 0, 0, 0)
    assert [action for action in pos.actions() if action[0] == "rebuild"] == [
        ("rebuild", UNIT["A01"], 1),
        ("rebuild", UNIT["A01"], 2),
    ]


def test_r17_4_2_three_steps_of_each_kind_are_saved() -> None:
    pos = lost(scene(), "A01", "A05")
    play(spend(pos, ALLIED, 5, 2, 0, 0, 0), ("done",))
    assert pos.saved == [3, 2]


def test_r17_4_3_tiger_cubs_enter_in_good_order() -> None:
    pos = lost(scene(turn=5), "A01", "A02")
    tiger = next(n for n, chit in enumerate(box().reliefs) if chit.special == "tiger")
    pos.relief, pos.saved = 1 << tiger, [1, 0]
    play(ask(pos, "replace.allied", ALLIED), ("relief", tiger))
    play(pos, ("rebuild", UNIT["A01"], 2), ("place", HEX["1877"]))
    assert not pos.disrupted
    play(pos, ("rebuild", UNIT["A02"], 2), ("place", HEX["1877"]))  # one cub and one saved step
    assert pos.disrupted == bits("A02")


def test_r17_4_3_saved_steps_pay_first_where_the_cubs_do_not_reach() -> None:
    pos = lost(scene(turn=5), "A01", "A04", "A02")
    pos.where[UNIT["A04"]] = GONE
    spend(pos, ALLIED, 3, 0, 0, 1, 0)
    play(pos, ("rebuild", UNIT["A01"], 2), ("place", HEX["1877"]))
    assert pos.disrupted == bits("A01")
    play(pos, ("rebuild", UNIT["A02"], 1), ("place", HEX["1877"]))
    assert pos.disrupted == bits("A01")  # the last step is a cub


def test_r17_4_4_fdrs_promise_is_due_once_when_tobruk_is_axis_in_1942() -> None:
    for turn, place, due in ((9, "2830", False), (13, "2830", True), (13, "1330", False)):
        assert (promise_due(scene({place: "X31"}, turn=turn)) >= 0) == due
    pos = lost(scene({"2830": "X31"}, turn=13), "A01")
    ask(pos, "replace.allied", ALLIED)
    assert pos.stack[-1].args == (4, 1, 0, 4, 1, 0)
    play(pos, ("rebuild", UNIT["A01"], 2), ("place", HEX["1877"]))
    assert not pos.disrupted
    assert promise_due(pos) == -1


def test_r17_5_units_with_the_dot_never_come_back() -> None:
    pos = scene({"1600": "X13 X31"})
    reduce(pos, "X13", "X31")
    spend(pos, AXIS, 3, 3, 3, 0, 0)
    assert refused(pos, ("restore", UNIT["X13"])) == "17.5"
    assert replacement_barred(pos, UNIT["A38"]) == "17.0"
    ask(pos, "loss", AXIS, bits("X13"), 1, 1, 0)
    assert pos.where[UNIT["X13"]] == GONE


def test_r17_5_the_refusal_changes_nothing_and_says_why() -> None:
    pos = spend(scene({"1600": "X13* X31*"}), AXIS, 1, 1, 1, 0, 0)
    why = sandtable.load("dark-sands").why_not(pos, "axis", UNIT["X13"], None)
    assert why == {"rule": "17.5", "text": "that unit cannot be replaced"}
    assert "restore" in verbs(pos)


def test_r17_4_3_a_unit_rebuilt_now_gets_no_further_step_now() -> None:
    pos = scene(turn=5)
    pos.where[UNIT["A01"]], pos.steps[UNIT["A01"]] = REBUILD, 0
    ask(pos, "replace.spend", ALLIED, 4, 0, 0, 1, 0, 0)
    play(pos, ("rebuild", UNIT["A01"], 1), ("place", HEX["1877"]))
    assert not pos.disrupted, "one step of the Tiger Cubs, in good order"
    assert ("restore", UNIT["A01"]) not in pos.actions()
    assert ask(pos, "replace.spend", ALLIED, 4, 0, 0, 0, 0, 0).actions()[0] == ("restore", UNIT["A01"]), "but next turn"


def test_r15_2_the_log_says_who_enters_disrupted() -> None:
    pos = scene(turn=5)
    pos.where[UNIT["A05"]], pos.steps[UNIT["A05"]] = REBUILD, 0
    ask(pos, "place", ALLIED, UNIT["A05"], 1, 1, 1)
    play(pos, ("place", HEX["1877"]))
    assert [line["text"] for line in pos.report(None)] == ["5/4 Ind arrives at Alexandria 1877, disrupted."]
    assert pos.disrupted == bits("A05")


def test_r15_3_a_unit_that_enters_at_benghazi_leaves_the_headquarters_there_its_own() -> None:
    pos = scene({"2904": "X14"}, turn=8)
    pos.entered = ()
    arrive(pos, UNIT["X31"], HEX["2904"], 2)
    assert pos.entered == ()
    pos = scene({"2904": "X14", "2509": "A05"}, turn=8)
    arrive(pos, UNIT["X31"], HEX["2904"], 2)
    assert pos.entered == (-1 - UNIT["X14"],), "with the Allies on the West map only the headquarters lets it in"
