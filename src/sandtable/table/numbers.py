"""What each viewer counts: a number may tell as much as a view, so nobody counts what they may not know of."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.sides import PLAYERS

BOTH, WATCH = "both", "watch"
ROLES = (*PLAYERS, WATCH)
BIT = {role: 1 << number for number, role in enumerate(ROLES)}
ALL = sum(BIT.values())
"""Seen by everybody."""


class Count(NamedTuple):
    """The entries of the journal and the actions on the line that a role knows of."""

    n: int
    at: int


class Numbers:
    """For every role what it counts; a hot seat counts everything."""

    def __init__(self) -> None:
        self.n = 0
        self._seen = bytearray()
        """For each action on the line the bits of those who know of it."""
        self._entries = dict.fromkeys(ROLES, 0)
        self._actions = dict.fromkeys(ROLES, 0)
        self._cut = bytearray()
        """Of the actions that the last ways back in a row took off the line, and whose ways they were."""
        self._cutter = ""

    def play(self, seen: int) -> None:
        """An action was added to the line."""
        self._add(seen)
        self.told(seen)

    def back(self, to: int, side: str, *, asked: bool) -> int:
        """A side cut the line; who notices."""
        cut = self._seen[to:]
        seen = ALL if asked else _together(cut)
        kept = self._cut if side == self._cutter else bytearray()
        del self._seen[to:]
        for role in ROLES:
            self._actions[role] = sum(1 for bits in self._seen if bits & BIT[role])
        self.told(seen)
        self._cut, self._cutter = cut + kept, side
        return seen

    def again(self, *, asked: bool) -> int:
        """What was cut is back on the line; who notices."""
        seen = ALL if asked else _together(self._cut)
        for bits in self._cut:
            self._add(bits)
        self.told(seen)
        return seen

    def told(self, seen: int) -> None:
        """An entry was added that these know of."""
        self._cut, self._cutter = bytearray(), ""
        self.n += 1
        for role in ROLES:
            self._entries[role] += bool(seen & BIT[role])

    def _add(self, seen: int) -> None:
        self._seen.append(seen)
        for role in ROLES:
            self._actions[role] += bool(seen & BIT[role])

    def count(self, role: str) -> Count:
        """What a role counts."""
        if role == BOTH:
            return Count(self.n, len(self._seen))
        return Count(self._entries[role], self._actions[role])

    def length(self, role: str, at: int) -> int:
        """The length of the line where a role counts `at` actions."""
        if role == BOTH or not at:
            return at
        known = [length for length, bits in enumerate(self._seen, 1) if bits & BIT[role]]
        return known[at - 1] if at <= len(known) else len(self._seen) + at - len(known)

    def at(self, role: str, length: int) -> int:
        """How many actions a role counts on the line up to a length."""
        return length if role == BOTH else sum(1 for bits in self._seen[:length] if bits & BIT[role])

    def shared(self, since: int) -> int:
        """How many actions of the line from there on everybody knows of."""
        return sum(bits == ALL for bits in self._seen[since:])


def roles_of(seen: int) -> set[str]:
    """The roles that notice something."""
    return {BOTH, *(role for role in ROLES if seen & BIT[role])}


def _together(seen: bytearray) -> int:
    """Everybody who knows of one of these."""
    bits = 0
    for one in seen:
        bits |= one
    return bits
