"""Western Desert Force as the engine knows it: the campaign, its set-up and the hooks for showing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sandtable.engine.flow import Action, Ask, push
from sandtable.engine.game import Card, Game, Scenario
from sandtable.engine.packs import ON_THE_GLOBE, Pack, Reader, one_of
from sandtable.engine.sides import ALLIED
from sandtable.games.western_desert import charts, forecast, view
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.faults import faults
from sandtable.games.western_desert.figures import FIGURES, GROUND
from sandtable.games.western_desert.notation import SIDES_SAID
from sandtable.games.western_desert.orders import REASONS, WESTERN_ORDERS
from sandtable.games.western_desert.overlays import OVERLAYS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.refusals import refusal
from sandtable.games.western_desert.report import WESTERN_LOG
from sandtable.games.western_desert.rules.r03_setup import set_up
from sandtable.games.western_desert.sequence import STEPS


class WesternDesert(Game[WesternDesertBox, WesternDesertPosition]):
    """The campaign from Compass to Alamein."""

    id = "western-desert"
    title = "Western Desert Force"
    card = Card(
        period="December 1940 to October 1942",
        blurb="Depots, attack points and long roads: the whole desert war, a month a turn.",
        length="23 turns",
        minutes="6 hours",
        board="hexes",
        weight=4,
        sides={
            "allied": ("Allies", "Destroy the enemy army and hold Tobruk. Other fronts want your units."),
            "axis": ("Axis", "Keep Tobruk, wear the enemy down, look at Alexandria."),
        },
    )
    scenarios: Mapping[str, Scenario] = {
        "campaign": Scenario("The campaign", "23 turns", "Compass, the Afrika Korps, Crusader, Gazala, Alamein."),
    }
    sides_said = SIDES_SAID
    place_columns: ClassVar[Mapping[str, Reader]] = {
        **dict.fromkeys(("zone_axis", "zone_allied"), one_of("", *"ABCDEF")),
        "control": one_of("", "allied", "axis"),
        **ON_THE_GLOBE,
    }
    orders = WESTERN_ORDERS
    reasons = REASONS
    log = WESTERN_LOG
    over_text = Ask("The campaign is over", "", ("17.0",))
    overlays = OVERLAYS
    figures = FIGURES
    ground = GROUND
    battle_event = "attack"
    rules_version = 3
    box_class = WesternDesertBox
    position = WesternDesertPosition
    show = staticmethod(view.show)
    faults = staticmethod(faults)
    forecast = staticmethod(forecast.forecast)
    charts = staticmethod(charts.charts)

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)

    def setup(self, box: WesternDesertBox) -> WesternDesertPosition:
        pos = set_up(box)
        push(pos, "turn", ALLIED, 0)
        return pos

    def refusal(self, pos: WesternDesertPosition, action: Action, rule: str) -> str:
        return refusal(pos, action, rule) or super().refusal(pos, action, rule)
