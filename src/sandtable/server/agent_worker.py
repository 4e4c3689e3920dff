"""A process in which agents think: jobs come in as lines of JSON, progress and choices go out the same way.

    python -m sandtable.server.agent_worker MODULE:LIBRARY

In: `{"job": 7, "kind", "key", "game", "level", "seed", "side", "position", "moves", "seconds"}`, or `{"now": 7}`:
answer with the best so far. The kind is `choose`, `advise`, or `review`: a look back at the `moves` since the position.
Out: `{"ready": true}` once, then `{"job": 7, "done": 0.4}`, and at the end of a job `{"job": 7, "answer": ...}` or
`{"job": 7, "error": "..."}`.
"""

from __future__ import annotations

import json
import sys
import threading
import traceback
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import TextIO

from sandtable.engine.documents import Document
from sandtable.table.agent_worker import AgentWorker, Clock
from sandtable.table.library import find


def say(out: TextIO, message: Document) -> None:
    """One line out, at once."""
    out.write(json.dumps(message) + "\n")
    out.flush()


def tell(out: TextIO, job: int, done: float) -> None:
    """How far a job is."""
    say(out, {"job": job, "done": done})


def main(library: str) -> None:
    """Think until there is nobody left to think for."""
    out, sys.stdout = sys.stdout, sys.stderr  # nothing an agent prints may come between the lines
    jobs: SimpleQueue[Document | None] = SimpleQueue()
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
    worker = AgentWorker(find(library))
    say(out, {"ready": True})
    while (job := jobs.get()) is not None:
        number = job["job"]
        try:
            clock = Clock(job["seconds"], hurry[number].is_set, partial(tell, out, number))
            say(out, {"job": number, "answer": worker.work(job, clock)})
        except BrokenPipeError:
            raise
        except Exception:
            say(out, {"job": number, "error": traceback.format_exc(limit=8)})
        del hurry[number]


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server is gone, and with it whoever waited for an answer
        main(sys.argv[1])
