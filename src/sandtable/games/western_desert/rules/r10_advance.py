"""10.27 Advance after combat: into the hex that was cleared, and a hex further for mobile units."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Frame, Step, pop, swap
from sandtable.engine.maps import places_in
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.entering import enter
from sandtable.games.western_desert.rules.r09_stacking import fits


def cleared(pos: WesternDesertPosition) -> list[int]:
    """Attacked hexes with no defender left, if the attacker stood his ground."""
    battle = Battle(*pos.battle)
    if battle.fell_back:
        return []
    return [place for place in battle.places if not pos.held[1 - pos.active] >> place & 1]


def advance_places(pos: WesternDesertPosition, unit: int, gone: tuple[int, ...]) -> dict[int, int]:
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
                if place not in found and empty(pos, place, gone):
                    found[place] = through
    if unit >= box.count:  # a leader only follows units that have advanced
        followed = {pos.where[other] for other in gone} - {here}  # who came to him is not followed by going back (R21)
        found = {place: through for place, through in found.items() if place in followed}
    return found


def empty(pos: WesternDesertPosition, place: int, gone: tuple[int, ...]) -> bool:
    """Nobody stands there but units of this attack that have advanced already; not the hex a unit comes from (R21)."""
    if pos.held[1 - pos.active] >> place & 1:
        return False
    if not pos.held[pos.active] >> place & 1:
        return True
    return all(unit in gone for unit in pos.fighters_at(place, pos.active))


def followers(pos: WesternDesertPosition) -> tuple[int, ...]:
    """The leaders who stand with the attackers before anybody advances, used in the battle or not (R21)."""
    places = {pos.where[unit] for unit in Battle(*pos.battle).attackers if pos.where[unit] >= 0}
    return tuple(leader for leader in pos.box.leaders[pos.active] if pos.where[leader] in places)


def fighters_left(pos: WesternDesertPosition, gone: tuple[int, ...]) -> list[int]:
    """The attackers who have not advanced."""
    return [unit for unit in Battle(*pos.battle).attackers if pos.where[unit] >= 0 and unit not in gone]


class Advance(Step[WesternDesertPosition]):
    """The attacker may follow up, unit by unit or all at once; zones of control do not matter."""

    name = "combat.advance"
    rule = "10.27"
    title = "Advance after combat?"
    text = "Armour, motorised and recon units may go a hex further."
    verbs = ("all", "advance")

    class Args(NamedTuple):
        """Who has advanced, and the leaders who may follow (None until the first has gone)."""

        gone: tuple[int, ...] = ()
        leaders: tuple[int, ...] | None = None

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        gone, _ = self._so_far(pos, frame)
        if fighters_left(pos, gone):
            return super().ask(pos, frame)
        return Ask("Does the leader follow?", "Those he led have advanced.", (self.rule,))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        gone, leaders = self._so_far(pos, frame)
        side = frame.side
        found: list[Action] = []
        fighters = fighters_left(pos, gone)
        if not cleared(pos):
            return [DONE]
        if len(fighters) > 1:
            for place in cleared(pos):
                reaches = all(place in advance_places(pos, unit, gone) for unit in fighters)
                if reaches and fits(pos, [*pos.fighters_at(place, side), *fighters]):
                    found.append(("all", place))
        for unit in (*fighters, *[leader for leader in leaders if leader not in gone]):
            for place in advance_places(pos, unit, gone):
                if fits(pos, [*pos.fighters_at(place, side), unit]):
                    found.append(("advance", unit, place))
        return [*found, DONE]

    @staticmethod
    def _so_far(pos: WesternDesertPosition, frame: Frame) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who has advanced, and the leaders who may follow."""
        gone, leaders = Advance.Args(*frame.args)
        return gone, followers(pos) if leaders is None else leaders

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        gone, leaders = self._so_far(pos, frame)
        match action:
            case ("all", place):
                units = tuple(fighters_left(pos, gone))
                swap(pos, self.name, frame.side, (*gone, *units), leaders)
                follow(pos, units, place, place)
            case ("advance", unit, place):
                through = advance_places(pos, unit, gone)[place]
                swap(pos, self.name, frame.side, (*gone, unit), leaders)
                follow(pos, (unit,), through, place)
            case _:
                pop(pos)


def follow(pos: WesternDesertPosition, units: tuple[int, ...], through: int, place: int) -> None:
    """Move into the cleared hex, and on if need be."""
    for start, stack in pos.by_place(units).items():
        pos.note("10.27", "advanced", pos.as_shown(stack), start, place)
    pos.put(units, through)
    enter(pos, units, through, by_combat=True)
    if place != through:
        pos.put(units, place)
        enter(pos, units, place)


STEPS = (Advance(),)
