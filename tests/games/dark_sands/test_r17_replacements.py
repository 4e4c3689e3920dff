"""17.0 Replacements."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.dark_sands.position import GONE, REBUILD
from sandtable.games.dark_sands.rules.r17_replacements import (
    cadres,
    currency,
    emergency_due,
    panzer_repair,
    promise_due,
    replacement_barred,
    spend_chit,
    year_pool,
)
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    bits,
    box,
    lost,
    offered,
    play,
    reduce,
    refused,
    scene,
    spend,
    verbs,
)


@pytest.mark.parametrize(("units", "expected"), [(6, 1), (8, 2), (10, 3)])
def test_r17_1_a_cadre_for_each_four_steps_or_part_of_them(units: int, expected: int) -> None:
    """One step more than 12, 16 and 20."""
    pos = scene(turn=13)
    for name in ("A05", "A06", "A07", "A08", "A09", "A10", "A13", "A14", "A15", "A18")[:units]:
        pos.where[UNIT[name]] = REBUILD
    assert cadres(pos) == expected - 1
    pos.where[UNIT["A11"]] = REBUILD
    assert cadres(pos) == expected


def test_r17_0_a_unit_at_full_strength_gets_no_step() -> None:
    pos = scene({"1843": "A05 A06*"})
    ask(pos, "replace.spend", ALLIED, 0, 2, 0, 0, 0, 0)
    assert offered(pos, "restore") == [UNIT["A06"]]


def test_r17_3_1_where_only_a_battalion_has_room_a_battalion_is_rebuilt() -> None:
    full = {"1600": "X01 X02 X04", "1601": "X05 X06 X07", "1500": "X08 X09 X10", "1400": "X11 X12 X22"}
    pos = scene({**full, "2509": "A05"}, turn=12)
    for name in ("X31", "X39"):
        pos.where[UNIT[name]], pos.steps[UNIT[name]] = REBUILD, 0
    ask(pos, "replace.spend", AXIS, 0, 2, 0, 0, 0, 0)
    assert {action[1] for action in pos.actions() if action[0] == "rebuild"} == {UNIT["X39"]}


def test_r17_1_no_more_cadres_come_than_there_are() -> None:
    pos = scene(turn=13)
    for name in ("A05", "A06", "A07"):
        pos.where[UNIT[name]] = REBUILD
    ask(pos, "replace.cadre", ALLIED, 2)
    for left, name in ((1, "A05"), (0, "A06")):
        play(pos, ("cadre", UNIT[name]), ("place", HEX["1877"]))
        assert bool(pos.stack) == bool(left)
    assert pos.disrupted == bits("A05", "A06")


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


def test_r17_3_without_a_chit_there_is_the_repair_and_nothing_else() -> None:
    pos = lost(scene({"1600": "X22*"}, turn=3), "X15")
    pos.relief = 0
    ask(pos, "replace.axis", AXIS)
    assert pos.stack[-1].args == (1, 0, 0, 0, 0, 0)


def test_r17_4_without_a_chit_there_is_what_was_saved_and_nothing_else() -> None:
    pos = scene({"1843": "A05* A01*"}, turn=3)
    pos.relief, pos.saved[:] = 0, [2, 3]
    ask(pos, "replace.allied", ALLIED)
    assert pos.stack[-1].args == (2, 3, 0, 0, 0, 0)


def test_r17_4_1_each_chit_gives_its_steps_with_repairs_or_savings() -> None:
    for number, chit in enumerate(box().reliefs):
        pos = lost(scene({"1600": "X22* X31*", "1843": "A05* A01*"}, turn=5), "X15", "A06", "A02")
        pos.saved[:] = [1, 2]
        spend_chit(pos, number)
        if chit.side == AXIS:
            assert pos.stack[-1].args == (chit.tank + 1, chit.infantry, chit.italian, 0, 0, 0)
        else:
            fresh = (chit.tank, chit.infantry) if chit.special else (0, 0)
            assert pos.stack[-1].args == (chit.tank + 1, chit.infantry + 2, 0, *fresh, 0)
