"""What a client needs to know of a table before its first state."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from sandtable.engine.documents import Document
from sandtable.engine.sides import PLAYERS
from sandtable.table.fair_dice import commitment
from sandtable.table.table import Table


def info(table: Table, role: str) -> Document:
    """The game, who sits where, how far it is and how it is played, as a role may know it."""
    here = table.presence.here()
    seats = {side: {"label": table.negotiation.called(side, role), **table.seats[side]} for side in PLAYERS}
    scenario = table.game.scenarios[table.row["scenario"]]
    outcome = table.outcome
    return {
        "table": table.id,
        "game": table.game.id,
        "title": table.game.title,
        "scenario": {"id": table.row["scenario"], "title": scenario.title, "note": scenario.notes},
        "options": json.loads(table.row["options"]),
        "created": _iso(table.row["created"]),
        "changed": _iso(table.noticed_at.get(table.counter(role)) or table.row["created"]),
        "seat": role,
        "seats": {side: {**seat, "here": here[side]} for side, seat in seats.items()},
        **table.numbers.count(table.counter(role))._asdict(),
        "waiting": table.waiting,
        "turn": table.timeline.sights.see(table.audience.eyes(role, table.pos))["turn"],
        "side": None if table.halted else table.pos.side,
        "outcome": outcome and outcome._asdict(),
        "overlays": list(table.game.overlays),
        "forecasts": table.row["forecasts"],
        "hidden": table.game.hidden,
        "commitment": commitment(table.row["secret"]),
        "imported": table.row["imported"],
    }


def _iso(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds")
