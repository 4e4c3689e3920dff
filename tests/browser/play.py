"""A player who works the page: starts tables, reads the prompt, presses what is offered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

import sandtable
from sandtable.ai import agent
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS

PATIENCE = 60_000
"""Milliseconds to wait for the page: much longer than it takes, as the machine may be busy."""
PAGE = ".page[data-n]"
ORDERS = "section[aria-label=Orders]"
SETTINGS = "sandtable"
NO_RECAP = """key => localStorage.setItem(
    key, JSON.stringify({...JSON.parse(localStorage.getItem(key) ?? "{}"), recap: false})
)"""
"""A saved game is opened at its orders, not at the account of what went before."""
MINE_OR_OVER = """css => {
    const move = document.querySelector(css)?.dataset.move;
    return (move === "mine" || move === "over") && move;
}"""
MOVED_OR_AIMED = """([css, n]) => {
    const table = document.querySelector(css).dataset;
    return Number(table.n) > n || table.aim;
}"""


def start(
    page: Page,
    game: str = "Bravery in the Sand",
    side: str = "Axis",
    against: str = "Machine",
    level: str = "Recruit",
    guided: bool = False,
) -> None:
    """Sets up a table from the lobby and waits until it is laid."""
    page.get_by_role("radio", name=game).click()
    page.get_by_role("radiogroup", name="Your side").get_by_role("radio", name=side).click()
    page.get_by_role("radiogroup", name="Opponent").get_by_role("radio", name=against).click()
    if against == "Machine":
        page.get_by_role("radiogroup", name="Strength").get_by_role("radio", name=level).click()
    guide = page.get_by_role("switch", name="Guided opening")
    if guide.count():
        guide.set_checked(guided)
    page.get_by_role("button", name="Start").click()
    laid(page)


def laid(page: Page) -> None:
    page.wait_for_selector(PAGE)


def is_battle(action: dict[str, Any]) -> bool:
    return bool(action.get("battle"))


def is_stop(action: dict[str, Any]) -> bool:
    return bool(action["do"][0] == "stop")


def open_where(
    page: Page, folder: Path, wanted: Callable[[dict[str, Any]], bool], game: str = "bravery", side: str = "axis"
) -> None:
    """Opens a saved game that stands where a side is offered such an action; the same game every time."""
    open_when(page, folder, lambda view: any(wanted(action) for action in view["actions"]), game, side)


def open_when(
    page: Page,
    folder: Path,
    wanted: Callable[[dict[str, Any]], bool],
    game: str = "bravery",
    side: str = "axis",
    player: str = "random",
    scenario: str | None = None,
) -> None:
    """Opens a saved game that stands where a side that decides has such a view; the same game every time."""
    file = folder / "saved.json"
    file.write_text(json.dumps(saved_when(wanted, game, side, player, scenario)))
    page.evaluate(NO_RECAP, SETTINGS)
    page.reload()
    page.get_by_label("Open a saved game").set_input_files(file)
    laid(page)
    assert my_move(page)


def saved_when(
    wanted: Callable[[dict[str, Any]], bool], game: str, side: str, player: str = "random", scenario: str | None = None
) -> dict[str, Any]:
    """The record of a seeded game up to a moment when the side decides and its view is like that."""
    seed = 1941
    match, rng = sandtable.Match(sandtable.load(game), scenario), Random(seed)
    players = {name: agent(player, game, seed) for name in PLAYERS}
    while match.pos.side != side or not wanted(match.pos.see(side)):
        if match.pos.outcome is not None:  # not in this game: the next one
            seed += 1
            match, rng = sandtable.Match(sandtable.load(game), scenario), Random(seed)
            continue
        chance = match.pos.outcomes() is not None
        if chance:
            match.play(match.pos.sample(rng))
        elif player == "random":
            match.play(rng.choice(match.pos.actions()))
        else:
            decides = str(match.pos.side)
            match.play(players[decides].choose(Seat(match.pos, decides)))
    other = "allied" if side == "axis" else "axis"
    document: dict[str, Any] = match.record.document()
    return document | {"table": {"seats": {other: {"kind": "agent", "level": "recruit"}}}}


def number(page: Page) -> int:
    """The sequence number of the state on the screen."""
    return int(page.get_attribute(PAGE, "data-n") or -1)


def my_move(page: Page) -> bool:
    """Waits for my move or the end of the game, and says which."""
    return bool(page.wait_for_function(MINE_OR_OVER, arg=PAGE).json_value() == "mine")


def changed(page: Page, since: int) -> None:
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) > n", arg=[PAGE, since])


def go_on(page: Page) -> None:
    """Leaves the account of the other side's turn, where it stands in place of the orders."""
    told = page.locator("section.recap button.main")
    if told.count():
        told.dispatch_event("click")
        expect(told).to_have_count(0)


