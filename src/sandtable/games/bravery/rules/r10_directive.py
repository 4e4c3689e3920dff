"""The Rommel Directive."""

from __future__ import annotations

from sandtable.games.bravery.position import BraveryPosition


def directive_barred(pos: BraveryPosition) -> str | None:
    """10.1 Once a turn, from turn 4 on, with a chit of the Afrika Korps."""
    early = pos.turn < pos.box.tables["directive_from_turn"]
    return "10.1" if early or pos.directive else None


def directed(pos: BraveryPosition) -> int:
    """10.1.2, 10.2 The bonus of Germans attacking while the Directive holds; it ends with the next chit."""
    return pos.under_directive
