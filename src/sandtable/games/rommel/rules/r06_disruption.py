"""6 Disruption, losses, and what the enemy remembers of a block."""

from __future__ import annotations

from sandtable.games.rommel.position import LOST, RommelPosition


def disrupt(pos: RommelPosition, unit: int) -> None:
    """6.1 A disrupted block lies face down: it neither moves, fires, refuses battle nor holds a supply line open."""
    pos.disrupted[unit] = 1


def recover(pos: RommelPosition, unit: int) -> None:
    """6.2.1 A block recovers at the strength it had."""
    pos.disrupted[unit] = 0
    pos.refit[unit] = 0


def lose_step(pos: RommelPosition, unit: int, told: bool = True) -> None:
    """6.3 A block that loses a step is turned, and stays hidden if it was; below its last step it is gone for good."""
    pos.steps[unit] -= 1
    if pos.steps[unit] == 0:
        eliminate(pos, unit, "6.4" if told else "")


def eliminate(pos: RommelPosition, unit: int, why: str = "6.4") -> None:
    """6.4 An eliminated block never returns; both players see which it was, and the log says by which rule."""
    if why:
        pos.note(why, "lost", unit, pos.where[unit])
    pos.reveal()
    pos.where[unit] = LOST
    pos.steps[unit] = 0
    marks = (pos.disrupted, pos.unsupplied, pos.refit, pos.rested, pos.moved, pos.least, pos.latest, pos.seen)
    for mark in marks:
        mark[unit] = 0
    pos.known[unit] = 1


def reveal(pos: RommelPosition, unit: int) -> None:
    """6.5 A block's face and strength are seen by the enemy."""
    pos.seen[unit] = pos.steps[unit]
    if not pos.known[unit]:
        pos.known[unit] = 1
        pos.reveal()


def mix(pos: RommelPosition, units: list[int]) -> None:
    """6.6 Blocks that stand together cannot be told apart: faces are forgotten, other clues hold for all of them."""
    if len(units) < 2:
        return
    known, least, latest = pos.known, pos.least, pos.latest
    slowest = min([least[unit] for unit in units])
    newest = max([latest[unit] for unit in units])
    for unit in units:
        known[unit] = 0
        least[unit] = slowest
        latest[unit] = newest
