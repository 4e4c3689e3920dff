"""One who looks over the player's shoulder and notes every breach of what the table promises."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser import play
from tests.browser.mouse import STAGE, Mouse
from tests.browser.wire import View, Wire

HIDDEN_ORDERS = """css => {
    const orders = document.querySelector(css);
    if (!orders) return ["no orders"];
    return [...orders.querySelectorAll("button, input, h2")].filter(found => {
        if (found.closest("details, .rest.many") || !found.checkVisibility()) return false;
        const box = found.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top === null || !(found.contains(top) || top.closest("label")?.contains(found));
    }).map(found => found.textContent.trim() || found.title || found.tagName);
}"""
SIGHT = """([points]) => {
    const host = document.querySelector("[role=application]"), box = host.getBoundingClientRect();
    return points.map(([x, y]) => {
        const inside = x >= box.x && x <= box.right && y >= box.y && y <= box.bottom;
        const top = inside ? document.elementFromPoint(x, y) : null;
        return top !== null && (host.contains(top) || top.closest("[data-popover]") !== null);
    });
}"""
FEW = 6
EDGE = 90
"""A hex whose middle is nearer to the edge than this may be cut off: the map may glide to show the whole of it."""
OFTEN = 5


class Spectator:
    """Checks the page against the view each time the player is asked for something."""

    def __init__(self, page: Page, wire: Wire, mouse: Mouse, folder: Path | None = None) -> None:
        self.page, self.wire, self.mouse, self.folder = page, wire, mouse, folder
        self.breaches: list[str] = []
        self.looked = 0
        self._stage: list[float] | None = None

    def look(self) -> None:
        """All of it, at a moment when it is the player's move."""
        self.looked += 1
        self._view_stays()
        self._subject_in_sight()
        self._orders_in_sight()
        self._last_move_marked()

    def looks_only(self) -> None:
        """Now and then the right button is pressed on a stack of the enemy, and nothing is ordered by it."""
        if self.looked % OFTEN:
            return
        view, sent, n = self.wire.view, self.wire.own, self.wire.n
        at = [p["at"] for p in view["pieces"] if p["side"] != view["viewer"] and p["at"] in self.mouse.places]
        near = [place for place, seen in self._sight(at).items() if seen]
        if near:
            self.page.mouse.click(*self.mouse.on_screen(near[0]), button="right")
            self.page.locator("[data-popover]").wait_for()
            self.page.keyboard.press("Escape")
            self.page.locator("[data-popover]").wait_for(state="detached")
        if self.wire.own != sent or self.wire.n != n:
            self._note("2 look", f"a look at {near[0]} was taken for an order")

    def acted(self) -> None:
        """The player has made an action, and may have moved the map for it."""
        if self.mouse.panned:
            self._stage = None
            self.mouse.panned = False

    def told(self) -> None:
        """The account of the other side's turn is open: it may bring what it tells of into sight."""
        self._last_move_marked()
        self._stage = None

    def _note(self, rule: str, words: str) -> None:
        view = self.wire.view
        line = f"{rule}: {words} (n {self.wire.n}, turn {view['turn']['now']}, {view['prompt']['title']!r})"
        self.breaches.append(line)
        if self.folder and len(self.breaches) <= 40:
            self.page.screenshot(path=self.folder / f"breach-{len(self.breaches):02d}.png")

    def _sight(self, places: Iterable[str], stage: list[float] | None = None) -> dict[str, bool]:
        """Which places are in sight, now or with the map as it lay before."""
        known = [place for place in dict.fromkeys(places) if place in self.mouse.places]
        box = self.page.locator("[role=application]").bounding_box()
        assert box
        left, top, scale = stage or self.page.evaluate(STAGE)
        spots = [self.mouse.places[place] for place in known]
        points = [[box["x"] + left + s["x"] * scale, box["y"] + top + s["y"] * scale] for s in spots]
        return dict(zip(known, self.page.evaluate(SIGHT, [points]), strict=True))

    def _cut(self, places: Iterable[str], stage: list[float]) -> list[str]:
        """Places so near the edge of the map, as it lay before, that their hexes were not whole in sight."""
        box = self.page.locator("[role=application]").bounding_box()
        assert box
        left, top, scale = stage
        spots = {place: self.mouse.places[place] for place in dict.fromkeys(places) if place in self.mouse.places}
        return [
            place
            for place, spot in spots.items()
            if min(left + spot["x"] * scale, box["width"] - left - spot["x"] * scale) < EDGE
            or min(top + spot["y"] * scale, box["height"] - top - spot["y"] * scale) < EDGE
        ]

    def _at_rest(self) -> list[float]:
        """Where the map lies once a glide that is under way has ended."""
        stage: list[float] = self.page.evaluate(STAGE)
        for _ in range(20):
            self.page.wait_for_timeout(100)
            before, stage = stage, self.page.evaluate(STAGE)
            if before == stage:
                break
        return stage

    def _view_stays(self) -> None:
        now = self._at_rest()
        was, self._stage = self._stage, now
        if was is None or all(abs(a - b) < 1.5 for a, b in zip(was, now, strict=True)):
            return
        if abs(was[2] - now[2]) > 0.001:
            self._note("1 view", f"zoomed by itself from {was[2]:.3f} to {now[2]:.3f}")
        every, some = self._subject()
        told = self._told_places()
        before = self._sight([*every, *some, *told], was)
        few = some if len(set(some)) <= FEW else []
        cut = self._cut([*every, *few, *told], was)
        lacking = [place for place in [*every, *told] if not before.get(place, True)] + cut
        if not any(before.get(place) for place in some):
            lacking += some
        if not lacking:
            self._note("1 view", f"moved although {[*every, *some][:4]} was in sight")
        elif not any(self._sight(lacking).values()):
            self._note("1 view", f"moved, but not to {lacking[:4]}")

    def _told_places(self) -> list[str]:
        """Where the other side moved and fought since the player's last action."""
        found: list[str] = []
        for before, after in self.wire.theirs:
            was = {piece["id"]: piece["at"] for piece in before["pieces"]}
            for piece in after["pieces"]:
                if was.get(piece["id"], piece["at"]) != piece["at"]:
                    found += [was[piece["id"]], piece["at"]]
            battle = after.get("battle") or before.get("battle")
            if battle:
                found += [*battle["places"], *battle["attacker"]["places"], *battle["defender"]["places"]]
        return found

    def _subject(self) -> tuple[list[str], list[str]]:
        """What the prompt is about: places that must all be in sight, and places of which one must be."""
        view = self.wire.view
        battle = view.get("battle")
        on_map = self.mouse.places
        at = {piece["id"]: piece["at"] for piece in view["pieces"]}
        if battle:
            fought = [*battle["places"], *battle["attacker"]["places"], *battle["defender"]["places"]]
            return [p for p in [*fought, *battle.get("retreat", [])] if p in on_map], []
        acts = view["actions"]
        units = [at[a["piece"]] for a in acts if a.get("piece") is not None and at.get(a["piece"]) in on_map]
        lit = [a["place"] for a in acts if a.get("place") in on_map and a.get("piece") is None]
        held = {p["at"] for p in view["pieces"] if p.get("active") and p["side"] == view["side"] and p["at"] in on_map}
        if len(held) == 1 and lit:
            return list(held), lit
        if not units and len(lit) <= FEW:
            return lit, []
        return [], [*units, *lit]

    def _subject_in_sight(self) -> None:
        every, some = self._subject()
        sight = self._sight([*every, *some])
        if len(every) <= FEW * 2 and (hidden := [p for p in every if not sight[p]]):
            self._note("3 subject", f"{hidden} is asked about and out of sight")
        if some and not any(sight[p] for p in some):
            self._note("3 subject", f"none of {some[:4]} is in sight")
        if self.wire.view.get("battle") and every and not self.page.locator("path[data-mark=target]").count():
            self._note("3 subject", "the battle is not marked on the map")
        lit = {a["place"] for a in self.wire.actions if a.get("place") in self.mouse.places and a.get("piece") is None}
        signs = "path.reach, path.target-edge, path[data-mark], path.open-edge"
        if lit and not self.page.locator(signs).count():
            self._note("3 subject", f"{sorted(lit)[:4]} may be chosen and nothing is lit")

    def _orders_in_sight(self) -> None:
        hidden = self.page.evaluate(HIDDEN_ORDERS, play.ORDERS)
        if hidden:
            self._note("4 orders", f"below the fold or covered: {hidden[:4]}")

    def _last_move_marked(self) -> None:
        """Whatever the other side moved is marked until the player acts."""
        moved = [pair for pair in self.wire.theirs if self._walks(*pair)]
        marks = "g.trail, path[data-mark=fought], path[data-mark=target]"
        if moved and not self.wire.view.get("battle") and not self.page.locator(marks).count():
            self._note("5 last move", f"{len(moved)} moves of the other side left no mark")

    def _walks(self, before: View, after: View) -> bool:
        if before["phase"]["now"] == "setup":
            return False  # how the other side arranges its units is its own affair
        on_map = self.mouse.places
        was: dict[int, Any] = {piece["id"]: piece for piece in before["pieces"]}
        mine = after.get("viewer")
        return any(
            piece["side"] != mine and was[piece["id"]]["at"] != piece["at"]
            and piece["at"] in on_map and was[piece["id"]]["at"] in on_map
            for piece in after["pieces"] if piece["id"] in was
        )  # fmt: skip
