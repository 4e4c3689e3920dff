"""The guided openings, worked through the page: the guide goes on when its reader has done what it asks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.mouse import Mouse
from tests.browser.test_helps import shown
from tests.browser.test_sight import box
from tests.browser.wire import Wire

Visit = Callable[..., Page]
LINE = 64
"""The height of two lines of a small print, with their frame."""
FIRST_DEEDS = {
    "Bravery in the Sand": "Put all in",
    "Operation Battleaxe": "Place",
    "Rommel in the Desert": "Ready",
    "Western Desert Force": "Leave the depot",
    "The Dark Sands": "O'Connor",
}
"""A button that does what the first step with a task asks for."""


@pytest.mark.parametrize("game", FIRST_DEEDS)
def test_the_guide_waits_for_the_deed_and_goes_on_after_it(visit: Visit, game: str) -> None:
    page = visit()
    page.get_by_role("radio", name=game).click()
    expect(page.get_by_role("switch", name="Guided opening")).to_be_checked()
    page.get_by_role("button", name="Start").click()
    play.laid(page)
    play.my_move(page)
    guide = page.get_by_role("region", name="Guide")
    expect(guide).to_contain_text("1 of")
    while not guide.locator(".todo").count():
        at = guide.locator(".note").inner_text()
        guide.get_by_role("button", name="Next").click()
        expect(guide.locator(".note")).not_to_have_text(at)
    task, at = guide.locator(".todo").inner_text(), guide.locator(".note").inner_text()
    guide.get_by_role("button", name="Back").click()
    expect(guide.locator(".note")).not_to_have_text(at)
    guide.get_by_role("button", name="Next").click()
    expect(guide.locator(".todo")).to_have_text(task)
    page.reload()
    play.laid(page)
    play.my_move(page)
    expect(guide.locator(".note")).to_have_text(at)
    for _ in range(4):  # Battleaxe places two units
        if not guide.locator(".todo", has_text=task).count():
            break
        since = play.number(page)
        _do(page, FIRST_DEEDS[game])
        play.changed(page, since)
        play.my_move(page)
    expect(guide.locator(".note")).not_to_have_text(at)


def _do(page: Page, words: str) -> None:
    """Press the button that says so, or the first order of the lists if none does."""
    button = page.locator("button.button, button.card", has_text=words)
    if button.count():
        button.first.click()
    else:
        play.press_anything(page)


def test_the_guide_can_be_left_and_does_not_cover_the_orders(visit: Visit) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    page.get_by_role("radio", name="Western Desert Force").click()
    page.get_by_role("button", name="Start").click()
    play.laid(page)
    play.my_move(page)
    guide = page.get_by_role("region", name="Guide")
    card, orders = guide.bounding_box(), page.locator(play.ORDERS).bounding_box()
    assert card
    assert orders
    field = page.locator("[role=application]").bounding_box()
    assert field
    assert card["y"] + card["height"] <= orders["y"]
    assert card["x"] >= field["x"] + field["width"]
    assert orders["y"] + orders["height"] <= 900
    guide.get_by_role("button", name="Leave the guide").click()
    expect(guide).to_have_count(0)


def test_another_side_or_a_hot_seat_has_no_guide(visit: Visit) -> None:
    page = visit()
    switch = page.get_by_role("switch", name="Guided opening")
    expect(switch).to_be_checked()
    page.get_by_role("radiogroup", name="Your side").get_by_role("radio", name="Axis").click()
    expect(switch).not_to_be_checked()
    switch.set_checked(True)
    expect(page.get_by_role("radio", name="Commonwealth")).to_be_checked()
    page.get_by_role("radiogroup", name="Opponent").get_by_role("radio", name="Hot seat").click()
    expect(switch).not_to_be_checked()


def test_with_the_turn_the_guide_leaves_and_gives_way_to_what_the_other_side_did(visit: Visit, address: str) -> None:
    """The last step stands until the next turn; a Commonwealth that puts no chit into the cup is there at once."""
    page = visit("/", viewport={"width": 1440, "height": 900})
    wire = Wire(page)
    page.get_by_role("radio", name="Bravery in the Sand").click()
    page.get_by_role("radio", name="Colonel").click()
    page.get_by_role("button", name="Start").click()
    play.laid(page)
    play.my_move(page)
    guide = page.get_by_role("region", name="Guide")
    onward = guide.get_by_role("button", name=re.compile("Next|Skip"))
    expect(onward).to_be_visible()
    while onward.count():
        at = guide.locator(".note").inner_text()
        onward.click()
        expect(guide.locator(".note")).not_to_have_text(at)
    expect(guide.get_by_role("button", name="Play on")).to_be_visible()
    since = play.number(page)
    page.get_by_role("button", name="Ready").click()
    play.done(page, since)
    mouse = Mouse(page, wire, address)
    while mouse.settle() and wire.view["turn"]["now"] == 1:
        expect(guide).to_be_visible()
        expect(page.locator("section.recap")).to_have_count(0)
        mouse.act(wire.actions[0])
    expect(page.locator("section.recap")).to_be_visible()
    expect(guide).to_have_count(0)


def test_on_a_phone_the_guide_is_a_line_above_the_orders_and_opens_to_its_text(visit: Visit) -> None:
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.get_by_role("radio", name="Bravery in the Sand").tap()
    page.get_by_role("button", name="Start").tap()
    play.laid(page)
    play.my_move(page)
    guide, sheet = page.get_by_role("region", name="Guide"), page.locator("section.sheet")

    def above_the_orders() -> None:
        expect(page.locator(f"{play.ORDERS} h2")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Ready")).to_be_in_viewport(ratio=1)
        shown(page, lambda: box(guide)["y"] + box(guide)["height"] <= box(sheet)["y"])

    forth = guide.get_by_role("button", name="Next")
    expect(forth).to_be_visible()
    while forth.count():
        above_the_orders()
        at = guide.locator(".note").inner_text()
        forth.tap()
        expect(guide.locator(".note")).not_to_have_text(at)
    above_the_orders()
    line = box(guide)["height"]
    assert line < LINE
    expect(guide.locator(".words")).to_have_count(0)
    guide.get_by_role("button", name="More").tap()
    expect(guide.locator(".words")).to_be_visible()
    above_the_orders()
    guide.get_by_role("button", name="Less").tap()
    expect(guide.locator(".words")).to_have_count(0)
    assert box(guide)["height"] == line


def test_a_step_about_the_whole_map_leaves_the_view_at_the_front(visit: Visit, address: str) -> None:
    """El Agheila and Alexandria cannot be shown together: one's own units stay in sight."""
    page = visit("/", viewport={"width": 1440, "height": 900})
    wire = Wire(page)
    page.get_by_role("radio", name="The Dark Sands").click()
    page.get_by_role("button", name="Start").click()
    play.laid(page)
    play.my_move(page)
    expect(page.get_by_role("region", name="Guide")).to_contain_text("El Agheila")
    mouse = Mouse(page, wire, address)
    mouse.rest()
    own = {p["at"] for p in wire.view["pieces"] if p["side"] == "allied" and p["at"] in mouse.places}
    assert any(mouse.sees(place) for place in own)
