"""What the prompts and the forecast say."""

from __future__ import annotations

from sandtable.games.dark_sands.prompts import prompt
from tests.games.dark_sands.desert import ALLIED, ask, bits, desert, fight, move, p, play, ready, u


def asked(text: str) -> str:
    return text.split(". ")[0]


def test_r20_2_a_forecast_says_strengths_columns_and_results_in_words() -> None:
    pos = fight(desert(_1330="A05 A06", _1331="X22"), ALLIED)
    told = pos.forecast(("attack", p("1331")))
    assert told is not None
    assert told["attacker"]["note"] == "6 against 3: 2-1"
    assert "DR: defender falls back" in {result["label"] for result in told["results"]}


def test_r13_7_4_a_forecast_tells_of_columns_lost_to_a_box() -> None:
    pos = desert(_1330="A05 A06", _1331="X22")
    pos.boxed[1] |= 1 << p("1331")
    told = fight(pos, ALLIED).forecast(("attack", p("1331")))
    assert told is not None
    assert told["attacker"]["note"].startswith("6 against 3: 1-")
    assert "to the left" in told["attacker"]["note"]


def test_r13_1_the_question_for_assets_tells_the_odds_so_far() -> None:
    pos = play(fight(ready(desert(_1330="A05 A06", _1331="X22"), "S01"), ALLIED), ("attack", p("1331")), ("all",))
    assert asked(prompt(pos, ALLIED)["text"]) == "6 against 3: 2-1"


def test_r20_3_2_the_question_for_a_loss_tells_the_order_of_the_first_step() -> None:
    pos = ask(desert(_1330="A05 A06"), "loss", ALLIED, bits("A05", "A06"), 2, 1, 0)
    assert "first step" in prompt(pos, ALLIED)["text"]
    assert "first step" not in prompt(play(pos, ("lose", u("A05"))), ALLIED)["text"]


def test_r19_1_1_several_units_move_and_one_moves() -> None:
    pos = play(move(desert(_1330="A05 A07"), ALLIED), ("stack", p("1330")))
    assert prompt(pos, ALLIED)["title"].endswith(" move")
    assert prompt(play(pos, ("drop", u("A07"))), ALLIED)["title"].endswith(" moves")
