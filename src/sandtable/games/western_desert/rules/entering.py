"""What happens when combat units enter a hex: towns change hands, depots are taken, lone leaders flee."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.flow import push
from sandtable.engine.maps import Mask
from sandtable.engine.sides import CHANCE
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r10_losses import shake
from sandtable.games.western_desert.rules.r16_fortresses import change_hands


def prizes(pos: WesternDesertPosition, side: int) -> Mask:
    """Hexes without enemy combat units where entering changes something: a move halts there before it goes on."""
    enemy, box = 1 - side, pos.box
    found = box.prizes(enemy, tuple(pos.control), pos.depot[enemy], box.leader_wheres[enemy](pos.where))
    return found & ~pos.held[enemy]


def enter(pos: WesternDesertPosition, units: Sequence[int], place: int, by_combat: bool = False) -> None:
    """7.14 Combat units that enter the enemy depot's hex capture it; leaders alone capture nothing."""
    box = pos.box
    if min(units) >= box.count:
        return
    side = box.side[units[0]]
    enemy = 1 - side
    if place in box.towns:
        change_hands(pos, place, side, by_combat)
    leaders = pos.leaders_at(place, enemy)
    if leaders:
        shake(pos, leaders, 3)  # 13.6
        push(pos, "leader.checks", enemy)
    if pos.depot[enemy] == place:
        pos.depot[enemy] = -1
        pos.depot_moved[enemy] = 0
        pos.points[enemy] = 0
        pos.captor = side
        pos.note("7.14", "depot_captured", side, place)
        push(pos, "depot.booty", CHANCE, side)
