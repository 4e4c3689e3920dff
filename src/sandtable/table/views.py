"""What leaves the table: states for each role, moments of a replay, points for the charts. All of it through `see`."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.documents import Document
from sandtable.engine.position import Outcome, Position
from sandtable.engine.sides import PLAYERS
from sandtable.engine.view import HandView, LogLine, OutcomeView, PieceView, View
from sandtable.table.journal import Note
from sandtable.table.reader_log import ReaderLog, common_lines, merged, numbered
from sandtable.table.sights import Sights

LOST = "lost"
"""The box of pieces that are out of the game."""


class Window:
    """One table as each role sees it."""

    def __init__(self) -> None:
        self._logs: dict[str | None, ReaderLog] = {viewer: ReaderLog(viewer) for viewer in (*PLAYERS, None)}
        self._shared: str | None = None
        """Whose eyes a hot seat had last."""

    def eyes(self, role: str, pos: Position) -> str | None:
        """Whose view a role gets; a hot seat sees what the deciding side sees."""
        if role != "both":
            return role if role in PLAYERS else None
        return pos.side if pos.side in PLAYERS else self._shared or PLAYERS[0]

    def changes(self, roles: Sequence[str], sights: Sights, notes: Sequence[Note]) -> dict[str, Document]:
        """For each role its view and what is new in its log."""
        pos = sights.pos
        sights.prepare({self.eyes(role, pos): None for role in roles})
        first: dict[str | None, int] = {}
        out: dict[str, Document] = {}
        for role in roles:
            viewer = self.eyes(role, pos)
            log = self._logs[viewer]
            if viewer not in first:
                first[viewer] = log.follow(sights, notes)
            start = first[viewer]
            if role == "both" and viewer != self._shared:
                start = common_lines(self._logs[self._shared].lines, log.lines) if self._shared else 0
                self._shared = viewer
            out[role] = {"view": sights.see(viewer), "log": log.lines[start:], "log_from": start}
        return out

    def whole(self, role: str, sights: Sights, notes: Sequence[Note]) -> Document:
        """A role's view and its whole log, for somebody who sits down."""
        viewer = self.eyes(role, sights.pos)
        if role == "both":
            self._shared = viewer
        log = self._logs[viewer]
        log.follow(sights, notes)
        return {"view": sights.see(viewer), "log": log.lines, "log_from": 0}


def ended(view: View, outcome: Outcome | None) -> View:
    """A view of a table that ended by agreement."""
    if outcome is None or view["outcome"] is not None:
        return view
    end: OutcomeView = {"winner": outcome.winner, "kind": outcome.kind, "score": outcome.score}
    return {**view, "side": None, "actions": [], "outcome": end}


def moment(pos: Position, eyes: str | None, *, everything: bool) -> tuple[View, list[LogLine]]:
    """A position of the past with its log: through one side's eyes, a watcher's, or both once nothing is secret."""
    if not everything:
        return {**pos.see(eyes), "actions": []}, pos.report(eyes)
    by_side = {side: pos.see(side) for side in PLAYERS}
    view: View = {**pos.see(None), "actions": []}
    pieces: list[PieceView] = [piece for piece in view["pieces"] if piece["side"] not in PLAYERS]
    hands: list[HandView] = []
    for side, seen in by_side.items():
        pieces += [piece for piece in seen["pieces"] if piece["side"] == side]
        hands += [hand for hand in seen.get("hands", []) if hand["side"] == side]
    view["pieces"] = pieces
    if hands:
        view["hands"] = hands
    lines: dict[int, LogLine] = {}
    for side in PLAYERS:
        for line in pos.report(side):
            if line["n"] not in lines or line.get("side") == side:
                lines[line["n"]] = line
    return view, [lines[n] for n in sorted(lines)]


def with_notes(lines: Sequence[LogLine], notes: Sequence[Note], events: int) -> list[LogLine]:
    """The lines of a moment with the table's own up to there, numbered."""
    told = merged(lines, [note for note in notes if note.event < events])
    return [numbered(line, number) for number, line in enumerate(told)]


def point(pos: Position, at: int, turn: int) -> Document:
    """Scores and losses as everybody may know them, for the charts."""
    view = pos.see(None)
    losses = dict.fromkeys(PLAYERS, 0)
    for piece in view["pieces"]:
        if piece["side"] in PLAYERS:
            full = piece.get("steps_max", 1)
            losses[piece["side"]] += full - (0 if piece["at"] == LOST else piece.get("steps", full))
    score = {side: view["sides"][side].get("score") for side in PLAYERS}
    return {"n": at, "at": at, "turn": turn, "score": score, "losses": losses}
