"""1.0 The sequence of play: the turns of a month, then the Buildup from A to K."""

from __future__ import annotations

from sandtable.engine.flow import Line, Outline, index_steps
from sandtable.engine.sides import ALLIED
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules import (
    r01_turns,
    r02_orders,
    r04_combat,
    r05_retreats,
    r07_supply,
    r09_buildup,
    r09_cards,
    r09_initiative,
    r09_spending,
    r10_victory,
    r11_setup,
)


def first(pos: RommelPosition) -> int:
    """The player who builds up first."""
    return pos.first


def second(pos: RommelPosition) -> int:
    """The player who builds up second."""
    return OTHER[pos.first]


CAMPAIGN: Outline[RommelPosition] = Outline(
    "campaign",
    (
        Line("1.1", "month.turns", ALLIED),
        Line("10.2", "victory.month", ALLIED),
        Line("9.0", "buildup.month", ALLIED),
        Line("9.1", "buildup.check", ALLIED),
        Line("9.2", "buildup.points", ALLIED),
        Line("9.3", "buildup.reinforce", first),
        Line("9.4", "buildup.open", first),
        Line("9.3", "buildup.reinforce", second),
        Line("9.4", "buildup.open", second),
        Line("9.2", "buildup.close", ALLIED),
        Line("9.8.4", "cards.discard", first),
        Line("9.8.4", "cards.discard", second),
        Line("9.8", "cards.shuffle", ALLIED),
        Line("9.9", "initiative.challenge", ALLIED),
    ),
    loop=True,
)

STEPS = index_steps(
    (CAMPAIGN,),
    r01_turns.STEPS,
    r02_orders.STEPS,
    r04_combat.STEPS,
    r05_retreats.STEPS,
    r07_supply.STEPS,
    r09_buildup.STEPS,
    r09_spending.STEPS,
    r09_cards.STEPS,
    r09_initiative.STEPS,
    r10_victory.STEPS,
    r11_setup.STEPS,
)
