"""How long an action waits at many tables, worked out from processor time, for a machine too busy to be timed.

    python -m tools.queue_times --tables 1000 --pace 5 --seconds 30

Tables of all games in one process with SQLite, two listeners each who are told changes, and no sockets. Every side acts
after about so many seconds; an action is carried out for real, and its processor time is what it keeps the server busy.
Waits follow by queueing: whoever comes while the server is busy waits for those who came before. The search for garbage
is in it every second. `--more` is added to every action for what is not here: reading a message and writing two.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import sandtable
from sandtable.server import messages
from sandtable.server.bus import Nobody
from sandtable.server.collection import LOOK_SECONDS, Collector
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.work import Work
from sandtable.server.writer import Writer
from sandtable.table import desk, library
from sandtable.table.desk import Guest
from sandtable.table.services import Services, ThinkingFailed
from sandtable.table.shelf import Shelf
from sandtable.table.tables import Seated, Tables
from tools.load import spread


class Listener(Guest):
    """Hears everything and keeps nothing."""

    def send(self, message: bytes) -> None:
        """See `Guest`."""


class Nobodies:
    """No agent sits at these tables."""

    async def work(self, *given: Any) -> Any:
        """Nobody asks."""
        raise ThinkingFailed("no agent sits here")


async def seated(tables: Tables, game: str, rng: Random) -> dict[str, tuple[Guest, Seated]]:
    """A new table with a listener on both sides."""
    friends = {side: {"kind": "friend"} for side in ("allied", "axis")}
    links = (await tables.create(game, None, {}, friends, True))["links"]
    seats: dict[str, tuple[Guest, Seated]] = {}
    for side in friends:
        sit = {"type": "sit", "token": links[side], "seed": rng.randbytes(32).hex(), "states": "changes"}
        guest = Listener()
        request = messages.request.validate_python(sit)
        seats[side] = guest, await desk.sit(guest, tables, request, lambda seat: None)
    return seats


async def queued(tables: Tables, args: argparse.Namespace) -> tuple[list[float], float, float]:
    """What each action waits and takes; the share of the time that the server is busy; the longest look for garbage."""
    rng, games, clock = Random(args.seed), sandtable.games(), time.process_time
    places = [await seated(tables, games[number % len(games)], rng) for number in range(args.tables)]
    collector = Collector()
    collector.begin()
    arrivals = [(args.pace * 1.5 * rng.random(), number) for number in range(args.tables)]
    heapq.heapify(arrivals)
    free = busy = looked = longest = 0.0
    waits: list[float] = []
    while arrivals and arrivals[0][0] < args.seconds:
        at, number = heapq.heappop(arrivals)
        while looked + LOOK_SECONDS < at:
            looked += LOOK_SECONDS
            start = clock()
            collector.look()
            free = max(free, looked) + clock() - start
            busy, longest = busy + clock() - start, max(longest, clock() - start)
        seats = places[number]
        table = seats["axis"][1].table
        if table.over:
            continue
        side = str(table.pos.side)
        guest, seat = seats[side]
        action = list(rng.choice(table.pos.actions()))
        start = clock()
        await table.play(seat.role, table.count_of(seat.role), action, guest, 1)
        took = clock() - start + args.more / 1e6
        free, busy = max(free, at) + took, busy + took
        waits.append(free - at)
        heapq.heappush(arrivals, (free + args.pace * (0.5 + rng.random()), number))
    return waits, busy / args.seconds, longest


async def measured(args: argparse.Namespace) -> None:
    """Print it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{Path(folder) / 'queue.db'}", live_tables=args.tables + 1)
        store = Store(settings.address)
        writer = Writer(store)
        shelf = Shelf(library.find(settings.library), store)
        tables = Tables(Services(settings, shelf, writer, Nobodies(), Nobody()), shelf, Work(settings))
        waits, busy, longest = await queued(tables, args)
        await tables.close()
        await writer.close()
        store.close()
    print(
        f"{args.tables} tables of all games, an action each {args.pace:g} s: {len(waits) / args.seconds:.0f} a second"
    )
    print(
        f"the server is busy {100 * busy:.0f} % of the time; a look for garbage takes {1000 * longest:.0f} ms at most"
    )
    print(f"answer {spread(waits)}")


def main(words: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--pace", type=float, default=5.0, help="seconds before a side acts")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--more", type=float, default=350.0, help="microseconds of processor for the sockets")
    parser.add_argument("--seed", type=int, default=5)
    asyncio.run(measured(parser.parse_args(words)))


if __name__ == "__main__":
    main()
