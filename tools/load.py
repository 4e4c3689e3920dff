"""A load test of the server on this machine: bots on many sockets play whole games as fast as they are answered.

    python -m tools.load --seconds 10
    python -m tools.load --tables 12 --game bravery --states lean
    python -m tools.load --tables 1000 --game all --pace 5 --seconds 60 --settle 20
    python -m tools.load --tables 5000 --game all --pace 5 --workers 2 --database postgresql://user@host/empty

With `--pace` the bots play as people do: each waits about this many seconds before it acts.
It starts a server of its own on the loopback address with a fresh database, plays for this many seconds, and prints
stored actions a second and the time from sending an action to its stored answer. The reference is a fixed piece of
arithmetic timed just before: dividing by it makes figures of a busy and a quiet machine comparable.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import orjson
from websockets.asyncio.client import ClientConnection, connect

import sandtable
from sandtable.server.running import raise_file_limit
from sandtable.table.changes import changed

LOOPBACK = "127.0.0.1"
MOST_SECONDS = 3600.0
MOST_TABLES = 10_000
PATIENCE = 2.0
"""Seconds to wait for an answer once the time is up."""


class Wait(NamedTuple):
    """When an action was sent, and how long its answer took."""

    sent: float
    seconds: float


class Play(NamedTuple):
    """What the bots at one table saw."""

    waits: list[Wait]


class Pool:
    """Tables to play at, made as they are needed, until the time is up."""

    def __init__(self, base: str, game: str, end: float, pace: float = 0.0) -> None:
        self.base = base
        self.games_played = itertools.cycle(sandtable.games() if game == "all" else [game])
        self.pace = pace
        self.end = end
        self.stored = 0
        self.games = 0
        self.last = 0.0

    def table(self) -> tuple[str, str]:
        """The two tokens of a new table."""
        body = {"game": next(self.games_played), "seats": {"allied": {"kind": "friend"}, "axis": {"kind": "friend"}}}
        request = urllib.request.Request(
            f"http://{self.base}/api/tables", orjson.dumps(body), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            links = orjson.loads(answer.read())["links"]
        return links["allied"], links["axis"]


async def seat(pool: Pool, token: str, states: str, rng: Random, play: Play) -> int:
    """Play one side until the game is over or the time is up; the last number heard."""
    n: int = 0
    view: dict[str, Any] = {}
    async with connect(f"ws://{pool.base}/api/ws", max_size=None, compression=None) as link:
        await link.send(
            orjson.dumps({"type": "sit", "token": token, "seed": rng.randbytes(32).hex(), "states": states}), text=True
        )
        sent, waiting = 0.0, False
        while True:
            message = await _heard(link, pool.end)
            if message is None:
                return n
            if message["type"] == "refused":
                raise RuntimeError(f"refused: {message['code']}: {message['text']}")
            if message["type"] != "state":
                continue
            n = message["n"]
            if waiting and "re" in message:
                pool.last = time.perf_counter()
                play.waits.append(Wait(sent, pool.last - sent))
                waiting = False
            view = changed(view, message["change"]) if "change" in message else message.get("view", message)
            if view["outcome"] is not None or time.perf_counter() >= pool.end:
                return n
            if view["actions"]:
                choice = view["actions"][int(rng.random() * len(view["actions"]))]
                if pool.pace:
                    await asyncio.sleep(pool.pace * (0.5 + rng.random()))
                sent, waiting = time.perf_counter(), True
                await link.send(
                    orjson.dumps(
                        {"type": "play", "id": 1, "n": n, "action": choice["do"] if states != "lean" else choice}
                    ),
                    text=True,
                )


async def _heard(link: ClientConnection, end: float) -> dict[str, Any] | None:
    """The next message; None when nothing comes any more after the end."""
    try:
        async with asyncio.timeout(max(0.0, end - time.perf_counter()) + PATIENCE):
            message: dict[str, Any] = orjson.loads(await link.recv())
            return message
    except TimeoutError:
        return None


async def pair(pool: Pool, states: str, seed: int) -> list[Wait]:
    """Two bots at one table after the other."""
    rng, play = Random(seed), Play([])
    await asyncio.sleep(pool.pace * rng.random())
    while time.perf_counter() < pool.end:
        tokens = await asyncio.to_thread(pool.table)
        both = [seat(pool, token, states, Random(rng.random()), play) for token in tokens]
        stored = max(await asyncio.gather(*both))
        pool.stored += stored
        pool.games += 1
    return play.waits


def reference() -> float:
    """Millions of steps a second of a loop of plain arithmetic."""
    start = time.perf_counter()
    total = 0
    for number in range(2_000_000):
        total += number & 7
    assert total
    return 2 / (time.perf_counter() - start)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def processor_seconds(pid: int) -> float:
    """What a process has used so far (where there is a /proc)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and those it has started, agent workers left out."""
    found = [pid]
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="ascii").rpartition(")")[2].split()
            words = (status.parent / "cmdline").read_text(encoding="utf-8")
        except OSError:
            continue
        if int(fields[1]) == pid and "agent_worker" not in words:
            found.append(int(status.parent.name))
    return found


def resident_kib(pid: int) -> int:
    """The memory a process has now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def start_server(folder: Path, database: str | None, workers: int = 1) -> tuple[subprocess.Popen[bytes], str]:
    """A server of our own on the loopback address."""
    port = free_port()
    settings = {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "SANDTABLE_DATABASE": database or f"sqlite:///{folder / 'load.db'}",
        "SANDTABLE_CREATES_PER_MINUTE": "100000",
        "SANDTABLE_REQUESTS_PER_SECOND": "100000",
        "SANDTABLE_MESSAGES_PER_SECOND": "100000",
        "SANDTABLE_SOCKETS": "100000",
        "SANDTABLE_SOCKETS_PER_ADDRESS": "100000",
        "SANDTABLE_CONNECTIONS_PER_ADDRESS": "100000",
        "SANDTABLE_TABLES": "1000000",
        "SANDTABLE_LIVE_TABLES": "100000",
    }
    words = [sys.executable, "-m", "sandtable", "serve", "--host", LOOPBACK, "--port", str(port)]
    words += ["--workers", str(workers)]
    process = subprocess.Popen(words, env={**os.environ, **settings}, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        try:
            urllib.request.urlopen(f"http://{LOOPBACK}:{port}/api/openapi.json", timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return process, f"{LOOPBACK}:{port}"
    raise SystemExit("the server did not start")


async def warm_up(base: str, args: argparse.Namespace) -> None:
    """Play a little, so that everything is loaded once."""
    games = len(sandtable.games()) if args.game == "all" else 1
    pool = Pool(base, args.game, time.perf_counter() + games)
    await asyncio.gather(*(pair(pool, args.states, number) for number in range(games)))


def spread(seconds: list[float]) -> str:
    """Median and tails in milliseconds."""
    every = sorted(seconds)
    p50, p95, p99 = (1000 * every[int(len(every) * part)] for part in (0.5, 0.95, 0.99))
    return f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms"


async def measure(base: str, args: argparse.Namespace) -> int:
    """Play and print; how many actions were stored."""
    pool = Pool(base, args.game, time.perf_counter() + args.seconds, args.pace)
    start = time.perf_counter()
    waits = await asyncio.gather(*(pair(pool, args.states, seed) for seed in range(args.tables)))
    spent = pool.last - start
    every = [wait for part in waits for wait in part]
    speed = reference()
    print(f"{args.game}, {args.tables} tables, {2 * args.tables} sockets, states: {args.states}")
    print(f"stored actions/s {pool.stored / spent:,.0f} (of players {len(every) / spent:,.0f}), {pool.games} games")
    print(f"answer {spread([wait.seconds for wait in every])}")
    later = [wait.seconds for wait in every if wait.sent > start + args.settle]
    if args.settle and later:
        print(f"once everybody had sat for {args.settle:g} s: {len(later)} actions, answer {spread(later)}")
    print(f"reference {speed:.1f} million steps/s; stored actions per million steps {pool.stored / spent / speed:,.1f}")
    return pool.stored


def main(words: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--game", default="bravery")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument(
        "--states",
        choices=["changes", "whole", "lean"],
        default="changes",
        help="what is told: changes of the view, as the page asks for; whole views; or none of it, for bots",
    )
    parser.add_argument("--pace", type=float, default=0.0, help="seconds a bot thinks, as a person would")
    parser.add_argument("--settle", type=float, default=0.0, help="seconds after which answers are also told apart")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; several need PostgreSQL")
    parser.add_argument("--database", help="an SQLAlchemy address instead of a fresh SQLite file")
    args = parser.parse_args(words)
    args.seconds, args.tables = min(args.seconds, MOST_SECONDS), min(args.tables, MOST_TABLES)
    with tempfile.TemporaryDirectory() as folder:
        raise_file_limit()
        process, base = start_server(Path(folder), args.database, args.workers)
        try:
            asyncio.run(warm_up(base, args))
            all_of_it = family(process.pid)
            used = -sum(map(processor_seconds, all_of_it))
            memory = -sum(map(resident_kib, all_of_it))
            stored = asyncio.run(measure(base, args))
            used += sum(map(processor_seconds, all_of_it))
            memory += sum(map(resident_kib, all_of_it))
        finally:
            process.terminate()
            process.wait(10)
    share = 100 * used / args.seconds
    print(f"the server used {1e6 * used / stored:,.0f} us of processor an action, {share:.0f} % of one core")
    print(f"and grew by {memory / args.tables:,.0f} KiB a table with its two sockets")


if __name__ == "__main__":
    main()
