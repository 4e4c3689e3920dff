"""The view of the map is the player's: it stays where it was put, and moves only to what the prompt asks about."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.test_map import _drag, _in_sight, _middle, lifts, moves

Visit = Callable[..., Page]
LARGE = {"western-desert": 44, "dark-sands": 38}
"""The games with large maps, and the width of a hex on their boards."""
HOST = "[role=application]"


def transform(page: Page) -> tuple[float, float, float]:
    """Where the map lies and how large it is drawn: left, top, scale."""
    style = page.locator(".stage").get_attribute("style") or ""
    found = re.search(r"translate\(([-\d.e]+)px, ([-\d.e]+)px\) scale\(([\d.]+)\)", style)
    assert found, style
    return float(found[1]), float(found[2]), float(found[3])


def zoom_in(page: Page, steps: int = 3) -> tuple[float, float, float]:
    """Turns the wheel over the middle of what is in sight, and waits until the map rests."""
    box = page.locator(HOST).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = transform(page)
    for _ in range(steps):
        page.mouse.wheel(0, -120)
    page.wait_for_function("css => !document.querySelector(css).classList.contains('moving')", arg=".stage")
    after = transform(page)
    assert after[2] > before[2]
    return after


def central(page: Page, css: str) -> tuple[str, tuple[float, float]]:
    """Of these in reach of the hand the one nearest to the middle of the map: its place and its middle."""
    found = page.evaluate(
        """css => {
            const view = document.querySelector("[role=application]").getBoundingClientRect();
            const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
            const [mx, my] = middle(view);
            return [...document.querySelectorAll(css)].map(found => {
                const [x, y] = middle(found.getBoundingClientRect());
                const top = document.elementFromPoint(x, y);
                const free = top !== null && found.contains(top);
                return {place: found.dataset.place, x, y, far: Math.hypot(x - mx, y - my), free};
            }).filter(f => f.free).sort((a, b) => a.far - b.far)[0];
        }""",
        css,
    )
    assert found, f"no {css} in sight"
    return found["place"], (found["x"], found["y"])


@pytest.mark.parametrize("game", ["bravery", "battleaxe", "rommel", "western-desert", "dark-sands"])
def test_zoom_and_pan_outlast_an_action_and_a_reload(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_where(page, tmp_path, moves(game), game, "allied")
    put = zoom_in(page, 1)
    since = play.number(page)
    page.mouse.click(*central(page, "g.pill:not(.battle, .aside)")[1])
    play.done(page, since)
    play.my_move(page)
    assert transform(page)[2] == put[2]
    kept = transform(page)
    page.reload()
    play.laid(page)
    page.wait_for_selector(".stage")
    assert transform(page) == pytest.approx(kept, abs=1.5)


@pytest.mark.parametrize("game", LARGE)
def test_a_drag_lands_where_it_was_dropped(visit: Visit, tmp_path: Path, game: str) -> None:
    """To take a unit up is a change of state; the map stays under the hand all the same."""
    page = visit("/", viewport={"width": 1600, "height": 1000})
    play.open_where(page, tmp_path, lifts, game, "allied")
    put = zoom_in(page, 1)
    unit = _in_sight(page, "g.stack.movable [data-piece]")
    since = play.number(page)
    start = _middle(unit)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] + 8, steps=3)
    play.changed(page, since)
    assert transform(page) == put
    hex_there, end = central(page, "g.pill:not(.battle, .aside)")
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    play.done(page, since + 1)
    assert transform(page) == put
    expect(page.locator("section[aria-label=Log] li.line", has_text=hex_there).first).to_be_visible()


@pytest.mark.parametrize("game", LARGE)
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (390, 844)])
def test_a_large_map_opens_on_the_front_with_readable_counters(
    visit: Visit, tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    page = visit("/", viewport={"width": size[0], "height": size[1]})
    play.open_where(page, tmp_path, lifts, game, "allied")
    assert transform(page)[2] * LARGE[game] >= 56
    _in_sight(page, "g.stack.movable [data-piece]")


def test_zero_shows_the_whole_map_and_goes_back(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_where(page, tmp_path, lifts, "western-desert", "allied")
    put = transform(page)
    page.keyboard.press("0")
    left, top, scale = transform(page)
    assert left >= 0
    assert top >= 0
    assert scale < put[2]
    page.keyboard.press("0")
    assert transform(page) == pytest.approx(put, abs=1)


def test_enter_presses_the_main_button_after_a_click_on_the_map(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.open_where(page, tmp_path, lambda action: bool(action.get("main")), "western-desert", "allied")
    box = page.locator(HOST).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    since = play.number(page)
    page.keyboard.press("Enter")
    play.changed(page, since)


def test_enter_presses_the_main_button_after_a_click_beside_the_orders(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.open_where(page, tmp_path, lambda action: bool(action.get("main")), "bravery", "allied")
    page.get_by_role("tab", name="Forces").click()
    page.get_by_role("tab", name="Log").click()
    since = play.number(page)
    page.keyboard.press("Enter")
    play.done(page, since)
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")


def test_a_dragged_map_stays_where_it_was_left(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_where(page, tmp_path, moves("bravery"), "bravery", "allied")
    zoom_in(page, 2)
    box = page.locator(HOST).bounding_box()
    assert box
    ground = (box["x"] + 60, box["y"] + 60)
    before = transform(page)
    _drag(page, ground, (ground[0] + 40, ground[1] + 25))
    after = transform(page)
    assert after[0] == pytest.approx(before[0] + 40, abs=2)
    assert after[1] == pytest.approx(before[1] + 25, abs=2)
