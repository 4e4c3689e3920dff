"""11.0 Headquarters."""

from __future__ import annotations

from sandtable.games.dark_sands.position import FALLEN, REBUILD
from sandtable.games.dark_sands.rules.r11_headquarters import havens
from sandtable.games.dark_sands.rules.r18_chits import in_range
from sandtable.games.dark_sands.rules.r19_extended import stray_paths
from sandtable.games.dark_sands.rules.r20_results import apply_result
from tests.games.dark_sands.scene import (
    ALLIED,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    battle,
    bits,
    box,
    ends,
    go,
    move,
    offered,
    play,
    scene,
    verbs,
)


def test_r11_0_a_headquarters_returns_with_its_one_step_in_good_order() -> None:
    pos = scene(turn=8)
    pos.where[UNIT["A38"]], pos.fell[UNIT["A38"]] = FALLEN, 7
    play(ask(pos, "hq.return", AXIS), ("place", HEX["1877"]))
    assert (at(pos, "A38"), pos.steps[UNIT["A38"]], pos.disrupted) == ("1877", 1, 0)


def test_r11_0_a_headquarters_lost_this_turn_stays_away() -> None:
    pos = scene(turn=8)
    pos.where[UNIT["A38"]], pos.fell[UNIT["A38"]] = FALLEN, 8
    assert ask(pos, "hq.return", AXIS).stack == ()


def test_r11_0_a_headquarters_stuck_with_another_at_a_seam_is_displaced() -> None:
    pos = scene({"1956": "A38 A39", "1858": "X31", "1757": "X34", "1670": "A05"})
    assert list(stray_paths(pos, UNIT["A38"], 5)) == [HEX["1956"]]
    ask(pos, "move.stray", ALLIED, UNIT["A38"], 5)
    assert pos.stack == ()
    assert at(pos, "A38") != "1956"


def test_r11_0_units_may_join_a_headquarters_and_headquarters_may_not() -> None:
    pos = move(scene({"1330": "A05 A38", "1332": "A39"}), ALLIED)
    assert "1332" in ends(play(pos, ("unit", UNIT["A05"])))
    play(pos, ("back",))
    assert "1332" not in ends(play(pos, ("unit", UNIT["A38"])))


def test_r11_0_the_move_goes_on_after_a_headquarters_was_driven_off() -> None:
    pos = move(scene({"1330": "A05", "1331": "X14", "1320": "A06", "1322": "X22"}), ALLIED)
    go(play(pos, ("unit", UNIT["A05"])), "1331")
    assert at(pos, "A05") == "1331"
    assert pos.stack[-1].step == "move"
    assert UNIT["A06"] in offered(pos, "unit")


def test_r11_0_no_headquarters_sails_to_another() -> None:
    pos = move(scene({"1877": "A38 A05", "2830": "A39"}), ALLIED)
    assert box().tobruk not in offered(play(pos, ("unit", UNIT["A38"])), "sail")
    assert box().tobruk in offered(play(pos, ("back",), ("unit", UNIT["A05"])), "sail")


def test_r11_0_a_lone_headquarters_gives_way_to_the_nearest_friends() -> None:
    pos = move(scene({"1330": "A01", "1332": "X14", "1335": "X22", "1325": "X23"}), ALLIED)
    go(play(pos, ("unit", UNIT["A01"])), "1332")
    assert at(pos, "X14") == "1335"
    assert at(pos, "A01") == "1332"


def test_r11_0_its_owner_chooses_among_equals() -> None:
    pos = move(scene({"1330": "A01", "1332": "X14", "1335": "X22", "1032": "X23"}), ALLIED)
    go(play(pos, ("unit", UNIT["A01"])), "1332")
    assert pos.side == "axis"
    assert offered(pos, "fall-back") == [HEX["1032"], HEX["1335"]]


def test_r11_0_without_a_haven_it_is_lost_and_returns_next_turn() -> None:
    pos = move(scene({"1330": "A01", "1332": "X14"}), ALLIED)
    go(play(pos, ("unit", UNIT["A01"])), "1332")
    assert pos.where[UNIT["X14"]] == FALLEN
    assert ask(pos, "hq.return", AXIS).stack == ()  # not in the same turn
    pos.turn += 1
    ask(pos, "hq.return", AXIS)
    play(pos, ("place", box().agheila))
    assert at(pos, "X14") == "1600"


