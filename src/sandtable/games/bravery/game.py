"""Bravery in the Sand as the engine knows it: scenario, option, set-up and the hooks for showing and guessing."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from sandtable.engine.flow import Action, push
from sandtable.engine.game import Card, Game, Option, Scenario
from sandtable.engine.packs import Pack
from sandtable.engine.position import Event, Position
from sandtable.engine.sides import ALLIED, NUMBER
from sandtable.games.bravery import forecast, guess, overlays, report, view
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.position import NOWHERE, BraveryPosition
from sandtable.games.bravery.sequence import STEPS


class Bravery(Game):
    """Operation Crusader in seven turns."""

    id = "bravery"
    title = "Bravery in the Sand"
    rules_version = 2
    card = Card(
        period="Crusader, November 1941",
        blurb="Chits in a cup decide who moves next. Seven short turns round Tobruk.",
        length="7 turns",
        minutes="60 min",
        board="hexes",
        weight=2,
        sides={
            "allied": ("Commonwealth", "Relieve Tobruk. Nine formations."),
            "axis": ("Axis", "Hold the ring. Panzers strike twice."),
        },
    )
    scenarios: Mapping[str, Scenario] = {"crusader": Scenario("Crusader", "7 turns", "20 November to 3 December 1941")}
    options: ClassVar[Mapping[str, Option]] = {
        "eighteen_chits": Option(
            "Eighteen chits",
            False,
            "A second chit for each panzer division, for those who count the chits of the Afrika Korps apart.",
            "2.1.3",
        )
    }
    overlays = ("reach", "control", "victory")
    position = BraveryPosition

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)

    def make_box(self, scenario: str, options: Mapping[str, Any]) -> BraveryBox:
        return BraveryBox(self, scenario, options)

    def setup(self, box: BraveryBox) -> BraveryPosition:
        """3 Every unit at full strength in the hex of its formation, control as the book has it."""
        pos = BraveryPosition(box)
        count = len(box.units)
        pos.where = [unit.home for unit in box.units]
        pos.strength = [2] * count
        pos.marker = [0] * count
        pos.came = [NOWHERE] * count
        pos.markers = 0
        pos.declared = ()
        pos.axis_held = box.axis_at_start
        pos.cup = (0, 0)
        pos.drawn = ()
        pos.refitted = pos.directive = pos.spur = 0
        pos.field = NOWHERE
        pos.attacker = ALLIED
        pos.force = pos.damage = pos.leaving = ()
        pos.rounds = pos.rounds_least = 0
        pos.hits = (0, 0)
        push(pos, "turn", ALLIED, 0)
        return pos

    def show(self, pos: BraveryPosition, viewer: int | None) -> dict[str, Any]:
        return view.show(pos, viewer)

    def show_action(self, pos: BraveryPosition, action: Action) -> dict[str, Any]:
        return view.show_action(pos, action, view.ways(pos))

    def show_actions(self, pos: BraveryPosition) -> list[dict[str, Any]]:
        ways = view.ways(pos)
        return [{"do": list(action), **view.show_action(pos, action, ways)} for action in pos.actions()]

    def tell(self, pos: BraveryPosition, event: Event, viewer: int | None) -> dict[str, Any] | None:
        return report.tell(pos.box, event)

    def guess(self, pos: BraveryPosition, viewer: int, rng: Random) -> Position:
        return guess.guess(pos, viewer, rng)

    def forecast(self, pos: BraveryPosition, action: Action) -> dict[str, Any] | None:
        return forecast.forecast(pos, action)

    def refusal(self, pos: BraveryPosition, action: Action, rule: str) -> str:
        return view.refusal(pos, rule)

    def why_not(self, pos: BraveryPosition, side: str, piece: int | None, place: str | None) -> dict[str, str] | None:
        return view.why_not(pos, NUMBER[side], piece, place)

    def overlay(self, pos: BraveryPosition, side: str | None, name: str) -> dict[str, Any]:
        return overlays.overlay(pos, name) if name in self.overlays else super().overlay(pos, side, name)

    def faults(self, pos: BraveryPosition) -> list[str]:
        found = []
        for unit, (place, strength) in enumerate(zip(pos.where, pos.strength, strict=True)):
            name = pos.box.units[unit].id
            if (place >= 0) != (strength > 0) or not 0 <= strength <= 2:
                found.append(f"{name} has strength {strength} in {place}")
            if place >= 0 and not pos.box.land >> place & 1:
                found.append(f"{name} stands in the sea")
            if pos.box.fixed[unit] and place not in (NOWHERE, pos.box.units[unit].home):
                found.append(f"garrison {name} has moved")
            if pos.marker[unit] and not pos.holds(place, 1 - pos.box.units[unit].side):
                found.append(f"{name} is under a marker with no enemy near")
        if pos.stack and pos.stack[-1][0] in ("refit.choose", "cup.commit"):
            both = pos.occupied(0) & pos.occupied(1)
            if both:
                found.append(f"both sides are in {pos.box.names(both)} between turns")
        if pos.axis_held & ~pos.box.strategic:
            found.append("control of a hex that is not strategic")
        return found
