"""The view: what a side is shown, as one typed contract.

`docs/view.md` tells what each part means; the client's types (`web/src/lib/view.ts`) and the tables of that page are
made from this module by `tools.view_types`. Parts that do not apply are left out.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from sandtable.engine.battle import Battle, DiceRow, Side, Sum
from sandtable.engine.documents import Value

Decider = str
"""A side, or `"chance"`."""


class StepView(TypedDict):
    """One step of the sequence of play."""

    id: str
    label: str
    rule: NotRequired[str]


class TurnView(TypedDict):
    """The turn, and a label for each turn of the ribbon."""

    now: int
    of: NotRequired[int]
    label: NotRequired[str]
    labels: NotRequired[list[str]]


class PhaseView(TypedDict):
    """Where in the sequence of play the game is."""

    now: str
    steps: list[StepView]


class PromptView(TypedDict):
    """What is asked, or what the others are doing."""

    title: str
    text: str
    rules: list[str]
    again: NotRequired[str]
    """A question that comes up time and again, by what it is about: an answer may stand for the rest of the turn."""


class StatView(TypedDict):
    """A figure of a side that a player keeps an eye on."""

    label: str
    value: float | str
    of: NotRequired[float]
    mark: NotRequired[float]
    """The value at which something happens."""


class SideView(TypedDict):
    """A side: its name, its score and its figures."""

    label: str
    short: NotRequired[str]
    score: NotRequired[float | str]
    score_label: NotRequired[str]
    stats: NotRequired[list[StatView]]
    notes: NotRequired[list[str]]


class MarkView(TypedDict):
    """Something that lies on a place."""

    kind: str
    side: NotRequired[Side | None]
    label: NotRequired[str]


class PlaceView(TypedDict):
    """What a place carries now."""

    control: NotRequired[Side | None]
    marks: NotRequired[list[MarkView]]


class MarkerView(TypedDict):
    """A marker on the map that is no piece."""

    at: str
    kind: str
    side: NotRequired[Side | None]
    label: NotRequired[str]


class PieceView(TypedDict):
    """A counter or block."""

    id: int
    at: str
    """A place, or a box such as `lost`."""
    side: Side
    nation: NotRequired[str]
    name: NotRequired[str]
    formation: NotRequired[str]
    stripe: NotRequired[str]
    symbol: NotRequired[str]
    size: NotRequired[str]
    left: NotRequired[str]
    right: NotRequired[str]
    middle: NotRequired[str]
    steps: NotRequired[int]
    steps_max: NotRequired[int]
    reduced: NotRequired[bool]
    strength: NotRequired[float]
    hidden: NotRequired[bool]
    """The viewer may not see its face."""
    moved: NotRequired[bool]
    active: NotRequired[bool]
    unsupplied: NotRequired[bool]
    disrupted: NotRequired[bool]
    marks: NotRequired[list[str]]
    note: NotRequired[str]


class ChitView(TypedDict):
    """A chit, face up."""

    label: str
    colour: NotRequired[str]
    side: NotRequired[Side]


class TrackBoxView(TypedDict):
    """A box of a track."""

    label: str
    chit: NotRequired[ChitView | None]
    now: NotRequired[bool]


class TrackView(TypedDict):
    """A track beside the map."""

    id: str
    label: str
    note: NotRequired[str]
    boxes: list[TrackBoxView]


class CardView(TypedDict):
    """A card or chit of a hand."""

    id: int | str
    label: str
    face: NotRequired[Literal["up", "down"]]
    colour: NotRequired[str]
    side: NotRequired[Side]
    chosen: NotRequired[bool]
    note: NotRequired[str]


class HandView(TypedDict):
    """What a side holds."""

    id: str
    side: Side
    label: str
    cards: list[CardView]


class BoxView(TypedDict):
    """A place off the map that pieces may be in."""

    id: str
    label: str


class CardChoice(TypedDict):
    """The card that is clicked for an order."""

    hand: str
    id: int | str


class CardsChoice(TypedDict):
    """The cards that an order lays together, by their labels."""

    hand: str
    labels: list[str]


class OrderMore(TypedDict):
    """What a verb may show besides its words: a card, switches, a question, the way and its cost."""

    rule: NotRequired[str]
    piece: NotRequired[int | None]
    place: NotRequired[str | None]
    card: NotRequired[CardChoice]
    cards: NotRequired[CardsChoice]
    choice: NotRequired[dict[str, str]]
    """The switches it is a value of: several orders that differ in one thing each."""
    ask: NotRequired[str]
    """What should be asked before it is carried out."""
    cost: NotRequired[str]
    risk: NotRequired[str]
    """What may go wrong on the way, in a few words: its place is marked unlike those that are safe to reach."""
    odds: NotRequired[bool]
    """It starts no battle, but a forecast may be asked for: a fight that goes on."""
    path: NotRequired[list[str]]
    key: NotRequired[str]


class OrderView(OrderMore):
    """One legal action."""

    do: list[Value]
    """The action itself, sent back unchanged."""
    text: str
    battle: NotRequired[bool]
    lift: NotRequired[bool]
    """It takes a piece or stack up, to choose its place next."""
    down: NotRequired[bool]
    """It sets down what is in hand, and nothing else."""
    opens: NotRequired[bool]
    """It only opens the next choice, which can be left again."""
    main: NotRequired[bool]


class OutcomeView(TypedDict):
    """How the game ended."""

    winner: Side | None
    kind: str
    score: dict[str, int]


class Shown(TypedDict):
    """The game's own part of the view."""

    turn: TurnView
    phase: PhaseView
    sides: dict[Side, SideView]
    places: dict[str, PlaceView]
    pieces: list[PieceView]
    markers: NotRequired[list[MarkerView]]
    tracks: NotRequired[list[TrackView]]
    hands: NotRequired[list[HandView]]
    boxes: NotRequired[list[BoxView]]
    battle: NotRequired[Battle]


