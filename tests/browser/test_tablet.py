"""A finger on a tablet: turns are played by taps, and the orders that lie on the map hide neither menus nor battles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import play
from tests.browser.brain import Memory, choose
from tests.browser.mouse import GROUND
from tests.browser.test_helps import shown
from tests.browser.test_phone import Finger
from tests.browser.test_sight import apart, box
from tests.browser.wire import Wire

Visit = Callable[..., Page]
View = dict[str, Any]
UPRIGHT = {"width": 820, "height": 1180}
LYING = {"width": 1180, "height": 820}
FLOAT = ".float"
MOST_ORDERS = 60
SOME_ORDERS = 12
LOW = """css => [...document.querySelectorAll(css)].filter(one => {
    const {width, height} = one.getBoundingClientRect();
    return width > 0 && height < 40 && !one.matches(".chip, input");
}).map(one => one.textContent.trim() || one.ariaLabel)"""
HIDDEN = """css => [...document.querySelectorAll(css)].filter(one => {
    const {x, y, width, height} = one.getBoundingClientRect();
    if (!width || one.closest(".rest.many")) return false;
    const top = document.elementFromPoint(x + width / 2, y + height - 4);
    return !top || !(one.contains(top) || top.contains(one));
}).map(one => one.textContent.trim())"""
"""Answers whose foot is below the fold or under something else."""


class TabletFinger(Finger):
    """Pushes the map by its free ground, as there is no sheet."""

    def bring(self, place: str) -> None:
        for _ in range(20):
            if self.sees(place):
                return
            ground = self.page.evaluate(GROUND)
            view = box(self.page.locator("[role=application]"))
            x, y = self.on_screen(place)
            way = view["x"] + view["width"] * 0.35 - x, view["y"] + view["height"] * 0.5 - y
            far = max(1.0, abs(way[0]) / (view["width"] * 0.35), abs(way[1]) / (view["height"] * 0.35))
            step = way[0] / far, way[1] / far
            self.push((ground[0] + step[0] / 2, ground[1] + step[1] / 2), step)


def tablet(visit: Visit, size: dict[str, int]) -> tuple[Page, Wire]:
    page = visit("/", viewport=size, has_touch=True, is_mobile=True)
    return page, Wire(page)


def opened(
    visit: Visit, address: str, folder: Path, wanted: Callable[[View], bool], game: str, size: dict[str, int]
) -> tuple[Page, Wire, TabletFinger]:
    page, wire = tablet(visit, size)
    play.open_when(page, folder, wanted, game, "allied")
    return page, wire, TabletFinger(page, wire, address)


def look_round(page: Page, wire: Wire, finger: TabletFinger) -> None:
    """All answers are in sight and as large as a finger, and what is fought over is not under the orders."""
    shown(page, lambda: page.evaluate(HIDDEN, f"{play.ORDERS} :is(button.button, [role=radio], .tiles button)") == [])
    assert page.evaluate(LOW, f"{FLOAT} :is(button, summary)") == []
    fought = [place for place in (wire.view.get("battle") or {}).get("places", []) if place in finger.places]
    shown(page, lambda: all(finger.sees(place) for place in fought))
    dice = page.locator(".tray")
    if dice.count() and dice.is_visible():
        assert apart(box(dice), box(page.locator(FLOAT)))


def taps(page: Page, wire: Wire, finger: TabletFinger, most: int) -> None:
    """Plays on until the next turn, or for so many orders."""
    memory = Memory(Random(1941))
    for _ in range(most):
        if not finger.settle() or wire.view["turn"]["now"] > 1:
            return
        play.go_on(page)
        look_round(page, wire, finger)
        finger.act(choose(wire.view, memory))


def test_a_whole_turn_is_played_by_taps(visit: Visit, address: str) -> None:
    page, wire = tablet(visit, UPRIGHT)
    play.start(page, "Bravery in the Sand", "Commonwealth")
    play.my_move(page)
    finger = TabletFinger(page, wire, address)
    taps(page, wire, finger, MOST_ORDERS)
    assert wire.view["turn"]["now"] > 1
    assert finger.listed == []


@pytest.mark.parametrize(
    "game", ["Operation Battleaxe", "Rommel in the Desert", "Western Desert Force", "The Dark Sands"]
)
def test_a_turn_begins_by_taps_on_a_tablet_that_lies(visit: Visit, address: str, game: str) -> None:
    page, wire = tablet(visit, LYING)
    play.start(page, game, "Allies")
    play.my_move(page)
    taps(page, wire, TabletFinger(page, wire, address), SOME_ORDERS)


def test_a_menu_on_the_map_stands_clear_of_the_orders(visit: Visit, address: str, tmp_path: Path) -> None:
    def exchanges(view: View) -> bool:
        return len([a for a in view["actions"] if a["text"].startswith("Change places")]) > 4

    page, wire, finger = opened(visit, address, tmp_path, exchanges, "rommel", LYING)
    card, orders = page.locator("[data-popover]"), page.locator(FLOAT)
    at = {p["id"]: p["at"] for p in wire.view["pieces"]}
    places = {at[a["piece"]] for a in wire.actions if a["text"].startswith("Change places")}
    for place in sorted(place for place in places if finger.sees(place)):
        finger.click(*finger.on_screen(place))
        expect(card).to_be_visible()
        shown(page, lambda: apart(box(card), box(orders)))
        card.get_by_role("button", name="Close").tap()
        finger.hold(finger.on_screen(place))
        expect(card).to_be_visible()
        shown(page, lambda: apart(box(card), box(orders)))
        card.get_by_role("button", name="Close").tap()


def test_every_way_to_lay_a_hand_is_in_sight(visit: Visit, address: str, tmp_path: Path) -> None:
    def lays(view: View) -> bool:
        return sum(bool(a.get("cards")) for a in view["actions"]) > 9

    page, _, _ = opened(visit, address, tmp_path, lays, "rommel", LYING)
    rows = page.locator(f"{play.ORDERS} .row")
    expect(rows.nth(9)).to_be_visible()
    shown(page, lambda: page.evaluate(HIDDEN, f"{play.ORDERS} :is(.row, [data-main])") == [])


def test_a_block_goes_in_from_where_it_stands_by_a_second_tap(visit: Visit, address: str, tmp_path: Path) -> None:
    """Its own counter lies on the place that is to be chosen."""

    def own_places(view: View) -> list[dict[str, Any]]:
        at = {p["id"]: p["at"] for p in view["pieces"]}
        return [a for a in view["actions"] if a["do"][0] == "send" and a.get("battle") and at[a["piece"]] == a["place"]]

    _, wire, finger = opened(visit, address, tmp_path, lambda view: bool(own_places(view)), "rommel", LYING)
    own = wire.own
    finger.act(own_places(wire.view)[0])
    assert wire.own > own
    assert finger.listed == []


def stops(view: View) -> bool:
    return any(play.is_stop(action) for action in view["actions"])


def has_table(view: View) -> bool:
    return bool((view.get("battle") or {}).get("table"))


def chosen_in_the_menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).tap()


def clear_of(one: Locator, other: Locator) -> bool:
    return apart(box(one), box(other))


def in_the_window(page: Page, found: Locator) -> bool:
    at, size = box(found), page.viewport_size
    assert size
    across = at["x"] >= 0 and at["x"] + at["width"] <= size["width"]
    return across and at["y"] >= 0 and at["y"] + at["height"] <= size["height"]


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_all_in_the_menu_is_opened_and_closed_by_taps(
    visit: Visit, address: str, tmp_path: Path, size: dict[str, int]
) -> None:
    page, _, _ = opened(visit, address, tmp_path, has_table, "dark-sands", size)
    for name in ("Rules", "Order of battle", "Ask for advice", "Links to share"):
        chosen_in_the_menu(page, name)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        shown(page, partial(in_the_window, page, dialog))
        assert page.evaluate(LOW, "dialog[open] :is(button, summary)") == []
        dialog.get_by_role("button", name="Close").first.tap()
        expect(dialog).to_have_count(0)
    for name in ("Charts", "Notes"):
        chosen_in_the_menu(page, name)
        shown(page, lambda: box(page.get_by_role("tabpanel"))["height"] > 90)
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        page.get_by_role("button", name="Orders panel").tap()
        expect(page.locator("aside.drawer")).to_have_count(0)
    chosen_in_the_menu(page, "Replay")
    page.get_by_role("button", name="Back to now").tap()
    expect(page.locator("input[type=range]")).to_have_count(0)


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_tables_lie_beside_the_battle_and_are_worked_by_taps(
    visit: Visit, address: str, tmp_path: Path, size: dict[str, int]
) -> None:
    page, wire, finger = opened(visit, address, tmp_path, has_table, "dark-sands", size)
    page.locator(play.ORDERS).get_by_role("button", name="Tables").tap()
    tables = page.get_by_role("region", name="Tables")
    expect(tables.locator("th.force")).to_have_text(wire.view["battle"]["table"]["column"])
    fought = [place for place in wire.view["battle"]["places"] if place in finger.places]
    shown(page, lambda: apart(box(tables), box(page.locator(FLOAT))) and all(finger.sees(place) for place in fought))
    assert in_the_window(page, tables)
    for tab in tables.get_by_role("tab").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(tables.locator("table")).to_be_visible()
    was, head = box(tables), box(tables.locator("h2"))
    finger.push((head["x"] + 160, head["y"] + head["height"] / 2), (100, 0))
    shown(page, lambda: box(tables)["x"] - was["x"] > 50)
    page.wait_for_timeout(500)  # a tap that follows a push at once is taken for the end of it
    tables.get_by_role("button", name="Close the tables").tap()
    expect(tables).to_have_count(0)


def test_a_tablet_that_is_turned_keeps_the_battle_in_sight(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, finger = opened(visit, address, tmp_path, has_table, "dark-sands", LYING)
    fought = [place for place in wire.view["battle"]["places"] if place in finger.places]
    for size in (UPRIGHT, LYING, UPRIGHT):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        shown(page, lambda: all(finger.sees(place) for place in fought))


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_a_game_is_looked_back_at_by_taps(visit: Visit, address: str, tmp_path: Path, size: dict[str, int]) -> None:
    page, _, _ = opened(visit, address, tmp_path, stops, "bravery", size)
    chosen_in_the_menu(page, "Resign")
    page.get_by_role("button", name="Resign", exact=True).tap()
    page.locator(FLOAT).get_by_role("button", name="Review").tap()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("img", name="Chance to win over the game")).to_be_visible()
    assert in_the_window(page, review)
    assert page.evaluate(LOW, "section.review button") == []
    review.get_by_role("button", name="Step back").tap()
    expect(page.locator(f"{play.PAGE}[data-eyes=both]")).to_be_visible()
    points = review.locator("ol .row")
    for row in points.all():
        row.tap()
        expect(row).to_have_attribute("aria-expanded", "true")
        marked = page.locator("path[data-mark=fought], path[data-mark=better]")
        for mark in marked.all():
            shown(page, partial(clear_of, mark, page.locator("aside.drawer")))
    review.get_by_role("button", name="Leave the review").tap()
    expect(review).to_have_count(0)
