"""Commonwealth replacements."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Frame, Step, pop, swap
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED
from sandtable.engine.words import Count
from sandtable.games.bravery.position import BraveryPosition


def are_due(pos: BraveryPosition) -> bool:
    """11.1 Replacement points come from turn 2 on."""
    return pos.turn >= int(pos.box.tables["replacements_from_turn"])


def return_hexes(pos: BraveryPosition) -> list[int]:
    """11.2 Strategic hexes under Commonwealth control: an enemy in one would control it, or be fought by now."""
    return places_in(pos.box.strategic & ~pos.axis_held)


def is_refitting(pos: BraveryPosition, formation: int) -> bool:
    """11.4 A formation that took replacements this turn cannot be activated in it."""
    return bool(pos.refitted >> formation & 1)


class Refit(Step[BraveryPosition]):
    """11.3 The turn's points are spent now, one at a time, or lost."""

    name = "refit.choose"
    rule = "11.1"
    waiting = "They are placing replacements."

    class Args(NamedTuple):
        """The points spent so far this turn."""

        spent: int = 0

    def ask(self, pos: BraveryPosition, frame: Frame) -> Ask:
        left = Count(pos.box.tables["replacement_points"] - self.Args(*frame.args).spent)
        text = (
            "A point restores a reduced unit, or brings a lost one back reduced. A formation that takes one sits out."
        )
        return Ask(f"Replacements: {left:point}", text, ("11.1", "11.4"))

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        found: list[Action] = [DONE]
        seen = set()
        hexes = return_hexes(pos)
        for unit in pos.box.units_of[ALLIED]:
            strength = pos.strength[unit]
            sort = (pos.box.units[unit].formation, pos.box.units[unit].armor, pos.where[unit], strength)
            if strength == 2 or sort in seen:
                continue
            seen.add(sort)
            if strength == 1:
                found.append(("restore", unit))
            else:
                found += [("return", unit, place) for place in hexes]
        return found

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        spent = self.Args(*frame.args).spent
        if action == DONE:
            pop(pos)
            return
        unit = action[1]
        pos.strength[unit] += 1
        pos.refitted |= 1 << pos.box.units[unit].formation
        if action[0] == "return":
            pos.where[unit] = action[2]
            pos.note("11.2", "return", unit, action[2])
        else:
            pos.note("11.1", "restore", unit, pos.where[unit])
        if spent + 1 == pos.box.tables["replacement_points"]:
            pop(pos)
        else:
            swap(pos, self.name, ALLIED, spent + 1)

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        return "11.2" if action[0] == "return" else "11.1"


STEPS = (Refit(),)
