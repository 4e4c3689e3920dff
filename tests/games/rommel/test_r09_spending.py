"""9 Buildup: what points are spent on (E to H)."""

from __future__ import annotations

import pytest

from sandtable.engine.maps import mask_of
from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.rules.r09_spending import capacity, land_ways, rebuild_barred, sea_ways
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    GAME,
    HEX,
    NUMBER,
    ask,
    blocks,
    build,
    fight,
    hexes,
    names,
    put,
    scene,
    where,
)


def test_r9_4_redeployment_stays_in_the_network_out_of_the_enemys_and_of_battles() -> None:
    pos = scene({"Alexandria": "A43", "Mersa Matruh": "A44", "Sidi Barrani": "A45 I08"})
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    build(pos, ALLIED, 3)
    pos.play(("redeploy", NUMBER["A43"]))
    reached = names(pos.actions(), "land")
    assert {"El Hammam", "El Alamein", "Fuka", "Mersa Matruh", "Bir Sofafi E2"} <= reached
    assert not {"Sidi Barrani", "Sollum", "Tobruk"} & reached
    pos.play(("land", HEX["Mersa Matruh"]))
    assert where(pos, "A43") == "Mersa Matruh"
    assert pos.points[ALLIED] == 2
    pos.networks = (pos.networks[0], mask_of([HEX["El Daba"]]))
    assert "Alexandria" not in hexes(land_ways(pos, ALLIED, HEX["Mersa Matruh"]))


def test_r9_4_no_redeployment_into_or_through_a_battle() -> None:
    pos = scene({"Mersa Matruh": "A43", "Sidi Barrani": "A45 I08"})
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    road = ("Mersa Matruh", "Mersa Matruh W1", "Bir Sofafi E2", "Sidi Barrani E1", "Sidi Barrani", "Sollum")
    pos.networks = (mask_of(HEX[name] for name in road), 0)
    assert "Sidi Barrani E1" in hexes(land_ways(pos, ALLIED, HEX["Mersa Matruh"]))
    assert not {"Sidi Barrani", "Sollum"} & hexes(land_ways(pos, ALLIED, HEX["Mersa Matruh"]))


def test_r9_4_2_leaving_a_battle_by_redeployment_is_no_retreat() -> None:
    pos = scene({"Sidi Barrani": "A45 A43 I08"})
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    build(pos, ALLIED, 1)
    pos.play(("redeploy", NUMBER["A45"]))
    assert "Sollum" not in names(pos.actions(), "land")
    pos.play(("land", HEX["Mersa Matruh"]))
    assert where(pos, "A45") == "Mersa Matruh"
    assert not pos.disrupted[NUMBER["A45"]]


def test_r9_5_a_port_has_full_capacity_for_the_allies_and_half_for_the_axis() -> None:
    pos = scene()
    assert [capacity(pos, ALLIED, HEX[name]) for name in ("Tobruk", "Benghazi", "Bardia")] == [5, 5, 2]
    assert [capacity(pos, AXIS, HEX[name]) for name in ("Tobruk", "Benghazi", "Bardia")] == [2, 2, 1]
    pos.ports = ((HEX["Bardia"], AXIS, 1),)
    assert capacity(pos, AXIS, HEX["Bardia"]) == 0
    pos.points = (9, 9)
    assert HEX["Bardia"] not in sea_ways(pos, AXIS, HEX["El Agheila"])
    assert HEX["Benghazi"] in sea_ways(pos, AXIS, HEX["El Agheila"])


@pytest.mark.parametrize(("siege", "cost"), [(False, 1), (True, 4)])
def test_r9_5_1_by_sea_between_base_and_port_dearer_in_a_siege(siege: bool, cost: int) -> None:
    pos = scene({"Tobruk": "A43", "Alexandria": "A44"})
    if siege:
        put(pos, "Tobruk", "I08")
        fight(pos, "Tobruk", ALLIED, "Gambut")
    build(pos, ALLIED, 4)
    pos.play(("redeploy", NUMBER["A44"]))
    pos.play(("sea", HEX["Tobruk"]))
    assert where(pos, "A44") == "Tobruk"
    assert pos.points[ALLIED] == 4 - cost
    assert pos.ports == ((HEX["Tobruk"], ALLIED, 1),)


