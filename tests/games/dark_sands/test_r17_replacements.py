"""17.0 Replacements."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import GONE, REBUILD
from sandtable.games.dark_sands.rules.r10_supply import supplied
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
    for name in ("X31", "X38", "X39"):
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
    assert [weight for _, weight in outcomes] == [1] * 6
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


def test_r17_4_3_steps_that_bring_units_on_in_good_order_are_spent_last() -> None:
    for points, fresh in (((1, 1, 0, 1, 0), 0), ((2, 0, 0, 1, 0), 1), ((3, 0, 0, 1, 0), 1)):
        pos = spend(scene({"1877": "A01* A02* A05*"}), ALLIED, *points)
        play(pos, ("restore", UNIT["A01"]))
        assert pos.stack[-1].args[3] == fresh


def test_r17_4_3_a_unit_rebuilt_in_good_order_uses_its_steps_up() -> None:
    pos = spend(lost(scene({"1877": "A05*"}), "A01"), ALLIED, 1, 1, 0, 1, 0)
    play(pos, ("rebuild", UNIT["A01"], 1))
    left = next(frame for frame in pos.stack if frame.step == "replace.spend")
    assert (left.args[0], left.args[3]) == (0, 0)
    play(pos, ("place", HEX["1877"]))
    pos = spend(lost(scene({"1877": "A05*"}), "A01"), ALLIED, 4, 1, 0, 3, 0)
    play(pos, ("rebuild", UNIT["A01"], 2))
    left = next(frame for frame in pos.stack if frame.step == "replace.spend")
    assert (left.args[0], left.args[3]) == (2, 1)


@pytest.mark.parametrize("turn", [10, 11])
def test_r17_3_3_nothing_comes_besides_a_conditional_chit(turn: int) -> None:
    pos = ask(scene({"2904": "A05", "1600": "X17* X22* X15*"}, turn=turn), "replace.axis", AXIS)
    assert [frame.args[:3] for frame in pos.stack] == [(3 + turn % 2, 2, 2)]
    pos = scene({"2830": "X31", "1877": "A01* A05*"}, turn=turn)
    pos.saved = [1, 2]
    assert [frame.args[:3] for frame in ask(pos, "replace.allied", ALLIED).stack] == [(5, 3, 0)]


KINDS = [("A01", 0), ("A05", 1), ("A03", 1), ("A24", 0), ("X15", 0), ("X18", 0), ("X17", 1), ("X20", 2), ("X22", 2)]


@pytest.mark.parametrize(("unit", "kind"), KINDS)
def test_r17_0_a_step_is_paid_with_its_own_kind_and_with_no_other(unit: str, kind: int) -> None:
    """Restored on the map or rebuilt: two steps of each kind are there, or of all but one."""
    side = box().units[UNIT[unit]].side
    whole = (2, 2, 2 * side, 0, 0)
    without = (*whole[:kind], 0, *whole[kind + 1 :])
    less = (*whole[:kind], 1, *whole[kind + 1 :], 0)
    home = "1600" if side else "1877"
    if box().units[UNIT[unit]].steps == 2:
        assert UNIT[unit] not in offered(spend(scene({home: f"{unit}*"}), side, *without), "restore")
        others = "X16* X23* X28*" if side else "A02* A06*"
        pos = play(spend(scene({home: f"{unit}* {others}"}), side, *whole), ("restore", UNIT[unit]))
        assert pos.stack[-1].args == less
        assert pos.steps[UNIT[unit]] == 2
    pos = spend(lost(scene(), unit), side, *without)
    assert not [action for action in pos.actions() if action[:2] == ("rebuild", UNIT[unit])]
    pos = play(spend(lost(scene(), unit), side, *whole), ("rebuild", UNIT[unit], 1), ("place", HEX[home]))
    assert (pos.steps[UNIT[unit]], bool(pos.disrupted)) == (1, side == ALLIED)


def test_r17_3_what_the_axis_does_not_use_is_lost_and_touches_no_allied_savings() -> None:
    pos = scene({"1600": "X22* X17*"})
    pos.saved = [1, 2]
    play(spend(pos, AXIS, 3, 3, 3, 0, 0), ("done",))
    assert (pos.stack, pos.saved) == ((), [1, 2])


def test_r17_0_where_supply_ends_replacements_end() -> None:
    """Hexes in and out of supply, each with one of the other kind next in the list."""
    traced = supplied(scene(), ALLIED)
    land = places_in(box().land)
    inside = [p for p in land if traced >> p & 1 and not traced >> p + 1 & 1][:6]
    outside = [p for p in land if not traced >> p & 1 and traced >> p + 1 & 1][:6]
    assert len(inside) == len(outside) == 6
    for place in inside + outside:
        pos = scene()
        pos.put(UNIT["A05"], place)
        spend(reduce(pos, "A05"), ALLIED, 0, 1, 0, 0, 0)
        assert offered(pos, "restore") == ([UNIT["A05"]] if place in inside else [])


def test_r17_5_of_a_unit_that_can_be_replaced_no_rule_is_told() -> None:
    """The headquarters and garrisons, and their neighbours in the list."""
    barred = {unit.id: replacement_barred(scene(), number) for number, unit in enumerate(box().units)}
    assert {name for name, rule in barred.items() if rule == "17.5"} == {
        unit.id for unit in box().units if "irreplaceable" in unit.flags
    }
    assert {name for name, rule in barred.items() if rule == "17.0"} == {
        unit.id for unit in box().units if unit.kind in ("hq", "garrison")
    }
    assert set(barred.values()) == {"17.5", "17.0", None}


def test_r17_1_the_allies_may_leave_cadres_where_they_are() -> None:
    pos = ask(lost(scene(turn=13), "A05", "A06", "A07", "A08"), "replace.cadre", ALLIED, 3)
    play(pos, ("cadre", UNIT["A05"]), ("place", HEX["1877"]))
    assert pos.stack[-1].args == (2,)
    assert play(pos, ("done",)).stack == ()


def test_r17_0_the_question_names_the_steps_by_the_army_that_spends_them() -> None:
    def title(side: int, *points: int) -> str:
        pos = spend(scene({"1600": "X15* X22* X17*", "1877": "A01* A05*"}), side, *points, 0, 0)
        return pos.box.game.prompt(pos, side)["title"]

    assert title(AXIS, 1, 2, 3) == "Replacements: 1 panzer, 2 infantry and 3 Italian steps"
    assert title(ALLIED, 2, 1, 0) == "Replacements: 2 tank and 1 infantry steps"
    assert title(ALLIED, 0, 1, 0) == "Replacements: 1 infantry step"


def test_r17_3_2_the_log_tells_of_the_repair() -> None:
    for turn, told in ((5, ["17.3.1", "17.3.2"]), (6, ["17.3.1"])):
        pos = scene(turn=turn)
        spend_chit(pos, next(n for n, chit in enumerate(box().reliefs) if chit.side))
        assert [line["rule"] for line in pos.report(None)] == told


def test_r17_4_2_the_log_tells_what_is_saved() -> None:
    for steps, told in (
        ((4, 1), "The Allies save 3 tank and 1 infantry steps."),
        ((0, 1), "The Allies save 1 infantry step."),
    ):
        pos = lost(scene(), "A05", "A01")
        play(spend(pos, ALLIED, *steps, 0, 0, 0), ("done",))
        assert [line["text"] for line in pos.report(None)] == [told]
    pos = spend(scene(), ALLIED, 0, 0, 0, 0, 0)
    assert (pos.stack, pos.report(None)) == ((), [])
