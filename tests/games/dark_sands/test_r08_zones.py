"""8.0 Zones of control."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.r08_zones import enemy_zones, uncontested
from tests.games.dark_sands.scene import ALLIED, HEX, box, scene


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
