"""Heavy work for strangers: in a few threads of its own, with a budget of processor time for each address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import TypeVar

from sandtable.server.settings import Settings
from sandtable.table.limits import Budgets
from sandtable.table.services import Refused

T = TypeVar("T")
THREADS = 2
WAITING = 16
"""Pieces of work that may wait for a thread."""
COMES_BACK = 0.1
"""Seconds of processor that an address gets back in a second."""


class Work:
    """Imports, checks of dice and the like: they hold up nobody but those who asked for them."""

    def __init__(self, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="work")
        self._budgets = Budgets(COMES_BACK, settings.processor_seconds)
        self._under_way = 0

    async def do(self, address: str, most: float, function: Callable[[Callable[[], None]], T]) -> T:
        """What the function makes; it is handed something to call now and then, which refuses after `most` seconds."""
        if not self._budgets.has(address):
            raise Refused("too_fast", "this address has used up its share of the processor; wait a minute")
        if self._under_way >= THREADS + WAITING:
            raise Refused("too_fast", "too many such requests are waiting already; try again in a moment")
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, self._measured, address, most, function
            )
        finally:
            self._under_way -= 1

    def _measured(self, address: str, most: float, function: Callable[[Callable[[], None]], T]) -> T:
        start = thread_time()

        def spend() -> None:
            if thread_time() - start > most:
                raise Refused("too_big", f"this takes more than {most:g} seconds of processor")

        try:
            return function(spend)
        finally:
            self._budgets.spend(address, thread_time() - start)

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
