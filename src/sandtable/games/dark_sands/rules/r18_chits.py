"""18.0 The action phase: one action chit after another is played until none is left."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Chance, Frame, Outcomes, Step, pop, push, swap
from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.engine.words import counted, listed
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.notation import chit_name
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import alive
from sandtable.games.dark_sands.rules.r12_doctrine import formation_of, formations_on_map, gain_momentum

NOBODY = 2
IN_A_ROW = 2
OF_A_TYPE = 2


class Initiative(Auto[DarkSandsPosition]):
    """18.2 Initiative goes to the side that did not have the last two chits of the turn before, else by the track."""

    name = "chits.initiative"
    rule = "18.2"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        owners = [pos.box.chits[chit].side for chit in pos.played[-2:]]
        if owners in ([ALLIED, ALLIED], [AXIS, AXIS]):
            pos.initiative = 1 - owners[0]
        else:
            pos.initiative = pos.box.turns[pos.turn].initiative
        pos.note("18.2", "initiative", pos.initiative)


class FillPool(Auto[DarkSandsPosition]):
    """18.3 The chits of the turn go into the pool; priority chits stay with their owners."""

    name = "chits.fill"
    rule = "18.3"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        box = pos.box
        pos.played, pos.run, pos.waiting = (), (NOBODY, 0), 0
        pos.moves[:] = pos.combats[:] = [0, 0]
        counts = box.availability[pos.turn]
        pos.hand = mask_of(n for n, chit in enumerate(box.chits) if chit.priority and counts[n])
        pos.pool[:] = [0 if chit.priority else counts[n] for n, chit in enumerate(box.chits)]
        if pos.falls == 1:
            pos.pool[box.chit_number["tobruk-falls"]] += 2  # 18.3 R20
            pos.falls = 2
            pos.note("18.3", "tobruk_falls")
        push(pos, "chits.first", pos.initiative)


class First(Step[DarkSandsPosition]):
    """The initiative player may select one of their own chits to be played first (18.3)."""

    name = "chits.first"
    rule = "18.3"
    title = "You have the initiative"
    text = "Choose one of your chits to be played first."

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        mine = [n for n, chit in enumerate(pos.box.chits) if chit.side == frame.side]
        return [*(("first", n) for n in mine if pos.pool[n] or pos.hand >> n & 1), ("pass",)]

    def barred(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> str | None:
        return "18.3"

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        pos.chit = -1 if action[0] == "pass" else action[1]


class Open(Auto[DarkSandsPosition]):
    """18.5 The chit the initiative player selected is played first; nothing preempts it."""

    name = "chits.open"
    rule = "18.5"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        if pos.chit >= 0:
            push(pos, "chits.play", pos.initiative, pos.chit)


class Next(Auto[DarkSandsPosition]):
    """18.6 Before each draw the holders of priority chits are asked, the lowest priority first."""

    name = "chits.next"
    rule = "18.6"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        chits = pos.box.chits
        if not any(pos.pool) and not pos.hand:
            pop(pos)
            return
        offers = sorted(places_in(pos.hand), key=lambda n: chits[n].priority)
        if offers:
            push(pos, "chits.offer", chits[offers[0]].side, tuple(offers), -1)
        else:
            push(pos, "chits.draw", CHANCE)


class Offer(Step[DarkSandsPosition]):
    """18.6.1 A holder plays a priority chit now or waits; a higher one preempts a lower one just declared.

    An owner who holds his chit is asked again when the enemy declares one or has played a chit. With nothing left to
    draw the chits still held are played, the lowest first unless it is preempted (R11).
    """

    name = "chits.offer"
    rule = "18.6.1"

    class Args(NamedTuple):
        """The chits still to be asked about, and the one declared so far."""

        offers: tuple[int, ...]
        declared: int
        """-1 for none."""

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        offers, declared = self.Args(*frame.args)
        text = "Click the chit to play it before the next draw, or wait."
        if declared >= 0:
            text = f"{chit_name(pos.box, declared)} is declared: you may preempt it."
        return Ask(f"Play {chit_name(pos.box, offers[0])}?", text, (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        (chit, *_), declared = self.Args(*frame.args)
        if declared < 0 and not any(pos.pool):
            return [("declare", chit)]
        if declared < 0 and pos.waiting >> chit & 1:
            return [("wait",)]
        return [("declare", chit), ("wait",), *([("hold",)] if declared < 0 else [])]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        offers, declared = self.Args(*frame.args)
        if action[0] == "declare":
            if declared >= 0:
                pos.note("18.6.1", "preempted", declared, action[1])
            declared = action[1]
        elif action[0] == "hold":
            pos.waiting |= 1 << offers[0]
        if len(offers) > 1:
            swap(pos, "chits.offer", pos.box.chits[offers[1]].side, offers[1:], declared)
        elif declared >= 0:
            swap(pos, "chits.play", pos.box.chits[declared].side, declared)
        else:
            swap(pos, "chits.draw", CHANCE)


@lru_cache(maxsize=1_000)
def draws(box: DarkSandsBox, pool: tuple[int, ...], run: tuple[int, int]) -> Outcomes:
    """The chits that may be drawn from a pool, and how many there are of each."""
    left = [n for n, count in enumerate(pool) if count]
    side, length = run
    if length >= IN_A_ROW and any(box.chits[n].side == 1 - side for n in left):
        left = [n for n in left if box.chits[n].side != side]
    return [(("draw", n), pool[n]) for n in left]


class Draw(Chance[DarkSandsPosition]):
    """18.7, 18.7.1 A chit is drawn; after two in a row by one side the next must be the other's, or Logistics."""

    name = "chits.draw"
    rule = "18.7.1"
    title = "An action chit is drawn"

    def outcomes(self, pos: DarkSandsPosition, frame: Frame) -> Outcomes:
        return draws(pos.box, tuple(pos.pool), pos.run)

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        chit = action[1]
        swap(pos, "chits.play", pos.box.chits[chit].side, chit)


