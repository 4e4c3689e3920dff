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
    HEX,
    UNIT,
    ask,
    battle,
    hits,
    names,
    play,
    roll,
    scene,
    step,
    verbs,
)


def test_r10_1_nobody_attacks_without_attackers_not_even_by_surprise() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    pos.surprise = 1
    assert go_barred(pos, (HEX["4512"],), ()) == "10.1"
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("leave", HEX["4612"]))
    assert refused.value.rule == "10.1"


def test_r10_21_a_step_from_a_unit_that_did_not_fight_is_refused() -> None:
    pos = scene({"4612": "A01 A02", "4613": "A06", "4512": "X05 X06"})
    hits(pos, 2, 0, "A01 A02", "4512")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("lose", UNIT["A06"]))
    assert refused.value.rule == "10.21"


def test_r5_0_a_directive_against_retreats_binds_the_axis_alone() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    pos.effects = r05_events.NO_RETREAT
    assert no_retreat_rule(pos, [UNIT["X05"]]) == "5.0"
    assert no_retreat_rule(pos, [UNIT["A01"]]) is None


def test_r3_2_one_italian_holds_the_others_of_his_battle_in_place() -> None:
    pos = scene({"4512": "X05 X20"}, turn=2)
    assert no_retreat_rule(pos, [UNIT["X20"], UNIT["X05"]]) == "3.2"


@pytest.mark.parametrize(("turn", "name", "rule"), [(2, "X05", "3.2"), (3, "X05", None), (2, "X20", None)])
def test_r3_2_italians_stand_on_the_first_two_turns(turn: int, name: str, rule: str | None) -> None:
    assert no_retreat_rule(scene({"4512": name}, turn=turn), [UNIT[name]]) == rule


def test_r10_21_there_is_no_way_home_to_a_source_in_enemy_hands() -> None:
    pos = scene({"4512": "X05", "1019": "A06"})
    assert not way_home(pos, HEX["4512"], AXIS, INFANTRY)
    assert way_home(scene({"4512": "X05"}), HEX["4512"], AXIS, INFANTRY)


def test_r10_26_room_is_counted_anew_for_each_way_to_share_it() -> None:
    # 4411 has room for two points, 4412 for one: a regiment tried in 4411 first must not shut the division out.
    pos = scene({"4512": "X05 X38", "4411": "X07", "4412": "X26 X14 X25"})
    places = pos.box.bit[HEX["4411"]] | pos.box.bit[HEX["4412"]]
    assert most_placed(pos, [UNIT["X05"], UNIT["X38"]], places) == 2
    assert most_placed(pos, [UNIT["X38"], UNIT["X05"]], places) == 2
    assert most_placed(pos, [UNIT["X05"], UNIT["X38"], UNIT["X39"]], places) == 2
    assert most_placed(pos, [UNIT["X05"]], 0) == most_placed(pos, [], places) == 0


def test_r10_26_a_leader_is_rolled_for_when_his_stack_finds_no_room() -> None:
    pos = scene({"4612": "A01", "4512": "X05 L4", "2012": "X12"})
    pos.battle = tuple(battle(pos, "A01", "4512", hits=(0, 2)))
    ask(pos, "combat.fight", None, 7)
    assert step(pos) == "combat.losses"
    swap(pos, "combat.retreat", AXIS, (UNIT["X05"],), 40, 0)  # further than the map goes
    pos.settle()
    assert pos.where[UNIT["X05"]] < 0
    assert step(pos) == "leader.roll"
    roll(pos, 2)
    assert pos.leaders_lost[AXIS] == 1


def test_r13_6_an_overwhelmed_stack_takes_its_leader_into_danger() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X14* L4", "2012": "X01"}, depots=("4509", "1119"))
    pos.battle = tuple(battle(pos, "A01 A02", "4512"))
    ask(pos, "combat.fight", None, 0)
    roll(pos, 6, 6, 6, 6, 6, 6)
    roll(pos, 1, 1, 1, 1)
    assert step(pos) == "leader.roll"
    assert pos.stack[-1].args == (UNIT["L4"], 3)


