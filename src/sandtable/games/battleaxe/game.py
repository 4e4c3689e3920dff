"""Operation Battleaxe as the engine knows it: scenario, options, set-up and the hooks for showing and guessing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sandtable.engine.flow import Action, Ask, push
from sandtable.engine.game import Card, Game, Option, Scenario
from sandtable.engine.packs import ON_THE_GLOBE, Pack, Reader, one_of, whole
from sandtable.engine.sides import ALLIED
from sandtable.engine.words import SideName
from sandtable.games.battleaxe import charts, faults, forecast, guess, view
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.figures import FIGURES, GROUND
from sandtable.games.battleaxe.notation import SIDES_SAID
from sandtable.games.battleaxe.orders import BATTLEAXE_ORDERS, REASONS
from sandtable.games.battleaxe.overlays import OVERLAYS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.report import BATTLEAXE_LOG
from sandtable.games.battleaxe.rules.r05_setup import set_up
from sandtable.games.battleaxe.sequence import STEPS


class Battleaxe(Game[BattleaxeBox, BattleaxePosition]):
    """Three days of impulses on the Egyptian frontier."""

    id = "battleaxe"
    title = "Operation Battleaxe"
    rules_version = 3
    hidden = False
    card = Card(
        period="The frontier, June 1941",
        blurb="Impulse by impulse until the sun sets. Grab the strongpoints and hold them before the panzers come.",
        length="3 days",
        minutes="90 min",
        board="areas",
        weight=3,
        sides={
            "allied": ("Allies", "Take the strongpoints and hold them for three evenings."),
            "axis": ("Axis", "Hold out until the panzers come, then strike at the flank."),
        },
    )
    scenarios: Mapping[str, Scenario] = {
        "battleaxe": Scenario("Battleaxe", "3 days", "15 to 17 June 1941: the first attempt to relieve Tobruk.")
    }
    options: ClassVar[Mapping[str, Option]] = {
        "bids": Option(
            "Bid for sides", False, "Both players bid in secret. The higher bidder commands the Allies.", "18.1"
        ),
        "tiger_cubs": Option("Additional Tiger Cubs", False, "The Advantage can bring the Allies new tanks.", "19.1G"),
        "wireless_intercepts": Option(
            "Wireless intercepts", False, "The Advantage lets the Axis regroup and assault in one impulse.", "19.1H"
        ),
        "luftwaffe": Option(
            "Greater Luftwaffe intervention",
            False,
            "Axis aircraft from 16 June, and stronger Allied air support.",
            "19.2",
        ),
        "consolidated_4rtr": Option(
            "Consolidated 4th RTR", False, "One tank regiment in place of its three parts.", "19.3"
        ),
        "allied_reserves": Option("Allied reserves", False, "Free refits at Buq-Buq and Tobruk.", "19.4"),
        "italian_infantry": Option(
            "Italian infantry reliability",
            False,
            "Tanks frighten Italian infantry, which no longer combines arms.",
            "19.5",
        ),
        "tobruk_bonus": Option("Tobruk bonus", False, "A point once the Allies outnumber the besiegers.", "19.6"),
        "extended": Option("Extended game", False, "A fourth day when the third is too close to call.", "20"),
    }
    sides_said = SIDES_SAID
    place_columns: ClassVar[Mapping[str, Reader]] = {
        "control": one_of("", "allied", "axis"),
        "tem": whole,
        "vp": whole,
        **ON_THE_GLOBE,
    }
    orders = BATTLEAXE_ORDERS
    reasons = REASONS
    log = BATTLEAXE_LOG
    over_text = Ask("The operation is over", "", ("17",))
    overlays = OVERLAYS
    figures = FIGURES
    ground = GROUND
    box_class = BattleaxeBox
    position = BattleaxePosition
    show = staticmethod(view.show)
    guess = staticmethod(guess.guess)
    faults = staticmethod(faults.faults)
    forecast = staticmethod(forecast.forecast)
    charts = staticmethod(charts.charts)

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)

    def setup(self, box: BattleaxeBox) -> BattleaxePosition:
        pos = set_up(box)
        push(pos, "game", ALLIED, 0)
        return pos

    def side_said(self, pos: BattleaxePosition, side: int) -> SideName:
        """The army a seat commands: after a bid the seat called Axis may have the Allies."""
        return self.sides_said[side ^ pos.exchanged]

    def refusal(self, pos: BattleaxePosition, action: Action, rule: str) -> str:
        """8.2 An illegal move is refused with its rule, and no move is changed once dice have been rolled."""
        box = pos.box
        match rule, action:
            case "9.2", (_, int(place)) if place >= 0 and box.zones >> place & 1:
                return "entering a zone takes a whole movement allowance"
            case "11.5.1", (_, int(unit)) if unit >= 0 and box.germans >> unit & 1:
                return "German units at full strength do not give up an Axis strongpoint"
            case "13.3.3", (_, int(unit), *_) if unit >= 0 and box.tobruk_garrison >> unit & 1:
                return "the Tobruk garrison is rebuilt in Tobruk alone"
        return self.reason(rule)
