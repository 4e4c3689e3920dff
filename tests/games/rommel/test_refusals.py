"""Every refusal names its rule, and every prompt says what is asked: step by step, also for forged orders."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine.flow import Ask, push
from sandtable.games.rommel.position import AWAY, GONE, LOST, RommelPosition
from sandtable.games.rommel.rules.r02_movement import ROMMEL, WITHDRAWAL
from sandtable.games.rommel.rules.r07_supply import set_network
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, ask, blocks, fight, hand, put, scene

FIRST = GAME.map.ids[0]
"""The first hex of the map, whose number is 0."""


def bar(pos: RommelPosition, *action: Any) -> str | None:
    """The rule that bars an action in the step that is asked."""
    return pos.step.barred(pos, pos.stack[-1], action)


def prompt(pos: RommelPosition, step: str = "", side: int = ALLIED, *args: Any) -> Ask:
    """What the side to move is asked, or would be asked by a step, even if there is only one answer."""
    if step:
        pos.stack = ()
        push(pos, step, side, *args)
    return pos.step.ask(pos, pos.stack[-1])


def at_gambut(mode: int = 0) -> RommelPosition:
    """A panzer regiment and disrupted infantry at Gambut, about to move."""
    pos = scene({"Gambut": "G01", "Bardia": "G02"})
    put(pos, "Gambut", "I08", down=True)
    return ask(pos, "move.group", AXIS, HEX["Gambut"], mode)


def test_r2_1_a_group_move_refuses_each_block_by_its_rule() -> None:
    pos = at_gambut()
    assert bar(pos, "take", NUMBER["I08"]) == "6.1.1"
    assert bar(pos, "take", NUMBER["G02"]) == "2.1"
    assert bar(pos, "take", NUMBER["A43"]) is None  # no block of this side
    assert bar(pos, "rommel") == "2.6"
    assert bar(pos, "done") is None


def moving(place: str, block: str, others: dict[str, str], mode: int = 0) -> RommelPosition:
    """A block that is taken up."""
    pos = scene({place: block, **others})
    pos.chosen = (NUMBER[block],)
    return ask(pos, "move.to", pos.box.side[NUMBER[block]], HEX[place], mode)


def test_r2_3_a_destination_refuses_each_hex_by_its_rule() -> None:
    pos = moving("Sollum", "A43", {"Bardia": "I08", "Mechili": "I09"})
    closed = [place for place in range(len(pos.box.map)) if pos.box.board.barred[HEX["Sollum"]] >> place & 1]
    assert closed
    assert {bar(pos, "to", place) for place in closed} == {"2.4"}
    assert bar(pos, "to", HEX["Bardia"]) is None  # it can be attacked
    assert bar(pos, "to", HEX["Mechili"]) == "2.8"  # too far to be attacked
    assert bar(pos, "to", HEX["El Agheila"]) == bar(pos, "march", HEX["El Agheila"]) == "2.3"
    assert bar(pos, "to", -1) == bar(pos, "to", len(pos.box.map)) == "2.3"
    assert bar(pos, "enter", HEX["Mechili"], 0) == bar(pos, "charge", HEX["Mechili"], 0) == "2.8"
    assert bar(pos, "keep") is None


def test_r2_8_an_enemy_in_the_first_hex_of_the_map_is_one_too() -> None:
    assert bar(moving("Sollum", "A43", {FIRST: "I08"}), "to", 0) == "2.8"


def test_r5_1_a_withdrawal_refuses_far_hexes_by_its_own_rule() -> None:
    pos = scene({"Sollum": "A43"})
    pos.chosen = (NUMBER["A43"],)
    set_network(pos, ALLIED)
    ask(pos, "move.to", ALLIED, HEX["Sollum"], WITHDRAWAL)
    assert bar(pos, "to", HEX["El Agheila"]) == "5.1"
    assert bar(moving("El Agheila", "I08", {}, ROMMEL), "to", HEX["Alexandria"]) == "2.3"


def test_r2_2_a_regroup_refuses_hexes_rommel_and_blocks_by_their_rules() -> None:
    pos = scene({"Gambut": "A43", "Bardia": "A44 A45", "Sidi Omar": "I08"})
    ask(pos, "move.command", ALLIED, HEX["Gambut"], 0)
    assert bar(pos, "rally", HEX["El Agheila"]) == "2.3"
    assert bar(pos, "rommel") == "2.6"
    assert bar(pos, "done") is None
    pos.play(("rally", HEX["Sidi Omar"]))
    assert bar(pos, "send", NUMBER["A43"], 0) == bar(pos, "charge", NUMBER["A43"], 0) == "2.8"
    assert bar(pos, "bring", NUMBER["A43"]) == "2.2.2"


def refusing(**placed: str) -> RommelPosition:
    """The Allies are asked whether they stand at Gambut, where panzers have come in from Bir el Gubi."""
    pos = scene({"Gambut": "A43 A44 G01", **placed})
    fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    pos.entered = 1 << HEX["Gambut"]
    return ask(pos, "battle.begin", AXIS)


def test_r3_2_refusing_is_barred_by_the_rule_that_applies() -> None:
    pos = refusing()
    assert bar(pos, "stand") is None
    assert bar(pos, "refuse", HEX["Bardia"]) == "3.2"
    pos.disrupted[NUMBER["A43"]] = 1
    assert bar(pos, "refuse", HEX["Gambut"]) == "3.4"
    pos = scene({"Gambut": "A43 A44 G01", "Bardia": "I08", "Tobruk": "I09"})
    fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    pos.active = 1 << HEX["Gambut"]
    push(pos, "battle.refuse", ALLIED)
    assert bar(pos, "refuse", HEX["Gambut"]) == "7.3.3"
    put(pos, "Bardia", "A45")
    pos.where[NUMBER["I08"]] = AWAY
    assert bar(pos, "refuse", HEX["Gambut"]) == "5.1"  # with supply and in order, only a way back can be wanting


def test_r9_the_buildup_refuses_each_purchase_by_its_rule() -> None:
    pos = scene({"Alexandria": "A43", "Mersa Matruh": "A44"})
    pos.points = (3, 3)
    ask(pos, "buildup.open", ALLIED)
    assert bar(pos, "rebuild", NUMBER["A43"]) == "9.6"
    assert bar(pos, "rebuild", NUMBER["G01"]) is None  # no block of this side
    wants = ("card",), ("redeploy", NUMBER["G01"]), ("refit", NUMBER["A43"]), ("mine",), ("lift", 1, 2), ("done",)
    assert [bar(pos, *want) for want in wants] == ["9.8", "9.4", "9.6.1", "9.7", "9.7.1", None]
    pos.play(("redeploy", NUMBER["A44"]))
    assert (bar(pos, "land", 0), bar(pos, "sea", 0)) == ("9.4", "9.5")


def test_r11_2_a_set_up_move_is_barred_by_the_list_or_by_the_hex_to_be_held() -> None:
    pos, rng = GAME.start("crusader"), Random(1)
    while pos.side == "chance":
        pos.play(pos.sample(rng))
    assert isinstance(pos, RommelPosition)
    for unit in [unit for unit in pos.box.placed[AXIS] if pos.where[unit] == HEX["Sollum"]][1:]:
        pos.where[unit] = HEX["Gambut"]
    alone = next(unit for unit in pos.box.placed[AXIS] if pos.where[unit] == HEX["Sollum"])
    pos.play(("take", alone))
    assert bar(pos, "put", HEX["Gambut"]) == "11.3"
    assert bar(pos, "swap", alone) == "11.2"
    assert bar(pos, "keep") == "11.2"
    pos.play(("keep",))
    pos.play(("take", next(unit for unit in pos.box.placed[AXIS] if pos.where[unit] == HEX["Gambut"])))
    assert bar(pos, "put", HEX["Alexandria"]) == "11.2"


@pytest.mark.parametrize(("moves", "mode", "title"), [
    (1, 0, "First move: group or regroup"),
    (2, 0, "Second move: group or regroup"),
    (0, WITHDRAWAL, "Pass: one withdrawal"),
])  # fmt: skip
def test_r2_0_the_prompt_says_which_move_it_is(moves: int, mode: int, title: str) -> None:
    pos = scene({"Gambut": "A43"})
    pos.moves = moves
    ask(pos, "move.order", ALLIED, mode)
    assert prompt(pos).title == title


@pytest.mark.parametrize(("mode", "led"), [(0, False), (ROMMEL, True), (WITHDRAWAL, False)])
def test_r2_6_the_prompt_says_that_rommel_leads(mode: int, led: bool) -> None:
    asked = prompt(at_gambut(mode))
    assert asked.title == "Group move from Gambut"
    assert ("Rommel leads" in asked.text) == led


def test_r1_2_the_prompt_counts_the_cards() -> None:
    pos = scene({"Gambut": "A43"})
    hand(pos, ALLIED, 4, 1)
    ask(pos, "cards.lay", ALLIED)
    assert prompt(pos).title == "Lay supply: 4 real, 1 dummy"


def test_r4_5_the_prompt_names_those_still_to_fire_with_their_dice() -> None:
    pos = scene({"Gambut": "A43 A10 G01 I08"})
    fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    pos.aiming = (NUMBER["A43"], NUMBER["A10"])
    ask(pos, "battle.aim", ALLIED, HEX["Gambut"], phasing=AXIS)
    asked = prompt(pos)
    assert asked.title == "Fire at Gambut"
    assert asked.text.startswith("Still to fire: 70/14 (3 dice) and 1 Army Tank Bde (")


def test_r4_8_the_prompt_names_the_class_hit_and_keeps_a_pursuit_secret() -> None:
    pos = scene({"Gambut": "A10 A11 G01"})
    asked = prompt(pos, "battle.allot", ALLIED, 1, HEX["Gambut"], 0, 1, ())
    assert asked.title == "1 hit on your armour at Gambut"
    assert "does not see" not in asked.text
    asked = prompt(pos, "battle.allot", ALLIED, 2, HEX["Gambut"], -1, 2, ())
    assert asked.title == "2 hits on your retreating blocks"
    assert asked.text.endswith("The enemy does not see which.")


@pytest.mark.parametrize(("last", "title"), [(0, "Not enough supply at Tobruk"), (1, "Still without supply at Tobruk")])
def test_r7_3_4_the_prompt_says_how_many_go_without(last: int, title: str) -> None:
    pos = scene({"Tobruk": "A43 A44 A45"})
    for block in ("A43", "A44", "A45"):
        pos.unsupplied[NUMBER[block]] = last
    ask(pos, "supply.ration", ALLIED, HEX["Tobruk"], 2, last)
    assert prompt(pos).title == title
    assert ": 2 more blocks." in prompt(pos).text


def test_r5_1_the_prompts_of_a_withdrawal_a_redeployment_and_a_set_up_name_the_block() -> None:
    pos = scene({"Mersa Matruh": "A43"})
    pos.chosen = (NUMBER["A43"],)
    asked = prompt(pos, "withdraw.to", ALLIED, HEX["Mersa Matruh"])
    assert asked[:2] == ("Withdraw from Mersa Matruh", "Where does 70/14 (3) go?")
    assert prompt(pos, "buildup.send").title == "Redeploy 70/14 (3)"
    assert prompt(pos, "setup.put").title == "Where does 70/14 (3) go?"


def test_r11_4_the_prompt_of_a_poor_hand_counts_it() -> None:
    pos = scene()
    hand(pos, AXIS, 1, 3)
    ask(pos, "cards.redraw", AXIS)
    assert prompt(pos).title == "A poor hand: 1 real, 3 dummies"


@pytest.mark.parametrize(
    ("step", "args", "rule"),
    [
        ("withdraw", (HEX["Mersa Matruh"],), "5.1"),
        ("withdraw.to", (HEX["Mersa Matruh"],), "5.1"),
        ("buildup.send", (), "9.4"),
        ("buildup.mine", (), "9.7"),
        ("setup.put", (), "11.2"),
        ("move.to", (HEX["Mersa Matruh"], 0), "2.3"),
        ("move.command", (HEX["Mersa Matruh"], 0), "2.3"),
        ("move.order", (0,), "2.0"),
        ("battle.choose", (), "4.1.1"),
        ("battle.refuse", (), "3.2"),
    ],
)
def test_a_click_on_a_hex_far_off_is_answered_with_the_rule_of_the_step(
    step: str, args: tuple[int, ...], rule: str
) -> None:
    pos = scene({"Mersa Matruh": "A43", "Fuka": "A44"})
    pos.chosen, pos.points = (NUMBER["A43"],), (20, 20)
    set_network(pos, ALLIED)
    push(pos, step, ALLIED, *args)
    reason = pos.why_not("allied", place="El Agheila")
    assert reason is not None
    assert reason["rule"] == rule


@pytest.mark.parametrize(
    ("step", "args", "rule"),
    [
        ("battle.allot", (1, HEX["Mersa Matruh"], 1, 1, ()), "4.8"),
        ("supply.ration", (HEX["Mersa Matruh"], 1, 0), "7.3.4"),
        ("move.group", (HEX["Mersa Matruh"], 0), "2.1"),
        ("move.gather", (HEX["Mersa Matruh"], HEX["Fuka"], 0), "2.2.2"),
        ("buildup.menu", (), "9.4"),
        ("setup.arrange", (), "11.2"),
    ],
)
def test_a_click_on_a_block_far_off_is_answered_with_the_rule_of_the_step(
    step: str, args: tuple[Any, ...], rule: str
) -> None:
    pos = scene({"Mersa Matruh": "A43 A44", "Bir Hacheim SE2": "A10"}, scenario="battleaxe")
    pos.moved[NUMBER["A10"]] = 1
    push(pos, step, ALLIED, *args)
    reason = pos.why_not("allied", piece=NUMBER["A10"])
    assert reason is not None
    assert reason["rule"] == rule


def test_r5_2_runners_in_the_first_hex_of_the_map_are_disrupted_and_pursued() -> None:
    pos = scene({FIRST: "A43", "Gambut": "G01"})
    pos.fleeing = ((NUMBER["A43"], HEX["Gambut"]),)
    ask(pos, "move.settle", ALLIED)
    assert pos.disrupted[NUMBER["A43"]] == 1
    assert pos.quarry == (NUMBER["A43"],)


def test_r9_6_no_block_that_is_lost_or_away_is_offered_in_the_buildup() -> None:
    pos = scene({GAME.map.ids[-1]: "A43", GAME.map.ids[-2]: "A44", GAME.map.ids[-3]: "A45"})
    pos.points = (40, 40)
    for block, place in (("A10", AWAY), ("A11", LOST), ("A12", GONE)):
        pos.where[NUMBER[block]] = place
        pos.steps[NUMBER[block]] = 1
    ask(pos, "buildup.open", ALLIED)
    assert blocks(pos.actions(), "redeploy") | blocks(pos.actions(), "refit") <= {"A43", "A44", "A45"}
