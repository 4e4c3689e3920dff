"""The answers that never change, written to files once, so that the page need not wait for Python."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from urllib.parse import quote

import sandtable
from sandtable.local.backend import LocalBackend
from sandtable.local.calls import answered
from sandtable.table import catalog, examples


class Nothing:
    """No database and no second worker: these answers need neither."""

    async def read(self, key: object, least: int) -> list[str]:
        """There are no rows."""
        return []

    async def write(self, steps: object) -> bool:
        """Nothing is written."""
        return False

    def start(self) -> None:
        """There is no worker to start."""

    def say(self, message: str) -> None:
        """There is no worker to tell."""

    def stop(self) -> None:
        """There is no worker to stop."""


def paths() -> Iterator[str]:
    """Every call whose answer is the same for everybody."""
    yield "games"
    for name in sandtable.games():
        game = sandtable.load(name)
        yield f"games/{name}/rules"
        if catalog.guide(game) is not None:
            yield f"games/{name}/guide"
        for example in examples.names(game):
            yield f"games/{name}/examples/{quote(example)}"
        for scenario in game.scenarios:
            for what in ("board", "map.svg", "charts"):
                yield f"games/{name}/{what}?scenario={quote(scenario)}"


def answers() -> dict[str, bytes]:
    """The answer to each of these calls."""
    nothing = Nothing()
    backend = LocalBackend(nothing, nothing)

    async def ask() -> dict[str, bytes]:
        made: dict[str, bytes] = {}
        for path in paths():
            status, text = await answered(backend.tables, "GET", path, {}, "")
            if status != 200:
                raise ValueError(f"{path} is answered with {status}: {text.decode()}")
            made[path] = text
        return made

    return asyncio.run(ask())
