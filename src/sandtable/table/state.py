"""What a table is: who sits there, the line of play, the dice and the numbers, and what follows from them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence

from sandtable.engine.documents import Document
from sandtable.engine.position import Outcome, Position
from sandtable.engine.sides import PLAYERS
from sandtable.table.archive import ArchivedTimeline
from sandtable.table.audience import Audience, Change
from sandtable.table.fair_dice import Dice, commitment
from sandtable.table.journal import PLAY, REDO, UNDO, Entry, Note, line_of
from sandtable.table.numbers import ALL, BOTH, ROLES, Numbers, roles_of
from sandtable.table.services import Refused, Services
from sandtable.table.shares import Shares
from sandtable.table.storage import StoredTable
from sandtable.table.timeline import Snapshot, Timeline
from sandtable.table.upgrade import game_of
from sandtable.table.verify import Verdict
from sandtable.table.views import point

log = logging.getLogger("sandtable.table")


class TableState:
    """A table as it is stored, and those who look at it; `Table` is the part that changes it."""

    def __init__(self, services: Services, closed: str | None) -> None:
        self.services = services
        self.closed = closed
        """Why it cannot go on, where only what is stored of it can be looked at."""
        self.lock = asyncio.Lock()
        self.audience = Audience(self.lock)

    def read(self, stored: StoredTable) -> None:
        """Take in all that is stored of a table."""
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
        self.noticed_at: dict[str, float] = {}
        """When each role last noticed something."""
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
        self._history: tuple[int, list[Document]] = (-1, [])
        self.verdict: Verdict | None = None
        """Of the dice, once it is over and somebody asked."""
        self._cut = line.cut

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
        """Is play here finished, whether or not the game is over?"""
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

    def _ready_dice(self) -> None:
        """The dice exist once every player has sat down; their key never changes after the first draw."""
        if not self.shares.missing:
            self.dice = Dice(self.row["secret"], self.shares.seed("allied"), self.shares.seed("axis"), self._drawn)

    def _number(self, entry: Entry) -> int:
        """Count an entry; who notices it."""
        seen = self._count(entry)
        self.noticed_at.update(dict.fromkeys(roles_of(seen), entry.time))
        return seen

    def _count(self, entry: Entry) -> int:
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
        if entry.kind == UNDO:
            self.notes = [note._replace(event=min(note.event, entry.body["events"])) for note in self.notes]
        self.notes.append(Note.of(entry, self.label(entry.side)))
