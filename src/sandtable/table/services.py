"""What a table needs from the host that runs it (a server process, or a page with Python in it), and how it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sandtable.engine.documents import Document
from sandtable.table.library import Games
from sandtable.table.storage import Keeper

Answer = Any
"""What an agent says to a job, as JSON: an action, advice, or a review."""
Progress = Callable[[float | None, int], None]
"""Told how far a thought is (None: unknown), and its place in the queue (0: under way)."""


class Limits(Protocol):
    """How much one table may take, and all of them."""

    @property
    def actions_per_table(self) -> int:
        """Entries of a journal."""

    @property
    def talk_per_table(self) -> int:
        """Lines of chat and questions."""

    @property
    def chat_per_minute(self) -> int:
        """Of one seat, questions to the opponent included."""

    @property
    def think_seconds(self) -> float:
        """The most an agent may take over one decision."""

    @property
    def think_share(self) -> float:
        """Seconds of thought that one address may ask for in a second, beyond its opponents' moves."""

    @property
    def import_seconds(self) -> float:
        """Of processor for one imported file."""

    @property
    def tables(self) -> int:
        """Tables of the host."""

    @property
    def live_tables(self) -> int:
        """Tables in memory at once."""


class Job(NamedTuple):
    """Something to think about: whose agent (`key`), of which level, for which side of which position."""

    key: str
    game: str
    level: str
    seed: int
    side: str
    position: Document
    seconds: float
    kind: str = "choose"
    """Or `advise`, or `review`: a look back at the `moves` since the position."""
    moves: Sequence[Sequence[object]] = ()
    person: str = ""
    """The person waiting for it: everything that one person asks for shares one place in the queue."""
    pack: Mapping[str, str] | None = None
    """The data to play with, where they are not the installed ones."""
    rules: int = 0
    """The number of the rules to play with, where they are an earlier version's."""


class RulesAway(RuntimeError):
    """A game's rules run in another process, and it does not answer."""


class ThinkingFailed(RuntimeError):
    """The agent did not answer: it broke, or it was ended."""


class Thinking(Protocol):
    """Whoever lets agents think."""

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress, fallback: str | None = None) -> Answer:
        """The answer of the job's agent, or, if it fails, of an agent of level `fallback`."""


class Company(Protocol):
    """Other hosts that have the same tables: only one of them lets the agents of a table think."""

    async def take(self, table: str) -> bool:
        """May this host let the agents of a table think?"""

    def give_up(self, table: str) -> None:
        """Others may."""

    def say(self, note: Document) -> None:
        """Tell the others something that is not stored."""


class Alone:
    """No other host has these tables."""

    async def take(self, table: str) -> bool:
        """See `Company`."""
        return True

    def give_up(self, table: str) -> None:
        """See `Company`."""

    def say(self, note: Document) -> None:
        """See `Company`."""


class Services(NamedTuple):
    """The limits, the games, the ways to keep and to think, and whoever else has these tables."""

    limits: Limits
    library: Games
    keeper: Keeper
    thinking: Thinking
    company: Company = Alone()


STATUS = {
    "no_such_seat": 401,
    "not_yours": 403,
    "secret": 403,
    "spent": 403,
    "unbound": 403,
    "unknown": 404,
    "too_big": 413,
    "too_fast": 429,
    "fault": 500,
    "away": 503,
    "full": 503,
    "not_stored": 503,
}
CONFLICTS = {"stale", "over", "waiting", "not_now", "other_rules", "damaged", "illegal"}
AWAY = ("away", "the version this game is played with does not answer; nothing has changed, try again in a moment")
"""Code and words where an earlier version, whose rules a table has, is asked in vain."""
FAULT = ("fault", "something went wrong at the table; it has been written down")
"""Code and words of a refusal that is the server's own fault."""


def in_short(error: BaseException) -> str:
    """An error in one line: when the store is down every table reports it, and a traceback each time helps nobody."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"


class Refused(Exception):
    """A client's request is refused, with the reason; nothing has changed."""

    def __init__(self, code: str, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule

    @property
    def status(self) -> int:
        """The HTTP status."""
        return 409 if self.code in CONFLICTS else STATUS.get(self.code, 400)

    def document(self) -> dict[str, str | None]:
        """The refusal as a client reads it."""
        return {"code": self.code, "text": self.text, "rule": self.rule}
