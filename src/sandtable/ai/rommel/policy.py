"""A greedy player of Rommel in the Desert: strikes where the odds are good, holds what counts, bluffs with dummies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from sandtable.ai.core import greedy as core
from sandtable.ai.core.greedy import NEVER
from sandtable.ai.core.search import Depth
from sandtable.ai.rommel.buildup import bid, discard, menu, mine, ration, send
from sandtable.ai.rommel.lines import base_in_reach
from sandtable.ai.rommel.plans import plan_of
from sandtable.ai.rommel.relief import cards_for_relief, next_order, unanswered
from sandtable.ai.rommel.setting_up import arrange, put
from sandtable.ai.rommel.value import Survey, best_of, evaluate, exchange, survey, terms, worth
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.records import Seat
from sandtable.engine.sides import NUMBER
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_movement import ROMMEL, WITHDRAWAL, Field, Reach, field, reach
from sandtable.games.rommel.rules.r02_orders import Gather, Group, Order, commands, gatherable, movable
from sandtable.games.rommel.rules.r10_victory import TERMS

__all__ = ["DEPTH", "Greedy", "Planner", "evaluate", "terms"]

DEPTH = Depth(
    pauses=("cards.lay", "buildup.menu"),
    through=2,
    breadth=5,
    keys=("cards.lay", "move.order", "move.command", "move.to", "battle.refuse", "battle.choose"),
    scale=60.0,
)
"""Search plays on through the other side's turn."""
ENDS = ("done", "rommel")
"""What a move can be used for besides moving."""
LAST_GUARD = 0.5
"""How likely an empty base in reach is to be taken."""
TRAPPED = 0.25
"""With more than this share of the army cut off, cards are there to be spent."""
TRIED = 4
"""How many plans are tried to find one that moves a block."""
WEARY = 0.4
"""What a failed forced march costs, as a share of the block's value."""
WORTH_A_CARD = 2.0
"""The least gain for which a supply card is spent."""


class Greedy(core.Greedy[RommelPosition]):
    """Looks one move ahead from what its side can see."""

    def choose(self, seat: Seat) -> Action:
        """The best action by a quick look; the same view always gets the same answer."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        pos = seat.guess(Random(self.seed))
        assert isinstance(pos, RommelPosition)
        step, side, _ = pos.stack[-1]
        assert side == NUMBER[seat.side]
        rng = Random(f"{self.seed} {pos.turn} {pos.hands[2 * side : 2 * side + 2]} {pos.where} {pos.steps}")
        return CHOOSE[step](pos, side, self.safe(pos, actions), rng)

    def reply(self, pos: RommelPosition, rng: Random) -> Action:
        """Its choice in a world where nothing is hidden."""
        step, side, _ = pos.stack[-1]
        return CHOOSE[step](pos, side, self.safe(pos, pos.actions()), rng)

    def rate(self, pos: RommelPosition, actions: list[Action]) -> list[float]:
        """What each action is thought to be worth; the highest is its choice."""
        step, side, args = pos.stack[-1]
        rng = Random(f"{self.seed} {pos.turn} {pos.hands[2 * side : 2 * side + 2]} {pos.where} {pos.steps}")
        choice = CHOOSE[step](pos, side, self.safe(pos, actions), rng)
        gains: dict[Action, float] = {}
        match step:
            case "move.order" if not (mode := Order.Args(*args).mode) & WITHDRAWAL:
                gains = plan_gains(pos, side, mode)
            case "move.command":
                sense = survey(pos, side)
                found = rally_gains(pos, side, sense, *args)
                gains = {("rally", foe): gain for foe, gain in found.items()}
            case "move.to":
                worth_of = destination_value(pos, side)
                gains = {action: worth_of(action) for action in actions}
            case "cards.lay":
                gains = {
                    action: -0.1 * abs(action[1] - choice[1]) - 0.01 * abs(action[2] - choice[2]) for action in actions
                }
        rated = [gains.get(action, 0.0) for action in actions]
        if step in ("move.order", "move.command") and gains:  # no card is spent on a move that moves nobody
            rated = [
                worth_ if worth_ > 0 or action[0] in ENDS else NEVER
                for action, worth_ in zip(actions, rated, strict=True)
            ]
        highest = max(rated) + 1.0
        return [highest if action == choice else worth_ for action, worth_ in zip(actions, rated, strict=True)]

    def danger(self, pos: RommelPosition, side: int, actions: list[Action]) -> list[float] | None:
        """A side ends the last month only if it would win; the last block does not leave a base in reach."""
        step, _, args = pos.stack[-1]
        if step == "cards.lay":
            return last_pass(pos, side, actions)
        base = pos.box.board.base[side]
        if step == "buildup.menu":
            leaving: tuple[str, ...] = ("redeploy",)
        elif step == "move.group" and Group.Args(*args).place == base:
            leaving = ("take", "all")
        else:
            return None
        guards = pos.ready_at(base, side)
        if not guards or not base_in_reach(pos, side):
            return None
        alone = len(guards) == 1
        return [
            LAST_GUARD if action[0] in leaving and (action == ("all",) or (alone and action[1] == guards[0])) else 0.0
            for action in actions
        ]

    def plan(self, pos: RommelPosition, side: int) -> str:
        """A side's plan under the terms of the scenario."""
        return plan_of(pos, side).name


