"""7.0 Stacking is checked when a move, a placement, a retreat or an advance is over, not on the way."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push
from sandtable.engine.maps import mask_of, places_in
from sandtable.games.dark_sands.notation import short_place
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import eliminate
from sandtable.games.dark_sands.rules.r13_assets import asset_factor
from sandtable.games.dark_sands.rules.r14_forts import fort_bonus

STACK, LARGE = 4, 3
COMBAT_LARGE = 2


def stack_barred(pos: DarkSandsPosition, mask: int) -> str | None:
    """7.2 Three large units and a battalion, one headquarters and one garrison at most."""
    box = pos.box
    if (mask & box.large).bit_count() > LARGE or (mask & box.zoned).bit_count() > STACK:
        return "7.2"
    if (mask & box.hqs).bit_count() > 1:
        return "11.0"
    if (mask & box.garrisons).bit_count() > 1:
        return "13.6.1"
    return None


def combat_share(pos: DarkSandsPosition, place: int, mask: int) -> int:
    """7.4 Of a stack, the units that add to its defence: on the Center two large ones, as serves their owner (R12)."""
    box = pos.box
    mask &= ~box.hqs
    large = mask & box.large
    if box.section[place] != 1 or large.bit_count() <= COMBAT_LARGE:
        return mask
    others, marked = mask & ~large, pos.out_of_supply | pos.disrupted
    sound = large & ~marked
    if sound.bit_count() >= COMBAT_LARGE and not others & marked:
        large = sound
    best = sorted(places_in(large), key=lambda u: (-defence_added(pos, place, u), -pos.steps[u], u))[:COMBAT_LARGE]
    return others | mask_of(best)


def defence_added(pos: DarkSandsPosition, place: int, unit: int) -> int:
    """What a unit adds to the defence of a hex: its factor, its share of a fort, a gun of its own that counts."""
    factors = pos.defence(unit) + fort_bonus(pos, place, 1 << unit)
    if unit in pos.bearer and pos.attackers & pos.box.tanks:
        factors += asset_factor(pos, pos.bearer.index(unit), False)
    return factors


class CheckStacks(Auto[DarkSandsPosition]):
    """7.1 Every stack of a side is looked at, and those too large are cut down."""

    name = "stacks.check"
    rule = "7.1"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        side = frame.side
        pop(pos)
        for place in places_in(pos.held[side]):
            pile = pos.piles[place]
            if pile.bit_count() > LARGE and stack_barred(pos, pile) == "7.2":
                push(pos, "stacks.trim", side, place, -1)


class Trim(Step[DarkSandsPosition]):
    """7.3 The owner of a stack that is too large chooses what to give up."""

    name = "stacks.trim"
    rule = "7.3"
    verbs = ("cut",)

    class Args(NamedTuple):
        """The hex, and the units that may be chosen."""

        place: int
        choice: int
        """As bits; -1 for all."""

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(
            f"Too many units in {short_place(pos.box, self.Args(*frame.args).place)}",
            "A hex holds three large units and a battalion. Choose what is lost.",
            (self.rule,),
        )

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        place, choice = self.Args(*frame.args)
        box, mask = pos.box, pos.piles[place]
        if stack_barred(pos, mask) != "7.2":
            return [DONE]
        spare = mask & box.large if (mask & box.large).bit_count() > LARGE else mask & box.zoned
        chosen = spare & choice if choice >= 0 else spare
        return [("cut", unit) for unit in places_in(chosen or spare)]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        if action[0] == "cut":
            eliminate(pos, action[1], "7.3")
        else:
            pop(pos)


STEPS = (CheckStacks(), Trim())
