"""The odds of a battle before it is committed, from the resolver itself."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.sides import CHANCE, SIDES
from sandtable.games.bravery.notation import place_name, short_stack
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_round import (
    HIT,
    attack_dice,
    attackers,
    defence_bonus,
    defenders,
    dice_of,
    in_battle,
    strength_of,
)

SAMPLES = 400
STAND_AT = 2
"""In a forecast a side stands while it has at least this strength in halves, and half of the enemy's."""


def forecast(pos: BraveryPosition, action: Action) -> dict[str, Any] | None:
    """Outcomes of the battle this action starts, or of entering a hex and attacking with the stack at once."""
    start = pos.quiet()
    start.play(action)
    if action[0] == "move":
        attack = next((a for a in start.actions() if a[0] in ("assault", "fight")), None)
        if start.over or attack is None or not start.holds(start.where[pos.stack[-1][2][0][0]], 1 - pos.stack[-1][1]):
            return None
        start.play(attack)
    if not start.stack or start.stack[-1][0] not in ("combat.roll", "combat.damage"):
        return None
    rng = Random(1)
    side, place = start.attacker, start.field
    before = [strength_of(start, attackers(start)), strength_of(start, defenders(start))]
    force, against = list(start.force), defenders(start)
    results = {"taken": 0, "open": 0, "repulsed": 0}
    losses: tuple[list[int], list[int]] = ([], [])
    for _ in range(SAMPLES):
        end = play_battle(start, rng)
        mine = sum(end.strength[unit] for unit in force)
        theirs = sum(end.strength[unit] for unit in against)
        there = end.holds(place, side), end.holds(place, 1 - side)
        results["taken" if there[0] and not there[1] else "repulsed" if there[1] else "open"] += 1
        losses[0].append(before[0] - mine)
        losses[1].append(before[1] - theirs)
    labels = (("taken", "Hex taken", "attacker"), ("open", "Nobody stays", None), ("repulsed", "Repulsed", "defender"))
    return {
        "title": place_name(pos.box, place),
        "rule": "8.2" if start.rounds_least > 1 else "7",
        "attacker": {"side": SIDES[side], "label": short_stack(pos.box, force), "note": attack_note(start)},
        "defender": {"side": SIDES[1 - side], "label": short_stack(pos.box, against), "note": defence_note(start)},
        "results": [{"label": text, "chance": results[key] / SAMPLES, "for": whose} for key, text, whose in labels],
        "losses": {"attacker": shares(losses[0]), "defender": shares(losses[1])},
        "exact": False,
        "samples": SAMPLES,
    }


def shares(values: list[int]) -> list[float]:
    """How often 0, 1, 2, ... steps are lost."""
    return [values.count(number) / len(values) for number in range(max(values) + 1)]


def attack_note(pos: BraveryPosition) -> str:
    """Dice and what they need."""
    parts = [f"{dice} dice, hit on {HIT - bonus}" for dice, bonus in attack_dice(pos) if dice]
    return "; ".join(parts) or "no dice"


def defence_note(pos: BraveryPosition) -> str:
    """Dice and what they need."""
    dice = dice_of(strength_of(pos, defenders(pos)))
    return f"{dice} dice, hit on {HIT - defence_bonus(pos)}" if dice else "no dice"


def play_battle(start: BraveryPosition, rng: Random) -> BraveryPosition:
    """Fight the battle to its end with plain choices: sides stand while they are fit to."""
    pos = start.copy()
    depth = next(n for n, frame in enumerate(pos.stack) if frame[0].startswith("combat."))
    while len(pos.stack) > depth and pos.stack[depth][0].startswith(("combat.", "recover.")):
        frame = pos.stack[-1]
        if frame[1] == CHANCE:
            pos.play(pos.sample(rng))
        elif frame[0] == "combat.declare":
            pos.play(stand_or_go(pos, frame[1]))
        else:
            pos.play(pos.actions()[-1] if frame[0] == "recover.choose" else pos.actions()[0])
    return pos


def stand_or_go(pos: BraveryPosition, side: int) -> Action:
    """A plain answer to a call for retreat: stand while the side has strength and is not outnumbered two to one."""
    mine, theirs = strength_of(pos, in_battle(pos, side)), strength_of(pos, in_battle(pos, 1 - side))
    return ("stay",) if mine > STAND_AT and 2 * mine >= theirs else ("retreat",)
