"""A finger on a phone: every order on the map can be tapped, small targets are met, nothing stays under the sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser import play
from tests.browser.mouse import Mouse
from tests.browser.test_helps import shown
from tests.browser.wire import Wire

Visit = Callable[..., Page]
View = dict[str, Any]
SHEET = "section.sheet"
ORDERS_MADE = 8
READABLE = 24
"""The width of a counter whose figures can be read."""


class Finger(Mouse):
    """Taps and drags with one finger."""

    def __init__(self, page: Page, wire: Wire, address: str) -> None:
        super().__init__(page, wire, address)
        self.touch: CDPSession = page.context.new_cdp_session(page)

    def click(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
        self.clicks += 1
        self.page.wait_for_timeout(60)
        self.rest()

    def press(self, button: Locator, shift: bool = False) -> None:
        button.scroll_into_view_if_needed()
        button.tap()
        self.clicks += 1
        self.rest()

    def bring(self, place: str) -> None:
        """Pushes the map until a place is in sight above the sheet."""
        for _ in range(20):
            if self.sees(place):
                return
            sheet, map_ = (self.page.locator(css).bounding_box() for css in (SHEET, "[role=application]"))
            assert sheet
            assert map_
            x, y = self.on_screen(place)
            middle = map_["width"] / 2, (map_["y"] + sheet["y"]) / 2
            way = middle[0] - x, middle[1] - y
            far = max(1.0, abs(way[0]) / 150, abs(way[1]) / (0.4 * (sheet["y"] - map_["y"])))
            self.push(middle, (way[0] / far, way[1] / far))

    def push(self, middle: tuple[float, float], way: tuple[float, float]) -> None:
        """Moves the map so far, with the finger in the middle of it half way."""
        for k in range(6):
            at = {axis: m + w * (k / 5 - 0.5) for axis, m, w in zip("xy", middle, way, strict=True)}
            self._touch("touchMove" if k else "touchStart", [at])
        self._touch("touchEnd", [])
        self.rest()

    def pinch(self, middle: tuple[float, float], start: float, end: float) -> None:
        """Two fingers side by side go from one distance to the middle to another."""
        x, y = middle
        for k in range(6):
            away = start + (end - start) * k / 5
            self._touch("touchMove" if k else "touchStart", [{"x": x - away, "y": y}, {"x": x + away, "y": y}])
        self._touch("touchEnd", [])
        self.rest()

    def hold(self, spot: tuple[float, float]) -> None:
        """Presses long."""
        self._touch("touchStart", [dict(zip("xy", spot, strict=True))])
        self.page.wait_for_timeout(700)
        self._touch("touchEnd", [])
        self.rest()

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def phone(
    visit: Visit, address: str, folder: Path, wanted: Callable[[View], bool], game: str, player: str = "greedy"
) -> tuple[Page, Wire, Finger]:
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    wire = Wire(page)
    play.open_when(page, folder, wanted, game, "allied", player)
    return page, wire, Finger(page, wire, address)


def on_the_map(view: View) -> list[dict[str, Any]]:
    return [a for a in view["actions"] if a.get("place") or a.get("piece") is not None]


@pytest.mark.parametrize("game", ["bravery", "rommel", "western-desert", "dark-sands", "battleaxe"])
def test_orders_are_given_by_tapping_and_none_from_the_lists(
    visit: Visit, address: str, tmp_path: Path, game: str
) -> None:
    page, wire, finger = phone(visit, address, tmp_path, lambda view: len(on_the_map(view)) > 1, game)
    rng = Random(7)
    for _ in range(ORDERS_MADE):
        assert finger.settle()
        play.go_on(page)
        at = {p["id"]: p["at"] for p in wire.view["pieces"]}
        seen = [a for a in on_the_map(wire.view) if a.get("piece") is None or at.get(a["piece"]) in finger.places]
        finger.act(rng.choice(seen or wire.actions))
    assert finger.listed == []


def moving(view: View) -> bool:
    """A stack is in hand and may go to many places."""
    plain = [a for a in view["actions"] if a.get("path") and not a.get("ask")]
    return len(plain) > 8 and any(a.get("down") for a in view["actions"])


@pytest.mark.parametrize(
    ("game", "side"),
    [
        ("Bravery in the Sand", "Commonwealth"),
        *((game, "Allies") for game in ("Operation Battleaxe", "Rommel in the Desert")),
        *((game, side) for game in ("Western Desert Force", "The Dark Sands") for side in ("Axis", "Allies")),
    ],
)
def test_a_table_opens_where_units_of_ones_own_stand(visit: Visit, address: str, game: str, side: str) -> None:
    """On the map above the sheet, and large enough to be told apart."""
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    wire = Wire(page)
    play.start(page, game, side)
    play.my_move(page)
    finger = Finger(page, wire, address)
    at = {p["at"] for p in wire.view["pieces"] if p["side"] == wire.view["viewer"] and p["at"] in finger.places}
    assert [place for place in at if finger.sees(place)], "none of one's own units is in sight"
    counter = page.locator("g.stack [data-piece]").first.bounding_box()
    assert counter
    assert counter["width"] >= READABLE


def test_on_the_whole_map_a_tap_looks_closer_before_it_orders(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, finger = phone(visit, address, tmp_path, moving, "western-desert")
    page.get_by_role("button", name="Whole map").tap()
    finger.rest()
    goal = next(a["place"] for a in wire.actions if a.get("path") and not a.get("ask") and finger.sees(a["place"]))
    own, small = wire.own, scale(page)
    finger.click(*finger.on_screen(goal))
    page.wait_for_function(
        "k => new DOMMatrix(getComputedStyle(document.querySelector('.stage')).transform).a > k * 2", arg=small
    )
    assert wire.own == own, "to look closer is no order"
    finger.bring(goal)
    finger.click(*finger.on_screen(goal))
    shown(page, lambda: wire.own > own)


def scale(page: Page) -> float:
    return float(page.evaluate("() => new DOMMatrix(getComputedStyle(document.querySelector('.stage')).transform).a"))


def test_a_tap_just_beside_a_small_counter_takes_it_up(visit: Visit, address: str, tmp_path: Path) -> None:
    """A unit that stands alone is met by a finger that covers it, though its hex is smaller than the finger."""

    def lone(view: View) -> bool:
        lifts = {a["piece"] for a in view["actions"] if a.get("lift") and a.get("piece") is not None}
        return len(lifts) == 1 and not any(a.get("place") for a in view["actions"])

    page, wire, finger = phone(visit, address, tmp_path, lone, "western-desert")
    lift = next(a for a in wire.actions if a.get("lift"))
    at = next(p["at"] for p in wire.view["pieces"] if p["id"] == lift["piece"])
    page.get_by_role("button", name="Whole map").tap()
    finger.rest()
    own = wire.own
    x, y = finger.on_screen(at)
    finger.click(x + 12, y)
    shown(page, lambda: wire.own > own)


def test_the_foot_of_the_map_can_be_pushed_clear_of_the_sheet_and_stays_there(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    page, _, finger = phone(visit, address, tmp_path, lambda view: len(on_the_map(view)) > 1, "bravery")
    page.get_by_role("button", name="Whole map").tap()
    finger.rest()
    lowest = max(finger.places, key=lambda place: float(finger.places[place]["y"]))
    for _ in range(3):
        finger.push((195, 200), (0, -140))
    sheet = page.locator(SHEET).bounding_box()
    assert sheet
    assert finger.on_screen(lowest)[1] < sheet["y"]


def test_a_unit_in_a_box_off_the_map_is_tapped_among_the_forces(visit: Visit, address: str, tmp_path: Path) -> None:
    def arriving(view: View) -> bool:
        return bool(sum(a["do"][0] == "bring" for a in view["actions"]) > 1)

    page, wire, finger = phone(visit, address, tmp_path, arriving, "dark-sands")
    page.get_by_role("tab", name="Forces").tap()
    counters = page.locator(f"{SHEET} details li button")
    expect(counters.first).to_be_visible()
    own = wire.own
    finger.press(counters.first)
    shown(page, lambda: wire.own > own)


def test_what_is_tapped_in_the_orders_is_large_enough_for_a_finger(visit: Visit, address: str, tmp_path: Path) -> None:
    page, _, _ = phone(
        visit, address, tmp_path, lambda view: any(a["do"][0] == "attack" for a in view["actions"]), "western-desert"
    )
    expect(page.get_by_role("list", name="Attacks").get_by_role("button").first).to_be_visible()
    low = page.locator(f"{play.ORDERS} :is(button, summary):visible").evaluate_all(
        """found => found.filter(one => !one.matches(".chip") && one.getBoundingClientRect().height < 40)
            .map(one => one.textContent.trim())"""
    )
    assert low == []


def test_a_finger_is_told_of_no_keys(visit: Visit, address: str, tmp_path: Path) -> None:
    page, _, _ = phone(visit, address, tmp_path, moving, "western-desert")
    assert page.locator("kbd:visible").count() == 0
    expect(page.locator(play.ORDERS)).not_to_contain_text("Hold", use_inner_text=True)


def at_contact(view: View) -> bool:
    return any(a["do"][0] == "combine" for a in view["actions"])


def test_a_battle_is_shown_with_the_ground_round_it_and_every_answer(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    page, wire, finger = phone(visit, address, tmp_path, at_contact, "bravery")
    expect(page.get_by_role("region", name="Forecast")).to_be_visible()
    finger.rest()
    sheet = page.locator(SHEET).bounding_box()
    assert sheet
    x, y = finger.on_screen(wire.view["battle"]["places"][0])
    wide = finger.hex * scale(page)
    assert wide < x < 390 - wide
    assert y + wide < sheet["y"]
    for words in ("Attack with this stack", "Declare a combined attack"):
        answer = page.locator(f"{play.ORDERS} button.button", has_text=words)
        expect(answer).to_be_in_viewport(ratio=1)


def test_the_card_of_a_stack_ends_above_the_sheet(visit: Visit, address: str, tmp_path: Path) -> None:
    """Many blocks in one hex: what does not fit is scrolled to in the card, none of it lies under the sheet."""
    page, wire, finger = phone(visit, address, tmp_path, lambda view: len(on_the_map(view)) > 1, "rommel")
    held = [p["at"] for p in wire.view["pieces"] if p["side"] == "allied" and p["at"] in finger.places]
    most = max(set(held), key=held.count)
    finger.bring(most)
    x, y = finger.on_screen(most)
    page.mouse.click(x, y, button="right")
    card, sheet = page.locator("[data-popover]").bounding_box(), page.locator(SHEET).bounding_box()
    assert card
    assert sheet
    assert card["y"] + card["height"] <= sheet["y"]
    foot = page.locator("[data-popover] footer")
    foot.scroll_into_view_if_needed()
    expect(foot).to_be_in_viewport(ratio=0.9)


def test_the_sheet_is_pulled_to_its_stops_and_a_tap_goes_to_the_next(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    page, _, finger = phone(visit, address, tmp_path, lambda view: len(on_the_map(view)) > 1, "bravery")

    def top() -> float:
        box = page.locator(SHEET).bounding_box()
        assert box
        return box["y"]

    def stands_at(wanted: float) -> None:
        """The sheet glides to its stop, and on a busy machine it sets out late."""
        shown(page, lambda: top() == wanted)

    def pull(to: float) -> None:
        finger.push((195, (top() + 13 + to) / 2), (0, to - top() - 13))
        page.wait_for_timeout(300)

    finger.rest()
    own, full, folded = top(), 844 - round(844 * 0.85), 844 - 84
    pull(160)
    stands_at(full)
    pull(105)  # on what is open already folds nothing
    stands_at(full)
    pull(own + 20)
    stands_at(own)
    pull(820)
    stands_at(folded)
    pull(840)
    stands_at(folded)
    page.get_by_role("button", name="Resize the sheet").tap()
    stands_at(own)


def test_two_fingers_zoom_and_a_long_press_only_looks(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, finger = phone(visit, address, tmp_path, lambda view: len(on_the_map(view)) > 1, "bravery")
    own, before = wire.own, scale(page)
    finger.pinch((195, 250), 40, 60)
    assert before * 1.3 < scale(page) < before * 1.7
    at = next(p["at"] for p in wire.view["pieces"] if p["at"] in finger.places and finger.sees(p["at"]))
    finger.hold(finger.on_screen(at))
    expect(page.locator("[data-popover]")).to_be_visible()
    assert wire.own == own


def test_the_account_of_a_turn_shows_several_events_and_is_steered_with_a_finger(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    file = tmp_path / "saved.json"
    later = play.saved_when(lambda view: view["turn"]["now"] == 2 and bool(view["actions"]), "western-desert", "axis")
    file.write_text(json.dumps(later))
    page.get_by_label("Open a saved game").set_input_files(file)
    play.laid(page)
    recap = page.locator("section.recap")
    for event in (0, 1):
        expect(recap.locator(".row").nth(event)).to_be_in_viewport(ratio=1)
    low = recap.locator("button:visible").evaluate_all(
        "found => found.filter(one => one.getBoundingClientRect().height < 40).map(one => one.textContent)"
    )
    assert low == []


def test_every_way_to_lay_a_hand_is_in_sight(visit: Visit, address: str, tmp_path: Path) -> None:
    page, _, _ = phone(
        visit, address, tmp_path, lambda view: sum(bool(a.get("cards")) for a in view["actions"]) > 9, "rommel"
    )
    rows = page.locator(f"{play.ORDERS} .row")
    for number in range(10):
        expect(rows.nth(number)).to_be_in_viewport(ratio=1)
