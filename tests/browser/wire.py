"""What the server told a page: the newest view, read beside it from its own link."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocket

View = dict[str, Any]
Action = dict[str, Any]


class Wire:
    """Listens to the link of one page; made before its table is opened."""

    def __init__(self, page: Page) -> None:
        self.view: View = {}
        self.state: dict[str, Any] = {}
        """The newest message about the state of the game."""
        self.n = -1
        self.own = 0
        """Actions the page has sent."""
        self.theirs: list[tuple[View, View]] = []
        """The changes since the page last sent an action, each with the view before and after it."""
        self.before: View = {}
        self.log: list[dict[str, Any]] = []
        """The lines told since the page last sent an action."""
        page.on("websocket", self._listen)

    def _listen(self, link: WebSocket) -> None:
        link.on("framereceived", self._hear)
        link.on("framesent", self._say)

    def _say(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message.get("type") == "play":
            self.own += 1
            self.theirs = []
            self.log = []

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message.get("type") != "state":
            return
        old = self.view
        self.view = message["view"] if "view" in message else changed(old, message["change"])
        self.n = message["n"]
        self.state = message
        self.log += message["log"]
        if old and "re" not in message:
            self.theirs.append((old, self.view))

    @property
    def actions(self) -> list[Action]:
        found: list[Action] = self.view.get("actions", [])
        return found


def changed(before: View, change: View) -> View:
    """The view after a change, as docs/protocol.md says."""
    after: View = {key: value for key, value in before.items() if key not in change.get("drop", [])} | change["set"]
    if "pieces" in change:
        fresh = {piece["id"]: piece for piece in change["pieces"]}
        after["pieces"] = [fresh.get(piece["id"], piece) for piece in before["pieces"]]
    return after
