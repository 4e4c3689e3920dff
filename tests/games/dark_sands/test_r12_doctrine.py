"""12.0 Kinds of unit, and how each army fights."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.rules.r12_doctrine import (
    anti_tank,
    assault_barred,
    formation_of,
    formations_on_map,
    is_armour,
    is_armoured_car,
    is_infantry,
    panzer_shock,
    panzer_superiority,
)
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    attack,
    attack_strength,
    bits,
    box,
    fight,
    finish,
    move,
    offered,
    play,
    reduce,
    roll,
    scene,
    verbs,
)


def test_r12_7_1_no_momentum_without_a_panzer_division() -> None:
    pos = scene({"1330": "X22 X31", "1335": "A05"})
    play(ask(pos, "chits.side", AXIS, box().chit_number["axis-full"]), ("use", "move"))
    play(pos, ("done",))
    assert pos.stack == ()
    assert "momentum" not in [event.kind for event in pos.events()]


@pytest.mark.parametrize(("turn", "rule"), [(13, "2.2.2"), (14, None), (17, None)])
def test_r12_6_assaults_begin_on_turn_fourteen(turn: int, rule: str | None) -> None:
    pos = scene({"1330": "A63 A64", "1331": "X22"}, turn=turn)
    assert assault_barred(pos, ALLIED, bits("A63", "A64")) == rule
    assert assault_barred(pos, AXIS, bits("A63", "A64")) == "2.2.2"


def test_r12_2_panzers_and_tanks_are_armour() -> None:
    pos = scene()
    assert [is_armour(pos, UNIT[name]) for name in ("X15", "X20", "A01", "X18", "A05")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_r12_3_armoured_cars_are_neither_armour_nor_infantry() -> None:
    pos = scene()
    for name in ("X18", "X29", "X33"):
        assert is_armoured_car(pos, UNIT[name])
        assert not is_armour(pos, UNIT[name])
        assert not is_infantry(pos, UNIT[name])


def test_r12_4_infantry_motorised_machine_guns_and_garrisons_are_infantry() -> None:
    pos = scene()
    assert all(is_infantry(pos, UNIT[name]) for name in ("A05", "A03", "X19", "G01"))


def test_r12_5_a_formation_is_all_units_of_a_division_and_independents_have_none() -> None:
    pos = scene({"1330": "X15 X18", "1331": "X22 X19"})
    names = [box().formation_names[n] for n in formations_on_map(pos, AXIS)]
    assert names == ["21 Pz", "27 Brescia"]  # a division-sized unit is a formation of one
    assert formation_of(pos, box().formation_names.index("21 Pz")) == bits("X15", "X18")


def test_r12_6_an_assault_needs_two_brigades_of_a_division_in_each_hex() -> None:
    pos = scene({"1330": "A63 A64", "1331": "A65 A05", "1332": "X22"}, turn=15)
    assert assault_barred(pos, ALLIED, bits("A63", "A64")) is None
    assert assault_barred(pos, ALLIED, bits("A63", "A64", "A65", "A05")) == "12.6"


def test_r12_6_the_hex_must_contain_the_brigades_whether_both_attack_or_not() -> None:
    pos = scene({"1330": "A63 A64 A54", "1331": "X22"}, turn=15)
    assert assault_barred(reduce(pos, "A54"), ALLIED, bits("A63", "A54")) is None
    pos.lift(UNIT["A64"], -3)
    assert assault_barred(pos, ALLIED, bits("A63", "A54")) == "12.6"


def test_r12_6_most_steps_must_be_infantry_and_the_turn_fourteen_or_later() -> None:
    pos = scene({"1330": "A63 A64 A60", "1430": "A62 A61", "1331": "X22"}, turn=15)
    assert assault_barred(pos, ALLIED, bits("A63", "A64", "A60")) is None
    reduce(pos, "A63", "A64")
    assert assault_barred(pos, ALLIED, bits("A63", "A64", "A60")) == "12.6"
    pos.turn = 13
    assert assault_barred(pos, ALLIED, bits("A63", "A64")) == "2.2.2"


@pytest.mark.parametrize(
    ("act", "second"), [("move", "combat"), ("half-move", "combat"), ("combat", "move"), ("combat-1", "move")]
)
def test_r12_7_1_the_panzer_divisions_do_the_other_thing_afterwards(act: str, second: str) -> None:
    pos = scene({"1330": "X15 X22", "1430": "X26", "1331": "A05"})
    name = "axis-half" if act in ("half-move", "combat-1") else "axis-full"
    ask(pos, "chits.side", AXIS, box().chit_number[name])
    play(pos, ("use", act))
    play(pos, ("done",))
    assert pos.stack[-1].step == second
    assert pos.active == bits("X15", "X26")
    if act == "half-move":
        assert pos.stack[-1].args == (-1,)
    if act == "combat-1":
        assert pos.stack[-1].args[0] == 1


def test_r12_7_2_panzer_steps_beyond_the_anti_tank_factors_help_up_to_two() -> None:
    pos = scene({"1330": "X15 X16", "1331": "A05 A01", "1320": "A05"})
    both = bits("X15", "X16")
    assert anti_tank(pos, HEX["1331"]) == 2
    assert panzer_superiority(pos, both, HEX["1331"]) == 2
    reduce(pos, "X15")
    assert panzer_superiority(pos, both, HEX["1331"]) == 1
    assert panzer_superiority(pos, bits("X17"), HEX["1331"]) == 0


def test_r12_7_2_cover_forts_and_boxes_are_anti_tank_factors() -> None:
    assert anti_tank(scene({"2537": "A05"}), HEX["2537"]) == 1  # rough
    assert anti_tank(scene({"2830": "A05"}), HEX["2830"]) == 1
    pos = scene({"1331": "A05"})
    pos.boxed[ALLIED] |= 1 << HEX["1331"]
    assert anti_tank(pos, HEX["1331"]) == 1


def test_r12_7_3_panzers_count_double_against_bare_infantry() -> None:
    pos = scene({"1330": "X15 X17", "1331": "A05"})
    pos.target, pos.attackers, pos.defenders = HEX["1331"], bits("X15", "X17"), bits("A05")
    assert panzer_shock(pos, pos.attackers, pos.target)
    assert attack_strength(pos, AXIS) == 2 * (2 * 5 + 4)
    pos.boxed[ALLIED] |= 1 << HEX["1331"]
    assert attack_strength(pos, AXIS) == 2 * (5 + 4)


def test_r12_7_3_and_cost_the_allies_a_step_more() -> None:
    pos = attack(scene({"1330": "X15", "1331": "A05 A06", "1336": "A07"}), AXIS, "1331")
    roll(pos, 2)  # 10 to 8 is 1-1, two more on the die: BL1
    assert pos.stack[-1].args[1] == 2
    while pos.stack and pos.stack[-1].step == "loss":
        play(pos, pos.actions()[0])
    assert pos.steps[UNIT["A05"]] + pos.steps[UNIT["A06"]] == 2


def test_r12_7_4_with_a_panzer_de_star_costs_no_step() -> None:
    pos = attack(scene({"1330": "X15 X16", "1331": "A11", "1332": "X17"}), AXIS, "1331")
    roll(pos, 3)
    assert pos.where[UNIT["A11"]] < 0
    assert all(pos.steps[UNIT[name]] == 2 for name in ("X15", "X16", "X17"))


def test_r12_7_4_the_first_step_of_an_exchange_may_be_any_germans() -> None:
    pos = scene({"1330": "X15 X17", "1331": "A05"})
    pos.target, pos.attackers, pos.defenders = HEX["1331"], bits("X15", "X17"), bits("A05")
    ask(pos, "loss", AXIS, pos.attackers, 2, 1, 1)
    assert offered(pos, "lose") == [UNIT["X15"], UNIT["X17"]]
    ask(pos, "loss", AXIS, pos.attackers, 2, 1, 0)
    assert pos.steps[UNIT["X15"]] == 1  # armour first when there is no such choice
    assert offered(pos, "lose") == [UNIT["X15"], UNIT["X17"]]


def test_r12_7_5_infiltration_belongs_to_the_panzer_divisions() -> None:
    pos = move(scene({"1330": "X15 X31", "1331": "A05", "1429": "A06"}), AXIS)
    play(pos, ("unit", UNIT["X15"]))
    assert "infiltrate" in verbs(pos)
    play(pos, ("back",), ("unit", UNIT["X31"]))
    assert "infiltrate" not in verbs(pos)


def test_r12_7_5_infiltration_needs_clear_ground() -> None:
    rough = next(
        (here, there, foe)
        for there in (HEX["2439"], HEX["2537"], HEX["2538"], HEX["2637"], HEX["2638"])
        for here in box().map.neighbours[there]
        for foe in box().map.neighbours[there]
        if box().map.terrain[here] == "clear"
        and box().zone[foe] >> here & 1
        and box().zone[foe] >> there & 1
        and box().open_to[0][1][here] >> there & 1
    )
    here, there, foe = rough
    pos = scene()
    pos.put(UNIT["X15"], here)
    pos.put(UNIT["A05"], foe)
    play(move(pos, AXIS), ("unit", UNIT["X15"]))
    reached = [action[1] for action in pos.actions() if action[0] == "infiltrate"]
    assert there not in reached


def test_r12_7_3_shock_adds_its_step_to_a_map_edge_retreat() -> None:
    pos = fight(scene({"1456": "X15", "1154": "A05 A06"}), AXIS)
    play(pos, ("attack", HEX["1154"]))
    finish(pos)
    assert pos.steps[UNIT["A05"]] + pos.steps[UNIT["A06"]] == 3
    pos = finish(play(fight(scene({"1456": "X17", "1154": "A05 A06"}), AXIS), ("attack", HEX["1154"])))
    assert pos.steps[UNIT["A05"]] + pos.steps[UNIT["A06"]] == 4, "no panzer, no shock"
