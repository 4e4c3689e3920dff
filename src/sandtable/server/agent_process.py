"""Agents in processes of their own; one that overruns is ended."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from sandtable.engine.documents import Document
from sandtable.table.agent_time import answer_in_time
from sandtable.table.services import Answer, Job, Progress, ThinkingFailed

START_SECONDS = 60.0
LINE_BYTES = 1 << 20


class AgentProcess:
    """An agent worker in a process on this machine."""

    def __init__(self, library: str) -> None:
        self._library = library
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress) -> Answer:
        """The answer; ThinkingFailed if there is none in time."""
        if self._process is None or self._process.returncode is not None:
            await self._start()
        self._number += 1
        self._say({"job": self._number, **job._asdict()})
        answer = asyncio.create_task(self._answer(progress))
        try:
            return await answer_in_time(answer, job, hurry, lambda: self._say({"now": self._number}))
        finally:
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
            *(sys.executable, "-m", "sandtable.server.agent_worker", self._library),
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
            raise ThinkingFailed("the agent's process did not start")

    def _say(self, message: Document) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _answer(self, progress: Progress) -> Answer:
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
        raise ThinkingFailed("the agent's process ended before it answered")
