"""The odds of a battle before it is committed."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask
from sandtable.engine.sides import SIDES
from sandtable.games.battleaxe.notation import RESULTS, place_name, short_units, signed
from sandtable.games.battleaxe.odds import Battle, helpers, imagine, margin_odds, result_odds
from sandtable.games.battleaxe.position import OVERRUN, REPULSE, STALEMATE, SUCCESS, BattleaxePosition

FOR = ("defender", None, "attacker", "attacker")


def forecast(pos: BattleaxePosition, action: Action) -> dict[str, Any] | None:
    """The chances of the attack this action prepares, both sides led by their best and calling for artillery."""
    planned = _planned(pos, action)
    if planned is None:
        return None
    place, force = planned
    box, side = pos.box, pos.active
    against = pos.here[place] & box.army[1 - side]
    battle = imagine(pos, place, force, helpers(pos))
    odds = result_odds(battle)
    return {
        "title": place_name(box, place),
        "attacker": {"side": SIDES[side], "label": short_units(box, force), "note": _attack_note(battle)},
        "defender": {"side": SIDES[1 - side], "label": short_units(box, against), "note": _defence_note(battle)},
        "results": [
            {"label": RESULTS[result], "chance": odds[result], "for": FOR[result]}
            for result in (OVERRUN, SUCCESS, STALEMATE, REPULSE)
        ],
        "losses": {"attacker": _attacker_losses(odds, force), "defender": _defender_losses(battle)},
        "exact": True,
        "samples": None,
        "rule": "11.4",
    }


def _planned(pos: BattleaxePosition, action: Action) -> tuple[int, Mask] | None:
    """The place and the force of the attack that an action leads to."""
    frame = pos.stack[-1]
    enemies = pos.occupied[1 - pos.active]
    match action:
        case ("attack", place):
            return place, pos.here[place] & (pos.arrived | pos.ready)
        case ("go", place) if frame[0] == "assault.go" and enemies >> place & 1:
            return place, frame[2][0] | pos.here[place] & pos.arrived
        case ("fight",):
            return frame[2][0], frame[2][1]
        case ("join_all",) if frame[0] == "attack.force":
            return frame[2][0], pos.here[frame[2][0]] & (pos.arrived | pos.ready)
    return None


def _attack_note(battle: Battle) -> str:
    parts = [f"value {battle.attack}"]
    if battle.attack_dice:
        parts.append(f"{battle.attack_dice} extra di{'ce' if battle.attack_dice > 1 else 'e'}{_shifted(battle)}")
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


def _attacker_losses(odds: tuple[float, float, float, float], force: Mask) -> list[float]:
    """How often the attacker loses 0, 1, 2, ... steps: one for a stalemate or a success, one a unit for a repulse."""
    shares = [0.0] * (max(1, force.bit_count()) + 1)
    shares[0] += odds[OVERRUN]
    shares[1] += odds[STALEMATE] + odds[SUCCESS]
    shares[force.bit_count()] += odds[REPULSE]
    return shares


def _defender_losses(battle: Battle) -> list[float]:
    """How many attrition points fall on the defender, as far as he can absorb them; a stalemate costs one."""
    shares = [0.0] * (battle.endurance + 1)
    for margin, chance in margin_odds(battle):
        points = 1 if margin == 0 else min(max(margin, 0), battle.endurance)
        shares[points] += chance
    return shares
