"""When Python looks for garbage: a look through everything holds up everybody, so the server chooses when.

Tables and sockets live long and are many: left alone, Python goes through all of them again and again, for half a
second at a thousand tables. Here what is alive is set aside every second, so that only what is new is looked through.
Things let go of are freed all the same, but for those that hold on to each other; they are found when memory has grown.
"""

from __future__ import annotations

import asyncio
import gc
import sys

LOOK_SECONDS = 1.0
YOUNG = 10_000
"""New objects before Python looks through the new ones; its own 700 is soon reached here."""
GROWTH = 1.5
LEAST_GROWTH = 1_000_000
"""Everything is looked through once there are so many times, and so many, more blocks of memory than after the last."""


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
