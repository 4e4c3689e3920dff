"""The pictures of the manual: each scene is worked through the page; `make pictures` also takes its picture.

So no picture can show what the table no longer does: its scene would fail first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play

Visit = Callable[..., Page]
HOME = Path(__file__).parents[2] / "docs/table/img"
SIZE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
QUALITY = 82
SETTLED = 1200
"""Milliseconds until nothing moves any more."""
EXAMPLE = "/#/example/bravery/panzers-at-the-wire"


def shoot(page: Page, name: str) -> None:
    """Take the picture, where pictures are wanted."""
    if os.environ.get("SANDTABLE_PICTURES"):
        page.wait_for_timeout(SETTLED)
        HOME.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=HOME / f"{name}.jpg", type="jpeg", quality=QUALITY)


def aim(page: Page) -> None:
    """Point at the enemy hex within reach."""
    target = page.locator("path.target-edge").first.bounding_box()
    assert target
    page.mouse.click(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_the_lobby(visit: Visit) -> None:
    page = visit(viewport=SIZE)
    expect(page.get_by_role("radio", name="Bravery in the Sand")).to_be_visible()
    shoot(page, "lobby")


def test_orders_a_battle_keys_and_a_replay(visit: Visit) -> None:
    page = visit(EXAMPLE, viewport=SIZE)
    play.laid(page)
    assert play.my_move(page)
    expect(page.locator("path.target-edge").first).to_be_visible()
    shoot(page, "orders")
    aim(page)
    expect(page.get_by_role("img", name="percent").first).to_be_visible()
    shoot(page, "forecast")
    since = play.number(page)
    page.keyboard.press("Enter")
    play.changed(page, since)
    expect(page.get_by_role("button", name=re.compile("Attack with this stack")).first).to_be_visible()
    shoot(page, "battle")
    page.keyboard.press("u")
    play.says(page, "4th Armoured is active")
    expect(page.get_by_role("button", name=re.compile("Redo"))).to_be_visible()
    shoot(page, "undo")

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    shoot(page, "keys")
    page.keyboard.press("Escape")
    page.keyboard.press(":")
    page.keyboard.type("move 04")
    expect(page.get_by_role("dialog")).to_contain_text("Move to 0405")
    shoot(page, "command")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Stop here").click()
    while not page.locator("section.recap").count():
        assert play.my_move(page)
        page.keyboard.press("w")
        page.wait_for_timeout(300)
        if not page.locator("section.recap").count():
            play.press_anything(page)
    shoot(page, "recap")
    page.keyboard.press("Escape")

    menu(page, "Resign")
    page.get_by_role("button", name="Resign", exact=True).click()
    play.says(page, "The game is over")
    page.locator(play.ORDERS).get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider", name="Moment of the game")
    slider.fill("36")
    play.says(page, "Replay")
    shoot(page, "replay")


def test_overlays(visit: Visit) -> None:
    page = visit("/#/example/rommel/stand-or-refuse", viewport=SIZE)
    play.laid(page)
    assert play.my_move(page)
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("button", name="Supply", exact=True).click()
    expect(page.locator("path.edge").first).to_be_visible()
    shoot(page, "overlay")


def test_links_and_dice(visit: Visit) -> None:
    page = visit(viewport=SIZE)
    play.start(page, against="Friend by link")
    expect(page.get_by_label("For the Commonwealth player")).to_be_visible()
    made_up = "fields => fields.forEach(field => (field.value = 'https://table.example/#/t/…'))"
    page.get_by_role("dialog").get_by_role("textbox").evaluate_all(made_up)  # a link is the key to a seat
    shoot(page, "links")


def test_two_at_one_screen(visit: Visit) -> None:
    page = visit(viewport=SIZE)
    play.start(page, "Rommel in the Desert", against="Hot seat")
    expect(page.get_by_role("button", name="I am here")).to_be_visible()
    shoot(page, "hot-seat")


def test_the_guided_opening(visit: Visit) -> None:
    page = visit(viewport=SIZE)
    play.start(page, "Operation Battleaxe", side="Allies", guided=True)
    expect(page.get_by_role("region", name="Guide")).to_contain_text("1 of")
    shoot(page, "guide")


def test_on_a_phone(visit: Visit) -> None:
    page = visit(EXAMPLE, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    play.laid(page)
    assert play.my_move(page)
    shoot(page, "phone")


@pytest.mark.parametrize("page", sorted((HOME.parent).glob("*.md")), ids=lambda page: page.stem)
def test_every_picture_of_the_pages_has_a_scene(page: Path) -> None:
    scenes = set(re.findall(r'shoot\(page, "([\w-]+)"\)', Path(__file__).read_text(encoding="utf-8")))
    assert set(re.findall(r"\(img/([\w-]+)\.jpg\)", page.read_text(encoding="utf-8"))) <= scenes
