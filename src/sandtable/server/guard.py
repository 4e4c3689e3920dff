"""What stands before every request: names this server answers to, sizes, rates, and the headers of every answer."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.settings import Settings
from sandtable.table.limits import Buckets

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
IMPORTS = {"/api/tables/import", "/api/replay/verify"}
CREATES = {"/api/tables", *IMPORTS}


class Guard:
    """The outermost layer of the server."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._hosts = {name.strip().lower() for name in settings.hosts.split(",")}
        self._requests = Buckets(settings.requests_per_second, 4 * settings.requests_per_second)
        self._creates = Buckets(settings.creates_per_minute / 60, settings.creates_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "websocket":
            if self._refusal(scope) is None:
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 4403})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = _with_headers(send, scope["path"])
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        await self._sized(scope, receive, send)

    def _host_known(self, scope: Scope) -> bool:
        if "*" in self._hosts:
            return True
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        name = host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
        return name in self._hosts

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        if not self._host_known(scope):
            return 400, "bad", "this server does not go by that name"
        address = scope["client"][0] if scope.get("client") else ""
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
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                await _refuse(send, 413, "too_big", f"at most {most} bytes, please")
                return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def read_already() -> Message:
            return whole.pop() if whole else await receive()

        await self.app(scope, read_already, send)


def _with_headers(send: Send, path: str) -> Send:
    private = path.startswith("/api/table")
    cache = (
        b"no-store"
        if private
        else b"public, max-age=31536000, immutable"
        if path.startswith("/assets/")
        else b"no-cache"
    )

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS, (b"cache-control", cache)]
        await send(message)

    return sender


async def _refuse(send: Send, status: int, code: str, text: str) -> None:
    body: dict[str, Any] = {"error": {"code": code, "text": text, "rule": None}}
    packed = orjson.dumps(body)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(packed)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": packed})
