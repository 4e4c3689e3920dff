"""A log that can be checked (sums with their rules, dice in one line, who stands), and the battle in the view."""

from __future__ import annotations

from typing import Any

from sandtable.engine.battle import Account
from sandtable.games.western_desert.rules.r10_account import account
from sandtable.games.western_desert.terms import FELL_BACK
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, battle, fight, hits, play, roll, scene, step


def texts(pos: Any) -> list[str]:
    """The log in words."""
    return [line["text"] for line in pos.report("allied")]


def sums(pos: Any, attackers: str, targets: str, **more: Any) -> dict[tuple[str, str], tuple[str, str]]:
    """The account of a battle: (label, rule) with the figures of both sides."""
    told, attack, defense = account(pos, battle(pos, attackers, targets, **more))
    for dice, figures in ((attack, [t.attacker for t in told.terms]), (defense, [t.defender for t in told.terms])):
        assert dice.fives + dice.sixes == sum(int(figure) for figure in figures if figure)
    return {(term.label, term.rule): (term.attacker, term.defender) for term in told.terms}


def test_r10_12_the_account_of_the_rulebooks_example_adds_up() -> None:
    pos = scene({"4612": "A01 A02 A03", "4512": "X05+ X06+"}, depots=("4809", "1119"))
    assert sums(pos, "A01 A02 A03", "4512") == {
        ("combat strength", "10.11"): ("12", "5"),
        ("armoured division together", "10.51"): ("+1", ""),
        ("improved position", "12.3"): ("", "+2"),
    }
    told, _, _ = account(pos, battle(pos, "A01 A02 A03", "4512"))
    assert (told.attacker, told.defender) == ("13 dice on 6", "7 dice on 6")
    assert told.verdict == "11 hits destroy the defence outright"


def test_r10_12_every_modifier_of_a_unit_has_its_rule_in_the_account() -> None:
    pos = scene({"6010": "A01 A05", "6011": "X05", "2012": "X20"}, depots=("4509", "1119"))
    found = sums(pos, "A01 A05", "6011", paid=0, air=2, naval=2)
    assert found["no attack point", "10.3"] == ("-4", "")
    assert found["across the ridge", "11.2"] == ("-2", "")
    assert found["no unit below 0", "10.12"] == ("+2", "")
    assert found["aircraft", "14.1"] == ("+2", "")
    assert found["the fleet", "15.0"] == ("+2", "")
    cut_off = scene({"2308": "X05 X06", "2408": "A01", "1218": "A06"}, depots=("2406", "1119"))
    cut_off.control[0] = ALLIED
    assert sums(cut_off, "A01", "2308")["no supply", "8.2"] == ("", "-3")
    far = sums(pos, "A01", "6011")
    assert far["out of the depot's range", "10.31"] == ("-2", "")


def test_r10_12_towns_mountains_marsh_leaders_and_divisions_stand_in_the_account() -> None:
    pos = scene({"3309": "A01 L1", "3408": "X10 X13 L4"}, depots=("3109", "1119"))
    found = sums(pos, "A01", "3408", lead=(UNIT["L1"], UNIT["L4"]))
    assert found["armour against a fortress", "16.2"] == ("-1", "")
    assert found["fortress", "16.2"] == ("", "+2")
    assert (found["O'Connor", "13.3"], found["Graziani", "13.3"]) == (("+2", ""), ("", "+1"))
    pos = scene({"1511": "A01", "1410": "X13 X18 X19 X20"}, depots=("1512", "1119"))
    found = sums(pos, "A01", "1410")
    assert found["armour in a city", "11.1"] == ("-1", "-2")
    assert found["division together", "10.5"] == ("", "+2")
    assert sums(scene({"2308": "X05", "2408": "A01"}, depots=("2406", "1119")), "A01", "2308")["mountain", "11.1"] == (
        "",
        "+1",
    )
    assert sums(scene({"3909": "X05", "3908": "A01"}, depots=("4009", "1119")), "A01", "3909")[
        "rough ground", "11.1"
    ] == (
        "",
        "+1",
    )


