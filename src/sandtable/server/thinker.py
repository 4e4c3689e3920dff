"""A process in which agents think: jobs come in as lines of JSON, progress and choices go out the same way.

    python -m sandtable.server.thinker MODULE:LIBRARY

In: `{"job": 7, "kind", "key", "game", "level", "seed", "side", "position", "moves", "seconds"}`, or `{"now": 7}`:
answer with the best so far. The kind is `choose`, `advise`, or `review`: a look back at the `moves` since the position.
Out: `{"ready": true}` once, then `{"job": 7, "done": 0.4}`, and at the end of a job `{"job": 7, "answer": ...}` or
`{"job": 7, "error": "..."}`.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import threading
import traceback
from collections import OrderedDict
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any, TextIO

from sandtable.ai.core.reasons import reasons
from sandtable.ai.core.review import review
from sandtable.ai.core.search import Search
from sandtable.engine.game import Game
from sandtable.engine.records import Agent, Seat
from sandtable.server.shelf import unpack
from sandtable.table.library import Library, find

REMEMBERED_AGENTS = 64
TELL_EVERY = 0.2


class Clock:
    """What an agent with a `clock` may ask and tell while it thinks."""

    def __init__(self, job: int, seconds: float, hurry: threading.Event, out: TextIO | None) -> None:
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
        if self._out is not None and now - self._told >= TELL_EVERY:
            self._told = now
            say(self._out, {"job": self._job, "done": round(min(1.0, max(0.0, done)), 3)})


class Thinker:
    """Agents of the tables this process was asked for, the longest unused forgotten first."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._packs: dict[str, Game] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="sandtable-thinker-")
        self._agents: OrderedDict[tuple[str, str], Agent] = OrderedDict()

    def work(self, job: dict[str, Any], clock: Clock) -> Any:
        """The answer to a job: an action, advice, or a review."""
        game = self._game(job["game"], job.get("pack"))
        agent = self._agent(f"{job['key']} {job['kind']}", job["level"], job["game"], job["seed"])
        if hasattr(agent, "clock"):
            agent.clock = clock
        pos = game.load(job["position"])
        match job["kind"]:
            case "advise":
                return advice(agent, Seat(pos, job["side"]))
            case "review":
                if not isinstance(agent, Search):
                    raise ValueError(f"{job['level']} cannot look back at a game")
                return review(agent, pos, [game.action(move) for move in job["moves"]], clock)
        return list(agent.choose(Seat(pos, job["side"])))

    def _game(self, name: str, pack: dict[str, str] | None) -> Game:
        """The game with the data the table was started with."""
        if pack is None:
            return self._library.load(name)
        digest = hashlib.sha256(json.dumps(pack, sort_keys=True).encode()).hexdigest()
        if digest not in self._packs:
            self._packs[digest] = self._library.load(name, unpack(Path(self._folder.name), digest, pack))
        return self._packs[digest]

    def _agent(self, key: str, level: str, game: str, seed: int) -> Agent:
        if (key, level) not in self._agents:
            self._agents[key, level] = self._library.agent(level, game, seed)
            if len(self._agents) > REMEMBERED_AGENTS:
                self._agents.popitem(last=False)
        self._agents.move_to_end((key, level))
        return self._agents[key, level]


def advice(agent: Agent, seat: Seat) -> list[dict[str, Any]]:
    """The choices of an agent for a seat, the best first, with its reasons if it has any."""
    if isinstance(agent, Search):
        return [{"do": list(reason.action), **reason.document()} for reason in reasons(agent, seat)]
    return [{"do": list(agent.choose(seat))}]


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
            say(out, {"job": number, "answer": thinker.work(job, Clock(number, job["seconds"], hurry[number], out))})
        except Exception:
            say(out, {"job": number, "error": traceback.format_exc(limit=8)})
        del hurry[number]


if __name__ == "__main__":
    main(sys.argv[1])
