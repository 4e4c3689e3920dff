"""10 Victory: by base at once, otherwise by the terms of the scenario."""

from __future__ import annotations

from sandtable.engine.flow import Auto, Frame, pop
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.rommel.position import LOST, OTHER, RommelPosition
from sandtable.games.rommel.rules.r07_supply import base_tie, without_supply

DECISIVE, SUBSTANTIAL, MARGINAL = "decisive", "substantial", "marginal"
LARGER = "the larger army"


def levelled(level: str, kind: str) -> str:
    """10.10 A victory has a level: decisive by the enemy base, substantial by the terms, marginal by numbers alone."""
    return f"{level}: {kind}"


def check_bases(pos: RommelPosition, side: int) -> None:
    """10.1 A player who holds the enemy base alone, with an undisrupted, supplied unit, wins as his turn ends."""
    base = pos.box.board.base[OTHER[side]]
    if not pos.ready_at(base, side) or pos.at(base, OTHER[side]):
        return
    cut = without_supply(pos, side, 1 << base)
    if any(unit not in cut for unit in pos.ready_at(base, side)):
        pos.note("10.1", "base", side, base)
        pos.finish(side, levelled(DECISIVE, "the enemy base is taken"), *scores(pos))


def blocks_on_map(pos: RommelPosition, side: int) -> int:
    """A side's blocks still on the map."""
    where = pos.where
    return sum([where[unit] >= 0 for unit in pos.box.units[side]])


def scores(pos: RommelPosition, blocks: tuple[int, int] | None = None) -> tuple[int, int]:
    """10.3 Points of the two sides: a block on the map counts one, Tobruk five, another fortress two.

    Whoever has counted the blocks already need not do it again.
    """
    points = list(blocks or (blocks_on_map(pos, ALLIED), blocks_on_map(pos, AXIS)))
    tobruk = pos.box.map.index["Tobruk"]
    for place, owner in pos.owners:
        points[owner] += 5 if place == tobruk else 2
    return points[0], points[1]


class LastMonth(Auto[RommelPosition]):
    """10.2 After the turns of the last month the scenario's terms decide."""

    name = "victory.month"
    rule = "10.2"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        pop(pos)
        if pos.turn < pos.box.plan.last:
            return
        winner, kind = TERMS[pos.box.plan.terms](pos)
        if winner is not None:
            kind = levelled(MARGINAL if kind == LARGER else SUBSTANTIAL, kind)
        pos.note("10.2", "ended", -1 if winner is None else winner, kind)
        pos.finish(winner, kind, *scores(pos))


def holds(pos: RommelPosition, side: int, name: str) -> bool:
    """Does a side hold a hex: is the fortress its own, or are only its units there?"""
    place = pos.box.map.index[name]
    if pos.box.board.fortresses >> place & 1:
        return pos.owner(place) == side
    return bool(pos.at(place, side)) and not pos.at(place, OTHER[side])


def battleaxe(pos: RommelPosition) -> tuple[int | None, str]:
    """10.4 Battleaxe: the Allies win with Sollum and Bardia, or with Tobruk joined to Alexandria by land."""
    if holds(pos, ALLIED, "Sollum") and holds(pos, ALLIED, "Bardia"):
        return ALLIED, "Sollum and Bardia are taken"
    if holds(pos, ALLIED, "Tobruk") and base_tie(pos, ALLIED, pos.box.map.index["Tobruk"]):
        return ALLIED, "Tobruk is relieved"
    return AXIS, "the frontier holds"


def more_lost(pos: RommelPosition) -> int:
    """How many more blocks the Allies have lost than the Axis."""
    lost = [sum(pos.where[unit] == LOST for unit in pos.box.units[side]) for side in (ALLIED, AXIS)]
    return lost[ALLIED] - lost[AXIS]


def crusader(pos: RommelPosition) -> tuple[int | None, str]:
    """10.5 Crusader: the Axis win with Tobruk, or by destroying twelve blocks more than they lose."""
    if holds(pos, AXIS, "Tobruk"):
        return AXIS, "Tobruk has fallen"
    return (AXIS, "twelve blocks more destroyed than lost") if more_lost(pos) >= 12 else (ALLIED, "Tobruk holds out")


def gazala(pos: RommelPosition) -> tuple[int | None, str]:
    """10.6 Gazala: the Axis win with Tobruk, otherwise the Allies."""
    return (AXIS, "Tobruk has fallen") if holds(pos, AXIS, "Tobruk") else (ALLIED, "Tobruk holds out")


def alamein(pos: RommelPosition) -> tuple[int | None, str]:
    """10.7 Pursuit to Alamein: the Axis win with Mersa Matruh and Tobruk, the Allies with Tobruk; otherwise a draw."""
    if holds(pos, ALLIED, "Tobruk"):
        return ALLIED, "Tobruk is retaken"
    return (AXIS, "Mersa Matruh is taken") if holds(pos, AXIS, "Mersa Matruh") else (None, "a standstill")


def early(pos: RommelPosition) -> tuple[int | None, str]:
    """10.8 1940: the Axis win with Mersa Matruh, the Allies with Tobruk and Benghazi; otherwise the larger army."""
    if holds(pos, AXIS, "Mersa Matruh"):
        return AXIS, "Mersa Matruh is taken"
    if holds(pos, ALLIED, "Tobruk") and holds(pos, ALLIED, "Benghazi"):
        return ALLIED, "Tobruk and Benghazi are taken"
    return larger(pos)


def campaign(pos: RommelPosition) -> tuple[int | None, str]:
    """10.9 Campaigns: Tobruk, if its holder can supply it and has three quarters of the enemy's blocks; else blocks."""
    tobruk = pos.box.map.index["Tobruk"]
    owner = pos.owner(tobruk)
    enough = 4 * blocks_on_map(pos, owner) >= 3 * blocks_on_map(pos, OTHER[owner])
    by_sea = owner == ALLIED  # the port feeds the Allies while it is theirs
    if enough and (by_sea or base_tie(pos, owner, tobruk)):
        return owner, "Tobruk is held and supplied"
    return larger(pos)


def larger(pos: RommelPosition) -> tuple[int | None, str]:
    """10.9.1 More blocks on the map; a draw if equal."""
    allied, axis = blocks_on_map(pos, ALLIED), blocks_on_map(pos, AXIS)
    if allied == axis:
        return None, "as many blocks on both sides"
    return (ALLIED if allied > axis else AXIS), LARGER


TERMS = {
    "battleaxe": battleaxe,
    "crusader": crusader,
    "gazala": gazala,
    "alamein": alamein,
    "1940": early,
    "campaign": campaign,
}
STEPS = (LastMonth(),)
