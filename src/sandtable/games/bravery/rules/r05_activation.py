"""Activation: chits go into the cup in secret, come out one by one, and each activates a stack."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from sandtable.engine.flow import DONE, STOP, Action, Ask, Auto, Chance, Frame, Outcomes, Step, pop, push, swap
from sandtable.engine.maps import places_in
from sandtable.engine.sides import CHANCE
from sandtable.games.bravery.notation import formation_name
from sandtable.games.bravery.position import NOWHERE, BraveryPosition
from sandtable.games.bravery.rules.r10_directive import directive_barred
from sandtable.games.bravery.rules.r11_replacements import is_refitting


class Begin(Auto[BraveryPosition]):
    """4 A turn begins: the track is empty and no unit has moved."""

    name = "turn.begin"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        pos.cup = (0, 0)
        pos.drawn = ()
        pos.refitted = 0
        pos.directive = 0
        pos.under_directive = 0
        pos.came_from = [NOWHERE] * len(pos.came_from)
        pos.note("4", "turn", pos.turn)
        pop(pos)


def draws(pos: BraveryPosition) -> int:
    """How many chits may be drawn this turn: the track grows by one box a turn up to its end."""
    tables = pos.box.tables
    return min(int(tables["first_draws"]) + pos.turn - 1, int(tables["most_draws"]))  # 4, 13.2


def alive(pos: BraveryPosition, formation: int) -> bool:
    """Has this formation a unit left?"""
    return any(map(pos.strength.__getitem__, pos.box.members[formation]))


def chit_barred(pos: BraveryPosition, chit: int) -> str | None:
    """5.1.3, 5.1.4 The rule that keeps a chit out of the cup: a destroyed formation (R23), or one just refitted."""
    formation = pos.box.chits[chit].formation
    if formation is None:
        return None if any(alive(pos, panzer) for panzer in pos.box.panzers) else "5.1.3"
    if not alive(pos, formation):
        return "5.1.3"
    if is_refitting(pos, formation):
        return "5.1.4"
    return None


class Commit(Step[BraveryPosition]):
    """5.1.1 A side chooses in secret which chits to put into the cup."""

    name = "cup.commit"
    rule = "5.1.1"
    rules = ("5.1.1", "5.1.2")
    title = "Choose chits for the cup"
    text = "A chit lets its troops move and fight when it is drawn, and is seen only then. Press Ready when done."
    waiting = "They are choosing which chits go into the cup."

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        side = frame.side
        out = pos.box.chits_of[side] & ~pos.cup[side]
        free = [chit for chit in places_in(out) if not chit_barred(pos, chit)]
        if not free:
            return [DONE]
        return [DONE, ("all",), *(("put", chit) for chit in free)]

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        side = frame.side
        if action[0] == "put":
            chits = 1 << action[1]
        elif action[0] == "all":
            chits = sum(1 << chit for chit in places_in(pos.box.chits_of[side]) if not chit_barred(pos, chit))
        else:
            pos.note("5.1.2", "committed", side)
            pop(pos)
            return
        pos.cup = (pos.cup[0], pos.cup[1] | chits) if side else (pos.cup[0] | chits, pos.cup[1])

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        if action[0] == "put" and action[1] in places_in(pos.box.chits_of[frame.side]):
            return chit_barred(pos, action[1])
        return None


class NextDraw(Auto[BraveryPosition]):
    """5.2.3 The next chit is drawn once the last one's business is done, until the track is full or the cup empty."""

    name = "draw.next"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        pos.under_directive = 0  # 10.1, R24
        inside = (pos.cup[0] | pos.cup[1]).bit_count()
        if len(pos.drawn) < min(inside, draws(pos)):
            push(pos, "draw.chit", CHANCE)
            return
        pos.note("4", "track_full" if len(pos.drawn) == draws(pos) else "cup_empty")
        pop(pos)


