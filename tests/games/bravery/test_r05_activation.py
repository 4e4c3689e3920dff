"""Chapter 5: chits and what they wake."""

from __future__ import annotations

import json

import pytest

from sandtable import IllegalAction
from sandtable.engine.flow import Frame
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import BraveryPosition
from tests.games.bravery.scene import GAME, HEX, UNIT, chit, draw, go, scene, verbs


def committing(side: int = ALLIED, *, lost: str = "") -> BraveryPosition:
    pos = scene(lost=lost)
    pos.cup = (0, 0)
    pos.stack = (Frame("turn", 0, (4 if side else 3,)), Frame("cup.commit", side, ()))
    pos._actions = None
    return pos


def test_r5_1_1_each_side_chooses_its_own_chits() -> None:
    pos = GAME.start()
    mine = {action[1] for action in pos.actions() if action[0] == "put"}
    assert {pos.box.chits[number].side for number in mine} == {ALLIED}
    pos.play(("put", min(mine)))
    assert ("put", min(mine)) not in pos.actions()
    pos.play(("done",))
    assert pos.side == "axis"
    for forged in (("put", min(mine)), ("put",)):
        with pytest.raises(IllegalAction) as refused:
            pos.play(forged)
        assert refused.value.rule == "5.1.1"


def test_r5_1_2_the_enemy_never_sees_what_is_in_the_cup_until_it_is_drawn() -> None:
    few, all_of_them = GAME.start(), GAME.start()
    few.play(("put", 0))
    few.play(("done",))
    all_of_them.play(("all",))
    assert json.dumps(few.see("axis")) == json.dumps(all_of_them.see("axis"))
    assert few.report("axis") == all_of_them.report("axis")
    assert json.dumps(few.see("allied")) != json.dumps(all_of_them.see("allied"))
    for pos in (few, all_of_them):
        pos.play(("all",))
        pos.play(("draw", 0))
    assert json.dumps(few.see("axis")) == json.dumps(all_of_them.see("axis"))
    drawn = few.see("axis")["tracks"][0]["boxes"][0].get("chit")
    assert drawn is not None
    assert drawn["label"] == "1A"


def test_r5_1_3_a_destroyed_formation_stays_out_of_the_cup() -> None:
    pos = committing(lost="2NZ")
    number = chit(pos, "2NZ")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("put", number))
    assert refused.value.rule == "5.1.3"
    some = committing(AXIS, lost="15PZ 21PZ")
    assert ("put", chit(some, "DAK")) in some.actions()
    axis = committing(AXIS, lost="15PZ 21PZ 90LT")
    assert ("put", chit(axis, "DAK")) not in axis.actions()


def test_r5_1_4_a_refitted_formation_stays_out_of_the_cup() -> None:
    pos = committing()
    pos.refitted = 1 << pos.box.formation["2NZ"]
    with pytest.raises(IllegalAction) as refused:
        pos.play(("put", chit(pos, "2NZ")))
    assert refused.value.rule == "5.1.4"
    pos.play(("all",))
    assert not pos.cup[ALLIED] >> chit(pos, "2NZ") & 1


def test_r5_1_5_an_afrika_korps_chit_wakes_any_one_german_division() -> None:
    pos = scene()
    draw(pos, "DAK")
    woken = {(pos.box.formations[a[1]].id, GAME.map.ids[a[2]]) for a in pos.actions() if a[0] == "activate"}
    assert woken == {("15PZ", "0508"), ("21PZ", "0407"), ("90LT", "0605")}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("activate", pos.box.formation["ARI"], HEX["0403"]))
    assert refused.value.rule == "5.1.5"
    passed = pos.copy()
    passed.play(("stop",))
    assert passed.side == "chance"
    pos.play(("activate", pos.box.formation["90LT"], HEX["0605"]))
    assert "move" in verbs(pos)


def test_r5_1_6_a_dead_formations_chit_takes_a_box_and_the_next_is_drawn() -> None:
    pos = scene(lost="2NZ")
    draw(pos, "2NZ")
    assert pos.side == "chance"
    assert len(pos.drawn) == 1
    korps = scene(lost="15PZ 21PZ 90LT")
    draw(korps, "DAK")
    assert korps.side == "chance"


def test_r5_2_1_the_owner_chooses_which_hex_of_a_split_formation_wakes() -> None:
    pos = scene({"0509": "2NZ-1"})
    draw(pos, "2NZ")
    assert pos.actions() == [("activate", HEX["0509"]), ("activate", HEX["0511"])]
    pos.play(("activate", HEX["0511"]))
    assert set(pos.stack[-1].args[0]) == {UNIT["2NZ-2"], UNIT["2NZ-3"]}


def test_r5_2_1_unmarked_units_wake_before_marked_ones() -> None:
    """R4: a stack partly under a marker wakes without those that wait."""
    pos = scene({"0408": "2NZ 15PZ"})
    pos.marker[UNIT["15PZ-1"]] = 1
    draw(pos, "15PZ")
    assert UNIT["15PZ-1"] not in pos.stack[-1].args[0]
    assert "assault" in verbs(pos)


def test_r5_2_2_an_active_stack_may_pass_move_or_fight() -> None:
    pos = scene({"0408": "2NZ 15PZ"})
    draw(pos, "15PZ")
    assert {"stop", "move", "fight", "combine"} <= verbs(pos)
    pos.play(("stop",))
    assert pos.side == "chance"


def test_r5_2_3_no_chit_is_drawn_before_the_last_ones_business_is_done() -> None:
    pos = scene({"0408": "2NZ"})
    draw(pos, "15PZ")
    go(pos, "0408")
    with pytest.raises(IllegalAction):
        pos.play(("draw", chit(pos, "2SA")))
    pos.play(("fight",))
    assert pos.stack[-1].step == "combat.roll"


def test_r5_1_1_forged_chits_are_refused_as_such() -> None:
    """Another side's chit is not looked into, and only the order to put one in is."""
    pos = committing(lost="2NZ 15PZ")
    mine, theirs = chit(pos, "2NZ"), chit(pos, "15PZ")
    for forged in (("put", theirs), ("put", -1), ("draw", mine), ("take",)):
        with pytest.raises(IllegalAction) as refused:
            pos.play(forged)
        assert refused.value.rule == "5.1.1", forged
