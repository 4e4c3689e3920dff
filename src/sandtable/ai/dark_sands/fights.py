"""The Dark Sands: which attacks to make, with what, and what to do with their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.ai.dark_sands.assault import RELIEF
from sandtable.ai.dark_sands.moves import Outlook, barred_by
from sandtable.ai.dark_sands.value import Sense, attack_value, sense
from sandtable.engine.flow import Action
from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import combat_share, stack_barred
from sandtable.games.dark_sands.rules.r20_combat import chit_modifier, everyone, targets
from sandtable.games.dark_sands.rules.r20_odds import automatic, results
from sandtable.games.dark_sands.rules.r20_retreat import RetreatStep

WORTH_A_FIGHT = 0.25
"""An attack must promise this much."""
HARD_FIGHT = 2.0
"""How bad a fight to open the road of others may be."""
LONE_LOSSES, HOPELESS, WORTH_A_GAMBLE = 3, 4, 3.0
"""Dice of six that cost only the attacker something: with so many an attack must promise much, or open a road; with
more it is not even made for that; and how much it must promise."""
NOBODY: Mapping[int, float] = {}
"""Nobody is cut off."""
CROWDED = 40.0
"""A retreat into a hex without room costs units, unless the next hex has room."""
KEPT_GUN = 0.35
"""What a careful player must gain from an anti-tank gun: it serves one unit for the turn."""
ASSET_COST = {"air": 0.25, "coastal": 0.1, "artillery": 0.0, "gun": 0.15, "hecker": 0.8}

Rate = Callable[[Action], float]


def rate_targets(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Hexes to attack with every unit that can."""
    chit = chit_modifier(pos)
    barred = barred_by(pos, side) if mind.careful else {}

    def rate(action: Action) -> float:
        if action[0] == "attack":
            value = fight_value(pos, side, action[1], chit)
            return value + RELIEF * barred.get(action[1], 0.0) if value > -HARD_FIGHT else value
        return WORTH_A_FIGHT if action[0] == "done" else -1.0

    return rate


def fight_value(pos: DarkSandsPosition, side: int, place: int, chit: int) -> float:
    """What an attack on a hex with every unit that can is worth."""
    pos.target, pos.attackers, pos.committed = place, 0, 0
    pos.attackers = everyone(pos, side)
    pos.defenders = combat_share(pos, place, pos.piles[place])
    value = attack_value(pos, side, chit) if pos.attackers else -1.0
    if -HARD_FIGHT < value < WORTH_A_GAMBLE and not automatic(pos, side):
        losses = sum(code in ("AE", "AL1") for code in results(pos, side, chit, "mobile"))
        if losses >= LONE_LOSSES:
            value = min(value, -1.0) if losses < HOPELESS else -WORTH_A_GAMBLE
    pos.target, pos.attackers, pos.defenders = -1, 0, 0
    return value


def prospects(pos: DarkSandsPosition, side: int, barred: Mapping[int, float] = NOBODY) -> float:
    """What all attacks now possible for a side promise together, and what they may free of those cut off."""
    kept = pos.active, pos.fought, pos.attacked
    pos.active, pos.fought, pos.attacked = pos.on_map(side), 0, 0
    total = 0.0
    for place in targets(pos, side):
        value = fight_value(pos, side, place, 0)
        if value > -HARD_FIGHT:
            total += max(0.0, value + RELIEF * barred.get(place, 0.0) - WORTH_A_FIGHT)
    pos.active, pos.fought, pos.attacked = kept
    return total


def rate_join(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """All together."""
    return lambda action: {"all": 2.0, "fight": 1.0}.get(action[0], 0.0)


def rate_assets(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Assets that change what the attack is worth."""
    (attacking,) = pos.stack[-1].args
    attacker = side if attacking else 1 - side
    sign = 1.0 if attacking else -1.0
    chit = chit_modifier(pos)
    before = attack_value(pos, attacker, chit)

    def rate(action: Action) -> float:
        match action:
            case ("commit", number):
                pos.committed |= 1 << number
                after = attack_value(pos, attacker, chit)
                pos.committed &= ~(1 << number)
            case ("gun", number, unit):
                pos.bearer[number] = unit
                after = attack_value(pos, attacker, chit)
                pos.bearer[number] = -1
            case _:
                return 0.0
        kind = pos.box.assets[action[1]].kind
        return sign * (after - before) - (KEPT_GUN if mind.careful and kind == "gun" else ASSET_COST[kind])

    return rate


def rate_table(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """The table that promises more."""
    return lambda action: attack_value(pos, side, chit_modifier(pos), action[1])


def rate_losses(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Lose the cheapest step, a whole unit last."""
    value = sense(pos.box).step_worth[pos.turn]

    def rate(action: Action) -> float:
        if len(action) < 2:
            return 0.0
        unit = action[1]
        return -value[unit] - (0.4 if pos.steps[unit] == 1 else 0.0)

    return rate


def rate_retreat(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Fall back where it is least dangerous and there is room."""
    outlook = Outlook(pos, side, mind)
    args = pos.stack[-1].args
    group = RetreatStep.Args(*args).group if pos.stack[-1].step == "retreat.step" else 0

    def rate(action: Action) -> float:
        if action[0] == "stand":
            return 1.0
        if len(action) < 2:
            return 0.0
        crowded = stack_barred(pos, pos.piles[action[1]] | group) == "7.2"
        return -outlook.danger(action[1]) + 0.01 * outlook.friends(action[1]) - (CROWDED if crowded else 0.0)

    return rate


def rate_advance(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Advance onto ground worth having, or where the enemy cannot hit back hard."""
    outlook = Outlook(pos, side, mind)
    strength = sum(pos.defence(unit) for unit in places_in(pos.attackers) if pos.where[unit] >= 0)
    good = mind.sites.get(pos.target, 0.0) + 1.0 - max(0.0, outlook.danger(pos.target) - strength) * 0.3

    def rate(action: Action) -> float:
        if action[0] == "advance-all":
            return good
        if action[0] == "advance":
            return good - 0.5 if not pos.box.hqs >> action[1] & 1 else -1.0
        return 0.0

    return rate
