"""Agent workers on a Ray cluster: the same jobs, done by actors wherever the cluster has room."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import ray
from ray.exceptions import RayError

from sandtable.engine.documents import Document
from sandtable.table.agent_time import GRACE_SECONDS
from sandtable.table.agent_worker import AgentWorker, Clock
from sandtable.table.library import find
from sandtable.table.services import Answer, Job, Progress, ThinkingFailed

LOOK_SECONDS = 0.2


class _Done:
    """Where a clock writes how far it is."""

    def __init__(self) -> None:
        self.done: float | None = None

    def tell(self, done: float) -> None:
        self.done = done


class Actor:
    """An agent worker somewhere on the cluster: one thread thinks, another can tell it to hurry."""

    def __init__(self, library: str) -> None:
        self._worker = AgentWorker(find(library))
        self._hurry = threading.Event()
        self._done = _Done()

    def work(self, job: Document) -> Answer:
        """The answer to a job."""
        self._hurry.clear()
        self._done.done = None
        return self._worker.work(job, Clock(job["seconds"], self._hurry.is_set, self._done.tell))

    def now(self) -> None:
        """Answer with the best so far."""
        self._hurry.set()

    def progress(self) -> float | None:
        """How far it is."""
        return self._done.done


def connect(address: str) -> None:
    """Join a cluster; `local` starts one here."""
    if not ray.is_initialized():
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)


_actors: list[Any] = []


def actors() -> list[Any]:
    """The actors that think for this server now."""
    return list(_actors)


class RayWorker:
    """An agent worker on the cluster; one that dies is replaced by a new one."""

    def __init__(self, library: str) -> None:
        self._library = library
        self._actor: Any = None

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress) -> Answer:
        """The answer; ThinkingFailed if there is none in time."""
        if self._actor is None:
            self._actor = ray.remote(max_concurrency=3, num_cpus=1)(Actor).remote(self._library)  # type: ignore[call-overload]
            _actors.append(self._actor)
        actor = self._actor
        answer = asyncio.ensure_future(actor.work.remote(job._asdict()))
        end = asyncio.get_running_loop().time() + job.seconds
        hurried = False
        try:
            while not answer.done():
                await asyncio.wait({answer}, timeout=LOOK_SECONDS)
                now = asyncio.get_running_loop().time()
                if answer.done():
                    break
                if not hurried and (hurry.is_set() or now >= end):
                    hurried, end = True, now + GRACE_SECONDS
                    actor.now.remote()
                elif hurried and now >= end:
                    raise ThinkingFailed(f"{job.level} did not answer in time")
                done = await actor.progress.remote()
                if done is not None:
                    progress(done, 0)
            return answer.result()
        except RayError as error:
            await self.end()
            raise ThinkingFailed(f"the agent's process ended before it answered: {error}") from None
        finally:
            if not answer.done():
                answer.cancel()
                await self.end()

    async def end(self) -> None:
        """End the actor."""
        actor, self._actor = self._actor, None
        if actor is not None:
            _actors.remove(actor)
            ray.kill(actor)