def last_pass(pos: RommelPosition, side: int, actions: list[Action]) -> list[float] | None:
    """The chance that each play of cards loses the game: in the last month two passes in a row end it (1.1, 10.2)."""
    if pos.turn < pos.box.plan.last or not pos.hand(side)[0]:
        return None
    winner, _ = TERMS[pos.box.plan.terms](pos)
    if winner == side:
        return [0.0 if action[1] else -1.0 for action in actions] if pos.passes else None
    return [0.0 if action[1] else 1.0 for action in actions]


Planner = Greedy
"""Search plans with the same evaluation."""


# Plans


Spots = dict[tuple[int, int], Reach]
"""What blocks of one hex and one speed can reach."""


def plan_gains(pos: RommelPosition, side: int, mode: int = 0) -> dict[Action, float]:
    """What each group or regroup move gains at its best."""
    sense = survey(pos, side)
    key = mode, tuple(pos.moved), pos.crossed, pos.networks[side]
    if key not in sense.plans:
        sense.plans[key] = _plan_gains(pos, side, sense, mode)
    return sense.plans[key]


def _plan_gains(pos: RommelPosition, side: int, sense: Survey, mode: int) -> dict[Action, float]:
    stacks: dict[int, list[int]] = {}
    for unit, place in enumerate(movable(pos, side, mode), pos.box.span[side][0]):
        if place >= 0:
            stacks.setdefault(place, []).append(unit)
    on, spots = field(pos, side, mode), Spots()
    gains: dict[Action, float] = {}
    for place, stack in stacks.items():
        can = on_stack(pos, side, on, place, stack, mode, spots)
        gains["group", place] = best_group(pos, side, sense, can, stack)[0]
    if not mode & WITHDRAWAL:
        for command in places_in(commands(pos, stacks)):
            gains["regroup", command] = best_rally(pos, side, sense, command, mode, spots)[0]
    return gains


def best_plan(pos: RommelPosition, side: int, mode: int = 0) -> tuple[float, Action]:
    """The best group or regroup move that actually moves a block, and what it gains."""
    plans = sorted(plan_gains(pos, side, mode).items(), key=lambda plan: -plan[1])
    for action, gain in plans[:TRIED]:
        if gain <= 0:
            break
        if action[0] == "group" or moves_somebody(pos, side, action, mode):
            return gain, action
    return 0.0, ("done",)


