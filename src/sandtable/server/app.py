"""The server put together."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

import sandtable
from sandtable.server import http, metrics
from sandtable.server.agent_process import AgentProcess
from sandtable.server.bus import Nobody, Postgres
from sandtable.server.earlier import EarlierAgents, EarlierVersions
from sandtable.server.guard import RequestGuard
from sandtable.server.messages import fault_in
from sandtable.server.settings import Settings
from sandtable.server.sockets import Sockets
from sandtable.server.store import DAY, Store
from sandtable.server.work import Work
from sandtable.server.writer import Writer
from sandtable.table import library
from sandtable.table.agent_pool import AgentPool
from sandtable.table.services import FAULT, Refused, Services
from sandtable.table.shelf import Shelf
from sandtable.table.tables import Tables

log = logging.getLogger("sandtable.server")
STATIC = Path(__file__).parent / "static"
UNBUILT = "The page is not built: `make play` or `python3 tools/set_up.py` builds it, and a wheel brings it along."
ABOUT = "Five board games of the desert war. A seat's token is the only credential; docs/protocol.md tells the rest."


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server with these settings, or those of the environment."""
    chosen = settings or Settings.from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(chosen.address, chosen.sqlite_sync)
        thinking = agent_pool(chosen)
        bus = Nobody() if store.sqlite else Postgres(chosen.plain_address)
        writer = Writer(store, bus.payload if isinstance(bus, Postgres) else None)
        versions = EarlierVersions(chosen.earlier)
        agents = EarlierAgents(thinking, versions)
        shelf = Shelf(library.find(chosen.library), store, versions, chosen.folders)
        tables = app.state.tables = Tables(Services(chosen, shelf, writer, agents, bus), shelf, Work(chosen))
        tables.on_count = metrics.tables.set
        app.state.store, app.state.settings = store, chosen
        await bus.start(tables.hear, tables.missed)
        app.state.sockets = Sockets(tables, chosen)
        beside: list[asyncio.Task[None]] = []
        if chosen.keep_days:
            beside.append(asyncio.create_task(clear_out(store, chosen.keep_days)))
        yield
        for task in beside:
            task.cancel()
        await app.state.tables.close()
        await thinking.close()
        agents.close()
        versions.close()
        await bus.close()
        await writer.close()
        shelf.close()
        store.close()

    app = FastAPI(
        title="Sandtable",
        version=sandtable.__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(http.router)
    app.include_router(http.about)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(Exception, _failed)

    if (STATIC / "index.html").is_file():
        app.mount("/", StaticFiles(directory=STATIC, html=True), name="static")
    else:
        app.add_api_route("/", unbuilt, include_in_schema=False)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)
    app.add_middleware(RequestGuard, settings=chosen)
    return app


async def clear_out(store: Store, days: int, every: float = DAY) -> None:
    """Remove old tables at the start and then once a day."""
    while True:
        try:
            gone = await asyncio.to_thread(store.remove_unchanged_for, days * DAY, time.time())
            log.info("removed %d tables unchanged for %d days", gone, days)
        except Exception:
            log.exception("old tables could not be removed; the next attempt is tomorrow")
        await asyncio.sleep(every)


async def unbuilt() -> PlainTextResponse:
    """What stands in place of a page that is not there."""
    return PlainTextResponse(UNBUILT, 503)


def agent_pool(settings: Settings) -> AgentPool:
    """Agents think in processes of this machine, or on a Ray cluster."""
    count = settings.thinkers or max(1, ((os.cpu_count() or 1) - 1) // settings.workers)
    measures = metrics.waited.observe, metrics.queued.set
    if settings.ray:
        from sandtable.server import cluster

        cluster.connect(settings.ray)
        return AgentPool(lambda: cluster.RayWorker(settings.library), count, *measures)
    return AgentPool(lambda: AgentProcess(settings.library), count, *measures)


def _error(status: int, code: str, text: str, rule: str | None = None) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "text": text, "rule": rule}}, status)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    metrics.refused.labels(error.code).inc()
    return _error(error.status, error.code, error.text, error.rule)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _error(422, "bad", fault_in(error.errors()))


async def _plain(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _error(error.status_code, "unknown" if error.status_code == 404 else "bad", str(error.detail))


async def _failed(request: Request, error: Exception) -> JSONResponse:
    metrics.faults.inc()
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _error(500, *FAULT)
