"""The log as an after-action report: one line for each kind of event.

Nothing secret is ever logged, so both sides read the same lines.
"""

from __future__ import annotations

from sandtable.engine.battle import Account, DiceRow, dice_row
from sandtable.engine.log import Log, Tell
from sandtable.engine.sides import AXIS
from sandtable.engine.words import counted, sentence, verb
from sandtable.games.rommel.notation import (
    CLASS_NAMES,
    KINDS,
    OWNERS,
    SIDES_SAID,
    SPEED_NAMES,
    month_name,
    names_of,
    place_name,
    places_list,
)
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r02_movement import NO_SIDE, WITHDRAWAL
from sandtable.games.rommel.rules.r04_fire import SINGLE

Force = tuple[int, ...]
TURNS = ("a pass", "a basic turn", "", "a blitz")
TWO_CARDS = ("two cards", "an offensive", "an assault")
BIDS_SAID = ("no card", "a dummy", "a real card")


def _hits(needs: int, faces: Force) -> str:
    return counted(sum(face >= needs for face in faces), "hit")


def _blocks(side: int, count: int, doing: str) -> str:
    """This many blocks of a side and what they do: 2 Axis blocks go."""
    return f"{counted(count, f'{SIDES_SAID[side].adjective} block')} {verb(doing, count != 1)}"


def _at_places(words: str) -> Tell:
    """What happens to blocks in several hexes."""

    def text(pos: RommelPosition, side: int, places: Force, count: int) -> str:
        return f"{_blocks(side, count, words)} at {places_list(pos.box, places)}."

    return Tell(text, "side places count:number")


def _moves(doing: str, how: str = "") -> Tell:
    """Blocks that go from one hex to another, and how if they meet nobody there."""

    def text(pos: RommelPosition, side: int, start: int, end: int, count: int = 1, via: int = NO_SIDE) -> str:
        way = f"from {place_name(pos.box, start)} to {place_name(pos.box, end)}{_entry(pos, start, via)}"
        return f"{_blocks(side, count, doing)} {way}{how if via == NO_SIDE else ''}."

    return Tell(text, "side start:place end:place", clears=True)


def _entry(pos: RommelPosition, start: int, via: int) -> str:
    """The hex from which a hexside was crossed into battle, where it is not the one the blocks set out from."""
    return f", entering from {place_name(pos.box, via)}" if via not in (NO_SIDE, start) else ""


def _declared(kind: str) -> Tell:
    def text(pos: RommelPosition, side: int, place: int, mode: int) -> str:
        what = "withdrawal" if mode & WITHDRAWAL else "move"
        where = "around" if kind == "regroup" else "from"
        return f"{SIDES_SAID[side].adjective} {kind} {what} {where} {place_name(pos.box, place)}."

    return Tell(text, "side place", clears=True)


def _marched(
    pos: RommelPosition, side: int, start: int, end: int, count: int, via: int, face: int, retreat: int
) -> str:
    if face >= pos.box.tables.march_needs:
        where = f"{place_name(pos.box, end)}{_entry(pos, start, via)}"
        return f"Forced march: a block reaches {where}{', disrupted' if retreat and via == NO_SIDE else ''}."
    cost = "it is disrupted and loses a step" if retreat else "it is disrupted"
    return f"Forced march: a block breaks down at {place_name(pos.box, start)}: {cost}."


def _march_dice(
    pos: RommelPosition, side: int, start: int, end: int, count: int, via: int, face: int, retreat: int
) -> list[DiceRow]:
    return [dice_row("Forced march", side, (face,), pos.box.tables.march_needs)]


def _battle(
    pos: RommelPosition, place: int, side: int, attack: Force, defence: Force, assault: int, sums: Force
) -> str:
    kind = "Assault" if assault else "Battle"
    who = f"{names_of(pos, attack)} against {names_of(pos, defence)}"
    return f"{kind} at {place_name(pos.box, place)}: {who}. {Account.of(sums).text()}"


def _fire(pos: RommelPosition, side: int, place: int, kind: int, needs: int, units: Force, faces: Force) -> str:
    number = f"{needs} or more" if needs < SINGLE else "a 6"
    shots = f"at {CLASS_NAMES[kind]} with {counted(len(faces), 'die')}"
    return f"{names_of(pos, units):fire} {shots}, needing {number}: {_hits(needs, faces)}."


def _fire_dice(
    pos: RommelPosition, side: int, place: int, kind: int, needs: int, units: Force, faces: Force
) -> list[DiceRow]:
    return [dice_row("Fire", side, faces, needs)]


def _wasted(hits: int, whole: int) -> str:
    return f"{counted(hits, 'hit')} without effect{' on a double step' if whole else ''}"


