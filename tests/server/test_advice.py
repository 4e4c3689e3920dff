"""What the machine says at the table: advice with reasons, and a review once the game is over."""

from __future__ import annotations

from time import monotonic, sleep

import pytest
from tests.server.conftest import Opener
from tests.server.player import House, Json, Player


@pytest.fixture
def real(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> House:
    """A server with the real games, patient enough for a slow machine."""
    monkeypatch.setattr("sandtable.table.advice.ADVICE_SECONDS", 90.0)
    return open_house(library="sandtable.table.library:installed")


def bravery(house: House) -> str:
    """The link of a hot seat at Bravery."""
    seats = {side: {"kind": "me"} for side in ("axis", "allied")}
    made: Json = house.client.post("/api/tables", json={"game": "bravery", "seats": seats}).json()
    return str(made["mine"])


def reviewed(player: Player) -> Json:
    """Ask until the review is made."""
    end = monotonic() + 60
    while True:
        value: Json = player.ask("review")["value"]
        if value["review"] or value["problem"] or monotonic() > end:
            return value
        sleep(0.05)


def test_advice_gives_choices_of_the_view_with_reasons(real: House) -> None:
    with real.sit(bravery(real)) as both:
        value = both.ask("advise")["value"]
        assert 1 < len(value["choices"]) <= 3
        for choice in value["choices"]:
            assert choice["do"] in both.actions
            assert choice["text"]
            assert choice["change"] == pytest.approx(choice["change"])
            assert all(set(term) == {"name", "change"} for term in choice["terms"])


def test_a_finished_game_is_reviewed_and_one_under_way_is_not(real: House) -> None:
    with real.sit(bravery(real)) as both:
        both.play("all")
        both.play("all")
        for _ in range(8):  # too few for anybody to have lost already
            both.play(*both.actions[0])
        assert both.ask("review")["code"] == "not_now"
        both.ask("resign", n=both.state["n"])
        value = reviewed(both)
        assert value["problem"] is None
        assert value["done"] == 1.0
        curve = value["review"]["curve"]
        assert curve[0]["at"] == 0
        assert [mark["at"] for mark in curve] == sorted(mark["at"] for mark in curve)
        assert both.ask("review")["value"] == value  # made once


def test_an_agent_that_cannot_look_back_says_so(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.ask("resign", n=both.state["n"])
        assert reviewed(both)["problem"]
