"""The HTTP API: what there is to play, making tables, and everything a bot needs at one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Query, Request
from fastapi.responses import FileResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from sandtable.engine.game import Game
from sandtable.engine.sides import PLAYERS
from sandtable.server import messages, metrics
from sandtable.server.messages import Json
from sandtable.server.network import own_host
from sandtable.table import catalog, offers, questions
from sandtable.table.limits import network_of
from sandtable.table.services import Refused
from sandtable.table.tables import Seated, Tables

router = APIRouter(prefix="/api", responses={"4XX": {"model": messages.Error}})
READY_SECONDS = 5.0
bearer = HTTPBearer(auto_error=False, description="the token of a seat")


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


TablesHere = Annotated[Tables, Depends(_tables)]


Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


async def _invited(request: Request, tables: TablesHere, credentials: Credentials) -> AsyncIterator[Seated]:
    """A seat, taken or not."""
    if credentials is None:
        raise Refused("no_such_seat", "send the token of a seat: Authorization: Bearer TOKEN")
    seated = await tables.enter(credentials.credentials, request.headers.get("x-seat-key"))
    try:
        yield seated
    finally:
        tables.leave(seated)


Invited = Annotated[Seated, Depends(_invited)]


async def _seat(seated: Invited) -> Seated:
    """A seat of one's own."""
    return offers.own(seated)


Seat = Annotated[Seated, Depends(_seat)]


def _game(game: str, tables: TablesHere) -> Game:
    return offers.game_of(tables, game)


GameHere = Annotated[Game, Depends(_game)]


@router.get("/games", tags=["games"])
async def games(tables: TablesHere) -> Json:
    """Every game, as the lobby shows it."""
    return {"games": await offers.cards(tables)}


@router.get("/network", tags=["games"])
async def network(request: Request) -> Json:
    """Where others would find a table that is played at home, if it were served to them; nothing of a public one."""
    at_home = "*" not in request.app.state.settings.hosts
    return {"host": own_host() if at_home else None}


def _drawn(request: Request, path: Path | None, media_type: str) -> Response:
    """A drawn file, or word that the client has it already."""
    if path is None:
        raise Refused("unknown", "this is not drawn")
    answer = FileResponse(path, media_type=media_type, stat_result=path.stat())
    if request.headers.get("if-none-match") == answer.headers["etag"]:
        return Response(status_code=304, headers={"etag": answer.headers["etag"]})
    return answer


@router.get("/games/{game}/board", tags=["games"], response_class=FileResponse)
async def board(request: Request, game: GameHere, scenario: str | None = None) -> Response:
    """The board: where each place is drawn."""
    return _drawn(request, catalog.drawn(game, "board", "json", scenario), "application/json")


@router.get("/games/{game}/map.svg", tags=["games"], response_class=FileResponse)
async def map_svg(request: Request, game: GameHere, scenario: str | None = None) -> Response:
    """The drawn map."""
    return _drawn(request, catalog.drawn(game, "map", "svg", scenario), "image/svg+xml")


@router.get("/games/{game}/rules", tags=["games"])
async def rules(game: GameHere) -> Json:
    """Every rule with our title and summary, and our rulings."""
    return catalog.rules(game)


@router.get("/games/{game}/charts", tags=["games"])
async def charts(game: GameHere, scenario: str | None = None) -> Json:
    """The game's tables: combat, terrain, weather and the like."""
    return {"charts": await asyncio.to_thread(catalog.charts, game, scenario)}


@router.get("/games/{game}/guide", tags=["games"])
async def guide(game: GameHere) -> Json:
    """The guided opening turn."""
    return offers.guide(game)


@router.get("/games/{game}/examples/{name}", tags=["games"])
async def example(game: GameHere, name: str) -> Json:
    """An example of play from the manual, as a file to import."""
    return await offers.example(game, name)


@router.post("/tables", tags=["tables"], status_code=201)
async def create(body: messages.Create, tables: TablesHere) -> messages.Created:
    """A new table. The tokens are shown this once."""
    if set(body.seats) != set(PLAYERS):
        raise Refused("bad", "say who sits on each side")
    seats: Json = {side: seat.model_dump() for side, seat in body.seats.items()}
    made = await tables.create(body.game, body.scenario, body.options, seats, body.forecasts)
    return messages.Created(**made)


@router.post("/tables/import", tags=["tables"], status_code=201)
async def take_in(request: Request, body: Annotated[Json, Body()], tables: TablesHere) -> messages.Created:
    """A new table from an exported file; its dice go on from a new secret."""
    return messages.Created(**await tables.take_in(body, _address(request)))


def _address(request: Request) -> str:
    return network_of(request.client.host if request.client else "")


@router.post("/replay/verify", tags=["dice"])
async def verify_file(request: Request, body: Annotated[Json, Body()], tables: TablesHere) -> messages.Verified:
    """Check the dice of an exported file."""
    verdict = await offers.verified(tables, body, _address(request))
    return messages.Verified(**verdict.document())


@router.get("/table", tags=["table"])
async def info(seat: Invited) -> Json:
    """What this seat's table is."""
    return await offers.info(seat)


