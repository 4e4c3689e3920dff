"""6.0 Terrain."""

from __future__ import annotations

from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.rules.r20_combat import attack_barred
from tests.games.dark_sands.scene import ALLIED, HEX, UNIT, bits, box, fight, offered, scene, shifts


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
