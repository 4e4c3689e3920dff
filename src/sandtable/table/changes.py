"""What changed between two views, so that a client that has one is sent only the rest of the other."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]


def change_of(before: Document, after: Document) -> Document:
    """What turns one view into the next: `set` keys of the view, `drop` keys, and single `pieces` by their id."""
    change: Document = {
        "set": {key: value for key, value in after.items() if key not in before or before[key] != value}
    }
    gone = [key for key in before if key not in after]
    if gone:
        change["drop"] = gone
    pieces = change["set"].get("pieces")
    if pieces is not None and [piece["id"] for piece in pieces] == [piece["id"] for piece in before["pieces"]]:
        pairs = zip(before["pieces"], change["set"].pop("pieces"), strict=True)
        change["pieces"] = [piece for old, piece in pairs if old != piece]
    return change


def changed(before: Document, change: Document) -> Document:
    """The view that a change makes of the one before."""
    kept = {key: value for key, value in before.items() if key not in change.get("drop", ())}
    after: Document = {**kept, **change["set"]}
    if "pieces" in change:
        new = {piece["id"]: piece for piece in change["pieces"]}
        after["pieces"] = [new.get(piece["id"], piece) for piece in before["pieces"]]
    return after
