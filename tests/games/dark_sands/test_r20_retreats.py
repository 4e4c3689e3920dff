"""20.3.3 to 20.4 Retreats, advances and map edges."""

from __future__ import annotations

from sandtable.engine.flow import Auto, Frame
from sandtable.games.dark_sands.position import REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r20_results import apply_result
from sandtable.games.dark_sands.rules.r20_retreat import retreat_barred, retreat_places
from sandtable.games.dark_sands.sequence import STEPS
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    attack,
    battle,
    bits,
    box,
    fight,
    finish,
    offered,
    play,
    roll,
    scene,
)


def test_r20_3_5_all_advance_as_far_as_there_is_room() -> None:
    pos = scene({"1330": "A05 A06", "1430": "A07 A08", "1331": "X22"})
    pos.target, pos.attackers = HEX["1331"], bits("A05", "A06", "A07", "A08")
    pos.lift(UNIT["X22"], REBUILD)
    play(ask(pos, "combat.advance", ALLIED, 0), ("advance-all",))
    assert (pos.piles[HEX["1331"]]).bit_count() == 3


def test_r20_3_4_a_headquarters_left_alone_in_retreat_is_displaced_at_once() -> None:
    pos = scene({"1332": "A38", "1335": "A05", "1330": "X31"})
    ask(pos, "retreat.step", ALLIED, HEX["1331"], bits("A38"), 2, 0)
    assert (pos.stack, at(pos, "A38")) == ((), "1335")


def test_r20_3_4_a_retreat_nobody_survives_is_over() -> None:
    assert ask(scene({"1335": "A05"}), "retreat.end", ALLIED, HEX["1331"], bits("A06")).stack == ()


def test_r20_3_4_of_two_headquarters_the_one_that_falls_back_is_displaced() -> None:
    pos = scene({"1332": "A38 A39 A05", "1336": "A06", "2141": "G08"})
    ask(pos, "retreat.end", ALLIED, HEX["1330"], bits("A38", "A05"))
    assert (at(pos, "A38"), at(pos, "A39"), at(pos, "A05")) == ("1336", "1332", "1332")
    ask(pos, "retreat.end", ALLIED, HEX["1330"], bits("A05"))
    assert at(pos, "G08") == "2141"


def test_r20_3_3_four_hexes_on_the_center_and_two_on_the_end_maps() -> None:
    pos = finish(ask(scene({"1330": "X22", "1331": "A05"}), "retreat", AXIS, HEX["1330"], 1))
    assert box().rings(HEX["1330"])[pos.where[UNIT["X22"]]] == 4
    pos = finish(ask(scene({"1210": "X22", "1211": "A05"}), "retreat", AXIS, HEX["1210"], 1))
    assert box().rings(HEX["1210"])[pos.where[UNIT["X22"]]] == 2


def test_r20_3_4_by_the_compass_west_for_the_axis_and_east_for_the_allies() -> None:
    pos = scene({"1330": "X22", "1331": "A05"})
    west = {box().map.ids[n] for n in retreat_places(pos, AXIS, HEX["1330"], bits("X22"))}
    assert west == {"1230", "1329", "1430"}
    pos = scene({"1330": "A05", "1329": "X22"})
    east = {box().map.ids[n] for n in retreat_places(pos, ALLIED, HEX["1330"], bits("A05"))}
    assert east == {"1331", "1431", "1231"}


def test_r20_3_4_zones_come_before_the_compass() -> None:
    pos = scene({"1330": "A05", "1332": "X22", "1232": "X23", "1432": "X24"})
    places = {box().map.ids[n] for n in retreat_places(pos, ALLIED, HEX["1330"], bits("A05"))}
    assert places == {"1230", "1329", "1430"}  # against the compass rather than into a zone
    pos = scene({"1330": "A05", "1331": "A06", "1332": "X22", **WEST})
    places = {box().map.ids[n] for n in retreat_places(pos, ALLIED, HEX["1330"], bits("A05"))}
    assert places == {"1331"}  # contested rather than uncontested


WEST = {"1328": "X23", "1529": "X24", "1129": "X12", "1531": "X11", "1131": "X31"}


def test_r20_3_4_never_back_nor_nearer_nor_into_the_enemy() -> None:
    pos = scene({"1330": "X22", "1331": "A05", "1328": "X23"})
    assert retreat_barred(pos, AXIS, HEX["1330"], HEX["1329"], HEX["1330"]) == "20.3.4"
    assert retreat_barred(pos, AXIS, HEX["1330"], HEX["1328"], HEX["1329"]) == "20.3.4"
    assert retreat_barred(pos, AXIS, HEX["1330"], HEX["1330"], HEX["1331"]) == "20.3.4"
    assert retreat_barred(pos, AXIS, HEX["1330"], HEX["1329"], HEX["1328"]) is None