def moves_somebody(pos: RommelPosition, side: int, action: Action, mode: int) -> bool:
    """Would a regroup bring any block to its hex? No card is spent on one that does not."""
    sense = survey(pos, side)
    gain, foe = best_rally(pos, side, sense, action[1], mode)
    if gain <= 0:
        return False
    on = field(pos, side, mode)
    sends = [
        unit
        for unit in gatherable(pos, side, action[1], mode)
        if foe in reach(pos, side, on, pos.where[unit], pos.box.speed[unit], mode, 1, foe).entries
    ]
    return attack_gain(pos, side, sense, foe, strongest(pos, sends, 6)) > 0


def on_stack(
    pos: RommelPosition, side: int, on: Field, place: int, stack: list[int], mode: int, spots: Spots
) -> dict[int, Reach]:
    """What each speed in a stack can reach."""
    can: dict[int, Reach] = {}
    for speed in {pos.box.speed[unit] for unit in stack}:
        can[speed] = spots[place, speed] = reach(pos, side, on, place, speed, mode, 1)
    return can


def best_group(
    pos: RommelPosition, side: int, sense: Survey, can: dict[int, Reach], stack: list[int]
) -> tuple[float, Action]:
    """The best first step of a group move: all together to a quiet hex, or one block anywhere."""
    found: tuple[float, Action] = (0.0, ("done",))
    speed = pos.box.speed
    if len(stack) > 1:
        together = -1
        for one in can.values():
            together &= one.plain
        for dest in sense.likely(together, 6):
            gain = sense.shift(stack, dest)
            if gain > found[0]:
                found = gain, ("all",)
    seen: set[tuple[int, int, int]] = set()
    for unit in stack:
        kind = (speed[unit], pos.value(unit), pos.box.kind[unit])
        if kind in seen:
            continue
        seen.add(kind)
        for dest in sense.likely(can[speed[unit]].plain, 4):
            gain = sense.shift([unit], dest)
            if gain > found[0]:
                found = gain, ("take", unit)
        for dest in places_in(can[speed[unit]].further & sense.prey_hexes):
            gain = forced(pos, [unit], sense.shift([unit], dest))
            if gain > found[0]:
                found = gain, ("take", unit)
    for foe in {foe for one in can.values() for foe in one.entries}:
        force = [unit for unit in stack if foe in can[speed[unit]].entries]
        force = strongest(pos, force, sum(2 for _ in places_in(can[max(can)].entries.get(foe, 0))))
        ways = 0
        for one in can.values():
            ways |= one.entries.get(foe, 0)
        gain = attack_gain(pos, side, sense, foe, force, ways)
        if gain > found[0]:
            found = gain, ("take", force[0])
    return found


def forced(pos: RommelPosition, units: list[int], gain: float) -> float:
    """What a forced march is worth: it succeeds on half the rolls, and a block that fails is disrupted."""
    chance = (7 - pos.box.tables.march_needs) / 6
    return chance * gain - (1 - chance) * WEARY * sum(worth(pos, unit) for unit in units)


def strongest(pos: RommelPosition, units: list[int], count: int) -> list[int]:
    """The strongest few."""
    return sorted(units, key=lambda unit: (-pos.value(unit), unit))[:count]


def attack_gain(
    pos: RommelPosition, side: int, sense: Survey, foe: int, force: Sequence[int], ways: Mask = -1
) -> float:
    """What an attack by these blocks on a hex, over some of these ways in, promises."""
    key = foe, tuple(force), sense.on_the_road(foe, ways)
    if key not in sense.attacks:
        sense.attacks[key] = _attack_gain(pos, side, sense, *key)
    return sense.attacks[key]


