"""One table under way: who sits there, the line of play, and everything that may be done at it.

Every change goes the same way, one at a time: check, change the position, store, and only then tell anybody.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from sandtable.engine.documents import Document
from sandtable.engine.flow import Action
from sandtable.engine.position import IllegalAction, Outcome, Position
from sandtable.engine.sides import PLAYERS
from sandtable.table import storage
from sandtable.table.archive import ArchivedTimeline
from sandtable.table.audience import Audience, Change, Listener
from sandtable.table.fair_dice import Dice, commitment, is_seed
from sandtable.table.journal import END, PLAY, REDO, UNDO, Cut, Entry, Note, carry_out, line_of
from sandtable.table.negotiation import Negotiation, other
from sandtable.table.numbers import ALL, BIT, BOTH, ROLES, WATCH, Numbers, roles_of
from sandtable.table.presence import Presence
from sandtable.table.services import Refused, Services
from sandtable.table.shares import Shares
from sandtable.table.sights import Sights
from sandtable.table.storage import Conflict, StoredTable, Write
from sandtable.table.timeline import Snapshot, Timeline, event_count
from sandtable.table.upgrade import game_of
from sandtable.table.verify import Verdict
from sandtable.table.views import point

log = logging.getLogger("sandtable.table")


class Table:
    """A game between two seats."""

    def __init__(self, services: Services, stored: StoredTable, closed: str | None = None) -> None:
        self.services = services
        self.closed = closed
        """Why it cannot go on, where only what is stored of it can be looked at."""
        self.lock = asyncio.Lock()
        self.audience = Audience(self.lock)
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
            self._read(stored)
        except Refused:
            raise
        except Exception as error:
            log.exception("table %s cannot be read", stored.table["id"])
            raise Refused("damaged", "what is stored of this table cannot be read; its host can say more") from error

    def _read(self, stored: StoredTable) -> None:
        row = stored.table
        self.id: str = row["id"]
        self.row = row
        self.seats: dict[str, Document] = json.loads(row["seats"])
        self.game = game_of(self.services.library, row, anyhow=self.closed is not None)
        for n, kept in enumerate(stored.journal):
            if kept["n"] != n:
                log.error("table %s: entry %d of its journal is missing", self.id, n)
                raise Refused("damaged", f"entry {n} of this table's journal is missing, so it cannot go on")
        entries = [Entry.of_row(entry) for entry in stored.journal]
        line = line_of(entries)
        self.numbers = Numbers()
        for entry in entries:
            self._number(entry)
        self.timeline = (ArchivedTimeline if self.closed else Timeline)(
            self.game, row["scenario"], json.loads(row["options"])
        )
        self.timeline.restore(
            line.moves, [Snapshot(part["length"], part["position"], part["events"]) for part in stored.snapshots]
        )
        self.end = line.end
        self.notes: list[Note] = []
        for entry in (*line.undone, *([line.end] if line.end else [])):
            self._note(entry)
        self.shares = Shares(self.id, self.seats, stored.sittings)
        self._drawn = line.draws
        self.dice: Dice | None = None
        self._ready_dice()
        self.negotiation.take_up(list(stored.talk))
        self._history: tuple[int, list[Document]] = (-1, [])
        self.verdict: Verdict | None = None
        """Of the dice, once it is over and somebody asked."""
        self._cut = line.cut
        self.audience.start(self.change())

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Everything that looks at the table or changes it does so one after the other."""
        async with self.lock:
            if self._doubtful:
                await self._reload()
            yield

    # Who and what

    @property
    def pos(self) -> Position:
        """The position now."""
        pos: Position = self.timeline.pos
        return pos

    @property
    def n(self) -> int:
        """How many entries the journal has."""
        return self.numbers.n

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or by agreement."""
        if self.end is None:
            return self.pos.outcome
        sides = self.timeline.sights.see(None)["sides"]
        score = {side: int(sides[side].get("score") or 0) for side in PLAYERS}
        return Outcome(self.end.body["winner"], self.end.body["kind"], score)

    @property
    def over(self) -> bool:
        """Is there nothing more to play?"""
        return self.end is not None or not self.pos.stack

    @property
    def halted(self) -> bool:
        """Is nothing more played here, over or not?"""
        return self.closed is not None or self.over

    @property
    def waiting(self) -> list[str]:
        """The sides whose player must sit down, or show a sealed seed, before the dice can be rolled."""
        return [] if self.halted or self.pos.side != "chance" else self.shares.missing

    def label(self, side: str) -> str:
        """What this game calls a side."""
        return self.game.card.sides[side][0]

    def side_of(self, role: str) -> str:
        """The side a role plays now; a hot seat plays whichever decides."""
        if role in PLAYERS:
            return role
        if role == BOTH:
            return self.pos.side if self.pos.side in PLAYERS else self.audience.eyes(role, self.pos) or PLAYERS[0]
        raise Refused("not_yours", "this seat only watches")

    def counter(self, role: str) -> str:
        """Whose numbers a role is told; once it is over there is nothing to hide."""
        return BOTH if self.over else role

    def count_of(self, role: str) -> int:
        """The number of the state as a role knows it."""
        return self.numbers.count(self.counter(role)).n

    def own_last(self, side: str) -> int:
        """The number of a side's last action, or -1."""
        moves = self.timeline.moves
        return next((number for number in range(len(moves) - 1, -1, -1) if moves[number].side == side), -1)

    def say(self, message: Document) -> None:
        """Tell everybody something that is not stored, in other hosts too."""
        self.audience.tell(message)
        self.services.company.say({"say": self.id, "message": message})

    def info(self, role: str) -> Document:
        """What a client needs to know before the first state."""
        here = self.presence.here()
        seats = {side: {"label": self.negotiation.called(side, role), **self.seats[side]} for side in PLAYERS}
        scenario = self.game.scenarios[self.row["scenario"]]
        outcome = self.outcome
        return {
            "table": self.id,
            "game": self.game.id,
            "title": self.game.title,
            "scenario": {"id": self.row["scenario"], "title": scenario.title, "note": scenario.notes},
            "options": json.loads(self.row["options"]),
            "created": datetime.fromtimestamp(self.row["created"], UTC).isoformat(timespec="seconds"),
            "seat": role,
            "seats": {side: {**seat, "here": here[side]} for side, seat in seats.items()},
            **self.numbers.count(self.counter(role))._asdict(),
            "waiting": self.waiting,
            "turn": self.timeline.sights.see(None)["turn"],
            "side": None if self.halted else self.pos.side,
            "outcome": outcome and outcome._asdict(),
            "overlays": list(self.game.overlays),
            "forecasts": self.row["forecasts"],
            "hidden": self.game.hidden,
            "commitment": commitment(self.row["secret"]),
            "imported": self.row["imported"],
        }

    def dice_document(self) -> Document:
        """The commitment and the seeds; the secret once it is over."""
        return {
            "commitment": commitment(self.row["secret"]),
            **self.shares.document(),
            "secret": self.row["secret"] if self.over else None,
            "imported": self.row["imported"],
        }

    def change(self, way: Sequence[str] = ()) -> Change:
        """The table as it is now, for those who are told of it."""
        counts = {role: self.numbers.count(self.counter(role)) for role in (*ROLES, BOTH)}
        undo = self.timeline.may_undo
        return Change(
            *(self.timeline.sights, tuple(self.notes), counts, self.waiting, self.outcome, self.over, undo, way),
            self.closed,
        )

    def state(self, role: str) -> Document:
        """The state with the whole log, for somebody who sits down; the table must be held."""
        return self.audience.whole(role, self.change())

    def lean_state(self, role: str) -> Document:
        """The state for a bot that needs no view."""
        return self.change().lean(role)

    def history(self, role: str) -> list[Document]:
        """Points and losses at the start, at the end of every turn, and now; worked out once for each state."""
        if self._history[0] != self.n:
            moments = [(0, 0), *self.timeline.turns()]
            self._history = self.n, [point(self.timeline.at(at), at, turn) for at, turn in moments]
        counter = self.counter(role)
        numbered = [(self.numbers.at(counter, point["at"]), point) for point in self._history[1]]
        return [{**point, "n": at, "at": at} for at, point in numbered]

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
        rolled = self._roll()
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
                raise Refused("not_yours", f"the machine plays {self.label(side)}")
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

    async def undo(self, role: str, n: int, by: Listener | None = None, re: int | None = None) -> None:
        """Take back the last action of one's own, up to the last roll or reveal."""
        async with self.hold():
            self.side_of(role)
            self._check(role, n)
            self._check_room()
            side = self.timeline.may_undo
            if side is None or role not in (side, BOTH) or self.seats[side]["kind"] == "agent":
                raise Refused("not_now", "nothing to take back: something was rolled or shown, or the other side acted")
            await self.go_back(side, len(self.timeline.moves) - 1, asked=False, by=by, re=re)

    async def redo(self, role: str, n: int, by: Listener | None = None, re: int | None = None) -> None:
        """Redo what was taken back, as long as nothing has been played since; the dice stay as they fell."""
        async with self.hold():
            self.side_of(role)
            self._check(role, n)
            self._check_room()
            if self._cut is None or role not in (self._cut.side, BOTH):
                raise Refused("not_now", "there is nothing of yours to play again")
            cut = self._cut
            for move in cut.moves:
                self.timeline.play(move.action, move.side)
            body = {"count": len(cut.moves), "asked": cut.asked, "events": event_count(self.pos)}
            entry = Entry(REDO, cut.side, body, self.pos.turn, False, 0, storage.now())
            if cut.asked:
                self._note(entry)
            await self._change([entry, *self._roll()], [], by, re)

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

    def _ready_dice(self) -> None:
        """The dice exist once every player has sat down; their key never changes after the first draw."""
        if not self.shares.missing:
            self.dice = Dice(self.row["secret"], self.shares.seed("allied"), self.shares.seed("axis"), self._drawn)

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
            names = " and ".join(self.label(missing) for missing in self.waiting)
            raise Refused("waiting", f"the dice wait for {names} to sit down")
        read = self.read_action(action)
        if self.pos.side != side:
            raise Refused("not_yours", f"{self.label(other(side))} decides now")
        way = self._way_of(read)
        before = self.timeline.sights.copy() if self.game.hidden else None
        try:
            move = self.timeline.play(read, side)
        except IllegalAction as error:
            raise Refused("illegal", error.message, error.rule) from None
        except Exception:
            await self._reload()
            raise
        entries = [Entry.of_move(move, seen=self._seen(side, before)), *self._roll()]
        closed, writes = self.negotiation.closed_by_play(side)
        await self._change(entries, writes, by, re, way)
        for ask in closed:
            self.negotiation.tell_answered(ask, yes=False)

    def _seen(self, side: str, before: Sights | None) -> int:
        """Everybody who can notice what a side has just done: their log or view has changed."""
        pos, now = self.pos, self.timeline.sights
        if before is None or pos.side != side or pos.undo_barrier != before.pos.undo_barrier:
            return ALL
        seen, told = BIT[side], event_count(before.pos)
        silent = [viewer for viewer in (other(side), None) if not now.report(viewer, told)]
        if silent:
            now.prepare((*PLAYERS, None))  # those who sit there are told theirs in a moment
        for viewer in (other(side), None):
            if viewer not in silent or now.see(viewer) != before.see(viewer):
                seen |= BIT[viewer or WATCH]
        return seen

    async def go_back(
        self, side: str, to: int, *, asked: bool, by: Listener | None = None, re: int | None = None
    ) -> None:
        """Take the line of play back."""
        cut, turn = Cut.of(side, self.timeline.moves[to:], asked, self._cut), self.pos.turn
        count = max(1, self.numbers.shared(to))
        self.timeline.rewind(to)
        body = {"to": to, "count": count, "asked": asked, "events": event_count(self.pos)}
        entry = Entry(UNDO, side, body, turn, False, 0, storage.now())
        if asked:
            self._note(entry)
        snapshots: Write = (storage.CUT_SNAPSHOTS, [{"of_table": self.id, "beyond": to}])
        await self._change([entry, *self._roll()], [snapshots], by, re)
        self._cut = cut

    async def finish(self, side: str, body: Document, by: Listener | None = None, re: int | None = None) -> None:
        """End the game by agreement or resignation."""
        body = {**body, "events": event_count(self.pos)}
        self.end = Entry(END, side, body, self.pos.turn, False, 0, storage.now())
        self._note(self.end)
        await self._change([self.end], [], by, re)

    def _number(self, entry: Entry) -> int:
        """Count an entry; who notices it."""
        if entry.kind == PLAY:
            self.numbers.play(entry.seen)
            return entry.seen
        if entry.kind == UNDO:
            return self.numbers.back(entry.body["to"], entry.side, asked=entry.body["asked"])
        if entry.kind == REDO:
            return self.numbers.again(asked=entry.body["asked"])
        self.numbers.told(ALL)
        return ALL

    def _note(self, entry: Entry) -> None:
        """Write the trace of an agreement into the log."""
        label = self.label(entry.side)
        if entry.kind == UNDO:
            text = f"{label} took back {entry.body['count']} actions; the other side agreed."
            self.notes = [note._replace(event=min(note.event, entry.body["events"])) for note in self.notes]
        elif entry.kind == REDO:
            text = f"{label} put back what was taken back."
        elif entry.body["kind"] == "draw":
            text = "Both sides agreed on a draw."
        else:
            text = f"{label} resigned."
        self.notes.append(Note(entry.body["events"], entry.turn, entry.side, text))

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
        snapshot = self.timeline.snapshot(now=self.over)  # how it ended can always be looked at
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
        except Exception:
            log.exception("table %s could not be stored", self.id)
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
            except Exception:
                log.exception("table %s could not be followed", self.id)
                self._doubtful = True
                return
            if stored is None:
                return
            try:
                self._take_in(stored)
            except (IllegalAction, LookupError, ValueError):
                log.exception("table %s could not be followed; it is read again", self.id)
                await self._reload()
                self._tell_all()

    def _take_in(self, stored: StoredTable) -> None:
        """What was added elsewhere."""
        shares = Shares(self.id, self.seats, stored.sittings)
        if shares.document() != self.shares.document():
            self.shares = shares
            self.audience.tell({"type": "dice", **self.dice_document()})
        was_over, seen = self.over, 0
        for number, row in enumerate(stored.journal):
            entry = Entry.of_row(row)
            self._cut = carry_out(self.timeline, entry, self._cut)
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
        self.timeline.snapshot(now=self.over)  # the other host has stored one where one was due
        for row in stored.talk:
            self.negotiation.hear(row)
        if self.over and not was_over:
            self.audience.tell({"type": "dice", **self.dice_document()})

    async def _reload(self) -> None:
        """Go back to what is stored; as long as that cannot be read, nothing is done at this table."""
        self._doubtful = True
        try:
            stored = await self.services.keeper.read(self.id)
        except Exception:
            log.exception("table %s could not be read again", self.id)
            raise Refused("not_stored", "the table cannot reach its store; try again in a moment") from None
        if stored is None:
            raise Refused("no_such_seat", "this table is gone")
        self._load(stored)
        self._doubtful = False
