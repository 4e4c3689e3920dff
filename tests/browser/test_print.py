"""The printed table: one page with the whole map and the position, nothing of the screen round it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sandtable
from tests.browser import play

Visit = Callable[..., Page]


@pytest.mark.parametrize("game", sandtable.games())
def test_the_map_is_printed_whole_on_one_page(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport={"width": 1070, "height": 760})
    play.open_when(page, tmp_path, lambda view: bool(view["actions"]), game, "allied")
    paper = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    expect(page.locator(play.ORDERS)).to_be_hidden()
    expect(page.locator("p.caption")).to_be_visible()
    stage, view = page.locator(".stage").bounding_box(), page.locator(".view").bounding_box()
    assert stage
    assert view
    assert stage["width"] <= view["width"] + 1
    assert stage["height"] <= view["height"] + 1


def test_paper_is_light_however_dark_the_screen(visit: Visit) -> None:
    page = visit("/", color_scheme="dark")
    play.start(page)
    _in_theme(page, "dark")
    page.emulate_media(media="print")
    _in_theme(page, "light")
    page.emulate_media(media="screen")
    _in_theme(page, "dark")


def _in_theme(page: Page, theme: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator(f'.stage svg[data-theme="{theme}"]').first).to_be_attached()
