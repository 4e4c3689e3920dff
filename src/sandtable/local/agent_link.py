"""Agents in a second worker, so that the table goes on answering; a worker that overruns is ended and started again."""

from __future__ import annotations

import asyncio
import json
from typing import Protocol

from sandtable.table.agent_time import answer_in_time
from sandtable.table.services import Answer, Job, Progress, ThinkingFailed

START_SECONDS = 120.0


class Hand(Protocol):
    """The other worker, as the worker's script hands it in."""

    def start(self) -> None:
        """Begin it, and load Python there."""

    def say(self, message: str) -> None:
        """Send it a message."""

    def stop(self) -> None:
        """End it, whatever it is doing."""


class AgentLink:
    """The agents of this page, in a web worker of their own."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._number = 0
        self._running = False
        self._ready = asyncio.Event()
        self._answer: asyncio.Future[Answer] | None = None
        self._progress: Progress = lambda done, place: None

    def start(self) -> None:
        """Load Python there before the first job comes."""
        if not self._running:
            self._running = True
            self._ready = asyncio.Event()
            self._hand.start()

    def hear(self, text: str) -> None:
        """What the worker says: the messages of `sandtable.server.agent_worker`."""
        message = json.loads(text)
        if "ready" in message:
            self._ready.set()
        elif message.get("job") == self._number and self._answer is not None and not self._answer.done():
            if "answer" in message:
                self._answer.set_result(message["answer"])
            elif "error" in message:
                self._answer.set_exception(ThinkingFailed(message["error"]))
            else:
                self._progress(message["done"], 0)

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress) -> Answer:
        """The answer; ThinkingFailed if there is none in time."""
        self.start()
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._ready.wait()
        except TimeoutError:
            await self.end()
            raise ThinkingFailed("the agent's worker did not start") from None
        self._number += 1
        self._progress = progress
        self._answer = answer = asyncio.get_running_loop().create_future()
        self._hand.say(json.dumps({"job": self._number, **job._asdict()}))
        now = json.dumps({"now": self._number})
        try:
            return await answer_in_time(answer, job, hurry, lambda: self._hand.say(now))
        finally:
            self._answer = None
            if not answer.done():  # out of time, or nobody wants the answer: the next job needs a clean worker
                answer.cancel()
                await self.end()

    async def end(self) -> None:
        """End the worker; the next job begins another."""
        if self._running:
            self._running = False
            self._hand.stop()