def test_r10_21_the_dice_of_one_roll_are_one_line_and_a_dead_defence_suffers_no_hits() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    fight(pos, "A01 A02", "4512", paid=1)
    roll(pos, 6, 6, 6, 6, 6, 6)
    roll(pos, 1, 1, 1, 1)
    play(pos, ("done",))
    assert texts(pos) == [
        "Strengths: 4th Armoured Brigade 5, 7th Armoured Brigade 5 from 4612 against 10th Bersaglieri Regt 1 at 4512.",
        "Attack 10 dice on 6 (combat strength 10) against defence 1 die on 6 (combat strength 1): "
        "2 hits destroy the defence outright.",
        "Allied dice: 6 hits from 6 6 6 6 6 6 1 1 1 1 (needing 6).",
        "6 hits against a strength of 1: the defence is destroyed before it can fire, and the attack point comes back.",
        "10th Bersaglieri Regt is eliminated at 4512 and may be rebuilt.",
        "Nobody is left at 4512.",
    ]
    assert len([line for line in pos.report("axis") if line.get("sum")]) == 1


def test_r10_21_dice_that_hit_on_five_stand_apart_in_the_same_line() -> None:
    pos = scene({"4512": "X20 X22", "4612": "A06"}, active=AXIS, depots=("6508", "4511"))
    fight(pos, "X20 X22", "4612")
    roll(pos, 1, 1, 1, 1, 1, 5)
    roll(pos, 1, 1, 5, 5)
    assert texts(pos)[-1] == "Axis dice: 1 hit from 1 1 1 1 1 5 (needing 5 or 6) and 1 1 5 5 (needing 6)."


def test_r16_1_a_town_changes_hands_after_the_march_that_took_it() -> None:
    pos = scene({"4110": "A06"})
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]), ("to", HEX["4009"]))
    assert texts(pos)[:2] == [
        "5th Indian Bde moves from Sollum 4110 to Bardia 4009.",
        "Bardia is in Allied hands.",
    ]


def test_r13_6_the_log_names_the_leader_who_is_there() -> None:
    pos = scene({"2012": "X05 L4* L3*", "5110": "A06"}, active=AXIS)
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["L4"]), ("to", HEX["2011"]))
    assert texts(pos)[-1].startswith("Bastico moves")
    pos.arrives[UNIT["L3"]] = pos.turn
    pos.put((UNIT["L3"],), -4)
    pos.stack = ()
    ask(pos, "reinforcements")
    assert texts(pos)[-1].startswith("Crüwell arrives at")
    pos.shaken = ((UNIT["L4"], 1),)
    ask(pos, "leader.checks")
    roll(pos, 5)
    assert texts(pos)[-2].startswith("Bastico was in danger: a roll of 5")
    assert texts(pos)[-1].startswith("Bastico gets away")


def test_r13_6_a_first_leader_keeps_his_name_in_the_log_after_the_second_took_over() -> None:
    pos = scene({"2012": "X05 L4", "5110": "A06"}, active=AXIS)
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["L4"]), ("to", HEX["2011"]))
    pos.reduced[UNIT["L4"]] = 1
    assert texts(pos)[-1].startswith("Graziani moves")


