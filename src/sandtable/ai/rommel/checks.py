"""Rommel in the Desert: how test positions are set up, and how the results are judged."""

from __future__ import annotations

from sandtable.ai.rommel.answers import march_twice
from sandtable.ai.rommel.operations import raids
from sandtable.ai.rommel.value import survey
from sandtable.engine.flow import Frame
from sandtable.engine.sides import ALLIED, AXIS, NUMBER
from sandtable.games.rommel.position import AWAY, LOST, OTHER, RommelPosition
from sandtable.games.rommel.rules.r06_disruption import reveal
from sandtable.games.rommel.rules.r07_supply import supply_network
from sandtable.games.rommel.rules.r10_victory import TERMS
from sandtable.games.rommel.rules.r11_setup import first_position

TURNS, MENU = 1, 7
"""The steps of the campaign at which turns are played and Buildup points are spent."""


def unit_of(pos: RommelPosition, block: str) -> int:
    """A block by its id."""
    return [one.id for one in pos.box.blocks].index(block)


def hex_of(pos: RommelPosition, place: str) -> int:
    """A hex by its name, with underscores for spaces."""
    return pos.box.map.index[place.replace("_", " ")]


def set_clear(pos: RommelPosition) -> None:
    """An empty map, with no mines and no cards; `turn` or `menu` says which decision comes next."""
    pos.where = [AWAY] * len(pos.where)
    pos.moved = [0] * len(pos.where)
    pos.rested = [0] * len(pos.where)
    pos.mines, pos.battles = (), ()
    pos.hands = (0, 0, 0, 0)
    _ask(pos)


def set_put(pos: RommelPosition, place: str, *blocks: str) -> None:
    """Blocks in a hex; `A43:1` has one step left, `A43*` is disrupted."""
    for word in blocks:
        name, _, steps = word.rstrip("*").partition(":")
        unit = unit_of(pos, name)
        pos.where[unit] = hex_of(pos, place)
        pos.disrupted[unit] = int(word.endswith("*"))
        if steps:
            pos.steps[unit] = int(steps)


def set_refit(pos: RommelPosition, *blocks: str) -> None:
    """Blocks at their base that wait there to be rebuilt, and can do nothing until then."""
    for name in blocks:
        unit = unit_of(pos, name)
        pos.disrupted[unit] = pos.refit[unit] = 1


def set_lose(pos: RommelPosition, *blocks: str) -> None:
    """Blocks that have been destroyed."""
    for name in blocks:
        pos.where[unit_of(pos, name)] = LOST


def set_fight(pos: RommelPosition, place: str, defender: str, *came_from: str) -> None:
    """A battle in a hex that one side defends and the other entered from some other hexes."""
    ways = sum(1 << hex_of(pos, name) for name in came_from)
    pos.battles = (*pos.battles, (hex_of(pos, place), NUMBER[defender], ways))


def set_seen(pos: RommelPosition, *blocks: str) -> None:
    """Blocks whose faces and strength the enemy has seen in battle."""
    for name in blocks:
        reveal(pos, unit_of(pos, name))


def set_owner(pos: RommelPosition, place: str, side: str) -> None:
    """A fortress in a side's hands."""
    fortress = hex_of(pos, place)
    pos.owners = tuple((here, NUMBER[side] if here == fortress else owner) for here, owner in pos.owners)


def set_hands(pos: RommelPosition, *cards: str) -> None:
    """Real and dummy cards of the Allies, then of the Axis."""
    allied_real, allied_dummy, axis_real, axis_dummy = (int(word) for word in cards)
    pos.hands = (allied_real, allied_dummy, axis_real, axis_dummy)


def set_turn(pos: RommelPosition, side: str, month: str, passes: str = "0") -> None:
    """A side begins its turn in a month, after this many passes in a row."""
    number = NUMBER[side]
    pos.turn, pos.phasing, pos.passes = int(month), number, int(passes)
    _ask(pos, Frame("campaign", 0, (TURNS,)), Frame("month.turns", 0, ()), Frame("turn", number, (0,)))


