"""The log in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.battle import Account, DiceRow
from sandtable.engine.position import Event
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.western_desert.box import DesertBox
from sandtable.games.western_desert.notation import (
    FORTRESS_WORDS,
    LEVEL_WORDS,
    SIDE_NAMES,
    acting,
    owner,
    place_name,
    places_text,
    plural,
    short_place,
    side_noun,
    stack_text,
    unit_name,
    verb,
)
from sandtable.games.western_desert.position import DesertPosition
from sandtable.games.western_desert.terms import PERMANENT

Told = dict[str, Any]


def tell(box: DesertBox, event: Event) -> Told | None:
    """An event in words; nothing in this game is secret."""
    return TELL[event.kind](box, *event.args)


def line(box: DesertBox, text: str, side: int | None = None, *places: int, **more: Any) -> Told:
    """A log line."""
    ids = [box.map.ids[place] for place in places if place >= 0]
    return {"text": text, "side": None if side is None else SIDES[side], "places": ids, **more}


def dice_row(label: str, side: int, faces: tuple[int, ...], need: int | None = None) -> DiceRow:
    """Dice as the view has them, with the face that hits where there is one."""
    row: DiceRow = {"label": label, "side": SIDES[side], "faces": list(faces)}
    if need is not None:
        row |= {"hits": [face >= need for face in faces], "need": need}
    return row


def combat_rows(side: int, on_five: tuple[int, ...], on_six: tuple[int, ...]) -> list[DiceRow]:
    """The dice of one side in a battle, those that hit on a 5 apart."""
    rows = ((on_five, 5, "5 or 6"), (on_six, 6, "6"))
    return [dice_row(f"{SIDE_NAMES[side]}, hits on {words}", side, faces, need) for faces, need, words in rows if faces]


def last_dice(pos: DesertPosition) -> list[DiceRow]:
    """The dice of the latest battle or bombardment, those of a roll not yet finished included."""
    rows: list[DiceRow] = []
    if pos.stack and pos.stack[-1][0] == "combat.roll":
        who, _, _, on_five, on_six = pos.stack[-1][2]
        rows = combat_rows(1 - pos.active if who else pos.active, on_five, on_six)
    for event in pos.newest_first():
        if event.kind == "dice":
            rows = [*combat_rows(*event.args), *rows]
        elif event.kind == "bombs" and not rows:
            side, _, faces, _ = event.args
            return [dice_row(f"{SIDE_NAMES[side]} bombardment", side, faces, 6)]
        elif event.kind == "attack" or (event.kind in ("turn", "player turn") and not rows):
            break
    return rows


def last_sum(pos: DesertPosition) -> Account | None:
    """The account of the battle under way, once its dice were counted."""
    for event in pos.newest_first():
        if event.kind == "sum":
            return Account.of(event.args)
        if event.kind in ("attack", "player turn"):
            break
    return None


def _event(box: DesertBox, roll: int, why: str) -> Told:
    name = box.events[roll]["name"]
    reasons = {
        "": "",
        "early": " It is too early for it, so nothing happens.",
        "again": " It comes only once, so nothing happens.",
        "impossible": " It cannot happen now.",
    }
    return line(box, f"Random event {roll}: {name}.{reasons[why]}")


def _air(
    box: DesertBox, dice: tuple[int, int], changed: tuple[int, int], scores: tuple[int, int], winner: int, naval: int
) -> Told:
    rolls = []
    for side, noun in ((ALLIED, "the Allies"), (AXIS, "the Axis")):
        more = changed[side] - dice[side]
        rolled = f"{dice[side]}{f' {more:+} for the depot or the event' if more else ''}"
        rolls.append(f"{noun} {verb(side, 'roll')} {rolled} and {verb(side, 'score')} {scores[side]}")
    if winner < 0:
        result = "neither side rules the air"
    else:
        result = f"{side_noun(winner)} {verb(winner, 'get')} {plural(abs(scores[0] - scores[1]), 'air point')}"
    fleet = ", and the fleet is off the coast" if naval else ""
    shown = [dice_row(f"{SIDE_NAMES[side]} air", side, (dice[side],)) for side in (ALLIED, AXIS)]
    return line(box, f"Air: {', '.join(rolls)}. {result[:1].upper()}{result[1:]}{fleet}.", None, dice=shown)


def _depot(box: DesertBox, side: int, place: int, moved: int) -> Told:
    tail = ", on its Moved side" if moved == 1 else ""
    return line(box, f"The {SIDE_NAMES[side]} depot goes to {place_name(box, place)}{tail}.", side, place)


def _organized(
    box: DesertBox, side: int, die: int, air: int, gained: int, added: int, zone: int, row: int, benghazi: int
) -> Told:
    less = f" less {air} for enemy aircraft" if air else ""
    more = " plus 1 for Benghazi" if benghazi else ""
    if row < 0:
        text = f"Organization: {die}{less}. Without a depot there are no new attack points."
        return line(box, text, side, dice=[dice_row("Organization", side, (die,))])
    names = box.zone_names
    moved = "" if row == zone else f" (the depot is in zone {names[zone]})"
    lost = f"; {gained - added} over the limit of twelve {'is' if gained - added == 1 else 'are'} lost" * (
        added < gained
    )
    text = f"Organization: {die}{less}{more} on row {names[row]}{moved} brings {plural(gained, 'attack point')}{lost}."
    return line(box, text, side, dice=[dice_row("Organization", side, (die,))])


def _eliminated(box: DesertBox, unit: int, place: int, fate: int) -> Told:
    end = "for good: it had no way home" if fate == PERMANENT else "and may be rebuilt"
    return line(box, f"{unit_name(box, unit)} is eliminated at {short_place(box, place)} {end}.", box.side[unit], place)


def _moved(how: str) -> Callable[..., Told]:
    def told(box: DesertBox, units: tuple[int, ...], start: int, end: int) -> Told:
        text = f"{acting(box, units, how)} from {place_name(box, start)} to {place_name(box, end)}."
        return line(box, text, owner(box, units[0]), start, end)

    return told


def _unit_at(words: str) -> Callable[..., Told]:
    def told(box: DesertBox, unit: int, place: int = -1) -> Told:
        where = f" at {short_place(box, place)}" if place >= 0 else ""
        return line(box, f"{unit_name(box, unit)} {words}{where}.", owner(box, unit), place)

    return told


def _support(box: DesertBox, side: int, paid: int, air: int, naval: int) -> Told:
    parts = ["an attack point" if paid else "no attack point"]
    if air:
        parts.append(plural(air, "air point"))
    if naval:
        parts.append("the fleet")
    return line(box, f"Behind it: {', '.join(parts)}.", side)


def _dice(box: DesertBox, side: int, on_five: tuple[int, ...], on_six: tuple[int, ...]) -> Told:
    hits = on_five.count(5) + on_five.count(6) + on_six.count(6)
    rolls = [
        f"{' '.join(map(str, faces))} on {words}" for faces, words in ((on_five, "5 or 6"), (on_six, "6")) if faces
    ]
    text = f"{SIDE_NAMES[side]} dice: {', '.join(rolls)}: {plural(hits, 'hit') if hits else 'no hit'}."
    return line(box, text, side, dice=combat_rows(side, on_five, on_six))


def _sum(box: DesertBox, *args: Any) -> Told:
    account = Account.of(args)
    return line(box, account.text(), None, sum=account.document())


def _stands(box: DesertBox, side: int, place: int, units: tuple[int, ...], reduced: tuple[int, ...]) -> Told:
    if not units:
        return line(box, f"Nobody stands in {short_place(box, place)}.", None, place)
    hurt = sum(reduced)
    names = ", ".join(unit_name(box, unit) for unit in units)
    state = "" if not hurt else " (reduced)" if len(units) == 1 else f" ({hurt} reduced)"
    return line(
        box, f"{names}{state} {'stands' if len(units) == 1 else 'stand'} in {short_place(box, place)}.", side, place
    )


def _bombs(box: DesertBox, side: int, place: int, faces: tuple[int, ...], needed: int) -> Told:
    hits = faces.count(6) // needed
    how = "from the air, a hit for every two sixes" if needed == 2 else "from the sea, a hit for every six"
    count = plural(hits, "hit") if hits else "no hit"
    text = f"{place_name(box, place)} is bombarded {how}: {' '.join(map(str, faces))}, {count}."
    return line(box, text, side, place, dice=[dice_row("Bombardment", side, faces, 6)])


def _roll(words: str) -> Callable[..., Told]:
    def told(box: DesertBox, die: int) -> Told:
        return line(box, f"{words}: the die shows {die}.", None, dice=[dice_row(words, AXIS, (die,))])

    return told


def _surprise(box: DesertBox, side: int, die: int, bonus: int, surprised: int) -> Told:
    more = f" plus {bonus}" if bonus else ""
    text = f"Surprise roll {die}{more}: {'the enemy is caught unawares' if surprised else 'no surprise'}."
    return line(box, text, side, dice=[dice_row("Surprise", side, (die,))])


def _casualty(box: DesertBox, leader: int, second: int) -> Told:
    after = "and nobody follows him" if second else f"and {unit_name(box, leader, 1)} will take over"
    return line(box, f"{unit_name(box, leader, second)} is a casualty, {after}.", box.side[leader])


def _leader_roll(box: DesertBox, leader: int, die: int, worst: int) -> Told:
    text = f"The fate of {unit_name(box, leader)}: {die}; he is lost on {'1' if worst == 1 else f'1 to {worst}'}."
    side = owner(box, leader)
    return line(box, text, side, dice=[dice_row("Leader", side, (die,))])


TELL: dict[str, Callable[..., Told]] = {
    "turn": lambda box, turn: line(box, f"Turn {turn}: {box.turns[turn]['month']}."),
    "player turn": lambda box, side: line(box, f"{SIDE_NAMES[side]} player turn.", side),
    "event": _event,
    "rommel roll": _roll("An attempt on Rommel's life"),
    "on leave": lambda box, side, die: line(
        box,
        f"The die shows {die}: {SIDE_NAMES[side]} leaders are on leave and lead no attack.",
        side,
        dice=[dice_row("Leave", side, (die,))],
    ),
    "air": _air,
    "depot": _depot,
    "depot cut off": lambda box, side, place: line(
        box, f"The {SIDE_NAMES[side]} depot at {place_name(box, place)} is cut off and lost.", side, place
    ),
    "depot captured": lambda box, side, place: line(
        box, f"{side_noun(side)} {verb(side, 'capture')} the enemy depot at {place_name(box, place)}.", side, place
    ),
    "booty": lambda box, side, die: line(
        box, f"Captured stores: {plural(die, 'attack point')}.", side, dice=[dice_row("Stores", side, (die,))]
    ),
    "interdicted": lambda box, side, points: line(
        box, f"{side_noun(side)} {verb(side, 'send')} {plural(points, 'air point')} against the enemy's rear.", side
    ),
    "organized": _organized,
    "demand": lambda box, units: line(box, f"Other fronts demand {plural(units, 'unit')} in reserve.", ALLIED),
    "level": lambda box, level: line(box, f"Axis supply level: {LEVEL_WORDS[level]}.", AXIS),
    "returned": _unit_at("is rebuilt and comes as a reinforcement"),
    "replaced": _unit_at("is brought to full strength"),
    "refitted": _unit_at("is refitted in reserve"),
    "arrived": lambda box, side, units, place: line(
        box, f"{', '.join(unit_name(box, unit) for unit in units)} at {place_name(box, place)}.", side, place
    ),
    "withdrawn": _unit_at("goes to the reserve from its place"),
    "released": _unit_at("leaves the reserve for Alexandria"),
    "shortfall": lambda box, demand, halves: line(
        box, f"The reserve falls short of {demand}: three points to the Axis.", AXIS
    ),
    "major offensive": lambda box, side, cost: line(
        box, f"{SIDE_NAMES[side]} major offensive, for {plural(cost, 'attack point')}.", side
    ),
    "pressure": lambda box, points: line(box, f"London is displeased: {points} attack points are lost.", ALLIED),
    "surprise": _surprise,
    "moved": _moved("moves"),
    "strategic": _moved("moves by road"),
    "sailed": _moved("sails"),
    "dug in": lambda box, units, place: line(
        box, f"{acting(box, units, 'enters')} the position at {short_place(box, place)}.", box.side[units[0]], place
    ),
    "built": _unit_at("digs in"),
    "upgraded": _unit_at("makes its position a strong one"),
    "position given up": lambda box, place: line(
        box, f"The position at {short_place(box, place)} is given up for the attack.", None, place
    ),
    "attack": lambda box, side, units, places: line(
        box, f"{acting(box, units, 'attacks')} {places_text(box, places)}.", side, *places
    ),
    "support": _support,
    "sum": _sum,
    "dice": _dice,
    "overwhelmed": lambda box, hits, strength: line(
        box, f"{plural(hits, 'hit')} against a strength of {strength}: the defence is destroyed before it can fire."
    ),
    "hits": lambda box, side, hits: line(box, f"{side_noun(side)} {verb(side, 'suffer')} {plural(hits, 'hit')}.", side),
    "reduced": _unit_at("is reduced"),
    "eliminated": _eliminated,
    "retreated": _moved("retreats"),
    "advanced": _moved("advances"),
    "bombs": _bombs,
    "stands": _stands,
    "taken": lambda box, side, place: line(
        box, f"{short_place(box, place)} is in {SIDE_NAMES[side]} hands.", side, place
    ),
    "fortress": lambda box, place, state: line(
        box, f"The fortress of {short_place(box, place)} is {FORTRESS_WORDS[state]}.", None, place
    ),
    "attrition": lambda box, side, units: line(
        box, f"{plural(len(units), SIDE_NAMES[side] + ' unit')} without supply: {stack_text(box, units)}.", side
    ),
    "casualty": _casualty,
    "leader roll": _leader_roll,
    "escaped": _unit_at("gets away and joins his men"),
    "montgomery": lambda box: line(box, "Montgomery takes command in Egypt.", ALLIED),
    "montgomery stays away": lambda box: line(box, "The Allies keep their commander.", ALLIED),
    "breakthrough": lambda box, side: line(
        box, f"{side_noun(side)} {verb(side, 'stand')} on the enemy's last base: the war in the desert is over.", side
    ),
    "points": lambda box, allied, axis, winner: line(
        box,
        f"The campaign ends: Allies {allied}, Axis {axis}. "
        + ("Nobody has won." if winner < 0 else f"{side_noun(winner)} {verb(winner, 'win')}."),
    ),
}
