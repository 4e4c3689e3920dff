"""8 Combined attacks."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.games.bravery.position import BraveryPosition
from tests.games.bravery.scene import (
    GAME,
    HEX,
    UNIT,
    at,
    bonuses,
    draw,
    go,
    hit,
    last_attacks,
    mark,
    roll,
    scene,
    scored,
    strength,
    verbs,
)

FIELD = "0408"


def declared(placed: dict[str, str] | None = None, **more: object) -> BraveryPosition:
    """15PZ has entered 0408, where the New Zealanders stand, and waits for company."""
    pos = scene({FIELD: "2NZ", **(placed or {})}, **more)  # type: ignore[arg-type]
    draw(pos, "15PZ")
    go(pos, FIELD)
    pos.play(("combine",))
    return pos


def joined(placed: dict[str, str] | None = None, **more: object) -> BraveryPosition:
    """21PZ has entered 0408 after 15PZ."""
    pos = declared(placed, **more)
    draw(pos, "21PZ")
    go(pos, FIELD)
    return pos


def test_r8_1_1_a_combined_attack_may_be_declared_on_meeting_the_enemy_only() -> None:
    pos = scene({FIELD: "2NZ"})
    draw(pos, "15PZ")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("combine",))
    assert refused.value.rule == "8.1.1"
    go(pos, FIELD)
    pos.play(("combine",))
    assert strength(pos, "2NZ-1", "15PZ-1") == [2, 2]


def test_r8_1_2_the_stack_gets_a_marker_and_its_activation_ends() -> None:
    pos = declared()
    assert {pos.marker[UNIT[f"15PZ-{n}"]] for n in (1, 2, 3, 4)} == {1}
    assert pos.stack[-1].step == "draw.chit"


def test_r8_1_3_several_stacks_may_wait_in_one_hex() -> None:
    pos = joined()
    pos.play(("combine",))
    assert (pos.marker[UNIT["15PZ-1"]], pos.marker[UNIT["21PZ-1"]]) == (1, 2)


def test_r8_1_4_a_stack_woken_beside_a_waiting_enemy_may_attack_wait_or_leave() -> None:
    pos = declared()
    draw(pos, "2NZ")
    assert {"fight", "combine", "move", "stop"} == verbs(pos)
    pos.play(("combine",))
    assert pos.marker[UNIT["2NZ-1"]] == 2


def test_r8_1_4_it_may_attack_together_with_friends_who_wait_there() -> None:
    pos = declared({"0308": "4A"})
    draw(pos, "4A")
    go(pos, FIELD)
    pos.play(("combine",))
    draw(pos, "2NZ")
    pos.play(("assault",))
    assert {pos.box.formations[pos.box.units[u].formation].id for u in pos.force} == {"2NZ", "4A"}
    assert bonuses(pos) == [(6, 0), (4, 0)]


def test_r8_1_5_a_marked_stack_woken_again_attacks_or_stays_and_never_moves() -> None:
    pos = declared()
    draw(pos, "DAK")
    pos.play(("activate", pos.box.formation["15PZ"], HEX[FIELD]))
    assert pos.actions() == [("assault",), ("stop",)]
    with pytest.raises(IllegalAction) as refused:
        go(pos, "0508")
    assert refused.value.rule == "8.1.5"
    waits = pos.copy()
    waits.play(("stop",))
    assert waits.marker[UNIT["15PZ-1"]] == 1
    pos.play(("assault",))
    assert pos.rounds_least == 1
    assert len(pos.force) == 4


def test_r8_2_1_a_stack_joining_friends_may_attack_with_them_alone_or_wait() -> None:
    pos = joined()
    assert verbs(pos) == {"assault", "fight", "combine"}
    alone = pos.copy()
    alone.play(("fight",))
    assert (len(alone.force), alone.rounds_least) == (4, 1)


def test_r8_2_2_the_force_is_the_active_stack_and_all_who_wait() -> None:
    pos = joined()
    pos.play(("assault",))
    assert set(pos.force) == {UNIT[f"{f}-{n}"] for f in ("15PZ", "21PZ") for n in (1, 2, 3, 4)}
    assert bonuses(pos)[0][0] == 8


def test_r8_2_2_with_nobody_waiting_there_is_no_joint_attack() -> None:
    pos = scene({FIELD: "2NZ"})
    draw(pos, "15PZ")
    for here, rule in (("0508", "7.1.2"), (FIELD, "8.2.2")):
        if here == FIELD:
            go(pos, FIELD)
        with pytest.raises(IllegalAction) as refused:
            pos.play(("assault",))
        assert refused.value.rule == rule


def test_r8_2_3_defenders_under_markers_defend_too() -> None:
    pos = declared({"0308": "4A"})
    draw(pos, "4A")
    go(pos, FIELD)
    pos.play(("combine",))
    draw(pos, "21PZ")
    go(pos, FIELD)
    pos.play(("assault",))
    assert bonuses(pos)[1][0] == 3 + 3


def test_r8_2_4_nobody_retreats_before_as_many_rounds_as_attacking_stacks() -> None:
    pos = joined()
    pos.play(("assault",))
    assert pos.rounds_least == 2
    roll(pos, 6, 1, 1, 1, 1, 1)
    roll(pos, 1, 1)
    roll(pos, 6, 1, 1)
    hit(pos, "15PZ-1")
    assert (pos.rounds, pos.stack[-1].step) == (2, "combat.roll")
    roll(pos, 1, 1, 1, 1, 1, 1)
    roll(pos, 1)
    roll(pos, 1, 1)
    assert verbs(pos) == {"stay", "retreat"}


def test_r8_2_4_the_only_side_left_may_go_before_that_if_it_was_hurt() -> None:
    pos = joined({FIELD: "2NZ-1"})
    for unit in ("2NZ-2", "2NZ-3"):
        pos.where[UNIT[unit]] = HEX["0511"]
    pos.play(("assault",))
    roll(pos, 6, 6, 1, 1, 1, 1)
    roll(pos, 1, 1)
    roll(pos, 6)
    hit(pos, "15PZ-1")
    assert (pos.rounds, pos.side, verbs(pos)) == (1, "axis", {"stay", "retreat"})


def test_r8_3_1_markers_come_off_when_the_enemy_leaves() -> None:
    pos = declared()
    draw(pos, "2NZ")
    go(pos, "0409")
    assert not any(pos.marker)
    assert GAME.faults(pos) == []


def test_r8_3_1_markers_come_off_when_the_enemy_dies_or_retreats() -> None:
    pos = joined({FIELD: "2NZ-1*"})
    for unit in ("2NZ-2", "2NZ-3"):
        pos.where[UNIT[unit]] = HEX["0511"]
    pos.play(("fight",))
    roll(pos, 6, 6, 6, 6)
    assert strength(pos, "2NZ-1") == [0]
    assert not any(pos.marker)


def test_r8_3_1_markers_are_off_even_when_the_battle_ends_the_game() -> None:
    placed = {FIELD: "15PZ-1*", "0605": "21PZ-1 21PZ-2 21PZ-3*", "0407": "4A", "0308": "7A"}
    pos = scene(placed, lost="15PZ-2 15PZ-3 15PZ-4 21PZ-4")
    draw(pos, "4A")
    go(pos, FIELD)
    pos.play(("combine",))
    draw(pos, "7A")
    go(pos, FIELD)
    pos.play(("assault",))
    while pos.side == "chance":
        roll(pos, *[6] * min(pos.stack[-1].args[1], 6))
    assert pos.outcome is not None
    assert pos.outcome.kind == "decisive: the German armour is spent"
    assert GAME.faults(pos) == []


def test_r8_3_2_a_stack_that_retreats_loses_its_marker() -> None:
    pos = declared()
    draw(pos, "2NZ")
    pos.play(("fight",))
    roll(pos, 6, 1, 1)
    roll(pos, 1, 1, 1, 1)
    while pos.stack[-1].step == "combat.damage":
        pos.play(pos.actions()[0])
    pos.play(("retreat",), by="axis")
    pos.play(("fall_back", HEX["0508"]))
    assert not any(pos.marker)


def test_r8_4_1_attacks_still_waiting_are_fought_after_the_last_chit() -> None:
    pos = last_attacks(declared())
    assert (pos.stack[-1].step, pos.field) == ("combat.roll", HEX[FIELD])
    assert pos.rounds_least == 1
    assert not any(pos.marker)


def test_r8_4_1_hexes_are_taken_in_the_order_of_declaration() -> None:
    """R8"""
    pos = declared({"0607": "22A"})
    draw(pos, "90LT")
    go(pos, "0607")
    pos.play(("combine",))
    last_attacks(pos)
    assert pos.field == HEX[FIELD]
    while pos.field == HEX[FIELD]:
        pos.play(("roll", *[6] * min(pos.stack[-1].args[1], 6)) if pos.side == "chance" else pos.actions()[0])
    assert pos.field == HEX["0607"]


def test_r8_4_2_the_side_that_declared_first_attacks_with_all_it_has_there() -> None:
    pos = declared({FIELD: "2NZ 90LT"})
    draw(pos, "2NZ")
    pos.play(("combine",))
    last_attacks(pos)
    assert pos.attacker == 1
    assert len(pos.force) == 4 + 3
    assert bonuses(pos)[1][0] == 3


def three_stacks() -> BraveryPosition:
    """15PZ and 21PZ wait in 0408, 90LT has joined them."""
    pos = scene({FIELD: "2NZ 7A", "0407": "21PZ", "0507": "90LT"})
    for chit in ("15PZ", "21PZ"):
        draw(pos, chit)
        go(pos, FIELD)
        pos.play(("combine",))
    draw(pos, "90LT")
    go(pos, FIELD)
    return pos


def test_r8_2_4_three_stacks_fight_three_rounds() -> None:
    pos = three_stacks()
    assert pos.see(None)["places"][FIELD]["marks"][0]["label"] == "Combined attack: 2 stacks"
    pos.play(("assault",))
    assert pos.rounds_least == 3
    for number in (1, 2):
        assert pos.rounds == number
        scored(pos, 1, 0)
        while pos.stack[-1].step == "combat.damage":
            pos.play(pos.actions()[0])
    assert pos.rounds == 3
    scored(pos, 0, 0)
    assert (pos.stack[-1].step, pos.side) == ("combat.declare", "allied")


@pytest.mark.parametrize(("tank", "asked"), [(1, False), (2, True)])
def test_r8_2_4_a_side_alone_goes_early_only_if_a_survivor_was_hit(tank: int, asked: bool) -> None:
    """R21: the hit destroys a reduced tank, or leaves a full one reduced."""
    pos = scene({FIELD: "2NZ-1 7A-1"}, lost="2NZ-2 2NZ-3 7A-2 7A-3 7A-4 15PZ-2 15PZ-3 15PZ-4")
    mark(pos, "7A-1")
    draw(pos, "15PZ")
    go(pos, FIELD)
    pos.play(("combine",))
    draw(pos, "2NZ")
    pos.play(("assault",))
    assert pos.rounds_least == 2
    pos.strength[UNIT["7A-1"]] = tank
    scored(pos, 2, 1)
    assert strength(pos, "7A-1", "2NZ-1", "15PZ-1") == [tank - 1, 2, 0]
    assert (pos.stack[-1].step == "combat.declare") == asked


def test_r8_4_2_the_first_declarer_attacks_even_if_its_stack_is_gone() -> None:
    """R9: the Indians declared first at Gabr Saleh and died; the panzers' marker is the oldest left."""
    pos = scene({FIELD: "15PZ 4IND 2NZ"})
    mark(pos, "4IND", "15PZ", "2NZ")
    for unit in pos.box.members[pos.box.formation["4IND"]]:
        pos.where[unit], pos.strength[unit], pos.marker[unit] = -1, 0, 0
    last_attacks(pos)
    assert pos.attacker == 0
    assert {pos.box.formations[pos.box.units[u].formation].id for u in pos.force} == {"2NZ"}