def test_r9_6_blocks_rested_at_the_base_are_rebuilt_for_points() -> None:
    pos = scene()
    put(pos, "El Agheila", "G01", "I01", "I08", steps=1)
    for block in ("G01", "I01"):
        pos.rested[NUMBER[block]] = 1
    build(pos, AXIS, 18)
    assert blocks(pos.actions(), "rebuild") == {"G01", "I01"}
    pos.play(("rebuild", NUMBER["G01"]))
    assert (pos.steps[NUMBER["G01"]], pos.points[AXIS]) == (2, 6)  # a double step costs double
    pos.play(("rebuild", NUMBER["I01"]))
    assert (pos.steps[NUMBER["I01"]], pos.points[AXIS]) == (2, 0)
    assert rebuild_barred(pos, NUMBER["I01"]) == "9.2"
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"


def test_r9_6_a_block_brought_home_at_full_cost_is_rebuilt_at_once() -> None:
    pos = scene()
    put(pos, "Mersa Brega", "I08", steps=1)
    build(pos, AXIS, 9)
    pos.play(("redeploy", NUMBER["I08"]))
    pos.play(("land", HEX["El Agheila"]))
    pos.play(("rebuild", NUMBER["I08"]))
    assert pos.steps[NUMBER["I08"]] == 2


def test_r9_6_a_block_brought_home_by_sea_waits_for_the_next_buildup() -> None:
    pos = scene()
    put(pos, "Benghazi", "I08", steps=1)
    put(pos, "Mersa Brega", "A01")  # no way by land
    build(pos, AXIS, 9)
    pos.play(("redeploy", NUMBER["I08"]))
    pos.play(("sea", HEX["El Agheila"]))
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"


def test_r9_6_1_a_refit_goes_home_free_and_lies_disrupted() -> None:
    pos = scene()
    put(pos, "Benghazi", "I08", steps=1)
    put(pos, "Benghazi", "I09")
    build(pos, AXIS, 0)
    assert blocks(pos.actions(), "refit") == {"I08"}
    pos.play(("refit", NUMBER["I08"]))
    assert where(pos, "I08") == "El Agheila"
    assert (pos.disrupted[NUMBER["I08"]], pos.refit[NUMBER["I08"]]) == (1, 1)
    ask(pos, "supply.first", AXIS)
    assert pos.disrupted[NUMBER["I08"]]  # it recovers at the next Buildup only


def test_r9_7_a_minefield_costs_fifteen_points_and_stays_secret() -> None:
    pos = scene({"Tobruk": "A43"})
    build(pos, ALLIED, 15)
    pos.play(("mine",))
    pos.play(("at", HEX["Bardia"]))
    assert pos.points[ALLIED] == 0
    assert [mark["at"] for mark in pos.see("allied")["markers"]] == ["Bardia"]
    assert pos.see("axis")["markers"] == []
    assert ("mine",) not in pos.actions()


def test_r9_7_1_two_old_minefields_make_a_new_one() -> None:
    pos = scene({"Tobruk": "A43"})
    pos.mines = tuple((HEX[name], ALLIED, 0, 1 << HEX[name]) for name in ("Bardia", "Sollum"))
    build(pos, ALLIED, 0)
    pos.play(("lift", HEX["Bardia"], HEX["Sollum"]))
    pos.play(("at", HEX["Fuka"]))
    assert [mine[0] for mine in pos.mines] == [HEX["Fuka"]]


def test_r9_7_2_mines_lie_in_the_network_one_to_a_hex() -> None:
    pos = scene({"Sollum": "A43"})
    pos.mines = ((HEX["Sollum"], ALLIED, 0, 1 << HEX["Sollum"]),)
    build(pos, ALLIED, 15)
    pos.play(("mine",))
    assert "Sidi Barrani" in names(pos.actions(), "at")
    assert not {"Sollum", "Tobruk"} & names(pos.actions(), "at")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("at", HEX["Tobruk"]))
    assert refused.value.rule == "9.7"


def test_r9_4_a_block_taken_up_and_put_back_may_be_redeployed_later() -> None:
    pos = scene({"Alexandria": "A43", "Mersa Matruh": "A44"})
    build(pos, ALLIED, 3)
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("keep",))
    assert pos.points[ALLIED] == 3
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("land", HEX["Fuka"]))
    assert where(pos, "A43") == "Fuka"


