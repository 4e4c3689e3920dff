"""Chapters 5 to 7: set-up, the day, stacking and control."""

from __future__ import annotations

from typing import cast

import pytest

from sandtable import IllegalAction
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.rules.r06_sequence import sunset_must_be_rolled
from sandtable.games.battleaxe.rules.r07_control import contested, room, vacant
from sandtable.games.battleaxe.sequence import BATTLE, TURN
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    assault,
    at,
    attack,
    end,
    fight,
    go,
    holder,
    manoeuvring,
    opening,
    reach,
    roll,
    scene,
    sleep,
    started,
    to_evening,
    verbs,
)

BOX = cast(BattleaxeBox, GAME.box())


def test_r5_1_markers_at_the_start() -> None:
    pos = started()
    assert (pos.turn, pos.impulse, pos.points) == (1, 1, 0)
    assert (pos.advantage, pos.fuel_low, pos.guns) == (ALLIED, 0, [3, 2])
    assert {name for name in GAME.map.ids if holder(pos, name) == "allied"} == set("ABCDH")


def test_r5_2_all_units_start_at_full_strength() -> None:
    pos = started()
    assert pos.reduced == 0
    assert sum(place >= 0 for place in pos.where) == 19 + 22
    assert at(pos, "4RTR") is None


@pytest.mark.parametrize(
    ("place", "units"),
    [
        ("A", "1/11 2/11 SQ-A"),
        ("B", "3/11 SQ-B"),
        ("C", "4RTR(-) 7RTR 22Gds 65AT"),
        ("D", "2RTR 6RTR 1/KRR 2/RB 12AT"),
        ("H", "9Aus 18Bde 3Arm"),
    ],
)
def test_r5_2_1_the_allied_list(place: str, units: str) -> None:
    pos = opening()
    assert {unit for unit in UNIT if at(pos, unit) == place and BOX.side[UNIT[unit]] == ALLIED} == set(units.split())


def test_r5_2_1_the_two_reconnaissance_units_start_in_any_zone_from_a_to_d() -> None:
    pos = opening()
    assert pos.side == "allied"
    assert [GAME.map.ids[place] for _, _, place in pos.actions()] == list("ABCD")
    pos.play(("place", UNIT["11H"], PLACE["A"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("place", UNIT["CIH"], PLACE["E"]))
    assert refused.value.rule == "5.2.1"
    pos.play(("place", UNIT["CIH"], PLACE["C"]))
    assert (at(pos, "11H"), at(pos, "CIH")) == ("A", "C")


@pytest.mark.parametrize(
    ("place", "units"),
    [
        ("6", "1/104,1/33A,deFR"),
        ("15", "1/62"),
        ("17", "2/62"),
        ("16", "3/62"),
        ("9", "15MC(-),33PAK"),
        ("13", "300Oas,1/33B"),
        ("18", "1/8,2/8,1/33C,33R"),
        ("21", "Bardia 1"),
        ("22", "Bardia 2"),
        ("G", "1/5,2/5,3R"),
        ("H", "XX,XXI,15Bde"),
    ],
)
def test_r5_2_2_the_axis_list(place: str, units: str) -> None:
    pos = opening()
    assert {unit for unit in UNIT if at(pos, unit) == place and BOX.side[UNIT[unit]] == AXIS} == set(units.split(","))


def test_r6_1_the_day_is_manoeuvres_refit_and_end() -> None:
    steps = [line.step for line in TURN.lines]
    order = ["day.begin", "supply.check", "refit.begin", "refit.begin", "surrender.begin", "day.end"]
    assert [step for step in steps if step in order] == order


def test_r6_2_the_allies_go_first_and_the_marker_moves_after_both() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, advantage=AXIS)
    assert (pos.side, pos.impulse) == ("allied", 1)
    pos.play(("pass",))
    assert (pos.side, pos.impulse) == ("axis", 1)
    pos.play(("pass",))
    assert (pos.side, pos.impulse) == ("allied", 2)


@pytest.mark.parametrize(("faces", "ends"), [((1, 3), True), ((2, 3), False), ((4, 4), False)])
def test_r6_2_1_a_roll_below_the_impulse_number_ends_the_day(faces: tuple[int, int], ends: bool) -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=5, advantage=2, advantage_next=0)
    pos.play(("pass",))
    roll(pos, *faces)
    assert manoeuvring(pos) is not ends
    assert pos.impulse == (5 if ends else 6)


def test_r6_2_1_the_first_axis_roll_of_two_dice_is_the_sunset_roll() -> None:
    pos = scene({"15": "7RTR", "14": "1/8 2/8"}, "axis", impulse=6, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "1/8 2/8", "15")
    attack(pos, "15", dice=(1, 2, 6, 6), guns=(6, None))
    assert pos.sunset == 3
    end(pos)
    assert not manoeuvring(pos)


def test_r6_2_1_only_the_first_of_two_attacks_counts() -> None:
    pos = scene({"15": "7RTR", "12": "11H", "14": "1/8 2/8"}, "axis", impulse=6, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "1/8", "15")
    attack(pos, "15", dice=(3, 4, 6, 6))
    go(pos, "2/8", "12")
    attack(pos, "12", dice=(1, 1, 6, 6))
    end(pos)
    assert (pos.turn, pos.impulse) == (2, 7)


def test_r6_2_1_the_allies_never_roll_for_sunset() -> None:
    pos = scene({"15": "7RTR", "14": "1/8"}, impulse=9, advantage=AXIS)
    assault(pos, "15")
    go(pos, "7RTR", "14")
    attack(pos, "14", dice=(1, 1, 1, 1))
    assert pos.sunset == 0


