"""A client that is rude to servers on purpose, for the soak: everything that once stopped a server, again and again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import orjson
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

FAILURES = (OSError, WebSocketException, TimeoutError, EOFError, ValueError)
FORGED = (
    b"{",
    b"[]",
    b"null",
    b'{"type":"play","n":0,"action":[]}',
    b'{"type":"play","n":0,"action":[1e400]}',
    b'{"type":"play","n":-1,"action":["x"]}',
    b'{"type":"seek","at":99999999999999999999}',
    b'{"type":"ask","kind":"undo","at":7}',
    b'{"type":"overlay","name":"\\ud800"}',
    b'{"type":"chat","text":"' + b"x" * 600 + b'"}',
    b"[" * 3000,
    b"\xff\xfe",
)
WATCHERS = 70
CHURN = 400
"""Ways back and forth in an imported file."""


class Rude:
    """Keeps at it from addresses of its own until it is cancelled, and counts what it gets for it."""

    def __init__(self, bases: Sequence[str]) -> None:
        self._bases = bases
        self._got: Counter[str] = Counter()
        self._rng = Random("rude")

    def told(self) -> str:
        """What it did and got."""
        return ", ".join(f"{what} {count:,}" for what, count in sorted(self._got.items())) or "nothing"

    async def go_on(self) -> None:
        """All of it at once."""
        ways: tuple[Callable[[str], Awaitable[None]], ...] = (
            self._half_a_head,
            self._stalled_body,
            self._forged,
            self._watchers,
            self._churn,
            self._advice,
        )
        await asyncio.gather(*(self._again(way) for way in ways))

    async def _again(self, way: Callable[[str], Awaitable[None]]) -> None:
        while True:
            try:
                async with asyncio.timeout(60):
                    await way(self._rng.choice(self._bases))
            except FAILURES:
                self._got["connections ended"] += 1
            await asyncio.sleep(0.5)

    async def _request(self, base: str, text: bytes, host: str) -> bytes:
        """Send these bytes and read until the other side closes."""
        name, _, port = base.partition(":")
        reader, writer = await asyncio.open_connection(name, int(port), local_addr=(host, 0))
        try:
            writer.write(text)
            return await reader.read()
        finally:
            writer.close()

    async def _post(self, base: str, path: str, body: Any, token: str = "") -> tuple[int, Any]:
        text = orjson.dumps(body)
        head = f"POST {path} HTTP/1.1\r\nHost: {base}\r\nContent-Type: application/json\r\n"
        sent = (
            f"{head}Authorization: Bearer {token}\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode()
            + text
        )
        head_bytes, _, rest = (await self._request(base, sent, "127.99.0.1")).partition(b"\r\n\r\n")
        status = int(head_bytes.split(b" ", 2)[1])
        return status, orjson.loads(rest)

    async def _made(self, base: str, kind: str) -> Any:
        """A table of its own."""
        seats = {"allied": {"kind": "me"}, "axis": {"kind": kind}}
        status, made = await self._post(base, "/api/tables", {"game": "bravery", "seats": seats})
        if status != 201:
            self._got[f"new tables refused with {status}"] += 1
            await asyncio.sleep(5)
            raise EOFError
        return made

    async def _half_a_head(self, base: str) -> None:
        await asyncio.gather(
            *(self._request(base, b"GET /api/games HTTP/1.1\r\nHost: x\r\n", f"127.99.1.{n}") for n in range(1, 41))
        )
        self._got["half requests"] += 40

    async def _stalled_body(self, base: str) -> None:
        text = b"POST /api/tables/import HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n{" + b" " * 100_000
        await asyncio.gather(*(self._request(base, text, f"127.99.2.{n}") for n in range(1, 21)))
        self._got["bodies that stall"] += 20

    async def _forged(self, base: str) -> None:
        made = await self._made(base, "me")
        async with connect(f"ws://{base}/api/ws", max_size=None, local_addr=("127.99.3.1", 0)) as link:
            await link.send(orjson.dumps({"type": "sit", "token": made["mine"], "seed": "5a" * 32}), text=True)
            for _ in range(50):
                forged = self._rng.choice(FORGED)
                await link.send(forged, text=forged[:1] != b"\xff")
                self._got["forged messages"] += 1
            async with asyncio.timeout(5):
                while True:
                    await link.recv()

    async def _watchers(self, base: str) -> None:
        made = await self._made(base, "friend")

        async def watch(number: int) -> None:
            host = f"127.99.4.{1 + number % 250}"
            async with connect(f"ws://{base}/api/ws", max_size=None, local_addr=(host, 0)) as link:
                await link.send(orjson.dumps({"type": "sit", "token": made["links"]["watch"]}), text=True)
                await asyncio.sleep(5)

        await asyncio.gather(*(watch(number) for number in range(WATCHERS)), return_exceptions=True)
        self._got["watchers"] += WATCHERS

    async def _churn(self, base: str) -> None:
        """A file that goes back and forth without end."""
        made = await self._made(base, "me")
        async with connect(f"ws://{base}/api/ws", max_size=None, local_addr=("127.99.5.1", 0)) as link:
            await link.send(
                orjson.dumps({"type": "sit", "token": made["mine"], "seed": "5a" * 32, "states": "lean"}), text=True
            )
            begun, done = False, 0
            async with asyncio.timeout(20):
                while done < 2:
                    message = orjson.loads(await link.recv())
                    if message["type"] != "state":
                        continue
                    if not begun and message["actions"]:
                        begun = True
                        play = {"type": "play", "id": 1, "n": message["n"], "action": message["actions"][-1]}
                        await link.send(orjson.dumps(play), text=True)
                    elif message.get("re") == 1:
                        await link.send(orjson.dumps({"type": "undo", "id": 2, "n": message["n"]}), text=True)
                    done += "re" in message
        got = await self._request(
            base,
            f"GET /api/table/export HTTP/1.1\r\nHost: {base}\r\nAuthorization: Bearer {made['mine']}\r\n"
            "Connection: close\r\n\r\n".encode(),
            "127.99.5.1",
        )
        file = orjson.loads(got.partition(b"\r\n\r\n")[2])
        file["table"]["journal"] = file["table"]["journal"] * CHURN
        status, answer = await self._post(base, "/api/tables/import", file)
        self._got[f"endless imports answered with {status} {answer.get('error', {}).get('code', '')}".rstrip()] += 1

    async def _advice(self, base: str) -> None:
        made = await self._made(base, "me")
        async with connect(f"ws://{base}/api/ws", max_size=None, local_addr=("127.99.6.1", 0)) as link:
            await link.send(
                orjson.dumps({"type": "sit", "token": made["mine"], "seed": "5a" * 32, "states": "lean"}), text=True
            )
            for number in range(10):
                await link.send(orjson.dumps({"type": "advise", "id": number}), text=True)
            answered = 0
            while answered < 10:
                message = orjson.loads(await link.recv())
                if message["type"] in ("answer", "refused") and "re" in message:
                    answered += 1
                    self._got[f"advice {message.get('code') or 'given'}"] += 1
