"""What a side cannot know, dealt anew: which hidden block is which, cards, options, minefields.

Everything is rebuilt in an order that depends on the view alone, so two positions that look the same to a side give
the same guess.
"""

from __future__ import annotations

from math import comb
from random import Random

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED
from sandtable.games.rommel.position import ASSAULT, OFFENSIVE, OTHER, UNDECIDED, RommelPosition

MARKS = ("where", "disrupted", "unsupplied", "refit", "rested", "moved", "least", "latest")
"""What anyone can see of a block without its face."""
Slot = tuple[int, ...]
"""The marks of a block, then whether it is chosen, how often it is under fire, and where it flees to."""
CHOICES = ((1, UNDECIDED), (2, UNDECIDED), (2, OFFENSIVE), (2, ASSAULT), (3, UNDECIDED))
"""Real cards on the table and what two of them are for."""


def guess(pos: RommelPosition, viewer: int, rng: Random) -> RommelPosition:
    """6.5.1 A position like this one in all that the viewer knows."""
    new = pos.copy()
    new._actions = None if pos.side is not None and pos.stack[-1].side != viewer else pos._actions
    deal_blocks(new, OTHER[viewer], rng)
    deal_strengths(new, OTHER[viewer], rng)
    deal_cards(new, viewer, rng)
    deal_mines(new, OTHER[viewer], rng)
    return new


def hidden_units(pos: RommelPosition, side: int) -> list[int]:
    """The blocks of a side on the map whose faces the enemy does not know."""
    return [unit for unit in pos.box.units[side] if pos.where[unit] >= 0 and not pos.known[unit]]


def deal_blocks(pos: RommelPosition, side: int, rng: Random) -> None:
    """Give the hidden blocks other faces, as far as speed and time of arrival allow."""
    units = hidden_units(pos, side)
    if not units:
        return
    lists = [getattr(pos, name) for name in MARKS]
    fleeing = dict(pos.fleeing)
    slots = sorted(
        (
            *(marks[unit] for marks in lists),
            unit in pos.chosen,
            pos.quarry.count(unit),
            fleeing.get(unit, -1),
        )
        for unit in units
    )
    faces = match(pos, units, slots, rng)
    for unit, slot in zip(faces, slots, strict=True):
        for marks, value in zip(lists, slot, strict=False):
            marks[unit] = value
    _rename(pos, units, faces, slots)


def deal_strengths(pos: RommelPosition, side: int, rng: Random) -> None:
    """Give the enemy's blocks the steps they were last seen with, and spread what has changed in secret since."""
    units = [unit for unit in pos.box.units[side] if pos.where[unit] >= 0]
    changed = sum(pos.steps[unit] - pos.seen[unit] for unit in units)
    for unit in units:
        pos.steps[unit] = pos.seen[unit]
    step = 1 if changed > 0 else -1
    while changed:
        open_ = [unit for unit in units if 1 <= pos.steps[unit] + step <= pos.box.full[unit]]
        pos.steps[rng.choice(open_)] += step
        changed -= step


def _rename(pos: RommelPosition, units: list[int], faces: list[int], slots: list[Slot]) -> None:
    """Bring the blocks in hand, in flight and under fire in line with the new faces."""
    old = set(units)
    tail = len(MARKS)
    if pos.chosen:
        pos.chosen = tuple(sorted([u for u in pos.chosen if u not in old] + _with(faces, slots, tail, True)))
    if pos.quarry:
        pos.quarry = tuple(sorted([u for u in pos.quarry if u not in old] + _with(faces, slots, tail + 1, 1)))
    if pos.fleeing:
        kept = [pair for pair in pos.fleeing if pair[0] not in old]
        new = [(unit, slot[tail + 2]) for unit, slot in zip(faces, slots, strict=True) if slot[tail + 2] >= 0]
        pos.fleeing = tuple(sorted(kept + new))


def _with(faces: list[int], slots: list[Slot], column: int, value: object) -> list[int]:
    return [unit for unit, slot in zip(faces, slots, strict=True) if slot[column] == value]