def _losses(
    pos: RommelPosition, side: int, place: int, kind: int, due: int, wasted: int, taken: Force, whole: int
) -> str:
    box = pos.box
    parts = [f"{box.name(unit)} loses {counted(taken.count(unit), 'step')}" for unit in dict.fromkeys(taken)]
    if any(box.toughness[unit] > 1 for unit in taken):
        parts.append("two hits for each double step")
    if wasted:
        parts.append(_wasted(wasted, whole))
    who = f"{SIDES_SAID[side].adjective} {CLASS_NAMES[kind]} at {place_name(box, place)}"
    return f"{who}, {counted(due, 'hit')}: {', '.join(parts)}."


def _stand(pos: RommelPosition, place: int, side: int, attack: Force, defence: Force) -> str:
    name = place_name(pos.box, place)
    if attack and defence:
        return f"Both sides are still at {name}: {names_of(pos, attack)} against {names_of(pos, defence)}."
    left = attack or defence
    if not left:
        return f"Nobody is left at {name}."
    return f"{SIDES_SAID[pos.box.side[left[0]]]:hold} {name}: {names_of(pos, left)}."


def _standing(pos: RommelPosition, place: int, side: int, attack: Force, defence: Force) -> int | None:
    """Whose line the end of a round is: the side's that is left alone."""
    left = attack or defence
    return pos.box.side[left[0]] if left and not (attack and defence) else None


def _sheet(
    pos: RommelPosition, side: int, redeployed: int, rebuilt: int, steps: int, mines: int, cards: int, saved: int
) -> str:
    parts = [
        f"redeployment {redeployed}" if redeployed else "",
        f"rebuilding {rebuilt} for {counted(steps, 'step')}" if rebuilt else "",
        f"minefields {mines}" if mines else "",
        f"extra supply {cards}" if cards else "",
        f"saved {saved}",
    ]
    return f"{SIDES_SAID[side].adjective} Buildup points: {', '.join(part for part in parts if part)}."


def _pursuit(pos: RommelPosition, side: int, place: int, slowest: int, faster: int, as_fast: int) -> str:
    parts = [
        f"{counted(faster, 'faster block')} at 2 dice" if faster else "",
        f"{counted(as_fast, 'block')} as fast at 1 die" if as_fast else "",
    ]
    dice = f"{counted(2 * faster + as_fast, 'die')} ({', '.join(part for part in parts if part)})"
    words = f"pursuit fire with {dice}" if faster or as_fast else "nobody can follow"
    who = f"the slowest {SIDES_SAID[side].adjective} blocks to leave {place_name(pos.box, place)}"
    return f"{who} are {SPEED_NAMES[slowest]}: {words}."


def _suffered(pos: RommelPosition, side: int, hits: int, steps: int, wasted: int, whole: int) -> str:
    parts = [f"take {counted(hits, 'hit')} and lose {counted(steps, 'step')}"]
    if hits - wasted > steps:
        parts.append("two hits for each double step")
    if wasted:
        parts.append(_wasted(wasted, whole))
    return f"The retreating {SIDES_SAID[side].adjective} blocks {', '.join(parts)}."


def _roll(pos: RommelPosition, side: int, needs: int, *faces: int) -> str:
    return f"{SIDES_SAID[side].adjective} pursuit fire, needing {needs} or more: {_hits(needs, faces)}."


def _roll_dice(pos: RommelPosition, side: int, needs: int, *faces: int) -> list[DiceRow]:
    return [dice_row("Pursuit", side, faces, needs)]


def _rout(pos: RommelPosition, side: int, place: int, count: int) -> str:
    loss = "it loses a step" if count == 1 else "each loses a step"
    return f"{_blocks(side, count, 'be')} routed at {place_name(pos.box, place)}: {loss}."


def _lay(pos: RommelPosition, side: int, count: int) -> str:
    return f"{SIDES_SAID[side]:lay} {counted(count, 'card')}{' face down' if count else ''}."


def _turn_up(pos: RommelPosition, side: int, real: int, dummy: int, option: int) -> str:
    cards = f"{real or 'no'} real, {counted(dummy, 'dummy')}"
    return f"{SIDES_SAID[side].adjective} cards are turned up: {cards}. It was {TURNS[real] or TWO_CARDS[option]}."


def _points_dice(pos: RommelPosition, side: int, *faces: int) -> list[DiceRow]:
    return [dice_row("Buildup", side, faces)]


def _points_roll(pos: RommelPosition, side: int, *faces: int) -> str:
    return f"{SIDES_SAID[side]:roll} {sum(faces)} for Buildup points."


def _early(pos: RommelPosition, side: int, face: int, needs: int) -> str:
    end = "arrive early" if face >= needs else "do not arrive early"
    return f"Next month's {SIDES_SAID[side].adjective} reinforcements {end}."


def _early_dice(pos: RommelPosition, side: int, face: int, needs: int) -> list[DiceRow]:
    return [dice_row("Early arrival", side, (face,), needs)]


def _malta(pos: RommelPosition, face: int, needs: int) -> str:
    end = "succeeds." if face >= needs else "fails; the paratroops come a month late, each a step weaker."
    return f"The landing on Malta {end}"


