"""The first hex of the map (0920), the first unit, chit and asset have the number 0, and count like any other."""

from __future__ import annotations

import pytest

from sandtable.engine.maps import mask_of
from sandtable.games.dark_sands.position import READY, REBUILD, USED
from sandtable.games.dark_sands.rules.r02_control import alive, eliminate
from sandtable.games.dark_sands.rules.r08_zones import retreat_zones
from sandtable.games.dark_sands.rules.r10_supply import supplied
from sandtable.games.dark_sands.rules.r11_headquarters import blocking, lone_hqs
from sandtable.games.dark_sands.rules.r13_assets import artillery_barred, box_sites
from sandtable.games.dark_sands.rules.r15_placement import entry_places
from sandtable.games.dark_sands.rules.r18_chits import in_range
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    AXIS,
    CHIT,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    ends,
    fight,
    finish,
    go,
    move,
    offered,
    play,
    ready,
    roll,
    scene,
    spend,
    verbs,
)


def test_r2_1_the_first_of_each_has_the_number_nought() -> None:
    assert (HEX["0920"], UNIT["A01"], ASSET["S01"], CHIT["allied-full"]) == (0, 0, 0, 0)


def test_r19_1_units_move_out_of_the_first_hex_and_into_it() -> None:
    pos = move(scene({"0920": "A01 A05"}), ALLIED)
    assert offered(pos, "unit") == [UNIT["A01"], UNIT["A05"]]
    assert offered(pos, "stack") == [HEX["0920"]]
    go(play(pos, ("unit", UNIT["A01"])), "0921")
    assert at(pos, "A01") == "0921"
    back = move(scene({"0921": "A01"}), ALLIED)
    assert "0920" in ends(play(back, ("unit", UNIT["A01"])))


def test_r13_7_a_box_in_the_first_hex_goes_with_its_last_unit() -> None:
    pos = move(ready(scene({"0920": "X22", "1843": "A05"}), "S24"), AXIS)
    play(pos, ("fortify", UNIT["X22"]))
    assert pos.boxed[AXIS] == 1 << HEX["0920"]
    again = move(pos.copy(), AXIS)
    go(play(again, ("unit", UNIT["X22"])), "0921")
    assert again.boxed[AXIS] == 0, "it is left"
    eliminate(pos, UNIT["X22"], "20.3")
    assert pos.boxed[AXIS] == 0, "its unit is lost"


def test_r13_7_1_without_tobruk_the_allies_build_nowhere_on_the_center() -> None:
    pos = scene({"0920": "A05", "2830": "X22"})
    assert not box_sites(pos, ALLIED) & box().in_section[1]


def test_r20_1_an_enemy_in_the_first_hex_is_attacked_only_by_his_neighbours() -> None:
    far = fight(scene({"1330": "A05", "1331": "X23", "0920": "X22"}), ALLIED)
    assert offered(far, "attack") == [HEX["1331"]]
    near = fight(scene({"0921": "A05", "0920": "X22"}), ALLIED)
    assert offered(near, "attack") == [HEX["0920"]]


def test_r20_3_units_in_the_first_hex_are_alive() -> None:
    pos = scene({"0920": "A01 A05"})
    pos.lift(UNIT["A05"], REBUILD)
    assert alive(pos, bits("A01", "A05", "A06")) == bits("A01")


def test_r11_0_a_headquarters_in_the_first_hex_commands_shells_and_gives_way() -> None:
    pos = ready(scene({"0920": "A38", "0921": "A05", "1022": "X22"}), "S07")
    pos.target = HEX["1022"]
    assert in_range(pos, UNIT["A38"]) & bits("A05")
    assert artillery_barred(pos, ASSET["S07"]) is None
    entered = move(scene({"0920": "A38", "0921": "X22", "1330": "A05"}), AXIS)
    go(play(entered, ("unit", UNIT["X22"])), "0920")
    assert (at(entered, "X22"), at(entered, "A38")) == ("0920", "1330")


def test_r11_0_only_a_headquarters_alone_gives_way_in_the_first_hex() -> None:
    pos = scene({"0920": "A05", "1330": "A38", "0921": "X22"})
    assert lone_hqs(pos, ALLIED) == 1 << HEX["1330"]
    assert blocking(pos, AXIS) == 1 << HEX["0920"]


def test_r10_2_1_the_first_hex_is_in_no_zone_when_nobody_is_near() -> None:
    pos = scene({"1330": "A05", "1334": "A06"})
    pos.out_of_supply = bits("A06")
    assert retreat_zones(pos, AXIS) == box().zone[HEX["1330"]]


@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_r10_1_1_no_line_of_supply_reaches_the_first_hex(side: int) -> None:
    pos = scene({"1843": "A05", "1113": "X22"})
    corner = mask_of(HEX[number] for number in ("0920", "0921", "1020", "1021"))
    assert not supplied(pos, side) & corner
    pos.axis_holds = 0 if side == AXIS else -1
    pos.put(UNIT["A05" if side == AXIS else "X22"], HEX["1600" if side == AXIS else "1376"])
    assert not supplied(pos, side) & 1 << HEX["0920"]


def test_r15_1_nobody_enters_in_the_first_hex() -> None:
    pos = scene({"1843": "A05"})
    assert HEX["0920"] not in entry_places(pos, UNIT["A06"], False)
    assert HEX["0920"] not in entry_places(pos, UNIT["X22"], False)


def test_r17_0_a_reduced_unit_in_the_first_hex_is_neither_restored_nor_rebuilt() -> None:
    pos = spend(scene({"0920": "A05*", "1843": "A06*"}), ALLIED, 0, 2, 0, 0, 0)
    assert pos.actions() == [("restore", UNIT["A06"]), ("done",)]


def test_r18_5_the_first_chit_of_the_list_opens_the_turn_too() -> None:
    pos = scene({"1330": "A05"})
    pos.pool[CHIT["allied-full"]], pos.initiative, pos.chit = 1, ALLIED, CHIT["allied-full"]
    ask(pos, "chits.open", ALLIED)
    assert pos.played == (CHIT["allied-full"],)
    assert verbs(pos) == {"use"}


def test_r13_1_the_first_asset_flies_and_lies_face_down_afterwards() -> None:
    pos = fight(ready(scene({"1330": "A05", "1331": "X22"}), "S01"), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("commit", ASSET["S01"]))
    assert (pos.committed, pos.asset[ASSET["S01"]]) == (1, READY)
    roll(pos, 3)
    finish(pos)
    assert pos.asset[ASSET["S01"]] == USED


def test_r19_1_the_first_unit_alone_is_no_stack() -> None:
    for placed in ({"1330": "A01"}, {"1330": "A01", "1331": "X22"}, {"2830": "A01", "1335": "X22"}):
        pos = move(scene({**placed, "1320": "A05"}), ALLIED)
        assert offered(pos, "unit") == [UNIT["A01"], UNIT["A05"]]
        assert offered(pos, "stack") == []
