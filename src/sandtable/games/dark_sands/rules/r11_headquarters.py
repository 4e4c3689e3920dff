"""11.0 Headquarters: no zone, no factors; they fall back rather than fight, and come back when lost."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push
from sandtable.engine.maps import Mask, places_in
from sandtable.games.dark_sands.notation import unit_name
from sandtable.games.dark_sands.position import FALLEN, DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import eliminate, enter
from sandtable.games.dark_sands.rules.r08_zones import uncontested
from sandtable.games.dark_sands.rules.r10_supply import supplied


def lone_hqs(pos: DarkSandsPosition, side: int) -> Mask:
    """The hexes where a side has a headquarters and nothing else."""
    lone = pos.held[side] & ~pos.firm[side]
    if lone:
        for garrison in pos.box.garrison_units[side]:
            if pos.where[garrison] >= 0:
                lone &= ~pos.box.bits[pos.where[garrison]]
    return lone


def blocking(pos: DarkSandsPosition, side: int) -> Mask:
    """The hexes this side may not enter because of enemy units; a headquarters alone gives way."""
    enemy = 1 - side
    if pos.held[enemy] == pos.firm[enemy]:
        return pos.held[enemy]
    return pos.held[enemy] & ~lone_hqs(pos, enemy)


def havens(pos: DarkSandsPosition, unit: int) -> list[int]:
    """The nearest hexes a headquarters can fall back to: a friendly unit in supply, reached outside enemy zones."""
    box = pos.box
    side = box.units[unit].side
    open_ = box.land & ~pos.held[1 - side] & ~uncontested(pos, side)
    traced = supplied(pos, side)
    here = 1 << pos.where[unit]
    seen = edge = here
    while edge:
        edge = (box.spread_center(edge) | box.spread_ends(edge)) & open_ & ~seen
        seen |= edge
        found = [
            place
            for place in places_in(edge & pos.held[side] & traced)
            if pos.piles[place] & ~box.hqs and not pos.piles[place] & box.hqs
        ]
        if found:
            return found
    return []


class Displace(Step[DarkSandsPosition]):
    """The owner of a headquarters that must go chooses among the nearest havens; without one it is lost."""

    name = "hq.displace"
    rule = "11.0"
    verbs = ("fall-back",)

    class Args(NamedTuple):
        """The headquarters."""

        unit: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(
            f"{unit_name(pos, self.Args(*frame.args).unit)} must fall back",
            "Choose one of the nearest units.",
            (self.rule,),
        )

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        (unit,) = self.Args(*frame.args)
        if pos.where[unit] < 0:
            return [DONE]
        return [("fall-back", place) for place in havens(pos, unit)] or [("lost",)]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        (unit,) = self.Args(*frame.args)
        pop(pos)
        if action[0] == "fall-back":
            pos.note("11.0", "displaced", unit, pos.where[unit], action[1])
            enter(pos, unit, action[1])
        elif action[0] == "lost":
            eliminate(pos, unit, "11.0")


def displace_at(pos: DarkSandsPosition, side: int, place: int) -> None:
    """Ask for a haven for a headquarters of this side that stands alone at a place the enemy comes to."""
    for unit in places_in(pos.piles[place] & pos.box.hqs & pos.box.of[side]):
        push(pos, "hq.displace", side, unit)


class Return(Auto[DarkSandsPosition]):
    """Headquarters lost in an earlier turn come back at no cost in the replacement phase."""

    name = "hq.return"
    rule = "11.0"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        pos.entered = ()
        for unit in places_in(pos.box.hqs):
            if pos.where[unit] == FALLEN and pos.fell[unit] < pos.turn:
                push(pos, "place", pos.box.units[unit].side, unit, 1, 0, 1)


STEPS = (Displace(), Return())
