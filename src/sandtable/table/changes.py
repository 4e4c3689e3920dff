"""What changed between two views, so that a client that has one is sent only the rest of the other."""

from __future__ import annotations

from sandtable.engine.documents import Document

PIECES = "pieces"
_MISSING = object()


def change_of(before: Document, after: Document) -> Document:
    """What turns one view into the next: `set` keys of the view, `drop` keys, and single `pieces` by their id."""
    new: Document = {}
    for key, value in after.items():
        old = before.get(key, _MISSING)
        if old is not value and old != value:  # what a game keeps from view to view is the very same
            new[key] = value
    change: Document = {"set": new}
    gone = [key for key in before if key not in after]
    if gone:
        change["drop"] = gone
    pieces = new.get(PIECES)
    if pieces is not None and len(pieces) == len(before[PIECES]):
        others = [(old, piece) for old, piece in zip(before[PIECES], pieces, strict=True) if old is not piece]
        if all(old["id"] == piece["id"] for old, piece in others):
            del new[PIECES]
            change[PIECES] = [piece for old, piece in others if old != piece]
    return change


def changed(before: Document, change: Document) -> Document:
    """The view that a change makes of the one before."""
    kept = {key: value for key, value in before.items() if key not in change.get("drop", ())}
    after: Document = {**kept, **change["set"]}
    if "pieces" in change:
        new = {piece["id"]: piece for piece in change["pieces"]}
        after["pieces"] = [new.get(piece["id"], piece) for piece in before["pieces"]]
    return after
