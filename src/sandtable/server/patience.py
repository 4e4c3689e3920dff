"""How long a client may take over the head of a request, and how many connections one address may have."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sandtable.server.settings import Settings
from sandtable.table.limits import network_of


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
        """Somebody comes: count them, and start to wait."""
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
        """They are gone."""
        self._stop_waiting()
        self._uncount()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins, the first or a later one."""
        self._stop_waiting()
        self._late = self.loop.call_later(self.head_seconds, self.transport.close)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is whole; the body has a limit of its own."""
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
