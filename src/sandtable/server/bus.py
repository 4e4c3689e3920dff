"""How servers on one database hear of each other: PostgreSQL tells all of them what one has changed.

A note is a small JSON object. `{"table": ID}`: something new is stored of this table (sent with the commit itself, so
that nobody hears of what is not there). `{"seat": HASH}`: this token opens something else now. Others are
stored nowhere: `{"here": ID, "roles": {...}}` who sits there at one server, `{"who": ID}` asks for that,
`{"say": ID, "message": {...}}` a word for everybody at a table, `{"hurry": ID}`, and `{"alive": true}` now and then.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from sandtable.engine.documents import Document
from sandtable.table.services import Alone

log = logging.getLogger("sandtable.server")
CHANNEL = "sandtable"
AGAIN_SECONDS = 0.5
ALIVE_SECONDS = 3.0
MOST_BYTES = 7_900
"""PostgreSQL takes 8,000 in a note."""

Note = Document
Hear = Callable[[str, Note], None]

if TYPE_CHECKING:
    from psycopg import AsyncConnection
    from psycopg.rows import TupleRow

    Connection = AsyncConnection[TupleRow]
    Saying = Callable[[Connection], Awaitable[None]]


class Bus(Protocol):
    """The way to the other servers, if there are any, and the right to think for a table's agents."""

    name: str
    """Of this server among the others."""

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Listen: `hear` gets the sender and the note; `missed` is called when some may have been lost."""

    def say(self, note: Note) -> None:
        """Tell the others something that is not stored."""

    async def take(self, table: str) -> bool:
        """May this server let the agents of a table think?"""

    def give_up(self, table: str) -> None:
        """Others may."""

    async def close(self) -> None:
        """Stop listening."""


class Nobody(Alone):
    """The bus of a server that has its database to itself."""

    name = ""

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """There is nobody to hear."""

    def say(self, note: Note) -> None:
        """There is nobody to tell."""

    async def close(self) -> None:
        """Nothing to stop."""


class Postgres:
    """LISTEN and NOTIFY, and advisory locks that die with the connection that holds them."""

    def __init__(self, address: str) -> None:
        self.name = secrets.token_hex(4)
        self._address = address
        self._out: asyncio.Queue[Saying] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._held: set[str] = set()

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """See `Bus`."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(hear, missed, ready)),
            asyncio.create_task(self._speak()),
            asyncio.create_task(self._live()),
        ]
        await ready.wait()

    def payload(self, note: Note) -> str:
        """A note as it travels."""
        return json.dumps({"from": self.name, **note}, separators=(",", ":"))

    def say(self, note: Note) -> None:
        """See `Bus`."""
        text = self.payload(note)
        if len(text.encode()) <= MOST_BYTES:
            self._out.put_nowait(lambda connection: _notify(connection, text))

    async def take(self, table: str) -> bool:
        """See `Bus`."""
        if table in self._held:
            return True
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def ask(connection: Connection) -> None:
            cursor = await connection.execute("SELECT pg_try_advisory_lock(%s)", (_number(table),))
            row = await cursor.fetchone()
            got = row is not None and bool(row[0])
            if got:
                self._held.add(table)
            if not done.cancelled():
                done.set_result(got)
            elif got:
                self.give_up(table)

        self._out.put_nowait(ask)
        return await done

    def give_up(self, table: str) -> None:
        """See `Bus`."""
        if table in self._held:
            self._held.discard(table)

            async def release(connection: Connection) -> None:
                await connection.execute("SELECT pg_advisory_unlock(%s)", (_number(table),))

            self._out.put_nowait(release)

    async def close(self) -> None:
        """See `Bus`."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self) -> Connection:
        from psycopg import AsyncConnection

        return await AsyncConnection.connect(self._address, autocommit=True)

    async def _listen(self, hear: Hear, missed: Callable[[], None], ready: asyncio.Event) -> None:
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        missed()
                    ready.set()
                    async for heard in connection.notifies():
                        note = json.loads(heard.payload)
                        sender = note.pop("from")
                        if sender != self.name:
                            try:
                                hear(sender, note)
                            except Exception:
                                log.exception("a note of another server could not be read")
            except OSError as error:
                log.warning("the other servers cannot be heard: %s", error)
            except Exception as error:
                if not _is_database_error(error):
                    raise
                log.warning("the other servers cannot be heard: %s", error)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _speak(self) -> None:
        waiting: Saying | None = None
        while True:
            try:
                async with await self._connect() as connection:
                    self._held.clear()  # the locks of the connection before are gone with it
                    while True:
                        waiting = waiting or await self._out.get()
                        await waiting(connection)
                        waiting = None
            except OSError as error:
                log.warning("the other servers cannot be told: %s", error)
            except Exception as error:
                if not _is_database_error(error):
                    raise
                log.warning("the other servers cannot be told: %s", error)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _live(self) -> None:
        while True:
            self.say({"alive": True})
            await asyncio.sleep(ALIVE_SECONDS)


async def _notify(connection: Connection, text: str) -> None:
    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def _is_database_error(error: Exception) -> bool:
    from psycopg import Error

    return isinstance(error, Error)


def _number(table: str) -> int:
    """The number of a table's lock."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)
