"""Rommel in the Desert: sparring partners, each with the trick of a strong player."""

from __future__ import annotations

from abc import abstractmethod

from sandtable.ai.core.sparring import Partner
from sandtable.ai.rommel.value import survey
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_movement import field, reach
from sandtable.games.rommel.rules.r02_orders import Group

WORTH_A_TRICK = 12.0
"""The gain that makes a trick worth playing: three or four blocks."""
CARDS = 2
"""Real cards for a trick: two moves."""


class Marcher(Partner):
    """Sends blocks to certain hexes before doing anything else; subclasses say which."""

    @abstractmethod
    def goals(self, pos: RommelPosition, side: int) -> Mask:
        """The hexes to go to."""

    def trick(self, pos: RommelPosition, side: int, actions: list[Action]) -> Action | None:
        """Cards for it, the stack, the block and its way."""
        step, _, args = pos.stack[-1]
        if step not in ("cards.lay", "move.order", "move.group", "move.to"):
            return None
        *_, mode = args or (0,)
        if mode:
            return None
        goals = self.goals(pos, side)
        if not goals:
            return None
        if step == "move.to":
            offered = [action for action in actions if action[0] == "to" and goals >> action[1] & 1]
            return offered[0] if offered else None
        movers = self._movers(pos, side, goals)
        if not movers:
            return None
        match step:
            case "cards.lay":
                return ("lay", min(CARDS, pos.hand(side)[0]), 0)
            case "move.order":
                return ("group", pos.where[movers[0]])
            case _:
                here = [unit for unit in movers if pos.where[unit] == Group.Args(*args).place]
                return ("take", here[0]) if here else None

    def _movers(self, pos: RommelPosition, side: int, goals: Mask) -> list[int]:
        """The blocks that can go to one of the hexes, the quickest first."""
        on, found = field(pos, side, 0), list[int]()
        for unit in pos.box.units[side]:
            place = pos.where[unit]
            busy = pos.stack[-1].step != "cards.lay" and pos.moved[unit]
            if place < 0 or pos.disrupted[unit] or busy or goals >> place & 1:
                continue
            if reach(pos, side, on, place, pos.box.speed[unit], 0, 1).plain & goals:
                found.append(unit)
        return sorted(found, key=lambda unit: (-pos.box.speed[unit], unit))


class SupplyCutter(Marcher):
    """Goes round and cuts the lines of the enemy's strongest stacks."""

    def goals(self, pos: RommelPosition, side: int) -> Mask:
        """The empty hexes of the cut that hurts most."""
        sense = survey(pos, side)
        held = sum(1 << place for place in sense.mine)
        for cut in sense.prey:
            missing = cut.hexes & ~held
            if cut.lost >= WORTH_A_TRICK and missing and not any(place in sense.theirs for place in places_in(missing)):
                return missing
        return 0


class BaseRaider(Marcher):
    """Drives for the enemy's base whenever nobody is there."""

    def goals(self, pos: RommelPosition, side: int) -> Mask:
        """The base, or the hexes on the way that are nearer to it than any block is."""
        base = pos.box.board.base[OTHER[side]]
        if pos.holds(base, OTHER[side]):
            return 0
        far = pos.box.board.distance[0][base]
        nearest = min((far[pos.where[unit]] for unit in pos.box.units[side] if pos.where[unit] >= 0), default=0)
        return sum(1 << place for place, steps in enumerate(far) if steps < nearest - 1) | 1 << base


PARTNERS: dict[str, type[Partner]] = {"cutter": SupplyCutter, "base-raider": BaseRaider}