class Play(Auto[DarkSandsPosition]):
    """18.1 A chit is put on the record track and its actions are carried out."""

    name = "chits.play"
    rule = "18.1"

    class Args(NamedTuple):
        """The chit."""

        number: int

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        (number,) = self.Args(*frame.args)
        chit = pos.box.chits[number]
        pop(pos)
        if chit.priority:
            pos.hand &= ~(1 << number)
        else:
            pos.pool[number] -= 1
        pos.played = (*pos.played, number)
        pos.chit = number
        if chit.side != NOBODY and not chit.priority:
            pos.run = (chit.side, pos.run[1] + 1 if pos.run[0] == chit.side else 1)
        if pos.waiting and chit.side != NOBODY:
            pos.waiting &= mask_of(n for n, other in enumerate(pos.box.chits) if other.side == chit.side)
        pos.note("18.1", "chit", number)
        if chit.kind == "logistics":
            push(pos, "logistics", ALLIED)
        elif chit.kind == "reinforce":
            push(pos, "reinforce", chit.side, 0)
        elif chit.kind == "combo":
            push(pos, "act.end", chit.side)
            push(pos, "chits.side", chit.side, number)
        else:
            push(pos, "act.end", chit.side)
            for act in reversed(chit.acts):
                push(pos, "act.begin", chit.side, act, "chosen")
            select(pos, number)


def playable_acts(pos: DarkSandsPosition, number: int) -> list[str]:
    """18.7.2 The sides of a combo chit that do not go beyond two moves and two combats in the turn."""
    chit = pos.box.chits[number]
    if not chit.counts:
        return list(chit.acts)
    return [act for act in chit.acts if (pos.moves if "move" in act else pos.combats)[chit.side] < OF_A_TYPE]


class ChooseSide(Step[DarkSandsPosition]):
    """The owner of a combo chit picks the move or the combat side; with neither allowed it is spent for nothing."""

    name = "chits.side"
    rule = "18.7.2"

    class Args(NamedTuple):
        """The combo chit."""

        number: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(
            chit_name(pos.box, self.Args(*frame.args).number), "Choose which side of the chit to use.", (self.rule,)
        )

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        return [("use", act) for act in playable_acts(pos, self.Args(*frame.args).number)] or [("forfeit",)]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (number,) = frame.side, self.Args(*frame.args)
        pop(pos)
        if action[0] == "forfeit":
            pos.note("18.7.2", "forfeit", number)
            return
        act = action[1]
        pos.note("18.7.2", "used", side, act)
        if pos.box.chits[number].counts:
            (pos.moves if "move" in act else pos.combats)[side] += 1
        gain_momentum(pos, side, act)
        push(pos, "act.begin", side, act, "all")


# Which units a named chit makes active


def select(pos: DarkSandsPosition, number: int) -> None:
    """Set the active units of a named chit, asking its owner where the chit leaves a choice."""
    box = pos.box
    chit = box.chits[number]
    mine = pos.on_map(chit.side)
    if chit.units == "all":
        pos.active = mine
        return
    if chit.units == "range":
        pos.active = in_range(pos, chit.hqs[0]) & _allowed(box, number)
        return
    pos.active = mask_of(u for u in places_in(mine) if box.units[u].formation in chit.members)
    commanders = [hq for hq in chit.hqs if hq_fit(pos, hq)]
    if chit.hq_count >= len(commanders):
        for hq in commanders:
            pos.active |= in_range(pos, hq)
        commanders = []
    push(pos, "chits.pick", chit.side, number, chit.formations, chit.independents, chit.hq_count if commanders else 0)


