"""The players' shares of the dice: sealed by every side first, opened only when all are sealed.

Whoever could still choose a seed must not know another's: a host who plays reads the secret of his own server, and
would search for a seed that suits him. So a client sends the hash of its seed, sees that the opponent is bound too,
and only then shows the seed. A seed sent openly is held back by the table until every side is bound.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandtable.engine.documents import Document
from sandtable.engine.sides import PLAYERS
from sandtable.table.numbers import BOTH, WATCH
from sandtable.table.services import Refused
from sandtable.table.storage import ADD_SITTING, OPEN_SITTING, Row, Write


class Share(NamedTuple):
    """What one side brought: its seed once it is open, and the seal that came first, if any."""

    seed: str | None
    seal: str | None
    open: bool


def seal_of(seed: str) -> str:
    """What binds a player to a seed without showing it."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


class Shares:
    """The sides that have sat down, and their shares of the dice."""

    def __init__(self, table: str, seats: Mapping[str, Row], rows: Iterable[Row]) -> None:
        self._table = table
        self._people = [side for side in PLAYERS if seats[side]["kind"] == "human"]
        self._by_side = {row["side"]: Share(row["seed"], row["seal"], row["open"]) for row in rows}

    @property
    def missing(self) -> list[str]:
        """Sides whose player has not sat down yet, or if all have, not opened their share."""
        absent = [side for side in self._people if side not in self._by_side]
        return absent or [side for side in self._people if not self._by_side[side].open]

    @property
    def bound(self) -> bool:
        """Is every player bound to a seed?"""
        return all(side in self._by_side for side in self._people)

    def seed(self, side: str) -> str | None:
        """The seed of a side, once nobody can choose theirs any more."""
        share = self._by_side.get(side)
        return share.seed if share is not None and self.bound else None

    def seal(self, side: str) -> str | None:
        """The seal of a side."""
        share = self._by_side.get(side)
        return share and share.seal

    def sit(self, role: str, seed: str | None, seal: str | None) -> list[Write]:
        """Take what a role brings when it sits down for the first time; what to keep."""
        sides = {BOTH: PLAYERS, WATCH: ()}.get(role, (role,))
        if not sides or any(side in self._by_side for side in sides):
            return []
        first, *others = sides
        shares = {first: Share(None if seal else seed, seal, seal is None)}
        shares |= {side: Share(None, None, True) for side in others}
        self._by_side |= shares
        return [(ADD_SITTING, [{"table_id": self._table, "side": side, **shares[side]._asdict()} for side in sides])]

    def open(self, side: str, seed: str | None) -> list[Write]:
        """Show a sealed seed, or give up a lost one; what to keep."""
        share = self._by_side.get(side)
        if share is None or share.open:
            raise Refused("not_now", "there is no sealed seed to show")
        if not self.bound:
            raise Refused("not_now", "seeds are shown when every player is bound to one")
        if seed is not None and seal_of(seed) != share.seal:
            raise Refused("bad", "this is not the seed that was sealed")
        self._by_side[side] = Share(seed, share.seal, True)
        return [(OPEN_SITTING, [{"of_table": self._table, "of_side": side, "seed": seed}])]

    def document(self) -> Document:
        """The seeds that may be shown, and the seals."""
        return {
            "seeds": {side: self.seed(side) for side in PLAYERS},
            "seals": {side: self.seal(side) for side in PLAYERS},
            "bound": self.bound,
            "closed": [side for side in self._people if side in self._by_side and not self._by_side[side].open],
        }
