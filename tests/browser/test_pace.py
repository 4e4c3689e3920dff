"""The other side's turn at the player's pace: each event long enough to be seen, one by one, or all at once."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.wire import Wire

Visit = Callable[..., Page]
PACE = """([key, speed]) => localStorage.setItem(
    key, JSON.stringify({...JSON.parse(localStorage.getItem(key) ?? "{}"), speed})
)"""
CLOCK = """css => {
    window.shownAt = {};
    const note = () => { window.shownAt[document.querySelector(css).dataset.n] ??= performance.now(); };
    note();
    new MutationObserver(note).observe(document.querySelector(css), {attributes: true, attributeFilter: ["data-n"]});
}"""
"""Notes when each state comes to the screen."""
MOVE_MS = 250
"""A move of theirs stays longer than this before the next is shown."""


def seated(visit: Visit, speed: str) -> tuple[Page, Wire]:
    """A table whose other side moves first, at such a pace."""
    page = visit("/", viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    page.evaluate(PACE, [play.SETTINGS, speed])
    page.reload()
    wire = Wire(page)
    play.start(page, "Western Desert Force", "Axis", level="Recruit")
    page.evaluate(CLOCK, play.PAGE)
    return page, wire


def moves(wire: Wire) -> int:
    """How often pieces went from one place to another in what was told."""
    return sum(
        any(was["at"] != now["at"] for was, now in zip(before["pieces"], after["pieces"], strict=True))
        for before, after in wire.theirs
    )


def test_every_move_of_theirs_is_on_the_screen_long_enough_to_be_seen(visit: Visit) -> None:
    page, wire = seated(visit, "normal")
    for _ in range(3):
        play.my_move(page)
        if moves(wire) > 2:
            break
        play.press_anything(page)
    told = moves(wire)
    assert told > 2
    shown = page.evaluate("() => Object.values(window.shownAt).sort((a, b) => a - b)")
    gaps = [after - before for before, after in itertools.pairwise(shown)]
    assert sum(gap >= MOVE_MS for gap in gaps) >= told - 1


def test_their_turn_can_be_gone_through_event_by_event(visit: Visit) -> None:
    page, wire = seated(visit, "step")
    on = page.get_by_role("button", name="Next")
    expect(on).to_be_visible()
    for _ in range(3):
        since = play.number(page)
        page.wait_for_timeout(700)
        assert play.number(page) == since, "it went on by itself"
        on.click()
        play.changed(page, since)
        expect(on).to_be_visible()
    page.get_by_role("button", name="Skip").click()
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) >= n", arg=[play.PAGE, wire.n])


@pytest.mark.parametrize("speed", ["off", "fast"])
def test_a_pace_that_was_chosen_asks_for_no_key(visit: Visit, speed: str) -> None:
    page, wire = seated(visit, speed)
    assert play.my_move(page)
    assert play.number(page) == wire.n
    assert len(wire.theirs) > 2
    assert page.get_by_role("button", name="Next").count() == 0
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_role("combobox", name="Opponent's turn")).to_have_value(speed)
