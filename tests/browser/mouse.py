"""A player with nothing but a mouse: makes an action of the view as a person would, on the map or in the orders."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser import play
from tests.browser.wire import Action, Wire

SETTLED = """([css, n]) => {
    const page = document.querySelector(css), stage = document.querySelector(".stage");
    if (!page || !stage || stage.classList.contains("moving")) return false;
    const {move} = page.dataset;
    return Number(page.dataset.n) >= n && (move === "mine" || move === "over");
}"""
AT_REST = "() => !document.querySelector('.stage').classList.contains('moving')"
FREE = """([x, y]) => {
    const host = document.querySelector("[role=application]"), top = document.elementFromPoint(x, y);
    return top !== null && host.contains(top);
}"""
GROUND = """() => {
    const host = document.querySelector("[role=application]"), box = host.getBoundingClientRect();
    for (let i = 1; i < 12; i++) for (let j = 1; j < 12; j++) {
        const x = box.x + box.width * ((i * 5) % 12) / 12, y = box.y + box.height * ((j * 7) % 12) / 12;
        const top = document.elementFromPoint(x, y);
        if (top && host.contains(top) && !top.closest("[data-drag], [data-piece]")) return [x, y];
    }
    return null;
}"""
CLIPPED = """() => {
    const view = document.querySelector("[role=application]").getBoundingClientRect();
    const outside = box => box.top < view.top - 1 || box.left < view.left - 1
        || box.bottom > view.bottom + 1 || box.right > view.right + 1;
    return [...document.querySelectorAll("[data-popover]")].filter(card => outside(card.getBoundingClientRect()))
        .map(card => card.textContent.trim().slice(0, 60));
}"""
STAGE = """() => {
    const at = new DOMMatrix(getComputedStyle(document.querySelector(".stage")).transform);
    return [at.e, at.f, at.a];
}"""


class Stuck(AssertionError):
    """An action that the page offers but the mouse cannot make."""


class Mouse:
    """Moves, clicks and drags on one page."""

    def __init__(self, page: Page, wire: Wire, address: str, pause: int = 0) -> None:
        self.page = page
        self.wire = wire
        self.pause = pause
        self.clicks = 0
        self.clipped: list[str] = []
        """Cards on the map that reached beyond it."""
        self.panned = False
        """Whether the player has moved the map since that was last asked."""
        self.listed: list[str] = []
        """Actions that had to be made in the lists, as the map did not lead to them."""
        game, scenario = wire.view["game"], wire.view["scenario"]
        with urllib.request.urlopen(f"{address}/api/games/{game}/board?scenario={scenario}") as answer:
            board = json.load(answer)
        self.places: dict[str, dict[str, Any]] = board["places"]
        self.hex: float = board["hex"]
        """How wide a hex is, in the board's own measure."""

    def settle(self) -> bool:
        """Waits until it is my move and all that was told is shown; False when the game is over."""
        self.page.wait_for_function(SETTLED, arg=[play.PAGE, self.wire.n])
        return not self.wire.view.get("outcome")

    def rest(self) -> None:
        self.page.wait_for_function(AT_REST)
        if self.pause:
            self.page.wait_for_timeout(self.pause)

    def on_screen(self, place: str) -> tuple[float, float]:
        """The middle of a place on the screen, seen or not."""
        left, top, scale = self.page.evaluate(STAGE)
        box = self.page.locator("[role=application]").bounding_box()
        assert box
        spot = self.places[place]
        return box["x"] + left + spot["x"] * scale, box["y"] + top + spot["y"] * scale

    def sees(self, place: str) -> bool:
        return bool(self.page.evaluate(FREE, list(self.on_screen(place))))

    def click(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y, steps=4 if self.pause else 1)
        self.page.mouse.click(x, y)
        self.clicks += 1
        self.rest()

    def press(self, button: Locator, shift: bool = False) -> None:
        self.clipped += self.page.evaluate(CLIPPED)
        button.scroll_into_view_if_needed()
        button.click(modifiers=["Shift"] if shift else [])
        self.clicks += 1
        self.rest()

    def bring(self, place: str) -> None:
        """Drags the map until a place is in sight, as its player would."""
        for _ in range(8):
            if self.sees(place):
                return
            ground = self.page.evaluate(GROUND)
            box = self.page.locator("[role=application]").bounding_box()
            if not ground or not box:
                break
            x, y = self.on_screen(place)
            dx = box["x"] + box["width"] * 0.5 - x
            dy = box["y"] + box["height"] * 0.5 - y
            far = max(1.0, abs(dx) / (box["width"] * 0.45), abs(dy) / (box["height"] * 0.45))
            self.page.mouse.move(*ground)
            self.page.mouse.down()
            self.page.mouse.move(ground[0] + dx / far, ground[1] + dy / far, steps=4)
            self.page.mouse.up()
            self.panned = True
            self.rest()

    def act(self, action: Action) -> None:
        """Makes the action and waits until it is done."""
        since, sent = play.number(self.page), self.wire.own
        self._begin(action)
        for _ in range(3):
            if self.wire.own > sent:
                break
            target = self.page.get_attribute(play.PAGE, "data-aim")
            main = self.page.locator(f"{play.ORDERS} .foot button.main")
            if target and main.count():
                self.press(main.first)
            else:
                self.page.wait_for_timeout(60)
        if self.wire.own == sent:
            self._from_list(action)
        if self.wire.own == sent and self.page.get_attribute(play.PAGE, "data-aim"):
            self.press(self.page.locator(f"{play.ORDERS} .foot button.main").first)
        if self.wire.own == sent:
            raise Stuck(f"{action['text']!r} cannot be made by mouse: {action}")
        play.changed(self.page, since)

    def _begin(self, action: Action) -> None:
        piece, place, text = action.get("piece"), action.get("place"), action["text"]
        if action.get("cards"):
            self.press(self.page.locator(f"{play.ORDERS} .row", has_text=text).first)
            self.press(self.page.locator(f"{play.ORDERS} [data-main]"))
        elif action.get("card"):
            self._card(action)
        elif piece is not None and self.wire.view.get("battle") and not place:
            self._tile(action)
        elif piece is not None and place:
            self._take(piece)
            self._go(place, text)
        elif piece is not None:
            stack = self.page.locator(f'{play.ORDERS} ul[aria-label="The stack in hand"]')
            held = stack.get_by_title(text, exact=True)
            if held.count():
                self.press(held.first)
                return
            self._take(piece)
            self._menu(text)
        elif place:
            self._go(place, text)
        else:
            self._button(action)

    def _card(self, action: Action) -> None:
        hand, wanted = action["card"]["hand"], action["card"]["id"]
        held = next(h for h in self.wire.view["hands"] if h["id"] == hand)
        spot = [card["id"] for card in held["cards"]].index(wanted)
        section = self.page.locator(f'{play.ORDERS} section[aria-label="{held["label"]}"]')
        self.press(section.locator("ul > li > button").nth(spot))
        self._menu(action["text"], ".menu")

    def _tile(self, action: Action) -> None:
        order = self.page.locator(f"{play.ORDERS} .deeds button", has_text=action["text"])
        way = self.page.locator(f"{play.ORDERS} .ways").get_by_title(action["text"], exact=True)
        tile = self.page.locator(f"{play.ORDERS} .tiles").get_by_title(action["text"], exact=True)
        if order.count():
            self.press(order.first)
        elif way.count():
            self.press(way.first)
        elif tile.count():
            own = self.wire.own
            self.press(tile.first)
            several = self.page.locator(f"{play.ORDERS} .act button.main:enabled")
            if self.wire.own == own and several.count():
                self.press(several)

    def _take(self, piece: int) -> None:
        """Clicks the counter, or the stack it stands in, where it is on the map."""
        at = next(p["at"] for p in self.wire.view["pieces"] if p["id"] == piece)
        if at not in self.places:
            return
        self.bring(at)
        counter = self.page.locator(f'g.stack [data-piece="{piece}"]')
        if counter.count():
            box = counter.first.bounding_box()
            if box:
                x, y = box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.55
                if self.page.evaluate(FREE, [x, y]):
                    self.click(x, y)
                    return
        self.click(*self.on_screen(at))

    def _go(self, place: str, text: str) -> None:
        if place in self.places:
            self.bring(place)
            self.click(*self.on_screen(place))
            self._menu(text)

    def _menu(self, text: str, where: str = "[data-popover]") -> None:
        row = self.page.locator(f"{where} button.button", has_text=text)
        if row.count():
            self.press(row.first)

    def _button(self, action: Action) -> None:
        for name, value in (action.get("choice") or {}).items():
            switch = self.page.locator(f'{play.ORDERS} [role=radiogroup][aria-label="{name}"]')
            if switch.count():
                self.press(switch.get_by_role("radio", name=value, exact=True))
        if action.get("choice") and self.page.locator(f"{play.ORDERS} [data-main]").count():
            self.press(self.page.locator(f"{play.ORDERS} [data-main]"))
            return
        button = self.page.locator(f"{play.ORDERS} button.button:enabled", has_text=action["text"])
        if button.count():
            alike = self.page.locator(f"{play.ORDERS} details.alike:not([open])", has_text=action["text"])
            if alike.count():  # many of a kind are folded behind their first
                self.press(alike.first.locator("summary"))
            self.press(button.first)

    def _from_list(self, action: Action) -> None:
        """The same order in the lists below the buttons; the map may go to what is picked there."""
        self.listed.append(action["text"])
        self.panned = True
        for heading in ("may move", "to units", "open"):
            found = self.page.locator(f"{play.ORDERS} details", has=self.page.locator("summary", has_text=heading))
            if not found.count():
                continue
            if not found.first.evaluate("list => list.open"):
                self.press(found.first.locator("summary"))
            row = found.first.locator("li button", has_text=action["text"])
            if row.count():
                self.press(row.first)
                return
