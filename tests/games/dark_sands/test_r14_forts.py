"""14.0 Forts."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    bits,
    box,
    defence_strength,
    play,
    scene,
    verbs,
)


def test_r14_0_no_zone_reaches_into_or_out_of_a_fort() -> None:
    assert not enemy_zones(scene({"2830": "A05", "2340": "A06"}), AXIS)
    assert not enemy_zones(scene({"2728": "X22"}), ALLIED) >> HEX["2729"] & 1


def fortress(place: str, names: str) -> int:
    pos = scene({place: names})
    pos.target, pos.defenders = HEX[place], bits(*names.split())
    return defence_strength(pos, box().units[UNIT[names.split()[0]]].side) // 2


def test_r14_1_each_defender_of_tobruk_but_italians_gets_one_more() -> None:
    assert fortress("2830", "A05 A06") == 4 + 4 + 2
    assert fortress("2729", "X31") == 4 + 1
    assert fortress("2830", "X22 X31") == 3 + 4 + 1


def test_r14_1_in_1941_the_allies_may_ignore_a_retreat() -> None:
    pos = ask(scene({"2830": "A05"}, turn=8), "retreat", ALLIED, HEX["2830"], 1)
    assert verbs(pos) == {"retreat", "stand"}
    play(pos, ("stand",))
    assert at(pos, "A05") == "2830"
    pos = ask(scene({"2830": "A05"}, turn=12), "retreat", ALLIED, HEX["2830"], 1)
    assert at(pos, "A05") != "2830"
    pos = ask(scene({"2830": "X31"}, turn=8), "retreat", AXIS, HEX["2830"], 1)
    assert "stand" not in verbs(pos)


def test_r14_2_bardia_gives_one_more_to_the_hex() -> None:
    assert fortress("2340", "X22 X23") == 3 + 3 + 1
