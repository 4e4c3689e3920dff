"""Play over a WebSocket: the first message opens a seat, every later one is a request of that seat."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from sandtable.server import messages, metrics
from sandtable.server.logs import new_id, request_id
from sandtable.server.settings import Settings
from sandtable.server.tables import Seated, Tables
from sandtable.table import advice, questions
from sandtable.table.audience import LEAN, WHOLE
from sandtable.table.house import FAULT, Refused
from sandtable.table.limits import Bucket, network_of
from sandtable.table.numbers import WATCH
from sandtable.table.table import Table

log = logging.getLogger("sandtable.server")
SIT_SECONDS = 10.0
BROKEN, RESTART, NO_SEAT, NOBODY_SAT, TOO_MANY = 1011, 1012, 4401, 4408, 4429
CLOSES = {"no_such_seat": NO_SEAT, "spent": NO_SEAT, "full": TOO_MANY, "too_fast": TOO_MANY}
"""How a socket is closed that was refused a seat; 1011 (come again) for every other refusal."""
SOCKETS_PER_SEAT = 8
"""Screens of one player; with one more the oldest is closed."""


class Connection:
    """One socket with a seat: what it may send, and what waits to be sent to it."""

    def __init__(self, socket: WebSocket, settings: Settings) -> None:
        self.socket = socket
        self.role = ""
        self.token = ""
        self.address = ""
        self.states = WHOLE
        self._ended: tuple[int, str] = (TOO_MANY, "this reader is too slow")
        self._settings = settings
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(settings.queue)
        self._messages = Bucket(settings.messages_per_second, 2 * settings.messages_per_second)
        self._questions = Bucket(settings.questions_per_second, 2 * settings.questions_per_second)

    def send(self, message: bytes) -> None:
        """Queue a message; one who reads too slowly is let go and may come back for the whole state."""
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

    def say(self, message: dict[str, Any], re: int | None = None) -> None:
        """Queue a message that may answer a request."""
        self.send(orjson.dumps(message if re is None else {**message, "re": re}))

    def refuse(self, refused: Refused, re: int | None) -> None:
        """Queue a refusal."""
        metrics.refused.labels(refused.code).inc()
        self.say({"type": "refused", **refused.document()}, re)

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
            fault = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in fault["loc"])
            text = f"{where}: {fault['msg']}" if where else fault["msg"]
            self.refuse(Refused("bad", text), re if isinstance(re, int) else None)
        return None


class Sockets:
    """All sockets of a server."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.settings = tables.settings
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
        connection = Connection(socket, self.settings)
        connection.address = address
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
                seated.table.audience.listeners.discard(connection)
                self.tables.leave(seated)
                seated.table.presence.tell()
                seated.machine.look()

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
        seated: Seated | None = None
        try:
            seated = await self.tables.enter(request.token, request.key)
            self._make_room(seated)
            seated, own = await self.tables.bind(seated, request.key)
            await seated.table.sit(seated.role, request.seed, request.seal)
            await self._welcome(connection, seated, request, own)
            return seated
        except Exception as error:
            refused = error if isinstance(error, Refused) else Refused(*FAULT)
            if refused is not error:
                log.exception("nobody could be seated")
            if seated is not None:
                seated.table.audience.listeners.discard(connection)
                self.tables.leave(seated)
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

    async def _welcome(self, connection: Connection, seated: Seated, request: messages.Sit, own: str | None) -> None:
        table = seated.table
        connection.role, connection.token, connection.states = seated.role, seated.token, request.states
        async with table.hold():
            table.audience.listeners.add(connection)
            greeting = {"type": "seated", "info": table.info(seated.role)}
            connection.say(greeting if own is None else {**greeting, "token": own}, request.id)
            self._whole(connection, table)
            connection.say({"type": "dice", **table.dice_document()})
        for line in table.negotiation.talk.chat:
            connection.say(line)
        for ask in table.negotiation.talk.open.values():
            connection.say(table.negotiation.asked(ask, seated.role))
        table.presence.tell()
        seated.machine.go_on()

    async def _requests(self, connection: Connection, seated: Seated) -> None:
        while True:
            request = await connection.read()
            if request is None:
                continue
            try:
                connection.admit(request)
                await answer(connection, seated, request)
            except Refused as refused:
                connection.refuse(refused, request.id)
                if refused.code == "stale":
                    async with seated.table.hold():
                        self._whole(connection, seated.table)
            except Exception:  # one request fails, not the player
                log.exception("%s at table %s failed", request.type, seated.table.id)
                metrics.faults.inc()
                connection.refuse(Refused(*FAULT), request.id)

    def _whole(self, connection: Connection, table: Table) -> None:
        """Tell one socket everything; the table must be held."""
        role = connection.role
        connection.say(table.lean_state(role) if connection.states == LEAN else table.state(role))


async def advised(connection: Connection, seated: Seated) -> dict[str, Any] | None:
    """Advice, as long as this address has not asked for too much of it."""
    thoughts, start = seated.thoughts, monotonic()
    if not thoughts.has(connection.address):
        raise Refused("too_fast", "you have asked for much advice; wait a minute")
    try:
        return await advice.advise(seated.table, seated.table.side_of(seated.role), connection.address)
    finally:
        thoughts.spend(connection.address, monotonic() - start)


async def answer(connection: Connection, seated: Seated, request: messages.Request) -> None:
    """Do what a seat asks; Refused says why not."""
    table, machine, role = seated.table, seated.machine, seated.role
    re = request.id
    value: Any
    match request:
        case messages.Play():
            return await table.play(role, request.n, request.action, connection, re)
        case messages.Undo():
            return await table.undo(role, request.n, connection, re)
        case messages.Redo():
            return await table.redo(role, request.n, connection, re)
        case messages.Resign():
            return await table.resign(role, request.n, connection, re)
        case messages.Ask():
            await table.ask(role, request.kind, request.at)
            value = True
        case messages.Reply():
            await table.reply(role, request.kind, request.yes)
            value = True
        case messages.Reveal():
            await table.reveal(role, request.seed)
            value = True
        case messages.Chat():
            await table.chat(role, request.text)
            value = True
        case messages.PlayNow():
            table.side_of(role)
            machine.play_now()
            value = True
        case messages.WhyNot():
            value = questions.why_not(table, role, request.piece, request.place)
        case messages.Forecast():
            value = await questions.forecast(table, role, request.action)
        case messages.Overlay():
            value = await questions.overlay(table, role, request.name)
        case messages.Advise():
            value = await advised(connection, seated)
        case messages.Review():
            value = machine.review.ask()
        case messages.Seek():
            value = await questions.seek(table, role, request.at, request.eyes, request.log)
        case messages.Ping():
            return connection.say({"type": "pong"}, re)
        case messages.Sit():
            raise Refused("not_now", "this socket has a seat already")
    return connection.say({"type": "answer", "value": value}, re)
