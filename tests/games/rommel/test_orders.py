"""What a player is told: why a hex or block stays dark, and what a line of the log may not give away."""

from __future__ import annotations

import pytest

from sandtable.engine.view import Reason
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, ask, fight, put, scene


def rule(reason: Reason | None) -> str | None:
    """The rule of a reason; its words are those of the game."""
    if reason is None:
        return None
    assert reason["text"] == GAME.reasons[reason["rule"]]
    return reason["rule"]


@pytest.mark.parametrize(("place", "why"), [("Bardia", None), ("El Agheila", "2.3"), ("Mechili", "2.8")])
def test_a_dark_hex_of_a_move_names_what_closes_it(place: str, why: str | None) -> None:
    pos = scene({"Sollum": "A43", "Mechili": "I08"})
    pos.chosen = (NUMBER["A43"],)
    ask(pos, "move.to", ALLIED, HEX["Sollum"], 0)
    assert rule(pos.why_not("allied", place=place)) == why


@pytest.mark.parametrize(("real", "usual"), [(1, 1), (2, 0), (3, 1)])
def test_r1_4_neither_assault_nor_offensive_is_the_usual_answer(real: int, usual: int) -> None:
    pos = scene({"Gambut": "A43"})
    pos.laid, pos.moves = (real, 0), 1
    ask(pos, "move.order", ALLIED, 0)
    assert sum(action.get("main", False) for action in pos.see("allied")["actions"]) == usual


def test_a_dark_block_names_what_holds_it() -> None:
    pos = scene({"Gambut": "A43"})
    put(pos, "Gambut", "A44", down=True)
    put(pos, "Bardia", "A45")
    ask(pos, "move.group", ALLIED, HEX["Gambut"], 0)
    whys = [rule(pos.why_not("allied", piece=NUMBER[block])) for block in ("A43", "A44", "A45", "G01")]
    assert whys == [None, "6.1.1", "2.1", None]
    assert pos.why_not("axis", piece=NUMBER["A44"]) is None  # it is not his move


def test_only_battles_can_be_refused_and_fought_on() -> None:
    pos = scene({"Gambut": "G01 A43", "Bardia": "A44", "Mechili": "G02 A45"})
    fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    fight(pos, "Mechili", ALLIED, "Derna")
    pos.entered = 1 << HEX["Gambut"]
    ask(pos, "battle.begin", AXIS)
    assert pos.why_not("axis", place="Mechili") is None
    assert rule(pos.why_not("axis", place="Bardia")) == "4.1.1"
    pos.play(("done",))
    assert pos.why_not("allied", place="Gambut") is None
    assert rule(pos.why_not("allied", place="Mechili")) == "3.2"


def test_mines_and_redeployment_keep_to_the_network() -> None:
    pos = scene({"Tobruk": "A43", "Fort Maddalena": "A44"})
    pos.points = (20, 0)
    ask(pos, "buildup.open", ALLIED)
    assert rule(pos.why_not("allied", piece=NUMBER["A44"])) == "9.4"
    pos.play(("mine",))
    assert rule(pos.why_not("allied", place="Mechili")) == "9.7"


def test_an_order_names_a_block_with_its_strength_and_the_log_without() -> None:
    pos = scene({"Gambut": "A43", "Bardia": "A44"})
    ask(pos, "move.group", ALLIED, HEX["Gambut"], 0)
    unit = NUMBER["A43"]
    assert GAME.orders.text(pos, ("take", unit)) == "70/14 (3)"
    pos.note("6.4", "lost", unit, HEX["Gambut"])
    assert pos.report("axis")[-1]["text"] == "70/14 is eliminated at Gambut."
    assert pos.report("axis")[-1]["side"] == "allied"


def test_a_verb_is_read_as_its_step_has_it() -> None:
    pos = scene({"Gambut": "A43 A44"})
    ask(pos, "move.group", ALLIED, HEX["Gambut"], 0)
    assert GAME.orders.read(pos, "all") == ("all",)
    pos.play(("all",))
    assert GAME.orders.read(pos, "march Sidi_Omar") == ("march", HEX["Sidi Omar"])
    ask(pos, "move.gather", ALLIED, HEX["Gambut"], HEX["Bardia"], 0)
    assert GAME.orders.read(pos, "march A43") == ("march", NUMBER["A43"])
