"""The odds of a battle before it is committed, from the resolver itself."""

from __future__ import annotations

from random import Random

from sandtable.engine.flow import Action
from sandtable.engine.sides import CHANCE, SIDES
from sandtable.engine.view import ForecastResult, ForecastView, shares
from sandtable.games.bravery.notation import KINDS, short_stack
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_retreat import RETREAT, STAY, fights_on
from sandtable.games.bravery.rules.r07_strength import account, attackers, defenders, in_battle, strength_of, works
from sandtable.games.bravery.rules.r08_combined import ATTACKS

SAMPLES = 400
STAND_AT = 2
"""In a forecast a side stands while it has more than this strength in halves, and half of the enemy's."""
LABELS: tuple[tuple[str, str, str | None], ...] = (
    ("won", "Game won", "attacker"),
    ("taken", "Hex taken", "attacker"),
    ("open", "Nobody stays", None),
    ("on", "It goes on", None),
    ("repulsed", "Repulsed", "defender"),
    ("lost", "Game lost", "defender"),
)


def forecast(pos: BraveryPosition, action: Action) -> ForecastView | None:
    """Outcomes of the battle this action starts, or of entering a hex and attacking at once, or of standing in a battle
    that goes on; a wait has none."""
    another = stood(pos, action)
    start = another or begun(pos, action)
    if start is None:
        return None
    rng = Random(1)
    side, place = start.attacker, start.field
    force, against = attackers(start), defenders(start)
    before = [strength_of(start, force), strength_of(start, against)]
    results = dict.fromkeys((key for key, _, _ in LABELS), 0)
    losses: tuple[list[int], list[int]] = ([], [])
    for _ in range(SAMPLES):
        end = play_battle(start, rng, rounds=1 if another else None)
        results[result_of(end, place, side)] += 1
        losses[0].append(before[0] - strength_of(end, force))
        losses[1].append(before[1] - strength_of(end, against))
    rows: list[ForecastResult] = [
        {"label": text, "chance": results[key] / SAMPLES, "for": whose}
        for key, text, whose in LABELS
        if results[key] or key not in ("won", "lost", "on")
    ]
    told = account(start)
    shown: ForecastView = {
        "title": str(KINDS["place"].say(pos, place)),
        "rule": "8.2" if any(start.marker[unit] for unit in force) else "7",
        "attacker": {"side": SIDES[side], "label": short_stack(pos.box, force), "note": told.attacker},
        "defender": {"side": SIDES[1 - side], "label": short_stack(pos.box, against), "note": told.defender},
        "results": rows,
        "goal": {"label": "to take the hex", "chance": (results["won"] + results["taken"]) / SAMPLES},
        "losses": {"attacker": shares(losses[0]), "defender": shares(losses[1])},
        "exact": False,
        "samples": SAMPLES,
        "sum": told.document(),
    }
    if another:
        shown["basis"] = "One more round, after which you are asked again"
    return shown


def result_of(end: BraveryPosition, place: int, side: int) -> str:
    """How a battle ended for the attacking side; one that ends the game (13.1) leaves both sides in the hex."""
    if end.over is not None:
        return "won" if end.over[0] == side else "lost"
    if end.stack:
        return "on"
    if end.holds(place, 1 - side):
        return "repulsed"
    return "taken" if end.holds(place, side) else "open"


def begun(pos: BraveryPosition, action: Action) -> BraveryPosition | None:
    """The battle an action starts, before its first round and alone on the stack, so that nothing follows it."""
    if not pos.box.game.orders.starts_battle(pos, action):
        return None
    start = pos.quiet()
    start.stack = start.stack[-1:]
    if action not in ATTACKS:
        start.play(action)
        found = next((other for other in start.actions() if other in ATTACKS), None)
        if found is None:
            return None
        action = found
    start.step.apply(start, start.stack[-1], action)
    return start


def stood(pos: BraveryPosition, action: Action) -> BraveryPosition | None:
    """The battle as it goes on when a side stands."""
    if action != STAY or not fights_on(pos):
        return None
    start = pos.quiet()
    start.play(action)
    return start


def play_battle(start: BraveryPosition, rng: Random, rounds: int | None = None) -> BraveryPosition:
    """Fight the battle to its end, or for some rounds, with plain choices: sides stand while they are fit to."""
    pos = start.copy()
    first = next(n for n, frame in enumerate(pos.stack) if frame.step.startswith(("combat.", "recover.")))
    pos.stack = pos.stack[first:]
    pos.settle()
    while pos.stack:
        frame = pos.stack[-1]
        if frame.side == CHANCE:
            pos.play(pos.sample(rng))
        elif frame.step == "combat.declare":
            if rounds is not None and pos.rounds >= start.rounds + rounds:
                return pos
            pos.play(stand_or_go(pos, frame.side))
        else:
            pos.play(pos.actions()[-1] if frame.step == "recover.choose" else pos.actions()[0])
    return pos


def stand_or_go(pos: BraveryPosition, side: int) -> Action:
    """A plain answer to a call for retreat: stand if the enemy leaves, or while strong and not outnumbered."""
    if works(pos) or 1 - side in pos.leaving:
        return STAY
    mine, theirs = strength_of(pos, in_battle(pos, side)), strength_of(pos, in_battle(pos, 1 - side))
    return STAY if mine > STAND_AT and 2 * mine >= theirs else RETREAT