@router.get("/table/state", tags=["table"])
async def state(
    seat: Seat,
    after: Annotated[int, Query(description="wait for a state numbered higher than this")] = -1,
    wait: Annotated[float, Query(ge=0, le=30, description="seconds to wait at most")] = 0,
) -> Json:
    """The state as this seat sees it, with its legal actions and its whole log."""
    table = seat.table
    try:
        async with asyncio.timeout(wait):
            while table.count_of(seat.role) <= after:
                await table.changed.wait()
    except TimeoutError:
        pass
    async with table.hold():
        return table.state(seat.role)


@router.post("/table/sit", tags=["table"])
async def sit(seat: Invited, body: messages.SitBody, tables: TablesHere) -> Json:
    """Sit down and bring a share of the dice; with an invitation the answer has the `token` to use from now on."""
    bound, own = await tables.bind(seat, body.key)
    await bound.table.sit(bound.role, body.seed, body.seal)
    info = await offers.info(bound)
    return info if own is None else {**info, "token": own}


@router.post("/table/reveal", tags=["table"])
async def reveal(seat: Seat, body: messages.RevealBody) -> Json:
    """Show the seed that was sealed, once every player is bound to one."""
    await seat.table.reveal(seat.role, body.seed)
    return seat.table.dice_document()


@router.post("/table/renew", tags=["table"])
async def renew(seat: Seat, tables: TablesHere) -> Json:
    """A new token for one's own seat; the old one opens nothing any more."""
    return {"token": await tables.renew(seat)}


@router.post("/table/invite", tags=["table"])
async def invite(seat: Seat, body: messages.InviteBody, tables: TablesHere) -> Json:
    """A new link to a seat that nobody has taken yet; the old one opens nothing any more."""
    return {"token": await tables.invite(seat, body.seat)}


async def _after(seat: Seated) -> Json:
    async with seat.table.hold():
        return seat.table.state(seat.role)


@router.post("/table/play", tags=["table"])
async def play(seat: Seat, body: messages.PlayBody) -> Json:
    """Play one of the actions of the state numbered `n`; the answer is the state after it."""
    await seat.table.play(seat.role, body.n, body.action)
    return await _after(seat)


@router.post("/table/undo", tags=["table"])
async def undo(seat: Seat, body: messages.Numbered) -> Json:
    """Take one's last action back, up to the last roll or reveal."""
    await seat.table.undo(seat.role, body.n)
    return await _after(seat)


@router.post("/table/resign", tags=["table"])
async def resign(seat: Seat, body: messages.Numbered) -> Json:
    """Give the game up."""
    await seat.table.resign(seat.role, body.n)
    return await _after(seat)


@router.post("/table/ask", tags=["table"])
async def ask(seat: Seat, body: messages.AskBody) -> Json:
    """Ask the opponent to let one take back more, or for a draw."""
    await seat.table.ask(seat.role, body.kind, body.at)
    return await _after(seat)


@router.post("/table/reply", tags=["table"])
async def reply(seat: Seat, body: messages.ReplyBody) -> Json:
    """Answer the opponent's question."""
    await seat.table.reply(seat.role, body.kind, body.yes)
    return await _after(seat)


@router.post("/table/chat", tags=["table"])
async def chat(seat: Seat, body: messages.ChatBody) -> Json:
    """Say something to everybody at the table."""
    await seat.table.chat(seat.role, body.text)
    return {"said": True}


@router.post("/table/name", tags=["table"])
async def name(seat: Seat, body: messages.NameBody) -> Json:
    """Say what one wants to be called."""
    async with seat.table.hold():
        await seat.table.negotiation.name(seat.role, body.text)
    return {"said": True}


@router.get("/table/replay", tags=["table"])
async def replay(seat: Seat, at: Annotated[int, Query(ge=0)], eyes: messages.Eyes = "both", log: bool = True) -> Json:
    """The position after `at` actions; the other side's eyes only once the game is over."""
    return await questions.seek(seat.table, seat.role, at, eyes, log)


@router.get("/table/history", tags=["table"])
async def history(seat: Seat) -> Json:
    """Points and losses turn by turn, as everybody may know them."""
    return await offers.history(seat)


@router.get("/table/export", tags=["table"])
async def export(request: Request, tables: TablesHere, credentials: Credentials) -> Json:
    """The whole game as one file: once it is over, or for a player of both sides; always, if its rules are gone."""
    token, key = credentials.credentials if credentials else "", request.headers.get("x-seat-key")
    return await offers.export(tables, token, key)


@router.get("/table/dice", tags=["dice"])
async def dice(seat: Seat) -> Json:
    """The commitment and the seeds; once it is over the secret and every draw, checked."""
    return await offers.dice(seat)


about = APIRouter()


@about.get("/healthz", include_in_schema=False)
async def healthz() -> Json:
    """Is this process alive?"""
    return {"ok": True}


@about.get("/readyz", include_in_schema=False)
async def readyz(request: Request) -> Json:
    """Can it do its work?"""
    try:
        async with asyncio.timeout(READY_SECONDS):
            await asyncio.to_thread(request.app.state.store.ping)
    except Exception:
        raise Refused("not_stored", "the store does not answer") from None
    return {"ok": True}


@about.get("/metrics", include_in_schema=False)
async def measured(request: Request) -> Response:
    """What Prometheus reads, where the settings allow it."""
    if not request.app.state.settings.metrics:
        raise Refused("unknown", "this server does not show what it measures")
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")
