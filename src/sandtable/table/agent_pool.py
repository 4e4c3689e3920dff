"""The queue of jobs for agents: a job goes to the next free worker.

Opponents' moves come before advice, advice before reviews. Among equals, the person who has had the least thinking
time lately goes first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from sandtable.table.services import Answer, Job, Progress, ThinkingFailed

log = logging.getLogger("sandtable.table")
HALF_LIFE = 60.0
"""Seconds after which half of what a person has had is forgotten."""
ORDER = {"choose": 0, "advise": 1, "review": 2}
REMEMBERED = 10_000


class Worker(Protocol):
    """Does one job at a time."""

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress) -> Answer:
        """The answer; ThinkingFailed if there is none in time."""

    async def end(self) -> None:
        """Stop thinking."""


class Waiting:
    """A job waiting for a worker."""

    def __init__(self, number: int, job: Job, progress: Progress) -> None:
        self.number = number
        self.job = job
        self.progress = progress
        self.worker: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()


class AgentPool:
    """The agent workers of a server, and the queue for them."""

    def __init__(
        self,
        make: Callable[[], Worker],
        count: int,
        on_wait: Callable[[float], None] = lambda seconds: None,
        on_queue: Callable[[int], None] = lambda length: None,
    ) -> None:
        self._on_wait, self._on_queue = on_wait, on_queue
        self._all = [make() for _ in range(count)]
        self._free = list(self._all)
        self._queue: list[Waiting] = []
        self._had: dict[str, tuple[float, float]] = {}
        """For each person the seconds of thought they had, and when that was counted."""
        self._numbers = 0

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress, fallback: str | None = None) -> Answer:
        """The answer of the job's agent, or, if it fails, of an agent of level `fallback`."""
        start = monotonic()
        worker = await self._turn(job, progress)
        began = monotonic()
        self._on_wait(began - start)
        try:
            try:
                return await worker.work(job, hurry, progress)
            except ThinkingFailed as failure:
                if fallback is None:
                    raise
                log.warning("%s at %s: %s; %s answers instead", job.level, job.game, failure, fallback)
                return await worker.work(job._replace(level=fallback), asyncio.Event(), progress)
        finally:
            self._count(job.person, monotonic() - began)
            self._free.append(worker)
            self._hand_out()

    async def close(self) -> None:
        """End every worker."""
        for worker in self._all:
            await worker.end()

    async def _turn(self, job: Job, progress: Progress) -> Worker:
        """Wait until it is this job's turn."""
        self._numbers += 1
        waiting = Waiting(self._numbers, job, progress)
        self._queue.append(waiting)
        self._hand_out()
        try:
            return await waiting.worker
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
            elif waiting.worker.done() and not waiting.worker.cancelled():
                self._free.append(waiting.worker.result())
                self._hand_out()
            raise

    def _hand_out(self) -> None:
        self._queue.sort(key=self._rank)
        while self._free and self._queue:
            waiting = self._queue.pop(0)
            if not waiting.worker.done():
                waiting.worker.set_result(self._free.pop())
        self._on_queue(len(self._queue))
        for place, waiting in enumerate(self._queue, 1):
            waiting.progress(None, place)

    def _rank(self, waiting: Waiting) -> tuple[int, float, int]:
        job = waiting.job
        return ORDER[job.kind], self.had(job.person), waiting.number

    def had(self, person: str) -> float:
        """The seconds of thought a person has had lately."""
        seconds, when = self._had.get(person, (0.0, 0.0))
        return seconds * float(0.5 ** ((monotonic() - when) / HALF_LIFE))

    def _count(self, person: str, seconds: float) -> None:
        had = self.had(person) + seconds
        self._had.pop(person, None)
        self._had[person] = (had, monotonic())
        if len(self._had) > REMEMBERED:
            del self._had[next(iter(self._had))]
