"""Hits taken as steps or hexes, the way back, split retreats, and leaders who follow an advance."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.western_desert.rules.r10_fight import way_out
from sandtable.games.western_desert.rules.r10_retreat import most_placed, retreat_places
from sandtable.games.western_desert.terms import PERMANENT, RECOVERABLE
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, battle, hits, names, play, scene, step, verbs


def pocket(*more: dict[str, str]) -> Any:
    """Two Italian divisions in 4512 with one hex behind them and no second."""
    return scene(*more, {"4612": "A01", "4512": "X05 X06", "2012": "X12"})


def test_r10_23_a_short_retreat_is_offered_where_the_long_one_is_shut() -> None:
    pos = pocket({"4311": "A02", "4313": "A03", "4410": "A31", "4412": "X07"})
    one = retreat_places(pos, [UNIT["X05"], UNIT["X06"]], 1, False)
    assert names(one) == {"4412"}
    assert not retreat_places(pos, [UNIT["X05"], UNIT["X06"]], 2, False)
    hits(pos, 0, 4, "A01", "4512")
    assert step(pos) == "combat.losses"  # not lost unasked
    play(pos, ("lose", UNIT["X05"]), ("lose", UNIT["X06"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("retreat",))  # two hexes
    assert refused.value.rule == "10.26"
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    assert pos.where[UNIT["X06"]] == HEX["4412"]


def test_r10_23_no_way_of_any_length_means_that_all_are_lost() -> None:
    pos = pocket({"4411": "A02", "4413": "A03", "4513": "A31", "4511": "A39", "4412": "A40"})
    hits(pos, 0, 4, "A01", "4512")
    assert all(pos.where[UNIT[name]] in (RECOVERABLE, PERMANENT) for name in ("X05", "X06"))


def test_r10_23_a_way_for_one_stack_saves_nobody_if_the_other_cannot_be_given_up() -> None:
    # 4512 can fall back, 4613 is shut in; four hits are steps enough to give up the one-step unit there, not the other.
    def two_hexes(shut_in: str) -> Any:
        pos = scene(
            {"4613": shut_in, "4612": "A01", "4714": "A02", "4614": "A03", "4713": "A31", "4512": "X05", "2012": "X12"},
        )
        pos.battle = tuple(battle(pos, "A01", "4512 4613", hits=(0, 3)))
        return pos

    assert not retreat_places(two_hexes("X06"), [UNIT["X06"]], 1, False)
    assert way_out(two_hexes("X04"), 1, 3, 0)
    assert way_out(two_hexes("X06"), 1, 3, 0)
    assert not way_out(two_hexes("X06"), 1, 2, 0)


def test_r10_26_a_stack_of_a_double_attack_does_not_fall_back_into_the_other_hex() -> None:
    pos = scene({"4513": "A01 A02", "4512": "X05", "4412": "X06", "2012": "X12"}, depots=("4509", "1119"))
    pos.battle = tuple(battle(pos, "A01 A02", "4412 4512", hits=(0, 4)))
    for hexes in (1, 2):
        places = names(retreat_places(pos, [UNIT["X05"]], hexes, False))
        assert places
        assert not places & {"4412", "4512"}


def test_r9_32_after_a_double_attack_nobody_stays_beside_the_attacker() -> None:
    pos = scene({"4513": "A01 A02", "4512": "X05", "4412": "X06", "2012": "X12"}, depots=("4509", "1119"))
    hits(pos, 0, 2, "A01 A02", "4412 4512")
    play(pos, ("lose", UNIT["X05"]), ("retreat",))
    while step(pos) == "combat.retreat":
        play(pos, pos.actions()[0])
    zone = pos.zoc[ALLIED] & ~pos.box.bit[HEX["4513"]]
    assert not any(zone >> pos.where[UNIT[name]] & 1 for name in ("X05", "X06"))


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
    held = {"4411": "X07 X01", "4412": "X26 X14 X25", "4410": "X02 X09"}
    pos = scene(held, {"4612": "A01", "4512": "X38 X39", "2012": "X12", "4413": "X03 X08"})
    hits(pos, 0, 2, "A01", "4512")
    play(pos, ("lose", UNIT["X38"]), ("retreat",))
    assert verbs(pos) == {"scatter"}
    by_unit = {name: {a[2] for a in pos.actions() if a[1] == UNIT[name]} for name in ("X38", "X39")}
    for places in by_unit.values():
        assert HEX["4412"] in places
        assert {pos.box.distance(place, HEX["4512"]) for place in places} == {1, 2}
    play(pos, ("scatter", UNIT["X38"], HEX["4412"]))
    assert pos.box.distance(pos.where[UNIT["X39"]], HEX["4512"]) == 2 or all(
        pos.box.distance(a[-1], HEX["4512"]) == 2 for a in pos.actions()
    )


def test_r10_21_the_table_spreads_hits_armor_last_and_no_unit_dies_while_another_can_be_reduced() -> None:
    pos = scene({"4612": "A01", "4512": "X13 X05 X06", "2012": "X12"})
    hits(pos, 0, 3, "A01", "4512")
    play(pos, ("spread",))
    assert [pos.reduced[UNIT[name]] for name in ("X13", "X05", "X06")] == [0, 1, 1]
    assert [pos.where[UNIT[name]] for name in ("X13", "X05", "X06")].count(HEX["4512"]) == 2


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
