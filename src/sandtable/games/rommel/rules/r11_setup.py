"""11 Setting up: each player arranges his blocks, the Axis first."""

from __future__ import annotations

from sandtable.engine import flow
from sandtable.engine.flow import KEEP, Action, Ask, Frame, Step, pop, push
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.rommel.box import Group, RommelBox
from sandtable.games.rommel.notation import face
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r02_movement import TAKE


def first_position(box: RommelBox) -> RommelPosition:
    """11.0 Blocks in the hexes of their groups, fortresses and mines as the scenario has them, cards to be dealt."""
    pos = RommelPosition(box)
    for group in box.plan.groups:
        for number, unit in enumerate(group.units):
            pos.where[unit] = group.hexes[number % len(group.hexes)]
    for unit, steps in box.plan.steps.items():
        pos.steps[unit] = steps
    for side in (ALLIED, AXIS):
        for unit in box.units[side]:
            pos.rested[unit] = int(pos.where[unit] == box.board.base[side])
    pos.seen = list(pos.steps)
    pos.mines = tuple((place, owner, 1, 1 << place) for place, owner in box.plan.mines)
    pos.note("11.0", "start")
    push(pos, "campaign", ALLIED, 0)
    push(pos, "setup.arrange", ALLIED)
    push(pos, "setup.arrange", AXIS)
    push(pos, "cards.redraw", ALLIED)
    push(pos, "cards.redraw", AXIS)
    push(pos, "cards.deal", CHANCE, ALLIED, box.plan.cards[ALLIED])
    push(pos, "cards.deal", CHANCE, AXIS, box.plan.cards[AXIS])
    return pos


def group_of(box: RommelBox, unit: int) -> Group:
    """The set-up group of a block."""
    return box.group_of[unit]


class Arrange(Step[RommelPosition]):
    """11.1 A player shifts blocks within their set-up hexes or exchanges them, each once, until he is ready."""

    name = "setup.arrange"
    rule = "11.1"
    title = "Arrange your blocks"
    text = "Pick a block to move it, or to exchange it with another. Press Ready when you are done."
    fixed = " Some may stand in one hex only: nothing happens when you pick those."
    waiting = "They are arranging their blocks."
    verbs = (TAKE,)

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        fixed = any(group.side == frame.side and len(group.hexes) == 1 for group in pos.box.plan.groups)
        return Ask(self.title, self.text + (self.fixed if fixed else ""), (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        moved = pos.moved
        return [("ready",), *[(TAKE, unit) for unit in pos.box.placed[frame.side] if not moved[unit]]]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        if action[0] == "ready":
            pos.note("11.1", "ready", frame.side)
            pos.moved = [0] * len(pos.moved)
            pop(pos)
        else:
            pos.chosen = (action[1],)
            push(pos, "setup.put", frame.side)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return "11.2"


class Put(Step[RommelPosition]):
    """11.2 A block goes to another hex of its list, or changes places with a block if the lists of both allow it."""

    name = "setup.put"
    rule = "11.2"
    text = "Choose another hex on its list, or a block to change places with."
    verbs = ("put", "swap")

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        return Ask(f"Where does {face(pos, pos.chosen[0])} go?", self.text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        (unit,) = pos.chosen
        here = pos.where[unit]
        listed: list[Action] = []
        if not put_barred(pos, unit):
            listed += [("put", place) for place in group_of(pos.box, unit).hexes if place != here]
        listed += [("swap", other) for other in partners(pos, unit)]
        return [*listed, KEEP]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        (unit,) = pos.chosen
        pos.chosen = ()
        pop(pos)
        where, changed = pos.where, [unit]
        match action:
            case flow.KEEP:
                return
            case ("put", place):
                where[unit] = place
            case ("swap", other):
                where[unit], where[other] = where[other], where[unit]
                changed.append(other)
        base = pos.box.board.base[frame.side]
        for each in changed:
            pos.moved[each] = 1
            pos.rested[each] = int(where[each] == base)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return (put_barred(pos, pos.chosen[0]) if action[0] == "put" else None) or "11.2"


def swap_barred(pos: RommelPosition, unit: int, other: int) -> str | None:
    """Each of two blocks must be allowed where the other stands, and no block is exchanged twice."""
    here, there, allowed, bits = pos.where[unit], pos.where[other], pos.box.allowed, pos.box.bits
    if here == there or pos.moved[other]:
        return "11.2"
    return None if allowed[unit] & bits[there] and allowed[other] & bits[here] else "11.2"


def partners(pos: RommelPosition, unit: int) -> list[int]:
    """The blocks of its side that a block may change places with: those of `swap_barred`, all at once."""
    box, where, moved = pos.box, pos.where, pos.moved
    bits, allowed = box.bits, box.allowed
    here, mine = bits[where[unit]], allowed[unit] & ~bits[where[unit]]
    placed = box.placed[box.side[unit]]
    return [other for other in placed if mine & bits[where[other]] and allowed[other] & here and not moved[other]]


def put_barred(pos: RommelPosition, unit: int) -> str | None:
    """11.3 A hex that the scenario says must be held keeps at least one block."""
    here, side = pos.where[unit], pos.box.side[unit]
    must = any(here in group.held for group in pos.box.plan.groups if group.side == side)
    return "11.3" if must and len(pos.at(here, side)) == 1 else None


STEPS = (Arrange(), Put())
