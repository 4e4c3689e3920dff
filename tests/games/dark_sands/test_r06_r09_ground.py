"""Terrain, stacking, zones of control and the railway."""

from __future__ import annotations

from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import REBUILD
from sandtable.games.dark_sands.rules.r07_stacking import combat_share, stack_barred
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones, uncontested
from sandtable.games.dark_sands.rules.r09_railway import active_rail, built_rail, railway_complete
from sandtable.games.dark_sands.rules.r10_supply import net_in_supply
from sandtable.games.dark_sands.rules.r20_combat import attack_barred
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    bits,
    box,
    fight,
    go,
    move,
    offered,
    play,
    scene,
    shifts,
)


def shift_of(target: str, start: str, unit: str = "A05") -> int:
    pos = scene({start: unit, target: "X22"})
    pos.target, pos.attackers = HEX[target], 1 << UNIT[unit]
    return shifts(pos)


def test_r6_0_rough_and_mountain_and_cliffs_shift_the_odds() -> None:
    assert shift_of("1331", "1330") == 0
    assert shift_of("1504", "1503") == 1  # rough
    assert shift_of("3009", "3010") == 2  # mountain
    assert shift_of("2531", "2432") == 1  # up the escarpment


def test_r6_0_one_attacker_who_need_not_climb_spares_the_shift() -> None:
    pos = scene({"2432": "A05", "2532": "A06", "2531": "X22"})
    pos.target, pos.attackers = HEX["2531"], bits("A05", "A06")
    assert shifts(pos) == 0


def test_r6_0_armour_does_not_attack_up_a_cliff() -> None:
    pos = fight(scene({"2432": "A01 A05", "2531": "X22"}), ALLIED)
    assert attack_barred(pos, ALLIED, UNIT["A01"], HEX["2531"]) == "6.0"
    assert attack_barred(pos, ALLIED, UNIT["A05"], HEX["2531"]) is None


def test_r6_1_hexes_of_one_colour_are_adjacent_over_the_seam() -> None:
    assert {box().map.ids[n] for n in places_in(box().map.around[HEX["1154"]])} >= {"1356", "1456", "1556"}
    assert not box().adjacent(HEX["1254"], HEX["1456"])
    pos = fight(scene({"1154": "A05", "1456": "X22"}), ALLIED)
    assert offered(pos, "attack") == [HEX["1456"]]


def test_r6_1_a_unit_two_hexes_away_cannot_attack() -> None:
    pos = fight(scene({"1330": "A05 A06", "1332": "X22"}), ALLIED)
    assert attack_barred(pos, ALLIED, UNIT["A05"], HEX["1332"]) == "6.1"


def test_r7_0_a_stack_may_be_overfull_on_the_way_but_not_at_the_end() -> None:
    pos = move(scene({"1330": "A05 A06 A07", "1332": "A08"}), ALLIED)
    play(go(play(pos, ("unit", UNIT["A08"])), "1330"), ("done",))
    assert offered(pos, "cut") == [UNIT["A05"], UNIT["A06"], UNIT["A07"], UNIT["A08"]]


def test_r7_1_every_stack_of_the_mover_is_checked() -> None:
    pos = ask(scene({"1330": "A05 A06 A07 A08", "1430": "A13 A14 A15 A18"}), "stacks.check", ALLIED)
    play(pos, ("cut", pos.actions()[0][1]))
    play(pos, ("cut", pos.actions()[0][1]))
    assert pos.stack == ()
    assert sum(place == REBUILD for place in pos.where) == 2


def test_r7_2_three_large_units_a_battalion_a_headquarters_and_a_garrison() -> None:
    pos = scene()
    assert stack_barred(pos, bits("X15", "X16", "X17", "X18", "X14", "G05")) is None  # 21st Panzer, as printed
    assert stack_barred(pos, bits("A05", "A06", "A07", "A04", "A38", "G01")) is None
    assert stack_barred(pos, bits("A05", "A06", "A07", "A08")) == "7.2"
    assert stack_barred(pos, bits("A05", "A06", "A04", "A11", "A12")) == "7.2"
    assert stack_barred(pos, bits("A38", "A39")) == "11.0"
    assert stack_barred(pos, bits("G01", "G02")) == "13.6.1"


