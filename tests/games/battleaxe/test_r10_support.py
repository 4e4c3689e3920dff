"""Chapter 10: aircraft, artillery, guns."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r10_guns import lead_value
from sandtable.games.battleaxe.rules.r10_support import air_effect, call_bonus
from tests.games.battleaxe.scene import (
    PLACE,
    UNIT,
    assault,
    attack,
    attack_value,
    defence_value,
    fight,
    go,
    scene,
    started,
    verbs,
    whom,
)


def to_air(pos: BattleaxePosition) -> None:
    """Answer until aircraft are asked for."""
    while pos.stack[-1].step in ("battle.lead", "battle.target"):
        pos.play(pos.actions()[0])


def test_r10_1_aircraft_add_a_die_to_an_allied_attack() -> None:
    pos = scene({"14": "7RTR", "15": "1/62"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, air=5)
    assert pos.air_dice == 5
    assert attack_value(pos) == 6 + 5


def test_r10_1_the_axis_have_no_aircraft() -> None:
    pos = scene({"14": "1/8", "15": "7RTR"}, "axis")
    assault(pos, "14")
    go(pos, "1/8", "15")
    assert pos.stack[-1].step == "battle.call"


def test_r10_1_1_once_an_impulse() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62", "19": "33R"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", air=1, dice=(1, 1, 6, 6))
    pos.play(("accept",))
    if pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    go(pos, "2RTR", "19")
    assert pos.stack[-1].step == "battle.call"


def test_r10_1_2_aircraft_kept_back_can_fly_to_the_next_battle() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62", "19": "33R"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", dice=(1, 1, 6, 6))
    pos.play(("accept",))
    if pos.stack[-1].step == "battle.withdraw":
        pos.play(("stand",))
    go(pos, "2RTR", "19")
    assert verbs(pos) == {"air", "no_air"}


def test_r10_1_3_aircraft_fly_again_after_an_overrun() -> None:
    pos = scene({"14": "7RTR", "15": "1/62*", "18": "33R"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, air=6, dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["18"]))
    assert pos.exploiting == 1
    assert verbs(pos) == {"air", "no_air"}
    fight(pos, air=4)
    assert pos.air_dice == 4


@pytest.mark.parametrize(("face", "before", "effect"), [(4, False, 4), (4, True, 3), (1, True, 1), (6, True, 5)])
def test_r10_1_4_dust_over_a_place_contested_before_takes_one_off(face: int, before: bool, effect: int) -> None:
    pos = scene({"15": "7RTR 1/62", "14": "2RTR"})
    pos.field = PLACE["15"] if before else PLACE["18"]
    assert air_effect(pos, face) == effect


def test_r10_2_three_allied_and_two_axis_markers_a_day() -> None:
    pos = scene({"14": "7RTR", "15": "1/62"}, guns=[0, 0])
    assert started().guns == [3, 2]
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos)
    assert pos.stack[-1].step == "battle.dice"


@pytest.mark.parametrize(("face", "heard"), [(3, False), (4, True)])
def test_r10_2_1_a_call_is_heard_on_four_and_only_then_uses_a_marker(face: int, heard: bool) -> None:
    pos = scene({"14": "7RTR", "15": "1/62"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, guns=(face, None))
    assert pos.guns == [3 - heard, 2]
    assert pos.salvo == int(heard)


@pytest.mark.parametrize(
    ("side", "place", "allied", "bonus"),
    [
        (AXIS, "6", "", 1),
        (AXIS, "6", "6", 0),
        (AXIS, "15", "", 0),
        (ALLIED, "H", "H", 1),
        (ALLIED, "6", "6", 0),
        (ALLIED, "A", "A", 0),
    ],
)
def test_r10_2_1_strongpoints_and_tobruk_help_their_holders(side: int, place: str, allied: str, bonus: int) -> None:
    pos = scene({"14": "7RTR"}, allied=allied)
    assert call_bonus(pos, side, PLACE[place]) == bonus


def test_r10_2_1_tobruk_lost_has_no_guns_for_the_allies() -> None:
    assert call_bonus(scene({"14": "7RTR"}, axis="H"), ALLIED, PLACE["H"]) == 0


def test_r10_2_2_no_artillery_after_an_overrun() -> None:
    pos = scene({"14": "7RTR", "15": "1/62*", "18": "33R"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["18"]))
    assert pos.guns == [3, 2]
    pos.play(("no_air",))
    assert pos.stack[-1].step == "battle.dice"


def test_r10_2_3_artillery_adds_two_to_either_side() -> None:
    pos = scene({"14": "7RTR", "15": "1/62"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    plain, heard = pos.copy(), pos.copy()
    fight(plain)
    fight(heard, guns=(6, 6))
    assert (attack_value(heard) - attack_value(plain), defence_value(heard) - defence_value(plain)) == (2, 2)


@pytest.mark.parametrize(
    ("company", "weak", "cut", "value"),
    [
        ("33PAK 15MC(-)", False, False, 6),
        ("33PAK", False, False, 1),
        ("33PAK", True, False, 0),
        ("33PAK", True, True, -1),
        ("33PAK 1/33B", False, False, 1),
        ("33PAK 33R", False, False, 6),
    ],
)
def test_r10_3_guns_alone_count_for_little(company: str, weak: bool, cut: bool, value: int) -> None:
    pos = scene({"9": company})
    gun = UNIT["33PAK"]
    pos.reduced, pos.cut = int(weak) << gun, int(cut) << gun
    assert lead_value(pos, gun, pos.here[PLACE["9"]]) == value


def test_r10_3_guns_do_not_lead_an_attack_of_others() -> None:
    pos = scene({"14": "2RTR 22Gds 65AT", "15": "1/62"})
    assault(pos, "14")
    go(pos, "2RTR 22Gds 65AT", "15")
    assert whom(pos, "lead") == {"2RTR", "22Gds"}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("lead", UNIT["65AT"]))
    assert refused.value.rule == "10.3"


def test_r10_3_guns_may_enter_a_vacant_enemy_area_and_attack_alone_for_one() -> None:
    pos = scene({"14": "65AT", "15": "1/62"})
    assault(pos, "14")
    pos.play(("pick", UNIT["65AT"]))
    assert ("go", PLACE["19"]) in pos.actions()
    pos.play(("go", PLACE["15"]))
    to_air(pos)
    assert attack_value(pos) == 1
