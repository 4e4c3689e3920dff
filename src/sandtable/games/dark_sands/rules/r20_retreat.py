"""20.3.3 Retreats: four hexes on the Center, two on the end maps, by the compass and away from enemy zones."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, lowest, places_in
from sandtable.engine.words import counted
from sandtable.games.dark_sands.notation import short_place
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import alive, eliminate, eliminate_all, enter
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r08_zones import retreat_zones
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r11_headquarters import displace_at
from sandtable.games.dark_sands.rules.r14_forts import may_stand

FREE, CONTESTED, UNCONTESTED = 0, 1, 2


class Retreat(Step[DarkSandsPosition]):
    """A beaten stack must go, unless it may stand in the forts of Tobruk (14.1)."""

    name = "retreat"
    rule = "20.3.3"

    class Args(NamedTuple):
        """The hex the stack holds, and whether it has lost a step."""

        origin: int
        first: int
        """1 if it has lost no step in this combat yet (20.3.2)."""

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(
            f"Hold {short_place(pos.box, self.Args(*frame.args).origin)}?",
            "In 1941 Tobruk may ignore a retreat.",
            (self.rule,),
            "hold",
        )

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, (origin, _) = frame.side, self.Args(*frame.args)
        if not pos.piles[origin] & pos.box.of[side]:
            return [DONE]
        return [("retreat",), ("stand",)] if may_stand(pos, side, origin) else [("retreat",)]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (origin, first) = frame.side, self.Args(*frame.args)
        pop(pos)
        if action[0] == "retreat":
            fall_back(pos, side, origin, first)
        elif action[0] == "stand":
            pos.note("14.1", "stands", origin)


def fall_back(pos: DarkSandsPosition, side: int, origin: int, first: int) -> None:
    """A stack begins its retreat; garrisons are lost (13.6.4). `first` as in the frame of `Retreat`."""
    box = pos.box
    for unit in places_in(pos.piles[origin] & box.garrisons):
        eliminate(pos, unit, "20.3.3")
    group = pos.piles[origin]
    if group & ~box.hqs:
        push(pos, "retreat.step", side, origin, group, box.tables["retreat"]["length"], first)
    else:
        displace_at(pos, side, origin)


def retreat_barred(pos: DarkSandsPosition, side: int, origin: int, here: int, there: int) -> str | None:
    """The rule that keeps a retreat out of a hex, or None; it may enter one twice (20.3.4 R48)."""
    if pos.held[1 - side] >> there & 1:
        return "20.3.4"
    rings = pos.box.rings(origin)
    return "20.3.4" if rings[there] < rings[here] else None


def retreat_class(pos: DarkSandsPosition, side: int, zones: Mask, there: int) -> int:
    """How good a hex is to retreat into: free of enemy zones, in one with a friend there, in one without."""
    if not zones >> there & 1:
        return FREE
    return CONTESTED if pos.held[side] >> there & 1 else UNCONTESTED


def retreat_places(pos: DarkSandsPosition, side: int, origin: int, group: Mask) -> list[int]:
    """20.3.4 The hexes a retreat may go to next: first by zones, then by the compass."""
    box = pos.box
    here = pos.where[lowest(group)]
    zones = retreat_zones(pos, side)
    way = box.compass[box.section[here], side]
    ranked: dict[tuple[int, bool], list[int]] = {}
    for there, _ in box.costs[pos.bypass == BUILT][bool(group & box.armour)][here]:
        if not retreat_barred(pos, side, origin, here, there):
            rank = (retreat_class(pos, side, zones, there), box.direction(here, there) not in way)
            ranked.setdefault(rank, []).append(there)
    return ranked[min(ranked)] if ranked else []


class RetreatStep(Step[DarkSandsPosition]):
    """One hex of a retreat."""

    name = "retreat.step"
    rule = "20.3.4"
    verbs = ("to",)

    class Args(NamedTuple):
        """Who retreats, and how far still."""

        origin: int
        """The hex first held."""
        group: int
        """The units, as bits."""
        left: int
        """Center hexes still to go; an end-map hex counts two."""
        first: int
        """1 while the order for the first step lost in a combat still holds (20.3.2)."""

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        origin, group, left, _ = self.Args(*frame.args)
        here = pos.where[(group & -group).bit_length() - 1]
        far = counted(-(-left // pos.box.weight[here]), "hex")
        return Ask(
            f"Retreat from {short_place(pos.box, origin)}", f"Choose the next hex: {far} still to go.", (self.rule,)
        )

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, (origin, group, *_) = frame.side, self.Args(*frame.args)
        group = alive(pos, group)
        if not group & ~pos.box.hqs:
            return [("end",)]
        return [("to", place) for place in retreat_places(pos, side, origin, group)] or [("stuck",)]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (origin, group, left, first) = frame.side, self.Args(*frame.args)
        box, group = pos.box, alive(pos, group)
        fighters = group & ~box.hqs
        match action:
            case ("to", place):
                bad = retreat_class(pos, side, retreat_zones(pos, side), place) == UNCONTESTED
                pos.note("20.3.4", "retreats", group, place)
                for unit in places_in(group):
                    enter(pos, unit, place)
                left -= box.weight[place]
                if left > 0:
                    swap(pos, "retreat.step", side, origin, group, left, 0 if bad else first)
                else:
                    swap(pos, "retreat.end", side, origin, group)
                if bad:
                    pos.note("20.3.4", "zone_toll", place)
                    push(pos, "loss", side, fighters, 1, first, 0)
            case ("stuck",):
                here = pos.where[lowest(group)]
                missing = -(-left // box.weight[here])
                swap(pos, "retreat.end", side, origin, group)
                pos.note("20.3.4", "stuck", here, missing)
                push(pos, "loss", side, fighters, missing, first, 0)
            case _:
                swap(pos, "retreat.end", side, origin, group)


class RetreatEnd(Auto[DarkSandsPosition]):
    """The end of a retreat: death in an uncontested zone, stacking, headquarters left alone."""

    name = "retreat.end"
    rule = "20.3.4"

    class Args(NamedTuple):
        """The hex first held, and the units as bits."""

        origin: int
        group: int

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        side, (origin, group) = frame.side, self.Args(*frame.args)
        pop(pos)
        group = alive(pos, group)
        if not group:
            return
        here = pos.where[lowest(group)]
        alone = not pos.piles[here] & ~group
        if alone and not group & ~pos.box.hqs:
            displace_at(pos, side, here)
            return
        if here != origin and alone and retreat_zones(pos, side) >> here & 1:
            eliminate_all(pos, group, "20.3.4")
            return
        hqs = pos.piles[here] & pos.box.hqs
        if group & hqs and hqs.bit_count() > 1:
            push(pos, "hq.displace", side, (group & hqs).bit_length() - 1)
        if stack_barred(pos, pos.piles[here]) == "7.2":
            push(pos, "stacks.trim", side, here, group)


STEPS = (Retreat(), RetreatStep(), RetreatEnd())
