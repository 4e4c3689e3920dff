"""5.0 Random events: one of thirty-six a turn; early, repeated and impossible ones count as none."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.chance import DiceRoll, die_products
from sandtable.engine.flow import Action, Auto, Chance, Frame, Outcomes, Step, pop, push
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r10_losses import lose_step
from sandtable.games.western_desert.rules.r13_leaders import casualty
from sandtable.games.western_desert.terms import ARMOR, DUE, INTACT, TOBRUK

SANDSTORM, FLEET_SORTIE, MALTA_QUIET, MALTA_STRIKES, NO_GERMANS, SIGNALS, ULTRA, MINE_SHORTAGE = (
    1 << n for n in range(8)
)
PRESSURE, NO_RETREAT, TANK_CONVOY, LEND_LEASE, EARLY_UNIT = (1 << n for n in range(8, 13))
ON_LEAVE = (1 << 13, 1 << 14)
AIR_REINFORCED = (1 << 15, 1 << 16)
ENGINEERS = (1 << 17, 1 << 18)
BREAKDOWN_RANGE = 2
JAPAN_DRAIN = 3
SIGNALS_TURN = 20
"""From this turn on the Allies read the enemy's signals; before it the Axis does."""


def signals_side(turn: int) -> int:
    """Who may roll the organisation die again under Signals Intelligence."""
    return ALLIED if turn >= SIGNALS_TURN else AXIS


def _mark(*effects: int) -> Callable[[WesternDesertPosition], bool]:
    def happen(pos: WesternDesertPosition) -> bool:
        for effect in effects:
            pos.effects |= effect
        return True

    return happen


def _demand(units: int) -> Callable[[WesternDesertPosition], bool]:
    def happen(pos: WesternDesertPosition) -> bool:
        pos.demand += units
        return True

    return happen


def _points_lost(side: int, points: int) -> Callable[[WesternDesertPosition], bool]:
    def happen(pos: WesternDesertPosition) -> bool:
        if not pos.points[side]:
            return False
        pos.gain(side, -points)
        return True

    return happen


def _reconstruction(pos: WesternDesertPosition) -> bool:
    if pos.fortress[TOBRUK] == INTACT:
        return False
    pos.fortress[TOBRUK] += 1
    return True


def _captured_fuel(pos: WesternDesertPosition) -> bool:
    if pos.captor < 0:
        return False
    pos.gain(pos.captor, 1)
    return True


def _convoy(pos: WesternDesertPosition) -> bool:
    pos.gain(ALLIED, 3)
    pos.effects |= TANK_CONVOY
    return True


def _japan(pos: WesternDesertPosition) -> bool:
    pos.japan = pos.turn + 2
    return True


def _assassination(pos: WesternDesertPosition) -> bool:
    if pos.where[pos.box.rommel] < 0 or pos.reduced[pos.box.rommel]:
        return False
    push(pos, "event.rommel", CHANCE)
    return True


def _leave(pos: WesternDesertPosition) -> bool:
    push(pos, "event.leave", CHANCE)
    return True


def _breakdown(pos: WesternDesertPosition) -> bool:
    sides = [side for side in (AXIS, ALLIED) if worn_out(pos, side)]
    for side in sides:
        push(pos, "event.breakdown", side)
    return bool(sides)


def _early_unit(pos: WesternDesertPosition) -> bool:
    if not due_next_turn(pos):
        return False
    pos.effects |= EARLY_UNIT
    return True


def worn_out(pos: WesternDesertPosition, side: int) -> list[int]:
    """Full-strength armour far from its depot."""
    box, depot = pos.box, pos.depot[side]
    return [
        unit
        for unit in box.fighters[side]
        if box.kind[unit] == ARMOR
        and box.step_count[unit] == 2
        and not pos.reduced[unit]
        and pos.where[unit] >= 0
        and (depot < 0 or box.distance(depot, pos.where[unit]) > BREAKDOWN_RANGE)
    ]


def due_next_turn(pos: WesternDesertPosition) -> list[int]:
    """Axis units that come next turn."""
    return [unit for unit in pos.box.fighters[AXIS] if pos.where[unit] == DUE and pos.arrives[unit] == pos.turn + 1]


