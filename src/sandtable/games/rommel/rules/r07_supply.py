"""7 Supply: lines, the network, and what happens to units without."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.flow import Auto, Frame, pop
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.games.rommel.board import Board
from sandtable.games.rommel.network import Ground, network, reached
from sandtable.games.rommel.position import OTHER, Position
from sandtable.games.rommel.rules.r06_disruption import disrupt, recover


def ground(pos: Position, side: int) -> Ground:
    """7.1 Where a side's lines may run: not past undisrupted enemies, in battle hexes only over friendly hexsides."""
    return _ground(pos, side, pos.held(side)[1])


def _ground(pos: Position, side: int, mine: Mask) -> Ground:
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


def own_hexsides(pos: Position, side: int, place: int) -> Mask:
    """The neighbours a side may go to from a hex: all, or across its own hexsides of a battle hex."""
    battle = pos.battle_at(place)
    around = pos.box.board.around[place]
    if battle is None:
        return around
    return around & (~battle[2] if battle[1] == side else battle[2])


def supply_network(pos: Position, side: int) -> Mask:
    """7.0 The side's supply network."""
    held, ready = pos.held(side)
    return network(_ground(pos, side, ready), held)


def set_network(pos: Position, side: int) -> None:
    """Note the side's network for the withdrawal that begins."""
    networks = list(pos.networks)
    networks[side] = supply_network(pos, side)
    pos.networks = (networks[0], networks[1])


def without_supply(pos: Position, side: int, among: Mask = -1) -> list[int]:
    """7.3, 7.4, 7.5 The side's units in these hexes that have no supply line, nor a fortress or an oasis to live on."""
    held, ready = pos.held(side)
    stranded = held & among and held & among & ~reached(_ground(pos, side, ready))
    if not stranded:
        return []
    board = pos.box.board
    larders = board.fortresses | board.oases
    cut: list[int] = []
    for place in places_in(stranded):
        here = pos.at(place, side)
        if larders >> place & 1:
            here.sort(key=lambda unit: (pos.refit[unit], pos.disrupted[unit], -pos.value(unit), unit))
            here = here[_larder(pos, side, place) :]
        cut += here
    return sorted(cut)


def _larder(pos: Position, side: int, place: int) -> int:
    """How many of a side's blocks a fortress or an oasis can keep."""
    board, tables = pos.box.board, pos.box.tables
    if board.fortresses >> place & 1 and pos.owner(place) == side:
        return tables.fortress[place]
    if board.oases >> place & 1 and not pos.holds(place, OTHER[side]):
        return tables.oasis
    return 0


def nearer(pos: Position, side: int, net: Mask, start: int) -> Mask:
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


def base_tie(pos: Position, side: int, place: int) -> bool:
    """Does a hex have a supply line to the side's base?"""
    return bool(reached(ground(pos, side)) >> place & 1)


class FirstCheck(Auto[Position]):
    """6.2, 7.3.2 At the start of a turn: units without supply are marked, disrupted ones with supply recover."""

    name = "supply.first"
    rule = "6.2"

    def run(self, pos: Position, frame: Frame) -> None:
        side = frame[1]
        start, end = pos.box.span[side]
        pop(pos)
        while True:
            cut = without_supply(pos, side)
            if 1 not in pos.disrupted[start:end]:
                break
            rallied = [
                unit
                for unit in pos.box.units[side]
                if pos.disrupted[unit] and pos.where[unit] >= 0 and not pos.refit[unit] and unit not in cut
            ]
            if not rallied:
                break
            for unit in rallied:  # a block that recovers may carry the line of the next
                recover(pos, unit)
            pos.note("6.2", "recover", side, tuple(sorted({pos.where[unit] for unit in rallied})), len(rallied))
        pos.unsupplied[start:end] = [0] * (end - start)
        for unit in cut:
            pos.unsupplied[unit] = 1
        if cut:
            pos.note("7.3", "cut", side, tuple(sorted({pos.where[unit] for unit in cut})), len(cut))


class LastCheck(Auto[Position]):
    """7.3.1 At the end of a turn: units without supply now and at its start are disrupted."""

    name = "supply.last"
    rule = "7.3.1"

    def run(self, pos: Position, frame: Frame) -> None:
        side = frame[1]
        pop(pos)
        start, end = pos.box.span[side]
        if 1 not in pos.unsupplied[start:end]:
            return
        failing = [unit for unit in without_supply(pos, side) if pos.unsupplied[unit] and not pos.disrupted[unit]]
        for unit in failing:
            disrupt(pos, unit)
        if failing:
            pos.note("7.3.1", "starve", side, tuple(sorted({pos.where[unit] for unit in failing})), len(failing))


STEPS = (FirstCheck(), LastCheck())
