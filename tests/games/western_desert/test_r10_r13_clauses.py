"""Clauses of combat, field works and leaders that the plain cases pass by."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.flow import swap
from sandtable.engine.maps import places_in
from sandtable.games.western_desert.position import Battle
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r10_advance import advance_places
from sandtable.games.western_desert.rules.r10_attack import attack_barred, go_barred
from sandtable.games.western_desert.rules.r10_fight import no_retreat_rule
from sandtable.games.western_desert.rules.r10_losses import way_home
from sandtable.games.western_desert.rules.r10_points import in_range
from sandtable.games.western_desert.rules.r10_retreat import Retreat, can_retreat, most_placed, retreat_places
from sandtable.games.western_desert.rules.r10_strength import attack_dice, defense_dice
from sandtable.games.western_desert.rules.r11_terrain import Ground
from sandtable.games.western_desert.rules.r12_positions import attacked_from, upgrade, upgrade_barred
from sandtable.games.western_desert.rules.r13_leaders import montgomery_due
from sandtable.games.western_desert.terms import FED, FELL_BACK, INFANTRY, INSIDE, MOVED, PERMANENT, TOBRUK
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    GAME,
    ask,
    at,
    battle,
    desert,
    hits,
    names,
    play,
    roll,
    step,
    unit,
    verbs,
)


def test_r10_1_nobody_attacks_without_attackers_not_even_by_surprise() -> None:
    pos = desert("A01 4612", "X05 4512")
    pos.surprise = 1
    assert go_barred(pos, (at("4512"),), ()) == "10.1"
    ask(pos, "combat.begin")
    play(pos, ("attack", at("4512")))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("leave", at("4612")))
    assert refused.value.rule == "10.1"


def test_r10_21_a_step_from_a_unit_that_did_not_fight_is_refused() -> None:
    pos = desert("A01 4612", "A02 4612", "A06 4613", "X05 4512", "X06 4512")
    hits(pos, 2, 0, "A01 A02", "4512")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("lose", unit("A06")))
    assert refused.value.rule == "10.21"


def test_r5_0_a_directive_against_retreats_binds_the_axis_alone() -> None:
    pos = desert("A01 4612", "X05 4512")
    pos.effects = r05_events.NO_RETREAT
    assert no_retreat_rule(pos, [unit("X05")]) == "5.0"
    assert no_retreat_rule(pos, [unit("A01")]) is None


def test_r3_2_one_italian_holds_the_others_of_his_battle_in_place() -> None:
    pos = desert("X05 4512", "X20 4512", turn=2)
    assert no_retreat_rule(pos, [unit("X20"), unit("X05")]) == "3.2"


@pytest.mark.parametrize(("turn", "name", "rule"), [(2, "X05", "3.2"), (3, "X05", None), (2, "X20", None)])
def test_r3_2_italians_stand_on_the_first_two_turns(turn: int, name: str, rule: str | None) -> None:
    assert no_retreat_rule(desert(f"{name} 4512", turn=turn), [unit(name)]) == rule


def test_r10_21_there_is_no_way_home_to_a_source_in_enemy_hands() -> None:
    pos = desert("X05 4512", "A06 1019")
    assert not way_home(pos, at("4512"), AXIS, INFANTRY)
    assert way_home(desert("X05 4512"), at("4512"), AXIS, INFANTRY)


def test_r10_26_room_is_counted_anew_for_each_way_to_share_it() -> None:
    # 4411 has room for two points, 4412 for one: a regiment tried in 4411 first must not shut the division out.
    pos = desert("X05 4512", "X38 4512", "X07 4411", "X26 4412", "X14 4412", "X25 4412")
    places = pos.box.bit[at("4411")] | pos.box.bit[at("4412")]
    assert most_placed(pos, [unit("X05"), unit("X38")], places) == 2
    assert most_placed(pos, [unit("X38"), unit("X05")], places) == 2
    assert most_placed(pos, [unit("X05"), unit("X38"), unit("X39")], places) == 2
    assert most_placed(pos, [unit("X05")], 0) == most_placed(pos, [], places) == 0


def test_r10_26_a_leader_is_rolled_for_when_his_stack_finds_no_room() -> None:
    pos = desert("A01 4612", "X05 4512", "L4 4512", "X12 2012")
    pos.battle = tuple(battle(pos, "A01", "4512", hits=(0, 2)))
    ask(pos, "combat.fight", None, 7)
    assert step(pos) == "combat.losses"
    swap(pos, "combat.retreat", AXIS, (unit("X05"),), 40, 0)  # further than the map goes
    pos.settle()
    assert pos.where[unit("X05")] < 0
    assert step(pos) == "leader.roll"
    roll(pos, 2)
    assert pos.leaders_lost[AXIS] == 1


def test_r13_6_an_overwhelmed_stack_takes_its_leader_into_danger() -> None:
    pos = desert("A01 4612", "A02 4612", "X14- 4512", "L4 4512", "X01 2012", depots=("4509", "1119"))
    pos.battle = tuple(battle(pos, "A01 A02", "4512"))
    ask(pos, "combat.fight", None, 0)
    roll(pos, 6, 6, 6, 6, 6, 6)
    roll(pos, 1, 1, 1, 1)
    assert step(pos) == "leader.roll"
    assert pos.stack[-1].args == (unit("L4"), 3)


def test_r10_27_a_hex_that_was_attacked_is_entered_directly() -> None:
    pos = desert("A01 4513", "X12 2012")
    pos.battle = tuple(battle(pos, "A01", "4412 4512"))
    ways = advance_places(pos, unit("A01"), ())
    assert (ways[at("4412")], ways[at("4512")]) == (at("4412"), at("4512"))
    assert at("4513") not in ways


def test_r12_1_who_has_moved_or_has_no_supply_raises_no_position() -> None:
    pos = desert("A06 5012 in", "A07 5014 in", turn=6)
    assert upgrade_barred(pos, unit("A06")) is None
    pos.flags[unit("A06")] |= MOVED
    assert upgrade_barred(pos, unit("A06")) == "12.1"
    pos.flags[unit("A06")] &= ~MOVED
    pos.exploiting = 1
    assert upgrade_barred(pos, unit("A06")) == "12.1"
    cut_off = desert("A06 2020 in", "X05 2609")
    assert upgrade_barred(cut_off, unit("A06")) == "12.1"


def test_r12_1_raising_one_position_leaves_the_others_as_they_are() -> None:
    pos = desert("A06 5012 in", "A07 5014 in", turn=6)
    upgrade(pos, unit("A06"))
    assert sorted(pos.works) == sorted([(at("5012"), 2, 6), (at("5014"), 1, 0)])


def test_r8_4_a_unit_that_digs_on_the_supplies_of_tobruk_takes_a_place_there() -> None:
    pos = desert("X10 3409", "A06 1318", active=AXIS)
    pos.control[TOBRUK] = AXIS
    ask(pos, "move.begin")
    play(pos, ("unit", unit("X10")), ("build", unit("X10")))
    assert pos.flags[unit("X10")] & FED
    pos.stack = ()
    pos.turn += 1
    ask(pos, "move.begin")
    assert not pos.flags[unit("X10")] & FED
    play(pos, ("unit", unit("X10")), ("upgrade", unit("X10")))
    assert pos.flags[unit("X10")] & FED


def test_r13_7_montgomery_waits_while_the_enemy_is_in_alexandria() -> None:
    pos = desert("A06 5110", turn=21)
    pos.where[unit("L1")] = PERMANENT
    assert montgomery_due(pos)
    pos.put((unit("X05"),), at("6508"))
    assert not montgomery_due(pos)
    assert not montgomery_due(desert("A06 5110", turn=20))
    assert pos.held[ALLIED]


def test_r10_27_nobody_advances_into_ground_closed_to_him() -> None:
    pos = desert("A01 4815", "A05 4815", "X12 2012")
    pos.battle = tuple(battle(pos, "A01 A05", "4816"))
    ask(pos, "combat.advance")
    assert at("4816") not in advance_places(pos, unit("A01"), ())
    assert ("all", at("4816")) not in pos.actions()
    assert ("advance", unit("A05"), at("4816")) in pos.actions()


@pytest.mark.parametrize(("word", "rule"), [("attack", "10.1"), ("bombard", "14.2"), ("shell", "15.0")])
def test_r10_0_an_attack_on_an_empty_hex_is_refused_by_its_rule(word: str, rule: str) -> None:
    pos = desert("A01 4612", "X05 4512")
    ask(pos, "combat.begin")
    with pytest.raises(IllegalAction) as refused:
        pos.play((word, at("5012")))
    assert refused.value.rule == rule


def test_r10_26_only_recon_falls_back_into_the_depression() -> None:
    assert names(retreat_places(desert("X18 4717", "A01 4616", "X05 2012"), [unit("X18")], 1, False)) == {"4816"}
    mixed = desert("X18 4717", "X19 4717", "A01 4616", "X05 2012")
    assert not retreat_places(mixed, [unit("X18"), unit("X19")], 1, False)


def test_r10_31_without_a_depot_nobody_is_in_range() -> None:
    pos = desert(depots=("", "1119"))
    assert not in_range(pos, len(pos.box.map) - 1, ALLIED)


def test_r10_21_a_bonus_for_the_ground_hits_on_five_only_where_all_in_the_hex_do() -> None:
    pos = desert("X22 3909", "X05 3909", "A01 3908")
    dice = defense_dice(pos, battle(pos, "A01", "3909"))
    assert (dice.fives, dice.sixes) == (4, 3 + 1)
    alone = desert("X22 3909", "A01 3908")
    assert defense_dice(alone, battle(alone, "A01", "3909")).fives == 4 + 1


def test_r10_13_integrity_dice_hit_on_five_only_where_the_whole_stack_does() -> None:
    pos = desert("X20 4512", "X19 4512", "X21 4512", "X30 4512", "A06 4612", active=AXIS, depots=("6508", "4511"))
    dice = attack_dice(pos, battle(pos, "X20 X19 X21 X30", "4612"))
    assert (dice.fives, dice.sixes) == (12, 2 + 2 + 2)
    pos.major = 1
    assert attack_dice(pos, battle(pos, "X20 X19 X21 X30", "4612")).fives == 12 + 4 + 2


def test_r11_2_the_ground_is_worked_out_from_the_map() -> None:
    ground, board = Ground(GAME.map), GAME.map
    assert ground.strikes[at("4110")] >> at("4010") & 1  # a track climbs the escarpment
    assert not ground.strikes[at("4310")] >> at("4311") & 1
    assert ground.strikes[at("4612")] == pos_around("4612")
    assert not any(ground.strikes[place] >> 0 & 1 for place in range(len(board)))  # place 0 is sea
    assert names(ground.open[INFANTRY][at("4612")]) == names(pos_around("4612"))
    assert names(ground.weakened[1][at("6010")]) >= {"6011"}


def pos_around(name: str) -> int:
    """The six hexes round a hex of the open desert."""
    return desert().box.disc(at(name), 1) & ~(1 << at(name))


def test_r12_1_there_is_no_third_level_and_nothing_to_raise_without_a_position() -> None:
    assert upgrade_barred(desert("A06 5012 in2", turn=9), unit("A06")) == "12.1"
    assert upgrade_barred(desert("A06 5012", turn=9), unit("A06")) == "12.1"


def test_r12_3_a_stack_inside_a_position_joins_an_attack_only_when_it_is_told_to() -> None:
    pos = desert("A01 4612", "A06 4411 in", "A07 4411", "A08 4412 in", "X05 4512", "X01 2012", depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", at("4512")))
    assert set(pos.stack[-1].args[1]) == {(at("4612"), 1), (at("4411"), 0)}
    assert {action for action in pos.actions() if action[0] == "whole"} == {
        ("whole", at("4411")),
        ("whole", at("4412")),
    }
    play(pos, ("leave", at("4411")), ("join", at("4411")))
    assert set(pos.stack[-1].args[1]) == {(at("4612"), 1), (at("4411"), 0)}
    play(pos, ("whole", at("4412")))
    assert (at("4412"), 1) in pos.stack[-1].args[1]
    assert ("whole", at("4412")) not in pos.actions()


def test_r12_3_units_inside_a_position_may_be_held_back_one_by_one() -> None:
    pos = desert("A06 4612 in", "A07 4612 in", "A08 4612", "X05 4512", depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", at("4512")))
    assert "hold" not in verbs(pos), "nobody inside has joined yet"
    play(pos, ("whole", at("4612")))
    assert {action for action in pos.actions() if action[0] in ("hold", "whole")} == {
        ("hold", unit("A06")),
        ("hold", unit("A07")),
    }
    play(pos, ("hold", unit("A06")))
    assert {action for action in pos.actions() if action[0] in ("hold", "whole")} == {
        ("hold", unit("A07")),
        ("whole", at("4612")),
    }
    again = play(pos.copy(), ("whole", at("4612")), ("go",))
    assert set(Battle(*again.battle).attackers) == {unit("A06"), unit("A07"), unit("A08")}
    play(pos, ("go",))
    assert set(Battle(*pos.battle).attackers) == {unit("A07"), unit("A08")}
    assert pos.works == (), "A07 attacked out of a position of the first level"
    assert attack_barred(pos, unit("A06")) == "10.1"


def test_r10_5_only_units_of_the_division_that_take_part_count_for_integrity() -> None:
    pos = desert("A57 4612 in2", "A58 4612 in2", "A59 4612 in2", "X05 4512", depots=("4509", "1119"))
    three = attack_dice(pos, battle(pos, "A57 A58 A59", "4512"))
    two = attack_dice(pos, battle(pos, "A57 A58", "4512"))
    assert (three.strength, two.strength) == (3 + 3 + 3 + 2, 3 + 3), "A59 is held back (R38)"
    pos = desert("A57 4612", "A58 4612", "A59 4612", "X05 4512", active=AXIS)
    assert defense_dice(pos, battle(pos, "X05", "4612")).strength == 3 + 3 + 3 + 2
    pos.flags[unit("A59")] |= FELL_BACK
    assert defense_dice(pos, battle(pos, "X05", "4612")).strength == 3 + 3


def test_r10_27_the_second_hex_is_not_the_one_the_unit_came_from() -> None:
    pos = desert("A01 4612", "X05 2012")
    pos.battle = tuple(battle(pos, "A01", "4512"))
    assert at("4612") not in advance_places(pos, unit("A01"), ()), "to go back is no advance (R21)"
    assert at("4412") in advance_places(pos, unit("A01"), ())


def test_r12_3_somebody_in_the_stack_has_to_attack() -> None:
    pos = desert("A06 4612 in", "A07 4612 in", "A01 4513", "X05 4512", depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", at("4512")), ("whole", at("4612")), ("hold", unit("A07")))
    assert "hold" not in verbs(pos)
    play(pos, ("leave", at("4612")), ("whole", at("4612")), ("go",))
    assert set(Battle(*pos.battle).attackers) == {unit("A01"), unit("A06"), unit("A07")}


def test_r12_3_who_is_held_back_stays_so_when_another_hex_is_added() -> None:
    pos = desert("A06 4612 in2", "A07 4612 in2", "X05 4512", "X06 4611", depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", at("4512")), ("hold", unit("A07")), ("also", at("4611")), ("go",))
    assert Battle(*pos.battle).attackers == (unit("A06"),)
    assert pos.work_at(at("4612")) == 2


def test_r10_26_who_goes_further_needs_room_there_too() -> None:
    pos = desert("A01 4612", "X38 4512", "X12 2012")
    free = retreat_places(pos, [unit("X38")], 2, False)
    full = min(places_in(free))
    pos.put((unit("X05"), unit("X06")), full)
    assert Retreat._room(pos, unit("X38"), 2, False) == free & ~(1 << full)


def test_r12_3_only_the_position_attacked_from_is_given_up() -> None:
    pos = desert("A06 4612 in", "A07 4614 in", "X05 4512")
    attacked_from(pos, at("4612"))
    assert [pos.flags[unit(name)] & INSIDE for name in ("A06", "A07")] == [0, INSIDE]
    assert [place for place, _, _ in pos.works] == [at("4614")]
    strong = desert("A06 4612 in2", "X05 4512")
    attacked_from(strong, at("4612"))
    assert strong.work_at(at("4612")) == 2


def test_r14_2_a_second_hit_of_a_bombardment_is_taken_by_the_same_units() -> None:
    pos = desert("A01 4611", "X05 4509", "X06 4509")
    pos.naval = 1
    ask(pos, "combat.begin")
    play(pos, ("shell", at("4509")))
    roll(pos, 6, 6)
    play(pos, ("lose", unit("X05")))
    assert set(pos.actions()) == {("lose", unit("X05")), ("lose", unit("X06"))}
    play(pos, ("lose", unit("X06")))
    assert [pos.reduced[unit(name)] for name in ("X05", "X06")] == [1, 1]


def test_r10_0_neither_the_enemy_nor_units_off_the_map_attack() -> None:
    pos = desert("A01 4612", "X05 4512")
    assert [attack_barred(pos, unit(name)) for name in ("A01", "X05", "A02")] == [None, "10.0", "10.0"]


def test_r10_25_a_side_retreats_only_if_each_of_its_stacks_has_a_way() -> None:
    pos = desert("A01 4612", "A02 4714", "A03 4614", "A31 4713", "X05 4512", "X06 4613", "X12 2012")
    pos.battle = tuple(battle(pos, "A01", "4512 4613"))
    assert can_retreat(pos, [unit("X05")], 1, False)
    assert not can_retreat(pos, [unit("X05"), unit("X06")], 1, False)
