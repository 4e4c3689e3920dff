"""The panel beside the map: orders in sight, forecasts, traps with a net, the other side's turn, cards, tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

import sandtable
from tests.browser import play
from tests.browser.wire import Wire

Visit = Callable[..., Page]
WIDE = {"width": 1440, "height": 900}
MAP = "[role=application]"
DEAF = """() => {
    window.WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 1006 }), 5); } close() {} };
}"""
"""No socket can be opened any more."""


def offers(verb: str) -> Callable[[dict[str, Any]], bool]:
    return lambda action: bool(action["do"][0] == verb)


@pytest.mark.parametrize(
    ("game", "side", "verb"),
    [
        ("bravery", "axis", "fight"),
        ("bravery", "axis", "hit"),
        ("battleaxe", "axis", "call"),
        ("rommel", "allied", "lay"),
        ("western-desert", "allied", "stack"),
        ("dark-sands", "allied", "all"),
    ],
)
def test_orders_stand_whole_beside_the_map_and_their_button_is_in_sight(
    visit: Visit, tmp_path: Path, game: str, side: str, verb: str
) -> None:
    page = visit("/", viewport=WIDE)
    play.open_where(page, tmp_path, offers(verb), game, side)
    orders, field = page.locator(play.ORDERS).bounding_box(), page.locator(MAP).bounding_box()
    assert orders
    assert field
    assert orders["x"] >= field["x"] + field["width"]
    button = page.locator(f"{play.ORDERS} button.main, {play.ORDERS} [data-main]").last
    if button.count():
        found = button.bounding_box()
        assert found
        assert found["y"] + found["height"] <= WIDE["height"]
    tabs = page.get_by_role("tablist", name="Beside the orders").bounding_box()
    assert tabs
    assert tabs["y"] + tabs["height"] <= WIDE["height"]


def test_the_panel_folds_to_a_strip_and_back_and_tabs_fold(visit: Visit) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page)
    play.my_move(page)
    wide = page.locator(MAP).bounding_box()
    page.keyboard.press("\\")
    expect(page.get_by_role("region", name="Orders, folded")).to_be_visible()
    narrow = page.locator(MAP).bounding_box()
    assert wide
    assert narrow
    assert narrow["width"] > wide["width"] + 300
    page.get_by_role("button", name="Unfold the panel").click()
    page.get_by_role("tab", name="Log").click()
    expect(page.locator("section[aria-label=Log]")).to_have_count(0)


def test_an_attack_offered_by_a_button_shows_its_odds_at_once_and_one_press_makes_it(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit("/", viewport=WIDE)
    play.open_where(page, tmp_path, offers("fight"))
    expect(page.locator(play.ORDERS).get_by_role("img", name="percent").first).to_be_visible()
    since = play.number(page)
    page.get_by_role("button", name="Attack with this stack").click()
    play.changed(page, since)


def test_an_empty_cup_asks_first_and_a_chit_can_be_taken_out_again(visit: Visit) -> None:
    page = visit()
    play.start(page)
    play.my_move(page)
    since = play.number(page)
    page.get_by_role("button", name="Ready").click()
    expect(page.get_by_role("alert")).to_contain_text("empty")
    assert play.number(page) == since
    page.get_by_role("button", name="Back").click()
    chits = page.locator(f"{play.ORDERS} button.chit")
    for number in range(3):
        chits.nth(number).click()
        expect(page.locator(f"{play.ORDERS} button.chosen")).to_have_count(number + 1)
    chits.nth(0).click()
    expect(page.locator(f"{play.ORDERS} button.chosen")).to_have_count(2)
    expect(chits.nth(0)).not_to_have_class("chosen")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_was_taken_back_can_be_redone(visit: Visit) -> None:
    page = visit()
    play.start(page)
    play.my_move(page)
    page.locator(f"{play.ORDERS} button.chit").first.click()
    expect(page.locator(f"{play.ORDERS} button.chosen")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(f"{play.ORDERS} button.chosen")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(f"{play.ORDERS} button.chosen")).to_have_count(1)


def test_taking_back_more_than_ones_own_action_is_asked_about(visit: Visit) -> None:
    page = visit()
    play.start(page, side="Commonwealth")
    play.my_move(page)
    since = play.number(page)
    page.get_by_role("button", name="Put all in").click()
    play.changed(page, since)
    if not play.my_move(page):
        return
    play.go_on(page)
    page.keyboard.press("u")
    expect(page.get_by_role("dialog")).to_contain_text("Take back more than one action?")
    page.get_by_role("button", name="Not now").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_lobby_lists_every_game_and_puts_my_move_first(visit: Visit) -> None:
    """More than six are folded, and none is left out."""
    page = visit()
    for _ in range(7):
        play.start(page)
        play.my_move(page)
        page.get_by_role("link", name="Sandtable, to the lobby").click()
        page.wait_for_selector("[role=radio]")
    games = page.get_by_role("region", name="Games under way")
    expect(games.get_by_role("link", name="Resume")).to_have_count(6)
    games.get_by_role("button", name="Show all 7").click()
    expect(games.get_by_role("link", name="Resume")).to_have_count(7)
    expect(games.get_by_role("listitem").first).to_contain_text(
        re.compile(r"Your move · (now|\d+ min ago) · against Recruit")
    )


def test_the_lobby_says_since_when_it_is_whose_move(visit: Visit) -> None:
    """Not since the page was opened: the clock of the browser is two hours ahead of the last move."""
    page = visit()
    play.start(page)
    play.my_move(page)
    page.clock.set_fixed_time(datetime.now() + timedelta(hours=2))
    page.reload()
    play.laid(page)
    page.get_by_role("link", name="Sandtable, to the lobby").click()
    expect(page.get_by_role("region", name="Games under way")).to_contain_text("Your move · 2 h ago")


def _cold(page: Page, ready: str) -> float:
    """Bytes that a visit to the page as it stands takes with nothing kept from before.

    The first visit must be over: its last pictures would be counted with those of the second.
    """
    page.wait_for_selector(ready)
    page.wait_for_load_state("networkidle")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    taken: list[float] = []
    session.on("Network.loadingFinished", lambda event: taken.append(event["encodedDataLength"]))
    page.reload()
    page.wait_for_selector(ready)
    page.wait_for_load_state("networkidle")
    return sum(taken)


def test_the_lobby_is_light(visit: Visit) -> None:
    """Pictures instead of five drawn maps: a cold visit takes less than 400 kB."""
    page = visit()
    assert 50_000 < _cold(page, "[role=radio] img") < 400_000
    assert all(page.locator("[role=radio] img").evaluate_all("list => list.map(i => i.naturalWidth > 0)"))


@pytest.mark.parametrize("game", ["The Dark Sands", "Western Desert Force"])
def test_a_table_is_light(visit: Visit, game: str) -> None:
    """The largest maps too: a cold visit takes less than 400 kB."""
    page = visit()
    play.start(page, game, "Allies")
    assert 200_000 < _cold(page, ".stage svg text.place") < 400_000


def test_a_hot_seat_keeps_its_curtain_over_a_reload(visit: Visit) -> None:
    page = visit()
    play.start(page, against="Hot seat")
    play.my_move(page)
    play.here(page)
    page.get_by_role("button", name="Put all in").click()
    expect(page.get_by_role("button", name="I am here")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="I am here")).to_be_visible()


def test_a_lost_link_is_a_banner_and_nothing_can_be_played(visit: Visit) -> None:
    page = visit()
    links: list[Any] = []

    def pass_on(link: Any) -> None:
        link.connect_to_server()
        links.append(link)

    page.route_web_socket("**/api/ws", pass_on)
    play.start(page)
    play.my_move(page)
    page.unroute_all()
    page.evaluate(DEAF)
    links[-1].close()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.get_by_role("button", name="Put all in")).to_be_disabled()


def test_the_other_sides_turn_is_told_can_be_looked_at_and_leaves_its_trace(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)
    play.start(page, "Western Desert Force", "Axis", level="Sergeant")
    recap = page.locator("section.recap")
    for _ in range(40):
        play.my_move(page)
        with suppress(TooLate):
            recap.wait_for(timeout=4_000)  # it comes when all that happened has been shown
            break
        play.press_anything(page)
    expect(recap).to_contain_text("What the Allies did")
    told = recap.locator(".row b").first.text_content() or ""
    page.reload()  # who comes back later is told the same
    play.laid(page)
    expect(recap.locator(".row b").first).to_have_text(told)
    rows = recap.locator(".row")
    assert rows.count() >= 1
    rows.first.click()
    expect(recap.locator(".row.on")).to_have_count(1)
    expect(page.get_by_label("Signs of the other side's turn")).to_contain_text("their moves")
    expect(page.locator("g.trail, path[data-mark=fought], path[data-mark=target]").first).to_be_attached()
    page.keyboard.press("Enter")
    expect(recap).to_have_count(0)
    expect(page.locator("g.trail").first).to_be_attached()
    page.keyboard.press("w")
    expect(recap).to_have_count(1)
    play.press_anything(page)
    expect(page.locator(".page[data-n]")).to_be_visible()


def test_the_first_roll_after_opening_is_shown_and_goes_again(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", reduced_motion="no-preference")
    play.open_where(page, tmp_path, lambda action: action["do"][0] == "march" and bool(action["place"]), "rommel")
    since = play.number(page)
    lists = page.locator(f"{play.ORDERS} details", has=page.locator("summary", has_text=" open"))
    lists.evaluate("list => { list.open = true; }")
    lists.locator("li button", has_text="Forced march to").first.click()
    play.changed(page, since)
    expect(page.locator(".tray")).to_be_visible()
    expect(page.locator(".tray")).to_have_count(0, timeout=15_000)


def test_cards_are_laid_by_clicking_them(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)
    play.open_where(page, tmp_path, offers("lay"), "rommel", "allied")
    lay = page.locator(f"{play.ORDERS} [data-main]")
    expect(lay).to_be_disabled()
    page.locator(f"{play.ORDERS} button.card", has_text="Real").first.click()
    expect(lay).to_contain_text("Lay 1 real")
    expect(page.locator(f"{play.ORDERS} .row.on")).to_have_count(1)
    page.locator(f"{play.ORDERS} button.card", has_text="Real").first.click()
    page.keyboard.press("4")
    expect(lay).to_be_enabled()
    since = play.number(page)
    page.keyboard.press("Enter")
    play.changed(page, since)


def due(view: dict[str, Any]) -> int:
    """Steps the Axis still has to take."""
    hits = [h for h in (view.get("battle") or {}).get("hits", []) if h["side"] == "axis"]
    return sum(h["due"] - h["taken"] for h in hits) if any(a["do"][0] == "hit" for a in view["actions"]) else 0


def test_the_last_step_is_taken_by_the_click_on_its_counter(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)
    wire = Wire(page)
    play.open_when(page, tmp_path, lambda view: due(view) == 1)
    since = play.number(page)
    page.locator(f"{play.ORDERS} .tiles button").first.click()
    play.changed(page, since)
    assert wire.own == 1


def test_several_steps_are_picked_before_they_are_taken(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)
    play.open_when(page, tmp_path, lambda view: due(view) > 1)
    take = page.locator(f"{play.ORDERS} .act button.main")
    expect(take).to_be_disabled()
    page.locator(f"{play.ORDERS} .tiles button").first.click()
    expect(take).to_be_enabled()
    since = play.number(page)
    page.keyboard.press("Enter")
    play.changed(page, since)


def test_the_tables_mark_the_column_in_force(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)
    play.open_where(page, tmp_path, offers("commit"), "dark-sands", "allied")
    page.keyboard.press("t")
    tables = page.get_by_role("region", name="Tables")
    expect(tables.locator("th.force")).to_have_count(1)
    column = tables.locator("th.force").inner_text()
    expect(page.locator(play.ORDERS)).to_contain_text(column)
    tables.get_by_role("tab", name="Turns").click()
    expect(tables.locator("tr.force")).to_have_count(1)
    page.keyboard.press("t")
    expect(tables).to_have_count(0)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Rules").click()
    page.get_by_role("button", name="The game's tables").click()
    expect(tables.locator("th.force")).to_have_count(1)


def test_a_new_question_starts_at_its_top(visit: Visit) -> None:
    """On a screen so low that guide and orders do not fit, they scroll; what comes next is read from its head."""
    page = visit("/", viewport={"width": 1440, "height": 420})
    play.start(page, "Western Desert Force", "Allies", guided=True)
    play.my_move(page)
    cards = page.locator("aside .cards")
    hidden = "found => found.scrollHeight - found.clientHeight"
    assert cards.evaluate(hidden) > 40
    cards.evaluate("found => found.scrollTo(0, found.scrollHeight)")
    since = play.number(page)
    page.keyboard.press("k")
    play.changed(page, since)
    play.my_move(page)
    assert cards.evaluate(hidden) > 0
    page.wait_for_function("() => document.querySelector('aside .cards').scrollTop === 0")


def test_keys_are_shown_and_a_typed_command_moves(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    play.open_where(page, tmp_path, offers("stack"), "western-desert", "allied")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("command line")
    page.keyboard.press("Escape")
    since = play.number(page)
    page.keyboard.press(":")
    page.get_by_role("textbox", name="Command").fill("end movement")
    page.keyboard.press("Enter")
    play.done(page, since)


@pytest.mark.parametrize("game", sandtable.games())
def test_the_words_of_an_order_typed_give_it_in_every_game(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit()
    wire = Wire(page)
    play.open_when(page, tmp_path, lambda view: any(map(typable, view["actions"])), game, "allied")
    since = play.number(page)
    type_in(page, next(filter(typable, wire.actions))["text"])
    play.done(page, since)


def typable(action: dict[str, Any]) -> bool:
    return bool(action.get("place") and not action.get("ask") and not action.get("battle"))


def type_in(page: Page, words: str) -> None:
    page.keyboard.press(":")
    page.get_by_role("textbox", name="Command").fill(words)
    page.keyboard.press("Enter")


def test_a_typed_move_takes_the_unit_named_and_says_why_it_cannot_go_there(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    wire = Wire(page)
    play.open_where(page, tmp_path, offers("stack"), "western-desert", "allied")
    single = next(a for a in wire.actions if a.get("lift") and a.get("piece") is not None)
    name = next(piece["name"] for piece in wire.view["pieces"] if piece["id"] == single["piece"])
    type_in(page, f"move {name} el agheila")
    expect(page.locator(".reason, [data-popover]").first).to_contain_text(
        "That is too far for the movement points left"
    )
    play.says(page, name)


def test_the_guide_rings_the_button_it_means(visit: Visit) -> None:
    page = visit("/", viewport=WIDE)
    page.get_by_role("radio", name="The Dark Sands").click()
    page.get_by_role("button", name="Start").click()
    play.laid(page)
    play.my_move(page)
    guide = page.get_by_role("region", name="Guide")
    while not guide.locator(".todo", has_text="O'Connor").count():
        at = guide.locator(".note").first.inner_text()
        guide.get_by_role("button", name="Next").click()
        expect(guide.locator(".note").first).not_to_have_text(at)
    ringed = page.locator(f"{play.ORDERS} .wanted")
    expect(ringed).to_have_count(1)
    expect(ringed).not_to_contain_text("No chit")


def test_to_stand_in_a_battle_shows_its_odds_and_a_retreat_what_it_means(visit: Visit, tmp_path: Path) -> None:
    def asked(view: dict[str, Any]) -> bool:
        return any(action.get("odds") for action in view["actions"]) and len(view["actions"]) == 2

    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_when(page, tmp_path, asked, "bravery", "axis")
    orders = page.locator(play.ORDERS)
    forecast = orders.get_by_role("region", name="Forecast")
    expect(forecast).to_contain_text("If you stand")
    expect(forecast).to_contain_text("One more round")
    expect(orders).to_contain_text("the enemy stays and may recover tanks")
    for name in ("Stand", "Retreat"):
        expect(orders.get_by_role("button", name=name)).to_be_in_viewport()


@pytest.mark.parametrize(
    ("game", "wanted", "words"),
    [
        ("rommel", lambda action: " at infantry" in action["text"], "to hit"),
        ("dark-sands", offers("commit"), "to drive them out"),
    ],
)
def test_each_of_a_few_choices_in_a_battle_tells_its_chances(
    visit: Visit, tmp_path: Path, game: str, wanted: Callable[[dict[str, Any]], bool], words: str
) -> None:
    page = visit("/", viewport=WIDE)
    play.open_where(page, tmp_path, wanted, game, "allied")
    choices = page.locator(f"{play.ORDERS} .deeds button:not(.last)")
    expect(choices).not_to_have_count(0)
    for choice in choices.all():
        expect(choice).to_contain_text(re.compile(rf"[<>]?\d+ % {words}"))


def test_of_many_blocks_that_fire_the_choice_that_is_pointed_at_tells_its_chances(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)

    def fires(view: dict[str, Any]) -> bool:
        return sum(bool(re.search(r" at (armour|infantry)", a["text"])) for a in view["actions"] if a.get("piece")) >= 6

    play.open_when(page, tmp_path, fires, "rommel", "allied")
    since = play.number(page)
    for choice in page.locator(f"{play.ORDERS} .ways button").all()[1:4]:
        choice.hover()
        told = re.compile(
            rf"{re.escape(choice.get_attribute('title') or '')}: [<>]?\d+ % to hit, [\d.]+ given on average"
        )
        expect(page.locator(play.ORDERS).get_by_role("status").filter(has_text=told)).to_have_count(1)
    assert play.number(page) == since, "to look was an order"