def _attack_gain(pos: RommelPosition, side: int, sense: Survey, foe: int, force: Sequence[int], road: float) -> float:
    if not force:
        return 0.0
    there = sense.mine.get(foe, [])
    if foe not in sense.theirs:  # only disrupted enemies: a rout for nothing
        lying = pos.at(foe, OTHER[side])
        return sum(worth(pos, unit) for unit in lying) + sense.aims.get(foe, 0.0)
    gain = sense.battle(foe, [*there, *force]) + sense.rescue(foe, [*there, *force]) + road
    if there:
        gain -= sense.battle(foe, there) + sense.rescue(foe, there)
    values, pull, where = sense.values, sense.pull, pos.where
    leaving = sum([pull[where[unit]] * values[unit] * 0.1 for unit in force])
    for origin in {where[unit] for unit in force} & set(sense.aims):
        if not set(sense.mine.get(origin, ())) - set(force):  # nobody would be left to hold it
            leaving += 2.5 * sense.aims[origin]
    return gain - leaving + 0.2 * sum([pull[foe] * values[unit] for unit in force]) * 0.3


def best_rally(
    pos: RommelPosition, side: int, sense: Survey, command: int, mode: int, spots: Spots | None = None
) -> tuple[float, int]:
    """The best hex for a regroup round a command hex, and its gain."""
    found = (0.0, -1)
    for foe, gain in rally_gains(pos, side, sense, command, mode, spots).items():
        if gain > found[0]:
            found = (gain, foe)
    return found


def rally_gains(
    pos: RommelPosition, side: int, sense: Survey, command: int, mode: int, spots: Spots | None = None
) -> dict[int, float]:
    """What a regroup round a command hex gains by striking each hex it can."""
    on = field(pos, side, mode)
    attackers: dict[int, list[int]] = {}
    ways_in: dict[int, Mask] = {}
    spots = {} if spots is None else spots
    where, speed = pos.where, pos.box.speed
    for unit in gatherable(pos, side, command, mode):
        spot = where[unit], speed[unit]
        if spot not in spots:
            spots[spot] = reach(pos, side, on, *spot, mode, 1)
        for foe, ways in spots[spot].entries.items():
            if foe in attackers:
                attackers[foe].append(unit)
                ways_in[foe] |= ways
            else:
                attackers[foe], ways_in[foe] = [unit], ways
    gains: dict[int, float] = {}
    for foe, force in attackers.items():
        via, narrow = ways_in[foe], pos.box.board.narrow[foe]
        room = 2 * via.bit_count() - (via & narrow).bit_count()
        gains[foe] = attack_gain(pos, side, sense, foe, strongest(pos, force, room), via)
    return gains


# One decision each


