"""One table under way: who sits there, the line of play, and everything that may be done at it.

Every change goes the same way, one at a time: check, change the position, store, and only then tell anybody.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.position import IllegalAction, Outcome, Position
from sandtable.engine.sides import PLAYERS
from sandtable.server import store
from sandtable.server.audience import Audience, Listener
from sandtable.server.fair import Dice, commitment, is_seed
from sandtable.server.house import House, Refused
from sandtable.server.journal import END, REDO, UNDO, Cut, Entry, Note, line_of
from sandtable.server.limits import Bucket
from sandtable.server.store import Kept, Order
from sandtable.server.talk import ANSWER, ASK, CHAT, Talk
from sandtable.server.timeline import Snapshot, Timeline, event_count
from sandtable.server.verify import Verdict
from sandtable.server.views import Document, Window, ended, point

log = logging.getLogger("sandtable.server")


def other(side: str) -> str:
    """The opponent."""
    return PLAYERS[1 - PLAYERS.index(side)]


class Table:
    """A game between two seats."""

    def __init__(self, house: House, kept: Kept) -> None:
        self.house = house
        self.lock = asyncio.Lock()
        self.audience = Audience(self)
        self._talk_pace: dict[str, Bucket] = {}
        self.changed = asyncio.Event()
        """Set, and replaced, at every change."""
        self.on_turn: Callable[[], None] = lambda: None
        """Called after every change, so that an agent may take its turn."""
        self._take_up(kept)

    def _take_up(self, kept: Kept) -> None:
        row = kept.table
        self.id: str = row["id"]
        self.row = row
        self.seats: dict[str, dict[str, Any]] = json.loads(row["seats"])
        self.game = self.house.library.load(row["game"])
        if (row["data"], row["rules"]) != (self.game.pack.digest, self.game.rules_version):
            raise Refused("other_rules", "this table was started with other rules or data than this server has now")
        entries = [Entry.of_row(entry) for entry in kept.journal]
        line = line_of(entries)
        self.n = len(entries)
        self.timeline = Timeline(self.game, row["scenario"], json.loads(row["options"]))
        self.timeline.restore(
            line.moves, [Snapshot(part["length"], part["position"], part["events"]) for part in kept.snapshots]
        )
        self.end = line.end
        self.notes: list[Note] = []
        for entry in (*line.undone, *([line.end] if line.end else [])):
            self._note(entry)
        self.seeds: dict[str, str | None] = {sitting["side"]: sitting["seed"] for sitting in kept.sittings}
        self._drawn = line.draws
        self.dice: Dice | None = None
        self._ready_dice()
        self.talk = Talk(kept.talk)
        self._history: tuple[int, list[Document]] = (-1, [])
        self.verdict: Verdict | None = None
        """Of the dice, once it is over and somebody asked."""
        self.window = Window()
        self.way: list[str] = []
        """The places the latest action led its pieces over, where it led them anywhere."""
        self._cut = line.cut

    # Who and what

    @property
    def pos(self) -> Position:
        """The position now."""
        return self.timeline.pos

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or by agreement."""
        if self.end is None:
            return self.pos.outcome
        score = {side: self.pos.see(None)["sides"].get(side, {}).get("score") or 0 for side in PLAYERS}
        return Outcome(self.end.body["winner"], self.end.body["kind"], score)

    @property
    def over(self) -> bool:
        """Is there nothing more to play?"""
        return self.end is not None or not self.pos.stack

    @property
    def waiting(self) -> list[str]:
        """The sides whose player must sit down before the dice can be rolled."""
        if self.over or self.pos.side != "chance":
            return []
        return [side for side in PLAYERS if self.seats[side]["kind"] == "human" and side not in self.seeds]

    def label(self, side: str) -> str:
        """What this game calls a side."""
        return self.game.card.sides[side][0]

    def side_of(self, role: str) -> str:
        """The side a role plays now; a hot seat plays whichever decides."""
        if role in PLAYERS:
            return role
        if role == "both":
            return self.pos.side if self.pos.side in PLAYERS else self.window.eyes(role, self.pos) or PLAYERS[0]
        raise Refused("not_yours", "this seat only watches")

    def info(self, role: str) -> Document:
        """What a client needs to know before the first state."""
        here = self.audience.here()
        others = "player" if role == "watch" else "friend"
        seats = {side: {"label": "you" if role in (side, "both") else others, **self.seats[side]} for side in PLAYERS}
        scenario = self.game.scenarios[self.row["scenario"]]
        watcher = self.pos.see(None)
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
            "n": self.n,
            "at": len(self.timeline.moves),
            "waiting": self.waiting,
            "turn": watcher["turn"],
            "side": None if self.over else self.pos.side,
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
            "seeds": {side: self.seeds.get(side) for side in PLAYERS},
            "secret": self.row["secret"] if self.over else None,
            "imported": self.row["imported"],
        }

    # What may be done

    async def sit(self, role: str, seed: str | None) -> None:
        """Sit down; the first time this may bring a seed, and lets waiting dice roll."""
        if seed is not None and not is_seed(seed):
            raise Refused("bad", "a seed is 32 bytes as 64 hexadecimal digits in lower case")
        async with self.lock:
            sides = {"both": PLAYERS, "watch": ()}.get(role, (role,))
            orders: list[Order] = []
            if sides and not any(side in self.seeds for side in sides):
                self.seeds |= {side: None if second else seed for second, side in enumerate(sides)}
                rows = [{"table_id": self.id, "side": side, "seed": self.seeds[side]} for side in sides]
                orders.append((store.ADD_SITTING, rows))
                self._ready_dice()
            rolled = self._roll()
            if rolled:
                await self._change(rolled, orders)
            elif orders:
                await self._stored(self.house.writer.put(orders))
            if orders:
                self.tell({"type": "dice", **self.dice_document()})

    async def play(self, role: str, n: int, action: Any, by: Listener | None = None, re: int | None = None) -> None:
        """Play an action for a seat that answers state `n`."""
        async with self.lock:
            side = self.side_of(role)
            self._check(n)
            self._check_room()
            if self.seats[side]["kind"] == "agent":
                raise Refused("not_yours", f"the machine plays {self.label(side)}")
            await self._play(side, action, by, re)

    def read_action(self, document: Any) -> Action:
        """An action from JSON; `true` is not taken for 1, though Python would."""
        try:
            read = self.game.action(document)
        except ValueError as error:
            raise Refused("bad", str(error)) from None
        if read in (offered := self.pos.actions()):
            same = offered[offered.index(read)]
            if [type(part) for part in same] != [type(part) for part in read]:
                raise Refused("bad", f"{document!r:.80} is not written as the view has it")
        return read

    async def play_for_agent(self, side: str, n: int, action: Any) -> None:
        """Play what an agent chose at `n`; too late is no fault."""
        async with self.lock:
            if self.n == n and not self.over:
                await self._play(side, action, None, None)

    async def _play(self, side: str, action: Any, by: Listener | None, re: int | None) -> None:
        if self.pos.side == "chance":
            names = " and ".join(self.label(missing) for missing in self.waiting)
            raise Refused("waiting", f"the dice wait until {names} has sat down")
        read = self.read_action(action)
        if self.pos.side != side:
            raise Refused("not_yours", f"{self.label(other(side))} decides now")
        way = self._way_of(read)
        try:
            move = self.timeline.play(read, side)
        except IllegalAction as error:
            raise Refused("illegal", error.message, error.rule) from None
        except Exception:
            await self._reload()
            raise
        entries = [Entry.of_move(move), *self._roll()]
        closed = [ask for ask in self.talk.open.values() if ask.side != side or ask.kind == "undo"]
        rows = [
            self.talk.add(self.id, ANSWER, other(ask.side), {"kind": ask.kind, "yes": False, "by": "play"})
            for ask in closed
        ]
        await self._change(entries, [(store.ADD_TALK, rows)] if rows else [], by, re, way)
        for ask in closed:
            self.tell({"type": "ask", "kind": ask.kind, "side": ask.side, "answer": False})

    async def undo(self, role: str, n: int, by: Listener | None = None, re: int | None = None) -> None:
        """Take one's own last action back, up to the last roll or reveal."""
        async with self.lock:
            self.side_of(role)
            self._check(n)
            self._check_room()
            side = self.timeline.may_undo
            if side is None or role not in (side, "both") or self.seats[side]["kind"] == "agent":
                raise Refused("not_now", "nothing to take back: something was rolled or shown, or the other side acted")
            await self._back(side, len(self.timeline.moves) - 1, asked=False, by=by, re=re)

    async def redo(self, role: str, n: int, by: Listener | None = None, re: int | None = None) -> None:
        """Make a way back undone, as long as nothing has been played since; the dice stay as they fell."""
        async with self.lock:
            self.side_of(role)
            self._check(n)
            self._check_room()
            if self._cut is None or role not in (self._cut.side, "both"):
                raise Refused("not_now", "there is nothing of yours to play again")
            cut = self._cut
            for move in cut.moves:
                self.timeline.play(move.action, move.side)
            body = {"count": len(cut.moves), "asked": cut.asked, "events": event_count(self.pos)}
            entry = Entry(REDO, cut.side, body, self.pos.turn, False, 0, store.now())
            if cut.asked:
                self._note(entry)
            await self._change([entry, *self._roll()], [], by, re)

    async def resign(self, role: str, n: int, by: Listener | None = None, re: int | None = None) -> None:
        """Give the game up."""
        async with self.lock:
            side = self.side_of(role)
            self._check(n)
            await self._finish(side, {"winner": other(side), "kind": "resignation"}, by, re)

    async def ask(self, role: str, kind: str, at: int | None = None) -> None:
        """Ask the opponent to let one take back more, or to call it a draw."""
        async with self.lock:
            side = self.side_of(role)
            if self.over:
                raise Refused("over", "the game is over")
            self._check_room()
            self._check_talk(role)
            if kind in self.talk.open:
                raise Refused("not_now", "that question is still open")
            back = None
            if kind == "undo":
                back = self._own_last(side) if at is None else at
                if not 0 <= back < len(self.timeline.moves):
                    raise Refused("not_now", "there is nothing to take back")
            await self._say(ASK, side, {"kind": kind, "at": back})
            self.tell({"type": "ask", "kind": kind, "side": side, "at": back, "answer": None})
            if role == "both":
                await self._answer(other(side), kind, yes=True)
            elif self.seats[other(side)]["kind"] == "agent":
                await self._answer(other(side), kind, yes=kind == "undo")

    async def reply(self, role: str, kind: str, yes: bool) -> None:
        """Answer the opponent's question, or withdraw one's own."""
        async with self.lock:
            if kind not in self.talk.open:
                raise Refused("not_now", "nobody asks that now")
            asker = self.talk.open[kind].side
            side = self.side_of(role)
            if side == asker and yes and role != "both":
                raise Refused("not_yours", "the other side must answer")
            await self._answer(side, kind, yes)

    async def chat(self, role: str, text: str) -> None:
        """Say something to everybody at the table."""
        async with self.lock:
            side = self.side_of(role) if role in (*PLAYERS, "both") else "watch"
            self._check_talk(role)
            await self._say(CHAT, side, text)
            self.tell(self.talk.chat[-1])

    # How it is done

    def _check(self, n: int) -> None:
        if self.over:
            raise Refused("over", "the game is over")
        if n != self.n:
            raise Refused("stale", f"that answers state {n}; the table is at {self.n}")

    def _check_room(self) -> None:
        """Refuse to fill the store: with actions, or with ways back and forth."""
        if self.n >= self.house.settings.actions_per_table:
            raise Refused("too_big", "this game has gone on for too many actions")

    def _check_talk(self, role: str) -> None:
        """Refuse too much talk of one seat."""
        settings = self.house.settings
        pace = self._talk_pace.setdefault(role, Bucket(settings.chat_per_minute / 60, 10))
        if not pace.take():
            raise Refused("too_fast", "too much talk at once; wait a moment")
        if self.talk.count >= settings.talk_per_table:
            raise Refused("too_big", "enough has been said at this table")

    def _way_of(self, action: Action) -> list[str]:
        """The places a legal action leads over; empty where nobody is there to see it."""
        if not self.audience.listeners or action not in self.pos.actions():
            return []
        return list(self.game.show_action(self.pos, action).get("path") or ())

    def _own_last(self, side: str) -> int:
        """The number of a side's last action, or -1."""
        moves = self.timeline.moves
        return next((number for number in range(len(moves) - 1, -1, -1) if moves[number].side == side), -1)

    def _ready_dice(self) -> None:
        """The dice exist once every player has sat down; their key never changes after the first draw."""
        if all(side in self.seeds for side in PLAYERS if self.seats[side]["kind"] == "human"):
            self.dice = Dice(self.row["secret"], self.seeds.get("allied"), self.seeds.get("axis"), self._drawn)

    def _roll(self) -> list[Entry]:
        """Let chance decide as long as it is its turn."""
        entries = []
        while self.dice is not None and self.pos.side == "chance" and not self.over:
            action, draws = self.dice.outcome(self.pos)
            entries.append(Entry.of_move(self.timeline.play(action), len(draws)))
            self._drawn = self.dice.drawn
        return entries

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

    async def _answer(self, side: str, kind: str, yes: bool) -> None:
        ask = self.talk.open[kind]
        await self._say(ANSWER, side, {"kind": kind, "yes": yes})
        self.tell({"type": "ask", "kind": kind, "side": ask.side, "answer": yes})
        if yes and ask.at is not None:
            await self._back(ask.side, ask.at, asked=True)
        elif yes:
            await self._finish(side, {"winner": None, "kind": "draw"})

    async def _say(self, kind: str, side: str, body: Any) -> None:
        row = self.talk.add(self.id, kind, side, body)
        await self._stored(self.house.writer.put([(store.ADD_TALK, [row])]))

    async def _back(
        self, side: str, to: int, *, asked: bool, by: Listener | None = None, re: int | None = None
    ) -> None:
        cut, turn = Cut.of(side, self.timeline.moves[to:], asked, self._cut), self.pos.turn
        count = len(self.timeline.moves) - to
        self.timeline.rewind(to)
        body = {"to": to, "count": count, "asked": asked, "events": event_count(self.pos)}
        entry = Entry(UNDO, side, body, turn, False, 0, store.now())
        if asked:
            self._note(entry)
        snapshots: Order = (store.CUT_SNAPSHOTS, [{"of_table": self.id, "beyond": to}])
        await self._change([entry, *self._roll()], [snapshots], by, re)
        self._cut = cut

    async def _finish(self, side: str, body: dict[str, Any], by: Listener | None = None, re: int | None = None) -> None:
        body = {**body, "events": event_count(self.pos)}
        self.end = Entry(END, side, body, self.pos.turn, False, 0, store.now())
        self._note(self.end)
        await self._change([self.end], [], by, re)

    async def _change(
        self,
        entries: Sequence[Entry],
        orders: Sequence[Order],
        by: Listener | None = None,
        re: int | None = None,
        way: Sequence[str] = (),
    ) -> None:
        """Store entries, then tell everybody; `by` gets its answer `re` in the same state."""
        self.way, self._cut = list(way), None
        rows = [entry.row(self.id, self.n + k) for k, entry in enumerate(entries)]
        orders = [*orders, (store.ADD_ENTRY, rows)] if rows else orders
        snapshot = self.timeline.snapshot()
        if snapshot is not None:
            orders = [*orders, (store.ADD_SNAPSHOT, [{"table_id": self.id, **snapshot._asdict()}])]
        self.n += len(entries)
        done = self.house.writer.put(orders)
        states = self.audience.states(by)  # made while the orders wait for their commit, shown only after it
        await self._stored(done)
        self.audience.send(states, by, re)
        if self.over:
            self.tell({"type": "dice", **self.dice_document()})
        self.changed.set()
        self.changed = asyncio.Event()
        self.on_turn()

    async def _stored(self, done: asyncio.Future[None]) -> None:
        """Wait until it is stored, or go back to what is stored."""
        try:
            await done
        except Exception:
            log.exception("table %s could not be stored", self.id)
            await self._reload()
            raise Refused("not_stored", "the table could not store this; nothing has changed") from None

    async def _reload(self) -> None:
        kept = await asyncio.to_thread(self.house.store.read, self.id)
        assert kept is not None
        self._take_up(kept)
        self.audience.forget()

    # Telling

    @property
    def listeners(self) -> set[Listener]:
        """Everybody at the table."""
        return self.audience.listeners

    def tell(self, message: Document) -> None:
        """Send one message to everybody."""
        self.audience.tell(message)

    def state(self, role: str) -> Document:
        """The state with the whole log, for one who sits down; the table must be locked."""
        self.audience.catch_up()
        state = self.state_of(role, self.window.whole(role, self.pos, self.notes))
        self.audience.start_from(role, state["view"])
        return state

    def state_of(self, role: str, part: Document) -> Document:
        """A view and log lines as a state."""
        view = ended(part["view"], self.outcome)
        undo = self.timeline.may_undo
        view["undo"] = not self.over and undo is not None and role in (undo, "both")
        head = {"type": "state", "n": self.n, "at": len(self.timeline.moves), "waiting": self.waiting}
        return {**head, **part, "view": view}

    def lean_state(self, role: str) -> Document:
        """The state for a bot that needs no view: who decides, and its own actions."""
        pos = self.pos
        mine = not self.over and pos.side in PLAYERS and role in (pos.side, "both")
        outcome = self.outcome
        return {
            "type": "state",
            "n": self.n,
            "at": len(self.timeline.moves),
            "side": None if self.over else pos.side,
            "waiting": self.waiting,
            "actions": [list(action) for action in pos.actions()] if mine else [],
            "outcome": outcome and outcome._asdict(),
        }

    def history(self) -> list[Document]:
        """Points and losses at the start, at the end of every turn, and now; worked out once for each state."""
        if self._history[0] != self.n:
            moments = [(0, 0), *self.timeline.turns()]
            self._history = self.n, [point(self.timeline.at(at), at, turn) for at, turn in moments]
        return self._history[1]
