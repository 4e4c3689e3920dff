"""The map under the hand: dragging, links of the log, the hex cursor, the next unit, why not, charts, in every game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import sandtable
from tests.browser import play

Visit = Callable[..., Page]
GAMES = sandtable.games()
TO_PLACE = {"bravery": "move", "battleaxe": "go", "rommel": "to", "western-desert": "to", "dark-sands": "go"}
"""The first word of a plain move to a place."""


def moves(game: str) -> Callable[[dict[str, Any]], bool]:
    """Is this a move to a place without a fight?"""
    return lambda action: bool(action["do"][0] == TO_PLACE[game] and not action.get("battle"))


def lifts(action: dict[str, Any]) -> bool:
    return bool(action.get("lift"))


def takes_group(action: dict[str, Any]) -> bool:
    """Rommel lifts blocks in its set-up too; this is where a group of several moves."""
    return bool(action["do"] == ["all"] and action["rule"].startswith("2.1"))


def _middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def _in_sight(page: Page, css: str) -> Locator:
    """The first of these on the map that a hand can reach: not under a card, a bar or the edge."""
    number = page.evaluate(
        """css => [...document.querySelectorAll(css)].findIndex(found => {
            const box = found.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return top !== null && found.contains(top);
        })""",
        css,
    )
    assert number >= 0, f"no {css} in sight"
    return page.locator(css).nth(number)


def test_the_active_stack_is_dragged_to_a_lit_place(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.open_where(page, tmp_path, play.is_stop)
    since = play.number(page)
    target = _in_sight(page, "g.pill:not(.battle, .aside)")
    _drag(page, _middle(page.locator("g.stack:has(rect.selected) [data-piece]").first), _middle(target))
    play.changed(page, since)


def test_a_stack_dropped_on_dark_ground_stays(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.open_where(page, tmp_path, play.is_stop)
    since = play.number(page)
    start = _middle(page.locator("g.stack:has(rect.selected) [data-piece]").first)
    _drag(page, start, (start[0] + 9, start[1] + 2))
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Back to now").click()
    assert play.number(page) == since


def test_a_press_on_the_map_leaves_the_drawn_ground_alone(visit: Visit, tmp_path: Path) -> None:
    """The hand closes on the map; a ground that took its cursor from it was painted anew at every click."""
    page = visit()
    play.open_where(page, tmp_path, play.is_stop)
    host, ground = page.locator("[role=application]"), page.locator(".map:not(.names) svg").first
    cursor = "found => getComputedStyle(found).cursor"
    before = ground.evaluate(cursor)
    page.mouse.move(*_middle(host))
    page.mouse.down()
    assert host.evaluate(cursor) == "grabbing"
    assert ground.evaluate(cursor) == before
    page.mouse.up()


@pytest.mark.parametrize("game", ["battleaxe", "rommel", "western-desert", "dark-sands"])
def test_a_unit_is_taken_up_and_set_down_in_one_drag(visit: Visit, tmp_path: Path, game: str) -> None:
    """Where a unit is chosen first and its place then, a drag does both; its place lights up while it is in hand."""
    page = visit("/", viewport={"width": 1600, "height": 1000})
    play.open_where(page, tmp_path, takes_group if game == "rommel" else lifts, game, "allied")
    unit = _in_sight(page, "g.stack.movable [data-piece]")
    since = play.number(page)
    start = _middle(unit)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] + 8, steps=3)
    play.changed(page, since)
    lit = page.locator("path.reach")
    expect(lit.first).to_be_visible()
    taken = play.number(page)
    page.mouse.move(*_middle(_in_sight(page, "g.pill:not(.battle, .aside)")), steps=5)
    page.mouse.up()
    page.wait_for_function(play.MOVED_OR_AIMED, arg=[play.PAGE, taken])
    if page.get_attribute(play.PAGE, "data-aim"):  # the first ordinary move ends the strategic ones
        page.locator(f"{play.ORDERS} .foot button.main").click()
    play.changed(page, taken)


@pytest.mark.parametrize("game", GAMES)
def test_log_links_cursor_next_unit_and_charts(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit()
    play.open_where(page, tmp_path, moves(game), game, "allied")
    said = page.locator("p.sr[aria-live]")

    play.tab(page, "Log")
    link = page.locator("section[aria-label=Log] button.place").first
    link.click()
    expect(said).to_contain_text(link.inner_text().split()[-1])
    page.locator("section[aria-label=Log]").get_by_role("button", name="Rule").first.click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    page.keyboard.press("Escape")

    page.locator("[role=application]").focus()
    page.keyboard.press("ArrowRight")
    here = said.inner_text()
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(arrow)
        if said.inner_text() != here:
            break
    assert said.inner_text() != here

    play.tab(page, "Charts")
    expect(page.get_by_role("img", name="Points over time")).to_be_visible()
    expect(page.get_by_role("img", name="Losses over time")).to_be_visible()


@pytest.mark.parametrize("game", ["battleaxe", "rommel", "western-desert", "dark-sands"])
def test_n_goes_from_unit_to_unit(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit()
    play.open_where(page, tmp_path, lifts, game, "allied")
    page.locator("[role=application]").focus()
    ring = page.locator("path.cursor")
    seen = set()
    for _ in range(12):
        page.keyboard.press("n")
        seen.add(ring.get_attribute("d"))
    assert len(seen) > 1


@pytest.mark.parametrize("game", GAMES)
def test_dark_ground_says_why_not_in_every_game(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit()
    play.open_where(page, tmp_path, moves(game), game, "allied")
    page.locator("[role=application]").focus()
    said = page.locator("p.sr[aria-live]")
    for arrow in ["ArrowDown"] * 30 + ["ArrowUp"] * 20 + ["ArrowLeft"] * 30:
        page.keyboard.press(arrow)
        if said.inner_text() and not any(
            word in said.inner_text() for word in (", open", "target", "Allied:", "Axis:")
        ):
            break
    page.keyboard.press("Enter")
    why = page.locator("p.why")
    expect(why).to_be_visible()
    assert why.get_by_role("button", name="Rule").count() == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_replayed_from_either_side(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit()
    play.open_where(page, tmp_path, moves(game), game, "allied")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    play.says(page, "The game is over")
    page.locator(play.ORDERS).get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider", name="Moment of the game")
    half = int(slider.get_attribute("max") or 0) // 2
    slider.fill(str(half))
    for eyes in ("axis", "allied", "both"):
        page.get_by_label("Whose eyes").select_option(eyes)
        play.says(page, f"Replay, {half} of")
        expect(page.locator(f".page[data-eyes={eyes}]")).to_be_visible()
    assert page.locator(".stack").count() > 5