class Draw(Chance[BraveryPosition]):
    """5.1.2 What is in the cup shows only as it is drawn."""

    name = "draw.chit"
    rule = "5.1.2"
    title = "A chit is drawn"

    def left(self, pos: BraveryPosition) -> list[int]:
        """Chits still in the cup."""
        drawn = pos.drawn
        return [chit for chit in places_in(pos.cup[0] | pos.cup[1]) if chit not in drawn]

    def outcomes(self, pos: BraveryPosition, frame: Frame) -> Outcomes:
        return [(("draw", chit), 1) for chit in self.left(pos)]

    def sample(self, pos: BraveryPosition, frame: Frame, rng: Random) -> Action:
        return ("draw", rng.choice(self.left(pos)))

    def possible(self, pos: BraveryPosition, frame: Frame, action: Action) -> bool:
        if len(action) != 2 or action[0] != "draw" or action[1] not in range(len(pos.box.chits)):
            return False
        return bool((pos.cup[0] | pos.cup[1]) >> action[1] & 1) and action[1] not in pos.drawn

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        chit = action[1]
        number = draws(pos) - len(pos.drawn)
        pos.drawn = (*pos.drawn, chit)
        side, formation = pos.box.chits[chit].side, pos.box.chits[chit].formation
        if lies_dead(pos, chit):
            pos.note("5.1.6", "dead_chit", chit, number)
            pop(pos)
            return
        pos.note("5.2", "drawn", chit, number)
        if formation is None:
            swap(pos, "activate.dak", side)
        else:
            swap(pos, "activate.stack", side, formation)


def lies_dead(pos: BraveryPosition, chit: int) -> bool:
    """5.1.6 A chit whose formation has died since it went into the cup lies on the track without effect."""
    formation = pos.box.chits[chit].formation
    return not any(alive(pos, f) for f in (pos.box.panzers if formation is None else (formation,)))


def hexes_of(pos: BraveryPosition, formation: int) -> list[int]:
    """The hexes a formation stands in, lowest number first."""
    where = pos.where
    return sorted({where[unit] for unit in pos.box.members[formation] if where[unit] >= 0})


class Activate(Step[BraveryPosition]):
    """5.2.1 The owner of a drawn chit chooses which stack of the formation is active, if it is in several hexes."""

    name = "activate.stack"
    rule = "5.2.1"

    class Args(NamedTuple):
        """The formation."""

        formation: int

    def ask(self, pos: BraveryPosition, frame: Frame) -> Ask:
        name = formation_name(pos.box, self.Args(*frame.args).formation)
        return Ask(f"{name} is drawn", "It stands in several hexes. Choose the stack to activate.", ("5.2.1",))

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        return [("activate", place) for place in hexes_of(pos, self.Args(*frame.args).formation)]

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        wake(pos, self.Args(*frame.args).formation, action[1])


class ActivateAny(Step[BraveryPosition]):
    """5.1.5 A chit of the Afrika Korps activates a stack of any one German division, under the Directive if wished."""

    name = "activate.dak"
    rule = "5.1.5"
    rules = ("5.1.5", "10.1")
    title = "The Afrika Korps is drawn"
    text = "Activate a stack of any one German division, or pass."

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        stacks = [(panzer, place) for panzer in pos.box.panzers for place in hexes_of(pos, panzer)]
        plain: list[Action] = [("activate", panzer, place) for panzer, place in stacks]
        if not directive_barred(pos):
            plain += [("directive", panzer, place) for panzer, place in stacks]
        return [*plain, STOP]

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        if action == STOP:
            pos.note("5.1.5", "passed")
            pop(pos)
            return
        if action[0] == "directive":
            pos.directive = pos.under_directive = 1
            pos.note("10.1", "directive")
        wake(pos, action[1], action[2])

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        return directive_barred(pos) if action[0] == "directive" else None


def allowance(pos: BraveryPosition) -> int:
    """10.1.1 Half movement points of an activated stack: three points, four under the Directive."""
    tables = pos.box.tables
    return 2 * int(tables["directive_allowance"] if pos.under_directive else tables["allowance"])  # 6.1


def wake(pos: BraveryPosition, formation: int, place: int) -> None:
    """5.2.2 An activated stack may pass, move, or fight the enemy it shares its hex with."""
    here = [unit for unit in pos.box.members[formation] if pos.where[unit] == place]
    free = tuple(unit for unit in here if not pos.marker[unit])
    side = pos.box.formations[formation].side
    pos.note("5.2.1", "active", formation, place, free or tuple(here))
    if not free:
        swap(pos, "combined.wake", side, place)  # 8.1.5 R4
        return
    swap(pos, "move", side, free, allowance(pos), (), 0, False)


STEPS = (Begin(), Commit(), NextDraw(), Draw(), Activate(), ActivateAny())
