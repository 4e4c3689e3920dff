"""Movement in an assault: what it costs to enter a place, how far a unit gets, and the moving itself."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.flow import BACK, STOP, Action, Ask, Frame, Step, pop, swap
from sandtable.engine.maps import Mask, lowest, places_in, spread
from sandtable.engine.words import Count
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.notation import units_noun
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import move, room, taking

GO = "go"
"""The order to move somewhere, in every kind of move."""
COSTS = VACANT, NEAR_ENEMY, WEAK_ENEMY, STRONG_ENEMY = 1, 2, 3, 4
Reach = list[Mask]
"""By movement points spent: the places that can be reached for that many; the first that names a place is the least."""
Prices = tuple[Mask, Mask, Mask, Mask]
"""The areas that cost one, two, three and four to enter."""


def entry_barred(pos: BattleaxePosition, start: int, place: int) -> str | None:
    """9.3, 9.3.1, 9.3.2, 9.3.3, 9.3.4 The rule that bars the attacker from going from here to there, or None."""
    box, bit = pos.box, 1 << place
    if not box.around[start] & bit:
        if box.map.linked("escarpment", start, place):
            return "9.3.2"
        return "9.3.3" if (1 << start | bit) & box.zones else "9.1"
    if pos.full[pos.active] & bit:
        return "9.3.1"
    if pos.attacked & bit:
        return "9.2.1"
    if pos.occupied[1 - pos.active] >> start & 1 and not pos.free(pos.active) & bit:
        return "9.3.4"
    return None


def exits(pos: BattleaxePosition, start: int) -> Mask:
    """The places the attacker's units may go to next from here: the same restrictions, all at once."""
    side = pos.active
    open_places = pos.box.around[start] & ~pos.full[side] & ~pos.attacked
    if pos.occupied[1 - side] >> start & 1:
        open_places &= pos.free(side)  # 9.3.4
    return open_places


def reach(pos: BattleaxePosition, start: int, allowance: int, spent: int) -> Reach:
    """9.2, 15.1 Every place within reach, at the least cost; a zone or a dear first entry takes the whole allowance."""
    box, prices, open_places = pos.box, _prices(pos), exits(pos, start)
    first = _first_prices(pos, prices, open_places) if box.zones >> start & 1 else prices
    return list(_reached(box, start, allowance, spent, open_places, pos.occupied[1 - pos.active], first, prices))


@lru_cache(maxsize=1 << 12)
def _reached(
    box: BattleaxeBox,
    start: int,
    allowance: int,
    spent: int,
    open_places: Mask,
    enemies: Mask,
    first: Prices,
    prices: Prices,
) -> tuple[Mask, ...]:
    """The same from what it depends on, remembered: units are asked for their reach when they move as well."""
    levels = [0] * (allowance + STRONG_ENEMY + 1)
    for cost, priced in zip(COSTS, first, strict=True):
        if spent + cost <= allowance:
            levels[spent + cost] = open_places & priced
        elif not spent:
            levels[allowance] |= open_places & priced  # 9.2
    if not spent:
        levels[allowance] |= open_places & box.zones
    cheap, dear, weak, strong = prices
    reached = 1 << start
    for total in range(spent + 1, allowance):
        here = levels[total] = levels[total] & ~reached
        reached |= here
        here &= ~enemies
        if here:
            near = spread(here, box.around) & ~reached
            levels[total + VACANT] |= near & cheap
            levels[total + NEAR_ENEMY] |= near & dear
            levels[total + WEAK_ENEMY] |= near & weak
            levels[total + STRONG_ENEMY] |= near & strong
    return tuple(levels[: allowance + 1])


def _prices(pos: BattleaxePosition) -> Prices:
    """The areas that cost one, two, three and four to enter from another area."""
    box, enemy = pos.box, 1 - pos.active
    open_areas = box.areas & ~pos.full[pos.active] & ~pos.attacked
    return _priced(box, open_areas, pos.occupied[enemy] & box.areas, box.army[enemy] & ~pos.reduced, tuple(pos.here))


@lru_cache(maxsize=1 << 12)
def _priced(box: BattleaxeBox, open_areas: Mask, enemies: Mask, whole: Mask, here: tuple[Mask, ...]) -> Prices:
    near, strong = spread(enemies, box.around), 0  # 15.1
    for place in places_in(enemies & open_areas):
        if here[place] & whole:
            strong |= 1 << place
    vacant = open_areas & ~enemies
    return vacant & ~near, vacant & near, open_areas & enemies & ~strong, strong


def _first_prices(pos: BattleaxePosition, prices: Prices, open_places: Mask) -> Prices:
    """What the first area costs a unit that comes out of a zone: enemies in zones beside it count too."""
    box = pos.box
    cheap, dear, weak, strong = prices
    pressed = cheap & open_places & spread(pos.occupied[1 - pos.active] & box.zones, box.around)  # 15.1 R14
    return cheap & ~pressed, dear | pressed, weak, strong


