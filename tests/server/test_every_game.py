"""Every game at a real table: its views, questions, files and replays pass through the server unharmed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.server.conftest import opened
from tests.server.player import SEED, House

import sandtable
from sandtable.table import catalog

ACTIONS = 60


@pytest.fixture(scope="module")
def real_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the games of this package."""
    folder = tmp_path_factory.mktemp("real")
    with opened(folder, library="sandtable.table.library:installed", questions_per_second=1000) as client:
        yield House(client)


def test_the_lobby_shows_every_game(real_house: House) -> None:
    cards = real_house.client.get("/api/games").json()["games"]
    assert [card["id"] for card in cards] == list(sandtable.games())
    for card in cards:
        assert card["levels"]
        assert all(side["pieces"] for side in card["sides"].values()), card["id"]


@pytest.mark.parametrize("game", sandtable.games())
def test_a_game_is_played_looked_back_at_and_carried_elsewhere(real_house: House, game: str) -> None:
    rng = Random(game)
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "me"}}
    made = real_house.client.post("/api/tables", json={"game": game, "seats": seats}).json()
    with real_house.sit(made["mine"], seed=SEED) as both:
        for _ in range(ACTIONS):
            view = both.state["view"]
            if view["outcome"] is not None:
                break
            assert view["viewer"] == view["side"]
            action = rng.choice(view["actions"])
            if action.get("battle"):
                assert both.ask("forecast", action=action["do"])["type"] == "answer"
            assert both.ask("why_not", piece=view["pieces"][0]["id"], place=None)["type"] == "answer"
            assert both.play(*action["do"])["type"] == "state"
        for overlay in sandtable.load(game).overlays:
            assert "areas" in both.ask("overlay", name=overlay)["value"], overlay
        at, view = both.state["at"], both.state["view"]
        assert at >= ACTIONS or view["outcome"] is not None
        back = both.ask("seek", at=at // 2, eyes=view["viewer"])["value"]
        assert back["view"]["viewer"] == view["viewer"]
    file = real_house.get("/api/table/export", made["mine"]).json()
    taken = real_house.client.post("/api/tables/import", json=file)
    assert taken.status_code == 201, taken.text
    path = f"/api/table/replay?at={at}&eyes=both"
    there, here = (real_house.get(path, token).json() for token in (taken.json()["mine"], made["mine"]))
    assert (there["of"], there["view"], there["log"]) == (at, here["view"], here["log"])


@pytest.mark.parametrize("game", sandtable.games())
def test_a_rulings_text_ends_where_the_next_heading_begins(game: str) -> None:
    for ruling in catalog.rules(sandtable.load(game))["rulings"]:
        assert ruling["text"]
        assert "##" not in ruling["text"]
