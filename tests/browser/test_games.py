"""Whole games through the page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import play

Visit = Callable[..., Page]


def test_a_whole_game_against_the_machine_and_its_dice_are_fair(visit: Visit) -> None:
    """From the lobby to the end, which luck may bring on the first turn; then the dice are checked in the browser."""
    page = visit()
    play.start(page, level="Recruit")
    assert play.play_to_the_end(page) > 0
    play.says(page, "The game is over")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("link", name="Check the dice").click()
    page.get_by_role("button", name="Check in this browser").click()
    expect(page.get_by_role("status")).to_contain_text("The seal holds and all")


def test_two_players_in_two_browsers(visit: Visit) -> None:
    """One sets up the table and hands over the link; each sees the other's moves, chat and draw."""
    host = visit()
    play.start(host, against="Friend by link")
    link = host.get_by_label("For the Commonwealth player").input_value()
    host.get_by_role("button", name="Close").click()

    guest = visit("/" + link.split("/", 3)[3])
    play.laid(guest)
    for page in (guest, host):
        assert play.my_move(page)
        page.get_by_role("button", name="Put all in").click()
    for _ in range(12):
        play.press_anything(play.who_moves(guest, host))
    play.who_moves(guest, host)
    for page in (guest, host):
        play.tab(page, "Log")
    expect(guest.locator("section[aria-label=Log] .line").first).to_have_text(
        host.locator("section[aria-label=Log] .line").first.inner_text()
    )

    play.tab(guest, "Chat")
    guest.get_by_label("Your name").fill("Nadia")
    guest.get_by_label("Your name").press("Enter")
    rival = host.locator(".pill.who .rival")
    expect(rival).to_contain_text("Nadia")
    expect(rival.locator("i.away")).to_have_count(0)
    for clock in (rival.locator("time"), host.locator(".pill.who time").first):
        expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    guest.get_by_label("Message").fill("Well played, Desert Fox")
    guest.get_by_role("button", name="Send").click()
    expect(guest.get_by_role("region", name="Chat")).to_contain_text("Well played")
    expect(host.get_by_role("tab", name="Chat")).to_contain_text("1")
    play.tab(host, "Chat")
    expect(host.get_by_role("region", name="Chat")).to_contain_text("Well played, Desert Fox")
    expect(host.get_by_role("region", name="Chat")).to_contain_text("Nadia")

    guest.get_by_role("button", name="Table menu").click()
    guest.get_by_role("button", name="Offer a draw").click()
    guest.get_by_role("button", name="Offer", exact=True).click()
    host.get_by_role("button", name="Agree").click()
    for page in (guest, host):
        play.says(page, "A draw")
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    host.get_by_role("button", name="Rematch").click()
    again = host.get_by_role("dialog", name="Links to share").get_by_label("For the Commonwealth player")
    expect(again).to_have_value(re.compile("#/t/"))
    assert again.input_value() != link


def test_a_move_is_taken_back_if_the_other_side_agrees(visit: Visit) -> None:
    host = visit()
    play.start(host, "Operation Battleaxe", against="Friend by link")
    link = host.get_by_label("For the Allied player").input_value()
    host.get_by_role("button", name="Close").click()
    guest = visit("/" + link.split("/", 3)[3])
    play.laid(guest)
    while play.who_moves(guest, host) is guest:
        play.press_anything(guest)
    played = play.number(host)
    play.press_anything(host)
    for page in (guest, host):
        play.changed(page, played)

    def asks() -> Locator:
        guest.get_by_role("button", name="Ask the opponent for an undo").click()
        expect(guest.get_by_role("alert")).to_contain_text("You asked to take back a move.")
        asked = host.get_by_role("alert")
        expect(asked).to_contain_text("The Allies ask to take back a move.")
        return asked

    asks().get_by_role("button", name="Refuse").click()
    expect(guest.get_by_role("alert")).to_contain_text("Your opponent refused to let you take back the move.")
    guest.get_by_role("alert").get_by_role("button", name="Close").click()
    asks().get_by_role("button", name="Agree").click()
    assert play.who_moves(guest, host) is guest
    play.says(host, "The Allies to move")


def test_a_watcher_sees_the_table_and_cannot_move(visit: Visit) -> None:
    host = visit()
    play.start(host)
    host.get_by_role("button", name="Table menu").click()
    host.get_by_role("button", name="Links to share").click()
    link = host.get_by_label("For spectators").input_value()
    watcher = visit("/" + link.split("/", 3)[3])
    play.laid(watcher)
    play.says(watcher, "Watching")
    assert watcher.locator(f"{play.ORDERS} button.button").count() == 0


def test_hot_seat_passes_a_curtain_between_the_sides(visit: Visit) -> None:
    """Both sides at one screen; what one chose is covered before the other looks."""
    page = visit()
    play.start(page, against="Hot seat")
    curtain = page.get_by_role("dialog", name="Pass the seat")
    play.my_move(page)
    play.here(page)
    page.get_by_role("button", name="Put all in").click()
    expect(curtain).to_contain_text("Axis to the table")
    curtain.get_by_role("button", name="I am here").click()
    expect(curtain).to_have_count(0)
    play.says(page, "Axis to move")


def test_resigning_ends_the_game(visit: Visit) -> None:
    page = visit()
    play.start(page)
    play.my_move(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    play.says(page, "The Commonwealth wins")


@pytest.mark.parametrize(
    "game",
    ["Operation Battleaxe", "Rommel in the Desert", "Western Desert Force", "The Dark Sands"],
)
def test_every_game_can_be_played_from_the_page(visit: Visit, game: str) -> None:
    """The same page draws and plays the other four games, from the view alone."""
    page = visit()
    play.start(page, game=game)
    for _ in range(6):
        if play.my_move(page):
            play.press_anything(page)
    assert play.number(page) >= 6
    assert page.locator(".stack").count() > 5
    play.my_move(page)
    play.go_on(page)
    expect(page.locator("section[aria-label=Log] .line").first).to_be_attached()
