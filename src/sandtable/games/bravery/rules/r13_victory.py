"""Victory: decisive at once, tactical at the end of turn 7, and extra turns while it is a tie."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.flow import Auto, Frame, pop
from sandtable.engine.maps import flood
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import BraveryPosition


def points(pos: BraveryPosition) -> tuple[int, int]:
    """Victory points of the two sides: two for Tobruk, one for every other strategic hex."""
    total = [0, 0]
    for place in pos.box.strategic_places:
        total[pos.axis_held >> place & 1] += pos.box.points[place]
    return total[ALLIED], total[AXIS]


def tank_strength(pos: BraveryPosition, side: int) -> int:
    """Strength in halves of all Commonwealth or all German tanks on the map."""
    return sum(pos.box.of_tanks[side](pos.strength))


def tanks_spent(pos: BraveryPosition, side: int) -> bool:
    """13.1.1.2, 13.1.2.1 A side whose tanks have a strength of two and a half or less has lost."""
    return tank_strength(pos, side) <= int(pos.box.tables["few_tanks"])


def axis_decisive(pos: BraveryPosition) -> str | None:
    """How the Axis wins at once, if it does."""
    if takes_tobruk(pos):
        return "13.1.1.1"
    if tanks_spent(pos, ALLIED):
        return "13.1.1.2"
    return "13.1.1.3" if on_the_road_to_alexandria(pos) else None


def takes_tobruk(pos: BraveryPosition) -> bool:
    """13.1.1.1 Tobruk under Axis control decides the game."""
    return pos.controls(pos.box.tobruk, AXIS)


def on_the_road_to_alexandria(pos: BraveryPosition) -> bool:
    """13.1.1.3 Germans of strength three at the eastern exits, joined by road or track to an Axis-held base.

    The exits count together (R10). The line may not touch a hex under a Commonwealth control marker.
    """
    box, where, strength = pos.box, pos.where, pos.strength
    if box.alexandria_places.isdisjoint(where):
        return False
    out = [unit for unit in box.germans if where[unit] in box.alexandria_places]
    if sum(strength[unit] for unit in out) < box.tables["breakthrough"]:
        return False
    allowed = ~(box.strategic & ~pos.axis_held)
    joined = flood(box.bases & pos.axis_held, allowed, box.paths)
    return sum(strength[unit] for unit in out if joined >> where[unit] & 1) >= int(box.tables["breakthrough"])


def allied_decisive(pos: BraveryPosition) -> str | None:
    """How the Commonwealth wins at once, if it does."""
    if tanks_spent(pos, AXIS):
        return "13.1.2.1"
    return "13.1.2.2" if on_the_road_to_tripoli(pos) else None


def on_the_road_to_tripoli(pos: BraveryPosition) -> bool:
    """13.1.2.2 Commonwealth units of strength three at the western exit and no German in the corridor behind it."""
    box, where, strength = pos.box, pos.where, pos.strength
    if sum([strength[unit] for unit in pos.at(box.tripoli, ALLIED)]) < box.tables["breakthrough"]:
        return False
    return not any(box.bits[where[unit]] & box.corridor for unit in box.germans)


KINDS = {
    "13.1.1.1": "decisive: Tobruk",
    "13.1.1.2": "decisive: the Commonwealth armour is spent",
    "13.1.1.3": "decisive: the road to Alexandria",
    "13.1.2.1": "decisive: the German armour is spent",
    "13.1.2.2": "decisive: the road to Tripoli",
}


def check_decisive(pos: BraveryPosition) -> None:
    """13.1 End the game at once when a side has won decisively; the Axis wins if both have. Not in extra turns."""
    if pos.turn > pos.box.tables["turns"] or pos.over is not None:
        return
    rule, winner = axis_decisive(pos), AXIS
    if rule is None:
        rule, winner = allied_decisive(pos), ALLIED
    if rule is not None:
        pos.note(rule, "won", winner)
        pos.finish(winner, KINDS[rule], *points(pos))


def decides_on_the_way(pos: BraveryPosition, side: int, path: Sequence[int]) -> bool:
    """May a march decide the game (13.1) before its last hex, by Germans leaving the corridor or at an exit passed?"""
    box = pos.box
    if side == AXIS and box.bits[path[0]] & box.corridor and pos.holds(box.tripoli, ALLIED):
        return True
    exits = box.alexandria | box.bits[box.tripoli]
    return any(box.bits[place] & exits for place in path[1:-1])


class End(Auto[BraveryPosition]):
    """13.2 After turn 7 the higher score wins; on a tie another turn is played, and another, until it is broken."""

    name = "turn.end"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        allied, axis = points(pos)
        if pos.turn >= pos.box.tables["turns"] and allied != axis:
            winner = ALLIED if allied > axis else AXIS
            pos.note("13.2", "won", winner)
            pos.finish(winner, "tactical", allied, axis)
            return
        pos.turn += 1
        pop(pos)


STEPS = (End(),)