def test_r10_27_a_hex_that_was_attacked_is_entered_directly() -> None:
    pos = scene({"4513": "A01", "2012": "X12"})
    pos.battle = tuple(battle(pos, "A01", "4412 4512"))
    ways = advance_places(pos, UNIT["A01"], ())
    assert (ways[HEX["4412"]], ways[HEX["4512"]]) == (HEX["4412"], HEX["4512"])
    assert HEX["4513"] not in ways


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


def test_r8_4_a_unit_that_digs_on_the_supplies_of_tobruk_takes_a_place_there() -> None:
    pos = scene({"3409": "X10", "1318": "A06"}, active=AXIS)
    pos.control[TOBRUK] = AXIS
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["X10"]), ("build", UNIT["X10"]))
    assert pos.flags[UNIT["X10"]] & FED
    pos.stack = ()
    pos.turn += 1
    ask(pos, "move.begin")
    assert not pos.flags[UNIT["X10"]] & FED
    play(pos, ("unit", UNIT["X10"]), ("upgrade", UNIT["X10"]))
    assert pos.flags[UNIT["X10"]] & FED


def test_r13_7_montgomery_waits_while_the_enemy_is_in_alexandria() -> None:
    pos = scene({"5110": "A06"}, turn=21)
    pos.where[UNIT["L1"]] = PERMANENT
    assert montgomery_due(pos)
    pos.put((UNIT["X05"],), HEX["6508"])
    assert not montgomery_due(pos)
    assert not montgomery_due(scene({"5110": "A06"}, turn=20))
    assert pos.held[ALLIED]


def test_r10_27_nobody_advances_into_ground_closed_to_him() -> None:
    pos = scene({"4815": "A01 A05", "2012": "X12"})
    pos.battle = tuple(battle(pos, "A01 A05", "4816"))
    ask(pos, "combat.advance")
    assert HEX["4816"] not in advance_places(pos, UNIT["A01"], ())
    assert ("all", HEX["4816"]) not in pos.actions()
    assert ("advance", UNIT["A05"], HEX["4816"]) in pos.actions()


@pytest.mark.parametrize(("word", "rule"), [("attack", "10.1"), ("bombard", "14.2"), ("shell", "15.0")])
def test_r10_0_an_attack_on_an_empty_hex_is_refused_by_its_rule(word: str, rule: str) -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    ask(pos, "combat.begin")
    with pytest.raises(IllegalAction) as refused:
        pos.play((word, HEX["5012"]))
    assert refused.value.rule == rule


def test_r10_26_only_recon_falls_back_into_the_depression() -> None:
    assert names(retreat_places(scene({"4717": "X18", "4616": "A01", "2012": "X05"}), [UNIT["X18"]], 1, False)) == {
        "4816"
    }
    mixed = scene({"4717": "X18 X19", "4616": "A01", "2012": "X05"})
    assert not retreat_places(mixed, [UNIT["X18"], UNIT["X19"]], 1, False)


def test_r10_31_without_a_depot_nobody_is_in_range() -> None:
    pos = scene(depots=("", "1119"))
    assert not in_range(pos, len(pos.box.map) - 1, ALLIED)


def test_r10_21_a_bonus_for_the_ground_hits_on_five_only_where_all_in_the_hex_do() -> None:
    pos = scene({"3909": "X22 X05", "3908": "A01"})
    dice = defense_dice(pos, battle(pos, "A01", "3909"))
    assert (dice.fives, dice.sixes) == (4, 3 + 1)
    alone = scene({"3909": "X22", "3908": "A01"})
    assert defense_dice(alone, battle(alone, "A01", "3909")).fives == 4 + 1


def test_r10_13_integrity_dice_hit_on_five_only_where_the_whole_stack_does() -> None:
    pos = scene({"4512": "X20 X19 X21 X30", "4612": "A06"}, active=AXIS, depots=("6508", "4511"))
    dice = attack_dice(pos, battle(pos, "X20 X19 X21 X30", "4612"))
    assert (dice.fives, dice.sixes) == (12, 2 + 2 + 2)
    pos.major = 1
    assert attack_dice(pos, battle(pos, "X20 X19 X21 X30", "4612")).fives == 12 + 4 + 2