def lay_cards(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """How many cards the best plan is worth, and how many dummies to hide it."""
    real, dummy = pos.hand(side)
    trial = pos.quiet()
    if not real:
        return ("lay", 0, 0)
    if cards := cards_for_relief(pos, side):
        return ("lay", cards, 0)
    idle: Action = next(action for action in actions if action[2] == 0)
    if idle[1] == 0 and not any(action[1] for action in actions):
        return idle
    trial.moved = [0] * len(trial.moved)
    trial.crossed = ()
    gain, _ = best_plan(trial, side)
    sense = survey(pos, side)
    storm = 0.0
    for place, _, _ in pos.battles:
        mine = sense.mine.get(place, [])
        if mine and place in sense.theirs:
            storm = max(storm, sense.battle(place, mine))
    trapped = sum(sense.stranded.values()) > TRAPPED * sum(value for _, value in sense.stacks(sense.mine))
    price = WORTH_A_CARD / 3 if sense.losing or trapped else WORTH_A_CARD
    if max(gain, storm) < price:
        return idle
    cards = 1
    if real >= 2 and (trapped or storm > 2 * price or gain > 4 * price):
        cards = 2
    if real >= (3 if trapped else 6) and max(gain, storm) > 8 * price:
        cards = 3
    if bides(pos, sense) and not trapped:
        cards = 1
    bluff = min(dummy, 3 - cards) if rng.random() < 0.6 else 0
    return ("lay", cards, bluff)


def bides(pos: RommelPosition, sense: Survey) -> bool:
    """Should the weaker side, if it must win something this month, wait for the enemy to spend his cards first?"""
    pressed = sense.losing and pos.turn >= pos.box.plan.last and sense.weaker
    return pressed and not unanswered(pos, sense) and pos.hand(sense.side)[0] > 1


def ending(pos: RommelPosition, side: int, actions: list[Action]) -> Action:
    """Done; with two real cards, an assault if there is something to storm, or else another move."""
    ends = [action for action in actions if action[0] == "done"]
    if len(ends) == 1:
        return ends[0]
    sense = survey(pos, side)
    for place, _, _ in pos.battles:
        mine, theirs = sense.mine.get(place, []), sense.theirs.get(place, [])
        if mine and theirs and exchange(pos, place, mine, theirs)[0] > 0.1:
            return ("done", "assault")
    return ("done", "offensive")


def order(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The move with the best prospects."""
    mode = Order.Args(*pos.stack[-1].args).mode
    if mode & WITHDRAWAL:
        return ("done",)
    if planned := next_order(pos, side, actions):
        return planned
    gain, action = best_plan(pos, side, mode)
    return action if gain > 0.3 and action in actions else ending(pos, side, actions)


def group(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The next block of a group move, or all of them."""
    place, mode = pos.stack[-1].args
    stack = [action[1] for action in actions if action[0] == "take"]
    if not stack:
        return ending(pos, side, actions)
    if not mode and (planned := next_order(pos, side, actions)):
        return planned
    on = field(pos, side, mode)
    sense = survey(pos, side)
    gain, action = best_group(pos, side, sense, on_stack(pos, side, on, place, stack, mode, {}), stack)
    if ("rommel",) in actions and not mode & ROMMEL:
        further, other = best_group(pos, side, sense, on_stack(pos, side, on, place, stack, mode | ROMMEL, {}), stack)
        if further > gain + 0.5 and other in actions:
            return ("rommel",)
    if gain > 0.3 and action in actions and is_followed_up(pos, side, action, rng):
        return action
    return ending(pos, side, actions)


def destination_value(pos: RommelPosition, side: int) -> Callable[[Action], float]:
    """What each place to go to is worth to the chosen blocks."""
    sense, chosen = survey(pos, side), list(pos.chosen)

    def value(action: Action) -> float:
        match action:
            case ("to", dest):
                return sense.shift(chosen, dest)
            case ("march", dest):
                return forced(pos, chosen, sense.shift(chosen, dest))
            case ("charge", foe, _):
                return forced(pos, chosen, attack_gain(pos, side, sense, foe, chosen))
            case ("enter", foe, via):
                allies = [u for u in pos.at(pos.where[chosen[0]], side) if not pos.moved[u] and not pos.disrupted[u]]
                force = strongest(pos, allies, 4)
                return attack_gain(pos, side, sense, foe, force if chosen[0] in force else chosen, 1 << via)
            case _:
                return 0.1 if action[0] == "keep" else 0.0

    return value


def choose_destination(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Where the chosen blocks do the most good."""
    return next_order(pos, side, actions) or best_of(actions, destination_value(pos, side))


def command(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The hex that a regroup is to strike."""
    place, mode = pos.stack[-1].args
    gain, foe = best_rally(pos, side, survey(pos, side), place, mode)
    return ("rally", foe) if ("rally", foe) in actions and gain > 0 else ending(pos, side, actions)


def gather(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Send the strongest first, as long as the whole attack gains by it."""
    dest = Gather.Args(*pos.stack[-1].args).dest
    sense = survey(pos, side)
    sends = [action for action in actions if action[0] == "send"]
    if sends:
        force = strongest(pos, sorted({action[1] for action in sends}), 6)
        if attack_gain(pos, side, sense, dest, force) > 0:
            ways = [action for action in sends if action[1] == force[0]]
            return best_of(ways, lambda action: sense.on_the_road(dest, 1 << action[2]))
    brings = [action for action in actions if action[0] == "bring" and sense.shift([action[1]], dest) > 0.3]
    return brings[0] if brings else ending(pos, side, actions)


def activate(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Fight on where it pays."""
    sense = survey(pos, side)

    def value(action: Action) -> float:
        if action[0] == "done":
            return 0.0
        return sense.battle(action[1], sense.mine.get(action[1], []))

    return best_of(actions, value)


def refuse(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Run from a battle that would cost much more than it brings, unless the hex is worth it."""
    sense = survey(pos, side)

    def value(action: Action) -> float:
        if action[0] == "stand":
            return 0.0
        place = action[1]
        mine, theirs = sense.mine.get(place, []), sense.theirs.get(place, [])
        won, lost = exchange(pos, place, mine, theirs)
        stake = sense.aims.get(place, 0.0)
        cost = sum(worth(pos, unit) for unit in mine)
        return (1.6 * lost - won) * cost - 0.35 * cost - stake

    return best_of(actions, value)


def choose_target(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Fire at the class where a hit should cost the most."""
    (place,) = pos.stack[-1].args
    enemies = pos.ready_at(place, OTHER[side])
    table = pos.box.tables.fire

    def value(action: Action) -> float:
        if action[0] == "all":
            return -1.0
        _, unit, kind = action
        targets = [u for u in enemies if pos.box.kind[u] == kind]
        room = sum(pos.steps[u] * pos.box.toughness[u] for u in targets) - pos.rolls[kind]
        price = sum(pos.box.blocks[u].cost / pos.box.toughness[u] for u in targets) / len(targets)
        chance = (7 - table[pos.box.kind[unit]][kind]) / 6
        return min(chance * pos.value(unit), max(room, 0.1)) * (2 + price)

    return best_of(actions, value)


def allot(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Hits go where they cost least; a last step costs more."""

    def value(action: Action) -> float:
        unit = action[1]
        values, steps = pos.box.values[unit], pos.steps[unit]
        return -(values[steps] - values[steps - 1] + pos.box.blocks[unit].cost / 4 + (2.5 if steps == 1 else 0))

    return best_of(actions, value)


def withdraw(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Retreat to where the force is safest and still useful."""
    sense = survey(pos, side)

    def value(action: Action) -> float:
        if action[0] == "take":
            return -50.0
        dest = action[-1]
        return sense.pull[dest] - sense.danger(dest, 4.0) + (2.0 if dest in sense.mine else 0.0)

    return best_of(actions, value)


def is_followed_up(pos: RommelPosition, side: int, action: Action, rng: Random) -> bool:
    """Will a block that is picked up be sent anywhere? Putting it back is free, so it would be picked up for ever."""
    trial = pos.quiet()
    trial.play(action)
    step = trial.stack[-1].step if trial.stack else ""
    return step in ("move.to", "buildup.send") and CHOOSE[step](trial, side, trial.actions(), rng) != ("keep",)


def take_first(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The first will do."""
    return actions[0]


def take_last(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The last will do."""
    return actions[-1]


CHOOSE: dict[str, Callable[[RommelPosition, int, list[Action], Random], Action]] = {
    "setup.arrange": arrange,
    "setup.put": put,
    "cards.lay": lay_cards,
    "move.order": order,
    "move.group": group,
    "move.to": choose_destination,
    "move.command": command,
    "move.gather": gather,
    "battle.choose": activate,
    "battle.refuse": refuse,
    "battle.pick": take_first,
    "battle.aim": choose_target,
    "battle.allot": allot,
    "withdraw": withdraw,
    "withdraw.to": withdraw,
    "buildup.malta": take_last,
    "buildup.menu": menu,
    "buildup.send": send,
    "buildup.mine": mine,
    "supply.ration": ration,
    "cards.discard": discard,
    "cards.redraw": take_last,
    "initiative.challenge": bid,
    "initiative.answer": bid,
}
