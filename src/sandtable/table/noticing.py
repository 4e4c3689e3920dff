"""Who notices an action: those whose log or view it has changed."""

from __future__ import annotations

from sandtable.engine.sides import PLAYERS
from sandtable.table.negotiation import other
from sandtable.table.numbers import ALL, BIT, WATCH
from sandtable.table.sights import Sights
from sandtable.table.timeline import event_count


def noticed(side: str, before: Sights | None, now: Sights) -> int:
    """Everybody who can notice what a side has just done."""
    pos = now.pos
    if before is None or pos.side != side or pos.undo_barrier != before.pos.undo_barrier:
        return ALL
    seen, told = BIT[side], event_count(before.pos)
    silent = [viewer for viewer in (other(side), None) if not now.report(viewer, told)]
    if silent:
        now.prepare((*PLAYERS, None))  # those who sit there are told theirs in a moment
    for viewer in (other(side), None):
        if viewer not in silent or now.see(viewer) != before.see(viewer):
            seen |= BIT[viewer or WATCH]
    return seen
