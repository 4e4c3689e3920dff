"""What a seat may ask without changing anything: why something is dark, forecasts, overlays, moments of the past."""

from __future__ import annotations

from sandtable.engine.documents import Document, Value
from sandtable.engine.sides import PLAYERS
from sandtable.engine.view import ForecastView, OverlayView, Reason
from sandtable.table.ahead import Ahead, ahead
from sandtable.table.plans import Plans, plans
from sandtable.table.services import Refused
from sandtable.table.table import Table
from sandtable.table.timeline import event_count
from sandtable.table.views import ended, moment, with_notes


async def why_not(table: Table, role: str, piece: int | None, place: str | None) -> Reason | None:
    """The rule that keeps a piece or place from being chosen by the deciding side."""
    if table.halted or role == "watch" or table.pos.side not in PLAYERS:
        return None
    side = table.side_of(role)
    return await table.beside(table.pos.copy().why_not, side, piece, place) if table.pos.side == side else None


async def forecast(table: Table, role: str, action: list[Value]) -> ForecastView | None:
    """What a battle would bring, for a legal action of one's own."""
    if not table.row["forecasts"]:
        raise Refused("not_now", "this table is played without forecasts")
    side = table.side_of(role)
    wanted = table.read_action(action)
    if table.halted or table.pos.side != side or wanted not in table.pos.actions():
        raise Refused("illegal", "that is not one of your actions now")
    return await table.apart(table.pos.copy().forecast, wanted)


async def attacks(table: Table, role: str, first: list[list[Value]]) -> Plans | None:
    """The attacks one may declare, now or after some actions of one's own, each with the ways to make it."""
    side = table.side_of(role)
    if table.halted or table.pos.side != side:
        raise Refused("illegal", "it is not your move now")
    wanted = [table.read_action(action) for action in first]
    return await table.apart(plans, table.pos.copy(), side, wanted, bool(table.row["forecasts"]))


async def look_ahead(table: Table, role: str) -> Ahead:
    """What the answers to a question open, and the ends of a way that is asked for place by place."""
    side = table.side_of(role)
    if table.halted or table.pos.side != side:
        raise Refused("illegal", "it is not your move now")
    return await table.apart(ahead, table.pos.copy(), side, bool(table.row["forecasts"]))


async def overlay(table: Table, role: str, name: str) -> OverlayView:
    """One of the game's overlays as this seat may know it."""
    if name not in table.game.overlays:
        raise Refused("bad", f"overlays of this game: {', '.join(table.game.overlays) or 'none'}")
    viewer = table.audience.eyes(role, table.pos)
    return await table.apart(table.pos.copy().overlay, viewer, name)


async def seek(table: Table, role: str, at: int, eyes: str, log: bool) -> Document:
    """The position after `at` actions: through one's own eyes, or anybody's once it is over."""
    async with table.hold():
        counter = table.counter(role)
        n, of = table.numbers.count(counter)
        if at > of:
            raise Refused("bad", f"this game has {of} actions so far")
        viewer = None if eyes == "both" else eyes
        if not table.over and viewer is not None and viewer != table.audience.eyes(role, table.pos):
            raise Refused("not_yours", "the other side's view is closed until the game is over")
        everything = table.over and viewer is None
        length = table.numbers.length(counter, at)

        def look() -> Document:
            pos = table.timeline.at(length)
            view, lines = moment(pos, viewer, everything=everything)
            told = with_notes(lines, table.notes, event_count(pos) + (at == of))
            view = ended(view, table.outcome if at == of else None)
            value = {"at": at, "of": of, "n": n, "view": view, "lines": len(told)}
            return {**value, "log": told} if log else value

        return await table.apart(look)