def test_r11_0_a_returning_headquarters_may_join_any_unit_in_supply_over_land() -> None:
    pos = scene({"1843": "A05", "1113": "A06"})
    pos.where[UNIT["A38"]], pos.fell[UNIT["A38"]] = FALLEN, 7
    ask(pos, "hq.return", ALLIED)
    assert HEX["1843"] in offered(pos, "place")
    assert HEX["1113"] not in offered(pos, "place")


def test_r11_0_two_headquarters_never_share_a_hex() -> None:
    pos = move(scene({"1330": "A38", "1332": "A39"}), ALLIED)
    play(pos, ("unit", UNIT["A38"]))
    assert HEX["1332"] not in [action[1] for action in pos.actions() if action[0] == "go"]


def test_r11_0_a_headquarters_falls_back_when_its_defenders_die() -> None:
    pos = scene({"1330": "X15 X16 X26", "1331": "A11 A38", "1335": "A05"})
    ask(pos, "act.begin", AXIS, "combat", "all")
    play(pos, ("attack", HEX["1331"]), ("all",), ("roll", 6))
    assert pos.where[UNIT["A11"]] < 0
    assert at(pos, "A38") == "1335"


def test_r11_0_a_headquarters_without_supply_can_be_lost_to_attrition() -> None:
    pos = scene({"1113": "A38", "1114": "A05"})
    pos.out_of_supply = bits("A38", "A05")
    ask(pos, "end.attrition", ALLIED)
    assert pos.where[UNIT["A38"]] == FALLEN
    assert pos.where[UNIT["A05"]] == REBUILD


def test_r11_0_a_lost_headquarters_returns_as_a_replacement_not_by_a_besieged_port() -> None:
    walls = {"2829": "X22", "2728": "X23", "2629": "X24", "2630": "X12", "2631": "X11", "2731": "X31"}
    pos = scene({"2830": "A05", "1843": "A06", **walls, "2831": "X34"}, turn=8)
    pos.where[UNIT["A38"]], pos.fell[UNIT["A38"]] = FALLEN, 7
    ask(pos, "hq.return", AXIS)
    places = offered(pos, "place")
    assert HEX["1843"] in places, "on a unit in supply from Alexandria"
    assert HEX["2830"] not in places, "Tobruk is fed by sea alone"
    assert box().matruh not in places


def test_r10_2_1_a_headquarters_out_of_supply_commands_nobody() -> None:
    pos = scene({"1843": "A38", "1844": "A01 A05"})
    assert in_range(pos, UNIT["A38"]) & bits("A01", "A05") == bits("A01", "A05")
    pos.out_of_supply = bits("A38")
    assert in_range(pos, UNIT["A38"]) == 0


def test_r11_0_a_headquarters_falls_back_when_a_step_lost_kills_its_last_defender() -> None:
    pos = battle(8, ALLIED, "1331", "A05 A06", {"1330": "A05 A06", "1331": "X29 X25", "1326": "X22"})
    apply_result(pos, ALLIED, "BL1", "mobile")
    pos.settle()
    while pos.stack and "lose" in verbs(pos):
        play(pos, pos.actions()[0])
    assert at(pos, "X29") == ""
    assert at(pos, "X25") != "1331"


def test_r11_0_a_headquarters_falls_back_to_no_other_headquarters() -> None:
    pos = scene({"1330": "A38", "1332": "A39 A05", "1327": "A06"})
    assert havens(pos, UNIT["A38"]) == [HEX["1327"]], "further off, but alone"


def test_r11_0_of_a_headquarters_that_is_gone_nothing_is_asked() -> None:
    pos = scene({"1330": "A05"})
    assert ask(pos, "hq.displace", ALLIED, UNIT["A38"]).stack == ()
    assert pos.where[UNIT["A38"]] < 0
    assert not pos.events()
