"""Group commit: writes that arrive together, or while a commit is under way, are stored in one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from sandtable.engine.documents import Document
from sandtable.server import metrics
from sandtable.server.store import TELL, Busy, Store
from sandtable.table.storage import Conflict, Seat, StoredTable, Write, notes_of

MOST = 512
CHECKPOINT_EVERY = 500
"""Commits between two moves of SQLite's log to its file."""


class Writer:
    """Keeps what tables write; a commit that would have to wait does so in a thread, never in the event loop."""

    def __init__(self, store: Store, note: Callable[[Document], str] | None = None) -> None:
        self._store = store
        self._note = note
        """Makes of a note what is told to other servers with the commit; None where there are none."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Sequence[Write], asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self.commits = 0

    def put(self, writes: Sequence[Write]) -> asyncio.Future[None]:
        """Store these writes, all or none: done when they are, or the error of the database if it refuses them."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._note is not None:
            writes = [*writes, (TELL, [{"payload": self._note(note)} for note in notes_of(writes)])]
        self._waiting.append((writes, done))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return done

    async def read(self, table: str, entries: int = 0, said: int = 0) -> StoredTable | None:
        """All that is stored of a table, or only what follows the first entries and lines of talk."""
        return await asyncio.to_thread(self._store.read, table, entries, said)

    async def seat(self, hashed: str) -> Seat | None:
        """What a token with this hash opens."""
        return await asyncio.to_thread(self._store.seat, hashed)

    async def invitation(self, table: str, role: str) -> str | None:
        """The hash of the link to a seat that nobody has taken."""
        return await asyncio.to_thread(self._store.invitation, table, role)

    async def count_tables(self) -> int:
        """How many tables there are."""
        return await asyncio.to_thread(self._store.count_tables)

    async def keep_pack(self, digest: str, game: str, files: Mapping[str, str]) -> None:
        """Keep the files of a data pack that a table is started with, once."""
        await asyncio.to_thread(self._store.keep_pack, digest, game, files)

    async def close(self) -> None:
        """Wait for what is under way."""
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def _drain(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # whoever is ready now joins this commit
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                start = monotonic()
                faults = await self._committed([writes for writes, _ in batch])
                metrics.commits.observe(monotonic() - start)
                metrics.entries.inc(len(batch))
                for (_, done), fault in zip(batch, faults, strict=True):
                    if done.cancelled():
                        continue
                    if fault is None:
                        done.set_result(None)
                    else:
                        done.set_exception(fault)
        finally:
            self._task = None

    async def _committed(self, batch: Sequence[Sequence[Write]]) -> list[Exception | None]:
        loop = asyncio.get_running_loop()
        self.commits += 1
        if self._store.sqlite and self.commits % CHECKPOINT_EVERY == 0:
            await loop.run_in_executor(self._thread, self._store.checkpoint)
        if self._store.quick:
            try:
                self._store.carry_out_at_once(write for writes in batch for write in writes)
            except (Busy, Conflict):
                pass
            except Exception as error:
                return [error] * len(batch)
            else:
                return [None] * len(batch)
        return await loop.run_in_executor(self._thread, self._commit, batch)

    def _commit(self, batch: Sequence[Sequence[Write]]) -> list[Exception | None]:
        """All in one commit; where one is in conflict each by itself, so that it fails alone."""
        try:
            self._store.carry_out(write for writes in batch for write in writes)
        except Conflict as error:
            if len(batch) == 1:
                return [error]
            return [self._commit([writes])[0] for writes in batch]
        except Exception as error:
            return [error] * len(batch)
        return [None] * len(batch)