EVENTS: dict[str, Callable[[WesternDesertPosition], bool]] = {
    "no-event": lambda pos: True,
    "tobruk-reconstruction": _reconstruction,
    "sandstorm": _mark(SANDSTORM),
    "italian-fleet-sortie": _mark(FLEET_SORTIE),
    "captured-fuel": _captured_fuel,
    "special-allied-convoy": _convoy,
    "malta-neutralised": _mark(MALTA_QUIET),
    "malta-strikes": _mark(MALTA_STRIKES),
    "greek-crisis": _demand(3),
    "iraq-revolt": _demand(2),
    "syrian-campaign": _demand(2),
    "russian-front-priority": _mark(NO_GERMANS),
    "japanese-entry": _japan,
    "allied-convoy-sunk": _points_lost(ALLIED, 2),
    "axis-convoy-sunk": _points_lost(AXIS, 2),
    "rommel-assassination": _assassination,
    "commander-on-leave": _leave,
    "signals-intelligence": _mark(SIGNALS),
    "ultra": _mark(ULTRA),
    "long-range-desert-group": _points_lost(AXIS, 1),
    "mechanical-breakdown": _breakdown,
    "reinforcement-convoy": _early_unit,
    "desert-air-force": _mark(AIR_REINFORCED[ALLIED]),
    "fliegerkorps-x": _mark(AIR_REINFORCED[AXIS]),
    "mine-shortage": _mark(MINE_SHORTAGE),
    "engineers": _mark(*ENGINEERS),
    "political-pressure": _mark(PRESSURE),
    "fuehrer-directive": _mark(NO_RETREAT),
    "lend-lease-armour": _mark(LEND_LEASE),
}
"""What each event of events.csv does; False when it cannot happen."""


def event_barred(pos: WesternDesertPosition, roll: int) -> str | None:
    """Why the event of a roll cannot happen this turn, as a word, or None."""
    row = pos.box.events[roll]
    if pos.turn < row["earliest"]:
        return "early"
    if row["once"] and pos.used_events >> roll & 1:
        return "again"
    return None


class BeginTurn(Auto[WesternDesertPosition]):
    """A new turn: last month's events are over."""

    name = "turn.begin"
    rule = "4.0"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        pos.event = pos.effects = pos.demand = 0
        pos.phase = "events"
        pos.note("4.0", "turn", pos.turn)
        pop(pos)


class RollEvent(Chance[WesternDesertPosition]):
    """The Allied die gives the tens, the Axis die the ones."""

    name = "event.roll"
    rule = "5.0"
    title = "This month's event"

    def outcomes(self, pos: WesternDesertPosition, frame: Frame) -> Outcomes:
        return die_products(2)

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        roll = action[1] * 10 + action[2]
        why = event_barred(pos, roll)
        if why is None and not EVENTS[pos.box.events[roll]["event"]](pos):
            why = "impossible"
        pos.note("5.0", "event", roll, why or "")
        if why is None:
            pos.event = roll
            pos.used_events |= 1 << roll


class RollForRommel(DiceRoll[WesternDesertPosition]):
    """Rommel Assassination: he is hit on a 1 or 2."""

    name = "event.rommel"
    rule = "5.0"

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        pos.note("5.0", "rommel_roll", action[1])
        if action[1] <= 2:
            casualty(pos, pos.box.rommel)


class RollForLeave(DiceRoll[WesternDesertPosition]):
    """Commander on Leave: odd the Allied side's leaders, even the Axis side's."""

    name = "event.leave"
    rule = "5.0"

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        side = ALLIED if action[1] % 2 else AXIS
        pos.effects |= ON_LEAVE[side]
        pos.note("5.0", "on_leave", side, action[1])


class Breakdown(Step[WesternDesertPosition]):
    """Mechanical Breakdown: the owner chooses which armour is reduced."""

    name = "event.breakdown"
    rule = "5.0"
    title = "Mechanical breakdown"
    text = "One armour unit far from the depot is reduced. Choose which."
    verbs = ("break",)

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        return [("break", unit) for unit in worn_out(pos, frame.side)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        lose_step(pos, action[1], "5.0")


STEPS = (BeginTurn(), RollEvent(), RollForRommel(), RollForLeave(), Breakdown())
