"""Step losses and eliminations (10.21): who is gone for good and who may come back; leaders beside them are shaken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.engine.flow import Action
from sandtable.engine.maps import leads_to
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.terms import PERMANENT, RECOVERABLE


def way_home(pos: WesternDesertPosition, place: int, side: int, kind: int) -> bool:
    """Is there a path of any length to the source, free of the enemy and of his zones where no friend stands?"""
    box = pos.box
    goal = box.sources[side]
    blocked = pos.blocked(side)
    road = box.road_net(goal, blocked & box.roads) | box.bit[goal]
    return leads_to(box.bit[place], road, box.land & ~blocked, box.open[kind])


LOSE = "lose"
PERISH: Action = ("perish",)
"""The owner's orders when hits are taken: one step of a unit, or everybody, when the hits are as many as the steps."""


def losing(units: Sequence[int]) -> list[Action]:
    """One action for each unit that may lose the next step."""
    return [(LOSE, unit) for unit in units]


def steps_left(pos: WesternDesertPosition, units: Sequence[int]) -> int:
    """The steps that units have in all."""
    return sum(pos.box.step_count[unit] - pos.reduced[unit] for unit in units)


def lose_step(pos: WesternDesertPosition, unit: int, rule: str = "10.21") -> None:
    """Turn a unit to its reduced side, or eliminate it, by the rule of a battle or by another."""
    if pos.reduced[unit] or pos.box.step_count[unit] == 1:
        eliminate(pos, (unit,), rule)
    else:
        pos.reduced[unit] = 1
        pos.note(rule, "reduced", unit, pos.where[unit])


def eliminate(pos: WesternDesertPosition, units: Sequence[int], rule: str) -> None:
    """Take units off the map together, each to the box its way home decides."""
    box = pos.box
    homes: dict[tuple[int, int], bool] = {}
    for unit in units:
        place, kind = pos.where[unit], box.kind[unit]
        if (place, kind) not in homes:
            homes[place, kind] = way_home(pos, place, box.side[unit], kind)
    places = {pos.where[unit]: box.side[unit] for unit in units}
    lost: dict[int, list[int]] = {RECOVERABLE: [], PERMANENT: []}
    for unit in units:
        fate = RECOVERABLE if homes[pos.where[unit], box.kind[unit]] else PERMANENT
        lost[fate].append(unit)
        pos.reduced[unit] = box.step_count[unit] - 1
        pos.note(rule, "eliminated", unit, pos.where[unit], fate)
    for fate, gone in lost.items():
        pos.put(gone, fate)
    for place, side in places.items():
        leaders = pos.leaders_at(place, side)
        if not pos.held[side] >> place & 1:
            shake(pos, leaders, 3)
        elif leaders:
            led = [leader for leader in leaders if pos.battle and leader in Battle(*pos.battle).lead]
            shake(pos, led or leaders[:1], 1)


def shake(pos: WesternDesertPosition, leaders: Iterable[int], worst: int) -> None:
    """These leaders' fate is to be rolled for: a die up to `worst` is a casualty (13.6)."""
    fates = dict(pos.shaken)
    for leader in leaders:
        fates[leader] = max(worst, fates.get(leader, 0))
    pos.shaken = tuple(sorted(fates.items()))
