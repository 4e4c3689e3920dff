"""4 Combat: which battles are fought, fire by class, hits and who takes them."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import HANDFUL, DiceRoll
from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.engine.words import counted, listed
from sandtable.games.rommel.notation import CLASS_NAMES, MOST_NAMED, place_name
from sandtable.games.rommel.position import ASSAULT, LOST, OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_movement import ALL
from sandtable.games.rommel.rules.r03_engagement import refuse_barred, tidy
from sandtable.games.rommel.rules.r04_fire import account, dice_of, hits_on, targets
from sandtable.games.rommel.rules.r05_retreats import leave, ways_back
from sandtable.games.rommel.rules.r06_disruption import lose_step, reveal
from sandtable.games.rommel.rules.r07_supply import supply_network, without_supply
from sandtable.games.rommel.rules.r08_fortresses import uncover_mine


class Begin(Auto[RommelPosition]):
    """4.1 Battles entered in this phase are fought."""

    name = "battle.begin"
    rule = "4.1"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        tidy(pos)
        fought = sum(1 << place for place, _, _ in pos.battles)
        pos.active = pos.entered & fought
        swap(pos, "battle.choose", pos.phasing)


class Choose(Step[RommelPosition]):
    """4.1.1 The phasing player may add any older battle of his."""

    name = "battle.choose"
    rule = "4.1.1"
    title = "Which battles?"
    text = "Battles you entered in this move are fought. Add older ones if you like."
    verbs = ("activate",)

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        side = frame.side
        others = [place for place, _, _ in pos.battles if not pos.active >> place & 1 and pos.ready_at(place, side)]
        return [*(("activate", place) for place in others), DONE]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        if action[0] == "activate":
            pos.active |= 1 << action[1]
            pos.note("4.1.1", "activate", frame.side, action[1])
        elif pos.active:
            swap(pos, "battle.refuse", OTHER[frame.side])
        else:
            pop(pos)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return self.rule


class Refuse(Step[RommelPosition]):
    """3.2 Before the fire the other player may refuse any of these battles, and withdraws at once where he does."""

    name = "battle.refuse"
    rule = "3.2"
    waiting = "They are deciding whether to stand."
    verbs = ("refuse",)

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        text = "If you refuse, you leave at once: pursuit fire, then back along the supply network, disrupted."
        title = f"Stand or refuse? {counted(sum(pos.laid), 'card')} on the table"
        return Ask(title, f"{text} Units that stand will fight.", (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        side = frame.side
        cut = without_supply(pos, side, pos.active)
        places = [place for place in places_in(pos.active) if not refuse_barred(pos, side, place, cut)]
        if places:
            net = supply_network(pos, side)
            places = [p for p in places if all(ways_back(pos, side, p, pos.at(p, side), net).values())]
        return [*(("refuse", place) for place in places), ("stand",)]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        if action[0] == "stand":
            swap(pos, "battle.next", pos.phasing)
            return
        pos.note("3.2", "refuse", frame.side, action[1])
        leave(pos, action[1], frame.side)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        if action[0] != "refuse":
            return None
        if action[1] not in places_in(pos.active):
            return "3.2"
        return refuse_barred(pos, frame.side, action[1], without_supply(pos, frame.side, pos.active)) or "5.1"


class Next(Auto[RommelPosition]):
    """4.2 Battles are fought one after the other, in the order the phasing player likes."""

    name = "battle.next"
    rule = "4.2"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        side = frame.side
        ready = fightable(pos)
        if not ready:
            pop(pos)
        elif len(ready) == 1:
            swap(pos, "battle.fight", side, ready[0], 0)
        else:
            push(pos, "battle.pick", side)


def fightable(pos: RommelPosition) -> list[int]:
    """The battles still to be fought in which both sides have undisrupted units."""
    return [p for p in places_in(pos.active) if pos.ready_at(p, ALLIED) and pos.ready_at(p, AXIS)]


class Pick(Step[RommelPosition]):
    """Which battle is fought next."""

    name = "battle.pick"
    rule = "4.2"
    title = "Which battle first?"
    text = "One round each, in any order you like."

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        return [("fight", place) for place in fightable(pos)]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        swap(pos, "battle.fight", frame.side, action[1], 0)


class Fight(Auto[RommelPosition]):
    """4.3 One round: faces are shown, the passive side fires, its enemy takes the hits and fires back."""

    name = "battle.fight"
    rule = "4.3"

    class Args(NamedTuple):
        """What the step goes by."""

        place: int
        stage: int

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        _, side, (place, stage) = frame
        other = OTHER[side]
        swap(pos, self.name, side, place, stage + 1)
        if stage == 0:
            pos.active &= ~(1 << place)
            pos.entered &= ~(1 << place)
            pos.shown = 2 if pos.option == ASSAULT else 1
            for unit in (*pos.at(place, 0), *pos.at(place, 1)):
                reveal(pos, unit)
            forces = (tuple(pos.at(place, number)) for number in (side, other))
            uncover_mine(pos, place)
            if pos.log is not None:
                pos.note("4.3", "battle", place, side, *forces, int(pos.shown == 2), account(pos, place, side, None))
        elif stage in (1, 3):
            firing = other if stage == 1 else side
            pos.dice = ()
            pos.aiming = tuple(pos.ready_at(place, firing))
            if pos.aiming:
                push(pos, "battle.aim", firing, place)
        elif stage in (2, 4):
            hit = side if stage == 2 else other
            for kind, hits in enumerate(pos.rolls):
                if hits:
                    push_hits(pos, hit, hits, place, kind)
            pos.rolls = (0, 0, 0, 0)
        else:
            note_end(pos, place, side)
            swap(pos, "move.settle", side)


def note_end(pos: RommelPosition, place: int, side: int) -> None:
    """Tell who stands when the round is over."""
    pos.note("4.3", "stand", place, side, *(tuple(pos.at(place, number)) for number in (side, OTHER[side])))


class Aim(Step[RommelPosition]):
    """4.5.1 Each unit's target class is named before it rolls; the owner says who fires next."""

    name = "battle.aim"
    rule = "4.5"

    class Args(NamedTuple):
        """What the step goes by."""

        place: int

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        (place,) = frame.args
        units = [f"{pos.box.name(unit)} ({counted(dice_of(pos, place, unit), 'die')})" for unit in pos.aiming]
        dice = counted(sum(dice_of(pos, place, unit) for unit in pos.aiming), "die")
        left = listed(units) if len(units) <= MOST_NAMED else f"{counted(len(units), 'block')}, {dice}"
        text = f"Still to fire: {left}. Choose a block and the class it fires at, or one class for all of them."
        return Ask(f"Fire at {place_name(pos.box, place)}", text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        kinds = targets(pos, self.Args(*frame.args).place, frame.side)
        if len(kinds) == 1:
            return [(ALL, kinds[0])]
        single: list[Action] = [("aim", unit, kind) for unit in pos.aiming for kind in kinds]
        return single + [(ALL, kind) for kind in kinds] if len(pos.aiming) > 1 else single

    @staticmethod
    def firing(pos: RommelPosition, action: Action) -> tuple[int, ...]:
        """The blocks that an action lets fire."""
        return pos.aiming if action[0] == ALL else (action[1],)

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (place,) = frame
        kind, firing = action[-1], self.firing(pos, action)
        pos.aiming = tuple(unit for unit in pos.aiming if unit not in firing)
        if not pos.aiming:
            pop(pos)
        volleys: dict[int, list[int]] = {}
        for unit in firing:
            volleys.setdefault(hits_on(pos, place, unit, kind), []).append(unit)
        for needs, units in volleys.items():
            dice = sum(dice_of(pos, place, unit) for unit in units)
            push(pos, "battle.roll", CHANCE, place, side, kind, needs, dice, tuple(units), ())


class Roll(DiceRoll[RommelPosition]):
    """Fire: every die that reaches the number is a hit on the class named."""

    name = "battle.roll"
    rule = "4.6"
    title = "Fire"

    class Args(NamedTuple):
        """What the step goes by."""

        place: int
        side: int
        kind: int
        needs: int
        dice: int
        units: tuple[int, ...]
        faces: tuple[int, ...]

    def dice(self, pos: RommelPosition, frame: Frame) -> int:
        return min(self.Args(*frame.args).dice, HANDFUL)

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        place, side, kind, needs, dice, units, faces = frame.args
        faces = (*faces, *action[1:])
        pos.dice = (needs, *faces)
        if dice > HANDFUL:
            swap(pos, self.name, CHANCE, place, side, kind, needs, dice - HANDFUL, units, faces)
            return
        pop(pos)
        rolls = list(pos.rolls)
        rolls[kind] += sum(face >= needs for face in faces)
        pos.rolls = tuple(rolls)
        pos.note("4.6", "fire", side, place, kind, needs, units, faces)


def push_hits(pos: RommelPosition, side: int, hits: int, place: int, kind: int) -> None:
    """Hits to be shared out among a class in a hex, or (no class) among the units that flee from it."""
    push(pos, "battle.allot", side, hits, place, kind, hits, ())


class Allot(Step[RommelPosition]):
    """4.8 The owner shares the hits out among his units of the class, wasting none that could count."""

    name = "battle.allot"
    rule = "4.8"
    verbs = ("hit",)

    class Args(NamedTuple):
        """What the step goes by."""

        hits: int
        place: int
        kind: int
        due: int
        taken: tuple[int, ...]

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        hits, place, kind, _, _ = frame.args
        where = f"your {CLASS_NAMES[kind]} at {place_name(pos.box, place)}" if kind >= 0 else "your retreating blocks"
        secret = "" if kind >= 0 else " The enemy does not see which."
        return Ask(
            f"{counted(hits, 'hit')} on {where}", f"Choose the block that loses the next step.{secret}", (self.rule,)
        )

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        hits = self.Args(*frame.args).hits
        prices = self._prices(pos, frame)
        best = absorbed(pos, prices, hits)
        if not best:
            return [("spare",)]
        useful = [
            unit
            for unit, price in prices.items()
            if price <= hits and absorbed(pos, prices, hits - price, unit) + price == best
        ]
        return [("hit", unit) for unit in [unit for unit in useful if not self._last(pos, frame, unit)] or useful]

    def _last(self, pos: RommelPosition, frame: Frame, unit: int) -> bool:
        """4.8.2 Disrupted units of a battle take hits only when no other can use them."""
        return self.Args(*frame.args).kind >= 0 and bool(pos.disrupted[unit])

    def _prices(self, pos: RommelPosition, frame: Frame) -> dict[int, int]:
        """The units that may take hits, and the hits each of their steps takes."""
        _, place, kind, _, _ = frame.args
        if kind < 0:
            units = [unit for unit in pos.quarry if pos.where[unit] >= 0]
        else:
            units = [unit for unit in pos.at(place, frame.side) if pos.box.kind[unit] == kind]
        return {unit: pos.box.toughness[unit] for unit in units}

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (hits, place, kind, due, taken) = frame
        if action[0] == "hit":
            unit = action[1]
            hits -= pos.box.toughness[unit]
            taken = (*taken, unit)
            lose_step(pos, unit, told=False)
            if kind >= 0:
                pos.seen[unit] = pos.steps[unit]  # it was turned up for the battle
            if hits:
                swap(pos, self.name, side, hits, place, kind, due, taken)
                return
        pop(pos)
        whole = any(pos.steps[unit] for unit in self._prices(pos, frame))  # only a double step is left to be hit
        if kind >= 0:
            pos.note("4.8", "losses", side, place, kind, due, hits, taken, int(whole))
        else:
            pos.quarry = ()
            pos.note("5.3.1", "suffered", side, due, len(taken), hits, int(whole))
        for unit in dict.fromkeys(taken):
            if pos.where[unit] == LOST:
                pos.note("6.4", "lost", unit, place)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return self.rule


def absorbed(pos: RommelPosition, prices: dict[int, int], hits: int, weakened: int = -1) -> int:
    """4.8.1 The most of these hits that can cost steps (a double step takes two hits at once)."""
    sums = 1
    for unit, price in prices.items():
        for _ in range(pos.steps[unit] - (unit == weakened)):
            sums |= sums << price
    return (sums & (2 << hits) - 1).bit_length() - 1


STEPS = (Begin(), Choose(), Refuse(), Next(), Pick(), Fight(), Aim(), Roll(), Allot())
