"""A process in which agents think: jobs come in as lines of JSON, progress and choices go out the same way.

    python -m sandtable.server.thinker MODULE:LIBRARY

In: `{"job": 7, "key", "game", "level", "seed", "side", "position", "seconds"}`, or `{"now": 7}`: play the best so far.
Out: `{"ready": true}` once, then `{"job": 7, "done": 0.4}`, and at the end of a job `{"job": 7, "action": [...]}` or
`{"job": 7, "error": "..."}`.
"""

from __future__ import annotations

import json
import sys
import threading
import traceback
from collections import OrderedDict
from queue import SimpleQueue
from time import monotonic
from typing import Any, TextIO

from sandtable.engine.records import Agent, Seat
from sandtable.server.library import Library, find

REMEMBERED_AGENTS = 64
TELL_EVERY = 0.2


class Clock:
    """What an agent with a `clock` may ask and tell while it thinks."""

    def __init__(self, job: int, seconds: float, hurry: threading.Event, out: TextIO) -> None:
        self._job = job
        self._end = monotonic() + seconds
        self._told = 0.0
        self._hurry = hurry
        self._out = out

    def out(self) -> bool:
        """Is it time to play the best so far?"""
        return self._hurry.is_set() or monotonic() >= self._end

    def tell(self, done: float) -> None:
        """A sign of progress from 0 to 1."""
        now = monotonic()
        if now - self._told >= TELL_EVERY:
            self._told = now
            say(self._out, {"job": self._job, "done": round(min(1.0, max(0.0, done)), 3)})


class Thinker:
    """Agents of the tables this process was asked for, the longest unused forgotten first."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._agents: OrderedDict[tuple[str, str], Agent] = OrderedDict()

    def choose(self, job: dict[str, Any], clock: Clock) -> list[Any]:
        """One of the legal actions of the side whose job it is."""
        game = self._library.load(job["game"])
        agent = self._agent(job["key"], job["level"], job["game"], job["seed"])
        if hasattr(agent, "clock"):
            agent.clock = clock
        return list(agent.choose(Seat(game.load(job["position"]), job["side"])))

    def _agent(self, key: str, level: str, game: str, seed: int) -> Agent:
        if (key, level) not in self._agents:
            self._agents[key, level] = self._library.agent(level, game, seed)
            if len(self._agents) > REMEMBERED_AGENTS:
                self._agents.popitem(last=False)
        self._agents.move_to_end((key, level))
        return self._agents[key, level]


def say(out: TextIO, message: dict[str, Any]) -> None:
    """One line out, at once."""
    out.write(json.dumps(message) + "\n")
    out.flush()


def main(library: str) -> None:
    """Think until there is nobody left to think for."""
    out, sys.stdout = sys.stdout, sys.stderr  # nothing an agent prints may come between the lines
    jobs: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
    hurry: dict[int, threading.Event] = {}

    def listen() -> None:
        for line in sys.stdin:
            message = json.loads(line)
            if "now" in message:
                if message["now"] in hurry:
                    hurry[message["now"]].set()
            else:
                hurry[message["job"]] = threading.Event()
                jobs.put(message)
        jobs.put(None)

    threading.Thread(target=listen, daemon=True).start()
    thinker = Thinker(find(library))
    say(out, {"ready": True})
    while (job := jobs.get()) is not None:
        number = job["job"]
        try:
            say(out, {"job": number, "action": thinker.choose(job, Clock(number, job["seconds"], hurry[number], out))})
        except Exception:
            say(out, {"job": number, "error": traceback.format_exc(limit=8)})
        del hurry[number]


if __name__ == "__main__":
    main(sys.argv[1])
