"""17.0 The end of a turn, automatic victory and victory by points."""

from __future__ import annotations

from sandtable.engine.flow import Auto, Frame, pop
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r08_supply import UNSUPPLIED, supply
from sandtable.games.western_desert.terms import ARMOR, LAST_TURN, PERMANENT, RECOVERABLE, TOBRUK

SHORTFALL = 3
LEADER_LOST = 3
DRAWN = "nobody has both more points and Tobruk"


def unit_points(pos: WesternDesertPosition, unit: int) -> int:
    """What the enemy scores for a unit as it is now: armour counts four times as much."""
    if pos.where[unit] in (RECOVERABLE, PERMANENT):
        lost = 2
    else:
        lost = pos.reduced[unit]
    return lost * (4 if pos.box.kind[unit] == ARMOR else 1)


def victory_points(pos: WesternDesertPosition, side: int) -> int:
    """17.2 A side's points: enemy steps, enemy leaders, and for the Axis every turn the Allied reserve fell short."""
    enemy = 1 - side
    points = sum([unit_points(pos, unit) for unit in pos.box.fighters[enemy]])
    points += LEADER_LOST * pos.leaders_lost[enemy]
    return points + (SHORTFALL * pos.shortfalls if side == AXIS else 0)


def score(pos: WesternDesertPosition) -> tuple[int, int]:
    """The points of both sides."""
    return victory_points(pos, ALLIED), victory_points(pos, AXIS)


def breakthrough(pos: WesternDesertPosition) -> int:
    """17.1 The side with a supplied combat unit on the enemy's source, or -1."""
    for side in (ALLIED, AXIS):
        goal = pos.box.sources[1 - side]
        if any(supply(pos, unit) != UNSUPPLIED for unit in pos.fighters_at(goal, side)):
            return side
    return -1


class EndTurn(Auto[WesternDesertPosition]):
    """Look for a winner, turn the depots over, advance the turn."""

    name = "turn.end"
    rule = "17.0"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        side = breakthrough(pos)
        if side >= 0:
            pos.note("17.1", "breakthrough", side)
            pos.finish(side, "automatic victory: the enemy base is taken", *score(pos))
        elif pos.turn >= LAST_TURN:
            winner = points_winner(pos)
            pos.note("17.2", "points", *score(pos), -1 if winner is None else winner)
            pos.finish(winner, DRAWN if winner is None else "victory by points, with Tobruk", *score(pos))
        else:
            pos.depot_moved = [0, 0]  # 4.0
            pos.air = 0  # 6.0: air points do not keep
            pos.air_side = -1
            pos.naval = pos.naval_used = 0
            pos.turn += 1
            pop(pos)


def points_winner(pos: WesternDesertPosition) -> int | None:
    """Who has more points and Tobruk too, if anybody."""
    allied, axis = score(pos)
    leader = ALLIED if allied > axis else AXIS if axis > allied else None
    return leader if leader is not None and pos.control[TOBRUK] == leader else None


STEPS = (EndTurn(),)
