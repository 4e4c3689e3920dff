"""Skirmish as the engine knows it: scenarios, option, set-up and the hooks for showing and guessing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sandtable.engine.flow import Ask, push
from sandtable.engine.game import Card, Game, Option, Scenario
from sandtable.engine.packs import Pack
from sandtable.engine.position import Event
from sandtable.engine.sides import AXIS, CHANCE
from sandtable.engine.view import LogText
from sandtable_skirmish import faults, forecast, guess, view
from sandtable_skirmish.box import SkirmishBox
from sandtable_skirmish.orders import REASONS, SKIRMISH_ORDERS
from sandtable_skirmish.overlays import OVERLAYS
from sandtable_skirmish.position import SkirmishPosition
from sandtable_skirmish.report import SIDES_SAID, SKIRMISH_LOG
from sandtable_skirmish.sequence import STEPS, begin


class Skirmish(Game[SkirmishBox, SkirmishPosition]):
    """Two units at a well."""

    id = "skirmish"
    title = "Skirmish"
    card = Card(
        period="1941",
        blurb="Two units at a well.",
        length="6 turns",
        minutes="2 min",
        board="areas",
        weight=1,
        sides={"allied": ("Allies", "Outlast the company."), "axis": ("Axis", "Outlast the patrol.")},
    )
    scenarios: Mapping[str, Scenario] = {
        "well": Scenario("The well", "6 turns", "Two units at a well."),
        "storm": Scenario("Sandstorm", "6 turns", "The Axis attacks before the first card."),
        "duel": Scenario(
            "A duel", "2 turns", "Three cards each, two turns, nobody marches: small enough to be solved."
        ),
    }
    options: ClassVar[Mapping[str, Option]] = {"turns": Option("Turns", 6, rule="4", choices=(4, 6, 12))}
    sides_said = SIDES_SAID
    orders = SKIRMISH_ORDERS
    reasons = REASONS
    log = SKIRMISH_LOG
    over_text = Ask("The skirmish is over", "", ("4",))
    overlays = OVERLAYS
    box_class = SkirmishBox
    position = SkirmishPosition
    show = staticmethod(view.show)
    guess = staticmethod(guess.guess)
    faults = staticmethod(faults.faults)
    forecast = staticmethod(forecast.forecast)

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)

    def setup(self, box: SkirmishBox) -> SkirmishPosition:
        pos = SkirmishPosition(box)
        pos.where = [unit.home for unit in box.units]
        pos.steps = [unit.steps for unit in box.units]
        pos.hands, pos.chosen = (box.cards, box.cards), (0, 0)
        begin(pos)
        if box.scenario == "storm":
            push(pos, "fight", CHANCE, AXIS)
        return pos

    def tell(self, pos: SkirmishPosition, event: Event, viewer: int | None) -> LogText | None:
        """1 A card that is chosen is its owner's secret."""
        if event.kind == "card" and event.args[0] != viewer:
            return None
        return super().tell(pos, event, viewer)