def test_r9_4_no_redeployment_into_a_hex_with_enemies() -> None:
    pos = scene({"Alexandria": "A43", "Mersa Matruh": "A44"})
    put(pos, "Fuka", "G01", down=True)
    build(pos, ALLIED, 3)
    assert "Fuka" not in hexes(land_ways(pos, ALLIED, HEX["Alexandria"]))


def test_r9_5_2_nobody_lands_where_only_enemies_are() -> None:
    pos = scene({"Alexandria": "A43"})
    put(pos, "Tobruk", "I08", down=True)  # fled there, has not taken it
    pos.points = (9, 9)
    assert HEX["Tobruk"] not in sea_ways(pos, ALLIED, HEX["Alexandria"])
    put(pos, "Tobruk", "A44")
    assert HEX["Tobruk"] in sea_ways(pos, ALLIED, HEX["Alexandria"])


def test_r9_2_1_the_enemy_is_shown_points_by_purpose_and_steps_not_blocks() -> None:
    pos = scene()
    put(pos, "El Agheila", "G01", "I01", steps=1)
    put(pos, "Mersa Brega", "I08")
    for block in ("G01", "I01"):
        pos.rested[NUMBER[block]] = 1
    build(pos, AXIS, 40)
    pos.play(("rebuild", NUMBER["G01"]))
    pos.play(("rebuild", NUMBER["I01"]))
    assert not pos.known[NUMBER["G01"]]
    assert "Buildup points: 40" in pos.see("allied")["sides"]["axis"]["notes"]
    assert "Buildup points: 22" in pos.see("axis")["sides"]["axis"]["notes"]
    pos.play(("redeploy", NUMBER["I08"]))
    pos.play(("land", HEX["El Agheila"]))
    pos.play(("card",))
    pos.play(("done",))
    assert [line["text"] for line in pos.report("allied")][-1] == (
        "Axis Buildup points: redeployment 1, rebuilding 18 for 2 steps, extra supply 10, saved 11."
    )
    assert pos.sheet == (0, 0, 0, 0, 0)


def test_r9_2_1_points_that_are_all_saved_are_shown_too() -> None:
    pos = build(scene({"El Agheila": "I08"}), AXIS, 7)
    pos.play(("done",))
    assert pos.report("allied")[-1]["text"] == "Axis Buildup points: saved 7."


def test_r9_6_no_rebuilding_at_a_base_with_enemies_or_of_whole_blocks() -> None:
    pos = scene()
    put(pos, "El Agheila", "I01", steps=1)
    put(pos, "El Agheila", "I08")
    for block in ("I01", "I08"):
        pos.rested[NUMBER[block]] = 1
    build(pos, AXIS, 50)
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"
    with pytest.raises(IllegalAction) as refused:
        pos.play(("rebuild", NUMBER["I08"]))
    assert refused.value.rule == "9.6"
    put(pos, "El Agheila", "A01")
    assert rebuild_barred(pos, NUMBER["I01"]) == "9.6"


@pytest.mark.parametrize(
    ("action", "rule"), [(("refit", 0), "9.6.1"), (("mine",), "9.7"), (("lift", 1, 2), "9.7.1"), (("card",), "9.8")]
)
def test_r9_7_what_cannot_be_had_is_refused_by_its_rule(action: tuple[object, ...], rule: str) -> None:
    pos = scene({"El Agheila": "I08", "Mersa Brega": "I09"})
    build(pos, AXIS, 9)
    with pytest.raises(IllegalAction) as refused:
        pos.play(action)
    assert refused.value.rule == rule


def test_r9_5_a_sea_move_that_is_not_on_offer_is_refused_by_its_rule() -> None:
    pos = scene({"El Agheila": "I08", "Mersa Brega": "I09"})
    build(pos, AXIS, 9)
    pos.play(("redeploy", NUMBER["I08"]))
    for verb, rule in (("sea", "9.5"), ("land", "9.4")):
        with pytest.raises(IllegalAction) as refused:
            pos.play((verb, HEX["Tobruk"]))
        assert refused.value.rule == rule


