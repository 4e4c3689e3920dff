"""What everybody sees and reads of one position: worked out once, and together for those who see alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from sandtable.engine.position import Position
from sandtable.engine.view import LogLine, View


class Sights:
    """The views and log lines of a position that stays as it is; nobody may change what they are handed here."""

    def __init__(self, pos: Position) -> None:
        self.pos = pos
        self._views: dict[str | None, View] = {}
        self._lines: dict[tuple[str | None, int], list[LogLine]] = {}

    def copy(self) -> Self:
        """The same of a copy of the position, which the position may leave behind."""
        new = type(self)(self.pos.copy())
        new._views = self._views.copy()
        return new

    def prepare(self, viewers: Iterable[str | None]) -> None:
        """Make the views of several together, as far as they are not made yet."""
        wanted = [viewer for viewer in viewers if viewer not in self._views]
        if wanted:
            self._views.update(zip(wanted, self.pos.box.game.see_as(self.pos, wanted), strict=True))

    def see(self, viewer: str | None) -> View:
        """`Position.see`."""
        if viewer not in self._views:
            self.prepare((viewer,))
        return self._views[viewer]

    def report(self, viewer: str | None, since: int = 0) -> list[LogLine]:
        """`Position.report`."""
        reader = None if self.pos.box.game.tells_alike else viewer
        lines = self._lines.get((reader, since))
        if lines is None:
            lines = self._lines[reader, since] = self.pos.report(reader, since)
        return lines
