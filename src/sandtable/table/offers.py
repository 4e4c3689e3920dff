"""What a host answers outside the conversation at a table: its games, whole files, the check of dice."""

from __future__ import annotations

from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction
from sandtable.table import catalog, examples
from sandtable.table.aside import aside
from sandtable.table.export import UNREADABLE, ended_as_stored, exported, stored_file
from sandtable.table.info import info as info_of
from sandtable.table.services import Refused
from sandtable.table.tables import Seated, Tables
from sandtable.table.verify import Verdict, verify

Json = Document


def game_of(tables: Tables, game: str) -> Game:
    """A game by its id."""
    if game not in tables.services.library.games():
        raise Refused("unknown", f"there is no game {game!r}")
    return tables.services.library.load(game)


async def cards(tables: Tables) -> list[Json]:
    """Every game, as the lobby shows it; worked out once."""
    library = tables.services.library
    for game in library.games():
        if game not in tables.cards:
            tables.cards[game] = await aside(catalog.card, library.load(game), library.levels(game))
    return [tables.cards[game] for game in library.games()]


def guide(game: Game) -> Json:
    """The guided opening of a game."""
    found = catalog.guide(game)
    if found is None:
        raise Refused("unknown", "this game has no guided opening")
    return found


async def example(game: Game, name: str) -> Json:
    """An example of play from the manual, as a file to import."""
    if name not in examples.names(game):
        raise Refused("unknown", f"{game.title} has no example {name!r}")
    return await aside(examples.document, game, name)


def own(seated: Seated) -> Seated:
    """A seat that is its holder's own."""
    if not seated.bound:
        raise Refused("unbound", "this is an invitation: sit down first, and the seat is yours")
    return seated


async def info(seated: Seated) -> Json:
    """What a seat's table is."""
    async with seated.table.hold():
        return info_of(seated.table, seated.role)


async def history(seated: Seated) -> Json:
    """Points and losses turn by turn, as everybody may know them."""
    async with seated.table.hold():
        return {"points": await seated.table.apart(seated.table.history, seated.role)}


async def export(tables: Tables, token: str, key: str | None) -> Json:
    """The whole game as one file: once it is over, or for a player of both sides; always, if its rules are gone."""
    try:
        seated = await tables.enter(token, key)
    except Refused as refused:
        if refused.code != "other_rules":
            raise
        found, role = await tables.raw(token, key)
        if role != "both" and not ended_as_stored(found):
            raise Refused("secret", "the whole game can be saved once it is over") from None
        return stored_file(found)
    try:
        own(seated)
        if not seated.table.over and seated.role != "both":
            raise Refused("secret", "the whole game can be saved once it is over")
        if seated.table.closed is not None:
            return stored_file((await tables.raw(token, key))[0])
        return await whole_file(seated)
    finally:
        tables.leave(seated)


async def whole_file(seated: Seated) -> Json:
    """A game as it is exported."""
    table = seated.table
    async with table.hold():
        stored = await table.services.keeper.read(table.id)
        assert stored is not None
        return exported(table, stored)


async def dice(seated: Seated) -> Json:
    """The commitment and the seeds; once it is over the secret and every draw, checked."""
    table = seated.table
    document = table.dice_document()
    if not table.over:
        return document
    if table.closed is not None:
        text = "these dice were rolled under other rules: only the version they were rolled with can check them"
        return {**document, "draws": [], "ok": None, "text": text}
    if table.verdict is None:
        table.verdict = await table.apart(verify, await whole_file(seated), table.game, table.row["imported"])
    verdict = table.verdict
    return {**document, "draws": verdict.draws, "ok": verdict.ok, "text": verdict.text}


async def verified(tables: Tables, file: Document, address: str) -> Verdict:
    """The check of an exported file's dice."""
    game = game_of(tables, str(file.get("game")))
    most = tables.services.limits.import_seconds
    try:
        return await tables.work.do(address, most, lambda spend: verify(file, game, spend=spend))
    except (*UNREADABLE, IllegalAction) as error:
        raise Refused("bad", f"this file cannot be read: {error}") from None
