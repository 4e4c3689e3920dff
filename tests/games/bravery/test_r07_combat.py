"""Chapter 7: dice, damage, retreat, recovery."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable import IllegalAction
from sandtable.engine.flow import Frame
from sandtable.games.bravery.position import LOST, BraveryPosition
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
    last_attacks,
    mark,
    roll,
    scene,
    strength,
    verbs,
)

FIELD = "0408"


def battle(attackers: str, defenders: str, chit: str = "15PZ", **more: object) -> BraveryPosition:
    """Attackers from 0508 attack defenders in 0408."""
    pos = scene({"0508": attackers, FIELD: defenders}, **more)  # type: ignore[arg-type]
    named = {UNIT[word.rstrip("*")] for word in attackers.split() if "-" in word}
    for unit in pos.box.members[pos.box.formation[chit]]:
        if named and unit not in named:
            pos.where[unit], pos.strength[unit] = LOST, 0
    draw(pos, chit)
    go(pos, FIELD)
    pos.play(("fight",))
    return pos


def miss(pos: BraveryPosition) -> None:
    """Every die due shows a one."""
    while pos.stack and pos.stack[-1].step in ("combat.roll", "recover.roll"):
        roll(pos, *[1] * min(pos.stack[-1].args[1], 6))


def test_r7_1_1_dice_are_the_strength_with_halves_dropped() -> None:
    assert bonuses(battle("15PZ-1 15PZ-2 15PZ-3*", "2NZ-1 2NZ-2* 2NZ-3*")) == [(2, 0 + 1), (2, 0)]
    assert bonuses(battle("15PZ-4", "7A-1*")) == [(1, 1)]


def test_r7_1_1_six_or_more_hits() -> None:
    pos = battle("15PZ-4", "7A-1 7A-2")
    roll(pos, 6)
    roll(pos, 5, 5)
    assert strength(pos, "15PZ-4") == [2]
    assert sorted(strength(pos, "7A-1", "7A-2")) == [1, 2]


def test_r7_1_1_more_than_six_dice_are_rolled_in_handfuls() -> None:
    pos = battle("15PZ", "4A 7A 1A-1")
    assert bonuses(pos) == [(4, 0), (8, 0)]
    roll(pos, 1, 1, 1, 1)
    roll(pos, 6, 6, 1, 1, 1, 1)
    assert bonuses(pos) == [(2, 0)]
    roll(pos, 1, 6)
    assert pos.stack[-1].step == "combat.damage"
    assert pos.stack[-1].args[0] == 3


def test_r7_1_2_only_the_active_stack_attacks() -> None:
    pos = scene({FIELD: "2NZ 21PZ"})
    draw(pos, "15PZ")
    go(pos, FIELD)
    pos.play(("fight",))
    assert set(pos.force) == {UNIT[f"15PZ-{n}"] for n in (1, 2, 3, 4)}


def test_r7_1_3_all_units_in_the_hex_defend_even_marked_ones() -> None:
    pos = scene({FIELD: "2NZ 7A"})
    pos.marker[UNIT["2NZ-1"]] = 1
    draw(pos, "15PZ")
    go(pos, FIELD)
    pos.play(("fight",))
    assert bonuses(pos)[1] == (7, 0)


@pytest.mark.parametrize(
    ("attackers", "defenders", "attack", "defence"),
    [
        ("15PZ-1", "2NZ-1", 1, 0),  # A against C
        ("15PZ-1", "7A-1", 0, 0),  # A against B
        ("15PZ-1", "7A-1 2NZ-1", 0, 0),  # the best defender counts
        ("15PZ-1 15PZ-4", "2NZ-1", 1, 0),  # and the best attacker
        ("15PZ-4", "2NZ-1", 0, 0),  # B against C
    ],
)
def test_r7_1_4_two_levels_better_add_one(attackers: str, defenders: str, attack: int, defence: int) -> None:
    assert [bonus for _, bonus in bonuses(battle(attackers, defenders))] == [attack, defence]


def test_r7_1_4_the_defender_gets_it_too() -> None:
    pos = battle("TRI-1 TRI-2", "7A-1", "TRI")
    assert [bonus for _, bonus in bonuses(pos)] == [0, 1]


@pytest.mark.parametrize(
    ("attackers", "defenders", "attack", "defence"),
    [
        ("15PZ-4", "2NZ-1* 2NZ-2*", 1, 0),
        ("15PZ-4", "2NZ-1* 2NZ-2", 0, 0),
        ("15PZ-4* 15PZ-1*", "7A-1", 0, 1),
        ("15PZ-1", "2NZ-1* 2NZ-2*", 2, 0),  # and adds to the level
    ],
)
def test_r7_1_5_an_enemy_all_reduced_adds_one(attackers: str, defenders: str, attack: int, defence: int) -> None:
    assert [bonus for _, bonus in bonuses(battle(attackers, defenders))] == [attack, defence]


def test_r7_2_1_half_the_damage_rounded_up_falls_on_the_highest_level() -> None:
    pos = battle("15PZ", "7A-1 4A-1 2NZ-1 2NZ-2 2NZ-3")
    roll(pos, 6, 6, 6, 1)
    roll(pos, 1, 1, 1, 1, 1)
    hit(pos, "2NZ-1")
    with pytest.raises(IllegalAction) as refused:
        hit(pos, "2NZ-2")
    assert refused.value.rule == "7.2.1"
    hit(pos, "7A-1")
    assert strength(pos, "7A-1", "4A-1", "2NZ-1") == [1, 1, 1]


def test_r7_2_1_the_rest_may_fall_on_the_highest_level_too() -> None:
    pos = battle("15PZ", "7A-1 7A-2 2NZ-1")
    roll(pos, 6, 6, 6, 1)
    miss(pos)
    hit(pos, "7A-1", "7A-2", "7A-1")
    assert strength(pos, "7A-1", "7A-2", "2NZ-1") == [0, 1, 2]


def test_r7_2_2_full_units_are_hit_before_reduced_ones_of_their_level() -> None:
    pos = battle("15PZ", "2NZ-1* 2NZ-2 4IND-1")
    roll(pos, 6, 1, 1, 1)
    miss(pos)
    with pytest.raises(IllegalAction) as refused:
        hit(pos, "2NZ-1")
    assert refused.value.rule == "7.2.2"
    hit(pos, "4IND-1")
    assert strength(pos, "2NZ-1", "2NZ-2", "4IND-1") == [1, 2, 1]


def test_r7_2_3_a_hit_reduces_a_full_unit_and_eliminates_a_reduced_one() -> None:
    pos = battle("15PZ", "2NZ-1* 7A-1")
    roll(pos, 6, 6, 1, 1)
    miss(pos)
    hit(pos, "2NZ-1")
    assert strength(pos, "2NZ-1", "7A-1") == [0, 1]
    assert at(pos, "2NZ-1") is None


def test_r7_2_3_more_hits_than_steps_destroy_everything() -> None:
    pos = battle("15PZ", "2NZ-1 2NZ-2*")
    roll(pos, 6, 6, 6, 6)
    miss(pos)
    assert strength(pos, "2NZ-1", "2NZ-2") == [0, 0]


def test_r7_3_1_damage_on_both_sides_ends_the_round_before_anyone_retreats() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1 2NZ-2")
    roll(pos, 6, 1)
    roll(pos, 6, 1)
    assert (sum(strength(pos, "15PZ-1", "15PZ-2")), sum(strength(pos, "2NZ-1", "2NZ-2"))) == (3, 3)
    assert pos.stack[-1].step == "combat.declare"
    assert pos.rounds == 1


@pytest.mark.parametrize(
    ("attackers", "defenders", "first"),
    [("15PZ-1 15PZ-2", "2NZ-1 2NZ-2", "axis"), ("15PZ-1 15PZ-2 15PZ-3", "2NZ-1 2NZ-2", "allied")],
)
def test_r7_3_2_the_weaker_side_declares_first_and_the_attacker_on_a_tie(
    attackers: str, defenders: str, first: str
) -> None:
    pos = battle(attackers, defenders)
    roll(pos, 6, *[1] * (len(attackers.split()) - 1))
    roll(pos, 6, 1)
    assert pos.side == first
    pos.play(("stay",))
    assert pos.side != first


def test_r7_3_2_a_side_alone_in_the_hex_may_still_retreat_if_it_was_hurt() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1")
    roll(pos, 6, 6)
    roll(pos, 6)
    assert strength(pos, "2NZ-1") == [0]
    assert (pos.side, verbs(pos)) == ("axis", {"stay", "retreat"})
    unhurt = battle("15PZ-1 15PZ-2", "2NZ-1*")
    roll(unhurt, 6, 6)
    assert unhurt.stack[-1].step == "draw.chit"


def test_r7_3_3_without_damage_nobody_may_retreat() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1 2NZ-2")
    miss_round(pos)
    assert pos.rounds == 2
    assert pos.stack[-1].step == "combat.roll"


def miss_round(pos: BraveryPosition) -> None:
    """One round without a hit."""
    rounds = pos.rounds
    while pos.rounds == rounds and pos.stack[-1].step == "combat.roll":
        roll(pos, *[1] * min(pos.stack[-1].args[1], 6))


def test_r7_3_3_damage_of_an_earlier_round_still_allows_retreat() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1 2NZ-2 2NZ-3")
    roll(pos, 6, 1)
    roll(pos, 1, 1, 1)
    pos.play(("stay",))
    miss_round(pos)
    assert (pos.side, verbs(pos)) == ("allied", {"stay", "retreat"})


def test_r7_3_3_a_lone_reduced_defender_may_retreat_unhurt() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1*")
    roll(pos, 1, 1)
    assert (pos.side, verbs(pos)) == ("allied", {"stay", "retreat"})


def test_r7_3_3_a_lone_reduced_attacker_must_retreat() -> None:
    pos = battle("15PZ-1*", "2NZ-1 2NZ-2")
    roll(pos, 1, 1)
    assert at(pos, "15PZ-1") == "0508"
    assert pos.side == "chance"


def test_r7_3_4_garrisons_never_retreat() -> None:
    pos = scene({"0413": "7A"}, lost="1A 4IND")
    give(pos, "0413", "allied")
    mark(pos, "7A-1")
    last_attacks(pos)
    assert pos.stack[-1].step == "combat.roll"
    roll(pos, 6, 1, 1, 1)
    roll(pos, 1)
    assert strength(pos, "SOLLUM-1") == [1]
    assert at(pos, "SOLLUM-1") == "0413"
    assert pos.side == "chance"
    assert [line["rule"] for line in pos.report(None) if line["text"] == "The Axis stands at Sollum."] == ["7.3.4"]


def test_r7_3_4_other_units_leave_a_garrison_behind_and_it_fights_on() -> None:
    """R15"""
    pos = scene({"0413": "7A 90LT"}, lost="1A 4IND")
    give(pos, "0413", "allied")
    mark(pos, "7A-1")
    last_attacks(pos)
    roll(pos, 6, 1, 1, 1)
    roll(pos, 1, 1, 1, 1)
    hit(pos, "90LT-1")
    pos.play(("retreat",), by="axis")
    pos.play(next(action for action in pos.actions() if action[0] == "fall_back"))
    assert at(pos, "SOLLUM-1") == "0413"
    assert at(pos, "90LT-1") != "0413"
    assert pos.rounds == 2


def retreating(defenders: str = "2NZ-1 2NZ-2") -> BraveryPosition:
    """15PZ has hurt the defenders, who have declared a retreat."""
    pos = battle("15PZ", defenders)
    roll(pos, 6, 1, 1, 1)
    miss(pos)
    pos.play(("retreat",))
    return pos


def test_r7_3_5_defenders_shun_enemies_and_bare_cliffs_and_may_split() -> None:
    pos = retreating()
    hexes = {GAME.map.ids[action[1]] for action in pos.actions()}
    assert hexes == {"0308", "0309", "0409", "0508", "0509"}  # 21PZ is in 0407; the attackers came from 0508
    pos.play(("split", HEX["0309"]))
    pos.play(("fall_back", HEX["0308"]))
    assert {at(pos, "2NZ-1"), at(pos, "2NZ-2")} == {"0309", "0308"}


def test_r7_3_5_a_hex_with_enemies_is_refused() -> None:
    pos = retreating()
    with pytest.raises(IllegalAction) as refused:
        pos.play(("fall_back", HEX["0407"]))
    assert refused.value.rule == "7.3.5"
    dark = pos.why_not("allied", place="0407")
    assert dark is not None
    assert dark["rule"] == "7.3.5"


def test_r7_3_5_attackers_go_back_where_they_came_from() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ")
    roll(pos, 1, 1)
    roll(pos, 6, 1, 1)
    pos.play(("retreat",))
    assert (at(pos, "15PZ-1"), at(pos, "15PZ-2")) == ("0508", "0508")


def test_r7_3_5_attackers_whose_way_back_is_barred_retreat_like_defenders() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ")
    pos.where[UNIT["4A-1"]] = HEX["0508"]
    roll(pos, 1, 1)
    roll(pos, 6, 1, 1)
    pos.play(("retreat",))
    hexes = {GAME.map.ids[action[1]] for action in pos.actions()}
    assert "0508" not in hexes
    assert "0407" in hexes
    pos.play(("fall_back", HEX["0407"]))
    assert at(pos, "15PZ-1") == "0407"


def test_r7_3_5_attackers_who_did_not_enter_this_turn_choose_their_way() -> None:
    """R12"""
    pos = scene({FIELD: "15PZ-1 15PZ-2 2NZ"}, lost="15PZ-3 15PZ-4")
    draw(pos, "15PZ")
    pos.play(("fight",))
    roll(pos, 1, 1)
    roll(pos, 6, 1, 1)
    pos.play(("retreat",))
    assert len(pos.actions()) > 1


AROUND = ("TRI-1", "TRI-2", "ARI-1", "ARI-2", "ARI-3")


def test_r7_3_5_units_without_a_way_out_are_lost() -> None:
    pos = battle("15PZ", "2NZ-1 2NZ-2")
    for number, unit in zip(("0308", "0309", "0409", "0508", "0509"), AROUND, strict=True):
        pos.where[UNIT[unit]] = HEX[number]
    roll(pos, 6, 1, 1, 1)
    miss(pos)
    pos.play(("retreat",))
    assert strength(pos, "2NZ-1", "2NZ-2") == [0, 0]


def test_r7_4_1_only_the_side_that_stays_recovers_tanks() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1 2NZ-2")
    roll(pos, 6, 1)
    roll(pos, 6, 1)
    pos.play(("retreat",))
    assert pos.stack[-1].step != "recover.roll"
    pos.play(("stay",))
    assert pos.side == "chance"
    assert pos.stack[-1].step == "draw.chit"


def test_r7_4_2_a_die_for_each_german_armour_unit_damaged_five_or_six_succeeds() -> None:
    pos = battle("15PZ-1 15PZ-2 15PZ-3", "2NZ-1 2NZ-2")
    roll(pos, 6, 1, 1)
    roll(pos, 6, 6)
    assert sum(strength(pos, "15PZ-1", "15PZ-2", "15PZ-3")) == 4
    pos.play(("retreat",), by="allied")
    pos.play(("stay",), by="axis")
    pos.play(("fall_back", HEX["0309"]), by="allied")
    assert (pos.stack[-1].step, pos.stack[-1].args[1]) == ("recover.roll", 2)
    roll(pos, 4, 5)
    assert verbs(pos) == {"done", "repair"}
    pos.play(next(action for action in pos.actions() if action[0] == "repair"))
    assert sorted(strength(pos, "15PZ-1", "15PZ-2", "15PZ-3")) == [1, 2, 2]
    assert pos.stack[-1].step == "draw.chit"


def test_r7_4_2_two_successes_bring_a_lost_unit_back_at_full_strength() -> None:
    pos = scene({FIELD: "15PZ-1 15PZ-2", "0508": "15PZ-3"}, lost="15PZ-4 15PZ-1")
    pos.field, pos.attacker, pos.force = HEX[FIELD], 1, (UNIT["15PZ-1"], UNIT["15PZ-2"])
    pos.damage = (UNIT["15PZ-1"], UNIT["15PZ-2"])
    pos.stack = (*pos.stack[:-1], Frame("combat.recover", 1, ()))
    pos.strength[UNIT["15PZ-2"]] = 1
    pos.settle()
    roll(pos, 5, 6)
    assert {a[0] for a in pos.actions()} == {"done", "repair", "salvage"}
    pos.play(("salvage", UNIT["15PZ-1"]))
    assert (at(pos, "15PZ-1"), strength(pos, "15PZ-1")) == (FIELD, [1])
    pos.play(("repair", UNIT["15PZ-1"]))
    assert strength(pos, "15PZ-1") == [2]


@pytest.mark.parametrize(("face", "recovered"), [(5, False), (6, True)])
def test_r7_4_3_british_armour_recovers_on_a_six_only(face: int, recovered: bool) -> None:
    pos = battle("4A-1 4A-2", "TRI-1", "4A")
    roll(pos, 5, 1)
    roll(pos, 6)
    pos.play(("retreat",), by="axis")
    pos.play(("stay",), by="allied")
    pos.play(("fall_back", HEX["0407"]), by="axis")
    assert pos.stack[-1].step == "recover.roll"
    roll(pos, face)
    assert ("repair" in verbs(pos)) == recovered


def test_r7_4_4_italian_armour_is_not_recovered() -> None:
    pos = battle("ARI-1 ARI-2", "2NZ-1", "ARI")
    roll(pos, 6, 6)
    roll(pos, 6)
    pos.play(("stay",), by="axis")
    assert sum(strength(pos, "ARI-1", "ARI-2")) == 3
    assert pos.stack[-1].step == "draw.chit"


def test_r7_5_rounds_follow_until_a_side_is_gone() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1 2NZ-2")
    seen = []
    for _ in range(3):
        seen.append(pos.rounds)
        miss_round(pos)
    assert all(after == before + 1 for before, after in pairwise(seen))
    roll(pos, 6, 6)
    roll(pos, 1, 1)
    pos.play(("stay",), by="allied")
    roll(pos, 6, 6)
    roll(pos, 1)
    assert strength(pos, "2NZ-1", "2NZ-2") == [0, 0]
    assert pos.stack[-1].step == "draw.chit"


def test_r7_3_2_the_odds_of_standing_are_those_of_one_more_round() -> None:
    pos = battle("15PZ-1 15PZ-2 15PZ-3", "2NZ-1 2NZ-2")
    roll(pos, 6, 1, 1)
    roll(pos, 6, 1)
    view = pos.see(pos.side)
    stay = next(action for action in view["actions"] if action["do"] == ["stay"])
    assert stay["odds"] is True
    assert "5 hexes next to it" in view["prompt"]["text"]
    assert view["battle"]["sum"]["left"].startswith("2 dice"), "the sum is of the round to come"
    told = pos.forecast(("stay",))
    assert told is not None
    chances = {result["label"]: result["chance"] for result in told["results"]}
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["It goes on"] > 0.5
    assert told["losses"]["defender"][0] == pytest.approx((4 / 6) ** 2, abs=0.08), "two dice that hit on a 5 or 6"


def test_r7_3_5_a_retreat_of_attackers_is_said_to_go_back_the_way_they_came() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1 2NZ-2")
    roll(pos, 6, 1)
    roll(pos, 6, 1)
    assert pos.side == "axis"
    assert "the way your units came" in pos.see("axis")["prompt"]["text"]


def test_r7_3_2_where_the_enemy_leaves_standing_has_no_odds() -> None:
    pos = battle("15PZ-1 15PZ-2", "2NZ-1 2NZ-2")
    roll(pos, 6, 1)
    roll(pos, 6, 1)
    pos.play(("retreat",))
    assert pos.side == "allied"
    assert pos.forecast(("stay",)) is None
    assert not any(action.get("odds") for action in pos.see("allied")["actions"])
