"""Combat: odds, the two tables result by result, losses, retreats, advances."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.position import REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r20_combat import attack_barred
from sandtable.games.dark_sands.rules.r20_odds import odds_column
from sandtable.games.dark_sands.rules.r20_results import apply_result, first_losses
from sandtable.games.dark_sands.rules.r20_retreat import retreat_barred, retreat_places
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    attack,
    attack_strength,
    bits,
    box,
    column,
    defence_strength,
    fight,
    modifiers,
    offered,
    play,
    ready,
    reduce,
    refused,
    result,
    roll,
    scene,
    verbs,
)


def battle(turn: int, side: int, target: str, attackers: str, placed: dict[str, str]) -> DarkSandsPosition:
    """A combat under way, before its die."""
    pos = scene(placed, turn=turn)
    pos.active = pos.on_map(side)
    pos.target, pos.attackers = HEX[target], bits(*attackers.split())
    pos.defenders = pos.piles[pos.target] & ~box().hqs
    pos.fought = pos.attackers
    return pos


def finish(pos: DarkSandsPosition) -> DarkSandsPosition:
    """Take the first choice until the combat is over."""
    while pos.stack:
        pos.play(pos.actions()[0])
    return pos


def test_r20_0_hexes_are_attacked_one_by_one_in_any_order() -> None:
    pos = fight(scene({"1330": "A05 A06 A07", "1331": "X22", "1430": "X23"}), ALLIED)
    assert offered(pos, "attack") == [HEX["1331"], HEX["1430"]]
    play(pos, ("attack", HEX["1430"]), ("with", UNIT["A05"]), ("fight",))
    roll(pos, 1)
    while pos.stack and pos.stack[-1].step != "combat":
        play(pos, pos.actions()[0])
    assert offered(pos, "attack") == [HEX["1331"]]


def test_r20_1_no_unit_attacks_or_is_attacked_twice() -> None:
    pos = fight(scene({"1330": "A05 A06", "1331": "X22", "1430": "X23"}), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("with", UNIT["A05"]), ("fight",))
    roll(pos, 3)
    while pos.stack and pos.stack[-1].step != "combat":
        play(pos, pos.actions()[0])
    assert attack_barred(pos, ALLIED, UNIT["A05"], HEX["1430"]) == "20.1"
    assert refused(pos, ("attack", HEX["1331"])) == "20.1"


def test_r20_1_headquarters_and_garrisons_do_not_attack() -> None:
    pos = fight(scene({"2141": "A38 G01", "2140": "X22"}), ALLIED)
    assert "attack" not in verbs(pos)
    assert attack_barred(pos, ALLIED, UNIT["A38"], HEX["2140"]) == "20.1"


def test_r20_1_a_lone_headquarters_is_not_attacked() -> None:
    assert "attack" not in verbs(fight(scene({"1330": "A05", "1331": "X14"}), ALLIED))


def test_r20_2_assets_table_and_die_follow_in_order() -> None:
    pos = ready(scene({"1330": "A63 A64", "1331": "X22"}, turn=15), "S01", "S15")
    fight(pos, ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",))
    seen = [pos.stack[-1].step + "/" + str(pos.side)]
    while pos.side != "chance":
        play(pos, ("done",) if ("done",) in pos.actions() else ("table", "mobile"))
        seen.append(pos.stack[-1].step + "/" + str(pos.side))
    assert seen == ["combat.assets/allied", "combat.assets/axis", "combat.table/allied", "combat.roll/chance"]


def test_r20_2_1_all_means_the_two_strongest_on_the_center() -> None:
    pos = fight(scene({"1330": "A05 A01 A02 A04", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",))
    assert pos.attackers == bits("A01", "A02", "A04")
    pos = fight(scene({"1210": "A05 A01 A02", "1211": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1211"]), ("all",))
    assert pos.attackers == bits("A05", "A01", "A02")


def test_r20_2_2_attack_factors_and_assets_are_added_and_marsh_halves_units() -> None:
    pos = battle(8, ALLIED, "1331", "A05 A06", {"1330": "A05 A06", "1331": "X22"})
    assert attack_strength(pos, ALLIED) == 2 * 6
    pos.committed = 1 << ASSET["S01"]
    assert attack_strength(pos, ALLIED) == 2 * 9
    marsh = battle(8, ALLIED, "2045", "A05", {"2044": "A05", "2045": "X22"})
    assert attack_strength(marsh, ALLIED) == 3


def test_r20_2_3_defence_factors_and_assets_are_added() -> None:
    pos = battle(8, ALLIED, "1331", "A05", {"1330": "A05", "1331": "X22 X31"})
    assert defence_strength(pos, AXIS) == 2 * 7
    pos.committed = 1 << ASSET["S16"]
    assert defence_strength(pos, AXIS) == 2 * 11
    assert attack_strength(pos, ALLIED) == 2 * 3  # the other side's air is not ours


def test_r20_2_4_the_assault_table_is_offered_where_its_terms_are_met() -> None:
    pos = attack(scene({"1330": "A63 A64", "1331": "X22"}, turn=15), ALLIED, "1331")
    assert offered(pos, "table") == ["mobile", "assault"]
    pos = attack(scene({"1330": "A63 A60", "1331": "X22"}, turn=15), ALLIED, "1331")
    assert pos.side == "chance"


@pytest.mark.parametrize(
    ("attacking", "defending", "expected"),
    [
        (12, 7, "1-1"),
        (13, 7, "1-1"),
        (14, 7, "2-1"),
        (7, 12, "1-2"),
        (6, 12, "1-2"),
        (5, 12, "1-3"),
        (4, 12, "1-3"),
        (3, 12, ""),
        (42, 7, "6-1"),
        (90, 7, "6-1"),
    ],
)
def test_r20_2_5_fractions_are_dropped(attacking: int, defending: int, expected: str) -> None:
    names = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "")
    assert names[odds_column(attacking, defending)] == expected


def test_r20_2_5_odds_beyond_six_to_one_shift_from_six_to_one() -> None:
    pos = battle(8, ALLIED, "1331", "A01 A02 A05", {"1330": "A01 A02", "1430": "A05", "1331": "G05"})
    pos.committed = 1 << ASSET["S01"]
    assert column(pos, ALLIED) == 7
    pos.boxed[AXIS] = 1 << HEX["1331"]
    assert column(pos, ALLIED) == 6


def test_r20_2_5_worse_than_one_to_three_destroys_the_attackers() -> None:
    pos = battle(8, ALLIED, "1331", "A11", {"1330": "A11", "1331": "X17 X31"})
    assert [result(pos, ALLIED, 0, "mobile", die) for die in (1, 6)] == ["AE", "AE"]


def test_r20_2_6_modifiers_add_up() -> None:
    pos = battle(12, AXIS, "1331", "X15 X16", {"1330": "X15 X16", "1331": "A05"})
    assert modifiers(pos, AXIS, 0) == 2
    assert modifiers(pos, AXIS, -1) == 1
    pos.disrupted = bits("X15")
    assert modifiers(pos, AXIS, -1) == -1
    pos.out_of_supply = bits("A05")
    assert modifiers(pos, AXIS, -1) == 1


def test_r20_2_7_one_die_with_its_modifiers_on_the_column() -> None:
    pos = battle(8, ALLIED, "1331", "A05 A06", {"1330": "A05 A06", "1331": "X22"})
    assert [result(pos, ALLIED, 0, "mobile", die) for die in range(1, 7)] == ["AL1", "BL1", "BL1", "DR", "DR", "DR*"]
    assert [result(pos, ALLIED, -1, "mobile", die) for die in (1, 2)] == ["AL1", "AL1"]
    pos.disrupted = bits("X22")
    assert result(pos, ALLIED, 0, "mobile", 6) == "DE*"


def resolve(code: str, table: str = "mobile", turn: int = 8) -> DarkSandsPosition:
    """Two brigades and a support group against two Italian divisions in the open; first choices throughout."""
    pos = battle(turn, ALLIED, "1331", "A63 A64 A03", {"1330": "A63 A64", "1430": "A03", "1331": "X22 X23"})
    apply_result(pos, ALLIED, code, table)
    pos.settle()
    return finish(pos)


def steps(pos: DarkSandsPosition) -> tuple[int, int]:
    mine = sum(pos.steps[UNIT[name]] for name in ("A63", "A64", "A03"))
    return mine, sum(pos.steps[UNIT[name]] for name in ("X22", "X23"))


@pytest.mark.parametrize(
    ("code", "left", "there"),
    [
        ("AE", (0, 4), "defender"),
        ("AL1", (5, 4), "defender"),
        ("BL1", (5, 3), "defender"),
        ("EX", (4, 2), "nobody"),
        ("DR", (6, 4), "nobody"),
        ("DR*", (6, 3), "nobody"),
        ("DE*", (5, 0), "nobody"),
        ("DE", (6, 0), "nobody"),
    ],
)
@pytest.mark.parametrize("table", ["mobile", "assault"])
def test_r20_3_each_result_of_each_table(table: str, code: str, left: tuple[int, int], there: str) -> None:
    codes = {found for row in box().crt[table] for found in row}
    if code not in codes:
        assert (table, code) == ("assault", "DR")
        return
    pos = resolve(code, table, 15)
    toll = 1 if table == "assault" and code != "AE" else 0
    assert steps(pos) == (left[0] - toll, left[1])
    occupied = bool(pos.held[AXIS] >> HEX["1331"] & 1)
    assert occupied == (there == "defender")


def test_r20_3_1_an_assault_costs_an_infantry_step_first() -> None:
    pos = battle(15, ALLIED, "1331", "A63 A64 A60", {"1330": "A63 A64", "1430": "A60", "1331": "X22"})
    apply_result(pos, ALLIED, "AL1", "assault")
    pos.settle()
    assert offered(pos, "lose") == [UNIT["A63"], UNIT["A64"]]
    play(pos, ("lose", UNIT["A63"]))
    assert pos.steps[UNIT["A60"]] == 1  # then the step of the result, from armour


@pytest.mark.parametrize(
    ("units", "hurt", "expected"),
    [
        ("A04 A01 A05", "", "A04"),  # the dot first
        ("A01 A05", "", "A01"),  # then armour
        ("A05 A06", "A06", "A05"),  # then a full unit
        ("A05 A06", "A05 A06", "A05 A06"),  # then any
    ],
)
def test_r20_3_2_whose_step_is_lost_first(units: str, hurt: str, expected: str) -> None:
    pos = reduce(scene({"1330": units}), *hurt.split())
    assert first_losses(pos, bits(*units.split()), False) == bits(*expected.split())


def test_r20_3_2_later_steps_are_free_to_choose() -> None:
    pos = ask(scene({"1330": "A01 A05"}), "loss", ALLIED, bits("A01", "A05"), 2, 1, 0)
    assert pos.steps[UNIT["A01"]] == 1
    assert offered(pos, "lose") == [UNIT["A01"], UNIT["A05"]]


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


def test_r20_3_2_only_the_first_step_of_a_combat_is_bound_to_an_order() -> None:
    def losers(first: int) -> list[int]:
        pos = ask(scene({"1330": "X31 X34* X38", **RINGED}), "retreat", AXIS, HEX["1330"], first)
        play(pos, pos.actions()[0])
        return offered(pos, "lose")

    assert losers(1) == [UNIT["X31"], UNIT["X38"]], "a full unit first"
    assert losers(0) == [UNIT["X31"], UNIT["X34"], UNIT["X38"]], "a step was lost before the retreat"


def test_r20_3_2_a_result_with_a_loss_frees_the_steps_lost_in_retreat() -> None:
    for code, first in (("DR", 1), ("DR*", 0), ("EX", 0)):
        pos = battle(8, ALLIED, "1331", "A05 A06", {"1330": "A05 A06", "1331": "X31 X34"})
        apply_result(pos, ALLIED, code, "mobile")
        assert next(frame[2][1] for frame in pos.stack if frame[0] == "retreat") == first


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


def test_r7_4_a_unit_the_limit_kept_out_shares_the_destruction_of_the_attack() -> None:
    pos = attack(scene({"1330": "A05 A06 A07 A11", "1331": "X11"}), ALLIED, "1331")
    apply_result(pos, ALLIED, "AE", "mobile")
    pos.settle()
    assert [at(pos, name) for name in ("A05", "A06", "A07")] == ["", "", ""]


def test_r7_4_a_tank_that_could_not_climb_the_cliff_has_no_share_in_the_attack() -> None:
    pos = attack(scene({"1646": "A05 A06 A01", "1745": "X11"}), ALLIED, "1745")
    assert pos.bystanders == 0, "it is the cliff that keeps A01 out, not the limit (R14)"
    roll(pos, 6)
    while pos.stack[-1].step != "combat.advance":
        play(pos, pos.actions()[0])
    assert offered(pos, "advance") == [UNIT["A05"], UNIT["A06"]]
    pos = attack(scene({"1646": "A05 A06 A07", "1745": "X11"}), ALLIED, "1745")
    assert pos.bystanders == bits("A07")


def test_r20_1_a_headquarters_that_falls_back_does_not_shield_the_stack_it_joins() -> None:
    pos = fight(scene({"1330": "A01 A02 A05", "1430": "A06", "1331": "X22 X14", "1431": "X23"}), ALLIED)
    reduce(pos, "X22")
    play(pos, ("attack", HEX["1331"]), ("with", UNIT["A01"]), ("with", UNIT["A02"]), ("fight",))
    while pos.stack[-1].step != "combat.roll":
        play(pos, pos.actions()[0])
    roll(pos, 6)
    while pos.stack[-1].step != "combat":
        play(pos, pos.actions()[0])
    assert (at(pos, "X22"), at(pos, "X14")) == ("", "1431")
    assert offered(pos, "attack") == [HEX["1431"]]


def test_r20_3_4_a_headquarters_whose_stack_dies_in_retreat_is_displaced() -> None:
    pos = scene({"1328": "A38", "1327": "X31", "1335": "A05"})
    ask(pos, "retreat.end", ALLIED, HEX["1330"], bits("A38"))
    assert at(pos, "A38") == "1335"  # not destroyed in the zone of X31


def test_r20_2_5_shifts_stop_at_one_to_three() -> None:
    pos = battle(8, ALLIED, "3009", "A05", {"3010": "A05", "3009": "X31"})  # 3 to 4 in the mountains
    assert column(pos, ALLIED) == 0
    assert result(pos, ALLIED, 0, "mobile", 6) == "BL1"


def test_r20_3_4_a_stack_stuck_on_an_end_map_loses_a_step_for_each_of_two_hexes() -> None:
    around = [box().map.ids[n] for n in box().map.neighbours[HEX["1210"]]]
    walls = dict(zip(around, ("A05", "A06", "A07", "A08", "A09", "A10"), strict=True))
    pos = ask(scene({"1210": "X31 X34", **walls}), "retreat", AXIS, HEX["1210"], 1)
    assert pos.stack[-1].args[1] == 2


def test_r12_7_3_shock_adds_its_step_to_a_map_edge_retreat() -> None:
    pos = fight(scene({"1456": "X15", "1154": "A05 A06"}), AXIS)
    play(pos, ("attack", HEX["1154"]))
    finish(pos)
    assert pos.steps[UNIT["A05"]] + pos.steps[UNIT["A06"]] == 3
    pos = finish(play(fight(scene({"1456": "X17", "1154": "A05 A06"}), AXIS), ("attack", HEX["1154"])))
    assert pos.steps[UNIT["A05"]] + pos.steps[UNIT["A06"]] == 4, "no panzer, no shock"


def test_r20_2_5_hopeless_odds_are_decided_without_a_die() -> None:
    pos = attack(scene({"1330": "A11", "1331": "X17 X31"}), ALLIED, "1331")
    assert at(pos, "A11") == ""
    assert "rolled" not in [event.kind for event in pos.events()]
    assert any("worse than 1-3" in line["text"] for line in pos.report(None))


def test_r20_1_an_attack_only_one_unit_can_make_is_declared_at_once() -> None:
    pos = fight(scene({"1330": "A05", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]))
    assert pos.stack[-1].step == "combat.roll"
    assert pos.attackers == bits("A05")
    pos = fight(scene({"1330": "A05 A06", "1331": "X22"}), ALLIED)
    assert play(pos, ("attack", HEX["1331"])).stack[-1].step == "combat.join"


def test_r20_3_4_a_hex_not_reached_beyond_a_seam_costs_a_whole_step() -> None:
    pos = scene({"1456": "X31 X34"})
    walls = [n for n in box().map.neighbours[HEX["1456"]] if box().land >> n & 1]
    for name, place in zip(("A05", "A06", "A07", "A08", "A09", "A10", "A13", "A14"), walls, strict=False):
        pos.put(UNIT[name], place)
    ask(pos, "retreat.step", AXIS, HEX["1154"], bits("X31", "X34"), 1, 0)  # three of four Center hexes are done
    assert pos.stack[-1][:1] == ("loss",)
    assert pos.stack[-1].args[1] == 1
