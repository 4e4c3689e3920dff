"""Operation Battleaxe: what is never done, whatever the evaluation says, as it can lose the game at once (17.1)."""

from __future__ import annotations

from sandtable.ai.battleaxe.danger import AIR, NOBODY, Attackers, stack_danger
from sandtable.ai.battleaxe.tobruk import besiegers, breakers, breaking, line_open, overrun_chance, shut_from, shutters
from sandtable.ai.battleaxe.value import insecure
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, flood, lowest, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_movement import Go
from sandtable.games.battleaxe.rules.r11_attack import unfought
from sandtable.games.battleaxe.rules.r14_supply import supplied_places

WEAKER = 0.05
"""How much more of a strongpoint's garrison may be at risk once a unit has left it."""
RINGED = 4
"""Stacks of the Axis without a line that make a ring."""
RESERVE = 2
"""Tank units beside Tobruk that allow all besiegers but one to leave for the ring."""
LIKELY = 0.5
"""Besiegers that the garrison overruns more often than this do not count as a siege."""


def allowed(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    """The actions that do not leave the road from Tobruk to Buq-Buq open: all of them where no guard objects."""
    guard = GUARDS.get(pos.stack[-1].step)
    return guard(pos, actions) or actions if guard and len(actions) > 1 else actions


def _impulse(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    """Any unit that can shut an open line does so in this impulse."""
    able = _able(pos)
    if not able:
        return actions
    return [action for action in actions if action[0] == "assault" and pos.here[action[1]] & able]


def _assault(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    """The same in an assault; besides, no besieger leaves if that would let the garrison out."""
    able = 0 if unfought(pos) else _able(pos)
    if not able:
        return _regroup(pos, actions)
    fights = breaking(pos)
    return [
        action
        for action in actions
        if (action[0] == "pick" and able >> action[1] & 1)
        or (action[0] == "attack" and action[1] in fights)
        or (action[0] == "activate" and pos.here[action[1]] & able & ~pos.used)
    ]


def _go(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    """Who was chosen to shut an open line goes where that shuts it."""
    group, spent = Go.Args(*pos.stack[-1].args)
    if spent or pos.active != AXIS or unfought(pos) or not line_open(pos):
        return actions
    places = shut_from(pos, lowest(group))
    return [action for action in actions if action[0] == "go" and places >> action[1] & 1]


def _regroup(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    return [action for action in actions if action[0] != "pick" or not keeps(pos, action[1])]


def _daylight(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    """With the line open the Axis needs more daylight, and the Allies want the night."""
    if not line_open(pos):
        return actions
    wanted = "daylight" if pos.stack[-1].side ^ pos.exchanged == AXIS else "dusk"
    return [action for action in actions if action[0] == wanted]


GUARDS = {
    "impulse.choose": _impulse,
    "impulse.second": _impulse,
    "assault.next": _assault,
    "assault.go": _go,
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
    if reserve(pos) and ringed(pos):
        return not siege & ~(1 << unit)
    return overrun_chance(pos, siege) < LIKELY <= overrun_chance(pos, siege & ~(1 << unit))


def reserve(pos: BattleaxePosition) -> bool:
    """Does a division stand beside Tobruk, which could shut the road if the garrison came out? It may still wait."""
    box = pos.box
    beside = box.around[box.tobruk] & box.zones & ~pos.occupied[ALLIED]
    return any((pos.here[place] & box.army[AXIS] & box.armor).bit_count() >= RESERVE for place in places_in(beside))


def ringed(pos: BattleaxePosition) -> bool:
    """Is much of the front of the Axis cut off by stacks, so that no march could open its line?"""
    box = pos.box
    sources = box.sources[AXIS] & ~pos.control
    net = flood(sources, (box.areas | sources) & ~pos.occupied[ALLIED], box.around)
    return (pos.occupied[AXIS] & ~net & ~spread(net, box.around)).bit_count() >= RINGED


def strips(pos: BattleaxePosition, unit: int) -> bool:
    """Would a strongpoint of the Axis be left open, or much weaker, to Allies who can attack it next?

    A garrison that is cut off can go, as a line for the whole front matters more, and guns follow the troops that went.
    """
    box, place = pos.box, pos.where[unit]
    bit = 1 << place
    if pos.active != AXIS or not box.strongpoints & ~pos.control & ~pos.occupied[ALLIED] & bit:
        return False
    allied, axis = pos.occupied
    attackers = Attackers(box, pos.here, axis, allied & ~axis, box.mobile & box.army[ALLIED], pos.reduced)
    strength = attackers.strongest(place, strong=True)
    garrison = pos.here[place] & box.army[AXIS]
    cut_off = not supplied_places(pos, AXIS) & bit or (not garrison & ~box.guns and insecure(pos) & bit)
    if strength == NOBODY or cut_off:
        return False
    rest = garrison & ~(1 << unit)
    if not rest & ~box.guns:
        return True
    now, then = (
        stack_danger(box, AXIS, place, units, units & pos.reduced, strength, int(2 * AIR)) for units in (garrison, rest)
    )
    return then > now + WEAKER
