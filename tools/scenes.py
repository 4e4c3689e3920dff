"""Every screen of the page as a scene: a saved game where it needs one, and what its player does there.

Games are played by captains, so that a position looks like one of a real game; the same ones every time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from playwright.sync_api import Page, expect
from tests.browser import play
from tests.browser.test_shell import DEAF

import sandtable
from sandtable.ai import agent

View = dict[str, Any]
Wanted = Callable[[View], bool]
Deed = Callable[[Page], None]
GAMES = {
    "bravery": ("Bravery in the Sand", "Commonwealth"),
    "battleaxe": ("Operation Battleaxe", "Allies"),
    "rommel": ("Rommel in the Desert", "Allies"),
    "western-desert": ("Western Desert Force", "Allies"),
    "dark-sands": ("The Dark Sands", "Allies"),
}
"""Each game by its title, with the side its guide speaks to."""
SEED = 1941
REVIEW_MS = 240_000


@dataclass(frozen=True)
class Moment:
    """A position of a game: the first one where a side decides and its view is as wanted, from a turn on, and if so
    wished after battles that were fought since its last decision outside one."""

    game: str
    side: str
    wanted: Wanted
    turn: int = 1
    battles: bool = False

    def saved(self) -> dict[str, Any]:
        """The record of the game up to it."""
        for seed in range(SEED, SEED + 20):
            match, rng = sandtable.Match(sandtable.load(self.game)), Random(seed)
            players = {side: agent("captain", self.game, seed) for side in ("axis", "allied")}
            fought = not self.battles
            while match.pos.outcome is None and not (fought and self._stands(match)):
                side = match.pos.side
                assert side
                chance = match.pos.outcomes() is not None
                if self.battles:
                    battle = "battle" in match.pos.see(None)
                    fought = (fought or (chance and battle)) and (battle or side != self.side)
                match.play(match.pos.sample(rng) if chance else players[side].choose(sandtable.Seat(match.pos, side)))
            if fought and self._stands(match):
                other = "allied" if self.side == "axis" else "axis"
                document: dict[str, Any] = match.record.document()
                return document | {"table": {"seats": {other: {"kind": "agent", "level": "recruit"}}}}
        raise LookupError(f"no such moment in twenty games of {self.game}")

    def _stands(self, match: sandtable.Match) -> bool:
        pos = match.pos
        if pos.turn < self.turn or (pos.outcome is None and pos.side != self.side):
            return False
        return self.wanted(pos.see(self.side))


@dataclass(frozen=True)
class Scene:
    """A screen: the moment it begins at, if it is not the lobby, and what is done there."""

    deed: Deed
    moment: Moment | None = None
    recap: bool = False


def begin(page: Page, scene: Scene, file: Path | None) -> None:
    """From the lobby to the screen."""
    if file:
        if not scene.recap:
            page.evaluate(play.NO_RECAP, play.SETTINGS)
            page.reload()
        page.get_by_label("Open a saved game").set_input_files(file)
        play.laid(page)
        play.my_move(page)
        if scene.recap:
            expect(page.locator("section.recap")).to_be_visible()
        page.wait_for_timeout(700)
    scene.deed(page)
    expect(page.locator(".coming")).to_have_count(0)
    page.wait_for_timeout(900)


def save_all(folder: Path, names: set[str]) -> dict[str, Path]:
    """A file for each of these scenes that begins with a saved game; scenes of one moment share it."""
    files: dict[str, Path] = {}
    known: dict[Moment, Path] = {}
    for name in sorted(names):
        moment = SCENES[name].moment
        if moment and moment not in known:
            known[moment] = folder / f"{name}.json"
            known[moment].write_text(json.dumps(moment.saved()))
        if moment:
            files[name] = known[moment]
    return files


def _battle(view: View) -> dict[str, Any]:
    found: dict[str, Any] = view.get("battle") or {}
    return found


def fights(view: View) -> bool:
    return bool(_battle(view).get("sum"))


def attacks(view: View) -> bool:
    return fights(view) and bool(_battle(view)["attacker"]["side"] == view["viewer"])


def takes_hits(view: View) -> bool:
    hits = _battle(view).get("hits") or []
    return any(h["side"] == view["viewer"] and h["due"] > h["taken"] for h in hits)


def falls_back(view: View) -> bool:
    return bool(_battle(view).get("retreat"))


def lays(view: View) -> bool:
    return any(action.get("cards") for action in view["actions"])


def lifts(view: View) -> bool:
    return any(action.get("lift") for action in view["actions"])


def moves(view: View) -> bool:
    return any(action.get("path") for action in view["actions"]) and not view.get("battle")


def decides(view: View) -> bool:
    return bool(view["actions"]) and not view.get("battle")


def is_over(view: View) -> bool:
    return bool(view.get("outcome"))


def nothing(page: Page) -> None:
    """As it opens."""


def opening(game: str, *, guided: bool = False, steps: int = 0) -> Deed:
    """A fresh table, with the guide some steps on."""

    def deed(page: Page) -> None:
        title, side = GAMES[game]
        play.start(page, title, side, level="Recruit", guided=guided)
        play.my_move(page)
        for _ in range(steps):
            forward = page.get_by_role("region", name="Guide").get_by_role("button", name="Next")
            if forward.count() and forward.is_enabled():
                forward.click()
                page.wait_for_timeout(150)
        page.wait_for_timeout(500)

    return deed


def lift(page: Page) -> None:
    """A stack is taken up, and its reach is lit."""
    if touch(page, "g.stack.movable [data-piece]", "left"):
        page.wait_for_timeout(300)
        row = page.locator("[data-popover] button.button")
        if row.count():
            row.first.click()


def look(page: Page) -> None:
    """The card of a stack."""
    touch(page, "g.stack [data-piece]", "right")


def touch(page: Page, css: str, button: Literal["left", "right"]) -> bool:
    """Clicks the counter that stands the farthest into the map."""
    view = page.locator("[role=application]").bounding_box()
    boxes = [box for found in page.locator(css).all() if (box := found.bounding_box())]
    if not view or not boxes:
        return False
    middle = (view["x"] + view["width"] / 2, view["y"] + view["height"] * 0.4)
    spots = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    x, y = min(spots, key=lambda spot: math.dist(spot, middle))
    page.mouse.click(x, y, button=button)
    return True


def key(name: str) -> Deed:
    return lambda page: page.keyboard.press(name)


def menu(name: str = "") -> Deed:
    """The menu of the table, and what is chosen in it."""

    def deed(page: Page) -> None:
        page.get_by_role("button", name="Table menu").click()
        if name:
            page.get_by_role("dialog").get_by_role("button", name=name).click()

    return deed


def tab(name: str) -> Deed:
    """A tab beside the orders; on a tablet the drawer that holds it is opened first."""

    def deed(page: Page) -> None:
        if not page.get_by_role("tab", name=name).count():
            page.get_by_role("button", name="Table menu").click()
            page.get_by_role("dialog").get_by_role("button", name="Charts").click()
        if page.get_by_role("tab", name=name).count():  # a phone shows its charts without a tab
            play.tab(page, name)

    return deed


def overlay(name: str) -> Deed:
    def deed(page: Page) -> None:
        page.get_by_role("button", name="Overlays").click()
        page.get_by_role("button", name=name, exact=True).click()

    return deed


def hit_tile(page: Page) -> None:
    """A counter is chosen for one of several hits; where one is due the click would take it, so it is pointed at."""
    tile = page.locator(f"{play.ORDERS} .tiles button")
    if not tile.count():
        return
    if page.locator(f"{play.ORDERS} .act button.main").count():
        tile.first.click()
    else:
        tile.first.hover()


def games_under_way(page: Page) -> None:
    """The lobby of one who has several games."""
    for game in GAMES:
        title, side = GAMES[game]
        play.start(page, title, side, level="Recruit")
        play.my_move(page)
        page.evaluate("location.hash = '#/'")
        page.wait_for_selector("[role=radio]")
    page.wait_for_timeout(900)


def share(page: Page) -> None:
    play.start(page, against="Friend by link")
    expect(page.get_by_role("dialog")).to_be_visible()
    hide = "fields => fields.forEach(field => (field.value = field.value.replace(/t\\/.*/, 't/…')))"
    page.get_by_role("dialog").get_by_role("textbox").evaluate_all(hide)  # a link is the key to a seat


def curtain(page: Page) -> None:
    play.start(page, "Rommel in the Desert", against="Hot seat")
    expect(page.get_by_role("button", name="I am here")).to_be_visible()


def lost(page: Page) -> None:
    """The link breaks and no other can be made."""
    links: list[Any] = []

    def pass_on(link: Any) -> None:
        link.connect_to_server()
        links.append(link)

    page.route_web_socket("**/api/ws", pass_on)
    opening("western-desert")(page)
    page.unroute_all()
    page.evaluate(DEAF)
    links[-1].close()
    expect(page.get_by_role("alert")).to_be_visible()


def waiting(page: Page) -> None:
    """The side that waits, at a table with a friend."""
    play.start(page, "Bravery in the Sand", "Axis", against="Friend by link")
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)


def coach(page: Page) -> None:
    menu("Where the game turned")(page)
    review = page.get_by_role("region", name="Review")
    curve = review.get_by_role("img", name="Chance to win over the game")
    expect(curve).to_be_visible(timeout=REVIEW_MS)
    page.wait_for_timeout(600)
    rows = review.locator("ol .row")
    if rows.count():
        rows.last.click()
        page.wait_for_timeout(900)


def advice(page: Page) -> None:
    menu("Ask for advice")(page)
    expect(page.get_by_role("button", name="Play it: ").first).to_be_visible(timeout=REVIEW_MS)


def paper(page: Page) -> None:
    page.emulate_media(media="print")


def typed(page: Page) -> None:
    page.keyboard.press(":")
    page.keyboard.type("move 0")


def dice(page: Page) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("link", name="Check the dice").click()
    page.wait_for_selector("code")


def replay(page: Page) -> None:
    """The button of the bar; on a phone it stands in the menu."""
    button = page.get_by_role("button", name="Replay")
    if not button.first.is_visible():
        page.get_by_role("button", name="Table menu").click()
    button.locator("visible=true").first.click()
    page.wait_for_selector("input[type=range]")


_bravery = Moment("bravery", "allied", moves)
_desert = Moment("western-desert", "allied", lifts)
SCENES: dict[str, Scene] = {
    "lobby": Scene(nothing),
    "lobby-games": Scene(games_under_way),
    **{f"{game}-opening": Scene(opening(game)) for game in GAMES},
    **{f"{game}-guide": Scene(opening(game, guided=True)) for game in GAMES},
    "guide-on": Scene(opening("bravery", guided=True, steps=3)),
    "bravery-move": Scene(nothing, _bravery),
    "battleaxe-move": Scene(nothing, Moment("battleaxe", "allied", moves)),
    "rommel-cards": Scene(nothing, Moment("rommel", "allied", lays)),
    "western-desert-move": Scene(lift, _desert),
    "dark-sands-move": Scene(lift, Moment("dark-sands", "allied", lifts)),
    "bravery-battle": Scene(nothing, Moment("bravery", "axis", fights)),
    "battleaxe-battle": Scene(nothing, Moment("battleaxe", "allied", fights)),
    "rommel-battle": Scene(nothing, Moment("rommel", "allied", fights)),
    "western-desert-battle": Scene(nothing, Moment("western-desert", "allied", attacks)),
    "dark-sands-battle": Scene(nothing, Moment("dark-sands", "allied", fights)),
    "bravery-hits": Scene(hit_tile, Moment("bravery", "axis", takes_hits)),
    "battleaxe-hits": Scene(hit_tile, Moment("battleaxe", "allied", takes_hits)),
    "rommel-hits": Scene(hit_tile, Moment("rommel", "axis", takes_hits)),
    "western-desert-hits": Scene(hit_tile, Moment("western-desert", "allied", takes_hits)),
    "dark-sands-hits": Scene(hit_tile, Moment("dark-sands", "axis", takes_hits)),
    "bravery-retreat": Scene(nothing, Moment("bravery", "axis", falls_back)),
    "battleaxe-retreat": Scene(nothing, Moment("battleaxe", "axis", falls_back)),
    "western-desert-retreat": Scene(nothing, Moment("western-desert", "axis", falls_back)),
    "dark-sands-retreat": Scene(nothing, Moment("dark-sands", "axis", falls_back)),
    "recap": Scene(nothing, Moment("western-desert", "axis", decides, turn=2), recap=True),
    "recap-battles": Scene(nothing, Moment("battleaxe", "axis", decides, battles=True), recap=True),
    "inspector": Scene(look, Moment("western-desert", "axis", lifts)),
    "inspector-blocks": Scene(look, Moment("rommel", "axis", moves)),
    "tables": Scene(key("t"), Moment("dark-sands", "allied", fights)),
    "keys": Scene(key("?"), _bravery),
    "find": Scene(key("f"), _desert),
    "command": Scene(typed, _bravery),
    "menu": Scene(menu(), _bravery),
    "rules": Scene(menu("Rules"), _desert),
    "order-of-battle": Scene(menu("Order of battle"), _desert),
    "advice": Scene(advice, _bravery),
    "forces": Scene(tab("Forces"), _desert),
    "log": Scene(tab("Log"), Moment("dark-sands", "allied", decides, turn=2)),
    "notes": Scene(tab("Notes"), _bravery),
    "charts": Scene(tab("Charts"), Moment("bravery", "axis", decides, turn=3)),
    "supply": Scene(overlay("Supply"), Moment("western-desert", "allied", lifts, turn=4)),
    "replay": Scene(replay, Moment("battleaxe", "allied", decides, turn=2)),
    "share": Scene(share),
    "waiting": Scene(waiting),
    "curtain": Scene(curtain),
    "lost-link": Scene(lost),
    "end": Scene(nothing, Moment("bravery", "allied", is_over)),
    "coach": Scene(coach, Moment("bravery", "allied", is_over)),
    "dice": Scene(dice, _bravery),
    "print": Scene(paper, _desert),
}
