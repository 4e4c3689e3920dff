"""The map shows what the prompt asks about: the battle, its attackers, the ways back; and no name lies on a counter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sandtable
from tests.browser import play
from tests.browser.test_look import started

Visit = Callable[..., Page]
GAMES = sandtable.games()
TARGET = 'path[data-mark="target"]'
HIDDEN_NAMES = """() => {
    const box = found => found.getBoundingClientRect();
    const names = document.querySelector(".map.names").shadowRoot.querySelectorAll("#names > text.place");
    const counters = [...document.querySelectorAll("g.stack [data-piece] > .shadow")].map(box);
    const share = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
        * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / (a.width * a.height);
    return [...names].filter(n => counters.some(c => share(box(n), c) > 0.2)).map(n => n.textContent);
}"""
NAMES_OF_BOXES = """() => {
    const box = found => found.getBoundingClientRect();
    const names = document.querySelector(".map.names").shadowRoot.querySelectorAll("#names > text.place:not(.halo)");
    const counters = [...document.querySelectorAll("g.stack [data-piece] > .shadow")].map(box);
    const lies = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > a.height * 0.3;
    const plain = text => text.toLowerCase().replace(/(^|[ -])[a-z]/g, c => c.toUpperCase()).replace("El-", "el-");
    return [...names].map(n => [plain(n.textContent), !counters.some(c => lies(box(n), c))]);
}"""
"""The names of the boxes, each with whether no counter lies on it; a line is a third higher than its letters."""
SMALL_NAMES = """() => {
    const box = found => found.getBoundingClientRect();
    const root = document.querySelector(".map.names").shadowRoot;
    const seen = [...root.querySelectorAll("#minor > text")].filter(text => !text.classList.contains("unseen"));
    const others = [...document.querySelectorAll("g.stack [data-piece] > .shadow")].map(box);
    const lies = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return {seen: seen.length, covered: seen.filter(n => others.some(o => lies(box(n), o))).map(n => n.textContent)};
}"""


def fights(view: dict[str, Any]) -> bool:
    return bool(view.get("battle"))


def places_in_sight(page: Page, css: str) -> list[bool]:
    """For each of these hexes, whether its middle is on the map that can be seen."""
    found: list[bool] = page.evaluate(
        """css => [...document.querySelectorAll(css)].map(hex => {
            const box = hex.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return top !== null && top.closest("[role=application]") !== null;
        })""",
        css,
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_is_outlined_and_in_sight_and_the_rest_steps_back(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_when(page, tmp_path, fights, game, "allied")
    expect(page.locator(TARGET).first).to_be_visible()
    assert all(places_in_sight(page, TARGET))
    assert page.locator("g.stack.faint").count() > 0
    assert page.locator("g.stack:not(.faint)").count() > 0


def falls_back(view: dict[str, Any]) -> bool:
    battle = view.get("battle") or {}
    return bool(battle.get("retreat"))


@pytest.mark.parametrize("game", ["bravery", "battleaxe"])
def test_the_ways_back_are_lit_with_arrows_and_in_sight(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_when(page, tmp_path, falls_back, game, "allied")
    arrows = page.locator('path[data-arrow="retreat"]')
    expect(arrows.first).to_be_visible()
    assert all(places_in_sight(page, 'path[data-arrow="retreat"]'))


@pytest.mark.parametrize("game", GAMES)
def test_no_name_of_a_place_lies_on_a_counter(visit: Visit, tmp_path: Path, game: str) -> None:
    page = started(visit, tmp_path, game)
    page.wait_for_function("() => document.querySelector('.map.names')?.shadowRoot?.querySelector('#names')")
    assert page.evaluate(HIDDEN_NAMES) == []


def test_the_name_of_a_box_stands_at_its_head_above_the_counters_in_it(visit: Visit, tmp_path: Path) -> None:
    page = started(visit, tmp_path, "battleaxe")
    page.wait_for_function("() => document.querySelector('.map.names')?.shadowRoot?.querySelector('#names')")
    moved = page.evaluate(NAMES_OF_BOXES)
    assert {"Buq-Buq", "Bir Sofafi", "Bir Bait", "Gasr el-Abid", "Tobruk"} <= {name for name, _ in moved}
    assert [name for name, free in moved if not free] == []


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_a_small_name_is_left_out_where_a_counter_would_cover_it(visit: Visit, tmp_path: Path, game: str) -> None:
    page = started(visit, tmp_path, game)
    small = "() => document.querySelector('.map.names')?.shadowRoot?.querySelector('#minor:not(.gone)')"
    while not page.evaluate(f"!!({small})()"):
        page.keyboard.press("+")
        page.wait_for_function("() => !document.querySelector('.stage').classList.contains('moving')")
    found = page.evaluate(SMALL_NAMES)
    assert found["seen"] > 0
    assert found["covered"] == []


def test_what_the_guide_speaks_of_is_not_marked_like_what_can_be_reached(visit: Visit) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    page.get_by_role("button", name="Start").click()
    play.laid(page)
    play.my_move(page)
    guide = page.get_by_role("region", name="Guide")
    for _ in range(8):
        if page.locator("path.spoken").count():
            break
        guide.get_by_role("button", name="Next").click()
    expect(page.locator("path.spoken").first).to_be_visible()
    assert page.locator("path.spoken").first.evaluate("mark => getComputedStyle(mark).fill") == "none"
    assert page.locator("g.pin[data-pin]").count() == page.locator("path.spoken").count()


def test_the_player_who_waits_sees_which_stack_is_active(visit: Visit) -> None:
    host = visit("/", viewport={"width": 1440, "height": 900})
    play.start(host, against="Friend by link")
    link = host.get_by_label("For the Commonwealth player").input_value()
    host.get_by_role("button", name="Close").click()
    guest = visit("/" + link.split("/", 3)[3], viewport={"width": 1440, "height": 900})
    play.laid(guest)
    for page in (guest, host):
        assert play.my_move(page)
        page.get_by_role("button", name="Put all in").click()
    moves = play.who_moves(guest, host)
    waits = host if moves is guest else guest
    while not moves.locator("path.from").count():
        play.press_anything(moves)
        moves = play.who_moves(guest, host)
        waits = host if moves is guest else guest
    expect(waits.locator('path[data-mark="attacker"]').first).to_be_visible()
