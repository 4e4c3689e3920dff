"""The odds of a battle before it is committed."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.battle import Term
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask
from sandtable.engine.sides import SIDES
from sandtable.engine.view import ForecastView
from sandtable.engine.words import Count
from sandtable.games.battleaxe.account import account
from sandtable.games.battleaxe.notation import place_noun, result_name, short_units, signed
from sandtable.games.battleaxe.odds import Battle, Helpers, foresee, helpers, imagine, margin_odds, result_odds
from sandtable.games.battleaxe.position import OVERRUN, REPULSE, STALEMATE, SUCCESS, BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import room
from sandtable.games.battleaxe.rules.r09_movement import Go
from sandtable.games.battleaxe.rules.r11_attack import Force, may_join, still_active
from sandtable.games.battleaxe.rules.r11_overrun import Where, Who, pursuers, second_force

FOR = ("defender", None, "attacker", "attacker")


class Planned(NamedTuple):
    """An attack that an action leads to."""

    place: int
    force: Mask
    after_overrun: bool = False


def forecast(pos: BattleaxePosition, action: Action) -> ForecastView | None:
    """The odds of the attack this action prepares, if both sides lead with their best unit and call for artillery."""
    planned = _planned(pos, action)
    if planned is None:
        return None
    place, force, after_overrun = planned
    box, side = pos.box, pos.active
    against = pos.here[place] & box.army[1 - side]
    dice = helpers(pos, after_overrun=after_overrun)
    battle = imagine(pos, place, force, dice, after_overrun=after_overrun)
    sums = foresee(pos, place, force, after_overrun=after_overrun)
    odds = result_odds(battle)
    told: ForecastView = {
        "title": str(place_noun(box, place)),
        "attacker": {"side": SIDES[side], "label": short_units(box, force), "note": _attack_note(battle)},
        "defender": {"side": SIDES[1 - side], "label": short_units(box, against), "note": _defence_note(battle)},
        "results": [
            {"label": result_name(result, last=after_overrun), "chance": odds[result], "for": FOR[result]}
            for result in (OVERRUN, SUCCESS, STALEMATE, REPULSE)
        ],
        "goal": {"label": "to drive them out", "chance": odds[OVERRUN] + odds[SUCCESS]},
        "losses": {
            "attacker": _attacker_losses(odds, force, lead_is_weak=bool(pos.reduced >> sums.lead & 1)),
            "defender": _defender_losses(battle),
            "points": "attrition points",
        },
        "exact": pos.advantage != 1 - side,
        "rule": "11.4",
        "sum": account(box, sums, _hopes(battle, dice)).document(),
    }
    if not told["exact"]:
        told["basis"] = "Before the Advantage"  # 12.1A
    return told


def _planned(pos: BattleaxePosition, action: Action) -> Planned | None:
    """The attack that an action leads to."""
    frame = pos.stack[-1]
    enemies = pos.occupied[1 - pos.active]
    match frame.step, action:
        case _, ("attack", place):
            return Planned(place, still_active(pos, place))
        case Go.name, ("go", place) if enemies >> place & 1:
            return Planned(place, Go.Args(*frame.args).group | pos.here[place] & pos.arrived)
        case Force.name, ("fight",):
            place, chosen, after_overrun = Force.Args(*frame.args)
            return Planned(place, chosen, bool(chosen & after_overrun))
        case Force.name, ("join_all",):
            place, _, after_overrun = Force.Args(*frame.args)
            return Planned(place, may_join(pos, place, after_overrun), bool(after_overrun))
        case Where.name, ("advance", place) if enemies >> place & 1:
            fits = pursuers(pos).bit_count() <= room(pos, pos.active, place)
            return Planned(place, second_force(pos, place, pursuers(pos)), True) if fits else None
        case Who.name, ("go", place) if enemies >> place & 1:
            return Planned(place, second_force(pos, place, Who.Args(*frame.args).chosen), True)
        case Who.name, ("join_all",) if enemies >> (place := Who.Args(*frame.args).place) & 1:
            return Planned(place, second_force(pos, place, pursuers(pos)), True)
    return None


def _hopes(battle: Battle, dice: Helpers) -> tuple[Term, ...]:
    """What dice may still add, and how likely that is."""
    found = []
    if dice.air:
        found.append(Term(f"Aircraft{_shifted(battle)}", "1 die", "", "10.1.4"))
    if dice.rommel:
        found.append(Term("Rommel", "1 die", "", "12.1E"))
    if battle.attack_call:
        found.append(Term(f"Artillery, {battle.attack_call:.0%} likely", "+2", "", "10.2.1"))
    if battle.defence_call:
        found.append(Term(f"Artillery, {battle.defence_call:.0%} likely", "", "+2", "10.2.1"))
    return tuple(found)


def _attack_note(battle: Battle) -> str:
    parts = [f"value {battle.attack}"]
    if battle.attack_dice:
        parts.append(f"{Count(battle.attack_dice):extra die}{_shifted(battle)}")
    if battle.attack_call:
        parts.append(f"artillery {battle.attack_call:.0%}")
    return ", ".join(parts)


def _shifted(battle: Battle) -> str:
    return f" ({signed(battle.shift)} from the air)" if battle.shift else ""


def _defence_note(battle: Battle) -> str:
    parts = [f"value {battle.defence}", f"can absorb {battle.endurance}"]
    if battle.defence_call:
        parts.append(f"artillery {battle.defence_call:.0%}")
    return ", ".join(parts)


def _attacker_losses(odds: tuple[float, float, float, float], force: Mask, *, lead_is_weak: bool) -> list[float]:
    """How often the attacker loses 0, 1, 2, ... steps: the lead's for a stalemate or a success, all for a repulse."""
    shares = [0.0] * (force.bit_count() + 1)
    shares[0] += odds[OVERRUN]
    shares[0 if lead_is_weak else 1] += odds[SUCCESS]  # 11.4.4 R17
    shares[1] += odds[STALEMATE]
    shares[force.bit_count()] += odds[REPULSE]
    return shares


def _defender_losses(battle: Battle) -> list[float]:
    """How many attrition points fall on the defender, as far as it can absorb them; a stalemate costs one."""
    shares = [0.0] * (battle.endurance + 1)
    for margin, chance in margin_odds(battle):
        points = 1 if margin == 0 else min(max(margin, 0), battle.endurance)
        shares[points] += chance
    return shares