def here(page: Page) -> None:
    """Raises the curtain of a hot seat, where it is down."""
    button = page.get_by_role("button", name="I am here")
    if button.count():
        button.click()


def done(page: Page, since: int) -> None:
    """Waits until what was clicked is done, saying yes if it asks first."""
    page.wait_for_function(MOVED_OR_AIMED, arg=[PAGE, since])
    if page.get_attribute(PAGE, "data-aim"):
        page.keyboard.press("Enter")
        changed(page, since)


def press_anything(page: Page) -> None:
    """Makes some legal move: the last button if there is one, else the first order in the lists."""
    since = number(page)
    go_on(page)
    lines = page.locator(f"{ORDERS} .rest .row")
    if lines.count():  # cards to lay: a line picks them, the button lays them
        lines.last.dispatch_event("click")
        expect(page.locator(f"{ORDERS} [data-main]")).to_be_enabled()
    for buttons in (
        page.locator(f"{ORDERS} .rest > button"),
        page.locator(f"{ORDERS} [data-main]:enabled"),
        page.locator(f"{ORDERS} .foot button.main"),
    ):
        if buttons.count():
            buttons.last.dispatch_event("click")
            break
    else:
        if page.locator(f"{ORDERS} .tiles").count():
            several = page.locator(f"{ORDERS} .act button.main").count() > 0
            page.locator(f"{ORDERS} .tiles button").first.dispatch_event("click")
            if several:
                page.locator(f"{ORDERS} .act button.main:enabled").dispatch_event("click")
        elif page.locator(f"{ORDERS} :is(.ways, .deeds) button").count():
            page.locator(f"{ORDERS} :is(.ways, .deeds) button").first.dispatch_event("click")
        else:
            _order(page)
    page.wait_for_function(MOVED_OR_AIMED, arg=[PAGE, since])
    if page.get_attribute(PAGE, "data-aim"):
        page.locator(f"{ORDERS} .foot button.main").first.dispatch_event("click")
        changed(page, since)


def tab(page: Page, name: str) -> None:
    """Opens a tab beside the orders."""
    go_on(page)
    found = page.get_by_role("tab", name=name)
    if found.get_attribute("aria-selected") != "true":
        found.click()


def _order(page: Page) -> None:
    """Gives an order from the lists: a place that is open, else a unit, and then its place."""
    if not page.locator(f"{ORDERS} summary", has_text="open").count():
        _first_of(page, " to units").dispatch_event("click")
    else:
        _first_of(page, " open").dispatch_event("click")


def _first_of(page: Page, heading: str) -> Locator:
    lists = page.locator(f"{ORDERS} details", has=page.locator("summary", has_text=heading))
    lists.first.evaluate("list => { list.open = true; }")
    return lists.first.locator("li button").first


def who_moves(*pages: Page) -> Page:
    """Of two players, the one whose move it is, as soon as it is someone's."""
    for _ in range(PATIENCE // 20):
        for page in pages:
            if page.locator(f'{PAGE}[data-move="mine"]').count():
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("it is nobody's move")


def play_to_the_end(page: Page, most: int = 2000) -> int:
    """Plays until the game is over; the number of moves made."""
    for made in range(most):
        if not my_move(page):
            return made
        press_anything(page)
    raise AssertionError(f"not over after {most} moves")


def says(page: Page, text: str) -> None:
    expect(page.locator(ORDERS)).to_contain_text(text)
