"""10.0 Lines of supply."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.maps import flood, mask_of, places_in
from sandtable.games.dark_sands.rules.r08_zones import retreat_zones
from sandtable.games.dark_sands.rules.r10_supply import (
    attrition_supplied,
    base_supplied,
    movement_allowance,
    net_in_supply,
    out_of_supply,
    spread_overland,
    supplied,
)
from sandtable.games.dark_sands.rules.r18_chits import hq_fit
from sandtable.games.dark_sands.rules.r19_extended import extend_barred
from tests.games.dark_sands.scene import ALLIED, AXIS, HEX, UNIT, ask, bits, box, modifiers, scene


def has_line(number: str, side: int = ALLIED, placed: dict[str, str] | None = None) -> bool:
    pos = scene(placed)
    pos.axis_holds |= 1 << box().tobruk | 1 << box().bardia | 1 << box().sollum
    return bool(supplied(pos, side) >> HEX[number] & 1)


def test_r10_1_a_line_runs_over_land_and_then_by_road_to_a_source() -> None:
    assert has_line("1843")
    assert has_line("1330")
    assert has_line("1330", AXIS)
    assert not has_line("1330", AXIS, {"1600": "A05"})


@pytest.mark.parametrize("seed", range(20))
def test_r10_1_2_what_is_looked_for_behind_closed_roads_is_what_a_flood_from_the_sources_finds(seed: int) -> None:
    rng = Random(seed)
    for side in (ALLIED, AXIS):
        net = box().supply_net(side, seed % 2, seed, box().sources[side])
        closed = mask_of(rng.sample(places_in(net.whole), rng.randint(1, 30)))
        plain = flood(box().sources[side] & ~closed, ~closed, net.joined)
        assert net.flood(closed) == plain


@pytest.mark.parametrize("seed", range(20))
def test_r10_1_1_a_line_found_for_some_hexes_is_one_of_all_that_are_found(seed: int) -> None:
    rng = Random(seed)
    pos = scene({"1330": "A05", "1331": "X22", "1600": "A06", "1829": "X23"})
    for side in (ALLIED, AXIS):
        some = mask_of(rng.sample(places_in(box().land), rng.randint(1, 40)))
        assert supplied(pos, side, some) == supplied(pos, side) & some


def test_r10_1_1_eight_hexes_on_the_center() -> None:
    assert has_line("1130")  # the trail along the wire is at 1138
    assert not has_line("1129")


def test_r10_1_1_four_hexes_on_the_end_maps() -> None:
    pos = scene()
    west = supplied(pos, AXIS)
    assert west >> HEX["1603"] & 1
    assert not west >> HEX["1113"] & 1  # more than four hexes from any trail


def test_r10_1_1_an_uncontested_zone_blocks_the_part_over_land() -> None:
    ring = {"1739": "X22", "1539": "X23"}
    assert has_line("1843", ALLIED, ring)
    assert supplied(scene({"1330": "A05"}), ALLIED) >> HEX["1330"] & 1
    around = {"1328": "X20", "1332": "X22", "1529": "X23", "1531": "X24", "1129": "X12", "1131": "X11"}
    assert not has_line("1330", ALLIED, {"1330": "A05", **around})


def test_r10_1_1_a_friend_in_the_zone_keeps_the_way_open() -> None:
    around = {"1328": "X20", "1332": "X22", "1529": "X23", "1531": "X24", "1129": "X12", "1131": "X11"}
    friends = {"1331": "A06", "1431": "A07", "1432": "A08", "1433": "A09", "1434": "A10"}
    assert has_line("1330", ALLIED, {"1330": "A05", **around, **friends})


def test_r10_1_2_zones_do_not_cut_a_road_but_units_do() -> None:
    far = HEX["3016"]
    assert net_in_supply(scene({"2106": "A05"}), AXIS) >> far & 1
    cut = scene({"1701": "A05"})
    assert not net_in_supply(cut, AXIS) >> far & 1


def test_r10_1_3_each_side_has_its_sources() -> None:
    assert net_in_supply(scene(), AXIS) >> HEX["1600"] & 1
    assert net_in_supply(scene(), ALLIED) >> HEX["1877"] & 1
    assert not net_in_supply(scene({"1600": "A05"}), AXIS)
    one_left = scene({"1877": "X22"})
    assert net_in_supply(one_left, ALLIED) >> HEX["1376"] & 1


def test_r10_1_4_allied_ports_feed_four_hexes_on_the_center() -> None:
    cut = {
        "2042": "X22",
        "1739": "X23",
        "1239": "X24",
        "1953": "X12",
        "1756": "X11",
        "1556": "X20",
        "1356": "X21",
    }
    pos = scene({"2830": "A05", **cut})
    pos.axis_holds |= 1 << box().bardia | 1 << box().sollum
    assert supplied(pos, ALLIED) >> HEX["2830"] & 1
    assert supplied(pos, ALLIED) >> HEX["2729"] & 1
    assert not supplied(pos, ALLIED) >> HEX["2124"] & 1


RING = {
    "2829": "A05",
    "2728": "A06",
    "2629": "A07",
    "2630": "A08",
    "2631": "A09",
    "2731": "A10",
    "2831": "A13",
}


def test_r10_1_4_the_axis_lives_from_tobruk_only_during_attrition() -> None:
    pos = scene({"2830": "X22", "3020": "X31", **RING})
    assert not supplied(pos, AXIS) >> HEX["2830"] & 1
    assert attrition_supplied(pos, AXIS) >> HEX["2830"] & 1
    assert attrition_supplied(pos, AXIS) >> HEX["2729"] & 1


def test_r10_1_4_not_without_an_axis_unit_in_supply_on_the_center() -> None:
    pos = scene({"2830": "X22", **RING})
    assert not attrition_supplied(pos, AXIS) >> HEX["2830"] & 1


def test_r10_2_the_marker_stays_until_logistics() -> None:
    pos = scene({"1843": "A05"})
    pos.out_of_supply = bits("A05")
    assert supplied(pos, ALLIED) >> HEX["1843"] & 1
    assert out_of_supply(pos, UNIT["A05"])
    ask(pos, "logistics", ALLIED)
    assert not out_of_supply(pos, UNIT["A05"])


def test_r10_2_1_three_points_halved_to_two() -> None:
    pos = scene({"1330": "A01 G01"})
    assert [movement_allowance(pos, UNIT["A01"], half) for half in (False, True)] == [8, 4]
    pos.out_of_supply = bits("A01", "G01")
    assert [movement_allowance(pos, UNIT["A01"], half) for half in (False, True)] == [3, 2]
    assert movement_allowance(pos, UNIT["G01"], False) == 0


def test_r10_2_1_no_extended_move_no_command_and_two_worse_on_the_die() -> None:
    pos = scene({"1843": "A05 A38", "1844": "X22"})
    pos.out_of_supply = bits("A05", "A38", "X22")
    assert extend_barred(pos, ALLIED, bits("A05"), 0) == "19.1.7"
    assert not hq_fit(pos, UNIT["A38"])
    pos.target, pos.attackers, pos.defenders = HEX["1844"], bits("A05"), bits("X22")
    assert modifiers(pos, ALLIED, 0) == 0
    pos.out_of_supply = bits("A05")
    assert modifiers(pos, ALLIED, 0) == -2
    pos.out_of_supply, pos.disrupted = bits("A05"), bits("A05")
    assert modifiers(pos, ALLIED, 0) == -2  # not twice
    pos.out_of_supply, pos.disrupted = bits("X22"), 0
    assert modifiers(pos, ALLIED, 0) == 2


def test_r10_2_1_its_zone_hinders_no_retreat() -> None:
    pos = scene({"1330": "X22", "1320": "X23"})
    pos.out_of_supply = bits("X22")
    assert not retreat_zones(pos, ALLIED) & box().map.around[HEX["1330"]]
    assert retreat_zones(pos, ALLIED) & box().map.around[HEX["1320"]]


def test_r10_3_logistics_marks_both_sides() -> None:
    around = {"1328": "X20", "1332": "X22", "1529": "X23", "1531": "X24", "1129": "X12", "1131": "X11"}
    pos = scene({"1330": "A05", "1843": "A06", "1113": "X31", **around})
    pos.out_of_supply = bits("A06")
    ask(pos, "logistics", ALLIED)
    assert pos.out_of_supply & bits("A05", "A06", "X31") == bits("A05", "X31")


def test_r10_1_a_source_in_enemy_hands_feeds_nobody_though_it_is_empty() -> None:
    assert has_line("1843")
    pos = scene({"1843": "A05", "1330": "X31"})
    pos.axis_holds |= 1 << box().alexandria
    assert supplied(pos, ALLIED) >> HEX["1843"] & 1, "the way to Cairo is a source too"
    assert not base_supplied(pos, ALLIED) >> HEX["1843"] & 1
    assert supplied(pos, AXIS) >> HEX["1330"] & 1
    pos.axis_holds &= ~(1 << box().agheila)
    assert not supplied(pos, AXIS) >> HEX["1330"] & 1
    pos.put(UNIT["X34"], box().agheila)
    assert supplied(pos, AXIS) >> HEX["1330"] & 1, "a unit there controls it"


def test_r10_1_3_with_both_allied_sources_gone_only_ports_feed() -> None:
    pos = scene({"1843": "A05", "1376": "X31", "2830": "A06"})
    pos.axis_holds |= 1 << box().alexandria
    assert not supplied(pos, ALLIED) >> HEX["1843"] & 1
    assert supplied(pos, ALLIED) >> HEX["2830"] & 1


@pytest.mark.parametrize("distance", [3, 4, 7, 8])
def test_r10_1_1_a_line_over_a_seam_counts_an_end_map_hex_as_two(distance: int) -> None:
    """Compared with a plain search, one end of the line after the other, along both seams."""
    land, around, weight = box().land, box().map.around, box().weight
    seam = [
        a for a in places_in(land) if any(box().section[b] != box().section[a] for b in places_in(around[a] & land))
    ]
    for end in seam[::3]:
        far = {end: 0}
        edge = [end]
        while edge:
            here = min(edge, key=far.__getitem__)
            edge.remove(here)
            for there in places_in(around[here] & land):
                total = far[here] + weight[here]
                if total <= distance and total < far.get(there, 99):
                    far[there] = total
                    edge.append(there)
        assert spread_overland(box(), 1 << end, land, distance, -1) == mask_of(far), box().map.ids[end]


def test_r10_1_1_an_enemy_zone_in_the_road_hex_where_the_overland_part_ends_blocks_it() -> None:
    assert has_line("0930", ALLIED, {"0930": "A05"})
    assert not has_line("0930", ALLIED, {"0930": "A05", "0938": "X31"}), "the hex of the road is counted too (R47)"
    zone = box().zone[HEX["0938"]]
    ends = [number for number, place in HEX.items() if zone >> place & 1 and box().on_net[False] >> place & 1]
    held = dict(zip(ends, ("A06", "A07", "A08", "A09"), strict=False))
    assert has_line("0930", ALLIED, {"0930": "A05", "0938": "X31", **held}), "unless a friend is there"


def test_r10_1_4_allied_ports_feed_no_axis_unit() -> None:
    pos = scene({"2431": "X31", "1600": "A05"})
    pos.axis_holds = 0
    assert not supplied(pos, AXIS)
    pos.put(UNIT["A05"], HEX["1877"])
    pos.axis_holds = 1 << box().agheila
    for port in (box().tobruk, box().bardia, box().matruh):
        beside = mask_of(place for place in box().map.neighbours[port] if box().land >> place & 1)
        assert supplied(pos, ALLIED, beside) == beside
