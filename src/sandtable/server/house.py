"""What all tables of a server share."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.server.library import Library
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.thinking import Thinking
from sandtable.server.writer import Writer


class House(NamedTuple):
    """The settings, the games, and the ways to store and to think."""

    settings: Settings
    library: Library
    store: Store
    writer: Writer
    thinking: Thinking


class Refused(Exception):
    """Something a client asked for is not done, and why; nothing has changed."""

    def __init__(self, code: str, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule

    def document(self) -> dict[str, str | None]:
        """As a client reads it."""
        return {"code": self.code, "text": self.text, "rule": self.rule}
