"""Rommel in the Desert as the engine knows it: scenarios, options, set-up and the hooks for showing and guessing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sandtable.engine.flow import Action, Ask
from sandtable.engine.game import Card, Game, Option, Scenario
from sandtable.engine.packs import ON_THE_GLOBE, Pack
from sandtable.engine.words import counted
from sandtable.games.rommel import charts, faults, forecast, guess, view
from sandtable.games.rommel.board import Board
from sandtable.games.rommel.box import Plan, RommelBox, read_blocks, read_plans, read_tables
from sandtable.games.rommel.figures import FIGURES, GROUND
from sandtable.games.rommel.notation import SIDES_SAID
from sandtable.games.rommel.orders import REASONS, ROMMEL_ORDERS
from sandtable.games.rommel.overlays import OVERLAYS
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.report import ROMMEL_LOG
from sandtable.games.rommel.rules.r11_setup import first_position
from sandtable.games.rommel.sequence import STEPS


class Rommel(Game[RommelBox, RommelPosition]):
    """Hidden blocks, secret supply."""

    id = "rommel"
    title = "Rommel in the Desert"
    rules_version = 3
    card = Card(
        period="The desert war, 1940-42",
        blurb="Blocks that hide their faces, supply cards laid face down, and lines of supply that decide everything.",
        length="1 to 20 months",
        minutes="45 min to an evening or two",
        board="large hexes",
        weight=3,
        sides={
            "allied": ("Allies", "Hold Tobruk and Egypt; wear the Axis down."),
            "axis": ("Axis", "Strike, bluff, take Tobruk, reach Alexandria."),
        },
    )
    options: ClassVar[Mapping[str, Option]] = {
        "shielding": Option(
            "Guns behind the front",
            False,
            "Anti-tank and artillery blocks cannot be named as targets while armour or infantry stands with them.",
            "4.9",
        ),
        "withdrawals": Option(
            "Troops recalled",
            False,
            "The Australians leave in October 1941, the 70th Division and the Poles in March 1942, as in history.",
            "9.3.4",
        ),
    }
    sides_said = SIDES_SAID
    place_columns = ON_THE_GLOBE
    orders = ROMMEL_ORDERS
    reasons = REASONS
    log = ROMMEL_LOG
    over_text = Ask("The campaign is over", "", ("10.2",))
    overlays = OVERLAYS
    figures = FIGURES
    ground = GROUND
    box_class = RommelBox
    position = RommelPosition
    show = staticmethod(view.show)
    guess = staticmethod(guess.guess)
    faults = staticmethod(faults.faults)
    forecast = staticmethod(forecast.forecast)
    charts = staticmethod(charts.charts)

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)
        self.blocks = read_blocks(pack)
        self.tables = read_tables(pack, self.map.index)
        self.plans = read_plans(pack, self.map.index, self.blocks)
        self.board = Board(self.map)
        self.scenarios = {plan.id: Scenario(plan.title, length(plan), plan.notes) for plan in self.plans.values()}

    def turn_said(self, pos: RommelPosition, turn: int) -> int:
        """The months of a scenario, counted from its first."""
        return turn - pos.box.plan.first + 1

    def refusal(self, pos: RommelPosition, action: Action, rule: str) -> str:
        match rule, action:
            case "2.1", (_, int(unit)) if unit in pos.box.units[pos.stack[-1].side] and pos.moved[unit]:
                return "that block has moved already"
        return super().refusal(pos, action, rule)

    def setup(self, box: RommelBox) -> RommelPosition:
        return first_position(box)


def length(plan: Plan) -> str:
    """How long a scenario is."""
    return counted(plan.last - plan.first + 1, "month")
