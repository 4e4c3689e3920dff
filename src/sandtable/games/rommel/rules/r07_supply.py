"""7 Supply: lines, the network, and what happens to units without."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.words import counted
from sandtable.games.rommel.board import Board
from sandtable.games.rommel.network import Ground, network, reached
from sandtable.games.rommel.notation import place_name
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r03_engagement import claim_fortresses
from sandtable.games.rommel.rules.r06_disruption import disrupt, recover


def ground(pos: RommelPosition, side: int) -> Ground:
    """7.1 Where a side's lines may run: not past undisrupted enemies, in battle hexes only over friendly hexsides."""
    return _ground(pos, side, pos.held(side)[1])


def _ground(pos: RommelPosition, side: int, mine: Mask) -> Ground:
    """The same for undisrupted blocks of the side in these hexes."""
    board = pos.box.board
    _, theirs = pos.held(OTHER[side])
    sides = []
    fought = 0
    for place, defender, came_from in pos.battles:
        fought |= 1 << place
        sides.append((place, board.around[place] & (~came_from if defender == side else came_from)))
    closed = theirs & ~mine
    return Ground(board, board.base[side], (board.highway | mine) & ~closed, closed, fought, tuple(sides))


def own_hexsides(pos: RommelPosition, side: int, place: int) -> Mask:
    """The neighbours a side may go to from a hex: all, or across its own hexsides of a battle hex."""
    battle = pos.battle_at(place)
    around = pos.box.board.around[place]
    if battle is None:
        return around
    return around & (~battle[2] if battle[1] == side else battle[2])


def supply_network(pos: RommelPosition, side: int) -> Mask:
    """7.0 The side's supply network."""
    held, ready = pos.held(side)
    return network(_ground(pos, side, ready), held)


def set_network(pos: RommelPosition, side: int) -> None:
    """Note the side's network for the withdrawal that begins."""
    networks = list(pos.networks)
    networks[side] = supply_network(pos, side)
    pos.networks = (networks[0], networks[1])


def unfed(pos: RommelPosition, side: int, among: Mask = -1) -> list[tuple[int, int]]:
    """7.4, 7.5 The hexes among these whose blocks have no line, and how many of them nothing else feeds."""
    held, ready = pos.held(side)
    stranded = held & among & ~reached(_ground(pos, side, ready))
    if not stranded:
        return []
    found = []
    (start, end), where = pos.box.span[side], pos.where
    for place in places_in(stranded):
        hungry = where[start:end].count(place) - _larder(pos, side, place)
        if hungry > 0:
            found.append((place, hungry))
    return found


def without_supply(pos: RommelPosition, side: int, among: Mask = -1) -> list[int]:
    """The side's units in these hexes without supply; where some are fed, the marked ones go without."""
    cut: list[int] = []
    for place, hungry in unfed(pos, side, among):
        cut += sorted(pos.at(place, side), key=lambda unit: -pos.unsupplied[unit])[:hungry]
    return sorted(cut)


def _larder(pos: RommelPosition, side: int, place: int) -> int:
    """How many of a side's blocks a fortress or an oasis can keep."""
    board, tables = pos.box.board, pos.box.tables
    if board.fortresses >> place & 1 and pos.owner(place) == side:
        return tables.fortress[place]
    if board.oases >> place & 1 and not pos.holds(place, OTHER[side]):
        return tables.oasis
    return 0


def nearer(pos: RommelPosition, side: int, net: Mask, start: int) -> Mask:
    """The hexes of the network that lie nearer to the base along it than a hex does."""
    board = pos.box.board
    return _nearer(board, board.base[side], net, start)


@lru_cache(maxsize=1024)
def _nearer(board: Board, base: int, net: Mask, start: int) -> Mask:
    goal = 1 << start
    within = edge = 1 << base & net
    while edge and not edge & goal:
        edge = spread(edge, board.around) & net & ~within
        if edge & goal:
            return within
        within |= edge
    return 0


def base_tie(pos: RommelPosition, side: int, place: int) -> bool:
    """Does a hex have a supply line to the side's base?"""
    return bool(reached(ground(pos, side)) >> place & 1)


def mark_unsupplied(pos: RommelPosition, side: int) -> None:
    """Mark the units without supply; where a fortress feeds only some, their owner is asked which go without."""
    start, end = pos.box.span[side]
    pos.unsupplied[start:end] = [0] * (end - start)
    for place, hungry in unfed(pos, side):
        units = pos.at(place, side)
        if hungry < len(units):
            push(pos, "supply.ration", side, place, hungry, 0)
            continue
        for unit in units:
            pos.unsupplied[unit] = 1


