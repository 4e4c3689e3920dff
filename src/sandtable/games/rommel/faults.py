"""What is impossible about a position; random play checks it all along."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.rommel.position import LOST, RommelPosition

QUIET = {"cards.lay", "buildup.menu", "initiative.challenge"}
"""Steps at which no fight is half fought."""


def faults(pos: RommelPosition) -> list[str]:
    """Broken invariants, in words."""
    found = _block_faults(pos) + _card_faults(pos)
    if min(pos.points) < 0:
        found.append(f"points {pos.points}")
    for place, *_ in pos.mines:
        if not 0 <= place < len(pos.box.map):
            found.append(f"a minefield at {place}")
    if pos.stack and pos.stack[-1].step in QUIET:
        found += _field_faults(pos)
    return found


def _block_faults(pos: RommelPosition) -> list[str]:
    found = []
    box = pos.box
    size = len(box.map)
    for unit, place in enumerate(pos.where):
        name, steps = box.blocks[unit].id, pos.steps[unit]
        if (place == LOST) != (steps == 0) or not 0 <= steps <= box.full[unit]:
            found.append(f"{name} has {steps} steps at {place}")
        if place >= size:
            found.append(f"{name} is off the map")
        if place >= 0 and (pos.least[unit] > box.speed[unit] or pos.latest[unit] < pos.arrived[unit]):
            found.append(f"{name} is known to be what it is not")
        if pos.refit[unit] and (place != box.board.base[box.side[unit]] or not pos.disrupted[unit]):
            found.append(f"{name} refits away from its base or undisrupted")
        if place >= 0 and not 1 <= pos.seen[unit] <= box.full[unit]:
            found.append(f"{name} was seen with {pos.seen[unit]} steps")
        if place < 0 and (pos.disrupted[unit] or pos.unsupplied[unit] or pos.rested[unit]):
            found.append(f"{name} is marked off the map")
    return found


def _card_faults(pos: RommelPosition) -> list[str]:
    found = []
    tables = pos.box.tables
    if min(*pos.hands, *pos.laid, *pos.spent) < 0:
        found.append(f"cards {pos.hands} {pos.laid} {pos.spent}")
    real = pos.hands[0] + pos.hands[2] + pos.laid[0] + pos.spent[0] + pos.bids.count(2)
    dummy = pos.hands[1] + pos.hands[3] + pos.laid[1] + pos.spent[1] + pos.bids.count(1)
    if real > tables.real or dummy > tables.dummy:
        found.append(f"{real} real and {dummy} dummy cards")
    return found


def _field_faults(pos: RommelPosition) -> list[str]:
    found = []
    both = pos.held(ALLIED)[0] & pos.held(AXIS)[0]
    fought = sum(1 << place for place, _, _ in pos.battles)
    if both != fought:
        found.append(f"battles at {fought:b}, both sides at {both:b}")
    return found
