"""Western Desert Force: sparring partners, each with the trick of a strong player."""

from __future__ import annotations

from sandtable.ai.core.sparring import Partner
from sandtable.ai.western_desert.danger import danger
from sandtable.ai.western_desert.value import stacks_of, toughness
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, mask_of
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r09_moving import ChooseTarget
from sandtable.games.western_desert.rules.r10_retreat import closed_to_retreat
from sandtable.games.western_desert.terms import LEFT, MOTORIZED

WORTH_A_RING = 1.5
"""The least odds at which a stack is worth surrounding."""


class Raider(Partner):
    """Walks into every depot and base that nobody guards."""

    def trick(self, pos: WesternDesertPosition, side: int, actions: list[Action]) -> Action | None:
        """The unit that can get there, and the way."""
        prey = self.prey(pos, side)
        match pos.stack[-1].step:
            case "move.choose" if prey:
                arms = {arm.unit: arm for arm in danger(pos, 1 - side).arms}
                for action in actions:
                    if action[0] == "unit" and action[1] in arms and not pos.flags[action[1]] & LEFT:
                        arm = arms[action[1]]
                        if (arm.near | (0 if pos.ordered else arm.road)) & prey:
                            return action
            case "move.to" | "move.on":
                return next((a for a in actions if a[0] in ("to", "strategic") and prey >> a[1] & 1), None)
        return None

    @staticmethod
    def prey(pos: WesternDesertPosition, side: int) -> Mask:
        """The enemy's depot and base, where nobody is in them."""
        foe = 1 - side
        places = [place for place in (pos.depot[foe], pos.box.sources[foe]) if place >= 0]
        return mask_of(places) & ~pos.held[foe]


class RingCloser(Partner):
    """Moves so that weaker stacks are surrounded and cannot retreat."""

    def trick(self, pos: WesternDesertPosition, side: int, actions: list[Action]) -> Action | None:
        """The hex that closes most ways out of a stack that can be beaten."""
        if pos.stack[-1].step != "move.to" or pos.exploiting:
            return None
        box, foe = pos.box, 1 - side
        units = ChooseTarget.Args(*pos.stack[-1].args).units
        if all(unit >= box.count or box.battalion[unit] for unit in units):
            return None
        own, closed, best, choice = danger(pos, foe), closed_to_retreat(pos, foe), 1, None
        for target, stack in stacks_of(pos, foe).items():
            if own.strikes(target) < WORTH_A_RING * toughness(pos, target, stack):
                continue
            exits = box.open[MOTORIZED][target] & ~closed & ~pos.held[foe]
            for action in actions:
                if action[0] == "to" and box.strikes[action[1]] >> target & 1:
                    shut = ((box.zoc_from[action[1]] | box.bit[action[1]]) & exits).bit_count()
                    if shut > best:
                        best, choice = shut, action
        return choice


PARTNERS: dict[str, type[Partner]] = {"raider": Raider, "ring-closer": RingCloser}
