"""What the page asks for outside a table: the paths of docs/protocol.md, answered as the server answers them."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from sandtable.engine.documents import Document
from sandtable.engine.sides import PLAYERS
from sandtable.table import catalog, offers
from sandtable.table.aside import aside
from sandtable.table.packing import dumps
from sandtable.table.services import FAULT, Refused
from sandtable.table.tables import Seated, Tables

log = logging.getLogger("sandtable.local")


class Call(NamedTuple):
    """One request of the page."""

    tables: Tables
    words: tuple[str, ...]
    """The parts of the path that stand for its names."""
    query: Mapping[str, str]
    body: Document
    token: str

    @property
    def scenario(self) -> str | None:
        """The scenario that is asked about."""
        return self.query.get("scenario")


async def _games(call: Call) -> object:
    return {"games": await offers.cards(call.tables)}


async def _drawn(call: Call) -> object:
    game, name = call.words
    stem, suffix = ("board", "json") if name == "board" else ("map", "svg")
    path = catalog.drawn(offers.game_of(call.tables, game), stem, suffix, call.scenario)
    if path is None:
        raise Refused("unknown", "this is not drawn")
    return path.read_bytes()


async def _rules(call: Call) -> object:
    return catalog.rules(offers.game_of(call.tables, *call.words))


async def _charts(call: Call) -> object:
    return {"charts": await aside(catalog.charts, offers.game_of(call.tables, *call.words), call.scenario)}


async def _guide(call: Call) -> object:
    return offers.guide(offers.game_of(call.tables, *call.words))


async def _example(call: Call) -> object:
    game, name = call.words
    return await offers.example(offers.game_of(call.tables, game), name)


async def _create(call: Call) -> object:
    body = call.body
    if set(body["seats"]) != set(PLAYERS):
        raise Refused("bad", "say who plays each side")
    options, forecasts = body.get("options", {}), body.get("forecasts", True)
    return await call.tables.create(body["game"], body.get("scenario"), options, body["seats"], forecasts)


async def _import(call: Call) -> object:
    return await call.tables.take_in(call.body)


async def _verify(call: Call) -> object:
    return (await offers.verified(call.tables, call.body, "")).document()


async def _export(call: Call) -> object:
    return await offers.export(call.tables, call.token, None)


Answered = Callable[[Call], Awaitable[object]]


def seated(answer: Callable[[Seated], Awaitable[object]], *, invited: bool = False) -> Answered:
    """The answer to somebody at a seat, which must be their own unless an invitation will do."""

    async def answered(call: Call) -> object:
        seat = await call.tables.enter(call.token)
        try:
            return await answer(seat if invited else offers.own(seat))
        finally:
            call.tables.leave(seat)

    return answered


async def _renew(call: Call) -> object:
    async def renewed(seat: Seated) -> object:
        return {"token": await call.tables.renew(seat)}

    return await seated(renewed)(call)


async def _invite(call: Call) -> object:
    async def invited(seat: Seated) -> object:
        return {"token": await call.tables.invite(seat, call.body["seat"])}

    return await seated(invited)(call)


PATHS: tuple[tuple[str, str, Answered], ...] = (
    ("GET", "games", _games),
    ("GET", "games/([^/]+)/(board|map.svg)", _drawn),
    ("GET", "games/([^/]+)/rules", _rules),
    ("GET", "games/([^/]+)/charts", _charts),
    ("GET", "games/([^/]+)/guide", _guide),
    ("GET", "games/([^/]+)/examples/([^/]+)", _example),
    ("POST", "tables", _create),
    ("POST", "tables/import", _import),
    ("POST", "replay/verify", _verify),
    ("GET", "table", seated(offers.info, invited=True)),
    ("GET", "table/history", seated(offers.history)),
    ("GET", "table/dice", seated(offers.dice)),
    ("GET", "table/export", _export),
    ("POST", "table/renew", _renew),
    ("POST", "table/invite", _invite),
)


async def answered(tables: Tables, method: str, path: str, body: Document, token: str) -> tuple[int, bytes]:
    """The status and the text of an answer."""
    try:
        value = await _answer(tables, method, path, body, token)
    except Refused as refused:
        return refused.status, dumps({"error": refused.document()})
    except Exception:
        log.exception("%s %s failed", method, path)
        return 500, dumps({"error": Refused(*FAULT).document()})
    return 200, value if isinstance(value, bytes) else dumps(value)


async def _answer(tables: Tables, method: str, path: str, body: Document, token: str) -> object:
    parts = urlsplit(path)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    for way, pattern, answer in PATHS:
        found = re.fullmatch(pattern, parts.path) if way == method else None
        if found:
            return await answer(Call(tables, tuple(map(unquote, found.groups())), query, body, token))
    raise Refused("unknown", "there is nothing here")