def allowance_of(pos: BattleaxePosition, group: Mask) -> int:
    """The movement points of the slowest unit in a group."""
    return min([pos.movement(unit) for unit in places_in(group)])


def cost_of(found: Reach, place: int) -> int:
    """What has been spent on arrival in a place."""
    return next(spent for spent, places in enumerate(found) if places >> place & 1)


def path_to(pos: BattleaxePosition, found: Reach, start: int, place: int) -> list[int]:
    """The places entered on a cheapest route, including the last one."""
    cheap, dear, weak, strong = _prices(pos)
    around, enemies = pos.box.around, pos.occupied[1 - pos.active]
    first = next(spent for spent, places in enumerate(found) if places)
    path, total = [place], cost_of(found, place)
    while True:
        bit = 1 << place
        if cheap & bit:
            total -= VACANT
        elif dear & bit:
            total -= NEAR_ENEMY
        elif weak & bit:
            total -= WEAK_ENEMY
        else:
            total -= STRONG_ENEMY if strong & bit else len(found)
        before = found[total] & around[place] & ~enemies if total >= first else 0
        if not before:
            return path[::-1]
        place = (before & -before).bit_length() - 1
        path.append(place)


def company(others: Mask, spare: int) -> list[Action]:
    """Actions that add units of the same place to those chosen, as far as there is room for them."""
    if not others or spare < 1:
        return []
    found: list[Action] = [("with", unit) for unit in places_in(others)]
    if 1 < len(found) <= spare:
        found.append(("all",))
    return found


def grown(group: Mask, everyone: Mask, action: Action) -> Mask | None:
    """The chosen units after an action of `company`, or None if it is another action."""
    match action:
        case ("with", int(unit)):
            return group | 1 << unit
        case ("all",):
            return everyone
    return None


class Go(Step[BattleaxePosition]):
    """9, 9.1 The chosen units of one place move on until they stop, run out of points or meet an enemy."""

    name = "assault.go"
    rule = "9.2"
    waiting = "Units are moving."
    verbs = (GO,)

    class Args(NamedTuple):
        """The units that move together, and the movement points they have spent."""

        group: Mask
        spent: int

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        group, spent = self.Args(*frame.args)
        left = Count(allowance_of(pos, group) - spent)
        text = f"{left:movement point} left. Entering a place with enemies ends the move."
        if group.bit_count() > pos.box.stack:
            text += " No area has room for so many: they can only go to a zone."
        return Ask(f"Move {units_noun(pos.box, group)}", text, ("9.2", "9.3"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        group, spent = frame.args
        start = pos.where[lowest(group)]
        size = group.bit_count()
        places = 0
        for level in reach(pos, start, allowance_of(pos, group), spent):
            places |= level
        found: list[Action] = [(GO, place) for place in places_in(taking(pos, size, places))]
        if spent:
            found.append(STOP)
            return found
        others = pos.here[start] & pos.ready & pos.box.mobile & ~group
        if others:
            most = max([room(pos, pos.active, place) for place in places_in(exits(pos, start))])
            found += company(others, most - size)
        found.append(BACK)
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        group, _ = frame.args
        start = pos.where[lowest(group)]
        larger = grown(group, pos.here[start] & pos.ready & pos.box.mobile, action)
        if larger is not None:
            swap(pos, self.name, frame.side, larger, 0)
        elif action in (STOP, BACK):
            pop(pos)
        else:
            self._go(pos, frame, start, action[1])

    def _go(self, pos: BattleaxePosition, frame: Frame, start: int, place: int) -> None:
        group, spent = frame.args
        found = reach(pos, start, allowance_of(pos, group), spent)
        path = path_to(pos, found, start, place)
        pos.begun = 1
        pos.ready &= ~group
        pos.note("9.2", "moved", group, start, *path)
        for unit in places_in(group):
            for stop in path:
                pos.came_from[unit] = pos.where[unit]
                move(pos, unit, stop)
        spent = cost_of(found, place)
        if pos.occupied[1 - pos.active] >> place & 1:
            pos.arrived |= group
            pop(pos)
        elif pos.box.zones >> place & 1 or spent >= allowance_of(pos, group):  # 14.2.2 R25
            pop(pos)
        else:
            swap(pos, self.name, frame.side, group, spent)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        group, _ = frame.args
        place = goal(pos, action)
        if place is None:
            return None
        start = pos.where[lowest(group)]
        if pos.box.around[start] >> place & 1 or pos.box.map.linked("escarpment", start, place):
            return entry_barred(pos, start, place) or _room_barred(pos, group, place)
        return _room_barred(pos, group, place)


def goal(pos: BattleaxePosition, action: Action) -> int | None:
    """The place on the map that an action sends units to, if it does."""
    return action[1] if action[0] == GO and action[1] in range(len(pos.box.map)) else None


def _room_barred(pos: BattleaxePosition, group: Mask, place: int) -> str:
    """Too many for the place, or too far."""
    if pos.attacked >> place & 1:
        return "9.2.1"
    return "9.3.1" if group.bit_count() > room(pos, pos.active, place) else "9.2"


STEPS = (Go(),)