def match(pos: RommelPosition, units: list[int], slots: list[Slot], rng: Random) -> list[int]:
    """A face for each slot: fast enough for the moves seen, and not on the map before it came."""
    least, latest = MARKS.index("least"), MARKS.index("latest")
    speed, arrived = pos.box.speed, pos.arrived
    order = sorted(units)
    rng.shuffle(order)
    if all(slot[least] <= 1 and slot[latest] >= pos.turn for slot in slots):
        return order
    fits = [
        [n for n, unit in enumerate(order) if speed[unit] >= slot[least] and arrived[unit] <= slot[latest]]
        for slot in slots
    ]
    taken: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for face in fits[slot]:
            if face not in tried:
                tried.add(face)
                if face not in taken or place(taken[face], tried):
                    taken[face] = slot
                    return True
        return False

    for slot in sorted(range(len(slots)), key=lambda number: len(fits[number])):
        if not place(slot, set()):
            raise AssertionError("the blocks themselves are one way to deal them")
    faces = [0] * len(slots)
    for face, slot in taken.items():
        faces[slot] = order[face]
    return faces


def possible_options(pos: RommelPosition) -> list[tuple[int, int]]:
    """What the cards on the table may be, from what the turn has shown so far."""
    laid = sum(pos.laid)
    if not pos.laid[0]:
        return []
    if pos.fights == 0:
        seen = {1: [(1, UNDECIDED), (2, UNDECIDED), (3, UNDECIDED)], 2: [(2, OFFENSIVE)]}[pos.moves]
    elif pos.moves == 2:
        seen = [(2, OFFENSIVE)] if pos.fights == 1 and pos.option == OFFENSIVE else [(3, UNDECIDED)]
    elif pos.shown:
        seen = [(2, ASSAULT)] if pos.shown == 2 else [(1, UNDECIDED), (3, UNDECIDED)]
    else:
        seen = [(1, UNDECIDED), (2, ASSAULT), (3, UNDECIDED)]
    return [(real, option) for real, option in seen if real <= laid]


def deal_cards(pos: RommelPosition, viewer: int, rng: Random) -> None:
    """Deal the enemy's hand, his cards on the table and his bid from the cards the viewer has not seen."""
    tables, enemy = pos.box.tables, OTHER[viewer]
    mine = pos.hand(viewer)
    own_laid = pos.laid if pos.phasing == viewer else (0, 0)
    real = tables.real - mine[0] - pos.spent[0] - own_laid[0] - _bids(pos, viewer, 2)
    dummy = tables.dummy - mine[1] - pos.spent[1] - own_laid[1] - _bids(pos, viewer, 1)
    if pos.phasing == enemy and pos.laid[0]:
        count = sum(pos.laid)
        options = possible_options(pos)
        weights = [comb(real, r) * comb(dummy, count - r) for r, _ in options]
        r, pos.option = rng.choices(options, weights)[0]
        pos.laid = (r, count - r)
        real, dummy = real - r, dummy - (count - r)
    if enemy == ALLIED and pos.bids and pos.bids[0]:
        bid = 2 if rng.randrange(real + dummy) < real else 1
        pos.bids = (bid, *pos.bids[1:])
        real, dummy = real - (bid == 2), dummy - (bid == 1)
    held = sum(pos.hand(enemy))
    low, high = max(0, held - dummy), min(real, held)
    weights = [comb(real, r) * comb(dummy, held - r) for r in range(low, high + 1)]
    r = rng.choices(range(low, high + 1), weights)[0]
    have = pos.hand(enemy)
    pos.change_hand(enemy, r - have[0], held - r - have[1])


def _bids(pos: RommelPosition, side: int, kind: int) -> int:
    return int(len(pos.bids) > side and pos.bids[side] == kind)


def deal_mines(pos: RommelPosition, side: int, rng: Random) -> None:
    """Put the enemy's secret minefields where the viewer must suspect them."""
    hidden = sorted(mine[3] for mine in pos.mines if mine[1] == side and not mine[2])
    if not hidden:
        return
    open_mines = [mine for mine in pos.mines if mine[1] != side or mine[2]]
    used = {mine[0] for mine in open_mines if mine[1] == side}
    dealt = []
    for zone in sorted(hidden, key=lambda mask: (mask.bit_count(), mask)):
        choice = [place for place in places_in(zone) if place not in used]
        place = rng.choice(choice or places_in(zone))
        used.add(place)
        dealt.append((place, side, 0, zone))
    pos.mines = (*open_mines, *dealt)
