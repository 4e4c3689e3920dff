"""Operation Battleaxe as the engine knows it: scenario, options, set-up and the hooks for showing and guessing."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from sandtable.engine.charts import Chart
from sandtable.engine.flow import Action, push
from sandtable.engine.game import Card, Game, Option, Scenario
from sandtable.engine.packs import Pack
from sandtable.engine.position import Event, Position
from sandtable.engine.sides import ALLIED, NUMBER
from sandtable.games.battleaxe import charts, forecast, guess, overlays, report, view
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.faults import faults
from sandtable.games.battleaxe.figures import FIGURES, GROUND
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r05_setup import set_up
from sandtable.games.battleaxe.sequence import STEPS


class Battleaxe(Game):
    """Three days of impulses on the Egyptian frontier."""

    id = "battleaxe"
    title = "Operation Battleaxe"
    rules_version = 2
    hidden = False
    card = Card(
        period="The frontier, June 1941",
        blurb="Impulse by impulse until the sun sets. Smash, grab and hold before the panzers come.",
        length="3 days",
        minutes="90 min",
        board="areas",
        weight=3,
        sides={
            "allied": ("Allies", "Take the strongpoints and hold them for three evenings."),
            "axis": ("Axis", "Hold, wait for the panzers, then strike round the flank."),
        },
    )
    scenarios: Mapping[str, Scenario] = {
        "battleaxe": Scenario("Battleaxe", "3 days", "15 to 17 June 1941: the first attempt to relieve Tobruk.")
    }
    options: ClassVar[Mapping[str, Option]] = {
        "bids": Option("Bid for sides", False, "Both seats bid in secret; the higher bid commands the Allies.", "18.1"),
        "tiger_cubs": Option("Additional Tiger Cubs", False, "The Advantage can bring the Allies new tanks.", "19.1G"),
        "wireless_intercepts": Option(
            "Wireless intercepts", False, "The Advantage lets the Axis regroup and assault in one impulse.", "19.1H"
        ),
        "luftwaffe": Option(
            "Greater Luftwaffe intervention", False, "Axis aircraft from 16 June, and stronger Allied ones.", "19.2"
        ),
        "consolidated_4rtr": Option("Consolidated 4th RTR", False, "One whole tank regiment for its parts.", "19.3"),
        "allied_reserves": Option("Allied reserves", False, "Free refits at Buq-Buq and Tobruk.", "19.4"),
        "italian_infantry": Option(
            "Italian infantry reliability",
            False,
            "Tanks frighten Italian infantry, which no longer combines arms.",
            "19.5",
        ),
        "tobruk_bonus": Option("Tobruk bonus", False, "A point once the besiegers are outnumbered.", "19.6"),
        "extended": Option("Extended game", False, "A fourth day when the third is too close to call.", "20"),
    }
    overlays = ("supply", "reach", "control", "victory")
    figures = FIGURES
    ground = GROUND
    position = BattleaxePosition

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)

    def make_box(self, scenario: str, options: Mapping[str, Any]) -> BattleaxeBox:
        return BattleaxeBox(self, scenario, options)

    def setup(self, box: BattleaxeBox) -> BattleaxePosition:
        pos = set_up(box)
        push(pos, "game", ALLIED, 0)
        return pos

    def show(self, pos: BattleaxePosition, viewer: int | None) -> dict[str, Any]:
        return view.show(pos, viewer)

    def show_action(self, pos: BattleaxePosition, action: Action) -> dict[str, Any]:
        return view.show_action(pos, action)

    def tell(self, pos: BattleaxePosition, event: Event, viewer: int | None) -> dict[str, Any] | None:
        return report.tell(pos, event)

    def guess(self, pos: BattleaxePosition, viewer: int, rng: Random) -> Position:
        return guess.guess(pos, viewer, rng)

    def forecast(self, pos: BattleaxePosition, action: Action) -> dict[str, Any] | None:
        return forecast.forecast(pos, action)

    def refusal(self, pos: BattleaxePosition, action: Action, rule: str) -> str:
        """8.2 An illegal move is refused with its rule, and no move is changed once dice have been rolled."""
        return view.refusal(pos, rule)

    def why_not(self, pos: BattleaxePosition, side: str, piece: int | None, place: str | None) -> dict[str, str] | None:
        return view.why_not(pos, NUMBER[side], piece, place)

    def charts(self, box: BattleaxeBox) -> list[Chart]:
        return charts.charts(box)

    def overlay(self, pos: BattleaxePosition, side: str | None, name: str) -> dict[str, Any]:
        return overlays.overlay(pos, name) if name in self.overlays else super().overlay(pos, side, name)

    def faults(self, pos: BattleaxePosition) -> list[str]:
        return faults(pos)
