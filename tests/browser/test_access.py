"""Every screen passes axe with no serious finding, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import play
from tests.browser.conftest import ROOT

Visit = Callable[..., Page]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
GRAVE = {"serious", "critical"}


def _findings(page: Page) -> list[str]:
    """The grave findings on this screen, one line each; the picture of the map is hidden from readers, so left out."""
    page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("axe.run({exclude: ['.stage']}, {resultTypes: ['violations']})")
    return [
        f"{finding['id']}: {finding['help']} at {finding['nodes'][0]['target']} {finding['nodes'][0]['failureSummary']}"
        for finding in found["violations"]
        if finding["impact"] in GRAVE
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen_is_open_to_all(visit: Visit, scheme: str, tmp_path: Path) -> None:
    page = visit("/", color_scheme=scheme)
    page.wait_for_selector("[role=radio]")
    assert _findings(page) == []
    play.start(page)
    play.my_move(page)
    assert _findings(page) == []
    page.get_by_role("button", name="Table menu").click()
    assert _findings(page) == []
    page.keyboard.press("Escape")
    for name in ("Track", "Forces", "Log", "Notes", "Charts"):
        play.tab(page, name)
        page.wait_for_timeout(100)
        assert _findings(page) == [], name
    for name in ("Links to share", "Rules", "Keys", "Command line", "Resign"):
        page.get_by_role("button", name="Table menu").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        page.wait_for_timeout(100)
        assert _findings(page) == [], name
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Replay").click()
    page.wait_for_selector("input[type=range]")
    assert _findings(page) == []
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("link", name="Sandtable, to the lobby").click()
    play.open_where(page, tmp_path, play.is_battle)
    target = page.locator("path.target-edge").first.bounding_box()
    assert target
    page.mouse.click(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    page.wait_for_selector(f"{play.ORDERS} .foot button.main")
    assert _findings(page) == []
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("link", name="Check the dice").click()
    page.wait_for_selector("code")
    assert _findings(page) == []


def test_the_phone_and_the_curtain_are_open_to_all(visit: Visit) -> None:
    phone = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.wait_for_selector("[role=radio]")
    assert _findings(phone) == []
    play.start(phone, against="Hot seat")
    play.my_move(phone)
    play.here(phone)
    for tab in ("Track", "Forces", "Log", "Notes", "Orders"):
        phone.get_by_role("tab", name=tab).tap()
        assert _findings(phone) == [], tab
    phone.get_by_role("button", name="Put all in").tap()
    phone.wait_for_selector("[role=dialog]")
    assert _findings(phone) == []
