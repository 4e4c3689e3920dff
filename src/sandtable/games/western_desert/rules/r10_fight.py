"""10.2 Fighting an attack out: dice, overwhelming attacks, hits taken as steps or retreats."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import HANDFUL, DiceRoll
from sandtable.engine.flow import Action, Ask, Auto, Frame, Line, Outline, Step, pop, swap
from sandtable.engine.sides import AXIS, CHANCE
from sandtable.engine.words import Count
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules import r10_losses as losses
from sandtable.games.western_desert.rules import r10_retreat as retreats
from sandtable.games.western_desert.rules.r05_events import NO_RETREAT
from sandtable.games.western_desert.rules.r10_account import account, lineups, overwhelming
from sandtable.games.western_desert.rules.r10_losses import LOSE, PERISH, eliminate, lose_step, losing, steps_left
from sandtable.games.western_desert.rules.r10_retreat import TURN_BACK, can_retreat, start_retreat
from sandtable.games.western_desert.rules.r10_strength import Dice, attack_dice, defense_dice
from sandtable.games.western_desert.rules.r13_leaders import leads
from sandtable.games.western_desert.terms import ARMOR

ATTACKER, DEFENDER = 0, 1
NO_RETREAT_TURNS = 2


def attacking_side(pos: WesternDesertPosition) -> int:
    """Who attacks in the battle under way."""
    return pos.active


def defending_side(pos: WesternDesertPosition) -> int:
    """Who defends in the battle under way."""
    return 1 - pos.active


def is_fought(pos: WesternDesertPosition) -> bool:
    """Are there defenders left in the battle?"""
    battle = Battle(*pos.battle)
    return any(pos.where[unit] in battle.places for unit in battle.defenders)


class ChooseLead(Step[WesternDesertPosition]):
    """Of two leaders in a battle one is used, his owner's choice."""

    name = "combat.lead"
    rule = "13.3"
    title = "Who leads?"
    text = "Only one leader counts, and he runs the risk."
    rules = ("13.2", "13.3")

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        battle, attacking = Battle(*pos.battle), who_is(pos, frame.side) == ATTACKER
        units = battle.attackers if attacking else battle.defenders
        return [("lead", leader) for leader in leads(pos, frame.side, units, attacking)] or [("lead", -1)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        battle = Battle(*pos.battle)
        first, second = battle.lead
        lead = (action[1], second) if who_is(pos, frame.side) == ATTACKER else (first, action[1])
        pos.battle = tuple(battle._replace(lead=lead))


def who_is(pos: WesternDesertPosition, side: int) -> int:
    """Attacker or defender."""
    return ATTACKER if side == pos.active else DEFENDER


class AttackDice(Auto[WesternDesertPosition]):
    """The attacker's dice; the defence's strength is fixed at the same instant."""

    name = "combat.attack"
    rule = "10.11"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        battle = Battle(*pos.battle)
        if pos.log is None:
            dice, defense = attack_dice(pos, battle), defense_dice(pos, battle)
        else:
            told, dice, defense = account(pos, battle)
            pos.note("10.11", "lineup", *lineups(pos, battle, dice, defense))
            pos.note("10.12", "sum", told)
        pos.battle = tuple(battle._replace(strength=defense.strength))
        roll(pos, ATTACKER, dice)


class DefenseDice(Auto[WesternDesertPosition]):
    """The defender's dice."""

    name = "combat.reply"
    rule = "10.11"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        roll(pos, DEFENDER, defense_dice(pos, Battle(*pos.battle)))


def roll(pos: WesternDesertPosition, who: int, dice: Dice) -> None:
    """Go on to a side's dice, if it has any."""
    if dice.fives or dice.sixes:
        swap(pos, "combat.roll", CHANCE, who, dice.fives, dice.sixes, (), ())
    else:
        pop(pos)


class CombatRoll(DiceRoll[WesternDesertPosition]):
    """10.11 One die a point of strength, up to six at a time, those that hit on a 5 kept apart."""

    name = "combat.roll"
    rule = "10.11"

    class Args(NamedTuple):
        """Attacker or defender, his dice, and what they have shown."""

        who: int
        fives: int
        """Dice that hit on a 5 or 6."""
        sixes: int
        """Dice that hit on a 6."""
        on_five: tuple[int, ...]
        on_six: tuple[int, ...]

    def dice(self, pos: WesternDesertPosition, frame: Frame) -> int:
        _, fives, sixes, on_five, on_six = self.Args(*frame.args)
        return min(HANDFUL, int(fives - len(on_five) or sixes - len(on_six)))

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        who, fives, sixes, on_five, on_six = self.Args(*frame.args)
        if len(on_five) < fives:
            on_five = (*on_five, *action[1:])
        else:
            on_six = (*on_six, *action[1:])
        if len(on_five) + len(on_six) < fives + sixes:
            swap(pos, self.name, CHANCE, who, fives, sixes, on_five, on_six)
            return
        pop(pos)
        pos.note("10.21", "dice", attacking_side(pos) if who == ATTACKER else defending_side(pos), on_five, on_six)
        hits = on_five.count(5) + on_five.count(6) + on_six.count(6)
        battle = Battle(*pos.battle)
        taken = (battle.hits[0], hits) if who == ATTACKER else (hits, battle.hits[1])
        pos.battle = tuple(battle._replace(hits=taken))


class Overwhelm(Auto[WesternDesertPosition]):
    """An overwhelming attack destroys the defence before it can fire, and gives the attack point back."""

    name = "combat.overwhelm"
    rule = "10.24"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        pop(pos)
        battle = Battle(*pos.battle)
        if battle.hits[DEFENDER] < overwhelming(battle.strength):
            return
        pos.note("10.24", "overwhelmed", battle.hits[DEFENDER], battle.strength, battle.paid)
        pos.gain(pos.active, battle.paid)
        eliminate(pos, battle.defenders, "10.24")


def no_retreat_rule(pos: WesternDesertPosition, units: list[int]) -> str | None:
    """3.2 On turns 1 and 2 no Italian may retreat from hits; an event can hold the whole Axis in place."""
    box = pos.box
    if pos.turn <= NO_RETREAT_TURNS and any(box.italian[unit] for unit in units):
        return "3.2"
    if pos.effects & NO_RETREAT and box.side[units[0]] == AXIS:
        return "5.0"
    return None


def retreat_barred(pos: WesternDesertPosition, who: int, left: int, taken: int) -> str | None:
    """10.25 The rule that keeps a side from taking the hits it has left as a retreat, or None."""
    battle = Battle(*pos.battle)
    units = alive(pos, who)
    if not taken:
        return "10.25"
    if who == ATTACKER:
        if left != 1:  # 10.22: one hit at most
            return "10.22"
    elif not battle.fell_back and taken < least_steps(battle.hits[DEFENDER]):
        return "10.23"
    return no_retreat_rule(pos, units) or (None if can_retreat(pos, units, left, who == ATTACKER) else "10.26")


def way_out(pos: WesternDesertPosition, who: int, left: int, taken: int) -> bool:
    """Could a retreat of any length still save somebody, the other hits being steps?

    Stacks without a way back of that length have to die first, as all who are left retreat (10.25).
    """
    units = alive(pos, who)
    if no_retreat_rule(pos, units):
        return False
    needed = 1 if Battle(*pos.battle).fell_back else least_steps(Battle(*pos.battle).hits[DEFENDER])
    least = left - 1 if who == ATTACKER else max(0, needed - taken)
    stacks = pos.by_place(units).values()
    for steps in range(least, min(left, steps_left(pos, units))):
        stuck = [stack for stack in stacks if not can_retreat(pos, stack, left - steps, who == ATTACKER)]
        if sum(steps_left(pos, stack) for stack in stuck) <= steps:
            return True
    return False


def least_steps(hits: int) -> int:
    """10.23 Hits the defender takes as steps before he may retreat from an attacker who stood: at most half, rounded

    down, may be retreated from (R6).
    """
    return max(1, hits - hits // 2)


def alive(pos: WesternDesertPosition, who: int) -> list[int]:
    """The units of a side of the battle that are still on the map."""
    battle = Battle(*pos.battle)
    return [unit for unit in (battle.defenders if who else battle.attackers) if pos.where[unit] >= 0]


def cheapest_step(pos: WesternDesertPosition, units: list[int]) -> int:
    """Who loses the next step when the owner leaves it to the table: armour last, no unit dies while another can be

    reduced, and the least strength goes first.
    """
    box = pos.box

    def price(unit: int) -> tuple[bool, bool, int, int]:
        last = bool(pos.reduced[unit]) or box.step_count[unit] == 1
        after = 0 if last else box.strength[unit][1]
        return box.kind[unit] == ARMOR, last, pos.strength(unit) - after, unit

    return min(units, key=price)


class BeginLosses(Auto[WesternDesertPosition]):
    """Open a side's losses, if it has any."""

    who: int

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        hits = Battle(*pos.battle).hits[self.who]
        if hits:
            pos.note(self.rule, "hits", frame.side, hits)
            swap(pos, "combat.losses", frame.side, self.who, hits, 0)
        else:
            pop(pos)


class AttackerHits(BeginLosses):
    """The attacker's hits come first."""

    name = "combat.attacker_hits"
    rule = "10.22"
    who = ATTACKER


class DefenderHits(BeginLosses):
    """Then the defender's."""

    name = "combat.defender_hits"
    rule = "10.23"
    who = DEFENDER


class TakeLosses(Step[WesternDesertPosition]):
    """10.22 A side takes its hits, the attacker first: which unit loses the next step, or a retreat from the rest."""

    name = "combat.losses"
    rule = "10.21"
    verbs = (LOSE,)

    class Args(NamedTuple):
        """Attacker or defender, the hits still to take, and the steps among them that must be taken."""

        who: int
        left: int
        steps: int

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        args = self.Args(*frame.args)
        due = Battle(*pos.battle).hits[args.who]
        title = f"Take {Count(args.left):{'more hit' if args.left < due else 'hit'}}"
        text = f"Choose the unit that loses the next step{', or retreat' if TURN_BACK in pos.actions() else ''}."
        return Ask(title, text, ("10.22" if args.who == ATTACKER else "10.23", "10.25"))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        who, left, taken = self.Args(*frame.args)
        units = alive(pos, who)
        if left >= steps_left(pos, units) and not (units and way_out(pos, who, left, taken)):
            return [PERISH]
        found = losing(units)
        if 1 < left < steps_left(pos, units):
            found.append(("spread",))
        if retreat_barred(pos, who, left, taken) is None:
            found.append(TURN_BACK)
        return found

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        who, left, taken = self.Args(*frame.args)
        match action:
            case losses.PERISH:
                pop(pos)
                eliminate(pos, alive(pos, who), "10.21")
            case retreats.TURN_BACK:
                pop(pos)
                if who == ATTACKER:
                    pos.battle = tuple(Battle(*pos.battle)._replace(fell_back=1))
                start_retreat(pos, alive(pos, who), left, who == ATTACKER)
            case ("spread",):
                pop(pos)
                for _ in range(left):
                    lose_step(pos, cheapest_step(pos, alive(pos, who)))
            case (_, unit):
                lose_step(pos, unit)
                if left > 1:
                    swap(pos, self.name, frame.side, who, left - 1, taken + 1)
                else:
                    pop(pos)

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        return retreat_barred(pos, *self.Args(*frame.args)) if action == TURN_BACK else None


class EndBattle(Auto[WesternDesertPosition]):
    """Say who stands where it was fought, and put the battle away."""

    name = "combat.end"
    rule = "10.0"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        for place in Battle(*pos.battle).places:
            side = defending_side(pos) if pos.held[defending_side(pos)] >> place & 1 else attacking_side(pos)
            units = pos.fighters_at(place, side)
            pos.note("10.0", "stands", side, place, tuple(units), tuple(pos.reduced[unit] for unit in units))
        pos.battle = ()
        pop(pos)


FIGHT = Outline[WesternDesertPosition](
    "combat.fight",
    (
        Line("13.3", "combat.lead", attacking_side),
        Line("13.3", "combat.lead", defending_side),
        Line("10.11", "combat.attack", attacking_side),
        Line("10.24", "combat.overwhelm", attacking_side),
        Line("10.11", "combat.reply", defending_side, is_fought),
        Line("10.22", "combat.attacker_hits", attacking_side),
        Line("13.6", "leader.checks", attacking_side),
        Line("10.23", "combat.defender_hits", defending_side, is_fought),
        Line("13.6", "leader.checks", defending_side),
        Line("10.27", "combat.advance", attacking_side),
        Line("10.0", "combat.end", attacking_side),
    ),
)

STEPS = (
    FIGHT,
    ChooseLead(),
    AttackDice(),
    DefenseDice(),
    CombatRoll(),
    Overwhelm(),
    AttackerHits(),
    DefenderHits(),
    TakeLosses(),
    EndBattle(),
)
