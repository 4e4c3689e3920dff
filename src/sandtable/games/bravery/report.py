"""The log as an after-action report: one line for each kind of event."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.battle import DiceRow, dice_row
from sandtable.engine.log import Log, Tell
from sandtable.engine.sides import AXIS
from sandtable.games.bravery.notation import KINDS, OWNERS, SIDES_SAID
from sandtable.games.bravery.position import BraveryPosition


def side_row(side: int, faces: tuple[int, ...], need: int) -> DiceRow:
    """Dice under the name of the side that rolled them."""
    return dice_row(SIDES_SAID[side].adjective, side, faces, need)


def recovery_row(side: int, faces: tuple[int, ...], need: int) -> DiceRow:
    """Dice of tank recovery, which hit nobody."""
    count = sum(face >= need for face in faces)
    row = dice_row(f"{SIDES_SAID[side].adjective} tank recovery", side, faces, need)
    return row | {"said": f"{count or 'no'} {'success' if count == 1 else 'successes'}"}


def _rolled(pos: BraveryPosition, side: int, faces: tuple[int, ...], need: int, place: int) -> list[DiceRow]:
    return [side_row(side, faces, need)]


def _recovered(pos: BraveryPosition, side: int, faces: tuple[int, ...], need: int, place: int) -> list[DiceRow]:
    return [recovery_row(side, faces, need)]


def _turn(pos: BraveryPosition, number: int) -> str:
    dates = pos.box.tables["dates"]
    return f"Turn {number}, {dates[number - 1]}." if number <= len(dates) else f"Extra turn {number}."


def _active(pos: BraveryPosition, formation: int, place: int, units: tuple[int, ...]) -> str:
    name, where = KINDS["formation"].say(pos, formation), KINDS["place"].say(pos, place)
    return f"{name}: {len(units)} {'unit is' if len(units) == 1 else 'units are'} active at {where}."


def _stop(pos: BraveryPosition, units: tuple[int, ...], place: int, moved: bool) -> str:
    who, where = KINDS["units"].say(pos, units), KINDS["place"].say(pos, place)
    return f"{who:halt} at {where}." if moved else f"{who:stay} at {where}."


def _successes(what: str, word: str, dice: Callable[..., list[DiceRow]]) -> Tell:
    def text(pos: BraveryPosition, side: int, faces: tuple[int, ...], need: int, place: int) -> str:
        count = KINDS["number"].say(pos, sum(face >= need for face in faces))
        needing = f"{need}{'+' * (need < 6)}"
        return f"{SIDES_SAID[side].adjective} {what}: {format(count, word)}, needing {needing}."

    return Tell(text, "side faces:word need:number place", dice=dice)


def _retreats(pos: BraveryPosition, side: int, place: int, forced: bool) -> str:
    who, where = SIDES_SAID[side], KINDS["place"].say(pos, place)
    return f"{who:must retreat} from {where:short}." if forced else f"{who:retreat} from {where:short}."


def _battle_over(pos: BraveryPosition, place: int, there: tuple[int, ...]) -> str:
    if len(there) == 1:
        end = f"{SIDES_SAID[there[0]]:hold} the hex"
    else:
        end = "both sides are still in the hex" if there else "nobody is left in the hex"
    return f"The battle at {KINDS['place'].say(pos, place):short} is over: {end}."


WON = {
    "13.1.1.1": "Tobruk is in Axis hands",
    "13.1.1.2": "the Commonwealth tanks are down to 2½ points or fewer",
    "13.1.1.3": "Germans at the exits to Alexandria have an open road behind them",
    "13.1.2.1": "the German tanks are down to 2½ points or fewer",
    "13.1.2.2": "the road to Tripoli is open",
    "13.2": "more victory points after the last turn",
}
TELL = {
    "turn": Tell(_turn, "number", clears=True),
    "committed": Tell("The {side:adjective} chits are in the cup.", "side"),
    "drawn": Tell("{chit} is drawn (box {number}).", "chit number", clears=True),
    "dead_chit": Tell("{chit} is drawn (box {number}), but none of its units is left.", "chit number", clears=True),
    "track_full": Tell("The activation track is full."),
    "cup_empty": Tell("The cup is empty."),
    "active": Tell(_active, "formation place units"),
    "passed": Tell("The Afrika Korps chit is passed.", side=AXIS),
    "directive": Tell("Rommel takes charge: one more movement point, and +1 on every German die.", side=AXIS),
    "march": Tell("{units:move} to {path} for {spent:movement point}.", "units path spent:halves", clears=True),
    "stop": Tell(_stop, "units place moved:yes"),
    "drop": Tell("{unit} stays at {place:short}.", "unit place"),
    "carry": Tell("{formation} goes along from {place:short}.", "formation place"),
    "combine": Tell("{units:declare} a combined attack at {place}.", "units place"),
    "leftover": Tell("The combined attack declared at {place} is fought now, by all units in the hex.", "place side"),
    "battle": Tell("{units:attack} {against} at {place}.", "place side units against:units", clears=True),
    "round": Tell("Round {number} at {place:short}. {account}", "place number account", clears=True),
    "roll": _successes("dice", "hit", _rolled),
    "recovery": _successes("tank recovery", "success", _recovered),
    "reduced": Tell("{unit} is reduced at {place:short}.", "unit place"),
    "eliminated": Tell("{unit} is destroyed at {place:short}.", "unit place"),
    "retreats": Tell(_retreats, "side place forced:yes"),
    "stands": Tell("{side:stand} at {place:short}.", "side place"),
    "falls_back": Tell("{unit} falls back to {to}.", "unit place to:place"),
    "battle_over": Tell(_battle_over, "place there:word"),
    "repair": Tell("{unit} is back at full strength at {place:short}.", "unit place"),
    "salvage": Tell("{unit} is recovered, reduced, at {place:short}.", "unit place"),
    "unused": Tell("{side:leave} {successes:success} unused.", "side successes:number"),
    "restore": Tell("{unit} gets replacements at {place:short}.", "unit place"),
    "return": Tell("{unit} comes back, reduced, at {place:short}.", "unit place"),
    "control": Tell("{place:short} is now under {side:adjective} control.", "place side"),
    **{f"won@{rule}": Tell(f"{{side:win}}: {how}.", "side") for rule, how in WON.items()},
}
BRAVERY_LOG = Log(TELL, KINDS, OWNERS)
