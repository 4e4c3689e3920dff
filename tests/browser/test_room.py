"""What a decision needs is in sight where room is scarce: odds above their button, all who are asked about, dice."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import play
from tests.browser.mouse import STAGE, Mouse
from tests.browser.spectator import HIDDEN_ORDERS
from tests.browser.test_newcomer import USUAL, View, Visit, led, offered, verbs
from tests.browser.wire import Wire

LOW = {"width": 1440, "height": 640}
ODDS_ABOVE_THE_BUTTON = """css => {
    const orders = document.querySelector(css), foot = orders.querySelector(":scope > .foot");
    return orders.querySelector(".forecast").getBoundingClientRect().bottom <= foot.getBoundingClientRect().top + 2;
}"""
STEPS_BACK = """([x, y]) => document.elementFromPoint(x, y).closest("g.stack")?.classList.contains("faint")"""
WRAPPED = """css => [...document.querySelectorAll(`${css} .joined`)].filter(joined => {
    const sign = document.createRange(), place = joined.firstElementChild.getBoundingClientRect();
    if (joined.childNodes.length < 2 || !joined.lastChild.textContent) return false;
    sign.selectNodeContents(joined.lastChild);
    return sign.getBoundingClientRect().top > place.bottom;
}).map(joined => joined.textContent)"""


def test_odds_beside_the_guide_are_whole_and_the_second_block_follows_the_way_of_the_first(
    visit: Visit, address: str
) -> None:
    """Two of four blocks go into Sidi Omar; their odds are of the first, which is said."""
    page = visit("/", viewport=USUAL)
    wire = Wire(page)
    play.start(page, "Rommel in the Desert", "Allies", guided=True)
    play.my_move(page)
    mouse = Mouse(page, wire, address)
    _do(page, "Ready")
    page.locator(f"{play.ORDERS} .row", has_text="Offensive or assault").first.click()
    _do(page, "Lay")
    mouse.act(next(a for a in wire.actions if a["text"] == "Group move from Fort Maddalena"))
    _do(page, "All of them")
    counters = page.get_by_role("list", name="The stack in hand").get_by_role("button")
    counters.nth(2).click()
    expect(page.locator(f"{play.ORDERS} h2")).to_contain_text("7/4 Armoured")
    counters.nth(3).click()
    mouse.settle()
    mouse.bring("Sidi Omar")
    mouse.click(*mouse.on_screen("Sidi Omar"))
    page.locator("[data-popover]").get_by_role("button", name="from Sidi Omar SW1").click()
    expect(page.locator(f"{play.ORDERS} .forecast")).to_contain_text("without the unit to follow")
    page.wait_for_function(ODDS_ABOVE_THE_BUTTON, arg=play.ORDERS)
    page.keyboard.press("Enter")
    expect(page.locator(f"{play.ORDERS} h2")).to_have_text("Group move from Fort Maddalena")
    mouse.settle()
    assert Counter(p["at"] for p in wire.view["pieces"])["Fort Maddalena"] == 2
    log = page.get_by_role("region", name="Log")
    expect(log.locator("li", has_text="entering from Sidi Omar SW1")).to_have_count(2)
    assert log.locator(".joined", has_text="Sidi Omar,").count() == 2
    assert page.evaluate(WRAPPED, "section[aria-label=Log]") == []


def _do(page: Page, words: str) -> None:
    since = play.number(page)
    page.locator(f"{play.ORDERS} button", has_text=words).last.click()
    play.changed(page, since)
    play.my_move(page)


def test_who_may_join_an_attack_stands_out_on_the_map(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=USUAL)
    play.open_when(page, tmp_path, lambda view: verbs(view)["with"] > 1, "dark-sands", "allied", scenario="compass")
    expect(page.locator("path[data-mark=target]").first).to_be_visible()
    expect(page.locator("g.stack.faint").first).to_be_attached()
    expect(page.locator("g.stack.movable").first).to_be_attached()
    expect(page.locator("g.stack.movable.faint")).to_have_count(0)


def test_each_of_many_who_may_advance_is_in_sight(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=USUAL | {"height": 800})
    play.open_when(page, tmp_path, lambda view: verbs(view)["advance"] > 6, "dark-sands", "allied", "greedy", "compass")
    expect(page.locator(f"{play.ORDERS} .deeds li").nth(6)).to_be_visible()
    page.wait_for_function(f"css => ({HIDDEN_ORDERS})(css).length === 0", arg=play.ORDERS)


def rolled(view: View) -> bool:
    """A die fell in a battle, and several units are asked about it."""
    dice: list[dict[str, Any]] = (view.get("battle") or {}).get("dice") or []
    return sum(len(roll["faces"]) for roll in dice) == 1 and verbs(view)["advance"] > 1


def test_a_few_dice_are_shown_however_low_the_screen(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=LOW)
    play.open_when(page, tmp_path, rolled, "dark-sands", "allied", "greedy", "compass")
    dice = page.locator(f"{play.ORDERS} [aria-label=Dice]")
    expect(dice.locator(".few")).to_be_visible()
    expect(dice.locator(".few svg")).to_have_count(1)


def test_chits_of_several_a_card_are_not_counted_as_one(visit: Visit) -> None:
    page = led(visit, "The Dark Sands", viewport=USUAL)
    chits = page.get_by_role("region", name="Chits to come").first
    expect(chits).to_contain_text("2 x Move")
    expect(chits.locator("header .note")).to_have_count(0)


def guided(visit: Visit, size: dict[str, int], game: str, side: str) -> tuple[Page, Wire, Locator]:
    """A guided table at the player's first decision."""
    page = visit("/", viewport=size)
    wire = Wire(page)
    play.start(page, game, side, guided=True)
    play.my_move(page)
    return page, wire, page.get_by_role("region", name="Guide")


