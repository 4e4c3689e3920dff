"""Looking never orders: hover, right click and long press show what stands in a place, and nothing is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sandtable
from tests.browser import play
from tests.browser.mouse import GROUND
from tests.browser.test_map import _drag, _in_sight, _middle, lifts
from tests.browser.test_view import HOST, central, transform
from tests.browser.wire import Wire

Visit = Callable[..., Page]
GAMES = sandtable.games()
CARD = "[data-popover]"
BESIDE = """([css, x, y]) => {
    const box = document.querySelector(css)?.getBoundingClientRect();
    return box && (x < box.left || x > box.right || y < box.top || y > box.bottom);
}"""
"""A card does not lie on its own place; it may grow, and move, when the facts of the place have come."""
ENEMY = 'g.stack [data-stack$="/axis"]'
MINE = 'g.stack [data-stack$="/allied"]'
STACKS_IN_SIGHT = """css => [...document.querySelectorAll(css)].map(found => {
    const box = found.querySelector("rect, path").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, found];
}).filter(([x, y, found]) => {
    const top = document.elementFromPoint(x, y);
    return top && found.contains(top);
}).map(([x, y]) => [x, y])"""


def started(visit: Visit, folder: Path, game: str, **settings: Any) -> Page:
    page = visit("/", **({"viewport": {"width": 1440, "height": 900}} | settings))
    play.open_when(page, folder, lambda view: bool(view["actions"]), game, "allied")
    return page


def find(page: Page, name: str) -> tuple[float, float]:
    """Looks for a unit by its name; where the hex it stands in lies then."""
    page.locator(HOST).focus()
    page.keyboard.press("f")
    page.get_by_role("searchbox", name="Name of a unit").fill(name)
    page.keyboard.press("Enter")
    found = page.locator('path[data-mark="look"]')
    expect(found).to_have_count(1)
    return _middle(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_pointer_at_rest_shows_every_figure_in_words_and_orders_nothing(
    visit: Visit, tmp_path: Path, game: str
) -> None:
    page = started(visit, tmp_path, game)
    since = play.number(page)
    x, y = _middle(_in_sight(page, MINE))
    page.mouse.move(x - 1, y)
    page.mouse.move(x, y)
    card = page.locator(CARD)
    expect(card).to_be_visible()
    key = sandtable.load(game).figures[""]
    for figure in key.values():
        expect(card).to_contain_text(figure.label)
    expect(card.locator("svg[width='104']")).to_have_count(1)
    page.mouse.move(x + 400, y + 300)
    page.mouse.move(x + 401, y + 300)
    page.mouse.wheel(0, 0)
    assert play.number(page) == since


@pytest.mark.parametrize("game", GAMES)
def test_the_right_button_pins_the_card_and_escape_closes_it(visit: Visit, tmp_path: Path, game: str) -> None:
    page = started(visit, tmp_path, game)
    since = play.number(page)
    page.mouse.click(*_middle(_in_sight(page, ENEMY)), button="right")
    card = page.locator(CARD)
    expect(card).to_be_visible()
    page.mouse.move(5, 400)
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert play.number(page) == since


def test_a_long_press_looks_on_a_phone(visit: Visit, tmp_path: Path) -> None:
    page = started(visit, tmp_path, "bravery", viewport={"width": 390, "height": 844}, has_touch=True)
    since = play.number(page)
    x, y = _middle(_in_sight(page, ENEMY))
    page.evaluate(
        """([x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent("pointerdown",
            {pointerType: "touch", isPrimary: true, clientX: x, clientY: y, bubbles: true}))""",
        [x, y],
    )
    card = page.locator(CARD)
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert play.number(page) == since


def _foreign_order(view: dict[str, Any]) -> list[str]:
    """Places where only the enemy stands and a single order that is no attack may be given."""
    held: dict[str, set[str]] = {}
    for piece in view["pieces"]:
        held.setdefault(piece["at"], set()).add(piece["side"])
    orders: dict[str, list[dict[str, Any]]] = {}
    for action in view["actions"]:
        if action.get("place") and action.get("piece") is None:
            orders.setdefault(action["place"], []).append(action)
    return [
        place
        for place, actions in orders.items()
        if held.get(place) == {"axis"} and len(actions) == 1 and not actions[0].get("battle")
    ]


def test_an_order_on_a_foreign_stack_asks_first(visit: Visit, tmp_path: Path) -> None:
    """In Rommel a click on the enemy's stack was taken for a regroup round it."""
    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_when(page, tmp_path, lambda view: bool(_foreign_order(view)), "rommel", "allied")
    since = play.number(page)
    for x, y in page.evaluate(STACKS_IN_SIGHT, ENEMY):
        page.mouse.click(x, y)
        expect(page.locator(CARD)).to_be_visible()
        assert play.number(page) == since
        page.keyboard.press("Escape")


@pytest.mark.parametrize("game", GAMES)
def test_a_card_stands_within_two_hexes_of_its_place(visit: Visit, tmp_path: Path, game: str) -> None:
    page = started(visit, tmp_path, game)
    hexes = {"western-desert": 44, "dark-sands": 38, "rommel": 84}.get(game, 88)
    wide = hexes * transform(page)[2]
    for x, y in page.evaluate(STACKS_IN_SIGHT, ENEMY)[:6]:
        page.mouse.click(x, y, button="right")
        page.wait_for_function(BESIDE, arg=[CARD, x, y])
        box = page.locator(CARD).bounding_box()
        assert box
        across = max(box["x"] - x, 0, x - box["x"] - box["width"])
        down = max(box["y"] - y, 0, y - box["y"] - box["height"])
        assert (across**2 + down**2) ** 0.5 <= 2 * wide + 25
        page.keyboard.press("Escape")


@pytest.mark.parametrize("game", sandtable.games())
def test_a_unit_is_found_by_its_name(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    wire = Wire(page)
    play.open_when(page, tmp_path, lambda view: bool(view["actions"]), game, "allied")
    boxes = {box["id"] for box in wire.view["boxes"]}
    own = [piece for piece in wire.view["pieces"] if piece["side"] == "allied" and piece["at"] not in boxes]
    find(page, own[-1]["name"])
    page.keyboard.press("Escape")
    expect(page.locator('path[data-mark="look"]')).to_have_count(0)


def test_what_lies_under_the_handle_of_the_panel_is_not_taken_as_seen(visit: Visit, tmp_path: Path) -> None:
    page = started(visit, tmp_path, "western-desert")
    x, y = find(page, "catanzaro")
    page.keyboard.press("Escape")
    handle = page.get_by_role("button", name="Fold the panel")
    under = _middle(handle)
    ground = page.evaluate(GROUND)
    _drag(page, ground, (ground[0] + under[0] - x, ground[1] + under[1] - y))
    x, y = find(page, "catanzaro")
    box = handle.bounding_box()
    assert box
    assert x < box["x"], "the unit lies under the handle"


def test_the_minimap_moves_the_view_and_m_puts_it_away(visit: Visit, tmp_path: Path) -> None:
    page = started(visit, tmp_path, "western-desert")
    small = page.locator(".minimap")
    box = small.bounding_box()
    assert box
    before = transform(page)
    page.mouse.click(box["x"] + 20, box["y"] + box["height"] / 2)
    after = transform(page)
    assert after[0] > before[0] + 500
    assert after[2] == before[2]
    page.locator(HOST).focus()
    page.keyboard.press("m")
    expect(small).to_have_count(0)


def test_an_empty_overlay_says_so(visit: Visit, tmp_path: Path) -> None:
    page = started(visit, tmp_path, "bravery")
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("button", name="Reach").click()
    expect(page.get_by_role("status").filter(has_text="No unit is chosen")).to_be_visible()


def test_the_legend_is_folded_after_the_first_turn_and_hides_nothing_before(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport={"width": 1440, "height": 900})
    play.open_when(page, tmp_path, lambda view: bool(view["turn"]["now"] == 2), "bravery", "allied")
    legend = page.locator("ul.legend")
    expect(legend).to_have_count(0)
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("button", name="Signs").click()
    expect(legend).to_be_visible()
    page = started(visit, tmp_path, "battleaxe")
    legend = page.locator("ul.legend")
    if legend.count():
        place = legend.bounding_box()
        assert place
        for x, y in page.evaluate(STACKS_IN_SIGHT, "g.stack [data-stack]"):
            assert not (place["x"] < x < place["x"] + place["width"] and place["y"] < y < place["y"] + place["height"])


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_of_units_in_a_box_the_next_follows_the_first(visit: Visit, tmp_path: Path, game: str) -> None:
    page = visit("/", viewport={"width": 1600, "height": 1000})
    play.open_where(page, tmp_path, lifts, game, "allied")
    stacks = sorted(page.evaluate(STACKS_IN_SIGHT, "g.stack.movable [data-piece]"))
    xs, ys = zip(*stacks[:2], strict=True)
    since = play.number(page)
    page.keyboard.down("Shift")
    page.mouse.move(min(xs) - 40, min(ys) - 40)
    page.mouse.down()
    page.mouse.move(max(xs) + 40, max(ys) + 40, steps=5)
    expect(page.locator(".view > .box")).to_be_visible()
    page.mouse.up()
    page.keyboard.up("Shift")
    play.changed(page, since)
    page.mouse.click(*central(page, "g.pill:not(.battle, .aside)")[1])
    play.done(page, since + 1)
    play.changed(page, since + 2)  # the next of them is taken up unasked


def test_r_sends_the_others_of_a_stack_after_the_first(visit: Visit, tmp_path: Path) -> None:
    """The same move again for those that stayed behind: one key in place of three clicks."""
    page = visit("/", viewport={"width": 1600, "height": 1000})
    play.open_where(page, tmp_path, lifts, "western-desert", "allied")
    since = play.number(page)
    stack = page.locator("g.stack.movable:has(text.count) [data-piece]").first
    page.mouse.click(*_middle(stack))
    page.locator(f"{CARD} li button").last.click()
    play.changed(page, since)
    page.mouse.click(*central(page, "g.pill:not(.battle, .aside)")[1])
    play.done(page, since + 1)
    again = page.get_by_role("button", name="send after")
    expect(again).to_be_visible()
    moved = play.number(page)
    page.keyboard.press("r")
    play.changed(page, moved + 1)
