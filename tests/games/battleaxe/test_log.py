"""The log of a battle can be checked with the rulebook in hand, and the card shows the same battle while it lasts."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import BattleaxePosition
from tests.games.battleaxe.scene import (
    PLACE,
    UNIT,
    assault,
    attack,
    end,
    fight,
    go,
    regroup,
    roll,
    scene,
    to_evening,
)

NOBODYS: dict[str, Any] = {"advantage": 2, "advantage_next": 0}


def lines(pos: BattleaxePosition, rule: str = "") -> list[str]:
    """The log lines, or those of one rule."""
    return [line["text"] for line in pos.report(None) if not rule or line["rule"] == rule]


def battle(pos: BattleaxePosition) -> dict[str, Any]:
    """The card, which is the same for both sides and for watchers."""
    shown = pos.see(None)["battle"]
    assert pos.see("allied")["battle"] == pos.see("axis")["battle"] == shown
    return dict(shown)


def capuzzo(**fields: Any) -> BattleaxePosition:
    """Armour, infantry and guns against two units at Fort Capuzzo."""
    pos = scene({"14": "7RTR 22Gds 65AT", "15": "33PAK 15MC(-)"}, **{**NOBODYS, **fields})
    assault(pos, "14")
    go(pos, "7RTR 22Gds 65AT", "15")
    return pos


def test_r11_4_the_log_gives_both_sums_with_every_part_and_its_rule() -> None:
    pos = capuzzo()
    fight(pos, lead="7RTR", target="33PAK", air=3, guns=(4, 5), dice=(4, 5, 1, 2))
    told = next(line for line in pos.report(None) if "sum" in line)
    assert told["text"] == (
        "Attack 14 (Lead: 7RTR 6, Other attackers +2, Aircraft +3, Artillery +2, Combined arms +1) against defence 11 "
        "(Lead: 33PAK 6, Other defenders +1, Ground +2, Artillery +2): "
        "both sides roll two dice; a lead of 7 or more is an overrun."
    )
    assert [row["rule"] for row in told["sum"]["rows"]] == [
        *("11.4.2A", "11.4.2B", "11.4.2C", "11.4.2D", "11.4.2E"),
        *("11.4.3A", "11.4.3B", "11.4.3C", "11.4.3D"),
    ]
    assert (
        "Overrun at Fort Capuzzo: 14 + 9 = 23 against 11 + 3 = 14. "
        "9 attrition points, more than the 6 the defenders can absorb."
    ) in lines(pos, "11.4.4")


@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ((1, 1, 6, 6), "Repulse: 9 + 2 = 11 against 9 + 12 = 21. Every attacker loses a step."),
        ((3, 3, 3, 3), "Stalemate: 9 + 6 = 15 against 9 + 6 = 15. Both lead units lose a step."),
        ((3, 4, 3, 3), "Success: 9 + 7 = 16 against 9 + 6 = 15. The defenders take 1 attrition point."),
        (
            (4, 4, 3, 3),
            "Success: 9 + 8 = 17 against 9 + 6 = 15. The defenders take 2 attrition points.",
        ),
    ],
)
def test_r11_4_4_the_log_says_what_a_result_means(dice: tuple[int, int, int, int], result: str) -> None:
    pos = capuzzo()
    fight(pos, lead="7RTR", target="33PAK", dice=dice)
    assert result.replace(":", " at Fort Capuzzo:", 1) in lines(pos, "11.4.4")


def test_r11_4_3e_the_sum_names_the_fuel_shortage() -> None:
    pos = scene({"14": "1/8", "15": "7RTR"}, "axis", fuel_low=1, **NOBODYS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, dice=(1, 1, 1, 1))
    assert "Axis fuel shortage +2" in next(text for text in lines(pos, "11.4") if text.startswith("Attack"))


def test_r14_2_2_the_sum_names_what_a_lead_lacks_out_of_supply() -> None:
    pos = scene({"15": "7RTR 33PAK"}, cut=1 << UNIT["33PAK"], **NOBODYS)
    assault(pos, "15")
    attack(pos, "15", dice=(1, 1, 1, 1))
    told = next(line for line in pos.report(None) if "sum" in line)
    assert "against defence 2 (Lead: 33PAK 1, Out of supply -1, Ground +2)" in told["text"]
    assert "14.2.2" in [row["rule"] for row in told["sum"]["rows"]]


def test_r12_1b_the_log_says_what_a_stalemate_costs_in_place_of_a_repulse() -> None:
    pos = scene({"14": "7RTR", "15": "1/8"}, advantage=ALLIED)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, dice=(1, 1, 6, 6))
    pos.play(("maximum",))
    assert lines(pos, "12.1B") == [
        "The Allies spend the Advantage on a maximum attack: a stalemate instead, and both lead units lose a step."
    ]


def test_r14_1_2_the_log_tells_a_sunset_roll_that_could_only_end_a_shortage() -> None:
    pos = scene({"14": "1/8", "A": "11H"}, "axis", impulse=2, fuel_low=1, **NOBODYS)
    pos.play(("pass",))
    roll(pos, 3, 4)
    assert lines(pos, "6.2.1") == ["Sunset roll 7 (2 or more needed): the day goes on."]


def test_r14_1_2_the_log_gives_a_sunset_roll_of_its_own_before_it_ends_the_shortage() -> None:
    pos = scene({"14": "1/8", "A": "11H"}, "axis", impulse=7, fuel_low=1, **NOBODYS)
    pos.play(("pass",))
    roll(pos, 3, 4)
    rules = [line["rule"] for line in pos.report(None)]
    assert rules.index("6.2.1") < rules.index("14.1.2")
    assert pos.fuel_low == 0


def test_r6_2_1_the_log_says_that_the_day_ends_with_the_track() -> None:
    pos = scene({"14": "1/8", "A": "11H"}, "axis", impulse=12, **NOBODYS)
    pos.play(("pass",))
    roll(pos, 6, 6)
    assert lines(pos, "6.2.1") == ["Sunset roll 12 (the track ends here): the sun sets."]


def test_r14_2_4_the_log_tells_who_is_back_in_supply_when_ground_changes_hands() -> None:
    pos = scene({"2": "7RTR", "A": "11H"}, axis="1", cut=1 << UNIT["7RTR"], **NOBODYS)
    to_evening(pos)
    assert lines(pos, "14.2.2") == ["Back in supply: 7RTR."]


def test_r14_2_the_log_has_no_word_of_supply_where_nobody_lacks_it() -> None:
    pos = scene({"A": "11H", "G": "3R"}, **NOBODYS)
    to_evening(pos)
    assert not lines(pos, "14.2")


def test_r14_1_2_the_log_gives_the_roll_before_it_ends_the_shortage() -> None:
    pos = scene({"14": "1/8", "15": "7RTR"}, "axis", impulse=7, fuel_low=1, **NOBODYS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, dice=(3, 4, 6, 6))
    rules = [line["rule"] for line in pos.report(None)]
    assert rules.index("11.4.4") < rules.index("14.1.2")


def test_r11_6_4_the_log_says_that_a_retreat_into_nowhere_pays_a_point() -> None:
    pos = scene({"14": "1/8 2/8", "15": "7RTR* 2RTR*"}, "axis", **NOBODYS)
    assault(pos, "14")
    go(pos, "1/8 2/8", "15")
    fight(pos, lead="1/8", target="7RTR", dice=(3, 4, 3, 3))  # one point
    assert lines(pos, "11.6.4") == ["7RTR is lost at Fort Capuzzo and absorbs 1 point: it has nowhere to fall back to."]


def test_r11_6_4_beaten_attackers_with_nowhere_to_go_pay_no_points() -> None:
    pos = scene({"14": "7RTR 2RTR 22Gds 65AT", "15": "1/8 2/8"}, **NOBODYS)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    for unit in ("1/11", "2/11"):
        pos.put(UNIT[unit], PLACE["14"])
    attack(pos, "15", lead="7RTR", dice=(1, 1, 6, 6))
    pos.play(("go_back", UNIT["7RTR"]))
    assert lines(pos, "11.6.4") == [
        f"{unit} is lost at Fort Capuzzo: it has nowhere to fall back to." for unit in ("7RTR", "2RTR")
    ]


def test_r11_5_the_log_says_what_each_point_was_paid_with_and_who_stands() -> None:
    pos = capuzzo()
    fight(pos, lead="7RTR", target="33PAK", dice=(6, 6, 3, 3))  # six points: all they have
    assert "33PAK is lost at Fort Capuzzo and absorbs 3 points." in lines(pos, "11.5")
    assert lines(pos, "11.4")[-1] == "7RTR, 22Gds and 65AT hold Fort Capuzzo."
    few = capuzzo()
    fight(few, lead="7RTR", target="33PAK", dice=(4, 4, 3, 3))
    few.play(("flip", UNIT["33PAK"]))
    few.play(("fall_back", UNIT["15MC(-)"]))
    few.play(few.actions()[0])
    assert lines(few, "11.5")[0] == "33PAK is reduced and absorbs 1 point."
    assert lines(few, "11.5")[1].startswith("15MC(-) falls back to ")
    assert lines(few, "11.5")[1].endswith(" and absorbs 1 point.")
    more = capuzzo()
    fight(more, lead="7RTR", target="33PAK", dice=(5, 5, 3, 3))
    more.play(("flip", UNIT["33PAK"]))
    more.play(("lose", UNIT["33PAK"]))
    assert lines(more, "11.5")[:2] == [
        "33PAK is reduced and absorbs 1 point.",
        "33PAK is lost at Fort Capuzzo and absorbs 2 points.",
    ]


def test_r11_6_3_the_log_tells_leaving_from_falling_back_and_a_contested_field() -> None:
    pos = capuzzo()
    fight(pos, lead="7RTR", target="33PAK", dice=(3, 3, 3, 3))
    pos.play(("withdraw", UNIT["15MC(-)"]))
    if pos.stack[-1].step == "retreat.choose":
        pos.play(pos.actions()[0])
    assert lines(pos, "11.6.3")[0].startswith("15MC(-) withdraws to ")
    pos.play(("stand",))
    assert "Fort Capuzzo is contested: 7RTR, 22Gds and 65AT against 33PAK." in lines(pos, "11.4")


def test_r10_2_1_the_log_shows_what_is_added_to_an_artillery_call() -> None:
    pos = scene({"5": "7RTR", "6": "1/104"}, **NOBODYS)
    assault(pos, "5")
    go(pos, "7RTR", "6")
    fight(pos, air=4, guns=(3, 3))
    assert lines(pos, "10.2.1") == [
        "The Allies call for artillery. The roll is 3 (4 or more needed): no answer.",
        "The Axis calls for artillery. The roll is 3, +1 for the strongpoint (4 or more needed): it fires and adds 2.",
    ]
    assert lines(pos, "10.1.4") == ["Allied aircraft add 4."]


def test_r10_1_4_the_log_shows_what_the_dust_takes_from_an_air_roll() -> None:
    pos = scene({"15": "7RTR 1/8", "14": "2RTR"}, **NOBODYS)
    assault(pos, "15")
    attack(pos, "15", air=1)
    assert lines(pos, "10.1.4") == ["Allied aircraft add 1 (a roll of 1, -1 for the dust)."]


@pytest.mark.parametrize(
    ("owner", "text"),
    [
        (ALLIED, "7RTR is cut off and rolls 3, +1 for the Advantage (4 or more needed): it holds out."),
        (AXIS, "7RTR is cut off and rolls 3 (4 or more needed): it loses a step."),
    ],
)
def test_r14_2_3_the_log_shows_the_advantage_on_a_surrender_roll(owner: int, text: str) -> None:
    pos = scene({"19": "7RTR", "A": "11H"}, advantage=owner, cut=1 << UNIT["7RTR"])
    to_evening(pos, "surrender.begin")
    roll(pos, 3)
    assert text in lines(pos, "14.2.3")


def test_r6_2_1_the_sunset_roll_is_told_with_its_dice_or_the_battle_it_came_from() -> None:
    pos = scene({"15": "7RTR", "22": "1/8"}, "axis", impulse=5, **NOBODYS)
    pos.play(("pass",))
    roll(pos, 2, 4)
    told = next(line for line in pos.report(None) if line["rule"] == "6.2.1")
    assert told["text"] == "Sunset roll 6 (5 or more needed): the day goes on."
    assert told["dice"] == [{"label": "Axis", "side": "axis", "faces": [2, 4]}]
    fought = scene({"14": "1/8", "15": "7RTR"}, "axis", impulse=5, **NOBODYS)
    assault(fought, "14")
    go(fought, "1/8", "15")
    fight(fought, dice=(1, 1, 6, 6))
    end(fought)
    assert lines(fought, "6.2.1") == [
        "The first Axis combat roll, 2, is the sunset roll (5 or more needed): the sun sets."
    ]


def test_r7_2_a_change_of_control_is_told_after_the_march_that_caused_it() -> None:
    pos = scene({"14": "11H"}, **NOBODYS)
    assault(pos, "14")
    go(pos, "11H", "19")
    told = lines(pos)
    march = told.index("11H moves from Bir Ghirba to Sidi Azeiz (19).")
    assert told[march + 1] == "Sidi Azeiz (19) is now in Allied hands."
    leaving = scene({"15": "7RTR 1/8", "14": "2RTR"}, allied="15", **NOBODYS)
    leaving.play(("regroup",))
    regroup(leaving, "7RTR", "14")
    told = lines(leaving)
    march = told.index("7RTR moves from Fort Capuzzo to Bir Ghirba (14).")
    assert told[march + 1] == "Fort Capuzzo (15) is now in Axis hands."


def test_r14_2_2_the_log_tells_who_is_back_in_supply() -> None:
    pos = scene({"19": "7RTR", "10": "11H"}, cut=1 << UNIT["7RTR"], allied="11", **NOBODYS)
    assault(pos, "10")
    go(pos, "11H", "12")
    assert lines(pos, "14.2.2") == ["Back in supply: 7RTR."]


# The card


def test_the_card_follows_a_battle_from_the_leads_to_the_advance() -> None:
    pos = capuzzo()
    shown = battle(pos)
    assert (shown["title"], shown["places"], shown["steps"][shown["step"]]) == ("Fort Capuzzo (15)", ["15"], "Leads")
    assert shown["attacker"]["pieces"] == sorted(UNIT[name] for name in ("7RTR", "22Gds", "65AT"))
    assert shown["defender"] == {
        "side": "axis",
        "pieces": sorted(UNIT[name] for name in ("33PAK", "15MC(-)")),
        "places": ["15"],
        "note": "",
    }
    assert "sum" not in shown
    pos.play(("lead", UNIT["7RTR"]))
    assert battle(pos)["attacker"]["note"] == "7RTR leads"
    pos.play(("lead", UNIT["33PAK"]))
    shown = battle(pos)
    assert (shown["steps"][shown["step"]], shown["sum"]["left"], shown["sum"]["right"]) == ("Support", "9", "9")
    assert "dice" not in shown
    fight(pos, dice=None)
    assert battle(pos)["steps"][battle(pos)["step"]] == "Dice"
    roll(pos, 4, 4)
    assert battle(pos)["dice"] == [{"label": "Allied", "side": "allied", "faces": [4, 4]}]
    roll(pos, 3, 3)
    shown = battle(pos)
    assert (shown["steps"][shown["step"]], shown["sum"]["left"]) == ("Losses", "9")
    assert shown["hits"] == [{"side": "axis", "due": 2, "taken": 0, "label": "attrition points"}]
    pos.play(("flip", UNIT["33PAK"]))
    assert battle(pos)["hits"][0]["taken"] == 1
    assert battle(pos)["sum"]["right"] == "9"  # as it was when the dice fell
    pos.play(("fall_back", UNIT["15MC(-)"]))
    shown = battle(pos)
    assert (shown["steps"][shown["step"]], bool(shown["retreat"])) == ("Retreat", True)
    while pos.stack[-1].step == "retreat.choose":
        assert set(battle(pos)["retreat"]) == {pos.box.map.ids[action[2]] for action in pos.actions()}
        pos.play(pos.actions()[0])


def test_the_card_shows_where_those_asked_may_leave_for() -> None:
    pos = capuzzo()
    fight(pos, lead="7RTR", target="33PAK", dice=(3, 3, 3, 3))
    assert pos.stack[-1].step == "battle.withdraw"
    shown = battle(pos)
    assert shown["steps"][shown["step"]] == "Retreat"
    trial = pos.copy()
    trial.play(("withdraw", UNIT["33PAK"]))
    ways = {pos.box.map.ids[action[2]] for action in trial.actions() if action[0] == "retreat"}
    assert not ways or ways == set(shown["retreat"])
    assert "hits" not in shown


def test_the_card_shows_who_has_been_chosen_to_attack_on_contested_ground_and_the_advance() -> None:
    pos = scene({"15": "7RTR 2RTR 1/62*"}, **NOBODYS)
    assault(pos, "15")
    pos.play(("attack", PLACE["15"]))
    shown = battle(pos)
    assert (shown["steps"][shown["step"]], shown["attacker"]["pieces"], "sum" in shown) == ("Attackers", [], False)
    pos.play(("join", UNIT["7RTR"]))
    assert battle(pos)["attacker"]["pieces"] == [UNIT["7RTR"]]
    pos.play(("fight",))
    fight(pos, dice=(6, 6, 1, 1))
    shown = battle(pos)
    assert (shown["steps"][shown["step"]], shown["defender"]["pieces"]) == ("Advance", [])


def test_the_card_shows_the_way_back_of_beaten_attackers_who_find_no_room() -> None:
    pos = scene({"14": "7RTR 2RTR 22Gds 65AT", "15": "1/8 2/8"}, **NOBODYS)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    pos.put(UNIT["1/11"], PLACE["14"])
    attack(pos, "15", lead="7RTR", dice=(1, 1, 6, 6))
    assert pos.stack[-1].step == "retreat.order"
    assert battle(pos)["retreat"] == ["14"]


def test_there_is_no_card_between_battles() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62"}, **NOBODYS)
    assert "battle" not in pos.see("allied")
    assault(pos, "14")
    go(pos, "7RTR", "19")
    assert "battle" not in pos.see("allied")


def test_r17_2_the_log_tells_ground_from_german_losses() -> None:
    pos = scene({"5": "11H", "22": "1/8* 2/8 1/5 2/5 33R 3R"}, allied="6 3", day=3, points=4)
    lost = pos.box.germans.bit_count() - 6
    to_evening(pos, "day.end")
    assert lines(pos, "17.2") == [
        f"The Allies score 2 for ground and {lost + 1} for German losses: {4 + 2 + lost + 1} in all."
    ]
    early = scene({"5": "11H", "22": "1/8*"}, allied="6 3", day=1)
    to_evening(early, "day.end")
    assert lines(early, "17.2") == ["The Allies score 2 for ground: 2 in all."]


def test_r14_2_4_the_log_says_why_ground_changes_hands_in_the_evening() -> None:
    pos = scene({"A": "7RTR", "18": "1/8"}, allied="22")
    to_evening(pos)
    assert "Bardia (22) is cut off and falls to the Axis." in lines(pos, "14.2.4")
