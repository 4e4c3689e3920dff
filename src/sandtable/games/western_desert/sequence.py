"""4.0 The turn, in the rulebook's order."""

from __future__ import annotations

from sandtable.engine.flow import Auto, Frame, Line, Outline, Step, index_steps, pop
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules import (
    r05_events,
    r06_air,
    r07_depots,
    r07_offensive,
    r07_organization,
    r07_reinforcements,
    r07_replacements,
    r08_supply,
    r09_moving,
    r09_stacking,
    r10_advance,
    r10_attack,
    r10_fight,
    r10_retreat,
    r13_leaders,
    r14_air,
    r15_naval,
    r17_victory,
)
from sandtable.games.western_desert.terms import INSIDE


def after_first(pos: WesternDesertPosition) -> bool:
    """The first turn has no event and no air roll (3.1)."""
    return pos.turn > 1


def active(pos: WesternDesertPosition) -> int:
    """The player whose turn it is."""
    return pos.active


def enemy(pos: WesternDesertPosition) -> int:
    """The other."""
    return 1 - pos.active


def no_storm(pos: WesternDesertPosition) -> bool:
    """A sandstorm cancels exploitation movement."""
    return not pos.effects & r05_events.SANDSTORM


def montgomery(pos: WesternDesertPosition) -> bool:
    """Only the Allies have him to wait for."""
    return pos.active == ALLIED and r13_leaders.montgomery_due(pos)


class Phase(Auto[WesternDesertPosition]):
    """Names the phase that begins; in `exploiting` phases only some units act."""

    rule = "4.0"

    def __init__(self, phase: str, exploiting: int = 0) -> None:
        self.name = f"phase.{phase}"
        self.phase = phase
        self.exploiting = exploiting

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        pos.phase = self.phase
        pos.exploiting = self.exploiting
        pop(pos)


class BeginPlayer(Auto[WesternDesertPosition]):
    """A player turn begins: nothing of the last one is left on the units."""

    name = "player.begin"
    rule = "4.0"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        pos.active = frame.side
        pos.major = pos.surprise = pos.exploiting = pos.ordered = pos.sailed = 0
        pos.attacked = pos.owed = 0
        pos.flags = [flags & INSIDE for flags in pos.flags]
        pos.note("4.0", "player_turn", frame.side)
        pop(pos)


PLAYER = (
    Line("7.13", "depot.removal", active),
    Line("7.11", "depot.place", active),
    Line("7.2", "organization.air", enemy),
    Line("7.6", "replacements.begin", active),
    Line("7.7", "reinforcements", active),
    Line("13.7", "leader.montgomery", ALLIED, montgomery),
    Line("7.8", "reserves.begin", ALLIED, lambda pos: pos.active == ALLIED),
    Line("7.9", "offensive.declare", active),
    Line("9.0", "phase.movement", active),
    Line("9.0", "move.begin", active),
    Line("9.2", "stacking.check", active),
    Line("10.0", "phase.combat", active),
    Line("10.0", "combat.begin", active),
    Line("9.2", "stacking.check", active),
    Line("9.5", "phase.exploitation", active),
    Line("9.5", "move.begin", active, no_storm),
    Line("9.2", "stacking.check", active),
    Line("10.0", "phase.second combat", active),
    Line("10.0", "combat.begin", active),
    Line("9.2", "stacking.check", active),
    Line("8.3", "phase.attrition", active),
    Line("8.3", "attrition", active),
)

TURN = Outline[WesternDesertPosition](
    "turn",
    (
        Line("4.0", "turn.begin", ALLIED),
        Line("5.0", "event.roll", CHANCE, after_first),
        Line("6.0", "air.roll", CHANCE, after_first),
        Line("4.0", "player.begin", ALLIED),
        Line("7.0", "phase.organization", ALLIED),
        *PLAYER,
        Line("4.0", "player.begin", AXIS),
        Line("7.0", "phase.organization", AXIS),
        *PLAYER,
        Line("17.0", "turn.end", ALLIED),
    ),
    loop=True,
)

STEPS: dict[str, Step] = index_steps(
    (
        TURN,
        BeginPlayer(),
        Phase("organization"),
        Phase("movement"),
        Phase("combat"),
        Phase("exploitation", 1),
        Phase("second combat", 1),
        Phase("attrition"),
    ),
    r05_events.STEPS,
    r06_air.STEPS,
    r07_depots.STEPS,
    r07_organization.STEPS,
    r07_replacements.STEPS,
    r07_reinforcements.STEPS,
    r07_offensive.STEPS,
    r08_supply.STEPS,
    r09_moving.STEPS,
    r09_stacking.STEPS,
    r10_attack.STEPS,
    r10_fight.STEPS,
    r10_retreat.STEPS,
    r10_advance.STEPS,
    r13_leaders.STEPS,
    r14_air.STEPS,
    r15_naval.STEPS,
    r17_victory.STEPS,
)
