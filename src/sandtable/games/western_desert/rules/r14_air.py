"""14.0 Air superiority points in the active player's combat phases: ground support and bombardment."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import HANDFUL, DiceRoll
from sandtable.engine.flow import Action, Ask, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import CHANCE
from sandtable.engine.words import Count
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import SANDSTORM
from sandtable.games.western_desert.rules.r10_losses import LOSE, PERISH, eliminate, lose_step, losing, steps_left
from sandtable.games.western_desert.terms import BOMBED

BOMB_RANGE = 5
LEAST_BOMBS = 2


def air_points(pos: WesternDesertPosition, side: int) -> int:
    """Air points a side may use now; a sandstorm grounds them."""
    return pos.air if pos.air_side == side and not pos.effects & SANDSTORM else 0


def within_bombing_range(pos: WesternDesertPosition, side: int) -> Mask:
    """Hexes no further than five from a friendly combat unit or depot."""
    found = 0
    for place in places_in(pos.held[side]):
        found |= pos.box.disc(place, BOMB_RANGE)
    if pos.depot[side] >= 0:
        found |= pos.box.disc(pos.depot[side], BOMB_RANGE)
    return found


def unbombed(pos: WesternDesertPosition, places: Mask, enemy: int) -> Mask:
    """Those of the hexes with a unit that has not been bombarded in this phase."""
    fresh = 0
    for unit in pos.army[enemy]:
        if not pos.flags[unit] & BOMBED:
            fresh |= pos.box.bit[pos.where[unit]]
    return places & fresh


def bomb_targets(pos: WesternDesertPosition) -> Mask:
    """14.2 Enemy hexes that may be bombarded from the air now."""
    side = pos.active
    if air_points(pos, side) < LEAST_BOMBS:
        return 0
    return unbombed(pos, pos.held[1 - side] & within_bombing_range(pos, side), 1 - side)


class ChooseBombs(Step[WesternDesertPosition]):
    """How many air points, two at least, go into a bombardment."""

    name = "air.bombs"
    rule = "14.2"
    title = "How many air points?"
    text = "Every two sixes cost the target a step."

    class Args(NamedTuple):
        """The hex."""

        place: int

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        return [("bombs", count) for count in range(LEAST_BOMBS, air_points(pos, frame.side) + 1)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        place, count = self.Args(*frame.args).place, action[1]
        pos.air -= count
        swap(pos, "bombardment.roll", CHANCE, place, count, (), 2, mark_bombed(pos, place, 1 - frame.side))


def mark_bombed(pos: WesternDesertPosition, place: int, enemy: int) -> tuple[int, ...]:
    """The units a bombardment of a hex is aimed at: those that have not been bombarded in this phase."""
    units = tuple(unit for unit in pos.fighters_at(place, enemy) if not pos.flags[unit] & BOMBED)
    for unit in units:
        pos.flags[unit] |= BOMBED
    return units


class BombardmentRoll(DiceRoll[WesternDesertPosition]):
    """A die for each point; aircraft need two sixes for a hit, ships one. The target does not fire back."""

    name = "bombardment.roll"
    rule = "14.2"

    class Args(NamedTuple):
        """The hex, the dice and what they have shown, the sixes a hit needs, and the units aimed at."""

        place: int
        dice: int
        faces: tuple[int, ...]
        needed: int
        units: tuple[int, ...]

    def dice(self, pos: WesternDesertPosition, frame: Frame) -> int:
        _, dice, faces, _, _ = self.Args(*frame.args)
        return min(HANDFUL, int(dice - len(faces)))

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        place, dice, faces, needed, units = self.Args(*frame.args)
        faces = (*faces, *action[1:])
        if len(faces) < dice:
            swap(pos, self.name, CHANCE, place, dice, faces, needed, units)
            return
        pop(pos)
        hits = faces.count(6) // needed
        pos.note("14.2" if needed == 2 else "15.0", "bombs", pos.active, place, faces, needed)
        if hits:
            push(pos, "leader.checks", 1 - pos.active)
            push(pos, "bombardment.losses", 1 - pos.active, place, hits, units)


class BombardmentLosses(Step[WesternDesertPosition]):
    """The owner takes bombardment hits as steps of the units aimed at, never as a retreat."""

    name = "bombardment.losses"
    rule = "14.2"
    verbs = (LOSE,)

    class Args(NamedTuple):
        """The hex, the hits still to take, and the units aimed at."""

        place: int
        hits: int
        units: tuple[int, ...]

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        hits = Count(self.Args(*frame.args).hits)
        return Ask(f"Bombardment: {hits:hit}", "Choose the unit that loses a step.", ("14.2",))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        _, hits, units = self.Args(*frame.args)
        return [PERISH] if hits >= steps_left(pos, units) else losing(units)

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        place, hits, units = self.Args(*frame.args)
        if action == PERISH:
            pop(pos)
            eliminate(pos, units, "14.2")
            return
        lose_step(pos, action[1], "14.2")
        if hits > 1:
            swap(pos, self.name, frame.side, place, hits - 1, tuple(unit for unit in units if pos.where[unit] == place))
        else:
            pop(pos)


STEPS = (ChooseBombs(), BombardmentRoll(), BombardmentLosses())