def test_r6_2_1_the_track_ends_after_impulse_twelve() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=12)
    pos.play(("pass",))
    roll(pos, 6, 6)
    assert not manoeuvring(pos)
    sleep(pos)
    assert (pos.turn, pos.impulse) == (3, 1)


@pytest.mark.parametrize(("impulse", "fuel_low", "rolls"), [(1, 0, False), (2, 0, False), (2, 1, True), (3, 0, True)])
def test_r8_1_3_after_a_pass_the_axis_roll_when_it_can_matter(impulse: int, fuel_low: int, rolls: bool) -> None:
    pos = scene({"22": "1/8"}, "axis", impulse=impulse, fuel_low=fuel_low)
    assert sunset_must_be_rolled(pos) is rolls
    pos.play(("pass",))
    assert (pos.side == "chance") is rolls


def test_r6_3_the_allies_refit_before_the_axis() -> None:
    pos = scene({"A": "7RTR~", "18": "1/104~"})
    to_evening(pos, "refit.begin")
    assert pos.side == "allied"
    pos.play(("done",))
    assert pos.side == "axis"


def test_r6_4_support_comes_back_and_the_next_day_begins() -> None:
    pos = scene({"A": "7RTR", "18": "1/8"}, day=2, impulse=7, guns=[0, 1])
    to_evening(pos, "day.end")
    assert (pos.turn, pos.impulse, pos.guns, pos.side) == (3, 1, [3, 2], "allied")


def test_r7_1_four_units_fill_an_area() -> None:
    pos = scene({"15": "2RTR 6RTR 1/KRR", "14": "7RTR 22Gds"})
    assault(pos, "14")
    assert room(pos, ALLIED, PLACE["15"]) == 1
    assert "15" in reach(pos, "7RTR")
    go(pos, "7RTR", "15")
    assert "15" not in reach(pos, "22Gds")
    assert pos.full[ALLIED] == 1 << PLACE["15"]


def test_r15_2_a_zone_takes_any_number() -> None:
    pos = scene({"C": "2RTR 6RTR 1/KRR 2/RB 12AT", "3": "7RTR"})
    assault(pos, "3")
    assert "C" in reach(pos, "7RTR")


def test_r7_2_control_is_gained_in_passing() -> None:
    pos = scene({"14": "11H", "6": "1/104"}, allied="14")
    assault(pos, "14")
    go(pos, "11H", "20", stop=False)
    pos.play(("go", PLACE["23"]))
    assert (holder(pos, "20"), holder(pos, "23"), at(pos, "11H")) == ("allied", "allied", "23")


def test_r7_2_control_stays_when_units_leave_but_not_with_the_enemy_alone() -> None:
    pos = scene({"15": "2RTR 1/8", "16": "6RTR"}, allied="15 16")
    assault(pos, "15")
    go(pos, "2RTR", "16")
    assert holder(pos, "15") == "axis"
    other = scene({"15": "2RTR", "16": "6RTR"}, allied="15 16")
    assault(other, "15")
    go(other, "2RTR", "16")
    assert holder(other, "15") == "allied"


def test_r7_3_a_contested_place_keeps_its_holder() -> None:
    pos = scene({"15": "2RTR", "14": "1/8"})
    assault(pos, "15")
    go(pos, "2RTR", "14")
    assert contested(pos) == 1 << PLACE["14"]
    assert holder(pos, "14") == "axis"


def test_r7_4_a_place_without_enemies_is_vacant_whoever_holds_it() -> None:
    pos = scene({"15": "2RTR", "14": "1/8"})
    assert vacant(pos, ALLIED) >> PLACE["15"] & 1
    assert vacant(pos, ALLIED) >> PLACE["23"] & 1
    assert not vacant(pos, ALLIED) >> PLACE["14"] & 1


def test_r7_5_a_free_place_is_vacant_and_friendly() -> None:
    pos = scene({"15": "2RTR 1/8", "14": "6RTR"}, allied="15")
    free = pos.free(ALLIED)
    assert free >> PLACE["14"] & 1
    assert not free >> PLACE["15"] & 1
    assert not free >> PLACE["23"] & 1


def test_r8_2_an_illegal_move_is_refused_and_changes_nothing() -> None:
    pos = scene({"3": "7RTR", "6": "1/104"})
    assault(pos, "3")
    pos.play(("pick", UNIT["7RTR"]))
    before = GAME.dump(pos)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("go", PLACE["2"]))
    assert refused.value.rule == "9.3.2"
    assert GAME.dump(pos) == before


def test_r11_4_a_battle_goes_through_its_steps_in_order() -> None:
    steps = [line.step for line in BATTLE.lines]
    assert steps[:11] == [
        "battle.lead",
        "battle.target",
        "battle.air",
        "battle.rommel",
        "battle.call",
        "battle.call",
        "fuel.declare",
        "battle.tally",
        "battle.dice",
        "battle.dice",
        "battle.verdict",
    ]
    pos = scene({"15": "7RTR 22Gds", "14": "1/8 2/8"})
    assault(pos, "15")
    go(pos, "7RTR 22Gds", "14")
    asked = []
    for answer in ("lead", "lead", "no_air", "no_call", "no_call"):
        asked.append((pos.stack[-1][0], pos.side))
        pos.play(next(action for action in pos.actions() if action[0] == answer))
    assert asked == [
        ("battle.lead", "allied"),
        ("battle.target", "axis"),
        ("battle.air", "allied"),
        ("battle.call", "allied"),
        ("battle.call", "axis"),
    ]
    fight(pos, (3, 3, 3, 3))
    assert pos.dice == (3, 3, 3, 3)
    assert verbs(pos) == {"maximum", "accept"}
