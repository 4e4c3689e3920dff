"""The Dark Sands: sparring partners, each with the trick of a strong player."""

from __future__ import annotations

from abc import abstractmethod

from sandtable.ai.core.sparring import Partner
from sandtable.ai.dark_sands.danger import Lines, base_of
from sandtable.ai.dark_sands.ideas import blocks
from sandtable.ai.dark_sands.missions import bound
from sandtable.ai.dark_sands.moves import Trip
from sandtable.ai.dark_sands.policy import movers, orders_of
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r19_extended import extend_barred, far_places
from sandtable.games.dark_sands.rules.r19_movement import Move, destinations

WORTH_A_BLOCK = 4.0
"""The least that the stacks a block cuts off must be worth, by search's count."""


class Marcher(Partner):
    """Sends single units on special trips; subclasses say where to."""

    @abstractmethod
    def wanted(self, pos: DarkSandsPosition, side: int, group: Mask, half: bool) -> Trip | None:
        """The trip that the trick asks of a unit."""

    def trick(self, pos: DarkSandsPosition, side: int, actions: list[Action]) -> Action | None:
        """The unit to pick, then what it does, step by step."""
        match pos.stack[-1].step:
            case "move":
                half = Move.Args(*pos.stack[-1].args).half
                picks = [action for action in actions if action[0] == "unit" and movers(pos, action) & pos.box.zoned]
                trips = [
                    (trip.gain, action)
                    for action in picks
                    if (trip := self.wanted(pos, side, movers(pos, action), half))
                ]
                return max(trips)[1] if trips else None
            case "move.to":
                half, group, spent = Move.Args(*pos.stack[-1].args)
                trip = self.wanted(pos, side, group, half) if not spent else None
                return orders_of(trip)[0] if trip else None
            case "move.far":
                (group,) = pos.stack[-1].args
                trip = self.wanted(pos, side, group, False)
                return ("far", trip.place) if trip else None
        return None


class SupplyCutter(Marcher):
    """Blocks the roads and trails that the enemy's supply comes along."""

    def wanted(self, pos: DarkSandsPosition, side: int, group: Mask, half: bool) -> Trip | None:
        """The way to the hex that cuts off the most."""
        if bound(pos, side, group):
            return None  # it is in one already
        near = destinations(pos, side, group, int(half), 0)
        cuts = blocks(pos, Lines(pos, 1 - side), near)
        best = max(cuts, key=lambda place: (cuts[place], -near[place]), default=-1)
        return Trip(cuts[best], best, near[best]) if best >= 0 and cuts[best] > WORTH_A_BLOCK else None


class BaseRaider(Marcher):
    """Drives to the enemy's base along the roads when nobody is in it."""

    def wanted(self, pos: DarkSandsPosition, side: int, group: Mask, half: bool) -> Trip | None:
        """The way to the base, by a plain move or an extended one."""
        goal, start = base_of(pos.box, 1 - side), pos.where[group.bit_length() - 1]
        if pos.held[1 - side] >> goal & 1 or start == goal:
            return None
        near = destinations(pos, side, group, int(half), 0)
        if goal in near:
            return Trip(2.0, goal, near[goal])
        if extend_barred(pos, side, group, int(half)) or goal not in far_places(pos, side, start):
            return None
        return Trip(1.0, goal, -1)


PARTNERS: dict[str, type[Partner]] = {"supply-cutter": SupplyCutter, "base-raider": BaseRaider}
