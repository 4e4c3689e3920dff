"""The worker that thinks for a table's agents, and the clock they watch."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from sandtable.ai.core.reasons import reasons
from sandtable.ai.core.review import review
from sandtable.ai.core.search import Search
from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.records import Agent, Seat
from sandtable.table.library import Library
from sandtable.table.services import Answer
from sandtable.table.shelf import Unpacked

REMEMBERED_AGENTS = 64
TELL_EVERY = 0.2


class Clock:
    """What an agent with a `clock` may ask and report while it thinks."""

    def __init__(self, seconds: float, hurried: Callable[[], bool], tell: Callable[[float], None]) -> None:
        self._end = monotonic() + seconds
        self._told = 0.0
        self._hurried = hurried
        self._tell = tell

    def out(self) -> bool:
        """Is it time to play the best so far?"""
        return self._hurried() or monotonic() >= self._end

    def tell(self, done: float) -> None:
        """A sign of progress from 0 to 1."""
        now = monotonic()
        if now - self._told >= TELL_EVERY:
            self._told = now
            self._tell(round(min(1.0, max(0.0, done)), 3))


class AgentWorker:
    """Agents of the tables this process was asked for, the longest unused forgotten first."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._packs: dict[str, Game] = {}
        self._folder = Unpacked("agents")
        self._agents: OrderedDict[tuple[str, str], Agent] = OrderedDict()

    def work(self, job: Document, clock: Clock) -> Answer:
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
            self._packs[digest] = self._library.load(name, self._folder.put(digest, pack))
        return self._packs[digest]

    def _agent(self, key: str, level: str, game: str, seed: int) -> Agent:
        if (key, level) not in self._agents:
            self._agents[key, level] = self._library.agent(level, game, seed)
            if len(self._agents) > REMEMBERED_AGENTS:
                self._agents.popitem(last=False)
        self._agents.move_to_end((key, level))
        return self._agents[key, level]


def advice(agent: Agent, seat: Seat) -> list[Document]:
    """The choices of an agent for a seat, the best first, with its reasons if it has any."""
    if isinstance(agent, Search):
        return [{"do": list(reason.action), **reason.document()} for reason in reasons(agent, seat)]
    return [{"do": list(agent.choose(seat))}]
