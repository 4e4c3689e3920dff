"""The client's types and the tables of docs/view.md are those of engine/view.py, and every view keeps to them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tools.view_types import CLIENT, PAGE, client, page

import sandtable
from sandtable import Position
from sandtable.engine.sides import PLAYERS
from sandtable.engine.view import Board, ForecastView, LogLine, OverlayView, View
from tests.play import play_randomly
from tests.view_contract import trouble

ANEW = "run `python -m tools.view_types`"


def test_the_clients_types_are_those_of_the_view() -> None:
    assert CLIENT.read_text(encoding="utf-8") == client(), ANEW


def test_the_tables_of_the_page_are_those_of_the_view() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), ANEW


@pytest.mark.parametrize("name", sandtable.games())
def test_every_view_is_what_the_contract_says(name: str) -> None:
    game = sandtable.load(name)

    def look(pos: Position, rng: Random) -> None:
        for viewer in (None, *PLAYERS):
            assert list(trouble(pos.see(viewer), View, "view")) == []
            for line in pos.report(viewer, max(0, len(pos.events()) - 40)):
                assert list(trouble(line, LogLine, "line")) == []
        for overlay in game.overlays:
            assert list(trouble(pos.overlay(rng.choice(PLAYERS), overlay), OverlayView, overlay)) == []
        if pos.side in PLAYERS:
            for action in rng.sample(pos.actions(), min(3, len(pos.actions()))):
                forecast = pos.forecast(action)
                if forecast is not None:
                    assert list(trouble(forecast, ForecastView, "forecast")) == []

    for number, scenario in enumerate(game.scenarios):
        play_randomly(game, 31 + number, look, scenario, every=61, limit=2500)


@pytest.mark.parametrize("name", sandtable.games())
def test_every_board_is_what_the_contract_says(name: str) -> None:
    path = Path(sandtable.load(name).package) / "data" / "board.json"
    assert list(trouble(json.loads(path.read_text(encoding="utf-8")), Board, "board")) == []
