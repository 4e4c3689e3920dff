"""The Dark Sands as the engine knows it: scenarios, set-up and the hooks for showing."""

from __future__ import annotations

from sandtable.engine.documents import Options
from sandtable.engine.flow import Action, Ask
from sandtable.engine.game import Card, Game, Scenario
from sandtable.engine.packs import ON_THE_GLOBE, Pack
from sandtable.engine.position import Event
from sandtable.engine.view import LogText
from sandtable.games.dark_sands import charts, forecast, report, scenarios, view
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.faults import faults
from sandtable.games.dark_sands.figures import FIGURES, GROUND
from sandtable.games.dark_sands.notation import SIDES_SAID
from sandtable.games.dark_sands.orders import DARK_ORDERS, REASONS
from sandtable.games.dark_sands.overlays import OVERLAYS
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.refusals import refusal
from sandtable.games.dark_sands.sequence import STEPS

LAST_TURN = 17


class DarkSands(Game[DarkSandsBox, DarkSandsPosition]):
    """The war in the desert from Compass to Alamein."""

    id = "dark-sands"
    title = "The Dark Sands"
    rules_version = 4
    card = Card(
        period="December 1940 to December 1942",
        blurb="Action chits drive two armies over three maps, from El Agheila to Alexandria.",
        length="2 to 17 turns",
        minutes="60 min a scenario",
        board="hexes, two scales",
        weight=4,
        sides={
            "allied": ("Allies", "Hold Egypt, take Benghazi."),
            "axis": ("Axis", "Panzers strike twice: Tobruk, then the Nile."),
        },
    )
    sides_said = SIDES_SAID
    place_columns = ON_THE_GLOBE
    orders = DARK_ORDERS
    reasons = REASONS
    log = report.DARK_LOG
    over_text = Ask("The campaign is over", "", ("5.0",))
    overlays = OVERLAYS
    figures = FIGURES
    ground = GROUND
    battle_event = "attack"
    box_class = DarkSandsBox
    position = DarkSandsPosition
    show = staticmethod(view.show)
    faults = staticmethod(faults)
    forecast = staticmethod(forecast.forecast)
    charts = staticmethod(charts.charts)

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, STEPS)
        self.sheets = scenarios.read_scenarios(pack)
        self.scenarios = self._scenarios()

    def _scenarios(self) -> dict[str, Scenario]:
        """Each scenario, then the campaign from each, the whole one first."""
        found = {
            name: Scenario(sheet["title"], f"turns {sheet['first']} to {sheet['last']}", sheet["notes"])
            for name, sheet in self.sheets.items()
        }
        for name, sheet in self.sheets.items():
            whole = sheet["first"] == 1
            title = "Campaign" if whole else f"Campaign from {sheet['title']}"
            notes = "The whole war, won by victory points or by taking the other side's base."
            found["campaign" if whole else f"campaign-{name}"] = Scenario(
                title, f"turns {sheet['first']} to {LAST_TURN}", notes
            )
        return found

    def make_box(self, scenario: str, options: Options) -> DarkSandsBox:
        campaign = scenario.startswith("campaign")
        name = scenario.removeprefix("campaign").removeprefix("-") or next(iter(self.sheets))
        if self._boxes:  # reading the counters and the map once is enough
            known = next(iter(self._boxes.values()))
            return known.for_scenario(scenario, options, name, self.sheets[name], campaign)
        return DarkSandsBox(self, scenario, options, name, self.sheets[name], campaign)

    def refusal(self, pos: DarkSandsPosition, action: Action, rule: str) -> str:
        return refusal(pos, action, rule) or super().refusal(pos, action, rule)

    def setup(self, box: DarkSandsBox) -> DarkSandsPosition:
        if box.first is None:
            box.first = scenarios.set_up(box)
        return box.first.copy()

    def tell(self, pos: DarkSandsPosition, event: Event, viewer: int | None) -> LogText | None:
        """An event, with units called by the names they had then."""
        return self.log.tell(report.then(pos, event.n), event)
