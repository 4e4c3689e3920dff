"""The second worker: jobs come in, progress and answers go out, as in `sandtable.server.agent_worker`."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from functools import partial
from time import monotonic

from sandtable.engine.documents import Document
from sandtable.table.agent_worker import AgentWorker, Clock
from sandtable.table.library import installed

LISTEN_EVERY = 0.05
"""Seconds of thought between two looks at what has come in."""
Listen = Callable[[], None]
"""Lets messages come in while Python is at work; browsers that cannot do so have none."""


class JobDesk:
    """One that thinks about one job at a time."""

    def __init__(self, tell: Callable[[str], None], listen: Listen | None) -> None:
        self._tell = tell
        self._listen = listen
        self._worker = AgentWorker(installed)
        self._hurried = 0
        """The number of the job that is to be answered now."""
        self._listened = 0.0
        self._say({"ready": True})

    def hear(self, text: str) -> None:
        """A job, or a request to have its answer now."""
        message = json.loads(text)
        if "now" in message:
            self._hurried = message["now"]
            return
        number = message["job"]
        clock = Clock(message["seconds"], partial(self._wanted, number), partial(self._done, number))
        try:
            self._say({"job": number, "answer": self._worker.work(message, clock)})
        except Exception:
            self._say({"job": number, "error": traceback.format_exc(limit=8)})

    def _wanted(self, number: int) -> bool:
        """Is the answer to a job wanted now?"""
        if self._listen is not None and monotonic() - self._listened >= LISTEN_EVERY:
            self._listen()
            self._listened = monotonic()
        return self._hurried == number

    def _done(self, number: int, done: float) -> None:
        self._say({"job": number, "done": done})

    def _say(self, message: Document) -> None:
        self._tell(json.dumps(message))