def test_r8_4_2_once_the_markers_are_off_the_next_declaration_is_the_first() -> None:
    """R9"""
    pos = declared()
    draw(pos, "2NZ")
    go(pos, "0409")
    pos.play(("stop",))
    assert not any(pos.marker)
    for unit in pos.box.members[pos.box.formation["4A"]]:
        pos.where[unit] = HEX["0308"]
    draw(pos, "4A")
    go(pos, FIELD)
    pos.play(("combine",))
    assert pos.declared == ((HEX[FIELD], 0),)
    last_attacks(pos)
    assert (pos.attacker, len(pos.force)) == (0, 3)


def test_r8_4_1_nothing_is_left_of_declarations_when_the_turn_ends() -> None:
    pos = last_attacks(declared())
    while pos.turn == 1 and pos.stack[-1].step != "cup.commit":
        pos.play(("roll", *[6] * min(pos.stack[-1].args[1], 6)) if pos.side == "chance" else pos.actions()[0])
    assert (pos.declared, pos.markers, any(pos.marker)) == ((), 0, False)


def test_r7_3_5_a_stack_that_fought_alone_leaves_its_waiting_friends_behind() -> None:
    """R26"""
    pos = joined()
    pos.play(("fight",))
    scored(pos, 0, 1)
    pos.play(("retreat",), by="axis")
    assert (at(pos, "21PZ-1"), at(pos, "15PZ-1")) == ("0407", FIELD)
    assert pos.marker[UNIT["15PZ-1"]] == 1
    told = pos.report(None)[-1]["text"]
    assert told == "The battle at 0408 is over: both sides are still in the hex."
