"""Movement in an assault: what it costs to enter a place, how far a unit gets, and the moving itself."""

from __future__ import annotations

from sandtable.engine.flow import Action, Frame, Step, pop, swap
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import move, room

VACANT, NEAR_ENEMY, WEAK_ENEMY, STRONG_ENEMY = 1, 2, 3, 4
Reach = dict[int, tuple[int, int]]
"""For each place: what has been spent on arrival, and the place before it."""


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
    """The places the attacker's units may go to next from here: the same bars, all at once."""
    side = pos.active
    open_places = pos.box.around[start] & ~pos.full[side] & ~pos.attacked
    if pos.occupied[1 - side] >> start & 1:
        open_places &= pos.free(side)  # 9.3.4
    return open_places


def reach(pos: BattleaxePosition, start: int, allowance: int, spent: int) -> Reach:
    """9.2, 15.1 Every place that can still be reached, at the least cost; a zone or a hard entry takes a whole allowance."""
    box, enemy = pos.box, 1 - pos.active
    enemies, zones, around = pos.occupied[enemy], box.zones, box.around
    strong = box.army[enemy] & ~pos.reduced
    near = spread(enemies & box.areas, around)  # 15.1
    closed = pos.full[pos.active] | pos.attacked
    found: Reach = {}
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(allowance + 1)]
    beside = near | spread(enemies & zones, around) if zones >> start & 1 else near  # 15.1 R14
    for place in places_in(exits(pos, start)):
        bit = 1 << place
        if bit & zones:
            cost = allowance
        elif bit & enemies:
            cost = STRONG_ENEMY if pos.here[place] & strong else WEAK_ENEMY
        else:
            cost = NEAR_ENEMY if beside & bit else VACANT
        if spent + cost > allowance:
            if spent:
                continue
            cost = allowance  # 9.2
        buckets[spent + cost].append((place, start))
    for total in range(spent + 1, allowance + 1):
        for place, before in buckets[total]:
            if place in found:
                continue
            found[place] = (total, before)
            if total >= allowance or (enemies | zones) >> place & 1:
                continue
            for other in places_in(around[place] & ~closed & ~zones):
                if other in found or other == start:
                    continue
                bit = 1 << other
                if bit & enemies:
                    cost = STRONG_ENEMY if pos.here[other] & strong else WEAK_ENEMY
                else:
                    cost = NEAR_ENEMY if near & bit else VACANT
                if total + cost <= allowance:
                    buckets[total + cost].append((other, place))
    return found


def allowance_of(pos: BattleaxePosition, group: Mask) -> int:
    """The movement points of the slowest unit of a group."""
    return min(pos.movement(unit) for unit in places_in(group))


def path_to(found: Reach, place: int) -> list[int]:
    """The places entered on the way, the last one included."""
    path = [place]
    while (before := found[path[-1]][1]) in found:
        path.append(before)
    return path[::-1]


def company(others: Mask, spare: int) -> list[Action]:
    """Actions that add units of the same place to those chosen, as far as there is room for them."""
    if not others or spare < 1:
        return []
    found: list[Action] = [("with", unit) for unit in places_in(others)]
    if 1 < len(found) <= spare:
        found.append(("all",))
    return found


class Go(Step[BattleaxePosition]):
    """9, 9.1 The chosen units of one place move on until they stop, run out of points or meet an enemy."""

    name = "assault.go"
    rule = "9.2"

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        group, spent = frame[2]
        start = pos.where[(group & -group).bit_length() - 1]
        size = group.bit_count()
        found: list[Action] = [
            ("go", place)
            for place in reach(pos, start, allowance_of(pos, group), spent)
            if size == 1 or size <= room(pos, pos.active, place)
        ]
        if spent:
            found.append(("stop",))
            return found
        others = pos.here[start] & pos.ready & pos.box.mobile & ~group
        if others:
            most = max(room(pos, pos.active, place) for place in places_in(exits(pos, start)))
            found += company(others, most - size)
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        group, spent = frame[2]
        start = pos.where[(group & -group).bit_length() - 1]
        match action:
            case ("with", unit):
                swap(pos, self.name, frame[1], group | 1 << unit, 0)
            case ("all",):
                swap(pos, self.name, frame[1], pos.here[start] & pos.ready & pos.box.mobile, 0)
            case ("stop",):
                pop(pos)
            case ("go", place):
                self._go(pos, frame, start, place)

    def _go(self, pos: BattleaxePosition, frame: Frame, start: int, place: int) -> None:
        group, spent = frame[2]
        allowance = allowance_of(pos, group)
        found = reach(pos, start, allowance, spent)
        path = path_to(found, place)
        pos.begun = 1
        pos.ready &= ~group
        pos.note("9.2", "moved", group, start, *path)
        for unit in places_in(group):
            for stop in path:
                pos.came[unit] = pos.where[unit]
                move(pos, unit, stop)
        spent = found[place][0]
        if pos.occupied[1 - pos.active] >> place & 1:
            pos.arrived |= group
            pop(pos)
        elif spent >= allowance:
            pop(pos)
        else:
            swap(pos, self.name, frame[1], group, spent)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        group, _ = frame[2]
        match action:
            case ("go", int(place)) if place in range(len(pos.box.map)):
                start = pos.where[(group & -group).bit_length() - 1]
                if pos.box.around[start] >> place & 1 or pos.box.map.linked("escarpment", start, place):
                    return entry_barred(pos, start, place) or _room_barred(pos, group, place)
                return _room_barred(pos, group, place)
        return None


def _room_barred(pos: BattleaxePosition, group: Mask, place: int) -> str:
    """Too many for the place, or too far."""
    if pos.attacked >> place & 1:
        return "9.2.1"
    return "9.3.1" if group.bit_count() > room(pos, pos.active, place) else "9.2"


STEPS = (Go(),)
