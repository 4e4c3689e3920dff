"""The table's own doings: undo, replay, refusals, files, keys, phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser import play

Visit = Callable[..., Page]


def test_undo_takes_a_chit_back(visit: Visit) -> None:
    page = visit()
    play.start(page)
    play.my_move(page)
    chits = page.locator("section:has(button.can.chit)")
    expect(chits.locator("button.chosen")).to_have_count(0)
    chits.locator("button.can").first.click()
    expect(chits.locator("button.chosen")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(chits.locator("button.chosen")).to_have_count(0)


def test_replay_goes_back_steps_and_returns(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.open_where(page, tmp_path, play.is_stop)
    page.get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider", name="Moment of the game")
    end = int(slider.get_attribute("max") or 0)
    assert end > 4
    page.get_by_role("button", name="To the start").click()
    play.says(page, f"Replay, 0 of {end}")
    page.get_by_role("button", name="Step on").click()
    play.says(page, f"Replay, 1 of {end}")
    slider.fill(str(end - 1))
    play.says(page, f"Replay, {end - 1} of {end}")
    page.get_by_role("button", name="Back to now").click()
    play.says(page, "Your move")


def test_a_dark_place_says_why_not(visit: Visit, tmp_path: Path) -> None:
    """A click on a place that is not lit is answered with the rule."""
    page = visit()
    play.open_where(page, tmp_path, play.is_stop)
    page.locator("[role=application]").focus()
    page.keyboard.press("ArrowUp")
    for _ in range(14):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("p.why")).to_be_visible()
    assert page.locator("p.why").get_by_role("button", name="Rule").count() == 1


def test_a_game_saved_to_a_file_can_be_opened_again(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.start(page, against="Hot seat")
    play.my_move(page)
    play.here(page)
    page.get_by_role("button", name="Put all in").click()
    page.get_by_role("button", name="I am here").click()
    page.get_by_role("button", name="Table menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "saved.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())
    page.get_by_role("link", name="Lobby", exact=True).click()
    page.get_by_label("Open a saved game").set_input_files(file)
    play.laid(page)
    play.says(page, "Axis to move")


def test_the_lobby_lists_games_under_way(visit: Visit) -> None:
    page = visit()
    play.start(page)
    page.get_by_role("link", name="Sandtable, to the lobby").click()
    page.get_by_role("region", name="Games under way").get_by_role("link", name="Resume").click()
    play.laid(page)


def test_rules_open_from_the_prompt(visit: Visit) -> None:
    page = visit()
    play.start(page)
    play.my_move(page)
    page.locator(play.ORDERS).get_by_role("button", name="Rule").first.click()
    expect(page.get_by_role("dialog", name="Rules")).to_contain_text("the words are ours")
    expect(page.locator("dl .exact")).to_be_visible()


def test_a_phone_can_play(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True)
    play.start(page)
    play.my_move(page)
    since = play.number(page)
    page.get_by_role("button", name="Put all in").tap()
    play.changed(page, since)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("link", name="Lobby", exact=True).tap()
    play.open_where(page, tmp_path, play.is_stop)
    since = play.number(page)
    page.locator("g.pill:not(.battle)").first.tap()
    play.changed(page, since)
    for tab in ("Track", "Forces", "Log", "Notes", "Orders"):
        page.get_by_role("tab", name=tab).tap()
    play.my_move(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_reaches_the_replay_by_its_menu(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport={"width": 390, "height": 844})
    play.open_where(page, tmp_path, play.is_stop)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_keyboard_alone_sets_up_a_table(visit: Visit) -> None:
    """No mouse at all: Tab and Enter in the lobby, a button's key at the table."""
    page = visit()
    page.wait_for_selector("[role=radio]")
    _tab_to(page, "Recruit")
    page.keyboard.press("Enter")
    _tab_to(page, "Start as")
    page.keyboard.press("Enter")
    play.laid(page)
    play.my_move(page)
    since = play.number(page)
    page.keyboard.press("a")
    play.changed(page, since)


def test_keyboard_alone_moves_a_stack(visit: Visit, tmp_path: Path) -> None:
    """The hex cursor walks from the active stack to a lit hex, and Enter goes there."""
    page = visit()
    play.open_where(page, tmp_path, play.is_stop)
    since = play.number(page)
    _tab_to(page, "Map of")
    page.keyboard.press("ArrowRight")
    said = page.locator("p.sr[aria-live]")
    for arrow in ("ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(arrow)
        if "cost" in said.inner_text():
            break
    assert "cost" in said.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_function(play.MOVED_OR_AIMED, arg=[play.PAGE, since])
    if page.get_attribute(play.PAGE, "data-aim"):
        page.keyboard.press("Enter")
    play.changed(page, since)


def _tab_to(page: Page, name: str) -> None:
    """Presses Tab until the focus is on something so named."""
    wanted = f"""() => new RegExp({json.dumps(name)}).test(
        document.activeElement.getAttribute('aria-label') || document.activeElement.textContent)"""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(wanted):
            return
    raise AssertionError(f"the keyboard cannot reach {name!r}")


def test_an_overlay_lies_on_the_map_and_goes(visit: Visit) -> None:
    page = visit()
    play.start(page)
    play.my_move(page)
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("button", name="Control", exact=True).click()
    expect(page.locator("path.edge").first).to_be_visible()
    page.get_by_role("button", name="Control", exact=True).click()
    expect(page.locator("path.edge")).to_have_count(0)


def test_a_battle_shows_its_forecast_before_it_is_fought(visit: Visit, tmp_path: Path) -> None:
    """The bar of results stands on the map, and nothing has happened until the attack is confirmed."""
    page = visit()
    play.open_where(page, tmp_path, play.is_battle)
    since = play.number(page)
    target = page.locator("path.target-edge").first.bounding_box()
    assert target
    page.mouse.click(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    expect(page.get_by_role("img", name="percent").first).to_be_visible()
    assert play.number(page) == since
    page.keyboard.press("Escape")
    expect(page.get_by_role("img", name="percent")).to_have_count(0)


def test_dark_colours_are_kept(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Dark colours").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    page.wait_for_selector("[role=radio]")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
