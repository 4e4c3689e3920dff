"""The Dark Sands: which choices differ enough to be worth playing on, for search.

Neighbouring hexes are one idea; so is the order in which the same stacks move. A place that counts, with no other
unit of the side in it, is an idea of its own however little draws a group there.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.ai.core.greedy import NEVER
from sandtable.ai.dark_sands.danger import Lines
from sandtable.ai.dark_sands.moves import Outlook, Trip, hex_value
from sandtable.ai.dark_sands.value import sense, worth
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r19_extended import Far, extend_barred, far_places
from sandtable.games.dark_sands.rules.r19_movement import Move, destinations

BACK = ("back",)
"""Taking back a picked group is not an idea of its own."""
WORTH_AN_ERRAND = 5.0
"""A place worth more than this is worth an errand."""
BLOCKED = 0.4
"""The share of their value that enemy stacks stand to lose when their road is blocked."""
JOURNEY = 0.3
"""What a naval or an extended move must gain at least."""


def goes_to(action: Action) -> int:
    """The hex an action leads to, or -1."""
    return int(action[1]) if action[0] in ("go", "infiltrate", "far", "sail") else -1


def open_sites(pos: DarkSandsPosition, side: int) -> dict[int, float]:
    """Places that count and have no troops of the side, with what they are worth."""
    return {place: worth for place, worth in sense(pos.box).sites.items() if not pos.firm[side] >> place & 1}


def far_rates(
    pos: DarkSandsPosition, side: int, group: Mask, outlook: Outlook, places: Iterable[int]
) -> dict[int, float]:
    """What a group would gain by being in each of these places, however far away."""
    start = pos.where[(group & -group).bit_length() - 1]
    goal = outlook.goal_of(start)
    stay = hex_value(pos, side, group, start, goal, outlook, leaving=False) + JOURNEY
    open_ = open_sites(pos, side)
    return {
        place: hex_value(pos, side, group, place, goal, outlook, leaving=True) - stay + open_.get(place, 0.0)
        for place in places
    }


def trips(pos: DarkSandsPosition, actions: list[Action], rated: list[float], outlook: Outlook) -> list[float]:
    """Rates of the moves of a group, with those that greedy seldom thinks of: by sea, and extended to open places."""
    step, _, args = pos.stack[-1]
    group = (Far if step == "move.far" else Move).Args(*args).group
    ends = [action[1] for action in actions if action[0] in ("sail", "far")]
    values = far_rates(pos, outlook.side, group, outlook, ends)

    def rate(action: Action, known: float) -> float:
        return values[action[1]] if action[0] in ("sail", "far") else known

    return list(map(rate, actions, rated))


def errand(pos: DarkSandsPosition, side: int, group: Mask, half: int, lines: Lines | None = None) -> Trip | None:
    """The best open place that troops can get to now and that counts for much, unless they would leave one open."""
    box, sites = pos.box, sense(pos.box).sites
    start = pos.where[(group & -group).bit_length() - 1]
    if not group & box.zoned or (start in sites and not pos.piles[start] & box.zoned & ~group):
        return None
    near = destinations(pos, side, group, half, 0)
    far = {} if extend_barred(pos, side, group, half) else far_places(pos, side, start)
    wanted = open_sites(pos, side) | blocks(pos, lines or Lines(pos, 1 - side), (*near, *far))
    trips_ = [
        Trip(gain, place, near.get(place, -1))
        for place, gain in wanted.items()
        if gain > WORTH_AN_ERRAND and (place in near or place in far)
    ]
    return max(trips_, default=None)


def blocks(pos: DarkSandsPosition, lines: Lines, places: Iterable[int]) -> dict[int, float]:
    """Those of the places on the enemy's lines where a unit would cut him off, and what that is worth."""
    cut = {place: lines.behind(place) for place in places}
    return {place: BLOCKED * worth(pos, pos.units_at(stacks)) for place, stacks in cut.items() if stacks}


def errands(pos: DarkSandsPosition, side: int, groups: list[Mask], rated: list[float]) -> dict[int, float]:
    """The groups that may be picked to go to open places: for each place the one with least else to do."""
    half, lines = Move.Args(*pos.stack[-1].args).half, Lines(pos, 1 - side)
    found: dict[int, tuple[float, int, float]] = {}
    for number, group in enumerate(groups):
        trip = errand(pos, side, group, half, lines) if group else None
        if trip and (trip.place not in found or rated[number] < found[trip.place][0]):
            found[trip.place] = (rated[number], number, trip.gain)
    return {number: worth for _, number, worth in found.values()}


def ranked(
    pos: DarkSandsPosition,
    actions: list[Action],
    rated: list[float],
    choice: int,
    apart: dict[int, float],
    never: set[int],
) -> list[float]:
    """Rates that put greedy's choice first, then what is an idea of its own, then the best of each neighbourhood.

    Hexes beside a better one are the same idea.
    """
    sites, around, bits = sense(pos.box).sites, pos.box.map.around, pos.box.bits

    def rank(number: int) -> tuple[bool, bool, float]:
        return number != choice, number not in apart, -apart.get(number, rated[number])

    seen = 0
    ideas: list[int] = []
    variants: list[int] = []
    for number in sorted(range(len(actions)), key=rank):
        place = goes_to(actions[number])
        if place >= 0 and seen >> place & 1 and place not in sites:
            variants.append(number)
            continue
        ideas.append(number)
        if place >= 0:
            seen |= around[place] | bits[place]
    rates = [NEVER] * len(actions)
    for place, number in enumerate([*ideas, *variants]):
        if number == choice or number not in never:
            rates[number] = -float(place)
    return rates


def separate_trips(pos: DarkSandsPosition, side: int, actions: list[Action]) -> dict[int, float]:
    """The moves of a group that are ideas of their own: to open places, onto a line of supply, and an extended move."""
    cuts = blocks(pos, Lines(pos, 1 - side), (goes_to(action) for action in actions))
    best = max(cuts, key=cuts.__getitem__, default=-1)
    open_ = open_sites(pos, side) | ({best: cuts[best]} if best >= 0 and cuts[best] > WORTH_AN_ERRAND else {})
    found = {number: open_[goes_to(a)] for number, a in enumerate(actions) if goes_to(a) in open_}
    return {**found, **{number: WORTH_AN_ERRAND for number, a in enumerate(actions) if a == ("extend",)}}
