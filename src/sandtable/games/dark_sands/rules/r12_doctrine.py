"""12.0, 12.1 Kinds of unit, divisions, and how each army fights."""

from __future__ import annotations

from sandtable.engine.flow import push
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import alive

ASSAULT_FROM = 14
SHOCK_RESULTS = ("AL1", "BL1", "DR", "DR*")


def is_armour(pos: DarkSandsPosition, unit: int) -> bool:
    """12.2 Panzers and tanks."""
    return bool(pos.box.armour >> unit & 1)


def is_armoured_car(pos: DarkSandsPosition, unit: int) -> bool:
    """12.3 Armoured cars are neither panzer nor tank nor infantry."""
    return pos.box.units[unit].kind == "car"


def is_infantry(pos: DarkSandsPosition, unit: int) -> bool:
    """12.4 Infantry, motorised infantry, machine guns and garrisons."""
    return bool(pos.box.infantry >> unit & 1)


def formations_on_map(pos: DarkSandsPosition, side: int) -> list[int]:
    """12.5 The divisional formations of a side with a unit on the map, by number."""
    here = pos.on_map(side)
    masks = pos.box.formations.values()
    return [n for n, mask in enumerate(masks) if mask & here]


def formation_of(pos: DarkSandsPosition, number: int) -> Mask:
    """The units of a divisional formation that are on the map."""
    box = pos.box
    return alive(pos, box.formations[box.formation_names[number]])


def steps_of(pos: DarkSandsPosition, mask: Mask) -> int:
    """The steps of these units."""
    return sum(pos.steps[unit] for unit in places_in(mask))


def assault_barred(pos: DarkSandsPosition, side: int, attackers: Mask) -> str | None:
    """12.6 The Assault table is for the Allies from turn 14: two brigades of one division stand in each attacking hex
    (R29), and more than half of the attacking steps are infantry."""
    box = pos.box
    if side != ALLIED or pos.turn < ASSAULT_FROM:
        return "2.2.2"
    infantry = attackers & box.infantry
    if 2 * steps_of(pos, infantry) <= steps_of(pos, attackers):
        return "12.6"
    places = {pos.where[unit] for unit in places_in(attackers)}
    for place in places:
        brigades = [box.units[u] for u in places_in(box.infantry & pos.piles[place]) if box.units[u].size == "X"]
        divisions = [unit.formation for unit in brigades if unit.formation]
        if len(divisions) == len(set(divisions)):
            return "12.6"
    return None


MOMENTUM = {"move": "combat", "half-move": "combat-1", "combat": "move", "combat-1": "half-move"}


def gain_momentum(pos: DarkSandsPosition, side: int, act: str) -> None:
    """12.7, 12.7.1 After a move or a combat of all, the panzer divisions may do the other of the two."""
    if side == AXIS and alive(pos, pos.box.panzer_divisions):
        push(pos, "act.begin", AXIS, MOMENTUM[act], "momentum")


def anti_tank(pos: DarkSandsPosition, place: int) -> int:
    """The Allied anti-tank factors in a hex: tank steps, cover, a fort, a box (12.7.2)."""
    box = pos.box
    factors = steps_of(pos, pos.piles[place] & box.tanks)
    return factors + ((box.cover >> place) & 1) + ((box.forts >> place) & 1) + ((pos.boxed[ALLIED] >> place) & 1)


def panzer_superiority(pos: DarkSandsPosition, attackers: Mask, place: int) -> int:
    """12.7.2 One on the die for each panzer step beyond the anti-tank factors, two at most."""
    panzers = steps_of(pos, attackers & pos.box.panzers)
    return max(0, min(2, panzers - anti_tank(pos, place))) if panzers else 0


def panzer_shock(pos: DarkSandsPosition, attackers: Mask, place: int) -> bool:
    """12.7.3 Panzers against infantry alone and without anti-tank factors count double and cost a step more."""
    box = pos.box
    if not attackers & box.panzers:
        return False
    others = pos.piles[place] & ~box.infantry & ~box.hqs
    return not others and not anti_tank(pos, place)


def resilient(pos: DarkSandsPosition, attackers: Mask) -> bool:
    """12.7.4 With a panzer in the attack, DE* counts as DE and the first step of an exchange may be any German's."""
    return bool(attackers & pos.box.panzers)
