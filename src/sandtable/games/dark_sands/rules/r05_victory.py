"""5.0 How the game is won: at once, or by victory points, or as a scenario says."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import GONE, REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r10_supply import land_supplied, supplied

AUTOMATIC_FROM = 3


def automatic_victory(pos: DarkSandsPosition) -> int | None:
    """5.1, 5.1.1 From turn 3: the side that controls El Agheila and Alexandria, with a line of supply to both."""
    box = pos.box
    if pos.turn < AUTOMATIC_FROM:
        return None
    for side in (ALLIED, AXIS):
        ends = (box.agheila, box.alexandria)
        if all(controls(pos, side, place) for place in ends):
            traced = supplied(pos, side)
            if all(traced >> place & 1 for place in ends):
                return side
    return None


def score_turn(pos: DarkSandsPosition) -> None:
    """5.2, 5.2.1 Points of a turn: Benghazi for the Allies; Tobruk with Matruh, and with Alamein, for the Axis."""
    box = pos.box
    allied = int(controls(pos, ALLIED, box.benghazi))
    axis = 0
    if controls(pos, AXIS, box.tobruk):
        axis = int(controls(pos, AXIS, box.matruh)) + int(controls(pos, AXIS, box.alamein))
    pos.allied_vp += allied
    pos.axis_vp += axis
    if allied or axis:
        pos.note("5.2.1", "points", allied, axis, pos.allied_vp, pos.axis_vp)


def score_last_turn(pos: DarkSandsPosition) -> None:
    """5.2.2 On the last turn one point more for each of Tobruk, Bardia and Sollum."""
    box = pos.box
    axis = sum(controls(pos, AXIS, place) for place in (box.tobruk, box.bardia, box.sollum))
    pos.allied_vp += 3 - axis
    pos.axis_vp += axis
    pos.note("5.2.2", "points", 3 - axis, axis, pos.allied_vp, pos.axis_vp)


Verdict = tuple[int | None, str, int, int]
"""Who wins, how, and the points of the two sides."""


def verdict(pos: DarkSandsPosition) -> Verdict:
    """5.3 How the game would end now: each scenario has victory conditions of its own."""
    match pos.box.scenario:
        case "compass":
            return _compass(pos)
        case "sunflower":
            return _sunflower(pos)
        case "crusader":
            return _crusader(pos)
        case "gazala":
            return _gazala(pos)
        case _:
            return _campaign(pos)


def _campaign(pos: DarkSandsPosition) -> Verdict:
    """5.1.2 The side with more points has won."""
    ahead = pos.allied_vp - pos.axis_vp
    winner = None if not ahead else ALLIED if ahead > 0 else AXIS
    return winner, "victory points", pos.allied_vp, pos.axis_vp


def compass_points(pos: DarkSandsPosition) -> int:
    """One for each Italian division lost, two for Tobruk and for Benghazi, three for El Agheila."""
    box = pos.box
    where = pos.where
    divisions = [unit for unit in box.italian_divisions if where[unit] in (REBUILD, GONE)]
    places = ((box.tobruk, 2), (box.benghazi, 2), (box.agheila, 3))
    return len(divisions) + sum(worth for place, worth in places if controls(pos, ALLIED, place))


HISTORICAL, DECISIVE = 8, 12


def _compass(pos: DarkSandsPosition) -> Verdict:
    points = compass_points(pos)
    level = "decisive" if points >= DECISIVE else "historical" if points >= HISTORICAL else "marginal"
    return ALLIED, f"{level} victory", points, max(0, DECISIVE - points)


def _sunflower(pos: DarkSandsPosition) -> Verdict:
    box = pos.box
    held = [controls(pos, AXIS, place) for place in (box.benghazi, box.tobruk, box.sollum)]
    axis = sum(held)
    if held[0] and (held[1] or held[2]):
        return AXIS, "Cyrenaica retaken", 3 - axis, axis
    if not held[0]:
        return ALLIED, "Benghazi held", 3 - axis, axis
    return None, "draw", 3 - axis, axis


def _crusader(pos: DarkSandsPosition) -> Verdict:
    box = pos.box
    relieved = bool(controls(pos, ALLIED, box.tobruk) and land_supplied(pos, ALLIED) >> box.tobruk & 1)
    frontier = controls(pos, ALLIED, box.bardia) or controls(pos, ALLIED, box.sollum)
    benghazi = controls(pos, ALLIED, box.benghazi)
    allied = 2 * relieved + frontier + benghazi
    if relieved and frontier:
        kind = "decisive: Benghazi taken" if benghazi else "Tobruk relieved"
        return ALLIED, kind, allied, 4 - allied
    kind = "Bardia and Sollum held" if relieved else "Tobruk not relieved"
    if controls(pos, AXIS, box.tobruk):
        kind = "Tobruk taken"
    return AXIS, kind, allied, 4 - allied


def _gazala(pos: DarkSandsPosition) -> Verdict:
    box = pos.box
    tobruk, matruh = controls(pos, AXIS, box.tobruk), controls(pos, AXIS, box.matruh)
    gazala = controls(pos, ALLIED, box.place_called("Gazala"))
    axis = 2 * tobruk + matruh + (not gazala)
    if tobruk:
        kind = "decisive: Mersa Matruh taken" if matruh else "Tobruk taken"
        return AXIS, kind, 4 - axis, axis
    if gazala:
        return ALLIED, "the Gazala line held", 4 - axis, axis
    return None, "Tobruk held, Gazala lost", 4 - axis, axis