def test_the_guide_gives_way_to_orders_once_its_reader_plays_on(visit: Visit, address: str) -> None:
    """A reader who stays at the first step places his cars: the guide goes on, and is a line where orders are long."""
    page, wire, guide = guided(visit, LOW, "Operation Battleaxe", "Allies")
    expect(guide.locator(".words")).to_be_visible()
    mouse = Mouse(page, wire, address)
    mouse.act(wire.actions[0])
    expect(guide.locator(".words")).to_have_count(0)
    while not any(offered("assault_all")(a) for a in wire.actions):
        mouse.settle()
        mouse.act(wire.actions[0])
        mouse.settle()
    expect(guide.locator(".note")).to_contain_text("5 of")


def test_after_its_turn_the_guide_asks_for_nothing_and_marks_nothing(visit: Visit, address: str) -> None:
    page, wire, guide = guided(visit, USUAL, "Bravery in the Sand", "Commonwealth")
    for step in range(2, 9):
        guide.get_by_role("button", name="Next").or_(guide.get_by_role("button", name="Skip")).click()
        expect(guide.locator(".note")).to_contain_text(f"{step} of")
    expect(guide.locator(".todo")).to_be_visible()
    expect(page.locator("g.pin").first).to_be_attached()
    since = play.number(page)
    page.get_by_role("button", name="Ready").click()
    play.done(page, since)
    mouse = Mouse(page, wire, address)
    while mouse.settle() and wire.view["turn"]["now"] == 1:
        mouse.act(wire.actions[0])
    play.go_on(page)
    expect(guide).to_be_visible()
    expect(guide.locator(".todo")).to_have_count(0)
    expect(page.locator("g.pin")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_where_one_chit_is_meant_the_others_step_back(visit: Visit, theme: str) -> None:
    page = led(visit, "The Dark Sands", viewport=USUAL, color_scheme=theme)
    chit = page.get_by_role("region", name="Chits to come").first.locator("button.can")
    edge = "button => getComputedStyle(button).boxShadow"
    before = chit.first.evaluate(edge)
    guide = page.get_by_role("region", name="Guide")
    while not guide.locator(".todo", has_text="O'Connor").count():
        at = guide.locator(".note").first.inner_text()
        guide.get_by_role("button", name="Next").click()
        expect(guide.locator(".note").first).not_to_have_text(at)
    assert chit.first.evaluate(edge) != before
    expect(page.locator(f"{play.ORDERS} .wanted")).to_have_count(1)


def illegal(view: View) -> bool:
    """An attack that leaves out an enemy beside it: nothing but another hex or a smaller stack makes it legal."""
    kinds = verbs(view)
    return kinds["also"] > 0 and kinds["leave"] > 0 and not kinds["go"]


def test_what_makes_an_attack_legal_is_in_sight_in_the_orders_and_on_the_map(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    page = visit("/", viewport=USUAL)
    wire = Wire(page)
    play.open_when(page, tmp_path, illegal, "western-desert", "allied", "greedy")
    mouse = Mouse(page, wire, address)
    also = next(a for a in wire.actions if offered("also")(a))
    expect(page.locator(play.ORDERS).get_by_role("button", name=also["text"])).to_be_in_viewport()
    mouse.settle()
    assert page.evaluate(STEPS_BACK, list(mouse.on_screen(also["place"]))) is False


def test_many_other_orders_are_folded_where_room_is_scarce(visit: Visit, tmp_path: Path) -> None:
    """The map has them too: bombardments beside attacks that each stand with their ways."""
    page = visit("/", viewport=USUAL | {"height": 720})

    def wanted(view: View) -> bool:
        kinds = verbs(view)
        return kinds["attack"] > 1 and 6 < kinds["bombard"] + kinds["shell"] < 13

    play.open_when(page, tmp_path, wanted, "western-desert", "allied", "greedy")
    expect(page.get_by_role("list", name="Attacks").locator(".chip").first).to_be_visible()
    others = page.locator(f"{play.ORDERS} details", has_text="other orders")
    expect(others).to_be_visible()
    others.locator("summary").click()
    expect(others.get_by_role("button", name="Bombard").first).to_be_visible()


def defends(view: View) -> bool:
    """A defender is asked to stand, and knows the odds."""
    battle = view.get("battle") or {}
    mine = battle and battle["defender"]["side"] == view["viewer"]
    return bool(mine) and any(action.get("odds") for action in view["actions"])


def test_what_the_attacker_wants_is_bad_for_who_defends(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=USUAL)
    play.open_when(page, tmp_path, defends, "bravery", "allied", "greedy")
    bar = page.locator(f"{play.ORDERS} .forecast .bar")
    taken = bar.locator("span[title^='Hex taken']")
    expect(taken).to_have_class(re.compile(r"\bbad\b"))


def test_a_map_that_is_whole_in_sight_stays_where_it_is(visit: Visit, address: str) -> None:
    """Zones at its foot are asked about and spoken of: all of them is seen already."""
    page = visit("/", viewport=USUAL)
    wire = Wire(page)
    play.start(page, "Operation Battleaxe", "Allies", guided=True)
    play.my_move(page)
    mouse = Mouse(page, wire, address)
    mouse.rest()
    stage = page.evaluate(STAGE)
    while not any(offered("assault_all")(a) for a in wire.actions):
        mouse.settle()
        mouse.act(wire.actions[0])
        mouse.settle()
    page.get_by_role("region", name="Guide").get_by_role("button", name="Next").click()
    expect(page.locator("g.pin[data-pin]")).to_have_count(4)
    mouse.rest()
    page.wait_for_timeout(500)
    assert page.evaluate(STAGE) == stage
