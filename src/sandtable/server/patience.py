"""How long a client may take over the head of a request, and how many connections one address may have.

A socket whose message was too big stays open for a moment: closed at once, with much still to read, it would be cut,
and the client would never hear why.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.server.settings import Settings
from sandtable.table.limits import network_of

LINGER_SECONDS = 1.0


class PatientSocket(WebSocketsSansIOProtocol):
    """A socket that lets a client read why it is closed."""

    _given_up = False

    def data_received(self, data: bytes) -> None:
        """What follows a message that could not be taken is read and dropped."""
        if not self._given_up:
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Say why, and close it a moment later."""
        self._given_up = True
        refused = self.conn.close_sent
        assert refused is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": refused.code, "reason": refused.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)


class PatientProtocol(HttpToolsProtocol):
    """HTTP that does not wait for ever: a head that is not whole in time, or one connection too many, is closed."""

    head_seconds = 10.0
    per_address = 256
    open_now: Counter[str] = Counter()  # noqa: RUF012

    @classmethod
    def of(cls, settings: Settings) -> type[PatientProtocol]:
        """With the limits of these settings."""
        limits = {"head_seconds": settings.head_seconds, "per_address": settings.connections_per_address}
        return type("PatientProtocol", (cls,), {**limits, "open_now": Counter()})

    def connection_made(self, transport: Any) -> None:
        """A connection opens: count it and start the clock."""
        super().connection_made(transport)
        self._from = network_of(self.client[0] if self.client else "")
        self._counted = True
        self.open_now[self._from] += 1
        self._late: asyncio.TimerHandle | None = None
        if self.open_now[self._from] > self.per_address:
            transport.close()
        else:
            self._late = self.loop.call_later(self.head_seconds, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._stop_waiting()
        self._uncount()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins, the first or a later one."""
        self._stop_waiting()
        self._late = self.loop.call_later(self.head_seconds, self.transport.close)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head has arrived; the body has a limit of its own."""
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """It is a socket from now on, with limits of its own."""
        self._stop_waiting()
        self._uncount()
        super().handle_websocket_upgrade()

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _uncount(self) -> None:
        if self._counted:
            self._counted = False
            self.open_now[self._from] -= 1
            if not self.open_now[self._from]:
                del self.open_now[self._from]
