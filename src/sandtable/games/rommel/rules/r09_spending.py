"""9 Buildup: replacements and refits, redeployment, minefields, extra supply (E to H)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from sandtable.engine import flow
from sandtable.engine.flow import DONE, KEEP, Action, Ask, Frame, Step, pop, push
from sandtable.engine.maps import Mask, flood, spread
from sandtable.engine.sides import AXIS
from sandtable.engine.words import counted
from sandtable.games.rommel.board import Board
from sandtable.games.rommel.listing import each
from sandtable.games.rommel.notation import face
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r03_engagement import take_fortress, tidy
from sandtable.games.rommel.rules.r06_disruption import disrupt, mix
from sandtable.games.rommel.rules.r07_supply import own_hexsides
from sandtable.games.rommel.rules.r09_cards import card_barred

REDEPLOYED, REBUILT, STEPS_BUILT, MINED, SUPPLIED = range(5)
"""The columns of the record sheet that the enemy is shown."""


def pay(pos: RommelPosition, side: int, cost: int, column: int, steps: int = 0) -> None:
    """Spend Buildup points, and enter them on the sheet."""
    points = list(pos.points)
    points[side] -= cost
    pos.points = (points[0], points[1])
    sheet = list(pos.sheet)
    sheet[column] += cost
    sheet[STEPS_BUILT] += steps
    pos.sheet = (sheet[0], sheet[1], sheet[2], sheet[3], sheet[4])


def close_sheet(pos: RommelPosition, side: int) -> None:
    """9.2.1 When a player is done, the enemy is shown his points by purpose, the steps rebuilt and what he saves."""
    pos.note("9.2.1", "sheet", side, *pos.sheet, pos.points[side])
    pos.sheet = (0, 0, 0, 0, 0)


def rebuild_barred(pos: RommelPosition, unit: int) -> str | None:
    """9.6 Blocks at the base since the last Buildup, or brought there at full cost, regain steps for points."""
    side = pos.box.side[unit]
    if pos.where[unit] != pos.box.board.base[side] or not pos.rested[unit] or pos.refit[unit]:
        return "9.6"
    if pos.steps[unit] >= pos.box.full[unit] or pos.holds(pos.where[unit], OTHER[side]):
        return "9.6"
    return "9.2" if pos.box.blocks[unit].cost > pos.points[side] else None


def open_ground(pos: RommelPosition, side: int, enemies: Mask) -> Mask:
    """9.4 Redeployment stays in the own network, out of the enemy's, and out of battles and hexes with enemies."""
    return pos.networks[side] & ~pos.networks[OTHER[side]] & ~enemies


def land_ways(pos: RommelPosition, side: int, start: int) -> Mask:
    """9.4.2 The hexes a block can be redeployed to by land; it may leave a battle, and that is no retreat."""
    if not pos.networks[side] >> start & 1:
        return 0
    ground = open_ground(pos, side, pos.held(OTHER[side])[0])
    return _flooded(pos.box.board, own_hexsides(pos, side, start) & ground, ground)


@lru_cache(maxsize=512)
def _flooded(board: Board, start: Mask, ground: Mask) -> Mask:
    return flood(start, ground, board.around)