def test_r11_2_the_ground_is_worked_out_from_the_map() -> None:
    ground, board = Ground(GAME.map), GAME.map
    assert ground.strikes[HEX["4110"]] >> HEX["4010"] & 1  # a track climbs the escarpment
    assert not ground.strikes[HEX["4310"]] >> HEX["4311"] & 1
    assert ground.strikes[HEX["4612"]] == pos_around("4612")
    assert not any(ground.strikes[place] >> 0 & 1 for place in range(len(board)))  # place 0 is sea
    assert names(ground.open[INFANTRY][HEX["4612"]]) == names(pos_around("4612"))
    assert names(ground.weakened[1][HEX["6010"]]) >= {"6011"}


def pos_around(name: str) -> int:
    """The six hexes round a hex of the open desert."""
    return scene().box.disc(HEX[name], 1) & ~(1 << HEX[name])


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


def test_r10_5_only_units_of_the_division_that_take_part_count_for_integrity() -> None:
    pos = scene({"4612": "A57++ A58++ A59++", "4512": "X05"}, depots=("4509", "1119"))
    three = attack_dice(pos, battle(pos, "A57 A58 A59", "4512"))
    two = attack_dice(pos, battle(pos, "A57 A58", "4512"))
    assert (three.strength, two.strength) == (3 + 3 + 3 + 2, 3 + 3), "A59 is held back (R38)"
    pos = scene({"4612": "A57 A58 A59", "4512": "X05"}, active=AXIS)
    assert defense_dice(pos, battle(pos, "X05", "4612")).strength == 3 + 3 + 3 + 2
    pos.flags[UNIT["A59"]] |= FELL_BACK
    assert defense_dice(pos, battle(pos, "X05", "4612")).strength == 3 + 3


def test_r10_27_the_second_hex_is_not_the_one_the_unit_came_from() -> None:
    pos = scene({"4612": "A01", "2012": "X05"})
    pos.battle = tuple(battle(pos, "A01", "4512"))
    assert HEX["4612"] not in advance_places(pos, UNIT["A01"], ()), "to go back is no advance (R21)"
    assert HEX["4412"] in advance_places(pos, UNIT["A01"], ())


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


def test_r10_26_who_goes_further_needs_room_there_too() -> None:
    pos = scene({"4612": "A01", "4512": "X38", "2012": "X12"})
    free = retreat_places(pos, [UNIT["X38"]], 2, False)
    full = min(places_in(free))
    pos.put((UNIT["X05"], UNIT["X06"]), full)
    assert Retreat._room(pos, UNIT["X38"], 2, False) == free & ~(1 << full)


def test_r12_3_only_the_position_attacked_from_is_given_up() -> None:
    pos = scene({"4612": "A06+", "4614": "A07+", "4512": "X05"})
    attacked_from(pos, HEX["4612"])
    assert [pos.flags[UNIT[name]] & INSIDE for name in ("A06", "A07")] == [0, INSIDE]
    assert [place for place, _, _ in pos.works] == [HEX["4614"]]
    strong = scene({"4612": "A06++", "4512": "X05"})
    attacked_from(strong, HEX["4612"])
    assert strong.work_at(HEX["4612"]) == 2


def test_r14_2_a_second_hit_of_a_bombardment_is_taken_by_the_same_units() -> None:
    pos = scene({"4611": "A01", "4509": "X05 X06"})
    pos.naval = 1
    ask(pos, "combat.begin")
    play(pos, ("shell", HEX["4509"]))
    roll(pos, 6, 6)
    play(pos, ("lose", UNIT["X05"]))
    assert set(pos.actions()) == {("lose", UNIT["X05"]), ("lose", UNIT["X06"])}
    play(pos, ("lose", UNIT["X06"]))
    assert [pos.reduced[UNIT[name]] for name in ("X05", "X06")] == [1, 1]


def test_r10_0_neither_the_enemy_nor_units_off_the_map_attack() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    assert [attack_barred(pos, UNIT[name]) for name in ("A01", "X05", "A02")] == [None, "10.0", "10.0"]


def test_r10_25_a_side_retreats_only_if_each_of_its_stacks_has_a_way() -> None:
    pos = scene(
        {"4612": "A01", "4714": "A02", "4614": "A03", "4713": "A31", "4512": "X05", "4613": "X06", "2012": "X12"}
    )
    pos.battle = tuple(battle(pos, "A01", "4512 4613"))
    assert can_retreat(pos, [UNIT["X05"]], 1, False)
    assert not can_retreat(pos, [UNIT["X05"], UNIT["X06"]], 1, False)
