"""10.25 to 10.27 Retreats and advances."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.engine.flow import swap
from sandtable.engine.maps import places_in
from sandtable.games.western_desert.position import Battle
from sandtable.games.western_desert.rules.r10_advance import advance_places, cleared
from sandtable.games.western_desert.rules.r10_losses import eliminate
from sandtable.games.western_desert.rules.r10_retreat import (
    Retreat,
    can_retreat,
    fall_back,
    most_placed,
    retreat_places,
    ways_back,
)
from sandtable.games.western_desert.rules.r10_strength import defense_dice
from sandtable.games.western_desert.terms import FELL_BACK
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    battle,
    fight,
    hits,
    names,
    play,
    roll,
    scene,
    step,
    verbs,
)


def test_r10_25_all_units_of_a_side_retreat_from_all_their_hexes() -> None:
    pos = scene({"4612": "A01", "4614": "A02", "4613": "X05", "2012": "X06"}, depots=("4509", "1119"))
    hits(pos, 2, 0, "A01 A02", "4613")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("retreat",))
    assert refused.value.rule == "10.25"
    play(pos, ("lose", UNIT["A01"]), ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    assert pos.where[UNIT["A01"]] != HEX["4612"]
    assert pos.where[UNIT["A02"]] != HEX["4614"]


def test_r10_26_a_retreat_goes_homeward_and_shuns_enemy_zones() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    places = retreat_places(pos, [UNIT["X05"]], 1, False)
    assert places
    assert not places & pos.zoc[ALLIED]
    home = pos.box.to_source[AXIS]
    assert all(home[HEX[name]] < home[HEX["4512"]] for name in names(places))


def test_r10_26_a_friend_opens_a_zone_and_who_falls_back_on_friends_adds_nothing_to_their_defense() -> None:
    pos = scene({"4612": "A01", "4413": "A02", "4411": "A03", "4512": "X05", "4412": "X06", "2012": "X01"})
    assert names(retreat_places(pos, [UNIT["X05"]], 1, False)) == {"4412"}
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("retreat",))
    assert pos.where[UNIT["X05"]] == HEX["4412"]
    assert pos.flags[UNIT["X05"]] & FELL_BACK
    pos.stack = ()
    again = battle(pos, "A02", "4412")
    assert UNIT["X05"] in again.defenders
    assert defense_dice(pos, again).strength == 1  # one cut-off unit of strength 2, and not the newcomer


def test_r10_26_no_way_back_means_steps() -> None:
    pos = scene(
        {"4612": "A01", "4411": "A02", "4413": "A03", "4513": "A31", "4511": "A39", "4412": "A40", "4512": "X05 X06"}
    )
    hits(pos, 0, 3, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("lose", UNIT["X06"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("retreat",))
    assert refused.value.rule == "10.26"


def test_r10_26_a_stack_without_room_scatters() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06", "4411": "X07", "4410": "X01", "4412": "X02 X03", "2012": "X12"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    assert verbs(pos) == {"scatter"}


def test_r10_27_survivors_advance_into_the_cleared_hex_and_mobile_ones_further() -> None:
    pos = scene({"4612": "A01 A06", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    hits(pos, 0, 1, "A01 A06", "4512")
    places = {a[2] for a in pos.actions() if a[0] == "advance" and a[1] == UNIT["A06"]}
    assert places == {HEX["4512"]}
    further = {a[2] for a in pos.actions() if a[0] == "advance" and a[1] == UNIT["A01"]}
    assert {HEX["4512"], HEX["4412"]} <= further
    play(pos, ("advance", UNIT["A01"], HEX["4412"]), ("advance", UNIT["A06"], HEX["4512"]))
    assert (pos.where[UNIT["A01"]], pos.where[UNIT["A06"]]) == (HEX["4412"], HEX["4512"])


def test_r10_27_when_all_have_advanced_the_question_is_about_the_leader() -> None:
    pos = scene({"4612": "A01 A06 L1", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    hits(pos, 0, 1, "A01 A06", "4512")
    assert pos.see("allied")["prompt"]["title"] == "Advance after combat?"
    play(pos, ("all", HEX["4512"]))
    assert pos.see("allied")["prompt"]["title"] == "Does the leader follow?"
    assert {action[0] for action in pos.actions()} == {"advance", "done"}


def test_r10_27_no_advance_for_an_attacker_who_retreated() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X14*", "2012": "X01"})
    hits(pos, 2, 1, "A01 A02", "4512")
    play(pos, ("lose", UNIT["A01"]), ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    assert pos.stack == ()
    assert not pos.held[ALLIED] >> HEX["4512"] & 1
    pos.battle = tuple(battle(pos, "A01 A02", "4512", fell_back=1))
    assert cleared(pos) == []


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


def test_r10_27_a_hex_that_was_attacked_is_entered_directly() -> None:
    pos = scene({"4513": "A01", "2012": "X12"})
    pos.battle = tuple(battle(pos, "A01", "4412 4512"))
    ways = advance_places(pos, UNIT["A01"], ())
    assert (ways[HEX["4412"]], ways[HEX["4512"]]) == (HEX["4412"], HEX["4512"])
    assert HEX["4513"] not in ways


def test_r10_27_nobody_advances_into_ground_closed_to_him() -> None:
    pos = scene({"4815": "A01 A05", "2012": "X12"})
    pos.battle = tuple(battle(pos, "A01 A05", "4816"))
    ask(pos, "combat.advance")
    assert HEX["4816"] not in advance_places(pos, UNIT["A01"], ())
    assert ("all", HEX["4816"]) not in pos.actions()
    assert ("advance", UNIT["A05"], HEX["4816"]) in pos.actions()


def test_r10_26_only_recon_falls_back_into_the_depression() -> None:
    assert names(retreat_places(scene({"4717": "X18", "4616": "A01", "2012": "X05"}), [UNIT["X18"]], 1, False)) == {
        "4816"
    }
    mixed = scene({"4717": "X18 X19", "4616": "A01", "2012": "X05"})
    assert not retreat_places(mixed, [UNIT["X18"], UNIT["X19"]], 1, False)


def test_r10_27_the_second_hex_is_not_the_one_the_unit_came_from() -> None:
    pos = scene({"4612": "A01", "2012": "X05"})
    pos.battle = tuple(battle(pos, "A01", "4512"))
    assert HEX["4612"] not in advance_places(pos, UNIT["A01"], ()), "to go back is no advance (R21)"
    assert HEX["4412"] in advance_places(pos, UNIT["A01"], ())


def test_r10_26_who_goes_further_needs_room_there_too() -> None:
    pos = scene({"4612": "A01", "4512": "X38", "2012": "X12"})
    free = retreat_places(pos, [UNIT["X38"]], 2, False)
    full = min(places_in(free))
    pos.put((UNIT["X05"], UNIT["X06"]), full)
    near = ways_back(pos, [UNIT["X38"]], 1, False)
    assert Retreat._room(pos, UNIT["X38"], 1, near, False) == free & ~(1 << full)


def test_r10_25_a_side_retreats_only_if_each_of_its_stacks_has_a_way() -> None:
    pos = scene(
        {"4612": "A01", "4714": "A02", "4614": "A03", "4713": "A31", "4512": "X05", "4613": "X06", "2012": "X12"}
    )
    pos.battle = tuple(battle(pos, "A01", "4512 4613"))
    assert can_retreat(pos, [UNIT["X05"]], 1, False)
    assert not can_retreat(pos, [UNIT["X05"], UNIT["X06"]], 1, False)


def test_r10_26_a_stack_of_a_double_attack_does_not_fall_back_into_the_other_hex() -> None:
    pos = scene({"4513": "A01 A02", "4512": "X05", "4412": "X06", "2012": "X12"}, depots=("4509", "1119"))
    pos.battle = tuple(battle(pos, "A01 A02", "4412 4512", hits=(0, 4)))
    for hexes in (1, 2):
        places = names(retreat_places(pos, [UNIT["X05"]], hexes, False))
        assert places
        assert not places & {"4412", "4512"}


def test_r10_26_a_stack_may_split_and_each_unit_goes_the_same_distance() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06", "2012": "X12"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    assert verbs(pos) == {"retreat", "scatter"}
    first = next(a for a in pos.actions() if a[0] == "scatter" and a[1] == UNIT["X05"])
    play(pos, first)
    other = next(a for a in pos.actions() if a[-1] != first[2])
    play(pos, other)
    places = {pos.where[UNIT["X05"]], pos.where[UNIT["X06"]]}
    assert len(places) == 2
    assert all(pos.box.distance(place, HEX["4512"]) == 1 for place in places)


def test_r10_26_who_goes_first_leaves_room_for_the_others_if_there_is_any() -> None:
    # 4411 has room for one point, 4412 for two: the division must go to 4412, the regiment to 4411.
    held = {"4411": "X07 X25", "4410": "X01", "4412": "X26 X14"}
    pos = scene(held, {"4612": "A01", "4512": "X05 X38", "2012": "X12", "4410": "X02", "4413": "X03 X08"})
    room = retreat_places(pos, [UNIT["X05"], UNIT["X38"]], 1, False)
    assert most_placed(pos, [UNIT["X05"], UNIT["X38"]], room) == 2
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X38"]), ("retreat",))
    assert set(pos.actions()) == {("scatter", UNIT["X05"], HEX["4412"]), ("scatter", UNIT["X38"], HEX["4411"])}


def test_r10_26_where_not_all_have_room_the_fewest_go_further_and_the_owner_says_who() -> None:
    held = {"4411": "X07 X01", "4412": "X26 X14 X25", "4410": "X02 X09", "4511": "X23 X24"}
    pos = scene(held, {"4612": "A01", "4512": "X38 X39", "2012": "X12", "4413": "X03 X08"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X38"]), ("retreat",))
    assert verbs(pos) == {"scatter"}
    by_unit = {name: {a[2] for a in pos.actions() if a[1] == UNIT[name]} for name in ("X38", "X39")}
    for places in by_unit.values():
        assert HEX["4412"] in places
        assert {pos.box.distance(place, HEX["4512"]) for place in places} == {1, 2}
    play(pos, next(a for a in pos.actions() if pos.box.distance(a[2], HEX["4512"]) == 2))
    assert [line["text"] for line in pos.report("axis")][-2].endswith(", as no nearer hex has room.")
    pos = scene(held, {"4612": "A01", "4512": "X38 X39", "2012": "X12", "4413": "X03 X08"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X38"]), ("retreat",))
    play(pos, ("scatter", UNIT["X38"], HEX["4412"]))
    assert pos.box.distance(pos.where[UNIT["X39"]], HEX["4512"]) == 2 or all(
        pos.box.distance(a[-1], HEX["4512"]) == 2 for a in pos.actions()
    )


def test_r10_27_every_leader_with_the_attackers_may_follow_them_not_only_the_one_used() -> None:
    pos = scene({"4612": "X20 X22 L3 L4", "4512": "A04", "5110": "A06"}, active=AXIS, depots=("5310", "4509"))
    pos.battle = tuple(battle(pos, "X20 X22", "4512", hits=(0, 1), lead=(UNIT["L3"], -1)))
    ask(pos, "combat.fight", None, 7)
    assert step(pos) == "combat.advance"
    assert not any(a[0] == "advance" and a[1] in (UNIT["L3"], UNIT["L4"]) for a in pos.actions())
    play(pos, ("all", HEX["4512"]))
    assert {a[1] for a in pos.actions() if a[0] == "advance"} == {UNIT["L3"], UNIT["L4"]}
    play(pos, ("advance", UNIT["L4"], HEX["4512"]), ("advance", UNIT["L3"], HEX["4512"]))
    assert (pos.where[UNIT["L3"]], pos.where[UNIT["L4"]]) == (HEX["4512"], HEX["4512"])


def test_r10_27_the_second_hex_is_shared_only_with_units_that_have_advanced() -> None:
    pos = scene({"4612": "A01 A02", "4412": "A03", "2012": "X05"})
    pos.battle = tuple(battle(pos, "A01 A02", "4512"))
    assert HEX["4412"] not in advance_places(pos, UNIT["A01"], ()), "A03 took no part"
    pos.put((UNIT["A02"],), HEX["4412"])
    assert HEX["4412"] not in advance_places(pos, UNIT["A01"], (UNIT["A02"],)), "A03 is still there"
    pos.put((UNIT["A03"],), HEX["5011"])
    assert HEX["4412"] in advance_places(pos, UNIT["A01"], (UNIT["A02"],))


def test_r10_27_one_unit_alone_is_not_asked_to_advance_as_all() -> None:
    for attackers, asked in (("A01", False), ("A01 A02", True)):
        pos = scene({"4612": attackers, "2012": "X05"})
        pos.battle = tuple(battle(pos, attackers, "4512"))
        ask(pos, "combat.advance")
        assert (("all", HEX["4512"]) in pos.actions()) == asked


def test_r10_26_who_falls_back_onto_the_enemys_depot_takes_it() -> None:
    pos = scene({"4510": "X05", "4511": "A01"}, active=ALLIED, depots=("4509", "1119"))
    pos.battle = tuple(battle(pos, "A01", "4510"))
    fall_back(pos, (UNIT["X05"],), HEX["4509"], 1)
    pos.settle()
    roll(pos, 4)
    assert (pos.depot[ALLIED], pos.points) == (-1, [0, 10])


def test_r10_26_the_owner_of_a_stack_is_told_that_it_may_split() -> None:
    for defenders, told in (("X05 X06", True), ("X05", False)):
        pos = scene({"4612": "A01 A02", "4512": defenders, "2012": "X01"})
        ask(pos, "combat.retreat", AXIS, tuple(UNIT[name] for name in defenders.split()), 1, 0)
        assert ("a unit and its hex" in pos.see("axis")["prompt"]["text"]) == told


def test_r13_6_of_two_leaders_the_one_who_led_is_in_danger() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06* L3 L4", "2012": "X01"})
    for lead in ("L3", "L4"):
        trial = pos.copy()
        trial.battle = tuple(battle(trial, "A01", "4512", lead=(-1, UNIT[lead])))
        eliminate(trial, (UNIT["X06"],), "10.21")
        assert trial.shaken == ((UNIT[lead], 1),)


def test_r10_27_the_first_leader_follows_only_units_that_have_advanced() -> None:
    pos = scene({"4612": "A01 A02 L1", "2012": "X05"})
    pos.battle = tuple(battle(pos, "A01 A02", "4512"))
    assert not advance_places(pos, UNIT["L1"], ())
    pos.put((UNIT["A01"],), HEX["4512"])
    assert list(advance_places(pos, UNIT["L1"], (UNIT["A01"],))) == [HEX["4512"]]


def test_r10_26_a_stack_that_splits_into_one_empty_hex_still_defends_it() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06", "2012": "X12"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    place = next(a[2] for a in pos.actions() if a[0] == "scatter")
    play(pos, ("scatter", UNIT["X05"], place), ("retreat", place))
    assert pos.where[UNIT["X05"]] == pos.where[UNIT["X06"]] == place
    assert not (pos.flags[UNIT["X05"]] | pos.flags[UNIT["X06"]]) & FELL_BACK


def test_r10_26_a_leader_who_falls_back_onto_friends_adds_nothing_to_their_defense() -> None:
    pos = scene({"4612": "A01", "4413": "A02", "4411": "A03", "4512": "X05 L3", "4412": "X06", "2012": "X01"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("retreat",))
    assert pos.where[UNIT["L3"]] == HEX["4412"]
    assert [line["text"] for line in pos.report("axis")][-1] == (
        "63 Cirene Division and Rommel retreat 1 hex from 4512 to 4412."
    )
    pos.stack = ()
    fight(pos, "A02", "4412")
    assert Battle(*pos.battle).lead == (-1, -1)
    pos.flags[UNIT["L3"]] &= ~FELL_BACK  # one who was there before, or joined them later, does lead
    pos.stack = ()
    fight(pos, "A02", "4412")
    assert Battle(*pos.battle).lead == (-1, UNIT["L3"])


def test_r13_3_a_leader_who_fell_back_with_attackers_still_leads_an_attack() -> None:
    pos = scene({"4612": "A01 L1", "4512": "X05", "2012": "X12"}, depots=("4509", "1119"))
    pos.flags[UNIT["L1"]] |= FELL_BACK
    fight(pos, "A01", "4512")
    assert Battle(*pos.battle).lead == (UNIT["L1"], -1)


def test_r10_26_a_leader_goes_back_with_the_last_of_his_stack() -> None:
    pos = scene({"4612": "A01", "4512": "X05 X06 L4", "2012": "X12"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    first = next(a for a in pos.actions() if a[0] == "scatter" and a[1] == UNIT["X05"])
    play(pos, first)
    assert pos.where[UNIT["L4"]] == HEX["4512"]
    play(pos, next(a for a in pos.actions() if a[-1] != first[2]))
    assert pos.where[UNIT["L4"]] == pos.where[UNIT["X06"]] != first[2]


def test_r10_26_tobruk_is_a_source_that_a_retreat_may_make_for() -> None:
    # South-east of Tobruk, attacked from the south: Alexandria lies to the east, Tobruk to the north-west.
    pos = scene({"3510": "A06", "3511": "X20", "3408": "A07"}, active=AXIS, depots=("5310", "1119"))
    assert names(retreat_places(pos, [UNIT["A06"]], 1, False)) == {"3609"}
    pos.control[0] = ALLIED
    assert names(retreat_places(pos, [UNIT["A06"]], 1, False)) == {"3609", "3509", "3409"}


def test_r10_26_who_finds_no_room_homeward_goes_to_another_hex_before_he_goes_further() -> None:
    # Of the hexes next to 4512 that no enemy closes, 4411 and 4412 lie homeward, 4511 does not.
    placed = {"4612": "A01", "4512": "X38 X39", "4411": "X07 X01", "4412": "X26 X14 X25", "2012": "X12"}
    pos = scene(placed)
    assert names(retreat_places(pos, [UNIT["X38"]], 1, False)) == {"4411", "4412"}
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X38"]), ("retreat",))
    for name in ("X38", "X39"):
        assert {a[2] for a in pos.actions() if a[1] == UNIT[name]} == {HEX["4412"], HEX["4511"]}
    play(pos, ("scatter", UNIT["X38"], HEX["4412"]))
    assert pos.where[UNIT["X39"]] == HEX["4511"]


def test_r10_27_the_log_says_from_where_each_stack_advances() -> None:
    pos = scene({"4612": "A01", "4513": "A02", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    hits(pos, 0, 2, "A01 A02", "4512")
    play(pos, ("all", HEX["4512"]))
    told = [line["text"] for line in pos.report("allied") if line["rule"] == "10.27"]
    assert told == [
        "4th Armoured Brigade advances from 4612 to 4512.",
        "7th Armoured Brigade advances from 4513 to 4512.",
    ]


def test_r10_27_a_leader_does_not_advance_to_where_he_stands() -> None:
    pos = scene({"4612": "A01 L1", "4513": "A02", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    hits(pos, 0, 2, "A01 A02", "4512")
    play(pos, ("advance", UNIT["A01"], HEX["4512"]), ("advance", UNIT["A02"], HEX["4612"]))
    assert {a for a in pos.actions() if a[0] == "advance"} == {("advance", UNIT["L1"], HEX["4512"])}
