"""Attacks looked at in advance: each that may be declared, with the ways to line it up and back it before the dice.

Only what the player could find out by playing and taking back is told: a plan ends where dice, the other side or
something hidden would come in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict

from sandtable.engine.documents import Value
from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.view import ForecastView, OrderView, View

MOST_ATTACKS = 14
MOST_WAYS = 8


class Backing(TypedDict):
    """All switches set, as the order it amounts to."""

    order: OrderView
    forecast: ForecastView | None


class Way(TypedDict):
    """One way to make an attack: actions to be played one after the other."""

    actions: list[list[Value]]
    adds: OrderView | None
    """What tells it from the plain way: another place, an asset; None for the plain way."""
    forecast: ForecastView | None
    offers: NotRequired[list[OrderView]]
    """Switches that are still to be set after it, as the orders they amount to."""
    most: NotRequired[Backing]
    """The most that these switches can give."""


class Plan(TypedDict):
    """An attack, and the ways to make it; the first is the plain one, with all that can join."""

    attack: OrderView
    ways: list[Way]


class Plans(TypedDict):
    """The attacks that may be declared under one prompt."""

    title: str
    end: OrderView | None
    """The order that ends this prompt."""
    attacks: list[Plan]


class Look:
    """A position that a side could reach and take back."""

    def __init__(self, pos: Position, side: str) -> None:
        self.pos = pos
        self.side = side
        self.view: View = pos.see(side)

    @property
    def orders(self) -> list[OrderView]:
        """What may be ordered here."""
        return self.view["actions"]

    def after(self, do: Sequence[Value]) -> Look | None:
        """The position after one more action, unless something comes in between."""
        pos = self.pos.copy()
        pos.play(tuple(do))
        if pos.outcome is not None or pos.side != self.side or pos.undo_barrier != self.pos.undo_barrier:
            return None
        return Look(pos, self.side)

    def forecast(self, do: Sequence[Value]) -> ForecastView | None:
        """The odds of an order."""
        return self.pos.copy().forecast(tuple(do))

    @property
    def main(self) -> OrderView | None:
        """The primary order, without a battle."""
        return next((a for a in self.orders if a.get("main") and not a.get("battle")), None)

    @property
    def joined(self) -> OrderView | None:
        """The order that sends all in."""
        return next((a for a in self.orders if a.get("main") and a.get("battle") and not a.get("choice")), None)


def plans(pos: Position, side: str, first: Sequence[Action], odds: bool = True) -> Plans | None:
    """The attacks a side may declare now, or after some actions of its own; None where they cannot be foreseen."""
    look: Look | None = Look(pos.copy(), side)
    for action in first:
        if look is None or action not in look.pos.actions():
            return None
        look = look.after(action)
    if look is None or look.view.get("battle"):
        return None
    declared = [a for a in look.orders if a.get("battle") and a.get("place") and not a.get("path")]
    if len(declared) > MOST_ATTACKS or any(a.get("battle") and not a.get("place") for a in look.orders):
        declared = []
    attacks: list[Plan] = [{"attack": a, "ways": list(_ways(look, a, odds))[:MOST_WAYS]} for a in declared]
    return {"title": look.view["prompt"]["title"], "end": look.main, "attacks": attacks}


def _ways(look: Look, attack: OrderView, odds: bool) -> Iterator[Way]:
    """The plain way, one for each further place that may be attacked with it, one for each asset."""
    opened = look.after(attack["do"])
    plain = _way([attack], None, look.forecast(attack["do"]) if odds else None)
    if opened is None:
        yield plain
        return
    if (joined := opened.joined) is None:
        yield from _backed(plain, opened, odds)
    else:
        yield from _joined([attack], None, opened, joined, odds)
    for more in opened.orders:
        if more.get("place") and more.get("piece") is None and not more.get("battle"):
            wider = opened.after(more["do"])
            if wider is not None and wider.joined is not None:
                yield from _joined([attack, more], more, wider, wider.joined, odds)


def _joined(
    orders: list[OrderView], adds: OrderView | None, look: Look, joined: OrderView, odds: bool
) -> Iterator[Way]:
    way = _way([*orders, joined], adds, look.forecast(joined["do"]) if odds else None)
    lined_up = look.after(joined["do"])
    if lined_up is None:
        yield way
    else:
        yield from _backed(way, lined_up, odds)


def _backed(way: Way, look: Look, odds: bool) -> Iterator[Way]:
    """The same attack with what may back it: switches as they are, or one asset and no more."""
    again, end = look.view["prompt"].get("again"), look.main
    switches = [a for a in look.orders if a.get("choice")]
    yield _switched(way, look, switches, odds) if switches else way
    if again is None or end is None or way["adds"] is not None:
        return
    yield _way_on(way, [end], end, look.forecast(end["do"]) if odds else None)
    for asset in look.orders:
        if asset.get("piece") is None or asset.get("place"):
            continue
        taken = look.after(asset["do"])
        more = taken is not None and taken.view["prompt"].get("again") == again
        yield _way_on(way, [asset, end] if more else [asset], asset, look.forecast(asset["do"]) if odds else None)


def _switched(way: Way, look: Look, switches: list[OrderView], odds: bool) -> Way:
    """A way that ends in switches, with the order that gives the most of everything, if there is one."""
    most = [max(column) for column in zip(*(a["do"][1:] for a in switches), strict=True)]
    full = next((a for a in switches if a["do"][1:] == most), None)
    if full is None:
        return {**way, "offers": switches}
    backing: Backing = {"order": full, "forecast": look.forecast(full["do"]) if odds else None}
    return {**way, "offers": switches, "most": backing}


def _way(orders: Sequence[OrderView], adds: OrderView | None, forecast: ForecastView | None) -> Way:
    return {"actions": [a["do"] for a in orders], "adds": adds, "forecast": forecast}


def _way_on(way: Way, orders: Sequence[OrderView], adds: OrderView, forecast: ForecastView | None) -> Way:
    return {"actions": [*way["actions"], *(a["do"] for a in orders)], "adds": adds, "forecast": forecast}