def capacity(pos: RommelPosition, side: int, port: int) -> int:
    """9.5 What a port can still handle in this Buildup: its full capacity for the Allies, half for the Axis."""
    size = pos.box.tables.port[port]
    used = sum(count for place, user, count in pos.ports if place == port and user == side)
    return (size // 2 if side == AXIS else size) - used


def sea_prices(pos: RommelPosition, side: int, enemies: Mask) -> dict[int, int]:
    """9.5.1, 9.5.2 What a sea move between base and port costs: more in a siege; no landing among enemies alone."""
    costs, points = pos.box.tables.points, pos.points[side]
    if points < costs["redeploy"] or enemies >> pos.box.board.base[side] & 1:
        return {}
    prices = {}
    for port in pos.box.tables.port:
        besieged = enemies >> port & 1
        if besieged and not pos.holds(port, side):  # 9.5.2
            continue
        if pos.owner(port) == side and capacity(pos, side, port) > 0:
            cost = costs["besieged_port"] if besieged else costs["redeploy"]
            if cost <= points:
                prices[port] = cost
    return prices


def sea_ways(pos: RommelPosition, side: int, start: int) -> dict[int, int]:
    """Where a block can go by sea, and for how much."""
    base = pos.box.board.base[side]
    if start != base and start not in pos.box.tables.port:
        return {}
    prices = sea_prices(pos, side, pos.held(OTHER[side])[0])
    if start == base:
        return prices
    return {base: prices[start]} if start in prices else {}


def ways_off(pos: RommelPosition, side: int) -> tuple[Mask, Mask]:
    """The hexes from which blocks can be redeployed, and those from which they can get to the base by land."""
    board, enemies = pos.box.board, pos.held(OTHER[side])[0]
    ground, base = open_ground(pos, side, enemies), 1 << board.base[side]
    home = _flooded(board, base & ground, ground)
    leaving = _beside(board, ground) & pos.networks[side]
    homeward = _beside(board, home) & pos.networks[side] & ~base
    for place, _, _ in pos.battles:
        own = own_hexsides(pos, side, place)
        if not own & ground:
            leaving &= ~(1 << place)
        if not own & home:
            homeward &= ~(1 << place)
    if pos.points[side] < pos.box.tables.points["redeploy"]:
        leaving = 0
    for port in sea_prices(pos, side, enemies):
        leaving |= base | 1 << port
    return leaving, homeward


@lru_cache(maxsize=512)
def _beside(board: Board, hexes: Mask) -> Mask:
    return spread(hexes, board.around)


class Menu(Step[RommelPosition]):
    """What a player does with his Buildup points, in any order."""

    name = "buildup.menu"
    rule = "9.4"
    text = "Rebuild blocks at the base, send blocks home to refit, redeploy by land or sea, lay mines, buy cards."
    waiting = "They are spending their Buildup points."
    verbs = ("redeploy", "rebuild", "refit")

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        return Ask(f"Buildup: {counted(pos.points[frame.side], 'point')}", self.text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        side = frame.side
        points, table = pos.points[side], pos.box.tables.points
        base, bits = pos.box.board.base[side], pos.box.bits
        listed: list[Action] = []
        leaving, homeward = ways_off(pos, side)
        start, end = pos.box.span[side]
        steps, full, refit = pos.steps, pos.box.full, pos.refit
        for unit, place in enumerate(pos.where[start:end], start):
            if place < 0 or refit[unit]:
                continue
            if steps[unit] < full[unit]:
                if place == base and not rebuild_barred(pos, unit):
                    listed.append(("rebuild", unit))
                if bits[place] & homeward:
                    listed.append(("refit", unit))
            if bits[place] & leaving:
                listed.append(("redeploy", unit))
        if points >= table["minefield"] and mine_hexes(pos, side):
            listed.append(("mine",))
        mine = [place for place, owner, _, _ in pos.mines if owner == side]
        listed += [("lift", a, b) for a, b in combinations(sorted(mine), table["lifted_for_one"])]
        if not card_barred(pos, side):
            listed.append(("card",))
        return [*listed, DONE]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        side = frame.side
        match action:
            case flow.DONE:
                close_sheet(pos, side)
                pop(pos)
            case ("rebuild", unit):
                pay(pos, side, pos.box.blocks[unit].cost, REBUILT, 1)
                pos.steps[unit] += 1  # 9.2.1 the enemy learns of steps and points, not of blocks
            case ("refit", unit):
                bring_home(pos, unit)
            case ("redeploy", unit):
                pos.chosen = (unit,)
                push(pos, "buildup.send", side)
            case ("mine",):
                pay(pos, side, pos.box.tables.points["minefield"], MINED)
                push(pos, "buildup.mine", side)
            case ("lift", *places):
                for place in places:
                    pos.note("9.7", "lift", side, place)
                pos.mines = tuple(m for m in pos.mines if not (m[1] == side and m[0] in places))
                push(pos, "buildup.mine", side)
            case ("card",):
                pay(pos, side, pos.box.tables.points["extra_card"], SUPPLIED)
                extra = list(pos.extra)
                extra[side] += 1
                pos.extra = (extra[0], extra[1])

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        if action[0] == "rebuild" and action[1] in pos.box.units[frame.side]:
            return rebuild_barred(pos, action[1])
        if action == ("card",):
            return card_barred(pos, frame.side)
        return {"redeploy": "9.4", "refit": "9.6.1", "mine": "9.7", "lift": "9.7.1"}.get(action[0])


def bring_home(pos: RommelPosition, unit: int) -> None:
    """9.6.1 A block to be rebuilt next time goes to the base by land for nothing, and lies there disrupted."""
    side = pos.box.side[unit]
    pos.note("9.6.1", "refit", side, pos.where[unit])
    transfer(pos, unit, pos.box.board.base[side])
    disrupt(pos, unit)
    pos.refit[unit] = 1


def transfer(pos: RommelPosition, unit: int, dest: int, by_land: bool = True) -> None:
    """Take a block from one hex to another behind the lines; after coming to the base by land it can be rebuilt."""
    side = pos.box.side[unit]
    mix(pos, pos.at(pos.where[unit], side))
    pos.where[unit] = dest
    pos.rested[unit] = int(by_land and dest == pos.box.board.base[side])
    mix(pos, pos.at(dest, side))
    tidy(pos)
    take_fortress(pos, side, dest)


class Send(Step[RommelPosition]):
    """Where a redeployed block goes, by land or by sea."""

    name = "buildup.send"
    rule = "9.4"
    text = "Anywhere in your network by land, or between base and port by sea."
    verbs = ("land",)

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        return Ask(f"Redeploy {face(pos, pos.chosen[0])}", self.text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        side, start = frame.side, pos.where[pos.chosen[0]]
        listed: list[Action] = []
        if pos.points[side] >= pos.box.tables.points["redeploy"]:
            ways = land_ways(pos, side, start)
            listed += each("land", ways)
            if ways >> start & 1:
                del listed[(ways & (1 << start) - 1).bit_count()]
        listed += [("sea", place) for place in sea_ways(pos, side, start)]
        return [*listed, KEEP]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        side, unit = frame.side, pos.chosen[0]
        pos.chosen = ()
        pop(pos)
        if action == KEEP:
            return
        dest, start = action[1], pos.where[unit]
        if action[0] == "land":
            pay(pos, side, pos.box.tables.points["redeploy"], REDEPLOYED)
        else:
            pay(pos, side, sea_ways(pos, side, start)[dest], REDEPLOYED)
            port = start if dest == pos.box.board.base[side] else dest
            counts = {(place, user): count for place, user, count in pos.ports}
            counts[port, side] = counts.get((port, side), 0) + 1
            pos.ports = tuple((place, user, count) for (place, user), count in sorted(counts.items()))
        pos.note("9.5" if action[0] == "sea" else "9.4", action[0], side, start, dest)
        transfer(pos, unit, dest, action[0] == "land")

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return "9.5" if action[0] == "sea" else "9.4"


def mine_hexes(pos: RommelPosition, side: int) -> Mask:
    """9.7.2 Where a minefield may be laid: in the supply network, one to a hex."""
    return pos.networks[side] & ~sum(1 << place for place, owner, _, _ in pos.mines if owner == side)


class LayMine(Step[RommelPosition]):
    """9.7, 9.7.1 A minefield for fifteen points, or for two old ones, in a secret hex of the network."""

    name = "buildup.mine"
    rule = "9.7"
    title = "Lay a minefield"
    text = "The enemy learns only that there is one more."
    verbs = ("at",)

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        return [*each("at", mine_hexes(pos, frame.side))] or [("nowhere",)]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        pos.note("9.7", "mined", frame.side)
        if action[0] == "at":
            suspected = suspects(pos, frame.side)
            pos.mines = (*pos.mines, (action[1], frame.side, 0, suspected))

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return self.rule


def suspects(pos: RommelPosition, side: int) -> Mask:
    """Where the enemy must reckon with a new minefield: in the network, not where an old one is known to be."""
    return pos.networks[side] & ~sum(1 << place for place, owner, shown, _ in pos.mines if owner == side and shown)


STEPS = (Menu(), Send(), LayMine())
