"""20.0 Combat: attacks, odds, tables and losses."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r20_combat import attack_barred, declared
from sandtable.games.dark_sands.rules.r20_odds import odds_column
from sandtable.games.dark_sands.rules.r20_results import apply_result, first_losses
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
    battle,
    bits,
    box,
    column,
    defence_strength,
    fight,
    finish,
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


def test_r20_1_a_headquarters_is_not_asked_to_attack_and_a_lone_unit_is_not_asked_twice() -> None:
    pos = fight(scene({"1330": "A05 A06", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]))
    assert pos.actions() == [("all",), ("with", UNIT["A05"]), ("with", UNIT["A06"]), ("back",)]
    play(pos, ("with", UNIT["A05"]))
    assert pos.actions() == [("all",), ("fight",), ("with", UNIT["A06"]), ("back",)]
    play(pos, ("back",))
    assert (pos.target, pos.attackers) == (-1, 0)


def test_r20_3_1_the_log_tells_the_toll_of_an_assault_from_the_result() -> None:
    for first, rule in ((0, "20.3.2"), (1, "20.3.2"), (2, "20.3.1")):
        pos = ask(scene({"1330": "A63"}, turn=15), "loss", ALLIED, bits("A63"), 1, first, 0)
        assert pos.events()[-1].rule == rule


def test_r20_3_2_resilience_is_for_the_attacker() -> None:
    pos = scene({"1330": "A05 A06", "1331": "X15 X17"})
    pos.target, pos.attackers, pos.defenders = HEX["1331"], bits("A05", "A06"), bits("X15", "X17")
    apply_result(pos, ALLIED, "BL1", "mobile")
    pos.settle()
    while pos.stack and pos.side == "allied":
        play(pos, pos.actions()[0])
    assert (pos.steps[UNIT["X15"]], pos.steps[UNIT["X17"]]) == (1, 2), "armour first"


def test_r20_1_only_active_units_attack() -> None:
    pos = fight(scene({"1330": "A05 A06", "1331": "X22", "0920": "A07", "0921": "X23"}), ALLIED)
    pos.active &= ~bits("A05")
    assert attack_barred(pos, ALLIED, UNIT["A05"], HEX["1331"]) == "20.1"
    assert attack_barred(pos, ALLIED, UNIT["A06"], HEX["1331"]) is None
    assert attack_barred(pos, ALLIED, UNIT["A07"], HEX["0921"]) is None
    play(fight(pos, ALLIED), ("attack", HEX["1331"]))
    assert refused(pos, ("with", UNIT["A07"])) == "6.1"


def test_r20_3_2_after_a_step_lost_in_a_zone_the_order_is_free() -> None:
    ring = {"1328": "A05", "1332": "A06", "1529": "A07", "1531": "A08", "1129": "A09", "1131": "A10"}
    pos = ask(scene({"1330": "X31 X34", **ring}), "retreat", AXIS, HEX["1330"], 1)
    play(pos, pos.actions()[0])
    assert next(frame for frame in pos.stack if frame[0] == "retreat.step")[2][3] == 0


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
        (0, 12, ""),
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
    assert [event.rule for event in pos.events() if event.rule.startswith("20.3.")] == ["20.3.1", "20.3.2"]


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


RINGED = {"1328": "A05", "1332": "A06", "1529": "A07", "1531": "A08", "1129": "A09", "1131": "A10"}


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


def test_r20_2_5_shifts_stop_at_one_to_three() -> None:
    pos = battle(8, ALLIED, "3009", "A05", {"3010": "A05", "3009": "X31"})  # 3 to 4 in the mountains
    assert column(pos, ALLIED) == 0
    assert result(pos, ALLIED, 0, "mobile", 6) == "BL1"


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


@pytest.mark.parametrize(
    ("attackers", "code", "choice"),
    [
        ("X20 X31", "EX", ["X20"]),  # armour first, there is no panzer
        ("X15 X31", "EX", ["X15", "X31"]),  # with a panzer any German of two steps
        ("X15 X31", "AL1", ["X15"]),  # but only in an exchange
        ("X15 X20", "EX", ["X15", "X20"]),
        ("X15 X22", "EX", ["X15"]),
    ],
)
def test_r12_7_4_whose_step_is_lost_first_in_an_exchange(attackers: str, code: str, choice: list[str]) -> None:
    pos = battle(8, AXIS, "1331", attackers, {"1330": attackers, "1331": "A05 A06"})
    apply_result(pos, AXIS, code, "mobile")
    pool, count, first, german = next(frame.args for frame in reversed(pos.stack) if frame.step == "loss")
    assert (pool, count, first) == (pos.attackers, 2 if code == "EX" else 1, 1)
    assert first_losses(pos, pool, bool(german)) == bits(*choice)


def test_r20_2_a_forecast_looks_at_the_attack_an_order_would_make() -> None:
    """Who attacks, with what help, on which table, and whose attack it is: order by order."""
    pos = fight(ready(scene({"1330": "A63 A64", "1331": "X22"}, turn=15), "S01", "S15"), ALLIED)
    both = bits("A63", "A64")

    def looked_at(*action: object) -> tuple[int, int, int, int, str]:
        found = declared(pos, action)
        assert found is not None
        ahead, side, table = found
        return ahead.target, ahead.attackers, ahead.committed, side, table

    there = HEX["1331"]
    assert looked_at("attack", there) == (there, both, 0, ALLIED, "mobile")
    assert (pos.target, pos.attackers) == (-1, 0), "only looked at"
    assert declared(pos, ("done",)) is None
    play(pos, ("attack", there))
    assert looked_at("with", UNIT["A64"]) == (there, bits("A64"), 0, ALLIED, "mobile")
    assert looked_at("all") == (there, both, 0, ALLIED, "mobile")
    assert declared(pos, ("back",)) is None
    play(pos, ("with", UNIT["A63"]))
    assert looked_at("fight") == (there, bits("A63"), 0, ALLIED, "mobile")
    assert looked_at("with", UNIT["A64"]) == (there, both, 0, ALLIED, "mobile")
    play(pos, ("with", UNIT["A64"]), ("fight",))
    flight = 1 << ASSET["S01"]
    assert looked_at("commit", ASSET["S01"]) == (there, both, flight, ALLIED, "mobile")
    assert looked_at("done") == (there, both, 0, ALLIED, "mobile")
    play(pos, ("commit", ASSET["S01"]))
    assert pos.side == "axis"
    assert looked_at("done") == (there, both, flight, ALLIED, "mobile"), "the attack is still the Allies'"
    assert looked_at("commit", ASSET["S15"]) == (there, both, flight | 1 << ASSET["S15"], ALLIED, "mobile")
    play(pos, ("done",))
    assert looked_at("table", "assault") == (there, both, flight, ALLIED, "assault")
