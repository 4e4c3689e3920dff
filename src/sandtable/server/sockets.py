"""Play over a WebSocket: the first message opens a seat, every later one is a request of that seat."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from sandtable.server import messages, metrics
from sandtable.server.logs import new_id, request_id
from sandtable.server.settings import Settings
from sandtable.table import desk
from sandtable.table.desk import Guest
from sandtable.table.limits import Bucket, network_of
from sandtable.table.numbers import WATCH
from sandtable.table.services import Refused
from sandtable.table.tables import Seated, Tables

log = logging.getLogger("sandtable.server")
SIT_SECONDS = 10.0
BROKEN, RESTART, NO_SEAT, NOBODY_SAT, TOO_MANY = 1011, 1012, 4401, 4408, 4429
CLOSES = {"no_such_seat": NO_SEAT, "spent": NO_SEAT, "full": TOO_MANY, "too_fast": TOO_MANY}
"""How a socket is closed that was refused a seat; 1011 (come again) for every other refusal."""
SOCKETS_PER_SEAT = 8
"""Screens of one player; with one more the oldest is closed."""


class Connection(Guest):
    """One socket with a seat: what it may send, and what waits to be sent to it."""

    def __init__(self, socket: WebSocket, settings: Settings, address: str = "") -> None:
        super().__init__(address)
        self.socket = socket
        self._ended: tuple[int, str] = (TOO_MANY, "this reader is too slow")
        self._settings = settings
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(settings.queue)
        self._messages = Bucket(settings.messages_per_second, 2 * settings.messages_per_second)
        self._questions = Bucket(settings.questions_per_second, 2 * settings.questions_per_second)

    def send(self, message: bytes) -> None:
        """Queue a message; a reader that is too slow is disconnected, and may come back for the whole state."""
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self.end(*self._ended)

    def end(self, code: int, reason: str) -> None:
        """Close it before anything else is sent, with a word."""
        self._ended = code, reason
        while not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(None)

    def refuse(self, refused: Refused, re: int | None) -> None:
        """Queue a refusal."""
        metrics.refused.labels(refused.code).inc()
        super().refuse(refused, re)

    def admit(self, request: messages.Request) -> None:
        """Refuse what comes too fast."""
        if isinstance(request, messages.QUESTIONS) and not self._questions.take():
            raise Refused("too_fast", "too many questions at once; wait a moment")

    async def pump(self) -> None:
        """Send what is queued until the socket closes."""
        try:
            while (message := await self._out.get()) is not None:
                await self.socket.send_text(message.decode())
            await self.socket.close(*self._ended)
        except (WebSocketDisconnect, RuntimeError):  # it closed between two messages; the reader hears of it too
            return

    async def read(self) -> messages.Request | None:
        """The next request, or None for one that was refused."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        sent: str | bytes = message.get("text") or message.get("bytes") or ""
        if not self._messages.take():
            await self.socket.close(TOO_MANY, "too many messages")
            raise WebSocketDisconnect(TOO_MANY)
        if len(sent) > self._settings.message_bytes:
            self.refuse(Refused("too_big", f"at most {self._settings.message_bytes} bytes, please"), None)
            return None
        re = None
        try:
            document = orjson.loads(sent)
            re = document.get("id") if isinstance(document, dict) else None
            return messages.request.validate_python(document)
        except orjson.JSONDecodeError:
            self.refuse(Refused("bad", "that is not JSON"), None)
        except ValidationError as error:
            text = messages.fault_in(error.errors(include_url=False, include_input=False))
            self.refuse(Refused("bad", text), re if isinstance(re, int) else None)
        return None


class Sockets:
    """All sockets of a server."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self._by_address: Counter[str] = Counter()
        self._all: dict[Connection, None] = {}

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket until it closes."""
        address = network_of(socket.client.host if socket.client else "")
        await socket.accept()
        if (
            self._by_address[address] >= self.settings.sockets_per_address
            or self._by_address.total() >= self.settings.sockets
        ):
            await socket.close(TOO_MANY, "too many sockets")
            return
        self._by_address[address] += 1
        connection = Connection(socket, self.settings, address)
        self._all[connection] = None
        metrics.sockets.set(len(self._all))
        request_id.set(f"s{new_id()}")
        pump = asyncio.create_task(connection.pump())
        seated: Seated | None = None
        try:
            seated = await self._seat(connection)
            if seated is not None:
                await self._requests(connection, seated)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a socket failed")
            with suppress(RuntimeError):
                await socket.close(BROKEN, "something went wrong here; come again")
        finally:  # nothing here may wait: the task may have been cancelled
            pump.cancel()
            del self._all[connection]
            metrics.sockets.set(len(self._all))
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            if seated is not None:
                desk.leave(connection, self.tables, seated)

    def goodbye(self) -> None:
        """The server stops: everybody is told, and comes back at a moment of their own."""
        for connection in tuple(self._all):
            connection.end(RESTART, "the server restarts; come again")

    def count(self) -> int:
        """How many sockets are open."""
        return len(self._all)

    async def _seat(self, connection: Connection) -> Seated | None:
        """Wait for `sit` and answer it."""
        try:
            async with asyncio.timeout(SIT_SECONDS):
                request = await connection.read()
                while not isinstance(request, messages.Sit):
                    if request is not None:
                        connection.refuse(Refused("no_such_seat", "sit down first"), request.id)
                    request = await connection.read()
        except TimeoutError:
            await connection.socket.close(NOBODY_SAT, "nobody sat down")
            return None
        try:
            return await desk.sit(connection, self.tables, request, self._make_room)
        except Refused as refused:
            answer = {"type": "refused", **refused.document(), "re": request.id}
            await connection.socket.send_text(orjson.dumps(answer).decode())
            await connection.socket.close(CLOSES.get(refused.code, BROKEN), refused.text[:100])
            return None

    def _make_room(self, seated: Seated) -> None:
        """Watchers fill a table up to a limit; a player always has a place."""
        listeners = seated.table.audience.listeners
        if seated.role == WATCH:
            if sum(listener.role == WATCH for listener in listeners) >= self.settings.sockets_per_table:
                raise Refused("full", "this table has no room for more watchers")
            return
        same = [one for one in self._all if one in listeners and one.role == seated.role]
        for oldest in same[: max(0, len(same) + 1 - SOCKETS_PER_SEAT)]:
            oldest.end(TOO_MANY, "this seat is open on too many screens")

    async def _requests(self, connection: Connection, seated: Seated) -> None:
        while True:
            request = await connection.read()
            if request is None:
                continue
            try:
                connection.admit(request)
            except Refused as refused:
                connection.refuse(refused, request.id)
                continue
            if not await desk.serve(connection, seated, request):
                metrics.faults.inc()
