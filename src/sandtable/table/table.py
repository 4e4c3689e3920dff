"""One table under way: everything that may be done at it.

Every change goes the same way, one at a time: check, change the position, store, and only then tell anybody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import ParamSpec, TypeVar

from sandtable.engine.documents import Document
from sandtable.engine.flow import Action
from sandtable.engine.position import IllegalAction
from sandtable.engine.sides import PLAYERS
from sandtable.table import storage
from sandtable.table.aside import aside, aside_in
from sandtable.table.audience import Listener
from sandtable.table.fair_dice import is_seed
from sandtable.table.journal import END, REDO, UNDO, Cut, Entry, carry_out
from sandtable.table.negotiation import Negotiation, other
from sandtable.table.noticing import noticed
from sandtable.table.numbers import BOTH, ROLES, roles_of
from sandtable.table.presence import Presence
from sandtable.table.services import AWAY, Refused, RulesAway, Services, in_short
from sandtable.table.shares import Shares
from sandtable.table.state import TableState
from sandtable.table.storage import Conflict, StoredTable, Write
from sandtable.table.timeline import event_count

log = logging.getLogger("sandtable.table")
P = ParamSpec("P")
T = TypeVar("T")


class Table(TableState):
    """A game between two seats."""

    def __init__(self, services: Services, stored: StoredTable, closed: str | None = None) -> None:
        super().__init__(services, closed)
        self.negotiation = Negotiation(self, services.limits)
        self.changed = asyncio.Event()
        """Set, and replaced, at every change."""
        self.on_turn: Callable[[], None] = lambda: None
        """Called after every change, so that an agent may take its turn."""
        self.presence = Presence(self)
        self._doubtful = False
        """Is something in memory that may not be stored?"""
        self._load(stored)

    def _load(self, stored: StoredTable) -> None:
        """Load what is stored; Refused says why it cannot be read."""
        try:
            self.read(stored)
            self.negotiation.take_up(list(stored.talk))
            self.audience.start(self.change())
        except Refused:
            raise
        except RulesAway as error:
            log.error("table %s: %s", stored.table["id"], error)
            raise Refused(*AWAY) from None
        except Exception as error:
            log.exception("table %s cannot be read", stored.table["id"])
            raise Refused("damaged", "what is stored of this table cannot be read; its host can say more") from error

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Everything that looks at the table or changes it does so one after the other."""
        async with self.lock:
            if self._doubtful:
                await self._reload()
            yield

    # What may be done

    async def sit(self, role: str, seed: str | None = None, seal: str | None = None) -> None:
        """Sit down; the first time this may bring a seed, or the seal of one, and lets waiting dice roll."""
        for given in (seed, seal):
            if given is not None and not is_seed(given):
                raise Refused("bad", "a seed or seal is 32 bytes as 64 hexadecimal digits in lower case")
        async with self.hold():
            try:
                await self._share(self.shares.sit(role, seed, seal))
            except Refused as refused:
                if refused.code != "stale":
                    raise
                await self._share(self.shares.sit(role, seed, seal))  # another host was quicker, and is heard now

    async def reveal(self, role: str, seed: str | None) -> None:
        """Show the seed that was sealed; None gives a lost one up."""
        async with self.hold():
            await self._share(self.shares.open(PLAYERS[0] if role == BOTH else self.side_of(role), seed))

    async def _share(self, writes: list[Write]) -> None:
        """The dice may have become ready."""
        if writes:
            self._ready_dice()
        rolled = await self._ask_rules(self._roll)
        if rolled:
            await self._change(rolled, writes)
        elif writes:
            await self.keep(writes)
        if writes:
            self.audience.tell({"type": "dice", **self.dice_document()})

    async def play(self, role: str, n: int, action: object, by: Listener | None = None, re: int | None = None) -> None:
        """Play an action for a seat that answers state `n`."""
        async with self.hold():
            side = self.side_of(role)
            self._check(role, n)
            self._check_room()
            if self.seats[side]["kind"] == "agent":
                raise Refused("not_yours", f"the machine plays the {self.label(side)}")
            await self._play(side, action, by, re)

    def read_action(self, document: object) -> Action:
        """An action from JSON; `true` is not taken for 1, though Python would."""
        try:
            read = self.game.action(document)
        except ValueError as error:
            raise Refused("bad", str(error)) from None
        if read in (offered := self.pos.actions()):
            same = offered[offered.index(read)]
            if [type(part) for part in same] != [type(part) for part in read]:
                raise Refused("bad", f"{document!r:.80} is not written as in the view")
        return read

    async def play_for_agent(self, side: str, n: int, action: object) -> None:
        """Play what an agent chose at `n`; if it comes too late, nothing happens."""
        async with self.hold():
            if self.n == n and not self.over:
                await self._play(side, action, None, None)

    async def undo(
        self, role: str, n: int, by: Listener | None = None, re: int | None = None, at: int | None = None
    ) -> None:
        """Take back the last action of one's own, or all since `at`; never further than the last roll or reveal."""
        async with self.hold():
            self.side_of(role)
            self._check(role, n)
            self._check_room()
            side = self.timeline.may_undo
            if side is None or role not in (side, BOTH) or self.seats[side]["kind"] == "agent":
                raise Refused("not_now", "nothing to take back: something was rolled or shown, or the other side acted")
            to = len(self.timeline.moves) - 1 if at is None else self.numbers.length(self.counter(role), at)
            if not self.timeline.free_since(to, side):
                raise Refused("not_now", "that is further back than may be taken back without asking")
            await self.go_back(side, to, asked=False, by=by, re=re)

    async def redo(self, role: str, n: int, by: Listener | None = None, re: int | None = None) -> None:
        """Redo what was taken back, as long as nothing has been played since; the dice stay as they fell."""
        async with self.hold():
            self.side_of(role)
            self._check(role, n)
            self._check_room()
            if self._cut is None or role not in (self._cut.side, BOTH):
                raise Refused("not_now", "there is nothing of yours to play again")
            await self._change(await self._ask_rules(self._played_again, self._cut), [], by, re)

    async def resign(self, role: str, n: int, by: Listener | None = None, re: int | None = None) -> None:
        """Give the game up."""
        async with self.hold():
            side = self.side_of(role)
            self._check(role, n)
            await self.finish(side, {"winner": other(side), "kind": "resignation"}, by, re)

    async def ask(self, role: str, kind: str, at: int | None = None) -> None:
        """Ask the opponent for leave to take back more, or for a draw."""
        async with self.hold():
            await self.negotiation.ask(role, kind, at)

    async def reply(self, role: str, kind: str, yes: bool) -> None:
        """Answer the opponent's question, or withdraw one's own."""
        async with self.hold():
            await self.negotiation.reply(role, kind, yes)

    async def chat(self, role: str, text: str) -> None:
        """Say something to everybody at the table."""
        async with self.hold():
            await self.negotiation.chat(role, text)

    async def beside(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something with a position: here and now, or in a thread where its rules may take their time."""
        if self.game.threads is None:
            return function(*args, **kwargs)
        return await aside_in(self.game.threads, function, *args, **kwargs)

    async def apart(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what takes its time with any rules: in a thread."""
        try:
            if self.game.threads is None:
                return await aside(function, *args, **kwargs)
            return await aside_in(self.game.threads, function, *args, **kwargs)
        except RulesAway as error:
            log.error("table %s: %s", self.id, error)
            raise Refused(*AWAY) from None

    # How it is done: the table must be held for all of this

    def check_goes_on(self) -> None:
        """Refuse what changes a game that is over, or one that has gone on for too long."""
        self._check_open()
        self._check_room()

    def _check_open(self) -> None:
        if self.over:
            raise Refused("over", "the game is over")
        if self.closed is not None:
            raise Refused("other_rules", self.closed)

    def _check(self, role: str, n: int) -> None:
        self._check_open()
        here = self.count_of(role)
        if n != here:
            raise Refused("stale", f"that answers state {n}; the table is at {here}")

    def _check_room(self) -> None:
        """Refuse to fill the store with actions, or with undo and redo."""
        if self.n >= self.services.limits.actions_per_table:
            raise Refused("too_big", "this game has reached the limit of actions for a table")

    def _roll(self) -> list[Entry]:
        """Let chance decide as long as it is its turn."""
        entries = []
        while self.dice is not None and self.pos.side == "chance" and not self.halted:
            action, draws = self.dice.outcome(self.pos)
            entries.append(Entry.of_move(self.timeline.play(action), len(draws)))
            self._drawn = self.dice.drawn
        return entries

    async def _play(self, side: str, action: object, by: Listener | None, re: int | None) -> None:
        if self.pos.side == "chance":
            raise Refused("waiting", "the dice cannot be rolled until both players have sat down")
        read = self.read_action(action)
        if self.pos.side != side:
            raise Refused("not_yours", "it is the other side's move")
        way = self._way_of(read)
        entries = await self._ask_rules(self._played, side, read)
        closed, writes = self.negotiation.closed_by_play(side)
        await self._change(entries, writes, by, re, way)
        for ask in closed:
            self.negotiation.tell_answered(ask, yes=False)

    async def _ask_rules(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for what changes the position; if that fails, go back to what is stored."""
        try:
            return await self.beside(function, *args, **kwargs)
        except Refused:
            raise
        except RulesAway as error:
            log.error("table %s: %s", self.id, error)
            self._doubtful = True
            raise Refused(*AWAY) from None
        except Exception:
            await self._reload()
            raise

    def _played(self, side: str, action: Action) -> list[Entry]:
        """Play an action, and let chance answer it."""
        before = self.timeline.sights.copy() if self.game.hidden else None
        try:
            move = self.timeline.play(action, side)
        except IllegalAction as error:
            raise Refused("illegal", error.message, error.rule) from None
        return [Entry.of_move(move, seen=noticed(side, before, self.timeline.sights)), *self._roll()]

    def _played_again(self, cut: Cut) -> list[Entry]:
        """Play what was taken back."""
        for move in cut.moves:
            self.timeline.play(move.action, move.side)
        body = {"count": len(cut.moves), "asked": cut.asked, "events": event_count(self.pos)}
        entry = Entry(REDO, cut.side, body, self.pos.turn, False, 0, storage.now())
        if cut.asked:
            self._note(entry)
        return [entry, *self._roll()]

    def _taken_back(self, side: str, to: int, asked: bool) -> list[Entry]:
        """Go back on the line of play."""
        turn, count = self.pos.turn, max(1, self.numbers.shared(to))
        self.timeline.rewind(to)
        body = {"to": to, "count": count, "asked": asked, "events": event_count(self.pos)}
        entry = Entry(UNDO, side, body, turn, False, 0, storage.now())
        if asked:
            self._note(entry)
        return [entry, *self._roll()]

    async def go_back(
        self, side: str, to: int, *, asked: bool, by: Listener | None = None, re: int | None = None
    ) -> None:
        """Take the line of play back."""
        cut = Cut.of(side, self.timeline.moves[to:], asked, self._cut)
        entries = await self._ask_rules(self._taken_back, side, to, asked)
        snapshots: Write = (storage.CUT_SNAPSHOTS, [{"of_table": self.id, "beyond": to}])
        await self._change(entries, [snapshots], by, re)
        self._cut = cut

    async def finish(self, side: str, body: Document, by: Listener | None = None, re: int | None = None) -> None:
        """End the game by agreement or resignation."""
        body = {**body, "events": event_count(self.pos)}
        self.end = Entry(END, side, body, self.pos.turn, False, 0, storage.now())
        self._note(self.end)
        await self._change([self.end], [], by, re)

    def _way_of(self, action: Action) -> list[str]:
        """The places a legal action leads over; empty where nobody is there to see it."""
        offered = self.pos.actions()
        if not self.audience.listeners or action not in offered:
            return []
        return list(self.timeline.sights.see(self.pos.side)["actions"][offered.index(action)].get("path") or ())

    async def _change(
        self,
        entries: Sequence[Entry],
        writes: Sequence[Write],
        by: Listener | None = None,
        re: int | None = None,
        way: Sequence[str] = (),
    ) -> None:
        """Store entries, then tell everybody; `by` gets its answer `re` in the same state."""
        self._cut = None
        rows = [entry.row(self.id, self.n + k) for k, entry in enumerate(entries)]
        writes = [*writes, (storage.ADD_ENTRY, rows)] if rows else list(writes)
        seen = 0
        for entry in entries:
            seen |= self._number(entry)
        if self.over:
            closed, more = self.negotiation.closed_by_end()
            writes += more
        snapshot = await self._ask_rules(self.timeline.snapshot, now=self.over)  # its end can always be looked at
        if snapshot is not None:
            before = max((stored.length for stored in self.timeline.stored[:-1]), default=0)
            writes.append((storage.CUT_SNAPSHOTS, [{"of_table": self.id, "beyond": before}]))
            writes.append((storage.ADD_SNAPSHOT, [{"table_id": self.id, **snapshot._asdict()}]))
        done = self.services.keeper.put(writes)
        states = self.audience.states(self.change(way), roles_of(seen), by)  # made while the writes wait, shown after
        await self._stored(done)
        self.audience.send(states, by, re)
        if self.over:
            for ask in closed:
                self.negotiation.tell_answered(ask, yes=False)
            self.audience.tell({"type": "dice", **self.dice_document()})
        self.changed.set()
        self.changed = asyncio.Event()
        self.on_turn()

    async def keep(self, writes: Sequence[Write]) -> None:
        """Store something that is not an entry of the journal."""
        await self._stored(self.services.keeper.put(writes))

    async def _stored(self, done: Awaitable[None]) -> None:
        """Wait until it is stored, or go back to what is stored."""
        try:
            await done
        except Conflict:
            await self._reload()
            self._tell_all()
            raise Refused("stale", "somebody else was quicker at this table; look again") from None
        except Exception as error:
            log.error("table %s could not be stored: %s", self.id, in_short(error))
            await self._reload()
            raise Refused("not_stored", "the table could not store this; nothing has changed") from None

    def _tell_all(self, noticed: set[str] | None = None) -> None:
        """Tell everybody the state as it is stored."""
        every = {BOTH, *ROLES}
        self.audience.send(self.audience.states(self.change(), every if noticed is None else noticed, None))
        self.changed.set()
        self.changed = asyncio.Event()
        self.on_turn()

    async def follow(self) -> None:
        """Take in what another host has stored of this table, and tell everybody here."""
        async with self.hold():
            talk = self.negotiation.talk
            try:
                stored = await self.services.keeper.read(self.id, self.n, talk.count)
            except Exception as error:
                log.error("table %s could not be followed: %s", self.id, in_short(error))
                self._doubtful = True
                return
            if stored is None:
                return
            try:
                await self._take_in(stored)
            except (IllegalAction, LookupError, ValueError, RulesAway):
                log.exception("table %s could not be followed; it is read again", self.id)
                with suppress(Refused):  # it stays in doubt, and is read when somebody looks at it
                    await self._reload()
                    self._tell_all()

    async def _take_in(self, stored: StoredTable) -> None:
        """What was added elsewhere."""
        shares = Shares(self.id, self.seats, stored.sittings)
        if shares.document() != self.shares.document():
            self.shares = shares
            self.audience.tell({"type": "dice", **self.dice_document()})
        was_over, seen = self.over, 0
        for number, row in enumerate(stored.journal):
            entry = Entry.of_row(row)
            self._cut = await self.beside(carry_out, self.timeline, entry, self._cut)
            self._drawn += entry.draws
            seen |= self._number(entry)
            if entry.kind == END:
                self.end = entry
            if entry.kind == END or (entry.kind in (UNDO, REDO) and entry.body["asked"]):
                self._note(entry)
            following = stored.journal[number + 1] if number + 1 < len(stored.journal) else None
            if following is None or following["side"] != "chance":
                self._tell_all(roles_of(seen))
                seen = 0
        self.dice = None
        self._ready_dice()
        await self.beside(self.timeline.snapshot, now=self.over)  # the other host has stored one where one was due
        for row in stored.talk:
            self.negotiation.hear(row)
        if self.over and not was_over:
            self.audience.tell({"type": "dice", **self.dice_document()})

    async def _reload(self) -> None:
        """Go back to what is stored; as long as that cannot be read, nothing is done at this table."""
        self._doubtful = True
        try:
            stored = await self.services.keeper.read(self.id)
        except Exception as error:
            log.error("table %s could not be read again: %s", self.id, in_short(error))
            raise Refused("not_stored", "the table cannot reach its store; try again in a moment") from None
        if stored is None:
            raise Refused("no_such_seat", "this table is gone")
        await self.beside(self._load, stored)
        self._doubtful = False
