"""The page's line to a table: what a socket is to the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sandtable.engine.documents import Document
from sandtable.table import desk
from sandtable.table.audience import WHOLE
from sandtable.table.desk import Guest
from sandtable.table.services import Refused
from sandtable.table.tables import Seated, Tables

NO_SEAT, BROKEN = 4401, 1011
"""How a line is closed: there is no such seat, or the page should connect again."""


@dataclass(frozen=True)
class Asked:
    """A request of the page; docs/protocol.md has the defaults."""

    type: str
    id: int | None = None
    token: str = ""
    key: str | None = None
    seed: str | None = None
    seal: str | None = None
    states: str = WHOLE
    n: int = -1
    action: Sequence[object] = ()
    kind: str = ""
    at: int | None = None
    yes: bool = False
    text: str = ""
    piece: int | None = None
    place: str | None = None
    name: str = ""
    eyes: str = "both"
    log: bool = True
    first: Sequence[Sequence[object]] = ()


class Line(Guest):
    """One line: the first request sits down, the later ones are that seat's."""

    def __init__(self, tables: Tables, tell: Callable[[bytes], None], close: Callable[[int, str], None]) -> None:
        super().__init__()
        self._tables = tables
        self._tell = tell
        self._close = close
        self._seated: Seated | None = None
        self._turn = asyncio.Lock()
        """Requests are answered one after the other, in the order in which they came."""

    def send(self, message: bytes) -> None:
        """Pass a message on to the page."""
        self._tell(message)

    async def hear(self, document: Document) -> None:
        """One request."""
        try:
            request = Asked(**document)
        except TypeError as error:
            self.refuse(Refused("bad", str(error)), None)
            return
        async with self._turn:
            await self._answer(request)

    async def _answer(self, request: Asked) -> None:
        if self._seated is not None:
            await desk.serve(self, self._seated, request)
        elif request.type != "sit":
            self.refuse(Refused("no_such_seat", "sit down first"), request.id)
        else:
            await self._sit(request)

    async def _sit(self, request: Asked) -> None:
        try:
            self._seated = await desk.sit(self, self._tables, request, lambda seated: None)
        except Refused as refused:
            self.refuse(refused, request.id)
            self._close(NO_SEAT if refused.code in ("no_such_seat", "spent") else BROKEN, refused.text)

    def end(self, code: int, reason: str) -> None:
        """Send the page away from this table, with a reason."""
        self.leave()
        self._close(code, reason)

    def leave(self) -> None:
        """The page has closed the line."""
        seated, self._seated = self._seated, None
        if seated is not None:
            desk.leave(self, self._tables, seated)
