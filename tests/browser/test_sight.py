"""Nothing that is asked about, named or offered lies under something else, on large screens, tablets and phones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser import play
from tests.browser.mouse import Mouse
from tests.browser.wire import Wire

Visit = Callable[..., Page]
WIDE = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MAP = "[role=application]"
SETTLES = 900
CLIPPED = "list => list.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim())"
ROOM = 6


def fights(view: dict[str, Any]) -> bool:
    return bool(view.get("battle") and view["battle"].get("sum"))


def box(found: Locator) -> FloatRect:
    seen = found.first.bounding_box()
    assert seen
    return seen


def apart(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + one["width"] <= other["x"] + ROOM
        or other["x"] + other["width"] <= one["x"] + ROOM
        or one["y"] + one["height"] <= other["y"] + ROOM
        or other["y"] + other["height"] <= one["y"] + ROOM
    )


def test_games_under_way_stand_above_the_new_ones(visit: Visit) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page)
    play.my_move(page)
    page.get_by_role("link", name="Sandtable, to the lobby").click()
    games = page.get_by_role("region", name="Games under way")
    expect(games.get_by_role("link", name="Resume")).to_have_count(1)
    assert box(games)["y"] < box(page.get_by_role("heading", name="Choose a battle"))["y"]
    expect(games).to_contain_text("1 of 1 waits for you")


def test_a_phone_shows_the_games_in_its_width(visit: Visit) -> None:
    page = visit("/", **PHONE)
    play.start(page)
    play.my_move(page)
    page.goto(page.url.split("#")[0])
    resume = page.get_by_role("link", name="Resume")
    expect(resume).to_have_count(1)
    found = box(resume)
    assert found["x"] + found["width"] <= 390
    title = box(page.get_by_role("region", name="Games under way").locator("li b span"))
    assert title["x"] + title["width"] <= found["x"]


def test_a_link_for_a_friend_names_the_network_and_how_to_serve_it(visit: Visit) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page, against="Friend by link")
    dialog = page.get_by_role("dialog", name="Links to share")
    expect(dialog.get_by_role("note")).to_contain_text(re.compile(r"sandtable serve --port \d+"))
    host = page.evaluate("fetch('api/network').then(answer => answer.json())")["host"]
    link = dialog.get_by_label("For the Commonwealth player")
    expect(link).to_have_value(re.compile(rf"^http://{re.escape(host or '127.0.0.1')}:\d+/#/t/"))
    pill = page.locator("header .who")
    assert pill.evaluate_all(CLIPPED) == []
    assert box(pill)["x"] + box(pill)["width"] <= box(page.get_by_role("navigation", name="Table"))["x"]


@pytest.mark.parametrize("width", [820, 1180, 1440])
def test_nothing_in_the_bar_is_cut_off_or_covered(visit: Visit, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 900})
    play.start(page, "Western Desert Force", "Allies", level="Sergeant")
    pills = page.locator("header .pill:visible")
    expect(pills.first).to_be_visible()
    assert pills.evaluate_all(CLIPPED) == []
    boxes = [box(pill) for pill in pills.all()]
    boxes += [box(button) for button in page.get_by_role("navigation", name="Table").get_by_role("button").all()]
    assert all(apart(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize("size", [WIDE, TABLET])
def test_tables_leave_the_battle_and_the_orders_in_sight(visit: Visit, tmp_path: Path, size: dict[str, int]) -> None:
    page = visit("/", viewport=size)
    play.open_when(page, tmp_path, fights, "dark-sands", "allied")
    page.keyboard.press("t")
    tables = page.get_by_role("region", name="Tables")
    expect(tables.locator("table")).to_be_visible()
    page.wait_for_timeout(SETTLES)
    for hex_ in page.locator("path[data-mark=target]").all():
        assert apart(box(hex_), box(tables))
    assert apart(box(page.locator(play.ORDERS)), box(tables))


def test_on_a_tablet_the_battle_is_not_under_the_orders(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=TABLET)
    play.open_where(page, tmp_path, lambda action: action["do"][0] == "fight")
    expect(page.get_by_role("img", name="percent").first).to_be_visible()
    page.wait_for_timeout(SETTLES)
    assert apart(box(page.locator("path[data-mark=target]")), box(page.locator(play.ORDERS)))


@pytest.mark.parametrize("game", ["rommel", "western-desert"])
def test_no_button_of_a_tablets_battle_reaches_out_of_its_card(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport=TABLET)
    play.open_when(page, tmp_path, fights, game, "allied", player="greedy")
    card = box(page.locator(play.ORDERS))
    for button in page.locator(f"{play.ORDERS} button.button").all():
        found = box(button)
        assert found["x"] + found["width"] <= card["x"] + card["width"] - ROOM


def test_of_places_far_apart_a_phone_shows_some(visit: Visit) -> None:
    page = visit("/", **PHONE)
    wire = Wire(page)
    play.start(page, "Operation Battleaxe", "Allies")
    play.my_move(page)
    mouse = Mouse(page, wire, page.url.split("/#")[0])
    lit = {action["place"] for action in wire.actions if action.get("place")}
    assert len(lit) > 2
    for _ in range(play.PATIENCE // 100):
        if any(mouse.sees(place) for place in lit):
            return
        page.wait_for_timeout(100)
    raise AssertionError("none of the lit places is in sight")


def test_on_a_tablet_replay_and_overlays_are_not_under_the_orders(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=TABLET)
    play.open_where(page, tmp_path, play.is_stop)
    orders = page.locator(play.ORDERS)
    page.get_by_role("button", name="Overlays").click()
    for button in page.get_by_role("group", name="Overlays").get_by_role("button").all():
        assert apart(box(button), box(orders))
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    assert apart(box(page.get_by_role("button", name="Back to now")), box(orders))


@pytest.mark.parametrize("game", ["Bravery in the Sand", "Rommel in the Desert", "Operation Battleaxe"])
def test_a_letter_of_the_guide_lies_on_no_name(visit: Visit, game: str) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page, game, "Commonwealth" if game.startswith("Bravery") else "Allies", guided=True)
    play.my_move(page)
    pins = page.locator("g.pin path")
    expect(pins.first).to_be_visible()
    written = page.locator(".names #names text.place")
    expect(written.first).to_be_attached()
    names = [found for name in written.all() if (found := name.bounding_box())]
    assert names
    for pin in pins.all():
        assert all(apart(box(pin), name) for name in names), pin


def test_a_letter_of_the_guide_is_the_one_on_the_map(visit: Visit) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page, "Operation Battleaxe", "Allies", guided=True)
    guide = page.get_by_role("region", name="Guide")
    expect(guide.locator(".pins button", has_text="Buq-Buq")).to_contain_text("A")
    expect(guide.locator(".pins button", has_text="Tobruk")).to_contain_text("H")


def test_a_map_that_is_whole_in_sight_has_no_map_of_itself(visit: Visit) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page, "Operation Battleaxe", "Allies")
    play.my_move(page)
    page.locator(MAP).focus()
    page.keyboard.press("0")
    page.wait_for_timeout(SETTLES)
    small, bar = page.locator(".minimap"), page.get_by_role("group", name="Zoom")
    if small.is_visible():  # it was whole before: the key went back
        page.keyboard.press("0")
        page.wait_for_timeout(SETTLES)
    expect(small).to_be_hidden()
    left = box(bar)["x"]
    for _ in range(3):
        bar.get_by_role("button", name="Larger").click()
    expect(small).to_be_visible()
    assert box(bar)["x"] == left


def test_a_phone_tells_the_other_sides_turn_below_the_map_it_happened_on(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", **PHONE)
    file = tmp_path / "saved.json"
    saved = play.saved_when(lambda view: view["turn"]["now"] == 2 and bool(view["actions"]), "western-desert", "axis")
    file.write_text(json.dumps(saved))
    page.get_by_label("Open a saved game").set_input_files(file)
    play.laid(page)
    recap = page.locator("section.recap")
    expect(recap).to_be_visible()
    go_on = box(recap.get_by_role("button", name=re.compile("^Continue")))
    assert go_on["y"] + go_on["height"] <= 844
    assert box(page.locator("section.sheet"))["y"] > 844 * 0.36


def test_on_a_phone_the_place_of_a_fight_that_is_told_of_is_above_the_sheet(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", **PHONE)
    file = tmp_path / "saved.json"
    saved = play.saved_when(
        lambda view: view["turn"]["now"] == 2 and bool(view["actions"]) and not view.get("battle"),
        "western-desert",
        "axis",
        "captain",
    )
    file.write_text(json.dumps(saved))
    page.get_by_label("Open a saved game").set_input_files(file)
    play.laid(page)
    expect(page.locator("section.recap")).to_be_visible()
    fought = page.locator("path[data-mark=fought]")
    expect(fought).not_to_have_count(0)
    page.wait_for_timeout(SETTLES)
    sheet = box(page.locator("section.sheet"))
    for hex_fought in fought.all():
        found = box(hex_fought)
        assert found["y"] + found["height"] <= sheet["y"] + ROOM


def test_every_block_that_fires_has_a_line_and_all_of_them_are_in_sight(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)

    def fires(view: dict[str, Any]) -> bool:
        return sum(bool(re.search(r" at (armour|infantry)", a["text"])) for a in view["actions"] if a.get("piece")) >= 6

    play.open_when(page, tmp_path, fires, "rommel", "allied")
    lines = page.locator(f"{play.ORDERS} .ways li")
    assert lines.count() >= 3
    for button in page.locator(f"{play.ORDERS} .ways button").all():
        found = box(button)
        assert found["y"] + found["height"] <= WIDE["height"]


def test_a_guide_without_room_is_a_line_that_opens_never_an_empty_card(visit: Visit) -> None:
    page = visit("/", viewport={"width": 1440, "height": 560})
    play.start(page, "Western Desert Force", "Allies", guided=True)
    play.my_move(page)
    guide = page.get_by_role("region", name="Guide")
    guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("2 of")
    more = guide.get_by_role("button", name="More")
    expect(more).to_be_visible()
    found = box(page.locator(play.ORDERS))
    assert found["y"] + found["height"] <= 560
    more.click()
    expect(guide.locator("h3")).to_be_visible()
    assert guide.evaluate("card => card.scrollHeight <= card.clientHeight + 1")


@pytest.mark.parametrize("game", ["bravery", "battleaxe", "rommel", "western-desert", "dark-sands"])
def test_the_whole_map_ends_above_the_zoom_bar(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport=WIDE)
    play.open_when(page, tmp_path, lambda view: bool(view["actions"]), game, "allied")
    page.keyboard.press("0")
    stage, bar, view = page.locator(".stage"), page.get_by_role("group", name="Zoom"), box(page.locator(MAP))
    page.wait_for_function("css => !document.querySelector(css).classList.contains('moving')", arg=".stage")
    whole = box(stage)
    assert apart(whole, box(bar))
    assert whole["x"] >= view["x"] - 1
    assert whole["y"] >= view["y"] - 1
    assert whole["x"] + whole["width"] <= view["x"] + view["width"] + 1


def test_a_map_that_opens_whole_ends_above_the_zoom_bar(visit: Visit) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page, "Operation Battleaxe", "Allies")
    assert apart(box(page.locator(".stage")), box(page.get_by_role("group", name="Zoom")))


@pytest.mark.parametrize("game", ["Bravery in the Sand", "Western Desert Force"])
def test_no_title_is_cut_in_the_bar(visit: Visit, game: str) -> None:
    """The game's name is whole at every width; what else does not fit beside it is left out."""
    page = visit("/", viewport=WIDE)
    play.start(page, game, "Commonwealth" if game.startswith("Bravery") else "Allies")
    title = page.locator("header.bar h1.game")
    page.locator("header.bar .turn span").evaluate("date => (date.textContent = '30 November - 1 December 1941')")
    for width in (1440, 1280, 1180, 1024, 820, 768):
        page.set_viewport_size({"width": width, "height": 900})
        expect(title).to_contain_text(game)
        assert title.locator("span").evaluate_all(CLIPPED) == []
        edge = box(title)
        for part in title.locator("span, small").all():
            at = part.bounding_box()
            if at is None:
                continue
            seen = at["y"] < edge["y"] + edge["height"] - 1
            assert not seen or at["x"] + at["width"] <= edge["x"] + edge["width"] + 1, (width, part.inner_text())


def test_a_tab_that_is_asked_for_beside_long_orders_is_shown(visit: Visit, tmp_path: Path) -> None:
    """The orders give way for as long as their question stands."""
    page = visit("/", viewport={"width": 1440, "height": 760})
    play.open_when(page, tmp_path, fights, "bravery", "axis")
    body = page.get_by_role("tabpanel")

    def height() -> float:
        found = body.bounding_box()
        return found["height"] if found else 0

    page.wait_for_timeout(SETTLES)
    assert height() < 90, "the orders leave room, so there is nothing to see here"
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    assert height() > 150
