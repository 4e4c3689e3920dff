"""Least clicks: a drag opens the choice it needs and sets down what was in hand, attacks and questions ask once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.mouse import Mouse
from tests.browser.wire import Wire

Visit = Callable[..., Page]
View = dict[str, Any]
LARGE = {"width": 1600, "height": 1000}


def verb(word: str) -> Callable[[dict[str, Any]], bool]:
    return lambda action: bool(action["do"][0] == word)


def table(
    visit: Visit, address: str, folder: Path, wanted: Callable[[View], bool], game: str, side: str = "allied"
) -> tuple[Page, Wire, Mouse]:
    page = visit("/", viewport=LARGE)
    wire = Wire(page)
    play.open_when(page, folder, wanted, game, side)
    return page, wire, Mouse(page, wire, address)


def offers(wanted: Callable[[dict[str, Any]], bool]) -> Callable[[View], bool]:
    return lambda view: any(wanted(action) for action in view["actions"])


def drag_away(page: Page, mouse: Mouse, wire: Wire, at: str, sent: int) -> str:
    """Drags what stands in a place to a plain place that lights up; that many orders are sent by it. Where it went."""
    own, stood = wire.own, {p["id"] for p in wire.view["pieces"] if p["at"] == at}
    mouse.bring(at)
    x, y = mouse.on_screen(at)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14, y + 9, steps=4)
    page.wait_for_function("() => document.querySelector('path.reach')")
    while wire.own < own + sent - 1:
        page.wait_for_timeout(20)
    goal = next(
        a["place"]
        for a in wire.actions
        if a.get("place") and a.get("path") and not a.get("battle") and mouse.sees(a["place"])
    )
    page.mouse.move(*mouse.on_screen(goal), steps=6)
    page.mouse.up()
    while wire.own < own + sent:
        page.wait_for_timeout(20)
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) >= n", arg=[play.PAGE, wire.n])
    assert any(p["at"] == goal for p in wire.view["pieces"] if p["id"] in stood)
    return str(goal)


def test_a_drag_opens_the_assault_and_the_next_one_sets_the_first_down(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    def ready(view: View) -> bool:
        at = [a["place"] for a in view["actions"] if a["do"][0] == "assault"]
        return any(sum(p["at"] == place and p["side"] == "allied" for p in view["pieces"]) > 1 for place in at)

    page, wire, mouse = table(visit, address, tmp_path, ready, "battleaxe")
    here = {a["place"] for a in wire.actions if a["do"][0] == "assault"}
    mine = [p for p in wire.view["pieces"] if p["side"] == "allied" and p["at"] in here]
    start = next(p["at"] for p in mine if sum(q["at"] == p["at"] for q in mine) > 1)
    drag_away(page, mouse, wire, start, 3)  # the assault, the unit and its move
    if any(a.get("down") for a in wire.actions):
        drag_away(page, mouse, wire, start, 3)  # the halt of the first, the next unit and its move


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_a_declared_attack_opens_its_card_with_the_odds_at_one_click(
    visit: Visit, address: str, tmp_path: Path, game: str
) -> None:
    page, wire, mouse = table(visit, address, tmp_path, offers(verb("attack")), game)
    since = play.number(page)
    target = next(a for a in wire.actions if a["do"][0] == "attack")
    mouse.bring(target["place"])
    mouse.click(*mouse.on_screen(target["place"]))
    play.changed(page, since)
    assert page.get_attribute(play.PAGE, "data-aim") is None
    expect(page.get_by_label("Steps of the battle")).to_be_visible()
    if any(a.get("battle") and a.get("main") for a in wire.actions):
        expect(page.get_by_role("region", name="Forecast")).to_be_visible()


def test_an_answer_about_assets_stands_for_the_rest_of_the_turn(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(
        visit, address, tmp_path, lambda view: view["prompt"].get("again") == "artillery", "battleaxe"
    )
    page.get_by_label("Do not ask again this turn").check()
    since = play.number(page)
    mouse.press(page.locator(f"{play.ORDERS} button.button", has_text="Do not call"))
    play.changed(page, since)
    assert play.my_move(page) is not None
    assert wire.view["prompt"].get("again") != "artillery" or wire.view["turn"]["now"] > 1


def test_every_way_to_take_a_hit_is_a_button(visit: Visit, address: str, tmp_path: Path) -> None:
    """11.5 A unit of Battleaxe is reduced or falls back: the card offers both, and what is pressed is done."""

    def two_ways(view: View) -> bool:
        pieces = [a["piece"] for a in view["actions"] if a["do"][0] in ("flip", "fall_back", "lose")]
        return len(pieces) > len(set(pieces)) > 0

    page, wire, mouse = table(visit, address, tmp_path, two_ways, "battleaxe", "axis")
    last = [a for a in wire.actions if a["do"][0] in ("fall_back", "lose")][-1]
    sent = wire.own
    mouse.press(page.locator(f"{play.ORDERS} .ways").get_by_title(last["text"], exact=True))
    while wire.own == sent:
        page.wait_for_timeout(20)
    assert not mouse.listed


def test_to_refuse_battle_is_a_button_beside_to_stand(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(
        visit, address, tmp_path, lambda view: {a["do"][0] for a in view["actions"]} == {"stand", "refuse"}, "rommel"
    )
    refuse = next(a for a in wire.actions if a["do"][0] == "refuse")
    buttons = page.locator(f"{play.ORDERS} button.button")
    expect(buttons.filter(has_text=refuse["text"])).to_be_visible()
    expect(buttons.filter(has_text="Stand and fight")).to_be_visible()
    since = play.number(page)
    mouse.press(buttons.filter(has_text=refuse["text"]))
    play.changed(page, since)


def test_odds_show_while_a_stack_is_held_over_an_enemy_and_letting_go_is_enough(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    def enters(action: dict[str, Any]) -> bool:
        return bool(action["do"][0] == "go" and action.get("battle"))

    page, wire, mouse = table(visit, address, tmp_path, offers(enters), "battleaxe")
    at = next(p["at"] for p in wire.view["pieces"] if p.get("active"))
    goal = next(a["place"] for a in wire.actions if enters(a))
    mouse.bring(goal)
    mouse.bring(at)
    since, sent = play.number(page), wire.own
    page.mouse.move(*mouse.on_screen(at))
    page.mouse.down()
    page.mouse.move(*mouse.on_screen(goal), steps=8)
    expect(page.get_by_role("region", name="Forecast")).to_be_visible()
    assert wire.own == sent, "to look at the odds is no order"
    page.mouse.up()
    play.changed(page, since)
    assert wire.own == sent + 1
