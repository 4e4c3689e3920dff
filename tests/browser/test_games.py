"""Whole games through the page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import play

Visit = Callable[..., Page]


def test_a_whole_game_against_the_machine_and_its_dice_are_fair(visit: Visit) -> None:
    """From the lobby to the last turn; then the dice are checked in the browser."""
    page = visit()
    play.start(page, level="Recruit")
    assert play.play_to_the_end(page) > 5
    play.says(page, "The game is over")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("link", name="Check the dice").click()
    page.get_by_role("button", name="Check in this browser").click()
    expect(page.get_by_role("status")).to_contain_text("The seal holds and all")
