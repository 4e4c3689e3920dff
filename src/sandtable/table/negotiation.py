"""What the sides settle between them: taking back more, a draw; and what they say to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.documents import Document
from sandtable.engine.sides import PLAYERS
from sandtable.table.limits import Bucket
from sandtable.table.numbers import BOTH, ROLES, WATCH
from sandtable.table.services import Limits, Refused
from sandtable.table.storage import ADD_TALK, Row, Write
from sandtable.table.talk import ANSWER, ASK, CHAT, NAME, Ask, Talk

if TYPE_CHECKING:
    from sandtable.table.table import Table

TALK_BURST = 10


def other(side: str) -> str:
    """The opponent."""
    return PLAYERS[1 - PLAYERS.index(side)]


class Negotiation:
    """Questions to the opponent, and chat, at one table; the table must be held for everything here."""

    def __init__(self, table: Table, limits: Limits) -> None:
        self._table = table
        self._limits = limits
        self._pace: dict[str, Bucket] = {}
        self.talk = Talk()

    def take_up(self, rows: list[Row]) -> None:
        """Begin with what was said before."""
        self.talk = Talk(rows)

    async def ask(self, role: str, kind: str, at: int | None) -> None:
        """Ask the opponent to let one take back more, or to call it a draw."""
        table = self._table
        side = table.side_of(role)
        table.check_goes_on()
        self._check_pace(role)
        if kind in self.talk.open:
            raise Refused("not_now", "that question is still open")
        back = None
        if kind == "undo":
            back = table.own_last(side) if at is None else table.numbers.length(table.counter(role), at)
            if not 0 <= back < len(table.timeline.moves):
                raise Refused("not_now", "there is nothing to take back")
        await self._say(ASK, side, {"kind": kind, "at": back})
        self.tell_asked(self.talk.open[kind])
        if role == BOTH:
            await self._answer(other(side), kind, yes=True)
        elif table.seats[other(side)]["kind"] == "agent":
            await self._answer(other(side), kind, yes=kind == "undo")

    async def reply(self, role: str, kind: str, yes: bool) -> None:
        """Answer the opponent's question, or withdraw one's own."""
        if kind not in self.talk.open:
            raise Refused("not_now", "there is no such question to answer now")
        asker, side = self.talk.open[kind].side, self._table.side_of(role)
        if side == asker and yes and role != BOTH:
            raise Refused("not_yours", "the other side must answer")
        await self._answer(side, kind, yes)

    async def chat(self, role: str, text: str) -> None:
        """Say something to everybody at the table."""
        side = self._table.side_of(role) if role in (*PLAYERS, BOTH) else WATCH
        self._check_pace(role)
        await self._say(CHAT, side, text)
        self._table.audience.tell(self.talk.chat[-1])

    def called(self, side: str, role: str) -> str:
        """What a side is called by who reads it."""
        if role in (side, BOTH):
            return "you"
        return self.talk.names.get(side, "player" if role == WATCH else "friend")

    async def name(self, role: str, text: str) -> None:
        """Say what one wants to be called; the same name again is no news."""
        side = self._table.side_of(role)
        if role == BOTH:
            raise Refused("not_now", "two players at one screen have no names")
        if self.talk.names.get(side) == text:
            return
        self._check_pace(role)
        await self._say(NAME, side, text)
        self._table.audience.tell(self.named(side))

    def named(self, side: str) -> Document:
        """What a side's player is called, as it is told."""
        return {"type": "name", "side": side, "text": self.talk.names[side]}

    def hear(self, row: Row) -> None:
        """Something was said at this table in another host."""
        before = dict(self.talk.open)
        kind, body = self.talk.take(row)
        if kind == CHAT:
            self._table.audience.tell(self.talk.chat[-1])
        elif kind == NAME:
            self._table.audience.tell(self.named(row["side"]))
        elif kind == ASK:
            self.tell_asked(self.talk.open[body["kind"]])
        elif body["kind"] in before:
            self.tell_answered(before[body["kind"]], body["yes"])

    def closed_by_play(self, side: str) -> tuple[list[Ask], list[Write]]:
        """The questions that an action of a side answers with no, and what to keep of it."""
        return self._closed([ask for ask in self.talk.open.values() if ask.side != side or ask.kind == "undo"])

    def closed_by_end(self) -> tuple[list[Ask], list[Write]]:
        """The questions that the end of the game answers with no, and what to keep of it."""
        return self._closed(list(self.talk.open.values()))

    def _closed(self, asks: list[Ask]) -> tuple[list[Ask], list[Write]]:
        rows = [
            self.talk.add(self._table.id, ANSWER, other(ask.side), {"kind": ask.kind, "yes": False, "by": "play"})
            for ask in asks
        ]
        return asks, [(ADD_TALK, rows)] if rows else []

    def tell_asked(self, ask: Ask) -> None:
        """Tell everybody of an open question, each in numbers of their own."""
        for role in (*ROLES, BOTH):
            self._table.audience.tell(self.asked(ask, role), role)

    def asked(self, ask: Ask, role: str) -> Document:
        """An open question as a role is told of it."""
        table = self._table
        at = None if ask.at is None else table.numbers.at(table.counter(role), ask.at)
        return {"type": "ask", "kind": ask.kind, "side": ask.side, "at": at, "answer": None}

    def tell_answered(self, ask: Ask, yes: bool) -> None:
        """Tell everybody how a question was answered."""
        self._table.audience.tell({"type": "ask", "kind": ask.kind, "side": ask.side, "answer": yes})

    async def _answer(self, side: str, kind: str, yes: bool) -> None:
        if yes:
            self._table.check_goes_on()
        ask = self.talk.open[kind]
        await self._say(ANSWER, side, {"kind": kind, "yes": yes})
        self.tell_answered(ask, yes)
        if yes and ask.at is not None:
            await self._table.go_back(ask.side, ask.at, asked=True)
        elif yes:
            await self._table.finish(side, {"winner": None, "kind": "draw"})

    async def _say(self, kind: str, side: str, body: str | Document) -> None:
        row = self.talk.add(self._table.id, kind, side, body)
        await self._table.keep([(ADD_TALK, [row])])

    def _check_pace(self, role: str) -> None:
        """Refuse too much talk of one seat."""
        pace = self._pace.setdefault(role, Bucket(self._limits.chat_per_minute / 60, TALK_BURST))
        if not pace.take():
            raise Refused("too_fast", "too much talk at once; wait a moment")
        most = self._limits.talk_per_table
        if self.talk.count >= (most // 2 if role == WATCH else most):  # watchers leave the players room to ask
            raise Refused("too_big", "this table has reached its limit of talk")
