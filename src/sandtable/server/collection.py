"""When Python collects garbage: a full collection stops everybody, so the server chooses the moment.

Tables and sockets are many and live long. Left alone, Python scans all of them again and again, half a second at a time
with a thousand tables. Here everything alive is frozen once a second, so that a collection scans only what is new.
Objects are still freed when nothing refers to them. Cycles among frozen objects are found once memory has grown.
"""

from __future__ import annotations

import asyncio
import gc
import sys

LOOK_SECONDS = 1.0
YOUNG = 10_000
"""New objects that trigger a collection of the young ones; Python's own 700 is soon reached here."""
GROWTH = 1.5
LEAST_GROWTH = 1_000_000
"""A full collection runs once memory blocks have grown by this factor, and by at least this many, since the last."""


class Collector:
    """Sets aside what is alive, and decides when to look through all of it."""

    def __init__(self) -> None:
        self.full = 0
        """How often everything was looked through."""
        self._enough = 0

    def begin(self) -> None:
        """All that is loaded is set aside."""
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
        self._look_through()

    def look(self) -> None:
        """Look through what is new, or through everything if memory has grown."""
        if sys.getallocatedblocks() > self._enough:
            gc.unfreeze()
            self._look_through()
        else:
            gc.collect(1)
            gc.freeze()

    async def go_on(self) -> None:
        """Every second."""
        self.begin()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def _look_through(self) -> None:
        self.full += 1
        gc.collect()
        gc.freeze()
        blocks = sys.getallocatedblocks()
        self._enough = max(int(blocks * GROWTH), blocks + LEAST_GROWTH)