def _malta_dice(pos: RommelPosition, face: int, needs: int) -> list[DiceRow]:
    return [dice_row("Malta", AXIS, (face,), needs)]


def _initiative(pos: RommelPosition, side: int, *bids: int) -> str:
    bid = [BIDS_SAID[card] for card in (*bids, 0)[:2]]
    shown = f" (Allies {bid[0]}, Axis {bid[1]})" if bids and bids[0] else ""
    return f"{SIDES_SAID[side]:have} the initiative{shown}."


def _ended(pos: RommelPosition, winner: int, kind: str) -> str:
    if winner < 0:
        return f"The last month is over. Nobody wins: {kind}."
    return f"The last month is over. {sentence(f'{SIDES_SAID[winner]:win}')}. {sentence(kind)}."


def _winner(pos: RommelPosition, winner: int, kind: str) -> int | None:
    return None if winner < 0 else winner


def _month(pos: RommelPosition, month: int) -> str:
    return f"Buildup for {month_name(pos.box, month)}."


def _start(pos: RommelPosition) -> str:
    return f"{pos.box.plan.title}. The blocks are on the map."


TELL = {
    "start": Tell(_start),
    "ready": Tell("The {side:adjective} blocks are set up.", "side"),
    "recover": _at_places("recover"),
    "cut": _at_places("be without supply"),
    "starve": _at_places("be disrupted for want of supply"),
    "lost": Tell("{block} is eliminated{spot}.", "block spot"),
    "lost@5.1": Tell("{block} is eliminated{spot}: it has no way back.", "block spot"),
    "lost@7.3.3": Tell("{block} is eliminated{spot}: without supply it cannot withdraw.", "block spot"),
    "lost@9.1": Tell("{block} is eliminated{spot}: it is without supply at Buildup.", "block spot"),
    "losses": Tell(_losses, "side place"),
    "stand": Tell(_stand, "place", side=_standing),
    "suffered": Tell(_suffered, "side"),
    "lay": Tell(_lay, "side", clears=True),
    "pass": Tell("{side:pass}.", "side", clears=True),
    "turn_up": Tell(_turn_up, "side", clears=True),
    "group": _declared("group"),
    "regroup": _declared("regroup"),
    "rally": Tell("The {side:adjective} regroup gathers at {place}.", "side place"),
    "rommel": Tell("Rommel leads this move: one hex further.", "side"),
    "move": _moves("go"),
    "march": _moves("try a forced march"),
    "marched": Tell(_marched, "side place", dice=_march_dice),
    "retreat": _moves("retreat", ", disrupted"),
    "shaken": _at_places("be disrupted by the retreat"),
    "retire": _moves("withdraw", ", disrupted"),
    "mine": Tell("{side:adjective} minefield found at {place}.", "side place"),
    "capture": Tell("{side:take} {place}.", "side place"),
    "pursuit": Tell(_pursuit, "side place", clears=True),
    "roll": Tell(_roll, "side", dice=_roll_dice),
    "rout": Tell(_rout, "side place"),
    "activate": Tell("{side:fight} on at {place}.", "side place"),
    "refuse": Tell("{side:refuse} battle at {place}.", "side place"),
    "battle": Tell(_battle, "place side attack:blocks defence:blocks assault:number account", clears=True),
    "fire": Tell(_fire, "side place", dice=_fire_dice),
    "month": Tell(_month, "month:number", clears=True),
    "points_roll": Tell(_points_roll, "side", dice=_points_dice),
    "points": Tell("Both sides receive {total:point}; {first:build up} first.", "first:side total:number"),
    "arrive": Tell("{block} arrives at {place}.", "block place"),
    "recall": Tell("{block} is recalled from {place}.", "block place"),
    "early": Tell(_early, "side", dice=_early_dice),
    "malta": Tell(_malta, side=AXIS, dice=_malta_dice),
    "sheet": Tell(_sheet, "side"),
    "refit": Tell("1 {side:adjective} block goes from {place} to the base to refit.", "side place"),
    "land": _moves("go"),
    "sea": _moves("go", " by sea"),
    "lift": Tell("The {side:adjective} minefield at {place} is lifted.", "side place"),
    "mined": Tell("{side:lay} a minefield in secret.", "side"),
    "discard": Tell("{side:discard} {count:dummy} before the deal.", "side count:number"),
    "redraw": Tell("{side:redraw} the first hand.", "side"),
    "dealt": Tell("{count:card} dealt to {side}.", "side count:number"),
    "bid": Tell("{side:lay} a card face down for the initiative.", "side"),
    "initiative": Tell(_initiative, "side"),
    "base": Tell("{side:take} {place}. The war in the desert is over.", "side place"),
    "ended": Tell(_ended, "winner:number kind:word", side=_winner),
}
ROMMEL_LOG = Log(TELL, KINDS, OWNERS)
