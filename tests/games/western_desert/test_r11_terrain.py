"""11.0 Terrain."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.maps import Map
from sandtable.games.western_desert.rules.r10_strength import attack_strength, defense_dice, defense_strength
from sandtable.games.western_desert.rules.r11_terrain import Ground, _grouped, entry_cost, side_cost, step_cost
from sandtable.games.western_desert.terms import ARMOR, INFANTRY, MOTORIZED, MP, RECON
from tests.games.western_desert.scene import GAME, HEX, UNIT, battle, names, scene


def test_r11_2_a_ridge_adds_to_the_cost_of_the_hex_behind_it() -> None:
    assert step_cost(GAME.map, HEX["6010"], HEX["6011"], INFANTRY) == 2 * MP
    assert step_cost(GAME.map, HEX["6010"], HEX["6011"], ARMOR) == 3 * MP
    assert _grouped([(1, None), (2, 3), (0, 3), (4, 2)]) == ((2, 1 << 4), (3, 0b101))


@pytest.mark.parametrize(
    ("terrain", "heavy", "foot", "recon"),
    [
        ("clear", 1, 1, 1),
        ("rough", 2, 1, 1),
        ("salt-marsh", 3, 2, 2),
        ("mountain", 3, 2, 2),
        ("depression", None, None, 2),
        ("sea", None, None, None),
    ],
)
def test_r11_1_what_hexes_cost(terrain: Any, heavy: Any, foot: Any, recon: Any) -> None:
    costs = [entry_cost(terrain, kind) for kind in (ARMOR, MOTORIZED, INFANTRY, RECON)]
    assert costs == [None if points is None else points * MP for points in (heavy, heavy, foot, recon)]


def test_r11_1_roads_cost_a_third_and_tracks_a_half_of_a_point() -> None:
    board = GAME.map
    assert step_cost(board, HEX["4009"], HEX["4110"], ARMOR) == 2
    assert step_cost(board, HEX["1908"], HEX["2008"], ARMOR) == 3  # a track through mountains
    assert step_cost(board, HEX["3610"], HEX["3609"], ARMOR) == 2  # from a track onto a road
    assert step_cost(board, HEX["2007"], HEX["2008"], ARMOR) == 3 * MP


def test_r11_2_escarpments_ridges_and_rivers_between_hexes() -> None:
    board = GAME.map
    assert side_cost(board, HEX["4310"], HEX["4311"], ARMOR) is None
    assert step_cost(board, HEX["4310"], HEX["4311"], INFANTRY) is None
    assert step_cost(board, HEX["4110"], HEX["4010"], ARMOR) == 3  # the track climbs it
    assert side_cost(board, HEX["6010"], HEX["6011"], ARMOR) == 2 * MP
    assert side_cost(board, HEX["6010"], HEX["6011"], INFANTRY) == MP
    assert side_cost(board, HEX["6508"], HEX["6608"], INFANTRY) == MP


def test_r11_2_only_a_road_bridges_a_river() -> None:
    rows = [
        {"id": number, "section": "main", "terrain": "clear", "name": "", "features": ()} for number in ("1010", "1011")
    ]
    grid = GAME.map.grids["main"]
    for line, cost in (("track", 3 + MP), ("road", 2)):
        links = [{"a": "1010", "b": "1011", "kind": kind, "name": ""} for kind in (line, "river")]
        assert step_cost(Map("a ford", rows, links, [grid]), 0, 1, INFANTRY) == cost


def test_r11_0_terrain_counts_for_units_then_leaders_for_the_stack() -> None:
    pos = scene({"4512": "X05", "4612": "A01"})
    pos.put((UNIT["X05"],), HEX["3909"])  # rough: one for the hex
    assert defense_dice(pos, battle(pos, "A01", "3909")).strength == 4
    assert defense_strength(pos, UNIT["X05"], True) == 3


def test_r11_1_armor_in_and_against_cities_loses_one() -> None:
    pos = scene({"1410": "A01", "1511": "A02", "1510": "X13", "1411": "X05"})
    assert attack_strength(pos, battle(pos, "A01", "1510"), UNIT["A01"], True) == 2  # unpaid, and from the city
    assert defense_strength(pos, UNIT["X13"], True) == 3
    pos.put((UNIT["X13"],), HEX["1410"])
    assert defense_strength(pos, UNIT["X13"], True) == 2
    assert attack_strength(pos, battle(pos, "A02", "1410"), UNIT["A02"], True) == 2


def test_r11_1_every_defender_gains_one_in_mountains() -> None:
    pos = scene({"2108": "X05 X13"})
    assert [defense_strength(pos, UNIT[name], True) for name in ("X05", "X13")] == [4, 4]


def test_r11_2_attacks_across_ridge_river_or_a_climbing_track_lose_one_a_unit() -> None:
    pos = scene({"6010": "A06", "6011": "X05"}, depots=("6010", "1119"))
    assert attack_strength(pos, battle(pos, "A06", "6011"), UNIT["A06"], True) == 2
    pos = scene({"4110": "A06", "4010": "X05"}, depots=("4110", "1119"))
    assert attack_strength(pos, battle(pos, "A06", "4010"), UNIT["A06"], True) == 2


def test_r11_2_the_ground_is_worked_out_from_the_map() -> None:
    ground, board = Ground(GAME.map), GAME.map
    assert ground.strikes[HEX["4110"]] >> HEX["4010"] & 1  # a track climbs the escarpment
    assert not ground.strikes[HEX["4310"]] >> HEX["4311"] & 1
    assert ground.strikes[HEX["4612"]] == pos_around("4612")
    assert not any(ground.strikes[place] >> 0 & 1 for place in range(len(board)))  # place 0 is sea
    assert names(ground.open[INFANTRY][HEX["4612"]]) == names(pos_around("4612"))
    assert names(ground.weakened[1][HEX["6010"]]) >= {"6011"}


def pos_around(name: str) -> int:
    """The six hexes round a hex of the open desert."""
    return scene().box.disc(HEX[name], 1) & ~(1 << HEX[name])
