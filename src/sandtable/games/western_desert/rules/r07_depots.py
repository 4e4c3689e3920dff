"""7.1 Depots: where they may stand, when they are cut off or captured, how they come back and follow an offensive."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import KEEP, Action, Ask, Auto, Frame, Step, pop
from sandtable.engine.maps import Mask, places_in
from sandtable.games.western_desert.notation import place_said
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import BENGHAZI, TOBRUK

DEPOT = "depot"
FOLLOW: Action = (DEPOT,)
"""The order to let the depot follow an offensive; then the same verb names the hex."""
SHIFTED = 2
"""Mark of a depot that has followed an offensive in this player turn."""


def enemy_presence(pos: WesternDesertPosition, side: int) -> Mask:
    """Hexes with anything of the enemy: combat units, lone leaders, the depot."""
    enemy = 1 - side
    return pos.held[enemy] | pos.box.marked(pos.depot[enemy], *pos.box.leader_wheres[enemy](pos.where))


def road_to_source(pos: WesternDesertPosition, side: int) -> Mask:
    """Road hexes from which a clear road leads to the side's own source; Tobruk is no source here."""
    blocked = pos.blocked(side) | enemy_presence(pos, side)
    return pos.box.road_net(pos.box.sources[side], blocked & pos.box.roads)


def depot_barred(pos: WesternDesertPosition, side: int, place: int) -> str | None:
    """7.11 The rule that forbids the depot here, or None."""
    if place < 0 or not pos.box.roads >> place & 1:
        return "7.12"
    return None if depot_places(pos, side) >> place & 1 else "7.11"


def depot_places(pos: WesternDesertPosition, side: int) -> Mask:
    """Road hexes with a clear road home and no enemy next to them."""
    present = enemy_presence(pos, side)
    return road_to_source(pos, side) & ~present & ~pos.box.beside(present)


def cut_off(pos: WesternDesertPosition, side: int) -> bool:
    """7.13 Has the depot on the map no clear road to its source?"""
    return pos.depot[side] >= 0 and not road_to_source(pos, side) >> pos.depot[side] & 1


def zone_of(pos: WesternDesertPosition, side: int, place: int) -> int:
    """7.12 The road zone of a hex for a side: 0 for A, up to 5 for F."""
    return pos.box.zone[side][place]


def tobruk_helps(pos: WesternDesertPosition, side: int) -> bool:
    """Does a side hold Tobruk, with a clear road from there to its source (R7)?"""
    return pos.control[TOBRUK] == side and bool(road_to_source(pos, side) >> pos.box.towns[TOBRUK] & 1)


def through_town(pos: WesternDesertPosition, side: int, town: int) -> Mask:
    """The hexes whose clear road to a side's source leads through a town that it holds (R7)."""
    if pos.control[town] != side:
        return 0
    blocked = pos.blocked(side) | enemy_presence(pos, side)
    round_it = (blocked | pos.box.bit[pos.box.towns[town]]) & pos.box.roads
    return road_to_source(pos, side) & ~pos.box.road_net(pos.box.sources[side], round_it)


def on_depot_road(pos: WesternDesertPosition, side: int, town: int) -> bool:
    """Does a side hold a town that its depot's clear road to the source leads through (R7)?"""
    return pos.depot[side] >= 0 and bool(through_town(pos, side, town) >> pos.depot[side] & 1)


def depot_row(pos: WesternDesertPosition, side: int, for_offensive: bool = False) -> int:
    """7.32 The row of the attack points table: worse for a moved depot, better with Tobruk on the road."""
    return row_at(pos, side, pos.depot[side], pos.depot_moved[side] == 1 and not for_offensive)


def row_at(pos: WesternDesertPosition, side: int, place: int, moved: bool) -> int:
    """The row that a depot in this hex has, moved there from afar or not."""
    return max(0, min(5, zone_of(pos, side, place) - tobruk_helps(pos, side) + moved))


def benghazi_bonus(pos: WesternDesertPosition, side: int) -> int:
    """What Benghazi adds to the die for attack points when the depot's road leads through it."""
    return int(on_depot_road(pos, side, BENGHAZI))