def test_r9_4_without_a_point_nobody_is_redeployed_but_refits_go_home() -> None:
    pos = scene()
    put(pos, "Mersa Brega", "I08", steps=1)
    put(pos, "Benghazi", "I09")
    build(pos, AXIS, 0)
    assert not blocks(pos.actions(), "redeploy")
    assert blocks(pos.actions(), "refit") == {"I08"}
    build(pos, AXIS, 1)
    assert blocks(pos.actions(), "redeploy") == {"I08", "I09"}


def test_r9_4_2_a_block_whose_hexsides_are_the_enemys_cannot_be_redeployed_out_of_a_battle() -> None:
    pos = scene({"Mersa Matruh": "A43"})
    put(pos, "Sidi Barrani", "A45", "I08", steps=1)
    sides = [GAME.map.ids[hex_] for hex_ in GAME.map.neighbours[HEX["Sidi Barrani"]]]
    fight(pos, "Sidi Barrani", ALLIED, *sides)
    pos.points = (9, 0)
    ask(pos, "buildup.open", ALLIED)
    assert "A45" not in blocks(pos.actions(), "redeploy") | blocks(pos.actions(), "refit")


def test_r9_5_1_from_a_besieged_port_blocks_leave_by_sea_only() -> None:
    pos = scene({"Tobruk": "A43 I08", "Gambut": "I09", "Bir el Gubi": "I10", "Alexandria": "A44"})
    fight(pos, "Tobruk", ALLIED, "Gambut")
    build(pos, ALLIED, 3)
    assert "A43" not in blocks(pos.actions(), "redeploy")  # four points in a siege
    build(pos, ALLIED, 4)
    pos.play(("redeploy", NUMBER["A43"]))
    assert pos.actions() == [("sea", HEX["Alexandria"]), ("keep",)]
    pos.play(("sea", HEX["Alexandria"]))
    assert pos.points[ALLIED] == 0
    assert pos.battles == ()
    assert pos.owner(HEX["Tobruk"]) == AXIS  # nobody is left to hold it
    assert not pos.disrupted[NUMBER["A43"]]


def test_r9_5_each_side_has_a_ports_capacity_to_itself() -> None:
    pos = scene()
    pos.ports = ((HEX["Tobruk"], ALLIED, 5), (HEX["Bardia"], AXIS, 1))
    assert capacity(pos, ALLIED, HEX["Tobruk"]) == 0
    assert capacity(pos, AXIS, HEX["Tobruk"]) == 2
    assert capacity(pos, ALLIED, HEX["Bardia"]) == 2


def test_r9_5_1_no_sea_move_from_a_base_with_enemies() -> None:
    pos = scene({"Alexandria": "A43 I08"})
    fight(pos, "Alexandria", ALLIED, "El Hammam")
    pos.points = (9, 9)
    assert sea_ways(pos, ALLIED, HEX["Alexandria"]) == {}


def test_r9_7_the_enemy_suspects_new_mines_where_none_is_known() -> None:
    pos = scene({"Sollum": "A43"})
    pos.mines = ((HEX["Sollum"], ALLIED, 1, 1 << HEX["Sollum"]), (HEX["Fuka"], ALLIED, 0, 1 << HEX["Fuka"]))
    build(pos, ALLIED, 15)
    pos.play(("mine",))
    assert not {"Sollum", "Fuka"} & names(pos.actions(), "at")
    pos.play(("at", HEX["El Daba"]))
    zone = hexes(pos.mines[-1][3])
    assert "Fuka" in zone
    assert "Sollum" not in zone
    assert pos.mines[-1][:3] == (HEX["El Daba"], ALLIED, 0)


def test_r9_6_1_a_refitting_block_is_neither_rebuilt_nor_moved() -> None:
    pos = scene()
    put(pos, "Mersa Brega", "I08", steps=1)
    put(pos, "El Agheila", "I09")
    build(pos, AXIS, 30)
    pos.play(("refit", NUMBER["I08"]))
    assert rebuild_barred(pos, NUMBER["I08"]) == "9.6"
    assert not {action for action in pos.actions() if action[1:2] == (NUMBER["I08"],)}


def test_r9_4_a_fortress_entered_by_redeployment_is_taken() -> None:
    pos = scene()
    pos.owners = tuple((place, ALLIED) for place, _ in pos.owners)
    put(pos, "Tobruk", "I08")  # fled into Tobruk: still the enemy's
    put(pos, "Derna", "I09")
    build(pos, AXIS, 3)
    pos.play(("redeploy", NUMBER["I09"]))
    pos.play(("land", HEX["Benghazi"]))
    assert pos.owner(HEX["Benghazi"]) == AXIS


