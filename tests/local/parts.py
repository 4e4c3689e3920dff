"""A browser's database and second worker for the tests of the backend in the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.local.agent_worker import JobDesk
from sandtable.local.backend import LocalBackend
from sandtable.local.drawer import Key, Step


class Rows:
    """Rows in the order of their keys, as `web/src/local/rows.ts` keeps them."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str | int, ...], str] = {}
        self.down = False

    async def read(self, key: Key, least: int) -> Sequence[str]:
        head = tuple(key)
        found = [at for at in self.rows if at[: len(head)] == head and (not least or int(at[len(head)]) >= least)]
        return [self.rows[at] for at in sorted(found)]

    async def write(self, steps: Sequence[Step]) -> bool:
        if self.down:
            raise OSError("the quota is used up")
        rows = dict(self.rows)
        for kind, key, *more in json.loads(json.dumps(steps)):
            at = tuple(key)
            if kind == "cut":
                cut = [one for one in rows if one[: len(at)] == at and one[len(at)] > more[0]]
                rows = {one: text for one, text in rows.items() if one not in cut}
                continue
            held = rows.get(at)
            fits = held is not None if kind == "need" else held is None if kind == "add" else held == more[0]
            if not fits:
                return False
            if kind != "need":
                rows[at] = more[-1]
        self.rows = rows
        return True


class Hand:
    """A second worker that thinks when the loop has a moment."""

    def __init__(self) -> None:
        self.tell: Callable[[str], None] = lambda text: None
        self.desk: JobDesk | None = None
        self.starts = 0
        self.deaf = False

    def start(self) -> None:
        self.starts += 1
        asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        self.desk = JobDesk(self.tell, None)

    def say(self, message: str) -> None:
        if self.desk is not None and not self.deaf:
            asyncio.get_running_loop().call_soon(self.desk.hear, message)

    def stop(self) -> None:
        self.desk = None


def backend(rows: Rows | None = None) -> tuple[LocalBackend, Rows, Hand]:
    """A backend with everything it needs."""
    kept, hand = rows or Rows(), Hand()
    made = LocalBackend(kept, hand)
    hand.tell = made.helper.hear
    return made, kept, hand


class Page:
    """What the page does at one table."""

    def __init__(self, backend: LocalBackend, line: int = 1) -> None:
        self.backend, self.line = backend, line
        self.heard: list[dict[str, Any]] = []
        self.closed = 0
        self._number = 0
        backend.connect(line, lambda message: self.heard.append(json.loads(message)), self._close)

    def _close(self, code: int, reason: str) -> None:
        self.closed = code

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        self._number += 1
        await self.backend.hear(self.line, json.dumps({"type": kind, "id": self._number, **more}))
        return next(message for message in self.heard if message.get("re") == self._number)

    @property
    def state(self) -> dict[str, Any]:
        """The last state told."""
        return next(message for message in reversed(self.heard) if message["type"] == "state")

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a state."""
        async with asyncio.timeout(60):
            while not wanted(self.state):
                await asyncio.sleep(0.01)
        return self.state


async def call(backend: LocalBackend, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
    """A call of the page."""
    status, text = await backend.call(method, path, "" if body is None else json.dumps(body), token)
    return status, json.loads(text)