def test_r7_3_the_owner_gives_up_units_until_the_stack_fits() -> None:
    pos = ask(scene({"1330": "A05 A06 A07 A08 A04"}), "stacks.check", ALLIED)
    assert UNIT["A04"] not in offered(pos, "cut")  # a battalion does not help
    play(pos, ("cut", UNIT["A06"]))
    assert pos.stack == ()
    assert pos.where[UNIT["A06"]] == REBUILD


def test_r7_4_only_two_large_units_defend_on_the_center() -> None:
    pos = scene({"1330": "A05 A06 A01 A04", "1210": "A08 A09 A10"})
    assert combat_share(pos, HEX["1330"], pos.piles[HEX["1330"]], False) == bits("A05", "A06", "A04")
    assert combat_share(pos, HEX["1210"], pos.piles[HEX["1210"]], False) == bits("A08", "A09", "A10")


def test_r7_4_only_two_large_units_attack_out_of_a_center_hex() -> None:
    pos = fight(scene({"1330": "A05 A06 A07 A04", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("with", UNIT["A05"]), ("with", UNIT["A06"]))
    assert offered(pos, "with") == [UNIT["A04"]]
    assert attack_barred(pos, ALLIED, UNIT["A07"], HEX["1331"]) == "7.4"


def test_r8_0_units_control_the_six_hexes_around_headquarters_and_garrisons_none() -> None:
    pos = scene({"1330": "X22", "1320": "X14 G05"})
    assert enemy_zones(pos, ALLIED) == box().map.around[HEX["1330"]]


def test_r8_0_no_zone_into_or_out_of_mountains_and_marsh_nor_over_cliffs() -> None:
    assert not enemy_zones(scene({"3009": "X22"}), ALLIED)
    assert not enemy_zones(scene({"2045": "X22"}), ALLIED)
    assert not enemy_zones(scene({"2432": "X22"}), ALLIED) >> HEX["2531"] & 1


def test_r8_0_zones_reach_over_a_seam() -> None:
    assert enemy_zones(scene({"1154": "X22"}), ALLIED) >> HEX["1456"] & 1


def test_r8_1_a_zone_with_a_friend_in_it_is_contested() -> None:
    pos = scene({"1330": "X22", "1331": "A05"})
    assert uncontested(pos, ALLIED) == box().map.around[HEX["1330"]] & ~(1 << HEX["1331"])


def test_r9_0_the_axis_draws_no_supply_by_rail() -> None:
    pos = scene()
    pos.railhead = box().rail_number[HEX["1546"]]
    rail = HEX["1546"]  # on the rail line, off every road and trail
    assert not box().net[0][rail]
    assert net_in_supply(pos, ALLIED) >> rail & 1
    assert not net_in_supply(pos, AXIS) >> rail & 1


def test_r9_1_the_line_is_built_to_the_railhead() -> None:
    pos = scene()
    assert built_rail(pos) >> HEX["1859"] & 1
    assert not built_rail(pos) >> HEX["1858"] & 1


def test_r9_2_rails_cut_off_from_alexandria_are_not_active() -> None:
    assert active_rail(scene(), ALLIED) >> HEX["1859"] & 1
    cut = active_rail(scene({"1667": "X22"}), ALLIED)
    assert not cut >> HEX["1859"] & 1
    assert cut >> HEX["1470"] & 1
    assert not active_rail(scene(), AXIS)


def test_r9_3_the_railway_is_complete_at_tobruk() -> None:
    pos = scene()
    assert not railway_complete(pos)
    pos.railhead = len(box().rail) - 2
    play(ask(pos, "end.build", ALLIED), ("roll", 6))
    assert railway_complete(pos)
    assert box().rail[pos.railhead] == box().tobruk
