"""Agents in processes of their own. A job goes to the next free thinker; one that overruns is ended.

Nobody waits for another's pleasure: opponents' moves come before advice, advice before reviews, and among equals the
person goes first who has had the least thought lately.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol

from sandtable.server import metrics
from sandtable.table.house import Job, Progress, ThinkingFailed

log = logging.getLogger("sandtable.server")
GRACE_SECONDS = 2.0
START_SECONDS = 60.0
LINE_BYTES = 1 << 20
HALF_LIFE = 60.0
"""Seconds after which half of what a person has had is forgotten."""
ORDER = {"choose": 0, "advise": 1, "review": 2}
REMEMBERED = 10_000


class Thinker(Protocol):
    """One who does one job at a time."""

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress) -> Any:
        """The answer; ThinkingFailed if there is none in time."""

    async def end(self) -> None:
        """Stop thinking."""


class Process:
    """A thinker in a process on this machine."""

    def __init__(self, library: str) -> None:
        self._library = library
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress) -> Any:
        """The answer; ThinkingFailed if there is none in time."""
        if self._process is None or self._process.returncode is not None:
            await self._start()
        self._number += 1
        self._say({"job": self._number, **job._asdict()})
        answer = asyncio.create_task(self._answer(progress))
        hurried = asyncio.create_task(hurry.wait())
        try:
            await asyncio.wait({answer, hurried}, timeout=job.seconds, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                self._say({"now": self._number})
                await asyncio.wait({answer}, timeout=GRACE_SECONDS)
            if not answer.done():
                raise ThinkingFailed(f"{job.level} did not answer in time")
            return answer.result()
        finally:
            hurried.cancel()
            if not answer.done():  # out of time, or nobody wants the answer: the next job needs a clean process
                answer.cancel()
                await self.end()

    async def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def _start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandtable.server.thinker", self._library),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )

        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                ready = await self._process.stdout.readline()
        except TimeoutError:
            ready = b""
        if not ready:
            await self.end()
            raise ThinkingFailed("the thinker did not start")

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _answer(self, progress: Progress) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            message = json.loads(line)
            if message["job"] != self._number:
                continue
            if "answer" in message:
                return message["answer"]
            if "error" in message:
                raise ThinkingFailed(message["error"])
            progress(message["done"], 0)
        raise ThinkingFailed("the thinker ended before it answered")


class Waiting:
    """A job that waits for a thinker."""

    def __init__(self, number: int, job: Job, progress: Progress) -> None:
        self.number = number
        self.job = job
        self.progress = progress
        self.thinker: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()


class Thinking:
    """The thinkers of a server, and the queue before them."""

    def __init__(self, make: Callable[[], Thinker], count: int) -> None:
        self._all = [make() for _ in range(count)]
        self._free = list(self._all)
        self._queue: list[Waiting] = []
        self._had: dict[str, tuple[float, float]] = {}
        """For each person the seconds of thought they had, and when that was counted."""
        self._numbers = 0

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress, fallback: str | None = None) -> Any:
        """The answer of the job's agent, or if that one fails of an agent of level `fallback`."""
        start = monotonic()
        thinker = await self._turn(job, progress)
        began = monotonic()
        metrics.waited.observe(began - start)
        try:
            try:
                return await thinker.work(job, hurry, progress)
            except ThinkingFailed as failure:
                if fallback is None:
                    raise
                log.warning("%s at %s: %s; %s answers instead", job.level, job.game, failure, fallback)
                return await thinker.work(job._replace(level=fallback), asyncio.Event(), progress)
        finally:
            self._count(job.person, monotonic() - began)
            self._free.append(thinker)
            self._hand_out()

    async def close(self) -> None:
        """End every thinker."""
        for thinker in self._all:
            await thinker.end()

    async def _turn(self, job: Job, progress: Progress) -> Thinker:
        """Wait until it is this job's turn."""
        self._numbers += 1
        waiting = Waiting(self._numbers, job, progress)
        self._queue.append(waiting)
        self._hand_out()
        try:
            return await waiting.thinker
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
            elif waiting.thinker.done() and not waiting.thinker.cancelled():
                self._free.append(waiting.thinker.result())
                self._hand_out()
            raise

    def _hand_out(self) -> None:
        self._queue.sort(key=self._rank)
        while self._free and self._queue:
            waiting = self._queue.pop(0)
            if not waiting.thinker.done():
                waiting.thinker.set_result(self._free.pop())
        metrics.queued.set(len(self._queue))
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
