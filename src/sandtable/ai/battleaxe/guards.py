"""Operation Battleaxe: what is never done, whatever the evaluation says, as it can lose the game at once (17.1)."""

from __future__ import annotations

from sandtable.ai.battleaxe.danger import AIR, NOBODY, Attackers, attack_value, defence_value, second_ring, stack_danger
from sandtable.ai.battleaxe.tobruk import besiegers, breakers, line_open, shutters
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.odds import Battle, call_chance, result_odds
from sandtable.games.battleaxe.position import OVERRUN, BattleaxePosition
from sandtable.games.battleaxe.rules.r11_values import endurance

WEAKER = 0.05
"""How much more of a strongpoint's garrison may be at risk once a unit has left it."""
LIKELY = 0.5
"""Besiegers that the garrison overruns more often than this do not count as a siege."""


def allowed(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    """The actions that do not leave the road from Tobruk to Buq-Buq open: all of them where no guard objects."""
    guard = GUARDS.get(pos.stack[-1].step)
    if guard is None or len(actions) < 2:
        return actions
    return [action for action in actions if guard(pos, action)] or actions


def _impulse(pos: BattleaxePosition, action: Action) -> bool:
    """Any unit that can shut an open line does so in this impulse."""
    able = _able(pos)
    return not able or (action[0] == "assault" and bool(pos.here[action[1]] & able))


def _assault(pos: BattleaxePosition, action: Action) -> bool:
    """The same in an assault; besides, no besieger leaves if that would let the garrison out."""
    able = _able(pos)
    if able:
        match action:
            case ("pick", unit):
                return bool(able >> unit & 1)
            case ("activate", place):
                return bool(pos.here[place] & able & ~pos.used)
        return False
    return action[0] != "pick" or not keeps(pos, action[1])


def _regroup(pos: BattleaxePosition, action: Action) -> bool:
    return action[0] != "pick" or not keeps(pos, action[1])


def _daylight(pos: BattleaxePosition, action: Action) -> bool:
    """With the line open the Axis needs more daylight, and the Allies want the night."""
    if not line_open(pos):
        return True
    side = pos.stack[-1].side ^ pos.exchanged
    return bool(action[0] == ("daylight" if side == AXIS else "dusk"))


GUARDS = {
    "impulse.choose": _impulse,
    "impulse.second": _impulse,
    "assault.next": _assault,
    "regroup.next": _regroup,
    "sunset.daylight": _daylight,
}


def _able(pos: BattleaxePosition) -> Mask:
    """The Axis units that can shut an open line now, by a march or else by a fight; none if it is shut."""
    if pos.active != AXIS or not line_open(pos):
        return 0
    return shutters(pos) or breakers(pos)


def keeps(pos: BattleaxePosition, unit: int) -> bool:
    """Is a unit needed where it is, before Tobruk or in a strongpoint?"""
    return leaves_siege(pos, unit) or strips(pos, unit)


def leaves_siege(pos: BattleaxePosition, unit: int) -> bool:
    """Would the garrison of Tobruk probably overrun the besiegers once this one has gone, though not before?"""
    box = pos.box
    if pos.active != AXIS or pos.where[unit] != box.tobruk:
        return False
    siege = besiegers(pos)
    return overrun_chance(pos, siege) < LIKELY <= overrun_chance(pos, siege & ~(1 << unit))


def strips(pos: BattleaxePosition, unit: int) -> bool:
    """Would a strongpoint of the Axis be left open, or much weaker, to Allies who can attack it next?"""
    box, place = pos.box, pos.where[unit]
    bit = 1 << place
    if pos.active != AXIS or not box.strongpoints & ~pos.control & ~pos.occupied[ALLIED] & bit:
        return False
    allies = pos.occupied[ALLIED] & ~pos.occupied[AXIS]
    far = second_ring(box, pos.occupied[AXIS])[place]
    fit = box.mobile & box.army[ALLIED]
    attackers = Attackers(box, pos.here, allies & (box.around[place] | far), fit, pos.reduced)
    strength = attackers.strongest(place, far, strong=True)
    if strength == NOBODY:
        return False
    garrison = pos.here[place] & box.army[AXIS]
    rest = garrison & ~(1 << unit)
    if not rest & ~box.guns:
        return True
    now, then = (
        stack_danger(box, AXIS, place, units, units & pos.reduced, strength, int(2 * AIR)) for units in (garrison, rest)
    )
    return then > now + WEAKER


def overrun_chance(pos: BattleaxePosition, siege: Mask) -> float:
    """How likely the garrison of Tobruk is to overrun some besiegers in one attack."""
    box = pos.box
    garrison = pos.here[box.tobruk] & box.army[ALLIED]
    if not garrison & ~box.guns:
        return 0.0
    if not siege:
        return 1.0
    battle = Battle(
        attack_value(box, garrison, garrison & pos.reduced) + round(AIR),
        defence_value(box, siege, siege & pos.reduced) + box.tem[box.tobruk],
        endurance(pos, siege),
        0,
        call_chance(pos, ALLIED, box.tobruk),
        call_chance(pos, AXIS, box.tobruk),
    )
    return result_odds(battle)[OVERRUN]
