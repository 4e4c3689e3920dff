"""Bravery in the Sand as the engine knows it: scenario, option, set-up and the hooks for showing and guessing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.engine.flow import Action, Ask, push
from sandtable.engine.game import Card, Game, Option, Scenario
from sandtable.engine.packs import ON_THE_GLOBE, Pack, Reader, one_of, whole_or_none
from sandtable.engine.sides import ALLIED
from sandtable.engine.view import Shown
from sandtable.games.bravery import charts, faults, forecast, guess, view
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.figures import FIGURES, GROUND
from sandtable.games.bravery.notation import SIDES_SAID
from sandtable.games.bravery.orders import BRAVERY_ORDERS, REASONS
from sandtable.games.bravery.overlays import OVERLAYS
from sandtable.games.bravery.position import NOWHERE, BraveryPosition
from sandtable.games.bravery.refusals import refusal
from sandtable.games.bravery.report import BRAVERY_LOG
from sandtable.games.bravery.sequence import STEPS


class Bravery(Game[BraveryBox, BraveryPosition]):
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
    sides_said = SIDES_SAID
    place_columns: ClassVar[Mapping[str, Reader]] = {
        "control": one_of("", "allied", "axis"),
        "vp": whole_or_none,
        "setup": str,
        **ON_THE_GLOBE,
    }
    orders = BRAVERY_ORDERS
    reasons = REASONS
    log = BRAVERY_LOG
    over_text = Ask("The battle is over", "", ("13",))
    overlays = OVERLAYS
    figures = FIGURES
    ground = GROUND
    box_class = BraveryBox
    position = BraveryPosition
    show = staticmethod(view.show)
    guess = staticmethod(guess.guess)
    faults = staticmethod(faults.faults)
    forecast = staticmethod(forecast.forecast)
    charts = staticmethod(charts.charts)

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)

    def shown(self, pos: BraveryPosition, viewers: Sequence[int | None]) -> list[Shown]:
        """The views differ in the chits alone (5.1.2)."""
        alike = view.show_to_all(pos)
        return [view.with_cup(alike, pos, viewer) for viewer in viewers]

    def refusal(self, pos: BraveryPosition, action: Action, rule: str) -> str:
        return refusal(pos, action, rule) or super().refusal(pos, action, rule)

    def setup(self, box: BraveryBox) -> BraveryPosition:
        """3 Every unit at full strength in the hex of its formation, control as the book has it."""
        pos = BraveryPosition(box)
        count = len(box.units)
        pos.where = [unit.home for unit in box.units]
        pos.strength = [2] * count
        pos.marker = [0] * count
        pos.came_from = [NOWHERE] * count
        pos.markers = 0
        pos.declared = ()
        pos.axis_held = box.axis_at_start
        pos.cup = (0, 0)
        pos.drawn = ()
        pos.refitted = pos.directive = pos.under_directive = 0
        pos.field = NOWHERE
        pos.attacker = ALLIED
        pos.force = pos.damage = pos.leaving = ()
        pos.rounds = pos.rounds_least = 0
        pos.hits = (0, 0)
        push(pos, "turn", ALLIED, 0)
        return pos