def comes_from_afar(pos: WesternDesertPosition, side: int, place: int) -> bool:
    """Does the depot come two zones or more to this hex, or back onto the map?"""
    old = pos.depot[side]
    return old < 0 or abs(zone_of(pos, side, old) - zone_of(pos, side, place)) >= 2


def place_depot(pos: WesternDesertPosition, side: int, place: int) -> None:
    """Put the depot down, on its Moved side after two zones or more, or when it comes back."""
    if comes_from_afar(pos, side, place):
        pos.depot_moved[side] = 1
    pos.depot[side] = place
    pos.note("7.11", "depot", side, place, pos.depot_moved[side])


class RemoveDepot(Auto[WesternDesertPosition]):
    """A depot cut off at the start of its side's turn is taken off with all its attack points."""

    name = "depot.removal"
    rule = "7.13"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        side = frame.side
        pop(pos)
        if cut_off(pos, side):
            pos.note("7.13", "depot_cut_off", side, pos.depot[side])
            pos.depot[side] = -1
            pos.points[side] = 0
            pos.depot_moved[side] = 0


def depot_text(pos: WesternDesertPosition, side: int) -> str:
    """What a player should bear in mind about his depot."""
    here = pos.depot[side]
    where = f"It stands at {place_said(pos, here)}." if here >= 0 else "It is off the map and comes back now."
    choice = "Near the front it brings more attacks into range; near home the die for attack points has a better row."
    rows = "Each lit hex shows its row, A is the best. A move of two zones or more costs one row."
    return f"{where} {choice} {rows}"


class DepotStep(Step[WesternDesertPosition], ABC):
    """The owner chooses a place for his depot, or keeps it where it is."""

    verbs = (DEPOT,)

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        return Ask("Place your depot", depot_text(pos, frame.side), self.rules)

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action != KEEP:
            self.put(pos, frame.side, action[1])

    @abstractmethod
    def put(self, pos: WesternDesertPosition, side: int, place: int) -> None:
        """Put it down there."""


class PlaceDepot(DepotStep):
    """7.15 The owner keeps, moves or brings back his depot; he cannot take it off the map."""

    name = "depot.place"
    rule = "7.11"
    rules = ("7.11", "7.12", "7.32")

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        side = frame.side
        here = pos.depot[side]
        found = pos.box.listed(DEPOT, depot_places(pos, side) & ~pos.box.bit_or_none[here])[:]
        if here >= 0 or not found:
            found.insert(0, KEEP)
        return found

    def put(self, pos: WesternDesertPosition, side: int, place: int) -> None:
        place_depot(pos, side, place)

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        if action == KEEP:
            return "7.15"
        return depot_barred(pos, frame.side, action[1]) if len(action) == 2 and isinstance(action[1], int) else None


def depot_shifts(pos: WesternDesertPosition, side: int) -> Mask:
    """7.16 Where the depot may follow a major offensive: its own zone or the next, if it has not moved far before."""
    here = pos.depot[side]
    if not pos.major or here < 0 or pos.depot_moved[side]:
        return 0
    return depot_places(pos, side) & pos.box.zone_band[side][zone_of(pos, side, here)] & ~pos.box.bit[here]


class ShiftDepot(DepotStep):
    """The depot follows the offensive, once."""

    name = "depot.shift"
    rule = "7.16"
    rules = ("7.16", "7.11", "7.12")

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        return [*((DEPOT, place) for place in places_in(depot_shifts(pos, frame.side))), KEEP]

    def put(self, pos: WesternDesertPosition, side: int, place: int) -> None:
        pos.depot[side] = place
        pos.note("7.16", "depot", side, place, 0)
        pos.depot_moved[side] = SHIFTED


class Booty(DiceRoll[WesternDesertPosition]):
    """The captor of a depot gains a die of attack points."""

    name = "depot.booty"
    rule = "7.14"
    title = "What was in the depot?"

    class Args(NamedTuple):
        """The captor."""

        side: int

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        side = self.Args(*frame.args).side
        pos.gain(side, action[1])
        pos.note("7.14", "booty", side, action[1])


STEPS = (RemoveDepot(), PlaceDepot(), ShiftDepot(), Booty())
