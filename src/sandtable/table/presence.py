"""Who is at a table: in this host, and in others that have the same tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sandtable.engine.sides import PLAYERS
from sandtable.table.numbers import BOTH, WATCH

if TYPE_CHECKING:
    from sandtable.table.table import Table


class Presence:
    """The listeners of a table, counted by role."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.elsewhere: dict[str, Counter[str]] = {}
        """Who listens in other hosts, by their names."""

    def roles(self) -> Counter[str]:
        """How many listeners of each role there are in this host."""
        return Counter(listener.role for listener in self._table.audience.listeners)

    def here(self) -> dict[str, bool]:
        """Which sides have somebody at the table; an agent always is."""
        return {side: self.devices(side) > 0 or self._table.seats[side]["kind"] == "agent" for side in PLAYERS}

    def devices(self, side: str) -> int:
        """How many screens a side has open."""
        return sum(roles[side] + roles[BOTH] for roles in (self.roles(), *self.elsewhere.values()))

    @property
    def person(self) -> str:
        """Who waits at this table, as far as that is known: the address of somebody who listens, or the table."""
        listeners = self._table.audience.listeners
        return next((address for one in listeners if (address := getattr(one, "address", ""))), self._table.id)

    def tell(self) -> None:
        """Somebody came or left here: tell everybody who is there."""
        self._table.services.company.say({"here": self._table.id, "roles": self.roles()})
        self.show()

    def show(self) -> None:
        """Tell everybody in this host who is there."""
        watchers = sum(roles[WATCH] for roles in (self.roles(), *self.elsewhere.values()))
        devices = {side: self.devices(side) for side in PLAYERS}
        message = {"type": "presence", "here": self.here(), "watchers": watchers, "devices": devices}
        self._table.audience.tell(message)
