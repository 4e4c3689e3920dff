"""The position: blocks and where they stand, what each side has seen, cards, points, and the turn under way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from operator import not_
from typing import TYPE_CHECKING, ClassVar

from sandtable.engine.maps import Mask
from sandtable.engine.position import Position
from sandtable.engine.sides import ALLIED, AXIS

if TYPE_CHECKING:
    from sandtable.games.rommel.box import RommelBox

LOST, AWAY, GONE = -1, -2, -3
"""Where blocks are that are not on the map: eliminated, not arrived (or never to arrive), recalled."""
UNDECIDED, OFFENSIVE, ASSAULT = 0, 1, 2
OTHER = (AXIS, ALLIED)

Battle = tuple[int, int, Mask]
"""A hex, the side that held it, and the hexes from which the attacker came in: those hexsides are his."""
Minefield = tuple[int, int, int, Mask]
"""A hex, its owner, whether the enemy knows it, and the hexes where the enemy must suspect it."""


class RommelPosition(Position):
    """A position of Rommel in the Desert."""

    FORMERLY: ClassVar[Mapping[str, str]] = {**Position.FORMERLY, "came": "arrived"}
    __slots__ = (
        "active",
        "aiming",
        "arrived",
        "battles",
        "bids",
        "chosen",
        "crossed",
        "dice",
        "disrupted",
        "entered",
        "extra",
        "fights",
        "first",
        "fleeing",
        "hands",
        "initiative",
        "known",
        "laid",
        "latest",
        "least",
        "malta",
        "mines",
        "moved",
        "moves",
        "networks",
        "option",
        "owners",
        "passes",
        "phasing",
        "points",
        "ports",
        "quarry",
        "refit",
        "rested",
        "rolls",
        "rommel",
        "seen",
        "sheet",
        "shown",
        "spent",
        "steps",
        "totals",
        "unsupplied",
        "where",
    )

    box: RommelBox

    where: list[int]
    steps: list[int]
    disrupted: list[int]
    unsupplied: list[int]
    """Marked at the start of the owner's turn."""
    refit: list[int]
    rested: list[int]
    """At the base since the last Buildup, or brought there at full cost."""
    moved: list[int]
    known: list[int]
    """The enemy knows this block's face."""
    seen: list[int]
    """The steps the enemy last saw a block with; what it has lost or regained in secret since is not in it."""
    least: list[int]
    """What the enemy knows of a hidden block's speed: at least this."""
    arrived: list[int]
    """The month a block came to the map."""
    latest: list[int]
    """What the enemy knows of a hidden block: it came in this month or before."""

    phasing: int
    passes: int
    initiative: int
    hands: tuple[int, int, int, int]
    """Real and dummy cards of the Allies, then of the Axis."""
    spent: tuple[int, int]
    laid: tuple[int, int]
    """Real and dummy cards on the table for the turn under way."""
    bids: tuple[int, ...]
    """Cards laid for the initiative: Allied, then Axis; 0 none, 1 dummy, 2 real."""
    option: int
    moves: int
    fights: int
    shown: int
    """What a battle of this turn has shown of the option: 0 nothing yet, 1 no assault, 2 an assault."""
    rommel: int
    crossed: tuple[tuple[int, int, int], ...]
    """Hexsides crossed into battle: from, to, units."""
    battles: tuple[Battle, ...]
    entered: Mask
    active: Mask
    owners: tuple[tuple[int, int], ...]
    mines: tuple[Minefield, ...]
    chosen: tuple[int, ...]
    fleeing: tuple[tuple[int, int], ...]
    """Units that left a battle in the move under way, and from where."""
    quarry: tuple[int, ...]
    aiming: tuple[int, ...]
    rolls: tuple[int, ...]
    """Hits scored so far in a round, by target class."""
    dice: tuple[int, ...]
    """The last roll, all its handfuls: the least that hits, then the faces."""
    networks: tuple[Mask, Mask]
    points: tuple[int, int]
    extra: tuple[int, int]
    sheet: tuple[int, int, int, int, int]
    """What a Buildup turn under way has cost: redeployment, rebuilding, steps rebuilt, minefields, extra supply."""
    ports: tuple[tuple[int, int, int], ...]
    """Sea moves of this Buildup: port, side, units."""
    first: int
    totals: tuple[int, ...]
    """The two sides' rolls for Buildup points."""
    malta: int
    """0 not decided, 1 fallen, 2 held, 3 left alone."""

    def __init__(self, box: RommelBox) -> None:
        super().__init__(box)
        count = len(box.blocks)
        self.where = [AWAY] * count
        self.steps = list(box.full)
        self.seen = list(box.full)
        self.sheet = (0, 0, 0, 0, 0)
        for name in ("disrupted", "unsupplied", "refit", "rested", "moved", "known", "least", "arrived", "latest"):
            setattr(self, name, [0] * count)
        self.phasing = self.initiative = self.first = box.plan.initiative
        self.passes = self.option = self.moves = self.fights = self.shown = self.rommel = self.malta = 0
        self.hands = (0, 0, 0, 0)
        self.spent = self.laid = self.points = self.extra = self.networks = self.totals = (0, 0)
        self.bids = self.crossed = self.battles = self.mines = self.chosen = self.fleeing = ()
        self.quarry = self.aiming = self.dice = self.ports = ()
        self.rolls = (0, 0, 0, 0)
        self.entered = self.active = 0
        self.owners = box.plan.owners
        self.turn = box.plan.first

    def at(self, place: int, side: int) -> list[int]:
        """The side's blocks in a hex."""
        start, end = self.box.span[side]
        return found_in(self.where[start:end], place, start)

    def holds(self, place: int, side: int) -> bool:
        """Has the side a block in a hex?"""
        start, end = self.box.span[side]
        return place in self.where[start:end]

    def ready_at(self, place: int, side: int) -> list[int]:
        """The side's undisrupted blocks in a hex."""
        disrupted = self.disrupted
        return [unit for unit in self.at(place, side) if not disrupted[unit]]

    def value(self, unit: int) -> int:
        """A block's combat value."""
        return self.box.values[unit][self.steps[unit]]

    def held(self, side: int) -> tuple[Mask, Mask]:
        """The hexes with any of a side's blocks, and those with undisrupted ones."""
        start, end = self.box.span[side]
        return _held(tuple(self.where[start:end]), tuple(self.disrupted[start:end]))

    def battle_at(self, place: int) -> Battle | None:
        """The battle in a hex, if any."""
        for battle in self.battles:
            if battle[0] == place:
                return battle
        return None

    def owner(self, fortress: int) -> int:
        """Whose a fortress is."""
        for place, side in self.owners:
            if place == fortress:
                return side
        raise KeyError(fortress)

    def hand(self, side: int) -> tuple[int, int]:
        """A side's real and dummy cards."""
        return self.hands[2 * side], self.hands[2 * side + 1]

    def change_hand(self, side: int, real: int, dummy: int) -> None:
        """Add cards to a hand, or take them from it."""
        hands = list(self.hands)
        hands[2 * side] += real
        hands[2 * side + 1] += dummy
        self.hands = (hands[0], hands[1], hands[2], hands[3])


def found_in(places: list[int], place: int, first: int) -> list[int]:
    """The numbers of the blocks that are in a hex, when `places` tells where each is from the `first` on."""
    found = []
    at = -1
    for _ in range(places.count(place)):
        at = places.index(place, at + 1)
        found.append(first + at)
    return found


@lru_cache(maxsize=256)
def _held(places: tuple[int, ...], disrupted: tuple[int, ...]) -> tuple[Mask, Mask]:
    """The masks of all these places, and of those whose blocks are not disrupted; asked many times in a turn."""
    held = sum([1 << place for place in set(places) if place >= 0])
    if 1 not in disrupted:
        return held, held
    ready = set(compress(places, map(not_, disrupted)))
    return held, sum([1 << place for place in ready if place >= 0])
