"""What the prompts and the forecast say."""

from __future__ import annotations

import sandtable
from sandtable.engine.view import PromptView
from sandtable.games.dark_sands.position import DarkSandsPosition
from tests.games.dark_sands.scene import ALLIED, HEX, UNIT, ask, bits, fight, go, move, play, ready, scene


def prompt(pos: DarkSandsPosition, side: int) -> PromptView:
    return pos.box.game.prompt(pos, side)


def asked(text: str) -> str:
    return text.split(". ")[0]


def test_r20_2_a_forecast_says_strengths_columns_and_results_in_words() -> None:
    pos = fight(scene({"1330": "A05 A06", "1331": "X22"}), ALLIED)
    told = pos.forecast(("attack", HEX["1331"]))
    assert told is not None
    assert told["attacker"]["note"] == "6 against 3: 2-1"
    assert "DR: defender falls back" in {result["label"] for result in told["results"]}


def test_r13_7_4_a_forecast_tells_of_columns_lost_to_a_box() -> None:
    pos = scene({"1330": "A05 A06", "1331": "X22"})
    pos.boxed[1] |= 1 << HEX["1331"]
    told = fight(pos, ALLIED).forecast(("attack", HEX["1331"]))
    assert told is not None
    assert told["attacker"]["note"].startswith("6 against 3: 1-")
    assert "to the left" in told["attacker"]["note"]


def test_r13_1_the_question_for_assets_tells_the_odds_so_far() -> None:
    pos = play(
        fight(ready(scene({"1330": "A05 A06", "1331": "X22"}), "S01"), ALLIED), ("attack", HEX["1331"]), ("all",)
    )
    assert asked(prompt(pos, ALLIED)["text"]) == "6 against 3: 2-1"


def test_r20_3_2_the_question_for_a_loss_tells_the_order_of_the_first_step() -> None:
    pos = ask(scene({"1330": "A05 A06"}), "loss", ALLIED, bits("A05", "A06"), 2, 1, 0)
    assert "first step" in prompt(pos, ALLIED)["text"]
    assert "first step" not in prompt(play(pos, ("lose", UNIT["A05"])), ALLIED)["text"]


def test_r19_1_1_several_units_move_and_one_moves() -> None:
    pos = play(move(scene({"1330": "A05 A07"}), ALLIED), ("stack", HEX["1330"]))
    assert prompt(pos, ALLIED)["title"].endswith(" move")
    assert prompt(play(pos, ("drop", UNIT["A07"])), ALLIED)["title"].endswith(" moves")


def test_r22_5_a_unit_has_the_name_of_its_present_counter() -> None:
    pos = move(scene({"1330": "A41"}, turn=12), ALLIED)
    go(play(pos, ("unit", UNIT["A41"])), "1331")
    pos.grade[UNIT["A41"]] = 1
    pos.note("22.5", "upgraded", UNIT["A41"])
    go(play(move(pos, ALLIED), ("unit", UNIT["A41"])), "1332")
    assert [line["text"] for line in pos.report(None)] == [
        "SG/1 moves from 1330 to 1331.",
        "SG/1 becomes 7 Motor.",
        "7 Motor moves from 1331 to 1332.",
    ]
    assert prompt(play(move(pos, ALLIED), ("unit", UNIT["A41"])), ALLIED)["title"] == "7 Motor moves"


def test_r21_0_logistics_says_what_changes() -> None:
    pos = scene({"1113": "X31 X34", "1843": "A05"})
    pos.out_of_supply = bits("A05")
    ask(pos, "logistics", ALLIED)
    text = "Logistics: 155/90 Lt and 361/90 Lt are out of supply; 5/4 Ind is supplied again."
    assert pos.report(None)[0]["text"] == text
    ask(pos, "logistics", ALLIED)
    assert pos.report(None)[1]["text"] == "Logistics: nothing changes."


def test_what_is_to_come_of_a_unit_is_a_sentence() -> None:
    view = sandtable.load("dark-sands").start("compass").see("allied")
    notes = [piece.get("note", "") for piece in view["pieces"]]
    assert "4 Ind. Withdraws on turn 2 and returns on turn 6" in notes
