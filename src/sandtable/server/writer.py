"""Group commit: writes that arrive together, or while a commit is under way, are stored in one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sandtable.server.store import Store
from sandtable.table.kept import Kept, Write

MOST = 512


class Writer:
    """Commits, in a thread where that takes time; every `put` is done when its writes are stored."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Sequence[Write], asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    def put(self, writes: Sequence[Write]) -> asyncio.Future[None]:
        """Store these writes, all or none: done when they are, or the error of the database if it refuses them."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((writes, done))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return done

    async def read(self, table: str) -> Kept | None:
        """All that is kept of a table."""
        return await asyncio.to_thread(self._store.read, table)

    async def close(self) -> None:
        """Wait for what is under way."""
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                await asyncio.sleep(0)  # whoever is ready now joins this commit
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                parts = [writes for writes, _ in batch]
                if self._store.quick:
                    faults = self._commit(parts)
                else:
                    faults = await loop.run_in_executor(self._thread, self._commit, parts)
                for (_, done), fault in zip(batch, faults, strict=True):
                    if done.cancelled():
                        continue
                    if fault is None:
                        done.set_result(None)
                    else:
                        done.set_exception(fault)
        finally:
            self._task = None

    def _commit(self, batch: Sequence[Sequence[Write]]) -> list[Exception | None]:
        """All in one commit; if that fails each by itself, so that one bad write fails alone."""
        try:
            self._store.carry_out(write for writes in batch for write in writes)
        except Exception as error:
            if len(batch) == 1:
                return [error]
            return [self._commit([writes])[0] for writes in batch]
        return [None] * len(batch)