class View(Shown):
    """All that a side may know."""

    format: int
    game: str
    scenario: str
    viewer: Side | None
    side: Decider | None
    """Who decides now; None when it is over."""
    prompt: PromptView
    dice: list[DiceRow]
    actions: list[OrderView]
    undo: NotRequired[bool]
    """May the viewer take an action back? The table says it, not the game."""
    outcome: OutcomeView | None


class LogText(TypedDict):
    """An event in words."""

    text: str
    side: Side | None
    places: list[str]
    dice: NotRequired[list[DiceRow]]
    sum: NotRequired[Sum]


class LogLine(LogText):
    """One line of the log."""

    n: int
    turn: int
    rule: str
    table: NotRequired[bool]
    """Written by the table itself, not by the game: an undo by consent, a resignation."""


class ForecastSide(TypedDict):
    """One side of a battle that may be fought."""

    side: Side
    label: str
    note: NotRequired[str]


ForecastResult = TypedDict("ForecastResult", {"label": str, "chance": float, "for": str | None})
"""A result with its chance, and whom it favours."""


class Goal(TypedDict):
    """What an attack is for, in words that follow a percentage ("to take the hex"), and how likely that is."""

    label: str
    chance: float


class Losses(TypedDict):
    """How likely it is to lose 0, 1, 2, ... steps."""

    attacker: list[float]
    defender: list[float]
    points: NotRequired[str]
    """What the defender's figures count, where it is not steps."""


class ForecastView(TypedDict):
    """The distribution of a battle's results before it is committed."""

    title: str
    rule: NotRequired[str]
    attacker: ForecastSide
    defender: ForecastSide
    results: list[ForecastResult]
    goal: NotRequired[Goal]
    losses: NotRequired[Losses]
    exact: bool
    samples: NotRequired[int | None]
    sum: NotRequired[Sum]
    basis: NotRequired[str]
    """What the figures leave out, in a few words: shown where they are not exact."""


class AreaView(TypedDict):
    """Places that an overlay tints."""

    side: Side | None
    label: str
    places: list[str]


class PathView(TypedDict):
    """A line that an overlay draws."""

    side: Side | None
    label: str
    places: list[str]


class OverlayView(TypedDict):
    """One overlay of the map."""

    areas: list[AreaView]
    paths: list[PathView]


class Reason(TypedDict):
    """Why something is not possible."""

    rule: str
    text: str


class BoardPlace(TypedDict):
    """A place of the drawn map."""

    x: float
    y: float
    name: NotRequired[str]
    terrain: NotRequired[str]
    section: NotRequired[str]
    label: NotRequired[tuple[float, float, float]]
    """Middle of the drawn name's base line, and its size."""
    poly: NotRequired[list[tuple[float, float]]]
    neighbours: NotRequired[list[str]]
    features: NotRequired[list[str]]
    """What is drawn in the place: fort, port, oasis."""
    lines: NotRequired[list[str]]
    """The roads and tracks through it."""


class LegendItem(TypedDict):
    """A line of the legend."""

    kind: str
    label: str
    note: NotRequired[str]


class Board(TypedDict):
    """The map's geometry, `data/board.json`: it does not change during a game."""

    title: str
    width: float
    height: float
    hex: float
    legend: NotRequired[list[LegendItem]]
    places: dict[str, BoardPlace]


def shares(values: list[int]) -> list[float]:
    """How often 0, 1, 2, ... came up."""
    return [values.count(number) / len(values) for number in range(max(values) + 1)]
