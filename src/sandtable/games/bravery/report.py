"""The log as an after-action report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.battle import Account, DiceRow
from sandtable.engine.position import Event
from sandtable.engine.sides import SIDES
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.notation import (
    SIDE_NAMES,
    agree,
    formation_name,
    halves,
    place_name,
    plural,
    short_place,
    stack_name,
    unit_name,
)
from sandtable.games.bravery.position import BraveryPosition

Told = dict[str, Any]


def tell(box: BraveryBox, event: Event) -> Told | None:
    """An event in words; nothing in this game's log is secret."""
    return TELL[event.kind](box, *event.args)


def last_dice(pos: BraveryPosition) -> list[DiceRow]:
    """The dice of the latest round or recovery, each side's in one row."""
    rows: list[DiceRow] = []
    for event in pos.newest_first():
        if event.kind in ("roll", "recovery"):
            side, faces, need, _ = event.args
            rows.insert(0, dice_row(side, faces, need))
        elif rows or event.kind in ("drawn", "march", "turn", "battle", "round"):
            break
    return rows


def dice_row(side: int, faces: tuple[int, ...], need: int) -> DiceRow:
    """Dice as the view has them."""
    hits = [face >= need for face in faces]
    return {"label": SIDE_NAMES[side], "side": SIDES[side], "faces": list(faces), "hits": hits, "need": need}


def line(text: str, side: int | None = None, *places: str, **more: Any) -> Told:
    """A log line."""
    return {"text": text, "side": None if side is None else SIDES[side], "places": list(places), **more}


def _turn(box: BraveryBox, number: int) -> Told:
    dates = box.tables["dates"]
    return line(f"Turn {number}, {dates[number - 1]}." if number <= len(dates) else f"Extra turn {number}.")


def _committed(box: BraveryBox, side: int) -> Told:
    return line(f"The {SIDE_NAMES[side]} chits are in the cup.", side)


def _drawn(box: BraveryBox, chit: int, number: int) -> Told:
    return line(f"The cup gives {box.chits[chit].label} for box {number}.", box.chits[chit].side)


def _dead_chit(box: BraveryBox, chit: int, number: int) -> Told:
    return line(
        f"The cup gives {box.chits[chit].label} for box {number}, but it has no one left.", box.chits[chit].side
    )


def _active(box: BraveryBox, formation: int, place: int, units: tuple[int, ...]) -> Told:
    count = f"{len(units)} unit{'s are' if len(units) > 1 else ' is'} active"
    text = f"{formation_name(box, formation)}: {count} at {place_name(box, place)}."
    return line(text, box.formations[formation].side, box.map.ids[place])


def _march(box: BraveryBox, units: tuple[int, ...], path: tuple[int, ...], spent: int) -> Told:
    cost = f"{halves(spent)} movement point{'s' * (spent > 2)}"
    text = f"{stack_name(box, units)} {agree(box, units, 'move')} to {place_name(box, path[-1])} for {cost}."
    return line(text, box.units[units[0]].side, *(box.map.ids[place] for place in path))


def _stop(box: BraveryBox, units: tuple[int, ...], place: int, moved: bool) -> Told:
    verb = agree(box, units, "halt" if moved else "stay")
    text = f"{stack_name(box, units)} {verb} at {place_name(box, place)}."
    return line(text, box.units[units[0]].side, box.map.ids[place])


def _combine(box: BraveryBox, units: tuple[int, ...], place: int) -> Told:
    verb = agree(box, units, "declare")
    text = f"{stack_name(box, units)} {verb} a combined attack at {place_name(box, place)}."
    return line(text, box.units[units[0]].side, box.map.ids[place])


def _battle(box: BraveryBox, place: int, side: int, force: tuple[int, ...], against: tuple[int, ...]) -> Told:
    verb = agree(box, force, "attack")
    text = f"{stack_name(box, force)} {verb} {stack_name(box, against)} at {place_name(box, place)}."
    return line(text, side, box.map.ids[place])


def _round(box: BraveryBox, place: int, number: int, sums: tuple[Any, ...]) -> Told:
    account = Account.of(sums)
    text = f"Round {number} at {short_place(box, place)}. {account.text()}"
    return line(text, None, box.map.ids[place], sum=account.document())