def test_r10_1_the_view_shows_a_battle_from_plan_to_advance_to_everybody() -> None:
    pos = scene({"4612": "A01 A06", "4512": "X05 X06", "2012": "X01"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    assert "battle" not in pos.see("allied")
    play(pos, ("attack", HEX["4512"]))
    stages = []
    while pos.stack and step(pos) != "combat.choose":
        shown = pos.see("axis").get("battle")
        assert shown == pos.see("allied").get("battle") == pos.see(None).get("battle")
        assert shown is not None
        stages.append(shown["steps"][shown["step"]])
        assert shown["attacker"]["pieces"] == [u for u in (UNIT["A01"], UNIT["A06"]) if pos.where[u] >= 0]
        assert shown["defender"]["side"] == "axis"
        assert shown["sum"]["left"]
        match step(pos):
            case "combat.plan":
                play(pos, ("go",))
            case "combat.support":
                assert shown["sum"]["rows"][0]["left"] == "8"
                play(pos, ("fire", 1, 0, 0))
            case "combat.roll" if pos.stack[-1].args[0] == 0:
                roll(pos, *((1, 1, 1, 1, 6, 6) if not pos.stack[-1].args[4] else (1, 1)))
            case "combat.roll":
                roll(pos, 1, 1, 1, 1, 6)
            case "combat.losses":
                mine = next(row for row in shown["hits"] if row["side"] == pos.side)
                assert mine["due"] - mine["taken"] == pos.stack[-1].args[1]
                play(pos, pos.actions()[-1] if pos.actions()[-1] == ("retreat",) else pos.actions()[0])
            case "combat.retreat":
                assert set(shown["retreat"]) == {pos.box.map.ids[a[-1]] for a in pos.actions()}
                play(pos, pos.actions()[0])
            case _:
                assert shown["dice"]
                play(pos, ("done",))
    assert list(dict.fromkeys(stages)) == ["Plan", "Support", "Dice", "Losses", "Retreat", "Advance"]
    assert "battle" not in pos.see("allied")


def test_r10_22_while_the_attacker_takes_his_hits_those_of_the_defender_are_open() -> None:
    pos = scene({"4612": "A01 A06", "4512": "X05 X06", "2012": "X01"})
    hits(pos, 2, 3, "A01 A06", "4512")
    pos.note("10.12", "sum", Account((), "8 dice", "5 dice", "", "10.12"))
    assert pos.see(None)["battle"]["hits"] == [
        {"side": "allied", "due": 2, "taken": 0, "label": "hits"},
        {"side": "axis", "due": 3, "taken": 0, "label": "hits"},
    ]
    play(pos, ("lose", UNIT["A06"]), ("lose", UNIT["A06"]), ("lose", UNIT["X05"]))
    assert [row["taken"] for row in pos.see(None)["battle"]["hits"]] == [2, 1]


def test_r14_2_the_view_shows_a_bombardment() -> None:
    pos = scene({"5012": "A01", "4712": "X05 X06"}, depots=("5310", "1119"))
    pos.air, pos.air_side = 4, ALLIED
    ask(pos, "combat.begin")
    play(pos, ("bombard", HEX["4712"]))
    assert pos.see("axis")["battle"]["defender"]["pieces"] == [UNIT["X05"], UNIT["X06"]]
    play(pos, ("bombs", 2))
    shown = pos.see("axis")["battle"]
    assert (shown["sum"]["left"], shown["sum"]["verdict"]) == ("2 dice", "a hit for every two sixes")
    roll(pos, 6, 6)
    assert texts(pos)[-1] == "4712 is bombarded from the air, a hit for every two sixes: 6 6, 1 hit."
    assert pos.see(None)["battle"]["hits"] == [{"side": "axis", "due": 1, "taken": 0, "label": "hits"}]


def test_r10_11_the_forecast_and_the_log_have_the_same_sum() -> None:
    pos = scene({"4612": "A01 L1", "4512": "X05", "2012": "X01"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("go",))
    forecast = pos.forecast(("fire", 1, 0, 0))
    play(pos, ("fire", 1, 0, 0))
    told = next(line for line in pos.report("allied") if "sum" in line)
    assert forecast is not None
    assert forecast["sum"] == told["sum"]


def test_r10_1_a_stack_left_out_of_a_plan_can_be_brought_back() -> None:
    pos = scene({"4612": "A01", "4411": "A02", "4512": "X05", "2012": "X01"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]))
    before = set(pos.stack[-1].args[1])
    play(pos, ("leave", HEX["4612"]))
    assert ("join", HEX["4612"]) in pos.actions()
    play(pos, ("join", HEX["4612"]))
    assert set(pos.stack[-1].args[1]) == before
    assert ("join", HEX["4612"]) not in pos.actions()


def test_r7_3_the_log_says_how_the_new_attack_points_came_about() -> None:
    pos = scene({"3709": "A06", "2012": "X05"}, depots=("3709", "1119"))
    pos.points[ALLIED], pos.control[0] = 10, ALLIED
    pos.air, pos.air_side = 3, AXIS
    ask(pos, "organization.air", AXIS)
    play(pos, ("interdict", 1))
    roll(pos, 6)
    assert texts(pos)[-2] == (
        "Organisation: 6 less 1 for enemy aircraft on row B (zone C, a row up for Tobruk) brings 4 attack points; "
        "2 over the limit of twelve are lost."
    )


def test_r6_1_the_log_says_how_the_air_was_won() -> None:
    pos = scene(turn=6, depots=("4009", "1709"))
    ask(pos, "air.roll", 2)
    roll(pos, 3, 5)
    assert texts(pos)[-1] == (
        "Air: the Allies roll 3 and score 2, the Axis rolls 5 +1 for the depot or the event and scores 5. "
        "The Axis gets 3 air points."
    )


def test_r10_11_the_log_gives_the_strength_of_each_unit_and_how_it_fights() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X05 X06*", "2012": "X12"}, depots=("4509", "1119"))
    pos.flags[UNIT["X06"]] |= FELL_BACK
    fight(pos, "A01 A02", "4512")
    told = next(text for text in texts(pos) if text.startswith("Strengths"))
    assert told == (
        "Strengths: 4th Armoured Brigade 5, 7th Armoured Brigade 5 from 4612 against "
        f"{pos.box.units[UNIT['X05']].name} {pos.strength(UNIT['X05'])}, "
        f"{pos.box.units[UNIT['X06']].name} {pos.strength(UNIT['X06'])} (fell back here, adds nothing) at 4512."
    )
    cut = scene({"4612": "A01", "4512": "X05", "4511": "A02", "4413": "A03", "4412": "A06", "4513": "A07"})
    fight(cut, "A01", "4512")
    assert any(text.endswith(f"{cut.strength(UNIT['X05'])} (unsupplied) at 4512.") for text in texts(cut))
    cut.stack, cut.active, cut.log = (), AXIS, ()
    fight(cut, "X05", "4612")
    assert texts(cut)[0] == (
        "Strengths: 63 Cirene Division 3 (unsupplied, out of range) from 4512 against 4th Armoured Brigade 5 at 4612."
    )


def test_r10_31_the_log_says_from_where_each_unit_fights_and_who_is_out_of_range_or_dug_in() -> None:
    placed = {"4612": "A01", "4513": "A02", "4512": "X05+ X06", "2012": "X12"}
    pos = scene(placed, depots=("4709", "1119"))
    fight(pos, "A01 A02", "4512")
    assert texts(pos)[0] == (
        "Strengths: 4th Armoured Brigade 5 from 4612; 7th Armoured Brigade 5 (out of range) from 4513 against "
        "63 Cirene Division 3 (in a position of the first level), 64 Catanzaro Division 2 at 4512."
    )
    unpaid = scene(placed | {"4512": "X05++"}, depots=("4709", "1119"))
    fight(unpaid, "A01 A02", "4512", paid=0)
    assert texts(unpaid)[0].endswith(
        "7th Armoured Brigade 5 from 4513 against 63 Cirene Division 3 (in a position of the second level) at 4512."
    )


def test_r10_24_the_log_gives_back_no_attack_point_that_was_not_spent() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X14*", "2012": "X01"}, depots=("4509", "1119"))
    fight(pos, "A01 A02", "4512", paid=0)
    roll(pos, 6, 6, 6, 6, 6, 6)
    assert any(text.endswith("the defence is destroyed before it can fire.") for text in texts(pos))


def test_r7_32_the_log_says_why_the_row_is_not_that_of_the_zone() -> None:
    for holder, moved, told in (
        (AXIS, 0, "on row C brings"),
        (AXIS, 1, "on row D (zone C, a row down for a depot that moved far) brings"),
        (ALLIED, 0, "on row B (zone C, a row up for Tobruk) brings"),
        (ALLIED, 1, "on row C (zone C, a row up for Tobruk and a row down for a depot that moved far) brings"),
    ):
        pos = scene({"3408": "A06" if holder == ALLIED else ""}, depots=("3709", "1119"))
        pos.control[0], pos.depot_moved = holder, [moved, 0]
        ask(pos, "organization.roll", 2, ALLIED, 0)
        roll(pos, 3)
        assert told in texts(pos)[0]
