"""Checks before every request: the names this server answers to, sizes and rates; and the headers of every answer."""

from __future__ import annotations

import asyncio
import logging

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from sandtable.engine.documents import Document
from sandtable.server import metrics
from sandtable.server.logs import new_id, request_id
from sandtable.server.settings import Settings
from sandtable.server.sockets import Sockets
from sandtable.table.limits import Buckets, network_of

log = logging.getLogger("sandtable.server")
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
]
SOCKET = "/api/ws"
IMPORTS = {"/api/tables/import", "/api/replay/verify"}
ABOUT = {"/healthz", "/readyz", "/metrics"}
CREATES = {"/api/tables", *IMPORTS}


class RequestGuard:
    """The outermost layer of the server."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._hosts = {name.strip().lower() for name in settings.hosts.split(",")}
        self._requests = Buckets(settings.requests_per_second, 4 * settings.requests_per_second)
        self._big = 0
        self._creates = Buckets(settings.creates_per_minute / 60, settings.creates_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "websocket":
            if self._refusal(scope) is None:
                await self._socket(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 4403})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        name = new_id()
        request_id.set(name)
        send = self._with_headers(send, scope, name)
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        await self._sized(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A table's socket is served from here: the layers below are made for requests, and cost memory and time."""
        if scope["path"] == SOCKET:
            sockets: Sockets = scope["app"].state.sockets
            await sockets.serve(WebSocket(scope, receive, send))
        else:
            await self.app(scope, receive, send)

    def _with_headers(self, send: Send, scope: Scope, name: str) -> Send:
        """Every answer has the headers, and is counted."""
        more = [(b"cache-control", _cache(scope["path"])), (b"x-request-id", name.encode())]
        if self.settings.hsts:
            more.append((b"strict-transport-security", b"max-age=31536000"))

        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS, *more]
                metrics.requests.labels(scope["method"], message["status"]).inc()
                log.info("%s %s %d", scope["method"], scope["path"], message["status"])
            await send(message)

        return sender

    def _host_known(self, scope: Scope) -> bool:
        if "*" in self._hosts:
            return True
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        name = host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
        return name in self._hosts

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        if scope["path"] in ABOUT:
            return None
        if not self._host_known(scope):
            return 400, "bad", "this server does not go by that name"
        address = network_of(scope["client"][0] if scope.get("client") else "")
        if not self._requests.take(address):
            return 429, "too_fast", "too many requests; wait a moment"
        if scope.get("method") == "POST" and scope["path"] in CREATES and not self._creates.take(address):
            return 429, "too_fast", "too many new tables; wait a minute"
        return None

    async def _sized(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read no more of a body than is allowed."""
        most = self.settings.import_bytes if scope["path"] in IMPORTS else self.settings.body_bytes
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > most:
            await _refuse(send, 413, "too_big", f"at most {most} bytes, please")
            return
        big = scope["path"] in IMPORTS
        if big and self._big >= self.settings.big_bodies:
            await _refuse(send, 429, "too_fast", "too many files are being sent; try again in a moment")
            return
        self._big += big
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                body = await _body(receive, most)
        except TimeoutError:
            await _refuse(send, 408, "too_slow", f"this took more than {self.settings.body_seconds:g} seconds to send")
            return
        finally:
            self._big -= big
        if body is None:
            return
        if len(body) > most:
            await _refuse(send, 413, "too_big", f"at most {most} bytes, please")
            return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def read_already() -> Message:
            return whole.pop() if whole else await receive()

        await self.app(scope, read_already, send)


async def _body(receive: Receive, most: int) -> bytes | None:
    """A body, or as much of it as shows that it is too big; None if the client has left."""
    parts: list[bytes] = []
    size, more = 0, True
    while more and size <= most:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
    return b"".join(parts)


def _cache(path: str) -> bytes:
    if path.startswith("/api/table") or path in ABOUT:
        return b"no-store"
    return b"public, max-age=31536000, immutable" if path.startswith("/assets/") else b"no-cache"


async def _refuse(send: Send, status: int, code: str, text: str) -> None:
    body: Document = {"error": {"code": code, "text": text, "rule": None}}
    packed = orjson.dumps(body)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(packed)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": packed})