def hq_fit(pos: DarkSandsPosition, hq: int) -> bool:
    """A headquarters off the map or out of supply commands nothing (10.2.1)."""
    return pos.where[hq] >= 0 and not pos.out_of_supply >> hq & 1


def in_range(pos: DarkSandsPosition, hq: int) -> int:
    """The units within range of a headquarters."""
    if not hq_fit(pos, hq):
        return 0
    reach = pos.box.within(pos.where[hq], pos.box.units[hq].reach)
    side = pos.box.units[hq].side
    return pos.units_at(reach & pos.held[side])


@lru_cache(maxsize=50)
def _allowed(box: DarkSandsBox, number: int) -> int:
    """The units a chit of one headquarters may command: of its nations and further formations, or any."""
    chit = box.chits[number]
    if not chit.nations:
        return box.of[chit.side]
    return mask_of(n for n, u in enumerate(box.units) if u.nation in chit.nations or u.formation in chit.members)


def _up_to(count: int, word: str, article: str) -> list[str]:
    """How many of a kind may still be picked: an independent unit, up to 2 formations."""
    return [f"{article} {word}" if count == 1 else f"up to {counted(count, word)}"] * bool(count)


class Pick(Step[DarkSandsPosition]):
    """The owner picks formations, independent units or a headquarters for a named chit (12.5)."""

    name = "chits.pick"
    rule = "12.5"
    verbs = ("independent", "command")

    class Args(NamedTuple):
        """The chit, and how many of each kind may still be picked."""

        number: int
        formations: int
        independents: int
        hqs: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        number, formations, independents, hqs = self.Args(*frame.args)
        wants = ["a headquarters"] * bool(hqs)
        wants += _up_to(formations, "formation", "a")
        wants += _up_to(independents, "independent unit", "an")
        text = f"You may choose {listed(wants)}." if wants else "All are chosen."
        return Ask(f"{chit_name(pos.box, number)}: which units act?", text, (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, (number, formations, independents, hqs) = frame.side, self.Args(*frame.args)
        box, found = pos.box, []
        if hqs:
            return [("command", hq) for hq in box.chits[number].hqs if hq_fit(pos, hq)]
        if formations:
            found += [("formation", n) for n in formations_on_map(pos, side) if formation_of(pos, n) & ~pos.active]
        if independents:
            loose = pos.on_map(side) & ~pos.active & ~box.garrisons
            found += [("independent", u) for u in places_in(loose) if not box.units[u].formation]
        return [*found, DONE]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (number, formations, independents, hqs) = frame.side, self.Args(*frame.args)
        match action:
            case ("command", hq):
                pos.active |= in_range(pos, hq)
                swap(pos, "chits.pick", side, number, formations, independents, 0)
            case ("formation", n):
                pos.active |= formation_of(pos, n)
                swap(pos, "chits.pick", side, number, formations - 1, independents, hqs)
            case ("independent", unit):
                pos.active |= 1 << unit
                swap(pos, "chits.pick", side, number, formations, independents - 1, hqs)
            case _:
                pop(pos)


class BeginAct(Auto[DarkSandsPosition]):
    """A move or a combat of the active side begins."""

    name = "act.begin"
    rule = "18.1"

    class Args(NamedTuple):
        """What is done, and by which units."""

        act: str
        """move, half-move, combat or combat-1."""
        who: str
        """all, chosen (by the chit), or momentum (the panzer divisions)."""

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        side, (act, who) = frame.side, self.Args(*frame.args)
        if who == "all":
            pos.active = pos.on_map(side)
        elif who == "momentum":
            pos.active = alive(pos, pos.box.panzer_divisions)
            pos.note("12.7.1", "momentum", act)
        pos.moved = pos.fought = pos.attacked = 0
        if "move" in act:
            swap(pos, "move.end", side)
            push(pos, "move", side, int(act == "half-move"), 0, 0)
        else:
            swap(pos, "combat", side, -1 if act == "combat-1" else 0)


class EndAct(Auto[DarkSandsPosition]):
    """An action segment is over."""

    name = "act.end"
    rule = "18.1"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        pos.active = pos.moved = pos.fought = pos.attacked = pos.shelled = 0
        if pos.sea:
            pos.sailed[frame.side] = 1  # 19.4
            pos.sea = ()


STEPS = (
    Initiative(),
    FillPool(),
    First(),
    Open(),
    Next(),
    Offer(),
    Draw(),
    Play(),
    ChooseSide(),
    Pick(),
    BeginAct(),
    EndAct(),
)
