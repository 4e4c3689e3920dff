"""Clauses of events, organization, supply and movement that the plain cases pass by."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r05_events import due_next_turn, signals_side, worn_out
from sandtable.games.western_desert.rules.r07_depots import benghazi_bonus
from sandtable.games.western_desert.rules.r07_reinforcements import Sources, withdraw_barred
from sandtable.games.western_desert.rules.r07_replacements import Spent, axis_fits
from sandtable.games.western_desert.rules.r08_supply import in_supply, supplied_in_battle
from sandtable.games.western_desert.rules.r09_movement import (
    budgets,
    move_barred,
    one_hex,
    sail_barred,
    strategic_budget,
    strategic_rate,
    strategic_reach,
)
from sandtable.games.western_desert.rules.r11_terrain import _grouped, step_cost
from sandtable.games.western_desert.terms import (
    ARMOR,
    BENGHAZI,
    FED,
    INFANTRY,
    MOVED,
    MP,
    NONE,
    RECOVERABLE,
    RESERVE,
    TOBRUK,
)
from tests.games.western_desert.scene import ALLIED, AXIS, GAME, HEX, UNIT, ask, fight, moves, names, play, scene, step

CUT = {"1318": "A06"}
"""An Allied brigade on the Axis road home."""


PORT_ONLY = {"3610": "X05", "3608": "X06", "3109": "X07", "3110": "X01", "3309": "X03", "3410": "X02", "3509": "X08"}
"""Italian divisions round Tobruk that leave its garrison nothing but the port."""


def refused(pos: Any, action: tuple[Any, ...]) -> str | None:
    """The rule that refuses an action."""
    with pytest.raises(IllegalAction) as error:
        pos.play(action)
    return error.value.rule


def test_r5_0_the_axis_reads_signals_before_july_1942_and_the_allies_from_then_on() -> None:
    assert [signals_side(turn) for turn in (19, 20, 23)] == [AXIS, ALLIED, ALLIED]


def test_r5_0_no_two_effects_share_a_mark() -> None:
    single = (
        "SANDSTORM FLEET_SORTIE MALTA_QUIET MALTA_STRIKES NO_GERMANS SIGNALS ULTRA MINE_SHORTAGE PRESSURE NO_RETREAT"
    )
    effects = [getattr(r05_events, name) for name in f"{single} TANK_CONVOY LEND_LEASE EARLY_UNIT".split()]
    effects += [*r05_events.ON_LEAVE, *r05_events.AIR_REINFORCED, *r05_events.ENGINEERS]
    assert len(set(effects)) == len(effects)
    assert all(effect.bit_count() == 1 for effect in effects)


def test_r5_0_armor_within_two_hexes_of_its_depot_does_not_break_down() -> None:
    pos = scene({"5110": "A01", "5009": "A02", "4512": "A31* A06 A04"}, depots=("5310", "1119"))
    assert pos.box.distance(HEX["5310"], HEX["5110"]) == 2
    assert worn_out(pos, ALLIED) == [UNIT["A02"]]
    pos.depot[ALLIED] = -1
    assert worn_out(pos, ALLIED) == [UNIT["A01"], UNIT["A02"]]


def test_r5_0_only_units_still_to_come_are_due_next_turn() -> None:
    pos = scene({"2012": "X05"}, active=AXIS)
    for name in ("X20", "X30", "X31"):
        pos.arrives[UNIT[name]] = pos.turn + 1
    pos.where[UNIT["X30"]] = RECOVERABLE
    pos.arrives[UNIT["X31"]] += 1
    assert due_next_turn(pos) == [UNIT["X20"]]


@pytest.mark.parametrize("action", [("depot",), ("depot", "4110"), ("depot", None)])
def test_r7_11_nonsense_for_a_depot_is_refused(action: Any) -> None:
    assert refused(ask(scene({"5011": "A01"}), "depot.place"), action) == "7.11"


def test_r7_8_nonsense_for_the_reserve_is_refused() -> None:
    placed = {"5011": "A01 A02 A03 A04 A05 A06 A07 A08 A09"}
    pos = scene(placed)
    pos.demand = 2
    ask(pos, "reserves.begin")
    assert refused(pos, ("withdraw",)) == "7.8"
    assert refused(pos, ("withdraw", UNIT["X05"])) == "7.8"
    assert refused(pos, ("release", UNIT["A01"])) == "7.8"


def test_r8_4_each_of_six_places_at_tobruk_can_be_used_for_withdrawal() -> None:
    inside = {"3408": "A01 A02 A03 A09 A13 A14 A15 A16"}
    lost = {"2020": "A17 A18 A19 A20 A21 A22"}  # no supply at all
    pos = scene(inside, lost, PORT_ONLY)
    pos.control[TOBRUK], pos.demand = ALLIED, 6
    ask(pos, "reserves.begin")
    assert {action[1] for action in pos.actions()} == {UNIT[name] for name in inside["3408"].split()}


def test_r7_62_a_refit_out_of_turn_names_its_rule() -> None:
    pos = scene({"5011": "A01* A06*"}, turn=8)
    ask(pos, "replacements.begin")
    assert refused(pos, ("refit", UNIT["A01"])) == "7.62"
    assert refused(pos, ("replace", UNIT["X05"])) == "7.6"
    assert refused(pos, ("replace",)) == "7.6"


def besieged(*more: dict[str, str], fleet: int = 0) -> Any:
    """An Axis garrison that only Tobruk feeds."""
    pos = scene(CUT, *more, active=AXIS)
    pos.control[TOBRUK], pos.naval = AXIS, fleet
    return pos


def test_r8_4_a_unit_named_to_go_hungry_is_not_named_again() -> None:
    pos = besieged({"3408": "X10 X11 X13 X14"}, fleet=1)
    ask(pos, "attrition")
    assert len(pos.actions()) == 4
    play(pos, ("starve", UNIT["X10"]))
    assert ("starve", UNIT["X10"]) not in pos.actions()
    play(pos, ("starve", UNIT["X14"]))
    assert [pos.reduced[UNIT[name]] for name in ("X10", "X13", "X14")] == [1, 0, 1]
    assert pos.where[UNIT["X11"]] == HEX["3408"]


def test_r8_4_leaders_are_fed_beyond_the_limit() -> None:
    pos = besieged({"3408": "X10 X11 X13 L4"}, fleet=1)
    for name in ("X10", "X11"):
        pos.flags[UNIT[name]] |= FED
    assert in_supply(pos, UNIT["L4"])
    assert in_supply(pos, UNIT["X10"])
    assert not in_supply(pos, UNIT["X13"])


def test_r8_4_who_moves_first_uses_the_places_of_the_phase() -> None:
    pos = besieged({"3408": "X20 X13 X14 L4"}, fleet=1)
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["L4"]), ("to", HEX["3409"]))
    assert not any(flags & FED for flags in pos.flags)
    for name, to in (("X20", "3409"), ("X14", "3510")):
        play(pos, ("unit", UNIT[name]), ("to", HEX[to]))
        assert pos.flags[UNIT[name]] & FED
    assert budgets(pos, [UNIT["X13"]]) == [3 * MP]  # half of five, rounded up: the port feeds two
    play(pos, ("unit", UNIT["X13"]), ("to", HEX["3409"]))
    assert not pos.flags[UNIT["X13"]] & FED


def test_r8_4_who_is_fed_from_home_takes_no_place_at_tobruk() -> None:
    pos = scene({"2012": "X05 X06 L4"}, active=AXIS)
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["X05"]), ("to", HEX["2013"]))
    assert not any(flags & FED for flags in pos.flags)


def test_r8_4_in_battle_tobruk_feeds_those_who_lose_most_by_halving() -> None:
    pos = besieged({"3408": "X20 X27 X30*"}, fleet=1)
    assert supplied_in_battle(pos, [UNIT[name] for name in ("X27", "X20", "X30")]) == {UNIT["X20"], UNIT["X27"]}
    pos.put((UNIT["A07"],), HEX["3409"])
    pos.depot[AXIS] = HEX["3408"]
    fight(pos, "X20 X27 X30", "3409")
    assert pos.stack[-1].args[1:3] == (6 + 3, 2)  # the tanks are fed, the guns are halved


def test_r9_6_the_axis_level_does_not_slow_allied_columns() -> None:
    pos = scene({"5310": "A01", "2012": "X20 L3"})
    pos.level = NONE
    assert [strategic_rate(pos, UNIT[name]) for name in ("A01", "X20", "L3")] == [3, 2, 3]


def test_r9_4_a_leader_on_the_road_shuns_enemy_leaders_and_the_depot() -> None:
    pos = scene({"5310": "L1", "5210": "A06", "5510": "L4", "2012": "X05"}, depots=("6508", "5009"))
    leader, brigade = (names(strategic_reach(pos, [UNIT[name]])) for name in ("L1", "A06"))
    assert not {"5510", "5009"} & leader
    assert {"5510", "5009"} <= brigade


@pytest.mark.parametrize(
    ("placed", "side", "rule"),
    [
        ({"3408": "A06"}, ALLIED, None),
        ({"3408": "A06", "6508": "X05"}, ALLIED, "9.7"),  # the enemy is in the other port
        ({"5110": "A06"}, ALLIED, "9.7"),
        ({"6508": "X05"}, AXIS, "9.7"),
    ],
)
def test_r9_7_only_allied_units_sail_and_only_between_the_two_ports(
    placed: dict[str, str], side: int, rule: Any
) -> None:
    pos = scene(placed, active=side)
    pos.control[TOBRUK] = ALLIED
    assert sail_barred(pos, [UNIT[next(iter(placed.values()))]]) == rule


def test_r9_2_a_stack_does_not_move_where_it_and_those_who_have_moved_are_too_many() -> None:
    pos = scene({"5012": "A01 A02 A03", "5013": "A06 A07"})
    assert "5013" in moves(pos, "A01", "A02", "A03")
    for name in ("A06", "A07"):
        pos.flags[UNIT[name]] |= MOVED
    assert "5013" not in moves(pos, "A01", "A02", "A03")
    assert "5013" in moves(pos, "A01", "A02")


def test_r9_1_of_a_stack_that_takes_a_town_those_go_on_who_have_something_left() -> None:
    pos = scene({"1413": "X13 X05"}, active=AXIS)  # five points and three; Benghazi is three hexes off the road
    pos.control[BENGHAZI] = ALLIED
    ask(pos, "move.begin")
    play(pos, ("stack", HEX["1413"]))
    assert ("to", HEX["1410"]) in pos.actions()
    play(pos, ("to", HEX["1410"]))
    units, left = pos.stack[-1].args
    assert step(pos) == "move.to"
    assert units == tuple(u for u in (UNIT["X05"], UNIT["X13"]) if u in units)
    assert UNIT["X13"] in units
    assert all(left)


def test_r11_2_a_ridge_adds_to_the_cost_of_the_hex_behind_it() -> None:
    assert step_cost(GAME.map, HEX["6010"], HEX["6011"], INFANTRY) == 2 * MP
    assert step_cost(GAME.map, HEX["6010"], HEX["6011"], ARMOR) == 3 * MP
    assert _grouped([(1, None), (2, 3), (0, 3), (4, 2)]) == ((2, 1 << 4), (3, 0b101))


def test_r7_4_a_half_that_would_leave_the_demand_unmet_is_refused_by_its_rule() -> None:
    pos = scene({"5011": "A01 A02 A03 A06 A07 A08 A13*"})
    pos.where[UNIT["A14"]] = RESERVE
    pos.demand = 2
    ask(pos, "reserves.begin")  # one may leave the map, and it must be a whole one
    assert ("withdraw", UNIT["A13"]) not in pos.actions()
    assert refused(pos, ("withdraw", UNIT["A13"])) == "7.4"
    assert ("withdraw", UNIT["A01"]) in pos.actions()


def test_r7_4_a_half_from_tobruk_does_not_take_the_last_place_of_a_whole_unit() -> None:
    pos = scene(PORT_ONLY, {"3408": "A01 A02 A03 A09 A13 A14 A15*"})
    pos.control[TOBRUK], pos.demand = ALLIED, 1
    ask(pos, "reserves.begin")
    assert ("withdraw", UNIT["A15"]) not in pos.actions()
    assert ("withdraw", UNIT["A01"]) in pos.actions()


@pytest.mark.parametrize(
    ("spent", "fits"),
    [
        (Spent(armor=1, german_armor=1), True),
        (Spent(armor=2), False),  # the third is not for armor
        (Spent(german_armor=2), False),
        (Spent(other=2, german_other=1), True),
        (Spent(other=1, german_other=2), True),
        (Spent(other=2, german_other=2), False),
        (Spent(armor=1, other=1, german_armor=1), True),
    ],
)
def test_r7_63_the_third_axis_replacement_is_not_for_armor(spent: Spent, fits: bool) -> None:
    pos = scene(turn=13, active=AXIS)
    assert axis_fits(pos, spent) == fits


def test_r8_4_replacements_on_the_supplies_of_tobruk_use_its_places() -> None:
    pos = besieged({"3408": "X05* X06* X07*"}, fleet=1)
    pos.turn = 13
    ask(pos, "replacements.begin")
    assert len([action for action in pos.actions() if action[0] == "replace"]) == 3
    play(pos, ("replace", UNIT["X05"]), ("replace", UNIT["X06"]))
    assert pos.flags[UNIT["X05"]] & FED
    assert ("replace", UNIT["X07"]) not in pos.actions()


def test_r7_6_an_enemy_unit_gets_no_replacement() -> None:
    pos = scene({"5110": "A06* A01*", "2012": "X05*"}, turn=8)
    pos.where[UNIT["A02"]], pos.reduced[UNIT["A02"]] = RESERVE, 1
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["A06"]), ("replace", UNIT["A01"]))
    assert refused(pos, ("replace", UNIT["X05"])) == "7.6"


def test_r9_0_nobody_moves_the_enemys_units_nor_those_off_the_map() -> None:
    pos = scene({"5110": "A06", "2012": "X05"})
    assert [move_barred(pos, UNIT[name]) for name in ("A06", "X05", "A07")] == [None, "9.0", "9.0"]
    ask(pos, "move.begin")
    assert refused(pos, ("unit", UNIT["X05"])) == "9.0"
    assert refused(pos, ("unit",)) == "9.1"
    assert refused(pos, ("unit", 999)) == "9.1"


def test_r9_1_after_a_prize_a_unit_goes_on_with_what_is_left_and_no_more() -> None:
    pos = scene({"3117": "A01 L1", "3115": "L4", "2012": "X05"})  # no road near: a point a hex
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A01"]), ("to", HEX["3115"]), ("roll", 4))
    assert pos.stack[-1].args == ((UNIT["A01"],), (4 * MP,))
    assert ("to", HEX["3119"]) in pos.actions()
    assert ("to", HEX["3120"]) not in pos.actions()


def test_r8_4_a_unit_taken_up_and_put_down_takes_no_place_at_tobruk() -> None:
    pos = besieged({"3408": "X13 X14"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["X13"]), ("stay",))
    assert not any(flags & FED for flags in pos.flags)


def test_r9_7_a_full_hex_elsewhere_does_not_keep_a_unit_from_sailing() -> None:
    pos = scene({"6508": "A06", "5011": "A01 A02 A03 A07"})
    pos.control[TOBRUK] = ALLIED
    ask(pos, "move.begin")
    for name in ("A01", "A02", "A03", "A07"):
        pos.flags[UNIT[name]] |= MOVED
    play(pos, ("unit", UNIT["A06"]))
    assert ("sail", HEX["3408"]) in pos.actions()
    full = scene({"6508": "A06", "3408": "A01 A02 A03 A07"})
    full.control[TOBRUK] = ALLIED
    ask(full, "move.begin")
    for name in ("A01", "A02", "A03", "A07"):
        full.flags[UNIT[name]] |= MOVED
    play(full, ("unit", UNIT["A06"]))
    assert ("sail", HEX["3408"]) not in full.actions()


def test_r8_4_a_half_from_tobruk_does_not_use_up_a_place_a_whole_unit_needs() -> None:
    inside = {"3408": "A01 A02 A03 A09 A13 A14"}
    lost = {"2020": "A17 A18 A19 A20 A21 A22"}
    pos = scene(inside, lost, PORT_ONLY, {"3408": "A15*"})
    pos.control[TOBRUK], pos.demand = ALLIED, 6
    ask(pos, "reserves.begin")
    assert {action[1] for action in pos.actions()} == {UNIT[name] for name in inside["3408"].split()}


def test_r9_0_one_hex_may_always_be_moved_into_an_enemy_zone_from_outside_it() -> None:
    pos = scene({"2308": "X11", "2306": "A06"}, active=AXIS)
    assert pos.zoc[ALLIED] >> HEX["2307"] & 1
    assert not pos.zoc[ALLIED] >> HEX["2308"] & 1
    assert "2307" in names(one_hex(pos, UNIT["X11"]))


def test_r9_4_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    pos = scene({"5310": "A01 A06"})
    assert strategic_budget(pos, [UNIT["A01"], UNIT["A06"]]) == 3 * 4 * MP


def test_r9_7_the_fleet_carries_two_units_and_no_third() -> None:
    pos = scene({"6508": "A06 A07 A08"})
    pos.control[TOBRUK], pos.naval = ALLIED, 1
    units = [UNIT[name] for name in ("A06", "A07", "A08")]
    assert sail_barred(pos, units[:2]) is None
    assert sail_barred(pos, units) == "9.7"
    pos.sailed = 2
    assert sail_barred(pos, units[:1]) == "9.7"


def test_r9_31_who_takes_a_town_in_an_enemy_zone_halts_there_unless_he_slips_through() -> None:
    pos = scene({"4110": "A06 A01", "3909": "X05"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]), ("to", HEX["4009"]))
    assert step(pos) == "move.choose"
    pos = scene({"4110": "A06 A01", "3909": "X05"})
    ask(pos, "move.begin")
    play(pos, ("stack", HEX["4110"]), ("to", HEX["4009"]))
    assert step(pos) == "move.to"
    assert pos.stack[-1].args[0] == (UNIT["A01"],)


def test_r7_8_nobody_is_withdrawn_from_the_last_six() -> None:
    pos = scene({"5011": "A01 A02 A03 A06 A07 A08"})
    pos.demand = 2
    fed = Sources(tuple(pos.army[ALLIED]), (), 0)
    assert withdraw_barred(pos, UNIT["A01"], fed) == "7.8"


def test_r7_32_a_lone_enemy_leader_on_the_road_cuts_the_depot_off_from_benghazi_too() -> None:
    pos = scene({"1512": "L1", "5110": "A06"}, active=AXIS, depots=("5310", "1609"))
    assert benghazi_bonus(pos, AXIS) == 0
