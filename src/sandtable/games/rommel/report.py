"""The log as an after-action report. Nothing secret is ever logged, so both sides read the same lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sandtable.engine.battle import Account
from sandtable.engine.position import Event
from sandtable.engine.sides import SIDES
from sandtable.games.rommel.box import NEVER, Box
from sandtable.games.rommel.notation import (
    CLASS_NAMES,
    SIDE_NAMES,
    SIDE_NOUNS,
    SPEED_NAMES,
    dice_text,
    dummies,
    listed,
    month_name,
    place_name,
    places_list,
    plural,
)
from sandtable.games.rommel.position import Position
from sandtable.games.rommel.rules.r02_movement import WITHDRAWAL
from sandtable.games.rommel.rules.r04_fire import SINGLE

Told = dict[str, Any]
OPTIONS = ("a pass", "a basic turn", "", "a blitz")
TWO_CARDS = ("two cards", "an offensive", "an assault")
BIDS = ("no card", "a dummy", "a real card")


def tell(box: Box, event: Event) -> Told | None:
    """An event in words."""
    return TELL[event.kind](box, *event.args)


def line(text: str, side: int | None = None, *places: str, **more: Any) -> Told:
    """A log line."""
    return {"text": text, "side": None if side is None else SIDES[side], "places": list(places), **more}


def dice_row(label: str, side: int | None, needs: int, faces: tuple[int, ...]) -> Told:
    """Dice as the view has them."""
    row: Told = {"label": label, "faces": list(faces), "hits": [face >= needs for face in faces]}
    return row if side is None else {**row, "side": SIDES[side]}


def last_dice(pos: Position) -> list[Told]:
    """The latest roll."""
    return [dice_row("Roll", None, pos.dice[0], pos.dice[1:])] if pos.dice else []


def _hits(needs: int, faces: tuple[int, ...]) -> str:
    hits = sum(face >= needs for face in faces)
    return plural(hits, "hit") if hits else "no hit"


def _cut(words: str) -> Callable[..., Told]:
    def told(box: Box, side: int, places: tuple[int, ...], count: int) -> Told:
        ids = [place_name(box, place) for place in places]
        text = f"{SIDE_NAMES[side]}: {plural(count, 'block')} {words} at {places_list(box, places)}."
        return line(text, side, *ids)

    return told


def _unit(words: str) -> Callable[..., Told]:
    def told(box: Box, unit: int, place: int) -> Told:
        where = place_name(box, place) if place >= 0 else "the base"
        ids = [where] if place >= 0 else []
        return line(f"{box.name(unit)} {words}".replace("HERE", where), box.side[unit], *ids)

    return told


def _move(words: str) -> Callable[..., Told]:
    def told(box: Box, side: int, start: int, dest: int, *more: int) -> Told:
        count = plural(more[0], "block") if more else "A block"
        goes = words if more and more[0] > 1 else words.replace("go", "goes").replace("withdraw", "withdraws")
        text = f"{SIDE_NAMES[side]}: {count} {goes} from {place_name(box, start)} to {place_name(box, dest)}."
        return line(text, side, place_name(box, start), place_name(box, dest))

    return told


def _at(words: str) -> Callable[..., Told]:
    def told(box: Box, side: int, place: int, *_: Any) -> Told:
        name = place_name(box, place)
        return line(f"{SIDE_NAMES[side]}: {words}".replace("HERE", name), side, name)

    return told


def _said(words: str) -> Callable[..., Told]:
    def told(box: Box, side: int, *_: Any) -> Told:
        return line(f"{SIDE_NAMES[side]}: {words}", side)

    return told


Force = tuple[int, ...]


def _names(box: Box, units: Iterable[int]) -> str:
    return listed([box.name(unit) for unit in units])


def _battle(box: Box, place: int, side: int, attack: Force, defence: Force, assault: int, sums: Any) -> Told:
    kind, account = "Assault" if assault else "Battle", Account.of(sums)
    text = f"{kind} at {place_name(box, place)}: {_names(box, attack)} against {_names(box, defence)}. {account.text()}"
    return line(text, side, place_name(box, place), sum=account.document())


def _fire(box: Box, side: int, place: int, kind: int, needs: int, units: Force, faces: Force) -> Told:
    number = f"{needs} or more" if needs < SINGLE else "a 6"
    verb = "fires" if len(units) == 1 else "fire"
    text = f"{_names(box, units)} {verb} on {CLASS_NAMES[kind]}, needing {number}: {_hits(needs, faces)}."
    return line(text, side, place_name(box, place), dice=[dice_row("Fire", side, needs, faces)])


def _losses(box: Box, side: int, place: int, kind: int, due: int, wasted: int, taken: Force) -> Told:
    text = f"{SIDE_NAMES[side]} {CLASS_NAMES[kind]} at {place_name(box, place)}, {plural(due, 'hit')}: "
    parts = [f"{box.name(unit)} loses {plural(taken.count(unit), 'step')}" for unit in dict.fromkeys(taken)]
    if any(box.toughness[unit] > 1 for unit in taken):
        parts.append("two hits for each double step")
    if wasted:
        parts.append(f"{plural(wasted, 'hit')} without effect")
    return line(f"{text}{', '.join(parts)}.", side, place_name(box, place))


def _stand(box: Box, place: int, side: int, attack: Force, defence: Force) -> Told:
    name = place_name(box, place)
    if attack and defence:
        return line(f"Still at {name}: {_names(box, attack)} against {_names(box, defence)}.", None, name)
    left = attack or defence
    if not left:
        return line(f"Nobody is left at {name}.", None, name)
    holder = box.side[left[0]]
    return line(f"{name} is left to the {SIDE_NOUNS[holder]}: {_names(box, left)}.", holder, name)


def _suffered(box: Box, side: int, hits: int, steps: int) -> Told:
    return line(f"{SIDE_NAMES[side]} runners take {plural(hits, 'hit')} and lose {plural(steps, 'step')}.", side)


def _sheet(box: Box, side: int, redeployed: int, rebuilt: int, steps: int, mines: int, cards: int) -> Told:
    parts = [
        f"redeployment {redeployed}" if redeployed else "",
        f"rebuilding {rebuilt} for {plural(steps, 'step')}" if rebuilt else "",
        f"minefields {mines}" if mines else "",
        f"extra supply {cards}" if cards else "",
    ]
    return line(f"{SIDE_NAMES[side]} points spent: {', '.join(part for part in parts if part)}.", side)


def _pursuit(box: Box, side: int, place: int, slowest: int, dice: int) -> Told:
    words = f"pursuit fire with {dice_text(dice)}" if dice else "nobody can follow"
    text = f"{SIDE_NAMES[side]}: the slowest to leave {place_name(box, place)} are {SPEED_NAMES[slowest]}; {words}."
    return line(text, side, place_name(box, place))


def _roll(box: Box, side: int, needs: int, *faces: int) -> Told:
    text = f"{SIDE_NAMES[side]} pursuit, needing {needs} or more: {_hits(needs, faces)}."
    return line(text, side, dice=[dice_row("Pursuit", side, needs, faces)])


def _marched(box: Box, side: int, start: int, dest: int, _count: int, face: int) -> Told:
    needs = box.tables.march_needs
    there = f"a block gets to {place_name(box, dest)}."
    text = "Forced march: " + (there if face >= needs else f"a block breaks down at {place_name(box, start)}.")
    return line(text, side, place_name(box, start), dice=[dice_row("Forced march", side, needs, (face,))])


def _turn_up(box: Box, side: int, real: int, dummy: int, option: int) -> Told:
    text = f"{SIDE_NAMES[side]} cards are turned up: {real} real, {dummies(dummy)}"
    return line(f"{text}. It was {OPTIONS[real] or TWO_CARDS[option]}.", side)


def _initiative(box: Box, side: int, *bids: int) -> Told:
    shown = f" (Allies {BIDS[bids[0]]}, Axis {BIDS[bids[1]] if len(bids) > 1 else BIDS[0]})" if bids and bids[0] else ""
    return line(f"{SIDE_NAMES[side]} initiative{shown}.", side)


def _group(kind: str) -> Callable[..., Told]:
    def told(box: Box, side: int, place: int, mode: int) -> Told:
        what = "withdrawal" if mode & WITHDRAWAL else "move"
        return line(f"{SIDE_NAMES[side]} {kind} {what} at {place_name(box, place)}.", side, place_name(box, place))

    return told


TELL: dict[str, Callable[..., Told]] = {
    "start": lambda box: line(f"{box.plan.title}. The blocks are on the map."),
    "ready": _said("the blocks are set up."),
    "recover": _cut("recovered"),
    "cut": _cut("without supply"),
    "starve": _cut("disrupted for want of supply"),
    "lost": _unit("is eliminated at HERE."),
    "losses": _losses,
    "stand": _stand,
    "suffered": _suffered,
    "lay": lambda box, side, count: line(
        f"{SIDE_NAMES[side]}: {plural(count, 'card') if count else 'no card'} face down.", side
    ),
    "pass": _said("pass."),
    "turn up": _turn_up,
    "group": _group("group"),
    "regroup": _group("regroup"),
    "rally": _at("the regroup gathers at HERE."),
    "rommel": _said("Rommel leads this move, one hex further."),
    "move": _move("go"),
    "march": _move("go by forced march"),
    "marched": _marched,
    "retire": _move("withdraw"),
    "mine": _at("a minefield shows at HERE."),
    "capture": _at("HERE changes hands."),
    "pursuit": _pursuit,
    "roll": _roll,
    "rout": lambda box, side, place, count: line(
        f"{SIDE_NAMES[side]}: {plural(count, 'block')} routed at {place_name(box, place)}, a step lost by each.",
        side,
        place_name(box, place),
    ),
    "activate": _at("the battle at HERE goes on."),
    "refuse": _at("battle refused at HERE."),
    "battle": _battle,
    "fire": _fire,
    "month": lambda box, month: line(f"Buildup for {month_name(box, month)}."),
    "points roll": lambda box, side, *faces: line(
        f"{SIDE_NAMES[side]} roll {sum(faces)} for Buildup points.",
        side,
        dice=[dice_row("Buildup", side, NEVER, faces)],
    ),
    "points": lambda box, first, total: line(
        f"Both sides receive {plural(total, 'point')}; {SIDE_NAMES[first]} build up first.", None
    ),
    "arrive": _unit("arrives at HERE."),
    "recall": _unit("is recalled from HERE."),
    "early": lambda box, side, face, needs: line(
        f"{SIDE_NAMES[side]} reinforcements of next month: " + ("early!" if face >= needs else "not yet."),
        side,
        dice=[dice_row("Early arrival", side, needs, (face,))],
    ),
    "malta": lambda box, face, needs: line(
        "The landing on Malta " + ("succeeds." if face >= needs else "fails; the paratroops come a month late."),
        1,
        dice=[dice_row("Malta", 1, needs, (face,))],
    ),
    "sheet": _sheet,
    "refit": lambda box, side, place: line(
        f"{SIDE_NAMES[side]}: a block goes from {place_name(box, place)} to the base to refit.",
        side,
        place_name(box, place),
    ),
    "land": _move("go"),
    "sea": _move("go by sea"),
    "lift": _at("the minefield at HERE is lifted."),
    "mined": _said("a minefield is laid in secret."),
    "discard": lambda box, side, count: line(f"{SIDE_NAMES[side]}: {dummies(count)} discarded before the deal.", side),
    "redraw": _said("the first hand is handed back and drawn anew."),
    "dealt": lambda box, side, count: line(f"{SIDE_NAMES[side]}: {plural(count, 'card')} dealt.", side),
    "bid": _said("a card face down for the initiative."),
    "initiative": _initiative,
    "base": _at("HERE falls. The war in the desert is over."),
    "ended": lambda box, winner, kind: line(
        "The last month is over. "
        + ("Nobody wins: " + kind if winner < 0 else f"The {SIDE_NOUNS[winner]} win. {kind[:1].upper()}{kind[1:]}")
        + ".",
        None if winner < 0 else winner,
    ),
}
