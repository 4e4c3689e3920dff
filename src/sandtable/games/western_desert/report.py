"""The log in words: one line for each kind of event."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.battle import Account, DiceRow, dice_row
from sandtable.engine.log import Log, Tell
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import counted, listed, sentence, verb
from sandtable.games.western_desert.notation import (
    FORTRESS_WORDS,
    KINDS,
    LEVEL_WORDS,
    OWNERS,
    SIDES_SAID,
    owner,
    place_said,
    stack_noun,
    unit_name,
)
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r10_account import Lineup
from sandtable.games.western_desert.terms import PERMANENT


def combat_rows(side: int, on_five: tuple[int, ...], on_six: tuple[int, ...]) -> list[DiceRow]:
    """The dice of one side in a battle, those that hit on a 5 apart."""
    rows = ((on_five, 5, "5 or 6"), (on_six, 6, "6"))
    who = SIDES_SAID[side].adjective
    return [dice_row(f"{who}, hits on {words}", side, faces, need) for faces, need, words in rows if faces]


def last_sum(pos: WesternDesertPosition) -> Account | None:
    """The account of the battle under way, once its dice were counted."""
    for event in pos.newest_first():
        if event.kind == "sum":
            return Account.of(event.args[0])
        if event.kind in ("attack", "player_turn"):
            break
    return None


def _event(pos: WesternDesertPosition, roll: int, why: str) -> str:
    reasons = {
        "": "",
        "early": " It is too early for it, so nothing happens.",
        "again": " It comes only once, so nothing happens.",
        "impossible": " It cannot happen now.",
    }
    return f"Random event {roll}: {pos.box.events[roll]['name']}.{reasons[why]}"


def _air(
    pos: WesternDesertPosition,
    dice: tuple[int, int],
    changed: tuple[int, int],
    scores: tuple[int, int],
    winner: int,
    naval: int,
) -> str:
    rolls = []
    for side in (ALLIED, AXIS):
        who, more = SIDES_SAID[side], changed[side] - dice[side]
        rolled = f"{dice[side]}{f' {more:+} for the depot or the event' if more else ''}"
        rolls.append(f"{who:roll} {rolled} and {verb('score', who.many)} {scores[side]}")
    result = "neither side rules the air"
    if winner >= 0:
        result = f"{SIDES_SAID[winner]:get} {counted(abs(scores[0] - scores[1]), 'air point')}"
    fleet = ", and the fleet is off the coast" if naval else ""
    return f"Air: {', '.join(rolls)}. {sentence(result)}{fleet}."


def _depot(pos: WesternDesertPosition, side: int, place: int, moved: int) -> str:
    tail = ", on its Moved side" if moved == 1 else ""
    return f"The {SIDES_SAID[side].adjective} depot moves to {place_said(pos, place)}{tail}."


ROW_SHIFTS = ("a row up for Tobruk", "a row down for a depot that moved far")
"""7.32 What may change the row of the attack points table."""


def _organized(
    pos: WesternDesertPosition,
    side: int,
    die: int,
    air: int,
    gained: int,
    added: int,
    zone: int,
    row: int,
    benghazi: int,
    shifts: tuple[int, int],
) -> str:
    less = f" less {air} for enemy aircraft" if air else ""
    more = " plus 1 for Benghazi" if benghazi else ""
    if row < 0:
        return f"Organisation: {die}{less}. Without a depot there are no new attack points."
    names, over = pos.box.zone_names, gained - added
    reasons = [why for why, counts in zip(ROW_SHIFTS, shifts, strict=True) if counts]
    moved = f" (zone {names[zone]}, {' and '.join(reasons)})" if row != zone or len(reasons) > 1 else ""
    lost = f"; {over} over the limit of twelve {verb('be', over > 1)} lost" if over else ""
    return f"Organisation: {die}{less}{more} on row {names[row]}{moved} brings {counted(gained, 'attack point')}{lost}."


def _eliminated(pos: WesternDesertPosition, unit: int, place: int, fate: int) -> str:
    end = "for good: it had no way home" if fate == PERMANENT else "and may be rebuilt"
    return f"{unit_name(pos.box, unit)} is eliminated at {place_said(pos, place):short} {end}."


def _withdrawn(pos: WesternDesertPosition, unit: int, place: int) -> str:
    where = f" from {place_said(pos, place):short}" if place >= 0 else ""
    return f"{unit_name(pos.box, unit)} is withdrawn{where} to the reserve."


def _support(pos: WesternDesertPosition, side: int, paid: int, air: int, naval: int) -> str:
    parts = ["an attack point"] * paid
    if air:
        parts.append(counted(air, "air point"))
    if naval:
        parts.append("the fleet")
    backed = f"The attack is backed by {listed(parts)}." if parts else ""
    return backed if paid else f"No attack point is spent. {backed}".rstrip()


MARKS = (
    "unsupplied",
    "out of range",
    "in a position of the first level",
    "in a position of the second level",
    "fell back here, adds nothing",
)


def _fighter(pos: WesternDesertPosition, unit: int, strength: int, marks: int) -> str:
    """A unit of a line-up with its strength, and what helps or hinders it alone."""
    said = ", ".join(mark for n, mark in enumerate(MARKS) if marks >> n & 1)
    return f"{unit_name(pos.box, unit)} {strength}{f' ({said})' if said else ''}"


def _lineup(pos: WesternDesertPosition, attackers: Lineup, defenders: Lineup) -> str:
    """Both sides hex by hex and unit by unit, each with its strength."""
    sides = (
        "; ".join(
            f"{', '.join(_fighter(pos, *fighter) for fighter in fighters)} {where} {place_said(pos, place):short}"
            for place, fighters in stacks
        )
        for where, stacks in (("from", attackers), ("at", defenders))
    )
    return "Strengths: {} against {}.".format(*sides)


def _overwhelmed(pos: WesternDesertPosition, hits: int, strength: int, paid: int) -> str:
    back = ", and the attack point comes back" if paid else ""
    what = f"{counted(hits, 'hit')} against a strength of {strength}"
    return f"{what}: the defence is destroyed before it can fire{back}."


def _dice(pos: WesternDesertPosition, side: int, on_five: tuple[int, ...], on_six: tuple[int, ...]) -> str:
    hits = on_five.count(5) + on_five.count(6) + on_six.count(6)
    handfuls = ((on_five, "5 or 6"), (on_six, "6"))
    rolls = [f"{' '.join(map(str, faces))} (needing {words})" for faces, words in handfuls if faces]
    return f"{SIDES_SAID[side].adjective} dice: {counted(hits, 'hit')} from {listed(rolls)}."


def _retreated(pos: WesternDesertPosition, units: tuple[int, ...], start: int, end: int, due: int) -> str:
    hexes = pos.box.distance(start, end)
    full = ", as no nearer hex has room" if hexes > due else ""
    who = f"{stack_noun(pos.box, units):retreat} {counted(hexes, 'hex')}"
    return f"{who} from {place_said(pos, start)} to {place_said(pos, end)}{full}."


def _stands(pos: WesternDesertPosition, side: int, place: int, units: tuple[int, ...], reduced: tuple[int, ...]) -> str:
    where = format(place_said(pos, place), "short")
    if not units:
        return f"Nobody is left at {where}."
    hurt = sum(reduced)
    names = listed(unit_name(pos.box, unit) for unit in units)
    state = "" if not hurt else " (reduced)" if len(units) == 1 else f" ({hurt} reduced)"
    return f"{names}{state} {verb('stand', len(units) > 1)} at {where}."


def _bombs(pos: WesternDesertPosition, side: int, place: int, faces: tuple[int, ...], needed: int) -> str:
    how = "from the air, a hit for every two sixes" if needed == 2 else "from the sea, a hit for every six"
    hits = counted(faces.count(6) // needed, "hit")
    return f"{place_said(pos, place)} is bombarded {how}: {' '.join(map(str, faces))}, {hits}."


def _surprise(pos: WesternDesertPosition, side: int, die: int, bonus: int, surprised: int) -> str:
    more = f" plus {bonus}" if bonus else ""
    return f"Surprise roll {die}{more}: {'the enemy is caught unawares' if surprised else 'no surprise'}."


def _casualty(pos: WesternDesertPosition, leader: int, second: int) -> str:
    after = "and nobody follows him" if second else f"and {unit_name(pos.box, leader, 1)} will take over"
    return f"{unit_name(pos.box, leader, second)} is a casualty, {after}."


def _leader_roll(pos: WesternDesertPosition, leader: int, die: int, worst: int) -> str:
    lost = "1" if worst == 1 else f"1 to {worst}"
    return f"{unit_name(pos.box, leader)} was in danger: a roll of {die}, and he is lost on {lost}."


def _points(pos: WesternDesertPosition, allied: int, axis: int, winner: int) -> str:
    end = "Nobody has won." if winner < 0 else sentence(f"{SIDES_SAID[winner]:win}.")
    return f"The campaign ends: Allies {allied}, Axis {axis}. {end}"


def _attrition(pos: WesternDesertPosition, side: int, units: tuple[int, ...]) -> str:
    count = counted(len(units), f"{SIDES_SAID[side].adjective} unit")
    return f"{count} without supply: {stack_noun(pos.box, units)}."


def _one(label: str) -> Callable[..., list[DiceRow]]:
    """The single die of an event whose first arguments are a side and the die."""

    def dice(pos: WesternDesertPosition, side: int, die: int, *rest: int) -> list[DiceRow]:
        return [dice_row(label, side, (die,))]

    return dice


def _air_dice(pos: WesternDesertPosition, dice: tuple[int, int], *rest: object) -> list[DiceRow]:
    return [dice_row(f"{SIDES_SAID[side].adjective} air", side, (dice[side],)) for side in (ALLIED, AXIS)]


def _leader_dice(pos: WesternDesertPosition, leader: int, die: int, worst: int) -> list[DiceRow]:
    return [dice_row("Leader", owner(pos.box, leader), (die,))]


def _battle_dice(
    pos: WesternDesertPosition, side: int, on_five: tuple[int, ...], on_six: tuple[int, ...]
) -> list[DiceRow]:
    return combat_rows(side, on_five, on_six)


def _bomb_dice(pos: WesternDesertPosition, side: int, place: int, faces: tuple[int, ...], needed: int) -> list[DiceRow]:
    return [dice_row("Bombardment", side, faces, 6, needed)]


def _rommel_dice(pos: WesternDesertPosition, die: int) -> list[DiceRow]:
    return [dice_row("An attempt on Rommel's life", AXIS, (die,))]


TELL = {
    "turn": Tell(lambda pos, turn: f"Turn {turn}: {pos.box.turns[turn]['month']}.", "turn:number", clears=True),
    "player_turn": Tell("{side:adjective} player turn.", "side", clears=True),
    "event": Tell(_event, "roll:number why:word"),
    "rommel_roll": Tell("An attempt on Rommel's life: the die shows {die}.", "die:number", dice=_rommel_dice),
    "on_leave": Tell(
        "The die shows {die}: {side:adjective} leaders are on leave and lead no attack.",
        "side die:number",
        dice=_one("Leave"),
    ),
    "air": Tell(_air, dice=_air_dice),
    "depot": Tell(_depot, "side place moved:number"),
    "depot_cut_off": Tell("The {side:adjective} depot at {place} is cut off and lost.", "side place"),
    "depot_captured": Tell("{side:capture} the enemy depot at {place}.", "side place"),
    "booty": Tell("Captured stores: {number:attack point}.", "side number", dice=_one("Stores")),
    "interdicted": Tell("{side:send} {number:air point} against the enemy's rear.", "side number"),
    "organized": Tell(_organized, "side die:number", dice=_one("Organisation")),
    "demand": Tell("Other fronts demand {number:unit} in reserve.", "number", side=ALLIED),
    "level": Tell(lambda pos, level: f"Axis supply level: {LEVEL_WORDS[level]}.", "number", side=AXIS),
    "returned": Tell("{counter} is rebuilt and comes as a reinforcement.", "counter"),
    "replaced": Tell("{counter} is brought to full strength{spot}.", "counter spot"),
    "refitted": Tell("{counter} is refitted in reserve.", "counter"),
    "arrived": Tell(
        lambda pos, side, units, place: (
            f"{listed(unit_name(pos.box, unit) for unit in units)} {verb('arrive', len(units) > 1)} "
            f"at {place_said(pos, place)}."
        ),
        "side units place",
    ),
    "withdrawn": Tell(_withdrawn, "counter spot"),
    "released": Tell("{counter} leaves the reserve for Alexandria.", "counter"),
    "shortfall": Tell(
        "The reserve falls short of {demand}: three points to the Axis.", "demand:number halves", side=AXIS
    ),
    "major_offensive": Tell("{side:adjective} major offensive, for {number:attack point}.", "side number"),
    "pressure": Tell("London is displeased: {number:attack point} lost.", "number", side=ALLIED),
    "surprise": Tell(_surprise, "side die:number", dice=_one("Surprise")),
    "moved": Tell("{units:move} from {start} to {end}.", "units start:place end:place", clears=True),
    "strategic": Tell("{units:move} by road from {start} to {end}.", "units start:place end:place", clears=True),
    "sailed": Tell("{units:sail} from {start} to {end}.", "units start:place end:place", clears=True),
    "dug_in": Tell("{units:enter} the position at {place:short}.", "units place"),
    "built": Tell("{counter} digs in{spot}.", "counter spot"),
    "upgraded": Tell("{counter} strengthens its position{spot}.", "counter spot"),
    "position_given_up": Tell("The position at {place:short} is given up for the attack.", "place"),
    "attack": Tell("{units:attack} {places}.", "side units places", clears=True),
    "support": Tell(_support, "side paid:number"),
    "lineup": Tell(_lineup),
    "sum": Tell("{account}", "account"),
    "dice": Tell(_dice, "side", dice=_battle_dice),
    "overwhelmed": Tell(_overwhelmed, "hits:number strength:number"),
    "hits": Tell("{side:suffer} {number:hit}.", "side number"),
    "reduced": Tell("{counter} is reduced{spot}.", "counter spot"),
    "eliminated": Tell(_eliminated, "counter place fate:number"),
    "retreated": Tell(_retreated, "units start:place end:place due:number"),
    "advanced": Tell("{units:advance} from {start} to {end}.", "units start:place end:place"),
    "bombs": Tell(_bombs, "side place", dice=_bomb_dice),
    "stands": Tell(_stands, "side place"),
    "taken": Tell("{place:short} is in {side:adjective} hands.", "side place"),
    "fortress": Tell(
        lambda pos, place, state: f"The fortress of {place_said(pos, place):short} is {FORTRESS_WORDS[state]}.",
        "place state:number",
    ),
    "attrition": Tell(_attrition, "side units"),
    "casualty": Tell(_casualty, "counter second:number"),
    "leader_roll": Tell(_leader_roll, "counter die:number worst:number", dice=_leader_dice),
    "escaped": Tell("{counter} gets away and joins his men{spot}.", "counter spot"),
    "montgomery": Tell("Montgomery takes command in Egypt.", side=ALLIED),
    "montgomery_stays_away": Tell("The Allies keep their commander.", side=ALLIED),
    "breakthrough": Tell("{side:stand} on the enemy's last base: the war in the desert is over.", "side"),
    "points": Tell(_points, "allied:number axis:number winner:number"),
}
WESTERN_LOG = Log(TELL, KINDS, OWNERS)
