"""All tables: made, found by a seat's token, kept in memory while they are used."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from sandtable.engine.documents import Document, Options
from sandtable.engine.game import Box, Game
from sandtable.engine.sides import PLAYERS
from sandtable.table import storage
from sandtable.table.agent_runner import AgentRunner
from sandtable.table.archive import readable
from sandtable.table.aside import aside, aside_in
from sandtable.table.export import read_import
from sandtable.table.fair_dice import commitment, new_secret
from sandtable.table.limits import Budgets
from sandtable.table.numbers import BOTH, WATCH
from sandtable.table.services import Refused, Services, in_short
from sandtable.table.shelf import Shelf
from sandtable.table.storage import INVITE, OWN, VOID, WATCHING, Conflict, Seat, StoredTable, Write, packed
from sandtable.table.table import Table
from sandtable.table.upgrade import of_today, replayed

log = logging.getLogger("sandtable.table")
REMEMBERED_SEATS = 20_000
LONGEST_TOKEN = 64
REPLACED = 4401
"""The close code of a socket whose link opens nothing any more."""
DEAD_SECONDS = 10.0
OLD_AT_ONCE = 2
COUNT_SECONDS = 1.0
"""How long the number of tables is believed."""
THOUGHT_AT_ONCE = 30.0
"""Seconds of advice that an address may ask for in a row."""
T = TypeVar("T")


@runtime_checkable
class Ending(Protocol):
    """A listener that came in by a token and can be sent away."""

    token: str

    def end(self, code: int, reason: str) -> None:
        """Close it, with a word."""


class Seated(NamedTuple):
    """A table as one seat reaches it."""

    table: Table
    runner: AgentRunner
    role: str
    token: str
    """The hash of what opened it."""
    thoughts: Budgets
    """Seconds of thought that each address may still ask for."""
    bound: bool
    """Is the seat its holder's own? An invitation shows nothing until somebody has sat down with it."""


