"""Chapter 6: movement."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import IllegalAction
from sandtable.engine.maps import cheapest, places_in, ways
from tests.games.bravery.scene import GAME, HEX, UNIT, at, draw, go, ids, mark, scene, verbs


def cost(a: str, b: str) -> int | None:
    """What a crossing costs in half points."""
    return dict(scene().box.costs[HEX[a]]).get(HEX[b])


def test_r6_units_may_be_dropped_where_no_enemy_stands_and_stay_there() -> None:
    pos = scene()
    draw(pos, "15PZ")
    go(pos, "0509")
    pos.play(("drop", UNIT["15PZ-4"]))
    go(pos, "0510")
    assert (at(pos, "15PZ-4"), at(pos, "15PZ-1")) == ("0509", "0510")
    assert ("drop", UNIT["15PZ-4"]) not in pos.actions()


def test_r6_nothing_is_dropped_beside_the_enemy_and_never_the_whole_stack() -> None:
    pos = scene({"0508": "2NZ-1"})
    draw(pos, "15PZ")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("drop", UNIT["15PZ-4"]))
    assert refused.value.rule == "6"
    with pytest.raises(IllegalAction) as refused:
        pos.play(("drop", UNIT["2NZ-1"]))
    assert refused.value.rule == "5.2.1"
    alone = scene(lost="15PZ-2 15PZ-3 15PZ-4")
    draw(alone, "15PZ")
    assert "drop" not in verbs(alone)


def test_r6_1_three_points_make_six_road_three_track_or_one_desert_crossing() -> None:
    road = scene({"0608": "15PZ"}, lost="2NZ SAV")
    draw(road, "15PZ")
    path = ["0609", "0610", "0611", "0612"]
    assert set(path) <= set(ids(road))
    go(road, *path)
    assert road.stack[-1].args[1] == 6 - 4
    track = scene({"0601": "15PZ"})
    draw(track, "15PZ")
    assert "0604" in ids(track)
    assert "0605" not in ids(track)
    desert = scene({"0206": "15PZ"})
    draw(desert, "15PZ")
    assert [number for number in ids(desert) if GAME.map.distance(HEX[number], HEX["0206"]) == 3] == []


@pytest.mark.parametrize(("a", "b"), [("0904", "0903"), ("0412", "0413"), ("0608", "0609")])
def test_r6_1_1_a_road_costs_half_a_point(a: str, b: str) -> None:
    assert cost(a, b) == cost(b, a) == 1


@pytest.mark.parametrize(("a", "b"), [("0508", "0507"), ("0308", "0407"), ("0605", "0604")])
def test_r6_1_2_a_track_costs_one_point(a: str, b: str) -> None:
    assert cost(a, b) == cost(b, a) == 2


def test_r6_1_3_open_desert_costs_two_points() -> None:
    assert cost("0508", "0407") == cost("0407", "0508") == 4


def test_r6_1_4_a_bare_cliff_is_closed_and_a_track_opens_one() -> None:
    assert cost("0605", "0706") is None
    assert GAME.map.linked("cliff", HEX["0313"], HEX["0314"])
    assert cost("0313", "0314") == 2
    pos = scene()
    draw(pos, "90LT")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("move", HEX["0506"]))
    assert refused.value.rule == "6.1.4"
    assert pos.why_not("axis", place="0506") == {
        "rule": "6.1.4",
        "text": "a bare cliff closes that side: look for a road or track",
    }


def test_r6_2_a_hex_that_cannot_be_paid_for_cannot_be_entered() -> None:
    pos = scene()
    draw(pos, "15PZ")
    go(pos, "0407")
    with pytest.raises(IllegalAction) as refused:
        go(pos, "0406")
    assert refused.value.rule == "6.2"
    assert at(pos, "15PZ-1") == "0407"
    go(pos, "0507")


def test_r6_3_any_number_of_units_may_share_a_hex() -> None:
    pos = scene({"0507": "21PZ 90LT ARI TRI BRE BOL"})
    draw(pos, "15PZ")
    go(pos, "0507")
    assert len(pos.at(HEX["0507"], 1)) == 4 + 4 + 3 + 3 + 2 + 2 + 2
    assert GAME.faults(pos) == []


def test_r6_4_entering_an_enemy_hex_ends_the_move() -> None:
    pos = scene({"0507": "2NZ-1"})
    draw(pos, "15PZ")
    go(pos, "0507")
    assert verbs(pos) == {"fight", "combine"}
    for action in (("stop",), ("move", HEX["0407"])):
        with pytest.raises(IllegalAction) as refused:
            pos.play(action)
        assert refused.value.rule == "6.4"


def test_r6_4_armour_alone_may_roll_past_reduced_infantry() -> None:
    pos = scene({"0507": "2NZ-1*", "0508": "15PZ-1 15PZ-2"}, lost="15PZ-3 15PZ-4")
    draw(pos, "15PZ")
    assert "0606" in ids(pos)
    go(pos, "0507")
    assert verbs(pos) == {"fight", "combine", "move"}
    go(pos, "0606")
    assert at(pos, "15PZ-1") == "0606"


@pytest.mark.parametrize("enemy", ["2NZ-1", "7A-1*", "2NZ-1* 7A-1*"])
def test_r6_4_nobody_rolls_past_full_infantry_or_armour(enemy: str) -> None:
    pos = scene({"0507": enemy}, lost="15PZ-4")
    draw(pos, "15PZ")
    assert "0606" not in ids(pos)
    go(pos, "0507")
    assert "move" not in verbs(pos)


def test_r6_4_a_stack_with_infantry_stops_before_reduced_infantry() -> None:
    pos = scene({"0507": "2NZ-1*"})
    draw(pos, "15PZ")
    go(pos, "0507")
    assert verbs(pos) == {"fight", "combine"}


def test_r6_5_a_stack_that_wakes_beside_the_enemy_may_leave_at_the_usual_cost() -> None:
    pos = scene({"0508": "15PZ 2NZ-1"})
    draw(pos, "15PZ")
    assert {"fight", "combine", "stop", "move"} == verbs(pos)
    go(pos, "0407")
    assert pos.stack[-1].args[1] == 6 - 4
    assert at(pos, "2NZ-1") == "0508"


def test_r6_6_one_italian_division_may_go_along_for_one_point() -> None:
    pos = scene({"0508": "15PZ BRE BOL"})
    draw(pos, "15PZ")
    assert {a for a in pos.actions() if a[0] == "carry"} == {("carry", pos.box.formation[f]) for f in ("BRE", "BOL")}
    pos.play(("carry", pos.box.formation["BRE"]))
    assert "carry" not in verbs(pos)
    assert set(ids(pos)) == {"0408", "0507", "0509", "0608"}
    go(pos, "0507")
    with pytest.raises(IllegalAction) as refused:
        go(pos, "0606")
    assert refused.value.rule == "6.6"
    pos.play(("drop", UNIT["BRE-1"]))
    pos.play(("drop", UNIT["BRE-2"]))
    go(pos, "0606")
    assert (at(pos, "BRE-1"), at(pos, "BOL-1"), at(pos, "15PZ-1")) == ("0507", "0508", "0606")


def test_r6_6_guests_left_behind_are_not_taken_up_again() -> None:
    """R19."""
    pos = scene({"0508": "15PZ BRE BOL"})
    draw(pos, "15PZ")
    pos.play(("carry", pos.box.formation["BRE"]))
    pos.play(("drop", UNIT["BRE-1"]))
    pos.play(("drop", UNIT["BRE-2"]))
    with pytest.raises(IllegalAction) as refused:
        pos.play(("carry", pos.box.formation["BRE"]))
    assert refused.value.rule == "6.6"
    go(pos, "0606")
    assert (at(pos, "BRE-1"), at(pos, "15PZ-1")) == ("0508", "0606")


def test_r6_6_italian_infantry_has_no_chit_and_goes_with_nobody_else() -> None:
    pos = scene({"0403": "ARI BRE"})
    draw(pos, "ARI")
    assert "carry" not in verbs(pos)
    moved = scene({"0508": "15PZ", "0509": "BRE"})
    draw(moved, "15PZ")
    go(moved, "0509")
    assert "carry" not in verbs(moved)


def test_r6_6_germans_cannot_leave_their_guests_alone_in_the_stack() -> None:
    pos = scene({"0508": "15PZ-1 BRE"}, lost="15PZ-2 15PZ-3 15PZ-4")
    draw(pos, "15PZ")
    pos.play(("carry", pos.box.formation["BRE"]))
    assert ("drop", UNIT["15PZ-1"]) not in pos.actions()


def test_r6_7_garrisons_have_no_chit_and_never_move() -> None:
    pos = scene()
    assert [unit.id for n, unit in enumerate(pos.box.units) if pos.box.fixed[n]] == ["SOLLUM-1", "H.PASS-1"]
    assert not {chit.label for chit in pos.box.chits} & {"SOLLUM", "H.PASS"}
    draw(pos, "DAK")
    woken = {pos.box.formations[action[1]].id for action in pos.actions() if action[0] == "activate"}
    assert woken == {"15PZ", "21PZ", "90LT"}


def test_r6_6_only_those_of_the_division_who_are_here_and_not_waiting_go_along() -> None:
    pos = scene({"0508": "15PZ BRE-1", "0509": "BRE-2"})
    draw(pos, "15PZ")
    pos.play(("carry", pos.box.formation["BRE"]))
    assert UNIT["BRE-1"] in pos.stack[-1].args[0]
    assert UNIT["BRE-2"] not in pos.stack[-1].args[0]
    waits = scene({"0508": "15PZ BRE 2NZ"})
    mark(waits, "BRE-1")
    draw(waits, "15PZ")
    waits.play(("carry", waits.box.formation["BRE"]))
    assert UNIT["BRE-2"] in waits.stack[-1].args[0]
    assert UNIT["BRE-1"] not in waits.stack[-1].args[0]
    all_wait = scene({"0508": "15PZ BRE 2NZ"})
    mark(all_wait, "BRE")
    draw(all_wait, "15PZ")
    assert "carry" not in verbs(all_wait)


@pytest.mark.parametrize(
    ("place", "rule"),
    [(-1, "2.2"), (10_000, "2.2"), (HEX["1014"], "2.2"), (0, "6.2"), (HEX["0601"], "6.2")],
)
def test_r6_2_a_hex_out_of_reach_and_one_that_is_none_are_told_apart(place: int, rule: str) -> None:
    pos = scene()
    draw(pos, "15PZ")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("move", place))
    assert refused.value.rule == rule


def test_r6_6_beyond_even_the_germans_reach_it_is_the_points_that_lack() -> None:
    pos = scene({"0508": "15PZ BRE"})
    draw(pos, "15PZ")
    pos.play(("carry", pos.box.formation["BRE"]))
    for number, rule in (("0606", "6.6"), ("0601", "6.2")):
        with pytest.raises(IllegalAction) as refused:
            go(pos, number)
        assert refused.value.rule == rule


def test_r6_1_a_moving_stack_cannot_answer_a_question_of_battle() -> None:
    pos = scene()
    draw(pos, "15PZ")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("stay",))
    assert refused.value.rule == "6.1"


def test_r6_4_enemies_where_a_stack_could_not_go_on_anyway_change_no_route() -> None:
    """Routes are remembered by the enemies that matter; all of them give the same costs and ways."""
    box, rng = scene().box, Random(6)
    for _ in range(400):
        start, budget = rng.choice(places_in(box.land)), rng.randrange(9)
        stops = sum(1 << place for place in rng.sample(places_in(box.land), 40))
        spent = cheapest(box.costs, start, budget, 0, stops)
        assert box.routes(start, budget, stops) == (spent, ways(box.costs, start, spent, stops))
        assert list(box.routes(start, budget, stops)[0]) == list(spent), "moves are offered in this order"