RINGED = {"1328": "A05", "1332": "A06", "1529": "A07", "1531": "A08", "1129": "A09", "1131": "A10"}


def test_r20_3_4_through_an_uncontested_zone_it_costs_a_step() -> None:
    pos = ask(scene({"1330": "X31 X34", **RINGED}), "retreat", AXIS, HEX["1330"], 1)
    play(pos, pos.actions()[0])
    assert pos.stack[-1].step == "loss"


def test_r20_3_4_a_retreat_that_ends_in_one_is_the_end() -> None:
    pos = scene({"1328": "X31", "1327": "A05", "1322": "X34 X22", "1321": "A06"})
    ask(pos, "retreat.end", AXIS, HEX["1330"], bits("X31"))
    assert pos.where[UNIT["X31"]] == REBUILD
    ask(pos, "retreat.end", AXIS, HEX["1324"], bits("X34"))
    assert at(pos, "X34") == "1322"  # contested by X22


def test_r20_3_4_a_stack_that_cannot_go_loses_a_step_for_each_hex() -> None:
    walls = {"1329": "A05", "1331": "A06", "1430": "A07", "1431": "A08", "1230": "A09", "1231": "A10"}
    pos = ask(scene({"1330": "X31 X34 X38", **walls}), "retreat", AXIS, HEX["1330"], 1)
    assert pos.stack[-1].args[1] == 4
    finish(pos)
    assert sum(pos.steps[UNIT[name]] for name in ("X31", "X34", "X38")) == 2


def test_r20_3_4_an_overfull_end_costs_the_retreating_units() -> None:
    pos = scene({"1330": "X31", "1331": "A05", "1326": "X22 X23 X24"})
    ask(pos, "retreat", AXIS, HEX["1330"], 1)
    assert pos.step.ask(pos, pos.stack[-1]).text == "Choose the next hex: 4 hexes still to go."
    while pos.stack and pos.stack[-1].step == "retreat.step":
        towards = [n for n in offered(pos, "to") if n in (HEX["1329"], HEX["1328"], HEX["1327"], HEX["1326"])]
        play(pos, ("to", (towards or offered(pos, "to"))[0]))
    assert pos.where[UNIT["X31"]] == REBUILD
    assert at(pos, "X22") == "1326"


def test_r20_3_5_attackers_may_advance_into_the_empty_hex_with_their_headquarters() -> None:
    pos = battle(8, ALLIED, "1331", "A05 A06", {"1330": "A05 A06 A38", "1331": "X22"})
    apply_result(pos, ALLIED, "DE", "mobile")
    pos.settle()
    assert offered(pos, "advance") == [UNIT["A05"], UNIT["A06"]]
    play(pos, ("advance", UNIT["A05"]))
    assert offered(pos, "advance") == [UNIT["A06"], UNIT["A38"]]
    play(pos, ("advance", UNIT["A38"]), ("done",))
    assert (at(pos, "A05"), at(pos, "A06"), at(pos, "A38")) == ("1331", "1330", "1331")


def test_r20_3_5_nobody_advances_while_the_enemy_is_there() -> None:
    pos = battle(8, ALLIED, "1331", "A05 A06", {"1330": "A05 A06", "1331": "X22"})
    apply_result(pos, ALLIED, "AL1", "mobile")
    pos.settle()
    finish(pos)
    assert at(pos, "A06") == "1330"


def test_r20_4_units_attack_over_a_seam_with_the_odds_when_others_are_near() -> None:
    pos = attack(scene({"1154": "A05", "1457": "A06", "1456": "X22"}), ALLIED, "1456")
    assert pos.side == "chance"
    assert pos.attackers == bits("A05", "A06")


def test_r20_4_1_a_defender_attacked_only_over_the_seam_falls_back_at_once() -> None:
    pos = fight(scene({"1154": "A11", "1456": "X31 X34"}), ALLIED)
    play(pos, ("attack", HEX["1456"]))
    assert pos.side != "chance"
    while pos.stack and pos.stack[-1].step.startswith("retreat"):
        play(pos, pos.actions()[0])
    assert not pos.held[AXIS] >> HEX["1456"] & 1
    assert pos.steps[UNIT["X31"]] == 2


def test_r20_3_5_a_unit_the_limit_kept_out_may_advance_to_the_end() -> None:
    pos = attack(scene({"1330": "A05 A06 A07", "1331": "X11"}), ALLIED, "1331")
    assert pos.bystanders == bits("A07")
    roll(pos, 3)
    while pos.stack[-1].step != "combat.advance":
        play(pos, pos.actions()[0])
    assert offered(pos, "advance") == [UNIT["A05"], UNIT["A06"], UNIT["A07"]]
    play(pos, ("advance", UNIT["A05"]))
    assert UNIT["A07"] in offered(pos, "advance")


