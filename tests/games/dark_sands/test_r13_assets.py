"""13.0 Assets: air, guns, garrisons and boxes."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.orders import ORDERS
from sandtable.games.dark_sands.position import FITTED, GONE, READY, USED, DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import eliminate
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r13_assets import (
    asset_barred,
    box_actions,
    box_sites,
    commit_barred,
    garrison_barred,
    release_assets,
)
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    AXIS,
    HEX,
    UNIT,
    ask,
    at,
    attack_strength,
    bits,
    box,
    declare,
    defence_strength,
    fight,
    go,
    move,
    offered,
    play,
    ready,
    reduce,
    refused,
    roll,
    scene,
    shifts,
    verbs,
)


def test_r13_7_3_a_box_stays_while_one_friend_is_left() -> None:
    pos = scene({"1330": "A05 A06"})
    pos.asset[ASSET["S09"]], pos.boxed[ALLIED] = HEX["1330"], 1 << HEX["1330"]
    go(play(move(pos, ALLIED), ("unit", UNIT["A05"])), "1331")
    assert pos.boxed[ALLIED] == 1 << HEX["1330"]
    go(play(pos, ("unit", UNIT["A06"])), "1331")
    assert pos.boxed[ALLIED] == 0


def test_r13_4_range_is_counted_to_the_last_hex() -> None:
    pos = ready(scene({"1330": "A38", "1335": "A05"}), "S07")
    for target, rule in (("1336", None), ("1337", "13.4"), ("1324", None), ("1323", "13.4")):
        pos.target = HEX[target]
        assert asset_barred(pos, ASSET["S07"], bits("A05"), True) == rule


def test_r13_6_1_any_allied_nation_forms_an_allied_garrison_and_one_counter_is_offered() -> None:
    pos = move(ready(scene({"2141": "A13"}), "G01", "G02"), ALLIED)
    assert [action for action in pos.actions() if action[0] == "garrison"] == [("garrison", UNIT["G01"], HEX["2141"])]


def test_r13_6_4_a_garrison_alone_takes_the_loss() -> None:
    pos = ask(scene({"2141": "G01"}), "loss", ALLIED, bits("G01"), 1, 1, 0)
    assert at(pos, "G01") == ""


def test_r13_7_1_no_box_is_offered_where_none_may_stand() -> None:
    pos = move(ready(scene({"1210": "A05", "1330": "A06"}), "S09"), ALLIED)
    assert offered(pos, "fortify") == [UNIT["A06"]]


@pytest.mark.parametrize("place", ["0920", "1330"])
def test_r13_6_2_a_garrison_off_the_named_places_is_refused_by_its_rule(place: str) -> None:
    pos = move(ready(scene({place: "A05"}), "G01"), ALLIED)
    assert refused(pos, ("garrison", UNIT["G01"], HEX[place])) == "13.6.2"


def test_r13_5_a_gun_elsewhere_does_not_count() -> None:
    pos = scene({"1330": "A01", "1331": "X22", "1335": "X23"})
    pos.target, pos.attackers, pos.defenders = HEX["1331"], bits("A01"), bits("X22")
    pos.asset[ASSET["S22"]], pos.bearer[ASSET["S22"]] = FITTED, UNIT["X23"]
    assert defence_strength(pos, AXIS) == 2 * 3
    pos.bearer[ASSET["S22"]] = UNIT["X22"]
    assert defence_strength(pos, AXIS) == 2 * (3 + 4)


def joining(pos: DarkSandsPosition, number: str, fighters: str, attacking: bool) -> str | None:
    return asset_barred(pos, ASSET[number], bits(*fighters.split()), attacking)


def test_r13_1_the_attacker_allocates_first_and_used_assets_lie_face_down() -> None:
    pos = ready(scene({"2440": "A05 A06", "2340": "X22"}), "S01", "S15")
    fight(pos, ALLIED)
    play(pos, ("attack", HEX["2340"]), ("all",))
    assert pos.side == "allied"
    play(pos, ("commit", ASSET["S01"]))
    assert pos.side == "axis"
    play(pos, ("commit", ASSET["S15"]))
    roll(pos, 1)
    while pos.stack and pos.stack[-1].step == "loss":
        play(pos, pos.actions()[0])
    assert (pos.asset[ASSET["S01"]], pos.asset[ASSET["S15"]]) == (USED, USED)


def test_r13_2_air_counts_up_to_the_factors_of_the_ground_units() -> None:
    pos = ready(scene({"1330": "A05 A11", "1331": "X22"}), "S01", "S02")
    pos.target, pos.defenders = HEX["1331"], bits("X22")
    for attackers, expected in (("A05", 3 + 3), ("A11", 1 + 1), ("A05 A11", 4 + 3)):
        pos.attackers, pos.committed = bits(*attackers.split()), 1 << ASSET["S01"]
        assert attack_strength(pos, ALLIED) == 2 * expected
    pos.committed |= 1 << ASSET["S02"]
    assert attack_strength(pos, ALLIED) == 2 * (4 + 4), "five air factors, four on the ground"


def test_r13_2_no_more_air_joins_once_the_ground_units_are_matched() -> None:
    pos = ready(scene({"1330": "A05 A11", "1331": "X22"}), "S01", "S02")
    pos.target = HEX["1331"]
    assert joining(pos, "S01", "A11", True) is None
    pos.committed = 1 << ASSET["S01"]
    assert joining(pos, "S02", "A05", True) == "13.2"
    assert joining(pos, "S02", "A05 A11", True) is None
    pos.committed = 1 << ASSET["S07"]
    assert joining(pos, "S02", "A11", True) is None, "artillery is no air"


def test_r13_2_the_ceiling_of_the_defence_is_its_own() -> None:
    pos = scene({"1330": "A05 A06", "1331": "X22"})
    pos.target, pos.attackers, pos.defenders = HEX["1331"], bits("A05", "A06"), bits("X22")
    pos.committed = 1 << ASSET["S01"] | 1 << ASSET["S16"]
    assert attack_strength(pos, ALLIED) == 2 * (6 + 3)
    assert defence_strength(pos, AXIS) == 2 * (3 + 3), "four factors of the Luftwaffe over three on the ground"


def test_r13_2_some_air_is_bound_to_its_maps() -> None:
    pos = ready(scene({"1210": "A05", "1211": "X22"}), "S02")
    pos.target = HEX["1211"]
    assert joining(pos, "S02", "A05", True) == "13.2"
    pos.target = HEX["1331"]
    assert joining(pos, "S02", "A05", True) is None


def test_r13_3_naval_guns_need_a_defender_on_the_coast() -> None:
    pos = ready(scene({"2141": "A05", "1330": "A06"}), "S06")
    pos.target = HEX["2141"]
    assert joining(pos, "S06", "A05", False) is None
    pos.target = HEX["1330"]
    assert joining(pos, "S06", "A06", False) == "13.3"


def test_r13_4_artillery_needs_its_headquarters_in_range_and_in_supply() -> None:
    pos = ready(scene({"1330": "A05 A38", "1331": "X22", "1338": "X23"}), "S07")
    pos.target = HEX["1331"]
    assert joining(pos, "S07", "A05", True) is None
    pos.target = HEX["1338"]
    assert joining(pos, "S07", "A05", True) == "13.4"
    pos.target, pos.out_of_supply = HEX["1331"], bits("A38")
    assert joining(pos, "S07", "A05", True) == "13.4"


def test_r13_4_one_a_side_in_a_combat_and_once_in_a_segment() -> None:
    pos = ready(scene({"1330": "A05 A38", "1430": "A39", "1331": "X22"}), "S07", "S08")
    pos.target, pos.committed = HEX["1331"], 1 << ASSET["S07"]
    assert joining(pos, "S08", "A05", True) == "13.4"
    pos.committed, pos.shelled = 0, 1 << ASSET["S07"]
    assert joining(pos, "S07", "A05", True) == "13.4"
    assert joining(pos, "S08", "A05", True) is None


def test_r13_4_artillery_comes_back_face_up() -> None:
    pos = ready(scene({"1330": "A05 A06 A38", "1331": "X22"}), "S07")
    fight(pos, ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",), ("commit", ASSET["S07"]))
    roll(pos, 1)
    assert pos.asset[ASSET["S07"]] == READY


def test_r13_5_a_gun_goes_with_a_unit_and_counts_against_tanks() -> None:
    pos = ready(scene({"1330": "A01 A05", "1331": "X22"}), "S22")
    fight(pos, ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",))
    assert pos.actions() == [("done",), ("gun", ASSET["S22"], UNIT["X22"])]
    before = defence_strength(pos, AXIS)
    play(pos, ("gun", ASSET["S22"], UNIT["X22"]))
    assert (pos.asset[ASSET["S22"]], pos.bearer[ASSET["S22"]]) == (FITTED, UNIT["X22"])
    assert defence_strength(pos, AXIS) == before + 2 * 4
    pos.attackers = bits("A05")
    assert defence_strength(pos, AXIS) == before


def test_r13_5_not_with_a_unit_out_of_supply() -> None:
    pos = ready(scene({"1330": "A01 A05", "1331": "X22 X23"}), "S22")
    pos.out_of_supply = bits("X22")
    fight(pos, ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",))
    assert refused(pos, ("gun", ASSET["S22"], UNIT["X22"])) == "13.5"


def test_r13_5_the_gun_is_lost_with_its_unit_and_returns_face_up_at_the_end() -> None:
    pos = scene({"1330": "X22", "1843": "X23"})
    for gun, unit in (("S22", "X22"), ("S23", "X23")):
        pos.asset[ASSET[gun]], pos.bearer[ASSET[gun]] = FITTED, UNIT[unit]
    pos.out_of_supply = bits("X22")
    pos.held[ALLIED] |= 1 << box().agheila  # no line for the Axis
    ask(pos, "end.attrition", AXIS)
    pos.held[ALLIED] = 0
    assert pos.asset[ASSET["S22"]] == USED
    ask(pos, "end.assets", AXIS)
    assert pos.asset[ASSET["S23"]] == READY
    assert pos.bearer[ASSET["S23"]] == -1


def test_r13_6_1_nations_do_not_mix_and_the_counters_are_the_limit() -> None:
    pos = ready(scene({"2141": "X31", "2149": "X22"}), "G05", "G07")
    move(pos, AXIS)
    made = [action[1:] for action in pos.actions() if action[0] == "garrison"]
    assert made == [(UNIT["G05"], HEX["2141"]), (UNIT["G07"], HEX["2149"])]
    play(pos, ("garrison", UNIT["G05"], HEX["2141"]))
    assert HEX["2141"] not in [action[2] for action in pos.actions() if action[0] == "garrison"]


def test_r13_6_2_a_garrison_needs_a_named_place_and_two_step_infantry_in_supply() -> None:
    pos = ready(scene({"1330": "A05", "2141": "A06"}), "G01")
    move(pos, ALLIED)
    assert garrison_barred(pos, ALLIED, HEX["1330"]) == "13.6.2"
    assert garrison_barred(pos, ALLIED, HEX["2141"]) is None
    reduce(pos, "A06")
    assert garrison_barred(pos, ALLIED, HEX["2141"]) is None, "a two-step unit is a kind of counter"
    pos.out_of_supply = bits("A06")
    assert garrison_barred(pos, ALLIED, HEX["2141"]) == "13.6.2"
    small = ready(scene({"2141": "A11"}), "G01")
    move(small, ALLIED)
    assert garrison_barred(small, ALLIED, HEX["2141"]) == "13.6.2", "a one-step unit forms none"


def test_r13_6_2_a_reduced_two_step_unit_is_offered_a_garrison() -> None:
    pos = ready(scene({"2141": "A06", "2340": "A11"}), "G01")
    reduce(pos, "A06")
    assert move(pos, ALLIED).actions().count(("garrison", UNIT["G01"], HEX["2141"])) == 1
    assert ("garrison", UNIT["G01"], HEX["2340"]) not in pos.actions(), "a one-step unit forms none"


def test_r13_6_3_a_disbanded_garrison_lies_face_down() -> None:
    pos = move(scene({"2141": "A06 G01"}), ALLIED)
    play(pos, ("disband", UNIT["G01"]))
    assert pos.where[UNIT["G01"]] == USED


def test_r13_6_4_garrisons_lose_last_have_no_zone_and_die_in_retreat() -> None:
    pos = scene({"2141": "A06 G01", "2140": "X15"})
    assert not enemy_zones(scene({"2141": "G01"}), AXIS)
    ask(pos, "loss", ALLIED, bits("A06", "G01"), 1, 0, 0)
    assert pos.steps[UNIT["A06"]] == 1
    ask(pos, "retreat", ALLIED, HEX["2141"], 1)
    assert pos.where[UNIT["G01"]] == USED


def test_r13_6_4_falling_back_from_a_garrison_is_asked_about() -> None:
    """Where the stack could stand, to fall back is to give the garrison up: that is said first."""
    more = ORDERS["retreat"].more
    assert more
    pos = ask(scene({"2830": "A05 G01"}, turn=8), "retreat", ALLIED, HEX["2830"], 1)
    assert "is lost" in more(pos, ("retreat",))["ask"]
    assert not more(ask(scene({"2830": "A05"}, turn=8), "retreat", ALLIED, HEX["2830"], 1), ("retreat",))


def test_r13_6_4_a_garrison_neither_moves_nor_attacks() -> None:
    pos = move(scene({"2141": "G01", "2140": "X15"}), ALLIED)
    assert "unit" not in verbs(pos)
    fight(pos, ALLIED)
    assert "attack" not in verbs(pos)


def test_r13_6_5_assets_may_support_a_garrison() -> None:
    pos = ready(scene({"2141": "G01", "2140": "X17"}), "S06", "S07")
    pos.put(UNIT["A38"], HEX["2042"])
    declare(fight(pos, AXIS), "2141")
    assert pos.side == "allied"
    assert offered(pos, "commit") == [ASSET["S06"], ASSET["S07"]]
    before = defence_strength(pos, ALLIED)
    play(pos, ("commit", ASSET["S06"]))
    assert defence_strength(pos, ALLIED) == before + 2, "naval guns match the garrison's one factor"


def test_r13_7_1_where_each_side_may_build() -> None:
    pos = scene({"1330": "A05", "1210": "A06", "1463": "A07"})
    built = pos.held[ALLIED]
    assert box_sites(pos, ALLIED) & built == 1 << HEX["1463"] | 1 << HEX["1330"]
    assert box_sites(pos, AXIS) & built == built
    pos.axis_holds |= 1 << box().tobruk
    assert box_sites(pos, ALLIED) & built == 1 << HEX["1463"]


def test_r13_7_2_a_box_is_built_instead_of_moving() -> None:
    pos = ready(scene({"1330": "A05 A07", "1430": "A01", "1431": "A06", "1530": "A11"}), "S09")
    reduce(pos, "A06")
    move(pos, ALLIED)
    assert offered(pos, "fortify") == [UNIT["A05"], UNIT["A07"], UNIT["A06"]], (
        "reduced or not, but no tank and no one-step unit"
    )
    play(pos, ("fortify", UNIT["A05"]))
    assert pos.boxed[ALLIED] == 1 << HEX["1330"]
    assert UNIT["A05"] not in offered(pos, "unit")


def test_r13_7_2_panzers_build_but_tanks_do_not() -> None:
    pos = ready(scene({"1330": "X15", "1335": "X20"}), "S24")
    assert offered(move(pos, AXIS), "fortify") == [UNIT["X15"]]


def test_r13_7_2_not_in_marsh_mountain_or_forts_and_not_after_moving() -> None:
    pos = scene()
    assert not any(box_sites(pos, AXIS) >> HEX[n] & 1 for n in ("2045", "3009", "2830"))
    pos = ready(scene({"1330": "A05", "1320": "A06"}), "S09")
    go(play(move(pos, ALLIED), ("unit", UNIT["A05"])), "1331")
    assert offered(pos, "fortify") == [UNIT["A06"]]


def test_r13_7_3_a_box_goes_when_the_last_friend_leaves_or_by_choice() -> None:
    pos = scene({"1330": "A05"})
    pos.asset[ASSET["S09"]], pos.boxed[ALLIED] = HEX["1330"], 1 << HEX["1330"]
    other = pos.copy()
    go(play(move(pos, ALLIED), ("unit", UNIT["A05"])), "1331")
    assert (pos.asset[ASSET["S09"]], pos.boxed[ALLIED]) == (USED, 0)
    play(fight(other, ALLIED), ("raze", HEX["1330"]))
    assert other.asset[ASSET["S09"]] == USED


def test_r13_7_4_a_box_shifts_the_odds() -> None:
    pos = scene({"1330": "A05", "1331": "X22"})
    pos.target, pos.attackers = HEX["1331"], bits("A05")
    assert shifts(pos) == 0
    pos.boxed[AXIS] = 1 << HEX["1331"]
    assert shifts(pos) == 1


def test_r13_8_hecker_joins_one_attack_on_the_coast_and_is_gone() -> None:
    pos = ready(scene({"2140": "X17 X31", "2141": "A05"}, turn=12), "S30")
    pos.target = HEX["2141"]
    assert joining(pos, "S30", "X17", True) is None
    assert joining(pos, "S30", "X17", False) == "13.8"
    fight(pos, AXIS)
    play(pos, ("attack", HEX["2141"]), ("all",), ("commit", ASSET["S30"]))
    roll(pos, 1)
    while pos.stack and pos.stack[-1].step == "loss":
        play(pos, pos.actions()[0])
    assert pos.asset[ASSET["S30"]] == GONE


def test_r13_5_one_gun_for_a_unit() -> None:
    pos = ready(scene({"1330": "A01 A05", "1331": "X22 X23"}), "S22", "S23")
    fight(pos, ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",), ("gun", ASSET["S22"], UNIT["X22"]))
    assert [action for action in pos.actions() if action[0] == "gun"] == [("gun", ASSET["S23"], UNIT["X23"])]


def test_r13_4_the_same_guns_do_not_fire_twice_in_a_segment() -> None:
    pos = ready(scene({"1330": "A05 A06 A38", "1331": "X22", "1329": "X23"}), "S07")
    fight(pos, ALLIED)
    play(pos, ("attack", HEX["1331"]), ("with", UNIT["A05"]), ("fight",), ("commit", ASSET["S07"]))
    roll(pos, 1)
    while pos.stack[-1].step != "combat":
        play(pos, pos.actions()[0])
    declare(pos, "1329")
    assert pos.side == "chance"  # nothing left to commit
    ask(pos, "act.end", ALLIED)
    assert not pos.shelled


def test_r13_1_after_a_combat_nothing_is_committed_and_aircraft_have_flown() -> None:
    pos = scene()
    for name in ("S01", "S07"):
        pos.asset[ASSET[name]] = READY
        pos.committed |= 1 << ASSET[name]
    release_assets(pos)
    assert (pos.committed, pos.asset[ASSET["S01"]], pos.asset[ASSET["S07"]]) == (0, USED, READY)
    assert pos.shelled == 1 << ASSET["S07"]


def test_r13_7_2_a_lost_unit_builds_no_box() -> None:
    pos = scene({"1740": "A05", "1741": "A06"})
    pos.asset[box().box_assets[ALLIED][0]] = READY
    pos.axis_holds &= ~(1 << box().tobruk)
    pos.active = bits("A05", "A06", "A07")
    assert box_actions(pos, ALLIED, 0) == [("fortify", UNIT["A05"]), ("fortify", UNIT["A06"])]


def test_r13_5_a_gun_whose_unit_is_gone_is_with_nobody() -> None:
    pos = scene({"1330": "X22"})
    gun = ASSET["S22"]
    pos.asset[gun], pos.bearer[gun] = FITTED, UNIT["X22"]
    eliminate(pos, UNIT["X22"], "20.3")
    assert (pos.asset[gun], pos.bearer[gun]) == (USED, -1)


def test_r13_2_the_ceiling_is_that_of_the_side_that_asks() -> None:
    """The defender has one factor, the attacker nine: the second flight is refused to him alone."""
    pos = fight(ready(scene({"1330": "A05 A06", "1430": "A07", "1331": "X01*"}), "S15", "S16", "S01", "S03"), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",), ("commit", ASSET["S01"]), ("commit", ASSET["S03"]))
    assert (pos.side, pos.stack[-1].step) == ("axis", "combat.assets")
    assert commit_barred(pos, ("commit", ASSET["S16"]), pos.defenders, False) is None
    pos.committed |= 1 << ASSET["S15"]
    pos._actions = None
    assert refused(pos, ("commit", ASSET["S16"])) == "13.2"
