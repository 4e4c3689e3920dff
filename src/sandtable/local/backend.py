"""The tables of one browser: everything a table needs, put together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sandtable.engine.documents import Document
from sandtable.local.agent_link import AgentLink, Hand
from sandtable.local.calls import answered
from sandtable.local.drawer import Drawer, Rows
from sandtable.local.lines import Line
from sandtable.table.agent_pool import AgentPool
from sandtable.table.library import installed
from sandtable.table.services import Alone, Company, Refused, Services
from sandtable.table.shelf import Shelf
from sandtable.table.tables import Tables

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """What one player's own browser takes; see `sandtable.server.settings`."""

    actions_per_table: int = 100_000
    talk_per_table: int = 10_000
    chat_per_minute: int = 60
    think_seconds: float = 10.0
    think_share: float = 1e9
    import_seconds: float = 1e9
    tables: int = 20_000
    live_tables: int = 8


class Here:
    """Does heavy work on the spot: it holds nobody else up."""

    async def do(self, address: str, most: float, function: Callable[[Callable[[], None]], T]) -> T:
        """What the function returns."""
        return function(lambda: None)

    def close(self) -> None:
        """There is nothing to release."""


class LocalBackend:
    """Tables of one browser, and the page's calls and lines to them."""

    def __init__(self, rows: Rows, hand: Hand, company: Company | None = None) -> None:
        self.company = company or Alone()
        self._drawer = Drawer(rows, self.company.say)
        self.helper = AgentLink(hand)
        self._shelf = shelf = Shelf(installed, self._drawer)
        thinking = AgentPool(lambda: self.helper, 1)
        self.tables = Tables(Services(Limits(), shelf, self._drawer, thinking, self.company), shelf, Here())
        self._lines: dict[int, Line] = {}

    async def open(self) -> None:
        """Read what must be at hand, and load the agents meanwhile."""
        await self._drawer.open()

    async def call(self, method: str, path: str, body: str, token: str) -> tuple[int, bytes]:
        """A call of the page: the status and the text of the answer."""
        try:
            document = json.loads(body) if body else {}
        except ValueError:
            return 400, json.dumps({"error": Refused("bad", "this is not JSON").document()}).encode()
        return await answered(self.tables, method, path, document, token)

    def connect(self, line: int, tell: Callable[[bytes], None], close: Callable[[int, str], None]) -> None:
        """The page opens a line."""
        self._lines[line] = Line(self.tables, tell, close)

    async def hear(self, line: int, text: str) -> None:
        """A request on a line."""
        if line in self._lines:
            await self._lines[line].hear(json.loads(text))

    def disconnect(self, line: int) -> None:
        """The page closes a line."""
        open_line = self._lines.pop(line, None)
        if open_line is not None:
            open_line.leave()

    def told(self, sender: str, note: Document) -> None:
        """What another page of this browser says."""
        self.tables.hear(sender, note)

    async def close(self) -> None:
        """Stop every agent."""
        await self.tables.close()
        await asyncio.sleep(0)
        await self.helper.end()
        self._shelf.close()
