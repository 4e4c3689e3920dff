"""A player who works the page: starts tables, reads the prompt, presses what is offered."""

from __future__ import annotations

from playwright.sync_api import Page, expect

PAGE = ".page[data-n]"


def start(page: Page, game: str = "Bravery in the Sand", side: str = "Axis", against: str = "Machine", level: str = "Recruit") -> None:
    """Sets up a table from the lobby and waits until it is laid."""
    page.get_by_role("radio", name=game).click()
    page.get_by_role("radiogroup", name="Your side").get_by_role("radio", name=side).click()
    page.get_by_role("radiogroup", name="Opponent").get_by_role("radio", name=against).click()
    if against == "Machine":
        page.get_by_role("radiogroup", name="Strength").get_by_role("radio", name=level).click()
    page.get_by_role("button", name="Start").click()
    laid(page)


def laid(page: Page) -> None:
    page.wait_for_selector(PAGE)


def number(page: Page) -> int:
    """The sequence number of the state on the screen."""
    return int(page.get_attribute(PAGE, "data-n") or -1)


def my_move(page: Page) -> bool:
    """Waits for my move or the end of the game, and says which."""
    page.wait_for_selector(f'{PAGE}[data-move="mine"], {PAGE}[data-move="over"]')
    return page.get_attribute(PAGE, "data-move") == "mine"


def changed(page: Page, since: int) -> None:
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) > n", arg=[PAGE, since])


def press_anything(page: Page) -> None:
    """Makes some legal move: the last button if there is one, else the first order in the lists."""
    since = number(page)
    buttons = page.locator("section[aria-label=Orders] > button.button, section[aria-label=Orders] .rest button")
    if buttons.count():
        buttons.last.click()
    else:
        orders = page.locator("section[aria-label=Orders] details")
        orders.first.evaluate("list => list.open = true")
        orders.first.locator("li button").first.click()
    attack = page.locator("section[aria-label=Orders] > button.main")
    if number(page) == since and not page.locator(f'{PAGE}[data-move="other"]').count() and attack.count():
        attack.first.click()
    changed(page, since)


def play_to_the_end(page: Page, most: int = 2000) -> int:
    """Plays until the game is over; the number of moves made."""
    for made in range(most):
        if not my_move(page):
            return made
        press_anything(page)
    raise AssertionError(f"not over after {most} moves")


def says(page: Page, text: str) -> None:
    expect(page.locator("section[aria-label=Orders]")).to_contain_text(text)
