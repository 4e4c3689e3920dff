"""The charts of Operation Battleaxe: movement, the ground of each place, and support."""

from __future__ import annotations

from sandtable.engine.charts import Chart, row
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.rules.r09_movement import NEAR_ENEMY, STRONG_ENEMY, VACANT, WEAK_ENEMY


def charts(box: BattleaxeBox) -> list[Chart]:
    """All of them, movement first."""
    return [_movement(), _ground(box), _support(box)]


def _movement() -> Chart:
    rows = (
        row("Empty place", VACANT),
        row("Empty place next to enemies", NEAR_ENEMY),
        row("Place with reduced enemies only", WEAK_ENEMY),
        row("Place with an enemy at full strength", STRONG_ENEMY),
        row("A zone", "the whole allowance"),
        row("Across the escarpment", "not possible"),
    )
    return Chart("movement", "Movement", ("Points",), rows, "To enter", "9.2")


def _ground(box: BattleaxeBox) -> Chart:
    board = box.map
    rows = tuple(
        row(f"{name or place} ({place})", f"+{box.tem[number]}", box.points[number] or "")
        for number, (place, name) in enumerate(zip(board.ids, board.name, strict=True))
    )
    return Chart("ground", "Ground", ("Adds to the defence", "Victory points"), rows, "Place", "11.4.3C")


def _support(box: BattleaxeBox) -> Chart:
    guns, least = box.tables["artillery"], box.tables["artillery_call"]
    heard = f"succeeds on {least} or more; Allies {guns['allied']}, Axis {guns['axis']} markers"
    rows = (
        row("Aircraft", "one die", "one attack in each impulse"),
        row("Artillery", "+2", heard),
        row("Rommel", "one die", "costs the Advantage"),
    )
    return Chart("support", "Support", ("Adds", ""), rows, "", "10")
