"""The agents at a table: plays their decisions one after another, for as long as it is their turn."""

from __future__ import annotations

import asyncio
import logging
from random import choice
from zlib import crc32

from sandtable.engine.sides import PLAYERS
from sandtable.table.advice import Review
from sandtable.table.library import stand_in
from sandtable.table.negotiation import other
from sandtable.table.services import Job, Refused, Services, ThinkingFailed
from sandtable.table.table import Table

log = logging.getLogger("sandtable.table")
TAKE_OVER_SECONDS = 0.5
AGAIN_SECONDS = 1.0
"""A move that is legal is refused for something that passes: the store is away, or somebody else was quicker."""
SHOWN_AFTER = 0.25
"""Seconds of thought before anybody is told of it."""


class AgentRunner:
    """Plays the sides of a table that have an agent."""

    def __init__(self, services: Services, table: Table) -> None:
        self._services = services
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()
        self._hushed = False
        """True if the opponent noticed nothing of the last choice: then it is told nothing of the next thought."""
        self.review = Review(table)
        table.on_turn = self.go_on

    @property
    def busy(self) -> bool:
        """Is an agent thinking?"""
        return self._task is not None and not self._task.done()

    def go_on(self) -> None:
        """Think, if it is an agent's turn and anybody is there to see it."""
        if not self.busy and self._to_decide() is not None:
            self._task = asyncio.create_task(self._turns())

    def look(self) -> None:
        """Somebody left: stop thinking if nobody is waiting for the answer."""
        if self.busy and not self._table.audience.listeners:
            self._hurry.set()

    def play_now(self) -> None:
        """Make the agent play its best choice so far, wherever it is thinking."""
        self.hurry()
        self._services.company.say({"hurry": self._table.id})

    def hurry(self) -> None:
        """Make an agent that thinks on this host play its best choice so far."""
        self._hurry.set()

    async def close(self) -> None:
        """Stop thinking."""
        await self.review.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _to_decide(self) -> str | None:
        table = self._table
        side = table.pos.side
        if table.halted or side not in PLAYERS or table.seats[side]["kind"] != "agent":
            return None
        alone = all(seat["kind"] == "agent" for seat in table.seats.values())
        return None if alone and not table.audience.listeners else side

    async def _turns(self) -> None:
        table, company = self._table, self._services.company
        while self._to_decide() is not None and not await company.take(table.id):
            if not table.audience.listeners:
                return
            await asyncio.sleep(TAKE_OVER_SECONDS)  # another host thinks for this table; if it dies, this one does
        try:
            await self._think()
        finally:
            company.give_up(table.id)

    async def _think(self) -> None:
        table, wrong = self._table, False
        while (side := self._to_decide()) is not None:
            n, self._hurry = table.n, asyncio.Event()
            seconds = self._services.limits.think_seconds
            counted = table.count_of(other(side))
            action: list[object] = list(choice(table.pos.actions()))
            try:
                if not wrong:
                    action = await self._choose(side, table.seats[side]["level"], seconds, self._hurry)
            except ThinkingFailed:
                log.exception("the agent of %s at table %s found no move; any one is played", side, table.id)
            try:
                await table.play_for_agent(side, n, action)
                self._hushed = table.count_of(other(side)) == counted  # else secret choices could be counted
                wrong = False
            except Refused as refused:
                wrong = refused.code in ("illegal", "bad")
                log.error("the agent of %s at table %s tries again: %s", side, table.id, refused.text)
                await asyncio.sleep(0 if wrong else AGAIN_SECONDS)

    async def _choose(self, side: str, level: str, seconds: float, hurry: asyncio.Event) -> list[object]:
        table, thinking = self._table, self._services.thinking
        told = False
        last: tuple[float | None, int] | None = None

        def progress(done: float | None, place: int) -> None:
            nonlocal told, last
            if self._hushed or (done, place) == last:
                return
            told, last = True, (done, place)
            message = {"type": "thinking", "side": side, "done": done, "note": level, "over": False}
            table.say({**message, "place": place} if place else message)

        timer = asyncio.get_running_loop().call_later(SHOWN_AFTER, progress, None, 0)
        seed = crc32(f"{table.id} {side}".encode())
        library, document = self._services.library, await table.beside(table.game.dump, table.pos.quiet())
        job = Job(
            f"{table.id}:{side}", table.game.id, level, seed, side, document, seconds, person=table.presence.person
        )._replace(pack=library.pack_of(table.game), rules=library.rules_of(table.game))
        levels = library.levels(table.game.id)
        try:
            action: list[object] = await thinking.work(job, hurry, progress, stand_in(levels))
            return action
        finally:
            timer.cancel()
            if told:
                table.say({"type": "thinking", "side": side, "done": 1.0, "note": level, "over": True})