def _roll(box: BraveryBox, side: int, faces: tuple[int, ...], need: int, place: int) -> Told:
    hits = sum(face >= need for face in faces)
    text = f"{SIDE_NAMES[side]} dice: {plural(hits, 'hit')}, needing {need}{'+' * (need < 6)}."
    return line(text, side, box.map.ids[place], dice=[dice_row(side, faces, need)])


def _recovery(box: BraveryBox, side: int, faces: tuple[int, ...], need: int, place: int) -> Told:
    hits = sum(face >= need for face in faces)
    text = (
        f"{SIDE_NAMES[side]} tank recovery: {plural(hits, 'success', 'successes')}, needing {need}{'+' * (need < 6)}."
    )
    return line(text, side, box.map.ids[place], dice=[dice_row(side, faces, need)])


def _about_unit(words: str) -> Callable[..., Told]:
    def told(box: BraveryBox, unit: int, place: int) -> Told:
        text = f"{unit_name(box, unit)} {words}".replace("HERE", short_place(box, place))
        return line(text, box.units[unit].side, box.map.ids[place])

    return told


def _retreats(box: BraveryBox, side: int, place: int, forced: bool) -> Told:
    verb = "must retreat" if forced else "retreats"
    return line(f"The {SIDE_NAMES[side]} side {verb} from {short_place(box, place)}.", side, box.map.ids[place])


def _stands(box: BraveryBox, side: int, place: int) -> Told:
    return line(f"The {SIDE_NAMES[side]} side stands at {short_place(box, place)}.", side, box.map.ids[place])


def _battle_over(box: BraveryBox, place: int, there: tuple[int, ...]) -> Told:
    if len(there) == 1:
        end = f"the {SIDE_NAMES[there[0]]} side holds the hex"
    else:
        end = "both sides are still in the hex" if there else "nobody is left in the hex"
    return line(f"The battle at {short_place(box, place)} is over: {end}.", None, box.map.ids[place])


def _falls_back(box: BraveryBox, unit: int, place: int, to: int) -> Told:
    text = f"{unit_name(box, unit)} falls back to {place_name(box, to)}."
    return line(text, box.units[unit].side, box.map.ids[place], box.map.ids[to])


TELL: dict[str, Callable[..., Told]] = {
    "turn": _turn,
    "committed": _committed,
    "drawn": _drawn,
    "dead_chit": _dead_chit,
    "track_full": lambda box: line("The activation track is full."),
    "cup_empty": lambda box: line("The cup is empty."),
    "active": _active,
    "directive": lambda box: line("Rommel takes charge: one more movement point, and one on every die.", 1),
    "march": _march,
    "stop": _stop,
    "drop": _about_unit("stays at HERE."),
    "carry": lambda box, formation, place: line(
        f"{formation_name(box, formation)} goes along from {short_place(box, place)}.", 1, box.map.ids[place]
    ),
    "passed": lambda box: line("The Afrika Korps chit is passed.", 1),
    "combine": _combine,
    "leftover": lambda box, place, side: line(
        f"The combined attack declared at {place_name(box, place)} is fought now, by all units in the hex.",
        side,
        box.map.ids[place],
    ),
    "battle": _battle,
    "round": _round,
    "roll": _roll,
    "reduced": _about_unit("is reduced at HERE."),
    "eliminated": _about_unit("is destroyed at HERE."),
    "retreats": _retreats,
    "stands": _stands,
    "falls_back": _falls_back,
    "battle_over": _battle_over,
    "recovery": _recovery,
    "repair": _about_unit("is back at full strength at HERE."),
    "salvage": _about_unit("is recovered, reduced, at HERE."),
    "restore": _about_unit("gets replacements at HERE."),
    "return": _about_unit("comes back, reduced, at HERE."),
    "control": lambda box, place, side: line(
        f"{short_place(box, place)} is now under {SIDE_NAMES[side]} control.", side, box.map.ids[place]
    ),
    "won": lambda box, side: line(f"The {SIDE_NAMES[side]} side has won.", side),
}
