"""9.0 Movement, stacking and zones of control."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.reach import cost_of, everywhere
from sandtable.games.western_desert.rules.entering import prizes
from sandtable.games.western_desert.rules.r09_movement import (
    allowance,
    idle,
    level_penalty,
    move_barred,
    movers,
    one_hex,
    sail_barred,
    strategic_barred,
    strategic_budget,
    strategic_cost,
    strategic_rate,
    strategic_reach,
    unit_reach,
    unit_wave,
)
from sandtable.games.western_desert.rules.r09_moving import ChooseTarget
from sandtable.games.western_desert.rules.r09_stacking import fits, stack_points
from sandtable.games.western_desert.rules.r10_retreat import retreat_places
from sandtable.games.western_desert.terms import (
    BAD,
    BENGHAZI,
    EXCELLENT,
    LEFT,
    MOVED,
    MP,
    NONE,
    POOR,
    SAILED,
    STRATEGIC,
    TOBRUK,
)
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    empty,
    hits,
    moves,
    names,
    play,
    refused,
    scene,
    step,
    verbs,
)


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


def test_r9_3_what_is_kept_or_asked_of_all_at_once_agrees_with_the_plain_way() -> None:
    pos, rng = empty(), Random(5)
    for _ in range(1200):
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
        fresh = pos.copy()
        fresh.refresh()
        if pos.idle is not None:
            assert list(pos.idle) == list(idle(fresh, pos.active))
        for kept in ("held", "zoc", "army", "crowd", "guards", "packed"):
            assert getattr(pos, kept) == getattr(fresh, kept)
        stacks: dict[int, list[int]] = {}
        for mover in pos.box.everyone_of[pos.active]:
            if move_barred(pos, mover) is None:
                stacks.setdefault(pos.where[mover], []).append(mover)
        assert list(movers(pos, pos.active).items()) == list(stacks.items())


def test_r9_0_a_unit_moves_once_never_onto_enemies_and_one_hex_always() -> None:
    pos = scene({"5011": "A06", "4911": "X05"})
    assert "4911" not in moves(pos, "A06")
    pos.flags[UNIT["A06"]] |= MOVED
    assert move_barred(pos, UNIT["A06"]) == "9.0"
    pos = scene({"2308": "X11"}, active=AXIS)  # one point, mountains all round
    assert {"2307", "2208"} <= moves(pos, "X11")
    assert moves(pos, "X11") <= {"2307", "2309", "2207", "2208", "2407", "2408"}


def test_r9_0_one_hex_always_adds_nothing_to_the_moves_of_who_can_pay_for_any_step() -> None:
    pos, rng, near_enemies = empty(), Random(7), 0
    for _ in range(800):
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
        for mover in pos.box.everyone_of[pos.active] if step(pos) == "move.to" else ():
            if pos.where[mover] >= 0 and pos.zoc[1 - pos.active] & pos.box.disc(pos.where[mover], 1):
                found = unit_reach(pos, mover, pos.box.any_step, prizes(pos, pos.active))
                assert not one_hex(pos, mover) & ~found
                near_enemies += 1
    assert near_enemies > 100


def test_r9_1_hexes_cost_what_their_terrain_costs() -> None:
    pos = scene({"3117": "X05 L3"}, active=AXIS)  # clear desert, no road near, supplied through Rommel
    around = pos.box.disc(HEX["3117"], 3) & ~pos.box.bit[HEX["3117"]]
    assert moves(pos, "X05") == names(around)
    ask(pos, "move.begin")
    with pytest.raises(IllegalAction) as refused:
        play(pos, ("unit", UNIT["X05"]), ("to", HEX["4110"]))
    assert refused.value.rule == "9.1"


def test_r9_1_a_stack_moves_together_at_the_pace_of_all() -> None:
    pos = scene({"5012": "A01 A06 L1"})
    together = moves(pos, "A01", "A06", "L1")
    assert together == moves(pos, "A01") & moves(pos, "A06") & moves(pos, "L1")
    ask(pos, "move.begin")
    play(pos, ("stack", HEX["5012"]), ("to", HEX["5014"]))
    assert {pos.where[UNIT[name]] for name in ("A01", "A06", "L1")} == {HEX["5014"]}


def test_r9_2_four_points_an_italian_division_two_one_battalion_free() -> None:
    pos = scene()
    ids = [UNIT[name] for name in ("X01", "X02", "X18", "X19")]
    assert [stack_points(pos, ids[:n]) for n in range(5)] == [0, 2, 4, 4, 5]
    assert fits(pos, ids[:3])
    assert not fits(pos, ids)
    assert stack_points(pos, [UNIT["L3"], UNIT["X20"]]) == 1


def test_r9_2_excess_at_the_end_of_a_phase_is_removed_by_the_enemy() -> None:
    pos = scene({"5011": "A01 A02 A03 A06 A07"})
    ask(pos, "stacking.check")
    assert pos.side == "axis"
    play(pos, ("remove", UNIT["A02"]))
    assert pos.where[UNIT["A02"]] < 0
    assert pos.stack == ()


def test_r9_2_only_units_whose_removal_helps_are_removed_and_none_in_vain() -> None:
    pos = scene({"5011": "A01 A02 A03 A06 A07 A04"})
    ask(pos, "stacking.check")
    assert ("remove", UNIT["A04"]) not in pos.actions()  # the battalion stacks free
    play(pos, ("remove", UNIT["A07"]))
    assert pos.stack == ()
    # Two divisions and two brigades: one division, or both brigades, but not a brigade and then a division.
    pos = scene({"2012": "X01 X02 X13 X04"}, active=AXIS)
    ask(pos, "stacking.check")
    assert {a[1] for a in pos.actions()} == {UNIT[name] for name in ("X01", "X02", "X13", "X04")}
    play(pos, ("remove", UNIT["X13"]))
    assert pos.where[UNIT["X04"]] < 0  # the only choice left that is not in vain
    assert pos.stack == ()


def test_r9_2_a_hex_filled_by_units_that_cannot_leave_is_closed() -> None:
    pos = scene({"5011": "A01 A02 A03 A06", "5013": "A07"})
    assert "5011" in moves(pos, "A07")
    for name in ("A01", "A02", "A03", "A06"):
        pos.flags[UNIT[name]] |= MOVED
    assert "5011" not in moves(pos, "A07")


def test_r9_3_zones_reach_where_movement_could_and_battalions_have_none() -> None:
    pos = scene({"4310": "X05", "5012": "X18"})
    zone = names(pos.zoc[AXIS])
    assert "4311" not in zone  # across the escarpment
    assert {"4210", "4309", "4409", "4410"} & zone
    assert "5011" not in zone


def test_r9_31_most_units_halt_in_an_enemy_zone_and_do_not_go_from_one_to_another() -> None:
    pos = scene({"3117": "X05 L3", "3115": "A06"}, active=AXIS)
    reached = moves(pos, "X05")
    assert "3116" in reached  # into the zone
    assert "3216" in reached  # past it
    assert "3114" not in reached  # not through it
    pos = scene({"3116": "X05 L3", "3115": "A06"}, active=AXIS)
    zone = names(pos.zoc[ALLIED])
    assert not zone & names(one_hex(pos, UNIT["X05"]))
    assert "3117" in moves(pos, "X05")
    garrison = scene({"3116": "X11 L3", "3115": "A06"}, active=AXIS)  # one movement point
    assert not zone & moves(garrison, "X11")


def test_r9_31_a_friend_in_the_hex_cancels_the_zone() -> None:
    pos = scene({"3116": "X05 L3", "3115": "A06", "3015": "X06"}, active=AXIS)
    assert "3015" in names(pos.zoc[ALLIED])
    assert "3015" in moves(pos, "X05")


def test_r9_31_a_friend_on_the_way_opens_his_own_hex_and_no_other() -> None:
    pos = scene({"1620": "X31", "1520": "A07", "1420": "A06"})
    zones = pos.zoc[AXIS]
    assert zones >> HEX["1520"] & 1
    assert zones >> HEX["1619"] & 1
    reached = everywhere(unit_wave(pos, UNIT["A06"], 2 * MP))
    assert reached >> HEX["1520"] & 1
    assert not reached >> HEX["1619"] & 1  # from zone to zone, though a friend held the first


def test_r9_31_armor_and_german_columns_pay_a_point_for_each_zone_hex() -> None:
    pos = scene({"3116": "X20 L3", "3115": "A06"}, active=AXIS)
    free = scene({"3116": "X20 L3"}, active=AXIS)
    assert "3114" in moves(pos, "X20")  # round the unit, through its zone
    assert moves(pos, "X20") < moves(free, "X20")
    assert cost_of(unit_wave(pos, UNIT["X20"], 6 * MP), HEX["3015"]) == 2 * MP
    assert cost_of(unit_wave(free, UNIT["X20"], 6 * MP), HEX["3015"]) == MP
    pos = scene({"3116": "X22 X18 X14 L3", "3115": "A06"}, active=AXIS)
    zone = names(pos.zoc[ALLIED])
    assert zone & names(one_hex(pos, UNIT["X22"]))
    assert zone & names(one_hex(pos, UNIT["X18"]))
    assert not zone & names(one_hex(pos, UNIT["X14"]))  # Italian motorized units are like most others


def test_r9_4_three_times_the_allowance_along_roads_clear_of_zones() -> None:
    pos = scene({"5310": "A06", "4311": "X05"})
    reached = names(strategic_reach(pos, [UNIT["A06"]]))
    assert {"4710", "6508"} <= reached
    assert reached <= names(pos.box.roads | pos.box.tracks)
    assert not reached & names(pos.zoc[AXIS])
    covered = scene({"5310": "A06", "4910": "X05", "5009": "A07"})
    assert "5009" in names(covered.zoc[AXIS])
    assert "5009" not in names(strategic_reach(covered, [UNIT["A06"]]))  # a friend there does not help
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]), ("strategic", HEX["4009"]))
    assert pos.flags[UNIT["A06"]] & STRATEGIC


@pytest.mark.parametrize(
    ("placed", "rule"),
    [
        ({"5310": "A06"}, None),
        ({"5313": "A06"}, "9.4"),  # no road or track
        ({"5310": "A06", "5410": "X05"}, "9.4"),  # in an enemy zone
        ({"5310": "A06 A07", "5410": "X05"}, "9.4"),  # friends do not help
        ({"2609": "A06", "3610": "X05"}, "9.4"),  # no supply
    ],
)
def test_r9_4_it_needs_supply_a_road_and_no_enemy_zone(placed: Any, rule: Any) -> None:
    pos = scene(placed)
    assert strategic_barred(pos, [UNIT["A06"]]) == rule


def test_r9_4_a_strategic_mover_that_took_a_town_drives_on_or_stays() -> None:
    pos = scene({"1709": "X05"}, active=AXIS)
    pos.control[BENGHAZI] = ALLIED
    ask(pos, "move.choose")
    play(pos, ("unit", UNIT["X05"]), ("strategic", HEX["1410"]))
    assert pos.control[BENGHAZI] == AXIS
    assert step(pos) == "move.on"
    spent = strategic_cost(scene({"1709": "X05"}, active=AXIS), [UNIT["X05"]], 9 * MP, HEX["1410"])
    assert pos.stack[-1].args == ((UNIT["X05"],), (9 * MP - spent,))
    assert pos.actions()[-1] == ("stay",)
    assert ("strategic", HEX["1019"]) in pos.actions()
    assert ("strategic", HEX["1709"]) in pos.actions()  # back, if he likes
    play(pos, ("strategic", HEX["1513"]))
    assert pos.where[UNIT["X05"]] == HEX["1513"]
    assert pos.flags[UNIT["X05"]] & STRATEGIC
    assert move_barred(pos, UNIT["X05"]) == "9.0"


def test_r9_1_a_unit_that_is_put_down_again_has_not_moved() -> None:
    pos = scene({"5012": "A06 A07"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]), ("stay",))
    assert pos.flags[UNIT["A06"]] & (MOVED | LEFT) == LEFT
    assert ("unit", UNIT["A06"]) in pos.actions()
    assert ("stack", HEX["5012"]) in pos.actions()
    play(pos, ("unit", UNIT["A06"]), ("build", UNIT["A06"]))
    assert pos.work_at(HEX["5012"]) == 1
    play(pos, ("unit", UNIT["A07"]), ("stay",), ("unit", UNIT["A07"]), ("to", HEX["5013"]))
    assert pos.where[UNIT["A07"]] == HEX["5013"]


def test_r9_4_it_comes_before_other_moves() -> None:
    pos = scene({"5310": "A06", "5012": "A07"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A07"]), ("to", HEX["5013"]), ("unit", UNIT["A06"]))
    assert "strategic" not in verbs(pos)
    assert strategic_barred(pos, [UNIT["A06"]]) == "4.0"


def test_r9_5_mobile_units_exploit_by_half_and_in_full_in_an_offensive() -> None:
    pos = scene({"5011": "A01 A06 A31"})
    pos.exploiting = 1
    assert [allowance(pos, UNIT[name], True) for name in ("A01", "A31")] == [3, 3]
    assert move_barred(pos, UNIT["A06"]) == "9.5"
    pos.major = 1
    assert [allowance(pos, UNIT[name], True) for name in ("A01", "A31", "A06")] == [6, 5, 2]
    assert move_barred(pos, UNIT["A06"]) is None
    assert strategic_barred(pos, [UNIT["A01"]]) == "9.5"


@pytest.mark.parametrize(("level", "penalty"), [(EXCELLENT, 0), (POOR, 1), (BAD, 2), (NONE, 2)])
def test_r9_6_a_poor_level_slows_axis_columns(level: Any, penalty: Any) -> None:
    pos = scene({"2012": "X20 X05 L3", "5011": "A01"}, active=AXIS)
    pos.level = level
    assert [level_penalty(pos, UNIT[name]) for name in ("X20", "X05", "L3", "A01")] == [penalty, 0, 0, 0]
    # the level counts before the halving for want of supply
    assert allowance(pos, UNIT["X20"], False) == (6 - penalty + 1) // 2
    assert strategic_rate(pos, UNIT["X20"]) == (2 if level == NONE else 3)
    assert strategic_rate(pos, UNIT["X05"]) == 3


def test_r9_6_without_supplies_columns_go_twice_what_the_level_leaves_them() -> None:
    pos = scene({"1417": "X20"}, active=AXIS)
    reach = {}
    for level in (BAD, NONE):
        pos.level = level
        reach[level] = names(strategic_reach(pos, [UNIT["X20"]]))
    assert reach[NONE] < reach[BAD]
    assert allowance(pos, UNIT["X20"], True) * strategic_rate(pos, UNIT["X20"]) == 8


def test_r9_7_a_unit_sails_between_the_ports_and_does_nothing_else() -> None:
    pos = scene({"6508": "A06 A07", "2012": "X05"})
    assert sail_barred(pos, [UNIT["A06"]]) == "9.7"
    pos.control[TOBRUK] = ALLIED
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]), ("sail", HEX["3408"]))
    assert pos.where[UNIT["A06"]] == HEX["3408"]
    assert pos.flags[UNIT["A06"]] & SAILED
    assert sail_barred(pos, [UNIT["A07"]]) == "9.7"
    pos.naval = 1
    assert sail_barred(pos, [UNIT["A07"]]) is None
    pos.exploiting = 1
    pos.flags[UNIT["A06"]] &= ~MOVED
    assert move_barred(pos, UNIT["A06"]) == "9.7"


def test_r9_32_no_retreat_into_an_enemy_zone() -> None:
    pos = scene({"4612": "A01", "4414": "A02", "4512": "X05"})
    zone = names(pos.zoc[ALLIED])
    assert not zone & names(retreat_places(pos, [UNIT["X05"]], 1, False))


def test_r9_32_after_a_double_attack_nobody_stays_beside_the_attacker() -> None:
    pos = scene({"4513": "A01 A02", "4512": "X05", "4412": "X06", "2012": "X12"}, depots=("4509", "1119"))
    hits(pos, 0, 2, "A01 A02", "4412 4512")
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    zone = pos.zoc[ALLIED] & ~pos.box.bit[HEX["4513"]]
    assert not any(zone >> pos.where[UNIT[name]] & 1 for name in ("X05", "X06"))


def test_r13_4_a_stack_with_a_leader_does_not_drive_onto_the_enemys_depot() -> None:
    pos = scene({"5011": "A01 L1", "2012": "X01"}, depots=("6508", "4910"))
    road = names(strategic_reach(pos, [UNIT["A01"]]))
    assert "4910" in road
    assert "4910" not in names(strategic_reach(pos, [UNIT["A01"], UNIT["L1"]]))


def test_r9_4_a_strategic_move_that_goes_on_has_only_what_is_left() -> None:
    pos = scene({"5011": "A01", "2012": "X01"})
    far, near = (names(strategic_reach(pos, [UNIT["A01"]], budget)) for budget in (None, 2 * MP))
    assert near < far


def test_r13_4_of_the_next_hexes_a_leader_shuns_those_of_the_enemys_depot_and_leaders() -> None:
    pos = scene({"4810": "A06 L1", "4811": "L4", "2012": "X01"}, depots=("6508", "4910"))
    around = names(one_hex(pos, UNIT["A06"]))
    assert {"4910", "4811"} <= around
    assert names(one_hex(pos, UNIT["L1"])) == around - {"4910", "4811"}


def test_r9_1_at_a_prize_a_unit_with_nothing_left_is_done() -> None:
    for left, asked in ((2, False), (2 + MP, True)):
        pos = scene({"1411": "A06"})
        pos.control[BENGHAZI] = AXIS
        ask(pos, "move.to", None, (UNIT["A06"],), (left,))
        play(pos, ("to", HEX["1410"]))
        assert pos.control[BENGHAZI] == ALLIED
        assert bool(pos.stack) == asked


def test_r12_2_entering_a_position_takes_a_whole_point() -> None:
    pos = scene({"5012": "A06+ A07"})
    assert ChooseTarget._dig(pos, (UNIT["A07"],), [MP - 1], 0) == []
    assert ChooseTarget._dig(pos, (UNIT["A07"],), [MP], 0) == [("dig", HEX["5012"])]


def test_r9_2_a_leader_enters_a_hex_that_is_over_its_limit() -> None:
    pos = scene({"6508": "A01 A02 A03 A06 A07 A08", "6409": "L1"})
    for name in ("A01", "A02", "A03", "A06", "A07", "A08"):
        pos.flags[UNIT[name]] |= MOVED
    assert "6508" in moves(pos, "L1")
