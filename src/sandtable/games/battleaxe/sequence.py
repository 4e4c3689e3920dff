"""6.1 The game, the day, the impulse and the battle, each in the rulebook's order."""

from __future__ import annotations

from sandtable.engine.flow import Line, Outline, Step, index_steps
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules import (
    r05_setup,
    r06_sequence,
    r08_impulses,
    r09_activation,
    r09_movement,
    r10_support,
    r11_attack,
    r11_overrun,
    r11_result,
    r11_retreat,
    r12_advantage,
    r12_rommel,
    r13_refit,
    r14_logistics,
    r18_bids,
    r19_options,
)


def allies(pos: BattleaxePosition) -> int:
    """The seat that commands the Allies."""
    return pos.seat(ALLIED)


def axis(pos: BattleaxePosition) -> int:
    """The seat that commands the Axis."""
    return pos.seat(AXIS)


def attacker(pos: BattleaxePosition) -> int:
    """The seat whose impulse it is."""
    return pos.seat(pos.active)


def defender(pos: BattleaxePosition) -> int:
    """The other seat."""
    return pos.seat(1 - pos.active)


def owner(pos: BattleaxePosition) -> int:
    """The seat that has the Advantage."""
    return pos.seat(pos.advantage)


def attacker_may_call(pos: BattleaxePosition) -> bool:
    """Step D of a battle."""
    return r10_support.may_call(pos, pos.active)


def defender_may_call(pos: BattleaxePosition) -> bool:
    """Step E of a battle."""
    return r10_support.may_call(pos, 1 - pos.active)


def asked_before_the_dice(pos: BattleaxePosition) -> bool:
    """The last chance to declare a fuel shortage, if the artillery call does not offer it."""
    return r12_advantage.asked_about_fuel(pos) and not defender_may_call(pos)


GAME = Outline[BattleaxePosition](
    "game",
    (
        Line("18.1", "bid.write", ALLIED, r18_bids.bids_are_made),
        Line("18.1", "bid.write", AXIS, r18_bids.bids_are_made),
        Line("18.1", "bid.reveal", ALLIED, r18_bids.bids_are_made),
        Line("5.2.1", "setup.free", allies),
        Line("6.1", "setup.done", ALLIED),
    ),
)

TURN = Outline[BattleaxePosition](
    "turn",
    (
        Line("6.2", "day.begin", ALLIED),
        Line("14.2", "supply.check", ALLIED),
        Line("13.1", "refit.begin", ALLIED),
        Line("13.1", "refit.begin", AXIS),
        Line("13.3.5", "refit.recover", axis, r13_refit.recoverable),  # type: ignore[arg-type]
        Line("14.2.3", "surrender.begin", ALLIED),
        Line("12.2", "advantage.shift", ALLIED),
        Line("6.4", "day.end", ALLIED),
    ),
    loop=True,
)

IMPULSE = Outline[BattleaxePosition](
    "impulse",
    (
        Line("8", "impulse.begin", ALLIED),
        Line("8.1", "impulse.choose", allies),
        Line("12.2", "advantage.shift", ALLIED),
        Line("8", "impulse.begin", AXIS),
        Line("8.1", "impulse.choose", axis),
        Line("19.1H", "impulse.intercept", axis, r19_options.may_intercept),
        Line("6.2.1", "sunset.roll", CHANCE, r06_sequence.sunset_must_be_rolled),
        Line("6.2.1", "sunset.read", AXIS),
        Line("12.1C", "sunset.daylight", owner, r12_advantage.may_prolong),
        Line("6.2.1", "impulse.end", AXIS),
    ),
    loop=True,
)

BATTLE = Outline[BattleaxePosition](
    "battle",
    (
        Line("11.4.2A", "battle.lead", attacker),
        Line("11.4.3A", "battle.target", defender),
        Line("10.1.2", "battle.air", attacker, r10_support.air_may_fly),
        Line("12.1E", "battle.rommel", attacker, r12_rommel.rommel_may_lead),
        Line("10.2.1", "battle.call", attacker, attacker_may_call),
        Line("10.2.1", "battle.call", defender, defender_may_call),
        Line("12.1D", "fuel.declare", allies, asked_before_the_dice),
        Line("11.4", "battle.tally", CHANCE),
        Line("11.4.1", "battle.dice", CHANCE),
        Line("11.4.1", "battle.dice", CHANCE),
        Line("11.4.4", "battle.verdict", CHANCE),
        Line("12.1", "battle.appeal", owner, r12_advantage.may_appeal),
        Line("11.4.4", "battle.losses", CHANCE),
        Line("11.6.3", "battle.withdraw", defender, r11_retreat.any_withdrawals),
        Line("11.4", "battle.stand", CHANCE),
        Line("11.4.4", "overrun.where", attacker, r11_overrun.may_pursue),
    ),
)

STEPS: dict[str, Step] = index_steps(
    (GAME, TURN, IMPULSE, BATTLE),
    r05_setup.STEPS,
    r06_sequence.STEPS,
    r08_impulses.STEPS,
    r09_activation.STEPS,
    r09_movement.STEPS,
    r10_support.STEPS,
    r11_attack.STEPS,
    r11_overrun.STEPS,
    r11_result.STEPS,
    r11_retreat.STEPS,
    r12_advantage.STEPS,
    r12_rommel.STEPS,
    r13_refit.STEPS,
    r14_logistics.STEPS,
    r18_bids.STEPS,
    r19_options.STEPS,
)
