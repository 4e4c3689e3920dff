"""20.0 The combat action: the active player attacks hex by hex, in any order."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine import flow
from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import BACK, DONE, Action, Ask, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import CHANCE
from sandtable.games.dark_sands.accounts import odds_text
from sandtable.games.dark_sands.notation import group_noun, short_place
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import COMBAT_LARGE, combat_share
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r12_doctrine import assault_barred
from sandtable.games.dark_sands.rules.r13_assets import (
    asset_actions,
    commit,
    commit_barred,
    removal_actions,
    upkeep,
)
from sandtable.games.dark_sands.rules.r20_odds import HOPELESS, automatic, faces, odds, total
from sandtable.games.dark_sands.rules.r20_results import apply_result, crowded_out


def attack_barred(pos: DarkSandsPosition, side: int, unit: int, target: int) -> str | None:
    """20.1 The rule that keeps a unit out of an attack on this hex, or None."""
    box, here = pos.box, pos.where[unit]
    if box.units[unit].side != side or here < 0 or not pos.active >> unit & 1 or pos.fought >> unit & 1:
        return "20.1"
    if not pos.attack(unit):  # headquarters and garrisons have no factor
        return "20.1"
    if not box.adjacent(here, target):
        return "6.1"
    if not box.open_to[pos.bypass == BUILT][box.armour >> unit & 1][here] >> target & 1:
        return "6.0"
    return crowd_barred(pos, here, pos.attackers, unit)


def crowd_barred(pos: DarkSandsPosition, here: int, attackers: Mask, unit: int) -> str | None:
    """20.2.1 On the Center no more than two large units attack out of one hex in a combat."""
    box = pos.box
    if box.section[here] == 1 and box.large >> unit & 1:
        return "7.4" if (pos.piles[here] & attackers & box.large).bit_count() >= COMBAT_LARGE else None
    return None


def targets(pos: DarkSandsPosition, side: int) -> list[int]:
    """The enemy hexes that some active unit may attack now."""
    box = pos.box
    bypass = pos.bypass == BUILT
    foes = pos.held[1 - side]
    front = pos.units_at(pos.held[side] & spread(foes, box.around))
    ready = front & pos.active & ~pos.fought & box.zoned & box.of[side]
    found = 0
    for unit in places_in(ready):
        found |= box.open_to[bypass][box.armour >> unit & 1][pos.where[unit]] & foes
    return [place for place in places_in(found) if pos.piles[place] & ~box.hqs and not pos.piles[place] & pos.attacked]


def chit_modifier(pos: DarkSandsPosition) -> int:
    """The die modifier of the chit behind the combat under way."""
    behind = (frame for frame in reversed(pos.stack) if frame.step in (Combat.name, ChooseTable.name))
    return next((Combat.Args(*frame.args).modifier for frame in behind), 0)


class Combat(Step[DarkSandsPosition]):
    """The active player picks the next hex to attack."""

    name = "combat"
    rule = "20.0"
    title = "Combat"
    text = "Choose an enemy hex to attack."
    verbs = ("attack",)

    class Args(NamedTuple):
        """The die modifier of the chit."""

        modifier: int

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side = frame.side
        return [DONE, *(("attack", place) for place in targets(pos, side)), *removal_actions(pos, side)]

    def barred(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> str | None:
        return "20.1"

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (modifier,) = frame.side, self.Args(*frame.args)
        match action:
            case flow.DONE:
                pop(pos)
            case ("attack", place):
                pos.target, pos.attackers, pos.defenders, pos.committed = place, 0, 0, 0
                ready = may_join(pos, side)
                if len(ready) > 1:
                    push(pos, "combat.join", side, modifier)
                else:
                    pos.attackers = 1 << ready[0]
                    begin(pos, side, modifier)
            case _:
                upkeep(pos, side, action)


def may_join(pos: DarkSandsPosition, side: int) -> list[int]:
    """The units that may join the attack on the target."""
    near = pos.units_at(pos.box.map.around[pos.target] & pos.held[side]) & ~pos.attackers
    return [unit for unit in places_in(near) if not attack_barred(pos, side, unit, pos.target)]


def everyone(pos: DarkSandsPosition, side: int) -> Mask:
    """All who can attack the target together, the strongest first where only two may."""
    joined = pos.attackers
    for unit in sorted(may_join(pos, side), key=lambda u: (-pos.attack(u), u)):
        if not crowd_barred(pos, pos.where[unit], joined, unit):
            joined |= 1 << unit
    return joined


class Join(Step[DarkSandsPosition]):
    """Who takes part in the attack."""

    name = "combat.join"
    rule = "20.1"
    verbs = ("with",)

    Args = Combat.Args

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        joined = f"With {group_noun(pos, pos.attackers)} so far." if pos.attackers else "Choose the units that attack."
        return Ask(f"Attack on {short_place(pos.box, pos.target)}", joined, (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        ready = may_join(pos, frame.side)
        found: list[Action] = []
        if ready:
            found.append(("all",))
        if pos.attackers:
            found.append(("fight",))
        if len(ready) > 1 or pos.attackers:
            found += [("with", unit) for unit in ready]
        return [*found, BACK]

    def barred(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("with", int(unit)) if 0 <= unit < len(pos.where):
                return attack_barred(pos, frame.side, unit, pos.target)
        return None

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (modifier,) = frame.side, self.Args(*frame.args)
        match action:
            case ("with", unit):
                pos.attackers |= 1 << unit
                return
            case flow.BACK:
                pop(pos)
                pos.target, pos.attackers = -1, 0
                return
            case ("all",):
                pos.attackers = everyone(pos, side)
        pop(pos)
        begin(pos, side, modifier)


def begin(pos: DarkSandsPosition, side: int, modifier: int) -> None:
    """20.2 The attack is declared: assets, table, die; a map-edge defence gives way at once (20.4.1)."""
    pos.bystanders = crowded_out(pos)
    pos.fought |= pos.attackers
    pos.attacked |= pos.piles[pos.target] & ~pos.box.hqs  # 20.1: a headquarters does not defend
    pos.defenders = combat_share(pos, pos.target, pos.piles[pos.target])
    pos.note("20.0", "attack", pos.attackers, pos.target, pos.piles[pos.target])
    if pos.bystanders:
        pos.note("7.4", "stand_by", pos.bystanders)
    crowded = pos.piles[pos.target] & pos.box.large & ~pos.defenders
    if crowded:
        pos.note("7.4", "left_out", crowded)
    if automatic(pos, side):
        pos.note("20.4.1", "map_edge", pos.target)
        apply_result(pos, side, "DR", "mobile")
        return
    push(pos, "combat.table", side, modifier)
    push(pos, "combat.assets", 1 - side, 0)
    push(pos, "combat.assets", side, 1)


class Assets(Step[DarkSandsPosition]):
    """Each side adds assets, the attacker first."""

    name = "combat.assets"
    rule = "13.1"

    class Args(NamedTuple):
        """Who is asked."""

        attacking: int
        """1 for the attacker."""

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        attacks = self.Args(*frame.args).attacking
        attacker = frame.side if attacks else 1 - frame.side
        where = short_place(pos.box, pos.target)
        title = f"Assets for {'your attack on' if attacks else 'the defence of'} {where}"
        sums = odds_text(pos, odds(pos, attacker, chit_modifier(pos)))
        again = "assets to attack" if attacks else "assets to defend"
        return Ask(title, f"{sums}. Add what you can spare, then press No more assets.", (self.rule,), again)

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, (attacking,) = frame.side, self.Args(*frame.args)
        fighters = pos.attackers if attacking else pos.defenders
        return [DONE, *asset_actions(pos, side, fighters, bool(attacking))]

    def barred(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> str | None:
        (attacking,) = self.Args(*frame.args)
        return commit_barred(pos, action, pos.attackers if attacking else pos.defenders, bool(attacking))

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        if action == DONE:
            pop(pos)
        else:
            commit(pos, action)


class ChooseTable(Step[DarkSandsPosition]):
    """20.2.4 The Allies may take the Assault table where they meet its terms."""

    name = "combat.table"
    rule = "20.2.4"
    title = "Which results table?"
    text = "An assault costs a further infantry step."

    Args = Combat.Args

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        if assault_barred(pos, frame.side, pos.attackers):
            return [("table", "mobile")]
        return [("table", "mobile"), ("table", "assault")]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (modifier,), table = frame.side, self.Args(*frame.args), action[1]
        found = odds(pos, side, modifier, table)
        pos.note("20.2.5", "odds", *found)
        if found.column == HOPELESS:
            pop(pos)
            apply_result(pos, side, "AE", "mobile")
        else:
            swap(pos, "combat.roll", CHANCE, side, modifier, table)


def declared(pos: DarkSandsPosition, action: Action) -> tuple[DarkSandsPosition, int, str] | None:
    """The attack that an action of a combat begins or goes on with: a position, the attacker and the table."""
    step, side, _ = frame = pos.stack[-1]
    ahead, table = pos.quiet(), "mobile"
    match step, action:
        case ("combat", ("attack", place)):
            ahead.target, ahead.attackers, ahead.committed = place, 0, 0
            ahead.attackers = everyone(ahead, side)
        case ("combat.join", ("with", unit)):
            ahead.attackers |= 1 << unit
        case ("combat.join", ("all",)):
            ahead.attackers = everyone(ahead, side)
        case ("combat.table", ("table", name)):
            table = name
        case ("combat.join", ("fight",)) | ("combat.assets", flow.DONE):
            pass
        case ("combat.assets", _):
            commit(ahead, action)
        case _:
            return None
    attacking = step != Assets.name or Assets.Args(*frame.args).attacking
    return ahead, side if attacking else 1 - side, table


class Roll(DiceRoll[DarkSandsPosition]):
    """20.2.7 The die of an attack."""

    name = "combat.roll"
    rule = "20.2.7"
    title = "The die of the attack"

    class Args(NamedTuple):
        """The attacker, the die modifier of the chit, and the results table."""

        attacker: int
        modifier: int
        table: str

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, modifier, table = self.Args(*frame.args)
        pop(pos)
        found = odds(pos, side, modifier, table)
        code = faces(pos.box, found)[action[1] - 1]
        pos.note("20.2.7", "rolled", side, action[1], total(found.modifiers), code)
        apply_result(pos, side, code, table)


STEPS = (Combat(), Join(), Assets(), ChooseTable(), Roll())
