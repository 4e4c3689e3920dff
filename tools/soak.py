"""A soak: many tables at human pace on two servers and one PostgreSQL, while servers are killed, the database is
restarted and somebody is rude. Nothing acknowledged may be lost, and everybody must get on with their game.

    python -m tools.soak                                     # 1,000 tables for 30 minutes, report in docs/lab/soak.md
    python -m tools.soak --tables 60 --minutes 3 --no-write

Every visitor has a loopback address of their own, so the limits for each address are those of a public server.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import sandtable
from sandtable.server.running import raise_file_limit
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.table.journal import PLAY
from tools.load import LOOPBACK, free_port, processor_seconds, resident_kib
from tools.postgres import Cluster, running
from tools.rude import Rude

REPORT = Path("docs/lab/soak.md")
PACE = 5.0
BLOW_EVERY = 30.0
"""Seconds between two blows: a server killed, the other killed, the database restarted, and so on."""
AWAY_SECONDS = 3.0
"""How long a killed server or a stopped database stays away."""
PATIENCE = 20.0
ABOUT = """`python -m tools.soak --tables {tables} --minutes {minutes:g} --every {every:g}` (`make soak`):
two servers on one PostgreSQL.
{tables} tables of all games with two visitors each, who act about every {pace:g} s, each from an address of their own.
All limits are the usual ones but for the number of sockets and tables. A blow falls every {every:g} s:
a server is killed with SIGKILL, or the database is stopped at once, and comes back {away:g} s later.
All the while somebody sends half requests, bodies that stall, forged messages and endless imports,
brings watchers by the dozen and calls for advice."""
FAILURES = (OSError, WebSocketException, TimeoutError, EOFError)


class Server:
    """One server that can be killed and started again on the same port."""

    def __init__(self, database: str, sockets: int) -> None:
        self.port = free_port()
        self.base = f"{LOOPBACK}:{self.port}"
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "SANDTABLE_DATABASE": database,
            "SANDTABLE_SOCKETS": str(sockets),
            "SANDTABLE_LIVE_TABLES": str(sockets),
        }
        self.used = 0.0
        self.start()

    def start(self) -> None:
        """Start it; it answers in its own time."""
        words = [sys.executable, "-m", "sandtable", "serve", "--host", LOOPBACK, "--port", str(self.port)]
        self.process = subprocess.Popen(words, env=self._environment, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """End it without a word."""
        self.used += processor_seconds(self.process.pid)
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Let it stop by itself."""
        self.used += processor_seconds(self.process.pid)
        self.process.terminate()
        self.process.wait(60)


class Wait(NamedTuple):
    """How long an action took, and when it was sent."""

    sent: float
    seconds: float


class Soak:
    """What the visitors know, all of them together."""

    def __init__(self, servers: Sequence[Server], end: float) -> None:
        self.servers = servers
        self.end = end
        self.waits: list[Wait] = []
        self.refused: Counter[str] = Counter()
        self.failures = 0
        self.blows: list[tuple[float, str]] = []
        self.acknowledged: dict[tuple[str, str], list[list[Any]]] = {}
        self.games = 0

    @property
    def over(self) -> bool:
        """Is the time up?"""
        return time.perf_counter() >= self.end


