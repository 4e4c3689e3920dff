"""12.0 Improved positions."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert.position import Battle
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r10_attack import attack_barred
from sandtable.games.western_desert.rules.r10_strength import defense_strength, hits_on_five
from sandtable.games.western_desert.rules.r12_positions import (
    attacked_from,
    build_barred,
    site_barred,
    upgrade,
    upgrade_barred,
)
from sandtable.games.western_desert.terms import BARDIA, DESTROYED, INSIDE, MOVED
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, play, scene, verbs


def test_r12_1_who_has_moved_or_has_no_supply_raises_no_position() -> None:
    pos = scene({"5012": "A06+", "5014": "A07+"}, turn=6)
    assert upgrade_barred(pos, UNIT["A06"]) is None
    pos.flags[UNIT["A06"]] |= MOVED
    assert upgrade_barred(pos, UNIT["A06"]) == "12.1"
    pos.flags[UNIT["A06"]] &= ~MOVED
    pos.exploiting = 1
    assert upgrade_barred(pos, UNIT["A06"]) == "12.1"
    cut_off = scene({"2020": "A06+", "2609": "X05"})
    assert upgrade_barred(cut_off, UNIT["A06"]) == "12.1"


def test_r12_1_raising_one_position_leaves_the_others_as_they_are() -> None:
    pos = scene({"5012": "A06+", "5014": "A07+"}, turn=6)
    upgrade(pos, UNIT["A06"])
    assert sorted(pos.works) == sorted([(HEX["5012"], 2, 6), (HEX["5014"], 1, 0)])


def test_r12_1_there_is_no_third_level_and_nothing_to_raise_without_a_position() -> None:
    assert upgrade_barred(scene({"5012": "A06++"}, turn=9), UNIT["A06"]) == "12.1"
    assert upgrade_barred(scene({"5012": "A06"}, turn=9), UNIT["A06"]) == "12.1"


def test_r12_3_a_stack_inside_a_position_joins_an_attack_only_when_it_is_told_to() -> None:
    pos = scene(
        {"4612": "A01", "4411": "A06+ A07", "4412": "A08+", "4512": "X05", "2012": "X01"}, depots=("4509", "1119")
    )
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    assert set(pos.stack[-1].args[1]) == {(HEX["4612"], 1), (HEX["4411"], 0)}
    assert {action for action in pos.actions() if action[0] == "whole"} == {
        ("whole", HEX["4411"]),
        ("whole", HEX["4412"]),
    }
    play(pos, ("leave", HEX["4411"]), ("join", HEX["4411"]))
    assert set(pos.stack[-1].args[1]) == {(HEX["4612"], 1), (HEX["4411"], 0)}
    play(pos, ("whole", HEX["4412"]))
    assert (HEX["4412"], 1) in pos.stack[-1].args[1]
    assert ("whole", HEX["4412"]) not in pos.actions()


def test_r12_3_units_inside_a_position_may_be_held_back_one_by_one() -> None:
    pos = scene({"4612": "A06+ A07+ A08", "4512": "X05"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    assert "hold" not in verbs(pos), "nobody inside has joined yet"
    play(pos, ("whole", HEX["4612"]))
    assert {action for action in pos.actions() if action[0] in ("hold", "whole")} == {
        ("hold", UNIT["A06"]),
        ("hold", UNIT["A07"]),
    }
    play(pos, ("hold", UNIT["A06"]))
    assert {action for action in pos.actions() if action[0] in ("hold", "whole")} == {
        ("hold", UNIT["A07"]),
        ("whole", HEX["4612"]),
    }
    again = play(pos.copy(), ("whole", HEX["4612"]), ("go",))
    assert set(Battle(*again.battle).attackers) == {UNIT["A06"], UNIT["A07"], UNIT["A08"]}
    play(pos, ("go",))
    assert set(Battle(*pos.battle).attackers) == {UNIT["A07"], UNIT["A08"]}
    assert pos.works == (), "A07 attacked out of a position of the first level"
    assert attack_barred(pos, UNIT["A06"]) == "10.1"


def test_r12_3_somebody_in_the_stack_has_to_attack() -> None:
    pos = scene({"4612": "A06+ A07+", "4513": "A01", "4512": "X05"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("whole", HEX["4612"]), ("hold", UNIT["A07"]))
    assert "hold" not in verbs(pos)
    play(pos, ("leave", HEX["4612"]), ("whole", HEX["4612"]), ("go",))
    assert set(Battle(*pos.battle).attackers) == {UNIT["A01"], UNIT["A06"], UNIT["A07"]}


def test_r12_3_who_is_held_back_stays_so_when_another_hex_is_added() -> None:
    pos = scene({"4612": "A06++ A07++", "4512": "X05", "4611": "X06"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("hold", UNIT["A07"]), ("also", HEX["4611"]), ("go",))
    assert Battle(*pos.battle).attackers == (UNIT["A06"],)
    assert pos.work_at(HEX["4612"]) == 2


def test_r12_3_only_the_position_attacked_from_is_given_up() -> None:
    pos = scene({"4612": "A06+", "4614": "A07+", "4512": "X05"})
    attacked_from(pos, HEX["4612"])
    assert [pos.flags[UNIT[name]] & INSIDE for name in ("A06", "A07")] == [0, INSIDE]
    assert [place for place, _, _ in pos.works] == [HEX["4614"]]
    strong = scene({"4612": "A06++", "4512": "X05"})
    attacked_from(strong, HEX["4612"])
    assert strong.work_at(HEX["4612"]) == 2


def test_r12_0_a_position_strengthens_only_those_under_it() -> None:
    pos = scene({"4512": "X05+ X06", "4612": "A01"})
    assert [defense_strength(pos, UNIT[name], True) for name in ("X05", "X06")] == [4, 2]


def test_r12_1_a_still_supplied_unit_builds_for_a_point_and_upgrades_on_a_later_turn() -> None:
    pos = scene({"5012": "A06 A07"})
    ask(pos, "move.begin")
    play(pos, ("stack", HEX["5012"]), ("build", UNIT["A06"]))
    assert (pos.works, pos.points[ALLIED]) == (((HEX["5012"], 1, 5),), 5)
    assert pos.flags[UNIT["A06"]] & INSIDE
    assert not pos.flags[UNIT["A07"]] & (INSIDE | MOVED)  # the other may still move
    pos.flags[UNIT["A06"]] &= ~MOVED
    assert upgrade_barred(pos, UNIT["A06"]) == "12.1"  # not on the turn it was built
    pos.turn += 1
    pos.stack = ()
    ask(pos, "move.begin")
    assert upgrade_barred(pos, UNIT["A07"]) == "12.1"
    play(pos, ("unit", UNIT["A06"]), ("upgrade", UNIT["A06"]))
    assert pos.work_at(HEX["5012"]) == 2


@pytest.mark.parametrize("what", ["no points", "moved", "exploiting", "unsupplied", "mines"])
def test_r12_1_what_keeps_a_unit_from_building(what: Any) -> None:
    pos = scene({"5012" if what != "unsupplied" else "3117": "A06"})
    assert (build_barred(pos, UNIT["A06"]) is None) == (what != "unsupplied")
    if what == "no points":
        pos.points[ALLIED] = 0
    elif what == "moved":
        pos.flags[UNIT["A06"]] |= 1
    elif what == "exploiting":
        pos.exploiting = 1
    elif what == "mines":
        pos.effects = r05_events.MINE_SHORTAGE
    assert build_barred(pos, UNIT["A06"]) in ("12.1", "5.0")


def test_r12_1_an_empty_position_is_removed() -> None:
    pos = scene({"4512": "X05+ X06"}, active=AXIS)
    pos.put((UNIT["X05"],), HEX["4412"])
    assert pos.works == ()


@pytest.mark.parametrize(
    ("placed", "place", "rule"),
    [
        ({}, "5012", None),
        ({"5013": "X05"}, "5012", "12.2"),
        ({"5013": "X05", "5012": "A06"}, "5012", "12.2"),  # friends do not cover the zone
        ({}, "6508", "12.2"),
        ({}, "1410", "12.2"),
        ({}, "3408", "12.2"),
        ({}, "4009", "12.2"),
        ({}, "1219", "12.2"),  # salt marsh
    ],
)
def test_r12_2_where_no_position_may_be_built(placed: Any, place: Any, rule: Any) -> None:
    assert site_barred(scene(placed), HEX[place], ALLIED) == rule


def test_r12_2_bardia_may_be_dug_once_its_fortress_is_gone_and_one_marker_a_hex_is_the_limit() -> None:
    pos = scene({"5012": "A06+"})
    pos.fortress[BARDIA] = DESTROYED
    assert site_barred(pos, HEX["4009"], ALLIED) is None
    assert build_barred(pos, UNIT["A06"]) == "12.2"


def test_r12_2_units_outside_enter_for_a_movement_point() -> None:
    pos = scene({"5012": "A06+ A07", "5013": "A08"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A07"]), ("dig", HEX["5012"]))
    assert pos.flags[UNIT["A07"]] & INSIDE
    play(pos, ("unit", UNIT["A08"]), ("dig", HEX["5012"]))
    assert (pos.where[UNIT["A08"]], bool(pos.flags[UNIT["A08"]] & INSIDE)) == (HEX["5012"], True)


def test_r12_3_inside_units_need_not_attack_and_a_first_level_position_goes_if_they_do() -> None:
    pos = scene({"4612": "A06+ A01", "4512": "X05"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    assert ("whole", HEX["4612"]) in pos.actions()
    stays = pos.copy()
    play(stays, ("go",))
    assert stays.work_at(HEX["4612"]) == 1
    assert Battle(*stays.battle).attackers == (UNIT["A01"],)
    assert attack_barred(stays, UNIT["A06"]) == "10.1"  # a stack makes one attack: who stays out makes no other
    play(pos, ("whole", HEX["4612"]), ("go",))
    assert pos.works == ()
    strong = scene({"4612": "A06++", "4512": "X05"}, depots=("4509", "1119"))
    ask(strong, "combat.begin")
    play(strong, ("attack", HEX["4512"]), ("go",))
    assert strong.work_at(HEX["4612"]) == 2


@pytest.mark.parametrize(("name", "major"), [("X22", 0), ("X47", 0), ("X22", 1), ("X05", 1)])
def test_r12_3_in_a_first_level_position_everybody_hits_on_six(name: str, major: int) -> None:
    pos = scene({"4512": f"{name}+", "4612": "A01"})
    pos.major = major
    assert not hits_on_five(pos, UNIT[name], False)
    outside = scene({"4512": name, "4612": "A01"})
    outside.major = major
    assert hits_on_five(outside, UNIT[name], False)


def test_r12_2_an_enemy_zone_bars_building_but_not_raising_a_position() -> None:
    pos = scene({"5012": "A06+", "5110": "A07", "4912": "X05"})
    assert pos.zoc[AXIS] >> HEX["5012"] & 1
    assert upgrade_barred(pos, UNIT["A06"]) is None
    assert build_barred(scene({"5012": "A06", "4912": "X05"}), UNIT["A06"]) == "12.2"


def test_r12_3_second_level_defenders_hit_on_five() -> None:
    pos = scene({"4512": "X05++ X06", "4612": "A01"})
    assert [hits_on_five(pos, UNIT[name], False) for name in ("X05", "X06")] == [True, False]
    assert not hits_on_five(scene({"4512": "X05+"}), UNIT["X05"], False)


def test_r12_2_who_is_inside_does_not_enter_again_with_others() -> None:
    pos = scene({"5012": "A06+ A07"})
    ask(pos, "move.to", None, (UNIT["A06"], UNIT["A07"]), ())
    assert ("dig", HEX["5012"]) not in pos.actions()
    pos.stack = ()
    ask(pos, "move.to", None, (UNIT["A07"],), ())
    assert ("dig", HEX["5012"]) in pos.actions()


def test_r12_1_the_price_of_a_work_is_said() -> None:
    pos = ask(scene({"5012": "A06"}), "move.choose")
    play(pos, ("unit", UNIT["A06"]))
    for effects, price in ((0, "(1 attack point)"), (r05_events.ENGINEERS[ALLIED], "(engineers, for nothing)")):
        pos.effects = effects
        told = [action["text"] for action in pos.see("allied")["actions"] if action["do"][0] == "build"]
        assert [text.endswith(price) for text in told] == [True]
