"""Bravery in the Sand: sparring partners, each of which plays one trick."""

from __future__ import annotations

from abc import abstractmethod

from sandtable.ai.bravery import value
from sandtable.ai.bravery.camps import far
from sandtable.ai.bravery.roads import gates, open_exits
from sandtable.ai.core.sparring import Partner
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import Move

MUCH_STRONGER = 1.5
"""A stack does not march into an enemy this many times as strong."""


class Marcher(Partner):
    """Marches to some hexes by the shortest way and fights what stands in it, unless that is much too strong."""

    @abstractmethod
    def goals(self, pos: BraveryPosition, side: int, stack: tuple[int, ...]) -> Mask:
        """Where a stack is to go; nowhere if it has no part in the trick."""

    def trick(self, pos: BraveryPosition, side: int, actions: list[Action]) -> Action | None:
        """One hex after another towards the goal."""
        step, _, args = pos.stack[-1]
        if step == "activate.dak":
            return self._wake(pos, side, actions)
        if step != "move":
            return None
        stack, *_ = args
        goals = self.goals(pos, side, stack)
        if not goals:
            return None
        away = value.nearest(pos.box, goals)
        here = pos.where[stack[0]]
        if pos.holds(here, 1 - side):
            return ("assault",) if ("assault",) in actions else ("fight",)
        ways = [
            a for a in actions if a[0] == "move" and away[a[1]] < away[here] and self._dares(pos, side, stack, a[1])
        ]
        if not ways:
            return ("stop",) if goals >> here & 1 else None
        return min(ways, key=lambda action: (away[action[1]], pos.holds(action[1], 1 - side)))

    def _wake(self, pos: BraveryPosition, side: int, actions: list[Action]) -> Action | None:
        """The strongest stack that has a goal, nearest to it if several are as strong."""
        ranked = []
        for action in actions:
            if action[0] != "stop":
                formation, place = action[1], action[2]
                stack = tuple(u for u in pos.box.members[formation] if pos.where[u] == place)
                goals = self.goals(pos, side, stack)
                if goals and not goals >> place & 1:
                    ranked.append((sum(pos.strength[u] for u in stack), -value.nearest(pos.box, goals)[place], action))
        return max(ranked)[2] if ranked else None

    def _dares(self, pos: BraveryPosition, side: int, stack: tuple[int, ...], place: int) -> bool:
        mine = sum(pos.strength[unit] for unit in stack)
        theirs = sum(pos.strength[unit] for unit in pos.at(place, 1 - side))
        return theirs <= MUCH_STRONGER * mine and not (
            theirs > 2 and pos.box.works[place] and pos.controls(place, 1 - side)
        )


class Rush(Marcher):
    """Drives every German for Alexandria, by the gate that bars the road."""

    def goals(self, pos: BraveryPosition, side: int, stack: tuple[int, ...]) -> Mask:
        if side != AXIS or pos.box.units[stack[0]].nation != "de":
            return 0
        return open_exits(pos.box, pos.axis_held) or gates(pos.box, pos.axis_held)


class Coup(Marcher):
    """Sends the garrison of Tobruk down the road to Tripoli whenever it can, and whoever else is near."""

    def goals(self, pos: BraveryPosition, side: int, stack: tuple[int, ...]) -> Mask:
        box = pos.box
        here = pos.where[stack[0]]
        if side != ALLIED or value.nearest(box, 1 << box.tripoli)[here] > value.CLOSE:
            return 0
        return 1 << box.tripoli


class Raider(Marcher):
    """Walks into every strategic hex of the enemy that nobody guards."""

    def goals(self, pos: BraveryPosition, side: int, stack: tuple[int, ...]) -> Mask:
        box, here = pos.box, pos.where[stack[0]]
        theirs = box.strategic & (pos.axis_held if side == ALLIED else ~pos.axis_held)
        bare = [place for place in places_in(theirs & far(box)[here]) if not pos.holds(place, 1 - side)]
        if side == ALLIED and here == box.tobruk and len(pos.at(here, ALLIED)) == len(stack):
            return 0
        return sum(1 << place for place in bare)


class Besieger(Marcher):
    """Gathers everybody who can march around Tobruk, then storms it with all of them."""

    def goals(self, pos: BraveryPosition, side: int, stack: tuple[int, ...]) -> Mask:
        if side != AXIS:
            return 0
        return 1 << pos.box.tobruk

    def trick(self, pos: BraveryPosition, side: int, actions: list[Action]) -> Action | None:
        """Wait in the fort until there are many, then storm it."""
        step, _, args = pos.stack[-1]
        tobruk = pos.box.tobruk
        if (
            side == AXIS
            and step == "move"
            and pos.where[Move.Args(*args).stack[0]] == tobruk
            and ("combine",) in actions
        ):
            ours = sum(pos.strength[unit] for unit in pos.at(tobruk, AXIS))
            theirs = sum(pos.strength[unit] for unit in pos.at(tobruk, ALLIED))
            if ours < 3 * theirs:
                return ("combine",)
            return ("assault",) if ("assault",) in actions else ("fight",)
        return super().trick(pos, side, actions)

    def _dares(self, pos: BraveryPosition, side: int, stack: tuple[int, ...], place: int) -> bool:
        return place == pos.box.tobruk or super()._dares(pos, side, stack, place)


class Hunter(Marcher):
    """Goes for the weakest stack of the enemy's tanks in reach."""

    def goals(self, pos: BraveryPosition, side: int, stack: tuple[int, ...]) -> Mask:
        box = pos.box
        mine = sum(pos.strength[unit] for unit in stack)
        prey: dict[int, int] = {}
        for unit in box.tanks[1 - side]:
            place = pos.where[unit]
            if place >= 0 and far(box)[pos.where[stack[0]]] >> place & 1:
                prey[place] = sum(pos.strength[other] for other in pos.at(place, 1 - side))
        weak = {place: steps for place, steps in prey.items() if steps <= mine}
        if not weak or (side == ALLIED and pos.where[stack[0]] == box.tobruk):
            return 0
        return 1 << min(weak, key=weak.__getitem__)


PARTNERS: dict[str, type[Partner]] = {
    "rush": Rush,
    "coup": Coup,
    "raider": Raider,
    "besieger": Besieger,
    "hunter": Hunter,
}
