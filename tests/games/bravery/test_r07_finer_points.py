"""Chapter 7, the finer points: choices of damage, who may leave, control on a retreat, what recovery reaches."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.flow import Frame
from sandtable.games.bravery.orders import REASONS
from sandtable.games.bravery.position import LOST, NOWHERE, BraveryPosition
from tests.games.bravery.scene import (
    GAME,
    HEX,
    UNIT,
    at,
    bonuses,
    draw,
    give,
    go,
    hit,
    holder,
    last_attacks,
    mark,
    roll,
    scene,
    scored,
    strength,
    verbs,
)

FIELD = "0408"


def fight(chit: str, placed: dict[str, str], field: str = FIELD, **more: object) -> BraveryPosition:
    """The formation of a chit marches into the field and fights alone."""
    pos = scene(placed, **more)  # type: ignore[arg-type]
    draw(pos, chit)
    go(pos, field)
    pos.play(("fight",))
    return pos


def no_hits(pos: BraveryPosition) -> None:
    """The dice of one side, all ones."""
    who = pos.stack[-1].args[0]
    while pos.stack and pos.stack[-1].step == "combat.roll" and pos.stack[-1].args[0] == who:
        roll(pos, *[1] * min(pos.stack[-1].args[1], 6))


def test_r7_2_1_units_outside_the_battle_take_no_damage() -> None:
    pos = fight("15PZ", {FIELD: "7A-1 2NZ-1"})
    roll(pos, 6, 1, 1, 1)
    no_hits(pos)
    assert strength(pos, "7A-1") == [1], "the only unit of the highest level, unasked"
    again = fight("15PZ", {FIELD: "7A-1 7A-2 4A-1 2NZ-1"})
    roll(again, 6, 1, 1, 1)
    no_hits(again)
    with pytest.raises(IllegalAction) as refused:
        hit(again, "1SA-1")
    assert refused.value.rule == "7.2"
    assert again.why_not("allied", piece=UNIT["1SA-1"]) == {"rule": "7.2", "text": REASONS["7.2"]}


def test_r7_2_2_a_tank_reduced_before_the_battle_and_one_reduced_in_it_are_different_choices() -> None:
    """One keeps two recovery dice, the other one (7.4.2)."""
    pos = fight("2NZ", {"0508": "2NZ", FIELD: "15PZ-1 15PZ-2* 15PZ-4"}, lost="15PZ-3")
    roll(pos, 6, 6, 1)
    no_hits(pos)
    hit(pos, "15PZ-1")
    offered = {action[1] for action in pos.actions()}
    assert offered == {UNIT["15PZ-1"], UNIT["15PZ-2"], UNIT["15PZ-4"]}


@pytest.mark.parametrize(("least", "choices"), [(1, 2), (2, 3)])
def test_r7_2_2_infantry_hit_before_is_another_choice_only_while_rounds_are_due(least: int, choices: int) -> None:
    """8.2.4 asks later whether a survivor was hit; without due rounds nothing does, and one choice is enough."""
    pos = fight("15PZ", {FIELD: "2NZ-1 2NZ-2* 4IND-1*"})
    pos.rounds_least = least
    scored(pos, 2, 0)
    assert strength(pos, "2NZ-1", "2NZ-2", "4IND-1") == [1, 1, 1]
    assert len(pos.actions()) == choices


def test_r7_3_2_one_and_a_half_against_one_is_a_tie_and_the_attacker_speaks_first() -> None:
    """R7"""
    pos = fight("15PZ", {"0508": "15PZ-1 15PZ-2", FIELD: "2NZ-1 2NZ-2*"}, lost="15PZ-3 15PZ-4")
    roll(pos, 6, 1)
    roll(pos, 6)
    assert [sum(strength(pos, "15PZ-1", "15PZ-2")), sum(strength(pos, "2NZ-1", "2NZ-2"))] == [3, 2]
    assert pos.side == "axis"


def test_r7_3_3_damage_of_an_earlier_battle_gives_no_right_to_retreat() -> None:
    pos = fight("15PZ", {"0508": "15PZ-1 15PZ-2", FIELD: "2NZ-1 2NZ-2 2NZ-3*"}, lost="15PZ-3 15PZ-4")
    roll(pos, 6, 1)
    roll(pos, 6, 1)
    pos.play(("retreat",), by="axis")
    pos.play(("stay",), by="allied")
    assert sum(strength(pos, "15PZ-1", "15PZ-2")) == 3
    draw(pos, "DAK")
    pos.play(("activate", pos.box.formation["15PZ"], HEX["0508"]))
    go(pos, FIELD)
    pos.play(("fight",))
    no_hits(pos)
    no_hits(pos)
    assert (pos.rounds, pos.stack[-1].step) == (2, "combat.roll"), "nobody was hit in this battle, so nobody is asked"


def test_r7_3_5_the_hex_of_entry_is_forgotten_with_the_turn() -> None:
    """R12"""
    pos = scene()
    draw(pos, "15PZ")
    go(pos, "0509")
    assert pos.came_from[UNIT["15PZ-1"]] == HEX["0508"]
    pos.stack = (Frame("turn", 0, (0,)),)
    pos.settle()
    assert set(pos.came_from) == {NOWHERE}


def test_r7_3_5_a_unit_that_fell_back_has_no_hex_of_entry() -> None:
    pos = fight("15PZ", {"0508": "15PZ-1 15PZ-2", FIELD: "2NZ"}, lost="15PZ-3 15PZ-4")
    no_hits(pos)
    roll(pos, 6, 1, 1)
    pos.play(("retreat",), by="axis")
    assert at(pos, "15PZ-1") == "0508"
    assert pos.came_from[UNIT["15PZ-1"]] == NOWHERE


def test_r7_4_1_tanks_that_left_a_garrison_behind_are_not_recovered_back_into_the_hex() -> None:
    """R20, by play from the last attacks: the panzers go, the garrison of Halfaya wins."""
    pos = scene({"0313": "4A-1* 15PZ-1 15PZ-2"}, lost="15PZ-3 15PZ-4 4A-2 4A-3 4IND")
    give(pos, "0313", "allied")
    mark(pos, "4A-1")
    pos.strength[UNIT["4A-1"]] = 2
    last_attacks(pos)
    roll(pos, 6)
    no_hits(pos)
    assert sum(strength(pos, "15PZ-1", "15PZ-2")) == 3
    pos.play(("retreat",), by="axis")
    pos.play(next(action for action in pos.actions() if action[0] == "fall_back"))
    away = at(pos, "15PZ-1")
    assert (away != "0313", at(pos, "H.PASS-1"), pos.rounds) == (True, "0313", 2)
    no_hits(pos)
    roll(pos, 6)
    while pos.stack[-1].step == "combat.declare":
        pos.play(("retreat",) if pos.side == "allied" else ("stay",))
    assert pos.stack[-1].step not in ("recover.roll", "recover.choose")
    assert at(pos, "15PZ-1") == away


def test_r7_4_1_tanks_lost_beside_a_garrison_that_wins_may_come_back() -> None:
    """R20"""
    pos = scene({"0313": "15PZ-2*"}, lost="15PZ-1 15PZ-3 15PZ-4 4IND")
    pos.field, pos.attacker, pos.force = HEX["0313"], 0, ()
    pos.damage, pos.where[UNIT["15PZ-2"]] = (UNIT["15PZ-1"], UNIT["15PZ-2"]), HEX["0312"]
    pos.stack = (*pos.stack[:-1], Frame("combat.recover", 1, ()))
    pos.settle()
    assert pos.stack[-1] == Frame("recover.roll", 2, (1, 1, ()))
    roll(pos, 5)
    assert {action[0] for action in pos.actions()} == {"done", "salvage"}
    pos.play(("salvage", UNIT["15PZ-1"]))
    assert (at(pos, "15PZ-1"), at(pos, "15PZ-2")) == ("0313", "0312")


def test_r7_4_2_a_die_for_each_unit_hit_and_not_for_each_point() -> None:
    pos = fight("15PZ", {"0508": "15PZ-1 15PZ-2*", FIELD: "2NZ-1 2NZ-2 2NZ-3"}, lost="15PZ-3 15PZ-4")
    pos.strength[UNIT["15PZ-2"]] = 2
    scored(pos, 1, 3)
    assert sorted(strength(pos, "15PZ-1", "15PZ-2")) == [0, 1]
    pos.stack = (*pos.stack[:2], Frame("combat.recover", 1, ()))
    pos.settle()
    assert pos.stack[-1].args[1] == 2, "three points fell on two units"


def test_r7_4_2_more_than_six_recovery_dice_are_one_roll() -> None:
    pos = scene({FIELD: "1A 4A"})
    pos.field, pos.attacker, pos.force = HEX[FIELD], 0, tuple(UNIT[f"{f}-1"] for f in ("1A", "4A"))
    pos.damage = tuple(unit for unit in pos.at(HEX[FIELD], 0) if pos.box.armor[unit])
    assert len(pos.damage) == 7
    for unit in pos.damage:
        pos.strength[unit] = 1
    pos.stack = (*pos.stack[:-1], Frame("combat.recover", 0, ()))
    pos.settle()
    roll(pos, 6, 1, 1, 1, 1, 1)
    roll(pos, 6)
    assert pos.stack[-1] == ("recover.choose", 0, (2,))
    event = [event for event in pos.events() if event.kind == "recovery"]
    assert [event.args[1] for event in event] == [(1, 1, 1, 1, 1, 6, 6)]
    assert event[0].rule == "7.4.3"


def stormed(defenders: str, **more: object) -> BraveryPosition:
    """15PZ of two tanks attacks Capuzzo, an encampment in Commonwealth hands, from Sidi Azeiz."""
    placed = {"0412": defenders, "0411": "15PZ-1 15PZ-2"}
    return fight("15PZ", placed, "0412", lost="15PZ-3 15PZ-4 2NZ-3 1A-4 1A-3", **more)


def test_r9_2_hurt_defenders_of_works_may_retreat() -> None:
    """R11"""
    pos = stormed("1A-1 1A-2 2NZ-1 2NZ-2")
    roll(pos, 6, 1)
    no_hits(pos)
    assert (pos.side, at(pos, "15PZ-1")) == ("allied", "0412")
    pos.play(("retreat",), by="allied")
    assert at(pos, "15PZ-1") == "0411", "the attackers have gone first: they have fewer dice"
    assert pos.stack[-1].step == "combat.retreat"
    pos.play(("fall_back", HEX["0512"]))
    assert (at(pos, "1A-1"), holder(pos, "0412")) == ("0512", "allied")


def test_r9_2_defenders_with_fewer_dice_who_leave_works_give_them_up() -> None:
    """R11, 12.1.2: the attackers leave last."""
    pos = stormed("2NZ-1 2NZ-2", turn=1)
    pos.strength[UNIT["2NZ-2"]] = 0
    pos.where[UNIT["2NZ-2"]] = LOST
    for unit in ("1A-1", "1A-2"):
        pos.where[UNIT[unit]] = HEX["0211"]
    roll(pos, 6, 1)
    no_hits(pos)
    assert (pos.side, verbs(pos)) == ("allied", {"stay", "retreat"})
    assert "The attackers must leave" in pos.see("allied")["prompt"]["text"]
    stays = pos.copy()
    stays.play(("stay",))
    assert (at(stays, "15PZ-1"), holder(stays, "0412")) == ("0411", "allied")
    pos.play(("retreat",))
    pos.play(("fall_back", HEX["0512"]))
    assert (at(pos, "15PZ-1"), holder(pos, "0412")) == ("0411", "axis")


def test_r9_2_defenders_of_works_unhurt_are_not_asked() -> None:
    pos = stormed("1A-1 1A-2")
    no_hits(pos)
    no_hits(pos)
    assert pos.stack[-1].step == "draw.chit"
    assert at(pos, "1A-1") == "0412"


def test_r9_2_defenders_whose_attackers_all_died_may_retreat_if_hurt() -> None:
    """7.3.2, last sentence."""
    pos = stormed("1A-1 1A-2 2NZ-1 2NZ-2")
    pos.strength[UNIT["15PZ-1"]] = pos.strength[UNIT["15PZ-2"]] = 1
    scored(pos, 1, 2)
    while pos.stack[-1].step == "combat.damage":
        pos.play(pos.actions()[0])
    assert strength(pos, "15PZ-1", "15PZ-2") == [0, 0]
    assert (pos.side, verbs(pos)) == ("allied", {"stay", "retreat"})
    assert "The enemy is gone" in pos.see("allied")["prompt"]["text"]


def test_r9_2_several_stacks_against_works_fight_one_round_too() -> None:
    pos = scene({"0412": "1A", "0411": "15PZ", "0312": "21PZ"})
    draw(pos, "15PZ")
    go(pos, "0412")
    pos.play(("combine",))
    draw(pos, "21PZ")
    go(pos, "0412")
    pos.play(("assault",))
    assert pos.rounds_least == 1
    no_hits(pos)
    no_hits(pos)
    assert {at(pos, "15PZ-1"), at(pos, "21PZ-1")} == {"0411", "0312"}


def test_r9_4_the_fort_bonus_adds_to_the_others() -> None:
    """Full 15PZ reduced to halves before Tobruk, held by tanks two levels above an Italian: +1 and +1 and +1."""
    pos = fight("TRI", {"0903": "TRI-1* TRI-2*", "0904": "70D"}, "0904", lost="BRE")
    assert bonuses(pos)[1] == (4, 3)


def test_r12_1_1_a_retreat_into_an_empty_strategic_hex_takes_it() -> None:
    """R22"""
    pos = fight("15PZ", {"0609": "15PZ", "0610": "2NZ"}, "0610", lost="SAV")
    roll(pos, 6, 1, 1, 1)
    no_hits(pos)
    pos.play(("retreat",), by="allied")
    assert holder(pos, "0511") == "allied"
    give(pos, "0511", "axis")
    pos.play(("fall_back", HEX["0511"]))
    assert holder(pos, "0511") == "allied"


def test_r12_1_control_is_logged_after_the_march_that_takes_it() -> None:
    pos = scene({"0609": "7A"})
    draw(pos, "7A")
    go(pos, "0607")
    assert [event.kind for event in pos.events()][-2:] == ["march", "control"]


def test_r3_no_decisive_victory_is_to_be_had_on_turn_one_without_a_fight() -> None:
    """R25: nobody reaches the road to Tripoli, and a Commonwealth marker with troops cuts every road east."""
    for formation in scene().box.formations:
        if formation.side == 0:
            pos = scene()
            draw(pos, formation.id)
            if any(action[0] == "move" for action in pos.actions()):
                assert ("move", HEX["0901"]) not in pos.actions(), formation.id
    pos = scene({"0114": "15PZ", "0214": "21PZ", "0314": "90LT"})
    draw(pos, "TRI")
    go(pos, "0704")
    assert pos.outcome is None
    held = pos.box.strategic & ~pos.axis_held
    assert held & pos.occupied(0) == held


def test_r2_1_1_commonwealth_tanks_are_regiments_but_for_the_army_tank_brigade() -> None:
    sizes = {piece["id"]: piece["size"] for piece in GAME.start().see(None)["pieces"]}
    assert [sizes[UNIT[unit]] for unit in ("7A-1", "70D-4", "2NZ-1", "15PZ-1")] == ["III", "X", "X", "III"]


def test_r7_2_1_as_many_hits_as_steps_destroy_a_mixed_force_without_a_question() -> None:
    pos = fight("15PZ", {FIELD: "7A-1 2NZ-1"})
    scored(pos, 4, 0)
    assert strength(pos, "7A-1", "2NZ-1") == [0, 0]
    assert pos.stack[-1].step == "draw.chit"


def test_r7_2_2_the_log_of_a_force_wiped_out_has_full_units_hit_first_too() -> None:
    pos = fight("15PZ", {FIELD: "2NZ-1* 2NZ-2"})
    scored(pos, 3, 0)
    told = [line["text"] for line in pos.report(None) if line["rule"] == "7.2.3"]
    assert told == [
        "5 NZ Bde (2NZ) is reduced at 0408.",
        "4 NZ Bde (2NZ) is destroyed at 0408.",
        "5 NZ Bde (2NZ) is destroyed at 0408.",
    ]


def test_r7_5_nothing_of_a_battle_is_left_when_it_is_over() -> None:
    pos = fight("15PZ", {"0508": "15PZ-1 15PZ-2", FIELD: "2NZ-1"}, lost="15PZ-3 15PZ-4")
    scored(pos, 2, 1)
    assert pos.damage
    pos.play(("retreat",))
    assert (pos.field, pos.force, pos.damage, pos.leaving) == (NOWHERE, (), (), ())
    assert [frame[0] for frame in pos.stack] == ["turn", "draw.next", "draw.chit"]


def test_r7_3_2_who_declared_a_retreat_in_one_round_may_be_asked_again_in_the_next() -> None:
    """A garrison fights on when the others have gone (R15), and nothing of their declaration is left."""
    pos = scene({"0413": "7A 90LT"}, lost="1A 4IND")
    give(pos, "0413", "allied")
    mark(pos, "7A-1")
    last_attacks(pos)
    scored(pos, 1, 0)
    hit(pos, "90LT-1")
    pos.play(("retreat",), by="axis")
    assert pos.leaving == (1,)
    pos.play(next(action for action in pos.actions() if action[0] == "fall_back"))
    assert pos.rounds == 2
    scored(pos, 0, 1)
    assert (len(pos.leaving), pos.side, verbs(pos)) == (0, "allied", {"stay", "retreat"})


def recovering(damaged: str, dice: int, *faces: int, lost: str = "") -> BraveryPosition:
    """The side of these tanks, reduced or lost, has kept the field and rolls for them."""
    pos = scene({FIELD: " ".join(f"{unit}*" for unit in damaged.split())}, lost=lost)
    first = UNIT[(damaged.split() or lost.split())[0]]
    pos.field, pos.attacker = HEX[FIELD], pos.box.units[first].side
    pos.damage = tuple(UNIT[unit] for unit in (*damaged.split(), *lost.split()))
    pos.force = pos.damage
    pos.stack = (*pos.stack[:-1], Frame("combat.recover", pos.attacker, ()))
    pos.settle()
    assert pos.stack[-1].args[1] == dice
    roll(pos, *faces)
    return pos


def test_r7_4_2_six_dice_are_one_handful_and_the_choice_follows() -> None:
    pos = recovering("1A-1 1A-2 1A-3 1A-4 4A-1 4A-2", 6, 6, 1, 1, 1, 1, 1)
    assert pos.stack[-1] == ("recover.choose", 0, (1,))


def test_r7_4_2_the_blue_button_takes_a_recovered_tank_and_never_leaves_it() -> None:
    def blue(damaged: str, *faces: int) -> list[str]:
        pos = recovering(damaged, len(faces), *faces)
        return [order["text"] for order in pos.see("allied")["actions"] if order.get("main")]

    assert blue("1A-1", 6) == ["Restore 8 RTR (1A) to full strength"]
    assert blue("1A-1 4A-1", 6, 1) == []


def test_r7_4_2_the_log_says_which_successes_were_left() -> None:
    pos = recovering("15PZ-1 15PZ-2", 2, 5, 6)
    pos.play(("repair", UNIT["15PZ-1"]))
    pos.play(("done",))
    assert "The Axis leaves 1 success unused." in [line["text"] for line in pos.report(None)]


def test_r7_4_2_tanks_alike_are_one_choice_and_a_full_one_is_none() -> None:
    pos = recovering("15PZ-1 15PZ-2 21PZ-1", 3, 1, 5, 5)
    assert pos.actions() == [("done",), ("repair", UNIT["15PZ-1"]), ("repair", UNIT["21PZ-1"])]
    pos.play(("repair", UNIT["15PZ-1"]))
    assert pos.actions() == [("done",), ("repair", UNIT["15PZ-2"]), ("repair", UNIT["21PZ-1"])]
    pos.play(("repair", UNIT["21PZ-1"]))
    assert (strength(pos, "15PZ-2"), pos.stack[-1].step) == ([1], "draw.chit"), "two successes, two tanks"


def test_r7_4_2_a_lost_tank_and_a_reduced_one_are_different_choices() -> None:
    pos = recovering("15PZ-1", 2, 5, 1, lost="15PZ-2")
    assert pos.actions() == [("done",), ("repair", UNIT["15PZ-1"]), ("salvage", UNIT["15PZ-2"])]
    with pytest.raises(IllegalAction) as refused:
        pos.play(("repair", UNIT["21PZ-1"]))
    assert refused.value.rule == "7.4.2"
    dark = pos.why_not("axis", piece=UNIT["21PZ-1"])
    assert dark is not None
    assert dark["rule"] == "7.4.2"


def test_r7_4_1_nobody_recovers_when_both_sides_are_destroyed() -> None:
    pos = fight("7A", {"0308": "7A-1", FIELD: "15PZ-1"}, lost="7A-2 7A-3 7A-4 15PZ-2 15PZ-3 15PZ-4")
    scored(pos, 2, 2)
    assert strength(pos, "7A-1", "15PZ-1") == [0, 0]
    assert pos.stack[-1].step == "draw.chit"


def test_r7_2_1_a_forged_hit_is_refused() -> None:
    pos = fight("15PZ", {FIELD: "7A-1 4A-1 2NZ-1"})
    scored(pos, 1, 0)
    for forged, rule in ((("hit",), "7.2.1"), (("hit", UNIT["1SA-1"]), "7.2"), (("drop", UNIT["1SA-1"]), "7.2.1")):
        with pytest.raises(IllegalAction) as refused:
            pos.play(forged)
        assert refused.value.rule == rule


def test_r7_3_5_with_one_way_out_all_go_there_unasked() -> None:
    pos = fight("15PZ", {FIELD: "2NZ-1 2NZ-2"})
    for number, unit in zip(("0308", "0309", "0409", "0508"), ("TRI-1", "TRI-2", "ARI-1", "ARI-2"), strict=True):
        pos.where[UNIT[unit]] = HEX[number]
    scored(pos, 1, 0)
    pos.play(("retreat",), by="allied")
    assert (at(pos, "2NZ-1"), at(pos, "2NZ-2"), pos.stack[-1].step) == ("0509", "0509", "draw.chit")


def test_r13_1_a_retreat_may_decide_the_game_at_once() -> None:
    """Tobruk's garrison, with fewer dice, leaves before its attackers do: the hex is theirs for a moment (R11)."""
    pos = fight("15PZ", {"0903": "15PZ", "0904": "70D-1 70D-2"}, "0904", lost="70D-3 70D-4 BRE")
    scored(pos, 1, 0)
    pos.play(("retreat",), by="allied")
    pos.play(next(action for action in pos.actions() if action[0] == "fall_back"))
    assert pos.outcome is not None
    assert pos.outcome.kind == "decisive: Tobruk"


def test_r7_2_1_a_highest_level_that_cannot_take_half_takes_what_it_has() -> None:
    pos = fight("15PZ", {FIELD: "7A-1* 2NZ-1 2NZ-2 2NZ-3"})
    scored(pos, 4, 0)
    hit(pos, "7A-1")
    assert strength(pos, "7A-1", "2NZ-1", "2NZ-2", "2NZ-3") == [0, 1, 1, 1], "the infantry takes the other three"
    late = fight("15PZ", {FIELD: "7A-1* 2NZ-1 2NZ-2 2NZ-3"})
    scored(late, 4, 0)
    hit(late, "2NZ-1", "2NZ-2", "2NZ-3")
    assert strength(late, "7A-1") == [0], "the tank owes one point and takes it last"