STARVING = "those still without supply at the end of your turn are disrupted"


class Ration(Step[RommelPosition]):
    """7.3.4 The owner says which blocks go without where a fortress or an oasis cannot feed all."""

    name = "supply.ration"
    rule = "7.3.4"
    verbs = ("starve",)

    class Args(NamedTuple):
        """What the step goes by."""

        place: int
        hungry: int
        last: int

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        place, hungry, last = frame.args
        name, count = place_name(pos.box, place), counted(hungry, "more block")
        if last:
            return Ask(f"Still without supply at {name}", f"Choose the blocks to be disrupted: {count}.", (self.rule,))
        if at_buildup(pos):
            return Ask(f"Not enough supply at {name}", f"Choose the blocks that are lost: {count}.", (self.rule, "9.1"))
        text = f"Choose the blocks that go without: {count}. They cannot recover or withdraw; {STARVING}."
        return Ask(f"Not enough supply at {name}", text, (self.rule, "7.3.1"))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (place, _hungry, last) = frame
        return [("starve", unit) for unit in rationed(pos, side, place, last)]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (place, hungry, last) = frame
        if last:
            starve(pos, side, [action[1]])
        else:
            pos.unsupplied[action[1]] = 1
        if hungry > 1:
            swap(pos, self.name, side, place, hungry - 1, last)
        else:
            pop(pos)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return self.rule


def at_buildup(pos: RommelPosition) -> bool:
    """Is supply checked for the buildup? Those without it are lost then."""
    return any(frame.step == "buildup.recover" for frame in pos.stack)


def rationed(pos: RommelPosition, side: int, place: int, last: int) -> list[int]:
    """Blocks that may have to go without: at the first check any, at the last those marked and still undisrupted."""
    if last:
        return [unit for unit in pos.ready_at(place, side) if pos.unsupplied[unit]]
    return [unit for unit in pos.at(place, side) if not pos.unsupplied[unit]]


class FirstCheck(Auto[RommelPosition]):
    """7.3 At the start of a turn units without supply are marked."""

    name = "supply.first"
    rule = "7.3"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        swap(pos, "supply.rally", frame.side)
        mark_unsupplied(pos, frame.side)


class Rally(Auto[RommelPosition]):
    """6.2, 7.3.2 Disrupted units with supply recover, all at the same time; the others stay as they are."""

    name = "supply.rally"
    rule = "6.2"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        side = frame.side
        pop(pos)
        rallied = [
            unit
            for unit in pos.box.units[side]
            if pos.disrupted[unit] and pos.where[unit] >= 0 and not pos.refit[unit] and not pos.unsupplied[unit]
        ]
        for unit in rallied:
            recover(pos, unit)
        if rallied:
            pos.note("6.2", "recover", side, *_counted(pos, rallied))
        claim_fortresses(pos, side)
        cut = [unit for unit in pos.box.units[side] if pos.unsupplied[unit]]
        if cut:
            pos.note("7.3", "cut", side, *_counted(pos, cut))


class LastCheck(Auto[RommelPosition]):
    """7.3.1 At the end of a turn: units without supply now and at its start are disrupted."""

    name = "supply.last"
    rule = "7.3.1"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        side = frame.side
        pop(pos)
        start, end = pos.box.span[side]
        if 1 not in pos.unsupplied[start:end]:
            return
        failing: list[int] = []
        for place, hungry in unfed(pos, side):
            marked = rationed(pos, side, place, 1)
            hungry -= sum(pos.unsupplied[unit] and pos.disrupted[unit] for unit in pos.at(place, side))
            if len(marked) <= hungry:
                failing += marked
            elif hungry > 0:
                push(pos, "supply.ration", side, place, hungry, 1)
        if failing:
            starve(pos, side, failing)


def starve(pos: RommelPosition, side: int, units: list[int]) -> None:
    """Disrupt units for want of supply."""
    for unit in units:
        disrupt(pos, unit)
    pos.note("7.3.1", "starve", side, *_counted(pos, units))


def _counted(pos: RommelPosition, units: list[int]) -> tuple[tuple[int, ...], int]:
    return tuple(sorted({pos.where[unit] for unit in units})), len(units)


STEPS = (FirstCheck(), Ration(), Rally(), LastCheck())
