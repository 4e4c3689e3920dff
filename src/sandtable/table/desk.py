"""A seat's conversation with its table: it sits down, then asks one thing after the other, however messages travel."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol

from sandtable.engine.documents import Document
from sandtable.table import advice, questions
from sandtable.table.audience import LEAN, WHOLE
from sandtable.table.info import info
from sandtable.table.packing import dumps
from sandtable.table.services import FAULT, Refused
from sandtable.table.table import Table
from sandtable.table.tables import Seated, Tables

log = logging.getLogger("sandtable.table")


class Request(Protocol):
    """What a client asks for: its type, its number, and the fields that docs/protocol.md lists for the type."""

    @property
    def type(self) -> str:
        """What it is."""

    @property
    def id(self) -> int | None:
        """Its number, which the answer carries."""


class Guest(ABC):
    """Somebody who sits at a table and is told what happens there."""

    def __init__(self, address: str = "") -> None:
        self.role = ""
        self.token = ""
        self.address = address
        self.states = WHOLE

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Take a message without waiting."""

    def say(self, message: Document, re: int | None = None) -> None:
        """Send a message that may answer a request."""
        self.send(dumps(message if re is None else {**message, "re": re}))

    def refuse(self, refused: Refused, re: int | None) -> None:
        """Send a refusal."""
        self.say({"type": "refused", **refused.document()}, re)


async def sit(guest: Guest, tables: Tables, request: Any, admit: Callable[[Seated], None]) -> Seated:
    """Answer `sit`; Refused says why not. `admit` refuses where there is no room."""
    seated: Seated | None = None
    try:
        seated = await tables.enter(request.token, request.key)
        admit(seated)
        seated, own = await tables.bind(seated, request.key)
        await seated.table.sit(seated.role, request.seed, request.seal)
        await _welcome(guest, seated, request, own)
        return seated
    except Exception as error:
        if seated is not None:
            seated.table.audience.listeners.discard(guest)
            tables.leave(seated)
        if isinstance(error, Refused):
            raise
        log.exception("nobody could be seated")
        raise Refused(*FAULT) from None


async def _welcome(guest: Guest, seated: Seated, request: Any, own: str | None) -> None:
    table = seated.table
    guest.role, guest.token, guest.states = seated.role, seated.token, request.states
    async with table.hold():
        table.audience.listeners.add(guest)
        greeting = {"type": "seated", "info": info(table, seated.role)}
        guest.say(greeting if own is None else {**greeting, "token": own}, request.id)
        tell_all(guest, table)
        guest.say({"type": "dice", **table.dice_document()})
    for line in table.negotiation.talk.chat:
        guest.say(line)
    for side in table.negotiation.talk.names:
        guest.say(table.negotiation.named(side))
    for ask in table.negotiation.talk.open.values():
        guest.say(table.negotiation.asked(ask, seated.role))
    table.presence.tell()
    seated.runner.go_on()


def leave(guest: Guest, tables: Tables, seated: Seated) -> None:
    """Get up from the table."""
    seated.table.audience.listeners.discard(guest)
    tables.leave(seated)
    seated.table.presence.tell()
    seated.runner.look()


async def serve(guest: Guest, seated: Seated, request: Request) -> bool:
    """Do what a seat asks, or say why not; False where the host itself was at fault."""
    try:
        await answer(guest, seated, request)
    except Refused as refused:
        guest.refuse(refused, request.id)
        if refused.code == "stale":
            async with seated.table.hold():
                tell_all(guest, seated.table)
    except Exception:  # one request fails, not the player
        log.exception("%s at table %s failed", request.type, seated.table.id)
        guest.refuse(Refused(*FAULT), request.id)
        return False
    return True


def tell_all(guest: Guest, table: Table) -> None:
    """Tell one guest everything; the table must be held."""
    guest.say(table.lean_state(guest.role) if guest.states == LEAN else table.state(guest.role))


async def advised(guest: Guest, seated: Seated) -> Document | None:
    """Advice, as long as this address has not asked for too much of it."""
    thoughts, start = seated.thoughts, monotonic()
    if not thoughts.has(guest.address):
        raise Refused("too_fast", "you have asked for a lot of advice; wait a minute")
    try:
        return await advice.advise(seated.table, seated.table.side_of(seated.role), guest.address)
    finally:
        thoughts.spend(guest.address, monotonic() - start)


async def answer(guest: Guest, seated: Seated, request: Any) -> None:
    """Do what a seat asks; Refused says why not."""
    table, runner, role = seated.table, seated.runner, seated.role
    re = request.id
    value: object = True
    match request.type:
        case "play":
            return await table.play(role, request.n, request.action, guest, re)
        case "undo":
            return await table.undo(role, request.n, guest, re, request.at)
        case "redo":
            return await table.redo(role, request.n, guest, re)
        case "resign":
            return await table.resign(role, request.n, guest, re)
        case "ask":
            await table.ask(role, request.kind, request.at)
        case "reply":
            await table.reply(role, request.kind, request.yes)
        case "reveal":
            await table.reveal(role, request.seed)
        case "chat":
            await table.chat(role, request.text)
        case "name":
            async with table.hold():
                await table.negotiation.name(role, request.text)
        case "play_now":
            table.side_of(role)
            runner.play_now()
        case "why_not":
            value = await questions.why_not(table, role, request.piece, request.place)
        case "forecast":
            value = await questions.forecast(table, role, request.action)
        case "attacks":
            value = await questions.attacks(table, role, request.first)
        case "ahead":
            value = await questions.look_ahead(table, role)
        case "overlay":
            value = await questions.overlay(table, role, request.name)
        case "advise":
            value = await advised(guest, seated)
        case "review":
            value = runner.review.ask()
        case "seek":
            value = await questions.seek(table, role, request.at, request.eyes, request.log)
        case "ping":
            return guest.say({"type": "pong"}, re)
        case "sit":
            raise Refused("not_now", "this socket has a seat already")
        case other:
            raise Refused("bad", f"there is no request {other!r}")
    return guest.say({"type": "answer", "value": value}, re)
