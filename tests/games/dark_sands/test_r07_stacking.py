"""7.0 Stacking."""

from __future__ import annotations

from sandtable.games.dark_sands.position import REBUILD
from sandtable.games.dark_sands.rules.r07_stacking import combat_share, stack_barred
from sandtable.games.dark_sands.rules.r20_combat import attack_barred
from sandtable.games.dark_sands.rules.r20_results import apply_result
from tests.games.dark_sands.scene import (
    ALLIED,
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
    assert combat_share(pos, HEX["1330"], pos.piles[HEX["1330"]], False) == bits("A05", "A06", "A04")
    assert combat_share(pos, HEX["1210"], pos.piles[HEX["1210"]], False) == bits("A08", "A09", "A10")


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
