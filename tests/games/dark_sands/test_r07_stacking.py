"""7.0 Stacking."""

from __future__ import annotations

from sandtable.games.dark_sands.position import FITTED, REBUILD
from sandtable.games.dark_sands.rules.r07_stacking import combat_share, stack_barred
from sandtable.games.dark_sands.rules.r20_combat import attack_barred
from sandtable.games.dark_sands.rules.r20_results import apply_result
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    HEX,
    UNIT,
    ask,
    at,
    attack,
    bits,
    fight,
    go,
    move,
    offered,
    play,
    roll,
    scene,
)


def test_r7_4_on_the_end_maps_nobody_is_crowded_out() -> None:
    pos = fight(scene({"1210": "A05 A06 A07", "1211": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1211"]), ("with", UNIT["A05"]), ("with", UNIT["A06"]), ("fight",))
    assert pos.bystanders == 0
    pos = fight(scene({"1330": "A05 A06 A07", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("with", UNIT["A05"]), ("fight",))
    assert pos.bystanders == 0, "one unit alone crowds nobody out"


def test_r7_0_a_stack_may_be_overfull_on_the_way_but_not_at_the_end() -> None:
    pos = move(scene({"1330": "A05 A06 A07", "1332": "A08"}), ALLIED)
    play(go(play(pos, ("unit", UNIT["A08"])), "1330"), ("done",))
    assert offered(pos, "cut") == [UNIT["A05"], UNIT["A06"], UNIT["A07"], UNIT["A08"]]


def test_r7_1_every_stack_of_the_mover_is_checked() -> None:
    pos = ask(scene({"1330": "A05 A06 A07 A08", "1430": "A13 A14 A15 A18"}), "stacks.check", ALLIED)
    play(pos, ("cut", pos.actions()[0][1]))
    play(pos, ("cut", pos.actions()[0][1]))
    assert pos.stack == ()
    assert sum(place == REBUILD for place in pos.where) == 2


def test_r7_2_three_large_units_a_battalion_a_headquarters_and_a_garrison() -> None:
    pos = scene()
    assert stack_barred(pos, bits("X15", "X16", "X17", "X18", "X14", "G05")) is None  # 21st Panzer, as printed
    assert stack_barred(pos, bits("A05", "A06", "A07", "A04", "A38", "G01")) is None
    assert stack_barred(pos, bits("A05", "A06", "A07", "A08")) == "7.2"
    assert stack_barred(pos, bits("A05", "A06", "A04", "A11", "A12")) == "7.2"
    assert stack_barred(pos, bits("A38", "A39")) == "11.0"
    assert stack_barred(pos, bits("G01", "G02")) == "13.6.1"


def test_r7_3_the_owner_gives_up_units_until_the_stack_fits() -> None:
    pos = ask(scene({"1330": "A05 A06 A07 A08 A04"}), "stacks.check", ALLIED)
    assert UNIT["A04"] not in offered(pos, "cut")  # a battalion does not help
    play(pos, ("cut", UNIT["A06"]))
    assert pos.stack == ()
    assert pos.where[UNIT["A06"]] == REBUILD


def test_r7_4_only_two_large_units_defend_on_the_center() -> None:
    pos = scene({"1330": "A05 A06 A01 A04", "1210": "A08 A09 A10"})
    assert combat_share(pos, HEX["1330"], pos.piles[HEX["1330"]]) == bits("A05", "A06", "A04")
    assert combat_share(pos, HEX["1210"], pos.piles[HEX["1210"]]) == bits("A08", "A09", "A10")


def test_r7_4_only_two_large_units_attack_out_of_a_center_hex() -> None:
    pos = fight(scene({"1330": "A05 A06 A07 A04", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("with", UNIT["A05"]), ("with", UNIT["A06"]))
    assert offered(pos, "with") == [UNIT["A04"]]
    assert attack_barred(pos, ALLIED, UNIT["A07"], HEX["1331"]) == "7.4"


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


def defending(placed: str, *marked: str, place: str = "1330") -> int:
    """Of a stack with some of its units disrupted, those whose factors count."""
    pos = scene({place: placed})
    pos.disrupted = bits(*marked)
    return combat_share(pos, HEX[place], pos.piles[HEX[place]])


def test_r7_4_a_unit_with_a_marker_is_left_out_where_two_others_carry_none() -> None:
    assert defending("A05 A06 A07", "A05") == bits("A06", "A07")
    assert defending("A05 A06* A07*", "A05") == bits("A06", "A07"), "though it adds more than they do"
    assert defending("A05 A06 A07") == bits("A05", "A06")


def test_r7_4_where_a_marker_cannot_be_kept_out_the_strongest_count() -> None:
    assert defending("A05 A06 A07*", "A05", "A06") == bits("A05", "A06")
    assert defending("A05 A06* A07* A11", "A05", "A11") == bits("A05", "A06", "A11"), "the battalion has one anyway"


def test_r7_4_units_out_of_supply_are_left_out_like_disrupted_ones() -> None:
    pos = scene({"1330": "A05 A06 A07"})
    pos.out_of_supply = bits("A06")
    assert combat_share(pos, HEX["1330"], pos.piles[HEX["1330"]]) == bits("A05", "A07")


def test_r7_4_at_tobruk_the_factor_of_the_fort_counts() -> None:
    assert defending("X24 X31 X34") == bits("X24", "X31")
    assert defending("X24 X31 X34", place="2830") == bits("X31", "X34"), "an Italian division has none of it"


def test_r7_4_an_anti_tank_gun_that_counts_brings_its_unit_into_the_defence() -> None:
    pos = scene({"1330": "X22 X23 X06*", "1331": "A01", "1429": "A05"})
    pos.asset[ASSET["S22"]], pos.bearer[ASSET["S22"]] = FITTED, UNIT["X06"]
    there = pos.piles[HEX["1330"]]
    pos.attackers = bits("A05")
    assert combat_share(pos, HEX["1330"], there) == bits("X22", "X23")
    pos.attackers = bits("A05", "A01")
    assert combat_share(pos, HEX["1330"], there) == bits("X06", "X22"), "against tanks it adds five"


def test_r7_4_the_log_says_who_stands_by_and_who_does_not_count() -> None:
    pos = attack(scene({"1330": "A05 A06 A07", "1331": "X22 X23 X06"}), ALLIED, "1331")
    assert [line["text"] for line in pos.report(None) if line["rule"] == "7.4"] == [
        "7/4 Ind stands by: on the Center only two large units in a hex can attack.",
        "64 Catanzaro adds nothing to the defence: on the Center only two large units in a hex count.",
    ]
    pos = attack(scene({"1330": "A05 A06", "1331": "X22 X23"}), ALLIED, "1331")
    assert not [line for line in pos.report(None) if line["rule"] == "7.4"]
