"""The examples of the manual open at their very position, with one click, and are played on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import sandtable
from sandtable.table import examples
from tests.browser import play

Visit = Callable[..., Page]
FIRST = [
    (game, examples.names(sandtable.load(game))[0])
    for game in sandtable.games()
    if examples.names(sandtable.load(game))
]


@pytest.mark.parametrize(("game_id", "name"), FIRST)
def test_a_link_of_the_manual_opens_the_position(visit: Visit, game_id: str, name: str) -> None:
    page = visit(f"/#/example/{game_id}/{name}")
    play.laid(page)
    play.my_move(page)
    pos = examples.position(sandtable.load(game_id), name)
    assert pos.side is not None
    expect(page.get_by_role("heading", name=pos.see(pos.side)["prompt"]["title"]).first).to_be_visible()