def test_r9_4_2_the_menu_knows_whose_the_hexsides_of_a_battle_are() -> None:
    pos = scene({"Mersa Matruh": "A43"})
    put(pos, "Sidi Barrani", "A45", "I08", steps=1)
    fight(pos, "Sidi Barrani", ALLIED, *(GAME.map.ids[hex_] for hex_ in GAME.map.neighbours[HEX["Sidi Barrani"]]))
    road = ("Alexandria", "El Hammam", "El Alamein", "El Daba SE1", "El Daba", "Fuka", "Mersa Matruh")
    beyond = ("Mersa Matruh W1", "Bir Sofafi E2", "Sidi Barrani E1", "Sidi Barrani")
    pos.networks = (mask_of(HEX[name] for name in (*road, *beyond)), 0)
    pos.points = (9, 0)
    ask(pos, "buildup.menu", ALLIED)
    assert blocks(pos.actions(), "redeploy") == {"A43"}
    assert not blocks(pos.actions(), "refit")
    pos.battles = ()
    fight(pos, "Sidi Barrani", ALLIED, "Sollum")
    ask(pos, "buildup.menu", ALLIED)
    assert blocks(pos.actions(), "redeploy") == {"A43", "A45"}
    assert blocks(pos.actions(), "refit") == {"A45"}
    pos.play(("redeploy", NUMBER["A43"]))
    assert names(pos.actions(), "land") == {*road, *beyond} - {"Mersa Matruh", "Sidi Barrani"}


def test_r9_7_2_no_minefield_without_a_network() -> None:
    pos = scene({"Siwa SE1": "A43"})
    build(pos, ALLIED, 15)
    assert ("mine",) not in pos.actions()


def test_r9_7_1_mines_lifted_without_a_network_are_gone() -> None:
    pos = scene({"Alexandria": "I08 A43"})
    fight(pos, "Alexandria", ALLIED, "El Hammam")
    pos.mines = tuple((HEX[name], ALLIED, 0, 1 << HEX[name]) for name in ("Bardia", "Sollum"))
    pos.points = (0, 0)
    pos.networks = (0, 0)
    ask(pos, "buildup.menu", ALLIED)
    pos.play(("lift", HEX["Bardia"], HEX["Sollum"]))
    assert not pos.mines
    assert len(pos.stack) <= 1


def test_r9_7_after_laying_a_minefield_the_player_goes_on() -> None:
    pos = scene({"Sollum": "A43"})
    build(pos, ALLIED, 30)
    pos.play(("mine",))
    pos.play(("at", HEX["Fuka"]))
    assert [frame.step for frame in pos.stack] == ["buildup.menu"]


def test_r6_6_a_redeployed_block_hides_those_it_joins() -> None:
    pos = scene({"Alexandria": "A43", "Mersa Matruh": "A44"})
    pos.known[NUMBER["A44"]] = 1
    build(pos, ALLIED, 3)
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("land", HEX["Mersa Matruh"]))
    assert not pos.known[NUMBER["A44"]]


def test_r9_5_the_last_place_in_a_port_can_be_used() -> None:
    pos = scene({"El Agheila": "I08"})
    pos.points = (0, 1)
    assert sea_ways(pos, AXIS, HEX["El Agheila"])[HEX["Bardia"]] == 1


def test_r9_6_1_only_who_has_a_way_home_by_land_refits() -> None:
    pos = scene()
    put(pos, "Mersa Brega", "I08", steps=1)
    put(pos, "Derna", "I09", steps=1)
    put(pos, "Siwa SE1", "I10", steps=1)
    pos.networks = (0, mask_of(HEX[name] for name in ("El Agheila", "Mersa Brega", "Derna", "Tmimi")))
    pos.points = (0, 9)
    ask(pos, "buildup.menu", AXIS)
    assert blocks(pos.actions(), "refit") == {"I08"}


def test_r9_5_1_ships_call_at_base_and_ports_only() -> None:
    pos = scene({"Derna": "I08"})
    pos.points = (0, 9)
    assert sea_ways(pos, AXIS, HEX["Derna"]) == {}