def test_r20_3_5_a_headquarters_goes_only_with_units_it_is_stacked_with() -> None:
    pos = battle(8, ALLIED, "1331", "A05 A06", {"1330": "A05 A06", "1231": "A38", "1331": "X22"})
    apply_result(pos, ALLIED, "DE", "mobile")
    pos.settle()
    play(pos, ("advance", UNIT["A05"]))
    assert offered(pos, "advance") == [UNIT["A06"]]


def test_r20_3_4_a_headquarters_whose_stack_dies_in_retreat_is_displaced() -> None:
    pos = scene({"1328": "A38", "1327": "X31", "1335": "A05"})
    ask(pos, "retreat.end", ALLIED, HEX["1330"], bits("A38"))
    assert at(pos, "A38") == "1335"  # not destroyed in the zone of X31


def test_r20_3_4_a_stack_stuck_on_an_end_map_loses_a_step_for_each_of_two_hexes() -> None:
    around = [box().map.ids[n] for n in box().map.neighbours[HEX["1210"]]]
    walls = dict(zip(around, ("A05", "A06", "A07", "A08", "A09", "A10"), strict=True))
    pos = ask(scene({"1210": "X31 X34", **walls}), "retreat", AXIS, HEX["1210"], 1)
    assert pos.stack[-1].args[1] == 2


def test_r20_3_4_a_hex_not_reached_beyond_a_seam_costs_a_whole_step() -> None:
    pos = scene({"1456": "X31 X34"})
    walls = [n for n in box().map.neighbours[HEX["1456"]] if box().land >> n & 1]
    for name, place in zip(("A05", "A06", "A07", "A08", "A09", "A10", "A13", "A14"), walls, strict=False):
        pos.put(UNIT[name], place)
    ask(pos, "retreat.step", AXIS, HEX["1154"], bits("X31", "X34"), 1, 0)  # three of four Center hexes are done
    assert pos.stack[-1][:1] == ("loss",)
    assert pos.stack[-1].args[1] == 1


def told(pos: DarkSandsPosition, rule: str) -> list[str]:
    """The lines of the log that stand under a rule."""
    return [line["text"] for line in pos.report("allied") if line["rule"] == rule]


def test_r20_3_4_the_log_says_what_a_step_was_lost_for() -> None:
    ring = {"1328": "A05", "1332": "A06", "1529": "A07", "1531": "A08", "1129": "A09", "1131": "A10"}
    pos = ask(scene({"1330": "X31 X34", **ring}), "retreat", AXIS, HEX["1330"], 1)
    play(pos, ("to", offered(pos, "to")[0]))
    assert any("is in an enemy zone without a friend there: a step is lost." in text for text in told(pos, "20.3.4"))
    walls = {"1329": "A05", "1331": "A06", "1430": "A07", "1431": "A08", "1230": "A09", "1231": "A10"}
    shut = ask(scene({"1330": "X31 X34 X38", **walls}), "retreat", AXIS, HEX["1330"], 1)
    assert "There is no way on from 1330: 4 steps lost." in told(shut, "20.3.4")


def test_r20_3_4_the_log_tells_a_retreat_before_what_comes_of_it() -> None:
    pos = scene({"2140": "X22", "2139": "A05"})
    pos.boxed[AXIS] |= 1 << HEX["2140"]
    pos.asset[ASSET["S24"]] = HEX["2140"]
    play(ask(pos, "retreat.step", AXIS, HEX["2140"], bits("X22"), 1, 0), ("to", HEX["2141"]))
    told = [line["text"] for line in pos.report(None)]
    assert told == [
        "27 Brescia falls back to Sollum 2141.",
        "The Axis takes Sollum 2141.",
        "The Axis gives up the box at Fort Capuzzo 2140.",
    ]


def test_r20_3_4_what_lies_below_a_retreat_comes_after_it() -> None:
    pos = scene({"1332": "A38 A39 A05 A06 A07 A08", "1336": "A09"})
    below = Frame("end.turn", AXIS, ())
    frame = Frame("retreat.end", ALLIED, (HEX["1330"], bits("A38", "A05", "A06", "A07", "A08")))
    pos.stack = (below, frame)
    step = STEPS["retreat.end"]
    assert isinstance(step, Auto)
    step.run(pos, frame)
    assert [one.step for one in pos.stack] == ["end.turn", "hq.displace", "stacks.trim"]