def new_token() -> str:
    """128 bits that open a seat."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Work(Protocol):
    """Whoever does heavy work for strangers: imports, checks of dice and the like."""

    async def do(self, address: str, most: float, function: Callable[[Callable[[], None]], T]) -> T:
        """What the function makes; it is handed something to call now and then, which refuses after `most` seconds."""

    def close(self) -> None:
        """Let go of what the work is done with."""


class Tables:
    """The tables of a host."""

    def __init__(self, services: Services, shelf: Shelf, work: Work) -> None:
        self.services = services
        self.shelf = shelf
        self.work = work
        self.thoughts = Budgets(services.limits.think_share, THOUGHT_AT_ONCE)
        self.cards: dict[str, Document] = {}
        """The games as the lobby shows them, once somebody asked."""
        self.on_count: Callable[[int], None] = lambda count: None
        """Told how many tables are in memory."""
        self._live: OrderedDict[str, tuple[Table, AgentRunner]] = OrderedDict()
        self._reading: dict[str, asyncio.Task[tuple[Table, AgentRunner]]] = {}
        self._held: Counter[str] = Counter()
        """How many requests and sockets are at a table: it stays in memory as long as there is one."""
        self._seats: OrderedDict[str, Seat] = OrderedDict()
        self._counted, self._counted_at = 0, float("-inf")
        """How many tables there are, and when that was asked."""
        self._old = ThreadPoolExecutor(OLD_AT_ONCE, thread_name_prefix="old-rules")
        """Where tables of other rules are read, which takes long."""
        self._packs: set[tuple[str, str]] = set()
        """Data that are known to be kept."""
        self._heard: dict[str, float] = {}
        """When each other server was heard of last."""
        self._to_follow: set[str] = set()
        self._following: set[asyncio.Task[None]] = set()

    async def enter(self, token: str, key: str | None = None) -> Seated:
        """The table behind a token, held until `leave`; `key` is what was sat down with, if the token is spent."""
        opened = hashed(token)
        seat = await self._seat(opened) if 0 < len(token) <= LONGEST_TOKEN else None
        if seat is None:
            raise Refused("no_such_seat", "this link does not match a seat here")
        if seat.kind == VOID:
            raise Refused("no_such_seat", "this link was replaced by a new one and opens nothing any more")
        bound = seat.kind != INVITE
        if seat.spent_for is not None:
            if key is None or hashed(key) != seat.spent_for:
                raise Refused("spent", "this link has been used: the seat belongs to whoever sat down first")
            opened, bound = seat.spent_for, True
        name = seat.table
        self._held[name] += 1
        try:
            table, runner = await self._table(name)
        except BaseException:
            self._let_go(name)
            raise
        return Seated(table, runner, seat.role, opened, self.thoughts, bound)

    def leave(self, seated: Seated) -> None:
        """Leave a table."""
        self._let_go(seated.table.id)

    def _let_go(self, name: str) -> None:
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]

    async def bind(self, seated: Seated, key: str | None) -> tuple[Seated, str | None]:
        """The first to sit down with an invitation makes the seat theirs: the link is spent, `key` opens it now."""
        if seated.bound:
            return seated, None
        own = key or new_token()
        row = {"hash": hashed(own), "table_id": seated.table.id, "role": seated.role, "kind": OWN}
        spent = {"of_hash": seated.token, "was": INVITE, "kind": INVITE, "spent_for": row["hash"]}
        await self._replace(seated.token, (storage.SPEND_SEAT, [spent]), (storage.ADD_SEAT, [row]))
        return seated._replace(token=row["hash"], bound=True), own

    async def renew(self, seated: Seated) -> str:
        """A new secret for one's own seat; the old one opens nothing any more."""
        if seated.role == WATCH:
            raise Refused("not_yours", "this seat only watches")
        own = new_token()
        row = {"hash": hashed(own), "table_id": seated.table.id, "role": seated.role, "kind": OWN}
        spent = {"of_hash": seated.token, "was": OWN, "kind": VOID, "spent_for": row["hash"]}
        await self._replace(seated.token, (storage.SPEND_SEAT, [spent]), (storage.ADD_SEAT, [row]))
        return own

    async def invite(self, seated: Seated, side: str) -> str:
        """A new link to a seat that nobody has taken yet; the old one opens nothing any more."""
        if seated.role not in (*PLAYERS, BOTH) or side == seated.role:
            raise Refused("not_yours", "only the other player can invite somebody to this seat")
        found = await self._asked(self.services.keeper.invitation(seated.table.id, side))
        if found is None:
            raise Refused("not_now", "somebody sits there, or there is no link to this seat")
        link = new_token()
        row = {"hash": hashed(link), "table_id": seated.table.id, "role": side, "kind": INVITE}
        spent = {"of_hash": found, "was": INVITE, "kind": VOID, "spent_for": row["hash"]}
        await self._replace(found, (storage.SPEND_SEAT, [spent]), (storage.ADD_SEAT, [row]))
        return link

    async def _replace(self, old: str, *writes: Write) -> None:
        """Store a change of seats, and forget what a token opened."""
        try:
            await self.services.keeper.put(writes)
        except Conflict:
            raise Refused("spent", "this link has been used: the seat belongs to whoever sat down first") from None
        except Exception as error:
            log.error("a seat could not be stored: %s", in_short(error))
            raise Refused("not_stored", "this could not be stored; nothing has changed") from None
        finally:
            self.forget_seat(old)

    def forget_seat(self, token: str) -> None:
        """A token may open something else now, or nothing; whoever came in by it must come in again."""
        seat = self._seats.pop(token, None)
        if seat is not None and seat.table in self._live:
            for listener in tuple(self._live[seat.table][0].audience.listeners):
                if isinstance(listener, Ending) and listener.token == token:
                    listener.end(REPLACED, "this link was replaced by a new one")

    async def create(
        self, game: str, scenario: str | None, options: Options, seats: Mapping[str, Document], forecasts: bool
    ) -> Document:
        """A new table; the tokens are shown this once."""
        library = self.services.library
        if game not in library.games():
            raise Refused("bad", f"there is no game {game!r}")

        def opened() -> tuple[Game, Box]:
            loaded = library.load(game)
            return loaded, loaded.box(scenario, options)

        try:
            loaded, box = await aside(opened)
        except ValueError as error:
            raise Refused("bad", str(error)) from None
        labels = {level.id: level.label for level in library.levels(game)}
        chosen: dict[str, Document] = {}
        for side in PLAYERS:
            level = seats[side].get("level")
            if seats[side]["kind"] != "agent":
                chosen[side] = {"kind": "human"}
            elif level in labels:
                chosen[side] = {"kind": "agent", "label": labels[level], "level": level}
            else:
                raise Refused("bad", f"there is no agent {level!r}; there are: {', '.join(labels)}")
        mine = [side for side in PLAYERS if seats[side]["kind"] == "me"]
        friends = [side for side in PLAYERS if seats[side]["kind"] == "friend"]
        row = {
            "game": game,
            "scenario": box.scenario,
            "options": packed(box.options),
            "data": loaded.pack.digest,
            "rules": loaded.rules_version,
            "seats": packed(chosen),
            "forecasts": forecasts,
            "imported": 0,
        }
        await self._keep_pack(loaded)
        return await self._add(row, mine, friends, [])

    async def take_in(self, document: Document, address: str = "") -> Document:
        """A new table from an exported file."""
        library = self.services.library
        game = document.get("game")
        if not isinstance(game, str) or game not in library.games():
            raise Refused("bad", "this file belongs to a game that this table does not have")
        levels = {level.id: level.label for level in library.levels(game)}
        most = self.services.limits.actions_per_table
        read = await self.work.do(
            address,
            self.services.limits.import_seconds,
            lambda spend: read_import(document, library.load(game), levels, most, spend),
        )
        mine = [side for side in PLAYERS if read.seats[side]["kind"] == "human"]
        row = {
            "game": game,
            "scenario": read.record.scenario,
            "options": packed(read.record.options),
            "data": read.record.data,
            "rules": read.record.rules,
            "seats": packed(read.seats),
            "forecasts": True,
            "imported": len(read.entries),
        }
        more: list[Write] = []
        if read.entries:
            more.append((storage.ADD_ENTRY, [entry.row("", n) for n, entry in enumerate(read.entries)]))
        if read.snapshots:
            more.append((storage.ADD_SNAPSHOT, [snapshot._asdict() for snapshot in read.snapshots]))
        await self._keep_pack(library.load(game))
        return await self._add(row, mine, [], more)

    def hear(self, sender: str, note: Document) -> None:
        """What another server says."""
        self._heard[sender] = monotonic()
        self._forget_the_dead()
        if "seat" in note:
            self.forget_seat(note["seat"])
        name = next((str(note[key]) for key in ("table", "here", "who", "say", "hurry") if key in note), "")
        if name not in self._live:
            return
        table, runner = self._live[name]
        if "table" in note:
            self._follow(table)
        elif "who" in note:
            if table.audience.listeners:
                self.services.company.say({"here": table.id, "roles": table.presence.roles()})
        elif "here" in note:
            table.presence.elsewhere[sender] = Counter(note["roles"])
            table.presence.show()
        elif "say" in note:
            table.audience.tell(note["message"])
        else:
            runner.hurry()

    def missed(self) -> None:
        """Some notes may have been lost: look at everything again."""
        self._seats.clear()
        for table, _ in self._live.values():
            self._follow(table)

    def _follow(self, table: Table) -> None:
        """Read what is new at a table; requests that arrive meanwhile share one reading."""
        if table.id in self._to_follow:
            return
        self._to_follow.add(table.id)

        async def follow() -> None:
            self._to_follow.discard(table.id)
            with suppress(Refused):  # it stays in doubt, and is read when somebody looks at it
                await table.follow()

        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def _forget_the_dead(self) -> None:
        """Forget who sits at a server that has been silent for a while."""
        dead = [name for name, heard in self._heard.items() if monotonic() - heard > DEAD_SECONDS]
        for name in dead:
            del self._heard[name]
            for table, _ in self._live.values():
                if table.presence.elsewhere.pop(name, None):
                    table.presence.show()

    async def close(self) -> None:
        """Stop every agent."""
        await asyncio.gather(*self._following, return_exceptions=True)
        self.work.close()
        self._old.shutdown(wait=False, cancel_futures=True)
        for _, runner in self._live.values():
            await runner.close()

    async def _add(self, row: Document, mine: list[str], friends: list[str], more: list[Write]) -> Document:
        if await self._count() >= self.services.limits.tables:
            raise Refused("full", "there is no room for more tables here")
        table, secret = secrets.token_urlsafe(9), new_secret()
        tokens = {side: new_token() for side in friends}
        tokens[WATCH] = new_token()
        own = new_token()
        roles = {token: role for role, token in tokens.items()}
        if mine:
            roles[own] = BOTH if len(mine) == 2 else mine[0]
        kinds = {own: OWN, tokens[WATCH]: WATCHING}
        rows = [
            {"hash": hashed(token), "table_id": table, "role": role, "kind": kinds.get(token, INVITE)}
            for token, role in roles.items()
        ]
        writes: list[Write] = [
            (storage.ADD_TABLE, [{**row, "id": table, "secret": secret, "created": storage.now()}]),
            (storage.ADD_SEAT, rows),
            *((statement, [{**part, "table_id": table} for part in parts]) for statement, parts in more),
        ]
        try:
            await self.services.keeper.put(writes)
        except Exception as error:
            log.error("a table could not be stored: %s", in_short(error))
            raise Refused("not_stored", "this table could not be stored; nothing has changed") from None
        for seat in rows:
            self._remember(seat["hash"], Seat(table, seat["role"], seat["kind"], None))
        self._counted += 1
        return {
            "table": table,
            "mine": own if mine else tokens[WATCH],
            "links": tokens,
            "commitment": commitment(secret),
        }

    async def _count(self) -> int:
        """How many tables there are; what other servers have made shows a moment later."""
        if monotonic() - self._counted_at > COUNT_SECONDS:
            self._counted = await self._asked(self.services.keeper.count_tables())
            self._counted_at = monotonic()
        return self._counted

    async def _seat(self, key: str) -> Seat | None:
        seat = self._seats.get(key) or await self._asked(self.services.keeper.seat(key))
        if seat is not None:
            self._remember(key, seat)
        return seat

    def _remember(self, key: str, seat: Seat) -> None:
        self._seats[key] = seat
        if len(self._seats) > REMEMBERED_SEATS:
            self._seats.popitem(last=False)

    async def _keep_pack(self, game: Game) -> None:
        """A table may need its data when they have changed here."""
        key = game.pack.digest, game.id
        if key not in self._packs:
            await self._asked(self.services.keeper.keep_pack(*key, game.pack.files()))
            self._packs.add(key)

    async def _asked(self, answer: Awaitable[T]) -> T:
        """What the keeper answers; Refused if it does not."""
        try:
            return await answer
        except Exception as error:
            log.error("the store does not answer: %s", in_short(error))
            raise Refused("not_stored", "the store cannot be reached; try again in a moment") from None

    async def _table(self, name: str) -> tuple[Table, AgentRunner]:
        """A table from memory, or read once however many ask for it at the same time; it must be held."""
        if name in self._live:
            self._live.move_to_end(name)
            return self._live[name]
        task = self._reading.get(name)
        if task is None:
            task = self._reading[name] = asyncio.create_task(self._read(name))
            task.add_done_callback(lambda _: self._reading.pop(name, None))
        return await asyncio.shield(task)

    async def _read(self, name: str) -> tuple[Table, AgentRunner]:
        found = await self._asked(self.services.keeper.read(name))
        if found is None:
            raise Refused("no_such_seat", "this table is gone")
        table = await aside(self._as_it_is, found)
        if table is None:
            table = await aside_in(self._old, Table, self.services, *await self._of_today(found))
        runner = AgentRunner(self.services, table)
        self._live[name] = (table, runner)
        self._make_room()
        self.on_count(len(self._live))
        self.services.company.say({"who": name})
        runner.go_on()
        return table, runner

    def _as_it_is(self, found: StoredTable) -> Table | None:
        """A table with the rules and data of today, which nearly all are."""
        row = found.table
        try:
            today = row["game"] in self.shelf.games() and of_today(
                found, self.shelf.with_data(row["game"], row["data"])
            )
        except (ValueError, LookupError):
            return None
        return Table(self.services, found) if today else None

    async def _of_today(self, found: StoredTable) -> tuple[StoredTable, str | None]:
        """A table of other rules goes on with today's if it comes out alike, or with an earlier version's if there is
        one; else it can be looked at, and the second part says why it does not go on."""
        row = found.table
        if row["game"] not in self.shelf.games():
            if await aside_in(self._old, self.shelf.with_rules, row["game"], row["rules"], row["data"]) is not None:
                return found, None
            raise Refused("other_rules", "this game is not here any more; the game can be saved to a file")
        try:
            game, replay = await aside_in(self._old, replayed, found, self.shelf)
        except (ValueError, LookupError):
            return found, None  # the table itself says what is wrong with it
        if replay.differs is not None:
            if await aside_in(self._old, self.shelf.with_rules, row["game"], row["rules"], row["data"]) is not None:
                return found, None
            log.warning(
                "table %s was started with other rules and would not come out alike: %s", row["id"], replay.differs
            )
            why = (
                "this game was started with rules that have changed since; it can be looked at and saved to a file, "
                f"and played on with the version it was started with ({replay.differs})"
            )
            if await aside_in(self._old, readable, found, game):
                return found, why
            raise Refused("other_rules", why)
        if not replay.writes:
            return found, None
        await self.services.keeper.put(replay.writes)
        return await self._asked(self.services.keeper.read(row["id"])) or found, None

    async def raw(self, token: str, key: str | None) -> tuple[StoredTable, str]:
        """What is stored of a seat's table, whatever rules it was played with, and the seat's role."""
        seat = await self._seat(hashed(token))
        opened_by = seat and (seat.spent_for is None or (key is not None and hashed(key) == seat.spent_for))
        if seat is None or seat.kind == VOID or not opened_by:
            raise Refused("no_such_seat", "this link does not match a seat here")
        found = await self._asked(self.services.keeper.read(seat.table))
        if found is None:
            raise Refused("no_such_seat", "this table is gone")
        return found, seat.role

    def _make_room(self) -> None:
        """Forget tables that nobody is at, the longest unused first."""
        if len(self._live) <= self.services.limits.live_tables:
            return
        for name in list(self._live):
            if len(self._live) <= self.services.limits.live_tables:
                return
            table, runner = self._live[name]
            if not self._held[name] and not table.lock.locked() and not runner.busy:
                del self._live[name]
