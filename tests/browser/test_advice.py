"""The machine's advice and its review, on the page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser import play
from tests.browser.test_access import Visit
from tests.browser.test_access import _findings as findings

LONG = 60_000


def test_advice_is_given_and_played_and_the_game_reviewed(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.open_where(page, tmp_path, play.is_stop)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Ask for advice").click()
    advice = page.get_by_role("dialog", name="Advice")
    first = advice.get_by_role("button", name="Play it: ").first
    expect(first).to_be_visible(timeout=LONG)
    assert findings(page) == []
    before = play.number(page)
    first.click()
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) > n", arg=[play.PAGE, before])

    play.my_move(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    play.says(page, "The game is over")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Where the game turned").click()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("img", name="Chance to win over the game")).to_be_visible(timeout=LONG)
    assert findings(page) == []
    points = review.locator("ol .row")
    if points.count():
        points.first.click()
        expect(page.locator(f"{play.PAGE}[data-eyes=both]")).to_be_visible()
        foot = review.locator("footer")
        stood = foot.inner_text()
        page.keyboard.press("ArrowLeft")
        expect(foot).not_to_have_text(stood)
        page.keyboard.press("ArrowRight")
        expect(foot).to_have_text(stood)
        expect(page.locator(".stage").get_by_text("played", exact=True).first).to_be_visible()
        since = page.url
        review.get_by_role("button", name="Play on from here").click()
        expect(page).not_to_have_url(since)
        play.laid(page)
    else:
        review.get_by_role("button", name="Step back").click()
        review.get_by_role("button", name="Leave the review").click()
        expect(review).to_have_count(0)