def set_menu(pos: RommelPosition, side: str, month: str, points: str) -> None:
    """A side spends Buildup points; blocks at its base have rested there."""
    number = NUMBER[side]
    pos.turn, pos.points = int(month), (int(points), int(points))
    base = pos.box.board.base[number]
    for unit in pos.box.units[number]:
        pos.rested[unit] = int(pos.where[unit] == base)
    pos.networks = (supply_network(pos, ALLIED), supply_network(pos, AXIS))
    _ask(pos, Frame("campaign", 0, (MENU,)), Frame("buildup.menu", number, ()))


def set_arrange(pos: RommelPosition, side: str) -> None:
    """A side arranges its blocks, with the cards dealt."""
    pos.hands = (5, 3, 4, 0)
    _ask(pos, Frame("campaign", 0, (0,)), Frame("setup.arrange", NUMBER[side], ()))


def _ask(pos: RommelPosition, *frames: Frame) -> None:
    pos.stack, pos._actions = frames, None


def as_listed(pos: RommelPosition, side: int) -> bool:
    """Do most blocks of the side stand in the hexes where the scenario lists them?"""
    listed = first_position(pos.box).where
    free = [
        unit for group in pos.box.plan.groups if group.side == side and len(group.hexes) > 1 for unit in group.units
    ]
    return 2 * sum(pos.where[unit] == listed[unit] for unit in free) > len(free)


def in_hex(pos: RommelPosition, side: int, place: str, count: str) -> bool:
    """Does the side have at least this many blocks in a hex?"""
    return len(pos.at(hex_of(pos, place), side)) >= int(count)


def storms(pos: RommelPosition, side: int, place: str, count: str) -> bool:
    """Has the side taken a fortress, or at least this many blocks in the fight for it?"""
    return pos.owner(hex_of(pos, place)) == side or in_hex(pos, side, place, count)


def massed(pos: RommelPosition, side: int, count: str, *places: str) -> bool:
    """Does the side have at least this many blocks together in one of these hexes?"""
    return any(in_hex(pos, side, place, count) for place in places)


def armour_scattered(pos: RommelPosition, side: int, count: str) -> bool:
    """Do the side's tanks stand in at least this many hexes?"""
    tanks = {pos.where[unit] for unit in pos.box.units[side] if pos.box.kind[unit] == 0 and pos.box.speed[unit] < 4}
    return len([place for place in tanks if place >= 0]) >= int(count)


def bare(pos: RommelPosition, side: int, *places: str) -> bool:
    """Does the side have nobody in any of these hexes?"""
    return not any(pos.at(hex_of(pos, place), side) for place in places)


def base_bare(pos: RommelPosition, side: int) -> bool:
    """Is the side's own base empty?"""
    return not pos.at(pos.box.board.base[side], side)


def open_to_raids(pos: RommelPosition, side: int, count: str) -> bool:
    """Could the enemy leave at least this many of the side's blocks out of supply with two marches?"""
    start = pos.quiet()
    start.moved, start.crossed = [0] * len(start.moved), ()
    for pair in raids(start, OTHER[side]):
        after = start.quiet()
        march_twice(after, pair)
        if _stranded(after, side) >= int(count):
            return True
    return False


def stranded_from(pos: RommelPosition, side: int, count: str) -> bool:
    """Does the side have at least this many blocks out of supply?"""
    return _stranded(pos, side) >= int(count)


def enemies_stranded(pos: RommelPosition, side: int, count: str) -> bool:
    """Does the enemy have at least this many blocks out of supply?"""
    return _stranded(pos, OTHER[side]) >= int(count)


def _stranded(pos: RommelPosition, side: int) -> int:
    if pos.over is not None:
        return 0
    return sum(len(pos.at(place, side)) for place in survey(pos, side).stranded)


def would_win(pos: RommelPosition, side: int) -> bool:
    """Does the side win if the scenario ends as things stand?"""
    return pos.over[0] == side if pos.over is not None else TERMS[pos.box.plan.terms](pos)[0] == side