def address(number: int) -> str:
    """A loopback address for a visitor."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


class Visitor:
    """One who plays one side of a table, goes to the other server when theirs is gone, and comes back with jitter."""

    def __init__(self, soak: Soak, table: str, side: str, token: str, number: int) -> None:
        self.soak, self.side = soak, side
        self.token = token
        self.rng = Random(number)
        self.seed, self.key = self.rng.randbytes(32).hex(), self.rng.randbytes(16).hex()
        self.played = soak.acknowledged.setdefault((table, side), [])
        self.at = number % len(soak.servers)
        self.host = address(number)
        self.over = False

    async def play(self) -> None:
        """Play until the game or the time is over."""
        while not self.over and not self.soak.over:
            try:
                base = self.soak.servers[self.at].base
                async with connect(
                    f"ws://{base}/api/ws",
                    max_size=None,
                    compression=None,
                    open_timeout=PATIENCE,
                    local_addr=(self.host, 0),
                ) as link:
                    await self._play_at(link)
            except FAILURES:
                self.soak.failures += 1
                self.at = (self.at + 1) % len(self.soak.servers)
                await asyncio.sleep(0.2 + self.rng.random())

    async def _play_at(self, link: ClientConnection) -> None:
        sit = {"type": "sit", "token": self.token, "key": self.key, "seed": self.seed, "states": "lean"}
        await link.send(orjson.dumps(sit), text=True)
        sent: tuple[float, list[Any]] | None = None
        while not self.soak.over:
            message = orjson.loads(await asyncio.wait_for(link.recv(), 6 * PATIENCE))
            if message["type"] == "refused":
                self.soak.refused[message["code"]] += 1
                sent = None
                if message["code"] == "not_stored":  # nothing has changed: ask again in a moment
                    raise TimeoutError
            if message["type"] != "state":
                continue
            if sent is not None and message.get("re") == 1:
                self.soak.waits.append(Wait(sent[0], time.perf_counter() - sent[0]))
                self.played.append(sent[1])
                sent = None
            if message["outcome"] is not None:
                self.over = True
                return
            if message["actions"] and sent is None:
                await asyncio.sleep(PACE * (0.5 + self.rng.random()))
                sent = time.perf_counter(), self.rng.choice(message["actions"])
                await link.send(
                    orjson.dumps({"type": "play", "id": 1, "n": message["n"], "action": sent[1]}), text=True
                )


async def table(soak: Soak, numbers: Any, games: Any) -> None:
    """Two visitors at one table after the other."""
    await asyncio.sleep(PACE * Random(next(numbers)).random())
    while not soak.over:
        number = next(numbers)
        body = {"game": next(games), "seats": {"allied": {"kind": "friend"}, "axis": {"kind": "friend"}}}
        try:
            made = await posted(soak.servers[number % len(soak.servers)].base, address(number), body)
        except FAILURES:
            soak.failures += 1
            await asyncio.sleep(1.0)
            continue
        soak.games += 1
        visitors = [
            Visitor(soak, made["table"], side, made["links"][side], next(numbers)) for side in ("allied", "axis")
        ]
        await asyncio.gather(*(visitor.play() for visitor in visitors))


async def posted(base: str, host: str, body: Any) -> Any:
    """A new table, asked for from an address."""
    name, _, port = base.partition(":")
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(name, int(port), local_addr=(host, 0))
        try:
            text = orjson.dumps(body)
            head = f"POST /api/tables HTTP/1.1\r\nHost: {base}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode() + text)
            answer = await reader.read()
        finally:
            writer.close()
    status, _, rest = answer.partition(b"\r\n\r\n")
    if b" 201 " not in status.partition(b"\r\n")[0]:
        raise EOFError(status[:200])
    return orjson.loads(rest)


async def blows(soak: Soak, cluster: Cluster, every: float) -> None:
    """Kill one server, then the other, then restart the database, and so on."""
    for kind in itertools.cycle(("first server killed", "second server killed", "database restarted")):
        await asyncio.sleep(every)
        if time.perf_counter() + every > soak.end:
            return  # the last stretch is left in peace, so that everybody is seen to go on
        soak.blows.append((time.perf_counter(), kind))
        if kind == "database restarted":
            await asyncio.to_thread(cluster.stop)
            await asyncio.sleep(AWAY_SECONDS)
            await asyncio.to_thread(cluster.start)
        else:
            server = soak.servers[0 if kind.startswith("first") else 1]
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(AWAY_SECONDS)
            server.start()


def missing(acknowledged: Sequence[list[Any]], stored: Sequence[list[Any]]) -> int:
    """How many acknowledged actions are not in the journal, in their order."""
    rest = iter(stored)
    return sum(1 for action in acknowledged if action not in rest)


def check(soak: Soak, database: str) -> tuple[int, int, int]:
    """Actions in the journals, acknowledged ones that are lost, and journals with a gap."""
    store = Store(Settings(database=database).address, alone=False)
    stored = lost = gaps = 0
    try:
        for name in store.names():
            kept = store.read(name)
            assert kept is not None
            stored += len(kept.journal)
            gaps += [row["n"] for row in kept.journal] != list(range(len(kept.journal)))
            for side in ("allied", "axis"):
                plays = [
                    orjson.loads(row["body"]) for row in kept.journal if (row["kind"], row["side"]) == (PLAY, side)
                ]
                lost += missing(soak.acknowledged.get((name, side), []), plays)
    finally:
        store.close()
    return stored, lost, gaps


def spread(seconds: list[float]) -> str:
    """Median and tails in milliseconds."""
    every = sorted(seconds) or [0.0]
    p50, p95, p99 = (1000 * every[min(len(every) - 1, int(len(every) * part))] for part in (0.5, 0.95, 0.99))
    return f"p50 {p50:,.0f}, p95 {p95:,.0f}, p99 {p99:,.0f}, longest {1000 * every[-1]:,.0f} ms"


def told(soak: Soak, rude: Rude, args: argparse.Namespace, found: tuple[int, int, int], memory: list[int]) -> str:
    """The report."""
    stored, lost, gaps = found
    shaken = [any(0 <= wait.sent - at < args.every / 2 for at, _ in soak.blows) for wait in soak.waits]
    quiet = [wait.seconds for wait, near in zip(soak.waits, shaken, strict=True) if not near]
    rough = [wait.seconds for wait, near in zip(soak.waits, shaken, strict=True) if near]
    kinds = Counter(kind for _, kind in soak.blows)
    used = sum(server.used for server in soak.servers)
    struck = "; ".join(f"{count} x {kind}" for kind, count in sorted(kinds.items()))
    refusals = ", ".join(f"{code} {count}" for code, count in soak.refused.most_common())
    figures = {
        "acknowledged actions": f"{len(soak.waits):,} at {soak.games:,} tables; {stored:,} entries in the journals",
        "acknowledged and lost": f"{lost}",
        "journals with a gap": f"{gaps}",
        "blows": struck or "none",
        "answers away from blows": spread(quiet),
        f"answers sent in the {args.every / 2:g} s after a blow": spread(rough),
        "connections lost or refused, and made again": f"{soak.failures:,}",
        "refusals": refusals or "none",
        "processor of both servers": f"{used:,.0f} s, {1e6 * used / max(1, stored):,.0f} us an entry; "
        "restarts, reading again and the rude one included",
        "memory of the servers at the end": f"{memory[0] / 1024:,.0f} and {memory[1] / 1024:,.0f} MiB",
        "the rude one": rude.told(),
    }
    rows = [f"| {what} | {figure} |" for what, figure in figures.items()]
    about = ABOUT.format(tables=args.tables, minutes=args.minutes, pace=PACE, every=args.every, away=AWAY_SECONDS)
    lines = ["# The soak", "", about, "", "| what | figure |", "|---|---|", *rows, ""]
    return "\n".join(lines)


async def soaked(cluster: Cluster, servers: Sequence[Server], args: argparse.Namespace) -> tuple[Soak, Rude]:
    """Play, strike and be rude until the time is up."""
    soak = Soak(servers, time.perf_counter() + 60 * args.minutes)
    numbers = itertools.count(1)
    games = itertools.cycle(sandtable.games())
    rude = Rude([server.base for server in servers])
    beside = [asyncio.create_task(blows(soak, cluster, args.every)), asyncio.create_task(rude.go_on())]
    tables = [asyncio.create_task(table(soak, numbers, games)) for _ in range(args.tables)]
    await asyncio.wait(tables, timeout=60 * args.minutes)
    for task in (*tables, *beside):
        task.cancel()
    ended = await asyncio.gather(*tables, return_exceptions=True)
    await asyncio.gather(*beside, return_exceptions=True)
    faults = [end for end in ended if isinstance(end, Exception)]
    if faults:
        raise faults[0]
    return soak, rude


def main(words: Sequence[str] | None = None) -> int:
    """The command line: 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--every", type=float, default=BLOW_EVERY, help="seconds between two blows")
    parser.add_argument("--no-write", action="store_true", help=f"print the report only, leave {REPORT} alone")
    args = parser.parse_args(words)
    raise_file_limit()
    with running() as cluster:
        database = cluster.database("soak")
        servers = [Server(database, 3 * args.tables + 500) for _ in range(2)]
        try:
            soak, rude = asyncio.run(soaked(cluster, servers, args))
            memory = [resident_kib(server.process.pid) for server in servers]
        finally:
            for server in servers:
                server.stop()
        found = check(soak, database)
    report = told(soak, rude, args, found, memory)
    print(report)
    if not args.no_write:
        REPORT.write_text(report, encoding="utf-8")
    return 1 if found[1] or found[2] else 0


if __name__ == "__main__":
    raise SystemExit(main())
