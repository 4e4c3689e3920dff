"""Where Python meets the browser: turns what the workers' scripts hand in into what `LocalBackend` takes, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine.documents import Document
from sandtable.local.agent_worker import JobDesk
from sandtable.local.backend import LocalBackend
from sandtable.local.drawer import Key, Step


class BrowserRows:
    """The browser's database, as `rows.ts` opens it."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    async def read(self, key: Key, least: int) -> Sequence[str]:
        """See `drawer.Rows`."""
        found: list[str] = (await self._rows.read(json.dumps(key), least)).to_py()
        return found

    async def write(self, steps: Sequence[Step]) -> bool:
        """See `drawer.Rows`."""
        return bool(await self._rows.write(json.dumps(steps)))


class OtherPages:
    """The pages of this browser that have the same tables: one of them runs a table's agents."""

    def __init__(self, channel: Any) -> None:
        self._channel = channel

    async def take(self, table: str) -> bool:
        """May this page run the agents of a table?"""
        return bool(await self._channel.take(table))

    def give_up(self, table: str) -> None:
        """Let another page run them."""
        self._channel.giveUp(table)

    def say(self, note: Document) -> None:
        """Tell the others."""
        self._channel.say(json.dumps(note))


class Page:
    """The backend as the first worker's script speaks to it: strings in, strings out."""

    def __init__(self, rows: Any, hand: Any, channel: Any) -> None:
        self.backend = LocalBackend(BrowserRows(rows), hand, OtherPages(channel))

    async def open(self) -> None:
        """Be ready for calls."""
        await self.backend.open()

    async def call(self, method: str, path: str, body: str, token: str) -> str:
        """A call: the status, a space, the text."""
        status, text = await self.backend.call(method, path, body, token)
        return f"{status} {text.decode()}"

    def connect(self, line: int, tell: Callable[[str], None], close: Callable[[int, str], None]) -> None:
        """The page opens a line."""
        self.backend.connect(line, lambda message: tell(message.decode()), close)

    async def hear(self, line: int, text: str) -> None:
        """A request on a line."""
        await self.backend.hear(line, text)

    def disconnect(self, line: int) -> None:
        """The page closes a line."""
        self.backend.disconnect(line)

    def prepare(self) -> None:
        """Load the agents before they are needed."""
        self.backend.helper.start()

    def thought(self, text: str) -> None:
        """What the second worker says."""
        self.backend.helper.hear(text)

    def told(self, sender: str, text: str) -> None:
        """What another page of this browser says."""
        self.backend.told(sender, json.loads(text))


def thinker(tell: Callable[[str], None], pause: Callable[[], Any]) -> JobDesk:
    """The second worker's part; where the browser can pause Python, messages are read while it thinks."""
    from pyodide.ffi import can_run_sync, run_sync  # type: ignore[import-not-found]

    return JobDesk(tell, (lambda: run_sync(pause())) if can_run_sync() else None)
