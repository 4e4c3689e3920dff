"""The odds of a round of battle before it is committed, as far as the side can know them.

Hidden enemies are dealt anew for each sample, so a forecast tells nothing that its reader does not know.
"""

from __future__ import annotations

from random import Random

from sandtable.engine.chance import chance_of_hits
from sandtable.engine.flow import Action
from sandtable.engine.sides import SIDES
from sandtable.engine.view import ForecastResult, ForecastView, shares
from sandtable.engine.words import counted
from sandtable.games.rommel.guess import guess
from sandtable.games.rommel.notation import CLASS_NAMES, SIDES_SAID, place_name
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r04_combat import Aim
from sandtable.games.rommel.rules.r04_fire import account, dice_of, factor, hits_on, unshielded

SAMPLES = 60


def forecast(pos: RommelPosition, action: Action) -> ForecastView | None:
    """What fire will do, or a round of battle in a hex about to be entered or fought over."""
    frame = pos.stack[-1]
    step, side = frame.step, frame.side
    if step == Aim.name:
        return _fire(pos, side, action)
    if step == "move.to" and pos.box.game.orders.starts_battle(pos, action):
        return _round(pos, side, action[1], pos.chosen)
    if step == "battle.pick":
        return _round(pos, side, action[1], ())
    return None


def _fire(pos: RommelPosition, side: int, action: Action) -> ForecastView:
    """The exact chances of hits on a class."""
    place, kind = Aim.Args(*pos.stack[-1].args).place, action[-1]
    units = Aim.firing(pos, action)
    total = [1.0]
    for unit in units:
        odds = chance_of_hits(dice_of(pos, place, unit), 7 - hits_on(pos, place, unit, kind))
        total = [
            sum(total[n - k] * odds[k] for k in range(len(odds)) if 0 <= n - k < len(total))
            for n in range(len(total) + len(odds) - 1)
        ]
    results: list[ForecastResult] = [
        {"label": counted(n, "hit"), "chance": chance, "for": "attacker"} for n, chance in enumerate(total)
    ]
    dice = sum(dice_of(pos, place, unit) for unit in units)
    return {
        "title": f"Fire on {CLASS_NAMES[kind]} at {place_name(pos.box, place)}",
        "attacker": {"side": SIDES[side], "label": SIDES_SAID[side].adjective, "note": counted(dice, "die")},
        "defender": {"side": SIDES[OTHER[side]], "label": SIDES_SAID[OTHER[side]].adjective, "note": ""},
        "results": results,
        "goal": {"label": "to hit", "chance": 1 - total[0]},
        "losses": {"attacker": [1.0], "defender": total},
        "exact": True,
        "samples": None,
        "rule": "4.6",
        "sum": account(pos, place, pos.phasing, side).document(),
    }


def _round(pos: RommelPosition, side: int, place: int, joining: tuple[int, ...]) -> ForecastView | None:
    """Steps lost by both sides in one round, hidden enemies dealt anew each time."""
    if not pos.ready_at(place, OTHER[side]):
        return None
    tally: list[list[int]] = [[], []]
    for number in range(SAMPLES):
        rng = Random(number)
        dealt = guess(pos, side, rng)
        mine = {unit: dealt.steps[unit] for unit in (*dealt.ready_at(place, side), *joining)}
        theirs = {unit: dealt.steps[unit] for unit in dealt.ready_at(place, OTHER[side])}
        tally[0].append(_volley(dealt, place, theirs, mine, rng))
        tally[1].append(_volley(dealt, place, mine, theirs, rng))
    better = sum(theirs > mine for mine, theirs in zip(*tally, strict=True)) / SAMPLES
    worse = sum(theirs < mine for mine, theirs in zip(*tally, strict=True)) / SAMPLES
    return {
        "title": place_name(pos.box, place),
        "attacker": {"side": SIDES[side], "label": SIDES_SAID[side].adjective, "note": ""},
        "defender": {"side": SIDES[OTHER[side]], "label": SIDES_SAID[OTHER[side]].adjective, "note": "fires first"},
        "results": [
            {"label": "They lose more steps", "chance": better, "for": "attacker"},
            {"label": "Equal losses", "chance": 1 - better - worse, "for": None},
            {"label": "You lose more steps", "chance": worse, "for": "defender"},
        ],
        "goal": {"label": "to hurt them more", "chance": better},
        "losses": {"attacker": shares(tally[0]), "defender": shares(tally[1])},
        "exact": False,
        "samples": SAMPLES,
        "rule": "4.3",
        "sum": account(pos, place, side, side, joining).document(),
    }


def _volley(pos: RommelPosition, place: int, firing: dict[int, int], hurt: dict[int, int], rng: Random) -> int:
    """Steps a volley costs: everyone fires at the class he hits best, and the hits are taken when all have fired."""
    box = pos.box
    kinds = unshielded(box, {box.kind[other] for other, left in hurt.items() if left})
    hits = [0] * len(CLASS_NAMES)
    for unit, steps in firing.items():
        if steps and kinds:
            needs, kind = min((hits_on(pos, place, unit, kind), kind) for kind in kinds)
            dice = box.values[unit][steps] * factor(pos, place, box.side[unit])
            hits[kind] += sum(rng.random() * 6 >= needs - 1 for _ in range(dice))
    lost = 0
    for other in sorted(hurt, key=lambda other: (-box.toughness[other], -hurt[other])):  # wastes none that can count
        kind, price = box.kind[other], box.toughness[other]
        taken = min(hits[kind] // price, hurt[other])
        hits[kind] -= taken * price
        hurt[other] -= taken
        lost += taken
    return lost
