"""10.27 Advance after combat: into the hex that was cleared, and a hex further for mobile units."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action, Frame, Step, pop, swap
from sandtable.engine.maps import places_in
from sandtable.games.western_desert.position import Battle, DesertPosition
from sandtable.games.western_desert.rules.entering import enter
from sandtable.games.western_desert.rules.r09_stacking import fits


def cleared(pos: DesertPosition) -> list[int]:
    """Attacked hexes with no defender left, if the attacker stood his ground."""
    battle = Battle(*pos.battle)
    if battle.fell_back:
        return []
    return [place for place in battle.places if not pos.held[1 - pos.active] >> place & 1]


def advance_places(pos: DesertPosition, unit: int, gone: tuple[int, ...]) -> dict[int, int]:
    """Where a unit may advance, each hex with the cleared hex it goes through."""
    box = pos.box
    here, kind = pos.where[unit], box.kind[unit]
    found: dict[int, int] = {}
    for place in cleared(pos):
        if not box.open[kind][here] >> place & 1:
            continue
        found[place] = place
    if box.mobile[unit]:
        for through in list(found):
            for place in places_in(box.open[kind][through]):
                if place not in found and place != here and empty(pos, place, gone):
                    found[place] = through
    if unit >= box.count:  # a leader only follows units that have advanced
        followed = {pos.where[other] for other in gone}
        found = {place: through for place, through in found.items() if place in followed}
    return found


def empty(pos: DesertPosition, place: int, gone: tuple[int, ...]) -> bool:
    """Nobody stands there but units of this attack that have advanced already."""
    if pos.held[1 - pos.active] >> place & 1:
        return False
    if not pos.held[pos.active] >> place & 1:
        return True
    return all(unit in gone for unit in pos.fighters_at(place, pos.active))


class Advance(Step[DesertPosition]):
    """The attacker may follow up, unit by unit or all at once; zones of control do not matter."""

    name = "combat.advance"
    rule = "10.27"

    def actions(self, pos: DesertPosition, frame: Frame) -> list[Action]:
        gone: tuple[int, ...] = frame[2][0] if frame[2] else ()
        side = frame[1]
        found: list[Action] = []
        staying = [unit for unit in self._movers(pos) if unit not in gone] if cleared(pos) else []
        fighters = [unit for unit in staying if unit < pos.box.count]
        if len(fighters) > 1:
            for place in cleared(pos):
                reaches = all(place in advance_places(pos, unit, gone) for unit in fighters)
                if reaches and fits(pos, [*pos.fighters_at(place, side), *fighters]):
                    found.append(("all", place))
        for unit in staying:
            for place in advance_places(pos, unit, gone):
                if unit >= pos.box.count or fits(pos, [*pos.fighters_at(place, side), unit]):
                    found.append(("advance", unit, place))
        return [*found, ("done",)]

    @staticmethod
    def _movers(pos: DesertPosition) -> list[int]:
        battle = Battle(*pos.battle)
        leader = battle.lead[0]
        units = [unit for unit in battle.attackers if pos.where[unit] >= 0]
        return [*units, leader] if leader >= 0 and pos.where[leader] >= 0 else units

    def apply(self, pos: DesertPosition, frame: Frame, action: Action) -> None:
        gone: tuple[int, ...] = frame[2][0] if frame[2] else ()
        match action:
            case ("all", place):
                units = tuple(u for u in self._movers(pos) if u not in gone and u < pos.box.count)
                swap(pos, self.name, frame[1], (*gone, *units))
                follow(pos, units, place, place)
            case ("advance", unit, place):
                through = advance_places(pos, unit, gone)[place]
                swap(pos, self.name, frame[1], (*gone, unit))
                follow(pos, (unit,), through, place)
            case _:
                pop(pos)


def follow(pos: DesertPosition, units: tuple[int, ...], through: int, place: int) -> None:
    """Move into the cleared hex, and on if need be."""
    pos.note("10.27", "advanced", units, pos.where[units[0]], place)
    pos.put(units, through)
    enter(pos, units, through, by_combat=True)
    if place != through:
        pos.put(units, place)
        enter(pos, units, place)


STEPS: tuple[Step[Any], ...] = (Advance(),)
