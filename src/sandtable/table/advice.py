"""What the strongest agent says: advice at a decision, from the side's own view, and a review once the game is over."""

from __future__ import annotations

import asyncio
import logging
from zlib import crc32

from sandtable.engine.documents import Document
from sandtable.table.library import stand_in
from sandtable.table.services import Job, Refused, ThinkingFailed
from sandtable.table.table import Table

log = logging.getLogger("sandtable.table")
ADVICE_SECONDS, REVIEW_SECONDS = 10.0, 120.0
"""The most that either may take; the agent's own budget is shorter."""


async def advise(table: Table, side: str, person: str = "") -> Document | None:
    """The best choices in the view's words, each with what is expected of it and why."""
    if table.halted or table.pos.side != side:
        return None
    offered = {tuple(action["do"]): action for action in table.pos.see(side)["actions"]}
    position = await table.beside(table.game.dump, table.pos.quiet())
    job = _job(table, side, "advise", ADVICE_SECONDS)._replace(position=position, person=person)
    levels = table.services.library.levels(table.game.id)
    told = await table.services.thinking.work(job, asyncio.Event(), lambda done, place: None, stand_in(levels))
    choices = [{**offered[tuple(choice["do"])], **choice} for choice in told if tuple(choice["do"]) in offered]
    return {"choices": choices} if choices else None


def _job(table: Table, side: str, kind: str, seconds: float) -> Job:
    """Something for the strongest agent to think about."""
    level = table.services.library.levels(table.game.id)[-1].id
    seed = crc32(f"{table.id} {kind}".encode())
    pack, rules = table.services.library.pack_of(table.game), table.services.library.rules_of(table.game)
    return Job(f"{table.id}:{side}", table.game.id, level, seed, side, {}, seconds, kind, pack=pack, rules=rules)


class Review:
    """A look back at one table's game, made once, when somebody first asks."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._at = -1
        self._state: Document = {}

    def ask(self) -> Document:
        """How far it is, and the review once it is made; the first to ask starts it."""
        table = self._table
        if not table.over:
            raise Refused("not_now", "a game is reviewed once it is over")
        if table.closed is not None:
            raise Refused("other_rules", table.closed)
        if self._task is None or self._at != table.n:
            self._at, self._state = table.n, {"done": 0.0, "review": None, "problem": None}
            self._task = asyncio.create_task(self._make())
        return self._state

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _make(self) -> None:
        table = self._table
        moves = [list(move.action) for move in table.timeline.moves]
        start = await table.beside(lambda: table.game.dump(table.timeline.at(0).quiet()))
        job = _job(table, "", "review", REVIEW_SECONDS)._replace(position=start, moves=moves, person=table.id)

        def progress(done: float | None, place: int) -> None:
            self._state = {**self._state, "done": done or 0.0}

        try:
            made = await table.services.thinking.work(job, asyncio.Event(), progress)
            self._state = {"done": 1.0, "review": made, "problem": None}
        except ThinkingFailed as failure:
            log.warning("review of table %s: %s", table.id, failure)
            self._state = {"done": 1.0, "review": None, "problem": "This game could not be reviewed."}
