"""Operation Battleaxe: sparring partners, each with the trick of a strong player."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from math import inf

from sandtable.ai.battleaxe.plans import Plans
from sandtable.ai.battleaxe.tobruk import besiegers, steps_to_open
from sandtable.ai.core.sparring import Partner
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, flood, lowest, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.odds import helpers, imagine, result_odds
from sandtable.games.battleaxe.position import OVERRUN, SUCCESS, BattleaxePosition
from sandtable.games.battleaxe.rules.r05_setup import FreeSetup
from sandtable.games.battleaxe.rules.r07_control import move
from sandtable.games.battleaxe.rules.r09_activation import able_units
from sandtable.games.battleaxe.rules.r09_movement import Go, path_to

FAIR = 0.5
"""The least chance of success at which a trick is worth a fight."""
PAIR = 2
"""Units without which a link is not left."""
STACK_CUT = 10
"""What a stack cut off counts beside the strength of the ring."""
Target = tuple[float, int, int]
"""How much a march or an attack is wanted, the unit (or -1 for all that are there), and the place."""


class Marcher(Partner):
    """Wants certain marches and attacks more than anything else; subclasses say which."""

    @abstractmethod
    def wanted(self, pos: BattleaxePosition, units: Mask) -> Target | None:
        """The march or the attack that the trick asks of some units."""

    def trick(self, pos: BattleaxePosition, side: int, actions: list[Action]) -> Action | None:
        """The impulse, the unit and the way that lead there."""
        step, args = pos.stack[-1].step, pos.stack[-1].args
        if side != pos.seat(pos.active):
            return None
        match step:
            case "impulse.choose":
                return self._impulse(pos, actions)
            case "assault.next":
                target = self.wanted(pos, pos.ready)
                if target is None:
                    return None
                return ("attack", target[2]) if target[1] < 0 else ("pick", target[1])
            case "assault.go":
                group, _ = Go.Args(*args)
                target = self.wanted(pos, group)
                return ("go", target[2]) if target else None
        return None

    def _impulse(self, pos: BattleaxePosition, actions: list[Action]) -> Action | None:
        found: list[tuple[float, Action]] = []
        for action in actions:
            if action[0] == "assault":
                target = self.wanted(pos, able_units(pos, action[1]))
                if target is not None:
                    found.append((target[0], action))
        return max(found)[1] if found else None


def marches(pos: BattleaxePosition, units: Mask, worth: Callable[[BattleaxePosition], float]) -> Target | None:
    """The march of one of some units after which a position is worth most, if any is better than standing still."""
    plans, now = Plans(pos), worth(pos)
    best: Target | None = None
    for unit in places_in(units & pos.box.mobile):
        found, places = plans.reach_of(unit)
        for place in places_in(places & ~pos.occupied[1 - pos.active]):
            after = pos.copy()
            after.log = None
            for stop in path_to(pos, found, pos.where[unit], place):
                move(after, unit, stop)
            gain = worth(after) - now
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, unit, place
    return best


def assault_on(pos: BattleaxePosition, place: int, units: Mask) -> Target | None:
    """An attack on a place by some units that can get there, if it is likely to succeed."""
    plans, enemies = Plans(pos), pos.occupied[1 - pos.active] & ~pos.attacked
    if not enemies >> place & 1:
        return None
    there = pos.here[place] & units
    coming = [unit for unit in places_in(units & pos.box.mobile & ~there) if plans.reach_of(unit)[1] >> place & 1]
    force = there | sum(1 << unit for unit in coming[: pos.box.stack])
    if not force:
        return None
    odds = result_odds(imagine(pos, place, force, helpers(pos)))
    chance = odds[SUCCESS] + odds[OVERRUN]
    return (10 * chance, -1 if there else coming[0], place) if chance >= FAIR else None


def nearer_to_open(pos: BattleaxePosition) -> float:
    """How near the Allies are to a line from Tobruk to Buq-Buq."""
    axis, army = pos.occupied[AXIS], pos.box.army[AXIS]
    crowded = sum(1 << p for p in places_in(axis) if (pos.here[p] & army).bit_count() > 1)
    return -float(steps_to_open(pos.box, pos.control, axis, crowded, besiegers(pos).bit_count()))


class TobrukLine(Marcher):
    """As the Allies, breaks the siege of Tobruk and joins it to Buq-Buq before the sun sets."""

    def wanted(self, pos: BattleaxePosition, units: Mask) -> Target | None:
        """A march that brings the line nearer, or the attack on the besiegers."""
        if pos.active != ALLIED:
            return None
        line = marches(pos, units & ~(1 << pos.box.tobruk), nearer_to_open)
        return line or assault_on(pos, pos.box.tobruk, units & pos.here[pos.box.tobruk])


class Raider(Marcher):
    """Walks into every area with points that nobody guards, and cuts supply lines on the way."""

    def wanted(self, pos: BattleaxePosition, units: Mask) -> Target | None:
        """A march into points."""
        side, box = pos.active, pos.box

        def points(after: BattleaxePosition) -> float:
            return float(sum(box.points[place] for place in places_in(after.held(side))))

        return marches(pos, units, points)


class GunHunter(Marcher):
    """Attacks guns that stand without troops."""

    def wanted(self, pos: BattleaxePosition, units: Mask) -> Target | None:
        """The attack on guns alone that is likeliest to succeed."""
        enemy, found = pos.box.army[1 - pos.active], list[Target]()
        for place in places_in(pos.occupied[1 - pos.active]):
            theirs = pos.here[place] & enemy
            if not theirs & ~pos.box.guns:
                target = assault_on(pos, place, units)
                if target:
                    found.append(target)
        return max(found, default=None)


class RingCloser(Marcher):
    """As the Allies, cuts the frontier off from the Axis zones in the first impulse, and again when a way is opened."""

    def trick(self, pos: BattleaxePosition, side: int, actions: list[Action]) -> Action | None:
        """All zones together at first, and more daylight while the ring is open; whoever stands in it stays."""
        if pos.turn > 1:
            return None
        if ("daylight",) in actions and side == pos.seat(ALLIED):
            return ("dusk",) if cut_off(pos) else ("daylight",)
        if pos.active != ALLIED:
            return None
        if ("assault_all",) in actions:
            return ("assault_all",)
        wish = super().trick(pos, side, actions)
        if wish is None and pos.stack[-1].step == "assault.go" and ("stop",) in actions:
            group, _ = Go.Args(*pos.stack[-1].args)
            place = pos.where[lowest(group)]
            return ("stop",) if ring(pos) >> place & 1 else None
        return wish

    def wanted(self, pos: BattleaxePosition, units: Mask) -> Target | None:
        """A march that cuts off more of the Axis; in the first impulse also one that mans the ring."""
        opening = pos.impulse == 1

        def closed(after: BattleaxePosition) -> float:
            if after.released != pos.released:
                return -inf
            return STACK_CUT * cut_off(after) + (manned(after) if opening else 0.0)

        idle = pos.here[pos.box.tobruk]
        if opening:
            idle |= pos.arrived
        return marches(pos, units & ~idle, closed)


class RingHolder(RingCloser):
    """As the Allies, closes the ring with two units in every link, keeps them there, and guards its zones with one."""

    def trick(self, pos: BattleaxePosition, side: int, actions: list[Action]) -> Action | None:
        """What the closer does; besides, nobody who is needed in a link leaves it."""
        if pos.stack[-1].step == FreeSetup.name:
            return actions[-1]
        wish = super().trick(pos, side, actions)
        if wish is not None or pos.turn > 1 or pos.active != ALLIED or side != pos.seat(ALLIED):
            return wish
        barred = [self._spoils(pos, action) for action in actions]
        if not any(barred) or all(barred):
            return None
        rated = self.greedy.rate(pos, actions)
        return actions[-max((worth, -n) for n, worth in enumerate(rated) if not barred[n])[1]]

    def _spoils(self, pos: BattleaxePosition, action: Action) -> bool:
        """Does an action take a unit out of a link that needs it, activate nobody else, or release a division?"""
        step, box = pos.stack[-1].step, pos.box
        if action[0] == "go":
            return bool((box.alarm | box.near_panzers | pos.occupied[AXIS] & box.sources[AXIS]) >> action[1] & 1)
        bound = 1 << box.tobruk if step == "impulse.choose" else 0
        units = 0
        for place in places_in(ring(pos)):
            stack = pos.here[place] & box.army[ALLIED]
            units |= stack if stack.bit_count() <= PAIR else 0
        if step == "impulse.choose":
            free = pos.here[action[1]] & box.army[ALLIED] & ~units & ~_last(pos) if action[0] == "assault" else 0
            return action[0] == "regroup" or (action[0] == "assault" and (not free or bool(bound >> action[1] & 1)))
        return step == "assault.next" and action[0] == "pick" and bool((units | _last(pos)) >> action[1] & 1)

    def wanted(self, pos: BattleaxePosition, units: Mask) -> Target | None:
        """A march that closes the ring, or one into the link that needs it most."""
        if pos.active != ALLIED or not cut_off(pos):
            return super().wanted(pos, units)
        plans, army, links = Plans(pos), pos.box.army[ALLIED], places_in(ring(pos))
        free = (units | pos.ready) & pos.box.mobile & ~_last(pos) & ~sum(pos.here[place] for place in links)
        coming = {place: [u for u in places_in(free) if plans.reach_of(u)[1] >> place & 1] for place in links}
        heads = {place: (pos.here[place] & army).bit_count() for place in links}
        most = PAIR + (pos.impulse == 1)
        needy = [place for place in links if coming[place] and heads[place] < most]
        if not needy:
            return None
        place = min(needy, key=lambda place: (heads[place] >= PAIR, len(coming[place]), heads[place], place))
        alone = not heads[place]
        scarce = [(pos.movement(unit), -pos.value(unit), unit) for unit in coming[place]]
        unit = min((alone and bool(pos.box.guns >> one[2] & 1), *one) for one in scarce)[-1]
        return (1.0, unit, place) if units >> unit & 1 else None


def _last(pos: BattleaxePosition) -> Mask:
    """The units of the Allies that are by themselves in their zones."""
    stacks = [pos.here[place] & pos.box.army[ALLIED] for place in places_in(pos.box.first_activation)]
    return sum(units for units in stacks if units.bit_count() == 1)


def axis_net(pos: BattleaxePosition) -> Mask:
    """The places joined to the sources of the Axis, and those beside them."""
    held = pos.held(AXIS)
    net = flood(pos.box.sources[AXIS] & held, held, pos.box.around)
    return net | spread(net, pos.box.around)


def ring(pos: BattleaxePosition) -> Mask:
    """The areas of the Allies that bar the way from the zones of the Axis."""
    return axis_net(pos) & pos.control & pos.box.areas


def cut_off(pos: BattleaxePosition) -> int:
    """The stacks of the Axis without a supply line."""
    return (pos.occupied[AXIS] & ~axis_net(pos)).bit_count()


def manned(pos: BattleaxePosition) -> float:
    """How well the ring is held: the first troops in a link count most, and guns only beside troops."""
    box, total = pos.box, 0.0
    for place in places_in(ring(pos)):
        units = pos.here[place] & box.army[ALLIED]
        if units & ~box.guns:
            total += sum(pos.value(unit) for unit in places_in(units)) ** 0.5
    return total


PARTNERS: dict[str, type[Partner]] = {
    "tobruk-line": TobrukLine,
    "raider": Raider,
    "gun-hunter": GunHunter,
    "ring-closer": RingCloser,
    "ring-holder": RingHolder,
}
