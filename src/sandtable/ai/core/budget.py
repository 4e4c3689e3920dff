"""A hard budget of time or of work: thinking continues only while one more piece of it is sure to fit."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

RESERVE = 0.12
"""The share of the time kept in reserve for whatever else the machine does."""
FADE = 0.98
"""How fast the memory of a slow piece fades, so that one hiccup does not shorten a whole game's thinking."""


class Clock(Protocol):
    """How an agent keeps time and reports progress at a table."""

    def out(self) -> bool:
        """Is the time up, or does the player want an answer now?"""

    def tell(self, done: float) -> None:
        """How far the thinking has got, from 0 to 1."""


class Budget:
    """What one decision may cost; pieces of thinking ask `room` before they start."""

    def __init__(
        self,
        seconds: float | None,
        worlds: int | None,
        clock: Clock | None = None,
        now: Callable[[], float] = perf_counter,
        longest: float = 0.0,
    ) -> None:
        self.seconds, self.worlds, self.clock, self.now = seconds, worlds, clock, now
        self.played = 0
        self.longest = longest
        """The longest that a recent piece has taken."""
        self._start = self._last = now()

    def spent(self) -> float:
        """The share of the budget that is gone."""
        shares = [0.0]
        if self.seconds is not None:
            shares.append((self.now() - self._start) / (self.seconds * (1 - RESERVE)))
        if self.worlds is not None:
            shares.append(self.played / self.worlds)
        return max(shares)

    def room(self) -> bool:
        """Does one more piece of thinking fit? Asked before each piece, so it also sees how long the last one took."""
        if self.clock is not None and self.clock.out():
            return False
        if self.worlds is not None and self.played >= self.worlds:
            return False
        if self.seconds is None:
            return True
        now = self.now()
        self.longest = max(self.longest * FADE, now - self._last)
        self._last = now
        return now - self._start + self.longest < self.seconds * (1 - RESERVE)

    def skip(self) -> None:
        """What was just done happens only once: it says nothing about the pieces to come."""
        self._last = self.now()

    def tell(self) -> None:
        """Tell the table how far the thinking has got."""
        if self.clock is not None:
            self.clock.tell(min(1.0, self.spent()))
